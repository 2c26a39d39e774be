"""A question about odds as one sentence, and the hands that the best policy keeps, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engine.simulation.odds.questions import (
    ALWAYS,
    BEST,
    KEEP_IF,
    NEVER,
    REST,
    Clause,
    Question,
    Want,
)
from engine.simulation.opening_rules import BOTTOM, OpeningRule

MAX_HANDS = 40  #: that are listed one by one
Hand = Mapping[str, int]  #: copies by class


@dataclass(frozen=True, slots=True)
class ChangedHand:
    """A hand in words, and what of it goes."""

    hand: str
    aside: str


@dataclass(frozen=True, slots=True)
class BestHands:
    """What the best policy does: a sentence where one says it all, else the hands that it keeps."""

    summary: str
    kept: tuple[str, ...] = ()
    changed: tuple[ChangedHand, ...] = ()
    left_out: int = 0  #: hands that aren't listed


def write_sentence(question: Question, groups: Mapping[str, str], rule: OpeningRule, *, asks_first: bool) -> str:
    """The whole question: what is seen by when, who goes first, what becomes of the hand."""
    wanted = "; or ".join(_write_clause(clause, groups) for clause in question.want)
    parts = [f"How likely is it to see {wanted}"]
    if asks_first:
        parts.append("going first" if question.first else "going second")
    parts.append(_write_policy(question, groups, rule))
    distinct = " Each copy counts once." if question.distinct else ""
    return f"{', '.join(part for part in parts if part)}?{distinct}"


def write_by(turn: int) -> str:
    """By when."""
    return f"by turn {turn}" if turn else "in the opening hand"


def describe_best(told: Mapping[str, Any], groups: Mapping[str, str], rule: OpeningRule) -> BestHands:
    """The hands that are kept and changed, as an answer has them."""
    kept: Sequence[Hand] = told["keeps"]
    changed: Sequence[Mapping[str, Hand]] = told["changes"]
    if not changed:
        return BestHands("Keep every hand.")
    listed = tuple(
        ChangedHand(_write_hand(each["hand"], groups), _write_hand(each["aside"], groups)) for each in changed
    )
    if not rule.most_aside:
        if not kept:
            return BestHands("Take a new hand every time.")
        if least := _find_least_kept(kept, [each["hand"] for each in changed]):
            ways = "; or ".join(_write_hand(hand, groups, "at least ") for hand in least)
            return BestHands(f"Keep any hand with {ways}. Otherwise take a new hand.")
        shown = tuple(_write_hand(hand, groups) for hand in kept[:MAX_HANDS])
        return BestHands("Keep these hands. Otherwise take a new hand.", shown, (), len(kept) - len(shown))
    if said := _say_what_goes(kept, changed, groups, rule):
        return BestHands(said)
    shown = tuple(_write_hand(hand, groups) for hand in kept[:MAX_HANDS])
    left_out = max(0, len(listed) - MAX_HANDS) + len(kept) - len(shown)
    said = "The table says which cards of a hand to set aside."
    return BestHands(f"{said} Keep every other hand." if kept else said, shown, listed[:MAX_HANDS], left_out)


def _say_what_goes(
    kept: Sequence[Hand], changed: Sequence[Mapping[str, Hand]], groups: Mapping[str, str], rule: OpeningRule
) -> str:
    """What to set aside in a sentence, where it is as many other cards as may go; else nothing."""
    most = rule.most_aside
    if any(each["aside"] != {REST: min(most, each["hand"].get(REST, 0))} for each in changed):
        return ""
    if not kept:
        return f"Set up to {most} other cards aside of every hand."
    least = _find_least_kept(kept, [each["hand"] for each in changed])
    if not least:
        return ""
    ways = "; or ".join(_write_hand(hand, groups, "at least ") for hand in least)
    return f"Keep any hand with {ways}. Otherwise set {most} other cards aside."


def _write_clause(clause: Clause, groups: Mapping[str, str]) -> str:
    """The conditions with those of one turn together."""
    parts = []
    for turn, wants in groupby(clause, key=lambda want: want.by):
        parts.append(f"{' and '.join(_write_want(want, groups) for want in wants)} {write_by(turn)}")
    return ", and ".join(parts)


def _write_want(want: Want, groups: Mapping[str, str]) -> str:
    count = want.at_least if want.at_most is None else max(want.at_most, 1)
    named = " or ".join(_name(groups[letter], count) for letter in want.of)
    return f"{_write_count(want)} {named}"


def _write_count(want: Want) -> str:
    least, most = want.at_least, want.at_most
    if most is None:
        return f"at least {least}"
    if most == 0:
        return "no"
    if least == most:
        return f"exactly {least}"
    return f"{least} to {most}" if least else f"at most {most}"


def _name(group: str, count: int) -> str:
    """What stands for a group, as a plural where it isn't quoted: characters of cost 4."""
    return group if count == 1 or group.startswith("“") else group.replace(" of ", "s of ", 1)


def _write_policy(question: Question, groups: Mapping[str, str], rule: OpeningRule) -> str:
    policy = question.mulligan
    keep = "; or ".join(_write_keep(clause, groups) for clause in policy.keep)
    if policy.do == NEVER:
        return "if every hand is kept" if rule.mulligan else ""
    if policy.do == ALWAYS:
        return "if every hand is changed"
    if policy.do == BEST:
        return "with the best choice of hands to keep"
    if policy.do == KEEP_IF:
        gone = "goes below the deck" if rule.mulligan == BOTTOM else "is shuffled into the deck"
        return f"if a hand is kept with {keep}, and {gone} otherwise"
    order = ", then ".join(_write_aside(each.of, each.beyond, groups) for each in policy.aside)
    unless = f", but none of a hand with {keep}" if keep else ""
    return f"if up to {rule.most_aside} cards are set aside: {order}{unless}"


def _write_keep(clause: Clause, groups: Mapping[str, str]) -> str:
    return " and ".join(_write_want(want, groups) for want in clause)


def _write_aside(of: str, beyond: int, groups: Mapping[str, str]) -> str:
    named = "other cards" if of == REST else _name(groups[of], 2)
    return f"{named} beyond {beyond}" if beyond else named


def _find_least_kept(kept: Sequence[Hand], changed: Sequence[Hand]) -> list[Hand]:
    """The smallest hands that are kept, where every hand with as much is kept too; else none."""

    def is_within(small: Hand, large: Hand) -> bool:
        return all(large.get(name, 0) >= count for name, count in small.items() if name != REST)

    least = [hand for hand in kept if not any(other is not hand and is_within(other, hand) for other in kept)]
    if any(is_within(small, hand) for small in least for hand in changed):
        return []
    return [{name: count for name, count in hand.items() if name != REST} for hand in least]


def _write_hand(hand: Hand, groups: Mapping[str, str], before: str = "") -> str:
    """Copies by group: 2 of “A”, 1 other card."""
    told = [before + _write_copies(name, count, groups) for name, count in hand.items() if name != REST]
    if rest := hand.get(REST):
        told.append(f"{rest} other card{'' if rest == 1 else 's'}")
    return (" and " if before else ", ").join(told) or "no card that is asked for"


def _write_copies(name: str, count: int, groups: Mapping[str, str]) -> str:
    """So many copies of a class."""
    group = groups.get(name, "“")
    return f"{count} of {_write_class(name, groups)}" if group.startswith("“") else f"{count} {_name(group, count)}"


def _write_class(name: str, groups: Mapping[str, str]) -> str:
    """The groups of a class: letters joined by &, sets of them by or."""
    return " or ".join(" and ".join(groups[letter] for letter in part.split("&")) for part in name.split(" or "))
