"""Every keyword in use has its entry, and every entry leads to a rule that is held."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from vsdb.catalog.cards.reading.folder import read_documents, read_keywords

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
KEYWORDS = {game: {row["name"]: row for row in read_keywords(FIXTURES / game / "keywords.yaml")} for game in GAMES}
HELD = {(row["slug"], rule["number"]) for row in read_documents(FIXTURES / "documents.yaml") for rule in row["rules"]}

#: Words on cards that no document at hand explains: an empty gloss is honest, an invented one isn't.
UNEXPLAINED = {
    VS_CLASSIC: set(),
    VS_2PCG: {"Invulnerable", "Sinister", "Spider-Sense", "Super Strength"},
    RIFTBOUND: {"Deploy", "Disarm", "Show Off"},
}


@pytest.mark.parametrize("game", GAMES)
class TestKeywords:
    def test_every_keyword_on_a_card_has_an_entry(self, game: str) -> None:
        with (FIXTURES / game / "cards.csv").open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            on_cards = {word.strip() for row in rows for word in row["keywords"].split(";") if word.strip()}

        assert on_cards
        assert {word for word in on_cards if word.rstrip("0123456789X ") not in KEYWORDS[game]} == set()

    def test_every_citation_is_of_a_rule_that_is_held(self, game: str) -> None:
        cited = {
            name: (row["citation_document"], row["citation_rule"])
            for name, row in KEYWORDS[game].items()
            if row["citation_document"]
        }

        assert {name: citation for name, citation in cited.items() if citation not in HELD} == {}

    def test_only_what_no_document_explains_goes_without_a_gloss(self, game: str) -> None:
        assert {name for name, row in KEYWORDS[game].items() if not row["gloss"]} == UNEXPLAINED[game]

    def test_the_names_stand_in_alphabetical_order(self, game: str) -> None:
        assert list(KEYWORDS[game]) == sorted(KEYWORDS[game], key=str.lower)
