"""The classic formats and bans of the fixtures against the sources they were gathered from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.formats.bans import is_named_by_ban
from engine.model.cards import VS_CLASSIC, Between
from engine.model.formats import Format
from engine.model.reference import Reference

#: Codes that the sources only guess stand without their question mark.
GUESSED = "?"


@pytest.fixture(scope="module")
def classic(reference: Callable[[str], Reference]) -> Reference:
    return reference(VS_CLASSIC)


@pytest.fixture(scope="module")
def sources(shared: Path) -> dict[str, dict[str, Any]]:
    rows = json.loads((shared / "data" / "formats.json").read_text(encoding="utf-8"))
    return {row["slug"]: row for row in rows if row["game"] == VS_CLASSIC}


def days(when: Between | None) -> list[str] | None:
    return [when.earliest.isoformat(), when.latest.isoformat()] if when else None


@pytest.mark.shared
class TestFormats:
    def test_are_all_there_in_order(self, classic: Reference, sources: dict[str, Any]) -> None:
        assert list(classic.formats) == list(sources)

    def test_have_their_names_and_days(self, classic: Reference, sources: dict[str, Any]) -> None:
        for slug, row in sources.items():
            fmt = classic.formats[slug]
            assert (fmt.name, list(fmt.short), list(fmt.aliases), fmt.kind) == (
                row["name"], row["short"], row["aliases"], row["kind"],
            )  # fmt: skip
            assert (days(fmt.starts), days(fmt.ends)) == (row["starts"], row["ends"]), slug

    def test_have_the_figures_that_are_stated(self, classic: Reference, sources: dict[str, Any]) -> None:
        for slug, row in sources.items():
            stated, figures = row["definition"], classic.formats[slug].construction
            if "max_copies_per_name_and_version" in stated:
                assert (figures.deck_min, figures.deck_max, figures.copies) == (
                    stated["deck_min"], stated["deck_max"], stated["max_copies_per_name_and_version"],
                ), slug  # fmt: skip

    def test_have_the_sets_that_are_listed(self, classic: Reference, sources: dict[str, Any]) -> None:
        for slug, row in sources.items():
            listed = row["definition"].get("legal_sets")
            if isinstance(listed, list):
                assert list(classic.formats[slug].pool.sets) == [code.rstrip(GUESSED) for code in listed], slug

    @pytest.mark.parametrize(
        ("heir", "source"),
        [
            ("silver-age", "golden-age"), ("modern-age", "golden-age"), ("clone-saga", "silver-age"),
            ("golden-age-open-ban-5", "golden-age"),
        ],
    )  # fmt: skip
    def test_take_over_the_bans_they_refer_to(self, classic: Reference, heir: str, source: str) -> None:
        assert classic.formats[heir].bans == classic.formats[source].bans

    def test_take_over_the_pools_they_refer_to(self, classic: Reference) -> None:
        for heir in ("clone-saga", "legend", "arch-enemy"):
            assert classic.formats[heir].pool == classic.formats["silver-age"].pool


class TestBans:
    def test_each_name_one_card(self, classic: Reference) -> None:
        bans = {ban: None for fmt in classic.formats.values() for ban in fmt.bans}
        for ban in bans:
            assert sum(is_named_by_ban(card, ban)[0] is True for card in classic.catalog.cards) == 1, ban.card

    @pytest.mark.shared
    def test_have_their_days(self, classic: Reference, shared: Path) -> None:
        rows = json.loads((shared / "data" / "bans.json").read_text(encoding="utf-8"))
        stated = [row for row in rows if row["game"] == VS_CLASSIC]
        golden: Format = classic.formats["golden-age"]
        assert [(days(ban.begins), ban.ends and ban.ends.earliest.isoformat()) for ban in golden.bans] == [
            ([row["from_earliest"], row["from_latest"]], row["until_earliest"]) for row in stated
        ]
        assert all(row["card"].startswith(ban.card) for ban, row in zip(golden.bans, stated, strict=True))
