"""How the Vs. System TCG deals its opening hand, by edition of the rules."""

from collections.abc import Mapping

from engine.model.verdicts import Citation
from engine.simulation.opening_rules import BOTTOM, OpeningRule


def _build_opening(edition: str) -> OpeningRule:
    return OpeningRule(
        hand_size=4,
        mulligan=BOTTOM,
        draws_per_turn=2,
        dealt_by=Citation(edition, "101.5"),
        mulligan_by=Citation(edition, "101.6"),
        drawn_by=Citation(edition, "401.1"),
    )


#: Both editions have the same under the same numbers.
OPENINGS: Mapping[str, OpeningRule] = {edition: _build_opening(edition) for edition in ("cr-2007-02-05", "cr-2.7")}
OPENING = OPENINGS["cr-2.7"]
