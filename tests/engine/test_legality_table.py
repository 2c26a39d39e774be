"""A table of legality says of every card on every day what is said of that card asked by itself."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from engine import build_reference
from engine.formats.bans import find_bans_on
from engine.formats.legality import BANNED, LEGAL, NOT_IN, find_legality
from engine.formats.legality_table import (
    build_legality_table,
    find_banned_cards,
    find_best_statuses,
    get_card_class,
    group_by_card_class,
    table_from_dict,
)
from engine.formats.set_status import UNKNOWN
from engine.model.cards import GAMES, VS_CLASSIC, Between
from engine.model.formats import Ban, Format
from engine.model.reference import Reference

DAY = timedelta(days=1)
ASKED = 2_500  #: cards, formats and days of each game
DAY_OF_BAN = date(2008, 5, 1)

SETS = [
    {
        "code": code,
        "name": code,
        "released_earliest": first,
        "released_latest": last,
        "legal_from": None if first != last else first,
    }
    for code, first, last in (("ONE", "2004-01-01", "2004-01-01"), ("TWO", "2005-01-01", "2005-03-01"))
]
FORMATS = [
    {"slug": "open", "name": "Open", "pool": {"kind": "all"}},
    {"slug": "first", "name": "First", "pool": {"kind": "listed", "sets": ["ONE"]}},
]
BAN = {"card": "Frog", "begins_earliest": "2006-01-01", "begins_latest": "2006-02-01", "formats": ["open"]}


def row(name: str, *sets: str, **facts: Any) -> dict[str, Any]:
    slug = name.lower()
    printings = [[code, None, None] for code in sets]
    return {"slug": slug, "name": name, "title": name, "copy_key": slug, "printings": printings, **facts}


def pond(*bans: dict[str, Any], readings: tuple[dict[str, Any], ...] = (), **facts: Any) -> Reference:
    cards = [row("Frog", "ONE", **facts), row("Toad", "ONE"), row("Newt", "TWO")]
    return build_reference(VS_CLASSIC, cards=cards, sets=SETS, formats=FORMATS, bans=bans, readings=readings)


def test_cards_of_the_same_sets_are_of_one_kind_and_only_banned_ones_stand_apart() -> None:
    known = pond(BAN)
    table = build_legality_table(known, known.formats["open"])
    assert {tuple(card.slug for card in alike) for alike in group_by_card_class(known).values()} == {
        ("frog", "toad"),
        ("newt",),
    }
    assert all(get_card_class(card) == kind for kind, alike in group_by_card_class(known).items() for card in alike)
    assert set(table.cards) == set(table.bans) == {"frog"}


@pytest.mark.parametrize(
    ("slug", "fmt", "day", "status"),
    [
        ("frog", "open", date(2003, 12, 31), NOT_IN),
        ("frog", "open", date(2004, 1, 1), LEGAL),
        ("frog", "open", date(2006, 1, 1), UNKNOWN),
        ("frog", "open", date(2006, 1, 31), UNKNOWN),
        ("frog", "open", date(2006, 2, 1), BANNED),
        ("frog", "first", date(2006, 2, 1), LEGAL),
        ("toad", "open", date(2006, 2, 1), LEGAL),
        ("newt", "open", date(2004, 12, 31), NOT_IN),
        ("newt", "open", date(2005, 1, 1), UNKNOWN),
        ("newt", "open", date(2005, 3, 1), LEGAL),
        ("newt", "first", date(2005, 3, 1), NOT_IN),
    ],
)
def test_a_status_holds_from_its_day_on(slug: str, fmt: str, day: date, status: str) -> None:
    known = pond(BAN)
    assert build_legality_table(known, known.formats[fmt]).find_status(known.catalog.by_slug[slug], day) == status


def test_in_several_formats_the_best_status_counts() -> None:
    known = pond(BAN, {**BAN, "card": "Newt", "begins_earliest": "2006-02-01", "formats": ["all"]})
    tables = [build_legality_table(known, fmt) for fmt in known.formats.values()]
    found = find_best_statuses(known, tables, date(2006, 2, 1))
    assert found.cards == {"frog": LEGAL, "newt": BANNED}
    assert found.kinds[get_card_class(known.catalog.by_slug["toad"])] == LEGAL
    assert find_banned_cards(tables, date(2006, 2, 1)) == {"frog": BANNED, "newt": BANNED}
    assert find_banned_cards(tables, date(2006, 1, 1)) == {"frog": UNKNOWN}
    assert find_banned_cards(tables, date(2005, 1, 1)) == {}


def test_in_no_format_no_card_has_a_status() -> None:
    found = find_best_statuses(pond(), [], date(2006, 2, 1))
    assert (found.kinds, found.cards) == ({}, {})


def test_a_card_of_another_type_by_its_wording_is_banned_from_that_day_on() -> None:
    ban = {**BAN, "type": "Character", "begins_latest": "2006-01-01"}
    since: list[dict[str, Any]] = [
        {"card": "frog", "since": None, "facts": {"type": "Plot Twist"}},
        {"card": "frog", "since": ["2007-05-01", "2007-05-01"], "facts": {"type": "Character"}},
    ]
    known = pond(ban, readings=tuple(since), type="Plot Twist")
    table = build_legality_table(known, known.formats["open"])
    assert table.find_status(known.catalog.by_slug["frog"], date(2007, 4, 30)) == LEGAL
    assert table.find_status(known.catalog.by_slug["frog"], date(2007, 5, 1)) == BANNED
    assert find_banned_cards([table], date(2007, 4, 30)) == {}
    assert find_banned_cards([table], date(2007, 5, 1)) == {"frog": BANNED}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_says_of_every_card_and_day_what_is_said_of_the_card_alone(
    game: str, reference: Callable[[str], Reference]
) -> None:
    known, chance = reference(game), random.Random(game)  # noqa: S311
    named = [card for fmt in known.formats.values() for ban in fmt.bans for card in known.catalog.by_name(ban.card)]
    tables = {
        fmt: table_from_dict(json.loads(json.dumps(build_legality_table(known, fmt).to_dict())))
        for fmt in known.formats.values()
    }
    first = min(each.released.earliest for each in known.sets.values()) - timedelta(days=400)
    length = (date(2030, 1, 1) - first).days
    for _ in range(ASKED):
        fmt, day = chance.choice(list(tables)), first + chance.randrange(length) * DAY
        for card in (chance.choice(known.catalog.cards), chance.choice(named)):
            assert tables[fmt].find_status(card, day) == find_legality(card, fmt, day).status, (card.slug, fmt.slug)
            ban = find_bans_on(fmt, day).of(card)
            expected = BANNED if ban and ban.is_certain else UNKNOWN if ban else None
            assert find_banned_cards([tables[fmt]], day).get(card.slug) == expected


def test_a_format_with_bans_of_its_own_is_a_table_like_another(reference: Callable[[str], Reference]) -> None:
    known = reference(VS_CLASSIC)
    golden = known.formats["golden-age"]
    own: Format = replace(golden, slug="my-league@1", bans=(*golden.bans, Ban("Hulk", Between(DAY_OF_BAN, DAY_OF_BAN))))
    table = build_legality_table(known, own)
    hulks = known.catalog.by_name("Hulk")
    assert hulks
    for card in hulks:
        assert table.find_status(card, DAY_OF_BAN) == BANNED
        assert table.find_status(card, DAY_OF_BAN - DAY) == find_legality(card, golden, DAY_OF_BAN - DAY).status
