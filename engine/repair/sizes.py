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


@dataclass(frozen=True, slots=True)
class SectionSize:
    """How many cards count in a section, and how many a format asks for; `beside` are the sections counted with it."""

    held: int
    least: int = 0
    most: int | None = None
    beside: frozenset[str] = frozenset()

    @property
    def words(self) -> str:
        """What there is of what is asked for: 7 of 10, 39 of 40+; the number alone where nothing is."""
        if self.most is None:
            return f"{self.held} of {self.least}+" if self.least else str(self.held)
        allowed = self.most if self.least in (0, self.most) else f"{self.least} to {self.most}"
        return f"{self.held} of {allowed}"

    @property
    def missing(self) -> int:
        """How many cards more there have to be."""
        return max(self.least - self.held, 0)

    @property
    def room(self) -> int:
        """How many cards more there may be, as far as there is an end to it."""
        return max((self.most or 0) - self.held, 0)

    @property
    def is_over(self) -> bool:
        """Whether there are more cards than there may be."""
        return self.most is not None and self.held > self.most


def measure_sections(sizes: Mapping[str, int], fmt: Format, as_of: date) -> dict[str, SectionSize]:
    """Every section whose number of cards a format asks for on a day; `sizes` are the cards by section.

    Where sections are counted together only, the number is the deck's.
    """
    return {
        section: SectionSize(
            sum(sizes.get(each, 0) for each in limit.sections),
            limit.least,
            limit.most,
            limit.sections - {section},
        )
        for section, limit in _map_narrowest_limits(fmt, as_of).items()
        if (limit.least or limit.most is not None) and (section == DECK or len(limit.sections) == 1)
    }


def _map_narrowest_limits(fmt: Format, as_of: date) -> dict[str, SizeLimit]:
    """The limit that decides for each section: of several that count it the narrowest."""
    limits: dict[str, SizeLimit] = {}
    for limit in sorted(list_size_limits(fmt, as_of), key=lambda each: -len(each.sections)):
        limits |= dict.fromkeys(limit.sections, limit)
    return limits


def find_short_sections(sizes: Mapping[str, int], fmt: Format, as_of: date) -> dict[str, tuple[int, int]]:
    """The sections with fewer cards than a format asks for, each with how many count and the least.

    `sizes` are the cards by section. Of several limits that count a section the narrowest decides. The deck has a card
    at least, and so has the section that it is known by: its legend, its main character.
    """
    never_empty = (DECK, *game_of(fmt.game).stats.leads)
    limits = {section: SizeLimit("", frozenset((section,))) for section in never_empty}
    limits |= _map_narrowest_limits(fmt, as_of)
    short = {}
    for section, limit in limits.items():
        held, least = sum(sizes.get(each, 0) for each in limit.sections), max(limit.least, int(section in never_empty))
        if held < least:
            short[section] = (held, least)
    return short
