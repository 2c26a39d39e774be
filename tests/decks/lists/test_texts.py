"""The text layouts as people see them, the table of layouts, and codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.decklists.codes import encode_deck_code
from engine.model.cards import GAMES, RIFTBOUND, VS_CLASSIC, Card
from engine.model.decks import Deck, DeckEntry
from engine.model.errors import InputError, NotFound
from engine.model.reference import Reference
from tests.decks.lists.decks_out import ON, written
from tests.engine import decklist_cards as small
from tests.engine.builders import catalog
from vsdb.exchange.deck_lists.importing import read_list_in_any_layout
from vsdb.exchange.deck_lists.layouts import build_file_name, detect_layout, get_layout, index_layouts, list_layouts

REFERENCES = [Reference(each.game, "test", each, each.sets, {}) for each in (small.CLASSIC, small.PCG, small.RIFT)]


def kind(card: Card, card_type: str | None, cost: int | str | None = None) -> Card:
    return replace(card, type=card_type, cost=cost)


class TestByType:
    def test_a_classic_list_has_its_types_with_their_numbers_the_cheapest_first(self) -> None:
        boris, rider, hawk = (
            kind(small.BORIS, "Character", 2),
            kind(small.SPIRIT, "Character", "*"),
            kind(small.HAWK, "Character", 1),
        )
        surprise, x_23 = kind(small.SURPRISE, "Plot Twist", 3), kind(small.X_23, None)
        cards = catalog(VS_CLASSIC, (boris, rider, hawk, surprise, x_23))
        entries = (
            DeckEntry("deck", 4, surprise),
            DeckEntry("deck", 1, rider),
            DeckEntry("deck", 2, x_23),
            DeckEntry("deck", 4, boris),
            DeckEntry("deck", 3, hawk),
            DeckEntry("sideboard", 1, boris),
            DeckEntry("deck", 0, state="unknown", written="4 Nobody"),
        )
        assert written("text-by-type", Deck(VS_CLASSIC, entries, "Doom"), cards).text == (
            "# Doom\n# game: vs-classic\n"
            "Characters (8)\n3 Hank Hall <> Hawk, Agent of Chaos\n4 Boris, Personal Servant of Dr. Doom\n"
            "1 Ghost Rider, Spirit of Vengeance\n"
            "Plot Twists (4)\n4 Nasty Surprise\n"
            "## Type not recorded (2)\n2 X-23\n"
            "## Not read (1)\n4 Nobody\n"
            "\nSideboard (1)\nCharacters (1)\n1 Boris, Personal Servant of Dr. Doom\n"
        )

    def test_a_type_whose_heading_would_open_a_section_is_no_heading(self) -> None:
        deck = small.rift("Deck", "2 Fury Rune", "3 Annie, Fiery", "Legend", "1 Annie, Dark Child")
        assert written("text-by-type", deck, small.RIFT).text == (
            "# game: riftbound\nDeck (5)\nUnits (3)\n3 Annie, Fiery [OGS-001]\n"
            "## Of type Rune (2)\n2 Fury Rune [OGN-007]\n"
            "\nLegend (1)\n1 Annie, Dark Child [OGS-017]\n"
        )


def test_the_plain_text_has_a_code_only_where_the_title_isnt_enough() -> None:
    deck = small.pcg("# Odd", "# format: x", "Main Character", "1 She-Hulk [AFF-003]", "Deck", "4 Chair", "2 Nobody")
    assert written("text-plain", deck, small.PCG).text == (
        "# Odd\nMain Character\n1 She-Hulk [AFF-003]\nDeck\n4 Chair\n2 Nobody\n"
    )


def test_markdown_and_bbcode_link_each_card_with_the_printing_that_the_list_names() -> None:
    deck = small.classic("# Doom", "# event: Pro Circuit", "2 MOR-202", "4 Boris", "SB: 1 X-23")
    assert written("markdown", deck, small.CLASSIC, notes="One.\nTwo.", card_notes={"x-23": "why?"}).text == (
        "# Doom\n\n*game: vs-classic*  \n*event: Pro Circuit*  \n\n<https://decks.example/decks/7/deck/>\n\n"
        "> One.\n> Two.\n\n## Deck\n\n"
        "- 2 × [Nasty Surprise](https://decks.example/cards/vs-classic/nasty-surprise/) (MOR-202)\n"
        "- 4 × [Boris, Personal Servant of Dr. Doom]"
        "(https://decks.example/cards/vs-classic/boris-personal-servant-of-dr-doom/)\n"
        "\n## Sideboard\n\n- 1 × [X-23](https://decks.example/cards/vs-classic/x-23/) — why?\n"
    )
    assert written("bbcode", deck, small.CLASSIC, notes="One.", card_notes={"x-23": "why?"}).text == (
        "[size=150][b]Doom[/b][/size]\n[i]game: vs-classic[/i]\n[i]event: Pro Circuit[/i]\n"
        "[url]https://decks.example/decks/7/deck/[/url]\n[quote]\nOne.\n[/quote]\n\n[b]Deck[/b]\n"
        "2 [url=https://decks.example/cards/vs-classic/nasty-surprise/]Nasty Surprise[/url] (MOR-202)\n"
        "4 [url=https://decks.example/cards/vs-classic/boris-personal-servant-of-dr-doom/]"
        "Boris, Personal Servant of Dr. Doom[/url]\n"
        "\n[b]Sideboard[/b]\n1 [url=https://decks.example/cards/vs-classic/x-23/]X-23[/url] — [i]why?[/i]\n"
    )


def test_a_link_to_a_card_that_isnt_on_record_is_read_by_its_title() -> None:
    text = "- 3 × [Chair](https://elsewhere.example/cards/vs-2pcg/old-chair/)\n- 1 [Nobody](/cards/vs-2pcg/nobody)"
    found = read_list_in_any_layout(text, references=REFERENCES, as_of=ON).deck
    assert [(each.count, each.card and each.card.slug, each.written) for each in found.entries] == [
        (3, "chair", "3 Chair"),
        (1, None, "1 Nobody"),
    ]


class TestCode:
    def test_a_code_is_told_by_itself_also_where_it_was_broken_over_lines(self) -> None:
        deck = small.pcg("# Odd", "Level Up", "1 She-Hulk [AFF-004]", "Deck", "4 Chair", "2 Nobody")
        code = encode_deck_code(deck, small.PCG)
        for pasted in (code, f"  {code[:20]}\n{code[20:]}\n", code + "="):
            found = read_list_in_any_layout(pasted, references=REFERENCES, as_of=ON)
            assert (found.layout.slug, found.deck.game, found.deck.title) == ("code", "vs-2pcg", "Odd")
            assert small.said(found.deck) == small.said(deck)

    def test_one_that_is_damaged_is_refused_and_no_list(self) -> None:
        code = encode_deck_code(small.classic("4 Boris", "2 Nasty Surprise", "3 X-23"), small.CLASSIC)
        with pytest.raises(InputError, match=r"the deck code is (damaged or )?cut off"):
            read_list_in_any_layout(code[:-3], references=REFERENCES, as_of=ON)
        with pytest.raises(NotFound, match="but no cards of that game are recorded"):
            read_list_in_any_layout(code, references=REFERENCES[1:], as_of=ON)

    def test_it_holds_no_notes_and_says_so(self) -> None:
        assert written("code", small.classic("4 Boris"), small.CLASSIC, notes="x").remarks == (
            "A deck code has no place for notes.",
        )


class TestRiftboundCode:
    #: The example of the format's own description, in version 2.
    PUBLISHED = (
        "CIAAAAAAAAAQCAAAA4AACAIAABMQAAILAAAAICIMDMOVOX3AM5UHIAIDAAACO6XYAEAQKAAABX3QDGACUABKIAQAAEBQAAAWDBOQCAQAABMHE"
    )

    def test_a_published_code_is_told_by_itself(self, reference: Callable[[str], Reference]) -> None:
        references = [reference(game) for game in GAMES]
        found = read_list_in_any_layout(f"\n{self.PUBLISHED}\n", references=references, as_of=ON)
        assert (found.layout.slug, found.deck.game, found.decisions) == ("riftbound-code", RIFTBOUND, ())
        assert {(each.count, each.printing) for each in found.deck.entries} >= {(7, "OGN-007"), (5, "OGN-089")}

    def test_what_it_doesnt_hold_is_said(self) -> None:
        deck = small.rift("# Odd", "Deck", "3 Darius, Trifarian", "2 Promo", "1 Nobody")
        assert written("riftbound-code", deck, small.RIFT).remarks == (
            "2 Promo: the format supports only the sets OGN, OGS, ARC, SFD, UNL, VEN, RAD.",
            "1 Nobody: the line doesn’t name exactly 1 card.",
            "A Riftbound code has no place for title and notes.",
        )

    def test_a_deck_of_another_game_has_none(self) -> None:
        with pytest.raises(InputError, match="works for Riftbound only"):
            written("riftbound-code", small.classic("4 Boris"), small.CLASSIC)
        assert "riftbound-code" not in {each.slug for each in list_layouts(VS_CLASSIC)}
        assert {each.slug for each in list_layouts(RIFTBOUND)} == set(index_layouts())

    def test_a_list_of_names_is_none(self) -> None:
        assert detect_layout("Champion\nUnits").slug == "text"


class TestTable:
    def test_a_layout_is_found_by_its_slug(self) -> None:
        assert get_layout("o8d").name == "OCTGN deck"
        assert get_layout("csv").content_type == "text/csv; charset=utf-8"
        with pytest.raises(NotFound, match=r"no layout 'pdf'; the layouts are text, text-by-type"):
            get_layout("pdf")

    def test_files_are_called_after_the_deck(self) -> None:
        deck = Deck(VS_CLASSIC, title="Dr. Doom’s / ../ “best”")
        assert build_file_name(deck, index_layouts()["o8d"]) == "dr-dooms-best.o8d"
        assert build_file_name(Deck(VS_CLASSIC, title="漢"), index_layouts()["markdown"]) == "deck.md"
