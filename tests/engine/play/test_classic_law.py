"""The law of the classic judge: what isn't said isn't known, and what is asked settles it.

Over all official cases, one stated fact after the other is taken away.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from engine.play.judging import rules_of
from tests.engine.play.cases import cases_of
from tests.engine.play.leaving_out import answer, list_places, settle, without

RULES = rules_of("vs-classic")
#: Where a list of characters is left out, an unlisted one is taken on the side that the action implies, and nobody is
#: known to have to attack. For these actions that is like a default, and nothing else of the characters is asked.
LISTS_AS_DEFAULTS = ("form", "pass")


@pytest.mark.shared
@pytest.mark.parametrize("case", cases_of("vs-classic"))
def test_leaving_out_a_fact_never_turns_an_answer_round(case: dict[str, Any]) -> None:
    document = {"position": case["position"], "action": case["action"]}
    turned = {LEGAL: ILLEGAL, ILLEGAL: LEGAL}.get(answer(document).outcome)
    for place in list_places(RULES, document):
        if place[-1] == "characters" and case["action"]["action"] in LISTS_AS_DEFAULTS:
            continue
        assert answer(without(document, place)).outcome != turned, (place, json.dumps(document))


@pytest.mark.full
@pytest.mark.shared
@pytest.mark.parametrize("case", cases_of("vs-classic"))
def test_each_uncertain_answer_asks_and_what_it_asks_settles_it(case: dict[str, Any]) -> None:
    document = {"position": case["position"], "action": case["action"]}
    for each in (document, *(without(document, place) for place in list_places(RULES, document))):
        found = answer(each)
        assert bool(found.asks) == (found.outcome == UNCERTAIN)
        settled = settle(RULES, each)
        assert settled.outcome != UNCERTAIN, (settled.asks, json.dumps(each))
