"""The law of the 2PCG's judge: what isn't said isn't known, and what is asked settles it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from engine.play.judging import rules_of
from tests.engine.play.cases import cases_of
from tests.engine.play.leaving_out import answer, list_places, settle, without

RULES = rules_of("vs-2pcg")
#: Enemies that forbid something by a keyword are taken as absent where nobody lists them, as the cases have it.
TAKEN_AS_ABSENT = {
    ("twist-combat-master", ("position", "opponent", "front")),
    ("level-hex", ("position", "opponent", "front")),
}


@pytest.mark.shared
@pytest.mark.parametrize("case", cases_of("vs-2pcg"))
def test_leaving_out_a_fact_never_turns_an_answer_round(case: dict[str, Any]) -> None:
    document = {"position": case["position"], "action": case["action"]}
    turned = {LEGAL: ILLEGAL, ILLEGAL: LEGAL}.get(answer(document).outcome)
    for place in list_places(RULES, document):
        if (case["id"], place) in TAKEN_AS_ABSENT:
            continue
        assert answer(without(document, place)).outcome != turned, (place, json.dumps(document))


@pytest.mark.full
@pytest.mark.shared
@pytest.mark.parametrize("case", cases_of("vs-2pcg"))
def test_what_is_asked_settles_the_question(case: dict[str, Any]) -> None:
    if case["action"]["action"] == "look-at":
        return  # what somebody looks at is said in words, which can't be made up
    document = {"position": case["position"], "action": case["action"]}
    for each in (document, *(without(document, place) for place in list_places(RULES, document))):
        settled = settle(RULES, each)
        assert settled.outcome != UNCERTAIN, (settled.asks, json.dumps(each))
