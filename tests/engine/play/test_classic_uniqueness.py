"""Who leaves play in the classic game as a unique object of its name enters, and what leaves with it (704)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.classic_examples import ABSENT, Changes, ask, found, result


@pytest.mark.parametrize(
    ("held", "displaced"),
    [
        ({"names": ["A", "B"]}, ["a"]),
        ({"name": "b", "names": ["A"]}, ["a"]),
        ({"name": "A"}, []),
        ({"names": ["A", "B", "C"]}, []),
    ],
)
def test_201_8a_of_several_names_all_match_before_an_older_character_leaves(
    held: dict[str, Any], displaced: list[str]
) -> None:
    character = {"id": "a", "row": "support", "column": 1, **held}
    changes = {"action.card.name": ABSENT, "action.card.names": ["B", "A"], "you.characters": [character]}
    assert result("recruit", changes)["to_ko_pile"] == displaced


@pytest.mark.parametrize(("version", "displaced"), [("God", ["a"]), ("Odinson", []), (ABSENT, ["a"])])
def test_704_1a_other_versions_stay_where_the_card_lets_them(version: Any, displaced: list[str]) -> None:
    changes: Changes = {
        "action.card.name": "Thor",
        "action.card.version": "God",
        "action.card.versions_coexist": True,
        "you.locations": [{"id": "l", "name": "Asgard"}],
        **({} if version is ABSENT else {"you.characters.a.version": version}),
    }
    assert result("recruit", changes)["to_ko_pile"] == displaced


@pytest.mark.parametrize(
    ("held", "displaced"),
    [
        ({"name": "Nova", "identity": "Rich"}, ["a"]),
        ({"name": "Frankie", "identity": "Nova"}, []),
        ({"name": "Nova \N{LOZENGE} Rich"}, ["a"]),
        ({"name": "Frankie <> Nova"}, []),
    ],
)
def test_201_6_an_identity_is_no_name(held: dict[str, Any], displaced: list[str]) -> None:
    character = {"id": "a", "row": "support", "column": 1, **held}
    card: Changes = {"action.card.name": "Nova", "action.card.identity": "Frankie"}
    assert result("recruit", {**card, "you.characters": [character]})["to_ko_pile"] == displaced
    named = {"opponent.characters": [], "action.card.name": "Nova", "you.characters.x": {**held, "stunned": False}}
    assert (found("power-up", "discard-name-differs", named) == "ok") is bool(displaced)


_EQUIPPED: Changes = {
    "you.characters.a.equipment": ["Mjolnir", {"id": "e", "name": "Shield"}, {"id": "f"}],
    "you.characters.a.row": "support",
}


@pytest.mark.parametrize(
    ("verb", "changes"),
    [("recruit", {"action.card.name": "Thor"}), ("substitute", {}), ("substitute", {"action.card.name": "Thor"})],
)
def test_302_6_equipment_leaves_with_its_character(verb: str, changes: Changes) -> None:
    told = [(line.text, line.citation.rule) for line in ask(verb, {**changes, **_EQUIPPED}).working if line.citation]
    words = "Equipment goes to the KO’d pile as its character leaves play: Mjolnir, Shield, f."
    assert told[-1] == (words, "302.6")


@pytest.mark.parametrize("changes", [{}, {"action.card.name": "Thor", "you.characters.a.equipment": []}])
def test_302_6_equipment_of_who_stays_and_none_at_all_are_not_told_of(changes: Changes) -> None:
    told = [line.citation.rule for line in ask("recruit", {**_EQUIPPED, **changes}).working if line.citation]
    assert "302.6" not in told
