"""2PCG cards and lists for tests, with only the facts that a test is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.games.vs_2pcg.deck_rules import PCG_5_0
from engine.model.cards import VS_2PCG, Card, Keyword
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.formats import Format
from engine.model.verdicts import Breach, Measure
from tests.engine import builders
from tests.engine.builders import DAY

Counts = Mapping[Card, int]


def main_character(name: str = "Captain Marvel", level: int | None = 1, **facts: Any) -> Card:
    """A main character of A-Force with its level."""
    return _card(name, "Main Character", f"{name} {level} {facts.get('printings', '')}", level=level, **facts)


def supporting(name: str = "Pixie", **facts: Any) -> Card:
    """A supporting character of A-Force."""
    return _card(name, "Supporting Character", f"{name} SC {facts.get('printings', '')}", **facts)


def plot_twist(name: str = "Find Cover", **facts: Any) -> Card:
    """A plot twist without a team."""
    return _card(name, "Plot Twist", name, **{"teams": (), "alignments": ("Neutral",), **facts})


def equipment(name: str = "Chair", **facts: Any) -> Card:
    """An equipment card without a team."""
    return _card(name, "Equipment", name, **{"teams": (), "alignments": ("Neutral",), **facts})


def basic_location(name: str = "Academy", symbol: str = "Intellect", **facts: Any) -> Card:
    """A basic location of one power symbol."""
    neutral = {"teams": (), "alignments": ("Neutral",), "power_symbols": (symbol,)}
    return _card(name, "Basic Location", name, **{**neutral, **facts})


def special_location(name: str = "Arcadia", **facts: Any) -> Card:
    """A special location of A-Force with four power symbols."""
    return _card(
        name, "Special Location", name, **{"power_symbols": ("Energy", "Intellect", "Might", "Skill"), **facts}
    )


def unrecorded(name: str, kind: str | None = None, **facts: Any) -> Card:
    """A card of which no source records more than its name, and perhaps its type."""
    return builders.card(VS_2PCG, name, **{"type": kind, **facts})


def _card(name: str, kind: str, identity: str, **facts: Any) -> Card:
    slug = "".join(sign if sign.isalnum() or sign == "*" else "-" for sign in identity.casefold()).strip("-")
    recorded = {"teams": ("A-Force",), "alignments": ("Good",), "universe": "Illustrated", "printings": ("AFF-100",)}
    words = [Keyword(*word) if isinstance(word, tuple) else Keyword(word) for word in facts.pop("keywords", ())]
    built = {**recorded, "type": kind, "slug": slug, "copy_key": slug, **facts}
    return replace(builders.card(VS_2PCG, name, **built), keywords=tuple(words))


def pcg_deck(
    main: Counts | None = None,
    *entries: DeckEntry,
    starters: Counts | None = None,
    level_up: Counts | None = None,
    piles: Mapping[str, Counts] | None = None,
) -> Deck:
    """A list by its parts; piles by their names."""
    sections = {"main_character": starters or {}, "level_up": level_up or {}, DECK: main or {}}
    sections |= {f"pile:{name}": cards for name, cards in (piles or {}).items()}
    return builders.deck(VS_2PCG, *entries, **sections)


def multiverse(**facts: Any) -> Format:
    """A format of one universe with sixty cards and four copies."""
    figures = {"deck_min": 60, "deck_max": 60, "copies": 4}
    return builders.fmt(VS_2PCG, construction=figures, **{"universe": "one", **facts})


def said(code: str, deck: Deck, fmt: Format | None = None) -> list[Breach | Measure]:
    """What the rows of that code in the table say."""
    fmt = fmt or multiverse()
    return [each for rule in PCG_5_0.rules if rule.code == code for each in rule.check(deck, fmt, DAY)]


def against(code: str, deck: Deck, fmt: Format | None = None) -> list[tuple[str, str]]:
    """How grave each thing is that the rows of that code find, with its message."""
    return [(each.severity, each.message) for each in said(code, deck, fmt) if isinstance(each, Breach)]


def severities(code: str, deck: Deck, fmt: Format | None = None) -> list[str]:
    """How grave each thing is that the rows of that code find."""
    return [severity for severity, _ in against(code, deck, fmt)]


def pile(name: str, cards: Counts, *users: Card, **parts: Any) -> Deck:
    """A list with one pile and, in its deck, a card that uses it."""
    using = users or (supporting("User", uses_piles=(name,)),)
    return pcg_deck({**dict.fromkeys(using, 1), **parts.pop("main", {})}, piles={name: cards}, **parts)


def wrong(deck: Deck) -> list[str]:
    """How grave each thing is that the pile rules find, code by code."""
    return [
        f"{code} {severity}"
        for code in ("pile-missing", "pile-size", "pile-card", "pile-nested", "pile-unexpected")
        for severity in severities(code, deck)
    ]


def domains(count: int) -> dict[Card, int]:
    """So many Domains, one each."""
    return {plot_twist(f"Domain {number}", type="Battleworld Domain"): 1 for number in range(count)}


def twists(*names: str) -> dict[Card, int]:
    """Plot twists of these names, one each."""
    return {plot_twist(name): 1 for name in names}


def people(*names: str, **facts: Any) -> dict[Card, int]:
    """Supporting characters of these names, one each."""
    return {supporting(name, **facts): 1 for name in names}


def mains(*names: str, **facts: Any) -> dict[Card, int]:
    """Main characters of these names, one each."""
    return {main_character(name, **facts): 1 for name in names}


def x_men(*titles: str) -> dict[Card, int]:
    """The first X-Men under these titles."""
    return {main_character(title, level): 1 for level, title in enumerate(titles, start=1)}
