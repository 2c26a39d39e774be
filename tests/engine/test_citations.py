"""Which codes rest on a rule, over all tables and what 2PCG's data cites."""

from __future__ import annotations

import pytest

from engine.model.verdicts import Citation
from engine.rules.citations import index_codes_by_citation

PILE = ("pile-missing", "pile-size", "pile-card", "pile-unexpected")


@pytest.mark.parametrize(
    ("document", "rule", "codes"),
    [
        ("cr-2.7", "101.2", ("copy-limit",)),
        ("pcg-5.0", "Keyword Glossary", ("team-required", "omega-level", "card-type")),
        (
            "pcg-5.0",
            "Ability Glossary: Absorption History",
            ("pile-missing", "pile-size", "pile-card", "pile-unexpected"),
        ),
        ("pcg-updates", "August 2021", ("pile-size",)),
    ],
)
def test_a_rule_has_the_codes_of_the_checks_that_rest_on_it(document: str, rule: str, codes: tuple[str, ...]) -> None:
    assert index_codes_by_citation()[Citation(document, rule)] == codes
