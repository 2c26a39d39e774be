"""The order of an answer, once each or by printing, codes and joined words; and what a query costs."""

from __future__ import annotations

import random
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from tests.search.asking import TODAY, ask, slugs, titles
from tests.sizes import size
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.faces import build_face
from vsdb.catalog.cards.models import Card, Printing
from vsdb.search.columns import group_faces
from vsdb.search.language.fields import FIELDS
from vsdb.search.services import FoundCards, list_facets, load_cards, search_cards

pytestmark = pytest.mark.django_db

#: Processor seconds that tell a stalled query from a slow tracer; how fast queries are is measured in benchmarks/.
STALL = 10


class TestOrder:
    def test_the_name_itself_comes_first_then_names_that_begin_so_then_those_that_hold_it(self) -> None:
        names = [card.split(",")[0].split(" <>")[0].strip("*") for card in titles("hulk")]
        ranks = [
            0 if name == "Hulk" else 1 if name.startswith("Hulk") else 2 if "Hulk" in name else 3 for name in names
        ]
        assert ranks == sorted(ranks)
        assert {0, 1, 2} <= set(ranks)

    def test_cards_that_are_alike_in_that_stand_by_name(self) -> None:
        found = titles("t:legend")
        assert found == sorted(found, key=str.casefold)

    @pytest.mark.parametrize(
        ("query", "column"), [("t:unit sort:might", "might"), ("t:mc sort:atk", "atk"), ("sort:level", "level")]
    )
    def test_by_a_figure_puts_what_is_not_recorded_last_in_both_directions(self, query: str, column: str) -> None:
        for text, turned in ((query, False), (query.replace("sort:", "-sort:"), True)):
            found = ask(text)
            held = dict(Card.objects.filter(pk__among=found.ids).values_list("pk", column))
            figures = [held[pk] for pk in found.ids]
            known = [figure for figure in figures if figure is not None]
            assert figures == [*sorted(known, reverse=turned), *[None] * (len(figures) - len(known))]

    @pytest.mark.parametrize("key", [choice.name for one in FIELDS if one.name == "sort" for choice in one.choices])
    def test_every_key_keeps_all_cards(self, key: str) -> None:
        everything = set(ask("").ids)
        assert set(ask(f"sort:{key}").ids) == everything
        assert set(ask(f"-sort:{key},name").ids) == everything

    @pytest.mark.parametrize("key", [choice.name for one in FIELDS if one.name == "group" for choice in one.choices])
    def test_a_group_stands_together(self, key: str) -> None:
        found = ask(f"group:{key} sort:name")
        assert set(found.ids) == set(ask("").ids)
        headings = [said for said, _ in group_faces(map(build_face, load_cards(found.ids)), key, {})]
        assert len(headings) == len(set(headings)) > 1

    def test_a_set_s_cards_stand_by_their_numbers(self) -> None:
        found = ask("s:AFF sort:set", VS_2PCG)
        by_pk = {
            card.pk: card for card in Card.objects.filter(pk__in=found.ids).prefetch_related("printings__card_set")
        }
        first = [by_pk[pk].printings.all()[0] for pk in found.ids]
        places = [(each.card_set.position, each.number) for each in first]
        assert places == sorted(places)

    def test_rarities_stand_from_the_most_frequent_on(self) -> None:
        order = ["Common", "Uncommon", "Rare", "Epic", "Showcase"]
        catalog = selectors.get_reference(RIFTBOUND).catalog
        found = ask("s:OGN sort:rarity", RIFTBOUND)
        held = dict(Card.objects.filter(pk__among=found.ids).values_list("pk", "slug"))
        cards = [catalog.by_slug[held[pk]] for pk in found.ids]
        ranks = [order.index(card.rarity or card.printings[0].rarity or "") for card in cards]
        assert ranks == sorted(ranks)


class TestOnceEach:
    def test_of_a_name_the_first_stands_for_all(self) -> None:
        every = ask('!"Dr. Doom"', VS_CLASSIC)
        assert every.total == 7
        assert ask('!"Dr. Doom" unique:name', VS_CLASSIC).ids == every.ids[:1]

    def test_of_an_identity_the_first_stands_for_all(self) -> None:
        """Three cards of the identity OMAC Robot under other names, and one under its own."""
        assert ask('id:"OMAC Robot"', VS_CLASSIC).total == 4
        assert ask('id:"OMAC Robot" unique:identity', VS_CLASSIC).total == 1


