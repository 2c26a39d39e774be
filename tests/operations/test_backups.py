"""Backing up and restoring a site: everything comes back, or nothing happens and it is said why."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from tests.commands import run
from tests.events.making import make_event, make_player, submit_list
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Card
from vsdb.core.encryption import list_fingerprints
from vsdb.core.read_only import get_read_only_mode
from vsdb.decks import services
from vsdb.decks.models import Deck, Revision
from vsdb.decks.services import Snapshot
from vsdb.events import log
from vsdb.events.models import LogEntry
from vsdb.news.models import Follow
from vsdb.operations.backups.archive import create_archive, open_rows, read_manifest
from vsdb.operations.backups.columns import name_type
from vsdb.operations.backups.restoring import restore_backup

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]
LIST = "60 Sentinel Mark V, Army"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Settings) -> Iterator[None]:
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.READ_ONLY_FILE = tmp_path / "read-only.json"
    yield
    settings.BACKUP_DIR = tmp_path


def build_deck(name: str = "ada") -> Deck:
    user, _ = User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})
    deck = services.create(Viewer(user.pk), "vs-classic", Snapshot(title="Sentinels", format="golden-age", text=LIST))
    services.save(deck.pk, Viewer(user.pk), deck.edition, Snapshot(title="Sentinels – 2", text=LIST, notes="Ünicode"))
    return deck


def change(backup: Path, made: Path, table: str, add: list[list[object]], /, **manifest: object) -> Path:
    """A whole backup like another, with more rows in one table."""
    held = read_manifest(backup)
    with open_rows(backup) as read_rows, create_archive(made) as archive:
        for each in held.tables:
            rows = [*read_rows(each), *(add if each.name == table else ())]
            archive.write_table(each.name, each.columns, rows, each.next_number)  # type: ignore[arg-type]
        said = {name: getattr(held, name) for name in held.__dataclass_fields__}
        archive.write_manifest(type(held)(**{**said, "tables": archive.tables, **manifest}))
    return made


@pytest.mark.dialect
class TestRestoring:
    def test_brings_back_what_was_deleted_and_takes_away_what_came_since(self, tmp_path: Path) -> None:
        deck = build_deck()
        assert run("backup", str(tmp_path / "site.zip"))[0] == 0
        versions = list(Revision.objects.order_by("pk").values())
        User.objects.all().delete()
        later = build_deck("later")
        status, out, err = run("restore", str(tmp_path / "site.zip"), "--replace")
        assert (status, err) == (0, "")
        assert "1 account, 1 deck" in out
        assert list(Revision.objects.order_by("pk").values()) == versions
        assert list(User.objects.values_list("username", flat=True)) == ["ada"]
        assert list(Deck.objects.values_list("pk", flat=True)) == [deck.pk]
        assert build_deck("next").pk > later.pk

    def test_gives_no_number_again_that_a_deleted_row_had(self, tmp_path: Path) -> None:
        build_deck()
        last = build_deck().pk
        Deck.objects.get(pk=last).delete()
        run("backup", str(tmp_path / "site.zip"))
        restore_backup(tmp_path / "site.zip", may_replace=True)
        assert build_deck().pk > last

    def test_refuses_a_site_that_is_not_empty(self, tmp_path: Path) -> None:
        build_deck()
        run("backup", str(tmp_path / "site.zip"))
        status, _, err = run("restore", str(tmp_path / "site.zip"))
        assert status == 2
        assert "1 account, 1 deck" in err
        assert "--replace" in err

    def test_brings_back_the_log_of_events_which_stays_append_only(self, tmp_path: Path) -> None:
        """Also where it fails, and where the log has rows that came since."""
        event = make_event()
        submit_list(make_player(event, "Ann"))
        log.record(event, log.CLOCK, "announced", after={"stage": "announced"})
        run("backup", str(tmp_path / "site.zip"))
        log.record(event, log.CLOCK, "edited")
        bad = change(tmp_path / "site.zip", tmp_path / "bad.zip", "decks_titleword", [[99, "word", 4711]])
        for path, expected, actions in ((bad, 2, ["announced", "edited"]), (tmp_path / "site.zip", 0, ["announced"])):
            assert run("restore", str(path), "--replace")[0] == expected
            assert list(LogEntry.objects.order_by("number").values_list("action", flat=True)) == actions
            assert list(log.find_faults(event.pk)) == []
            rows = LogEntry.objects.filter(event=event.pk)
            for attempt in (rows.delete, lambda rows=rows: rows.update(action="never")):
                with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                    attempt()
        assert log.record(event, log.CLOCK, "edited").number == 2

    def test_changes_nothing_where_a_row_points_at_nothing(self, tmp_path: Path) -> None:
        deck = build_deck()
        run("backup", str(tmp_path / "site.zip"))
        bad = change(tmp_path / "site.zip", tmp_path / "bad.zip", "decks_titleword", [[99, "word", 4711]])
        services.describe(deck.pk, Viewer(deck.owner_id), event="Now", played_on=None, tags=())
        cards = Card.objects.count()
        status, _, err = run("restore", str(bad), "--replace")
        assert status == 2
        assert "points at one that isn’t there" in err
        assert list(Deck.objects.values_list("event", flat=True)) == ["Now"]
        assert Card.objects.count() == cards

    def test_changes_nothing_where_the_file_is_damaged(self, tmp_path: Path) -> None:
        build_deck()
        path = tmp_path / "site.zip"
        run("backup", str(path))
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
        assert run("backup", "--verify", str(path))[0] == 1
        status, _, err = run("restore", str(path), "--replace")
        assert status == 2
        assert "SHA-256" in err
        assert Deck.objects.count() == 1

    def test_that_stored_everything_never_says_that_nothing_was_changed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise OperationalError("the server closed the connection")

        build_deck()
        run("backup", str(tmp_path / "site.zip"))
        User.objects.all().delete()
        monkeypatch.setattr("vsdb.operations.management.commands.restore.rebuild", fail)
        status, _, err = run("restore", str(tmp_path / "site.zip"), "--replace")
        assert (status, Deck.objects.count()) == (1, 1)
        assert "the search index isn’t made: the server closed the connection. Run manage.py" in err
        assert "as it was" not in err
        assert get_read_only_mode() is None

    def test_refuses_a_backup_by_a_newer_version_and_says_which(self, tmp_path: Path) -> None:
        run("backup", str(tmp_path / "site.zip"))
        held = read_manifest(tmp_path / "site.zip").migrations
        newer = {**held, "decks": [*held["decks"], "0999_from_tomorrow"]}
        path = change(
            tmp_path / "site.zip", tmp_path / "newer.zip", "", [], migrations=newer, revision="feedbeeffeedbeef"
        )
        status, _, err = run("restore", str(path), "--replace")
        assert status == 2
        assert "decks.0999_from_tomorrow" in err
        assert "revision feedbeeffeed" in err

    def test_refuses_a_database_that_a_newer_version_has_changed(self, tmp_path: Path) -> None:
        run("backup", str(tmp_path / "site.zip"))
        MigrationRecorder(connection).record_applied("decks", "0999_from_tomorrow")
        try:
            for command in (("backup", str(tmp_path / "b.zip")), ("restore", str(tmp_path / "site.zip"), "--replace")):
                status, _, err = run(*command)
                assert status == 2
                assert "restore into a new database" in err
        finally:
            MigrationRecorder(connection).record_unapplied("decks", "0999_from_tomorrow")
        assert not (tmp_path / "b.zip").exists()

    def test_says_that_the_secret_key_is_another_one(self, tmp_path: Path, settings: Settings) -> None:
        run("backup", str(tmp_path / "site.zip"))
        settings.SECRET_KEY = "another"
        restored = restore_backup(tmp_path / "site.zip", may_replace=True)
        assert any("DJANGO_SECRET_KEY isn’t that" in note for note in restored.notes)
        assert "another" not in (tmp_path / "site.zip").read_bytes().decode("latin-1")

    def test_says_which_key_of_stored_secrets_is_missing(self, tmp_path: Path, settings: Settings) -> None:
        settings.FIELD_KEYS = ["k" * 40]
        deck = build_deck()
        services.share(deck.pk, Viewer(deck.owner_id), "link")
        run("backup", str(tmp_path / "site.zip"))
        key = list_fingerprints()[0]
        assert read_manifest(tmp_path / "site.zip").keys["field_keys"] == {key: 1}
        settings.FIELD_KEYS = ["n" * 40, "k" * 40]
        assert run("backup", "--verify", str(tmp_path / "site.zip"))[2] == ""
        settings.FIELD_KEYS = ["n" * 40]
        (note,) = restore_backup(tmp_path / "site.zip", may_replace=True).notes
        assert f"1 stored secret can’t be read here: the key with the fingerprint {key} is missing" in note

    def test_says_what_is_no_file(self, tmp_path: Path) -> None:
        for command in (("restore", str(tmp_path / "no.zip")), ("backup", "--verify", str(tmp_path / "no.zip"))):
            status, _, err = run(*command)
            assert (status, "no.zip" in err) == (2, True)


@pytest.mark.dialect
class TestWhatIsHeld:
    def test_every_column_of_every_table_has_a_rule(self) -> None:
        fields = [
            field for model in apps.get_models(include_auto_created=True) for field in model._meta.local_concrete_fields
        ]
        assert {name_type(field) for field in fields} >= {"integer", "text", "json", "moment", "date", "boolean"}

    def test_every_table_is_held_or_left_out_for_a_reason(self, tmp_path: Path) -> None:
        run("backup", str(tmp_path / "site.zip"))
        manifest = read_manifest(tmp_path / "site.zip")
        with connection.cursor() as cursor:
            there = {*connection.introspection.table_names(cursor)} - {"django_migrations"}
        assert {*(table.name for table in manifest.tables), *manifest.left_out} == there
        assert all(manifest.left_out.values())

    def test_a_session_is_held_for_decks_without_an_account_alone(self, tmp_path: Path) -> None:
        signed_in, builder, both = Client(), Client(), Client()
        signed_in.force_login(User.objects.create_user("ada"))
        for client in (builder, both):
            client.post("/decks/new/", {"game": "vs-classic", "title": "Mine", "build": "1"})
        decks = both.session["decks_built"]
        both.force_login(User.objects.create_user("ben"))
        assert Session.objects.count() == 3
        run("backup", str(tmp_path / "site.zip"))
        restore_backup(tmp_path / "site.zip", may_replace=True)
        kept = {each.pk: each.get_decoded() for each in Session.objects.all()}
        assert kept.keys() == {builder.session.session_key, both.session.session_key}
        assert kept[str(both.session.session_key)] == {"decks_built": decks}  # by which nobody is signed in

    def test_json_keeps_the_null_that_is_a_value_and_the_order_of_its_keys(self, tmp_path: Path) -> None:
        deck = build_deck()
        Deck.objects.filter(pk=deck.pk).update(glance=models.Value(None, models.JSONField()))
        run("backup", str(tmp_path / "site.zip"))
        restore_backup(tmp_path / "site.zip", may_replace=True)
        assert Deck.objects.filter(pk=deck.pk, glance__isnull=False, glance=None).exists()

    def test_permissions_of_staff_come_along(self, tmp_path: Path) -> None:
        staff = User.objects.create_user("staff")
        staff.user_permissions.add(Permission.objects.get(codename="change_comment"))
        run("backup", str(tmp_path / "site.zip"))
        restore_backup(tmp_path / "site.zip", may_replace=True)
        assert User.objects.get(username="staff").has_perm("decks.change_comment")


#: The tables as they were before decks were shown at a glance and followed by those who share them.
_OLD = (("contenttypes",), ("auth",), ("decks", "0004"), ("changes", "0002"))
_OLD_ROWS = """
INSERT INTO cards_game (slug, name, position, facts_version, imports_version, data_version, words_version,
texts_version) VALUES ('vs-classic', 'Vs. System TCG', 1, '', '', '', '', '');
INSERT INTO auth_user (id, username, password, email, first_name, last_name, is_staff, is_active, is_superuser,
date_joined) VALUES (7, 'ada', 'x', 'ada@example.org', '', '', 0, 1, 0, '2026-01-02 03:04:05.678');
INSERT INTO decks_deck (id, owner_id, game_id, edition, title, format, text, size, facts, visibility, secret, event,
hidden_why, created, edited, published) VALUES (41, 7, 'vs-classic', 1, 'Old deck', '', '4 Savage Beatdown', 4, 'x',
'public', '', '', '', '2026-01-02 03:04:05', '2026-01-02 03:04:05', '2026-01-02 03:04:05');
INSERT INTO decks_revision (id, deck_id, number, saved, is_automatic, comment, title, format, text, notes, card_notes)
VALUES (9, 41, 1, '2026-01-02 03:04:05', 0, '', 'Old deck', '', '4 Savage Beatdown', '', '{}');
"""
#: Makes these tables, stores these rows and backs them up, in one process: each would take seconds to start.
_STORE_OLD = f"""
import sqlite3, django
from contextlib import closing
django.setup()
from django.core.management import call_command

