"""All targets of a thing at once: the legal ones, the illegal ones with a reason, and those to ask about."""

from __future__ import annotations

from datetime import date
from typing import Any

from vsdb.play.table.layouts import LAYOUTS
from vsdb.play.table.targets import Target, judge_targets, offers_of

TODAY = date(2026, 6, 1)


def targets(document: dict[str, Any], ref: str, verb: str) -> dict[str, Target]:
    game = document["position"]["game"]
    drawing = LAYOUTS[game].draw(document["position"], document["action"])
    chosen = drawing.find_piece(ref)
    assert chosen
    offer = next(each for each in offers_of(game, chosen, document["action"]) if each.verb == verb)
    return {each.key: each for each in judge_targets(document, drawing, chosen, offer, today=TODAY)}


def at(name: str, row: str, column: int, **facts: Any) -> dict[str, Any]:
    return {
        "id": name.lower(),
        "name": name,
        "row": row,
        "column": column,
        "ready": True,
        "flight": False,
        "range": False,
        **facts,
    }


def classic(*own: dict[str, Any], other: tuple[dict[str, Any], ...], **action: Any) -> dict[str, Any]:
    turn: dict[str, Any] = {
        "phase": "combat",
        "step": "attack",
        "active": "you",
        "priority": "you",
        "chain": [],
        "attack": None,
    }
    sides = {"you": {"characters": list(own)}, "opponent": {"characters": list(other)}}
    return {"position": {"game": "vs-classic", "turn": turn, **sides}, "action": {"action": "attack", **action}}


STORM, DOOM, MYSTIQUE = at("Storm", "front", 1), at("Doom", "front", 1), at("Mystique", "support", 1)


class TestClassicAttack:
    def test_each_opposing_character_and_the_player_is_judged(self) -> None:
        found = targets(classic(STORM, other=(DOOM, MYSTIQUE)), "you.characters.storm", "attack")
        assert {key: each.outcome for key, each in found.items()} == {
            "opponent.characters.doom": "legal",
            "opponent.characters.mystique": "illegal",
            "opponent": "illegal",
        }
        assert "no flight" in found["opponent.characters.mystique"].reason
        assert found["opponent.characters.doom"].reason == ""
        assert found["opponent.characters.doom"].action == {
            "action": "attack",
            "attackers": ["storm"],
            "defender": "doom",
        }

    def test_what_is_not_known_is_asked_with_the_name(self) -> None:
        flier = {key: each for key, each in STORM.items() if key != "flight"}
        found = targets(classic(flier, other=(DOOM, MYSTIQUE)), "you.characters.storm", "attack")
        behind = found["opponent.characters.mystique"]
        assert behind.outcome == "uncertain"
        assert behind.asks == ("you.characters.storm.flight",)
        assert behind.reason == "Does Storm have flight?"

    def test_a_team_of_the_question_stays_a_team(self) -> None:
        other = at("Cyclops", "front", 2, affiliations=["X-Men"])
        mate = {**STORM, "affiliations": ["X-Men"]}
        document = classic(mate, other, other=(DOOM,), attackers=["storm", "cyclops"])
        found = targets(document, "you.characters.storm", "attack")
        assert found["opponent.characters.doom"].action["attackers"] == ["storm", "cyclops"]

    def test_the_opponents_character_attacks_for_the_opponent(self) -> None:
        document = classic(STORM, other=(DOOM,))
        document["position"]["turn"] |= {"active": "opponent", "priority": "opponent"}
        found = targets(document, "opponent.characters.doom", "attack")
        assert found["you.characters.storm"].action["by"] == "opponent"
        assert found["you.characters.storm"].outcome == "legal"


def test_a_formation_is_judged_for_each_free_place_of_ones_own_side() -> None:
    document = classic(STORM, other=(DOOM,))
    document["position"]["turn"] = {"phase": "build", "step": "formation", "active": "you", "opening": True}
    found = targets(document, "you.characters.storm", "form")
    assert found["you/support/2/visible"].outcome == "legal"
    assert found["you/support/1/hidden"].outcome == "illegal"
    assert not any(key.startswith("opponent") for key in found)


RIFT: dict[str, Any] = {
    "game": "riftbound",
    "as_of": "2026-06-01",
    "turn": {"number": 5, "active": "you", "phase": "main", "showdown": False, "chain": []},
    "you": {"energy": 9, "power": {"fury": 2}},
    "board": [
        {
            "id": "u",
            "name": "Jinx",
            "type": "unit",
            "controller": "you",
            "location": "b1",
            "ready": True,
            "might": 3,
            "keywords": [],
        },
        {
            "id": "e",
            "name": "Garen",
            "type": "unit",
            "controller": "opponent",
            "location": "b1",
            "might": 4,
            "keywords": [],
        },
    ],
    "battlefields": [
        {"id": "b1", "controller": "you", "facedown": False},
        {"id": "b2", "controller": "none", "facedown": False},
    ],
}


def test_a_unit_of_riftbound_moves_to_the_base_and_with_ganking_alone_to_a_battlefield() -> None:
    found = targets({"position": RIFT, "action": {"action": "move-units"}}, "board.u", "move-units")
    assert {key: each.outcome for key, each in found.items()} == {
        "you/base": "legal",
        "you/b1": "illegal",
        "you/b2": "illegal",
    }
    assert found["you/b2"].reason == "Jinx moves between battlefields only with Ganking."


def test_a_spell_of_riftbound_is_judged_for_each_thing_on_the_board() -> None:
    card = {"type": "spell", "energy": 1, "keywords": [], "target": {"what": "unit", "whose": "enemy"}}
    document = {"position": RIFT, "action": {"action": "play-spell", "card": card}}
    found = targets(document, "board.e", "play-spell")
    assert {key: each.outcome for key, each in found.items()} == {"board.e": "legal", "board.u": "illegal"}
    assert found["board.u"].reason


def test_a_spell_is_offered_only_while_it_is_asked_about() -> None:
    drawing = LAYOUTS["riftbound"].draw(RIFT, {})
    chosen = drawing.find_piece("board.u")
    assert chosen
    assert "play-spell" not in {each.verb for each in offers_of("riftbound", chosen, {"action": "move-units"})}