class TestEachPrinting:
    def test_of_every_card_found_is_a_row(self) -> None:
        found = ask("t:rune unique:prints")
        printings = Printing.objects.filter(card__in=ask("t:rune").ids)
        assert sorted(pk for pk in found.printings if pk) == sorted(printings.values_list("pk", flat=True))
        assert found.total == len(found.ids) == len(found.printings) == printings.count() > found.card_count == 6
        assert found.notes == ()

    def test_stands_beside_its_card(self) -> None:
        found = ask("t:rune unique:prints")
        held = dict(Printing.objects.values_list("pk", "card"))
        assert tuple(held[pk] for pk in found.printings if pk) == found.ids

    def test_a_card_without_a_recorded_one_keeps_its_row(self) -> None:
        found = ask("s:none unique:prints")
        assert found.total == ask("s:none").total > 0
        assert set(found.printings) == {None}

    def test_is_all_that_its_card_is_given_with(self) -> None:
        found = ask("t:rune unique:prints sort:set")
        codes = [[each.code for each in card.printings] for card in load_cards(found.ids, found.printings)]
        recorded = {
            f"{code}-{number}"
            for code, number in Printing.objects.filter(card__in=found.ids).values_list("card_set__code", "number")
        }
        assert {code for (code,) in codes} == recorded

    def test_stands_by_its_own_set_and_number(self) -> None:
        found = ask("t:rune unique:prints sort:set", RIFTBOUND)
        held = {each.pk: each for each in Printing.objects.select_related("card_set")}
        places = [(held[pk].card_set.position, held[pk].number) for pk in found.printings if pk]
        assert places == sorted(places)
        assert len({place for place, _ in places}) > 1

    def test_stands_by_the_day_of_its_own_set(self) -> None:
        found = ask("t:rune unique:prints -sort:date", RIFTBOUND)
        held = dict(Printing.objects.values_list("pk", "card_set__released_earliest"))
        days = [held[pk] for pk in found.printings if pk]
        assert days == sorted(days, reverse=True)
        assert len(set(days)) > 1

    def test_stands_under_the_heading_of_its_own_set(self) -> None:
        found = ask("t:rune unique:prints group:set", RIFTBOUND)
        headings = [said for said, _ in group_faces(map(build_face, load_cards(found.ids, found.printings)), "set", {})]
        assert len(headings) == len(set(headings)) > 1

    def test_costs_as_many_queries_for_few_as_for_all(self) -> None:
        def show(query: str) -> FoundCards:
            found = ask(query, RIFTBOUND)
            load_cards(found.ids[:100], found.printings[:100])
            return found

        costs = []
        for query in ("t:rune unique:prints", "-t:rune unique:prints"):
            show(query)  # what a process reads once
            with CaptureQueriesContext(connection) as queries:
                found = show(query)
            costs.append(len(queries))
        assert found.total > 500
        assert costs[0] == costs[1]


class TestCodes:
    @pytest.mark.parametrize("code", ["OGN-027", "ogn-27", "OGN-027/298", "Ogn-0027"])
    def test_find_their_card_however_they_are_written(self, code: str) -> None:
        (card,) = selectors.get_reference(RIFTBOUND).catalog.by_printing("OGN-027")
        assert slugs(code) == {(RIFTBOUND, card.slug)}

    def test_of_a_rarity_s_letter_find_it_too(self) -> None:
        (card,) = selectors.get_reference(VS_CLASSIC).catalog.by_printing("MOR-202")
        assert slugs("mor-202c") == {(VS_CLASSIC, card.slug)}

    def test_are_asked_in_negation_and_in_or(self) -> None:
        (card,) = selectors.get_reference(RIFTBOUND).catalog.by_printing("OGN-027")
        found = {(RIFTBOUND, card.slug)}
        assert slugs("ogn-27 or hulk") == slugs("hulk") | found
        assert slugs("-ogn-27", RIFTBOUND) == slugs("", RIFTBOUND) - found

    def test_put_their_card_first_but_not_negated(self) -> None:
        cards = selectors.get_reference(RIFTBOUND).catalog.cards
        last = max((card for card in cards if card.printings), key=lambda card: card.name)
        code = last.printings[0].code
        assert titles(f"annie or {code}", RIFTBOUND)[0] == last.title
        assert titles(f"annie or -{code}", RIFTBOUND)[0] != last.title

    def test_in_quotes_are_words(self) -> None:
        assert slugs('"OGN-027"') == set()

    def test_of_no_recorded_card_are_told_so(self) -> None:
        found = ask("MOR-053")
        assert found.total == 0
        assert [each.message for each in found.remarks] == [
            "no card is recorded with the number MOR-053 in Marvel Origins"
        ]


class TestWordsJoinedAndParted:
    @pytest.mark.parametrize(
        ("query", "name"),
        [
            *((query, "Spider-Man") for query in ("spiderman", "spider man", "spider-man", "SPIDERMAN", "spiderm")),
            *((query, "Spider-Man") for query in ("n:spiderman", "n:spider-man", 'n:"spider man"')),
            *((query, "X-Men Assemble!") for query in ("xmen", "x men", "x-men", "n:xmen")),
            *((query, "Batman") for query in ("batman", "bat man", "bat-man", "n:bat-man", 'n:"bat man"')),
        ],
    )
    def test_find_the_name(self, query: str, name: str) -> None:
        assert set(Card.objects.filter(name=name).values_list("game", "slug")) <= slugs(query)

    @pytest.mark.parametrize("query", ["drdoom", "n:drdoom", "greengoblin"])
    def test_of_several_words_of_a_name_are_none(self, query: str) -> None:
        assert slugs(query) == set()

    @pytest.mark.parametrize("query", ["spiderman", "bat man"])
    def test_are_left_out_by_negation(self, query: str) -> None:
        assert slugs(f"-({query})") == slugs("") - slugs(query)

    def test_stand_before_what_only_speaks_of_it(self) -> None:
        assert titles("spiderman sort:relevance")[0] == "Spider-Man"

    def test_stand_beside_other_terms(self) -> None:
        assert slugs("bat man t:character") == slugs("n:batman t:character")
        assert slugs("t:character bat man t:character") == slugs("n:batman t:character")


