"""How many cards a format has, against looking at each card by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from engine.formats.pool_counts import PoolCount, count_cards, count_dependent_cards
from engine.formats.pools import get_pool_on
from engine.formats.set_status import IN, UNKNOWN
from engine.model.cards import VS_2PCG, Card
from engine.model.formats import Pool
from engine.model.reference import Reference
from tests.engine.builders import card, card_set, catalog, fmt

DAY = date(2023, 10, 2)
MOE = card_set(VS_2PCG, "MOE", date(2021, 1, 1))
FND = card_set(VS_2PCG, "FND", date(2023, 10, 1), date(2023, 10, 31))
ZOM = card_set(VS_2PCG, "ZOM", date(2024, 1, 1))


def counted(*cards: Card, pool: Pool) -> PoolCount:
    sets = (MOE, FND, ZOM)
    found = fmt(VS_2PCG, pool=pool, sets={each.code: each for each in sets})
    return count_cards(get_pool_on(found, DAY), catalog(VS_2PCG, cards, *sets))


def named(name: str, *printings: str, **facts: Any) -> Card:
    return card(VS_2PCG, name, printings=printings, **facts)


class TestTheCardsOfAPool:
    listed = Pool("listed", ("MOE", "FND"), always=("basic-locations", "shared-wild-locations"))

    def test_are_in_by_any_of_their_sets_and_in_doubt_by_one_that_is(self) -> None:
        cards = (named("A", "MOE-001"), named("B", "FND-001", "MOE-002"), named("C", "FND-002"), named("D", "ZOM-001"))
        assert counted(*cards, pool=self.listed) == PoolCount(certain=2, in_doubt=1)

    def test_hang_on_a_set_in_doubt_that_they_were_printed_in(self) -> None:
        cards = (named("A", "MOE-001"), named("B", "FND-001", "MOE-002"), named("C", "FND-002"), named("D", "ZOM-001"))
        found = fmt(VS_2PCG, pool=self.listed, sets={each.code: each for each in (MOE, FND, ZOM)})
        held = catalog(VS_2PCG, cards, MOE, FND, ZOM)
        assert [
            count_dependent_cards(get_pool_on(found, DAY), held, codes) for codes in (("FND",), ("MOE", "ZOM"), ())
        ] == [
            1,
            0,
            0,
        ]

    def test_are_in_doubt_where_a_printing_is_not_recorded(self) -> None:
        found = counted(named("A"), named("B", "ZOM-001", has_unrecorded_printing=True), pool=self.listed)
        assert (found.in_doubt, found.without_printing) == (2, 2)

    def test_are_trusted_in_a_pool_of_every_set(self) -> None:
        found = counted(named("A"), named("B", "MOE-001"), pool=Pool())
        assert (found.certain, found.on_trust, found.in_doubt) == (2, 1, 0)

    def test_that_hang_on_what_no_source_states_do_not_hang_on_their_printing(self) -> None:
        found = counted(named("A"), named("B", "MOE-001"), pool=Pool(is_inferred=True))
        assert (found.in_doubt, found.without_printing) == (2, 0)

    def test_are_in_or_not_by_a_deck_where_they_are_locations_of_several_symbols(self) -> None:
        cards = (
            named("Wild", "ZOM-002", type="Special Location", power_symbols=("Might", "Skill")),
            named("Perhaps wild", "ZOM-003", type="Special Location"),
            named("Tame", "ZOM-004", type="Special Location", power_symbols=("Might",)),
            named("Basic", "ZOM-005", type="Basic Location"),
        )
        assert counted(*cards, pool=self.listed) == PoolCount(certain=1, in_doubt=0, by_deck=2)
        assert counted(*cards, pool=Pool("listed", ("MOE",))) == PoolCount(certain=0, in_doubt=0)


@pytest.mark.parametrize(
    ("game", "slug", "day"),
    [
        ("vs-classic", "silver-age", date(2007, 2, 15)),
        ("vs-2pcg", "second-chance-version-2", date(2023, 10, 2)),
        ("riftbound", "standard", date(2026, 3, 1)),
    ],
)
def test_the_count_is_that_of_looking_at_every_card(
    reference: Callable[[str], Reference], game: str, slug: str, day: date
) -> None:
    held = reference(game)
    pool = get_pool_on(held.formats[slug], day)
    found = count_cards(pool, held.catalog)
    by_hand = Counter(pool.card_status(each).status for each in held.catalog.cards)
    assert found.certain == by_hand[IN]
    wild = [
        each
        for each in held.catalog.cards
        if "shared-wild-locations" in pool.fmt.pool.always
        and each.type == "Special Location"
        and (each.power_symbols is None or len(each.power_symbols) > 1)
        and pool.card_status(each).status != IN
    ]
    assert found.by_deck == len(wild)
    assert found.in_doubt == by_hand[UNKNOWN] - sum(pool.card_status(each).status == UNKNOWN for each in wild)
