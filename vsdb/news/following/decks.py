"""A deck that is followed: how its verdict changed, the versions that others saved, what others said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.db.models import Max

from engine.model.verdicts import ERROR
from engine.rules.validation import check_deck
from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks import to_engine, verdict_cache
from vsdb.decks.models import Comment, Deck
from vsdb.decks.rechecks.models import VerdictChange
from vsdb.decks.rechecks.selectors import changes_of
from vsdb.news.following.cards import Look, Part
from vsdb.news.models import Follow

_BANNED = "banned"
_MOST_NAMED = 12


def may_see(follow: Follow) -> bool:
    """Whether the follower may read the deck now, by their account or by the secret that they came with."""
    return follow.deck is not None and Visitor(follow.by_id).may_read(follow.deck, follow.secret)


def looks(follows: Sequence[Follow], today: date) -> Mapping[int, Look]:
    """What is seen of these decks now, of those that their followers may read; six queries, and what judging costs.

    A deck that can't be read isn't looked at, so that nothing of that time is told before it can be again.
    """
    seen = [each for each in follows if may_see(each)]
    decks = {each.deck.pk: each.deck for each in seen if each.deck}
    if not decks:
        return {}
    outcomes = verdict_cache.own_outcomes(list(decks.values()), today)
    changes: dict[int, list[VerdictChange]] = {}
    for change in changes_of(Deck.objects.filter(pk__in=decks)).order_by("pk"):
        changes.setdefault(change.deck_id, []).append(change)
    last_said = dict(Comment.objects.filter(deck__in=decks).values_list("deck").annotate(last=Max("pk")))
    said = _said(seen)
    return {
        each.pk: _look(each, each.deck, changes.get(each.deck_id or 0, []), last_said, said.get(each.pk, 0), outcomes)
        for each in seen
        if each.deck
    }


def _said(follows: Sequence[Follow]) -> dict[int, int]:
    """How many comments by others each follower hasn't been told of; one query."""
    oldest = min((each.state.get("comment", 0) for each in follows), default=0)
    rows = Comment.objects.filter(deck__in=[each.deck_id for each in follows], pk__gt=oldest, hidden_at=None)
    new = list(rows.values_list("deck", "pk", "by"))
    return {
        each.pk: sum(
            deck == each.deck_id and pk > each.state.get("comment", 0) and by != each.by_id for deck, pk, by in new
        )
        for each in follows
    }


def _look(
    follow: Follow,
    deck: Deck,
    changes: Sequence[VerdictChange],
    last_said: Mapping[int, int],
    said: int,
    outcomes: Mapping[int, str],
) -> Look:
    last_change = changes[-1].pk if changes else 0
    state = {"edition": deck.edition, "change": last_change, "comment": last_said.get(deck.pk, 0)}
    rests_on = f"{deck.edition} {last_change} {state['comment']}"
    if not follow.compared or rests_on == follow.compared:
        return Look(rests_on, state)
    new = [change for change in changes if change.pk > follow.state["change"]]
    parts = [_verdict(deck, change, is_last=change.pk == last_change) for change in new]
    count = deck.edition - follow.state["edition"]
    if count > 0 and deck.owner_id != follow.by_id:
        parts.append({"what": "versions", "count": count, "to": deck.edition, "outcome": outcomes.get(deck.pk, "")})
    if said:
        parts.append({"what": "comments", "count": said})
    return Look(rests_on, state, parts)


def _verdict(deck: Deck, change: VerdictChange, *, is_last: bool) -> Part:
    """A change of its verdict; where it is how the deck stands now and a ban is new in it, which cards are banned."""
    is_now = is_last and change.edition == deck.edition
    return {
        "what": "verdict",
        "before": change.before,
        "after": change.after,
        "format": change.format,
        "day": change.as_of.isoformat(),
        "came": list(change.came),
        "went": list(change.went),
        "banned": _banned(deck, change) if is_now and _BANNED in change.came else [],
    }


def _banned(deck: Deck, change: VerdictChange) -> list[str]:
    fmt = format_named(cards.reference(deck.game_id), change.format)
    if fmt is None:
        return []
    verdict = check_deck(to_engine.deck_value(deck.text, deck.game_id, change.as_of), fmt, change.as_of)
    found = (each for each in verdict.findings if each.code == _BANNED and each.severity == ERROR)
    return list(dict.fromkeys(card.title for each in found for card in each.cards))[:_MOST_NAMED]
