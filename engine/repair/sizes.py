"""How many cards a section has to have: what the figures of deck building ask, whatever stands there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from engine.model.decks import DECK
from engine.model.formats import Format
from engine.model.games import game_of


@dataclass(frozen=True, slots=True)
class SizeLimit:
    """At least and at most so many cards in these sections together; `code` is that of the rule's findings."""

    code: str
    sections: frozenset[str]
    least: int = 0
    most: int | None = None

    @property
    def words(self) -> str:
        """What is allowed, for people."""
        if self.most == self.least:
            return f"exactly {self.least}"
        return f"at least {self.least}" if self.most is None else f"{self.least} to {self.most}"


def list_size_limits(fmt: Format, as_of: date) -> tuple[SizeLimit, ...]:
    """The sizes that a format asks for on a day, whatever its cards ask for beside."""
    figures = fmt.construction_on(as_of)
    sizes = game_of(fmt.game).repairs.sizes
    if sizes:
        return sizes(figures)
    least = figures.deck_min or 0
    # A maximum is looked at only beside a minimum.
    return (
        SizeLimit("deck-size", frozenset((DECK,)), least, figures.deck_max if figures.deck_min is not None else None),
    )


def find_short_sections(sizes: Mapping[str, int], fmt: Format, as_of: date) -> dict[str, tuple[int, int]]:
    """The sections with fewer cards than a format asks for, each with how many count and the least.

    `sizes` are the cards by section. Of several limits that count a section the narrowest decides. The deck has a card
    at least, and so has the section that it is known by: its legend, its main character.
    """
    never_empty = (DECK, *game_of(fmt.game).stats.leads)
    limits = {section: SizeLimit("", frozenset((section,))) for section in never_empty}
    for limit in sorted(list_size_limits(fmt, as_of), key=lambda each: -len(each.sections)):
        limits |= dict.fromkeys(limit.sections, limit)
    short = {}
    for section, limit in limits.items():
        held, least = sum(sizes.get(each, 0) for each in limit.sections), max(limit.least, int(section in never_empty))
        if held < least:
            short[section] = (held, least)
    return short
