"""Following and no longer following; what is followed looked at anew: what differs from the last time is told, once."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from engine.formats.names import find_game
from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from vsdb.accounts.selectors import get_person
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Card
from vsdb.catalog.formats.lookup import find_card
from vsdb.core.errors import ApplicationError
from vsdb.core.read_only import is_refusing_writes
from vsdb.core.sealed_fields import has_word, read_word
from vsdb.decks.selectors import get_readable_deck, get_shared_deck
from vsdb.news import selectors
from vsdb.news.following import new_decks
from vsdb.news.following.snapshots import Observation, Part, State, card_looks, deck_looks, find_data_version
from vsdb.news.models import FeedKey, Follow, Happening
from vsdb.search.language.parser import MAX_CHARACTERS
from vsdb.search.services import FoundCards, search_cards

MAX_KEPT = 500  #: happenings of one follow, the newest
_BATCH = 200
MAX_CARDS = 5_000  #: that a query may find for it to be followed
_MAX_NAMED = 20


@dataclass(frozen=True, slots=True)
class FollowTarget:
    """What is to be followed: a card as `game/slug`, a deck by its number or its secret word, a query of a game, an
    author by name, or a query for decks (`decks`)."""

    card: str = ""
    deck: int | None = None
    secret: str = ""
    query: str | None = None
    game: str = ""
    author: str = ""
    decks: str | None = None

    @property
    def key(self) -> str:
        """What names it among what is followed."""
        if self.query is not None:
            return f"query:{self.game}:{hashlib.sha256(self.query.encode()).hexdigest()}"
        if self.decks is not None:
            return f"decks:{self.game}:{hashlib.sha256(self.decks.encode()).hexdigest()}"
        if self.author:
            return f"author:{self.author.casefold()}"
        return f"card:{self.card}" if self.card else f"deck:{self.deck}"


def follow(user: User, wanted: FollowTarget) -> Follow:
    """Somebody follows something from now on; twice is once. Not to be called within a transaction.

    Raises NotFound for what there isn't or what they may not see, InputError for what names nothing to follow, and
    ApplicationError where they follow as much as one may.
    """
    # A search may first bring its index up to date, which others of this process wait for: its locks must not be held
    # on by a transaction that waits for something else.
    made = follow_of(user, wanted)
    found = _kept(user, made)
    if found is made:
        refresh(Follow.objects.filter(pk=made.pk))
    return found


@transaction.atomic
def _kept(user: User, made: Follow) -> Follow:
    """What is followed from now on, or was already. Raises ApplicationError where they follow as much as one may."""
    User.objects.select_for_update().get(pk=user.pk)  # two requests at once are counted one after the other
    if found := Follow.objects.filter(by=user, target=made.target).first():
        if made.secret and not has_word(made, "secret", read_word(found, "secret")):
            Follow.objects.filter(pk=found.pk).update(secret=made.secret)
        return found
    if Follow.objects.filter(by=user).count() >= settings.FOLLOWS_PER_ACCOUNT:
        message = f"You follow {settings.FOLLOWS_PER_ACCOUNT:,} things, the maximum. Unfollow one first."
        raise ApplicationError(message, code="too-many-follows")
    made.save()
    return made


def unfollow(user: User, pk: int) -> None:
    """It is no longer followed, and what happened to it is gone. Raises NotFound for another's."""
    if not Follow.objects.filter(by=user, pk=pk).delete()[0]:
        raise NotFound(f"no follow with the ID {pk}")


def mark_read(user: User, pk: int | None = None) -> None:
    """All that happened until now has been read, or what happened to one thing. Raises NotFound for another's."""
    rows = Follow.objects.filter(by=user) if pk is None else Follow.objects.filter(by=user, pk=pk)
    if not rows.update(seen=timezone.now()) and pk is not None:
        raise NotFound(f"no follow with the ID {pk}")


def is_followed(user: User, target: str) -> int | None:
    """The number of the follow, where somebody follows it; one query."""
    return Follow.objects.filter(by=user, target=target).values_list("pk", flat=True).first()


