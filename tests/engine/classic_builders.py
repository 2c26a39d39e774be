"""Classic sets, cards, formats and decks for tests, with nothing recorded but what the test says."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from engine.model.cards import VS_CLASSIC, Between, Card, CardSet, Keyword, Printing
from engine.model.decks import AMBIGUOUS, DECK, UNKNOWN, UNREADABLE, Deck, DeckEntry
from engine.model.formats import Ban, Construction, Format, Pool
from engine.model.verdicts import Breach, Measure

A_DAY = date(2008, 12, 31)


def between(earliest: str, latest: str | None = None) -> Between:
    """The days between two, or one day."""
    return Between(date.fromisoformat(earliest), date.fromisoformat(latest or earliest))


def a_set(code: str, earliest: str = "2004-04-01", latest: str | None = None, **facts: Any) -> CardSet:
    """An official expansion unless the test says otherwise."""
    legal = facts.pop("legal_from", None)
    return CardSet(
        game=VS_CLASSIC,
        code=code,
        name=code,
        released=between(earliest, latest),
        legal_from=date.fromisoformat(legal) if legal else None,
        **{"kind": "expansion", "brand": "Marvel", **facts},
    )


def a_card(name: str, *versions: str, sets: Iterable[str] = (), keywords: Iterable[str] = (), **facts: Any) -> Card:
    """A character of that name and versions, printed in those sets; without sets no printing is recorded."""
    title = ", ".join(filter(None, (name, " ○ ".join(versions))))
    return Card(
        **{
            "game": VS_CLASSIC,
            "slug": title.lower().replace(", ", "-").replace(" ", "-"),
            "name": name,
            "title": title,
            "copy_key": "|".join((name, *sorted(versions))),
            "type": "Character",
            "versions": versions,
            "keywords": tuple(Keyword(keyword) for keyword in keywords),
            "printings": tuple(Printing(*code.split("-")) for code in sets),
            **facts,
        }
    )


def a_format(*sets: CardSet, bans: Iterable[Ban] = (), **facts: Any) -> Format:
    """A constructed format of every set unless the test says otherwise."""
    return Format(
        **{
            "game": VS_CLASSIC,
            "slug": "test-age",
            "name": "Test Age",
            "pool": Pool("all"),
            "construction": Construction(deck_min=60, copies=4),
            "sets": {each.code: each for each in sets},
            "bans": tuple(bans),
            **facts,
        }
    )


def a_deck(*lines: tuple[int, Card] | DeckEntry, game: str = VS_CLASSIC) -> Deck:
    """A deck of these lines, in order."""
    return Deck(
        game,
        tuple(
            line if isinstance(line, DeckEntry) else DeckEntry(DECK, line[0], line[1], line=number, name=line[1].name)
            for number, line in enumerate(lines, start=1)
        ),
    )


def an_unknown(count: int, name: str, *nearest: Card, line: int = 90) -> DeckEntry:
    """A line that names no recorded card."""
    return DeckEntry(DECK, count, state=UNKNOWN, line=line, written=f"{count} {name}", name=name, candidates=nearest)


def an_ambiguous(count: int, name: str, *cards: Card, line: int = 91) -> DeckEntry:
    """A line that may name any of some cards."""
    return DeckEntry(DECK, count, state=AMBIGUOUS, line=line, written=f"{count} {name}", name=name, candidates=cards)


def an_unreadable(line: int = 92) -> DeckEntry:
    """A line that can't be read."""
    return DeckEntry(DECK, 0, state=UNREADABLE, line=line, written="???", problem="there is no name")


def breaches(said: Iterable[Breach | Measure]) -> list[Breach]:
    """What a check has to say against a deck, or about it."""
    return [each for each in said if isinstance(each, Breach)]


def measures(said: Iterable[Breach | Measure]) -> list[Measure]:
    """The figures that a check saw."""
    return [each for each in said if isinstance(each, Measure)]


def severities(said: Iterable[Breach | Measure]) -> list[str]:
    """How bad each thing is that a check has to say."""
    return [breach.severity for breach in breaches(said)]
