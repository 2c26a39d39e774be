"""The formats and bans of 2PCG as the fixtures hold them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.formats.bans import find_bans_on, is_named_by_ban
from engine.games.vs_2pcg.restrictions import RESTRICTIONS
from engine.model.cards import VS_2PCG, Card
from engine.model.reference import Reference


@pytest.fixture(scope="module")
def pcg(reference: Callable[[str], Reference]) -> Reference:
    return reference(VS_2PCG)


def card(pcg: Reference, code: str) -> Card:
    return pcg.catalog.by_printing(code)[0]


def banned(pcg: Reference, code: str, fmt: str, on: str) -> str:
    """Whether a printing is banned in a format on a day: yes, no or perhaps."""
    status = find_bans_on(pcg.formats[fmt], date.fromisoformat(on)).of(card(pcg, code))
    return "no" if status is None else "yes" if status.is_certain else "perhaps"


def listed(shared: Path) -> dict[str, Any]:
    rows = json.loads((shared / "data" / "formats.json").read_text(encoding="utf-8"))
    return {row["slug"]: row for row in rows if row["game"] == VS_2PCG}


class TestFormats:
    """Every recorded format is held, with its days."""

    @pytest.mark.shared
    def test_every_format_is_held_with_its_names_and_days(self, pcg: Reference, shared: Path) -> None:
        rows = listed(shared)

        assert list(pcg.formats) == list(rows)
        for slug, row in rows.items():
            fmt = pcg.formats[slug]
            days = [fmt.starts and [fmt.starts.earliest.isoformat(), fmt.starts.latest.isoformat()]]
            days.append(fmt.ends and [fmt.ends.earliest.isoformat(), fmt.ends.latest.isoformat()])
            assert (fmt.name, fmt.kind, list(fmt.short)) == (row["name"], row["kind"], row["short"])
            assert days == [row["starts"], row["ends"]]

    @pytest.mark.shared
    def test_listed_sets_are_those_of_the_sources(self, pcg: Reference, shared: Path) -> None:
        for slug, row in listed(shared).items():
            sets = row["definition"].get("legal_sets")
            if isinstance(sets, list):
                assert (slug, list(pcg.formats[slug].pool.sets)) == (slug, sets)

    def test_every_kind_of_restriction_is_one_that_the_engine_knows(self, pcg: Reference) -> None:
        asked = {restriction.kind for fmt in pcg.formats.values() for restriction in fmt.restrictions}

        assert asked <= set(RESTRICTIONS)
        # What no recorded format asks, but a format by an organizer may.
        assert set(RESTRICTIONS) - asked == {"not-in-the-list", "sets-at-most", "without-type"}

    def test_sixty_cards_and_four_copies_hold_in_every_format(self, pcg: Reference) -> None:
        figures = {
            (f.construction.deck_min, f.construction.deck_max, f.construction.copies) for f in pcg.formats.values()
        }

        assert figures == {(60, 60, 4)}

    def test_universes_mix_in_two_formats_only(self, pcg: Reference) -> None:
        mixed = [slug for slug, fmt in pcg.formats.items() if fmt.universe == "mixed"]

        assert mixed == ["secret-wars", "crossing-the-spider-verse"]


class TestBans:
    """What is banned, where, and from which day."""

    def test_every_ban_names_a_card_but_for_those_that_no_source_lists(self, pcg: Reference) -> None:
        bans = dict.fromkeys(ban for fmt in pcg.formats.values() for ban in fmt.bans)

        cards = pcg.catalog.cards
        without = {ban.card for ban in bans if all(is_named_by_ban(card, ban)[0] is False for card in cards)}
        assert without == {"Blastaar", "Rogue", "The Mayor", "Mayor Wilkins"}

    @pytest.mark.parametrize(("on", "answer"), [("2017-05-23", "no"), ("2017-05-24", "yes")])
    def test_a_replaced_card_is_out_everywhere_from_the_day_of_its_replacement(
        self, pcg: Reference, on: str, answer: str
    ) -> None:
        assert {banned(pcg, "MNB-061", slug, on) for slug in pcg.formats} == {answer}

    @pytest.mark.parametrize(
        ("on", "answer"),
        [("2022-12-31", "no"), ("2023-01-01", "perhaps"), ("2023-12-30", "perhaps"), ("2023-12-31", "yes")],
    )
    def test_a_destroyed_card_is_out_once_its_event_is_certainly_over(
        self, pcg: Reference, on: str, answer: str
    ) -> None:
        assert banned(pcg, "AFF-009", "incursion", on) == answer
        assert banned(pcg, "AFF-009", "incursion-featured-season", on) == answer
        assert banned(pcg, "AFF-009", "multiverse", on) == "no"

    @pytest.mark.shared
    def test_every_destroyed_number_is_out(self, pcg: Reference, shared: Path) -> None:
        destroyed = listed(shared)["incursion"]["definition"]["destroyed"]
        slips = {"Groot": ["MCU6-016"], "Sokovia Accords": []}
        codes = [code for row in destroyed for code in slips.get(row["title"], row["numbers"])]

        assert len(destroyed) == 110
        assert {code for code in codes if banned(pcg, code, "incursion", "2024-09-01") != "yes"} == set()

    def test_cards_with_a_slip_in_the_list_are_out_too(self, pcg: Reference) -> None:
        (accords,) = pcg.catalog.by_name("Sokovia Accords")

        assert find_bans_on(pcg.formats["incursion"], date(2024, 9, 1)).of(accords) is not None
        assert banned(pcg, "AFF-034", "incursion", "2024-09-01") == "yes"
        assert banned(pcg, "MNB-070", "incursion", "2024-09-01") == "no"

    @pytest.mark.parametrize(
        ("code", "fmt", "on", "answer"),
        [
            ("LEG-067", "modern-community-1", "2021-06-01", "yes"),
            ("AFF-034", "modern-community-1", "2021-06-01", "no"),
            ("MNB-010", "modern-community-1", "2021-06-01", "no"),
            ("FUT-001", "modern-community-2", "2022-01-01", "yes"),
            ("MCU6-006", "modern-community-2", "2022-01-01", "yes"),
            ("XFB-008", "modern-community-3", "2023-06-01", "yes"),
            ("XFB-007", "modern-community-3", "2023-06-01", "no"),
            ("CV4-009", "modern-community-3", "2023-06-01", "yes"),
            ("FUT-014", "modern-community-3", "2023-06-01", "no"),
            ("DEF-031", "modern-community-3", "2023-06-01", "no"),
            ("LET-001", "modern-community-3", "2023-06-01", "perhaps"),
            ("FRF-007", "modern-community-4", "2024-06-01", "yes"),
            ("FRF-017", "modern-community-4", "2024-06-01", "no"),
            ("FRF-005", "modern-community-4", "2024-06-01", "yes"),
            ("LKI-001", "modern-community-4", "2024-06-01", "yes"),
            ("AEW-059", "modern-community-4", "2024-06-01", "yes"),
            ("AEW-060", "modern-community-4", "2024-06-01", "no"),
            ("MOE-020", "modern-community-4", "2023-12-31", "no"),
            ("MOE-020", "modern-community-4", "2024-01-15", "perhaps"),
        ],
    )
    def test_bans_in_words_name_the_cards_that_are_meant(
        self, pcg: Reference, code: str, fmt: str, on: str, answer: str
    ) -> None:
        assert banned(pcg, code, fmt, on) == answer
