"""Pools on days around a change, worked out by hand from the days of the sets; what changed since the day before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from engine.formats.changes import list_changes_on
from engine.formats.pools import get_pool_on
from engine.model.reference import Reference

D = date.fromisoformat
Held = Callable[[str], Reference]
#: The sets of Riftbound for which pools are worked out here.
RIFTBOUND_SETS = frozenset(("OGN", "OGS", "SFD", "UNL", "VEN", "RAD", "LGC"))


def sets(held: Reference, slug: str, day: str) -> tuple[str, str]:
    """The sets that are in and those in doubt, joined."""
    pool = get_pool_on(held.formats[slug], D(day))
    return " ".join(pool.certain), " ".join(pool.uncertain)


class TestModernAge:
    """The last two expansions of Marvel and of DC, each with what follows it."""

    @pytest.mark.parametrize(
        ("day", "certain", "uncertain"),
        [
            # Marvel: MXM, MHG (23 September 2006); DC: DJL, DCR until DLS on 29 December 2006.
            ("2006-12-28", "DCR DJL MHG MXM", "MXS"),
            ("2006-12-29", "DCR DLS MHG MXM", "MXS"),
            ("2006-12-31", "DCR DLS MHG MXM MXS", ""),
            # Marvel Team-Up came some day in February 2007 and pushed MXM out with MXS.
            ("2007-01-31", "DCR DLS MHG MXM MXS", ""),
            ("2007-02-01", "DCR DLS MHG", "MTU MXM MXS"),
            ("2007-02-27", "DCR DLS MHG", "MTU MXM MXS"),
            ("2007-02-28", "DCR DLS MHG MTU", ""),
            # Hellboy came some day in March and goes with MTU.
            ("2007-03-01", "DCR DLS MHG MTU", "EHB"),
            ("2007-03-31", "DCR DLS EHB MHG MTU", ""),
            # World's Finest, 20 July 2007: DCR goes.
            ("2007-07-19", "DCR DLS EHB MHG MTU", ""),
            ("2007-07-20", "DLS DWF EHB MHG MTU", ""),
            # Marvel Legends, 14 September 2007: MHG goes; the exclusives of that year follow it, whenever they came.
            ("2007-09-13", "DLS DWF EHB MHG MTU", ""),
            ("2007-09-14", "DLS DWF EHB MTU MVL", "MAA MEX"),
            # DC Legends, 1 January 2008: DLS goes; its exclusives came some day in 2008.
            ("2007-12-31", "DLS DWF EHB MAA MCG MEX MTU MVL", ""),
            ("2008-01-01", "DCL DWF EHB MAA MCG MEX MTU MVL", "DCX"),
            # Marvel Universe, 27 June 2008: MTU goes with Hellboy.
            ("2008-06-26", "DCL DWF EHB MAA MCG MEX MTU MVL", "DCX"),
            ("2008-06-27", "DCL DWF MAA MCG MEX MUN MVL", "DCX MUL"),
            # Marvel Evolution, 26 November 2008: MVL goes with all that follows it.
            ("2008-11-25", "DCL DWF MAA MCG MEX MUN MVL", "DCX MUL"),
            ("2008-11-26", "DCL DWF MEV MUN", "DCX MUL"),
            ("2008-12-31", "DCL DCX DWF MEV MUL MUN", ""),
        ],
    )
    def test_has_these_sets(self, reference: Held, day: str, certain: str, uncertain: str) -> None:
        assert sets(reference("vs-classic"), "modern-age", day) == (certain, uncertain)


class TestRiftboundStandard:
    """This year's and last year's sets from 2028 on. OGN and OGS are of 2025, LGC is of 2027, the others of 2026.

    Sets that were recorded later are left out.
    """

    @pytest.mark.parametrize(
        ("day", "certain"),
        [
            ("2025-10-30", ""),
            ("2025-10-31", "OGN OGS"),
            ("2026-02-12", "OGN OGS"),
            ("2026-02-13", "OGN OGS SFD"),
            ("2026-05-07", "OGN OGS SFD"),
            ("2026-05-08", "OGN OGS SFD UNL"),
            ("2026-07-30", "OGN OGS SFD UNL"),
            ("2026-07-31", "OGN OGS SFD UNL VEN"),
            ("2026-10-22", "OGN OGS SFD UNL VEN"),
            ("2026-10-23", "OGN OGS RAD SFD UNL VEN"),
            # The rule alone would take the sets of 2025 out on the first day of 2027; nothing leaves before 2028.
            ("2027-01-01", "OGN OGS RAD SFD UNL VEN"),
            ("2027-01-29", "LGC OGN OGS RAD SFD UNL VEN"),
            ("2027-12-31", "LGC OGN OGS RAD SFD UNL VEN"),
            ("2028-01-01", "LGC"),
            ("2029-01-01", ""),
        ],
    )
    def test_has_these_sets(self, reference: Held, day: str, certain: str) -> None:
        held, doubtful = sets(reference("riftbound"), "standard", day)
        assert [code for code in held.split() if code in RIFTBOUND_SETS] == certain.split()
        assert RIFTBOUND_SETS.isdisjoint(doubtful.split())


class TestSecondChance:
    def test_has_future_foundation_only_once_it_may_be_out(self, reference: Held) -> None:
        held = reference("vs-2pcg")
        days = ("2023-09-30", "2023-10-01", "2023-10-02", "2023-10-30", "2023-10-31")
        pools = [get_pool_on(held.formats["second-chance-version-2"], D(day)).sets["FND"].status for day in days]
        assert pools == ["out", "unknown", "unknown", "unknown", "in"]

    def test_of_the_first_version_has_its_seventeen_sets_by_its_first_day(self, reference: Held) -> None:
        certain, uncertain = sets(reference("vs-2pcg"), "second-chance-version-1", "2021-12-31")
        assert (len(certain.split()), uncertain) == (17, "")


class TestWhatChangedSinceTheDayBefore:
    @pytest.mark.parametrize(
        ("game", "slug", "day", "changed"),
        [
            ("vs-classic", "modern-age", "2007-07-20", {"DCR": "out", "DWF": "in"}),
            ("vs-classic", "modern-age", "2007-07-21", {}),
            ("vs-classic", "modern-age", "2007-02-01", {
                "MXM": "unknown", "MXS": "unknown", "MTU": "unknown",
                "Frankie Raye": "unknown", "Nenora": "unknown",
            }),
            ("vs-classic", "golden-age", "2006-09-23", {
                "MHG": "in", "Gone But Not Forgotten": "in force",
                "Justice League of Arkham": "in force", "Antarctic Research Base": "in force",
            }),
            ("riftbound", "standard", "2028-01-01", dict.fromkeys(("OGN", "OGS", "SFD", "UNL", "VEN", "RAD"), "out")),
        ],
    )  # fmt: skip
    def test_is_this(self, reference: Held, game: str, slug: str, day: str, changed: dict[str, str]) -> None:
        found = list_changes_on(reference(game).formats[slug], D(day))
        said = {
            turn.card_set.code if turn.card_set else turn.ban.card if turn.ban else "": turn.after
            for turn in found
            if turn.ban or (turn.card_set and (game != "riftbound" or turn.card_set.code in RIFTBOUND_SETS))
        }  # fmt: skip
        assert said == changed

    @pytest.mark.parametrize("slug", ["silver-age", "modern-age", "golden-age", "legends-block", "random-block"])
    def test_is_nothing_but_what_two_pools_differ_by(self, reference: Held, slug: str) -> None:
        fmt = reference("vs-classic").formats[slug]
        day = date(2004, 1, 1)
        while day < date(2013, 1, 2):
            yesterday, today = get_pool_on(fmt, day - timedelta(1)).sets, get_pool_on(fmt, day).sets
            differ = {code for code in today if today[code].status != yesterday[code].status}
            assert differ == {turn.card_set.code for turn in list_changes_on(fmt, day) if turn.card_set}
            day += timedelta(1)
