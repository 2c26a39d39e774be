"""The signs of a card's domains and of its costs: the drawing, the inks and the words of each."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.games import game_of

#: The ink of what has no domain.
_NO_INK = "colorless"


@dataclass(frozen=True, slots=True)
class DomainSign:
    """A domain with its drawing and its ink; `inks` are two where any of a card's domains is meant."""

    word: str
    icon: str
    inks: tuple[str, ...]

    @property
    def look(self) -> str:
        """Its classes in the style sheet."""
        first, *others = self.inks
        return " ".join((f"domain domain--{first}", *(f"domain--and-{ink}" for ink in others[:1])))


def find_domain_sign(game: str, name: str) -> DomainSign | None:
    """The sign of a domain; None of what the game doesn't draw."""
    drawn = game_of(game).site.face
    icon = drawn.symbols.get(name)
    return DomainSign(name, icon, (drawn.inks[name],)) if icon else None


def list_domain_signs(card: Card) -> tuple[DomainSign, ...]:
    """The signs of a card's domains, one for a card of none; empty where they aren't recorded or aren't drawn."""
    drawn = game_of(card.game).site.face
    if not drawn.symbols or card.domains is None:
        return ()
    found = (find_domain_sign(card.game, name) for name in card.domains)
    none = DomainSign("no domain", drawn.no_symbol, (_NO_INK,))
    return tuple(filter(None, found)) if card.domains else (none,)


def find_power_sign(card: Card) -> DomainSign | None:
    """The sign of one power of a card's cost: any of its domains pays it, and any at all where it has none.

    Of which of its domains the power is isn't recorded apart. None in a game without such signs.
    """
    drawn = game_of(card.game).site.face
    if not drawn.symbols:
        return None
    if card.domains is None:
        return DomainSign("domain not recorded", drawn.several_symbol, (_NO_INK,))
    if not card.domains:
        return DomainSign("any domain", drawn.any_symbol, (_NO_INK,))
    first, *others = list_domain_signs(card)
    if not others:
        return first
    signs = (first, *others)
    inks = tuple(ink for sign in signs for ink in sign.inks)
    return DomainSign(" or ".join(sign.word for sign in signs), drawn.several_symbol, inks)
