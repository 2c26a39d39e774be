"""Riftbound's rules of play: may I do this now, and what happens then?"""

from __future__ import annotations

from datetime import date

from engine.games.riftbound.play.actions import ACTIONS
from engine.games.riftbound.play.attempt import Attempt, prepare
from engine.games.riftbound.play.citing import CORE_JULY, EDITIONS
from engine.games.riftbound.play.combat_sequences import COMBAT_OUT_OF_REACH, COMBAT_SEQUENCES
from engine.games.riftbound.play.combat_starts import COMBAT_STARTS
from engine.games.riftbound.play.facts import Position
from engine.games.riftbound.play.out_of_reach import OUT_OF_REACH
from engine.games.riftbound.play.printed import list_printed
from engine.games.riftbound.play.sequences import SEQUENCES
from engine.games.riftbound.play.starts import STARTS
from engine.model.cards import RIFTBOUND
from engine.play.rules import PlayRules, Remark

#: From this day an edition is in force whose text isn't held.
NOT_HELD_FROM = date(2026, 10, 9)


def remark_edition(attempt: Attempt, as_of: date) -> tuple[Remark, ...]:
    """Say that an edition judges that isn't the one in force."""
    if as_of < NOT_HELD_FROM:
        return ()
    said = (
        f"We don’t have the core rules of {NOT_HELD_FROM.isoformat()} yet."
        f" This answer follows those of {CORE_JULY.in_force_from.isoformat()}."
    )
    return (Remark("edition-not-held", said),)


PLAY = PlayRules(
    game=RIFTBOUND,
    editions=EDITIONS,
    position=Position,
    actions=ACTIONS,
    prepare=prepare,
    starts={**STARTS, **COMBAT_STARTS},
    remarks=remark_edition,
    printed=list_printed,
    sequences=(*SEQUENCES, *COMBAT_SEQUENCES),
    out_of_reach=(*OUT_OF_REACH, *COMBAT_OUT_OF_REACH),
)