def follow_of(user: User | None, wanted: FollowTarget) -> Follow:
    """What somebody, or a stranger, would follow, not saved yet; raises what `follow` raises for it."""
    is_deck, queries = wanted.deck is not None or bool(wanted.secret), (wanted.query, wanted.decks)
    named = (bool(wanted.card), is_deck, bool(wanted.author), *(each is not None for each in queries))
    if sum(named) != 1:
        raise InputError("name one card, deck, author or query to follow", code="nothing-to-follow")
    if wanted.author:
        return new_decks.follow_of_author(user, get_person(wanted.author))
    if wanted.decks is not None:
        return new_decks.follow_of_search(user, wanted.decks, wanted.game)
    if wanted.card:
        game, _, slug = wanted.card.partition("/")
        card = find_card(cards.get_reference(find_game(game)), slug)
        key = FollowTarget(card=f"{card.game}/{slug}").key
        return Follow(by=user, kind=Follow.Kind.CARD, game=card.game, card=slug, target=key)
    if wanted.query is not None:
        return _of_query(user, wanted.query, wanted.game)
    pk, secret = wanted.deck, wanted.secret
    deck = get_readable_deck(pk, Viewer(user.pk if user else None), secret=secret) if pk else get_shared_deck(secret)
    key, secret = FollowTarget(deck=deck.pk).key, secret if deck.opens_with(secret) else ""
    return Follow(by=user, kind=Follow.Kind.DECK, game=deck.game_id, deck=deck, secret=secret, target=key)


def _of_query(user: User | None, text: str, game: str) -> Follow:
    query = " ".join(text.replace("\0", "").split())
    slug = find_game(game) if game else ""
    if len(query) > MAX_CHARACTERS:
        raise InputError(f"{len(query):,} characters; at most {MAX_CHARACTERS:,}", place="query")
    if not query and not slug:
        raise InputError("give a query or a game", place="query")
    found = search_cards(query, game=slug or None)
    if found.is_about_decks:
        raise InputError("a query about a stored deck or your collection can't be followed", place="query")
    if found.card_count > MAX_CARDS:
        message = f"it finds {found.card_count:,} cards; a query that finds at most {MAX_CARDS:,} can be followed"
        raise InputError(message, place="query", code="too-many-cards")
    key = FollowTarget(query=query, game=slug).key
    return Follow(by=user, kind=Follow.Kind.QUERY, game=slug, query=query, target=key)


def get_feed_key(user: User) -> FeedKey | None:
    """The key of somebody's feed, where they have made one; one query."""
    return FeedKey.objects.filter(user=user).first()


def renew_feed(user: User) -> FeedKey:
    """A new secret address for somebody's feed; the one before leads nowhere from now on."""
    values = {"secret": secrets.token_urlsafe(32), "created": timezone.now()}
    return FeedKey.objects.update_or_create(user=user, defaults=values)[0]


def refresh(follows: QuerySet[Follow], *, most_queries: int | None = None) -> int:
    """Look at what is followed, and tell what happened; how many happenings were told.

    With `most_queries` no more than so many searches are made; what is left is looked at another time. Whoever looks
    at the same at once tells it once: the second finds that it was compared already.
    """
    if is_refusing_writes() or not selectors.is_reference_current():
        return 0
    told = 0
    for batch in _batches(follows.select_related("deck").order_by("pk")):
        told += sum(keep(each, look) for each, look in look_at_batch(batch, most_queries))
    return told


def refresh_games(games: Iterable[str]) -> int:
    """Look at everything followed that rests on the facts of these games; how many happenings were told."""
    named = list(games)
    of_games = Q(game__in=named) | Q(kind=Follow.Kind.QUERY, game="")
    return refresh(Follow.objects.filter(of_games))


