"""Two people, their decks, and a way to ask for them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from datetime import date

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoDbBlocker

from engine.model.cards import RIFTBOUND
from tests.decks.search.asking import ARMY, STRANGER, TODAY, Ask, kept
from tests.snapshots import kept_rows
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.search import search_decks


@dataclass(frozen=True)
class Kept:
    """Two people, and decks of both: of two games, legal and not, public and not."""

    ann: Viewer
    bob: Viewer
    decks: dict[str, Deck]


@pytest.fixture(scope="module")
def kept_decks(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Kept]:
    with kept_rows(django_db_blocker) as store:
        yield store(_keep)


def _keep() -> Kept:
    ann, bob = (Viewer(User.objects.create_user(name).pk) for name in ("ann-lee", "bob"))
    held = {
        "army": kept(ann, "Sentinel Army", ARMY, fmt="golden"),
        "doom": kept(ann, "Doom Contrôl", "4 Boris, Personal Servant of Dr. Doom\n3 Savage Beatdown\n", fmt="golden"),
        "jinx": kept(bob, "Jinx", "1 Jinx, Loose Cannon", game=RIFTBOUND),
        "linked": kept(bob, "Linked army", ARMY, shared="link"),
        "private": kept(bob, "Private army", ARMY, shared="private"),
    }
    services.describe(
        held["doom"].pk, ann, event="Gen Con 2006", played_on=date(2006, 8, 12), tags=["Control", "Board stall"]
    )
    return Kept(ann, bob, held)


@pytest.fixture
def ann(kept_decks: Kept) -> Viewer:
    return kept_decks.ann


@pytest.fixture
def bob(kept_decks: Kept) -> Viewer:
    return kept_decks.bob


@pytest.fixture
def decks(kept_decks: Kept) -> dict[str, Deck]:
    """The decks, for a test of its own: what it does to them in memory stays with it."""
    return {name: copy(deck) for name, deck in kept_decks.decks.items()}


@pytest.fixture
def ask(decks: dict[str, Deck]) -> Ask:
    """The names of the decks that a query finds, a stranger's where no other asks."""

    def found(query: str, viewer: Viewer = STRANGER, game: str | None = None) -> set[str]:
        names = {deck.pk: name for name, deck in decks.items()}
        return {names[pk] for pk in search_decks(query, viewer, game=game, today=TODAY).ids}

    return found
