"""The page of odds: ready curves, a question in the address, its answer."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from django.test import Client

from engine.simulation.odds.counting import Work
from tests.engine.simulation.odds.asking import miss
from tests.simulations.odds_questions import FOUR, KEEP_IF, RUNES, Words, ask, told
from vsdb.check.forms import list_samples
from vsdb.simulations.odds import answers as odds_answers

pytestmark = pytest.mark.django_db


class TestReadyOdds:
    @pytest.mark.parametrize("sample", [each.slug for each in list_samples()])
    def test_are_shown_for_every_sample(self, client: Client, sample: str) -> None:
        page = told(client.get(f"/simulate/?sample={sample}", follow=True))
        for words in (
            "On curve by turn",
            "of each cost by turn",
            "that the deck has most of",
            "in the opening hand of",
        ):
            assert words in page
        assert ("Runes of each domain" in page) == (sample == "jinx")

    def test_have_a_card_that_is_named_first(self, client: Client) -> None:
        pages = [told(ask(client, words)) for words in ([], [("card", "OVERLOAD")])]
        first, named = ([page.index(f"of={name}#") for name in ("Overload", "Savage+Beatdown")] for page in pages)
        assert first[0] > first[1]
        assert named[0] < named[1]

    def test_lead_to_the_question_about_a_card(self, client: Client) -> None:
        assert "&amp;of=Savage+Beatdown#question" in told(ask(client))

    def test_name_the_card_that_leaves_them_open(self, client: Client) -> None:
        page = told(ask(client, text="56 Savage Beatdown\n4 Nobody At All"))
        assert "cost or type isn’t known of 1 card: Nobody At All." in page
        assert f"0.0 % to {float(100 * (1 - miss(60, 4, 6))):.1f} %" in page

    def test_come_after_the_lines_that_arent_read(self, client: Client) -> None:
        page = told(ask(client, text="56 Savage Beatdown\n4 Savge Beatdown"))
        said = "Line 2: no card named “Savge Beatdown”. Did you mean Savage Beatdown"
        assert page.index(said) < page.index("Ask a question</h2>") < page.index("Ready odds</h2>")
        assert "60 cards in the list, 4 of them unknown." in page
        change = re.search(r'href="(/simulate/\?[^"]+edit=1)"', page)
        assert change
        form = client.get(unescape(change[1]))
        assert form.status_code == 200
        assert "4 Savge Beatdown" in form.content.decode()
        assert "not read" not in told(ask(client))

    def test_are_those_of_who_goes_second(self, client: Client) -> None:
        pages = [told(ask(client, [("first", first)], RUNES, "riftbound")) for first in (1, 0)]
        assert "<td>1 to 2</td>" in pages[0]
        assert "<td>1 to 3</td>" in pages[1]
        assert "<b>Going second</b>" in pages[1]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("Sideboard\n4 Overload", "No cards to draw from"),
            ("1 Overload", "The deck has 1 card; an opening hand takes 4."),
            ("4 Nobody At All", "Nobody At All"),
            ("10000 Overload", "Line 1: 10,000 copies; a line can have 1 to 9,999"),
            ("5000 Overload\n5000 Savage Beatdown", '<td class="num">5000</td>'),
        ],
    )
    def test_of_none_one_unknown_and_many_cards_are_shown(self, client: Client, text: str, said: str) -> None:
        answer = ask(client, text=text)
        assert answer.status_code == 200
        assert said.casefold() in told(answer).casefold()


class TestAnswer:
    def test_is_the_exact_fraction_with_its_sentence(self, client: Client) -> None:
        page = told(ask(client, FOUR))
        chance = 1 - miss(60, 4, 12)
        assert "How likely is it to see at least 1 “Savage Beatdown” by turn 4, if every hand is kept?" in page
        assert f'<p class="odds__figure">{float(100 * chance):.1f} %</p>' in page
        assert f"{chance.numerator}/{chance.denominator}" in page

    def test_has_a_curve_with_and_without_mulligan(self, client: Client) -> None:
        page = told(ask(client, [*FOUR, *KEEP_IF]))
        assert "if a hand is kept with at least 1 “Savage Beatdown”, and goes below the deck otherwise?" in page
        for seen in (6, 10, 12, 16):
            assert f"{float(100 * (1 - miss(60, 4, seen))):.1f} %" in page
        assert "With the mulligan, turn 8:" in page

    def test_has_its_curve_as_the_picture_of_its_link(self, client: Client) -> None:
        found = re.search(r'property="og:image" content="http://testserver([^"]+)"', told(ask(client, FOUR)))
        assert found
        assert client.get(unescape(found[1])).headers["Content-Type"] == "image/png"

    def test_joins_rows_by_and_within_and_or_between(self, client: Client) -> None:
        words: Words = [*FOUR, ("join", "and"), ("join", "and"), ("by", 2), ("least", 1), ("of", "Overload")]
        words += [
            ("join", "or"),
            ("by", 0),
            ("least", ""),
            ("most", ""),
            ("most", ""),
            ("most", 0),
            ("of", "t:character"),
        ]
        page = told(ask(client, words))
        assert (
            "see at least 1 “Savage Beatdown” by turn 4, and at least 1 “Overload” by turn 2; "
            "or no “t:character” in the opening hand, if" in page
        )

    @pytest.mark.parametrize(
        ("least", "most", "said"), [(2, 2, "exactly 2"), (1, 3, "1 to 3"), ("", 2, "at most 2"), (3, "", "at least 3")]
    )
    def test_says_how_many(self, client: Client, least: object, most: object, said: str) -> None:
        words: Words = [("by", 4), ("least", least), ("most", most), ("of", "Overload")]
        assert f"see {said} “Overload” by turn 4" in told(ask(client, words))

    def test_takes_several_names_together(self, client: Client) -> None:
        page = told(ask(client, [("by", 4), ("least", 1), ("of", "overload; Savage Beatdown")]))
        assert f"{float(100 * (1 - miss(60, 8, 12))):.1f} %" in page

    def test_says_which_hands_are_best(self, client: Client) -> None:
        page = told(ask(client, [*FOUR, ("mulligan", "best")]))
        assert "Keep any hand with at least 1 of “Savage Beatdown”. Otherwise take a new hand." in page

    def test_says_what_is_best_set_aside(self, client: Client) -> None:
        words: Words = [("by", 4), ("least", 1), ("of", "Chemtech Enforcer"), ("mulligan", "best")]
        page = told(ask(client, words, RUNES, "riftbound"))
        assert "Keep any hand with at least 1 of “Chemtech Enforcer”. Otherwise set 2 other cards aside." in page

    def test_follows_an_order_of_what_is_set_aside(self, client: Client) -> None:
        words: Words = [("by", 4), ("least", 1), ("of", "Chemtech Enforcer"), ("mulligan", "aside")]
        words += [("aside_of", "Flame Chompers"), ("aside_beyond", 1), ("aside_of", "rest"), ("aside_beyond", "")]
        page = told(ask(client, words, RUNES, "riftbound"))
        assert "if up to 2 cards are set aside: “Flame Chompers” beyond 1, then other cards?" in page

    def test_may_be_about_runes(self, client: Client) -> None:
        words: Words = [("pile", "runes"), ("first", 0), ("by", 1), ("least", 1), ("of", "Fury Rune")]
        page = told(ask(client, words, RUNES, "riftbound"))
        assert "see at least 1 “Fury Rune” by turn 1, going second?" in page
        assert f'<p class="odds__figure">{float(100 * (1 - miss(12, 7, 3))):.1f} %</p>' in page
        assert "Runes have no mulligan." in page

    def test_is_a_range_where_a_card_is_open(self, client: Client) -> None:
        words: Words = [("by", 4), ("least", 1), ("of", "t:character cost=1")]
        page = told(ask(client, words, "4 Savage Beatdown\n56 Nobody At All"))
        assert '<p class="odds__figure">0.0 % to 100.0 %</p>' in page
        assert "it isn’t known of 1 card whether the search finds it: Nobody At All." in page

    def test_counts_each_copy_once_where_that_is_asked(self, client: Client) -> None:
        words: Words = [*FOUR, ("join", "and"), ("join", "and"), ("by", 4), ("least", 1), ("of", "Savage Beatdown")]
        page = told(ask(client, [*words, ("distinct", 1)]))
        assert "Each copy counts once." in page
        first, second = miss(60, 4, 12), 12 * miss(59, 3, 11) * Fraction(4, 60)
        assert f"{float(100 * (1 - first - second)):.1f} %" in page

    def test_leaves_empty_rows_out_and_adds_one(self, client: Client) -> None:
        words: Words = [
            *FOUR,
            ("join", "and"),
            ("join", "and"),
            ("by", ""),
            ("least", ""),
            ("of", " "),
            ("add", "want"),
        ]
        answer = ask(client, words)
        assert answer.status_code == 200
        assert 'id="want-2-of"' in answer.content.decode()
        assert 'id="want-3-of"' not in answer.content.decode()

    @pytest.mark.parametrize(
        ("words", "is_open"),
        [([], False), ([("add", "keep")], True), ([("keep_of", "Overload")], True), (KEEP_IF, True)],
    )
    def test_always_shows_the_hands_to_keep_where_they_are_filled_in(
        self, client: Client, words: Words, is_open: bool
    ) -> None:
        page = told(ask(client, [*FOUR, *words]))
        assert ("oddsform__hands--filled" in page) is is_open
        assert "The mulligan “Keep hands that meet conditions” uses this." in page

    def test_uses_hands_that_are_filled_in_where_no_mulligan_is_chosen(self, client: Client) -> None:
        page = told(ask(client, [*FOUR, ("keep_of", "Savage Beatdown"), ("keep_least", 1)]))
        assert f'<p class="odds__figure">{float(100 * (1 - miss(60, 4, 16))):.1f} %</p>' in page
        assert '<option value="keep-if" selected>' in page

    @pytest.mark.parametrize("chosen", ["never", "always"])
    def test_is_refused_where_the_mulligan_leaves_filled_hands_out(self, client: Client, chosen: str) -> None:
        answer = ask(client, [*FOUR, ("keep_of", "Savage Beatdown"), ("mulligan", chosen)])
        assert answer.status_code == 400
        assert "Hands are described below. Choose “Keep hands that meet conditions”" in told(answer)

    def test_names_the_cards_that_it_counts(self, client: Client) -> None:
        page = told(ask(client, [("by", 4), ("least", 1), ("of", "Overload; Savage Beatdown")]))
        assert "“Overload; Savage Beatdown” counts 8 cards: 4 Savage Beatdown, 4 Overload</li>" in page

    def test_folds_many_cards_that_it_counts(self, client: Client) -> None:
        text = "\n".join(f"8 Unknown {name}" for name in "ABCDE") + "\n20 Overload"
        names = "; ".join(f"Unknown {name}" for name in "ABCDE")
        page = told(ask(client, [("by", 4), ("least", 1), ("of", names)], text))
        assert f"<details><summary>“{names}” counts 40 cards</summary><p>8 Unknown A, 8 Unknown B" in page

    @pytest.mark.parametrize("text", ["two-drop", "2 drop", "a 2-drop", "unit of energy 2", "t:unit energy=2"])
    def test_understands_a_drop(self, client: Client, text: str) -> None:
        page = told(ask(client, [("by", 4), ("least", 1), ("of", text)], RUNES, "riftbound"))
        assert "see at least 1 unit of energy 2 by turn 4, if" in page
        assert f"“{text}” counts 3 cards: 3 Chemtech Enforcer" in page
        assert '<option value="t:unit energy=2" label="units of energy 2">' in page

    def test_counts_words_that_mean_the_same_as_one(self, client: Client) -> None:
        words: Words = [("by", 4), ("least", 1), ("of", "two-drop"), ("mulligan", "aside"), ("keep_of", "2-drop")]
        words += [("aside_of", "rest")]
        page = told(ask(client, words, RUNES, "riftbound"))
        assert "none of a hand with at least 1 unit of energy 2?" in page
        assert page.count("counts 3 cards") == 1

    def test_of_different_turns_says_that_the_lines_have_one(self, client: Client) -> None:
        words: Words = [*FOUR, ("join", "and"), ("join", "and"), ("by", 2), ("least", 1), ("of", "Overload")]
        page = told(ask(client, words))
        assert "All conditions by the same turn" in page
        assert "isn’t on the lines." in page
        assert "Your question: " not in page
        assert f"Your question: {float(100 * (1 - miss(60, 4, 12))):.1f} %" in told(ask(client, FOUR))

    def test_stands_beside_that_with_other_mulligans(self, client: Client) -> None:
        words = [("mulligan", "best"), ("keep_of", "Overload"), ("keep_least", 1)]
        page = told(ask(client, [*FOUR, *words]))
        compared = page[page.index("odds__compared") : page.index("Copies seen")]
        for name, seen in (("Every hand kept", 12), ("Best choice of hands", 16)):
            assert f'{name}</th><td class="num">{float(100 * (1 - miss(60, 4, seen))):.1f} %' in compared
        own = told(ask(client, [*FOUR, ("mulligan", "keep-if"), *words[1:]]))
        figure = re.search(r'class="odds__figure">([^<]+)<', own)
        assert figure
        assert f'Your own mulligan</th><td class="num">{figure[1]}</td>' in compared

    def test_escapes_what_is_asked(self, client: Client) -> None:
        page = ask(client, [("by", 4), ("least", 1), ("of", "<script>alert(1)</script>")]).content.decode()
        assert "<script>alert" not in page


class TestWhatTakesLong:
    @pytest.fixture(autouse=True)
    def _is_slow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(odds_answers, "answer_within", lambda _decks: None)

    def test_is_simulated_with_its_error_until_it_is_counted(self, client: Client) -> None:
        page = told(ask(client, FOUR))
        assert "Simulated in 10,000 deals" in page
        assert "±" in page
        assert 'hx-trigger="load"' in page
        assert "as=exact" in page
        exact = told(ask(client, [*FOUR, ("as", "exact")]))
        assert f'<p class="odds__figure">{float(100 * (1 - miss(60, 4, 12))):.1f} %</p>' in exact
        assert "hx-trigger" not in exact

    def test_has_an_error_where_every_game_came_true(self, client: Client) -> None:
        page = told(ask(client, [("by", 4), ("least", 1), ("of", "Boris, Personal Servant of Dr. Doom")]))
        assert '<p class="odds__figure">100.0 % <small>± 0.03 %</small></p>' in page

    def test_waits_without_a_figure_where_that_takes_long_itself(self, client: Client) -> None:
        page = told(ask(client, [*FOUR, ("mulligan", "best"), ("distinct", 1)]))
        assert "Simulated" not in page
        assert "Counting exactly…" in page

    def test_stays_simulated_where_it_is_too_much(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(odds_answers, "Work", lambda *_: Work(1))
        page = told(ask(client, [*FOUR, ("as", "exact")]))
        assert "Simulated in 200,000 deals" in page
        assert "takes too long to count exactly" in page
        refused = ask(client, [*FOUR, ("as", "json")])
        assert refused.status_code == 400
        assert "too much to count" in refused.json()["message"]

    def test_has_its_curve_later(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        monkeypatch.setattr(odds_answers, "_CURVE_WORK", 1)
        page = told(ask(client, FOUR))
        assert "Counting the curve by turn…" in page
        assert 'hx-trigger="load"' in page
        assert "By each turn" in told(ask(client, [*FOUR, ("as", "exact")]))
