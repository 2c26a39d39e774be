"""How Riftbound deals its opening hand and its runes, by edition of the core rules."""

from collections.abc import Mapping

from engine.model.verdicts import Citation
from engine.simulation.opening_rules import ASIDE, OpeningRule


def _build_opening(edition: str, dealt: str, mulligan: str, drawn: str = "") -> OpeningRule:
    return OpeningRule(
        hand_size=4,
        mulligan=ASIDE,
        draws_per_turn=1,
        dealt_by=Citation(edition, dealt),
        mulligan_by=Citation(edition, mulligan),
        drawn_by=Citation(edition, drawn) if drawn else None,
        most_aside=2,
    )


#: The document of 2026-10-09 isn't held: its number of the draw isn't known.
OPENINGS: Mapping[str, OpeningRule] = {
    "rb-core-1.3": _build_opening("rb-core-1.3", "117", "118", "315.4.b"),
    "rb-core-2026-07-16": _build_opening("rb-core-2026-07-16", "116", "117", "315.4.b"),
    "rb-core-2026-10-09": _build_opening("rb-core-2026-10-09", "116", "117"),
}
HELD = "rb-core-2026-07-16"  #: the newest edition that is held as a whole
OPENING = OPENINGS[HELD]


def _build_runes(edition: str, drawn: str = "", first_turn: str = "") -> OpeningRule:
    return OpeningRule(
        hand_size=0,
        mulligan="",
        draws_per_turn=2,
        dealt_by=None,
        mulligan_by=None,
        drawn_by=Citation(edition, drawn) if drawn else None,
        on_first_turn=(2, 3),
        first_turn_by=Citation(edition, first_turn) if first_turn else None,
        may_run_out=True,
    )


#: Two runes a turn are channeled, as many as there are; who goes second channels one more on the first turn.
RUNE_OPENINGS: Mapping[str, OpeningRule] = {
    "rb-core-1.3": _build_runes("rb-core-1.3", "315.3.b", "480.7"),
    "rb-core-2026-07-16": _build_runes("rb-core-2026-07-16", "315.3.b", "485.7"),
    "rb-core-2026-10-09": _build_runes("rb-core-2026-10-09"),
}
RUNES = RUNE_OPENINGS[HELD]
