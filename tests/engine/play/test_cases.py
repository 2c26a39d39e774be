"""The cases of play: outcome, codes, questions, citations and results are the right ones."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.cases import answer_to, cases_of, differences


@pytest.mark.shared
@pytest.mark.parametrize("case", cases_of("vs-classic"))
def test_classic(case: dict[str, Any]) -> None:
    assert differences(answer_to(case), case) == {}


@pytest.mark.shared
@pytest.mark.parametrize("case", cases_of("vs-2pcg"))
def test_2pcg(case: dict[str, Any]) -> None:
    assert differences(answer_to(case), case) == {}


@pytest.mark.shared
@pytest.mark.parametrize("case", cases_of("riftbound"))
def test_riftbound(case: dict[str, Any]) -> None:
    assert differences(answer_to(case), case) == {}
