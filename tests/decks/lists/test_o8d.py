"""OCTGN's deck files: real identifiers, what has none, and what hostile files get."""

from __future__ import annotations

import io
import re
from datetime import date

import pytest
from defusedxml.ElementTree import fromstring
from pytest_django import DjangoAssertNumQueries

from engine.model.cards import VS_2PCG
from engine.model.decks import Deck, DeckEntry
from engine.model.errors import InputError
from tests.decks.lists.decks_out import out
from tests.engine import decklist_cards as small
from tests.exchange.test_octgn import GAME_ID, card, octgn
from vsdb.catalog.cards import selectors
from vsdb.exchange.card_files import services
from vsdb.exchange.deck_lists.drafts import ExportedText, OutgoingDeck
from vsdb.exchange.deck_lists.importing import read_list_in_any_layout
from vsdb.exchange.deck_lists.layouts import index_layouts
from vsdb.exchange.deck_lists.o8d import map_octgn_ids, read

ON = date(2026, 6, 1)
ROOSTER = "0a1b2c3d-0000-4000-8000-000000000001"
HEN = "0a1b2c3d-0000-4000-8000-000000000002"
WRITE = index_layouts()["o8d"].write


@pytest.fixture
def imported(db: None) -> None:
    """Two cards with the identifiers of a set of our own making, one without."""
    content = octgn(
        card("Tin Rooster", ROOSTER.upper(), Card_Number="AFF-901", Type="Supporting Character"),
        card("Tin Rooster", HEN, Card_Number="AFF-902", Type="Plot Twist"),
        card("Tin Egg", "", Card_Number="AFF-903", Type="Plot Twist"),
    )
    services.run(io.BytesIO(content.encode()), "our.xml", "octgn")


def deck_of(*copies: tuple[str, int, str]) -> Deck:
    """A deck of cards by their printings."""
    catalog = selectors.get_reference(VS_2PCG).catalog
    entries = tuple(DeckEntry(section, count, catalog.by_printing(code)[0]) for section, count, code in copies)
    return Deck(VS_2PCG, entries, "Poultry")


def given(deck: Deck) -> ExportedText:
    """Its file, with the identifiers on record."""
    ids = map_octgn_ids(deck.game, [card.slug for card in deck.cards])
    return WRITE(OutgoingDeck(deck, selectors.get_reference(VS_2PCG).catalog, octgn_ids=ids))


