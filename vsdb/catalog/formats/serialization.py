"""A format on a day as plain data, ready for JSON: what the API answers and the command prints."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from engine.formats.changes import Turn, banned_title
from engine.formats.recorded_pools import Comparison
from engine.formats.set_status import UNKNOWN, SetStatus
from vsdb.catalog.formats.explaining import Change, Doubt, Explained
from vsdb.catalog.formats.messages import asks, pool_in_words


def told(found: Explained) -> dict[str, Any]:
    """Everything that is said of a format on a day."""
    fmt, day = found.day.fmt, found.day
    return {
        "game": fmt.game,
        "format": fmt.slug,
        "name": fmt.name,
        "as_of": day.on.isoformat(),
        "data_version": fmt.data_version,
        **sets_of(found),
        **explanation(found),
        "bans": [{"card": each.ban.card, "banned": banned_title(each.ban), "state": each.state} for each in day.bans],
        "recorded": told_records(found),
        "doubts": list(fmt.doubts),
        "asks": [pool_in_words(fmt), *asks(fmt)],
    }


def sets_of(found: Explained) -> dict[str, Any]:
    """The codes of the sets that are in it and of those in doubt, sorted."""
    day = found.day
    return {
        "sets": sorted(card_set.code for card_set, _ in day.sets_in),
        "uncertain": sorted(card_set.code for card_set, _ in day.sets_in_doubt),
    }


def explanation(found: Explained) -> dict[str, Any]:
    """Why it is so, what changed, what is uncertain."""
    day = found.day
    return {
        "is_certain": found.is_certain,
        "is_in_season": day.is_in_season,
        "why": [
            {
                "code": card_set.code,
                "name": card_set.name,
                "status": status.status,
                **_reason(found, card_set.code, status),
            }
            for card_set, status in (*day.sets_in, *day.sets_in_doubt)
        ],
        "cards": {
            "certain": found.count.certain,
            "in_doubt": found.count.in_doubt,
            "on_trust": found.count.on_trust,
            "by_deck": found.count.by_deck,
        },
        "changed": told_turns(found.changed),
        "last_change": _change(found.last),
        "next_change": _change(found.following),
        "turning_days": [each.isoformat() for each in found.turning],
        "questions": [_doubt(each) for each in (*found.doubts, *found.card_doubts)],
        "not_in_a_list": list(found.unseen),
    }


def _reason(found: Explained, code: str, status: SetStatus) -> dict[str, Any]:
    """Why a set is in, or what keeps it in doubt."""
    if status.status == UNKNOWN:
        return {"kind": status.cause, "said": status.reason, "rests_on": []}
    reason = found.reasons[code]
    return {"kind": reason.kind, "said": reason.said, "rests_on": list(reason.sets)}


def told_turns(turns: Iterable[Turn]) -> list[dict[str, Any]]:
    """What becomes otherwise."""
    return [told_turn(each) for each in turns]


def told_turn(turn: Turn) -> dict[str, Any]:
    """One thing that becomes otherwise on a day."""
    return {
        "day": turn.day.isoformat(),
        "kind": turn.kind,
        "before": turn.before,
        "after": turn.after,
        "said": turn.said,
        "set": turn.card_set.code if turn.card_set else None,
        "ban": banned_title(turn.ban) if turn.ban else None,
    }


def _change(change: Change | None) -> dict[str, Any] | None:
    return {"day": change.day.isoformat(), "turns": told_turns(change.turns)} if change else None


def _doubt(doubt: Doubt) -> dict[str, Any]:
    asked = doubt.asked
    return {
        "kind": asked.kind,
        "fact": asked.fact,
        "known": asked.known,
        "about": list(asked.about),
        "sets": list(asked.sets),
        "ban": banned_title(asked.ban) if asked.ban else None,
        "cards": doubt.cards,
    }


def told_records(found: Explained) -> list[dict[str, Any]]:
    """What sources recorded of it, each against what is computed."""
    return [_compared(each) for each in found.records]


def _compared(each: Comparison) -> dict[str, Any]:
    record = each.recorded
    return {
        "days": {"earliest": _iso(record.days.earliest), "latest": _iso(record.days.latest)},
        "said": record.said,
        "sets": None if record.sets is None else list(record.sets),
        "without": list(record.without),
        "bans": None if record.bans is None else list(record.bans),
        "compared_on": _iso(each.on),
        "outcome": each.outcome,
        "missing": list(each.missing),
        "beyond": list(each.beyond),
        "uncertain": list(each.open_),
    }


def _iso(day: date) -> str:
    return day.isoformat()
