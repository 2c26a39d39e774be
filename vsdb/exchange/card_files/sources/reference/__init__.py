"""The text layout of official card references and of the questions and answers about a set.

A title with the day it was updated; then sections: general entries, numbered or under headings of their own; errata;
single cards. A card is a line with its name, a line with its type and figures, its text, and often a commentary. There
is no markup, so each paragraph is told by its form and its speech.

`read(file, name)` gives the items; `read_with_lines` gives them with the lines they were made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from engine.model.errors import InputError
from vsdb.exchange.card_files.proposals import Item
from vsdb.exchange.card_files.sources.reference.entries import gather_entries, split_preamble
from vsdb.exchange.card_files.sources.reference.items import ItemBuilder
from vsdb.exchange.card_files.sources.reference.known import load_known_words
from vsdb.exchange.card_files.sources.reference.layout import find_section_kind
from vsdb.exchange.card_files.sources.reference.lines import GivenItem, read_paragraphs
from vsdb.exchange.card_files.sources.reference.preamble import read_preamble


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The items of a card reference or a set's FAQ in the order of the file, the source first.

    `name` is the file's own, which stands in where the document has no title and no date. Raises InputError where the
    file is no text, or no such document.
    """
    for given in read_with_lines(file, name):
        if given.item is not None:
            yield given.item


def read_with_lines(file: BinaryIO, name: str) -> Iterator[GivenItem]:
    """The items as `read` gives them, each with the lines it was made of, and headings; every line that isn't blank
    is in one of them."""
    known = load_known_words()
    rest = read_paragraphs(file)
    before, first = split_preamble(rest)
    if not first:
        raise InputError(
            "nothing in it reads as a card reference: there is neither a card, with a type line such as "
            "“Character, 3, Team, 5/4” under its name, nor a section such as GENERAL, ERRATA or SINGLE CARDS",
            place=f"line {before[0].line}" if before else "",
            code="wrong-format",
        )
    has_sections = find_section_kind(first[0].text) is not None
    preamble = read_preamble(before, name=name, has_sections=has_sections, words=known)
    items = ItemBuilder(preamble.document, known)
    yield from preamble.given
    for paragraph in preamble.statements:
        yield from items.statement(paragraph)
    for event in gather_entries(chain(first, rest), known):
        yield from items.of(event)
