"""A turn that two people play through on one screen: each action's next position is where the next one is judged."""

from __future__ import annotations

from typing import Any

from engine.model.verdicts import LEGAL
from engine.play.log import apply_move
from tests.engine.play.cases import TODAY
from tests.engine.play.classic_examples import ABSENT, Changes, example

Json = dict[str, Any]
HULK = {"type": "character", "name": "Hulk", "cost": 2, "atk": 5, "def": 4, "concealed": False, "affiliations": ["A"]}
STORM = {"type": "character", "name": "Storm", "cost": 1, "atk": 1, "def": 2, "concealed": False, "affiliations": ["X"]}


class Table:
    """A game on a table: the position so far, and moves that have to be legal."""

    def __init__(self, position: Json) -> None:
        self.position = {"game": "vs-classic", "as_of": "2009-01-01", **position}

    def play(self, verb: str, by: str = "you", **says: Any) -> Json:
        """Play a move, and give its result."""
        step = apply_move(self.position, {"action": verb, "by": by, **says}, today=TODAY)
        assert step.answer is not None
        assert step.answer.outcome == LEGAL, (verb, step.answer.findings, self.position["turn"])
        self.position = dict(step.position)
        return dict((step.answer.result.values if step.answer.result else None) or {})

    def both_pass(self, first: str) -> str:
        """Both players pass, and what follows."""
        second = "opponent" if first == "you" else "you"
        assert self.play("pass", first) == {"then": f"priority to {second}"}
        return str(self.play("pass", second)["then"])

    def side(self, name: str) -> Json:
        """What a side has."""
        return dict(self.position[name])

    def character(self, side: str, name: str) -> Json:
        """A character of a side."""
        return next(each for each in self.position[side]["characters"] if each["id"] == name)


def start() -> Table:
    both: Json = {"resources": 1, "characters": [], "deck": 40}
    return Table({"turn": {"phase": "setup", "initiative": "you", "number": 1}, "you": both, "opponent": dict(both)})


def test_a_turn_is_played_through() -> None:
    table = start()
    assert table.play("begin", what="game") == {"endurance": 50, "hand": 4}
    table.play("mulligan")
    table.play("mulligan", "opponent")
    table.position["turn"] = {
        "phase": "draw",
        "initiative": "you",
        "priority": "you",
        "chain": [],
        "passed": 0,
        "number": 1,
    }
    table.play("begin", what="draw")
    assert (table.side("you")["hand"], table.side("opponent")["deck"]) == (6, 38)
    assert table.both_pass("you") == "build phase"
    assert table.both_pass("you") == "you: resource step"
    play_build(table, "you", HULK)
    assert table.position["turn"]["active"] == "opponent"
    play_build(table, "opponent", STORM)
    assert table.position["turn"]["phase"] == "combat"
    assert table.both_pass("you") == "you: attack step"
    table.play("attack", attackers=["Hulk"], defender="Storm")
    assert table.both_pass("you") == "attack substep starts"
    assert table.play("start-attack")["exhausted"] == ["Hulk"]
    assert table.character("you", "Hulk")["ready"] is False
    table.play("power-up", **{"from": "hand"}, target="Hulk", card=HULK)
    table.play("pass")
    table.play("power-up", "opponent", **{"from": "hand"}, target="Storm", card=STORM)
    assert table.both_pass("opponent") == "attack concludes"
    held = table.play("conclude-attack")
    assert (held["stunned"], held["breakthrough"]) == (["Storm"], 3)
    assert table.side("opponent")["endurance"] == 50 - 3 - 1
    assert "power_ups" not in table.character("you", "Hulk")
    assert table.both_pass("you") == "opponent: attack step"
    assert table.both_pass("opponent") == "recovery phase"
    assert table.both_pass("you") == "wrap-up"
    table.play("recover", "opponent", character="Storm")
    assert table.character("opponent", "Storm")["stunned"] is False
    assert table.play("wrap-up")["koed"] == []
    turn = table.position["turn"]
    assert (turn["phase"], turn["initiative"], turn["number"]) == ("draw", "opponent", 2)
    assert table.character("you", "Hulk")["ready"] is True
    assert "resources_built" not in table.side("you")


def play_build(table: Table, side: str, card: Json) -> None:
    """The three steps of a player’s build phase, with one character recruited."""
    table.play("build-resource", side, **{"from": "hand"})
    assert table.both_pass(side) == f"{side}: recruit step"
    assert table.side(side)["resource_points"] == 2
    place = {"row": "support", "column": 1, "area": "visible"}
    table.play("recruit", side, **{"from": "hand"}, card=card, place=place)
    assert table.character(side, card["name"])["row"] == "support"
    assert table.both_pass(side) == f"{side}: formation step"
    table.play("form", side, moves=[{"id": card["name"], "row": "front", "column": 1}])
    assert table.character(side, card["name"])["row"] == "front"
    table.both_pass(side)


