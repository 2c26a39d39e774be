"""Why a set is in a format; the expected words are read off the rule of each kind of pool."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine.formats.pool_reasons import (
    ADDED,
    EVERY,
    FOLLOWS,
    LAST,
    LISTED,
    VOLUME,
    YEAR,
    InclusionReason,
    find_inclusion_reasons,
)
from engine.formats.pools import get_pool_on
from engine.model.formats import Pool
from engine.model.reference import Reference
from tests.engine.classic_builders import a_format, a_set

D = date.fromisoformat
LATER = D("2030-06-01")


def why(pool: Pool, *sets: object, on: date = LATER) -> dict[str, InclusionReason]:
    return dict(find_inclusion_reasons(a_format(*sets, pool=pool), on))  # type: ignore[arg-type]


class TestASetIsIn:
    def test_as_one_of_the_last_of_its_brand_and_names_them_by_their_days(self) -> None:
        sets = (a_set("MXM", "2006-02-01"), a_set("MTU", "2007-02-28"), a_set("MHG", "2006-09-23"))
        found = why(Pool("rotation", per_brand={"Marvel": 2}), *sets)
        assert set(found) == {"MHG", "MTU"}
        assert found["MTU"] == InclusionReason(LAST, "one of the last two Marvel expansions: MHG MTU", ("MHG", "MTU"))

    def test_as_one_of_the_last_although_it_is_not_known_which_came_later(self) -> None:
        sets = (a_set("MXM", "2006-02-01"), a_set("MHG", "2006-09-01"), a_set("MTU", "2007-02-01", "2007-02-28"))
        found = why(Pool("rotation", per_brand={"Marvel": 2}), *sets, on=D("2007-02-10"))
        assert found["MHG"].said == "one of the last two Marvel expansions: MHG, possibly MXM MTU"
        assert found["MHG"].sets == ("MHG", "MXM", "MTU")

    def test_with_the_set_it_goes_with(self) -> None:
        sets = (a_set("MAV", "2005-08-31"), a_set("MFF", "2005-01-01", kind="starter", follows="MAV"))
        found = why(Pool("rotation", per_brand={"Marvel": 12}), *sets)
        assert found["MFF"] == InclusionReason(
            FOLLOWS, "goes with MAV, one of the last 12 Marvel expansions: MAV", ("MAV",)
        )

    def test_by_the_list(self) -> None:
        assert why(Pool("listed", ("MOR",)), a_set("MOR"), a_set("DOR"))["MOR"] == InclusionReason(
            LISTED, "on the list"
        )

    def test_beside_those_that_are_chosen(self) -> None:
        found = why(Pool("chosen", ("MAA",)), a_set("MAA"), a_set("DOR"))
        assert {code: each.said for code, each in found.items()} == {"MAA": "always included"}

    def test_because_every_set_is(self) -> None:
        assert why(Pool(), a_set("MOR"))["MOR"] == InclusionReason(EVERY, "every official set is legal")

    def test_by_its_volume(self) -> None:
        found = why(Pool("volume", from_volume=4), a_set("MOE", volume="4"), a_set("MNB", volume="pre-volume"))
        assert found == {"MOE": InclusionReason(VOLUME, "Volume 4; Volume 4 and later are legal")}

    def test_because_it_is_added_whatever_the_kind_says(self) -> None:
        found = why(Pool("rotation", per_brand={"Marvel": 1}, also=("DOR",)), a_set("DOR", brand="DC"))
        assert found == {"DOR": InclusionReason(ADDED, "added by name")}


class TestAYearlyPool:
    sets = (a_set("OGN", "2025-10-31"), a_set("UNL", "2026-05-08"), a_set("NEW", "2026-12-20", "2027-01-10"))

    @pytest.mark.parametrize(
        ("on", "code", "said"),
        [
            ("2027-12-31", "OGN", "no set rotates out before 2028; every official set except promos is legal"),
            ("2027-12-31", "UNL", "no set rotates out before 2028; every official set except promos is legal"),
        ],
    )
    def test_keeps_every_set_before_the_first_rotation(self, on: str, code: str, said: str) -> None:
        assert why(Pool("yearly", first_rotation=2028), *self.sets, on=D(on))[code] == InclusionReason(YEAR, said)

    def test_says_so_where_no_first_rotation_is_known(self) -> None:
        found = why(Pool("yearly"), *self.sets)
        assert found["OGN"].said == "no set rotates out; every official set except promos is legal"

    def test_has_the_sets_of_two_years(self) -> None:
        found = why(Pool("yearly", first_rotation=2027), *self.sets, on=D("2027-06-01"))
        assert {code: each.said for code, each in found.items()} == {
            "UNL": "released in 2026; sets of 2026 and 2027 are legal",
            "NEW": "released in 2026 or 2027; sets of 2026 and 2027 are legal",
        }


@pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
def test_every_set_that_is_in_has_a_reason_in_every_format_on_the_days_of_the_sets(
    reference: Callable[[str], Reference], game: str
) -> None:
    held = reference(game)
    days = sorted({each.legal.latest for each in held.sets.values()})[::4]
    for fmt in held.formats.values():
        for day in days:
            found = find_inclusion_reasons(fmt, day)
            assert tuple(sorted(found)) == get_pool_on(fmt, day).certain
            assert all(each.said for each in found.values())
