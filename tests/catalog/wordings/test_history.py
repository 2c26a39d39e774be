"""Which text counts on a day, and what the others are; the texts are our own."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.catalog.wordings.making import CLASSIC, SLUG, make_source, make_wording
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.selectors import (
    CURRENT,
    FUTURE,
    PAST,
    POSSIBLE,
    WordingHistory,
    build_history,
    list_wordings,
    list_wordings_in_force,
    map_texts_in_force,
)

pytestmark = pytest.mark.django_db
D = date.fromisoformat


def read(on: str, slug: str = SLUG) -> WordingHistory:
    card = Card.objects.get(game=CLASSIC, slug=slug)
    return build_history([*list_wordings([card.pk])], D(on))


def states(on: str) -> list[tuple[str, str]]:
    return [(each.wording.text, each.state) for each in read(on).revisions]


class TestTheTextThatCounts:
    def test_is_the_newest_whose_day_has_come(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001")
        make_wording("Skip.", "errata", "2006-05-01")
        assert states("2006-04-30") == [("Hop.", CURRENT), ("Skip.", FUTURE)]
        assert states("2006-05-01") == [("Hop.", PAST), ("Skip.", CURRENT)]

    def test_may_be_an_older_one_again_where_an_errata_was_taken_back(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2006-05-01")
        make_wording("Hop.", "errata", "2007-05-01", source="later")
        shown = read("2008-01-01").shown
        assert shown is not None
        assert (shown.wording.text, shown.wording.source.slug) == ("Hop.", "later")

    def test_of_one_day_is_the_one_of_higher_precedence(self) -> None:
        make_wording("Skip.", "errata", "2006-05-01")
        make_wording("Hop.", "reference", "2006-05-01", source="later")
        assert states("2006-05-01") == [("Hop.", PAST), ("Skip.", CURRENT)]

    def test_that_may_have_come_is_said_to_be_possible(self) -> None:
        make_wording("Hop.", "reference", "2004-02-01")
        make_wording("Skip.", "errata", "2006-05-01", "2006-05-31")
        assert states("2006-05-15") == [("Hop.", CURRENT), ("Skip.", POSSIBLE)]

    def test_is_none_before_all_of_them_and_the_oldest_is_shown(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        held = read("2003-01-01")
        assert held.current is None
        assert held.shown == held.revisions[0]

    def test_without_a_day_is_older_than_all_others(self) -> None:
        make_wording("Skip.", "reference", "2004-02-01", source="later")
        make_wording("Hop.", "reference")
        assert states("2003-01-01") == [("Hop.", CURRENT), ("Skip.", FUTURE)]

    def test_is_the_errata_that_came_out_before_the_set_was_released(self) -> None:
        make_wording("Hop.", "printed", "2008-06-27")
        make_wording("Skip.", "errata", "2008-06-10", source="faq")
        assert states("2008-07-01") == [("Hop.", PAST), ("Skip.", CURRENT)]
        assert read("2008-07-01").revisions[1].is_order_doubtful is False

    def test_is_the_errata_of_a_day_within_the_month_of_a_reprint(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001")
        make_wording("Skip.", "printed", "2008-06-01", "2008-06-30", printing_code="MUN-001")
        make_wording("Jump.", "errata", "2008-06-10", source="faq")
        held = read("2008-07-01")
        assert [each.wording.text for each in held.revisions] == ["Hop.", "Skip.", "Jump."]
        assert [each.is_order_doubtful for each in held.revisions] == [False, False, True]

    def test_is_a_reprint_of_later_than_the_errata(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001")
        make_wording("Skip.", "errata", "2006-05-01")
        make_wording("Jump.", "printed", "2008-06-27", printing_code="MUN-001")
        assert states("2008-07-01")[-1] == ("Jump.", CURRENT)

    @pytest.mark.parametrize("on", ["2003-12-31", "2004-02-01", "2008-06-09", "2008-06-10", "2008-06-28", "2008-07-01"])
    def test_is_told_by_the_database_as_it_is_here(self, on: str) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001")
        make_wording("Skip.", "printed", "2008-06-01", "2008-06-30", printing_code="MUN-001")
        make_wording("Jump.", "errata", "2008-06-10", source="faq")
        make_wording("Run.", "reference", source="undated")
        current = read(on).current
        assert [each.text for each in list_wordings_in_force(D(on))] == ([current.wording.text] if current else [])


class TestRevisions:
    def test_say_that_they_repeat_the_one_before(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001")
        make_wording("Hop.", "printed", "2006-02-01", printing_code="MUN-001")
        assert [each.repeats for each in read("2008-01-01").revisions] == [False, True]

    def test_have_a_name_each(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MOR-001")
        make_wording("Hop.", "printed", "2004-02-01", printing_code="MUN-001")
        make_wording("Skip.", "errata", "2006-05-01")
        held = read("2008-01-01")
        assert [each.key for each in held.revisions] == ["list.MOR-001", "list.MUN-001", "list.errata"]
        assert all(held.of_key(each.key) is each for each in held.revisions)
        assert held.of_key("list.printed") is None


class TestManyCards:
    def test_take_one_query(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2006-05-01", slug="bloodsport")
        slugs = [SLUG, "bloodsport", "hulk-gladiator"]
        with django_assert_num_queries(1):
            found = map_texts_in_force(CLASSIC, slugs, D("2006-05-01"))
        assert found == {SLUG: "Hop.", "bloodsport": "Skip."}

    def test_are_those_of_their_game(self) -> None:
        make_source("other", game="riftbound")
        make_wording("Hop.", "printed", "2004-02-01")
        assert map_texts_in_force("riftbound", [SLUG], D("2006-05-01")) == {}
