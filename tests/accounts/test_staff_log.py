"""What staff does on pages of the site stands in the log of the administration, with who did what to which row."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.accounts.people import account
from tests.custom_formats.making import published
from tests.decks.rechecks.making import GAME, PLAIN, deck_of
from tests.exchange.uploading import CARDS, LIST, tried
from vsdb.accounts.viewers import Viewer
from vsdb.custom_formats import services as formats
from vsdb.decks import comments
from vsdb.decks.models import Comment, Report
from vsdb.decks.rechecks import services as rechecks
from vsdb.decks.rechecks.models import Recheck
from vsdb.error_reports.models import ErrorReport
from vsdb.exchange.card_files.models import Import

pytestmark = pytest.mark.django_db

Deed = Callable[[Client], tuple[Model, str]]  #: does it in a browser of staff; the row, and what the log says of it
FORMATS = "/admin/ownformats/ownformat/"


@pytest.fixture(autouse=True)
def _own_imports(settings: Settings, tmp_path: Path) -> None:
    settings.IMPORT_DIR = tmp_path / "imports"
    settings.IMPORT_DIR.mkdir()


def report_comment() -> tuple[Comment, Report]:
    """A comment under a public deck that somebody finds rude."""
    viewer = Viewer(account("ann").pk)
    deck = deck_of(User.objects.get(pk=viewer.user), PLAIN, shared="public")
    said = comments.add_comment(deck, viewer, "Rude.")
    return said, comments.report(deck, Viewer(account("bob").pk), "It is rude.", said.pk)


def hide_comment(staff: Client) -> tuple[Model, str]:
    said, report = report_comment()
    staff.post("/decks/reports/", {"report": report.pk, "decision": "hide", "why": "Be kind."})
    return said, "Hidden after a report. Reason: Be kind."


def keep_comment(staff: Client) -> tuple[Model, str]:
    said, report = report_comment()
    staff.post("/decks/reports/", {"report": report.pk, "decision": "keep"})
    return said, "Kept after a report."


def start_recheck(staff: Client) -> tuple[Model, str]:
    deck_of(account("ann"), PLAIN)
    staff.post("/rechecks/", {"game": GAME})
    return Recheck.objects.get(), "Recheck started."


def resume_recheck(staff: Client) -> tuple[Model, str]:
    deck_of(account("ann"), PLAIN)
    recheck = rechecks.begin(GAME, "new facts were loaded")
    assert recheck is not None
    Recheck.objects.update(called=timezone.now() - timedelta(minutes=1))
    staff.post(f"/rechecks/{recheck.pk}/")
    return recheck, "Recheck resumed."


def hide_format(staff: Client) -> tuple[Model, str]:
    fmt = published(account("ann"))
    staff.post(FORMATS, {"action": "hide_them", "_selected_action": [fmt.pk]})
    return fmt, "Hidden by staff."


def show_format(staff: Client) -> tuple[Model, str]:
    fmt = published(account("ann"))
    formats.hide(fmt, "Hidden by staff.")
    staff.post(FORMATS, {"action": "show_them", "_selected_action": [fmt.pk]})
    return fmt, "Shown again."


def upload_cards(staff: Client) -> tuple[Model, str]:
    return tried(staff), "Uploaded cards-vs-classic.csv; tested first."


def import_cards(staff: Client) -> tuple[Model, str]:
    dry = tried(staff)
    staff.post(f"{LIST}{dry.pk}/apply/")
    return Import.objects.get(is_dry_run=False), "Imported cards-vs-classic.csv."


def discard_cards(staff: Client) -> tuple[Model, str]:
    dry = tried(staff)
    staff.post(f"{LIST}{dry.pk}/discard/")
    return dry, "Discarded cards-vs-classic.csv."


def start_import_again(staff: Client) -> tuple[Model, str]:
    (Path(settings.IMPORT_DIR) / "kept").write_bytes(CARDS)
    asked = timezone.now() - timedelta(hours=1)
    lost = Import.objects.create(source="csv", file_name="lost.csv", stored="kept", is_dry_run=True, asked=asked)
    staff.post(f"{LIST}{lost.pk}/again/")
    return lost, "Started lost.csv again."


def answer_error_report(staff: Client) -> tuple[Model, str]:
    Client().post("/report/", {"text": "Its cost is 3."})
    report = ErrorReport.objects.get()
    staff.post(f"/reports/{report.pk}/", {"state": "fixed", "answer": "", "edition": report.edition})
    return report, "Answered: fixed."


DEEDS: tuple[Deed, ...] = (
    hide_comment,
    keep_comment,
    start_recheck,
    resume_recheck,
    hide_format,
    show_format,
    upload_cards,
    import_cards,
    discard_cards,
    start_import_again,
    answer_error_report,
)


@pytest.mark.parametrize("act", DEEDS, ids=lambda act: act.__name__)
def test_names_who_did_what_to_which_row(act: Deed) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org")
    staff = Client()
    staff.force_login(boss)
    target, said = act(staff)
    of_target = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(target), object_id=target.pk)
    newest = of_target.latest("pk")
    assert (newest.user, newest.change_message) == (boss, said)
