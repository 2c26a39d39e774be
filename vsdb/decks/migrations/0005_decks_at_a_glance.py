"""What lists show of a deck's cards, and whether a deck is a fork."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def mark(apps: Any, schema_editor: Any) -> None:
    """Mark the forks, and have every deck read anew when a list or a search next shows it."""
    decks = apps.get_model("decks", "Deck").objects
    decks.exclude(forked_from=None).update(is_fork=True)
    decks.update(facts="")


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0004_plain_choices"),
    ]

    operations = [
        migrations.AddField(
            model_name="deck",
            name="glance",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="deck",
            name="is_fork",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
