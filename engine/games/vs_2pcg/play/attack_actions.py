"""The table of attacking, and what an attack begins (Main Phase, Combat Declaration)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.vs_2pcg.play import attacking, protecting, timing
from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.citing import build_table, cite_headings
from engine.games.vs_2pcg.play.facts import BACK, DURING
from engine.games.vs_2pcg.play.saying import AttackSays
from engine.model.verdicts import ILLEGAL
from engine.play.facts import write_facts
from engine.play.rules import Action, Line, Result, Row

_TABLE = build_table(
    ("not-your-turn", timing.own_turn, "Is it the attacker’s turn?", "You attack on your own turn.", "Main Phase"),
    (
        "wrong-phase",
        timing.in_phase("main"),
        "Is it the main phase?",
        "Attacks belong to the main phase.",
        "Main Phase",
    ),
    (
        "combat-going-on",
        timing.no_combat_open,
        "Is no other combat open?",
        "Another combat isn’t over yet.",
        "Main Phase",
    ),
    (
        "attack-said",
        attacking.attack_said,
        "Who attacks whom?",
        "An attack needs at least one attacker, and a defender.",
        "Combat Declaration",
    ),
    (
        "attacker-not-yours",
        attacking.attacker_own,
        "Is each attacker on your side?",
        "You attack with your own characters.",
        "Melee Attack",
    ),
    (
        "defender-not-enemy",
        attacking.defender_enemy,
        "Is each defender an enemy?",
        "You attack enemy characters.",
        "Melee Attack",
    ),
    (
        "attacker-exhausted",
        attacking.attacker_ready,
        "Is each attacker ready?",
        "An exhausted character can’t attack.",
        "Game Terms > Ready/Exhausted",
    ),
    (
        "attacker-face-down",
        attacking.attacker_face_up,
        "Is each attacker face-up?",
        "A stunned or hidden character can’t attack.",
        "Stunned Characters; Hidden Characters",
    ),
    (
        "attacker-cannot-attack",
        attacking.attacker_able,
        "Is each attacker a character that isn’t Friendly or Passive?",
        "Friendly and Passive characters don’t attack.",
        "Keyword Glossary > Friendly; Keyword Glossary > Passive; Melee Attack; Machine",
    ),
    (
        "back-row-without-range",
        attacking.attacker_in_range,
        "Does each attacker in the back row have Range?",
        "Only characters with Range attack from the back row.",
        "Ranged Attack",
    ),
    (
        "defender-face-down",
        attacking.defender_face_up,
        "Is each defender face-up?",
        "A stunned or hidden character can’t be attacked.",
        "Stunned Characters; Hidden Characters",
    ),
    (
        "defender-protected",
        protecting.defender_unprotected,
        "Is the defender unprotected, or does every attacker get past the front row?",
        "Face-up characters in the front row protect those in the back row.",
        "Melee Attack; Ranged Attack; Game Terms > Protection; Keyword Glossary > Leap; Keyword Glossary > Grab; "
        "Keyword Glossary > Stealth; Keyword Glossary > Sniper; Keyword Glossary > Invisible",
    ),
    (
        "defender-camouflage",
        attacking.defender_not_camouflaged,
        "Is no defender camouflaged in the back row?",
        "A character with Camouflage can’t be attacked in the back row.",
        "Keyword Glossary > Camouflage",
    ),
    (
        "defender-dodge",
        attacking.defender_not_dodging,
        "Is a ranged attack on somebody without Dodge?",
        "Dodge stops ranged attacks.",
        "Keyword Glossary > Dodge",
    ),
    (
        "defender-safeguard",
        attacking.defender_not_guarded,
        "Is no Safeguard beside the defender?",
        "Somebody with Safeguard is in the defender’s row.",
        "Keyword Glossary > Safeguard",
    ),
    (
        "machine-guarded",
        protecting.machine_reached,
        "Is the Machine alone in its row, and within reach?",
        "A face-up character still guards the Machine.",
        "Machine",
    ),
    (
        "team-two-rows",
        attacking.team_in_one_row,
        "Do all attackers stand in one row?",
        "A team attacks out of one row.",
        "Combat Declaration > Team Attack",
    ),
    (
        "team-no-shared-team",
        attacking.team_shares,
        "Do all attackers share a team?",
        "No team is common to all attackers.",
        "Combat Declaration > Team Attack; Keyword Glossary > Mercenary",
    ),
    (
        "team-solitary",
        attacking.team_sociable,
        "Is no attacker of the team Solitary?",
        "A Solitary character attacks alone.",
        "Keyword Glossary > Solitary",
    ),
    (
        "multi-defender-power",
        attacking.several_defenders_allowed,
        "Does a power allow several defenders?",
        "Only a power lets a character attack several defenders.",
        "Multi-Defender",
    ),
)


def begin_combat(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What kind of attack it is, and who exhausts; a Machine is gone at once."""
    attackers, defenders = protecting.attackers_of(attempt), protecting.defenders_of(attempt)
    if outcome == ILLEGAL or not attackers or not defenders:
        return None
    values: dict[str, Any] = {"exhaust": sorted(each.key for each in attackers)}
    values["style"] = "team" if len(attackers) > 1 else "solo"
    if isinstance(attackers[0].row, str):
        values["kind"] = "ranged" if attackers[0].row == BACK else "melee"
    names = ", ".join(each.name for each in attackers)
    lines = [Line(f"{names}: exhausted", cite_headings("Melee Attack")[0])]
    machines = sorted(each.facts.id for each in defenders if each.facts.type == "machine")
    if machines:
        values["ko"] = machines
        values |= {"strikes": False} if len(machines) == len(defenders) else {}
        lines.append(Line(f"{', '.join(machines)}: KO’d without a combat", cite_headings("Machine")[0]))
    return Result(values, working=tuple(lines))


def apply_attack(attempt: Attempt, values: Mapping[str, Any]) -> dict[str, Any]:
    """The position with the combat declared: attackers exhausted, the attacking player to act first."""
    position = write_facts(attempt.position)
    gone = set(values.get("ko", ()))
    for side in (attempt.by, attempt.enemy):
        held = position.get(side, {})
        for row in ("front", "back", "characters"):
            if row in held:
                held[row] = [each for each in held[row] if each.get("id") not in gone]
            for each in held.get(row, ()):
                if side == attempt.by and each.get("id") in values["exhaust"]:
                    each["ready"] = False
    defenders = [each.facts.id for each in protecting.defenders_of(attempt) if each.facts.id not in gone]
    turn = position.setdefault("turn", {})
    if defenders:
        combat = {
            "attackers": [each.facts.id for each in protecting.attackers_of(attempt)],
            "defenders": defenders,
            "last": "none",
            "passes": 0,
        }
        turn |= {"phase": "main", "step": DURING, "priority": attempt.by, "combat": combat}
    return position


ATTACK = Action(
    verb="attack",
    title="Attack",
    summary="Attack with a character or a team.",
    facts=AttackSays,
    rules=_TABLE,
    compute=begin_combat,
    apply=apply_attack,
)
