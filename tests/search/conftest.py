"""What tests of searching may ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from engine.model.cards import GAMES
from tests.search.worded import new_data
from tests.snapshots import kept_rows
from vsdb.catalog.cards.models import Card
from vsdb.search.text.current import get_text_index
from vsdb.search.text.rows import BATCH


@pytest.fixture(scope="module")
def few_cards(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Of the cards some more than are written at once, indexed, for tests that write the index again and again."""
    with kept_rows(django_db_blocker) as store:
        store(_leave_few)
        yield


def _leave_few() -> None:
    sought = Card.objects.filter(name__in=("Dr. Doom", "Wolverine")).values_list("pk", flat=True)
    others = Card.objects.order_by("pk").values_list("pk", flat=True)[: BATCH + 50]
    Card.objects.exclude(pk__in={*sought, *others}).delete()
    # What is kept of the facts in memory is of all cards, and of use again after these tests.
    for game in GAMES:
        new_data(game)
    get_text_index()
