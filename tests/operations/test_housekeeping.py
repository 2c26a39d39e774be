"""What nobody needs any more is deleted, what somebody may still want isn't, and nothing goes unannounced."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_django import Settings

from tests.check.many.sending import start as start_check
from tests.commands import run
from tests.decks.rechecks.making import GAME, PLAIN, deck_of
from tests.simulations.running import start as start_run
from vsdb.accounts.starters import Starter
from vsdb.accounts.viewers import STRANGER
from vsdb.check.models import ListOfCheck, ManyCheck
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.rechecks import services as rechecks
from vsdb.decks.rechecks.models import Recheck, VerdictChange
from vsdb.decks.services import Snapshot
from vsdb.error_reports.models import ErrorReport
from vsdb.exchange.card_files.models import Import
from vsdb.operations import housekeeping
from vsdb.operations.daily import DailyJob, run_daily
from vsdb.operations.housekeeping import Tidied, tidy
from vsdb.operations.runs import get_last_run
from vsdb.search.models import LegalityCourses
from vsdb.simulations.models import SimulationRun

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def ago(**span: float) -> datetime:
    return timezone.now() - timedelta(**span)


@pytest.fixture
def _announced() -> None:
    """The site has said for long what it deletes."""
    rows = MigrationRecorder(connection).migration_qs.filter(app="operations", name="0002_daily_runs")
    assert rows.update(applied=ago(days=1000)) == 1


def tidied(name: str, *, is_dry_run: bool = False) -> int:
    found: Tidied = next(each for each in tidy(is_dry_run=is_dry_run) if each.name == name)
    assert found.problem == ""
    return found.count


def deck_of_browser(**fields: object) -> Deck:
    return Deck.objects.create(game_id=GAME, title="Deck", text=PLAIN, edition=1, **fields)


def signed_up(name: str, joined: datetime, *, is_verified: bool = False, **fields: object) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", date_joined=joined, **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=is_verified)
    return user


@pytest.mark.usefixtures("_announced")
class TestDecks:
    def test_of_browsers_go_where_they_are_private_and_nobody_changed_them_for_long(self) -> None:
        ann = User.objects.create_user("ann", "ann@example.org")
        gone = deck_of_browser(edited=ago(days=181))
        kept = [
            deck_of_browser(edited=ago(days=179)),
            deck_of_browser(edited=ago(days=900), visibility="link", secret="s"),
            deck_of_browser(edited=ago(days=900), owner=ann),
        ]
        assert tidied("decks", is_dry_run=True) == 1
        assert Deck.objects.filter(pk=gone.pk).exists()
        assert tidied("decks") == 1
        assert set(Deck.objects.all()) == set(kept)

    def test_are_kept_where_the_setting_is_0(self, settings: Settings) -> None:
        settings.BROWSER_DECKS_DAYS = 0
        deck_of_browser(edited=ago(days=900))
        assert tidied("decks") == 0

    def test_say_on_their_pages_when_they_go(self, client: Client) -> None:
        deck = services.create(STRANGER, GAME, Snapshot(title="Mine", text=PLAIN))
        session = client.session
        session["decks_built"] = [deck.pk]
        session.save()
        day = timezone.localdate(deck.edited + timedelta(days=180))
        said = f"after {day.day} {day:%B %Y}"
        for address in (f"/decks/{deck.pk}/{deck.slug}/", f"/decks/{deck.pk}/edit/", "/decks/mine/"):
            page = client.get(address).content.decode()
            assert said in " ".join(strip_tags(page).split()), address

    def test_go_in_portions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(housekeeping, "PORTION", 2)
        for _ in range(5):
            deck_of_browser(edited=ago(days=900))
        assert tidied("decks") == 5


def test_decks_are_kept_until_their_pages_have_said_for_as_long_that_they_go() -> None:
    deck = deck_of_browser(edited=ago(days=900))
    assert tidied("decks") == 0
    rows = MigrationRecorder(connection).migration_qs.filter(app="operations", name="0002_daily_runs")
    rows.update(applied=ago(days=179))
    assert tidied("decks") == 0
    rows.update(applied=ago(days=181))
    assert tidied("decks") == 1
    assert not Deck.objects.filter(pk=deck.pk).exists()


@pytest.mark.usefixtures("_announced")
class TestSignUps:
    def test_that_staff_made_stay(self) -> None:
        boss = User.objects.create_superuser("boss", password="seven geese in a row")
        staff = Client()
        staff.force_login(boss)
        password = {"password1": "four grey owls", "password2": "four grey owls"}
        sent = {"username": "ann", "usable_password": "true", **password}
        assert staff.post("/admin/auth/user/add/", sent).status_code == 302
        ann = User.objects.get(username="ann")
        User.objects.filter(pk=ann.pk).update(date_joined=ago(days=900))
        EmailAddress.objects.create(user=ann, email="ann@example.org", primary=True)
        assert tidied("sign-ups") == 0
        assert User.objects.filter(pk=ann.pk).exists()

    def test_go_where_nobody_confirmed_them(self) -> None:
        signed_up("stranger", ago(days=15))
        kept = [
            signed_up("new", ago(days=13)),
            signed_up("confirmed", ago(days=900), is_verified=True),
            signed_up("seen", ago(days=900), last_login=ago(days=800)),
            signed_up("staff", ago(days=900), is_staff=True),
            User.objects.create_user("by-staff", "b@example.org", date_joined=ago(days=900)),
        ]
        assert tidied("sign-ups", is_dry_run=True) == 1
        assert tidied("sign-ups") == 1
        assert set(User.objects.all()) == set(kept)

    def test_are_told_in_their_mail(self, client: Client, settings: Settings) -> None:
        form = {"username": "ann", "email": "ann@example.org", "password1": "correct horse battery"}
        client.post("/account/signup/", form)
        (message,) = mail.outbox
        last = timezone.now() + timedelta(days=settings.SIGN_UP_DAYS)
        assert f"If nobody confirms it by {last.day} {last:%B %Y}, the account is deleted." in message.body

    def test_are_no_longer_told_of_once_somebody_has_signed_in(self, rf: RequestFactory) -> None:
        user = signed_up("seen", ago(days=900), last_login=ago(days=800))
        address = EmailAddress.objects.create(user=user, email="new@example.org")
        with request_context(rf.get("/")):
            address.send_confirmation()
        assert "the account is deleted" not in str(mail.outbox[0].body)


class TestOldThings:
    def test_sessions_go_when_they_have_expired(self) -> None:
        ann = User.objects.create_user("ann", "ann@example.org")
        for key, expires in (("old", ago(hours=1)), ("now", ago(hours=-1))):
            Session.objects.create(session_key=key, session_data="", expire_date=expires)
            UserSession.objects.create(user=ann, session_key=key, ip="127.0.0.1", user_agent="a browser")
        counts = {each.name: each.count for each in tidy()}
        assert (counts["sessions"], counts["sign-ins"]) == (1, 1)
        assert UserSession.objects.get().session_key == "now"

    def test_imports_go_that_changed_nothing(self) -> None:
        old = {"source": "csv", "file_name": "a.csv", "ended": ago(days=400)}
        Import.objects.create(**old, state="failed")
        Import.objects.create(**old, state="done", is_dry_run=True)
        kept = [
            Import.objects.create(**old, state="done"),
            Import.objects.create(**{**old, "ended": ago(days=300)}, state="failed"),
            Import.objects.create(**old, state="done", is_dry_run=True, stored="kept"),
        ]
        assert tidied("imports") == 2
        assert set(Import.objects.all()) == set(kept)

    def test_rechecks_go_that_changed_no_verdict_and_are_not_the_last(self) -> None:
        deck = deck_of(User.objects.create_user("ann", "ann@example.org"), PLAIN)
        made = []
        for _ in range(3):
            recheck = rechecks.begin(GAME, "a test")
            assert recheck is not None
            assert rechecks.work(recheck.pk)
            made.append(recheck)
        day = timezone.localdate()
        VerdictChange.objects.create(
            deck=deck, edition=1, format="golden-age", as_of=day, day_before=day, recheck=made[1]
        )
        Recheck.objects.update(ended=ago(days=400))
        assert tidied("rechecks") == 1
        assert set(Recheck.objects.all()) == set(made[1:])

    def test_simulation_runs_go_in_whatever_state_they_are(self, settings: Settings) -> None:
        made = [start_run(Starter(caller=each)) for each in ("192.0.2.1", "192.0.2.2", "192.0.2.3")]
        for made_run, state, days in zip(made, ("done", "waiting", "done"), (31, 31, 29), strict=True):
            SimulationRun.objects.filter(pk=made_run.pk).update(state=state, asked=ago(days=days))
        settings.SIMULATION_RUNS_DAYS = 0
        assert tidied("simulations") == 0
        settings.SIMULATION_RUNS_DAYS = 30
        assert tidied("simulations", is_dry_run=True) == 2
        assert tidied("simulations") == 2
        assert SimulationRun.objects.get() == made[2]

    def test_checks_of_many_lists_go_with_their_lists(self, settings: Settings) -> None:
        made = [start_check(Starter(caller=each)) for each in ("192.0.2.1", "192.0.2.2", "192.0.2.3")]
        for check, state, days in zip(made, ("done", "waiting", "done"), (31, 31, 29), strict=True):
            ManyCheck.objects.filter(pk=check.pk).update(state=state, asked=ago(days=days))
        settings.CHECK_MANY_DAYS = 0
        assert tidied("checks") == 0
        settings.CHECK_MANY_DAYS = 30
        assert tidied("checks", is_dry_run=True) == 2
        assert tidied("checks") == 2
        assert ManyCheck.objects.get() == made[2]
        assert set(ListOfCheck.objects.values_list("check_of", flat=True)) == {made[2].pk}

    def test_legality_tables_of_other_facts_go(self) -> None:
        LegalityCourses.objects.create(game_id=GAME, data_version="1:old", format="golden-age", table={})
        before = LegalityCourses.objects.count()
        assert tidied("legality") == 1
        assert LegalityCourses.objects.count() == before - 1

    def test_addresses_of_closed_reports_go_and_the_reports_stay(self) -> None:
        ErrorReport.objects.create(key="a", text="wrong", email="a@example.org", state="fixed", handled=ago(days=8))
        ErrorReport.objects.create(key="b", text="wrong", email="b@example.org", state="fixed", handled=ago(days=6))
        assert tidied("report-emails") == 1
        assert sorted(ErrorReport.objects.values_list("email", flat=True)) == ["", "b@example.org"]

    def test_files_go_that_killed_processes_left(self, tmp_path: Path, settings: Settings) -> None:
        settings.BULK_DIR, settings.SEARCH_INDEX_DIR = tmp_path / "bulk", tmp_path / "index"
        settings.IMPORT_DIR = tmp_path / "imports"
        left = ("bulk/.riftbound-cards.4711", "index/abc.part/segment", "imports/" + "a" * 32, "imports/9.running")
        for name in (*left, "bulk/index.json", "bulk/.lock", "imports/notes.txt", "index/lock"):
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("x")
        assert {each.name: each.count for each in tidy()}["bulk-files"] == 0
        long_ago = ago(days=3).timestamp()
        for path in tmp_path.rglob("*"):
            os.utime(path, (long_ago, long_ago))
        counts = {each.name: each.count for each in tidy()}
        assert (counts["bulk-files"], counts["index"], counts["uploads"]) == (1, 1, 2)
        kept = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
        assert kept == {"bulk/index.json", "bulk/.lock", "imports/notes.txt", "index/lock"}


class TestCommands:
    def test_a_dry_run_says_what_would_go_and_why(self) -> None:
        Session.objects.create(session_key="old", session_data="", expire_date=ago(hours=1))
        assert run("tidy", "--dry-run")[:2] == (
            0,
            "0 expired lists to delete\n1 ended session to delete (its cookie has expired)\n",
        )
        assert get_last_run("tidy") is None
        told = [json.loads(line) for line in run("tidy", "--dry-run", "--json")[1].splitlines()]
        assert [each["count"] for each in told if each["name"] == "sessions"] == [1]
        assert Session.objects.exists()

    def test_a_task_that_fails_is_told_and_the_others_are_done(self, monkeypatch: pytest.MonkeyPatch) -> None:
        Session.objects.create(session_key="old", session_data="", expire_date=ago(hours=1))

        def fail(_: int) -> int:
            raise OSError("no room")

        broken = housekeeping.TidyTask("broken", "broken thing", lambda: "why", lambda: 0, fail)
        monkeypatch.setattr(housekeeping, "TASKS", (broken, *housekeeping.TASKS))
        status, out, _ = run("tidy")
        assert status == 1
        assert "broken failed: OSError: no room" in out
        assert not Session.objects.exists()
        last = get_last_run("tidy")
        assert last is not None
        assert (last.problem, last.succeeded) == ("failed: broken", None)

    def test_the_daily_run_does_all_and_says_so(self, settings: Settings, tmp_path: Path) -> None:
        settings.BACKUP_KEEP_DAYS = 0
        settings.BULK_DIR = tmp_path
        status, out, _ = run("run_daily", "--json")
        told = {each["command"]: each for each in map(json.loads, out.splitlines())}
        assert status == 0, out
        assert [*told] == ["backup", "rotate_keys", "catch_up", "refresh_follows", "write_bulk_files", "tidy"]
        assert (told["backup"]["state"], told["backup"]["said"]) == ("skipped", "BACKUP_KEEP_DAYS is 0")
        assert {each["state"] for name, each in told.items() if name != "backup"} == {"done"}
        last = get_last_run()
        assert last is not None
        assert (last.problem, last.ended) == ("", last.succeeded)

    def test_a_daily_command_that_fails_keeps_no_other_from_it(self) -> None:
        results = list(run_daily((DailyJob("no_such_command"), DailyJob("tidy", lambda: ("--dry-run",)))))
        assert [each.state for each in results] == ["failed", "done"]
        last = get_last_run()
        assert last is not None
        assert last.problem == "failed: no_such_command"
