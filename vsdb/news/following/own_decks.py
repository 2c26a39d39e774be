"""Whoever shares a deck follows it, unless they switched that off: so they hear of comments on it."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Max

from vsdb.decks.models import Deck
from vsdb.decks.rechecks.models import VerdictChange
from vsdb.news.models import Follow, FollowSettings


def follows_own_decks(user: User) -> bool:
    """Whether somebody follows the decks that they share; one query."""
    held = FollowSettings.objects.filter(user=user).values_list("own_decks", flat=True).first()
    return held is not False


def set_follows_own_decks(user: User, *, is_on: bool) -> None:
    """Whether decks that somebody shares from now on are followed; what is followed already stays so."""
    FollowSettings.objects.update_or_create(user=user, defaults={"own_decks": is_on})


def follow_own_deck(deck: Deck) -> None:
    """The owner follows a deck that they have just shared, from this moment on; five queries.

    Nothing where there is no account, where it was switched off, or where they follow half as much as one may: the
    other half is for what they choose.
    """
    owner = deck.owner
    if owner is None or not follows_own_decks(owner):
        return
    target, held = f"deck:{deck.pk}", Follow.objects.filter(by=owner)
    if held.filter(target=target).exists() or held.count() >= settings.FOLLOWS_PER_ACCOUNT // 2:
        return
    change = VerdictChange.objects.filter(deck=deck).aggregate(last=Max("pk"))["last"] or 0
    comment = deck.comments.aggregate(last=Max("pk"))["last"] or 0
    state = {"edition": deck.edition, "change": change, "comment": comment}
    compared = " ".join(map(str, state.values()))
    values = {"kind": Follow.Kind.DECK, "game": deck.game_id, "deck": deck, "state": state, "compared": compared}
    Follow.objects.get_or_create(by=owner, target=target, defaults=values)
