"""The play rules of Vs. System 2PCG, by its compiled rulebook; headings stand for numbers."""

from __future__ import annotations

from datetime import date

from engine.games.vs_2pcg.play.attack_actions import ATTACK
from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.build_actions import MOVE, RECRUIT, RESOURCE
from engine.games.vs_2pcg.play.card_actions import EQUIPMENT, TWIST
from engine.games.vs_2pcg.play.citing import RULEBOOK
from engine.games.vs_2pcg.play.claim_actions import CALCULATE, CLAIM_WIN, LOOK
from engine.games.vs_2pcg.play.combat_actions import RESOLVE, STUN
from engine.games.vs_2pcg.play.facts import Position
from engine.games.vs_2pcg.play.power_actions import LEVEL_UP, USE_POWER
from engine.games.vs_2pcg.play.printed import printed_facts
from engine.games.vs_2pcg.play.sequences import OUT_OF_REACH, SEQUENCES
from engine.games.vs_2pcg.play.starts import STARTS
from engine.games.vs_2pcg.play.turn_actions import DRAW, MULLIGAN, PASS, POWER_UP, RECOVER
from engine.play.rules import Edition, PlayRules

PLAY = PlayRules(
    game="vs-2pcg",
    editions=(Edition(RULEBOOK, date(2022, 5, 23)),),
    position=Position,
    actions=(
        *(MULLIGAN, DRAW, RECOVER, RESOURCE, RECRUIT, EQUIPMENT, MOVE),
        *(TWIST, USE_POWER, ATTACK, POWER_UP, PASS, LEVEL_UP),
        *(RESOLVE, STUN, LOOK, CALCULATE, CLAIM_WIN),
    ),
    prepare=Attempt,
    starts=STARTS,
    printed=printed_facts,
    names_tell_cards=False,  # main characters of several levels and supporting characters go by one name
    telling=("type", "main", "level"),
    sequences=SEQUENCES,
    out_of_reach=OUT_OF_REACH,
)
