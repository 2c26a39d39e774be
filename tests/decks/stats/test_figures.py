"""A deck in figures."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.model.cards import VS_CLASSIC
from engine.model.decks import Deck
from tests.decks.stats.lists import LISTS, read
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_card, a_deck, an_unknown, an_unreadable
from vsdb.core.charts import Chart
from vsdb.decks.stats import chart_deck


def charts(found: Deck) -> dict[str, Chart]:
    return {chart.slug: chart for chart in chart_deck(found).charts}


def counts(chart: Chart) -> list[tuple[str, int]]:
    return [(each.label, each.count) for each in chart.counts]


class TestCurves:
    def test_show_what_is_not_recorded_as_a_column_of_its_own_and_say_so(self) -> None:
        built = a_deck(
            (4, a_card("A", cost=1)), (2, a_card("B", cost=3)), (3, a_card("C")), (1, a_card("D", cost="none"))
        )
        chart = charts(built)["deck-recruit"]
        assert counts(chart) == [("1", 4), ("2", 0), ("3", 2), ("none", 1), ("?", 3)]
        assert chart.note == "not recorded (?) for 3 of 10"

    def test_without_a_single_recorded_figure_are_a_sentence(self) -> None:
        found = chart_deck(a_deck((4, a_card("A")), (1, a_card("Jet", type="Equipment"))))
        assert [chart.slug for chart in found.charts] == ["deck-type"]
        assert found.silent == (
            "Recruit costs of characters: not recorded for any of 4 cards.",
            "Recruit costs of equipment: not recorded.",
            "Affiliations: not recorded for any of 4 cards.",
        )


class TestSpreads:
    def test_count_those_without_an_affiliation_and_the_unrecorded_apart(self) -> None:
        built = a_deck((4, a_card("A", teams=("X-Men",))), (2, a_card("B", teams=())), (3, a_card("C")))
        assert counts(charts(built)["deck-team"]) == [("X-Men", 4), ("not recorded", 3), ("no affiliation", 2)]

    def test_do_not_say_that_keywords_are_missing(self) -> None:
        built = a_deck((4, a_card("A", keywords=("Boost",))), (2, a_card("B")))
        assert counts(charts(built)["deck-keyword"]) == [("Boost", 4)]


@pytest.mark.django_db
class TestRealLists:
    def test_of_2pcg_are_counted_as_by_hand(self) -> None:
        found = chart_deck(read("vs-2pcg"))
        drawn = {chart.slug: counts(chart) for chart in found.charts}
        assert found.cards == 60
        # Four copies each: Sister Grimm 1; Pixie, Meggan 2; Medusa 3; Dazzler, She-Hulk 4; Spectrum, Miss America 5;
        # Loki, Rogue 6; Phoenix 7.
        assert drawn["deck-cost"] == [("1", 4), ("2", 8), ("3", 4), ("4", 8), ("5", 8), ("6", 8), ("7", 4)]
        assert drawn["deck-type"] == [("Supporting Character", 44), ("Basic Location", 16)]
        # The two Captain Marvels count with their team, the four basic locations have none.
        assert drawn["deck-team"] == [("A-Force", 46), ("no team", 16)]
        assert [each.gives.copies for each in found.symbols.symbols] == [4, 4, 4, 4]

    def test_of_riftbound_are_by_domain_with_their_runes(self) -> None:
        found = chart_deck(read("riftbound"))
        assert counts({chart.slug: chart for chart in found.charts}["deck-domain"]) == [("Fury", 3)]
        assert [(each.name, each.runes.copies) for each in found.domains.domains] == [("Fury", 7), ("Chaos", 5)]

    def test_of_riftbound_count_cards_of_no_domain_and_of_an_unrecorded_one_apart(self) -> None:
        cards = {
            riftbound("A", "Unit"): 3,
            riftbound("B", "Gear", domains=()): 2,
            riftbound("C", "Gear", domains=None): 1,
        }
        drawn = charts(deck("riftbound", deck=cards))["deck-domain"]
        assert counts(drawn) == [("Fury", 3), ("no domain", 2), ("not recorded", 1)]
        assert [bool(each.address) for each in drawn.counts] == [True, True, False]

    def test_of_riftbound_have_the_look_of_each_domain(self) -> None:
        cards = {
            riftbound("A", "Unit"): 3,
            riftbound("B", "Gear", domains=()): 2,
            riftbound("C", "Gear", domains=None): 1,
        }
        drawn = charts(deck("riftbound", deck=cards))["deck-domain"]
        looks = [each.look for each in drawn.counts if each.look]
        assert [(look.icon, look.pattern, look.classes) for look in looks] == [
            ("domain-fury", "rising", "domain domain--fury"),
            ("domain-none", "hollow", "domain domain--colorless"),
            ("power-own", "dotted", "domain domain--colorless"),
        ]

    def test_of_riftbound_stack_costs_by_domain(self) -> None:
        cards = {
            riftbound("A", "Unit", energy=2): 3,
            riftbound("B", "Spell", energy=2, domains=("Fury", "Chaos")): 2,
            riftbound("C", "Spell", energy=3, domains=("Chaos",)): 1,
        }
        energy = charts(deck("riftbound", deck=cards))["deck-energy"]
        assert [(each.label, [(look.label, copies) for look, copies in each.parts]) for each in energy.counts] == [
            ("2", [("Chaos", 0), ("Fury", 3), ("Chaos and Fury", 2)]),
            ("3", [("Chaos", 1), ("Fury", 0), ("Chaos and Fury", 0)]),
        ]
        assert energy.words == "Energy costs: 2 5 (Fury 3, Chaos and Fury 2), 3 1 (Chaos 1)"

    def test_of_riftbound_hold_runes_against_the_power_that_is_asked(self) -> None:
        cards = {riftbound("A", "Unit", power=2): 3, riftbound("B", "Spell", domains=("Calm",), power=1): 2}
        runes = {riftbound("Fury Rune", "Rune"): 7, riftbound("Calm Rune", "Rune", domains=("Calm",)): 5}
        drawn = chart_deck(deck("riftbound", deck=cards, runes=runes)).runes
        assert counts(drawn) == [("Fury power", 6), ("Fury runes", 7), ("Calm power", 2), ("Calm runes", 5)]
        assert [bar.parts[0].look.pattern for bar in drawn.bars] == ["rising", "rising", "dots", "dots"]

    @pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg"])
    def test_of_other_games_have_bars_of_one_look(self, game: str) -> None:
        found = chart_deck(read(game))
        assert found.runes.counts == ()
        assert not any(chart.looks for chart in found.charts)

    def test_of_classic_say_how_many_cards_are_on_lines_that_name_none(self) -> None:
        assert chart_deck(read("vs-classic")).unsettled == 1

    @pytest.mark.parametrize("game", LISTS)
    def test_every_bar_leads_to_a_search_that_is_understood(self, client: Client, game: str) -> None:
        addresses = [bar.address for chart in chart_deck(read(game)).charts for bar in chart.counts if bar.address]
        assert addresses
        client.get(addresses[0])  # the first search renews an index that isn't of these facts, and says so
        for address in addresses:
            page = client.get(address)
            assert page.status_code == 200
            assert not page.context["page"].found.notes, address


def test_an_empty_deck_has_no_charts() -> None:
    found = chart_deck(a_deck())
    assert (found.cards, found.charts, found.silent, found.unsettled) == (0, (), (), 0)


def test_a_line_that_cannot_be_read_counts_as_one_card_that_is_left_out() -> None:
    assert chart_deck(a_deck(an_unknown(3, "Nobody"), an_unreadable(), game=VS_CLASSIC)).unsettled == 4
