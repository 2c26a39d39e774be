"""How a backup is restored: looked at as a whole, brought up to today's tables, then loaded in one transaction."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from engine import GAMES
from vsdb.core.words import quantity
from vsdb.operations.backups.archive import Manifest, require_plain_file, verify_archive
from vsdb.operations.backups.errors import BackupError, NewerBackup
from vsdb.operations.backups.kept import RESTORE_PREFIX, make_backup_folder
from vsdb.operations.backups.keys import list_missing_keys
from vsdb.operations.backups.loading import replace_content
from vsdb.operations.backups.tables import (
    Layout,
    Migrations,
    build_layout,
    find_content,
    find_unknown,
    list_targets,
    read_described,
    read_migrations,
)

OnStep = Callable[[str], None]
_NAMED = {"auth_user": "account", "decks_deck": "deck", "cards_card": "card"}


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, and what whoever runs the site should know of it."""

    manifest: Manifest
    notes: Sequence[str]


def restore_backup(path: Path, *, may_replace: bool = False, on_step: OnStep = lambda _: None) -> Restored:
    """Put the content of a backup in the place of the site's. What it raises, such as BackupError, comes before the
    rows are stored: it has then changed no row. `rebuild` makes what a backup leaves out.
    """
    manifest = check_backup(path)
    before, today = read_described(manifest.migrations), _prepare_database(may_replace, on_step)
    notes = list_notes(manifest)
    layout = build_layout(today)
    # What can't be tidied up after the rows are stored must not say that they aren't.
    with tempfile.TemporaryDirectory(
        prefix=RESTORE_PREFIX, dir=make_backup_folder(), ignore_cleanup_errors=True
    ) as folder:
        if before != today:
            on_step("The backup has tables of an older version. Bringing them up to this version.")
            path = upgrade_backup(path, Path(folder))
            # What was made by upgrading is of the moment of the backup, not of now.
            manifest = replace(verify_archive(path), made=manifest.made)
        _compare_columns(manifest, layout)
        on_step(f"Loading {quantity(manifest.rows, 'row')}.")
        replace_content(path, manifest, layout, lambda _: None)
    return Restored(manifest, notes)


def check_backup(path: Path) -> Manifest:
    """The manifest of a whole backup that this version can restore. Raises BackupError."""
    require_plain_file(path)
    manifest = verify_archive(path)
    if unknown := find_unknown(read_described(manifest.migrations)):
        named = ", ".join(sorted(".".join(each) for each in unknown)[:5])
        raise NewerBackup(
            f"the backup is by a newer version of vsdb than this one (it has {named}). Restore it with the version "
            f"that made it{f', revision {manifest.revision[:12]}' if manifest.revision else ''}, or a later one."
        )
    return manifest


def rebuild(verbosity: int, stdout: Any) -> None:
    """Make what a backup leaves out: content types and permissions of apps that are newer than it, the search index and
    the tables of legality."""
    emit_post_migrate_signal(0, False, connection.alias)
    ContentType.objects.clear_cache()
    call_command("build_index", verbosity=verbosity, stdout=stdout)


def upgrade_backup(path: Path, folder: Path) -> Path:
    """A backup with the tables of this version's migrations, made of an older one in the folder.

    Another process does so with a database of its own, where a migration can't reach the site's.
    """
    made = folder / "upgraded.zip"
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{(folder / 'upgrade.sqlite3').resolve()}"}
    command = [sys.executable, "-m", "vsdb.operations.backups.upgrading", str(path.resolve()), str(made.resolve())]
    ended = subprocess.run(  # noqa: S603
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        said = ended.stderr.strip().splitlines()
        raise BackupError(
            f"the older backup can’t be brought up to this version: {said[-1] if said else ended.returncode}. "
            "Restore it with the version that made it, then upgrade."
        )
    return made


def migrate_to(migrations: Migrations) -> None:
    """Bring an empty database to a state of the migrations. Raises BackupError where they don't make it."""
    executor = MigrationExecutor(connection)
    executor.migrate(list_targets(migrations))
    reached = frozenset(MigrationExecutor(connection).loader.applied_migrations)
    if reached != migrations:
        raise BackupError("the migrations of this version can’t make the tables that the backup was made of")


def _prepare_database(may_replace: bool, on_step: OnStep) -> Migrations:
    """Make the tables of an empty database; see that the others are today's and may be emptied."""
    applied, today = read_migrations()
    content = find_content(build_layout(applied)) if applied else {}
    if content and not may_replace:
        raise BackupError(
            f"the site isn’t empty: it has {_name_content(content)}. Restore into an empty database, or add --replace "
            "to delete all of it."
        )
    if applied != today:
        if content:
            raise BackupError("the database has tables of an older version. Run manage.py migrate, then try again.")
        on_step("Making the tables.")
        call_command("migrate", verbosity=0, interactive=False)
    return today


def _compare_columns(manifest: Manifest, layout: Layout) -> None:
    """Raise BackupError where tables of a backup aren't those of the layout; the migrations say that they are."""
    held = {table.name: dict(table.columns) for table in manifest.tables}
    wanted = {table.name: dict(table.columns) for table in layout.tables}
    differing = sorted(name for name in {*held, *wanted} if held.get(name) != wanted.get(name))
    if differing:
        raise BackupError(
            f"tables of the backup differ from those of this version: {', '.join(differing[:5])}. Restore it with the "
            "version that made it."
        )


def list_notes(manifest: Manifest) -> Sequence[str]:
    """What of a backup won't work on this site until a setting is another one."""
    missing = [game for game in manifest.games if game not in GAMES]
    games = [f"VSDB_GAMES doesn’t register {', '.join(missing)}, which the backup has."] if missing else []
    return [*list_missing_keys(manifest.keys), *games]


def _name_content(content: Mapping[str, int]) -> str:
    counts = [quantity(content[name], word) for name, word in _NAMED.items() if name in content]
    return ", ".join(counts) or quantity(sum(content.values()), "row")
