"""What if: one door for the pages, the API and the command line. Nothing is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.model.verdicts import Finding
from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards import selectors
from vsdb.what_if.batches import Slice, StoredEffect, judge_slice
from vsdb.what_if.comparison import Effect
from vsdb.what_if.lists import ListEffect, list_effects
from vsdb.what_if.pools import CardTurn, PoolEffect, pool_effects, size, teams_hit
from vsdb.what_if.questions import Question
from vsdb.what_if.trying import Trial, trial

_MOST_FINDINGS = 20
_MOST_CARDS = 500  #: of a pool in one answer of the API


@dataclass(frozen=True, slots=True)
class Answer:
    """What a proposal would do: to decks, a slice of them at a time, to the lists that came along, and to pools."""

    trial: Trial
    stored: Slice
    lists: tuple[ListEffect, ...]
    pools: tuple[PoolEffect, ...]


def what_if(question: Question, asker: Visitor, *, cursor: str = "", most: int | None = None) -> Answer:
    """Try a proposal on the next decks; lists and pools only beside the first ones. Nine queries.

    Raises InputError and NotFound for what can't be proposed or asked.
    """
    with selectors.one_state():
        tried = trial(question)
        stored = judge_slice(tried, asker, cursor, most)
        if cursor:
            return Answer(tried, stored, (), ())
        return Answer(tried, stored, tuple(list_effects(tried)), tuple(pool_effects(tried)))


def answer_dict(answer: Answer) -> dict[str, Any]:
    """The answer as the API and the command line give it."""
    stored, so_far = answer.stored, answer.stored.so_far
    return {
        "question": answer.trial.question.plain(),
        "data_version": answer.trial.after.data_version,
        "decks": {
            "asked": stored.decks,
            "can_be_touched": stored.candidates,
            "looked_at": so_far.looked,
            "outcomes": outcome_dicts(so_far.outcomes),
            "otherwise": so_far.otherwise,
            "not_shown": stored.hidden,
            "by_rule": rule_dicts(so_far.rules),
            "changed": [stored_dict(each) for each in stored.listed],
            "cursor": stored.cursor or None,
        },
        "lists": [list_dict(each) for each in answer.lists],
        "pools": [pool_dict(answer.trial, each) for each in answer.pools],
    }


def outcome_dicts(outcomes: Counter[tuple[str, str]]) -> list[dict[str, Any]]:
    """How many decks go from which outcome to which, those that stay among them."""
    return [{"before": before, "after": after, "decks": n} for (before, after), n in sorted(outcomes.items())]


def rule_dicts(rules: Counter[tuple[str, str, str]]) -> list[dict[str, Any]]:
    """How many decks break a rule that they don't break without the proposal, most first."""
    return [
        {"code": code, "citation": {"document": document, "rule": rule} if document else None, "decks": count}
        for (code, document, rule), count in sorted(rules.items(), key=lambda each: (-each[1], each[0]))
    ]


def stored_dict(each: StoredEffect) -> dict[str, Any]:
    """A stored deck with what becomes of it."""
    return {"id": each.row.pk, "title": each.row.title, **effect_dict(each.effect)}


def list_dict(each: ListEffect) -> dict[str, Any]:
    """A list with what becomes of it, or why it can't be judged."""
    if each.effect is None:
        return {"name": each.name, "problem": each.problem}
    return {"name": each.name, **effect_dict(each.effect)}


def effect_dict(effect: Effect) -> dict[str, Any]:
    """What becomes of a deck."""
    return {
        "format": effect.fmt.slug,
        "as_of": effect.day.isoformat(),
        "before": effect.before,
        "after": effect.after,
        "new_findings": list(_findings(effect, effect.news)),
        "settled_findings": list(_findings(effect, effect.gone)),
    }


def _findings(effect: Effect, findings: tuple[Finding, ...]) -> Iterable[dict[str, Any]]:
    held = {card.slug: count for card, count in effect.deck.counts.items()}
    for finding in findings[:_MOST_FINDINGS]:
        copies = {card.slug: held[card.slug] for card in finding.cards if card.slug in held}
        yield {**finding.as_dict(), "copies": copies}


def pool_dict(trial: Trial, pool: PoolEffect) -> dict[str, Any]:
    """What becomes of a format's pool; of its cards no more than 500 of each kind."""
    before, after = trial.fmt(pool.fmt.slug, pool.day)
    with_it = trial.before if pool.day < trial.after.since else trial.after
    # Sizes are worked out where anything moves: they cost a look at every card.
    sizes = (size(trial.before, before, pool.day), size(with_it, after, pool.day)) if pool.cards else (None, None)
    return {
        "format": pool.fmt.slug,
        "on": pool.day.isoformat(),
        "sets": [{"code": s.card_set.code, "before": s.before, "after": s.after} for s in pool.sets],
        "cards_before": sizes[0],
        "cards_after": sizes[1],
        "lost": _cards(pool.lost),
        "gained": _cards(pool.gained),
        "doubtful": _cards(pool.doubtful),
        "counts": {"lost": len(pool.lost), "gained": len(pool.gained), "doubtful": len(pool.doubtful)},
        "teams": [{"name": t.name, "cards": t.cards, "lost": t.lost} for t in teams_hit(trial, pool)],
    }


def _cards(turns: tuple[CardTurn, ...]) -> list[dict[str, str]]:
    return [
        {"card": each.card.slug, "title": each.card.title, "before": each.before, "after": each.after}
        for each in turns[:_MOST_CARDS]
    ]
