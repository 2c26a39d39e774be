"""Searching rules: the grammar of the card search, and what defines a term comes first."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from tests.catalog.rules.texts.editions import MARKED
from tests.catalog.rules.texts_made import NUMBERED, OWN, load, load_edition, make_document
from tests.catalog.wordings.making import make_ruling
from vsdb.catalog.cards.models import Keyword
from vsdb.catalog.cards.selectors import pin_data_versions
from vsdb.catalog.rules.models import Rule
from vsdb.search.rules import FIELDS, list_hits, search_rules

pytestmark = pytest.mark.django_db

GLOSSARY = """\
# Harbor Rules

## 1. Boats

### 100. General

- 100.1 An anchor holds a boat.

### 101. Anchors

- 101.1 Whoever drops an anchor stays.

### 102. Anchor

- 102.1 Iron.

- 102.1a Old iron.

- 102.10 Rust, of the anchors chain.

## Glossary

#### Anchor

Iron on a chain.

#### Anchor Chain

What an anchor hangs on.
"""


def found(text: str, document: str | None = OWN) -> list[str]:
    """The slugs of what a query finds, in order."""
    return [row.slug for row in search_rules(text, document=document).rows]


def said(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """The place of each note in the query and what is near."""
    answer = search_rules(text)
    return [(answer.query.text[note.span.start : note.span.end], note.suggestions) for note in answer.notes]


@pytest.fixture
def _glossary() -> None:
    make_document()
    load(GLOSSARY)


@pytest.fixture
def _numbered() -> None:
    make_document()
    load(NUMBERED)


@pytest.mark.usefixtures("_glossary")
class TestWhatIsKept:
    def test_costs_no_query_until_a_text_is_imported(
        self, settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        settings.KEPT_PAGES_MIB = 1
        with pin_data_versions():
            assert set(found("iron")) == {"102.1", "102.1a", "glossary-anchor"}
            with django_assert_num_queries(0):
                found("iron")
        load(GLOSSARY.replace("Iron.", "Copper."))
        with pin_data_versions():
            assert set(found("iron")) == {"102.1a", "glossary-anchor"}
            assert found("copper") == ["102.1"]


@pytest.mark.usefixtures("_glossary")
class TestRanks:
    def test_what_defines_a_term_comes_first_then_headings_then_texts(self) -> None:
        assert found("anchor") == [
            "102", "glossary-anchor", "101", "glossary-anchor-chain", "100.1", "101.1", "102.10",
        ]  # fmt: skip

    def test_a_phrase_stands_word_by_word(self) -> None:
        assert found('"anchor chain"') == ["glossary-anchor-chain"]
        assert found("chain anchor") == ["glossary-anchor-chain", "glossary-anchor", "102.10"]

    def test_a_rule_that_defines_a_keyword_comes_before_headings_that_name_it(self) -> None:
        Rule.objects.create(document_id=OWN, number="101.1", slug="101.1", heading="Staying", position=0)
        Keyword.objects.filter(game="vs-classic", slug="boost").update(citation_document=OWN, citation_rule="101.1")
        from vsdb.catalog.cards.models import Game

        Game.objects.filter(pk="vs-classic").update(words_version="another")
        assert found("boost")[0] == "101.1"
        assert found("kw:boost") == ["101.1"]
        assert found("kw:*") == ["101.1"]
        assert found("citedby:keyword") == ["101.1"]

    def test_our_heading_counts_as_a_heading(self) -> None:
        Rule.objects.create(
            document_id=OWN, number="102.1a", slug="102.1a", heading="Scrap Metal", summary="Melted down.", position=0
        )
        assert found("scrap metal") == ["102.1a"]
        assert found("melted") == ["102.1a"]

    def test_the_number_itself_comes_before_texts_that_name_it(self) -> None:
        load(GLOSSARY.replace("Iron on a chain.", "Iron. (See rule 102.1.)"))
        assert found("102.1")[:2] == ["102.1", "glossary-anchor"]


@pytest.mark.usefixtures("_glossary")
class TestNumbers:
    @pytest.mark.parametrize(
        ("query", "slugs"),
        [
            ("cr:102", ["102", "102.1", "102.1a", "102.10"]),
            ("cr:102.1", ["102.1", "102.1a"]),
            ("cr:102.1a", ["102.1a"]),
            ("cr:{100.1,101.1}", ["100.1", "101.1"]),
            ("cr:(100.1 or 101.1)", ["100.1", "101.1"]),
            ("rule:102.1A", ["102.1a"]),
            ("cr:102 -cr:102.1", ["102", "102.10"]),
            ("cr:102 rust", ["102.10"]),
            ('cr:"an anchor"', ["100.1", "101.1", "glossary-anchor-chain"]),
        ],
    )
    def test_a_rule_with_all_below_it(self, query: str, slugs: list[str]) -> None:
        assert found(query) == slugs

    def test_a_number_that_no_rule_has_is_noted_with_the_nearest(self) -> None:
        assert found("cr:102.7") == []
        ((place, near),) = said("cr:102.77")
        assert place == "cr:102.77"
        assert near

    def test_examples_stand_below_their_rule(self) -> None:
        load(NUMBERED)
        assert found("cr:100.1a") == ["100.1a", "100.1a-example-1"]
        assert found("cr:100.1a -is:example") == ["100.1a"]
        (hit,) = list_hits(search_rules("wet harbor is:example", document=OWN))
        assert (hit.under, hit.above, hit.number) == ("100.1a", "General", "")

    def test_a_misread_number_is_found_by_both(self) -> None:
        load(MARKED)
        assert found("cr:101.2l") == found("cr:101.21") == ["101.21"]
        assert found("101.2l")[0] == found("101.21")[0] == "101.21"


class TestEditions:
    @pytest.fixture(autouse=True)
    def _editions(self) -> None:
        plain = NUMBERED.replace("Last updated May 1, 2001", "")
        load_edition("cr-2007-02-05", plain)
        load_edition(
            "cr-2.7", plain.replace("white", "red").replace("101.3. Sails", "101.3. All sails") + "\n101.5. New.\n"
        )

    def documents(self, query: str) -> set[str]:
        """The documents in which a query finds something."""
        return {row.document for row in search_rules(query).rows}

    @pytest.mark.parametrize(
        ("edition", "documents"),
        [
            ("2.7", {"cr-2.7"}),
            ("cr-2.7", {"cr-2.7"}),
            ("2007-04", {"cr-2007-02-05"}),
            ("2007-02-05", {"cr-2007-02-05"}),
            ("2005", {"cr-2007-02-05"}),
            ("2008-12-22", {"cr-2.7"}),
            ("2008-12", {"cr-2007-02-05", "cr-2.7"}),
            ("2020", {"cr-2.7"}),
        ],
    )
    def test_by_name_or_by_the_day_it_was_in_force(self, edition: str, documents: set[str]) -> None:
        assert self.documents(f"edition:{edition} sails") == documents

    def test_the_newest_edition_comes_first(self) -> None:
        assert [row.document for row in search_rules("cr:101.2").rows] == ["cr-2.7", "cr-2007-02-05"]

    def test_what_changed_in_an_edition_of_a_period(self) -> None:
        changed = [row.name for row in search_rules("changed:2008").rows]
        assert changed == [("cr-2.7", "101.1"), ("cr-2.7", "101.3")]
        assert not search_rules("changed:2007").rows
        assert [row.name for row in search_rules("changed:2006..2008-12 red").rows] == changed[:1]
        assert [row.name for row in search_rules("changed>=2008-12-22").rows] == changed
        assert not search_rules("changed>2008-12-22").rows

    def test_only_as_far_as_the_older_edition_goes(self) -> None:
        assert ("cr-2.7", "101.5") not in [row.name for row in search_rules("changed:2008").rows]

    def test_an_edition_that_there_is_not_is_noted(self) -> None:
        ((place, near),) = said("edition:cr-2.8 sails")
        assert place == "edition:cr-2.8"
        assert "cr-2.7" in near
        assert self.documents("edition:cr-2.8") == set()


@pytest.mark.usefixtures("_numbered")
class TestCitations:
    def test_what_refers_to_a_rule_and_what_a_rule_refers_to(self) -> None:
        assert found("cites:100.1a") == ["101.3"]
        assert found("citedby:101.3") == ["100.1a"]
        assert found("cites:101.2") == ["100.2"]
        assert found("citedby:100.2") == ["101.1", "101.2", "101.3", "101.4"]
        assert found("citedby:rule") == ["100.1a", "101.1", "101.2", "101.3", "101.4"]
        assert found("cites:*") == ["100.2", "101.3"]

    def test_a_line_of_the_contents_is_no_reference(self) -> None:
        load(MARKED)
        assert "101" not in found("citedby:rule")
        assert found("cites:101") == []

    def test_what_rulings_cite(self) -> None:
        make_ruling("Yes.", rules=[("", "101.2"), (OWN, "100.2")])
        assert found("citedby:ruling") == ["100.2"]
        assert found("citedby:ruling", "cr-2.7") == ["101.2"]

    def test_what_checks_of_decks_rest_on(self) -> None:
        rules = found("citedby:check", "cr-2.7")
        assert "101.1" in rules
        assert found("citedby:check") == []

    def test_what_defines_a_keyword_that_stands_on_cards(self) -> None:
        assert "706.2" in found("citedby:card", "cr-2.7")
        assert found("citedby:card") == []


class TestWithoutText:
    def test_our_headings_and_summaries_are_searched(self) -> None:
        rule = Rule.objects.get(document="cr-2.7", number="101.2")
        answer = search_rules(f'"{rule.heading}"')
        assert answer.rows[0].name == ("cr-2.7", "101.2")
        assert "cr-2.7" in answer.summarized
        hit = list_hits(answer, 0, 1)[0]
        assert (hit.number, hit.heading, hit.kind, hit.text) == ("101.2", rule.heading, "summary", "")
        assert rule.summary.startswith(hit.excerpt.removesuffix(" …"))

    def test_every_rule_is_found_once_by_an_empty_query(self) -> None:
        assert search_rules("").total == Rule.objects.count()
        assert search_rules("", game="vs-2pcg").total == Rule.objects.filter(document__game="vs-2pcg").count()

    def test_game_and_kind(self) -> None:
        assert {row.game for row in search_rules("game:2pcg").rows} == {"vs-2pcg"}
        assert search_rules("is:summary").total == Rule.objects.count()


class TestNotes:
    @pytest.mark.parametrize(
        ("query", "place"),
        [
            ("foo:1 deck", "foo"),
            ("deck cr:", "cr:"),
            ("deck cr<3", "cr<3"),
            ("is:nonsense deck", "is:nonsense"),
            ("game:chess deck", "game:chess"),
            ("citedby:nobody deck", "citedby:nobody"),
            ("changed:yesterday deck", "changed:yesterday"),
            ("kw:nosuch deck", "kw:nosuch"),
            ("/(/ deck", "/(/"),
            ('deck "four', '"'),
            ("deck cr:/a/", "/a/"),
            ("(deck", "("),
            ("changed:2008 deck", "changed:2008"),
        ],
    )
    def test_what_is_not_understood_is_said_with_its_place(self, query: str, place: str) -> None:
        assert place in [where for where, _ in said(query)]

    def test_names_are_no_part_of_it(self) -> None:
        (note,) = search_rules('!""').notes
        assert note.message == "The quotes contain no word."
        assert [row.name for row in search_rules("!deck").rows] == [row.name for row in search_rules("deck").rows]

    def test_the_rest_still_runs(self) -> None:
        assert (
            [row.name for row in search_rules("is:nope deck size").rows]
            == [row.name for row in search_rules("deck size").rows]
            != []
        )

    def test_an_unknown_field_finds_nothing_and_is_said_first(self) -> None:
        found = search_rules("is:nope deck size foo:1")
        assert found.rows == ()
        assert (found.notes[0].message, found.notes[0].without) == (
            "There is no field “foo” for rules, so no rule matches it.",
            "is:nope deck size",
        )
        assert search_rules("deck size -foo:1").rows == search_rules("deck size").rows
        for value in ("/deck/", "{a,b}", "(deck)", '"deck"'):
            assert search_rules(f"foo:{value}").rows == ()

    @pytest.mark.parametrize("query", ["foo:1", "edition:nope", "/(/", "()", "cr:"])
    def test_a_query_of_which_nothing_is_understood_finds_nothing(self, query: str) -> None:
        assert search_rules(query).total == 0

    def test_patterns_are_sought_in_the_text_as_it_stands(self) -> None:
        make_document()
        load(NUMBERED)
        assert found(r"/\(see rules? \d+\.9/") == ["100.1"]

    def test_every_example_of_every_field_is_understood(self) -> None:
        load_edition("cr-2007-02-05", NUMBERED.replace("Last updated May 1, 2001", ""))
        load_edition("cr-2.7", NUMBERED.replace("Last updated May 1, 2001", ""))
        make_document("own-505", date(2001, 5, 1))
        load(NUMBERED.replace("100", "505") + "\n101.2a. Small sails too.\n", "own-505")
        notes = {each: said(each) for known in FIELDS for each in known.examples if not each.startswith("kw:b")}
        assert {query: note for query, note in notes.items() if note} == {}


class TestQueries:
    def test_a_search_and_its_page_cost_at_most_four_queries_however_many_there_are(
        self,
        django_assert_num_queries: DjangoAssertNumQueries,
        django_assert_max_num_queries: DjangoAssertNumQueries,
    ) -> None:
        make_document()
        load(NUMBERED)
        search_rules("deck")
        for query, stop in (("boats", 1), ("boats sails", 50), ("", 200), ("cr:101 changed:2008", 20)):
            with django_assert_num_queries(2):
                answer = search_rules(query)
            with django_assert_max_num_queries(4 if answer.total else 2):
                list_hits(answer, 0, stop)

    def test_a_text_that_changed_is_searched_at_once(self) -> None:
        make_document()
        load(NUMBERED)
        assert found("purple") == []
        load(NUMBERED.replace("white", "purple"))
        assert found("purple") == ["101.1"]
        load(NUMBERED)
        assert found("purple") == []
