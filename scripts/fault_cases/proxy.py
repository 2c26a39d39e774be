"""A TCP proxy in front of a server that is shared: it takes the server away from one site and gives it back."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Condition, Thread

PASS, REFUSE, DROP, HANG = "pass", "refuse", "drop", "hang"
_SIZE = 65536


class Proxy:
    """Forwards connections on a port of its own. Refuses them, cuts them off or leaves them hanging as it is told.

    Leave it by `close`, or as a context manager.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._mode = PASS
        self._changed = Condition()
        self._open: set[socket.socket] = set()
        self._listener = _listen(0)
        self.port = self._listener.getsockname()[1]
        Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def become(self, mode: str) -> None:
        """Behave so from now on: what is open is cut off unless it shall hang."""
        with self._changed:
            before, self._mode = self._mode, mode
            self._changed.notify_all()
        if mode in (REFUSE, DROP):
            self._cut_off()
        if mode == REFUSE:
            # A blocked accept would keep the port open.
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
        elif before == REFUSE:
            self._listener = _listen(self.port)
            Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def close(self) -> None:
        """Refuse whatever comes from now on."""
        if self._mode != REFUSE:
            self.become(REFUSE)

    def _cut_off(self) -> None:
        with self._changed:
            held, self._open = self._open, set()
        for each in held:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            if self._mode == DROP:
                client.close()
                continue
            Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        self._wait_while_hanging()
        try:
            server = socket.create_connection(self._target, timeout=10)
        except OSError:
            client.close()
            return
        server.settimeout(None)
        with self._changed:
            self._open |= {client, server}
        Thread(target=self._pump, args=(client, server), daemon=True).start()
        self._pump(server, client)

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(_SIZE):
                self._wait_while_hanging()
                sink.sendall(data)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        with self._changed:
            self._open -= {source, sink}

    def _wait_while_hanging(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._mode != HANG)


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(64)
    return listener
