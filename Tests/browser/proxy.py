"""What stands between a page and a refreshd: each connection is served by a thread of its own."""

import socket
import threading


class Proxy:
    """A kind of proxy says in `_serve` what it does with a connection; what that needs is set before this begins."""

    def __init__(self, server_url):
        host, port = server_url.removeprefix("http://").rstrip("/").split(":")
        self._upstream = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()


def until_blank_line(source):
    """The head of a request; empty, if the other end leaves before its end."""
    head = b""
    while b"\r\n\r\n" not in head:
        part = source.recv(65_536)
        if not part:
            return b""
        head += part
    return head
