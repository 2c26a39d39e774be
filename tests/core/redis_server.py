"""A Redis server of a test's own, to be killed, stopped and started again."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
from pathlib import Path
from time import monotonic, sleep

import pytest
from redis import Redis
from redis.exceptions import RedisError


class RedisServer:
    """A server on a free port of this machine, which keeps nothing on the disk."""

    def __init__(self, folder: Path) -> None:
        self._binary = shutil.which("redis-server")
        if self._binary is None:
            pytest.skip("needs redis-server")
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port: int = door.getsockname()[1]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            str(self._binary),
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(self._folder),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = monotonic() + 20
        while monotonic() < until:
            try:
                with Redis(port=self.port, socket_timeout=1) as client:
                    client.ping()
                return
            except RedisError:
                sleep(0.02)
        raise TimeoutError("redis-server doesn't start")

    def kill(self) -> None:
        """End it at once, as if the machine were gone."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def hang(self) -> None:
        """Stop it: connections are taken, nothing is answered."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Have it answer again."""
        assert self._process
        self._process.send_signal(signal.SIGCONT)
