"""The life of a deck and of a card in a format agrees with asking day by day."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from engine import Reference, check_deck, read_deck
from engine.cards import GAMES, Card
from engine.lives import lives_of_deck

SAMPLES = Path(__file__).parents[2] / "vsdb" / "decks" / "sample_lists"
BANNED = ("Overload", "Antarctic Research Base", "Gone But Not Forgotten", "Dr. Light, Master of Holograms")
OFTEN = {"golden-age", "silver-age", "modern-age", "multiverse", "standard"}
REPLACEMENTS = {"Supporting Character", "Plot Twist", "Location", "Unit", "Spell", "Gear"}
References = Callable[[str], Reference]
DAY = timedelta(days=1)
DECKS = 1_000
PER_DECK = 6  #: random days beside the ends of the spans


def classic_list(known: Reference, chance: random.Random) -> str:
    """Sixty cards or so out of one to three sets, by title, by name alone or by printing."""
    codes = set(
        chance.sample([code for code, each in known.sets.items() if each.official != "no"], chance.randint(1, 4))
    )
    held = [card for card in known.catalog.cards if card.set_codes & codes]
    cards = chance.sample(held, min(len(held), 16))
    lines = [f"4 {_written(card, chance)}" for card in cards]
    if chance.random() < 0.3:
        lines.append(f"1 {chance.choice(BANNED)}")
    if chance.random() < 0.05:
        lines.append("2 Nobody in Particular")
    return "\n".join(lines)


def sample_with_others(name: str) -> Callable[[Reference, random.Random], str]:
    """A sample list with up to two of its lines given to other cards."""
    lines = (SAMPLES / name).read_text(encoding="utf-8").splitlines()
    may_go = [place for place, line in enumerate(lines) if line.startswith(("4 ", "3 ")) and "OGN-" not in line]

    def made(known: Reference, chance: random.Random) -> str:
        others = list(lines)
        for place in chance.sample(may_go, chance.choice((0, 1, 1, 2))):
            card = chance.choice([each for each in known.catalog.cards if each.type in REPLACEMENTS])
            others[place] = f"{others[place][:1]} {_written(card, chance)}"
        if chance.random() < 0.5:
            others = [line.replace("Obelisk of Power", "Zaun Warrens") for line in others]
        return "\n".join(others)

    return made


def _written(card: Card, chance: random.Random) -> str:
    printed = next((printing.code for printing in card.printings if printing.number), "")
    with_printing = f"{card.title} [{printed}]" if printed else card.title
    return chance.choices((card.title, with_printing, card.name), (10, 10, 1))[0]


LISTS = {
    "vs-classic": classic_list,
    "vs-2pcg": sample_with_others("a-force.txt"),
    "riftbound": sample_with_others("jinx.txt"),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_timeline_says_of_every_day_what_a_check_on_that_day_says(game: str, reference: References) -> None:
    known, chance = reference(game), random.Random(game)  # noqa: S311
    formats = list(known.formats.values())
    often = [fmt for fmt in formats if fmt.slug in OFTEN]
    seen: Counter[str] = Counter()
    first = min(each.released.earliest for each in known.sets.values()) - timedelta(days=400)
    length = (date(2029, 1, 1) - first).days
    for _ in range(DECKS // len(GAMES) + 1):
        text, fmt = LISTS[game](known, chance), chance.choice(chance.choice((formats, often)))
        (spans,) = lives_of_deck(text, known, [fmt]).values()
        seen.update({span.outcome for span in spans})
        assert spans[0].since is None
        assert spans[-1].until is None
        assert all(one.until and two.since == one.until + DAY for one, two in pairwise(spans))
        days = {first + chance.randrange(length) * DAY for _ in range(PER_DECK)}
        days.update(day for span in spans for day in (span.since, span.until) if day)
        for day in days:
            deck = read_deck(text, known.on(day).catalog, day)
            told = next(span for span in reversed(spans) if span.since is None or span.since <= day)
            assert told.outcome == check_deck(deck, fmt, day).outcome, (text, fmt.slug, day)
    assert min(seen[outcome] for outcome in ("legal", "illegal", "uncertain")) > DECKS // 50, seen
