"""The lists that people really paste, line by line."""

from __future__ import annotations

from datetime import date

import pytest

from engine.decklists import MAX_SUGGESTED, read_deck
from engine.model.cards import Card
from engine.model.decks import AMBIGUOUS, READ, UNKNOWN, UNREADABLE, DeckEntry
from tests.engine.decklist_cards import (
    ANNIE,
    BAT,
    BIZARRO,
    BORIS,
    CHAIR,
    CLASSIC,
    DARIUS,
    HAWK,
    HULK,
    HULK_1,
    HULK_2,
    KNIGHT,
    LATER,
    MANTLE,
    MANTLE_1,
    ON,
    RECRUIT,
    RIDER,
    SPIDER,
    SPIDER_2,
    SPIRIT,
    SURPRISE,
    X_23,
    classic,
    notes,
    pcg,
    rift,
    said,
)


def only(*lines: str) -> DeckEntry:
    [entry] = classic(*lines).entries
    return entry


class TestCounts:
    """How many of a card."""

    @pytest.mark.parametrize(
        "line",
        [
            "4 Nasty Surprise",
            "4x Nasty Surprise",
            "4X Nasty Surprise",
            "4 x Nasty Surprise",
            "4× Nasty Surprise",
            "x4 Nasty Surprise",
            "(4) Nasty Surprise",
            "[4] Nasty Surprise",
            "(4x) Nasty Surprise",
            "- [4] Nasty Surprise",
            "[4] Nasty Surprise [MOR-202]",
            "4 Nasty&nbsp;Surprise",
            "◆ 4 Nasty Surprise",
            "<li>4 Nasty Surprise</li>",
            "4 [b]Nasty Surprise[/b]",
            "[url=http://example.org/a]4 Nasty Surprise[/url]",
            "4 Nasty Surprise | MOR-202",
            "4 Nasty&#32;Surprise",
            "X4 Nasty Surprise",
            "Nasty Surprise x4",
            "Nasty Surprise X4",
            "Nasty Surprise x 4",
            "Nasty Surprise 4x",
            "Nasty Surprise (4)",
            "Nasty Surprise (x4)",
            "Nasty Surprise x4 [MOR-202]",
            "Nasty Surprise [MOR-202] x4",
            "- 4 Nasty Surprise",
            "* 4 Nasty Surprise",
            "• 4 Nasty Surprise",
            "•4x Nasty Surprise",
            "– 4 Nasty Surprise",
            "1. 4 Nasty Surprise",
            "12) 4x Nasty Surprise",
            "\t4\tNasty Surprise",
            "  4   nasty   surprise  ",
            "4 Nasty Surprise,",
            "4 Nasty Surprise;",
            "4 Nasty Surprise # the best",
            "4 Nasty Surprise // the best",
            "4 Nasty Surprise //",
            "\ufeff4 Nasty\u00a0Surprise\u200b",
        ],
    )
    def test_reads_four(self, line: str) -> None:
        entry = only(line)

        assert (entry.count, entry.card, entry.state) == (4, SURPRISE, READ)

    @pytest.mark.parametrize("line", ["4 X-23", "4x X-23", "4 x X-23", "X-23 x4"])
    def test_takes_no_name_for_a_multiplication(self, line: str) -> None:
        assert (only(line).count, only(line).card) == (4, X_23)

    def test_takes_no_number_sign_of_a_version_for_a_comment(self) -> None:
        assert only("1 Bizarro, ME AM BIZARRO #1").card is BIZARRO

    def test_adds_nothing_up_by_itself(self) -> None:
        assert said(classic("3 X-23", "2 X-23")) == [("deck", 3, "x-23"), ("deck", 2, "x-23")]

    @pytest.mark.parametrize("line", ["Nasty Surprise", "MOR-202", "* Nasty Surprise"])
    def test_reads_a_card_without_a_count_as_one_and_says_so(self, line: str) -> None:
        entry = only(line)

        assert (entry.count, entry.card, notes(entry)) == (1, SURPRISE, ["count-inferred"])

    @pytest.mark.parametrize("line", ["Nasty Suprise", "Four of those", "my best cards"])
    def test_does_not_guess_what_a_line_without_count_and_card_means(self, line: str) -> None:
        entry = only(line)

        assert (entry.state, entry.count) == (UNREADABLE, 0)
        assert f"“{line}” has no number of copies" in entry.problem

    @pytest.mark.parametrize(
        ("line", "found"),
        [
            ("0 X-23", "0 copies"),
            ("-3 X-23", "“-3”"),
            ("−3 X-23", "“−3”"),
            ("1.5 X-23", "“1.5”"),
            ("1,5 X-23", "“1,5”"),
            ("4. X-23", "“4.”"),
            ("10000 X-23", "10,000 copies"),
            ("9" * 400 + " X-23", "too many copies"),
            ("X-23 x0", "0 copies"),
        ],
    )
    def test_marks_impossible_counts(self, line: str, found: str) -> None:
        entry = only(line)

        assert entry.state == UNREADABLE
        assert entry.problem.startswith(found)
        assert "9,999" in entry.problem

    def test_reads_the_largest_count(self) -> None:
        assert only("9999 X-23").count == 9_999

    def test_reads_on_after_a_line_that_it_can_not_read(self) -> None:
        deck = classic("4 X-23", "0 X-23", "3 X-23")

        assert [(entry.state, entry.line) for entry in deck.entries] == [(READ, 1), (UNREADABLE, 2), (READ, 3)]

    def test_keeps_what_was_pasted(self) -> None:
        entry = only("", "  * 4x nasty  surprise  # x")

        assert (entry.line, entry.written, entry.name) == (2, "* 4x nasty  surprise  # x", "nasty surprise")

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028"])
    def test_knows_every_line_ending(self, end: str) -> None:
        assert [entry.line for entry in read_deck(f"4 X-23{end}{end}3 X-23{end}", CLASSIC, ON).entries] == [1, 3]


