"""Reads what is logged, as each formatter writes it."""

from __future__ import annotations

import json
import logging
from typing import Any

from vsdb.core.logs.formatters import JsonLineFormatter, LineFormatter


class Logged(logging.Handler):
    """Keeps each entry in both forms, written when it is made."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[tuple[str, str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.held.append((record.levelname, LineFormatter().format(record), JsonLineFormatter().format(record)))

    def lines(self, level: str) -> list[str]:
        """Entries of a level, as lines."""
        return [line for each, line, _ in self.held if each == level]

    def objects(self, level: str) -> list[dict[str, Any]]:
        """Entries of a level, as objects of JSON."""
        return [json.loads(written) for each, _, written in self.held if each == level]