def after(verb: str, changes: Changes | None = None) -> Json:
    """The position after the example of an action with changes."""
    document = example(verb, changes)
    return dict(apply_move(document["position"], document["action"], today=TODAY).position)


def test_a_recruit_pays_and_displaces_and_counts_press() -> None:
    held = after(
        "recruit", {"action.card.name": "Thor", "action.card.press": True, "you.hand": 3, "action.card.cosmic": True}
    )
    you = held["you"]
    assert (you["resource_points"], you["press"], you["hand"]) == (0, 1, 2)
    assert [each["id"] for each in you["characters"]] == ["Thor"]
    assert you["characters"][0]["cosmic_counter"] is True


def test_characters_of_one_name_get_ids_of_their_own() -> None:
    army = {"action.card.name": "Thor", "action.card.army": True, "action.card.names": ["Thor", "Odinson"]}
    twice = after(
        "recruit", {**army, "you.characters.a.id": "Thor", "action.place": None, "action.card.concealed": True}
    )
    assert [each["id"] for each in twice["you"]["characters"]] == ["Thor", "Thor 2"]
    assert (twice["you"]["characters"][1]["area"], twice["you"]["characters"][1]["army"]) == ("hidden", True)
    unnamed = after(
        "recruit",
        {"action.card.name": ABSENT, "action.from": "resource-row", "action.card.reservist": True, "you.resources": 6},
    )
    assert unnamed["you"]["characters"][-1]["id"] == "character"
    assert unnamed["you"]["resources"] == 5


def test_an_equipment_is_attached_and_an_older_unique_one_leaves() -> None:
    older = {"id": "m", "name": "Mjolnir", "unique": True}
    held = after("equip", {"action.card.unique": True, "you.characters.b": {"equipment": [older, "a cape"]}})
    assert [each.get("equipment") for each in held["you"]["characters"]] == [
        [{"id": "equipment 1", "name": "Mjolnir", "unique": True}],
        ["a cape"],
    ]
    assert held["you"]["resource_points"] == 0


def test_a_location_is_listed_and_an_older_one_of_its_name_leaves() -> None:
    held = after("flip-location", {"you.locations": [{"id": "l", "name": "Asgard"}]})
    assert held["you"]["locations"] == [{"id": "location 1", "name": "Asgard"}]
    twin = after("flip-location", {"you.locations": [{"id": "l", "name": "Asgard"}], "action.card.non_unique": True})
    assert len(twin["you"]["locations"]) == 2


def test_a_plot_twist_and_a_power_go_on_the_chain_and_resolve() -> None:
    held = after("play-plot-twist", {"turn.chain": [], "you.hand": 2, "action.card.name": "Savage Beatdown"})
    assert (held["turn"]["chain"], held["you"]["hand"]) == (["Savage Beatdown"], 1)
    row = after("play-plot-twist", {"turn.chain": [], "action.from": "resource-row", "action.card.face": "down"})
    assert row["turn"]["chain"] == ["a plot twist"]
    power = after("use-power", {"action.power.pay_endurance": 2, "you.endurance": 9})
    assert (power["you"]["endurance"], power["you"]["characters"][0]["ready"]) == (7, False)
    evasion = {"action.power": {"keyword": "evasion"}, "you.characters.a.cost": 3, "you.endurance": 1}
    evaded = after("use-power", evasion)
    assert (evaded["you"]["endurance"], evaded["you"]["characters"][0]["stunned"]) == (-2, True)
    resolved = after("pass", {"turn.chain": ["first", "second"], "turn.passed": 1})
    assert (resolved["turn"]["chain"], resolved["turn"]["priority"]) == (["first"], "you")


def test_a_substitute_takes_the_place() -> None:
    held = after("substitute", {"you.hand": 1})
    assert [each["id"] for each in held["you"]["characters"]] == ["Hulk"]
    assert held["you"]["hand"] == 0


def test_reinforcing_exhausts_the_helper() -> None:
    storm, beast = after("reinforce")["you"]["characters"]
    assert (storm["reinforcement"], beast["ready"]) == (True, False)


def test_a_stun_costs_endurance_once() -> None:
    held = after("stun", {"you.endurance": 3})
    assert (held["you"]["endurance"], held["you"]["characters"][0]["stunned"]) == (-2, True)
    assert after("stun", {"you.characters.a.stunned": True, "you.endurance": 3})["you"]["endurance"] == 3


def test_103_2_recovering_in_vain_leaves_the_character_stunned() -> None:
    held = after("recover", {"you.characters.a.cannot_recover": True})["you"]
    assert (held["characters"][0]["stunned"], held["recovered"]) == (True, 1)


def test_103_2_the_wrap_up_leaves_a_character_stunned_that_can_neither_recover_nor_be_koed() -> None:
    stuck: Changes = {"you.characters.a.cannot_recover": True, "you.characters.a.cannot_be_koed": True}
    assert after("wrap-up", stuck)["you"]["characters"][0]["stunned"] is True


