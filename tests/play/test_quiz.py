"""The quiz: rounds, answers, and positions that the judge can answer."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.play.judging import playable
from tests.html_tree import parse_page
from vsdb.error_reports.models import ErrorReport
from vsdb.play.documents import decode_question
from vsdb.play.quiz.positions import DIFFICULTIES, QuizFilter, draw_round, list_quiz_positions

GAMES = ("vs-classic", "vs-2pcg", "riftbound")


@pytest.mark.parametrize("game", GAMES)
class TestPositions:
    def test_there_are_enough_of_each_difficulty_and_outcome(self, game: str) -> None:
        held = list_quiz_positions(game)
        assert len(held) >= 30
        assert {each.difficulty for each in held} == set(DIFFICULTIES)
        assert {"legal", "illegal"} <= {each.answer.outcome for each in held}

    def test_no_id_is_used_twice(self, game: str) -> None:
        ids = [each.id for each in list_quiz_positions(game)]
        assert len(ids) == len(set(ids))

    def test_each_illegal_one_turns_on_few_rules(self, game: str) -> None:
        assert [each.id for each in list_quiz_positions(game) if len(each.rules) > 2] == []


def test_every_game_that_can_be_judged_has_a_quiz() -> None:
    assert {game for game in playable() if list_quiz_positions(game)} == set(GAMES)


def test_a_round_is_the_same_for_the_same_seed() -> None:
    one, same, other = (draw_round("vs-classic", seed, QuizFilter()) for seed in ("a1", "a1", "b2"))
    assert one == same
    assert one != other
    assert len(one) == 10


def test_a_round_holds_only_what_was_chosen() -> None:
    chosen = draw_round("vs-classic", "a1", QuizFilter(action="recruit", difficulty="easy"))
    assert chosen
    assert {(each.action.verb, each.difficulty) for each in chosen} == {("recruit", "easy")}


@pytest.mark.django_db
class TestPages:
    def test_a_round_is_played_to_its_end(self, client: Client) -> None:
        page = client.get("/play/vs-classic/quiz/", {"difficulty": "easy"}, follow=True)
        round_address = page.redirect_chain[0][0]
        answered = ""
        for number in range(1, 11):
            asked = client.get(f"{round_address}&given={answered}&next=1" if answered else round_address)
            assert f"Question {number} of 10" in asked.content.decode()
            answered += "l"
            told = client.get(f"{round_address}&given={answered}").content.decode()
            assert "Report a wrong answer" in told
        end = client.get(f"{round_address}&given={answered}&next=1").content.decode()
        assert "of 10 right" in end

    def test_each_answer_has_its_own_link(self, client: Client) -> None:
        page = parse_page(client.get("/play/vs-classic/quiz/?seed=a1").content.decode())
        links = [each.get("href", "") for each in page.iter("a") if "given=" in each.get("href", "")]
        assert [link.partition("given=")[2] for link in links] == ["l", "i", "u"]

    def test_a_position_can_be_linked(self, client: Client) -> None:
        assert client.get("/play/vs-classic/quiz/attack-exhausted/").status_code == 200

    @pytest.mark.parametrize(
        "address",
        [
            "/play/nothing/quiz/",
            "/play/vs-classic/quiz/no-such-position/",
            "/play/vs-classic/quiz/?seed=<b>",
            "/play/vs-classic/quiz/?seed=a1&given=xyz",
            "/play/vs-classic/quiz/?seed=a1&given=lllllllllllll",
        ],
    )
    def test_a_damaged_address_is_not_found(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 404

    def test_a_choice_that_fits_no_position_says_so(self, client: Client) -> None:
        page = client.get("/play/vs-classic/quiz/?seed=a1&rule=no-such-rule")
        assert "No position of the quiz fits this choice" in page.content.decode()


@pytest.mark.django_db
def test_a_report_of_a_wrong_answer_brings_the_position_to_staff(client: Client) -> None:
    page = client.get("/play/vs-classic/quiz/attack-exhausted/").content.decode()
    link = next(each.get("href", "") for each in parse_page(page).iter("a") if "position=" in each.get("href", ""))
    form = parse_page(client.get(link).content.decode())
    words = {each.get("name", ""): each.get("value", "") for each in form.iter("input") if each.get("type") == "hidden"}
    client.post("/report/", {**words, "text": "Wolverine was readied."})
    report = ErrorReport.objects.get()
    assert (report.kind, report.subject) == ("position", "vs-classic/attack")
    assert decode_question(report.position)["action"]["action"] == "attack"
