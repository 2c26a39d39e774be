"""The signs of a card's domains and of its costs: the drawing, the inks and the words of each."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.games import game_of
from vsdb.core.charts import ChartLook

#: The ink of what has no domain.
_NO_INK = "colorless"


@dataclass(frozen=True, slots=True)
class DomainSign:
    """A domain with its drawing, its ink and the pattern of its bars; `inks` are several where any is meant."""

    word: str
    icon: str
    inks: tuple[str, ...] = (_NO_INK,)
    pattern: str = "hollow"

    @property
    def look(self) -> str:
        """Its classes in the style sheet."""
        first, *others = self.inks
        return " ".join((f"domain domain--{first}", *(f"domain--and-{ink}" for ink in others[:1])))


def find_domain_sign(game: str, name: str) -> DomainSign | None:
    """The sign of a domain; None of what the game doesn't draw."""
    drawn = game_of(game).site.face
    icon = drawn.symbols.get(name)
    return DomainSign(name, icon, (drawn.inks[name],), drawn.patterns[name]) if icon else None


def list_domain_signs(card: Card) -> tuple[DomainSign, ...]:
    """The signs of a card's domains, one for a card of none; empty where they aren't recorded or aren't drawn."""
    if card.domains is None:
        return ()
    found = (find_domain_sign(card.game, name) for name in card.domains)
    none = None if card.domains else find_shared_sign(card.game, ())
    return tuple(filter(None, (*found, none)))


def find_shared_sign(game: str, domains: tuple[str, ...] | None, joiner: str = " and ") -> DomainSign | None:
    """The one sign of what has several domains, one, none (an empty tuple), or such as aren't recorded (None).

    None in a game that draws none.
    """
    drawn = game_of(game).site.face
    if not drawn.symbols:
        return None
    if domains is None:
        return DomainSign("domain not recorded", drawn.several_symbol, pattern="dotted")
    signs = [sign for name in domains if (sign := find_domain_sign(game, name))]
    if not signs:
        return DomainSign("no domain", drawn.no_symbol)
    if len(signs) == 1:
        return signs[0]
    inks = tuple(ink for sign in signs for ink in sign.inks)
    return DomainSign(joiner.join(sign.word for sign in signs), drawn.several_symbol, inks, "split")


def find_power_sign(card: Card) -> DomainSign | None:
    """The sign of one power of a card's cost: any of its domains pays it, and any at all where it has none.

    Of which of its domains the power is isn't recorded apart. None in a game without such signs.
    """
    if card.domains == ():
        any_symbol = game_of(card.game).site.face.any_symbol
        return DomainSign("any domain", any_symbol) if any_symbol else None
    return find_shared_sign(card.game, card.domains, " or ")


def draw_look(sign: DomainSign | None) -> ChartLook | None:
    """How bars of what has this sign look in a chart."""
    return ChartLook(sign.word, sign.pattern, sign.look, sign.icon) if sign else None
