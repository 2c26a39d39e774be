"""The tables of play as plain data: what the API lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from engine.model.verdicts import Citation
from engine.play.facts import describe_facts
from engine.play.judging import playable
from engine.play.rules import Action, PlayRules


def describe_play() -> list[dict[str, Any]]:
    """Every game that has rules of play."""
    return [_describe_game(rules) for rules in playable().values()]


@lru_cache(maxsize=8)
def _describe_game(rules: PlayRules) -> dict[str, Any]:
    return {
        "game": rules.game,
        "editions": [
            {"edition": each.slug, "in_force_from": each.in_force_from.isoformat()} for each in rules.editions
        ],
        "position": describe_facts(rules.position),
        "actions": [_describe_action(action) for action in rules.actions],
        "out_of_reach": [
            {"topic": each.topic, "reason": each.reason, "citations": _cite(each.citations)}
            for each in rules.out_of_reach
        ],
        "note": rules.note,
    }


def _describe_action(action: Action) -> dict[str, Any]:
    return {
        "action": action.verb,
        "title": action.title,
        "summary": action.summary,
        "event": action.is_event,
        "facts": describe_facts(action.facts),
        "editions": [
            {
                "edition": edition,
                "rules": [
                    {
                        "code": rule.code,
                        "question": rule.question,
                        "broken": rule.broken,
                        "citations": _cite(rule.citations),
                    }
                    for rule in rules
                ],
            }
            for edition, rules in action.rules.items()
        ],
    }


def _cite(citations: Iterable[Citation]) -> list[dict[str, Any]]:
    return [dict(citation.as_dict()) for citation in citations]
