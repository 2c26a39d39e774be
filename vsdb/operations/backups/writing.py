"""How a backup is made."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from vsdb.catalog.cards.models import Game
from vsdb.core.code_version import get_code_version
from vsdb.operations.backups.archive import HeldTable, Manifest, create_archive
from vsdb.operations.backups.keys import describe_keys
from vsdb.operations.backups.snapshot import hold_snapshot, read_next_numbers
from vsdb.operations.backups.tables import (
    LEFT_OUT,
    Layout,
    build_layout,
    describe_migrations,
    iterate_rows,
    read_migrations,
)

OnTable = Callable[[HeldTable], None]


def write_backup(*paths: Path, on_table: OnTable = lambda _: None) -> tuple[Path, Manifest]:
    """Write the site as it is now into a file under the first of these names that no other has; which, and what is in
    it. It has another name until it was read again and every digest compared.

    Raises BackupError, and OSError where it can't be written.
    """
    with create_archive(*paths) as archive:
        with hold_snapshot():
            applied, _ = read_migrations()
            layout = build_layout(applied)
            made = datetime.now(UTC)
            numbers = read_next_numbers([*layout.tables])
            for table in layout.tables:
                rows = iterate_rows(layout.models[table.name])
                on_table(archive.write_table(table.name, table.columns, rows, numbers.get(table.name)))
            games = _list_games(layout)
        manifest = Manifest(
            made=made.isoformat(timespec="seconds"),
            revision=read_revision(settings.BASE_DIR),
            code=get_code_version(),
            database=connection.vendor,
            migrations=describe_migrations(applied),
            games=games,
            keys=describe_keys(archive.sealed),
            left_out={name: LEFT_OUT[name] for name in layout.left_out},
            tables=tuple(archive.tables),
        )
        archive.write_manifest(manifest)
    return archive.path, manifest


def read_revision(folder: Path) -> str:
    """The commit of a checkout; empty where there is none to be read."""
    git = folder / ".git"
    try:
        head = (git / "HEAD").read_text().strip()
        name = head.removeprefix("ref: ")
        if name == head:
            return head
        if (git / name).is_file():
            return (git / name).read_text().strip()
        packed = (line.split() for line in (git / "packed-refs").read_text().splitlines())
        return next((parts[0] for parts in packed if parts[1:] == [name]), "")
    except OSError:
        return ""


def _list_games(layout: Layout) -> list[str]:
    """The games that the site has facts of."""
    model = layout.models.get(Game._meta.db_table)
    return sorted(model._base_manager.values_list("pk", flat=True)) if model else []
