"""A verdict holds on every day of the span that is told of it."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta

import pytest

from engine import Reference, check_deck, read_deck
from engine.model.cards import GAMES
from engine.model.formats import Format
from engine.model.verdicts import ERROR, UNKNOWN
from engine.timelines import find_verdict_span
from tests.conftest import ROOT
from tests.engine.test_timelines import DAY, LISTS, OFTEN, References, small
from tests.sizes import share, size

CASES = json.loads((ROOT / "vsdb_conformance" / "verdicts.json").read_text(encoding="utf-8"))
FIRST, LAST = date(2003, 1, 1), date(2029, 1, 1)


def what_is_kept(text: str, known: Reference, fmt: Format, day: date) -> tuple[str, tuple[str, ...]]:
    """The outcome of a list on a day, with the codes of its errors and unknowns."""
    verdict = check_deck(read_deck(text, known.on(day).catalog, day), fmt, day)
    return verdict.outcome, tuple(sorted({finding.code for finding in verdict.of(ERROR, UNKNOWN)}))


def span_of(text: str, known: Reference, fmt: Format, day: date) -> tuple[date, date]:
    return find_verdict_span(read_deck(text, known.on(day).catalog, day), known, fmt, day)


def hold_against(text: str, known: Reference, fmt: Format, day: date, chance: random.Random) -> bool:
    """Hold a span against the verdicts of days in it; whether the verdict turns where it ends."""
    since, until = span_of(text, known, fmt, day)
    assert since <= day <= until
    held = what_is_kept(text, known, fmt, day)
    first, last = max(since, FIRST), min(until, LAST)
    for other in (first, last, first + chance.randrange((last - first).days + 1) * DAY):
        assert what_is_kept(text, known, fmt, other) == held, (text, fmt.slug, day, other)
    return until < LAST and what_is_kept(text, known, fmt, until + DAY) != held


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.law
def test_a_verdict_is_that_of_every_day_of_its_span(game: str, reference: References) -> None:
    known, chance = reference(game), random.Random(game)  # noqa: S311
    formats = list(known.formats.values())
    often = [fmt for fmt in formats if fmt.slug in OFTEN]
    turned = 0
    for _ in range(size(600, short=20)):
        text, fmt = LISTS[game](known, chance), chance.choice(chance.choice((formats, often)))
        day = FIRST + chance.randrange((LAST - FIRST).days) * DAY
        turned += hold_against(text, known, fmt, day, chance)
    assert turned >= size(10, short=0)


@pytest.mark.law
def test_the_verdict_of_a_case_is_that_of_every_day_of_its_span(reference: References) -> None:
    chance = random.Random("cases")  # noqa: S311
    for case in share(CASES["cases"], one_in=8):
        known = reference(case["game"])
        fmt = known.format(case["format"])
        assert fmt is not None
        hold_against("\n".join(case["deck"]), known, fmt, date.fromisoformat(case["as_of"]), chance)


class TestTheSpanOf:
    def test_a_deck_of_old_cards_has_no_end(self) -> None:
        known = small()
        fmt = known.formats["open"]
        assert span_of("2 Frog", known, fmt, date(2026, 1, 1))[1] == date.max
        since, until = span_of("2 Toad, Prince", known, fmt, date(2005, 5, 5))
        assert until == date(2005, 12, 31)
        assert since < date(2005, 5, 5)

    def test_a_deck_ends_with_the_day_before_a_ban_of_its_card_and_no_other(self) -> None:
        day = {"begins_earliest": "2030-01-01", "begins_latest": "2030-02-01"}
        known = small(bans=({"card": "Frog", "formats": ["open"], **day},))
        fmt = known.formats["open"]
        assert span_of("2 Frog", known, fmt, date(2029, 1, 1))[1] == date(2029, 12, 31)
        assert span_of("2 Frog", known, fmt, date(2030, 1, 1)) == (date(2030, 1, 1), date(2030, 1, 31))
        assert span_of("2 Toad, Prince", known, fmt, date(2029, 1, 1))[1] == date.max

    def test_a_deck_ends_where_a_card_reads_otherwise(self) -> None:
        readings = [{"card": "frog", "since": None, "facts": {}}]
        readings.append({"card": "frog", "since": ["2030-05-05", "2030-05-05"], "facts": {"printed_limit": 1}})
        known = small(*readings)
        fmt = known.formats["open"]
        assert span_of("2 Frog", known, fmt, date(2029, 1, 1))[1] == date(2030, 5, 4)
        assert span_of("2 Frog", known, fmt, date(2031, 1, 1)) == (date(2030, 5, 5), date.max)

    def test_a_name_without_its_version_ends_when_its_card_comes_out(self) -> None:
        known = small()
        fmt = known.formats["open"]
        out = date(2006, 1, 1)
        assert span_of("2 Toad", known, fmt, out - timedelta(days=9))[1] == out - DAY
        assert span_of("2 Toad", known, fmt, out)[0] == out
