"""Headings, comments, and where they put the cards."""

from __future__ import annotations

import pytest

from engine.decklists import read_metadata
from engine.decklists.sections import find_section, section_title
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import UNKNOWN
from tests.engine.decklist_cards import BEAST, classic, notes, pcg, rift, said


class TestClassicHeadings:
    """They sort, and mean nothing."""

    @pytest.mark.parametrize(
        "heading",
        [
            "Characters",
            "Characters:",
            "Characters (28)",
            "Characters [28]",
            "Characters - 28",
            "Characters: 28",
            "Characters (28/28)",
            "★ Characters ★",
            "*** Characters (28) ***",
            "[b]Characters[/b]",
            "<h3>Characters</h3>",
            "60 cards total",
            "28 Characters",
            "(28) Characters",
            "CHARACTERS",
            "Concealed Characters (4)",
            "Plot Twists: 20",
            "Plot-Twists",
            "Equipment",
            "== Locations ==",
            "** Locations **",
            "[Locations]",
            "-- Finishers --",
            "=== my combo ===",
            "## Deck",
            "# Characters",
            "// Characters",
            "//Characters",
            "Main Deck (60)",
            "Total: 60",
            "Total 60 cards",
            "60 cards",
            "1-Drops",
            "2 drop",
            "Three Drops (8)",
            "My own heading:",
            "-----",
            "",
        ],
    )
    def test_are_ignored(self, heading: str) -> None:
        assert said(classic("2 X-23", heading, "3 X-23")) == [("deck", 2, "x-23"), ("deck", 3, "x-23")]

    def test_are_no_cards_of_a_like_name(self) -> None:
        assert [entry.card for entry in classic("Equipment", "2 Equipment Room").entries] == [BEAST]

    @pytest.mark.parametrize("heading", ["Sideboard", "// Sideboard", "# Sideboard", "Side:", "Sideboard (10)"])
    def test_keep_a_sideboard_apart(self, heading: str) -> None:
        assert said(classic("2 X-23", heading, "3 X-23", "Deck", "1 X-23")) == [
            ("deck", 2, "x-23"),
            ("sideboard", 3, "x-23"),
            ("deck", 1, "x-23"),
        ]


class TestSectionsOf2pcg:
    """They say what stands beside the sixty cards."""

    def test_are_opened_by_their_headings(self) -> None:
        deck = pcg(
            "Main Character:",
            "1 She-Hulk [AFF-003]",
            "LEVEL-UP (1)",
            "1 She-Hulk [AFF-004]",
            "Supporting Characters (4)",
            "4 She-Hulk [AFF-012]",
            "Pile: Facehugger (3)",
            "3 Facehugger",
            "Plot Twists",
            "1 Facehugger",
            "Deck",
            "1 Chair",
        )

        assert said(deck) == [
            ("main-character", 1, "she-hulk-1"),
            ("level-up", 1, "she-hulk-2"),
            ("deck", 4, "she-hulk"),
            ("pile:Facehugger", 3, "facehugger"),
            ("pile:Facehugger", 1, "facehugger"),
            ("deck", 1, "chair"),
        ]

    @pytest.mark.parametrize(
        "heading",
        [
            "Pile: Sinister Six",
            "pile - Sinister Six",
            "Sinister  Six Pile",
            "# Pile: Sinister Six",
            "Out-of-game pile: Sinister Six",
        ],
    )
    def test_name_piles(self, heading: str) -> None:
        assert said(pcg("1 Chair", heading, "1 Chair"))[1][0] == "pile:Sinister Six"

    def test_take_no_counted_card_for_a_pile(self) -> None:
        assert pcg("2 Scrap Pile").entries[0].state == UNKNOWN

    @pytest.mark.parametrize("line", ["Main Character: She-Hulk [AFF-003]", "Main Character: 1 She-Hulk [AFF-003]"])
    def test_may_have_their_card_on_the_line(self, line: str) -> None:
        assert said(pcg(line)) == [("main-character", 1, "she-hulk-1")]


