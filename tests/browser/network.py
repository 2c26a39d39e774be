"""A network between browser and site that can be cut, or fall silent."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from urllib.parse import urlsplit

from selenium.webdriver import Chrome

_OFFLINE = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


class Network:
    """Carries what a browser sends to a site and back, under an address of its own, until it is cut.

    An address of its own is a site of its own for the browser, with nothing stored by another test.
    """

    def __init__(self, browser: Chrome, site: str) -> None:
        self._browser = browser
        self._goal = (urlsplit(site).hostname or "", urlsplit(site).port or 80)
        self._is_cut = self._is_silent = False
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.site = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> Network:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.mend()
        self._door.close()
        self._drop_all()

    def cut(self) -> None:
        """Nothing comes through any more, and pages are told so."""
        self._is_cut = True
        self._drop_all()
        self._browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **_OFFLINE})

    def silence(self) -> None:
        """Requests are taken and nothing comes back, as where a network is too weak; pages aren't told."""
        self._is_silent = True
        self._drop_all()

    def mend(self) -> None:
        """All comes through again; what waited for an answer is told that none comes."""
        was_silent, self._is_silent, self._is_cut = self._is_silent, False, False
        if was_silent:
            self._drop_all()
        self._browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **_OFFLINE})

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._door.accept()
                if self._is_cut:
                    caller.close()
                    continue
                if self._is_silent:
                    with self._lock:
                        self._open.add(caller)
                    continue
                site = socket.create_connection(self._goal)
                with self._lock:
                    self._open |= {caller, site}
                for start, goal in ((caller, site), (site, caller)):
                    threading.Thread(target=self._carry, args=(start, goal), daemon=True).start()

    def _carry(self, start: socket.socket, goal: socket.socket) -> None:
        with suppress(OSError):
            while sent := start.recv(65536):
                goal.sendall(sent)
        self._drop({start, goal})

    def _drop_all(self) -> None:
        with self._lock:
            held = set(self._open)
        self._drop(held)

    def _drop(self, sockets: set[socket.socket]) -> None:
        with self._lock:
            self._open -= sockets
        for each in sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
