"""A reverse proxy that serves a refreshd under a path prefix, and knows nothing but that."""

import select
import socket

from proxy import Proxy, until_blank_line


class PrefixProxy(Proxy):
    def __init__(self, server_url, prefix):
        self._prefix = prefix.encode()
        super().__init__(server_url)
        self.url = self.url.rstrip("/") + prefix

    def _serve(self, client):
        with client:
            head = until_blank_line(client)
            if not head:
                return
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
