"""What the proof of the fourth game needs; its tests run where that game and a barer one are installed, nowhere else.

`tests/test_fourth_game.py` starts them in a process of their own, since games are registered for a whole process.
"""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests.decks.stored import deck_of, person
from tests.fourth_game.house_rules.deck_rules import HOUSE
from tests.fourth_game.lists import LEGAL
from vsdb.decks.models import Deck

INSTALLED = ["tests.fourth_game.house_rules.installed", "tests.fourth_game.spare_house.installed"]

collect_ignore_glob = [] if settings.GAME_MODULES == INSTALLED else ["test_*.py"]


@pytest.fixture(autouse=True)
def _unlimited() -> None:
    """Limits are counted in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def host(db: None) -> tuple[User, Client]:
    """Somebody with an account, and their browser."""
    return person("host")


@pytest.fixture
def deck(host: tuple[User, Client]) -> Deck:
    """A legal deck of theirs that everybody may see."""
    return deck_of(host[0], title="Full House", game=HOUSE, format="open-house", text=LEGAL, visibility="public")
