"""Legal decks of each game for benchmarks: the same 200 in every run.

They begin as the legal decks of the conformance suite with their formats and days. One line after the other is given
another card of the same type, as long as the verdict stays legal, until most lines are others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

from engine import LEGAL, Card, Deck, Format, Reference, build_reference, check_deck, read_deck, write_deck
from engine.model.decks import DECK, READ
from vsdb.catalog.cards.reading.folder import read_game

ROOT = Path(__file__).resolve().parent.parent
DECKS = 200
_LEAST_CARDS = {"vs-classic": 60, "vs-2pcg": 60, "riftbound": 56}
_TRIES = 3  #: of other cards for a line
_SEED = 20081222


@dataclass(frozen=True, slots=True)
class SampleDeck:
    """A legal deck as text, with the format and the day on which it is legal."""

    text: str
    fmt: Format
    day: date
    known: Reference

    def read(self) -> Deck:
        """The deck just read: nothing is remembered of an earlier verdict."""
        return read_deck(self.text, self.known.on(self.day).catalog, self.day)


@cache
def load_game(game: str) -> Reference:
    """The reference of a game out of the fixtures."""
    rows = read_game(ROOT / "fixtures" / game, game)
    return build_reference(game, cards=rows.cards, sets=rows.sets, formats=rows.formats, bans=rows.bans)


def make_decks(game: str, count: int = DECKS) -> list[SampleDeck]:
    """That many different legal decks."""
    chance = Random(_SEED)  # noqa: S311 - the same decks in every run
    bases = list(_legal_cases(game))
    return [_vary(bases[number % len(bases)], chance) for number in range(count)]


def _legal_cases(game: str) -> Iterator[SampleDeck]:
    known = load_game(game)
    suite = json.loads((ROOT / "vsdb_conformance" / "verdicts.json").read_text(encoding="utf-8"))
    for case in suite["cases"]:
        fmt = known.formats.get(case["format"]) if case["game"] == game else None
        if fmt is None or case["expect"].get("outcome") != LEGAL:
            continue
        found = SampleDeck("\n".join(case["deck"]), fmt, date.fromisoformat(case["as_of"]), known)
        deck = found.read()
        if sum(deck.sizes.values()) >= _LEAST_CARDS[game] and all(entry.state == READ for entry in deck.entries):
            yield found


def _vary(base: SampleDeck, chance: Random) -> SampleDeck:
    deck = base.read()
    by_type: dict[str, list[Card]] = {}
    for card in base.known.on(base.day).catalog.cards:
        by_type.setdefault(card.type, []).append(card)
    for place, entry in enumerate(deck.entries):
        if entry.section != DECK or entry.card is None:
            continue
        for _ in range(_TRIES):
            other = replace(entry, card=chance.choice(by_type[entry.card.type]), printing="")
            changed = Deck(
                deck.game, (*deck.entries[:place], other, *deck.entries[place + 1 :]), deck.title, deck.metadata
            )
            if check_deck(changed, base.fmt, base.day).outcome == LEGAL:
                deck = changed
                break
    return replace(base, text=write_deck(deck))
