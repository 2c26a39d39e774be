"""The forms in which texts are kept and compared: symbols in their own or in one spelling, and reminders told apart."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.card_text import (
    derive_facts,
    name_own_symbol,
    normalize_text,
    parse_paragraphs,
    strip_reminders,
    to_printed_form,
    unify_symbols,
)
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC

#: Texts out of the pieces that card files are made of, whole and broken.
PIECES = st.sampled_from(
    (
        *("[blue]", "[MIGHT]", "(Anytime)", "[Xmen]", "[", "]", "(", ")", "-->", "+1 / +1", "Main", ":", "Hop.", " "),
        *("it hops", "\n", "Boost 2", "\u2019", "[Now it hops far.]", "Dr.", "1", "a", ",", "Activate, "),
    )
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


class TestSymbols:
    @pytest.mark.parametrize(
        ("written", "kept"),
        [
            ("[blue]", "[Energy]"),
            ("[yellow]", "[Intellect]"),
            ("[green]", "[Might]"),
            ("[red]", "[Skill]"),
            ("[earth]", "[Humanity]"),
            ("[space]", "[Alien]"),
            ("[MIGHT]", "[Might]"),
            ("[ranged]", "[Range]"),
            ("[anyturn]", "[Any Turn]"),
            ("[Any Turn]", "[Any Turn]"),
            ("(Anytime)", "[Any Turn]"),
            ("(SKILL)", "[Skill]"),
            ("[Xmen]", "[X-Men]"),
            ("[x-men]", "[X-Men]"),
            ("[femme]", "[Femme Fatales]"),
            ("[The  Seven]", "[The Seven]"),
        ],
    )
    def test_of_2pcg_have_one_spelling(self, written: str, kept: str) -> None:
        assert normalize_text(written, VS_2PCG) == kept

    def test_stand_apart_from_words_and_close_to_each_other(self) -> None:
        assert (
            normalize_text("[AnyTurn]Combat[SKILL] [MIGHT]: Hop.", VS_2PCG) == "[Any Turn] Combat [Skill][Might]: Hop."
        )

    def test_in_parentheses_are_only_those_that_stand_alone(self) -> None:
        assert normalize_text("Hop (health) or (might).", VS_2PCG) == "Hop (health) or (might)."

    def test_of_classic_mark_what_exhausts_the_card(self) -> None:
        assert normalize_text("Activate, pay 1 --> Hop.", VS_CLASSIC) == "[Activate], pay 1 >>> Hop."
        assert normalize_text("Backup: Activate \u2192 Hop.", VS_CLASSIC) == "Backup: [Activate] >>> Hop."
        assert normalize_text("Activate it.", VS_CLASSIC) == "Activate it."

    @pytest.mark.parametrize(
        ("letters", "codes", "name"),
        [
            ("[2]", ":rb_energy_2:", "[2]"),
            ("[12]", ":rb_energy_12:", "[12]"),
            ("[M]", ":rb_might:", "[Might]"),
            ("[S]", ":rb_might:", "[Might]"),
            ("[E]", ":rb_exhaust:", "[Exhaust]"),
            ("[T]", ":rb_exhaust:", "[Exhaust]"),
            ("[A]", ":rb_rune_rainbow:", "[Any Power]"),
            ("[C]", "[C]", "[Own Power]"),
            ("[Fury]", ":rb_rune_fury:", "[Fury]"),
            ("[R]", ":rb_rune_fury:", "[Fury]"),
            ("[G]", ":rb_rune_calm:", "[Calm]"),
            ("[B]", ":rb_rune_mind:", "[Mind]"),
            ("[O]", ":rb_rune_body:", "[Body]"),
            ("[P]", ":rb_rune_chaos:", "[Chaos]"),
            ("[Y]", ":rb_rune_order:", "[Order]"),
        ],
    )
    def test_of_riftbound_are_one_in_letters_and_in_codes(self, letters: str, codes: str, name: str) -> None:
        assert normalize_text(f"Pay {letters}.", RIFTBOUND) == normalize_text(f"Pay {codes}.", RIFTBOUND)
        assert normalize_text(f"Pay {letters}.", RIFTBOUND) == f"Pay {name}."
        assert to_printed_form(f"Pay {codes}.", RIFTBOUND) == f"Pay {codes}."

    def test_of_riftbound_that_are_unknown_stay_as_they_are(self) -> None:
        assert normalize_text("[Assault 2] Hop +1 [Z] :rb_hop:", RIFTBOUND) == "[Assault 2] Hop +1 [Z] :rb_hop:"
        assert normalize_text("Pay :rb_might:", VS_2PCG) == "Pay :rb_might:"

    def test_of_the_own_domain_name_it_where_it_is_one(self) -> None:
        text = normalize_text("Pay [1][C].", RIFTBOUND)
        assert name_own_symbol(text, RIFTBOUND, ("Fury",)) == "Pay [1][Fury]."
        assert name_own_symbol(text, RIFTBOUND, ("Fury", "Mind")) == text
        assert name_own_symbol(text, RIFTBOUND, ()) == text
        assert name_own_symbol("Pay [C].", VS_2PCG, ("Fury",)) == "Pay [C]."

    def test_that_hold_a_sentence_are_reminders(self) -> None:
        assert normalize_text("It hops. [It lands again.]", VS_2PCG) == "It hops. (It lands again.)"

    def test_that_hold_others_are_marked_from_the_inside_out(self) -> None:
        assert normalize_text("[ --> [Now it hops far.]]", VS_2PCG) == "[>>> (Now it hops far.)]"


class TestLines:
    def test_are_the_paragraphs(self) -> None:
        assert normalize_text(" Hop \r\n\r\n  far  away\u2028on ", VS_CLASSIC) == "Hop\nfar away\non"

    def test_have_figures_without_spaces(self) -> None:
        assert normalize_text("gets +1 / +1 or -0/-X", VS_CLASSIC) == "gets +1/+1 or -0/-X"

    def test_have_straight_quotes(self) -> None:
        assert normalize_text("\u201cIt\u2019s off\u201d\u2026", VS_CLASSIC) == '"It\'s off"...'

    @example("[-->[Now it hops far.]]", VS_CLASSIC)
    @given(TEXTS, st.sampled_from(tuple(GAMES)))
    def test_are_in_normal_form_already_once_they_were_brought_to_it(self, text: str, game: str) -> None:
        once = normalize_text(text, game)
        assert normalize_text(once, game) == once


class TestThePrintedForm:
    """Texts as they are kept: what the source writes for a symbol stays, in square brackets."""

    @pytest.mark.parametrize(
        ("written", "kept"),
        [
            ("[AnyTurn]Combat[SKILL] [green]: Hop.", "[AnyTurn] Combat [SKILL][green]: Hop."),
            ("(Anytime) Hop (might).", "[Anytime] Hop (might)."),
            ("Hop [The  Seven] and [Xmen].", "Hop [The Seven] and [Xmen]."),
            ("[MIGHT] [Xmen]", "[MIGHT] [Xmen]"),
            ("It hops. [It lands again.]", "It hops. (It lands again.)"),
            ("Pay 1-->Hop \u2192 Land.", "Pay 1 --> Hop \u2192 Land."),
        ],
    )
    def test_has_the_spelling_of_its_source(self, written: str, kept: str) -> None:
        assert to_printed_form(written, VS_2PCG) == kept

    def test_of_classic_marks_what_exhausts_the_card(self) -> None:
        assert to_printed_form("Activate, pay 1 --> Hop.", VS_CLASSIC) == "[Activate], pay 1 --> Hop."
        assert to_printed_form("Backup: Activate \u2192 Hop.", VS_CLASSIC) == "Backup: [Activate] \u2192 Hop."

    @given(TEXTS, st.sampled_from(tuple(GAMES)))
    def test_is_the_normal_form_but_for_the_spelling_of_symbols(self, text: str, game: str) -> None:
        kept = to_printed_form(text, game)
        assert to_printed_form(kept, game) == kept
        assert normalize_text(kept, game) == unify_symbols(kept, game) == normalize_text(text, game)
        assert to_printed_form(normalize_text(text, game), game) == normalize_text(text, game)


class TestReminders:
    """cr-2.7 210.2."""

    @pytest.mark.parametrize(
        ("text", "rest"),
        [
            ("Reservist (You may hop.)", "Reservist"),
            ("Hop. (It hops (and lands) far.) Land.", "Hop. Land."),
            ("Level Up (4) - It hops.", "Level Up (4) - It hops."),
            ("the attacker(s) hop", "the attacker(s) hop"),
            ("Hop. (It is never closed", "Hop."),
            ("(It is never closed", ""),
            ("(All of it reminds.)\nHop.", "Hop."),
            ("Hop (far", "Hop (far"),
            ("Hop) far", "Hop) far"),
        ],
    )
    def test_are_words_in_parentheses(self, text: str, rest: str) -> None:
        assert strip_reminders(text) == rest


class TestParts:
    def test_are_words_symbols_arrows_and_keywords(self) -> None:
        [paragraph] = parse_paragraphs(
            "Cosmic: Activate --> Hop with boost 2. (It hops [Activate].)", VS_CLASSIC, ("Cosmic", "Boost")
        )
        assert [(part.kind, part.text, part.name, part.in_reminder) for part in paragraph.segments] == [
            ("keyword", "Cosmic", "Cosmic", False),
            ("words", ": ", "", False),
            ("symbol", "[Activate]", "Activate", False),
            ("words", " ", "", False),
            ("arrow", "-->", "", False),
            ("words", " Hop with ", "", False),
            ("keyword", "boost", "Boost", False),
            ("words", " 2. ", "", False),
            ("words", "(It hops ", "", True),
            ("symbol", "[Activate]", "Activate", True),
            ("words", ".)", "", True),
        ]

    def test_are_symbols_by_their_names_in_the_spelling_of_the_text(self) -> None:
        [paragraph] = parse_paragraphs("[AnyTurn][green]: Hop, [Xmen].", VS_2PCG)
        assert [(part.text, part.name) for part in paragraph.segments if part.kind == "symbol"] == [
            ("[AnyTurn]", "Any Turn"),
            ("[green]", "Might"),
            ("[Xmen]", "X-Men"),
        ]

    def test_are_keywords_in_2pcg_only_where_they_are_written_as_names(self) -> None:
        [paragraph] = parse_paragraphs("Leap and LEAP, then leap over Leapfrog.", VS_2PCG, ("Leap",))
        assert [part.text for part in paragraph.segments if part.kind == "keyword"] == ["Leap", "LEAP"]

    def test_are_keywords_in_brackets_in_riftbound(self) -> None:
        [paragraph] = parse_paragraphs("[Assault 2] and [Tank] and :rb_might:", RIFTBOUND, ("Assault", "Tank"))
        assert [(part.kind, part.name) for part in paragraph.segments if part.kind != "words"] == [
            ("keyword", "Assault"),
            ("keyword", "Tank"),
            ("symbol", "Might"),
        ]

    @pytest.mark.parametrize("written", ["Loyalty\u2014Reveal", "loyalty-reveal", "Loyalty \u2013 Reveal"])
    def test_are_keywords_with_any_dash(self, written: str) -> None:
        [paragraph] = parse_paragraphs(written, VS_CLASSIC)
        assert [part.name for part in paragraph.segments] == ["Loyalty-Reveal"]

    @given(TEXTS, st.sampled_from(tuple(GAMES)))
    def test_make_up_the_whole_text(self, text: str, game: str) -> None:
        whole = "\n".join(paragraph.text for paragraph in parse_paragraphs(text, game, ("Boost", "Leap")))
        assert whole == to_printed_form(text, game)


@pytest.mark.parametrize("game", [VS_CLASSIC, VS_2PCG, RIFTBOUND])
def test_a_text_is_cut_where_no_keyword_is_known(game: str) -> None:
    [paragraph] = parse_paragraphs("A unit hops.", game)
    assert [(segment.kind, segment.text) for segment in paragraph.segments] == [("words", "A unit hops.")]


@pytest.mark.parametrize("spelt", ["Wıllpower", "WİLLPOWER", "willpower", "ReſerviſT"])
def test_a_keyword_is_known_by_letters_that_only_differ_in_case(spelt: str) -> None:
    [paragraph] = parse_paragraphs(f"It has {spelt} now.", VS_CLASSIC, ("Willpower", "Reservist"))
    assert [segment.text for segment in paragraph.segments if segment.kind == "keyword"] == [spelt]
    assert derive_facts(spelt, game=VS_CLASSIC, name="X", keywords=("Willpower", "Reservist"))["keywords"]
