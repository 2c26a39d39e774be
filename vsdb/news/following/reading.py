"""What somebody follows and what happened to it, as a page, a feed and the API have it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import Count, F, QuerySet
from django.urls import reverse
from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from vsdb.accounts.own_data import OwnDataSection
from vsdb.accounts.viewers import Viewer
from vsdb.core.sealed_fields import match_word, read_word
from vsdb.core.sealed_stores import refuse_if_unreadable
from vsdb.decks.access import ViewedDeck
from vsdb.news.feeds import MAX_ENTRIES, Feed, FeedEntry
from vsdb.news.following.new_decks import find_public_titles
from vsdb.news.following.own_decks import follows_own_decks
from vsdb.news.following.services import refresh
from vsdb.news.following.snapshots import may_see
from vsdb.news.messages import describe_part, find_title
from vsdb.news.models import FeedKey, Follow, Happening

SEARCHES_AT_ONCE = 20  #: that a look at one's page makes; what is left is looked at the next time, or by the command


@dataclass(frozen=True, slots=True)
class FollowedItem:
    """Something that is followed, with its name and its address; of a deck that is hidden from its follower neither."""

    follow: Follow
    title: str
    href: str
    unread: int
    is_visible: bool = True

    @property
    def author(self) -> str:
        """The name of a followed author; empty for everything else."""
        return self.follow.author.username if self.follow.author else ""


@dataclass(frozen=True, slots=True)
class ShownHappening:
    """Something that happened, in sentences."""

    happening: Happening
    followed: FollowedItem
    sentences: tuple[str, ...]
    is_unread: bool


def look_again(user: User) -> None:
    """Look at what somebody follows: what happened since the last look is told."""
    refresh(Follow.objects.filter(by=user), most_queries=SEARCHES_AT_ONCE)


def list_follows(user: User) -> list[FollowedItem]:
    """What somebody follows, the newest first; two queries."""
    rows = Follow.objects.filter(by=user).select_related("deck", "author")
    fresh = Happening.objects.filter(follow__by=user, at__gt=F("follow__seen")).order_by().values_list("follow")
    unread = dict(fresh.annotate(count=Count("pk")))
    return [describe_follow(each, unread.get(each.pk, 0)) for each in rows]


def count_unread(user: int) -> int:
    """How much news somebody hasn't read, as of the last look; one query."""
    return Happening.objects.filter(follow__by=user, at__gt=F("follow__seen")).count()


def get_follow(user: User, pk: int) -> FollowedItem:
    """Something that somebody follows. Raises NotFound for another's."""
    held = Follow.objects.filter(by=user, pk=pk).select_related("deck", "author").first()
    if held is None:
        raise NotFound(f"no follow with the ID {pk}")
    return describe_follow(held)


def describe_follow(each: Follow, unread: int = 0) -> FollowedItem:
    """Something that is followed, with its name and address; no query but those of a reference."""
    match each.kind:
        case Follow.Kind.CARD:
            href = reverse("cards:card", args=(each.game, each.card))
            return FollowedItem(each, find_title(each.game, each.card), href, unread)
        case Follow.Kind.QUERY:
            path = reverse("cards:list", args=(each.game,)) if each.game else reverse("cards:index")
            href = f"{path}?{urlencode({'q': each.query})}" if each.query else path
            where = GAMES.get(each.game, "every game")
            title = f"{each.query} in {where}" if each.query else f"Every card of {where}"
            return FollowedItem(each, title, href, unread)
        case Follow.Kind.AUTHOR if each.author:
            href = reverse("accounts:profile", args=(each.author.username,)) if each.author.is_active else ""
            return FollowedItem(each, f"Decks of {each.author.username}", href, unread, is_visible=bool(href))
        case Follow.Kind.DECKS:
            words = {name: word for name, word in (("q", each.query), ("game", each.game)) if word}
            href = reverse("stored:index") + (f"?{urlencode(words)}" if words else "")
            said = f"Decks: {each.query}" if each.query else "Every public deck"
            return FollowedItem(each, f"{said} in {GAMES[each.game]}" if each.game else said, href, unread)
    if each.deck is None or not may_see(each):
        return FollowedItem(each, "A deck that is no longer shared with you", "", 0, is_visible=False)
    viewer = Viewer(each.by_id)  # whose page of the deck is by the way on which they may read it
    href = ViewedDeck(each.deck, viewer, "" if viewer.may_read(each.deck) else read_word(each, "secret")).address()
    return FollowedItem(each, each.deck.title, href, unread)


