"""A card that is followed: where it is legal, its bans, its printings, its texts and rulings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from engine.card_text import unify_symbols
from engine.model.cards import Card
from engine.model.errors import NotFound
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.formats.services import bans_naming, legality_of
from vsdb.catalog.wordings.models import RulingCard, Wording
from vsdb.news.facts import ban_key
from vsdb.news.models import Follow

Part = dict[str, Any]  #: one thing that happened, as it is stored: `what`, and what its sentence needs
State = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen now: the fingerprint of what it rests on, the state to be kept, and what differs from the last one.

    A fingerprint changes whenever the state can.
    """

    rests_on: str
    state: State
    parts: list[Part] = field(default_factory=list)


GONE = {"is_gone": True}  #: the state of a card that isn't recorded any more


def looks(follows: Sequence[Follow], today: date) -> Mapping[int, Look]:
    """What is seen of these cards now, for those of which anything can have changed; three queries a game."""
    found: dict[int, Look] = {}
    for game in {each.game for each in follows}:
        try:
            rests_on = f"{cards.data_version(game)} {today}"
        except NotFound:  # nothing is known of the game for now
            continue
        stale = [each for each in follows if each.game == game and each.compared != rests_on]
        states = states_of(game, {each.card for each in stale}, today) if stale else {}
        for each in stale:
            state = states[each.card]
            found[each.pk] = Look(rests_on, state, differences(each.state, state) if each.compared else [])
    return found


def states_of(game: str, slugs: Iterable[str], today: date) -> dict[str, State]:
    """How cards of a game stand today; three queries."""
    reference = cards.reference(game)
    keys = dict(CardRow.objects.filter(game=game, slug__in=list(slugs)).values_list("slug", "pk"))
    texts, rulings = _texts(keys.values()), _rulings(keys.values())
    by_slug = reference.on(today).catalog.by_slug
    return {
        slug: _state(by_slug[slug], reference, today, texts.get(keys[slug], {}), rulings.get(keys[slug], {}))
        if slug in by_slug and slug in keys
        else GONE
        for slug in slugs
    }


def _state(card: Card, reference: Reference, today: date, texts: State, rulings: State) -> State:
    return {
        "legality": {each.fmt.slug: [each.status, each.fmt.name] for each in legality_of(card, today, reference)},
        "bans": {
            ban_key(each.ban): {
                "begins": [each.ban.begins.earliest.isoformat(), each.ban.begins.latest.isoformat()],
                "ends": [each.ban.ends.earliest.isoformat(), each.ban.ends.latest.isoformat()] if each.ban.ends else [],
                "formats": [[fmt.slug, fmt.name] for fmt in each.formats],
            }
            for each in bans_naming(card, reference, today)
        },
        "printings": {each.code: _set_name(each.set_code, reference) for each in card.printings},
        "texts": texts,
        "rulings": rulings,
    }


def _set_name(code: str | None, reference: Reference) -> str:
    found = reference.sets.get(code or "")
    return found.name if found else ""


def _texts(keys: Iterable[int]) -> dict[int, dict[str, Any]]:
    """The texts of cards: what names each, with a fingerprint and what is to be said of it; one query."""
    found: dict[int, dict[str, Any]] = {}
    for each in Wording.objects.filter(card__in=list(keys)).select_related("source"):
        days = [day.isoformat() if day else "" for day in (each.effective_earliest, each.effective_latest)]
        name = f"{each.source.slug} {each.kind} {each.printing_code}"
        said = {
            "print": _digest(each.compared_text, *days),
            "kind": each.kind,
            "source": each.source.name,
            "days": days,
        }
        found.setdefault(each.card_id, {})[name] = said
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


def differences(before: State, after: State) -> list[Part]:
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
        *_said(before["rulings"], after["rulings"]),
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


def _said(before: State, after: State) -> list[Part]:
    counts: dict[str, int] = {}
    for digest, source in after.items():
        if digest not in before:
            counts[source] = counts.get(source, 0) + 1
    return [{"what": "rulings", "source": source, "count": count} for source, count in counts.items()]
