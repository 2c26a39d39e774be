"""Say plainly that a port is taken, before anything else is done. Usage: port_is_free.py HOST PORT"""

from __future__ import annotations

import socket
import sys


def main(host: str, port: str) -> str | None:
    """What stands in the way of serving there, if anything."""
    if not port.isdecimal() or not 0 < int(port) < 65536:
        return f"PORT is {port!r}; use a number from 1 to 65535."
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, int(port)))
        except OSError as exc:
            return f"can't serve {host}:{port} ({exc.strerror}). Use another port: PORT={int(port) + 1} make run"
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
