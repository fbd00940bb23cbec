"""A reverse proxy that ends a connection on which nothing has moved for a while, as many do after a minute."""

import select
import socket
import threading

from proxy import Proxy, until_blank_line


class IdleProxy(Proxy):
    def __init__(self, server_url, patience):
        """`patience` in seconds."""
        self._patience = patience
        self.sockets = 0
        self.dropped = 0
        self.beats = 0
        self._changed = threading.Condition()
        super().__init__(server_url)

    def until_beats(self, count):
        """Waits until so many parts have come from the server on sockets, or one was dropped."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.beats >= count or self.dropped, timeout=30)

    def _note(self, beats=0, dropped=0):
        with self._changed:
            self.beats += beats
            self.dropped += dropped
            self._changed.notify_all()

    def _serve(self, client):
        with client:
            head = until_blank_line(client)
            if not head:
                return
            is_socket = b"upgrade: websocket" in head.lower()
            self.sockets += is_socket
            with socket.create_connection(self._upstream) as server:
                server.sendall(head)
                if not self._pump(client, server, is_socket):
                    self._note(dropped=is_socket)

    def _pump(self, client, server, is_socket):
        other = {client: server, server: client}
        while True:
            ready = select.select(list(other), [], [], self._patience)[0]
            if not ready:
                return False
            for end in ready:
                try:
                    part = end.recv(65_536)
                    other[end].sendall(part)
                except OSError:
                    return True
                if not part:
                    return True
                self._note(beats=is_socket and end is server)