class TestTitles:
    """Names, versions, identities."""

    @pytest.mark.parametrize(
        "line",
        [
            "4 Boris, Personal Servant of Dr. Doom",
            "4 BORIS, PERSONAL SERVANT OF DR DOOM",
            "4 Boris ,Personal Servant of Dr.Doom",
        ],
    )
    def test_reads_a_full_title(self, line: str) -> None:
        assert (only(line).card, notes(only(line))) == (BORIS, [])

    @pytest.mark.parametrize("mark", [" <> ", "<>", "◊", " ♢ ", " ◆ ", " < > ", "&lt;&gt;"])
    def test_reads_identity_marks(self, mark: str) -> None:
        entry = only(f"4 Hank Hall{mark}Hawk, Agent of Chaos")

        assert (entry.card, notes(entry)) == (HAWK, [])

    @pytest.mark.parametrize(
        "line",
        [
            "4 Boris Personal Servant of Dr. Doom",
            "4 Boris - Personal Servant of Dr. Doom",
            "4 Hank Hall Agent of Chaos",
            "4 Boris: Personal Servant of Dr. Doom",
            "4 Boris (Personal Servant of Dr. Doom)",
            "4 Hank Hall (Hawk), Agent of Chaos",
            "4 Boris, Personal Servant of Dr. Doom!",
        ],
    )
    def test_infers_a_missing_comma_and_says_so(self, line: str) -> None:
        assert only(line).card in {BORIS, HAWK}
        assert notes(only(line)) == ["comma-inferred"]

    @pytest.mark.parametrize(("line", "card"), [("4 Boris", BORIS), ("2 hank hall", HAWK), ("1 Moon Knight", KNIGHT)])
    def test_infers_the_version_of_the_one_card_of_a_name_and_says_so(self, line: str, card: Card) -> None:
        assert (only(line).card, notes(only(line))) == (card, ["version-inferred"])

    def test_infers_nothing_of_several_cards_of_a_name(self) -> None:
        entry = only("2 Ghost Rider")

        assert (entry.state, entry.card, entry.candidates, entry.count) == (AMBIGUOUS, None, (RIDER, SPIRIT), 2)

    @pytest.mark.parametrize(("on", "state"), [(date(2008, 12, 31), AMBIGUOUS), (date(2009, 1, 1), READ)])
    def test_infers_no_version_that_can_not_have_been_out(self, on: date, state: str) -> None:
        [entry] = read_deck("4 Latecomer", CLASSIC, on).entries

        assert entry.state == state
        assert LATER in (entry.card, *entry.candidates)

    def test_reads_a_full_title_before_its_release(self) -> None:
        assert only("4 Latecomer, Of 2009").card is LATER

    @pytest.mark.parametrize(
        "line", ["4 Nasty Suprise", "4 NastySurprise", "4 Boris, Servant of Doom", "4 Hawk, Agent of Chaos"]
    )
    def test_does_not_resolve_a_misspelt_name_but_suggests(self, line: str) -> None:
        entry = only(line)

        assert (entry.state, entry.card, entry.count) == (UNKNOWN, None, 4)
        assert entry.candidates[0] in {SURPRISE, BORIS, HAWK}

    def test_suggests_for_the_first_unknown_names_only(self) -> None:
        deck = classic(*(f"1 Nasty Suprise {n}" for n in range(MAX_SUGGESTED + 1)), "1 Nasty Suprise 0")

        assert [bool(entry.candidates) for entry in deck.entries] == [True] * MAX_SUGGESTED + [False, True]


