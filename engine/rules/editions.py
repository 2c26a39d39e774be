"""Which edition of a game's rules a verdict rests on."""

from __future__ import annotations

from datetime import date

from engine.games.riftbound.deck_rules import RB_CORE_1_3
from engine.games.vs_2pcg.deck_rules import PCG_5_0
from engine.games.vs_classic.deck_rules import CR_2_7, CR_2007_02_05
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.rules import Ruleset

#: The editions that are held, oldest first.
EDITIONS: dict[str, tuple[Ruleset, ...]] = {
    VS_CLASSIC: (CR_2007_02_05, CR_2_7),
    VS_2PCG: (PCG_5_0,),
    RIFTBOUND: (RB_CORE_1_3,),
}


def edition_in_force(game: str, as_of: date) -> Ruleset:
    """The last edition in force on that day; before the oldest that is held, the oldest."""
    held = EDITIONS[game]
    return next((edition for edition in reversed(held) if edition.in_force_from <= as_of), held[0])
