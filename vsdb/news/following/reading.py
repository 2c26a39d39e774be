"""What somebody follows and what happened to it, as a page, a feed and the API have it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet
from django.urls import reverse
from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from vsdb.accounts.own_data import Section
from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards import selectors as cards
from vsdb.decks.access import Place
from vsdb.decks.models import Deck
from vsdb.news.feeds import MOST_ENTRIES, Entry, Feed
from vsdb.news.following.messages import sentence
from vsdb.news.following.services import refresh
from vsdb.news.following.snapshots import may_see
from vsdb.news.models import FeedKey, Follow, Happening

_A_PAGE = 50
SEARCHES_AT_ONCE = 20  #: that a look at one's page makes; what is left is looked at the next time, or by the command


@dataclass(frozen=True, slots=True)
class Followed:
    """Something that is followed, with its name and its address; of a deck that is hidden from its follower neither."""

    follow: Follow
    title: str
    href: str
    unread: int
    is_visible: bool = True


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that happened, in sentences."""

    happening: Happening
    followed: Followed
    sentences: tuple[str, ...]
    is_unread: bool


def look_again(user: User) -> None:
    """Look at what somebody follows: what happened since the last look is told."""
    refresh(Follow.objects.filter(by=user), most_queries=SEARCHES_AT_ONCE)


def follows_of(user: User) -> list[Followed]:
    """What somebody follows, the newest first; two queries."""
    rows = Follow.objects.filter(by=user).select_related("deck")
    fresh = Happening.objects.filter(follow__by=user, at__gt=F("follow__seen")).order_by().values_list("follow")
    unread = dict(fresh.annotate(count=Count("pk")))
    return [followed(each, unread.get(each.pk, 0)) for each in rows]


def one_of(user: User, pk: int) -> Followed:
    """Something that somebody follows; one query. Raises NotFound for another's."""
    found = Follow.objects.filter(by=user, pk=pk).select_related("deck").first()
    if found is None:
        raise NotFound(f"you follow nothing of the number {pk}")
    return followed(found)


def followed(each: Follow, unread: int = 0) -> Followed:
    """Something that is followed, with its name and address; no query but those of a reference."""
    match each.kind:
        case Follow.Kind.CARD:
            href = reverse("cards:card", args=(each.game, each.card))
            held = next((ref.catalog.by_slug.get(each.card) for ref in cards.references((each.game,))), None)
            return Followed(each, held.title if held else each.card, href, unread)
        case Follow.Kind.QUERY:
            path = reverse("cards:list", args=(each.game,)) if each.game else reverse("cards:index")
            href = f"{path}?{urlencode({'q': each.query})}" if each.query else path
            where = GAMES.get(each.game, "every game")
            return Followed(each, f"{each.query} in {where}" if each.query else f"Every card of {where}", href, unread)
    if each.deck is None or not may_see(each):
        return Followed(each, "A deck that isn’t shared with you any more", "", 0, is_visible=False)
    return Followed(each, each.deck.title, _address(each, each.deck), unread)


def _address(each: Follow, deck: Deck) -> str:
    """Its page by the way on which its follower may read it."""
    asker = Visitor(each.by_id)
    return Place(deck, asker, "" if asker.may_read(deck) else each.secret).address()


def happenings(follows: Iterable[Followed]) -> QuerySet[Happening]:
    """What happened to these, the newest first, without what is hidden from whoever follows it."""
    visible = [each.follow.pk for each in follows if each.is_visible]
    return Happening.objects.filter(follow__in=visible).order_by("-at", "-pk")


def in_words(rows: Iterable[Happening], follows: Iterable[Followed]) -> list[Happened]:
    """Happenings in sentences; no query."""
    by_key = {each.follow.pk: each for each in follows}
    today = timezone.localdate()
    return [
        Happened(
            row,
            by_key[row.follow_id],
            tuple(sentence(part, today) for part in row.parts),
            row.at > by_key[row.follow_id].follow.seen,
        )
        for row in rows
    ]


def page_of(
    follows: Sequence[Followed], only: int | None, number: str | None
) -> tuple[Page[Happening], list[Happened]]:
    """A page of what happened, to one thing or to all; two queries. Raises NotFound for what isn't followed."""
    rows = chosen(follows, only)
    page = Paginator(happenings(rows), _A_PAGE).get_page(number)
    return page, in_words(page, rows)


def chosen(follows: Sequence[Followed], only: int | None) -> list[Followed]:
    """Those follows, or the one of a number. Raises NotFound for what isn't followed."""
    found = [each for each in follows if only is None or each.follow.pk == only]
    if only is not None and not found:
        raise NotFound(f"you follow nothing of the number {only}")
    return found


def feed_of(secret: str, root: str, place: str) -> Feed:
    """The feed of whoever has this secret. Raises NotFound for another word."""
    key = FeedKey.objects.select_related("user").filter(secret=secret, user__is_active=True).first()
    if key is None:
        raise NotFound("this address leads to no feed: it was renewed, or it isn't whole")
    look_again(key.user)
    follows = follows_of(key.user)
    rows = in_words(happenings(follows)[:MOST_ENTRIES], follows)
    return Feed(
        name=f"following/{hashlib.sha256(secret.encode()).hexdigest()[:16]}",
        title="vsdb, what you follow",
        about="What happened to the cards, decks and queries that you follow.",
        root=root,
        page=reverse("changes:following"),
        place=place,
        entries=[_entry(each) for each in rows],
    )


def _entry(each: Happened) -> Entry:
    at: datetime = each.happening.at
    return Entry(
        name=f"following/happening/{each.happening.pk}",
        title=f"{each.followed.title}: {each.sentences[0]}" if each.sentences else each.followed.title,
        text=" ".join(each.sentences),
        href=each.followed.href,
        published=at,
        updated=at,
        tags=(each.followed.follow.kind,),
    )


def held_follows(user: User) -> list[dict[str, Any]]:
    """What they follow, with what happened to it; of a deck hidden from them its number alone. Three queries."""
    follows = follows_of(user)
    happened: dict[int, list[dict[str, Any]]] = {}
    for each in in_words(happenings(follows), follows):
        said = {"at": each.happening.at, "told": list(each.sentences)}
        happened.setdefault(each.happening.follow_id, []).append(said)
    return [
        {
            **{name: getattr(each.follow, name) for name in ("kind", "game", "card", "query", "created", "seen")},
            "deck": each.follow.deck_id,
            "title": each.title if each.is_visible else "",
            "happenings": happened.get(each.follow.pk, []),
        }
        for each in follows
    ]


def held_feed(user: User) -> dict[str, Any] | None:
    """When the address of their feed was made, without its secret; one query."""
    key = FeedKey.objects.filter(user=user).first()
    return {"created": timezone.localtime(key.created)} if key else None


SECTIONS = (
    Section("following", 23, held_follows, "What you follow goes, with what happened to it."),
    Section("feed", 24, held_feed, "The address of your own feed leads nowhere any more."),
)