class TestPrintings:
    """A printing decides."""

    @pytest.mark.parametrize(
        "line",
        [
            "2 MOR-202",
            "2 mor-202c",
            "2 [MOR-202]",
            "2 Nasty Surprise [MOR-202]",
            "2 Nasty Surprise (MOR-202)",
            "2 Nasty Surprise (mor-202C)",
            "2 Nasty Surprise (MOR) 202",
            "2 Nasty Surprise [MOR] #202",
            "2 Nasty Surprise MOR-202",
            "2 MOR-202 Nasty Surprise",
            "2 [MOR-202] Nasty Surprise",
            "2 Nasty Surprise [MOR-202] (foil)",
            "2 Nasty Surprise (foil) [MOR 202]",
            "2 Nasty Surprise [] [MOR-202]",
            "2 Nasty Surprise [MOR-202] *foil*",
            "2 Nasty Surprise *F* [MOR-202]",
            "2 Nasty Surprise (MOR) 202 *f*",
            "2 Nasty Surprise [MOR-202] ★",
        ],
    )
    def test_reads_it_wherever_it_stands(self, line: str) -> None:
        assert (only(line).card, only(line).printing, notes(only(line))) == (SURPRISE, "MOR-202", [])

    def test_needs_no_version_beside_it(self) -> None:
        assert (only("1 Ghost Rider [MUN-002]").card, notes(only("1 Ghost Rider [MUN-002]"))) == (SPIRIT, [])

    def test_overrules_the_name_and_says_so(self) -> None:
        entry = only("2 Boris [MOR-202]")

        assert (entry.card, notes(entry)) == (SURPRISE, ["printing-name-differs"])
        assert entry.notes[0].message == "MOR-202 is Nasty Surprise, not “Boris”; read by its printing"

    @pytest.mark.parametrize(
        "line", ["2 Nasty Surprise [MOR-999]", "2 Nasty Surprise [XXX-001]", "2 Nasty Surprise (MOR-999)"]
    )
    def test_leaves_the_name_to_decide_where_it_is_not_recorded(self, line: str) -> None:
        assert (only(line).card, notes(only(line)), only(line).printing) == (SURPRISE, ["printing-not-recorded"], "")

    def test_names_no_card_alone_where_it_is_not_recorded(self) -> None:
        entry = only("2 MOR-999")

        assert (entry.state, entry.name, notes(entry)) == (UNKNOWN, "MOR-999", ["printing-not-recorded"])
        assert only("MOR-999").state == UNKNOWN

    @pytest.mark.parametrize("line", ["2 Nasty Surprise *whatever*", "2 *foil*", "2 Nasty Surprise*foil*"])
    def test_between_asterisks_is_the_finish_alone(self, line: str) -> None:
        assert only(line).state == UNKNOWN

    @pytest.mark.parametrize("line", ["2 XYZ-999", "2 Nasty Surprise (whatever)", "2 Foo XYZ-001"])
    def test_is_of_a_set_that_exists(self, line: str) -> None:
        assert (only(line).state, only(line).printing) == (UNKNOWN, "")

    def test_may_be_the_slug(self) -> None:
        assert only("1 Moon Knight [moon-knight]").card is KNIGHT

    def test_is_settled_by_the_name_where_two_cards_share_a_number(self) -> None:
        bat, chair, neither, nameless = pcg(
            "2 Baseball Bat [AEW-065]", "2 Chair [AEW-065]", "2 AEW-065", "2 Foo [AEW-065]"
        ).entries

        assert (bat.card, chair.card) == (BAT, CHAIR)
        assert [(entry.state, entry.candidates) for entry in (neither, nameless)] == [(AMBIGUOUS, (BAT, CHAIR))] * 2

    @pytest.mark.parametrize(
        ("line", "state", "expected"),
        [("1 Ghost Rider [MUN]", READ, []), ("1 Ghost Rider (MOR)", AMBIGUOUS, ["printing-not-recorded"])],
    )
    def test_may_be_a_set_alone(self, line: str, state: str, expected: list[str]) -> None:
        [entry] = read_deck(line, CLASSIC, date(2010, 1, 1)).entries

        assert entry.state == state
        assert [code for code in notes(entry) if code != "version-inferred"] == expected

    @pytest.mark.parametrize(
        "line", ["3 OGN-027a", "3 Darius, Trifarian [ogn-027A/298]", "3 (OGN-027/298) Darius, Trifarian"]
    )
    def test_reads_those_of_riftbound(self, line: str) -> None:
        [entry] = rift(line).entries

        assert (entry.card, notes(entry)) == (DARIUS, [])

    def test_leaves_brackets_that_belong_to_a_name(self) -> None:
        assert [entry.card for entry in rift("1 Recruit (DE)", "1 Recruit (DE) [OGN-271]").entries] == [
            RECRUIT,
            RECRUIT,
        ]

    def test_gives_up_on_a_name_with_brackets_without_end(self) -> None:
        assert only("2 X-23" + " [a]" * 10).state == UNKNOWN


