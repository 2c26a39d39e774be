"""Which of a card's texts is older: reckoned from the texts of one card as the database orders them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.catalog.wordings.making import make_source, make_wording
from vsdb.catalog.wordings.models import AGE_COLUMNS, Aged, Wording, order_by_age, order_newest_first, sort_by_age

days = st.sampled_from(
    [(), ("2004-05-01",), ("2005-02-01", "2005-02-28"), ("2005-02-10",), ("2006-01-01",), ("2004-05-01", "2006-01-01")]
)
sources = st.sampled_from(
    [("list",), ("a-list", "2004-05-01"), ("a", "2005-02-01"), ("b-2", "2005-02-01", "2005-02-28")]
)
texts = st.lists(st.tuples(st.sampled_from(["printed", "reference", "errata", "former"]), days, sources), max_size=7)


@pytest.mark.django_db
class TestSortedByAge(TestCase):
    @given(texts)
    @settings(max_examples=60, deadline=None)
    def test_is_the_order_of_the_database(self, texts: list[tuple[str, tuple[str, ...], tuple[str, ...]]]) -> None:
        for number, (kind, of_text, source) in enumerate(texts):
            made = make_source(*source)
            make_wording("It squeaks.", kind, *of_text, source=made.slug, printing_code=f"MOR-{number:03}")
        found = Wording.objects.order_by("?").values_list(*AGE_COLUMNS)
        by_age = [text.pk for text in sort_by_age(Aged(None, *values) for values in found)]
        assert by_age == list(Wording.objects.order_by(*order_by_age()).values_list("pk", flat=True))
        assert by_age[::-1] == list(Wording.objects.order_by(*order_newest_first()).values_list("pk", flat=True))
