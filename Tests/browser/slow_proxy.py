"""A way to a refreshd that is long, and now and then stalls: what TCP makes of latency and a lost packet."""

import queue
import socket
import threading
import time

from proxy import Proxy, until_blank_line

# One frame in this many is held longer, and all behind it waits.
ONE_IN = 20
HELD = 0.4


class SlowProxy(Proxy):
    """Each way takes `latency` seconds. Frames of the server pass through `change`, which keeps their length."""

    def __init__(self, server_url, latency=0.1, stalls=True, change=bytes):
        self._latency, self._stalls, self._change = latency, stalls, change
        self.held = 0
        self.requests = []
        self._sockets_pass = threading.Event()
        self._sockets_pass.set()
        super().__init__(server_url)

    def hold_sockets(self):
        """From now on no WebSocket is let through, but files and HTTP are."""
        self._sockets_pass.clear()

    def release_sockets(self):
        self._sockets_pass.set()

    def _serve(self, client):
        head = until_blank_line(client)
        if not head:
            return client.close()
        self.requests.append(head.split(b" ", 2)[1].decode())
        is_socket = b"upgrade: websocket" in head.lower()
        if is_socket:
            self._sockets_pass.wait()
        else:
            # One request a connection, so that each is seen here.
            head = head.replace(b"Connection: keep-alive", b"Connection: close")
        server = socket.create_connection(self._upstream)
        server.sendall(head)
        self._carry(client, server, is_socket, bytes)
        self._carry(server, client, is_socket, self._change)
        return None

    def _carry(self, source, target, is_socket, change):
        late = queue.Queue()
        threading.Thread(target=self._read, args=(source, late, is_socket, change), daemon=True).start()
        threading.Thread(target=_write, args=(target, late), daemon=True).start()

    def _read(self, source, late, is_socket, change):
        due, frames = 0.0, 0
        for part in _frames(source) if is_socket else _parts(source):
            frames += 1
            is_held = self._stalls and is_socket and frames % ONE_IN == 0
            self.held += is_held
            due = max(due, time.monotonic() + self._latency + (HELD if is_held else 0))
            late.put((due, change(part)))
        late.put((time.monotonic() + self._latency, b""))


def _write(target, late):
    while True:
        due, part = late.get()
        time.sleep(max(0, due - time.monotonic()))
        try:
            if not part:
                return target.shutdown(socket.SHUT_WR)
            target.sendall(part)
        except OSError:
            return None


def _parts(source):
    try:
        while part := source.recv(65_536):
            yield part
    except OSError:
        return


def _frames(source):
    """WebSocket frames, each whole; before them, what is no frame: the server's answer to the upgrade."""
    rest = b""
    for part in _parts(source):
        rest += part
        while size := _frame_size(rest):
            yield rest[:size]
            rest = rest[size:]
    if rest:
        yield rest


def _frame_size(data):
    if data.startswith(b"HTTP/"):
        end = data.find(b"\r\n\r\n")
        return end + 4 if end >= 0 else 0
    if len(data) < 10:
        # A short frame is whole sooner than a long one's length is known.
        length, head = (data[1] & 127, 2) if len(data) > 1 else (127, 10)
        head += 4 if len(data) > 1 and data[1] & 128 else 0
        return head + length if length < 126 and len(data) >= head + length else 0
    length, head = data[1] & 127, 2
    if length >= 126:
        width = 2 if length == 126 else 8
        length, head = int.from_bytes(data[2 : 2 + width], "big"), 2 + width
    head += 4 if data[1] & 128 else 0
    return head + length if len(data) >= head + length else 0
