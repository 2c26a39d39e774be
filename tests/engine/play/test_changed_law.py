"""The law of what isn't said, over questions changed at random: they contradict themselves in ways nobody foresees.

Leaving out a fact that has no default never turns legal into illegal or back. Answers, whatever they are, settle what
is asked. What a game's document takes for granted where it isn't said is named in `is_taken_for_granted`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from engine.play.facts import PlayInputError
from engine.play.judging import rules_of
from engine.play.paths import find_fact
from tests.engine.play import classic_examples, pcg_card_examples, pcg_examples, riftbound_examples
from tests.engine.play.changing import Changer, Document, says_a_default
from tests.engine.play.leaving_out import Place, answer, list_places, without

EXAMPLES: dict[str, Callable[[], list[Document]]] = {
    "vs-classic": lambda: [classic_examples.example(verb) for verb in classic_examples.EXAMPLES],
    "vs-2pcg": lambda: [
        *(pcg_examples.example(verb) for verb in pcg_examples.EXAMPLES),
        *(pcg_card_examples.document(verb) for verb in pcg_card_examples.CARD_EXAMPLES),
    ],
    "riftbound": lambda: [
        riftbound_examples.example(verb, as_of=as_of)
        for verb in riftbound_examples.EXAMPLES
        for as_of in riftbound_examples.EDITIONS
    ],
}
#: How many questions of a game are tried: as many as take a few seconds.
HOW_MANY = {"vs-classic": 1200, "vs-2pcg": 500, "riftbound": 300}
MAX_ROUNDS = 60


def is_taken_for_granted(document: Document, place: Place) -> bool:
    """Whether a document's rules take something for granted where this isn't said, so that it is like a default."""
    game, verb, key = document["position"]["game"], document["action"]["action"], place[-1]
    if game == "vs-classic":
        # An unlisted character is on the side that the action implies, and one in an attack isn't stunned; points are
        # resources less those spent.
        return key in ("characters", "resource_points") or (
            key == "stunned" and verb in ("power-up", "reinforce", "conclude-attack")
        )
    if game == "vs-2pcg":
        # Enemies that forbid something by a keyword are taken as absent where nobody lists them.
        return key == "front" and verb in ("level-up", "play-plot-twist")
    # In the neutral open state priority is the turn player's; where runes are said, there is nothing else in the pool.
    return key in ("priority", "energy", "power", "runes")


@lru_cache(maxsize=4)
def list_changed(game: str) -> tuple[Document, ...]:
    """The examples of a game, changed one to four times each; those that can be read."""
    examples = EXAMPLES[game]()
    changer = Changer(rules_of(game), examples, seed=1)
    changed = (changer.change(examples[number % len(examples)], 1 + number % 4) for number in range(HOW_MANY[game]))
    return tuple(each for each in changed if is_readable(each))


def is_readable(document: Document) -> bool:
    """Whether the judge can read a question."""
    try:
        answer(document)
    except PlayInputError:
        return False
    return True


def list_turned(document: Document) -> Iterator[tuple[Place, str]]:
    """The places of facts without which a settled answer turns round, with what it turns into."""
    rules, outcome = rules_of(document["position"]["game"]), answer(document).outcome
    turned = {LEGAL: ILLEGAL, ILLEGAL: LEGAL}.get(outcome)
    for place in list_places(rules, document) if turned else ():
        less = without(document, place)
        if is_readable(less) and answer(less).outcome == turned:
            yield place, str(turned)


@pytest.mark.parametrize("game", EXAMPLES)
def test_leaving_out_a_fact_never_turns_a_changed_answer_round(game: str) -> None:
    changed = list_changed(game)
    outcomes = {answer(each).outcome for each in changed}
    assert outcomes == {LEGAL, ILLEGAL, UNCERTAIN}
    turned = [
        (place, outcome, json.dumps(each))
        for each in changed
        for place, outcome in list_turned(each)
        if not is_taken_for_granted(each, place) and not leaves_out_a_default(each, place)
    ]
    assert turned == []


def leaves_out_a_default(document: Document, place: Place) -> bool:
    """Whether what stands at a place says facts in it that have defaults: without it these go as well."""
    rules = rules_of(document["position"]["game"])
    action = rules.action_of(document["action"]["action"])
    names = [step for step in place if isinstance(step, str)]
    held: Any = document
    for step in place:
        held = held[step]
    path = ".".join(names if names[0] == "action" else names[1:])
    return says_a_default(held, find_fact(rules, action, path).spec.kind)


@pytest.mark.parametrize("game", EXAMPLES)
def test_answers_settle_a_changed_question(game: str) -> None:
    rules, changer = rules_of(game), Changer(rules_of(game), EXAMPLES[game](), seed=2)
    for document in list_changed(game)[:: 4 if game != "riftbound" else 2]:
        question, found = document, answer(document)
        action = rules.action_of(document["action"]["action"])
        for _ in range(MAX_ROUNDS):
            for path in found.asks:
                question = changer.answer(question, action, path, is_readable)
            found = answer(question)
            if not found.asks:
                break
        assert found.asks == (), (found.asks, json.dumps(document))
