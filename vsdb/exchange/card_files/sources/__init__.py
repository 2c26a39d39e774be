"""The kinds of file that can be imported: what each is called, and the function that reads it.

A reader takes a file opened in binary mode, at its beginning and able to go back there, and the file's name. It gives
a `SourceProposal`, then proposals, problems and what was left out (`vsdb.exchange.card_files.proposals`), in the
order of the file and without keeping it in memory. It raises `engine.model.errors.InputError` for a file that isn't of
its kind, or that no one should read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO

from vsdb.exchange.card_files.proposals import Item
from vsdb.exchange.card_files.sources import csv_columns, errata_articles, faq_articles, gallery, tcgbrowser, xml_cards
from vsdb.exchange.card_files.sources.reference import items as reference

Reader = Callable[[BinaryIO, str], Iterator[Item]]

READERS: Mapping[str, Reader] = {
    "octgn": xml_cards.read_octgn,
    "tcgbrowser": tcgbrowser.read,
    "cockatrice": xml_cards.read_cockatrice,
    "csv": csv_columns.read,
    "reference": reference.read,
    "gallery": gallery.read,
    "errata-article": errata_articles.read_article,
    "errata-overlay": errata_articles.read_overlay,
    "faq-article": faq_articles.read,
}
