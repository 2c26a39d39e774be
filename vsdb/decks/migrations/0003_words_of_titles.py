"""Words of the titles of decks, by which the box in the header finds them."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from vsdb.core.folding import tokenize


def write_words(apps: Any, schema_editor: Any) -> None:
    deck_model, word_model = apps.get_model("decks", "Deck"), apps.get_model("decks", "TitleWord")
    titles = deck_model.objects.order_by("pk").values_list("pk", "title").iterator(chunk_size=1_000)
    for pk, title in titles:
        words = dict.fromkeys(word[:40] for word in tokenize(title))
        word_model.objects.bulk_create(word_model(deck_id=pk, word=word) for word in words)


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0002_facts_of_decks"),
    ]

    operations = [
        migrations.CreateModel(
            name="TitleWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(db_index=True, max_length=40)),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="title_words", to="decks.deck"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("deck", "word"), name="title_word_once_a_deck")],
            },
        ),
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(fields=["owner", "visibility"], name="decks_deck_owner_i_835736_idx"),
        ),
        migrations.RunPython(write_words, migrations.RunPython.noop),
    ]
