"""What would settle the doubts about a format: once it is known, no doubt is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from random import Random

import pytest

from engine.formats.changes import list_change_days
from engine.formats.pool_questions import (
    BAN_BEGAN,
    BAN_ENDED,
    BRAND,
    GOES_WITH,
    LEGAL_DAY,
    OFFICIAL,
    ORDER,
    SEASON_BEGAN,
    SEASON_ENDED,
    SETS_CHOSEN,
    SETS_RECORDED,
    SETS_STATED,
    VOLUME,
    YEAR,
    OpenQuestion,
    list_open_questions,
)
from engine.formats.pools import find_set_statuses
from engine.formats.set_status import UNKNOWN
from engine.model.cards import Between, CardSet
from engine.model.formats import Ban, Format, Pool
from engine.model.reference import Reference
from tests.engine.classic_builders import a_format, a_set, between

D = date.fromisoformat
MARVEL = {"Marvel": 2}


def asked(fmt: Format, on: str) -> list[tuple[str, str]]:
    return [(each.kind, each.fact) for each in list_open_questions(fmt, D(on))]


class TestASetInDoubt:
    def test_hangs_on_the_day_it_became_legal(self) -> None:
        fmt = a_format(replace(a_set("MTU", "2007-02-01", "2007-02-28"), name="Marvel Team-Up"))
        (found,) = list_open_questions(fmt, D("2007-02-15"))
        assert found.fact == "the day Marvel Team-Up (MTU) became legal"
        assert found.known == "between 2007-02-01 and 2007-02-28, its release date"
        assert (found.kind, found.about, found.sets) == (LEGAL_DAY, ("MTU",), ("MTU",))

    @pytest.mark.parametrize("day", ["2007-01-31", "2007-02-28"])
    def test_is_none_on_the_day_before_and_on_the_last_day(self, day: str) -> None:
        assert list_open_questions(a_format(a_set("MTU", "2007-02-01", "2007-02-28")), D(day)) == ()

    def test_hangs_on_the_day_of_the_one_that_pushes_it_out(self) -> None:
        sets = (a_set("MXM", "2006-02-01"), a_set("MHG", "2006-09-23"), a_set("MTU", "2007-02-01", "2007-02-28"))
        (found,) = list_open_questions(a_format(*sets, pool=Pool("rotation", per_brand=MARVEL)), D("2007-02-15"))
        assert (found.kind, found.about, found.sets) == (LEGAL_DAY, ("MTU",), ("MTU", "MXM"))

    def test_hangs_on_which_of_two_came_first(self) -> None:
        sets = (a_set("MXM", "2006-02-01", "2006-02-28"), a_set("MHG", "2006-02-10", "2006-03-10"))
        fmt = a_format(*sets, pool=Pool("rotation", per_brand={"Marvel": 1}))
        (found,) = list_open_questions(fmt, D("2006-04-01"))
        assert found.kind == ORDER
        assert found.fact == "which became legal first, MHG (MHG) or MXM (MXM)"
        assert found.sets == ("MHG", "MXM")

    def test_hangs_on_whether_it_or_one_after_it_was_official(self) -> None:
        sets = (a_set("MXM", "2006-02-01"), a_set("MFA", "2009-01-01", official="doubtful"))
        fmt = a_format(*sets, pool=Pool("rotation", per_brand={"Marvel": 1}))
        (found,) = list_open_questions(fmt, D("2010-01-01"))
        assert (found.kind, found.about, found.sets) == (OFFICIAL, ("MFA",), ("MFA", "MXM"))
        assert asked(a_format(a_set("MFA", official="doubtful")), "2010-01-01") == [(OFFICIAL, found.fact)]

    def test_hangs_on_what_the_set_it_goes_with_hangs_on(self) -> None:
        sets = (a_set("MXM", "2006-02-01", "2006-02-28"), a_set("MXS", "2006-01-01", kind="starter", follows="MXM"))
        fmt = a_format(*sets, pool=Pool("rotation", per_brand=MARVEL))
        (found,) = list_open_questions(fmt, D("2006-02-10"))
        assert (found.about, found.sets) == (("MXM",), ("MXM", "MXS"))

    @pytest.mark.parametrize("follows", [None, "ZZZ"])
    def test_hangs_on_which_set_it_goes_with(self, follows: str | None) -> None:
        sets = (a_set("MSM", "2004-09-01"), a_set("MST", "2004-09-01", kind="starter", follows=follows))
        fmt = a_format(*sets, pool=Pool("rotation", per_brand=MARVEL))
        assert asked(fmt, "2006-02-10") == [(GOES_WITH, "which set MST (MST) goes with")]

    def test_hangs_on_its_brand(self) -> None:
        fmt = a_format(a_set("XXX", "2006-04-01", brand=None), pool=Pool("rotation", per_brand=MARVEL))
        assert asked(fmt, "2007-01-01") == [(BRAND, "the brand of XXX (XXX)")]

    def test_hangs_on_its_volume(self) -> None:
        fmt = a_format(a_set("XXX", "2006-04-01", volume=None), pool=Pool("volume", from_volume=4))
        assert asked(fmt, "2007-01-01") == [(VOLUME, "which volume XXX (XXX) belongs to")]

    def test_hangs_on_the_year_it_came_out(self) -> None:
        sets = (a_set("NEW", "2025-12-20", "2026-01-10"), a_set("NEWER", "2027-01-01"))
        fmt = a_format(*sets, pool=Pool("yearly", first_rotation=2026))
        (found,) = list_open_questions(fmt, D("2027-06-01"))
        assert (found.kind, found.known) == (YEAR, "it was released between 2025-12-20 and 2026-01-10")

    def test_is_none_of_those_that_are_not_recorded(self) -> None:
        fmt = a_format(a_set("OLD", "2026-01-10"), pool=Pool("yearly", first_rotation=2026))
        (found,) = list_open_questions(fmt, D("2028-01-01"))
        assert (found.kind, found.fact) == (SETS_RECORDED, "which sets were released in 2027 and 2028")
        assert (found.known, found.sets) == ("no sets recorded for these years", ())

    def test_that_is_added_hangs_on_its_day_alone(self) -> None:
        late = a_set("MFA", "2009-01-01", "2009-12-31", official="doubtful")
        fmt = a_format(late, pool=Pool("rotation", per_brand=MARVEL, also=("MFA",)))
        assert [kind for kind, _ in asked(fmt, "2009-06-01")] == [LEGAL_DAY]

    @pytest.mark.parametrize(("pool", "kind"), [(Pool(is_inferred=True), SETS_STATED), (Pool("chosen"), SETS_CHOSEN)])
    def test_hangs_on_what_no_list_shows(self, pool: Pool, kind: str) -> None:
        (found,) = list_open_questions(a_format(a_set("MOR"), a_set("DOR"), pool=pool), D("2010-01-01"))
        assert (found.kind, found.sets) == (kind, ("DOR", "MOR"))


class TestBansAndSeasons:
    def test_ask_for_the_days_between_which_a_ban_began_or_was_lifted(self) -> None:
        ban = Ban("Overload", between("2005-06-01", "2005-07-31"), between("2006-12-01", "2008-08-11"), event="Gen Con")
        fmt = a_format(bans=(ban,))
        days = ("2005-05-31", "2005-06-01", "2005-07-30", "2005-07-31", "2006-11-30", "2006-12-01", "2008-08-11")
        kinds = [[kind for kind, _ in asked(fmt, day)] for day in days]
        assert kinds == [[], [BAN_BEGAN], [BAN_BEGAN], [], [], [BAN_ENDED], []]
        (found,) = list_open_questions(fmt, D("2005-06-01"))
        assert found == OpenQuestion(
            BAN_BEGAN,
            "the day the ban of Overload began",
            "between 2005-06-01 and 2005-07-31; depends on Gen Con",
            ban=ban,
        )

    def test_ask_for_the_first_and_the_last_day_of_a_season(self) -> None:
        fmt = a_format(starts=between("2005-03-01", "2005-03-31"), ends=between("2006-01-01", "2006-12-31"))
        days = ("2005-02-28", "2005-03-01", "2005-03-31", "2006-01-01", "2006-01-02", "2006-12-31", "2007-01-01")
        kinds = [[kind for kind, _ in asked(fmt, day)] for day in days]
        assert kinds == [[], [SEASON_BEGAN], [], [], [SEASON_ENDED], [SEASON_ENDED], []]


def answered(fmt: Format, questions: Iterable[OpenQuestion], chance: Random) -> Format:
    """The format as it would be with every question answered, one way or another, by chance."""
    sets = dict(fmt.sets)
    pool = fmt.pool
    for each in questions:
        if each.kind in (SETS_STATED, SETS_CHOSEN):
            named = tuple(code for code in each.sets if chance.random() < 0.5)
            pool = replace(pool, kind="listed", sets=(*pool.sets, *named), is_inferred=False)
        for code in each.about:
            sets[code] = _settled(sets[code], each.kind, fmt, chance)
    return replace(fmt, pool=pool, sets=sets)


def _settled(card_set: CardSet, kind: str, fmt: Format, chance: Random) -> CardSet:
    if kind in (LEGAL_DAY, ORDER, YEAR):
        days = (card_set.legal.latest - card_set.legal.earliest).days
        day = date.fromordinal(card_set.legal.earliest.toordinal() + chance.randint(0, days))
        return replace(card_set, legal_from=day, released=Between(day, day))
    if kind == OFFICIAL:
        return replace(card_set, official=chance.choice(("yes", "no")))
    if kind == VOLUME:
        return replace(card_set, volume=str(chance.randint(1, 6)))
    expansions = [
        each.code
        for each in fmt.sets.values()
        if each.kind == "expansion" and not each.follows and each.brand == card_set.brand
    ]
    return replace(card_set, follows=chance.choice(expansions))


@pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
def test_when_all_that_is_asked_is_answered_no_set_is_in_doubt_any_more(
    reference: Callable[[str], Reference], game: str
) -> None:
    chance = Random(7)  # noqa: S311
    pools = {repr(fmt.pool): fmt for fmt in reference(game).formats.values()}
    for fmt in pools.values():
        for day in list_change_days(fmt)[::3]:
            now = fmt
            # An answer may raise the next question: a starter goes with a set whose day is in doubt.
            for _ in range(3):
                now = answered(now, list_open_questions(now, day), chance)
            left = {code: status for code, status in find_set_statuses(now, day).items() if status.status == UNKNOWN}
            assert not left, (fmt.slug, day)


@pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
def test_every_set_in_doubt_is_among_what_hangs_on_a_question(reference: Callable[[str], Reference], game: str) -> None:
    pools = {repr(fmt.pool): fmt for fmt in reference(game).formats.values()}
    for fmt in pools.values():
        for day in list_change_days(fmt):
            hanging = {code for each in list_open_questions(fmt, day) for code in each.sets}
            assert hanging == {code for code, status in find_set_statuses(fmt, day).items() if status.status == UNKNOWN}