def list_happenings(follows: Iterable[FollowedItem]) -> QuerySet[Happening]:
    """What happened to these, the newest first, without what is hidden from whoever follows it."""
    visible = [each.follow.pk for each in follows if each.is_visible]
    return Happening.objects.filter(follow__in=visible).order_by("-at", "-pk")


def describe_happenings(rows: Iterable[Happening], follows: Iterable[FollowedItem]) -> list[ShownHappening]:
    """Happenings in sentences; no query, but one where new decks are told."""
    by_key, rows = {each.follow.pk: each for each in follows}, list(rows)
    today, titles = timezone.localdate(), find_public_titles(part for row in rows for part in row.parts)
    found = []
    for row in rows:
        followed, sentences = (
            by_key[row.follow_id],
            tuple(describe_part({**part, "titles": titles}, today) for part in row.parts),
        )
        found.append(ShownHappening(row, followed, sentences, is_unread=row.at > followed.follow.seen))
    return found


def choose_follows(follows: Sequence[FollowedItem], only: int | None) -> list[FollowedItem]:
    """Those follows, or the one of a number. Raises NotFound for what isn't followed."""
    found = [each for each in follows if only is None or each.follow.pk == only]
    if only is not None and not found:
        raise NotFound(f"no follow with the ID {only}")
    return found


def build_own_feed(secret: str, root: str, place: str) -> Feed:
    """The feed of whoever has this secret. Raises NotFound for another word."""
    key = FeedKey.objects.select_related("user").filter(match_word("secret", secret), user__is_active=True).first()
    if key is None:
        refuse_if_unreadable(FeedKey, "secret")
        raise NotFound("no feed at this address: it was replaced, or part of it is missing")
    look_again(key.user)
    follows = list_follows(key.user)
    rows = describe_happenings(list_happenings(follows)[:MAX_ENTRIES], follows)
    name, title = f"following/{hashlib.sha256(secret.encode()).hexdigest()[:16]}", "vsdb: Following"
    about, page = "News about the cards, decks and searches you follow.", reverse("changes:following")
    return Feed(name, title, about, root, page, place, entries=[_entry(each) for each in rows])


def _entry(each: ShownHappening) -> FeedEntry:
    followed, at = each.followed, each.happening.at
    name, text = f"following/happening/{each.happening.pk}", " ".join(each.sentences)
    title = ": ".join((followed.title, *each.sentences[:1]))
    return FeedEntry(name, title, text, followed.href, published=at, updated=at, tags=(followed.follow.kind,))


def export_follows(user: User) -> list[dict[str, Any]]:
    """What they follow, with what happened to it; of a deck hidden from them its number alone. Three queries."""
    follows = list_follows(user)
    happened: dict[int, list[dict[str, Any]]] = {}
    for each in describe_happenings(list_happenings(follows), follows):
        said = {"at": each.happening.at, "told": list(each.sentences)}
        happened.setdefault(each.happening.follow_id, []).append(said)
    return [
        {
            **{name: getattr(each.follow, name) for name in ("kind", "game", "card", "query", "created", "seen")},
            "author": each.author,
            "deck": each.follow.deck_id,
            "title": each.title if each.is_visible else "",
            "happenings": happened.get(each.follow.pk, []),
        }
        for each in follows
    ]


def export_feed(user: User) -> dict[str, Any] | None:
    """When the address of their feed was made, without its secret; one query."""
    key = FeedKey.objects.filter(user=user).first()
    return {"created": timezone.localtime(key.created)} if key else None


def export_settings(user: User) -> dict[str, Any]:
    """Whether they follow the decks that they share; one query."""
    return {"own_decks": follows_own_decks(user)}


SECTIONS = (
    OwnDataSection("following", 23, export_follows, "Everything you follow is removed, with its news."),
    OwnDataSection("follow_settings", 23, export_settings, "Your choice whether to follow your own decks is deleted."),
    OwnDataSection("feed", 24, export_feed, "Your private feed stops working."),
)
