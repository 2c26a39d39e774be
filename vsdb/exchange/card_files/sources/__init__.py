"""The kinds of file that can be imported: what each is called, and the function that reads it.

A reader takes a file opened in binary mode, at its beginning and able to go back there, and the file's name. It gives
one `SourceProposal`, then proposals, problems and what was left out (`vsdb.exchange.card_files.proposals`), in the
order of the file and without keeping it in memory. It raises `engine.model.errors.InputError` for a file that isn't of
its kind, or that no one should read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import BinaryIO

from vsdb.exchange.card_files.proposals import Item
from vsdb.exchange.card_files.sources import cockatrice, csv_columns, octgn, reference, tcgbrowser

Reader = Callable[[BinaryIO, str], Iterator[Item]]

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "octgn": octgn.read,
        "tcgbrowser": tcgbrowser.read,
        "cockatrice": cockatrice.read,
        "csv": csv_columns.read,
        "reference": reference.read,
    }
)
