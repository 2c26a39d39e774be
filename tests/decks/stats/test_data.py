"""A deck in figures as the API gives it."""

from __future__ import annotations

import json

import pytest

from tests.decks.stats.lists import DAY, LISTS, read
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_card, a_deck, an_unknown
from tests.engine.pcg_builders import basic_location, pcg_deck, supporting
from vsdb.decks.stats.curves import figures
from vsdb.decks.stats.data import look_data


def test_gives_every_figure_of_a_classic_deck_with_its_cards() -> None:
    storm = a_card("Storm", teams=("X-Men",), cost=2)
    cyclops = a_card("Cyclops", teams=("X-Men",), keywords=("Loyalty",), cost="X")
    mystery = a_card("Mystery Man")
    x_men = {
        "name": "X-Men",
        "copies": 7,
        "cards": [{"card": "storm", "copies": 4}, {"card": "cyclops", "copies": 3}],
    }
    lone = [{"card": "mystery-man", "copies": 1}]
    every = {"name": "Character", "copies": 8, "cards": [*x_men["cards"], *lone]}  # type: ignore[misc]
    data = look_data(a_deck((4, storm), (3, cyclops), (1, mystery), an_unknown(2, "Nobody")), DAY)
    assert data == {
        "game": "vs-classic",
        "as_of": "2024-06-01",
        "cards": 8,
        "unsettled": 2,
        "curves": [
            {
                "kind": "recruit",
                "columns": [{"figure": 2, "copies": 4}],
                "signs": [{"sign": "X", "copies": 3}],
                "unrecorded": 1,
            }
        ],
        "types": {"shares": [every], "without": [], "unrecorded": []},
        "teams": {"shares": [x_men], "without": [], "unrecorded": lone},
        "keywords": {
            "shares": [{"name": "Loyalty", "copies": 3, "cards": [{"card": "cyclops", "copies": 3}]}],
            "without": [{"card": "storm", "copies": 4}, *lone],
            "unrecorded": [],
        },
        "power_symbols": [],
        "domains": [],
        "affiliations": {
            "bands": [x_men],
            "partners": {"storm": ["cyclops"], "cyclops": ["storm"], "mystery-man": []},
            "perhaps": {"storm": ["mystery-man"], "cyclops": ["mystery-man"], "mystery-man": ["storm", "cyclops"]},
            "apart": [],
        },
        "loyalty": {
            "layers": [["storm", "mystery-man"], ["cyclops"]],
            "uncertain": [],
            "unreachable": [],
            "lets_in": {"cyclops": ["storm"]},
        },
    }


def test_gives_symbols_of_2pcg_and_no_order_of_loyalty() -> None:
    data = look_data(pcg_deck({supporting(power_symbols=("Might",)): 4, basic_location("Academy", "Might"): 2}), DAY)
    [symbol] = data["power_symbols"]
    assert (symbol["name"], symbol["gives"][0]["copies"], symbol["may_give"], symbol["asks"][0]["copies"]) == (
        "Might",
        2,
        [],
        4,
    )
    assert data["loyalty"] is None


def test_gives_domains_of_riftbound() -> None:
    found = deck("riftbound", deck={riftbound("A", "Unit", power=2): 3}, runes={riftbound("R", "Rune"): 12})
    assert look_data(found, DAY)["domains"] == [
        {
            "name": "Fury",
            "cards": [{"card": "a", "copies": 3}],
            "power": 6,
            "runes": [{"card": "r", "copies": 12}],
        }
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("game", LISTS)
def test_says_what_the_page_says(game: str) -> None:
    found = read(game)
    data, page = look_data(found, DAY), figures(found)
    assert json.loads(json.dumps(data)) == data
    assert (data["cards"], data["unsettled"]) == (page.cards, page.unsettled)
    by_type = {bar.label: bar.count for chart in page.charts if chart.slug == "deck-type" for bar in chart.counts}
    assert {share["name"]: share["copies"] for share in data["types"]["shares"]} == by_type
