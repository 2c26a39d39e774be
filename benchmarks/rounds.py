"""What benchmarks of loading share: the best of some rounds, empty tables, and how many rows there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import process_time

ROUNDS = 3


def best(work: Callable[[], None], before: Callable[[], None] | None = None) -> float:
    """The seconds of the fastest round; what goes before each isn't counted."""
    seconds = []
    for _ in range(ROUNDS):
        if before:
            before()
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return min(seconds)


def empty() -> None:
    """Take every row of the reference out of the tables."""
    from vsdb.catalog.cards.models import Game
    from vsdb.catalog.rules.models import Document

    Document.objects.all().delete()
    Game.objects.all().delete()


def held(labels: Iterable[str]) -> int:
    """How many rows the tables of these apps hold."""
    from django.apps import apps

    models = [model for name in labels for model in apps.get_app_config(name).get_models(include_auto_created=True)]
    return sum(model._default_manager.count() for model in models)
