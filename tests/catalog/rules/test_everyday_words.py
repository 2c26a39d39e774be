"""Everyday words find the rule that answers: the numbers are read from the documents, not from the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from engine.model.cards import GAMES
from tests.catalog.rules.held import OFFICIAL, hold_official
from tests.catalog.rules.texts_made import OWN, load, make_document
from tests.snapshots import kept_rows
from vsdb.search.rules import search_rules
from vsdb.search.rules.everyday import load_everyday_words, read_everyday_words
from vsdb.search.rules.query import parse
from vsdb.search.text.stemming import stem_words

pytestmark = pytest.mark.django_db

CLASSIC, PCG, RIFTBOUND = "vs-classic", "vs-2pcg", "riftbound"
FIRST = 3
#: What a player types, and the rules that answer it: any one of them is to be among the first three.
QUESTIONS = (
    (CLASSIC, "exhausted", {"701.3", "708.16", "glossary-exhausted"}),
    (CLASSIC, "tap", {"708.16", "708.16a"}),
    (CLASSIC, "untap", {"708.15", "708.15a"}),
    (CLASSIC, "tie", {"408.2a"}),
    (CLASSIC, "mulligan", {"101.6", "708.14"}),
    (CLASSIC, "draw a card", {"708.18", "708.18a"}),
    (CLASSIC, "go first", {"101.4"}),
    (CLASSIC, "how many copies", {"101.2"}),
    (CLASSIC, "how many copies of a card can I have", {"101.2"}),
    (CLASSIC, "deck size", {"101.1"}),
    (CLASSIC, "ban", {"101.3"}),
    (CLASSIC, "discard", {"708.17", "708.17a"}),
    (CLASSIC, "stun", {"708.11", "708.11a"}),
    (CLASSIC, "hand size", {"213.3", "213.3b"}),
    (CLASSIC, "graveyard", {"213.4", "213.4a"}),
    (CLASSIC, "out of cards", {"102.6"}),
    (CLASSIC, "give up", {"102.5"}),
    (CLASSIC, "opening hand", {"101.5"}),
    (CLASSIC, "trample", {"602.7b"}),
    (CLASSIC, "legend rule", {"704", "704.1"}),
    (CLASSIC, "infinite loop", {"703", "703.1"}),
    (CLASSIC, "attack phase", {"406", "406.1"}),
    (CLASSIC, "counterspell", {"509", "509.1"}),
    (CLASSIC, "how do I win", {"102"}),
    (PCG, "exhausted", {"game-terms-ready-exhausted"}),
    (PCG, "tie", {"ending-the-game", "running-out-of-cards"}),
    (PCG, "mulligan", {"setting-up-the-game-step-5"}),
    (PCG, "draw a card", {"drawing-cards", "draw-phase"}),
    (PCG, "go first", {"setting-up-the-game-step-3"}),
    (PCG, "how many copies", {"deck-building-rules", "deck-building-rules-paragraph-3"}),
    (PCG, "deck size", {"deck-building-rules-paragraph-1", "basic-game-concepts-paragraph-2"}),
    (PCG, "hand size", {"basic-game-concepts-paragraph-3"}),
    (PCG, "stun", {"game-terms-stunned", "stunned-characters"}),
    (PCG, "token", {"tokens"}),
    (PCG, "deck out", {"running-out-of-cards"}),
    (PCG, "two of the same", {"uniqueness"}),
    (PCG, "life total", {"game-terms-health", "game-terms-wound", "basic-game-concepts-paragraph-32"}),
    (RIFTBOUND, "exhausted", {"414"}),
    (RIFTBOUND, "tap", {"414"}),
    (RIFTBOUND, "untap", {"415"}),
    (RIFTBOUND, "tie", {"404.5", "408.3.b", "409"}),
    (RIFTBOUND, "mulligan", {"117", "118"}),
    (RIFTBOUND, "draw a card", {"413", "413.1"}),
    (RIFTBOUND, "go first", {"407", "116"}),
    (RIFTBOUND, "how many copies", {"103.2.b"}),
    (RIFTBOUND, "deck size", {"402", "103.2"}),
    (RIFTBOUND, "ban", {"601.2.d"}),
    (RIFTBOUND, "discard", {"422"}),
    (RIFTBOUND, "stun", {"423"}),
    (RIFTBOUND, "token", {"176", "179"}),
    (RIFTBOUND, "hand size", {"108.7", "108.7.d"}),
    (RIFTBOUND, "sideboard", {"403"}),
    (RIFTBOUND, "time limit", {"604", "408.2"}),
    (RIFTBOUND, "graveyard", {"108.2"}),
    (RIFTBOUND, "deck out", {"431"}),
    (RIFTBOUND, "concede", {"649", "410"}),
    (RIFTBOUND, "summoning sickness", {"143.4"}),
    (RIFTBOUND, "late", {"703.8"}),
    (RIFTBOUND, "proxies", {"419", "419.2"}),
)


@pytest.fixture(scope="class")
def official(shared: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with kept_rows(django_db_blocker) as store:
        store(lambda: hold_official(shared, OFFICIAL))
        yield


@pytest.mark.shared
@pytest.mark.usefixtures("official")
class TestQuestions:
    @pytest.mark.parametrize(("game", "words", "rules"), QUESTIONS, ids=lambda x: x if isinstance(x, str) else min(x))
    def test_find_the_rule_that_answers_among_the_first(self, game: str, words: str, rules: set[str]) -> None:
        found = [row.slug for row in search_rules(words, game=game).rows[:FIRST]]
        assert rules & {*found}, found

    def test_without_a_game_find_what_is_headed_so_in_each(self) -> None:
        found = {row.game for row in search_rules("mulligan").rows[:12]}
        assert {CLASSIC, RIFTBOUND} <= found

    def test_find_every_spelling_of_a_word(self) -> None:
        first = [search_rules(word, game=RIFTBOUND).rows[0].slug for word in ("exhaust", "exhausts", "exhausting")]
        assert first == ["414"] * 3

    def test_find_the_newest_edition_first(self) -> None:
        found = [row.document for row in search_rules("exhaust", game=RIFTBOUND).rows]
        assert found[0] == "rb-core-2026-07-16"

    def test_of_quoted_words_find_those_words_alone(self) -> None:
        reading = search_rules("tap", game=RIFTBOUND).reading
        assert reading.text_alone == '"tap"'
        alone = search_rules(reading.text_alone, game=RIFTBOUND)
        assert alone.reading.also == []
        assert all(" tap " in row.words for row in alone.rows)

    def test_say_how_the_words_were_read(self, client: Client) -> None:
        page = client.get("/rules/", {"q": "how do I tap", "game": RIFTBOUND}).content.decode()
        said = " ".join(re.sub(r"<[^>]+>", " ", page).split())
        assert "“tap”: also searched exhaust ." in said
        assert "Ignored: how, do, I." in said
        assert 'href="?q=%22how%22+%22do%22+%22I%22+%22tap%22&amp;game=riftbound"' in page

    def test_say_it_through_the_api(self, client: Client) -> None:
        answer = client.get("/api/v1/rules", {"q": "how do I tap", "game": RIFTBOUND}).json()
        assert answer["read_as"] == {
            "also": [{"words": "tap", "terms": ["exhaust"]}],
            "ignored": ["how", "do", "I"],
            "literal": '"how" "do" "I" "tap"',
        }
        assert answer["results"][0]["slug"] == "414"
        assert client.get("/api/v1/rules", {"game": RIFTBOUND}).json()["read_as"] is None


class TestReading:
    def words(self, text: str, *games: str) -> list[tuple[str, list[str]]]:
        return read_everyday_words(parse(text).tree, text, games).also

    def test_takes_the_longest_entry(self) -> None:
        assert [words for words, _ in self.words("tie game", CLASSIC)] == ["tie game"]

    def test_takes_the_meaning_in_the_game_asked_for(self) -> None:
        assert self.words("graveyard", RIFTBOUND) == [("graveyard", ["trashes", "trash"])]
        assert self.words("graveyard game:2pcg") == [("graveyard", ["ko pile"])]
        assert len(self.words("graveyard")[0][1]) > 2

    def test_leaves_quoted_words_negated_words_and_fields_alone(self) -> None:
        assert self.words('"tap" -untap cr:tap') == []

    def test_leaves_words_that_say_nothing_out_only_beside_others(self) -> None:
        assert read_everyday_words(parse("the tap").tree, "the tap").left_out == ("the",)
        assert read_everyday_words(parse("the").tree, "the").left_out == ()

    def test_searches_nothing_less_than_the_words(self) -> None:
        make_document()
        load("1. Boats\n\n100. General\n\n100.1. A tap drips.\n\n100.2. A tie holds it.\n\n100.3. Ropes are tied.\n")
        assert [row.slug for row in search_rules("tap", document=OWN).rows] == ["100.1"]
        assert [row.slug for row in search_rules("tie", document=OWN).rows] == ["100.2", "100.3"]


class TestTheTable:
    def test_names_games_that_there_are(self) -> None:
        games = {each.game for held in load_everyday_words().meanings.values() for each in held}
        assert games <= {"", *GAMES}

    def test_gives_each_word_more_than_itself(self) -> None:
        idle = [
            stems for stems, held in load_everyday_words().meanings.items() if {each.stems for each in held} == {stems}
        ]
        assert idle == []


@pytest.mark.parametrize("word", ["exhausted", "exhausting", "exhausts", "exhaust"])
def test_stems_are_shared_by_the_forms_of_a_word(word: str) -> None:
    assert stem_words([word]) == ["exhaust"]
