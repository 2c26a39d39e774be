"""Cards and decks that are followed: what is seen of them now, and what differs from what was seen before."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Max

from engine.card_text import unify_symbols
from engine.model.cards import Card
from engine.model.errors import NotFound
from engine.model.reference import Reference
from engine.model.verdicts import ERROR
from engine.rules.validation import check_deck
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.formats.lookup import format_named
from vsdb.catalog.formats.services import list_bans_of_card, list_legalities
from vsdb.catalog.wordings.models import ASIDE, RulingCard, Wording
from vsdb.core.sealed_fields import read_word
from vsdb.decks import to_engine, verdict_cache
from vsdb.decks.models import Comment, Deck
from vsdb.decks.rechecks.models import VerdictChange
from vsdb.decks.rechecks.selectors import list_verdict_changes
from vsdb.news.models import Follow
from vsdb.news.recording import get_ban_key

Part = dict[str, Any]  #: one thing that happened, as it is stored: `what`, and what its sentence needs
State = dict[str, Any]
GONE = {"is_gone": True}  #: the state of a card that isn't recorded any more
_BANNED = "banned"
_MAX_BANNED = 12


@dataclass(frozen=True, slots=True)
class Observation:
    """What is seen now: the fingerprint of what it rests on, the state to be kept, and what differs from the last one.

    A fingerprint changes whenever the state can.
    """

    rests_on: str
    state: State
    parts: list[Part] = field(default_factory=list)


def find_data_version(game: str) -> str:
    """The version of a game's facts; empty where nothing is known of it for now."""
    with suppress(NotFound):
        return cards.get_data_version(game)
    return ""


def card_looks(follows: Sequence[Follow], today: date) -> Mapping[int, Observation]:
    """What is seen of these cards now, for those of which anything can have changed; three queries a game."""
    found: dict[int, Observation] = {}
    for game in {each.game for each in follows}:
        if not (version := find_data_version(game)):
            continue
        rests_on = f"{version} {today}"
        stale = [each for each in follows if each.game == game and each.compared != rests_on]
        states = read_card_states(game, {each.card for each in stale}, today) if stale else {}
        for each in stale:
            state = states[each.card]
            found[each.pk] = Observation(rests_on, state, card_differences(each.state, state) if each.compared else [])
    return found


def read_card_states(game: str, slugs: Iterable[str], today: date) -> dict[str, State]:
    """How cards of a game stand today; three queries."""
    reference = cards.get_reference(game)
    keys = dict(CardRow.objects.filter(game=game, slug__in=list(slugs)).values_list("slug", "pk"))
    texts, rulings = _texts(keys.values()), _rulings(keys.values())
    by_slug = reference.on(today).catalog.by_slug
    states = dict.fromkeys(slugs, GONE)
    for slug in states.keys() & by_slug.keys() & keys.keys():
        key = keys[slug]
        states[slug] = _state(by_slug[slug], reference, today, texts.get(key, {}), rulings.get(key, {}))
    return states


def _state(card: Card, reference: Reference, today: date, texts: State, rulings: State) -> State:
    bans = {}
    for each in list_bans_of_card(card, reference, today):
        days, formats = (each.ban.begins, each.ban.ends), [[fmt.slug, fmt.name] for fmt in each.formats]
        begins, ends = ([day.earliest.isoformat(), day.latest.isoformat()] if day else [] for day in days)
        bans[get_ban_key(each.ban)] = {"begins": begins, "ends": ends, "formats": formats}
    return {
        "legality": {each.fmt.slug: [each.status, each.fmt.name] for each in list_legalities(card, today, reference)},
        "bans": bans,
        "printings": {
            each.code: found.name if (found := reference.sets.get(each.set_code or "")) else ""
            for each in card.printings
        },
        "texts": texts,
        "rulings": rulings,
    }


def _texts(keys: Iterable[int]) -> dict[int, dict[str, Any]]:
    """The texts of cards: what names each, with a fingerprint and what is to be said of it; one query.

    The text before an erratum comes with the erratum and is no news of its own.
    """
    found: dict[int, dict[str, Any]] = {}
    news = Wording.objects.exclude(ASIDE).exclude(kind=Wording.Kind.FORMER)
    for each in news.filter(card__in=list(keys)).select_related("source"):
        days = [day.isoformat() if day else "" for day in (each.effective_earliest, each.effective_latest)]
        name = f"{each.source.slug} {each.kind} {each.printing_code}"
        said = {"kind": each.kind, "source": each.source.name, "days": days}
        found.setdefault(each.card_id, {})[name] = {"print": _digest(each.compared_text, *days), **said}
    return found


def _rulings(keys: Iterable[int]) -> dict[int, dict[str, str]]:
    """The rulings about cards by a fingerprint, with their source's name; one query."""
    found: dict[int, dict[str, str]] = {}
    rows = RulingCard.objects.filter(card__in=list(keys), is_subject=True).order_by("pk")
    for card, game, source, subject, text in rows.values_list(
        "card", "ruling__source__game_id", "ruling__source__name", "ruling__subject", "ruling__text"
    ):
        found.setdefault(card, {})[_digest(source, subject, unify_symbols(text, game))] = source
    return found


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def card_differences(before: State, after: State) -> list[Part]:
    """What happened to a card from one state to the other."""
    if "is_gone" in before or "is_gone" in after:
        return [{"what": "gone" if "is_gone" in after else "back"}] if before != after else []
    bans = _bans(before["bans"], after["bans"])
    told = {slug for part in bans for slug, _ in part["formats"]}
    return [
        *bans,
        *_legality(before["legality"], after["legality"], told),
        *_printings(before["printings"], after["printings"]),
        *_words(before["texts"], after["texts"]),
        *_list_new_texts(before["rulings"], after["rulings"]),
    ]


