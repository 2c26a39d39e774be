"""The life of a deck and of a card in a format agrees with asking day by day."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest

from engine import Reference, build_reference, check_deck, read_deck
from engine.formats.legality import find_legality
from engine.model.cards import GAMES, Card
from engine.timelines import DeckSpan, _list_restriction_days, build_card_timelines, build_deck_timelines
from tests.engine.real_lists import read_sample
from tests.sizes import size

BANNED = ("Overload", "Antarctic Research Base", "Gone But Not Forgotten", "Dr. Light, Master of Holograms")
OFTEN = {"golden-age", "silver-age", "modern-age", "multiverse", "standard"}
REPLACEMENTS = {"Supporting Character", "Plot Twist", "Location", "Unit", "Spell", "Gear"}
References = Callable[[str], Reference]
DAY = timedelta(days=1)
DECKS = size(1_000, short=300)
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
    lines = read_sample(name).splitlines()
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
    "vs-2pcg": sample_with_others("a-force"),
    "riftbound": sample_with_others("jinx"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.law
def test_a_timeline_says_of_every_day_what_a_check_on_that_day_says(game: str, reference: References) -> None:
    known, chance = reference(game), random.Random(game)  # noqa: S311
    formats = list(known.formats.values())
    often = [fmt for fmt in formats if fmt.slug in OFTEN]
    seen: Counter[str] = Counter()
    first = min(each.released.earliest for each in known.sets.values()) - timedelta(days=400)
    length = (date(2029, 1, 1) - first).days
    for _ in range(DECKS // len(GAMES) + 1):
        text, fmt = LISTS[game](known, chance), chance.choice(chance.choice((formats, often)))
        (spans,) = build_deck_timelines(text, known, [fmt]).values()
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
    assert min(seen[outcome] for outcome in ("legal", "illegal", "uncertain")) > size(20, short=3), seen


@pytest.mark.parametrize("game", GAMES)
def test_the_timeline_of_a_card_says_of_every_day_what_is_said_of_that_day(game: str, reference: References) -> None:
    known, chance = reference(game), random.Random(game)  # noqa: S311
    formats = list(known.formats.values())
    for card in chance.sample(known.catalog.cards, 60):
        lives = build_card_timelines(card.slug, known, formats)
        for fmt in chance.sample(formats, 5):
            spans = lives[fmt]
            assert spans[0].since is None
            assert spans[-1].until is None
            days = {date(2004, 1, 1) + chance.randrange(9_000) * DAY for _ in range(4)}
            for day in days | {day for span in spans for day in (span.since, span.until) if day}:
                told = next(span for span in reversed(spans) if span.since is None or span.since <= day)
                assert told.status == find_legality(card, fmt, day).status, (card.slug, fmt.slug, day)


class TestOverloadInGoldenAge:
    """Out of Marvel Origins (April 2004); banned at some time between 1 June and 31 July 2005, allowed again at some
    time between 1 December 2006 and 11 August 2008 (data/bans.json)."""

    def test_turns_into_doubt_and_out_of_it_with_its_set_and_its_ban(self, reference: References) -> None:
        known = reference("vs-classic")
        (spans,) = build_card_timelines("overload", known, [known.formats["golden-age"]]).values()
        assert [(str(span.since), str(span.until), span.status) for span in spans] == [
            ("None", "2004-03-31", "not in"),
            ("2004-04-01", "2004-04-29", "unknown"),
            ("2004-04-30", "2005-05-31", "legal"),
            ("2005-06-01", "2005-07-30", "unknown"),
            ("2005-07-31", "2006-11-30", "banned"),
            ("2006-12-01", "2008-08-10", "unknown"),
            ("2008-08-11", "None", "legal"),
        ]
        assert [turn.kind for span in spans for turn in span.begun_by] == ["set", "set", "ban", "ban", "ban", "ban"]

    def test_takes_a_deck_with_it(self, reference: References) -> None:
        known = reference("vs-classic")
        others = [card for card in known.catalog.cards if "MOR" in card.set_codes and card.slug != "overload"][:14]
        text = "\n".join((*(f"4 {card.title}" for card in others), "4 Overload"))
        (spans,) = build_deck_timelines(text, known, [known.formats["golden-age"]]).values()
        told = [(str(span.since), span.outcome, [finding.code for finding in span.raised]) for span in spans[2:]]
        assert told == [
            ("2004-04-30", "legal", []),
            ("2005-06-01", "uncertain", ["banned"]),
            ("2005-07-31", "illegal", ["banned"]),
            ("2006-12-01", "uncertain", ["banned"]),
            ("2008-08-11", "legal", []),
        ]
        assert [turn.ban.card for span in spans[3:] for turn in span.begun_by if turn.ban] == ["Overload"] * 4
        assert [finding.code for finding in spans[-1].resolved] == ["banned"]


SETS = [
    {"code": code, "name": code, "released_earliest": day, "released_latest": day, "legal_from": day}
    for code, day in (("ONE", "2004-01-01"), ("TWO", "2006-01-01"))
]
OPEN = {"slug": "open", "name": "Open", "pool": {"kind": "all"}, "construction": {"deck_min": 1, "copies": 4}}


def small(*readings: dict[str, Any], bans: tuple[dict[str, Any], ...] = (), **facts: Any) -> Reference:
    """A reference of two sets, with a card of the first, Frog, and one of the second, Toad, Prince."""
    frog = {"slug": "frog", "name": "Frog", "title": "Frog", "copy_key": "frog", "type": "Character", **facts}
    toad = {**frog, "slug": "toad", "name": "Toad", "title": "Toad, Prince", "copy_key": "toad", "versions": ["Prince"]}
    cards = ({"printings": [["ONE", "001", None]], **frog}, {**toad, "printings": [["TWO", "001", None]]})
    return build_reference(
        "vs-classic", cards=cards, sets=SETS, formats=[OPEN], bans=bans, readings=readings, data_version="test"
    )


def life(text: str, known: Reference) -> tuple[DeckSpan, ...]:
    (spans,) = build_deck_timelines(text, known, known.formats.values()).values()
    return spans


class TestACardThatReadsOtherwiseFromADayOn:
    limit = (
        {"card": "frog", "since": None, "facts": {}},
        {"card": "frog", "since": ["2005-05-05", "2005-05-05"], "facts": {"printed_limit": 1}},
        {"card": "toad", "since": None, "facts": {}},
        {"card": "toad", "since": ["2007-07-07", "2007-07-07"], "facts": {"printed_limit": 3}},
    )

    def test_changes_the_verdict_from_that_day_and_is_named_as_the_cause(self) -> None:
        spans = life("2 Frog", small(*self.limit))
        assert [(str(span.since), span.outcome) for span in spans] == [
            ("None", "illegal"), ("2004-01-01", "legal"), ("2005-05-05", "illegal"),
        ]  # fmt: skip
        assert [(turn.kind, turn.said[:14]) for turn in spans[-1].begun_by] == [("wording", "Frog has a new")]
        assert [finding.code for finding in spans[-1].raised] == ["printed-limit"]

    def test_has_a_life_of_its_own_by_what_it_reads(self) -> None:
        by_type = (
            {"card": "frog", "since": None, "facts": {"type": "Location"}},
            {"card": "frog", "since": ["2005-05-05", "2005-05-05"], "facts": {"type": "Equipment"}},
        )
        day = {"begins_earliest": "2004-06-01", "begins_latest": "2004-06-01"}
        ban = {"card": "Frog", "type": "Location", "formats": ["open"], **day}
        known = small(*by_type, bans=(ban,), type=None)
        (spans,) = build_card_timelines("frog", known, known.formats.values()).values()
        told = [(str(span.since), span.status, [turn.kind for turn in span.begun_by]) for span in spans[1:]]
        assert told == [
            ("2004-01-01", "legal", ["set"]),
            ("2004-06-01", "banned", ["ban"]),
            ("2005-05-05", "legal", ["wording"]),
        ]

    def test_leaves_the_lives_of_other_cards_alone(self) -> None:
        known = small(*self.limit[:2])
        (spans,) = build_card_timelines("toad", known, known.formats.values()).values()
        assert [(str(span.since), span.status) for span in spans] == [("None", "not in"), ("2006-01-01", "legal")]


class TestANameWithoutItsVersion:
    def test_means_its_card_from_the_day_on_which_that_is_out(self) -> None:
        spans = life("2 Toad", small())
        assert [(str(span.since), span.outcome) for span in spans] == [("None", "uncertain"), ("2006-01-01", "legal")]
        said = [turn.said for turn in spans[-1].begun_by if turn.kind == "reading"]
        assert said == ["“Toad” now means Toad, Prince"]


class TestACardWithAnUnrecordedPrinting:
    def test_hangs_on_the_first_set_there_is(self) -> None:
        known = small(printings=[], has_unrecorded_printing=True)
        spans = life("2 Frog", known)
        assert [(str(span.since), span.outcome) for span in spans] == [("None", "illegal"), ("2004-01-01", "legal")]
        assert [turn.card_set.code for turn in spans[-1].begun_by if turn.card_set] == ["ONE"]
        (of_card,) = build_card_timelines("frog", known, known.formats.values()).values()
        assert [turn.card_set.code for turn in of_card[-1].begun_by if turn.card_set] == ["ONE"]

    def test_is_banned_by_its_ban_alone_when_sets_come_on_the_same_day(self) -> None:
        # Frog hangs on no set after the first, though one of the sets it is known to be in comes that day.
        ban = {"card": "Frog", "formats": ["open"], "begins_earliest": "2006-01-01", "begins_latest": "2006-01-01"}
        known = small(bans=(ban,), printings=[["TWO", "002", None]], has_unrecorded_printing=True)
        assert [turn.kind for turn in life("2 Frog", known)[-1].begun_by] == ["ban"]
        unrecorded = small(bans=(ban,), printings=[], has_unrecorded_printing=True)
        (of_card,) = build_card_timelines("frog", unrecorded, unrecorded.formats.values()).values()
        assert [turn.kind for turn in of_card[-1].begun_by] == ["ban"]


def test_a_restriction_that_asks_something_else_from_a_set_on_turns_with_that_set(reference: References) -> None:
    known = reference("vs-2pcg")
    fmt = next(
        fmt
        for fmt in known.formats.values()
        if any(part.kind == "boss" and part.terms.get("later") for part in fmt.restrictions)
    )
    (later,) = (each for part in fmt.restrictions for each in part.terms.get("later", ()))  # type: ignore[attr-defined]
    card = next(card for card in known.catalog.cards if card.name == later["names"][0] and card.level == 1)
    text = f"Main Character\n1 {card.title} [{card.printings[0].code}]"
    (spans,) = build_deck_timelines(text, known, [fmt]).values()
    days = known.sets[later["set"]].legal
    for day in (days.earliest - DAY, days.earliest, days.latest):
        told = next(span for span in reversed(spans) if span.since is None or span.since <= day)
        assert told.outcome == check_deck(read_deck(text, known.on(day).catalog, day), fmt, day).outcome
    assert {days.earliest, days.latest} <= set(_list_restriction_days(fmt))


def test_a_set_from_which_a_restriction_asks_something_else_is_named_as_the_cause() -> None:
    later = {"set": "TWO", "names": ["Frog"]}
    known = build_reference(
        "vs-2pcg",
        cards=[
            {"slug": slug, "name": slug.title(), "title": slug.title(), "copy_key": slug, "type": kind, "level": 1}
            | {"printings": [["ONE", number, None]], "universe": "Illustrated", "teams": [], "alignments": ["Good"]}
            for slug, kind, number in (("frog", "Main Character", "001"), ("toad", "Plot Twist", "002"))
        ],
        sets=SETS,
        formats=[
            {**OPEN, "construction": {"deck_min": 1, "deck_max": 1, "copies": 4}}
            | {"restrictions": [{"kind": "boss", "terms": {"names": ["Newt"], "later": [later]}}]}
        ],
        bans=(),
    )
    spans = life("Main Character\n1 Frog\nDeck\n1 Toad", known)
    assert [(str(span.since), span.outcome) for span in spans] == [("None", "illegal"), ("2006-01-01", "legal")]
    assert [turn.card_set.code for turn in spans[-1].begun_by if turn.card_set] == ["TWO"]
