"""The one order in which games are locked by whoever writes facts or what rests on them."""

from __future__ import annotations

from collections.abc import Collection

from vsdb.catalog.cards.models import Game


def lock_games(games: Collection[str] | None = None) -> list[Game]:
    """Lock games, all of them by default, until the transaction is over; those that there are. One query.

    Always by their key: two that locked them in different orders would wait for each other for good. Whoever needs
    more than one asks for all of them in one call. The lock isn't one on the key, so that decks of the game can be
    saved meanwhile.
    """
    found = Game.objects.select_for_update(no_key=True).order_by("pk")
    return list(found if games is None else found.filter(pk__in=games))
