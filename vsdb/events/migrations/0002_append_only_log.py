"""The database itself refuses to change or delete a row of an event's log."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_SQLITE = (
    "CREATE TRIGGER events_log_no_update BEFORE UPDATE ON events_logentry "
    "BEGIN SELECT RAISE(ABORT, 'the log of events is append-only'); END",
    "CREATE TRIGGER events_log_no_delete BEFORE DELETE ON events_logentry "
    "BEGIN SELECT RAISE(ABORT, 'the log of events is append-only'); END",
)
_POSTGRESQL = (
    "CREATE FUNCTION events_log_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the log of events is append-only'; END $$",
    "CREATE TRIGGER events_log_append_only BEFORE UPDATE OR DELETE ON events_logentry "
    "FOR EACH ROW EXECUTE FUNCTION events_log_refuse()",
    "CREATE TRIGGER events_log_no_truncate BEFORE TRUNCATE ON events_logentry "
    "FOR EACH STATEMENT EXECUTE FUNCTION events_log_refuse()",
)


def add_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Add the triggers of this database."""
    for statement in _SQLITE if editor.connection.vendor == "sqlite" else _POSTGRESQL:
        editor.execute(statement)


def remove_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the triggers of this database."""
    if editor.connection.vendor == "sqlite":
        editor.execute("DROP TRIGGER events_log_no_update")
        editor.execute("DROP TRIGGER events_log_no_delete")
    else:
        editor.execute("DROP TRIGGER events_log_append_only ON events_logentry")
        editor.execute("DROP TRIGGER events_log_no_truncate ON events_logentry")
        editor.execute("DROP FUNCTION events_log_refuse()")


class Migration(migrations.Migration):
    """Triggers for `events_logentry`."""

    dependencies = (("events", "0001_events"),)

    operations = (migrations.RunPython(add_triggers, remove_triggers),)
