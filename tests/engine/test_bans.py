"""Which bans a card falls under, and on which days."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from engine.formats.bans import find_bans_on, is_in_force, is_named_by_ban
from engine.model.formats import Ban
from tests.engine.classic_builders import a_card, a_format, between

D = date.fromisoformat


def a_ban(card: str = "Overload", begins: tuple[str, str | None] = ("2005-06-01", None), **facts: Any) -> Ban:
    ends = facts.pop("ends", None)
    return Ban(card, between(*begins), between(*ends) if ends else None, **facts)


class TestTheDaysOfABan:
    """ban-list bans: certain once it must have begun, over once it must have ended, unknown in between."""

    vague = a_ban(begins=("2005-06-01", "2005-07-31"), ends=("2006-12-01", "2008-08-11"))

    @pytest.mark.parametrize(
        ("day", "expected"),
        [
            ("2005-05-31", False), ("2005-06-01", None), ("2005-07-30", None), ("2005-07-31", True),
            ("2006-11-30", True), ("2006-12-01", None), ("2008-08-10", None), ("2008-08-11", False),
        ],
    )  # fmt: skip
    def test_are_certain_or_not_to_the_day(self, day: str, expected: bool | None) -> None:
        assert is_in_force(self.vague, D(day)) is expected

    def test_go_on_where_it_was_never_lifted(self) -> None:
        assert is_in_force(a_ban(), D("2020-01-01")) is True

    def test_are_unknown_where_it_may_have_ended_before_it_may_have_begun(self) -> None:
        overlapping = a_ban(begins=("2005-01-01", "2005-12-31"), ends=("2005-06-01", "2006-06-01"))
        assert is_in_force(overlapping, D("2005-07-01")) is None


class TestWhatABanNames:
    def test_is_a_name_in_any_spelling(self) -> None:
        assert is_named_by_ban(a_card("Dr. Light", "Master of Holograms"), a_ban("DR LIGHT")) == (True, "")
        assert is_named_by_ban(a_card("Dr. Doom"), a_ban("Dr. Light")) == (False, "")

    def test_is_only_the_versions_it_gives(self) -> None:
        ban = a_ban("Justice League of Arkham", versions=("Team-Up",))
        assert is_named_by_ban(a_card("Justice League of Arkham", "Team-Up"), ban)[0] is True
        assert is_named_by_ban(a_card("Justice League of Arkham", "Team-Up", "Knight"), ban)[0] is False
        assert is_named_by_ban(a_card("Justice League of Arkham", versions_known=False), ban) == (None, "version")

    def test_lets_the_versions_decide_before_the_identity(self) -> None:
        ban = a_ban("Frankie Raye", identity="Nova", versions=("Optimistic Youth",))
        assert is_named_by_ban(a_card("Frankie Raye", "Optimistic Youth"), ban)[0] is True
        assert is_named_by_ban(a_card("Frankie Raye", "Harbinger of Death", identity="Nova"), ban)[0] is False

    @pytest.mark.parametrize(("identity", "expected"), [("Nova", True), ("Phoenix", False), (None, None)])
    def test_may_be_an_identity(self, identity: str | None, expected: bool | None) -> None:
        assert (
            is_named_by_ban(a_card("Frankie Raye", identity=identity), a_ban("Frankie Raye", identity="Nova"))[0]
            is expected
        )

    @pytest.mark.parametrize(("kind", "expected"), [("Main Character", True), ("Plot Twist", False), (None, None)])
    def test_may_be_a_type(self, kind: str | None, expected: bool | None) -> None:
        assert is_named_by_ban(a_card("Mystique", type=kind), a_ban("Mystique", type="Main Character"))[0] is expected

    @pytest.mark.parametrize(("universe", "expected"), [("Illustrated", True), ("Photographic", False), (None, None)])
    def test_may_be_a_universe(self, universe: str | None, expected: bool | None) -> None:
        card = a_card("Black Widow", universe=universe)
        assert is_named_by_ban(card, a_ban("Black Widow", universe="Illustrated"))[0] is expected

    @pytest.mark.parametrize(
        ("teams", "expected"),
        [(("Symbiotes", "Spider-Friends"), True), (("Symbiotes",), False), ((), False), (None, None)],
    )
    def test_may_be_a_team_or_several_at_once(self, teams: tuple[str, ...] | None, expected: bool | None) -> None:
        ban = a_ban("Venom", team="Spider-Friends/Symbiotes")
        assert is_named_by_ban(a_card("Venom", teams=teams), ban)[0] is expected

    def test_may_be_a_set(self) -> None:
        ban = a_ban("Rogue", set_code="RES")
        assert is_named_by_ban(a_card("Rogue", sets=("RES-001",)), ban)[0] is True
        assert is_named_by_ban(a_card("Rogue", sets=("MNB-001",)), ban)[0] is False
        assert is_named_by_ban(a_card("Rogue"), ban) == (None, "set")

    def test_may_be_a_printing(self) -> None:
        ban = a_ban("Cosmo", printings=("MNB-061",))
        assert is_named_by_ban(a_card("Cosmo", sets=("MNB-061",)), ban)[0] is True
        assert is_named_by_ban(a_card("Cosmo", sets=("LEG-010",)), ban)[0] is False
        assert is_named_by_ban(a_card("Cosmo", sets=("LEG",)), ban)[0] is False

    @pytest.mark.parametrize("facts", [{"sets": ("MNB",)}, {"sets": ("LEG-010",), "has_unrecorded_printing": True}])
    def test_is_unknown_for_a_card_that_may_be_that_printing(self, facts: dict[str, Any]) -> None:
        assert is_named_by_ban(a_card("Cosmo", **facts), a_ban("Cosmo", printings=("MNB-061",))) == (None, "number")

    def test_is_no_card_where_any_one_fact_speaks_against_it(self) -> None:
        ban = a_ban("Rogue", type="Main Character", team="Resistance")
        assert is_named_by_ban(a_card("Rogue", type="Plot Twist", teams=None), ban)[0] is False


class TestTheBansOfADay:
    day = D("2006-12-15")

    def test_say_nothing_of_a_free_card(self) -> None:
        assert find_bans_on(a_format(bans=[a_ban("Overload")]), self.day).of(a_card("Boris")) is None

    def test_leave_out_what_is_not_in_force(self) -> None:
        later = a_ban("Overload", begins=("2007-01-01", None))
        assert find_bans_on(a_format(bans=[later]), self.day).names == frozenset()

    def test_prefer_a_certain_ban_to_one_in_doubt(self) -> None:
        doubtful = a_ban("Overload", begins=("2006-12-01", "2006-12-31"))
        found = find_bans_on(a_format(bans=[doubtful, a_ban("Overload")]), self.day).of(a_card("Overload"))
        assert found is not None
        assert found.is_certain

    @pytest.mark.parametrize(
        ("ban", "doubt"),
        [
            (a_ban(begins=("2006-12-01", "2006-12-31")), "the ban began between 2006-12-01 and 2006-12-31"),
            (a_ban(ends=("2006-12-01", "2008-08-11")), "the ban was lifted between 2006-12-01 and 2008-08-11"),
            (a_ban(type="Plot Twist"), "this card’s type isn’t recorded"),
        ],
    )
    def test_say_what_is_in_doubt(self, ban: Ban, doubt: str) -> None:
        found = find_bans_on(a_format(bans=[ban]), self.day).of(a_card("Overload", type=None))
        assert found is not None
        assert (found.is_certain, found.doubt) == (False, doubt)

    def test_keep_the_first_of_several_doubts(self) -> None:
        bans = [a_ban(type="Plot Twist"), a_ban(universe="Illustrated"), a_ban(team="X-Men")]
        found = find_bans_on(a_format(bans=bans), self.day).of(a_card("Overload", type="Location", teams=None))
        assert found is not None
        assert found.ban.universe == "Illustrated"

    def test_know_a_ban_by_the_name_of_a_line(self) -> None:
        bans = find_bans_on(a_format(bans=[a_ban("Parallel Dimension")]), self.day)
        assert bans.named("parallel dimension") is not None
        assert bans.named("Boris") is None
