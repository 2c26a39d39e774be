"""What is recorded of a format at a time against what is computed for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from engine import build_reference
from engine.formats.recorded_pools import DIFFERS, PERHAPS_SAME, SAME, PoolComparison, compare_recorded_pools
from engine.model.formats import Ban, Format, RecordedPool
from engine.model.reference import Reference
from tests.engine.classic_builders import a_format, a_set, between

SPRING = between("2007-03-01", "2007-05-31")


def compared(fmt: Format) -> PoolComparison:
    (found,) = compare_recorded_pools(fmt)
    return found


class TestARecord:
    sets = (a_set("MAV", "2005-08-31"), a_set("MTU", "2007-04-10"), a_set("MVL", "2007-09-14"))

    def test_is_the_same_as_the_pool_from_some_day_of_its_time_on(self) -> None:
        found = compared(a_format(*self.sets, recorded=(RecordedPool(SPRING, "s", ("MAV", "MTU")),)))
        assert (found.outcome, found.on) == (SAME, date(2007, 4, 10))
        assert (found.missing, found.beyond, found.open_) == ((), (), ())

    def test_is_compared_on_its_first_day_too(self) -> None:
        found = compared(a_format(*self.sets, recorded=(RecordedPool(SPRING, "s", ("MAV",)),)))
        assert (found.outcome, found.on) == (SAME, date(2007, 3, 1))

    def test_is_compared_on_the_latest_of_the_days_that_agree_as_well(self) -> None:
        ban = Ban("Overload", between("2007-04-20"))
        found = compared(a_format(*self.sets, bans=(ban,), recorded=(RecordedPool(SPRING, "s", ("MAV", "MTU")),)))
        assert (found.outcome, found.on) == (SAME, date(2007, 4, 20))

    def test_differs_by_what_it_has_and_by_what_it_lacks(self) -> None:
        found = compared(a_format(*self.sets, recorded=(RecordedPool(SPRING, "s", ("MTU", "MVL")),)))
        assert (found.outcome, found.missing, found.beyond) == (DIFFERS, ("MVL",), ("MAV",))

    def test_may_be_the_same_where_the_pool_is_not_certain(self) -> None:
        late = a_set("EHB", "2007-03-01", "2007-12-31")
        found = compared(a_format(*self.sets, late, recorded=(RecordedPool(SPRING, "s", ("MAV", "MTU", "EHB")),)))
        assert (found.outcome, found.open_) == (PERHAPS_SAME, ("EHB",))

    def test_of_sets_that_were_out_says_nothing_of_others(self) -> None:
        said = RecordedPool(SPRING, "s", without=("MAV", "MVL"))
        found = compared(a_format(*self.sets, recorded=(said,)))
        assert (found.outcome, found.beyond) == (DIFFERS, ("MAV",))

    def test_of_bans_is_held_against_those_in_force(self) -> None:
        bans = (
            Ban("Overload", between("2005-06-01"), between("2006-12-01", "2008-08-11")),
            Ban("Fiddler", between("2006-09-24")),
            Ban("Talia", between("2006-09-24")),
        )
        said = RecordedPool(between("2007-03-01"), "s", bans=("TALIA", "Nenora"))
        found = compared(a_format(*self.sets, bans=bans, recorded=(said,)))
        assert (found.missing, found.beyond, found.open_) == (("Nenora",), ("Fiddler",), ("Overload",))


class TestTheRecordsThatAreHeld:
    """The differences are worked out by hand from the days of the sets."""

    @pytest.mark.parametrize(
        ("slug", "place", "outcome", "missing", "beyond"),
        [
            ("golden-age", 0, SAME, (), ()),
            ("golden-age", 1, SAME, (), ()),
            ("golden-age", 2, SAME, (), ()),
            ("silver-age", 0, SAME, (), ()),
            # Crisis Block leaves with Marvel Evolution but for the DC sets among the last four: DCR DLS DWF DCL.
            ("silver-age", 2, DIFFERS, (), ("DCR", "DLS")),
            ("marvel-modern-age", 0, PERHAPS_SAME, (), ()),
            ("dc-modern-age", 0, PERHAPS_SAME, (), ()),
            ("dc-modern-age", 1, PERHAPS_SAME, (), ()),
        ],
    )
    def test_agree_or_differ_as_worked_out_by_hand(
        self, reference: Callable[[str], Reference], slug: str, place: int, outcome: str,
        missing: tuple[str, ...], beyond: tuple[str, ...],
    ) -> None:  # fmt: skip
        found = compare_recorded_pools(reference("vs-classic").formats[slug])[place]
        assert (found.outcome, found.missing, found.beyond) == (outcome, missing, beyond)

    def test_of_riftbound_are_the_computed_pools(self, reference: Callable[[str], Reference]) -> None:
        found = compare_recorded_pools(reference("riftbound").formats["standard"])
        assert [each.outcome for each in found] == [SAME] * 5

    @pytest.mark.shared
    def test_are_the_ones_that_were_gathered(self, reference: Callable[[str], Reference], shared: Path) -> None:
        rows = json.loads((shared / "data" / "formats.json").read_text(encoding="utf-8"))
        held = reference("vs-classic").formats
        for row in rows:
            snapshots = [each["sets"] for each in row["definition"].get("snapshots", ()) if each["sets"]]
            if snapshots:
                recorded = [list(each.sets) for each in held[row["slug"]].recorded if each.sets]
                assert recorded == [[code.rstrip("?") for code in sets] for sets in snapshots]
            bans = [each["list"] for each in row["definition"].get("ban_snapshots", ())]
            if bans:
                counts = [len(each.bans or ()) for each in held[row["slug"]].recorded]
                assert counts == [len(names) for names in bans]


def test_what_a_source_does_not_say_is_left_open() -> None:
    recorded = {"days": ["2007-03-01", "2007-05-31"], "said": "the pool of a season", "sets": ["DGL", "MAV"]}
    row = {"slug": "an-age", "name": "An Age", "kind": "age", "pool": {"kind": "all"}, "recorded": [recorded]}
    known = build_reference("vs-classic", cards=(), sets=(), formats=(row,), bans=(), data_version="test")
    assert known.formats["an-age"].recorded == (RecordedPool(SPRING, "the pool of a season", ("DGL", "MAV")),)
