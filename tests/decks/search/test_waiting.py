"""Among very many decks those that wait for a verdict are looked for twice a minute, and then only among new ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from tests.decks.search.asking import ARMY, STRANGER, Ask, kept
from vsdb.accounts.viewers import Viewer
from vsdb.decks.models import Deck
from vsdb.decks.search import waiting
from vsdb.decks.search.waiting import narrow_to_unsettled

pytestmark = pytest.mark.django_db


class Asked:
    """Decks that wait, and how often somebody asked for them."""

    def __init__(self) -> None:
        self.times = 0
        self.waiting: tuple[int, ...] = ()

    def __call__(self, decks: QuerySet[Deck]) -> Sequence[QuerySet[Deck]]:
        self.times += 1
        return [decks.filter(pk__in=self.waiting)]


@pytest.fixture
def asked(decks: dict[str, Deck], monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The decks are many, and were edited and published long ago."""
    monkeypatch.setattr(waiting, "_MANY", 1)
    monkeypatch.setattr(waiting, "_judged", {})
    long_ago = timezone.now() - timedelta(days=3)
    Deck.objects.update(edited=long_ago, published=long_ago)
    return Asked()


def _left(asked: Asked, viewer: Viewer = STRANGER) -> set[str]:
    return set(narrow_to_unsettled(Deck.objects.all(), viewer, "x", asked).values_list("title", flat=True))


class TestWaiting:
    def test_where_none_waits_only_new_ones_are_asked_for_a_while(self, asked: Asked, ann: Viewer) -> None:
        assert _left(asked) == set()
        kept(ann, "Brand new", ARMY)
        assert _left(asked) == {"Brand new"}
        assert asked.times == 1

    def test_ones_own_are_always_asked(self, asked: Asked, bob: Viewer) -> None:
        assert _left(asked) == set()
        assert _left(asked, bob) == {"Jinx", "Linked army", "Private army"}

    def test_where_one_waits_all_are_asked_each_time(self, asked: Asked, decks: dict[str, Deck]) -> None:
        asked.waiting = (decks["army"].pk,)
        assert len(_left(asked)) == len(_left(asked)) == len(decks)
        assert asked.times == 2

    def test_later_all_are_asked_again(self, asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
        _left(asked)
        monkeypatch.setattr(waiting, "monotonic", lambda: float("inf"))
        _left(asked)
        assert asked.times == 2

    def test_few_decks_are_all_asked(self, asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(waiting, "_MANY", 10_000)
        assert len(_left(asked)) == 5
        assert asked.times == 0

    def test_searches_find_what_came_since(self, asked: Asked, ask: Ask, decks: dict[str, Deck], ann: Viewer) -> None:
        assert ask("legal:golden") == ask("legal:golden") == {"army"}
        assert ask("is:legal team:none") == {"army"}
        decks["new"] = kept(ann, "New army", ARMY, fmt="golden")
        assert ask("legal:golden") == ask("is:legal") == ask("is:legal team:none") == {"army", "new"}
