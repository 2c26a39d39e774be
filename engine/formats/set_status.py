"""Whether a format has a set on a day: in, out or unknown, with the cause and a reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from engine.model.cards import Between, CardSet

IN = "in"
OUT = "out"
UNKNOWN = "unknown"

NOT_YET = "not yet legal"
PERHAPS_NOT_YET = "perhaps not yet legal"
ROTATED = "rotated out"
PERHAPS_ROTATED = "perhaps rotated out"
NOT_LISTED = "not listed"
FAN = "fan set"
DOUBTFUL = "doubtful set"
NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class SetStatus:
    """A set in a format on a day; `since` is when it rotated out, where it did."""

    status: str
    cause: str = ""
    reason: str = ""
    since: Between | None = None


NOT_HELD = SetStatus(UNKNOWN, NOT_STATED, "its set isn’t recorded")


def format_days(when: Between) -> str:
    """A day, or the days between which it lies, as words in a sentence."""
    if when.earliest == when.latest:
        return f"on {when.earliest}"
    if when.latest == date.max:
        return f"on {when.earliest} or later"
    return f"between {when.earliest} and {when.latest}"


@lru_cache(maxsize=1024)
def build_not_yet_status(card_set: CardSet) -> SetStatus:
    """A set that certainly isn't legal yet."""
    return SetStatus(OUT, NOT_YET, f"{card_set.code} becomes legal {format_days(card_set.legal)}")


@lru_cache(maxsize=1024)
def build_perhaps_not_yet_status(card_set: CardSet) -> SetStatus:
    """A set whose first legal day may have come or not."""
    return SetStatus(
        UNKNOWN,
        PERHAPS_NOT_YET,
        f"{card_set.code} might not be legal yet; it becomes legal {format_days(card_set.legal)}",
    )


def build_rotated_status(fmt_name: str, card_set: CardSet, leaves: Between, as_of: date) -> SetStatus | None:
    """A set that leaves a format between two days: out, perhaps out, or `None` while it is certainly still in."""
    gone = leaves.has_come(as_of)
    if gone is False:
        return None
    if gone:
        return SetStatus(OUT, ROTATED, f"{card_set.code} rotated out of {fmt_name} {format_days(leaves)}", leaves)
    return SetStatus(
        UNKNOWN, PERHAPS_ROTATED, f"{card_set.code} might have rotated out of {fmt_name} {format_days(leaves)}", leaves
    )
