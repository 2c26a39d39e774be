"""What the page of odds refuses, and what it says beside which field."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.engine.simulation.odds.asking import forbid_counting
from tests.simulations.odds_questions import FOUR, RUNES, Words, ask, told

pytestmark = pytest.mark.django_db


class TestRefusals:
    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ([("by", "x"), ("least", 1), ("of", "Overload")], "whole number"),
            ([("by", 51), ("least", 1), ("of", "Overload")], "less than or equal to 50"),
            ([("by", 4), ("least", 3), ("most", 2), ("of", "Overload")], "2 is less than 3."),
            ([("by", 4), ("least", 0), ("of", "Overload")], "Ask for at least 1"),
            ([("by", 4), ("of", "Overload; Nobody")], "No card of the list is called"),
            ([("by", 4), ("of", "energy=2")], "Only Riftbound cards have “energy”."),
            ([("by", 4), ("of", "legal:silver")], "can&#x27;t be counted"),
            ([("by", 40), ("of", "Overload")], "84 cards are seen by turn 40; the deck has 60"),
            ([("by", 4), ("of", "Overload"), ("mulligan", "keep-if")], "Say which hands to keep"),
            (
                [("by", 4), ("by", 2), ("of", "Overload"), ("of", "Overload"), ("distinct", 1)],
                "Different copies can be asked for by one turn alone",
            ),
            ([("by", 4), ("of", "x" * 601)], "at most 600 characters"),
            (
                [("by", 4), ("of", "savge beatdown")],
                "No card of the list fits “savge beatdown”. Try “Savage Beatdown”.",
            ),
            ([("by", 4), ("of", "Overload"), ("keep_of", "beat x")], "No card of the list fits “beat x”."),
        ],
    )
    def test_stand_with_their_reason(self, client: Client, words: Words, said: str) -> None:
        answer = ask(client, words)
        assert answer.status_code == 400
        assert said in told(answer).replace("&#39;", "&#x27;")
        assert "Ready odds" in told(answer)

    def test_say_what_to_search_for_where_no_name_is_near(self, client: Client) -> None:
        answer = ask(client, [("by", 4), ("of", "t:gear")], RUNES, "riftbound")
        assert answer.status_code == 400
        assert "No card of the list fits “t:gear”. Try a card’s name, or t:unit energy=2." in told(answer)

    def test_stand_beside_each_field_where_no_card_fits_two(self, client: Client) -> None:
        answer = ask(client, [("by", 2), ("of", "t:gear"), ("by", 3), ("of", "energy=9")], RUNES, "riftbound")
        assert answer.status_code == 400
        assert told(answer).count("No card of the list fits") == 2

    def test_say_what_to_set_aside(self, client: Client) -> None:
        answer = ask(client, [("by", 4), ("of", "Flame Chompers"), ("mulligan", "aside")], RUNES, "riftbound")
        assert answer.status_code == 400
        assert "Say what to set aside" in told(answer)

    @pytest.mark.parametrize("kind", ["groups", "conditions"])
    def test_of_too_much_come_before_anything_is_counted(
        self, client: Client, kind: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        forbid_counting(monkeypatch)
        if kind == "groups":
            rows = [("of", f"cost={number} t:character") for number in range(7)]
            words: Words = [*rows, *[("by", 4)] * 7, *[("least", 1)] * 7]
            said = "7 different groups of cards; at most 6."
        else:
            words = [("of", "Overload")] * 400 + [("by", 4)] * 400
            said = "400 conditions; at most 60."
        answer = ask(client, words)
        assert answer.status_code == 400
        assert said in told(answer)

    def test_a_file_of_what_cant_be_read_is_the_page_with_its_errors(self, client: Client) -> None:
        answer = ask(client, [("by", "x"), ("of", "Overload"), ("as", "csv")])
        assert answer.status_code == 400
        assert "whole number" in told(answer)


def test_an_unknown_mulligan_is_refused_with_the_choices(client: Client) -> None:
    answer = ask(client, [*FOUR, ("mulligan", "bset")])
    assert answer.status_code == 400
    assert "“bset” is not one of never" in told(answer)
