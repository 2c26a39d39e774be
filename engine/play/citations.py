"""What the rules of play cite: for each rule of a document the checks of actions that rest on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.model.games import Game, games
from engine.model.verdicts import Citation
from engine.play.rules import PlayRules


class PlayCheck(NamedTuple):
    """A rule that the play judge looks at for an action."""

    game: str
    verb: str
    title: str  #: of the action
    code: str
    question: str


def index_play_checks_by_citation() -> dict[Citation, tuple[PlayCheck, ...]]:
    """The checks of actions that rest on each rule, in the order of the games' tables."""
    return _checks_by_citation(games())


def list_citations(rules: PlayRules) -> Iterator[Citation]:
    """All that a game's rules of play cite: its tables, its walk-throughs, and what it leaves open."""
    yield from (citation for _, citation in _list_checks(rules))
    for sequence in rules.sequences:
        for step in sequence.steps:
            yield from step.citations
    for topic in rules.out_of_reach:
        yield from topic.citations


@lru_cache(maxsize=4)
def _checks_by_citation(among: tuple[Game, ...]) -> dict[Citation, tuple[PlayCheck, ...]]:
    found: dict[Citation, dict[PlayCheck, None]] = {}
    for rules in (game.play() for game in among if game.play is not None):
        for check, citation in _list_checks(rules):
            found.setdefault(citation, {})[check] = None
    return {citation: tuple(checks) for citation, checks in found.items()}


def _list_checks(rules: PlayRules) -> Iterator[tuple[PlayCheck, Citation]]:
    for action in rules.actions:
        for table in action.rules.values():
            for rule in table:
                check = PlayCheck(rules.game, action.verb, action.title, rule.code, rule.question)
                yield from ((check, citation) for citation in rule.citations)
