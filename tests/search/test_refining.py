"""Facets, suggestions and values: what an answer can be narrowed to, and what may be meant or typed instead."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from tests.search.asking import ask
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.filters import write_term
from vsdb.search.completion import list_values
from vsdb.search.language.field_types import FieldKind
from vsdb.search.language.fields import FIELDS
from vsdb.search.refining import SearchFacet
from vsdb.search.services import list_facets, suggest_queries

pytestmark = pytest.mark.django_db


def facet(query: str, key: str, game: str | None = None) -> SearchFacet:
    """One facet of a query's answer."""
    return next(each for each in list_facets(ask(query, game)) if each.key == key)


class TestFacets:
    @pytest.mark.parametrize("query", ["team:avengers", "hulk", "s:OGN or s:SFD", "", "spider team:avngers"])
    def test_every_value_leads_to_as_many_cards_as_it_says(self, query: str) -> None:
        for each in list_facets(ask(query)):
            for value in each.values[:4]:
                if not value.is_chosen:
                    assert ask(value.query).total == value.count, value.query

    def test_a_chosen_value_leads_back(self) -> None:
        (chosen,) = (each for each in facet("hulk team:avengers", "team").values if each.is_chosen)
        assert (chosen.label, chosen.query) == ("Avengers", "hulk")
        assert chosen.count == ask("hulk team:avengers").total

    def test_legality_is_that_of_the_formats_that_decks_are_built_for(self) -> None:
        counts = {each.value: each.count for each in facet("t:spell", "legal", RIFTBOUND).values}
        assert counts == {"standard": ask("t:spell legal:standard", RIFTBOUND).total}

    def test_the_game_is_asked_only_where_several_are_searched(self) -> None:
        assert {each.value for each in facet("", "game").values} == set(GAMES)
        assert "game" not in {each.key for each in list_facets(ask("", RIFTBOUND))}

    def test_a_set_whose_name_ends_in_its_code_says_it_once(self) -> None:
        labels = {each.value: each.label for each in facet("s:AEW", "in").values}
        assert labels["AEW"] == "All Elite Wrestling (AEW)"
        assert "Marvel Origins (MOR)" in {each.label for each in facet("s:MOR", "in").values}

    def test_figures_stand_in_their_order(self) -> None:
        costs = [int(each.value) for each in facet("", "cost", VS_CLASSIC).values]
        assert costs == sorted(costs)


class TestSuggestions:
    @pytest.mark.parametrize(
        ("text", "game", "name", "query"),
        [
            ("wolverne", None, "Wolverine", "Wolverine"),
            ("savage beatdwon t:pt", VS_CLASSIC, "Savage Beatdown", '"Savage Beatdown" t:pt'),
            ("th<=9 savage beatdwon", VS_CLASSIC, "Savage Beatdown", 'th<=9 "Savage Beatdown"'),
        ],
    )
    def test_name_what_was_meant_and_the_query_with_it(
        self, text: str, game: str | None, name: str, query: str
    ) -> None:
        found = {each.name: each.query for each in suggest_queries(text, game=game)}
        assert found[name] == query
        assert ask(query, game).total

    def test_of_a_game_name_its_cards_alone(self) -> None:
        assert "Savage Beatdown" not in {each.name for each in suggest_queries("savage beatdwon", game=RIFTBOUND)}

    def test_there_are_none_without_words(self) -> None:
        assert suggest_queries("c<=3 -hukl") == ()


class TestValues:
    @pytest.mark.parametrize("game", [None, *GAMES])
    def test_of_every_field_are_understood(self, game: str | None) -> None:
        # Some fields are about what somebody who is signed in owns and wants.
        viewer = Viewer(User.objects.create_user("ann").pk)
        misunderstood = {}
        for one in (one for one in FIELDS if one.kind is not FieldKind.DISPLAY):
            for choice in list_values(one.name, game)[:3]:
                query = write_term(one.name, choice.name)
                said = [note.message for note in ask(query, game, viewer).notes]
                refused = f"“{one.name}:{choice.name}” finds no cards: {choice.unanswerable}."
                wanted = [refused] if choice.unanswerable else []
                # A game may have no cards with a value of all games, and says so.
                if said != wanted and (choice.unanswerable or game is None):
                    misunderstood[query] = said
        assert misunderstood == {}

    @pytest.mark.parametrize("game", [None, *GAMES])
    def test_with_a_count_find_those_cards(self, game: str | None) -> None:
        counted = [(one, each) for one in FIELDS for each in list_values(one.name, game)[:3] if each.help[:1].isdigit()]
        assert len(counted) > 9
        for one, choice in counted:
            found = ask(write_term(one.name, choice.name, "=" if one.kind is FieldKind.NAME else ":"), game).total
            held = int(choice.help.split()[0])
            # Words of a type find other types too.
            assert found >= held if one.name == "type" else found == held, (one.name, choice.name)

    def test_those_of_most_cards_come_first(self) -> None:
        first, second = list_values("team", VS_2PCG)[:2]
        assert ask(f'team:"{first.name}"', VS_2PCG).total >= ask(f'team:"{second.name}"', VS_2PCG).total

    def test_of_a_field_that_a_game_has_not_are_none(self) -> None:
        assert list_values("domain", VS_CLASSIC) == ()
        assert list_values("tag", VS_CLASSIC) == ()
        assert list_values("willpower") == ()
        assert list_values("colour") == ()