@pytest.mark.usefixtures("imported")
class TestIdentifiers:
    def test_a_card_with_an_identifier_goes_by_it_and_the_others_by_name_and_are_named(self) -> None:
        export = given(deck_of(("deck", 4, "AFF-901"), ("pile:Gift", 2, "AFF-902"), ("deck", 3, "AFF-903")))
        root = fromstring(export.text.split("\n", 1)[1])
        assert (root.tag, root.get("game")) == ("deck", GAME_ID)
        assert [
            (section.get("name"), each.get("qty"), each.get("id"), each.text)
            for section in root.iter("section")
            for each in section
        ] == [
            ("Deck", "4", ROOSTER, "Tin Rooster [AFF-901]"),
            ("Deck", "3", None, "Tin Egg"),
            ("Pile: Gift", "2", HEN, "Tin Rooster [AFF-902]"),
        ]
        assert export.remarks == ("1 card is written by name only, since no OCTGN id is recorded: Tin Egg.",)

    def test_the_identifier_decides_whatever_the_file_calls_the_card(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        text = (
            f'<deck game="{GAME_ID}"><section name="Deck"><card qty="3" id="{{{HEN.upper()}}}">A hen</card>'
            f'<card qty="1" id="{HEN[:-1]}9">Tin Egg</card></section></deck>'
        )
        references = selectors.list_references()
        with django_assert_num_queries(1):
            found = read_list_in_any_layout(text, references=references, as_of=ON)
        assert [(each.count, each.card and each.card.printings[0].code) for each in found.deck.entries] == [
            (3, "AFF-902"),
            (1, "AFF-903"),
        ]
        assert found.remarks == ("1 line was read by card name, since the OCTGN id isn't recorded.",)

    def test_the_identifiers_tell_the_game_where_the_file_doesnt(self) -> None:
        text = f'<deck game=""><section name="Main"><card qty="2" id="{ROOSTER}"/></section></deck>'
        found = read_list_in_any_layout(text, references=selectors.list_references(), as_of=ON)
        assert [(each.section, each.count, each.card and each.card.name) for each in found.deck.entries] == [
            ("deck", 2, "Tin Rooster")
        ]

    def test_it_comes_back_here_and_where_the_identifiers_arent_known(self) -> None:
        going = deck_of(("deck", 4, "AFF-901"), ("level-up", 1, "AFF-002"), ("deck", 2, "AFF-902"))
        text = given(going).text
        references = selectors.list_references()
        for written in (text, text.replace("0a1b2c3d", "ffffffff")):
            found = read_list_in_any_layout(written, references=references, as_of=ON).deck
            assert found.title == "Poultry"
            assert {(each.section, each.count, each.card and each.card.slug) for each in found.entries} == {
                (each.section, each.count, each.card and each.card.slug) for each in going.entries
            }


def test_what_couldnt_go_in_is_said() -> None:
    deck = small.pcg("4 Chair", "3 Baseball Bat", "1 Facehugger", "1 Nobody", "2 x\x07")
    export = WRITE(out(deck, small.PCG, card_notes={"chair": "sit"}))
    assert export.remarks == (
        "3 cards are written by name only, since no OCTGN id is recorded: Chair, Baseball Bat, Facehugger.",
        "2 unclear lines are exported as written.",
        "Characters that XML can't hold are replaced with �.",
        "An OCTGN deck has no place for card notes.",
    )


def test_a_game_without_an_identifier_is_empty_and_one_that_is_given_stands() -> None:
    going = out(small.classic("4 Boris"), small.CLASSIC)
    assert '<deck game="">' in WRITE(going).text
    with_game = OutgoingDeck(going.deck, going.catalog, octgn_game=ROOSTER)
    assert f'<deck game="{ROOSTER}">' in WRITE(with_game).text


def test_what_is_no_part_of_a_deck_is_said() -> None:
    assert read("<deck><sleeve/><card>X</card></deck>").remarks == ("<sleeve> was ignored; it isn't part of a deck.",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('<deck>\n<section name="x">\n</deck>', "line 3, column 3: this looks like an OCTGN deck, but the XML"),
        ("<deck>&nope;</deck>", "line 1, column 7: this looks like an OCTGN deck, but the XML is broken"),
        ("<deck><card>a & b</card></deck>", "line 1, column 16"),
        ("<?xml version='1.0'?>\n<set/>", "line 1: this looks like an OCTGN deck, but it starts with <set>"),
        ('<!DOCTYPE deck SYSTEM "http://127.0.0.1/x.dtd"><deck/>', "a document type or entities"),
        ('<!DOCTYPE deck [<!ENTITY a SYSTEM "file:///etc/passwd">]><deck>&a;</deck>', "a document type or entities"),
        (
            '<!DOCTYPE deck [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><deck>&b;</deck>',
            "a document type or entities",
        ),
        ("<deck>" + "<a>" * 30_000 + "</a>" * 30_000 + "</deck>", "more than 5,000 elements"),
        ("<deck><card>" + "x" * 300_000 + "</card></deck>", "at most 262,144"),
        ("<deck>\0</deck>", "line 1: column 7 has a NUL byte"),
    ],
)
def test_hostile_and_broken_files_are_refused_with_their_place(content: str, message: str) -> None:
    references = [selectors.Reference(VS_2PCG, "test", small.PCG, small.PCG.sets, {})]
    with pytest.raises(InputError, match=re.escape(message)):
        read_list_in_any_layout(content.encode(), references=references, as_of=ON, file_name="deck.o8d")
