"""What positions say twice, and differently: it is unknown and asked, so that leaving one out turns no answer round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from engine.play.facts import PlayInputError
from engine.play.judging import Answer
from engine.play.log import apply_move
from tests.engine.play import classic_examples, pcg_card_examples, pcg_examples, riftbound_examples
from tests.engine.play.cases import TODAY
from tests.engine.play.classic_examples import ABSENT
from tests.engine.play.riftbound import BOARD, ENEMY, FIELDS, MAIN, answer, codes, gear, play_spell, trigger

Changes = Mapping[str, Any]
_PCG_FIGHT = {"attackers": ["cap"], "defenders": ["loki"]}
_READY = {"id": "a", "ready": True}

CLASSIC: tuple[tuple[str, Changes, tuple[str, ...]], ...] = (
    ("mulligan", {"turn.step": "recruit"}, ("turn.phase", "turn.step")),
    ("use-power", {"action.source_controller": "opponent"}, ("action.source_controller",)),
    ("use-power", {"action.source_ready": False}, ("action.source_ready",)),
    (
        "use-power",
        {"you.characters": [{"id": "a", "stunned": True}], "action.source_ready": True, "action.power": {}},
        ("action.source_ready",),
    ),
    ("power-up", {"turn.attack.by": ABSENT}, ("turn.attack.by",)),
    (
        "power-up",
        {"action.card.name": ABSENT, "action.card.names": ["Ororo"]},
        ("action.card.name",),
    ),
    ("recruit", {"you.characters": [], "action.place.column": ABSENT}, ("action.place.column",)),
    ("recover", {"you.recovered": 1, "action.character": ABSENT}, ("action.character",)),
    (
        "wrap-up",
        {"you.characters": [{"id": "a"}]},
        ("you.characters.a.stunned",),
    ),
    ("wrap-up", {"you.characters": ABSENT}, ("you.characters",)),
)
PCG: tuple[tuple[str, Changes, tuple[str, ...]], ...] = (
    ("recruit", {"turn.phase": "main"}, ("turn.phase", "turn.step")),
    ("attack", {"turn.combat": _PCG_FIGHT, "turn.step": pcg_examples.ABSENT}, ("turn.step",)),
    (
        "recover",
        {"turn.combat": _PCG_FIGHT, "turn.phase": pcg_examples.ABSENT, "turn.step": pcg_examples.ABSENT},
        ("turn.phase",),
    ),
    ("recruit", {"you.resources": [{"id": "r"}]}, ("turn.recruit_points_left",)),
    (
        "recruit",
        {"you.resources": [{"id": each} for each in "rstuv"], "turn.recruit_points_spent": 3},
        ("turn.recruit_points_left",),
    ),
    (
        "mulligan",
        {"turn.first_player": "opponent", "opponent.mulligans": 1, "opponent.hand_kept": False},
        ("opponent.hand_kept",),
    ),
    ("move", {"action.moves": [{"to": "back"}]}, ("action.moves.character",)),
    (
        "resolve-combat",
        {"turn.combat.attackers": pcg_examples.ABSENT, "action.strikes": "cap"},
        ("turn.combat.attackers",),
    ),
    ("resolve-combat", {"turn.combat": pcg_examples.ABSENT, "action.strikes": "cap"}, ("turn.combat",)),
)
PCG_CARDS: tuple[tuple[str, Changes, tuple[str, ...]], ...] = (
    ("claim-win", {"opponent.front": [{"id": "loki", "main": True}]}, ("opponent.main_characters_left",)),
    (
        "claim-win",
        {
            "action.reason": "turn-begins",
            "turn": {"active": "opponent", "phase": "draw"},
            "opponent.front": [{"id": "loki", "main": True}],
            "opponent.main_characters_available": 0,
        },
        ("opponent.main_characters_available",),
    ),
    (
        "claim-win",
        {
            "action.reason": "stalemate",
            "turn.attack_possible": False,
            "you": {"deck_size": 0, "main_wounds": 1},
            "opponent": {
                "deck_size": 0,
                "main_wounds": 4,
                "front": [{"id": "loki", "main": True, "wounds": 3}],
                "back": [],
            },
        },
        ("opponent.main_wounds",),
    ),
)
RIFTBOUND: tuple[tuple[str, Changes, tuple[str, ...]], ...] = (
    ("start-combat", {"turn.state": "neutral-closed"}, ("turn.chain", "turn.state")),
    ("conquer", {"turn.state": "neutral-open"}, ()),
    ("start-showdown", {"turn.state": "showdown-open"}, ("turn.showdown", "turn.state")),
)


def settled(given: Answer) -> tuple[str, tuple[str, ...]]:
    """The outcome and what is asked."""
    return given.outcome, given.asks


@pytest.mark.parametrize(("verb", "changes", "asks"), CLASSIC)
def test_classic_positions_that_contradict_themselves_are_asked(
    verb: str, changes: Changes, asks: tuple[str, ...]
) -> None:
    assert settled(classic_examples.ask(verb, changes)) == (UNCERTAIN, asks)


@pytest.mark.parametrize(("verb", "changes", "asks"), PCG)
def test_positions_of_the_2pcg_that_contradict_themselves_are_asked(
    verb: str, changes: Changes, asks: tuple[str, ...]
) -> None:
    assert settled(pcg_examples.ask(verb, changes)) == (UNCERTAIN, asks)


@pytest.mark.parametrize(("verb", "changes", "asks"), PCG_CARDS)
def test_counts_of_the_2pcg_that_the_rows_contradict_are_asked(
    verb: str, changes: Changes, asks: tuple[str, ...]
) -> None:
    assert settled(pcg_card_examples.ask(verb, changes)) == (UNCERTAIN, asks)


@pytest.mark.parametrize(("verb", "changes", "asks"), RIFTBOUND)
def test_states_of_riftbound_that_contradict_themselves_are_asked(
    verb: str, changes: Changes, asks: tuple[str, ...]
) -> None:
    assert settled(riftbound_examples.ask(verb, changes)) == ((UNCERTAIN, asks) if asks else (LEGAL, ()))


def test_an_id_of_both_sides_is_refused_in_the_classic_game() -> None:
    with pytest.raises(PlayInputError) as refused:
        classic_examples.ask("attack", {"opponent.characters": [_READY]})
    assert refused.value.path == "opponent.characters"
    assert refused.value.message == "the id 'a' is given twice"


def test_a_position_that_contradicts_itself_lets_nobody_be_bound_to_attack() -> None:
    bound = {"you.characters.a.must_attack": True, "you.characters.a.stunned": True}
    assert settled(classic_examples.ask("pass", bound)) == (
        UNCERTAIN,
        ("you.characters.a.ready", "you.characters.a.stunned"),
    )
    goal = {"you.characters.a.must_attack": "y", "you.characters.b.stunned": True}
    assert classic_examples.found("attack", "must-attack-other", goal) == "not applicable"


def test_a_strike_at_nobody_of_the_attack_is_broken_though_the_defender_has_left() -> None:
    gone = {"opponent.characters.x.stunned": True}
    assert classic_examples.found("conclude-attack", "strike-choice", gone) == "not applicable"
    assert classic_examples.found("conclude-attack", "strike-choice", {**gone, "action.strike": "zz"}) == "broken"


def test_an_area_that_is_not_said_stays_unsaid() -> None:
    open_ = {"you.characters": [], "action.card.concealed": "optional", "action.place.area": ABSENT}
    said = classic_examples.example("recruit", open_)
    entered = apply_move(said["position"], said["action"], today=TODAY).position["you"]["characters"]
    assert [(each["row"], "area" in each) for each in entered] == [("front", False)]


def test_points_that_are_spent_are_counted_on() -> None:
    row = [{"id": each} for each in "rstuv"]
    paid = pcg_examples.next_position("recruit", {"you.resources": row, "turn.recruit_points_spent": 1})
    assert (paid["turn"]["recruit_points_left"], paid["turn"]["recruit_points_spent"]) == (2, 3)
    assert settled(pcg_examples.ask("recruit", {"you.resources": row})) == (LEGAL, ())


def test_whose_turn_it_is_is_asked_where_a_walk_ends_before_its_timing() -> None:
    begun = {"action": "play-gear", "card": gear(), "through": 3}
    theirs = {**MAIN, "priority": "opponent"}
    assert codes(answer(begun, turn=theirs)) == ["priority"]
    unsaid = answer(begun, turn={key: each for key, each in theirs.items() if key != "active"})
    assert (unsaid.outcome, unsaid.asks) == (UNCERTAIN, ("turn.active",))
    other = answer(begun, turn={**theirs, "active": "opponent"})
    assert other.outcome == LEGAL


def test_a_target_that_is_a_unit_and_a_battlefield_is_asked() -> None:
    fields = [*FIELDS, {"id": "e1", "controller": "none"}]
    given = answer(play_spell(ENEMY, "e1"), battlefields=fields)
    assert (given.outcome, given.asks) == (UNCERTAIN, ("action.targets",))


def test_what_is_lost_was_chosen() -> None:
    given = answer(trigger(lost=["e1"]))
    assert (given.outcome, given.asks) == (UNCERTAIN, ("action.targets",))


def test_whether_what_is_chosen_has_deflect_is_asked_of_the_board() -> None:
    chosen = trigger(targets=["e1"], may=False)
    assert answer(chosen, board=BOARD).outcome == LEGAL
    assert answer(chosen, board=None).asks == ("board",)


def test_an_item_of_a_chain_that_the_state_denies_is_not_known_to_be_there() -> None:
    chain = [{"id": "s1", "kind": "spell", "controller": "opponent"}]
    given = answer({"action": "counter", "item": "s1"}, turn={**MAIN, "chain": chain, "state": "neutral-open"})
    assert (given.outcome, given.asks) == (UNCERTAIN, ("turn.chain", "turn.state"))


def test_nothing_that_the_examples_say_contradicts_itself() -> None:
    outcomes = {
        *(classic_examples.ask(verb).outcome for verb in classic_examples.EXAMPLES),
        *(pcg_examples.ask(verb).outcome for verb in pcg_examples.EXAMPLES),
    }
    assert ILLEGAL not in outcomes
    assert outcomes == {LEGAL}
