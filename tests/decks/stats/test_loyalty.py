"""Loyalty's order, drawn as columns with arrows."""

from __future__ import annotations

from engine.model.decks import Deck
from tests.engine.classic_builders import a_card, a_deck
from tests.engine.pcg_builders import pcg_deck
from vsdb.decks.stats.pictures import LoyaltyPicture, draw_loyalty

LOYAL, REVEAL = "Loyalty", "Loyalty-Reveal"
STORM = a_card("Storm", teams=("X-Men",))
BRIDGE = a_card("Bridge", teams=("X-Men", "Avengers"), keywords=(LOYAL,))
VISION = a_card("Vision", teams=("Avengers",), keywords=(LOYAL,))
SKRULL = a_card("Skrull", teams=("Skrulls",), keywords=(LOYAL,))
THING = a_card("Thing", teams=("Fantastic Four",))
SURFER = a_card("Silver Surfer", keywords=(LOYAL, REVEAL))


def picture(found: Deck) -> LoyaltyPicture:
    drawn = draw_loyalty(found)
    assert drawn is not None
    return drawn


def test_has_a_column_a_step_and_then_those_whom_nobody_lets_in() -> None:
    drawn = picture(a_deck((1, VISION), (1, BRIDGE), (1, STORM), (1, SKRULL), (1, THING)))
    placed = {box.label: (box.x, box.state) for box in drawn.boxes}
    xs = [column.x for column in drawn.columns]
    titles = ["Needs no other character", "Step 2", "Step 3", "No enabler in the deck"]
    assert [column.title for column in drawn.columns] == titles
    assert placed == {
        "Storm": (xs[0], "free"),
        "Bridge": (xs[1], "later"),
        "Vision": (xs[2], "later"),
        "Skrull": (xs[3], "unreachable"),
    }
    assert drawn.others == 1  # the Thing needs nobody and lets nobody in


def test_has_a_column_of_those_who_hang_on_what_is_not_recorded() -> None:
    drawn = picture(a_deck((1, SURFER), (1, SKRULL)))
    # The Surfer may be a Skrull and may reveal another copy of his affiliation, and then lets the Skrull in.
    assert [column.title for column in drawn.columns] == ["Uncertain"]
    assert [(box.label, box.state) for box in drawn.boxes] == [("Silver Surfer", "uncertain"), ("Skrull", "uncertain")]
    assert drawn.arrows == ()


def test_draws_an_arrow_from_whoever_lets_in_to_whom() -> None:
    drawn = picture(a_deck((1, VISION), (1, BRIDGE), (1, STORM)))
    assert [(arrow.start.label, arrow.end.label) for arrow in drawn.arrows] == [
        ("Storm", "Bridge"),
        ("Bridge", "Vision"),
    ]
    first = drawn.arrows[0]
    # It leaves the right edge of the one box and ends at the left edge of the other.
    assert first.path.startswith(f"M{first.start.x + first.start.width:g} {first.start.middle:g}C")
    assert f" {first.end.x - 2:g} {first.end.middle:g}m" in first.path


def test_keeps_every_box_inside_the_picture_and_off_the_others() -> None:
    drawn = picture(a_deck(*((1, a_card(f"X{n}", teams=("X-Men",), keywords=(LOYAL,))) for n in range(9)), (1, STORM)))
    assert all(box.x + box.width <= drawn.width and box.y + box.height <= drawn.height for box in drawn.boxes)
    assert len({(box.x, box.y) for box in drawn.boxes}) == len(drawn.boxes) == 10


def test_says_the_same_in_a_table() -> None:
    drawn = picture(a_deck((1, VISION), (1, BRIDGE), (1, STORM), (1, SKRULL)))
    assert [(row.title, row.keywords, row.when, row.through) for row in drawn.table] == [
        ("Bridge", (LOYAL,), "step 2", "Storm"),
        ("Vision", (LOYAL,), "step 3", "Bridge"),
        ("Skrull", (LOYAL,), "no enabler in the deck", ""),
    ]
    assert drawn.words == "Bridge: step 2; Vision: step 3; Skrull: no enabler in the deck"


def test_cites_the_kinds_of_loyalty_that_there_are() -> None:
    assert [each.rule for each in picture(a_deck((1, BRIDGE))).citations] == ["706.3"]
    assert [each.rule for each in picture(a_deck((1, SURFER))).citations] == ["706.3", "706.3a"]


def test_shortens_a_long_name() -> None:
    long = a_card("Captain America, Champion License of Everything", teams=(), keywords=(LOYAL,))
    assert picture(a_deck((1, long))).boxes[0].label == "Captain America, Cham…"


def test_has_nothing_to_draw_where_nobody_is_loyal() -> None:
    drawn = picture(a_deck((4, STORM)))
    assert (drawn.table, drawn.boxes, drawn.height) == ((), (), 4)


def test_there_is_none_in_the_other_games() -> None:
    assert draw_loyalty(pcg_deck()) is None
