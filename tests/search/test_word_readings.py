"""Bare words that name a team, a keyword, a set, a type or a format find what has that name, and the answer says so."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client

from engine.games.riftbound.lists import title_on_pages
from engine.model.cards import VS_2PCG, VS_CLASSIC
from tests import commands
from tests.search.asking import ask, slugs
from vsdb.catalog.cards.selectors import get_reference
from vsdb.search.conditions.readings import WordReading

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def list_legends(words: str) -> set[tuple[str, str]]:
    """The legends that are called so by their champions: Ekko, Boy Who Shattered Time."""
    legends = (card for card in get_reference("riftbound").catalog.cards if card.type == "Legend")
    return {("riftbound", card.slug) for card in legends if words.casefold() in title_on_pages(card).casefold()}


@pytest.mark.parametrize(
    ("words", "term"),
    [
        ("avengers", "team:avengers"),
        ("Avengers", "team:avengers"),
        ("x men", "team:x-men or s:MXM"),
        ("xmen", "team:x-men or s:MXM"),
        ("reservist", "kw:reservist"),
        ("reservists", "kw:reservist"),
        ("cosmic surge", "kw:cosmic-surge"),
        ("secret avengers", 's:SEC'),
        ("marvel knights", "s:MMK or team:marvel-knights"),
        ("MOR", "s:MOR"),
        ("plot twists", 't:"plot twist"'),
        ("silver age", "legal:silver-age"),
        ("3-drop", "t:character cost=3"),
        ("3-drops", "t:character cost=3"),
        ("3 drops", "t:character cost=3"),
        ("cost 3", "cost=3"),
        ("that cost 3", "cost=3"),
        ("3-cost", "cost=3"),
        ("silver age april 2007", "legal:silver-age@2007-04-30"),
        ("silver age in April 2007", "legal:silver-age@2007-04-30"),
        ("Silver Age on 15 April 2007", "legal:silver-age@2007-04-15"),
        ("golden age 2006", "legal:golden-age@2006-12-31"),
    ],
)  # fmt: skip
def test_words_find_what_has_their_name_and_texts_with_them(words: str, term: str) -> None:
    named, found = slugs(term), slugs(words)
    assert named - slugs(f'"{words}"')
    assert slugs(f'"{words}"') | named <= found
    by_word = (f"(n:{each} or v:{each} or id:{each} or aka:{each})" for each in words.split())
    assert found - named <= slugs(" ".join(by_word)) | list_legends(words)


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("avengers cost=3", '("avengers" or team:avengers) cost=3'),
        ("avengers 3-drops", '("avengers" or team:avengers) ("3-drops" or (cost=3 t:character))'),
        ("-avengers captain", '-("avengers" or team:avengers) "captain"'),
        ("avengers or reservist", '"avengers" or team:avengers or "reservist" or kw:reservist'),
        ("flip:(avengers atk>3)", 'flip:(("avengers" or team:avengers) atk>3)'),
        ("(marvel knights) c=2", '(("marvel" "knights") or s:MMK or team:marvel-knights) c=2'),
    ],
)
def test_inside_a_query_they_are_part_of_it(query: str, same: str) -> None:
    assert slugs(query) == slugs(same) != set()
    assert ask(query).notes == ()


def test_a_name_is_words_in_a_row() -> None:
    assert len(ask("marvel knights").readings) == 1
    for query in ("marvel sort:name knights", "knights marvel", "marvel or knights", "marvel -knights"):
        assert ask(query).readings == ()


def test_a_code_of_a_set_is_written_in_capitals() -> None:
    assert ask("leg").readings == ()
    assert [each.term for each in ask("LEG").readings] == ['set:"LEG"']


def test_in_quotes_words_are_words_alone() -> None:
    assert ask('"avengers"').readings == ()
    assert len(slugs('"avengers"')) < len(slugs("avengers"))


def test_what_a_word_names_is_asked_of_the_searched_game() -> None:
    # Of the 2PCG a format alone is called so, which isn't meant where anything else is.
    for game, term in ((VS_2PCG, 'legal:"loyalty"'), (VS_CLASSIC, 'kw:"Loyalty"'), (None, 'kw:"Loyalty"')):
        assert ask("loyalty", game).readings == (WordReading("loyalty", term, term, '"loyalty"'),)
    assert ask("3-drop", "riftbound").readings == ()


@pytest.mark.parametrize("query", ["avengers 3-drops", "marvel knights or -reservist", "hulk avengers sort:cost"])
def test_the_query_that_it_was_read_as_finds_the_same(query: str, client: Client) -> None:
    answer = client.get("/api/v1/cards", {"q": query}).json()
    again = client.get("/api/v1/cards", {"q": answer["read_as"]["query"]}).json()
    assert [each["slug"] for each in again["results"]] == [each["slug"] for each in answer["results"]] != []


class TestTheAnswer:
    def test_of_the_api_says_how_it_was_read(self, client: Client) -> None:
        read_as = client.get("/api/v1/cards", {"q": "avengers c=3", "game": VS_CLASSIC}).json()["read_as"]
        assert read_as == {
            "words": "Cards where (“avengers” is in the name or text, or team is “Avengers”) and cost is 3.",
            "query": '(avengers or team:"Avengers") cost=3',
            "names": [
                {
                    "words": "avengers",
                    "term": 'team:"Avengers"',
                    "named": 'team:"Avengers" c=3',
                    "literal": '"avengers" c=3',
                }
            ],
        }
        assert client.get("/api/v1/cards", {"game": VS_CLASSIC}).json()["read_as"] is None

    def test_of_the_command_does_too(self) -> None:
        _, _, err = commands.run("search_cards", "avengers", "--game", VS_CLASSIC)
        assert "'avengers' also means team:\"Avengers\"" in err
        _, out, _ = commands.run("search_cards", "avengers", "--json")
        assert json.loads(out)["read_as"]["query"] == 'avengers or team:"Avengers"'

    def test_of_the_page_leads_to_the_name_and_to_the_words_alone(self, client: Client) -> None:
        text = unescape(client.get("/cards/vs-classic/?q=avengers+c=3").content.decode())
        assert "“avengers” also means" in text
        found = re.findall(r'<a href="([^"]*)"[^>]*>team:"Avengers"</a>. Search only <a href="([^"]*)">', text)
        assert len(found) == 1
        for href, query in zip(found[0], ('team:"Avengers" c=3', '"avengers" c=3'), strict=True):
            answer = client.get(href)
            assert answer.status_code == 200
            assert query in unescape(answer.content.decode())

    def test_of_a_query_without_names_says_nothing_of_them(self, client: Client) -> None:
        assert "also means" not in client.get("/cards/?q=hulk").content.decode()


class TestNothingFound:
    def test_offers_the_rule_of_a_number(self, client: Client) -> None:
        page = unescape(client.get("/cards/?q=101.2").content.decode())
        assert page.partition("<main")[2].count('href="/rules/cr-2.7/101.2/"') == 1
        assert "Did you mean" not in page
        (note,) = client.get("/api/v1/cards", {"q": "101.2"}).json()["notes"]
        assert "101.2 is a rule number: /rules/cr-2.7/101.2/" in note["message"]
        page = client.get("/cards/vs-2pcg/?q=101.2").content.decode()
        assert "/rules/" not in page.partition("<main")[2].partition("</main>")[0]

    def test_offers_names_that_are_spelt_like_it_to_programs_too(self, client: Client) -> None:
        (note,) = client.get("/api/v1/cards", {"q": "falcn"}).json()["notes"]
        assert note["suggestions"][0] == "Falcon"
        assert client.get("/api/v1/cards", {"q": "falcon"}).json()["notes"] == []