class TestSectionsOfRiftbound:
    """They say what stands beside the main deck."""

    def test_are_opened_by_their_headings_and_common_words_for_them(self) -> None:
        deck = rift(
            "Legend:",
            "1 Annie, Dark Child",
            "Chosen Champion",
            "Annie, Fiery",
            "MainDeck:",
            "3 Darius, Trifarian",
            "Rune Pool",
            "12 Fury Rune",
            "Battlefields (3)",
            "Zaun Warrens",
            "Side Board",
            "Units",
            "1 Darius, Trifarian",
        )

        assert [(section, count) for section, count, _ in said(deck)] == [
            ("legend", 1),
            ("champion", 1),
            ("deck", 3),
            ("runes", 12),
            ("battlefields", 1),
            ("sideboard", 1),
        ]

    @pytest.mark.parametrize(
        ("heading", "section"),
        [
            ("ChampionLegend:", "legend"),
            ("ChosenChampion:", "champion"),
            ("Main Deck 39/39", "deck"),
            ("RunePool:", "runes"),
            ("RUNES (12/12)", "runes"),
            ("Signature Spells (3)", "deck"),
            ("★ Battlefields ★", "battlefields"),
            ("**Sideboard (8)**", "sideboard"),
        ],
    )
    def test_are_known_as_builders_write_them(self, heading: str, section: str) -> None:
        assert said(rift("Legend", "1 Annie, Dark Child", heading, "1 Promo"))[1] == (section, 1, "promo")

    def test_may_be_a_prefix_of_one_line(self) -> None:
        assert said(rift("SB: 1 Promo", "2 Promo")) == [("sideboard", 1, "promo"), ("deck", 2, "promo")]

    @pytest.mark.parametrize("section", ["Legend", "Champion", "Battlefields"])
    def test_expect_names_without_counts(self, section: str) -> None:
        [entry] = rift(section, "Zuan Warrens").entries

        assert (entry.state, entry.count, notes(entry)) == (UNKNOWN, 1, ["count-inferred"])

    def test_go_back_to_the_deck_with_a_heading_of_a_type(self) -> None:
        assert said(rift("Legend", "1 Annie, Dark Child", "Units", "1 Annie, Fiery"))[1][0] == "deck"
        assert said(rift("Runes", "12 Fury Rune", "Total: 12", "1 Fury Rune"))[1][0] == "runes"


class TestMetadata:
    """What a list says about itself."""

    def test_has_a_title_and_keys(self) -> None:
        deck = classic(
            "# Doom Control",
            "# game: vs-classic",
            "# Format: Golden Age",
            "#as-of: 2005-12-15",
            "# player : A. B.",
            "# event:  10K",
            "1 X-23",
        )

        assert deck.title == "Doom Control"
        assert deck.metadata == {
            "game": "vs-classic",
            "format": "Golden Age",
            "as-of": "2005-12-15",
            "event": "10K",
            "player": "A. B.",
        }

    @pytest.mark.parametrize("key", ["as-of", "As of", "as_of", "ASOF"])
    def test_knows_the_day_by_several_spellings(self, key: str) -> None:
        assert read_metadata(f"# {key}: 2005-12-15") == {"as-of": "2005-12-15"}

    def test_takes_the_first_line_without_a_key_for_the_title(self) -> None:
        assert read_metadata("#\n# date: x\n## Notes\n# One: the first\n# Two") == {
            "title": "One: the first",
            "date": "x",
        }

    def test_takes_the_first_of_two_lines_with_one_key(self) -> None:
        assert read_metadata("# format: one\n# format: two\n# format:") == {"format": "one"}

    def test_takes_no_heading_for_the_title(self) -> None:
        assert read_metadata("# Sideboard\n# Pile: Gift\n# title: Sideboard") == {"title": "Sideboard"}

    def test_is_not_taken_from_lines_that_can_not_be_read(self) -> None:
        assert read_metadata("# " + "x" * 500 + "\n# a\x07b\n# Doom") == {"title": "Doom"}

    def test_is_read_without_a_catalog_and_without_cards(self) -> None:
        assert read_metadata("4 X-23") == {}


class TestSectionNames:
    """Sections by their slug or their heading."""

    @pytest.mark.parametrize(
        ("text", "game", "section"),
        [
            ("deck", VS_CLASSIC, "deck"),
            ("main-character", VS_2PCG, "main-character"),
            ("Main Character", VS_2PCG, "main-character"),
            ("pile:Gift", VS_2PCG, "pile:Gift"),
            ("Pile: Gift", VS_2PCG, "pile:Gift"),
            ("pile:", VS_2PCG, None),
            ("Legend", RIFTBOUND, "legend"),
            ("legend", VS_2PCG, None),
            ("Characters", VS_CLASSIC, None),
        ],
    )
    def test_are_known_by_game(self, text: str, game: str, section: str | None) -> None:
        assert find_section(text, game) == section

    @pytest.mark.parametrize(("section", "title"), [("pile:Gift", "Pile: Gift"), ("level-up", "Level Up")])
    def test_have_a_heading(self, section: str, title: str) -> None:
        assert section_title(section) == title
