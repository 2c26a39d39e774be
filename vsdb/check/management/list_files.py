"""Deck lists as commands are given them: files, or standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from engine import decklists
from engine.model.errors import InputError


def read_file(file: str) -> tuple[str, str | None]:
    """The text of a file, of standard input for `-`, and None; or an empty text and why it can't be read."""
    try:
        if file == "-":
            return decklists.decode(_start(sys.stdin.buffer)), None
        with Path(file).open("rb") as opened:
            return decklists.decode(_start(opened)), None
    except OSError as exc:
        return "", exc.strerror or str(exc)
    except (InputError, ValueError) as exc:
        return "", str(exc)


def printable(file: str) -> str:
    """A file's name as it can be printed."""
    return os.fsencode(file).decode(errors="replace")


def _start(opened: BinaryIO) -> bytes:
    """As much of a file as a deck list may hold, and one byte more, so that a longer one is seen to be longer."""
    return opened.read(decklists.MAX_BYTES + 1)
