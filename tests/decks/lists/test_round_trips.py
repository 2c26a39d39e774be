"""Every layout that is written gives the same deck when it is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import decklists
from engine.model import decks
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.catalog import Catalog
from engine.model.decks import Deck, DeckEntry
from engine.model.reference import Reference
from tests.decks.lists.decks_out import HOSTILE, TEXT, back, random_decks, said, tallied, written
from vsdb.exchange.deck_lists.layouts import index_layouts

#: A Riftbound code holds neither title nor unread lines: the tests of the engine say what it holds.
WHOLE = tuple(slug for slug in index_layouts() if slug != "riftbound-code")
LISTED = tuple(slug for slug in WHOLE if slug != "code")
WITH_NOTES = ("markdown", "bbcode", "json")

References = Callable[[str], Reference]


@dataclass(frozen=True)
class Case:
    """A deck whose verdict is known, by the catalog of its day."""

    id: str
    day: date
    catalog: Catalog
    deck: Deck


@pytest.fixture(scope="module")
def cases(shared: Path, reference: References) -> list[Case]:
    found = []
    for case in json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8")):
        day = date.fromisoformat(case["as_of"])
        catalog = reference(case["game"]).on(day).catalog
        found.append(Case(case["id"], day, catalog, decklists.read_deck(case["deck"], catalog, day)))
    return found


@pytest.mark.shared
@pytest.mark.parametrize("slug", WHOLE)
def test_the_decks_whose_verdicts_are_known(slug: str, cases: list[Case], reference: References) -> None:
    assert len(cases) >= 97
    references = [reference(game) for game in GAMES]
    for case in cases:
        deck = case.deck
        text = written(slug, deck, case.catalog).text
        taken = back(slug, text, references, deck.game, case.day)
        again = taken.deck
        assert taken.layout.slug == slug or taken.layout.extension == "txt", case.id
        assert (again.game, again.title) == (deck.game, deck.title), case.id
        assert tallied(again) == tallied(deck), case.id
        if slug != "code":
            assert said(again) == said(deck), case.id


@pytest.mark.shared
@pytest.mark.parametrize("slug", WHOLE)
def test_each_says_its_game_or_its_cards_do(slug: str, cases: list[Case], reference: References) -> None:
    references = [reference(game) for game in GAMES]
    for case in cases[::5]:
        text = written(slug, case.deck, case.catalog).text
        assert back(slug, text, references, on=case.day).deck.game == case.deck.game, case.id


@pytest.mark.parametrize("slug", WHOLE)
@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_random_decks_with_hostile_texts(slug: str, game: str, data: st.DataObject, reference: References) -> None:
    known = reference(game)
    deck = data.draw(random_decks(game, known.catalog))
    again = back(slug, written(slug, deck, known.catalog).text, [known], game).deck

    assert again.title == deck.title
    assert tallied(again) == tallied(deck)
    if slug != "code":
        assert said(again) == said(deck)
    if slug not in {"text-plain"}:
        assert {**again.metadata, "game": game} == {**deck.metadata, "game": game}


@pytest.mark.parametrize("slug", WITH_NOTES)
@settings(deadline=None, max_examples=60)
@given(notes=st.lists(TEXT, max_size=4), note=TEXT)
def test_notes_come_back(slug: str, notes: list[str], note: str, reference: References) -> None:
    known = reference(VS_CLASSIC)
    first, second = known.catalog.cards[:2]
    deck = Deck(VS_CLASSIC, (DeckEntry("deck", 4, first), DeckEntry("deck", 2, second), DeckEntry("deck", 1, first)))
    text = "\n".join(notes).strip()
    taken = back(
        slug, written(slug, deck, known.catalog, notes=text, card_notes={first.slug: note}).text, [known], VS_CLASSIC
    )

    assert taken.notes.strip() == text
    assert taken.card_notes == ({first.slug: note} if note else {})
    assert said(taken.deck) == said(deck)


def test_notes_on_cards_come_back_from_a_table_and_those_on_the_deck_are_said_to_be_left_out(
    reference: References,
) -> None:
    known = reference(VS_CLASSIC)
    card = known.catalog.cards[0]
    export = written(
        "csv",
        Deck(VS_CLASSIC, (DeckEntry("deck", 4, card),)),
        known.catalog,
        notes="x",
        card_notes={card.slug: "a\n=b"},
    )

    assert export.remarks == ("CSV has no place for the deck's notes.",)
    assert back("csv", export.text, [known]).card_notes == {card.slug: "a\n=b"}


def test_the_deck_s_notes_come_back_from_an_octgn_deck(reference: References) -> None:
    known = reference(VS_2PCG)
    deck = Deck(VS_2PCG, (DeckEntry("deck", 4, known.catalog.cards[0]),), "Both")
    export = written("o8d", deck, known.catalog, notes="First & <second>\n\n]]> third")
    taken = back("o8d", export.text, [known])

    assert (taken.deck.title, taken.notes) == ("Both", "First & <second>\n\n]]> third")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("slug", ["text-plain", "text-by-type", "o8d", "csv", "json", "markdown", "bbcode"])
def test_each_card_of_the_reference_comes_back(slug: str, game: str, reference: References) -> None:
    known = reference(game)
    for start in range(0, len(known.catalog.cards), 900):
        deck = Deck(game, tuple(DeckEntry("deck", 1, card) for card in known.catalog.cards[start : start + 900]))
        again = back(slug, written(slug, deck, known.catalog).text, [known], game, date(1990, 1, 1)).deck

        assert said(again) == said(deck)


@pytest.mark.parametrize("slug", LISTED)
def test_an_empty_deck_is_an_empty_deck(slug: str, reference: References) -> None:
    known = reference(RIFTBOUND)
    again = back(slug, written(slug, Deck(RIFTBOUND, (), "Nothing"), known.catalog).text, [known], RIFTBOUND)
    assert (again.deck.title, again.deck.entries) == ("Nothing", ())


@pytest.mark.parametrize("slug", LISTED)
@pytest.mark.parametrize("line", ["4 x\x07y", "x" * 700, "0 Boris", "99999 Boris", "-3 Boris", "Something said"])
def test_lines_that_cant_be_read_stay(slug: str, line: str, reference: References) -> None:
    known = reference(VS_CLASSIC)
    deck = decklists.read_deck(f"4 Nobody\n{line}", known.catalog, date(2008, 1, 1))
    again = back(slug, written(slug, deck, known.catalog).text, [known], VS_CLASSIC).deck

    if slug == "o8d" and "\x07" in line:  # XML has no way to hold the sign
        assert [entry.written for entry in again.entries] == ["4 Nobody", "4 x\ufffdy"]
    else:
        assert said(again) == said(deck)


@pytest.mark.parametrize("slug", LISTED)
@pytest.mark.parametrize("title", HOSTILE)
def test_hostile_titles_come_back(slug: str, title: str, reference: References) -> None:
    known = reference(VS_2PCG)
    deck = Deck(VS_2PCG, (DeckEntry(decks.DECK, 1, known.catalog.cards[5]),), title)
    taken = back(slug, written(slug, deck, known.catalog).text, [known], VS_2PCG)

    assert taken.deck.title == title
    assert taken.remarks == ()


@pytest.mark.shared
def test_riftbound_codes_of_the_decks_whose_verdicts_are_known(cases: list[Case], reference: References) -> None:
    whole = 0
    for case in cases:
        if case.catalog.game != RIFTBOUND:
            continue
        deck = replace(case.deck, title="", metadata={})
        export = written("riftbound-code", deck, case.catalog)
        taken = back("riftbound-code", export.text, [reference(RIFTBOUND)], on=case.day)
        assert taken.layout.slug == "riftbound-code"
        if not export.remarks:
            whole += 1
            assert tallied(taken.deck) == tallied(deck), case.id
    assert whole >= 10