class TestDays:
    def test_are_said_in_words(self) -> None:
        remark = ask("legal:incursion@2023-05-01", VS_2PCG).remarks[0].message
        assert " on 1 May 2023; " in remark

    def test_of_a_month_are_said_in_words(self) -> None:
        (note,) = ask("legal:incursion@2023-05", VS_2PCG).notes
        assert "31 May 2023" in note.message


class TestNames:
    def test_stand_by_their_words_whatever_signs_they_begin_with(self) -> None:
        found = titles("sort:name", VS_2PCG)
        assert found[0][0].isalnum()
        places = [place for place, title in enumerate(found) if title.strip("*") == "Spider-Man"]
        assert places == list(range(places[0], places[0] + len(places)))
        assert found[places[0]] == "Spider-Man"
        assert found[places[-1]].startswith("*")


class TestWithin:
    def test_other_cards_are_left_out(self) -> None:
        within = Card.objects.filter(type="Legend")
        found = search_cards("jinx", today=TODAY, within=within)
        assert set(found.ids) == set(ask("jinx t:legend").ids)


class TestStrict:
    def test_a_query_with_a_mistake_finds_nothing_and_costs_no_query_for_the_list(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        text = "team:avengrs"
        every = search_cards(text)
        assert every.total == Card.objects.count()
        with CaptureQueriesContext(connection) as whole:
            search_cards(text)
        with django_assert_num_queries(len(whole) - 1):
            strict = search_cards(text, is_strict=True)
        assert (strict.ids, strict.notes) == ((), every.notes)

    def test_any_other_query_finds_the_same(self) -> None:
        assert search_cards("avengers cost=3", is_strict=True) == search_cards("avengers cost=3")


class TestCost:
    def test_a_query_costs_as_few_queries_for_many_cards_as_for_few(self) -> None:
        costs = {}
        for query in (example for one in FIELDS for example in one.examples):
            ask(query)
            with CaptureQueriesContext(connection) as queries:
                ask(query)
            costs[query] = len(queries)
        assert {query: cost for query, cost in costs.items() if cost > 7} == {}

    def test_facets_cost_a_query_each(self, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        for query in ("jinx", ""):
            found = ask(query)
            list_facets(found)
            with django_assert_max_num_queries(15):
                list_facets(found)


class TestHostileQueries:
    @pytest.mark.law
    def test_never_fail_and_never_stall(self) -> None:
        """Terms of every field with values of others, signs and floods, put together at random."""
        chance = random.Random(20061120)  # noqa: S311
        fields = [key for one in FIELDS for key in one.keys] + ["", "!", "nope"]
        operators = [":", "=", "!=", "<", "<=", ">", ">="]
        values = [
            *(example.split(":")[-1] for one in FIELDS for example in one.examples),
            "*", "none", "unknown", "even", "9" * 30, "-9" * 9, "x" * 200, '"', '"a b"', "{a,b}", "{}", "/(/", "/a*/",
            "/(a+)+$/", "%", "_", "\\", "'; drop table cards_card; --", "é", "\u202e", "𝒳", "0..9", "9..0", "a" * 70,
            "atk+def*9999999999", "2006-13-45", "0000", "9999-12-31", "@", "silver@2006-05-01", "standard@s:OGN", "~",
        ]  # fmt: skip
        for _ in range(size(400, short=100)):
            terms = [
                "".join((chance.choice(["", "-", "("]), chance.choice(fields), chance.choice(operators), value))
                for value in chance.choices(values, k=chance.randint(1, 12))
            ]
            text = chance.choice([" ", " or ", ") "]).join(terms)
            begun = time.process_time()
            list_facets(ask(text)) if chance.random() < 0.1 else ask(text)
            assert time.process_time() - begun < STALL, text

    @pytest.mark.parametrize(
        "term",
        ["n:/a.*b/", "is:legal", "prints>1", "hulk", "kw:boost", "atk+def>=cost", "flip:(c=1)", "legal:*@200{}-01-01"],
    )
    def test_of_sixty_terms_never_stall(self, term: str) -> None:
        ask(term)
        text = " or ".join(f"-({term})".replace("{}", str(place % 10)) for place in range(60))
        begun = time.process_time()
        ask(text)
        assert time.process_time() - begun < STALL


def test_the_title_of_every_card_finds_it() -> None:
    for game in GAMES:
        for card in selectors.get_reference(game).catalog.cards[::97]:
            name = card.name.replace('"', "")
            assert (game, card.slug) in slugs(f'!"{name}"', game), card.name
