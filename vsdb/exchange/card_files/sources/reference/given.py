"""What the reader gives, each with the lines that it was made of, so that no line is lost or taken twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from vsdb.exchange.card_files.proposals import Item
from vsdb.exchange.card_files.sources.reference.lines import Paragraph


class Role(StrEnum):
    """What a line of the file is."""

    SOURCE = "source"
    HEADING = "heading"
    FACTS = "facts"
    WORDING = "wording"
    RULING = "ruling"
    IGNORED = "ignored"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Span:
    """Lines from the first to the last, both included, and what they are."""

    first: int
    last: int
    role: Role


@dataclass(frozen=True, slots=True)
class Given:
    """An item and its lines. What is read out of the lines of another item (a set, a group) has none of its own."""

    item: Item | None
    lines: tuple[Span, ...] = ()


def spans(paragraphs: Iterable[Paragraph], role: Role) -> tuple[Span, ...]:
    """The lines of some paragraphs."""
    return tuple(Span(paragraph.line, paragraph.last, role) for paragraph in paragraphs)
