"""Refuse migrations that lock a table for long, or that the code before them can't live with.

While a site is upgraded, the code before and the code after run on the same database for a while, and people read and
write. django-migration-linter looks at the SQL for PostgreSQL, which is written without a server. The migrations in
`migrations_baseline.txt` landed before this check; the list never grows. A new one that has a good reason says so:

    class Migration(migrations.Migration):
        lint_allowed = {"CREATE_INDEX": "the table is new and has no rows"}
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASELINE = Path(__file__).with_name("migrations_baseline.txt")
#: No server is asked; the address only says which SQL is written.
DATABASE = "postgres://nobody@127.0.0.1:1/nothing"
ADVICE = {
    "ADD_UNIQUE": "build the index CONCURRENTLY first, in a migration with atomic = False",
    "ALTER_COLUMN": "add a new column, write both, move the rows, then drop the old one in a later version",
    "CREATE_INDEX": "use AddIndexConcurrently in a migration with atomic = False",
    "CREATE_INDEX_EXCLUSIVE": "put the index into a migration of its own",
    "DROP_COLUMN": "stop using it in one version (SeparateDatabaseAndState), drop it in the next",
    "DROP_INDEX": "use RemoveIndexConcurrently in a migration with atomic = False",
    "DROP_TABLE": "stop using it in one version (SeparateDatabaseAndState), drop it in the next",
    "NOT_NULL": "give it a db_default, or allow NULL: the code before writes rows without this column",
    "NOT_REVERSIBLE": "give RunPython or RunSQL a way back, which may be noop",
    "REINDEX": "use REINDEX CONCURRENTLY",
    "RENAME_COLUMN": "keep the column's name (db_column), or add a new one",
    "RENAME_TABLE": "keep the table's name (db_table)",
}


def main(arguments: list[str]) -> int:
    """0 where the migrations may run on a site that people use: all new ones, or those that are named."""
    os.environ.update(DJANGO_SETTINGS_MODULE="vsdb.settings", DATABASE_URL=DATABASE)
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    landed = set(BASELINE.read_text("utf-8").split())
    asked = arguments or [name for name in list_own_migrations() if name not in landed]
    faults = [fault for name in asked for fault in find_faults(name)]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def list_own_migrations() -> list[str]:
    """The migrations of the project, as `decks.0001_stored_decks`."""
    from django.db.migrations.loader import MigrationLoader

    found = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return sorted(".".join(key) for key, migration in found.items() if migration.__module__.startswith("vsdb."))


def find_faults(name: str) -> Iterator[str]:
    """What is wrong with a migration, each with what to do."""
    from django.db.migrations import RunPython, RunSQL
    from django.db.migrations.loader import MigrationLoader
    from django_migration_linter.sql_analyser import PostgresqlAnalyser, analyse_sql_statements

    loader = MigrationLoader(None, ignore_no_migrations=True)
    app, _, number = name.partition(".")
    migration = loader.disk_migrations[app, number]
    allowed: dict[str, str] = getattr(migration, "lint_allowed", {})
    errors, _, warnings = analyse_sql_statements(PostgresqlAnalyser, write_sql(loader, app, number), [*allowed])
    found = {each.code: each.message for each in (*errors, *warnings)}
    steps = [each for each in migration.operations if isinstance(each, RunPython | RunSQL)]
    if not all(each.reversible for each in steps) and "NOT_REVERSIBLE" not in allowed:
        found["NOT_REVERSIBLE"] = "no way back"
    for code, message in found.items():
        yield f"{name}: {code}: {message}; {ADVICE.get(code, 'see django-migration-linter')}"


def write_sql(loader: object, app: str, number: str) -> list[str]:
    """The SQL of a migration for PostgreSQL; nothing is connected to."""
    from django.db import connection
    from django.db.migrations import RunPython
    from psycopg.sql import quote

    def compose(sql: str, params: Sequence[object] | None) -> str:
        """The statement with its values, which Django would ask a server to write."""
        return sql % tuple(map(quote, params)) if params else sql

    connection.ops.compose_sql = compose
    migration = loader.disk_migrations[app, number]  # type: ignore[attr-defined]
    state = loader.project_state((app, number), at_end=False)  # type: ignore[attr-defined]
    # Not atomic, as that would open a transaction on a server; what stands around the SQL is added.
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        for operation in migration.operations:
            before, state = state, state.clone()
            operation.state_forwards(app, state)
            if not isinstance(operation, RunPython):
                operation.database_forwards(app, editor, before, state)
        editor.deferred_sql, deferred = [], editor.deferred_sql
        statements = [str(each) for each in (*editor.collected_sql, *(f"{each};" for each in deferred))]
    return ["BEGIN;", *statements, "COMMIT;"] if migration.atomic else statements


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
