"""The best hands of an answer in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.simulation.odds.reading import find_opening, read_question
from vsdb.simulations.odds.words import MAX_HANDS, describe_best, write_sentence

GROUPS = {"A": "“Overload”", "B": "“cost=4”"}
CLASSIC, RIFT, RUNES = (find_opening(game) for game in ("vs-classic", "riftbound", "runes"))


def changed(*hands: dict[str, int]) -> list[dict[str, Any]]:
    return [{"hand": hand, "aside": {"rest": 2}} for hand in hands]


class TestBestHands:
    @pytest.mark.parametrize(
        ("kept", "gone", "said"),
        [
            ([{"A": 1}], [], "Keep every hand."),
            ([], [{"rest": 4}], "Take a new hand every time."),
            (
                [{"A": 1, "rest": 3}, {"A": 2, "rest": 2}],
                [{"rest": 4}],
                "Keep any hand with at least 1 of “Overload”. Otherwise take a new hand.",
            ),
            (
                [{"A": 2, "rest": 2}, {"A": 1, "B": 1, "rest": 2}],
                [{"A": 1, "rest": 3}],
                "at least 2 of “Overload”; or at least 1 of “Overload” and at least 1 of “cost=4”.",
            ),
        ],
    )
    def test_are_one_sentence_where_more_is_never_worse(
        self, kept: list[dict[str, int]], gone: list[dict[str, int]], said: str
    ) -> None:
        found = describe_best({"keeps": kept, "changes": changed(*gone)}, GROUPS, CLASSIC)
        assert said in found.summary
        assert (found.kept, found.changed) == ((), ())

    def test_are_listed_where_more_can_be_worse(self) -> None:
        told = {"keeps": [{"A": 1, "rest": 3}], "changes": changed({"A": 2, "rest": 2}, {"rest": 4})}
        found = describe_best(told, GROUPS, CLASSIC)
        assert found.summary == "Keep these hands. Otherwise take a new hand."
        assert found.kept == ("1 of “Overload”, 3 other cards",)

    def test_say_what_is_set_aside_of_each(self) -> None:
        told = {"keeps": [{"A&B": 1}], "changes": changed({"A or B": 1, "rest": 1}, {"A": 2, "rest": 2})}
        found = describe_best(told, GROUPS, RIFT)
        assert found.kept == ("1 of “Overload” and “cost=4”",)
        assert (found.changed[0].hand, found.changed[0].aside) == (
            "1 of “Overload” or “cost=4”, 1 other card",
            "2 other cards",
        )

    @pytest.mark.parametrize(
        ("kept", "gone", "said"),
        [
            (
                [{"A": 1, "rest": 3}],
                [{"rest": 4}],
                "Keep any hand with at least 1 of “Overload”. Otherwise set 2 other",
            ),
            ([], [{"rest": 4}], "Set up to 2 other cards aside of every hand."),
            ([{"A": 1, "rest": 3}], [{"A": 2, "rest": 2}], "The table says which cards of a hand to set aside. Keep"),
        ],
    )
    def test_are_one_sentence_where_as_many_others_as_may_go(
        self, kept: list[dict[str, int]], gone: list[dict[str, int]], said: str
    ) -> None:
        assert describe_best({"keeps": kept, "changes": changed(*gone)}, GROUPS, RIFT).summary.startswith(said)

    def test_count_a_cost_in_words_as_players_do(self) -> None:
        told = {"keeps": [{"A": 2, "rest": 2}], "changes": changed({"A": 1, "rest": 3})}
        found = describe_best(told, {"A": "character of cost 4"}, CLASSIC)
        assert found.summary == "Keep any hand with at least 2 characters of cost 4. Otherwise take a new hand."

    def test_say_how_many_are_left_out(self) -> None:
        hands = [{"A": 1, "rest": number} for number in range(3, MAX_HANDS + 6)]
        hands = [{**hand, "B": 1} for hand in hands]
        gone = [{"hand": hand, "aside": {"B": 1}} for hand in hands]
        assert describe_best({"keeps": [], "changes": gone}, GROUPS, RIFT).left_out == 3


class TestSentence:
    def write(self, rule: Any, asks_first: bool = False, **question: Any) -> str:
        read = read_question({"want": [{"of": "A", "by": 0}], **question}, frozenset(GROUPS))
        return write_sentence(read, GROUPS, rule, asks_first=asks_first)

    def test_has_no_mulligan_where_there_is_none(self) -> None:
        said = self.write(RUNES, True, game="runes", first=True)
        assert said == "How likely is it to see at least 1 “Overload” in the opening hand, going first?"

    def test_says_that_every_hand_is_changed(self) -> None:
        assert self.write(CLASSIC, game="vs-classic", mulligan={"do": "always"}).endswith("if every hand is changed?")

    def test_names_groups_that_are_counted_together(self) -> None:
        said = self.write(CLASSIC, game="vs-classic", want=[{"of": ["A", "B"], "by": 2}])
        assert "at least 1 “Overload” or “cost=4” by turn 2" in said

    def test_says_of_which_hands_nothing_is_set_aside(self) -> None:
        policy = {"do": "aside", "keep": [[{"of": "A"}, {"of": "B"}]], "aside": [{"of": "rest"}]}
        said = self.write(RIFT, game="riftbound", mulligan=policy)
        assert said.endswith(
            "if up to 2 cards are set aside: other cards, but none of a hand with at least 1 “Overload” and "
            "at least 1 “cost=4”?"
        )
