"""Texts as they are drawn: symbols with words, keywords as links, reminders and changes marked, all of it escaped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.cards import GAMES
from engine.model.verdicts import Citation
from vsdb.catalog.wordings.drawing import KeywordGloss, draw_small_text, draw_text, list_keywords
from vsdb.catalog.wordings.templatetags.wordings import compared, face_text, signs, text
from vsdb.core.diffing import diff_words

BOOST = KeywordGloss("Boost", "boost", 'Pay "more".', "/keywords/vs-classic/boost/", Citation("cr-2.7", "706.2"))
INKS = ("fury", "calm", "mind", "body", "chaos", "order")
WORDS = {"Boost": BOOST}
HOSTILE = '<script>alert("x")</script> & [<b>] "quoted" \'text\''


def html(said: str, game: str = "vs-classic", changed: tuple[str, ...] = ()) -> str:
    return str(text(draw_text(said, game, WORDS, changed)))


class TestLines:
    def test_are_a_paragraph_each(self) -> None:
        assert html("Hop.\nSkip.") == "<p>Hop.</p><p>Skip.</p>"

    def test_tell_reminders_apart(self) -> None:
        assert html("Hop. (Jump on one foot.)") == '<p>Hop. <i class="reminder">(Jump on one foot.)</i></p>'

    def test_link_keywords_with_their_gloss(self) -> None:
        link = '<a class="keyword" href="/keywords/vs-classic/boost/" title="Pay &quot;more&quot;.">Boost</a>'
        assert html("Boost 2") == f"<p>{link} 2</p>"

    @pytest.mark.parametrize(("said", "name"), [("[Might]", "Might"), ("[Any Turn]", "Any Turn"), ("[green]", "Might")])
    def test_draw_symbols_with_their_name(self, said: str, name: str) -> None:
        drawing = html(said, "vs-2pcg")
        assert f'role="img" aria-label="{name}"' in drawing
        assert "[" not in drawing

    def test_draw_arrows_with_a_word(self) -> None:
        assert 'aria-label="then"' in html("[Activate] >>> Draw a card.")

    def test_give_other_symbols_as_words(self) -> None:
        assert html("[X-Men]", "vs-2pcg") == '<p><span class="cardsign cardsign--word">X-Men</span></p>'
        assert ">hop 2</span>" in html(":rb_hop_2:", "riftbound")

    def test_give_letters_and_codes_by_their_names(self) -> None:
        for printed in ("[E]", ":rb_exhaust:"):
            said = f'aria-label="Exhaust"><title>Exhaust, printed {printed.strip("[]")}</title>'
            assert said in html(printed, "riftbound")

    @pytest.mark.parametrize("printed", ["[2]", ":rb_energy_2:"])
    def test_give_energy_as_a_number_on_a_coin(self, printed: str) -> None:
        coin = 'class="cardsign cardsign--coin" role="img" aria-label="2 energy" title="2 energy">2</span>'
        assert coin in html(printed, "riftbound")

    @pytest.mark.parametrize(
        ("printed", "drawing"),
        [
            *((f":rb_rune_{domain}:", f"domain-{domain}") for domain in INKS),
            *(("[A]", "power-any"), ("[C]", "power-own"), ("[M]", "might"), ("[E]", "exhaust")),
        ],
    )
    def test_draw_every_symbol_of_riftbound(self, printed: str, drawing: str) -> None:
        assert f'icons.svg#{drawing}"/>' in html(printed, "riftbound")

    def test_keep_numbers_of_other_games_as_words(self) -> None:
        assert '<span class="cardsign cardsign--word">2</span>' in html("[2]", "vs-2pcg")

    def test_leave_words_in_brackets_that_stand_for_others(self) -> None:
        assert html("Rally for a [description] card.") == "<p>Rally for a [description] card.</p>"

    def test_mark_the_passages_that_are_new(self) -> None:
        assert html("Hop and skip.", changed=("and skip",)) == '<p>Hop <mark class="isnew">and skip</mark>.</p>'

    def test_mark_a_keyword_within_a_passage(self) -> None:
        marked = html("It has Boost 2 now.", changed=("has Boost 2",))
        assert marked.count('<mark class="isnew">') == 3
        assert '<mark class="isnew"><a class="keyword"' in marked

    def test_mark_nothing_where_the_passage_is_not_found(self) -> None:
        assert "<mark" not in html("Hop.", changed=("Skip.", ""))


class TestWhatAFileBrings:
    """It is never taken for markup, wherever it is drawn."""

    @pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
    def test_is_escaped_as_text(self, game: str) -> None:
        for drawing in (html(HOSTILE, game), html(f"({HOSTILE} in a reminder)", game), html(f"[{HOSTILE}]", game)):
            assert "<script" not in drawing
            assert "<b>" not in drawing
            assert "&lt;script&gt;" in drawing

    def test_is_escaped_where_it_is_marked(self) -> None:
        assert "<script" not in html(HOSTILE, changed=("<script>",))

    def test_is_escaped_where_it_changes(self) -> None:
        drawing = str(compared(diff_words(HOSTILE, f"{HOSTILE} <img src=x>")))
        assert "<script" not in drawing
        assert "<img" not in drawing

    def test_is_escaped_on_faces_and_in_short(self) -> None:
        assert "<script" not in str(face_text(draw_small_text(HOSTILE, "vs-classic")))
        assert "<script" not in str(signs(HOSTILE))

    def test_cannot_break_out_of_a_gloss(self) -> None:
        bad = KeywordGloss("Boost", "boost", '"><script>', '/x/"><script>', None)
        assert "<script" not in str(text(draw_text("Boost 2", "vs-classic", {"Boost": bad})))

    @given(said=st.text(max_size=60), game=st.sampled_from([*GAMES]))
    def test_is_drawn_whatever_it_is(self, said: str, game: str) -> None:
        drawing = html(f"{said}<x>", game, changed=(said,)) + str(face_text(draw_small_text(f"{said}<x>", game)))
        assert "<x>" not in drawing
        assert "&lt;x&gt;" in drawing


class TestComparedTexts:
    def test_say_what_is_gone_and_what_is_new_to_those_who_hear_them(self) -> None:
        drawing = str(compared(diff_words("Draw a card.", "Draw two.")))
        assert '<del><span class="visually-hidden">[removed: </span>a card<span' in drawing
        assert '<ins><span class="visually-hidden">[added: </span>two<span' in drawing

    def test_draw_symbols(self) -> None:
        assert 'aria-label="Might"' in str(compared(diff_words("Pay [Might].", "Pay.")))

    def test_draw_the_symbols_of_a_game(self) -> None:
        change = str(compared(diff_words("Pay [2][Fury].", "Pay."), game="riftbound"))
        assert "icons.svg#domain-fury" in change
        assert 'aria-label="2 energy"' in change
        assert "icons.svg#domain-fury" in str(signs("[Fury]", "riftbound"))


class TestSmallFaces:
    def test_leave_out_reminders_and_links(self) -> None:
        drawing = str(face_text(draw_small_text("Boost 2 (Pay more for it.)\nHop.", "vs-classic")))
        assert drawing == '<span class="face__line">Boost 2</span><span class="face__line">Hop.</span>'


def test_keywords_are_those_outside_of_reminders_each_once() -> None:
    assert list_keywords(draw_text("Boost 2\nBoost 3", "vs-classic", WORDS)) == [BOOST]
    assert list_keywords(draw_text("Hop. (Like Boost but higher.)", "vs-classic", WORDS)) == []
