"""Files on Riftbound imported in any order: the same texts in the same order. Every sentence is our own."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.exchange.riftbound_files import article, entry, erratum, gallery, gallery_card, overlay, run
from vsdb.catalog.wordings.models import AGE_COLUMNS, Aged, Source, Wording, sort_by_age
from vsdb.catalog.wordings.selectors import build_history, get_imports_version, list_wordings, list_wordings_in_force

NAME = "Blazing Scorcher"
TODAY = date(2026, 12, 1)


def notice(number: int, day: str, new: str, old: str) -> list[dict[str, Any]]:
    """An article with one erratum."""
    return [article(erratum(NAME, new, old), id=f"notice-{number}", title=f"Notice {number}", publishedAt=day)]


FILES = (
    (notice(1, "2026-05-01", "Zyxrun.", "Zyxhop."), "errata-article"),
    (notice(2, "2025-10-28", "Zyxhop.", "Zyxsit."), "errata-article"),
    (notice(3, "2026-05-01", "Zyxrun far.", "Zyxhop once."), "errata-article"),
    (gallery(gallery_card(abilityText="Zyxhop.")), "gallery"),
    (overlay(entry(NAME, "OGN-001"), day="2026-07-24"), "errata-overlay"),
    (overlay(entry(NAME, document="other"), day="2026-05-02"), "errata-overlay"),
)
FILES[-1][0]["documents"][0]["slug"] = "other"  # type: ignore[index]


def state() -> tuple[object, ...]:
    """What is held of the card: its history, what counts, and the fingerprint of what was imported."""
    held = [*list_wordings([Wording.objects.values_list("card", flat=True)[0]])]
    history = [(each.key, each.before, each.state) for each in build_history(held, TODAY).revisions]
    by_age = sort_by_age(Aged(None, *row) for row in Wording.objects.values_list(*AGE_COLUMNS))
    assert [each.pk for each in by_age] == [each.pk for each in held]
    counting = [each.key for each in list_wordings_in_force(TODAY).select_related("source")]
    sources = sorted(Source.objects.values_list("slug", flat=True))
    return history, counting, sources, get_imports_version("riftbound")


@cache
def in_order() -> list[tuple[object, ...]]:
    """What the first order gave; the others are held against it."""
    return []


@pytest.mark.django_db
class TestOrder(TestCase):
    @given(st.permutations(FILES))
    @settings(max_examples=24, deadline=None)
    def test_of_the_imports_changes_nothing(self, files: list[tuple[Any, str]]) -> None:
        for content, source in files:
            run(content, source)
        in_order().append(state())
        assert in_order()[-1] == in_order()[0]
        for content, source in files:
            assert not run(content, source).has_changed


@pytest.mark.django_db
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_former_texts_stand_in_the_order_of_their_notices(order: tuple[int, int]) -> None:
    for number in order:
        run(*FILES[number])
    held = list_wordings([Wording.objects.values_list("card", flat=True)[0]])
    assert [(each.kind, each.text) for each in held] == [
        ("former", "Zyxsit."),
        ("former", "Zyxhop."),
        ("errata", "Zyxhop."),
        ("errata", "Zyxrun."),
    ]
