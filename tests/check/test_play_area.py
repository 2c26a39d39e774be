"""A deck as players lay it out: every place of its game, what is missing there on the day, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from engine import decklists
from engine.model.reference import Reference
from tests.engine import builders, riftbound_lists
from vsdb.check.forms import find_sample
from vsdb.check.play_area import LaidPlace, PlayArea, build_play_area, describe_size, measure_deck

Load = Callable[[str], Reference]
BEFORE, TODAY = date(2026, 7, 15), date(2026, 11, 28)


def lay(text: str, reference: Reference, fmt: str = "standard", on: date = TODAY) -> PlayArea:
    deck = decklists.read_deck(text, reference.catalog, on)
    area = build_play_area(deck, reference.formats.get(fmt), on)
    assert area
    return area


def places(area: PlayArea) -> dict[str, LaidPlace]:
    return {each.section: each for each in area.places}


def test_a_whole_deck_lies_in_the_zones_of_the_core_rules(reference: Load) -> None:
    """Core rules 112 to 115: the legend, the chosen champion, the battlefields, the rune deck."""
    sample = find_sample("jinx")
    assert sample
    area = lay(sample.text, reference("riftbound"))
    assert [each.section for each in area.places] == ["legend", "champion", "battlefields", "runes"]
    assert [(each.figures, each.missing, each.step) for each in area.places] == [
        ("", "", None),
        ("", "", None),
        ("3 of 3", "", None),
        ("12 of 12", "", None),
    ]
    assert not area.steps
    assert [(group.count, group.card and group.card.domains) for group in area.places[3].groups] == [
        (7, ("Fury",)),
        (5, ("Chaos",)),
    ]


def test_empty_places_say_so_and_what_to_do_next(reference: Load) -> None:
    found = places(lay("Battlefields\n1 Zaun Warrens\n1 The Grand Plaza\nRunes\n7 Fury Rune\n", reference("riftbound")))
    said = {section: (each.missing, each.step and each.step.words) for section, each in found.items()}
    assert said == {
        "legend": ("No legend", "Choose a legend"),
        "champion": ("No chosen champion", "Choose a champion unit with the legend’s tag"),
        "battlefields": ("2 of 3 battlefields", "Add 1 battlefield"),
        "runes": ("7 of 12 runes", "Add 5 runes"),
    }
    empty = places(lay("Legend\n1 Jinx, Loose Cannon\n", reference("riftbound")))
    assert (empty["battlefields"].missing, empty["runes"].missing) == ("No battlefields", "No runes")
    assert empty["runes"].step
    assert empty["runes"].step.words == "Add 12 runes"


def test_lines_that_were_not_read_stay_in_their_place(reference: Load) -> None:
    text = "Legend\n1 Nobbody\nRunes\n5 Rune of what\n3 Fury Rune\n4 Another rune\n"
    found = places(lay(text, reference("riftbound")))
    assert [(row.count, row.name, row.is_read) for row in found["legend"].rows] == [(1, "1 Nobbody", False)]
    assert found["legend"].rows[0].face is None
    assert not found["legend"].missing
    assert [(group.count, bool(group.card)) for group in found["runes"].groups] == [(3, True), (9, False)]


def test_more_than_belong_there_are_all_shown(reference: Load) -> None:
    found = places(lay("Legend\n1 Jinx, Loose Cannon\n1 Dark Child\n", reference("riftbound")))
    assert (found["legend"].figures, found["legend"].missing, len(found["legend"].rows)) == ("2 of 1", "", 2)


def test_additional_legends_have_a_place_once_the_list_has_some(reference: Load) -> None:
    text = "Legend\n1 Jinx, Loose Cannon\nAdditional Legends\n1 Dark Child\n"
    found = places(lay(text, reference("riftbound")))
    assert [row.name for row in found["additional-legends"].rows] == ["Annie, Dark Child, Starter"]
    assert found["additional-legends"].figures == "1"
    assert "additional-legends" not in places(lay("Legend\n1 Jinx, Loose Cannon\n", reference("riftbound")))


@pytest.mark.parametrize(
    ("count", "held", "said"),
    [
        ("3", 0, ("0 of 3", "No additional legend", "Add 3 additional legends")),
        ("3", 1, ("1 of 3", "1 of 3 additional legends", "Add 2 additional legends")),
        ("?", 0, ("0", "No additional legend", "Choose additional legends")),
        ("?", 1, ("1", "", None)),
    ],
)
def test_a_card_that_asks_for_additional_legends_opens_their_place(
    count: str, held: int, said: tuple[str, str, str | None], reference: Load
) -> None:
    asking = replace(riftbound_lists.ANNIE, deck_building=(f"additional legends: {count}",))
    others = {builders.riftbound("Yi", "Legend"): held} if held else {}
    deck = riftbound_lists.deck(**{"legend": {asking: 1}, "additional-legends": others})
    area = build_play_area(deck, reference("riftbound").formats["standard"], TODAY)
    assert area
    found = places(area)["additional-legends"]
    assert (found.figures, found.missing, found.step and found.step.words) == said


def test_a_limited_deck_has_no_place_for_battlefields_and_one_for_a_legend_that_it_need_not_have(
    reference: Load,
) -> None:
    area = lay("Deck\n3 Chemtech Enforcer\nRunes\n12 Fury Rune\n", reference("riftbound"), "sealed")
    assert [(each.section, each.figures, each.missing) for each in area.places] == [
        ("legend", "0 of 1", "No legend (optional)"),
        ("champion", "0 of 1", "No chosen champion (optional)"),
        ("runes", "12 of 12", ""),
    ]
    with_field = lay("Battlefields\n1 Zaun Warrens\nRunes\n12 Fury Rune\n", reference("riftbound"), "sealed")
    assert [(each.section, each.figures) for each in with_field.places][2:] == [
        ("battlefields", "1"),
        ("runes", "12 of 12"),
    ]


def test_without_a_format_every_place_of_the_game_is_open_and_no_number_is_asked(reference: Load) -> None:
    area = lay("Battlefields\n1 Zaun Warrens\n", reference("riftbound"), fmt="")
    found = places(area)
    assert list(found) == ["legend", "champion", "battlefields", "runes"]
    assert (found["battlefields"].figures, found["battlefields"].missing) == ("1", "")
    assert found["runes"].missing == "No runes"
    assert list(area.steps) == ["deck"]
    assert not area.sizes


@pytest.mark.parametrize(("day", "said"), [(BEFORE, "9 of 8"), (date(2026, 7, 16), "9 of 10")])
def test_the_sideboard_has_the_number_of_the_day(reference: Load, day: date, said: str) -> None:
    deck = decklists.read_deck("Sideboard\n9 Gust\n", reference("riftbound").catalog, day)
    found = measure_deck(deck, reference("riftbound").formats["standard"], day)
    assert describe_size(found["sideboard"]) == said
    assert describe_size(found["deck"]) == "0 of 40, champion included"


@pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg"])
def test_a_game_whose_decks_are_one_pile_has_no_places(reference: Load, game: str) -> None:
    deck = decklists.read_deck("4 Storm\n", reference(game).catalog, TODAY)
    fmt = next(iter(reference(game).formats.values()))
    assert build_play_area(deck, fmt, TODAY) is None
    assert measure_deck(deck, fmt, TODAY) == {}