def _bans(before: State, after: State) -> list[Part]:
    new = [{"what": "ban", **after[key]} for key in after if key not in before]
    gone = [{"what": "ban-gone", **before[key]} for key in before if key not in after]
    both = [key for key in after if key in before]
    other = [key for key in both if any(before[key][name] != after[key][name] for name in ("begins", "ends"))]
    return [*new, *gone, *({"what": "ban-days", **after[key], "before": before[key]} for key in other)]


def _legality(before: State, after: State, told: set[str]) -> list[Part]:
    """Formats in which it has another status, but those in which a ban says why; a format that is new is no change."""
    changed: dict[tuple[str, str], list[list[str]]] = {}
    for slug, (status, name) in after.items():
        was = before.get(slug, [status])[0]
        if was != status and slug not in told:
            changed.setdefault((was, status), []).append([slug, name])
    return [{"what": "status", "before": was, "after": now, "formats": each} for (was, now), each in changed.items()]


def _printings(before: State, after: State) -> list[Part]:
    new = [[code, name] for code, name in after.items() if code not in before]
    return [{"what": "printings", "printings": new}] if new else []


def _words(before: State, after: State) -> list[Part]:
    new = [{"what": "text", **after[name]} for name in after if name not in before]
    other = [name for name in after if name in before and before[name]["print"] != after[name]["print"]]
    return [*new, *({"what": "text-changed", **after[name]} for name in other)]


def _list_new_texts(before: State, after: State) -> list[Part]:
    counts = Counter(source for digest, source in after.items() if digest not in before)
    return [{"what": "rulings", "source": source, "count": count} for source, count in counts.items()]


def may_see(follow: Follow) -> bool:
    """Whether the follower may read the deck now, by their account or by the secret that they came with."""
    return follow.deck is not None and Viewer(follow.by_id).may_read(follow.deck, read_word(follow, "secret"))


def deck_looks(follows: Sequence[Follow], today: date) -> Mapping[int, Observation]:
    """What is seen of these decks now, of those that their followers may read; six queries, and what judging costs.

    A deck that can't be read isn't looked at, so that nothing of that time is told before it can be again.
    """
    seen = [each for each in follows if may_see(each)]
    decks = {each.deck.pk: each.deck for each in seen if each.deck}
    if not decks:
        return {}
    outcomes = verdict_cache.map_own_outcomes(list(decks.values()), today)
    changes: dict[int, list[VerdictChange]] = defaultdict(list)
    for change in list_verdict_changes(Deck.objects.filter(pk__in=decks)).order_by("pk"):
        changes[change.deck_id].append(change)
    last_said = dict(Comment.objects.filter(deck__in=decks).values_list("deck").annotate(last=Max("pk")))
    said = _not_told(seen)
    found = {}
    for each in seen:
        deck = decks[each.deck_id or 0]
        last_change = changes[deck.pk][-1].pk if changes[deck.pk] else 0
        state = {"edition": deck.edition, "change": last_change, "comment": last_said.get(deck.pk, 0)}
        found[each.pk] = Observation(" ".join(map(str, state.values())), state)
        if not each.compared or found[each.pk].rests_on == each.compared:
            continue
        new = [change for change in changes[deck.pk] if change.pk > each.state["change"]]
        parts = [_verdict(deck, change, is_last=change.pk == last_change) for change in new]
        count = deck.edition - each.state["edition"]
        if count > 0 and deck.owner_id != each.by_id:
            parts.append({"what": "versions", "count": count, "to": deck.edition, "outcome": outcomes.get(deck.pk, "")})
        parts += [{"what": "comments", "count": said[each.pk]}] if said[each.pk] else []
        found[each.pk].parts.extend(parts)
    return found


def _not_told(follows: Sequence[Follow]) -> dict[int, int]:
    """How many comments by others each follower hasn't been told of; one query."""
    known = {each.pk: each.state.get("comment", 0) for each in follows}
    decks, oldest = [each.deck_id for each in follows], min(known.values())
    rows = Comment.objects.filter(deck__in=decks, pk__gt=oldest, hidden_at=None)
    new = list(rows.values_list("deck", "pk", "by"))
    return {
        each.pk: sum(deck == each.deck_id and pk > known[each.pk] and by != each.by_id for deck, pk, by in new)
        for each in follows
    }


def _verdict(deck: Deck, change: VerdictChange, *, is_last: bool) -> Part:
    """A change of its verdict; where it is how the deck stands now and a ban is new in it, which cards are banned."""
    is_now = is_last and change.edition == deck.edition
    banned = _list_banned_cards(deck, change) if is_now and _BANNED in change.came else []
    said = {"before": change.before, "after": change.after, "format": change.format, "day": change.as_of.isoformat()}
    return {"what": "verdict", **said, "came": list(change.came), "went": list(change.went), "banned": banned}


def _list_banned_cards(deck: Deck, change: VerdictChange) -> list[str]:
    fmt = format_named(cards.get_reference(deck.game_id), change.format)
    if fmt is None:
        return []
    verdict = check_deck(to_engine.build_deck(deck.text, deck.game_id, change.as_of), fmt, change.as_of)
    found = (each for each in verdict.findings if each.code == _BANNED and each.severity == ERROR)
    return list(dict.fromkeys(card.title for each in found for card in each.cards))[:_MAX_BANNED]
