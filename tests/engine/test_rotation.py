"""Pools of the last sets of each brand, whose days may be intervals."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from engine.formats.pools import find_set_statuses, get_pool_on
from engine.formats.rotation import find_rotation_day
from engine.model.cards import CardSet
from engine.model.formats import Format, Pool
from tests.engine.classic_builders import a_format, a_set, between

D = date.fromisoformat


def rotating(*sets: CardSet, keep: int = 2, **pool: Any) -> Format:
    return a_format(*sets, pool=Pool("rotation", per_brand={"Marvel": keep}, **pool))


def status(fmt: Format, day: str, code: str) -> str:
    return get_pool_on(fmt, D(day)).sets[code].status


#: Three expansions with certain days: with the third, the first goes.
THREE = (a_set("MXM", "2006-02-01"), a_set("MHG", "2006-09-23"), a_set("MTU", "2007-02-28"))


class TestTheLastSets:
    def test_leave_with_the_set_that_is_one_too_many(self) -> None:
        fmt = rotating(*THREE)
        assert get_pool_on(fmt, D("2007-02-27")).certain == ("MHG", "MXM")
        assert get_pool_on(fmt, D("2007-02-28")).certain == ("MHG", "MTU")

    def test_say_since_when_a_set_is_out(self) -> None:
        found = get_pool_on(rotating(*THREE), D("2008-01-01")).sets["MXM"]
        assert found.since == between("2007-02-28")
        assert found.reason == "MXM rotated out of Test Age on 2007-02-28"

    def test_are_not_in_before_their_day(self) -> None:
        assert get_pool_on(rotating(*THREE), D("2006-09-22")).sets["MHG"].cause == "not yet legal"

    def test_may_or_may_not_be_in_between_their_own_days(self) -> None:
        fmt = rotating(a_set("MXM", "2006-02-01", "2006-02-28"))
        assert [status(fmt, day, "MXM") for day in ("2006-01-31", "2006-02-15", "2006-02-28")] == [
            "out",
            "unknown",
            "in",
        ]

    def test_are_of_the_brands_that_the_format_has(self) -> None:
        fmt = rotating(*THREE, a_set("DCR", "2006-04-01", brand="DC"), a_set("XXX", "2006-04-01", brand=None))
        assert (status(fmt, "2007-01-01", "DCR"), status(fmt, "2007-01-01", "XXX")) == ("out", "unknown")

    def test_are_unknown_where_nobody_says_which_they_were(self) -> None:
        fmt = rotating(*THREE, a_set("DCR", "2006-04-01", brand="DC"), is_inferred=True)
        pool = get_pool_on(fmt, D("2007-01-01"))
        assert (pool.certain, pool.uncertain) == ((), ("MHG", "MXM"))


class TestTheOrderOfSetsWithVagueDays:
    """A set is certainly in, or out, only if it is in whatever order the sets came."""

    #: MSM came out some time in 2004, before or after MOR.
    vague = (
        a_set("MOR", "2004-04-01", "2004-04-30"),
        a_set("MSM", "2004-01-01", "2004-12-31"),
        a_set("MMK", "2005-02-28"),
    )

    def test_does_not_matter_while_all_fit(self) -> None:
        assert get_pool_on(rotating(*self.vague, keep=3), D("2005-03-01")).certain == ("MMK", "MOR", "MSM")

    def test_leaves_both_unknown_where_one_of_them_has_to_go(self) -> None:
        pool = get_pool_on(rotating(*self.vague, keep=2), D("2005-03-01"))
        assert (pool.certain, pool.uncertain) == (("MMK",), ("MOR", "MSM"))

    def test_does_not_matter_once_both_are_out(self) -> None:
        pool = get_pool_on(rotating(*self.vague, keep=1), D("2005-03-01"))
        assert (pool.certain, pool.uncertain) == (("MMK",), ())

    def test_gives_the_days_between_which_a_set_left(self) -> None:
        later = a_set("MAV", "2005-08-01", "2005-08-31")
        fmt = rotating(*THREE[:1], later, a_set("MSM", "2004-01-01", "2004-12-31"), keep=1)
        assert get_pool_on(fmt, D("2006-01-31")).sets["MSM"].since == between("2005-08-01", "2005-08-31")
        assert [status(fmt, day, "MSM") for day in ("2005-07-31", "2005-08-15", "2005-08-31")] == [
            "in",
            "unknown",
            "out",
        ]

    def test_gives_no_day_while_too_few_sets_have_come_after(self) -> None:
        fmt = rotating(*THREE)
        assert find_rotation_day(fmt, fmt.sets["MTU"]) is None


class TestSetsOfDoubtfulStatus:
    def test_may_push_another_out(self) -> None:
        fmt = rotating(*THREE[1:], a_set("MFA", "2009-01-01", official="doubtful"))
        found = get_pool_on(fmt, D("2009-06-01")).sets["MHG"]
        assert (found.status, found.cause) == ("unknown", "perhaps rotated out")
        assert found.reason == "MHG might have rotated out of Test Age on 2009-01-01 or later"
        assert get_pool_on(fmt, D("2009-06-01")).sets["MFA"].cause == "doubtful set"
        assert status(fmt, "2009-06-01", "MTU") == "in"

    def test_may_have_pushed_it_out_on_the_last_day_there_is_too(self) -> None:
        fmt = rotating(*THREE[1:], a_set("MFA", "2009-01-01", official="doubtful"))
        assert {status(fmt, "9999-12-31", "MHG"), find_set_statuses(fmt, date.max)["MHG"].status} == {"unknown"}

    def test_fan_sets_push_none_out(self) -> None:
        fmt = rotating(*THREE[1:], a_set("FAN", "2009-01-01", official="no"), a_set("FAX", kind="promo", official="no"))
        assert get_pool_on(fmt, D("2009-06-01")).certain == ("MHG", "MTU")
        assert get_pool_on(fmt, D("2009-06-01")).sets["FAX"].cause == "fan set"


class TestSetsThatFollowOthers:
    """A starter, an exclusive or a crossover comes and goes with the expansion it follows."""

    def fmt(self, *days: str, follows: str | None = "MXM", **facts: str) -> Format:
        return rotating(*THREE, a_set("MXS", *days, kind="starter", follows=follows, **facts))

    def test_are_in_while_it_is(self) -> None:
        fmt = self.fmt("2006-02-01")
        assert (status(fmt, "2007-02-27", "MXS"), status(fmt, "2007-02-28", "MXS")) == ("in", "out")
        assert get_pool_on(fmt, D("2007-02-28")).sets["MXS"].since == between("2007-02-28")

    @pytest.mark.parametrize(
        ("day", "expected"), [("2006-02-28", "out"), ("2006-03-15", "unknown"), ("2006-03-31", "in")]
    )
    def test_have_to_be_out_themselves(self, day: str, expected: str) -> None:
        assert status(self.fmt("2006-03-01", "2006-03-31"), day, "MXS") == expected

    def test_are_not_in_before_it_is(self) -> None:
        found = get_pool_on(self.fmt("2006-01-01"), D("2006-01-31")).sets["MXS"]
        assert (found.status, found.cause) == ("out", "not yet legal")

    def test_share_its_doubt(self) -> None:
        fmt = rotating(
            a_set("MXM", "2006-02-01", "2006-02-28"), a_set("MXS", "2006-01-01", kind="starter", follows="MXM")
        )
        assert status(fmt, "2006-02-15", "MXS") == "unknown"

    def test_are_unknown_where_it_is_not_recorded(self) -> None:
        assert status(self.fmt("2006-02-01", follows="XYZ"), "2006-06-01", "MXS") == "unknown"

    def test_push_no_expansion_out(self) -> None:
        fmt = rotating(*THREE[:2], a_set("MTU", "2007-02-28", follows="MHG"))
        assert get_pool_on(fmt, D("2008-01-01")).certain == ("MHG", "MTU", "MXM")


class TestSetsThatGoWithNobodyKnowsWhich:
    fmt = rotating(*THREE, a_set("MST", "2006-01-01", "2006-03-31", kind="starter"))

    def test_are_unknown_while_a_set_of_their_time_is_in(self) -> None:
        assert get_pool_on(self.fmt, D("2006-06-01")).sets["MST"].reason == "not recorded which set MST goes with"

    def test_are_out_when_those_are(self) -> None:
        assert status(self.fmt, "2007-02-28", "MST") == "out"

    def test_are_out_before_their_own_day(self) -> None:
        fmt = rotating(
            a_set("MXM", "2006-02-01"),
            a_set("MST", "2006-01-15", "2006-03-31", legal_from="2006-03-01", kind="starter"),
        )
        assert get_pool_on(fmt, D("2006-02-28")).sets["MST"].cause == "not yet legal"
