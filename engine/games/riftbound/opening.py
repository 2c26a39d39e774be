"""How Riftbound deals its opening hand and its runes, by edition of the core rules."""

from collections.abc import Mapping

from engine.model.verdicts import Citation
from engine.simulation.opening_rules import ASIDE, OpeningRule

HELD = "rb-core-2026-07-16"  #: the newest edition that is held as a whole
NOT_HELD = "The core rules of 9 October 2026 aren’t recorded here: turns follow and cite those of 16 July 2026."


def _build_opening(edition: str, dealt: str, mulligan: str, held: str = "", note: str = "") -> OpeningRule:
    return OpeningRule(
        hand_size=4,
        mulligan=ASIDE,
        draws_per_turn=1,
        dealt_by=Citation(edition, dealt),
        mulligan_by=Citation(edition, mulligan),
        drawn_by=Citation(held or edition, "315.4.b"),
        most_aside=2,
        note=note,
    )


#: The document of 2026-10-09 isn't held: its number of the draw isn't known, and that of July is cited.
OPENINGS: Mapping[str, OpeningRule] = {
    "rb-core-1.3": _build_opening("rb-core-1.3", "117", "118"),
    "rb-core-2026-07-16": _build_opening("rb-core-2026-07-16", "116", "117"),
    "rb-core-2026-10-09": _build_opening("rb-core-2026-10-09", "116", "117", HELD, NOT_HELD),
}
OPENING = OPENINGS[HELD]


def _build_runes(edition: str, first_turn: str, note: str = "") -> OpeningRule:
    return OpeningRule(
        hand_size=0,
        mulligan="",
        draws_per_turn=2,
        dealt_by=None,
        mulligan_by=None,
        drawn_by=Citation(edition, "315.3.b"),
        on_first_turn=(2, 3),
        first_turn_by=Citation(edition, first_turn),
        note=note,
        may_run_out=True,
    )


#: Two runes a turn are channeled, as many as there are; who goes second channels one more on the first turn.
RUNE_OPENINGS: Mapping[str, OpeningRule] = {
    "rb-core-1.3": _build_runes("rb-core-1.3", "480.7"),
    "rb-core-2026-07-16": _build_runes(HELD, "485.7"),
    "rb-core-2026-10-09": _build_runes(HELD, "485.7", NOT_HELD),
}
RUNES = RUNE_OPENINGS[HELD]
