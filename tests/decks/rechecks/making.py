"""Decks, bans and people for tests of rechecks."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.models import User

from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Game
from vsdb.catalog.formats.models import Ban, Format
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.rechecks import services as recheck_services
from vsdb.decks.rechecks.models import Recheck, VerdictChange
from vsdb.decks.services import Snapshot

GAME = "vs-classic"
#: Any number of an Army is allowed (cr-2.7 101.2b), so that sixty of them are a legal deck.
PLAIN = "60 Sentinel Mark V, Army\n"
#: The same with four of a card that no recorded ban names.
WITH_FLAME = "4 Flame Trap\n56 Sentinel Mark V, Army\n"
BANNED = "Flame Trap"


def deck_of(user: User, text: str, *, title: str = "Deck", as_of: date | None = None, shared: str = "private") -> Deck:
    """A stored deck in Golden Age."""
    viewer = Viewer(user.pk)
    made = services.create(viewer, GAME, Snapshot(title=title, format="golden-age", as_of=as_of, text=text))
    return made if shared == "private" else services.share(made.pk, viewer, shared)


def ban(day: date = date(2010, 1, 1), *, version: str = "with a ban") -> None:
    """A card is banned in Golden Age from a day on, by facts of a new version."""
    made = Ban.objects.create(
        game_id=GAME, key=version, card=BANNED, begins_earliest=day, begins_latest=day, position=9_000
    )
    made.formats.set([Format.objects.get(game=GAME, slug="golden-age")])
    Game.objects.filter(pk=GAME).update(data_version=version)


def lift_bans() -> None:
    """The ban is gone again, by facts of one more version."""
    Ban.objects.filter(card=BANNED).delete()
    Game.objects.filter(pk=GAME).update(data_version="without the ban")


def begun() -> Recheck:
    """A recheck that has just begun."""
    found = recheck_services.begin(GAME, "a ban")
    assert found is not None
    return found


def rechecked() -> Recheck:
    """A recheck that is done."""
    recheck = begun()
    assert recheck_services.work(recheck.pk)
    recheck.refresh_from_db()
    return recheck


def changes() -> list[tuple[int, str, str, tuple[str, ...], tuple[str, ...]]]:
    """The recorded changes: deck, outcome before and after, codes that came and went."""
    found = VerdictChange.objects.order_by("pk")
    return [(each.deck_id, each.before, each.after, each.came, each.went) for each in found]
