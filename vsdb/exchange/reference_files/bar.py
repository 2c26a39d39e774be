"""A bar on a terminal for what takes a while; nothing where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from vsdb.exchange.reference_files.writing import Progress


@contextmanager
def shown(label: str, *, is_shown: bool) -> Iterator[Progress | None]:
    """The function to tell how many of how many are done."""
    if not is_shown or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield show
