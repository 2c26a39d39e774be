"""Which sets and cards a format has on a day."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.formats.pools import CardStatus, get_pool_on
from engine.model.cards import RIFTBOUND, Card
from engine.model.formats import Format, Pool
from engine.model.reference import Reference
from tests.engine import builders
from tests.engine.classic_builders import a_card, a_format, a_set, between

D = date.fromisoformat


def status(fmt: Format, day: str, code: str) -> str:
    return get_pool_on(fmt, D(day)).sets[code].status


def card_status(fmt: Format, day: date, card: Card) -> CardStatus:
    return get_pool_on(fmt, day).card_status(card)


class TestAPoolOfEverySet:
    def test_has_a_set_from_the_last_day_on_which_it_may_have_come_out(self) -> None:
        fmt = a_format(a_set("MOR", "2004-04-01", "2004-04-30"))
        days = ("2004-03-31", "2004-04-01", "2004-04-29", "2004-04-30")
        assert [status(fmt, day, "MOR") for day in days] == ["out", "unknown", "unknown", "in"]

    def test_goes_by_the_legal_day_where_it_is_recorded(self) -> None:
        fmt = a_format(a_set("MHG", "2006-09-01", "2006-09-30", legal_from="2006-09-23"))
        assert [status(fmt, day, "MHG") for day in ("2006-09-22", "2006-09-23")] == ["out", "in"]

    def test_does_not_know_of_a_doubtful_set_and_has_no_fan_set(self) -> None:
        fmt = a_format(a_set("MFA", official="doubtful"), a_set("DFC", official="no"))
        assert (status(fmt, "2010-01-01", "MFA"), status(fmt, "2010-01-01", "DFC")) == ("unknown", "out")
        assert "fan set" in get_pool_on(fmt, D("2010-01-01")).sets["DFC"].reason

    def test_knows_a_doubtful_set_to_be_out_before_its_day(self) -> None:
        assert status(a_format(a_set("MFA", "2009-01-01", official="doubtful")), "2008-12-31", "MFA") == "out"

    def test_trusts_no_card_before_the_first_set(self) -> None:
        fmt = a_format(a_set("MOR", "2004-04-01", "2004-04-30"))
        found = [card_status(fmt, D(day), a_card("Boris")) for day in ("2004-03-31", "2004-04-15", "2004-04-30")]
        assert [(each.status, each.is_not_yet) for each in found] == [("out", True), ("unknown", True), ("in", False)]


class TestAListedPool:
    fmt = a_format(
        a_set("MOR"), a_set("DCU", official="no"), a_set("MFA", official="doubtful"), a_set("MSM"),
        pool=Pool("listed", ("MOR", "DCU", "MFA")),
    )  # fmt: skip

    def test_has_what_it_lists_fan_sets_and_doubtful_ones_too(self) -> None:
        assert get_pool_on(self.fmt, D("2010-01-01")).certain == ("DCU", "MFA", "MOR")

    def test_has_nothing_else(self) -> None:
        found = get_pool_on(self.fmt, D("2010-01-01")).sets["MSM"]
        assert (found.status, found.cause) == ("out", "not listed")

    def test_has_a_listed_set_only_from_its_day(self) -> None:
        assert status(self.fmt, "2004-03-31", "MOR") == "out"


class TestAPoolThatAListCannotShow:
    def test_is_unknown_where_its_sets_are_inferred(self) -> None:
        fmt = a_format(a_set("MOR"), a_set("MSM"), pool=Pool("listed", ("MOR",), is_inferred=True))
        assert get_pool_on(fmt, D("2010-01-01")).uncertain == ("MOR", "MSM")

    def test_is_unknown_where_its_sets_are_chosen_for_each_event_but_for_those_that_always_go(self) -> None:
        fmt = a_format(a_set("MOR"), a_set("MEX"), a_set("DFC", official="no"), pool=Pool("chosen", ("MEX",)))
        pool = get_pool_on(fmt, D("2010-01-01"))
        assert (pool.certain, pool.uncertain) == (("MEX",), ("MOR",))

    def test_still_lacks_what_is_not_out_yet(self) -> None:
        fmt = a_format(a_set("MOR", "2004-04-01"), pool=Pool("chosen"))
        assert status(fmt, "2004-03-31", "MOR") == "out"

    @pytest.mark.parametrize("pool", [Pool("chosen"), Pool("all", is_inferred=True)])
    @pytest.mark.parametrize("sets", [(), ("MOR",)])
    def test_says_of_each_card_that_the_doubt_is_about_the_pool(self, pool: Pool, sets: tuple[str, ...]) -> None:
        found = card_status(a_format(a_set("MOR"), pool=pool), D("2010-01-01"), a_card("Boris", sets=sets))
        assert (found.status, found.is_about_pool) == ("unknown", True)


class TestAYearlyPool:
    """This year's and last year's sets, from the first rotation on."""

    def fmt(self, *released: str, **facts: str) -> Format:
        return a_format(a_set("OGN", *released, **facts), pool=Pool("yearly", first_rotation=2028))

    @pytest.mark.parametrize(
        ("day", "expected"), [("2025-10-30", "out"), ("2025-10-31", "in"), ("2027-12-31", "in"), ("2028-01-01", "out")]
    )
    def test_rotates_nothing_before_2028(self, day: str, expected: str) -> None:
        assert status(self.fmt("2025-10-31"), day, "OGN") == expected

    def test_says_that_an_older_set_left_with_the_first_rotation(self) -> None:
        since = get_pool_on(self.fmt("2025-10-31"), D("2030-01-01")).sets["OGN"].since
        assert since == between("2028-01-01")

    @pytest.mark.parametrize(("day", "expected"), [("2028-12-31", "in"), ("2029-01-01", "out")])
    def test_drops_a_set_with_the_second_new_year_after_it(self, day: str, expected: str) -> None:
        assert status(self.fmt("2027-05-08"), day, "OGN") == expected

    def test_does_not_know_when_a_set_leaves_whose_year_it_does_not_know(self) -> None:
        fmt = self.fmt("2026-12-01", "2027-02-01")
        days = ("2027-12-31", "2028-01-01", "2028-12-31", "2029-01-01")
        assert [status(fmt, day, "OGN") for day in days] == ["in", "unknown", "unknown", "out"]

    def test_goes_on_for_ever_without_a_first_rotation(self) -> None:
        fmt = a_format(a_set("OGN", "2025-10-31"), pool=Pool("yearly"))
        assert status(fmt, "2040-01-01", "OGN") == "in"

    def test_leaves_promotional_printings_to_the_card_of_the_same_name(self) -> None:
        assert status(self.fmt("2025-10-31", kind="promo"), "2026-01-01", "OGN") == "out"


class TestAPromotionalPrinting:
    """Tournament rules 601.2.a: a card is legal by a legal set that has it, and playable under any printing."""

    SETS = (
        builders.card_set(RIFTBOUND, "OPP", D("2025-01-01"), D("2025-12-31"), kind="promo"),
        builders.card_set(RIFTBOUND, "UNL", D("2026-05-08"), kind="expansion"),
    )
    FMT = builders.fmt(RIFTBOUND, sets={each.code: each for each in SETS})

    @pytest.mark.parametrize(("day", "expected"), [("2025-06-01", "out"), ("2026-05-07", "out"), ("2026-05-08", "in")])
    def test_makes_no_card_of_riftbound_legal_before_its_set(self, day: str, expected: str) -> None:
        promoted = builders.card(RIFTBOUND, "Arena Kingpin", printings=("UNL-001", "OPP-001/219"))
        found = get_pool_on(self.FMT, D(day)).card_status(promoted)
        assert (found.status, found.is_not_yet) == (expected, expected == "out")

    @pytest.mark.parametrize(
        ("day", "expected"), [("2024-12-31", "out"), ("2025-06-01", "unknown"), ("2026-01-01", "in")]
    )
    def test_counts_where_the_card_has_no_other(self, day: str, expected: str) -> None:
        alone = builders.card(RIFTBOUND, "Alone", printings=("OPP-002",))
        assert get_pool_on(self.FMT, D(day)).card_status(alone).status == expected

    def test_of_another_game_counts_as_any(self) -> None:
        fmt = a_format(a_set("PRM", "2005-01-01", kind="promo"), a_set("MOR", "2006-01-01"))
        card = a_card("Wolverine", sets=("PRM", "MOR"))
        assert get_pool_on(fmt, D("2005-06-01")).card_status(card).status == "in"

    def test_of_a_set_that_is_not_held_leaves_it_open(self) -> None:
        card = builders.card(RIFTBOUND, "Strange", printings=("XYZ-001", "OPP-003"))
        assert get_pool_on(self.FMT, D("2026-06-01")).card_status(card).status == "unknown"


class TestAYearlyPoolOfYearsWithoutARecordedSet:
    """It has the sets of this year and the last; where none of a year is recorded, any card may be in one of them."""

    def fmt(self, *released: str, **pool: Any) -> Format:
        sets = (a_set(f"S{number}", day) for number, day in enumerate(released))
        promo, fan = a_set("PR", "2040-01-01", kind="promo"), a_set("FAN", "2040-01-01", official="no")
        return a_format(*sets, promo, fan, pool=Pool("yearly", **{"first_rotation": 2028, **pool}))

    @pytest.mark.parametrize(
        ("day", "years"),
        [("2027-12-31", ()), ("2028-01-01", (2027, 2028)), ("2028-12-31", (2027, 2028)), ("2029-01-01", (2028, 2029))],
    )
    def test_names_the_years_from_the_first_rotation_on(self, day: str, years: tuple[int, ...]) -> None:
        assert get_pool_on(self.fmt("2026-05-08"), D(day)).unrecorded == years

    def test_names_only_years_after_the_last_recorded_set(self) -> None:
        fmt = self.fmt("2025-10-31", "2030-05-08")
        days = ("2028-01-01", "2030-12-31", "2031-01-01", "2032-01-01")
        assert [get_pool_on(fmt, D(day)).unrecorded for day in days] == [(), (), (2031,), (2031, 2032)]

    def test_counts_a_set_without_a_last_day_by_its_first(self) -> None:
        announced = a_set("LGC", "2027-01-29", "9999-12-31")
        fmt = a_format(a_set("OGN", "2025-10-31"), announced, pool=Pool("yearly", first_rotation=2028))
        assert get_pool_on(fmt, D("2028-01-01")).unrecorded == (2028,)

    def test_has_them_without_any_recorded_set_too(self) -> None:
        assert get_pool_on(self.fmt(), D("2028-01-01")).unrecorded == (2027, 2028)

    @pytest.mark.parametrize("pool", [{"first_rotation": None}, {"kind": "all"}])
    def test_is_nothing_of_pools_that_rotate_by_no_year(self, pool: dict[str, Any]) -> None:
        fmt = a_format(a_set("OGN", "2025-10-31"), pool=Pool(**{"kind": "yearly", "first_rotation": 2028, **pool}))
        assert get_pool_on(fmt, D("2040-01-01")).unrecorded == ()

    @pytest.mark.parametrize(
        ("day", "status"), [("2027-12-31", "in"), ("2028-01-01", "unknown"), ("2035-01-01", "unknown")]
    )
    def test_may_have_any_card(self, day: str, status: str) -> None:
        assert card_status(self.fmt("2026-05-08"), D(day), a_card("Jinx", sets=("S0",))).status == status

    @pytest.mark.parametrize(("code", "status"), [("S0", "unknown"), ("S1", "in"), ("PR", "unknown")])
    def test_has_the_cards_of_its_recorded_sets(self, code: str, status: str) -> None:
        found = card_status(self.fmt("2026-05-08", "2027-05-08"), D("2028-02-01"), a_card("Jinx", sets=(code,)))
        assert found.status == status

    def test_says_which_years(self) -> None:
        found = card_status(self.fmt("2026-05-08"), D("2028-01-01"), a_card("Jinx", sets=("S0",)))
        assert (found.reason, found.is_about_pool) == ("no sets recorded for 2027 and 2028", True)
        later = card_status(self.fmt("2026-05-08"), D("2035-06-01"), a_card("Jinx", sets=("S0",)))
        assert later.reason == "no sets recorded for 2034 and 2035"


class TestAPoolByVolume:
    @pytest.mark.parametrize(
        ("volume", "expected"), [("pre-volume", "out"), ("1", "in"), ("6?", "in"), (None, "unknown")]
    )
    def test_has_the_volumes_from_its_first_on(self, volume: str | None, expected: str) -> None:
        fmt = a_format(a_set("MNB", volume=volume), pool=Pool("volume", from_volume=1))
        assert status(fmt, "2020-01-01", "MNB") == expected

    def test_has_none_of_an_earlier_volume(self) -> None:
        fmt = a_format(a_set("MFM", volume="1"), pool=Pool("volume", from_volume=2))
        assert "older than Volume 2" in get_pool_on(fmt, D("2020-01-01")).sets["MFM"].reason


class TestACard:
    listed = a_format(
        a_set("MOR", "2004-04-01"), a_set("DCL", "2007-12-01", "2007-12-31"), a_set("DCR", "2006-04-01"),
        pool=Pool("listed", ("MOR", "DCL")),
    )  # fmt: skip

    def test_is_in_if_any_of_its_printings_is(self) -> None:
        """The reprint rule: the same name and version in a legal set makes the older card legal."""
        assert (
            card_status(self.listed, D("2008-01-01"), a_card("Nasty Surprise", sets=("DCR", "DCL-267"))).status == "in"
        )

    def test_is_out_if_none_is(self) -> None:
        found = card_status(self.listed, D("2008-01-01"), a_card("Jubilee", sets=("DCR",)))
        assert (found.status, found.is_not_yet) == ("out", False)

    def test_is_not_yet_in_if_its_first_set_there_comes_later(self) -> None:
        found = card_status(self.listed, D("2007-11-30"), a_card("Jubilee", sets=("DCR", "DCL")))
        assert (found.status, found.is_not_yet) == ("out", True)
        assert found.reason.startswith("DCL becomes legal")

    def test_that_rotated_out_and_comes_back_later_is_no_new_card(self) -> None:
        fmt = a_format(
            a_set("MOR", "2004-04-01"), a_set("MSM", "2005-01-01"), a_set("MVL", "2007-09-14"),
            pool=Pool("rotation", per_brand={"Marvel": 1}),
        )  # fmt: skip
        found = card_status(fmt, D("2006-01-01"), a_card("Boris", sets=("MOR", "MVL-201")))
        assert (found.status, found.is_not_yet) == ("out", False)
        assert found.reason.startswith("MOR rotated out of Test Age on 2005-01-01; MVL becomes legal")

    def test_may_not_yet_be_in_between_the_days_of_its_set(self) -> None:
        found = card_status(self.listed, D("2007-12-15"), a_card("Jubilee", sets=("DCL",)))
        assert (found.status, found.is_not_yet) == ("unknown", True)

    @pytest.mark.parametrize("sets", [(), ("DCR",)])
    def test_without_all_its_printings_is_unknown_in_a_format_of_some_sets(self, sets: tuple[str, ...]) -> None:
        found = card_status(self.listed, D("2008-01-01"), a_card("Boris", sets=sets, has_unrecorded_printing=True))
        assert (found.status, found.is_not_yet) == ("unknown", False)

    def test_without_all_its_printings_is_in_on_trust_in_a_format_of_every_set(self) -> None:
        fmt = a_format(a_set("DOR", "2004-07-01"), a_set("DWF", "2007-07-20"))
        found = card_status(fmt, D("2004-12-15"), a_card("Bat-Signal", sets=("DWF-059",), has_unrecorded_printing=True))
        assert (found.status, found.is_on_trust) == ("in", True)

    def test_in_a_set_that_is_not_recorded_is_unknown(self) -> None:
        assert card_status(self.listed, D("2008-01-01"), a_card("Boris", sets=("XYZ",))).status == "unknown"

    def test_names_the_sets_whose_release_stands_in_for_a_legal_day(self) -> None:
        fmt = a_format(a_set("MOR", "2004-04-01"), a_set("MVL", "2007-09-01", legal_from="2007-09-14"))
        assert card_status(fmt, D("2008-01-01"), a_card("Boris", sets=("MOR",))).stand_ins == ("MOR",)
        assert card_status(fmt, D("2008-01-01"), a_card("Boris", sets=("MOR", "MVL"))).stand_ins == ()

    def test_that_counts_as_being_in_every_set_is_in_as_soon_as_any_set_is(self) -> None:
        bizarro_world = a_card("Bizarro World", is_in_every_set=True)
        fmt = a_format(a_set("MOR", "2004-04-01", "2004-04-30"), pool=Pool("listed", ("MOR",)))
        found = [card_status(fmt, D(day), bizarro_world).status for day in ("2004-03-31", "2004-04-15", "2004-04-30")]
        assert found == ["out", "unknown", "in"]

    def test_that_is_a_basic_location_is_in_where_the_format_always_has_them(self) -> None:
        fmt = a_format(pool=Pool("listed", (), always=("basic-locations",)))
        academy = a_card("Academy", sets=("MNB",), type="Basic Location")
        assert card_status(fmt, D("2020-01-01"), academy).status == "in"
        assert card_status(fmt, D("2020-01-01"), a_card("Thanos", sets=("MNB",))).status == "unknown"


@pytest.mark.shared
class TestRecordedPools:
    def test_are_those_that_were_written_down(self, shared: Path, reference: Callable[[str], Reference]) -> None:
        for case in json.loads((shared / "cases" / "pools.json").read_text(encoding="utf-8"))["pools"]:
            fmt = reference(case["game"]).formats[case["format"]]
            pool = get_pool_on(fmt, D(case["as_of"]))
            assert list(pool.certain) == case["sets"], case["format"]
            assert list(pool.uncertain) == case.get("uncertain", []), case["format"]
