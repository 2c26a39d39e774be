"""Whether a card by itself may be played in a format on a day: legal, banned, not in it, or not to be told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.formats.bans import find_bans_on
from engine.formats.pools import get_pool_on
from engine.formats.set_status import OUT, UNKNOWN
from engine.model.cards import Card
from engine.model.formats import Ban, Format

LEGAL = "legal"
BANNED = "banned"
NOT_IN = "not in"


@dataclass(frozen=True, slots=True)
class CardLegality:
    """A card in a format on a day: legal, banned, not in it, or unknown, and why."""

    fmt: Format
    status: str
    reason: str = ""
    ban: Ban | None = None
    is_in_season: bool = True


def find_legality(card: Card, fmt: Format, on: date) -> CardLegality:
    """A card in a format on a day; certain answers before doubts, the pool before the bans."""
    pool = get_pool_on(fmt, on).card_status(card)
    ban = find_bans_on(fmt, on).of(card)
    in_season = is_in_season(fmt, on)
    if pool.status == OUT:
        return CardLegality(fmt, NOT_IN, pool.reason, is_in_season=in_season)
    if ban and ban.is_certain:
        return CardLegality(fmt, BANNED, ban.ban.reason, ban.ban, in_season)
    if pool.status == UNKNOWN:
        return CardLegality(fmt, UNKNOWN, pool.reason, is_in_season=in_season)
    if ban:
        return CardLegality(fmt, UNKNOWN, ban.doubt, ban.ban, in_season)
    return CardLegality(fmt, LEGAL, is_in_season=in_season)


def is_in_season(fmt: Format, on: date) -> bool:
    """Whether a day may lie within a format's season; a format whose first day isn't recorded is always in."""
    if fmt.starts and fmt.starts.has_come(on) is False:
        return False
    return not (fmt.ends and on > fmt.ends.latest)
