"""Bring an older backup up to the tables of this version: `python -m vsdb.operations.backups.upgrading OLD NEW`.

`restore` runs this with `DATABASE_URL` naming a new SQLite file. There the migrations make the tables of the backup's
time, its rows are loaded, and the later migrations do with them what they do on a site.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(old: str, new: str) -> int:
    """Write the new backup; the exit status is 1 where that can't be done, and standard error says why."""
    import django

    django.setup()
    from django.core.management import call_command

    from vsdb.operations.backups.archive import read_manifest
    from vsdb.operations.backups.errors import BackupError
    from vsdb.operations.backups.loading import replace_content
    from vsdb.operations.backups.restoring import migrate_to
    from vsdb.operations.backups.tables import build_layout, read_described
    from vsdb.operations.backups.writing import write_backup

    try:
        manifest = read_manifest(Path(old))
        before = read_described(manifest.migrations)
        migrate_to(before)
        replace_content(Path(old), manifest, build_layout(before), lambda _: None)
        call_command("migrate", verbosity=0, interactive=False)
        write_backup(Path(new))
    except BackupError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
    sys.exit(main(*sys.argv[1:]))
