"""A query that is followed: the cards that it newly finds, and those that it finds no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Card
from vsdb.news.following.snapshot import Look, Part, State
from vsdb.news.models import Follow
from vsdb.search.services import Found, search_cards

MOST_CARDS = 5_000  #: that a query may find for it to be followed
_MOST_NAMED = 20


def looks(follows: Sequence[Follow], today: date, *, most: int | None = None) -> Mapping[int, Look]:
    """What these queries find now, where the facts or the day have changed; a search for each query, `most` at most."""
    versions = {game: _version(game) for game in GAMES}
    found: dict[int, Look] = {}
    states: dict[tuple[str, str], State] = {}
    for each in follows:
        rests_on = rests(each.game, versions, today)
        asked = (each.game, each.query)
        if each.compared == rests_on or (most is not None and asked not in states and len(states) >= most):
            continue
        if asked not in states:
            states[asked] = state_of(search_cards(each.query, game=each.game or None, today=today))
        state = states[asked]
        found[each.pk] = Look(rests_on, state, differences(each.state, state) if each.compared else [])
    return found


def rests(game: str, versions: Mapping[str, str], today: date) -> str:
    """The fingerprint of what the answer to a query rests on: the facts of its game or of all, and the day."""
    return f"{versions[game] if game else ' '.join(each[:24] for each in versions.values())} {today}"


def _version(game: str) -> str:
    try:
        return cards.data_version(game)
    except NotFound:
        return ""


def state_of(found: Found) -> State:
    """The cards that a query finds, as `game/slug`, or that they are too many; one query for each 500."""
    keys = list(dict.fromkeys(found.ids))
    if len(keys) > MOST_CARDS:
        return {"beyond": len(keys)}
    rows = Card.objects.filter(pk__among=keys).order_by().values_list("game", "slug")
    return {"cards": sorted(f"{game}/{slug}" for game, slug in rows)}


def differences(before: State, after: State) -> list[Part]:
    """What a query finds otherwise than before."""
    if "beyond" in after:
        return [] if "beyond" in before else [{"what": "beyond", "count": after["beyond"]}]
    if "beyond" in before:
        return [{"what": "within", "count": len(after["cards"])}]
    was, now = set(before["cards"]), set(after["cards"])
    came, went = sorted(now - was), sorted(was - now)
    if not came and not went:
        return []
    return [{
        "what": "matches",
        "came": came[:_MOST_NAMED], "came_count": len(came),
        "went": went[:_MOST_NAMED], "went_count": len(went),
    }]  # fmt: skip
