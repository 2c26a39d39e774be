"""The positions after what is done in a turn of the 2PCG, and what the results say."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.verdicts import LEGAL, UNCERTAIN
from tests.engine.play.pcg_examples import ABSENT, CAP, LOKI, Changes, ask, fighter, next_position, result


def ids(position: dict[str, Any], side: str, row: str) -> list[str]:
    return [each["id"] for each in position[side].get(row, ())]


class TestDraws:
    """Draw Phase, Running Out Of Cards."""

    @pytest.mark.parametrize(
        ("changes", "due"),
        [
            ({"turn.number": 2}, 2),
            ({"turn.number": 2, "mode": "free-for-all", "action.count": 1}, 1),
            ({"turn.number": 1, "action.count": 0}, 0),
            ({"turn.number": 1, "mode": "boss-battle"}, 2),
            ({"turn.number": ABSENT, "mode": "leviathon-invasion"}, 2),
            ({"turn.number": 1, "mode": "boss-vs-boss", "action.count": 0}, 0),
            ({"turn.number": 2, "mode": "boss-vs-boss"}, 2),
            ({"turn.number": 3, "mode": "2-headed"}, 2),
        ],
    )
    def test_how_many_are_due(self, changes: Changes, due: int) -> None:
        assert ask("draw", changes).outcome == LEGAL
        assert result("draw", changes)["draw"] == due

    @pytest.mark.parametrize(
        ("changes", "told"),
        [
            ({"turn.number": 5, "action.count": 1}, "This turn draws 2 cards, not 1."),
            ({"turn.number": ABSENT, "action.count": 1}, "This turn draws 0 or 2 cards, not 1."),
            ({"turn.number": 2, "mode": "2v2"}, "This turn draws 1 card, not 2."),
            (
                {"you.deck_size": 1, "action.count": 1},
                "This turn draws 2 cards, not 1. Draws from an empty deck are skipped.",
            ),
        ],
    )
    def test_another_number_is_told(self, changes: Changes, told: str) -> None:
        assert [each.message for each in ask("draw", changes).findings] == [told]

    def test_the_first_draw_of_a_boss_is_told_from_that_of_two(self) -> None:
        (finding,) = ask("draw", {"turn.number": 1, "mode": "boss-battle", "action.count": 0}).findings
        assert "boss-vs-boss" in finding.message

    def test_a_mulligan_taken_is_a_decision(self) -> None:
        changes = {"turn.first_player": "opponent", "opponent.mulligans": 1}
        assert ask("mulligan", changes).outcome == LEGAL
        assert ask("mulligan", {**changes, "opponent.mulligans": 0}).asks == ("opponent.hand_kept",)

    def test_the_second_turn_with_two_heads_is_open(self) -> None:
        held = ask("draw", {"turn.number": 2, "mode": "2-headed"})
        assert (held.outcome, held.asks, held.as_dict()["result"]) == (UNCERTAIN, (), None)
        (finding,) = held.findings
        assert [each.rule for each in finding.citations] == ["2-Headed Teammates", "2 vs 2"]
        assert "1 card" in finding.message
        assert ask("draw", {"turn.number": 2, "mode": "2-headed", "action.count": 0}).outcome == "illegal"

    def test_an_empty_deck_skips_draws(self) -> None:
        assert result("draw", {"you.deck_size": 1}) == {"draw": 1, "skipped": 1}
        assert next_position("draw", {"you.deck_size": 1})["you"]["deck_size"] == 0

    def test_what_is_not_counted_stays_so(self) -> None:
        after = next_position("draw", {"you.deck_size": ABSENT})
        assert (after["turn"]["drawn"], "deck_size" in after["you"]) == (True, False)


class TestBuilding:
    """Recovery, resources, recruiting and moving."""

    def test_a_recovered_character_is_ready_unless_frozen(self) -> None:
        cap = next_position("recover")["you"]["front"][0]
        assert (cap["state"], cap["ready"]) == ("face-up", True)
        frozen = {"you.front.cap.frozen": True, "you.front.cap.ready": False, "you.front.cap.wounds": ABSENT}
        assert result("recover", frozen) == {"state": "face-up", "ready": False}

    def test_an_effect_recovers_at_any_time(self) -> None:
        changes = {"action.cause": "effect", "turn.active": "opponent", "turn.phase": "main"}
        assert ask("recover", changes).outcome == LEGAL
        (finding,) = ask("recover", {**changes, "you.front.cap.state": "hidden"}).findings
        assert finding.message == "Cap is hidden, not stunned: it turns face up in the recovery phase."

    def test_a_resource_joins_the_row(self) -> None:
        after = next_position("play-resource", {"you.resources": [{"id": "r1", "face": "down"}]})
        assert after["you"]["resources"][1] == {"id": "resource 2", "face": "up", "name": "Fortress"}
        assert after["turn"]["resource_played"] is True
        assert "resources" not in next_position("play-resource").get("you", {})

    def test_a_recruit_joins_its_row_and_is_paid(self) -> None:
        after = next_position("recruit")
        assert ids(after, "you", "front") == ["cap", "Medusa"]
        assert after["turn"]["recruit_points_left"] == 2

    def test_a_cost_of_nothing_asks_for_no_points(self) -> None:
        changes = {"turn.recruit_points_left": ABSENT, "action.card.cost": 0}
        assert ask("recruit", changes).outcome == LEGAL
        assert "recruit_points_left" not in result("recruit", changes)

    @pytest.mark.parametrize(
        ("changes", "told"),
        [
            ({}, "The card costs 5. Recruit points left: 4."),
            (
                {"turn.recruit_points_left": ABSENT, "you.resources": [{"id": "r1"}]},
                "The card costs 5. Recruit points from ready resources: 1.",
            ),
        ],
    )
    def test_too_few_points_are_told(self, changes: Changes, told: str) -> None:
        assert [each.message for each in ask("recruit", {**changes, "action.card.cost": 5}).findings] == [told]

    def test_a_wristwatch_recruits_from_the_deck(self) -> None:
        changes = {"action.from": "deck", "action.card.keywords": ["Dimensional Wristwatch"]}
        assert ask("recruit", changes).outcome == LEGAL

    def test_spider_verse_puts_a_main_character_there_for_nothing(self) -> None:
        card = {"name": "Spider-Ham", "type": "main", "keywords": ["Spider-Verse"]}
        changes = {"action.card": card, "turn.step": "resource", "turn.recruit_points_left": 0}
        assert ask("recruit", changes).outcome == LEGAL
        assert "recruit_points_left" not in result("recruit", changes)
        assert ask("recruit", {**changes, "action.from": "deck"}).outcome == "illegal"
        assert ask("recruit", {**changes, "turn.step": ABSENT, "turn.phase": "main"}).outcome == "illegal"

    def test_who_leaves_is_unsaid_where_somebody_may_be_unlisted(self) -> None:
        assert result("recruit")["ko"] == []
        assert "ko" not in result("recruit", {"you.back": ABSENT})
        assert "ko" not in result("recruit", {"you.front.cap.name": ABSENT})
        assert result("recruit", {"you.front": [fighter("Medusa")], "you.back": ABSENT})["ko"] == ["medusa"]
        assert result("recruit", {"you.back": ABSENT, "action.card.keywords": ["Swarm"]})["ko"] == []

    def test_an_older_one_of_the_name_is_gone(self) -> None:
        changes = {"you.back": [fighter("Medusa")]}
        assert result("recruit", changes)["ko"] == ["medusa"]
        after = next_position("recruit", changes)
        assert (ids(after, "you", "front"), ids(after, "you", "back")) == (["cap", "Medusa"], [])

    def test_swarm_keeps_both(self) -> None:
        changes = {"you.front": [CAP, fighter("Medusa")], "action.card.keywords": ["Swarm"], "action.card.id": "medusa"}
        assert result("recruit", changes)["ko"] == []
        assert ids(next_position("recruit", changes), "you", "front") == ["cap", "medusa", "medusa 2"]

    def test_points_come_from_ready_resources(self) -> None:
        row = [{"id": "a"}, {"id": "b", "ready": False}, {"id": "c"}]
        changes = {"turn.recruit_points_left": ABSENT, "turn.recruit_points_spent": 0, "you.resources": row}
        assert result("recruit", changes)["recruit_points_left"] == 0
        assert ask("recruit", {**changes, "action.card.cost": 3}).outcome == "illegal"

    def test_main_characters_of_the_rows_count_where_no_name_is_said(self) -> None:
        changes = {"you.main_character": ABSENT, "you.front.cap.main": True, "action.card.name": "Cap"}
        assert ask("recruit", changes).outcome == "illegal"

    def test_a_row_that_is_not_listed_stays_open(self) -> None:
        after = next_position("recruit", {"you.front": ABSENT})
        assert "front" not in after["you"]
        assert after["you"]["characters"][0]["row"] == "front"
        assert result("recruit", {"action.card.cost": 0})["recruit_points_left"] == 4

    def test_an_unknown_cost_leaves_the_points_as_they_are(self) -> None:
        assert next_position("recruit", {"action.card.cost": ABSENT})["turn"]["recruit_points_left"] == 4

    def test_several_move_at_once(self) -> None:
        moves = [{"character": "cap", "to": "back"}, {"character": "thor", "to": "back"}]
        changes = {"action.moves": moves, "action.character": ABSENT, "action.to": ABSENT}
        assert ask("move", changes).outcome == LEGAL
        assert ids(next_position("move", changes), "you", "back") == ["cap", "thor"]
        theirs = {**changes, "action.moves": [{"character": "loki", "to": "back"}]}
        assert [each.code for each in ask("move", theirs).findings] == ["not-your-character"]

    def test_mobile_is_used_up(self) -> None:
        changes = {"turn.phase": "main", "turn.step": "no-combat", "you.front.cap.keywords": ["Mobile"]}
        changes["you.front.cap.moved_by_mobile"] = False
        assert ask("move", changes).outcome == LEGAL
        assert next_position("move", changes)["you"]["back"][0]["moved_by_mobile"] is True

    def test_a_move_into_a_row_that_is_not_listed(self) -> None:
        after = next_position("move", {"you.back": ABSENT})
        assert [(each["id"], each["row"]) for each in after["you"]["characters"]] == [("cap", "back")]

    def test_an_unlisted_mover_changes_nothing(self) -> None:
        assert next_position("move", {"action.character": ABSENT})["you"]["back"] == []


class TestFights:
    """Attacks, power-ups and passing."""

    def test_an_attack_opens_a_combat(self) -> None:
        after = next_position("attack")
        assert after["you"]["front"][0]["ready"] is False
        assert after["turn"]["step"] == "during-combat"
        combat = {"attackers": ["cap"], "defenders": ["loki"], "last": "none", "passes": 0}
        assert after["turn"]["combat"] == combat

    def test_a_machine_is_gone_without_a_combat(self) -> None:
        machine = {"opponent.front": [{**LOKI, "state": "stunned"}, {"id": "gun", "type": "machine"}]}
        after = next_position("attack", {**machine, "action.defender": "gun"})
        assert (ids(after, "opponent", "front"), after["turn"]["step"]) == (["loki"], "no-combat")

    def test_a_machine_in_front_stops_no_flyer(self) -> None:
        changes = {"opponent.front": [{"id": "gun", "type": "machine"}, fighter("Drax")], "opponent.back": [LOKI]}
        assert ask("attack", {**changes, "you.front.cap.flight": True}).outcome == LEGAL

    def test_a_combat_elsewhere_is_not_a_power_ups_business(self) -> None:
        assert ask("power-up", {"action.character": ABSENT, "turn.step": "during-combat"}).outcome == UNCERTAIN

    def test_from_the_back_row_it_is_ranged(self) -> None:
        changes = {"you.front": [], "you.back": [fighter("Cap", range=True)]}
        assert result("attack", changes)["kind"] == "ranged"
        assert "kind" not in result("attack", {"you": {}, "action.attackers": ["drax"]})

    def test_a_power_up_adds_one(self) -> None:
        cap = next_position("power-up")["you"]["front"][0]
        assert (cap["atk"], cap["def"]) == (4, 5)
        assert result("power-up", {"you.front.cap.atk": ABSENT}) == {"def": 5}

    def test_a_power_up_in_a_combat_hands_the_chance_over(self) -> None:
        combat = {"attackers": ["cap"], "defenders": ["loki"], "last": "pass", "passes": 1}
        changes = {"turn.step": "during-combat", "turn.priority": "you", "turn.combat": combat}
        turn = next_position("power-up", changes)["turn"]
        assert (turn["priority"], turn["combat"]["passes"]) == ("opponent", 0)

    def test_the_first_pass_hands_the_chance_over(self) -> None:
        turn = next_position("pass")["turn"]
        assert (turn["priority"], turn["combat"]["passes"]) == ("opponent", 1)

    @pytest.mark.parametrize("fact", [{"turn.combat.passes": 1}, {"turn.combat.last": "pass"}])
    def test_the_second_ends_the_acting(self, fact: Changes) -> None:
        assert next_position("pass", fact)["turn"]["step"] == "combat-resolution"

    def test_who_passed_before_is_asked_for(self) -> None:
        held = ask("pass", {"turn.combat.passes": ABSENT, "turn.combat.last": ABSENT})
        assert (held.outcome, held.asks) == (UNCERTAIN, ("turn.combat.last",))
        assert held.findings[0].message == "Not known yet: what happened last in this combat?"
        assert ask("pass", {"turn.combat": ABSENT}).asks == ("turn.combat",)


def test_a_mulligan_draws_seven() -> None:
    assert result("mulligan") == {"hand": 7, "must_keep": True}
