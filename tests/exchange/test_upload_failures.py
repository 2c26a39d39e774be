"""Everything that may go wrong with an upload: what is refused, what fails in the middle, who dies."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from engine.model.cards import VS_2PCG
from engine.model.games import game_of
from tests.exchange.uploading import ADD, CARDS, LIST, PNG, kept, page_of, upload
from vsdb.exchange.card_files import services, tasks, uploads
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.card_files.sources import READERS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]


class TestRefusals:
    def refused(self, response: HttpResponse, field: str, text: str, status: int = 400) -> None:
        page = response.content.decode()
        assert response.status_code == status
        beside = page.partition(f'id="id_{field}_error"')[2].partition("</ul>")[0]
        assert text in beside
        assert not Import.objects.exists()

    def test_a_picture_is_refused_beside_the_field(self, importer: Client, folder: Path) -> None:
        self.refused(upload(importer, PNG, "card.png", "octgn"), "file", "UTF-8")
        assert kept(folder) == []

    @pytest.mark.parametrize("source", [*READERS])
    def test_a_picture_is_no_file_of_any_kind(self, importer: Client, source: str) -> None:
        assert upload(importer, PNG, "card-vs-2pcg.png", source).status_code == 400
        assert not Import.objects.exists()

    def test_an_empty_file_is_refused(self, importer: Client) -> None:
        self.refused(upload(importer, b""), "file", "empty")

    def test_a_form_without_a_file_is_refused(self, importer: Client) -> None:
        self.refused(importer.post(ADD, {"source": "csv"}), "file", "required")

    def test_a_kind_that_there_is_not_is_refused(self, importer: Client) -> None:
        self.refused(upload(importer, source="xlsx"), "source", "xlsx")

    def test_a_file_of_another_game_than_its_name_says_is_refused(self, importer: Client) -> None:
        self.refused(upload(importer, game="riftbound"), "game", "another game")

    def test_a_file_that_says_another_game_is_refused(self, importer: Client) -> None:
        card = '<card id="0a" name="Somebody"><property name="Number" value="AEW-901"/></card>'
        octgn_id = game_of(VS_2PCG).site.importing.octgn_id
        cards = f'<set name="Somewhere" gameId="{octgn_id}"><cards>{card}</cards></set>'.encode()
        said = upload(importer, cards, "set.xml", "octgn", "vs-classic")
        self.refused(said, "game", "The file is for Vs. System 2PCG")

    def test_a_body_that_is_too_long_is_refused_unread(
        self, importer: Client, settings: Settings, folder: Path
    ) -> None:
        settings.IMPORT_MAX_BYTES = 1000
        self.refused(upload(importer, CARDS * 2000), "file", "1000 bytes", status=413)
        assert kept(folder) == []

    def test_a_gigabyte_is_refused_by_what_it_says_of_itself(
        self, importer: Client, tmp_path: Path, settings: Settings
    ) -> None:
        settings.FILE_UPLOAD_TEMP_DIR = tmp_path
        body = Endless()
        response = importer.generic(
            "POST", ADD, b"", "multipart/form-data; boundary=x", CONTENT_LENGTH=str(2**30), **{"wsgi.input": body}
        )
        self.refused(response, "file", "too large", status=413)
        assert body.given <= 65 * 1024 * 1024
        assert list(tmp_path.iterdir()) == []

    def test_a_file_that_is_longer_than_it_says_is_stopped(
        self, importer: Client, tmp_path: Path, settings: Settings
    ) -> None:
        """The body's length lets it pass; the file in it is one byte too long."""
        settings.FILE_UPLOAD_TEMP_DIR = tmp_path
        settings.IMPORT_MAX_BYTES = len(CARDS) - 1
        self.refused(upload(importer), "file", "too large", status=413)
        assert list(tmp_path.iterdir()) == []
        settings.IMPORT_MAX_BYTES = len(CARDS)
        assert upload(importer).status_code == 302


class Endless(io.RawIOBase):
    """A body that never ends."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        self.given += size
        return b"x" * size


class TestFailures:
    def test_a_file_that_fails_in_the_middle_says_why_and_leaves_nothing(self, importer: Client, folder: Path) -> None:
        upload(importer)
        record = Import.objects.get()
        (folder / record.stored).write_bytes(b"name\n\x00\x00")
        tasks.run_import(record.pk)
        record.refresh_from_db()
        assert record.state == "failed"
        assert kept(folder) == []
        assert record.report["error"] in importer.get(page_of(record)).content.decode().replace("&#x27;", "'")

    def test_a_file_that_is_gone_is_told(self, importer: Client, folder: Path) -> None:
        upload(importer)
        record = Import.objects.get()
        (folder / record.stored).unlink()
        tasks.run_import(record.pk)
        record.refresh_from_db()
        assert record.state == "failed"
        assert "can't be read" in record.report["error"]

    def test_a_queue_that_is_gone_is_told(self, importer: Client, settings: Settings, folder: Path) -> None:
        from vsdb.celery import app

        upload(importer)
        record = Import.objects.get()
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        was = {name: app.conf[name] for name in ("broker_url", "task_always_eager")}
        app.conf.update(broker_url=settings.CELERY_BROKER_URL, task_always_eager=False)
        app._after_fork()  # connections to whatever queue was used before are forgotten
        try:
            tasks.start(record.pk)
        finally:
            app.conf.update(was)
            app._after_fork()
        record.refresh_from_db()
        assert record.state == "failed"
        assert "queue" in record.report["error"]
        assert kept(folder) == []

    def test_an_import_whose_process_died_is_shown_as_died_and_can_be_started_again(
        self, importer: Client, folder: Path
    ) -> None:
        upload(importer)
        record = Import.objects.get()
        Import.objects.update(state="running")
        # The file that a killed process leaves: nobody holds its lock any more.
        (folder / f"{record.pk}.running").write_text("[10, 100]", encoding="utf-8")
        page = importer.get(page_of(record)).content.decode()
        assert "died" in page
        assert "The import stopped before it finished" in page
        assert "died" in importer.get(LIST).content.decode()
        importer.post(f"{LIST}{record.pk}/again/")
        tasks.run_import(record.pk)
        record.refresh_from_db()
        assert record.state == "done"

    def test_an_import_at_work_is_not_taken_for_dead_and_tells_how_far_it_is(self, importer: Client) -> None:
        upload(importer)
        record = Import.objects.get()
        with services.hold_import(record.pk) as tell:
            Import.objects.update(state="running")
            tell(25, 100)
            tasks.run_import(record.pk)  # a second worker leaves it alone
            record.refresh_from_db()
            assert record.state == "running"
            page = importer.get(page_of(record)).content.decode()
        assert "25% read" in page
        assert 'max="100" value="25"' in page

    def test_an_import_that_was_never_started_is_shown_as_died(self, importer: Client) -> None:
        upload(importer)
        Import.objects.update(asked=timezone.now() - timedelta(minutes=5))
        assert uploads.get_import_state(Import.objects.get()) == "died"
