"""The play rules of the classic Vs. System: what may be done in a turn, and what follows (rules 2.7 and of 2007)."""

from __future__ import annotations

from datetime import date

from engine.games.vs_classic.play.attack_actions import ATTACK
from engine.games.vs_classic.play.attempt import OLD, Attempt
from engine.games.vs_classic.play.citing import NEW
from engine.games.vs_classic.play.combat_actions import CONCLUDE, POWER_UP, REINFORCE, START
from engine.games.vs_classic.play.facts import Position
from engine.games.vs_classic.play.playing_actions import BUILD, EQUIP, FLIP, RECRUIT, REVEAL, TWIST
from engine.games.vs_classic.play.power_actions import FORM, SUBSTITUTE, USE_POWER
from engine.games.vs_classic.play.printed import printed_facts
from engine.games.vs_classic.play.sequences import OUT_OF_REACH, SEQUENCES
from engine.games.vs_classic.play.starts import STARTS
from engine.games.vs_classic.play.turn_actions import BEGIN, KEEP, MULLIGAN, PASS, RECOVER, STUN, WRAP_UP
from engine.play.rules import Edition, PlayRules, Remark

EDITIONS = (Edition(OLD, date(2007, 2, 5)), Edition(NEW, date(2008, 12, 22)))
ACTIONS = (
    *(BUILD, RECRUIT, EQUIP, TWIST, FLIP, REVEAL, USE_POWER, SUBSTITUTE, FORM),
    *(ATTACK, POWER_UP, REINFORCE, PASS, RECOVER, KEEP, MULLIGAN),
    *(BEGIN, START, CONCLUDE, STUN, WRAP_UP),
)
#: The actions of which the edition of 2007 doesn't hold every rule, by the class of what they say.
_BORROWING = {action.facts for action in ACTIONS if any(rule.citation.document != OLD for rule in action.rules[OLD])}
_BORROWED = "The edition of 2007 is held up to rule 403.1; rules that it lacks are judged by version 2.7."
_TOO_EARLY = "The oldest edition that is held is of 5 February 2007; it is used for earlier days too."


def remark_editions(attempt: Attempt, as_of: date) -> tuple[Remark, ...]:
    """Remark where the edition of the day isn't held, or not whole."""
    if as_of < EDITIONS[0].in_force_from:
        return (Remark("edition-before-held", _TOO_EARLY),)
    if attempt.edition == OLD and type(attempt.says) in _BORROWING:
        return (Remark("edition-before-held", _BORROWED),)
    return ()


PLAY = PlayRules(
    game="vs-classic",
    editions=EDITIONS,
    position=Position,
    actions=ACTIONS,
    prepare=Attempt,
    starts=STARTS,
    remarks=remark_editions,
    printed=printed_facts,
    sequences=SEQUENCES,
    out_of_reach=OUT_OF_REACH,
)
