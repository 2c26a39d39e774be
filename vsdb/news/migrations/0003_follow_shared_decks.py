"""The owners of decks that were shared before follow them too, as they would if they shared them now."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.conf import settings
from django.db import migrations
from django.db.models import Max


def follow_shared_decks(apps: Any, schema_editor: Any) -> None:
    deck_model, follow_model = apps.get_model("decks", "Deck"), apps.get_model("changes", "Follow")
    off = apps.get_model("changes", "FollowSettings").objects.filter(own_decks=False).values("user")
    last = [
        dict(apps.get_model(*name).objects.order_by().values_list("deck").annotate(last=Max("pk")))
        for name in (("rechecks", "VerdictChange"), ("decks", "Comment"))
    ]
    followed = set(follow_model.objects.values_list("by", "target"))
    held = Counter(by for by, _ in followed)
    shared = deck_model.objects.exclude(visibility="private").exclude(owner=None).exclude(owner__in=off)
    made = []
    for pk, owner, game, edition in shared.order_by("-edited").values_list("pk", "owner", "game", "edition"):
        target = f"deck:{pk}"
        if (owner, target) in followed or held[owner] >= settings.FOLLOWS_PER_ACCOUNT // 2:
            continue
        held[owner] += 1
        state = {"edition": edition, "change": last[0].get(pk, 0), "comment": last[1].get(pk, 0)}
        values = {"by_id": owner, "kind": "deck", "target": target, "game": game, "deck_id": pk, "state": state}
        made.append(follow_model(**values, compared=" ".join(map(str, state.values()))))
    follow_model.objects.bulk_create(made, batch_size=1_000, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [
        ("changes", "0002_follows_of_authors_and_deck_searches"),
        ("decks", "0007_newest_public_decks"),
        ("rechecks", "0002_standing"),
    ]

    operations = [migrations.RunPython(follow_shared_decks, migrations.RunPython.noop)]
