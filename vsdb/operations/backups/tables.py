"""What a backup holds: every table of the site's apps but those that are made anew, as the migrations describe them.

The tables are those of a state of the migrations, not of today's models: a backup made before `migrate` has run holds
what is there, and says which state that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from vsdb.accounts.viewers import has_built, keep_only_built
from vsdb.operations.backups.columns import TO_JSON, Value, name_type, read_as_stored
from vsdb.operations.backups.errors import BackupError, NewerBackup

Migrations = frozenset[tuple[str, str]]
_SEARCH = "is made from the cards again"
#: Tables that a backup leaves out, and why; a restore empties them.
LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "search_searchtext": _SEARCH,
        "search_indexstate": _SEARCH,
        "search_cardkind": _SEARCH,
        "search_kindstate": _SEARCH,
        "search_legalitycourses": _SEARCH,
        "cards_factsmark": "what follows the facts catches up after a restore",
        "usersessions_usersession": "people sign in again",
        "operations_workerheartbeat": "each worker says anew that it runs",
    }
)
#: Tables with rows as soon as `migrate` has run, which make no site of an empty database.
_SET_UP = frozenset({"django_content_type", "auth_permission"})
_SESSIONS = "django_session"
_AT_ONCE = 2_000  #: rows


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns by name, each with its type."""

    name: str
    columns: Mapping[str, str]
    numbered: str  #: the column that the database numbers; empty where it numbers none


@dataclass(frozen=True, slots=True)
class Layout:
    """The tables of a state of the migrations: those that a backup holds, and those that it leaves out."""

    migrations: Migrations
    models: Mapping[str, type[models.Model]]  #: of each table that is held, as it is in that state
    left_out: Sequence[str]

    @property
    def tables(self) -> Iterator[Table]:
        """The tables that are held, by name."""
        for name, model in self.models.items():
            fields = model._meta.local_concrete_fields
            columns = {str(field.column): name_type(field) for field in fields}
            numbered = next((str(field.column) for field in fields if isinstance(field, models.AutoField)), "")
            yield Table(name, columns, numbered)

    @property
    def all_names(self) -> Sequence[str]:
        """Every table of the site."""
        return (*self.models, *self.left_out)


def read_migrations() -> tuple[Migrations, Migrations]:
    """The migrations that the database has, and those that the code has. Raises NewerBackup where the database has more
    of an app than the code."""
    loader = MigrationLoader(connection)
    applied = loader.applied_migrations or {}
    apps = {app for app, _ in loader.disk_migrations}
    unknown = sorted(key for key in applied if key[0] in apps and key not in loader.disk_migrations)
    if unknown:
        names = ", ".join(".".join(key) for key in unknown[:5])
        raise NewerBackup(
            f"the database has been changed by a newer version of vsdb, which this one doesn’t know ({names}). "
            "Use the version that changed it, or restore into a new database."
        )
    nodes = frozenset(loader.graph.nodes)
    return nodes & frozenset(applied), nodes


def find_unknown(migrations: Migrations) -> Migrations:
    """Those of a backup's migrations that the code doesn't have."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return migrations - frozenset(loader.disk_migrations)


def build_layout(migrations: Migrations) -> Layout:
    """The tables of a state of the migrations; takes a second or two."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    state = loader.project_state([*migrations])
    held: dict[str, type[models.Model]] = {}
    left_out = []
    for model in state.apps.get_models(include_auto_created=True):
        if not model._meta.managed or model._meta.proxy:
            continue
        if model._meta.db_table in LEFT_OUT:
            left_out.append(model._meta.db_table)
        else:
            held[model._meta.db_table] = model
    return Layout(migrations, dict(sorted(held.items())), sorted(left_out))


def list_targets(migrations: Migrations) -> list[tuple[str, str]]:
    """The last migrations of each app in a state: to migrate to them makes that state."""
    graph = MigrationLoader(None, ignore_no_migrations=True).graph
    followed = {
        parent.key
        for key in migrations
        if key in graph.node_map
        for parent in graph.node_map[key].parents
        if parent.key[0] == key[0]
    }
    return sorted(migrations - followed)


def iterate_rows(model: type[models.Model]) -> Iterator[list[Value]]:
    """The rows of a table as JSON takes them, by key, a few thousand in memory at once."""
    fields = model._meta.local_concrete_fields
    converters = [(at, TO_JSON[kind]) for at, kind in enumerate(map(name_type, fields)) if kind in TO_JSON]
    expressions = {f"stored_{at}": read_as_stored(field) for at, field in enumerate(fields)}
    query = model._base_manager.order_by("pk").annotate(**expressions).values_list(*expressions)
    prepare = _row_preparation(model)
    for found in query.iterator(_AT_ONCE):
        row = prepare(list(found))
        if row is None:
            continue
        for at, convert in converters:
            if row[at] is not None:
                row[at] = convert(row[at])
        yield row


def find_content(layout: Layout) -> Mapping[str, int]:
    """How many rows a database holds beyond what `migrate` writes, by table, where it holds any."""
    held = {name: model for name, model in layout.models.items() if name not in _SET_UP}
    counts = {name: model._base_manager.count() for name, model in held.items()}
    return {name: count for name, count in counts.items() if count}


def _row_preparation(model: type[models.Model]) -> Callable[[list[Any]], list[Any] | None]:
    """What is held of a row, None for nothing: of sessions which decks without an account a browser has, for nothing
    else says whose these are. Whoever holds a backup shall not be signed in by it."""
    if model._meta.db_table != _SESSIONS:
        return lambda row: row
    names = [field.name for field in model._meta.local_concrete_fields]
    data, expires = names.index("session_data"), names.index("expire_date")
    store, now = SessionStore(), timezone.now()

    def keep_decks(row: list[Any]) -> list[Any] | None:
        held = store.decode(row[data])
        if row[expires] <= now or not has_built(held):
            return None
        kept = keep_only_built(held)
        if kept.keys() != held.keys():  # which is signed anew, with the time: else the row stays as it is
            row[data] = store.encode(kept)
        return row

    return keep_decks


def describe_migrations(migrations: Migrations) -> Mapping[str, list[str]]:
    """Migrations by app, as a manifest names them."""
    apps = sorted({app for app, _ in migrations})
    return {app: sorted(name for own, name in migrations if own == app) for app in apps}


def read_described(described: Mapping[str, Sequence[str]]) -> Migrations:
    """Migrations as a manifest names them. Raises BackupError."""
    try:
        return frozenset((app, name) for app, names in described.items() for name in names)
    except (AttributeError, TypeError) as error:
        raise BackupError("the manifest doesn’t say which migrations it was made with") from error
