"""A reverse proxy that serves a refreshd under a path prefix, and knows nothing but that."""

import select
import socket
import threading


class PrefixProxy:
    def __init__(self, server_url, prefix):
        host, port = server_url.removeprefix("http://").rstrip("/").split(":")
        self._upstream = (host, int(port))
        self._prefix = prefix.encode()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}{prefix}"
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

    def _serve(self, client):
        with client:
            head = b""
            while b"\r\n\r\n" not in head:
                part = client.recv(65_536)
                if not part:
                    return
                head += part
            method, path, rest = head.split(b" ", 2)
            if not path.startswith(self._prefix):
                client.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            if b"upgrade: websocket" not in rest.lower():
                # One request a connection, so that each is seen here.
                rest = rest.replace(b"Connection: keep-alive", b"Connection: close")
            with socket.create_connection(self._upstream) as server:
                server.sendall(b" ".join((method, b"/" + path.removeprefix(self._prefix), rest)))
                self._pump(client, server)

    @staticmethod
    def _pump(client, server):
        other = {client: server, server: client}
        while True:
            for ready in select.select(list(other), [], [])[0]:
                try:
                    part = ready.recv(65_536)
                    other[ready].sendall(part)
                except OSError:
                    return
                if not part:
                    return
