"""The cards as they read on a day: recorded facts win, texts fill the gaps, and an errata counts from its day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from engine import build_reference, check_deck, read_deck
from engine.model.cards import VS_2PCG, VS_CLASSIC, Card
from engine.model.reference import Reference

BEFORE, DAY, AFTER = date(2008, 6, 9), date(2008, 6, 10), date(2009, 1, 1)
FORMAT = {
    "slug": "open",
    "name": "Open",
    "kind": "constructed",
    "pool": {"kind": "all"},
    "construction": {"deck_min": 3, "copies": 4},
}
SET = {
    "code": "SET",
    "name": "Set",
    "released_earliest": "2004-01-01",
    "released_latest": "2004-01-01",
    "legal_from": "2004-01-01",
}


def row(name: str, **facts: Any) -> dict[str, Any]:
    slug = name.lower().replace(" ", "-")
    return {"slug": slug, "name": name, "title": name, "copy_key": slug, "printings": [["SET", "001", None]], **facts}


def said(since: str | tuple[str, str] | None, card: str = "frog", **facts: Any) -> dict[str, Any]:
    """A reading of a card since a day, since one of two days, or ever since."""
    days = [since, since] if isinstance(since, str) else since and list(since)
    return {"card": card, "since": days, "facts": facts}


def reference(
    *readings: dict[str, Any], game: str = VS_CLASSIC, cards: tuple[Any, ...] = (), **facts: Any
) -> Reference:
    frog = row("Frog", **{"type": "Character", **facts})
    rows = (frog, row("Toad", type="Character"), *cards)
    return build_reference(game, cards=rows, sets=[SET], formats=[FORMAT], bans=[], readings=readings)


def frog(held: Reference, day: date) -> Card:
    return held.on(day).catalog.by_slug["frog"]


class TestWhatIsNotRecorded:
    def test_is_filled_by_a_text_as_old_as_the_card(self) -> None:
        held = reference(
            said(None, printed_limit=2, aka=["Prince"], keywords=[["Boost", "2"]], power_symbols=["Might"])
        )
        card = frog(held, date(2000, 1, 1))
        assert (card.printed_limit, card.aka, card.power_symbols) == (2, ("Prince",), ("Might",))
        assert [str(keyword) for keyword in card.keywords] == ["Boost 2"]

    def test_is_filled_from_the_day_of_a_text_that_has_one(self) -> None:
        held = reference(said("2008-06-10", printed_limit=2))
        assert [frog(held, day).printed_limit for day in (BEFORE, DAY, AFTER)] == [None, 2, 2]

    @pytest.mark.parametrize("recorded", [[], [["Loyalty", None]]])
    def test_is_filled_with_each_parameter_of_a_keyword(self, recorded: list[Any]) -> None:
        held = reference(said(None, keywords=[["Loyalty", "Pond"], ["Loyalty", "Lake"]]), keywords=recorded)
        assert [str(keyword) for keyword in frog(held, DAY).keywords] == ["Loyalty Pond", "Loyalty Lake"]

    def test_waits_for_the_last_day_on_which_the_text_may_have_come(self) -> None:
        held = reference(said(("2008-06-01", "2008-06-10"), printed_limit=2))
        assert [frog(held, day).printed_limit for day in (BEFORE, DAY)] == [None, 2]

    def test_waits_for_it_also_while_another_card_changes(self) -> None:
        held = reference(
            said(("2008-06-01", "2008-06-10"), printed_limit=2), said("2008-06-05", "toad", printed_limit=1)
        )
        assert [frog(held, day).printed_limit for day in (BEFORE, DAY)] == [None, 2]

    def test_may_be_filled_with_none_at_all(self) -> None:
        assert frog(reference(said(None, power_symbols=[])), DAY).power_symbols == ()


class TestWhatIsRecorded:
    def test_wins_over_a_text(self) -> None:
        held = reference(said(None, printed_limit=2, aka=["Prince"]), printed_limit=3, aka=["King"])
        assert held.on(DAY) is held

    def test_gives_way_where_two_texts_state_different_things(self) -> None:
        held = reference(said(None, printed_limit=5), said("2008-06-10", printed_limit=2), printed_limit=3)
        assert [frog(held, day).printed_limit for day in (BEFORE, DAY)] == [5, 2]

    def test_gives_way_to_a_text_that_no_longer_states_it(self) -> None:
        held = reference(
            said(None, printed_limit=5, aka=["Prince"]), said("2008-06-10"), printed_limit=5, aka=["Prince"]
        )
        assert [(frog(held, day).printed_limit, frog(held, day).aka) for day in (BEFORE, DAY)] == [
            (5, ("Prince",)),
            (None, ()),
        ]

    def test_stands_where_no_text_counts_yet(self) -> None:
        held = reference(said("2008-06-10", printed_limit=5), said("2009-01-01", printed_limit=2), printed_limit=3)
        assert [frog(held, day).printed_limit for day in (BEFORE, DAY, AFTER)] == [3, 5, 2]


class TestKeywords:
    def names(self, held: Reference, day: date) -> list[str]:
        return [str(keyword) for keyword in frog(held, day).keywords]

    def test_are_added_to_those_recorded(self) -> None:
        held = reference(said(None, keywords=[["Evasion", None], ["Boost", "2"]]), keywords=[["Evasion", None]])
        assert self.names(held, DAY) == ["Evasion", "Boost 2"]

    def test_get_the_parameter_that_is_not_recorded(self) -> None:
        texts = said(None, keywords=[["Boost", "2"], ["Willpower", "3"]])
        held = reference(texts, keywords=[["Boost", None], ["Willpower", "1"], ["Army", None]])
        assert self.names(held, DAY) == ["Boost 2", "Willpower 1", "Army"]

    def test_come_and_go_with_the_text_that_has_them(self) -> None:
        texts = (
            said(None, keywords=[["Evasion", None]]),
            said("2008-06-10", keywords=[["Loyalty", None]]),
            said("2009-01-01"),
        )
        held = reference(*texts, keywords=[["Evasion", None], ["Army", None]])
        assert [self.names(held, day) for day in (BEFORE, DAY, AFTER)] == [
            ["Evasion", "Army"],
            ["Army", "Loyalty"],
            ["Army"],
        ]


class TestReference:
    def test_is_itself_where_nothing_is_imported(self) -> None:
        held = reference()
        assert held.on(DAY) is held

    def test_is_itself_on_days_before_any_text_makes_a_difference(self) -> None:
        held = reference(said("2008-06-10", printed_limit=2))
        assert held.on(BEFORE) is held
        assert held.on(DAY) is not held

    def test_is_one_value_for_all_days_between_two_changes(self) -> None:
        held = reference(said("2008-06-10", printed_limit=2), said("2008-12-01", printed_limit=2), said("2009-01-01"))
        assert held.on(DAY) is held.on(date(2008, 12, 31))
        assert held.on(AFTER) is not held.on(DAY)

    def test_of_a_day_knows_the_other_days(self) -> None:
        held = reference(said("2008-06-10", printed_limit=2))
        assert held.on(DAY).on(BEFORE) is held
        assert held.on(DAY).on(DAY) is held.on(DAY)

    def test_shares_the_cards_that_read_the_same(self) -> None:
        held = reference(said("2008-06-10", printed_limit=2))
        assert held.on(DAY).catalog.by_slug["toad"] is held.catalog.by_slug["toad"]

    def test_finds_cards_by_the_names_they_have_that_day(self) -> None:
        held = reference(said("2008-06-10", aka=["Prince"]))
        assert [card.name for card in held.on(DAY).catalog.nearest("Prince")] == ["Frog"]
        assert held.on(BEFORE).catalog.nearest("Prince") == ()

    def test_links_main_characters_by_the_names_they_have_that_day(self) -> None:
        mains = {"type": "Main Character", "teams": ["Pond"]}
        texts = [said("2008-06-10", "toad", aka=["Frog"]), said("2009-01-01", "toad"), said(None, "newt", aka=["Frog"])]
        texts.append(said("2009-01-01", "newt"))
        rows = [
            row("Frog", level=1, **mains),
            row("Toad", level=2, **mains),
            row("Newt", level=2, aka=["Frog"], **mains),
        ]
        held = build_reference(VS_2PCG, cards=rows, sets=[SET], formats=[], bans=[], readings=texts)
        linked = [frog(held, day).levels_into for day in (BEFORE, DAY, AFTER)]
        assert linked == [("newt",), ("newt", "toad"), ()]


class TestVerdicts:
    def outcomes(self, held: Reference, text: str) -> list[tuple[str, list[str]]]:
        found = []
        for day in (BEFORE, DAY):
            deck = read_deck(text, held.on(day).catalog, day)
            verdict = check_deck(deck, held.formats["open"], day)
            found.append((verdict.outcome, [finding.code for finding in verdict.findings]))
        return found

    @pytest.mark.parametrize("printed", [True, False])
    def test_change_from_the_day_of_an_errata_that_adds_a_printed_limit(self, printed: bool) -> None:
        texts = [said(None)] if printed else []
        held = reference(*texts, said("2008-06-10", printed_limit=2))
        assert self.outcomes(held, "3 Frog") == [("legal", []), ("illegal", ["printed-limit"])]
        assert self.outcomes(held, "2 Frog\n1 Toad") == [("legal", []), ("legal", [])]

    def test_change_from_the_day_of_an_errata_that_adds_loyalty(self) -> None:
        held = reference(said(None), said("2008-06-10", keywords=[["Loyalty", None]]), teams=["Pond"])
        before, after = self.outcomes(held, "3 Frog")
        assert (before, after) == (("legal", []), ("legal", ["loyalty-unreachable"]))
