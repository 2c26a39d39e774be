"""Documents in the layout of card references, in words of our own, and what is read from them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from textwrap import dedent
from typing import TypeVar

from vsdb.exchange.card_files.proposals import CardProposal, Item, ReadingProblem, RulingProposal, SourceProposal
from vsdb.exchange.card_files.sources.reference.entries import DocumentEntry, gather_entries, split_preamble
from vsdb.exchange.card_files.sources.reference.items import read
from vsdb.exchange.card_files.sources.reference.layout import FileParagraph, read_paragraphs
from vsdb.exchange.card_files.sources.reference.statements import load_known_words

Kind = TypeVar("Kind")

FAQ = """\
    Gorse Clan Frequently Asked Questions
    Compiled by Ada Marsh
    Last updated May 4, 2007

    GENERAL

    1. This set is legal for every tournament from May 18, 2007.

    2. Lanterns

    A lantern is lit as it enters play. See rule 512.3b.

    Example: You recruit Mila, who brings a lantern of her own.

    Mila, Lamplighter
    When Mila enters play, you may search your deck for a lantern.

    3. Keepers

    The members of the Keepers are Mila, Dr. Oak, and Old Tam. Each of them counts, whatever it wears.

    ERRATA

    These cards have new texts below:

    Ossian <> The Gale, Windborn ○ Second Son
    Character, 4, Gorse Clan ○ Harrow, 7/6
    Reservist

    When Ossian enters play, draw a card.

    You draw that card even if Ossian has already left play.

    Hollow Gate
    Location, 3
    [Activate] >>> Ready target Harrow character.

    SINGLE CARDS

    Quiet Morning
    Plot Twist, 2
    Target defender gets +2 DEF this attack.


    The bonus lasts as long as the attack does, even if the defender moves.

    Tam's Ladder
    Equipment, 0
    Equip only to Old Tam.

    Equipped character has flight.

    See Quiet Morning.
"""


def given(text: str | bytes, name: str = "gorse.txt") -> list[Item]:
    """The items of a document; text is dedented and written as UTF-8."""
    return list(read(io.BytesIO(as_bytes(text)), name))


def of_kind(kind: type[Kind], text: str | bytes, name: str = "gorse.txt") -> list[Kind]:
    """The items of one kind."""
    return [item for item in given(text, name) if isinstance(item, kind)]


def as_bytes(text: str | bytes) -> bytes:
    """A document as a file holds it."""
    return text if isinstance(text, bytes) else dedent(text).encode()


def source(text: str | bytes, name: str = "gorse.txt") -> SourceProposal:
    """The source, which comes first."""
    first = given(text, name)[0]
    assert isinstance(first, SourceProposal)
    return first


def cards(text: str | bytes) -> dict[str, CardProposal]:
    """The cards by their names; of one that comes twice the later."""
    return {card.name: card for card in of_kind(CardProposal, text)}


def notes(text: str | bytes) -> dict[str, RulingProposal]:
    """The rulings that aren't a card's, by their subjects."""
    return {ruling.subject: ruling for ruling in of_kind(RulingProposal, text)}


def problems(text: str | bytes) -> list[str]:
    """What couldn't be read, with its place."""
    return [f"{problem.place}: {problem.message}" for problem in of_kind(ReadingProblem, text)]


def wording(card: CardProposal) -> list[str]:
    """The paragraphs of a card's only wording."""
    assert len(card.wordings) <= 1
    return card.wordings[0].text.split("\n") if card.wordings else []


def commentary(card: CardProposal) -> list[str]:
    """The paragraphs of a card's only ruling."""
    assert len(card.rulings) <= 1
    return card.rulings[0].text.split("\n") if card.rulings else []


def shape(card: CardProposal) -> tuple[int, int]:
    """How many paragraphs are wording, and how many commentary."""
    return len(wording(card)), len(commentary(card))


def lines_taken(data: bytes, name: str = "gorse.txt") -> list[int]:
    """The numbers of all lines that are in an entry, in a heading or before both, as often as they are."""
    assert list(read(io.BytesIO(data), name))
    return sorted(number for each in paragraphs(data) for number in range(each.line, each.last + 1))


def paragraphs(data: bytes) -> Iterator[FileParagraph]:
    """The paragraphs of a document as its entries hold them."""
    rest = read_paragraphs(io.BytesIO(data))
    before, first = split_preamble(rest)
    yield from before
    for event in gather_entries(chain(first, rest), load_known_words()):
        if not isinstance(event, DocumentEntry):
            yield event.paragraph
            continue
        for entry in (event, *event.examples):
            heads = () if entry.goes_on else (entry.head, entry.type_paragraph)
            yield from filter(None, (*heads, *entry.body))


def bodies(data: bytes) -> Iterator[FileParagraph]:
    """The paragraphs that stand under a name or a heading."""
    rest = read_paragraphs(io.BytesIO(data))
    for event in gather_entries(chain(split_preamble(rest)[1], rest), load_known_words()):
        if isinstance(event, DocumentEntry):
            for entry in (event, *event.examples):
                yield from entry.body


def words_said(data: bytes, name: str = "gorse.txt") -> set[str]:
    """The words of all items: what they give, and what they say can't be read or is of no use."""
    return {word for item in read(io.BytesIO(data), name) for text in _texts(asdict(item)) for word in words_of(text)}


def words_of(text: str) -> list[str]:
    """The runs of letters and figures in a text."""
    return re.findall(r"[^\W_]+", text)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)
