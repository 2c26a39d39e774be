"""Rulings with what they lead to, and with what has changed since; the rulings are our own."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.catalog.wordings.making import SLUG, make_ruling, make_wording
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.wordings.models import Ruling
from vsdb.catalog.wordings.rulings import NewerWording, ShownRuling, show_rulings

pytestmark = pytest.mark.django_db
D = date.fromisoformat
TODAY = D("2026-05-01")
OLD, NEW = "cr-2007-02-05", "cr-2.7"


def show(*rulings: Ruling, on: date = TODAY) -> list[ShownRuling]:
    return show_rulings(rulings, on)


class TestTheRuleItCites:
    """cr-2007-02-05 and cr-2.7 are the editions that are held; some of their rules differ, some don't."""

    def changed_in(self, number: str, *days: str, document: str = "", on: date = TODAY) -> list[str]:
        [ruling] = show(make_ruling("Yes.", *days, rules=[(document, number)]), on=on)
        [rule] = ruling.rules
        return [rule.document, rule.changed_in]

    @pytest.fixture(autouse=True)
    def rules(self) -> None:
        Rule.objects.filter(document=NEW, number="100.3").update(summary="Says something else.")
        same = Rule.objects.get(document=OLD, number="101.1")
        Rule.objects.filter(document=NEW, number="101.1").update(summary=same.summary, heading=same.heading)

    def test_has_changed_where_a_newer_edition_says_otherwise(self) -> None:
        assert self.changed_in("100.3", "2007-03-01") == [OLD, "Vs. System TCG Comprehensive Rules 2.7"]

    def test_is_the_one_of_the_document_that_is_named(self) -> None:
        assert self.changed_in("100.3", document=OLD) == [OLD, "Vs. System TCG Comprehensive Rules 2.7"]
        assert self.changed_in("100.3", "2007-03-01", document=NEW) == [NEW, ""]

    def test_has_not_changed_where_it_says_the_same(self) -> None:
        assert self.changed_in("101.1", "2007-03-01") == [OLD, ""]

    def test_has_not_changed_before_the_newer_edition(self) -> None:
        assert self.changed_in("100.3", "2007-03-01", on=D("2008-12-21")) == [OLD, ""]

    def test_has_not_changed_since_a_ruling_of_the_newer_edition(self) -> None:
        assert self.changed_in("100.3", "2008-12-22") == [NEW, ""]

    @pytest.mark.parametrize("days", [("2006-01-01",), (), ("2008-12-01", "2008-12-31")])
    def test_is_not_compared_where_its_edition_is_not_known(self, days: tuple[str, ...]) -> None:
        assert self.changed_in("100.3", *days)[1] == ""

    def test_is_not_compared_where_the_newer_edition_is_not_held_with_it(self) -> None:
        Rule.objects.filter(document=NEW, number="100.3").delete()
        assert self.changed_in("100.3", "2007-03-01") == [OLD, ""]

    def test_is_named_where_no_document_has_it(self) -> None:
        [ruling] = show(make_ruling("Yes.", rules=[("", "999.9")]))
        assert [(rule.number, rule.url) for rule in ruling.rules] == [("999.9", "")]

    def test_leads_to_its_page(self) -> None:
        [ruling] = show(make_ruling("Yes.", "2007-03-01", rules=[("", "100.3")]))
        assert (ruling.rules[0].url, ruling.rules[0].changed_url) == (f"/rules/{OLD}/100.3/", f"/rules/{NEW}/100.3/")


class TestTheWordingItIsAbout:
    def newer(self, *days: str, on: date = TODAY) -> list[tuple[str, bool]]:
        [ruling] = show(make_ruling("Yes.", *days, about=[SLUG]), on=on)
        return [(each.kind, each.is_certain) for each in ruling.newer]

    def test_is_newer_where_an_errata_came_since(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2006-05-01")
        assert self.newer("2005-01-01") == [("errata", True)]
        assert self.newer("2006-05-01") == []
        assert self.newer("2005-01-01", on=D("2006-04-30")) == []

    def test_is_not_newer_where_it_says_the_same(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Hop.", "errata", "2006-05-01")
        assert self.newer("2005-01-01") == []

    def test_may_be_newer_where_the_days_overlap(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2006-05-01", "2006-05-31")
        assert self.newer("2006-05-15") == [("errata", False)]

    def test_is_not_newer_where_the_card_was_first_printed_after_the_ruling(self) -> None:
        make_wording("Hop.", "printed", "2008-06-27")
        assert self.newer("2008-06-10") == []

    def test_is_not_compared_with_a_ruling_without_a_day(self) -> None:
        make_wording("Skip.", "errata", "2006-05-01")
        assert self.newer() == []

    def test_of_a_card_that_is_only_mentioned_does_not_matter(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2006-05-01")
        [ruling] = show(make_ruling("Yes.", "2005-01-01", mentions=[SLUG]))
        assert ruling.newer == ()

    def test_is_told_with_its_card_and_day(self) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2006-05-01")
        [ruling] = show(make_ruling("Yes.", "2005-01-01", about=[SLUG]))
        [newer] = ruling.newer
        assert isinstance(newer, NewerWording)
        assert newer.card.slug == SLUG
        assert newer.since is not None
        assert newer.since.earliest == D("2006-05-01")


class TestLinks:
    def test_are_the_cards_keywords_and_sets(self) -> None:
        made = make_ruling("Yes.", about=[SLUG], mentions=["bloodsport"], keywords=["Boost"], sets=["MUN"])
        [ruling] = show(made)
        assert [card.slug for card in ruling.about] == [SLUG]
        assert [card.slug for card in ruling.mentions] == ["bloodsport"]
        assert [keyword.url for keyword in ruling.keywords] == ["/keywords/vs-classic/boost/"]
        assert [each.code for each in ruling.sets] == ["MUN"]

    @pytest.mark.parametrize("count", [1, 20])
    def test_cost_the_same_few_queries_for_any_number(
        self, count: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        for _ in range(count):
            make_ruling(
                "Boost.", "2005-01-01", about=[SLUG], mentions=["bloodsport"], rules=[("", "100.3")], sets=["MUN"]
            )
        held = [*Ruling.objects.select_related("source")]
        # Links to cards, the cards, rules cited, keywords, sets; the game's keywords; the rules; the cards' wordings.
        with django_assert_num_queries(8):
            assert len(show_rulings(held, TODAY)) == count

    def test_cost_no_query_where_there_is_no_ruling(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        with django_assert_num_queries(0):
            assert show_rulings([], TODAY) == []