class TestNamesOf2pcg:
    """Many cards share a name."""

    def test_takes_the_one_that_belongs_in_the_section_and_says_so(self) -> None:
        main, deck = pcg("Main Character", "1 *Spider-Man*", "Deck", "4 *Spider-Man*").entries

        assert (main.card, deck.card) == (MANTLE_1, MANTLE)
        assert notes(main) == notes(deck) == ["section-inferred"]
        assert deck.notes[0].message == "2 cards are named *Spider-Man*; read as PNY-022, the only one for this section"

    def test_does_not_choose_between_levels(self) -> None:
        [entry] = pcg("Main Character", "1 She-Hulk").entries

        assert (entry.state, entry.candidates) == (AMBIGUOUS, (HULK_1, HULK_2))

    @pytest.mark.parametrize(
        ("line", "card"),
        [("1 She-Hulk (L2)", HULK_2), ("1 She-Hulk [Level 1]", HULK_1), ("1 She-Hulk (lvl. 2)", HULK_2)],
    )
    def test_takes_the_level(self, line: str, card: Card) -> None:
        assert pcg(line).entries[0].card is card

    def test_does_not_choose_where_a_type_is_not_recorded(self) -> None:
        assert pcg("4 Spider-Man").entries[0].candidates == (SPIDER, SPIDER_2)

    @pytest.mark.parametrize("line", ["* Spider-Man *", "1 *Spider-Man*", "1 * Spider-Man *", "• 1 *Spider-Man*"])
    def test_keeps_the_asterisks_of_a_mantle(self, line: str) -> None:
        assert pcg(line).entries[0].card is MANTLE

    def test_leaves_a_main_character_in_the_deck_where_the_list_has_it(self) -> None:
        assert said(pcg("1 She-Hulk [AFF-003]")) == [("deck", 1, "she-hulk-1")]
        assert pcg("4 She-Hulk").entries[0].card is HULK


def test_a_legend_is_read_with_its_champion() -> None:
    assert [entry.card for entry in rift("1 Annie, Dark Child", "1 Dark Child", "1 Annie - Dark Child").entries] == [
        ANNIE
    ] * 3
