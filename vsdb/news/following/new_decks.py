"""Authors and searches for decks that are followed: which public decks are new since the last look."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Max

from engine.formats.names import find_game
from engine.model.errors import InputError
from vsdb.accounts.viewers import STRANGER
from vsdb.decks.models import Deck
from vsdb.decks.search import search_decks
from vsdb.decks.selectors import list_public_decks
from vsdb.news.following.snapshots import Observation, Part
from vsdb.news.models import Follow
from vsdb.search.language.parser import MAX_CHARACTERS

_MAX_NAMED = 20


def follow_of_author(user: User | None, author: User) -> Follow:
    """A follow of somebody's new public decks, not saved yet. Raises InputError for oneself."""
    if user == author:
        raise InputError("you can't follow yourself", place="author")
    return Follow(by=user, kind=Follow.Kind.AUTHOR, author=author, target=f"author:{author.username.casefold()}")


def follow_of_search(user: User | None, text: str, game: str) -> Follow:
    """A follow of the new public decks that a query finds, not saved yet. Raises InputError and NotFound."""
    query, slug = " ".join(text.replace("\0", "").split()), find_game(game) if game else ""
    if len(query) > MAX_CHARACTERS:
        raise InputError(f"{len(query):,} characters; at most {MAX_CHARACTERS:,}", place="decks")
    if not query and not slug:
        raise InputError("give a query or a game", place="decks")
    if search_decks(query, STRANGER, game=slug or None, within=Deck.objects.none()).is_about_viewer:
        raise InputError("a query about your own or liked decks or your collection can't be followed", place="decks")
    target = f"decks:{slug}:{hashlib.sha256(query.encode()).hexdigest()}"
    return Follow(by=user, kind=Follow.Kind.DECKS, game=slug, query=query, target=target)


def author_looks(follows: Sequence[Follow]) -> Mapping[int, Observation]:
    """What these authors have newly made public; two queries."""
    if not follows:
        return {}
    public = list_public_decks().filter(owner__in=[each.author_id for each in follows]).order_by()
    newest = dict(public.values_list("owner").annotate(last=Max("published")))
    stale = [each for each in follows if each.compared != _basis(newest.get(each.author_id))]
    if not stale:
        return {}
    since = min(map(_since, stale))
    rows = list(
        public.filter(published__gt=since).order_by("-published", "-pk").values_list("owner", "pk", "published")
    )
    found = {}
    for each in stale:
        new = [pk for owner, pk, at in rows if owner == each.author_id and at and at > _since(each)]
        found[each.pk] = _observe(each, newest.get(each.author_id), new)
    return found


def search_looks(follows: Sequence[Follow], *, most: int | None = None) -> Mapping[int, Observation]:
    """What these searches newly find among public decks; one query and a search for each, `most` at most.

    Only decks that became public since the last look are searched.
    """
    if not follows:
        return {}
    last = list_public_decks().aggregate(last=Max("published"))["last"]
    stale = [each for each in follows if each.compared != _basis(last)]
    found = {}
    for each in stale[:most]:
        fresh = list_public_decks().filter(published__gt=_since(each))
        game, order = each.game or None, ("-published",)
        new = search_decks(each.query, STRANGER, game=game, within=fresh, sort=order).ids if each.compared else ()
        found[each.pk] = _observe(each, last, new)
    return found


def find_public_titles(parts: Iterable[Part]) -> dict[int, str]:
    """The titles of the new decks that parts tell of, of those that everybody may still see; one query, or none."""
    keys = {pk for part in parts if part["what"] == "new-decks" for pk in part["decks"]}
    return dict(list_public_decks().filter(pk__in=keys).order_by().values_list("pk", "title")) if keys else {}


def _observe(follow: Follow, last: datetime | None, new: Sequence[int]) -> Observation:
    since = max(_since(follow), last) if last else _since(follow)
    parts = [{"what": "new-decks", "decks": list(new[:_MAX_NAMED]), "count": len(new)}] if new else []
    return Observation(_basis(last), {"since": since.isoformat()}, parts if follow.compared else [])


def _since(follow: Follow) -> datetime:
    """When the last deck was made public that the follower has been told of, or that was there before."""
    said = follow.state.get("since")
    return datetime.fromisoformat(said) if said else follow.created


def _basis(last: datetime | None) -> str:
    """What an answer rests on: the moment when the last of the decks became public."""
    return last.isoformat() if last else "none"
