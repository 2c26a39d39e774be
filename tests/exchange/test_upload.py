"""A file uploaded in the admin: who may, how it is tried, looked at and applied."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from tests.exchange.uploading import ADD, LIST, kept, page_of, somebody, tried, upload
from tests.threads import run_threads_afterwards
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.models import Wording
from vsdb.exchange.card_files import tasks, uploads
from vsdb.exchange.card_files.models import Import

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]


class TestWhoMay:
    @pytest.mark.parametrize("address", [LIST, ADD, f"{LIST}1/change/", "/admin/"])
    def test_whoever_is_not_logged_in_is_asked_to(self, client: Client, address: str) -> None:
        response = client.get(address)
        assert response.status_code == 302
        assert response.headers["Location"].startswith("/admin/login/")

    @pytest.mark.parametrize("action", ["apply", "discard", "again"])
    def test_nothing_is_done_for_whoever_is_not_logged_in(self, client: Client, importer: Client, action: str) -> None:
        record = tried(importer)
        assert "/admin/login/" in client.post(f"{LIST}{record.pk}/{action}/").headers["Location"]
        assert Import.objects.count() == 1

    @pytest.mark.parametrize("permissions", [(), ("view_import",), ("change_import",)])
    def test_whoever_may_not_import_is_refused(self, permissions: tuple[str, ...], importer: Client) -> None:
        record = tried(importer)
        client = somebody(*permissions, name="another")
        assert client.get(ADD).status_code == 403
        assert upload(client).status_code == 403
        for action in ("apply", "discard", "again"):
            assert client.post(f"{LIST}{record.pk}/{action}/").status_code == 403
        assert client.get(LIST).status_code == (200 if permissions else 403)
        assert client.get(page_of(record)).status_code == (200 if permissions else 403)
        assert Import.objects.count() == 1

    def test_whoever_only_looks_is_offered_no_button(self, importer: Client) -> None:
        record = tried(importer)
        assert "Import this file" in importer.get(page_of(record)).content.decode()
        viewer = somebody("view_import", name="viewer")
        assert "Import this file" not in viewer.get(page_of(record)).content.decode()

    def test_a_form_from_elsewhere_is_refused(self, importer: Client) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = importer.cookies
        assert upload(strict).status_code == 403
        assert not Import.objects.exists()

    def test_nothing_is_done_by_an_address_alone(self, importer: Client) -> None:
        record = tried(importer)
        assert importer.get(f"{LIST}{record.pk}/apply/").status_code == 405

    def test_too_many_logins_of_an_address_are_refused(self, client: Client, settings: Settings) -> None:
        cache.clear()
        settings.ACCOUNT_RATE_LIMITS = {"sign_in_failed": "3/m/ip"}
        wrong = {"login": "somebody", "password": "guess"}
        door = client.get("/admin/login/").headers["Location"]
        answers = [client.post(door, wrong) for _ in range(4)]
        cache.clear()
        assert [each.status_code for each in answers] == [200, 200, 200, 429]
        assert int(answers[-1].headers["Retry-After"]) <= 61

    def test_the_pages_keep_to_the_strict_policy(self, importer: Client) -> None:
        policy = importer.get(ADD).headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "ETag" not in importer.get(ADD).headers


class TestTryingAndApplying:
    def test_a_file_is_tried_first_and_changes_nothing(self, importer: Client, folder: Path) -> None:
        record = tried(importer)
        assert (record.state, record.is_dry_run, record.report["counts"]["cards"]["new"]) == ("done", True, 1)
        assert not Card.objects.filter(name="Newly Minted Hero").exists()
        assert kept(folder) == [record.stored]
        page = importer.get(page_of(record)).content.decode()
        assert "Newly Minted Hero" in page
        assert "Nothing was changed yet" in page

    def test_the_tried_file_is_applied_and_then_gone(self, importer: Client, folder: Path) -> None:
        dry = tried(importer)
        response = importer.post(f"{LIST}{dry.pk}/apply/")
        applied = Import.objects.get(is_dry_run=False)
        assert response.headers["Location"] == page_of(applied)
        assert applied.digest == dry.digest
        tasks.run_import(applied.pk)
        applied.refresh_from_db()
        assert applied.state == "done"
        assert Wording.objects.filter(card__name="Newly Minted Hero").exists()
        assert kept(folder) == []
        assert "Import this file" not in importer.get(page_of(dry)).content.decode()

    def test_applying_twice_imports_once(self, importer: Client) -> None:
        dry = tried(importer)
        first, second = (importer.post(f"{LIST}{dry.pk}/apply/").headers["Location"] for _ in range(2))
        assert first == second
        assert Import.objects.filter(is_dry_run=False).count() == 1

    def test_sending_a_form_twice_tries_the_file_once(self, importer: Client, folder: Path) -> None:
        first, second = (upload(importer).headers["Location"] for _ in range(2))
        assert first == second
        assert Import.objects.count() == 1
        assert len(kept(folder)) == 1

    def test_a_task_handed_out_twice_is_done_once(self, importer: Client) -> None:
        dry = tried(importer)
        importer.post(f"{LIST}{dry.pk}/apply/")
        applied = Import.objects.get(is_dry_run=False)
        tasks.run_import(applied.pk)
        applied.refresh_from_db()
        tasks.run_import(applied.pk)
        again = Import.objects.get(pk=applied.pk)
        assert (again.started, again.report) == (applied.started, applied.report)

    def test_a_file_thrown_away_cannot_be_applied(self, importer: Client, folder: Path) -> None:
        dry = tried(importer)
        importer.post(f"{LIST}{dry.pk}/discard/")
        assert kept(folder) == []
        page = importer.post(f"{LIST}{dry.pk}/apply/", follow=True).content.decode()
        assert "upload it again" in page
        assert Import.objects.count() == 1

    def test_a_file_that_nobody_came_back_for_goes(self, importer: Client, folder: Path, settings: Settings) -> None:
        dry = tried(importer)
        settings.IMPORT_KEEP_HOURS = -1
        uploads.sweep()
        dry.refresh_from_db()
        assert (kept(folder), dry.stored) == ([], "")

    def test_other_files_in_the_folder_are_left_alone(self, importer: Client, folder: Path, settings: Settings) -> None:
        dry = tried(importer)
        (folder / "thesis.txt").write_text("years of work", encoding="utf-8")
        settings.IMPORT_KEEP_HOURS = -1
        uploads.sweep()
        assert kept(folder) == ["thesis.txt"]
        assert not uploads.may_be_applied(dry)

    def test_an_import_that_a_queue_has_lost_can_be_queued_again(self, importer: Client, settings: Settings) -> None:
        upload(importer)
        settings.CELERY_BROKER_URL = "memory://"
        record = Import.objects.get()
        assert not uploads.may_be_started_again(record)
        Import.objects.update(asked=timezone.now() - timedelta(minutes=5))
        record.refresh_from_db()
        assert uploads.get_import_state(record) == "waiting"
        assert "Start again" in importer.get(page_of(record)).content.decode()

    def test_the_game_is_taken_from_the_form_where_the_file_does_not_say_it(self, importer: Client) -> None:
        record = tried(importer, name="cards.csv", game="vs-classic")
        assert (record.state, record.file_name) == ("done", "cards-vs-classic.csv")

    def test_a_page_that_waits_asks_again_with_and_without_scripts(self, importer: Client) -> None:
        response = upload(importer)
        page = importer.get(response.headers["Location"]).content.decode()
        assert '<noscript><meta http-equiv="refresh"' in page
        assert 'hx-trigger="every 1s"' in page
        record = Import.objects.get()
        tasks.run_import(record.pk)
        page = importer.get(page_of(record)).content.decode()
        assert "http-equiv" not in page
        assert "hx-trigger" not in page

    def test_a_report_names_place_field_recorded_and_found(self, importer: Client) -> None:
        card = Card.objects.filter(game="vs-classic", type="Character", cost__isnull=False).exclude(printings=None)
        found = card.filter(printings__number__gt="").order_by("slug").first()
        assert found is not None
        printing = found.printings.exclude(number="").select_related("card_set").first()
        assert printing is not None
        row = f'"{found.name}",{printing.card_set.code},{printing.number},{(found.cost or 0) + 1}'
        record = tried(importer, f"name,set,number,recruit\n{row}\n".encode())
        page = importer.get(page_of(record)).content.decode()
        for part in (found.slug, "<td>cost</td>", f"<td>{found.cost}</td>", f"<td>{(found.cost or 0) + 1}</td>"):
            assert part in page
        assert "<td>2" in page

    def test_what_a_file_holds_is_shown_as_text(self, importer: Client) -> None:
        record = tried(importer, b"name,set,number,type\n<script>alert(1)</script>,MUN,902,Character\n")
        page = importer.get(page_of(record)).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


class TestQueries:
    def test_the_list_asks_nothing_for_each_row(
        self, importer: Client, folder: Path, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        record = tried(importer)
        for _ in range(40):
            record.pk, record.state = None, "running"
            record.save()
            (folder / f"{record.pk}.running").touch()
        with django_assert_max_num_queries(8):
            page = importer.get(LIST).content.decode()
        assert page.count("died") == 40

    def test_a_page_asks_little(self, importer: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        record = tried(importer)
        with django_assert_max_num_queries(7):
            importer.get(page_of(record))


@pytest.mark.django_db(transaction=True)
class TestInAThread:
    def test_an_upload_is_imported_beside_the_request(self, loaded: None, folder: Path) -> None:
        client = somebody("add_import")
        with run_threads_afterwards():
            upload(client)
            assert Import.objects.get().state == "waiting"
        record = Import.objects.get()
        assert record.state == "done"
        assert record.report["counts"]["cards"]["new"] == 1

    @pytest.fixture
    def loaded(self) -> Iterator[None]:
        """The reference, which tests of this kind empty out of the tables."""
        from django.core.management import call_command

        if not Card.objects.exists():
            call_command("load_reference", verbosity=0)
        yield
        assert settings.CELERY_BROKER_URL == ""
