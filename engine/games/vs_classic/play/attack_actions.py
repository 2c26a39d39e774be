"""The table of proposing an attack (rules 600-602)."""

from __future__ import annotations

from engine.games.vs_classic.play import attacking
from engine.games.vs_classic.play.applying import apply_attack
from engine.games.vs_classic.play.citing import CAMMI, TableRow, build_table
from engine.games.vs_classic.play.obligations import attacks_its_goal
from engine.games.vs_classic.play.saying import AttackSays
from engine.games.vs_classic.play.timing import (
    chain_empty,
    has_priority,
    no_attack_under_way,
    no_contradiction,
    own_step,
)
from engine.play.rules import Action

CONTRADICTION: TableRow = (
    "contradictory-position",
    no_contradiction,
    "Is every character either ready or stunned, or exhausted?",
    "A stunned character is exhausted.",
    "701.12, 701.12a",
    "",
)

_TIMING: tuple[TableRow, ...] = (
    (
        "no-priority",
        has_priority,
        "Does the attacking player have priority?",
        "The attacking player doesn’t have priority.",
        "601.1a, 407.5",
        "216.1",
    ),
    (
        "chain-not-empty",
        chain_empty,
        "Is the chain empty?",
        "An attack is proposed on an empty chain.",
        "601.1a, 407.5",
        "",
    ),
    (
        "not-your-attack-step",
        own_step("attack"),
        "Is it the attacking player’s own attack step?",
        "A player attacks in their own attack step.",
        "601.1a, 407.5",
        "",
    ),
    (
        "attack-under-way",
        no_attack_under_way,
        "Have all earlier attacks concluded?",
        "Another attack isn’t concluded yet.",
        "601.1a, 407.5",
        "",
    ),
)

#: The rules that are looked at again as the attack substep starts (602.1).
LEGALITY: tuple[TableRow, ...] = (
    (
        "no-attacker",
        attacking.one_attacker,
        "Does at least one character attack?",
        "An attack needs an attacker.",
        "601.1b",
        "",
    ),
    (
        "attacker-not-character",
        attacking.attacker_is_character,
        "Is each attacker a character?",
        "Only characters attack.",
        "601.2a",
        "",
    ),
    (
        "attacker-not-ready",
        attacking.attacker_ready,
        "Is each attacker ready?",
        "An exhausted character can’t attack.",
        "601.2b",
        "",
    ),
    (
        "attacker-stunned",
        attacking.attacker_not_stunned,
        "Is no attacker stunned?",
        "A stunned character can’t attack.",
        "701.12h",
        "",
    ),
    (
        "attacker-prevented",
        attacking.attacker_free,
        "Can each attacker attack here?",
        "A card stops the attacker.",
        "601.2c",
        "",
    ),
    (
        "attacker-row",
        attacking.attacker_row,
        "Is each attacker in the front row, or does it have range?",
        "A character in the support row needs range to attack.",
        "601.2d, 701.8",
        "",
    ),
    (
        "attacker-not-yours",
        attacking.attacker_own,
        "Does the attacking player control each attacker?",
        "A player attacks with their own characters.",
        "601.2e",
        "",
    ),
    (
        "defender-not-character",
        attacking.defender_is_character,
        "Is the defender a character?",
        "Only characters defend.",
        "601.3a",
        "",
    ),
    (
        "defender-stunned",
        attacking.defender_not_stunned,
        "Is the defender not stunned?",
        "A stunned character can’t be attacked.",
        "601.3b, 701.12h",
        "",
    ),
    (
        "defender-prevented",
        attacking.defender_free,
        "Can the defender be attacked here?",
        "A card keeps the defender from being attacked.",
        "601.3c",
        "",
    ),
    (
        "defender-protected",
        attacking.defender_unprotected,
        "Is the defender unprotected, or does every attacker fly?",
        "A protected character can be attacked by flight only.",
        "601.3d, 701.4, 701.7, 701.16",
        "",
    ),
    (
        "defender-hidden",
        attacking.defender_visible,
        "Is the defender visible?",
        "A hidden character can’t be attacked.",
        "601.3e, 701.17",
        "",
    ),
    (
        "defender-not-opposing",
        attacking.defender_opposing,
        "Does an opponent control the defender?",
        "A player attacks opponents’ characters.",
        "601.3f",
        "",
    ),
    (
        "direct-blocked",
        attacking.direct_open,
        "Does the player have no visible character that isn’t stunned?",
        "A character is still in the way.",
        "601.4a, 600.3",
        "",
    ),
    (
        "direct-prevented",
        attacking.direct_free,
        "Can the player be attacked?",
        "A card keeps the player from being attacked.",
        "601.4b",
        "",
    ),
    (
        "direct-not-opponent",
        attacking.direct_opponent,
        "Is the attack on an opponent, or an opponent’s character?",
        "A player doesn’t attack themselves.",
        "601.4c, 601.1b",
        "",
    ),
    (
        "no-shared-affiliation",
        attacking.team_shares,
        "Do all attackers of the team share an affiliation?",
        "The attackers share no affiliation.",
        "601.5a",
        "",
    ),
    (
        "must-attack-other",
        attacks_its_goal,
        "Does each attacker that must attack somebody attack them?",
        "The attacker must attack another character.",
        "601.1c",
        "",
    ),
)

ATTACK_RULES = build_table(*_TIMING, *LEGALITY, CONTRADICTION, further={"no-shared-affiliation": (CAMMI,)})
LEGALITY_RULES = build_table(*LEGALITY, further={"no-shared-affiliation": (CAMMI,)})

ATTACK = Action(
    verb="attack",
    title="Attack",
    summary="Propose an attack with one character or a team.",
    facts=AttackSays,
    rules=ATTACK_RULES,
    apply=apply_attack,
)
