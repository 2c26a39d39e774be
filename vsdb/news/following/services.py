"""Following and no longer following, and the secret of one's own feed. One transaction each."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_card, find_game
from vsdb.core.errors import ApplicationError
from vsdb.decks.selectors import deck_for, shared_deck
from vsdb.news.following import refreshing
from vsdb.news.following.reading import Followed, followed
from vsdb.news.following.refreshing import refresh
from vsdb.news.models import FeedKey, Follow
from vsdb.search.language.parser import MOST_CHARACTERS
from vsdb.search.services import search_cards


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be followed: a card as `game/slug`, a deck by its number or its secret word, or a query of a game."""

    card: str = ""
    deck: int | None = None
    secret: str = ""
    query: str | None = None
    game: str = ""


def follow(user: User, wanted: Wanted) -> Follow:
    """Somebody follows something from now on; twice is once. Not to be called within a transaction.

    Raises NotFound for what there isn't or what they may not see, InputError for what names nothing to follow, and
    ApplicationError where they follow as much as one may.
    """
    # A search may first bring its index up to date, which others of this process wait for: its locks must not be held
    # on by a transaction that waits for something else.
    made = _made(user, wanted)
    found = _kept(user, made)
    if found is made:
        refresh(Follow.objects.filter(pk=made.pk))
    return found


@transaction.atomic
def _kept(user: User, made: Follow) -> Follow:
    """What is followed from now on, or was already. Raises ApplicationError where they follow as much as one may."""
    User.objects.select_for_update().get(pk=user.pk)  # two requests at once are counted one after the other
    if found := Follow.objects.filter(by=user, target=made.target).first():
        if made.secret and found.secret != made.secret:
            Follow.objects.filter(pk=found.pk).update(secret=made.secret)
        return found
    most = settings.FOLLOWS_PER_ACCOUNT
    if Follow.objects.filter(by=user).count() >= most:
        raise ApplicationError(
            f"You follow {most:,} things, as many as one may; unfollow one first.", code="too-many-follows"
        )
    made.save()
    return made


def name_of(user: User, wanted: Wanted) -> Followed:
    """What would be followed, by its name; raises what `follow` raises for it."""
    return followed(_made(user, wanted))


def unfollow(user: User, pk: int) -> None:
    """It is no longer followed, and what happened to it is gone. Raises NotFound for another's."""
    if not Follow.objects.filter(by=user, pk=pk).delete()[0]:
        raise NotFound(f"you follow nothing of the number {pk}")


def mark_read(user: User, pk: int | None = None) -> None:
    """All that happened until now has been read, or what happened to one thing. Raises NotFound for another's."""
    rows = Follow.objects.filter(by=user)
    if pk is not None:
        rows = rows.filter(pk=pk)
    if not rows.update(seen=timezone.now()) and pk is not None:
        raise NotFound(f"you follow nothing of the number {pk}")


def is_followed(user: User, target: str) -> int | None:
    """The number of the follow, where somebody follows it; one query."""
    return Follow.objects.filter(by=user, target=target).values_list("pk", flat=True).first()


def target_of_card(game: str, slug: str) -> str:
    """What names a card among what is followed."""
    return f"card:{game}/{slug}"


def target_of_deck(pk: int) -> str:
    """What names a deck."""
    return f"deck:{pk}"


def target_of_query(game: str, query: str) -> str:
    """What names a query of a game, or of all."""
    return f"query:{game}:{hashlib.sha256(query.encode()).hexdigest()}"


def _made(user: User, wanted: Wanted) -> Follow:
    if sum((bool(wanted.card), wanted.deck is not None or bool(wanted.secret), wanted.query is not None)) != 1:
        raise InputError("name one thing to follow: a card, a deck or a query", code="nothing-to-follow")
    if wanted.card:
        game, _, slug = wanted.card.partition("/")
        card = find_card(cards.reference(find_game(game)), slug)
        return Follow(by=user, kind=Follow.Kind.CARD, game=card.game, card=slug, target=target_of_card(card.game, slug))
    if wanted.query is not None:
        return _of_query(user, wanted.query, wanted.game)
    asker = Visitor(user.pk)
    deck = deck_for(wanted.deck, asker, secret=wanted.secret) if wanted.deck else shared_deck(wanted.secret)
    secret = wanted.secret if wanted.secret == deck.secret else ""
    return Follow(
        by=user, kind=Follow.Kind.DECK, game=deck.game_id, deck=deck, secret=secret, target=target_of_deck(deck.pk)
    )


def _of_query(user: User, text: str, game: str) -> Follow:
    query = " ".join(text.replace("\0", "").split())
    slug = find_game(game) if game else ""
    if len(query) > MOST_CHARACTERS:
        raise InputError(f"{len(query):,} characters; at most {MOST_CHARACTERS:,}", place="query")
    if not query and not slug:
        raise InputError("neither a query nor a game: that is every card there is", place="query")
    found = search_cards(query, game=slug or None)
    if found.is_about_decks:
        raise InputError("a query about a stored deck can't be followed; follow the deck", place="query")
    most = refreshing.MOST_CARDS
    if found.card_count > most:
        raise InputError(
            f"it finds {found.card_count:,} cards; a query that finds at most {most:,} can be followed",
            place="query",
            code="too-many-cards",
        )
    return Follow(by=user, kind=Follow.Kind.QUERY, game=slug, query=query, target=target_of_query(slug, query))


def feed_key(user: User) -> FeedKey | None:
    """The key of somebody's feed, where they have made one; one query."""
    return FeedKey.objects.filter(user=user).first()


def renew_feed(user: User) -> FeedKey:
    """A new secret address for somebody's feed; the one before leads nowhere from now on."""
    values = {"secret": secrets.token_urlsafe(32), "created": timezone.now()}
    return FeedKey.objects.update_or_create(user=user, defaults=values)[0]
