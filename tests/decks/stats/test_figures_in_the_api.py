"""A deck in figures as the API gives it."""

from __future__ import annotations

import pytest

from tests.decks.stats.lists import LISTS, read
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_card, a_deck, an_unknown
from tests.engine.pcg_builders import basic_location, pcg_deck, supporting
from vsdb.decks.api.documents import FiguresShape
from vsdb.decks.stats import chart_deck


def test_gives_every_figure_of_a_classic_deck() -> None:
    storm = a_card("Storm", teams=("X-Men",), cost=2)
    cyclops = a_card("Cyclops", teams=("X-Men",), keywords=("Loyalty",), cost="X")
    mystery = a_card("Mystery Man")
    given = FiguresShape(a_deck((4, storm), (3, cyclops), (1, mystery), an_unknown(2, "Nobody"))).data
    assert given == {
        "cards": 8,
        "curves": [
            {
                "kind": "recruit",
                "columns": [{"figure": "2", "copies": 4}, {"figure": "X", "copies": 3}],
                "unrecorded": 1,
            }
        ],
        "types": {"parts": [{"name": "Character", "copies": 8}], "without": 0, "unrecorded": 0},
        "teams": {"parts": [{"name": "X-Men", "copies": 7}], "without": 0, "unrecorded": 1},
        "keywords": {"parts": [{"name": "Loyalty", "copies": 3}], "without": 5, "unrecorded": 0},
        "sets": {"parts": [], "without": 0, "unrecorded": 8},
        "affiliations": [{"name": "X-Men", "copies": 7, "cards": ["storm", "cyclops"]}],
        "loyalty": {"layers": [["storm", "mystery-man"], ["cyclops"]], "uncertain": [], "unreachable": []},
        "symbols": [],
        "domains": [],
    }


def test_gives_symbols_of_2pcg_and_no_order_of_loyalty() -> None:
    given = FiguresShape(
        pcg_deck({supporting(power_symbols=("Might",)): 4, basic_location("Academy", "Might"): 2})
    ).data
    assert given["symbols"] == [{"name": "Might", "gives": 2, "may_give": 0, "asks": 4}]
    assert given["loyalty"] is None


def test_gives_domains_of_riftbound() -> None:
    found = deck("riftbound", deck={riftbound("A", "Unit", power=2): 3}, runes={riftbound("R", "Rune"): 12})
    assert FiguresShape(found).data["domains"] == [{"name": "Fury", "cards": 3, "runes": 12, "power": 6}]


@pytest.mark.django_db
@pytest.mark.parametrize("game", LISTS)
def test_says_what_the_page_says(game: str) -> None:
    found = read(game)
    given, page = FiguresShape(found).data, chart_deck(found)
    assert given["cards"] == page.cards
    by_type = {bar.label: bar.count for chart in page.charts if chart.slug == "deck-type" for bar in chart.counts}
    assert {part["name"]: part["copies"] for part in given["types"]["parts"]} == by_type
