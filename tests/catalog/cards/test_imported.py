"""A load of the fixtures keeps what was imported, and what a fixture records by now comes before it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.model.errors import InputError
from tests.exchange.putting import HERE, card, printed
from tests.exchange.putting import put as put_items
from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.models import Card, CardSet, Game, ImportedRow, Printing
from vsdb.catalog.wordings.models import Wording
from vsdb.exchange.card_files.proposals import SetProposal

pytestmark = pytest.mark.django_db

Put = Callable[[Path, int, str, str], None]


def changes(folder: Path, **options: Any) -> dict[str, tuple[int, int, int]]:
    """What a load added, changed and removed, by game and table."""
    return {
        f"{t.game} {t.table}": (t.added, t.changed, t.removed)
        for t in load_reference(folder, **options)
        if t.added + t.changed + t.removed
    }


def everything() -> None:
    """Fill a recorded card and a set, add a card, a set, links and texts."""
    released = {"released_earliest": "2024-01-01", "released_latest": "2024-01-31"}
    put_items(
        SetProposal(HERE, "vs-2pcg", "ONE", None, {"card_count": 9}),
        SetProposal(HERE, "vs-2pcg", "TIN", "Tin", released),
        card("Hero", "ONE", "001", facts={"has_flight": True, "aka": ["Tin"], "health": 4}, wordings=(printed("A."),)),
        card("Hero", "TWO", "001", facts={"linked": ["ONE-001"], "type": "Main Character"}),
        card("Tin Man", "TIN", "001", rarity="Rare", facts={"teams": ["Tin Men", "Red"], "keywords": [["Rust", "2"]]},
             wordings=(printed("B."),)),
        card("Tin Man", "ZZZ", "001", facts={"atk": 1}),
    )  # fmt: skip
    put_items(
        card("Plan", "ONE", "007", game="vs-classic", versions=(), facts={"rarity": "Common"}),
        card("Scout", "TWO", "008", game="vs-classic", versions=("Army",), identity="Tim", facts={"brand": "Marvel"}),
        game="vs-classic",
    )


class TestKeeping:
    def test_a_load_after_an_import_writes_nothing(self, loaded: Path) -> None:
        everything()
        assert changes(loaded) == {}

    def test_and_the_versions_say_what_was_imported(self, loaded: Path) -> None:
        before = dict(Game.objects.values_list("slug", "data_version"))
        everything()
        load_reference(loaded)
        for game in Game.objects.all():
            assert game.facts_version == before[game.pk]
            is_imported = game.pk != "riftbound"
            assert bool(game.imports_version) is is_imported
            assert (game.data_version != before[game.pk]) is is_imported

    def test_a_changed_fixture_leaves_imported_facts_in_place(self, loaded: Path, put: Put) -> None:
        everything()
        put(loaded / "vs-2pcg" / "cards.csv", 3, "name", "Heroine")
        assert changes(loaded) == {"vs-2pcg cards": (0, 1, 0)}
        hero = Card.objects.get(slug="hero-one-001")
        assert (hero.name, hero.has_flight, hero.health) == ("Heroine", True, 4)


class TestFixtureWins:
    def test_the_recorded_fact_comes_before_the_imported_one_which_is_dropped(self, loaded: Path, put: Put) -> None:
        everything()
        put(loaded / "vs-2pcg" / "cards.csv", 3, "flight", "n")
        load_reference(loaded)
        assert Card.objects.get(slug="hero-one-001").has_flight is False
        assert "has_flight" not in ImportedRow.objects.get(key="hero-one-001").facts

    def test_the_same_facts_give_the_same_version_whichever_came_first(self, loaded: Path, put: Put) -> None:
        put_card = (loaded / "vs-2pcg" / "cards.csv", 3, "flight", "y")
        everything()
        put(*put_card)
        load_reference(loaded)
        first = Game.objects.get(pk="vs-2pcg").data_version
        Game.objects.all().delete()
        load_reference(loaded, allow_loss=True)
        everything()
        assert Game.objects.get(pk="vs-2pcg").facts_version
        load_reference(loaded)
        assert Game.objects.get(pk="vs-2pcg").data_version == first

    def test_a_new_card_that_a_fixture_records_under_another_slug_keeps_its_texts(self, loaded: Path) -> None:
        everything()
        before = Card.objects.get(slug="tin-man-tin-001").pk
        path = loaded / "vs-2pcg" / "cards.csv"
        columns = path.read_text(encoding="utf-8").splitlines()[1].split(",")
        row = dict.fromkeys(columns, "") | {"slug": "tin-man", "name": "Tin Man", "printings": "TIN-001", "atk": "5"}
        path.write_text(path.read_text(encoding="utf-8") + ",".join(row.values()) + "\n", encoding="utf-8")
        sets = loaded / "vs-2pcg" / "sets.csv"
        lines = sets.read_text(encoding="utf-8").splitlines()
        sets.write_text("\n".join([*lines, lines[2].replace("ONE", "TIN")]) + "\n", encoding="utf-8")
        load_reference(loaded)
        held = Card.objects.get(slug="tin-man")
        assert (held.pk, held.atk) == (before, 5)
        assert [text.text for text in held.wordings.all()] == ["B."]
        assert not ImportedRow.objects.get(key="tin-man").is_new
        assert [each.team.name for each in held.card_teams.all()] == ["Tin Men", "Red"]
        assert not CardSet.objects.get(code="TIN", game="vs-2pcg").note


class TestLoss:
    def forget(self, folder: Path) -> None:
        """Take the classic card with the versions out of its file."""
        path = folder / "vs-classic" / "cards.csv"
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([*lines[:2], *lines[3:]]) + "\n", encoding="utf-8")

    def test_a_card_with_a_text_is_not_lost_however_many_there_are(
        self, loaded: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("vsdb.catalog.cards.loading.MAY_BE_LOST_PERCENT", 100)
        put_items(card("Scout", game="vs-classic", versions=("Army",), wordings=(printed("Look."),)), game="vs-classic")
        self.forget(loaded)
        with pytest.raises(InputError, match=r"1 cards of Vs\. System TCG with imported texts .* \(scout-army\)"):
            load_reference(loaded)
        assert Wording.objects.count() == 1

    def test_unless_the_loss_is_allowed(self, loaded: Path) -> None:
        put_items(card("Scout", game="vs-classic", versions=("Army",), facts={"rarity": "Rare"}), game="vs-classic")
        self.forget(loaded)
        load_reference(loaded, allow_loss=True)
        assert not ImportedRow.objects.exists()
        assert not Printing.objects.filter(card__game="vs-classic").exists()
