"""Orders, once-each, facets, suggestions and values: what the pages make of an answer; and what it costs."""

from __future__ import annotations

import random
import time

import pytest
from pytest_django import DjangoAssertNumQueries

from engine.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from tests.search.asking import TODAY, ask, slugs, titles
from vsdb.cards import selectors
from vsdb.cards.models import Card
from vsdb.search.choices import values_of
from vsdb.search.language.fields import FIELDS
from vsdb.search.refining import Facet
from vsdb.search.services import did_you_mean, facets, search_cards

pytestmark = pytest.mark.django_db

#: Processor seconds that tell a stalled query from a slow tracer; how fast queries are is measured in benchmarks/.
STALL = 10


def facet(query: str, key: str, game: str | None = None) -> Facet:
    """One facet of a query's answer."""
    return next(each for each in facets(ask(query, game)) if each.key == key)


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
        assert set(ask(f"group:{key} sort:name").ids) == set(ask("").ids)

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
        catalog = selectors.reference(RIFTBOUND).catalog
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

    def test_printings_apart_are_said_not_to_be_listed(self) -> None:
        found = ask("t:rune unique:prints")
        assert found.total == 6
        assert "printings" in found.notes[0].message


class TestWithin:
    def test_other_cards_are_left_out(self) -> None:
        within = Card.objects.filter(type="Legend")
        found = search_cards("jinx", today=TODAY, within=within)
        assert set(found.ids) == set(ask("jinx t:legend").ids)


class TestFacets:
    @pytest.mark.parametrize("query", ["team:avengers", "hulk", "s:OGN or s:SFD", "", "spider team:avngers"])
    def test_every_value_leads_to_as_many_cards_as_it_says(self, query: str) -> None:
        for each in facets(ask(query)):
            for value in each.values[:4]:
                if not value.is_chosen:
                    assert ask(value.query).total == value.count, value.query

    def test_a_chosen_value_leads_back(self) -> None:
        chosen = facet("hulk team:avengers", "team").chosen
        assert chosen is not None
        assert (chosen.label, chosen.query) == ("Avengers", "hulk")
        assert chosen.count == ask("hulk team:avengers").total

    def test_legality_is_that_of_the_formats_that_decks_are_built_for(self) -> None:
        counts = {each.value: each.count for each in facet("t:spell", "legal", RIFTBOUND).values}
        assert counts == {"standard": ask("t:spell legal:standard", RIFTBOUND).total}

    def test_the_game_is_asked_only_where_several_are_searched(self) -> None:
        assert {each.value for each in facet("", "game").values} == set(GAMES)
        assert "game" not in {each.key for each in facets(ask("", RIFTBOUND))}

    def test_figures_stand_in_their_order(self) -> None:
        costs = [int(each.value) for each in facet("", "cost", VS_CLASSIC).values]
        assert costs == sorted(costs)


class TestSuggestions:
    @pytest.mark.parametrize(
        ("text", "game", "name", "query"),
        [
            ("wolverne", None, "Wolverine", "Wolverine"),
            ("savage beatdwon t:pt", VS_CLASSIC, "Savage Beatdown", '"Savage Beatdown" t:pt'),
            ("c<=9 savage beatdwon", VS_CLASSIC, "Savage Beatdown", 'c<=9 "Savage Beatdown"'),
        ],
    )
    def test_name_what_was_meant_and_the_query_with_it(
        self, text: str, game: str | None, name: str, query: str
    ) -> None:
        found = {each.name: each.query for each in did_you_mean(text, game=game)}
        assert found[name] == query
        assert ask(query, game).total or "c<=9" in query

    def test_of_a_game_name_its_cards_alone(self) -> None:
        assert "Savage Beatdown" not in {each.name for each in did_you_mean("savage beatdwon", game=RIFTBOUND)}

    def test_there_are_none_without_words(self) -> None:
        assert did_you_mean("c<=3 -hukl") == ()


class TestValues:
    @pytest.mark.parametrize("game", [None, *GAMES])
    def test_of_every_field_find_cards_or_are_known_not_to(self, game: str | None) -> None:
        for one in FIELDS:
            names = [each.name for each in values_of(one.name, game)][:3]
            if one.name in ("sort", "group", "view", "unique", "asof"):
                continue
            for name in names:
                text = f"!{name!r}" if one.name == "name" else f'{one.name}:"{name}"'
                found = ask(text, game)
                assert not found.notes or not found.total, (text, found.notes)

    def test_those_of_most_cards_come_first(self) -> None:
        first, second = values_of("team", VS_2PCG)[:2]
        assert ask(f'team:"{first.name}"', VS_2PCG).total >= ask(f'team:"{second.name}"', VS_2PCG).total

    def test_of_a_field_that_a_game_has_not_are_none(self) -> None:
        assert values_of("domain", VS_CLASSIC) == ()
        assert values_of("tag", VS_CLASSIC) == ()
        assert values_of("willpower") == ()
        assert values_of("colour") == ()


class TestCost:
    @pytest.mark.parametrize("query", [example for one in FIELDS for example in one.examples])
    def test_a_query_costs_as_few_queries_for_many_cards_as_for_few(
        self, query: str, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        ask(query)
        with django_assert_max_num_queries(7):
            ask(query)

    def test_facets_cost_a_query_each(self, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        for query in ("jinx", ""):
            found = ask(query)
            facets(found)
            with django_assert_max_num_queries(15):
                facets(found)


class TestHostileQueries:
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
        for _ in range(400):
            terms = [
                "".join((chance.choice(["", "-", "("]), chance.choice(fields), chance.choice(operators), value))
                for value in chance.choices(values, k=chance.randint(1, 12))
            ]
            text = chance.choice([" ", " or ", ") "]).join(terms)
            begun = time.process_time()
            facets(ask(text)) if chance.random() < 0.1 else ask(text)
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
        for card in selectors.reference(game).catalog.cards[::97]:
            name = card.name.replace('"', "")
            assert (game, card.slug) in slugs(f'!"{name}"', game), card.name
