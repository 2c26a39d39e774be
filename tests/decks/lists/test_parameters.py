"""Lists out of addresses."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from engine.decklists.codes import encode_deck_code
from engine.model.errors import InputError
from engine.model.reference import Reference
from tests.decks.lists.decks_out import ON
from tests.engine import decklist_cards as small
from vsdb.exchange.deck_lists.importing import read_list_in_any_layout
from vsdb.exchange.deck_lists.parameters import MAX_LENGTH, from_parameters

REFERENCES = [Reference(each.game, "test", each, each.sets, {}) for each in (small.CLASSIC, small.PCG, small.RIFT)]


def text(query: str) -> str:
    return from_parameters(QueryDict(query), REFERENCES, ON)


def test_an_address_without_any_says_nothing() -> None:
    assert text("") == ""
    assert text("utm_source=x&deck=%20&card=") == ""


def test_a_list_with_what_it_says_about_itself() -> None:
    assert text("game=Riftbound&format=standard&title=My+deck&on=2026-01-01&deck=Deck%0A3+Darius%0A") == (
        "# My deck\n# game: riftbound\n# format: standard\n# as-of: 2026-01-01\nDeck\n3 Darius\n"
    )
    assert text("format=vs-classic/golden-age&deck=4+Boris") == "# game: vs-classic\n# format: golden-age\n4 Boris\n"


def test_cards_by_slug_and_by_title_with_or_without_a_number() -> None:
    assert text("card=4,x-23&card=Ghost+Rider,+Spirit+of+Vengeance&card=2,+Boris,+Personal+Servant&card=0,x-23") == (
        "4 X-23\n1 Ghost Rider, Spirit of Vengeance\n2 Boris, Personal Servant\n0 X-23\n"
    )


def test_a_slug_is_looked_for_in_the_game_that_is_named() -> None:
    assert text("game=vs-2pcg&card=2,chair&card=1,x-23") == "# game: vs-2pcg\n2 Chair [AEW-065]\n1 x-23\n"


def test_the_main_character_has_a_zone_and_the_rest_is_the_deck() -> None:
    query = "main=she-hulk-1&card=4,chair&deck=2+Baseball+Bat"
    assert text(query) == "Main Character\n1 She-Hulk [AFF-003]\nDeck\n4 Chair [AEW-065]\n2 Baseball Bat\n"
    found = read_list_in_any_layout(text(query), references=REFERENCES, as_of=ON).deck
    assert small.said(found) == [("main-character", 1, "she-hulk-1"), ("deck", 4, "chair"), ("deck", 2, "baseball-bat")]


def test_a_riftbound_card_given_as_main_stands_where_its_type_belongs() -> None:
    query = f"main={small.ANNIE.slug}&card=7,fury-rune"
    found = read_list_in_any_layout(text(query), references=REFERENCES, as_of=ON).deck
    assert [section for section, *_ in small.said(found)] == ["legend", "runes"]


def test_a_code_is_opened_and_may_be_given_a_title() -> None:
    code = encode_deck_code(small.pcg("# Odd", "Deck", "4 Chair"), small.PCG)
    assert text(f"code={code}&title=Even") == "# Even\n# Odd\nDeck\n4 Chair [AEW-065]\n"
    assert (
        read_list_in_any_layout(text(f"code={code}&title=Even"), references=REFERENCES, as_of=ON).deck.title == "Even"
    )


def test_a_list_may_be_in_any_layout() -> None:
    assert text('deck={"cards":[{"slug":"chair","count":4}]}&title=Odd&game=vs-2pcg') == (
        "# Odd\n# game: vs-2pcg\n4 Chair [AEW-065]\n"
    )


def test_the_parameters_that_decklist_org_takes() -> None:
    query = (
        "firstname=April&lastname=King&dcinumber=1&event=Pro+Circuit&eventdate=2008-06-10&eventlocation=x"
        "&deckmain=4%09Boris%0A2%09X-23%0A&deckside=1%09Nasty+Surprise%0A&deckname=Doom"
    )
    assert text(query) == (
        "# Doom\n# event: Pro Circuit\n# date: 2008-06-10\n# player: April King\n"
        "4\tBoris\n2\tX-23\nSideboard\n1\tNasty Surprise\n"
    )


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("game=chess", "game: no game named “chess”; the games are vs-classic, vs-2pcg, riftbound"),
        ("title=" + "x" * 201, "title: 201 characters; at most 200"),
        ("card=4,a%07b", "card: column 4 has the control character U\\+0007"),
        ("&".join(["card=1,x-23"] * 401), "card: given 401 times; at most 400"),
        ("deck=4+Boris&code=abc", "code: both a list and a deck code"),
        ("code=4+Boris", "code: not a deck code"),
        ("code=AAAAaaaa11111111AAAAaaaa1111", "damaged|not a deck code"),
        ("deck=" + "x" * (MAX_LENGTH + 1), "deck: the address is too long; at most 262,144 characters"),
        ("deck=" + "x" * MAX_LENGTH + "&title=y", "deck: the address is too long; at most 262,144 characters"),
    ],
)
def test_what_cant_be_used_is_told_with_the_parameter(query: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        text(query)


def test_a_line_break_in_a_title_or_a_card_opens_no_line() -> None:
    assert text("title=a%0A4+Boris&card=4,X%0A4+Boris") == "# a 4 Boris\n4 X 4 Boris\n"


def test_at_the_limits_all_is_taken() -> None:
    assert len(text("title=" + "x" * 200)) == len("# \n") + 200
    assert text("&".join(["card=1,x-23"] * 400)).count("\n") == 400
