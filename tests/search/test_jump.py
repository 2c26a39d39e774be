"""The box that jumps to anything: what a text names, on the page's address and in the API."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from rapidfuzz import fuzz

from vsdb.catalog.cards.selectors import get_reference
from vsdb.search.jump import FoundPlaces, cards, find_places
from vsdb.search.jump.places import BEGINS, HAS_WORDS, HOLDS, WHOLE, SpelledName, Wanted

pytestmark = pytest.mark.django_db


def first(found: FoundPlaces) -> tuple[str, str]:
    """The kind and the label of the best place."""
    group = found.groups[0]
    return group.kind, group.places[0].label


def labels(found: FoundPlaces, kind: str) -> list[str]:
    return [place.label for group in found.groups if group.kind == kind for place in group.places]


class TestWhatAPersonMeans:
    @pytest.mark.parametrize(
        ("text", "kind", "label"),
        [
            ("reservist", "keyword", "Reservist"),
            ("avengers", "team", "Avengers"),
            ("silver age", "format", "Silver Age"),
            ("Silver-Age", "format", "Silver Age"),
            ("falcn", "card", "Falcon, Secret Avenger"),
            ("101.2", "rule", "101.2 Four copies of a card with its version"),
            ("rule 101.2", "rule", "101.2 Four copies of a card with its version"),
            ("Get Excited", "card", "Get Excited!"),
            ("MOR", "set", "Marvel Origins"),
            ("marvel origins", "set", "Marvel Origins"),
            ("wolvrine", "card", "Wolverine, Covert Predator"),
            ("loyalty", "keyword", "Loyalty"),
            ("x men", "team", "X-Men"),
            ("keyboard shortcuts", "help", "Keyboard shortcuts"),
            ("odds four drop", "help", "Hands, odds and games"),
            ("how likely is a four-drop", "help", "Hands, odds and games"),
            ("sample hand", "help", "Hands, odds and games"),
            ("goldfish", "help", "Hands, odds and games"),
        ],
    )
    def test_comes_first(self, text: str, kind: str, label: str) -> None:
        assert first(find_places(text)) == (kind, label)

    def test_of_a_format_is_no_card_with_one_of_its_letters(self) -> None:
        assert "Agent Venom" not in labels(find_places("silver age"), "card")

    def test_is_found_from_the_beginning_of_a_name_without_its_hyphen(self) -> None:
        assert "Spider-Man, Alien Symbiote" in labels(find_places("spiderm"), "card")

    @pytest.mark.parametrize(
        ("text", "day"),
        [
            ("silver age april 2007", "2007-04-30"),
            ("Silver Age in April, 2007", "2007-04-30"),
            ("silver age 15 apr 2007", "2007-04-15"),
            ("silver 2007-04-15", "2007-04-15"),
            ("silver age 2006", "2006-12-31"),
        ],
    )
    def test_of_a_format_with_a_day_is_its_page_on_that_day(self, text: str, day: str) -> None:
        first = find_places(text).groups[0].places[0]
        assert first.url == f"/formats/vs-classic/silver-age/?on={day}"

    @pytest.mark.parametrize("text", ["when was overload banned", "ban Overload?", "is overload legal"])
    def test_in_a_question_is_what_the_question_is_about(self, text: str) -> None:
        assert first(find_places(text)) == ("card", "Overload")

    def test_of_a_format_with_no_day_of_the_calendar_is_found_nowhere(self) -> None:
        assert find_places("silver age 31 june 2007").groups == ()

    def test_is_found_by_the_code_of_a_printing(self) -> None:
        assert labels(find_places("LEG-005"), "card") == ["Falcon"]

    def test_is_found_in_one_game_alone(self) -> None:
        found = find_places("avengers", "vs-2pcg")
        assert {place.detail for group in found.groups if group.kind == "team" for place in group.places} == {
            "2PCG · team"
        }

    @pytest.mark.parametrize("text", ["avengers cost=3", "avengers 3-drops"])
    def test_of_a_query_is_its_cards_with_how_it_is_read(self, text: str) -> None:
        found = find_places(text)
        assert found.card_count == 7
        assert "team is “Avengers”" in found.read_as
        assert "Falcon, Secret Avenger" in labels(found, "card")
        assert found.searches[0].detail.startswith("7 cards. ")

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("foo:bar hulk", "There is no field “foo”, so no card matches it."),
            ("hulk -foo:bar", "There is no field “foo”, so every card matches “-foo:bar”."),
        ],
    )
    def test_with_an_unknown_field_says_so_and_offers_the_query_without_it(self, text: str, said: str) -> None:
        searches = {each.label: (each.detail, each.url) for each in find_places(text, "vs-classic").searches}
        assert searches["Search cards"][0] == said
        assert searches["Search cards without it"] == ("hulk", "/cards/vs-classic/?q=hulk")
        assert "Search cards without it" not in {each.label for each in find_places("foo:bar").searches}

    def test_of_a_rule_is_found_by_a_word_of_its_heading(self) -> None:
        assert "101.1 Deck size" in labels(find_places("deck size"), "rule")


class TestAnswers:
    @pytest.mark.parametrize("text", ["", " ", "a", "?", "\0", "::::", "((((", "-", '"', "x" * 3_000, "ß" * 900])
    def test_anything(self, text: str) -> None:
        find_places(text)

    def test_nothing_of_too_few_letters(self) -> None:
        assert find_places("f").groups == ()

    def test_with_where_to_search_for_the_text_itself(self) -> None:
        searches = {each.label: each.url for each in find_places("dr. doom").searches}
        assert searches["Search cards"] == "/cards/?q=dr.+doom"
        assert searches["Search rules"] == "/rules/?q=dr.+doom"
        assert searches["Search decks"] == "/decks/?q=dr.+doom"

    def test_with_pages_that_are_there(self, client: Client) -> None:
        for text in ("reservist", "avengers", "silver age", "falcon", "101.2", "marvel origins", "help"):
            for group in find_places(text).groups:
                for place in group.places:
                    assert client.get(place.url, follow=True).status_code == 200, place

    def test_with_few_queries(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        find_places("falcon")
        # The version of each game's facts; that of the rules, twice, with what is shown of them; decks and people.
        with django_assert_num_queries(10):
            find_places("loyalty")


_TYPED = ("s", "sp", "spi", "spider man", "spiderm", "doctor doom", "man spider", "the of", "MOR", "x-men", "zzzzz", "")


class TestNamesLookedUp:
    """Names are looked up by their words and beginnings, with the places that comparing every name gives."""

    @pytest.mark.parametrize("ranked", [cards._MAX_RANKED, 3])
    def test_are_those_of_comparing_all(self, ranked: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cards, "_MAX_RANKED", ranked)
        reference = get_reference("vs-classic")
        names = cards._list_names(reference)
        for text in _TYPED:
            wanted = Wanted.of(text)
            assert cards._rank_all(cards._index_names(reference).find(wanted), wanted) == cards._rank_all(names, wanted)

    def test_leave_out_a_place_that_has_none(self) -> None:
        place = cards.JumpPlace("card", "?!", "", "/")
        assert cards._rank_all([cards._NamedPlace(place, cards._spell("?!"))], Wanted.of("falcon")) == []

    @pytest.mark.parametrize("text", ["falcn", "wolvrine", "spiderman", "mor"])
    def test_that_are_spelt_alike_are_among_those_of_like_length(self, text: str) -> None:
        spellings = cards._list_spellings(get_reference("vs-classic"))
        alike = {each for each in spellings.places if fuzz.ratio(text, each) >= cards._ALIKE}
        near = spellings.list_of_like_length(len(text))
        assert alike <= set(near)
        assert len(near) < len(spellings.places)


class TestTheResults:
    """Without a script the form leads to the results, which show the pages that are called so."""

    @pytest.mark.parametrize(
        ("text", "href"),
        [
            ("silver age", "/formats/vs-classic/silver-age/"),
            ("101.2", "/rules/cr-2.7/101.2/"),
            ("avengers", "/teams/vs-classic/avengers/"),
            ("reservist", "/keywords/vs-classic/reservist/"),
        ],
    )
    def test_show_the_pages_above_the_cards(self, client: Client, text: str, href: str) -> None:
        page = client.get(f"/cards/?{urlencode({'q': text})}").content.decode()
        shown = page.partition('class="namedpages"')[2].partition("</nav>")[0]
        assert f'href="{href}"' in shown
        assert "/cards/" not in shown

    def test_show_those_of_their_game_alone(self, client: Client) -> None:
        page = client.get("/cards/vs-2pcg/?q=avengers").content.decode()
        assert "/teams/vs-2pcg/avengers/" in page.partition('class="namedpages"')[2].partition("</nav>")[0]
        assert "/teams/vs-classic/avengers/" not in page

    def test_show_none_for_a_query_with_fields(self, client: Client) -> None:
        assert 'class="namedpages"' not in client.get("/cards/?q=team:avengers").content.decode()


class TestRanks:
    @pytest.mark.parametrize(
        ("text", "name", "rank"),
        [
            ("xmen", "X-Men", WHOLE),
            ("Spider M", "Spider-Man", BEGINS),
            ("spiderm", "Spider-Man", BEGINS),
            ("man", "Spider-Man", HOLDS),
            ("man spider", "Spider-Man", HAS_WORDS),
            ("pider", "Spider-Man", None),
            ("spider woman", "Spider-Man", None),
        ],
    )
    def test_of_a_name(self, text: str, name: str, rank: int | None) -> None:
        assert Wanted.of(text).rank(SpelledName.of(name)) == rank


class TestAddresses:
    def ask(self, client: Client, path: str, **words: str) -> Any:
        response = client.get(f"{path}?{urlencode(words)}")
        assert response.status_code == 200
        return response.json()

    def test_of_the_box_gives_places_and_completions(self, client: Client) -> None:
        found = self.ask(client, "/jump/", q="team:aven")
        assert found["completions"][0]["query"] == "team:Avengers "
        assert self.ask(client, "/jump/", q="avengers")["groups"][0]["kind"] == "team"

    def test_of_the_box_leads_names_to_their_pages_and_into_no_query(self, client: Client) -> None:
        found = self.ask(client, "/jump/", q="mobilize")
        assert found["completions"] == []
        assert found["groups"][0]["places"][0]["url"].startswith("/cards/")

    def test_of_the_api_gives_the_same(self, client: Client) -> None:
        answer = self.ask(client, "/api/v1/jump", q="silver age")
        assert answer["groups"][0] == {
            "kind": "format",
            "title": "Formats",
            "places": [
                {"label": "Silver Age", "detail": "Classic · format", "url": "/formats/vs-classic/silver-age/"},
            ],
        }
        assert self.ask(client, "/api/v1/jump", q="avengers cost=3")["card_count"] == 7

    def test_of_the_api_refuses_other_words(self, client: Client) -> None:
        assert client.get("/api/v1/jump?query=x").status_code == 400
        assert client.get("/api/v1/jump?q=x&game=chess").status_code == 404

    @pytest.mark.parametrize("path", ["/jump/", "/api/v1/jump", "/search/suggestions/"])
    def test_are_kept_by_nobody_since_decks_come_and_go(self, client: Client, path: str) -> None:
        assert "no-store" in client.get(f"{path}?q=doom").headers["Cache-Control"]


class TestOpenSearch:
    def test_is_offered_by_every_page(self, client: Client) -> None:
        page = client.get("/sets/").content.decode()
        assert '<link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml"' in page

    def test_describes_the_search_and_the_suggestions(self, client: Client) -> None:
        response = client.get("/opensearch.xml")
        assert response.headers["Content-Type"] == "application/opensearchdescription+xml"
        space = "{http://a9.com/-/spec/opensearch/1.1/}"
        root = ElementTree.fromstring(response.content)  # noqa: S314
        urls = {each.attrib["type"]: each.attrib["template"] for each in root.iter(f"{space}Url")}
        assert urls["text/html"] == "http://testserver/cards/?q={searchTerms}"
        assert urls["application/x-suggestions+json"] == "http://testserver/search/suggestions/?q={searchTerms}"
        assert root.findtext(f"{space}ShortName") == "vsdb"

    def test_suggests_each_name_once_with_its_page(self, client: Client) -> None:
        text, names, details, urls = client.get("/search/suggestions/?q=silver").json()
        assert (text, names[0], urls[0]) == ("silver", "Silver Age", "http://testserver/formats/vs-classic/silver-age/")
        assert len(set(names)) == len(names) == len(details) == len(urls)
