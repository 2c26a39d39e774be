"""What is counted in a deck of the classic game: two curves of characters and equipment, thresholds, Loyalty, teams."""

from __future__ import annotations

from engine.card_text.keywords import LOYALTY
from engine.games.vs_classic.copies import is_free_of_copy_limit
from engine.games.vs_classic.loyalty import DUAL_LOYALTY, LOYALTY_REVEAL
from engine.games.vs_classic.loyalty_order import find_loyalty_order
from engine.model.cards import Card
from engine.model.games import CurveAxis, StatsSettings
from engine.model.verdicts import Citation
from engine.stats.curves import RECRUIT, RECRUIT_EQUIPMENT, THRESHOLD

NON_UNIQUE = "Non-Unique"


def _is_unique(card: Card) -> bool | None:
    """Whether a second one of its name puts the first away (704.1)."""
    if is_free_of_copy_limit(card) or NON_UNIQUE in card.versions or card.has_keyword(NON_UNIQUE):
        return False
    return True if card.versions_known else None


STATS = StatsSettings(
    axes=(
        CurveAxis(
            RECRUIT,
            "cost",
            ("Character",),
            title="Recruit costs of characters",
            figure="Recruit cost",
            among=("t:character",),
        ),
        CurveAxis(
            RECRUIT_EQUIPMENT,
            "cost",
            ("Equipment",),
            title="Recruit costs of equipment",
            figure="Recruit cost",
            among=("t:equipment",),
        ),
        CurveAxis(
            THRESHOLD,
            "cost",
            ("Plot Twist", "Location"),
            title="Threshold costs",
            figure="Threshold cost",
            term="th",
        ),
    ),
    characters=(None, "Character"),
    is_unique=_is_unique,
    loyalty_order=find_loyalty_order,
    loyalty_by={
        LOYALTY: Citation("cr-2.7", "706.3"),
        LOYALTY_REVEAL: Citation("cr-2.7", "706.3a"),
        DUAL_LOYALTY: Citation("cr-2.7", "706.3b"),
    },
    team_attack_by=Citation("cr-2.7", "601.5a"),
    reinforcement_by=Citation("cr-2.7", "708.7b"),
)
