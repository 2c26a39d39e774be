"""What is read off a text, beside what is recorded of the card."""

from __future__ import annotations

from typing import Any

from engine.card_text import derive_facts
from engine.model.cards import VS_2PCG, VS_CLASSIC
from tests.engine.builders import card
from vsdb.catalog.wordings.services import DerivedFact, list_derived_facts

KEYWORDS = ("Boost", "Reservist", "Loyalty")


def read(text: str, game: str = VS_CLASSIC, **facts: Any) -> dict[str, DerivedFact]:
    held = card(game, "Hopper", type="Character", **facts)
    derived = derive_facts(text, game=game, name="Hopper", type="Main Character", keywords=KEYWORDS)
    return {fact.key: fact for fact in list_derived_facts(held, derived)}


def test_keywords_stand_with_their_parameters() -> None:
    assert read("Reservist\nBoost 2: Hopper hops.")["keywords"].values == ("Reservist", "Boost 2")


def test_a_text_that_states_nothing_gives_nothing() -> None:
    assert read("Hopper hops.") == {}


def test_what_is_recorded_otherwise_stands_beside_it() -> None:
    assert read("Boost 2: Hopper hops.", keywords=["Reservist"])["keywords"].recorded == ("Reservist",)


def test_what_is_recorded_alike_or_not_at_all_is_no_difference() -> None:
    assert read("Reservist", keywords=["Reservist"])["keywords"].recorded is None
    assert read("Reservist")["keywords"].recorded is None


def test_super_powers_stand_with_when_they_are_used_and_what_they_cost() -> None:
    facts = read("Big Hop: Main [Might] [Skill]: Hopper hops.", VS_2PCG)
    assert facts["super_powers"].values == ("Big Hop (Main; [Might] [Skill])",)
    assert facts["power_symbols"].values == ("Might", "Skill")


def test_every_kind_of_fact_has_words() -> None:
    derived = {
        "keywords": [["Boost", "2"], ["Reservist", None]],
        "printed_limit": 8,
        "loyalty": {"kind": "Loyalty", "teams": ["X-Men"]},
        "power_symbols": [],
        "super_powers": [{"name": None, "when": [], "any_turn": True, "costs": [["Might"], ["Skill"]], "text": ""}],
        "level_up": {"name": "Grow (4)", "xp": 4, "text": ""},
        "aka": ["Hop"],
        "uses_piles": ["Invention"],
        "member_of_piles": ["Invention"],
        "deck_building": ["starts with: Chair"],
    }
    said = {fact.key: fact.values for fact in list_derived_facts(card(VS_2PCG, "Hopper"), derived)}
    assert said == {
        "keywords": ("Boost 2", "Reservist"),
        "printed_limit": ("8",),
        "loyalty": ("Loyalty: X-Men",),
        "power_symbols": (),
        "super_powers": ("unnamed (any turn; [Might] or [Skill])",),
        "level_up": ("Grow (4) (4 XP)",),
        "aka": ("Hop",),
        "uses_piles": ("Invention",),
        "member_of_piles": ("Invention",),
        "deck_building": ("starts with: Chair",),
    }


def test_what_a_main_character_changes_about_its_deck_is_no_difference_from_the_same() -> None:
    facts = read("Hopper starts the game with a Chair.", VS_2PCG, deck_building=("starts with: Chair",))
    assert (facts["deck_building"].values, facts["deck_building"].recorded) == (("starts with: Chair",), None)
