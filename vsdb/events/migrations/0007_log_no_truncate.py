"""PostgreSQL refuses to empty the log of events at once, too; SQLite knows no TRUNCATE."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def add_trigger(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Add the trigger where there is TRUNCATE."""
    if editor.connection.vendor == "postgresql":
        editor.execute(
            "CREATE TRIGGER events_log_no_truncate BEFORE TRUNCATE ON events_logentry "
            "FOR EACH STATEMENT EXECUTE FUNCTION events_log_refuse()"
        )


def remove_trigger(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Remove it."""
    if editor.connection.vendor == "postgresql":
        editor.execute("DROP TRIGGER events_log_no_truncate ON events_logentry")


class Migration(migrations.Migration):
    """A trigger for `events_logentry`."""

    dependencies = (("events", "0006_earlier_log"),)

    operations = (migrations.RunPython(add_trigger, remove_trigger),)
