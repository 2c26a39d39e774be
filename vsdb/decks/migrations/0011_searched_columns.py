"""Columns by which decks are searched: folded words, teams, likes, and whether every line names one card."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0010_verdicts_with_spans"),
    ]

    operations = [
        migrations.AddField(model_name="deck", name="is_wholly_read", field=models.BooleanField(null=True)),
        migrations.AddField(model_name="deck", name="liked", field=models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField(model_name="deck", name="teams", field=models.TextField(null=True)),
        migrations.AddField(model_name="deck", name="words", field=models.TextField(null=True)),
    ]
