"""How many cards a section has to have: what the figures of deck building ask, whatever stands there."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.vs_2pcg.deck import DECK_SIZE
from engine.model.cards import RIFTBOUND, VS_2PCG
from engine.model.decks import BATTLEFIELDS, CHAMPION, DECK, LEGEND, RUNES, SIDEBOARD
from engine.model.formats import Format


@dataclass(frozen=True, slots=True)
class Size:
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


def sizes_of(fmt: Format) -> tuple[Size, ...]:
    """The sizes that a format asks for. Of 2PCG's main characters, level-up zone and piles the cards decide."""
    figures = fmt.construction
    if fmt.game == RIFTBOUND:
        exact = (
            ("legend", LEGEND, figures.legends),
            ("chosen-champion", CHAMPION, figures.champions),
            ("rune-count", RUNES, figures.runes),
            ("battlefield-count", BATTLEFIELDS, figures.battlefields),
        )
        return (
            Size("deck-size", frozenset((DECK, CHAMPION)), figures.deck_min or 0, figures.deck_max),
            Size("sideboard-size", frozenset((SIDEBOARD,)), 0, figures.sideboard_max),
            *(
                Size(code, frozenset((section,)), wanted, wanted)
                for code, section, wanted in exact
                if wanted is not None
            ),
        )
    if fmt.game == VS_2PCG:
        least, most = figures.deck_min or DECK_SIZE, figures.deck_max or DECK_SIZE
        return (Size("deck-size", frozenset((DECK,)), least, most),)
    least = figures.deck_min or 0
    # A maximum is looked at only beside a minimum.
    return (Size("deck-size", frozenset((DECK,)), least, figures.deck_max if figures.deck_min is not None else None),)
