"""Formats of a game that brings only what a game needs."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from engine.model.catalog import Catalog
from engine.model.reference import Reference
from tests.engine.house_game import HOUSE, house
from vsdb.custom_formats.definitions import build_rules_only_definition
from vsdb.custom_formats.forms import DraftForm, parse_draft

__all__ = ["house"]
pytestmark = pytest.mark.usefixtures("house")


def test_its_rules_ask_nothing_of_figures() -> None:
    assert build_rules_only_definition(HOUSE)["construction"] == {}


def test_its_form_asks_for_size_and_copies_alone() -> None:
    reference = Reference(HOUSE, "1", Catalog(HOUSE, (), {}), {}, {})
    draft = parse_draft(QueryDict("pool=all&fig-deck_min=20&universe=one"), {}, reference)
    form = DraftForm(draft, reference)
    assert (draft["construction"], draft["universe"], form.universe, form.always) == ({"deck_min": 20}, None, None, [])
    assert [field.name for field in form.figures] == ["fig-deck_min", "fig-deck_max", "fig-copies"]