for target in {_OLD!r}:
    call_command("migrate", *target, verbosity=0)
with closing(sqlite3.connect("old.sqlite3")) as old:
    old.executescript({_OLD_ROWS!r})
call_command("backup", "old.zip", verbosity=0)
"""


@pytest.mark.dialect
def test_a_backup_of_an_older_version_is_brought_up_to_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vsdb.operations.backups.restoring.call_command", lambda *_, **__: None)  # it has no cards
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path}/old.sqlite3",
        "BACKUP_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "vsdb.settings",
        "PYTHONPATH": str(ROOT),
    }
    subprocess.run([sys.executable, "-c", _STORE_OLD], cwd=tmp_path, env=environment, check=True)
    held = {table.name: table for table in read_manifest(tmp_path / "old.zip").tables}
    assert "glance" not in held["decks_deck"].columns
    made = change(tmp_path / "old.zip", tmp_path / "older.zip", "", [], made="2026-01-02T03:04:05+00:00")
    status, out, err = run("restore", str(made), "--replace")
    assert (status, err) == (0, "")
    assert "Restored: made 2026-01-02T03:04:05" in out  # and not when it was brought up
    deck = Deck.objects.get()
    assert (deck.pk, deck.title, deck.owner_id, deck.facts) == (41, "Old deck", 7, "")  # marked to be read again
    assert Revision.objects.get().text == "4 Savage Beatdown"
    assert Follow.objects.get().deck_id == 41  # what a later migration does with what people had stored
    assert Permission.objects.filter(codename="change_taskfailure").exists()
    assert not list(tmp_path.glob("**/upgrade*"))
