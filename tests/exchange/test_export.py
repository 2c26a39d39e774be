"""The whole reference as a folder: complete, and the same wherever it is imported."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.commands import run
from tests.exchange.exporting import empty, exported
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card, CardId, Game, ImportedRow
from vsdb.catalog.wordings.models import NamedGroup, Ruling, RulingCard, Source, Wording
from vsdb.catalog.wordings.selectors import get_imports_version
from vsdb.check import services
from vsdb.check.forms import list_samples
from vsdb.exchange.reference_files.layout import TABLES
from vsdb.search.services import search_cards

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("with_texts")
class TestThereAndBack:
    def test_an_empty_database_becomes_the_same(self, tmp_path: Path) -> None:
        first = exported(tmp_path / "first")
        versions = list(Game.objects.values_list("pk", "data_version", "facts_version", "imports_version"))
        verdicts = [services.check(each.text)[0].verdict.as_dict() for each in list_samples()]
        found = search_cards("x:draw", game="vs-classic").ids
        slugs = set(Card.objects.filter(pk__in=found).values_list("slug", flat=True))
        empty()
        status, out, _ = run("import_reference", str(tmp_path / "first"))
        assert status == 0
        assert f"{Card.objects.count()} added" in out
        assert exported(tmp_path / "second") == first
        assert list(Game.objects.values_list("pk", "data_version", "facts_version", "imports_version")) == versions
        assert [services.check(each.text)[0].verdict.as_dict() for each in list_samples()] == verdicts
        again = search_cards("x:draw", game="vs-classic").ids
        assert set(Card.objects.filter(pk__in=again).values_list("slug", flat=True)) == slugs

    @pytest.mark.full
    def test_the_versions_are_those_of_the_rows(self, tmp_path: Path) -> None:
        exported(tmp_path / "first")
        empty()
        run("import_reference", str(tmp_path / "first"))
        for game in Game.objects.all():
            assert get_imports_version(game.pk) == game.imports_version

    @pytest.mark.full
    def test_the_engine_is_given_the_same_reference(self, tmp_path: Path) -> None:
        days = (date(2005, 1, 1), date(2009, 1, 1))
        before = [selectors.get_reference("vs-classic").on(day) for day in days]
        exported(tmp_path / "first")
        empty()
        run("import_reference", str(tmp_path / "first"))
        after = [selectors.get_reference("vs-classic").on(day) for day in days]
        assert [each.data_version for each in after] == [each.data_version for each in before]
        assert [each.catalog.cards for each in after] == [each.catalog.cards for each in before]

    def test_importing_it_again_changes_nothing(self, tmp_path: Path) -> None:
        exported(tmp_path / "first")
        pks = list(Wording.objects.values_list("pk", flat=True))
        with CaptureQueriesContext(connection) as queries:
            status, out, _ = run("import_reference", str(tmp_path / "first"))
        assert status == 0
        assert "added" not in out
        written = [each["sql"] for each in queries if each["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
        assert written == []
        assert list(Wording.objects.values_list("pk", flat=True)) == pks

    def test_loading_the_fixtures_afterwards_changes_nothing(self, tmp_path: Path) -> None:
        first = exported(tmp_path / "first")
        empty()
        run("import_reference", str(tmp_path / "first"))
        call_command("load_reference", verbosity=0)
        assert exported(tmp_path / "second") == first

    def test_every_table_with_facts_or_texts_is_in_it(self, tmp_path: Path) -> None:
        from django.apps import apps

        from vsdb.catalog.cards.models import FactsMark

        ours = {
            model
            for name in ("cards", "formats", "rules", "wordings")
            for model in apps.get_app_config(name).get_models(include_auto_created=True)
            if model is not FactsMark  # of this site's work, not of its facts
        }
        assert {table.model for table in TABLES} == ours
        files = exported(tmp_path / "first")
        assert files.keys() == {"manifest.json", *(table.file_name for table in TABLES)}

    def test_the_manifest_counts_and_signs_every_file(self, tmp_path: Path) -> None:
        files = exported(tmp_path / "first")
        manifest = json.loads(files.pop("manifest.json"))
        assert manifest["version"] == 1
        assert manifest["games"]["vs-classic"]["data_version"] == Game.objects.get(pk="vs-classic").data_version
        for name, content in files.items():
            listed = manifest["files"][name]
            assert listed["sha256"] == hashlib.sha256(content).hexdigest()
            assert listed["rows"] == content.count(b"\n")

    @pytest.mark.full
    def test_an_identifier_and_a_group_come_along(self, tmp_path: Path) -> None:
        source = Source.objects.get()
        card = Card.objects.get(name="Newly Minted Hero")
        CardId.objects.create(card=card, system="octgn", value="0a")
        NamedGroup.objects.create(source=source, game_id="vs-classic", slug="two", name="Two", members=["A", "B"])
        first = exported(tmp_path / "first")
        empty()
        run("import_reference", str(tmp_path / "first"))
        assert CardId.objects.get().card.name == "Newly Minted Hero"
        assert NamedGroup.objects.get().members == ["A", "B"]
        assert exported(tmp_path / "second") == first

    @pytest.mark.full
    def test_of_two_texts_of_one_day_the_same_one_counts_afterwards(self, tmp_path: Path) -> None:
        """Where nothing else decides it is the one that came last."""
        card = Card.objects.get(name="Newly Minted Villain")
        for slug in ("z-first", "a-last"):
            source = Source.objects.create(game_id="vs-classic", slug=slug, name=slug, kind="faq", authority="judge")
            Wording.objects.create(card=card, source=source, kind="errata", text=slug, precedence=21)
        exported(tmp_path / "first")
        empty()
        run("import_reference", str(tmp_path / "first"))
        kept = Wording.objects.filter(kind="errata", card__name="Newly Minted Villain").order_by("pk")
        assert [each.text for each in kept] == ["z-first", "a-last"]


@pytest.mark.shared
class TestRealFiles:
    @pytest.mark.full
    def test_what_real_files_brought_comes_back_the_same(self, shared: Path, tmp_path: Path) -> None:
        texts = [*sorted((shared / "data" / "octgn").glob("*.xml"))]
        for path in texts:
            run("import_cards", str(path), "--source", "octgn")
        run("import_cards", str(shared / "data" / "tcgbrowser-2pcg.json"), "--source", "tcgbrowser")
        faq = shared / "documents" / "marvel-universe-faq-2008-06-10.txt"
        run("import_cards", str(faq), "--source", "reference")
        assert Wording.objects.count() > 400
        assert Ruling.objects.exists()
        assert RulingCard.objects.exists()
        assert ImportedRow.objects.exists()
        first = exported(tmp_path / "first")
        on = services.check(list_samples()[0].text)[0].verdict.as_dict()
        empty()
        assert run("import_reference", str(tmp_path / "first"))[0] == 0
        assert exported(tmp_path / "second") == first
        assert services.check(list_samples()[0].text)[0].verdict.as_dict() == on
