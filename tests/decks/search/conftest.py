"""Two people, their decks, and a way to ask for them."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User

from engine.model.cards import RIFTBOUND
from tests.decks.search.asking import ARMY, STRANGER, TODAY, Ask, kept
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.search import search_decks


@pytest.fixture
def ann() -> Viewer:
    return Viewer(User.objects.create_user("ann-lee").pk)


@pytest.fixture
def bob() -> Viewer:
    return Viewer(User.objects.create_user("bob").pk)


@pytest.fixture
def decks(ann: Viewer, bob: Viewer) -> dict[str, Deck]:
    """Decks of two people: of two games, legal and not, public and not."""
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
    return held


@pytest.fixture
def ask(decks: dict[str, Deck]) -> Ask:
    """The names of the decks that a query finds, a stranger's where no other asks."""

    def found(query: str, viewer: Viewer = STRANGER, game: str | None = None) -> set[str]:
        names = {deck.pk: name for name, deck in decks.items()}
        return {names[pk] for pk in search_decks(query, viewer, game=game, today=TODAY).ids}

    return found