def test_408_2a_a_game_that_is_over_stays_as_it_is() -> None:
    held = after("wrap-up", {"opponent.endurance": -1})
    assert [each["id"] for each in held["opponent"]["characters"]] == ["x"]
    assert (held["turn"]["phase"], held["turn"]["priority"]) == ("recovery", "none")


def test_601_1b_an_attacker_that_is_named_twice_attacks_once() -> None:
    held = after("attack", {"action.attackers": ["a", "a"]})
    assert held["turn"]["attack"]["attackers"] == ["a"]


def test_602_6b_an_attacker_that_cannot_ready_is_left_exhausted() -> None:
    gone: Changes = {"opponent.characters.x.stunned": True, "action.strike": ABSENT, "you.characters.a.ready": False}
    held = after("conclude-attack", {**gone, "you.characters.a.cannot_ready": True})
    assert held["you"]["characters"][0]["ready"] is False


def test_706_7c_a_stun_takes_the_cosmic_counter() -> None:
    counted: Changes = {"you.characters.a.cosmic_counter": True}
    assert "cosmic_counter" not in after("stun", counted)["you"]["characters"][0]
    evaded = after("use-power", {**counted, "action.power": {"keyword": "evasion"}, "you.characters.a.cost": 3})
    assert "cosmic_counter" not in evaded["you"]["characters"][0]


def test_an_attack_that_is_off_concludes_with_nobody_in_it() -> None:
    held = after("start-attack", {"you.characters.a.ready": False})
    assert held["turn"]["attack"]["attackers"] == []
    assert held["turn"]["attack"]["stage"] == "substep"


def test_attackers_ready_when_the_defender_has_left() -> None:
    gone = {"opponent.characters.x.stunned": True, "opponent.characters.x.cosmic_counter": True}
    held = after("conclude-attack", {**gone, "action.strike": ABSENT, "you.characters.a.ready": False})
    assert held["you"]["characters"][0]["ready"] is True
    assert "cosmic_counter" not in held["opponent"]["characters"][0]


def test_the_wrap_up_takes_the_koed_away() -> None:
    held = after("wrap-up")
    assert [each["id"] for each in held["opponent"]["characters"]] == []
    assert [each["ready"] for each in held["you"]["characters"]] == [True, True]
    assert "initiative" not in after("wrap-up", {"turn.initiative": ABSENT})["turn"]


def test_what_is_uncertain_leaves_the_position_readable() -> None:
    for verb, path in (
        ("attack", "action.attackers"),
        ("recruit", "action.card.cost"),
        ("equip", "action.card.cost"),
        ("flip-location", "you.resources"),
        ("substitute", "turn.priority"),
        ("power-up", "turn.priority"),
        ("reinforce", "turn.priority"),
        ("recover", "turn.wrap_up"),
        ("wrap-up", "you.endurance"),
        ("start-attack", "turn.attack.by"),
        ("conclude-attack", "opponent.characters.x.atk"),
        ("form", "action.moves"),
        ("pass", "turn.passed"),
        ("mulligan", "turn.phase"),
    ):
        document = example(verb, {path: ABSENT})
        step = apply_move(document["position"], document["action"], today=TODAY)
        again = apply_move(step.position, document["action"], today=TODAY)
        assert again.answer is not None


def test_a_free_recruit_leaves_the_points_unsaid() -> None:
    held = after("recruit", {"you.characters": [], "you.resource_points": ABSENT, "action.card.cost": 0})["you"]
    assert [(each["row"], each["column"]) for each in held["characters"]] == [("front", 1)]
    assert "resource_points" not in held


def test_an_equipment_that_is_not_unique_says_nothing_of_it() -> None:
    worn = after("equip")["you"]["characters"][0]["equipment"]
    assert worn == [{"id": "equipment 1", "name": "Mjolnir"}]


def test_begin_puts_the_resource_points_of_the_step_into_the_pool() -> None:
    assert after("begin")["you"] == {"resources": 6, "resource_points": 6}


def test_who_is_ready_stays_so_in_the_wrap_up() -> None:
    held = after("wrap-up", {"you.characters.c": {"ready": True}, "you.characters.b.cannot_ready": True})["you"]
    assert {each["id"]: each["ready"] for each in held["characters"]} == {"a": True, "b": False, "c": True}


def test_activating_exhausts_a_character_and_makes_none_of_a_location() -> None:
    unlisted = {"action.source": "s", "action.source_ready": True}
    assert after("use-power", unlisted)["you"]["characters"][1:] == [{"id": "s", "ready": False}]
    location = {**unlisted, "action.source_type": "location", "action.source_face": "up"}
    assert [each["id"] for each in after("use-power", location)["you"]["characters"]] == ["a"]
    unlisted = {**unlisted, "you.characters": ABSENT}
    assert "characters" not in after("use-power", unlisted)["you"]
