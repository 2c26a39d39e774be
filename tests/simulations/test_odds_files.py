"""What can be downloaded from the page of odds."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from io import BytesIO, StringIO
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image

from tests.engine.simulation.odds.asking import miss
from tests.simulations.odds_questions import FOUR, KEEP_IF, RUNES, Words, ask

pytestmark = pytest.mark.django_db


class TestFiles:
    def test_json_has_answer_curve_and_copies(self, client: Client) -> None:
        answer = ask(client, [*FOUR, *KEEP_IF, ("as", "json")])
        assert answer.headers["Content-Disposition"] == 'attachment; filename="odds.json"'
        found = json.loads(answer.content)
        assert found["answer"] == str(1 - miss(60, 4, 16))
        assert found["groups"] == {"A": "Savage Beatdown"}
        assert found["cards"]["A"] == {
            "asked": "Savage Beatdown",
            "copies": 4,
            "cards": [{"count": 4, "name": "Savage Beatdown"}],
        }
        assert [each["mulligan"] for each in found["compared"]] == ["Every hand kept", "With the mulligan"]
        assert list(found)[:3] == ["question", "groups", "cards"]
        best = json.loads(ask(client, [*FOUR, ("mulligan", "best"), ("as", "json")]).content)
        assert best["best_hands"].startswith("Keep any hand with at least 1 of “Savage Beatdown”.")
        by_turn = {each["turn"]: each for each in found["curve"]}
        assert by_turn[8]["never"]["answer"] == str(1 - miss(60, 4, 20))
        assert by_turn[8]["policy"]["answer"] == str(1 - miss(60, 4, 24))
        seen = found["copies"][0]["exactly"]
        assert sum(Fraction(each["answer"]) for each in seen) == 1
        assert [each["copies"] for each in seen] == [0, 1, 2, 3, 4]

    def test_csv_has_the_same_rows(self, client: Client) -> None:
        answer = ask(client, [*FOUR, *KEEP_IF, ("as", "csv")])
        rows = list(csv.DictReader(StringIO(answer.content.decode())))
        assert rows[0]["answer"] == str(1 - miss(60, 4, 16))
        assert rows[0]["question"].startswith("How likely is it to see at least 1 “Savage Beatdown” by turn 4")
        assert [(row["of"], row["copies"]) for row in rows if row["figure"] == "card"] == [("Savage Beatdown", "4")]
        assert len([row for row in rows if row["figure"] == "by turn"]) == 16
        assert len([row for row in rows if row["figure"] == "copies seen"]) == 5

    def test_csv_gives_a_range_as_two_fractions(self, client: Client) -> None:
        words: Words = [("by", 4), ("least", 1), ("of", "t:character cost=1"), ("as", "csv")]
        answer = ask(client, words, "4 Savage Beatdown\n56 Nobody At All")
        row = next(csv.DictReader(StringIO(answer.content.decode())))
        assert (row["answer"], row["least"], row["most"]) == ("", "0/1", "1/1")

    def test_a_cell_that_a_spreadsheet_would_run_is_written_as_text(self, client: Client) -> None:
        answer = ask(client, [("as", "csv")], "4 =1+1\n56 Overload")
        assert "'=1+1" in answer.content.decode()

    def test_without_a_question_they_have_the_ready_odds(self, client: Client) -> None:
        found = json.loads(ask(client, [("as", "json")], RUNES, "riftbound").content)
        assert [turn["costs"] for turn in found["on_curve"][:2]] == [[1, 2], [3, 4]]
        assert found["runes"][0]["domain"] == "Chaos"
        rows = list(csv.DictReader(StringIO(ask(client, [("as", "csv")], RUNES, "riftbound").content.decode())))
        assert {row["figure"] for row in rows} == {"on curve", "to play", "cost", "card", "opening hand", "runes"}

    @pytest.mark.parametrize("words", [[], FOUR])
    def test_pictures_are_complete(self, client: Client, words: Words) -> None:
        text = "4 Savage Beatdown\n56 Boris, Personal Servant of Dr. Doom"
        png = ask(client, [*words, ("as", "png")], text)
        assert png.headers["Content-Type"] == "image/png"
        assert Image.open(BytesIO(png.content)).size == (1200, 630)
        svg = ask(client, [*words, ("as", "svg")], text).content.decode()
        assert ElementTree.fromstring(svg).tag.endswith("svg")  # noqa: S314
        assert "var(" not in svg

    def test_of_no_cards_there_is_nothing_to_draw(self, client: Client) -> None:
        for kind in ("png", "svg"):
            assert ask(client, [("as", kind)], "Sideboard\n4 Overload").status_code == 400
        assert json.loads(ask(client, [("as", "json")], "Sideboard\n4 Overload").content) == {"cards": 0}
        assert ask(client, [("as", "csv")], "Sideboard\n4 Overload").content.decode().count("\r\n") == 1