def _batches(follows: QuerySet[Follow]) -> Iterator[Sequence[Follow]]:
    last = 0
    while batch := list(follows.filter(pk__gt=last)[:_BATCH]):
        yield batch
        last = batch[-1].pk


def look_at_batch(batch: Sequence[Follow], most_queries: int | None) -> list[tuple[Follow, Observation]]:
    """What is seen of each of these now, of those of which anything can have changed."""
    today = timezone.localdate()
    of = {kind: [each for each in batch if each.kind == kind] for kind in Follow.Kind}
    found = {**card_looks(of[Follow.Kind.CARD], today), **deck_looks(of[Follow.Kind.DECK], today)}
    found |= look_at_queries(of[Follow.Kind.QUERY], today, most=most_queries)
    found |= new_decks.author_looks(of[Follow.Kind.AUTHOR])
    found |= new_decks.search_looks(of[Follow.Kind.DECKS], most=most_queries)
    return [(each, found[each.pk]) for each in batch if each.pk in found]


def keep(follow: Follow, look: Observation) -> bool:
    """Keep what was seen, and what happened with it; whether anything did. Nothing, where somebody was faster.

    Where nothing is otherwise it costs no query: one who only looks locks nothing.
    """
    if look.rests_on == follow.compared and look.state == follow.state:
        return False
    return _told(follow, look)


@transaction.atomic
def _told(follow: Follow, look: Observation) -> bool:
    rows = Follow.objects.filter(pk=follow.pk, compared=follow.compared)
    if not rows.update(state=look.state, compared=look.rests_on) or not look.parts:
        return False
    Happening.objects.create(follow=follow, parts=look.parts)
    oldest = follow.happenings.order_by("-pk").values_list("pk", flat=True)[MAX_KEPT : MAX_KEPT + 50]
    if keys := list(oldest):
        Happening.objects.filter(pk__in=keys).delete()
    return True


def look_at_queries(follows: Sequence[Follow], today: date, *, most: int | None = None) -> Mapping[int, Observation]:
    """What these queries find now, where the facts or the day have changed; a search for each query, `most` at most."""
    versions = {game: find_data_version(game) for game in GAMES}
    found: dict[int, Observation] = {}
    states: dict[tuple[str, str], State] = {}
    for each in follows:
        rests_on = fingerprint_basis(each.game, versions, today)
        asked = (each.game, each.query)
        if each.compared == rests_on or (most is not None and asked not in states and len(states) >= most):
            continue
        if asked not in states:
            states[asked] = read_query_state(search_cards(each.query, game=each.game or None, today=today))
        state = states[asked]
        found[each.pk] = Observation(rests_on, state, query_differences(each.state, state) if each.compared else [])
    return found


def fingerprint_basis(game: str, versions: Mapping[str, str], today: date) -> str:
    """The fingerprint of what the answer to a query rests on: the facts of its game or of all, and the day."""
    return f"{versions[game] if game else ' '.join(each[:24] for each in versions.values())} {today}"


def read_query_state(found: FoundCards) -> State:
    """The cards that a query finds, as `game/slug`, or that they are too many; one query for each 500."""
    keys = list(dict.fromkeys(found.ids))
    if len(keys) > MAX_CARDS:
        return {"beyond": len(keys)}
    rows = Card.objects.filter(pk__among=keys).order_by().values_list("game", "slug")
    return {"cards": sorted(f"{game}/{slug}" for game, slug in rows)}


def query_differences(before: State, after: State) -> list[Part]:
    """What a query finds otherwise than before."""
    if "beyond" in after:
        return [] if "beyond" in before else [{"what": "beyond", "count": after["beyond"]}]
    if "beyond" in before:
        return [{"what": "within", "count": len(after["cards"])}]
    was, now = set(before["cards"]), set(after["cards"])
    came, went = sorted(now - was), sorted(was - now)
    if not came and not went:
        return []
    counts = {"came_count": len(came), "went_count": len(went)}
    return [{"what": "matches", "came": came[:_MAX_NAMED], "went": went[:_MAX_NAMED], **counts}]
