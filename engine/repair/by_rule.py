"""What each rule that games share asks of a repair, by the code of its findings.

Where a rule isn't here any change at all may mend it, which is true but slow to search.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.formats.pools import get_pool_on
from engine.model.decks import DECK, MAIN_CHARACTER, READ, UNREADABLE, written_name
from engine.model.games import game_of
from engine.model.names import fold
from engine.model.verdicts import ERROR
from engine.repair.additions import IN_BY_THE_DECK
from engine.repair.by_restriction import list_restriction_cases
from engine.repair.needs import CaseReader, FindingContext, RepairCase, list_distinct_cases

_SHARED_WILD = "shared-wild-locations"


def list_cases(asked: FindingContext) -> tuple[RepairCase, ...]:
    """The cases of a finding; none where no change of cards can settle it."""
    repairs = game_of(asked.deck.game).repairs
    cited = asked.finding.citation
    by_citation = repairs.by_citation.get(cited) if cited else None
    by_code = {**_READINGS, **repairs.by_rule}.get(asked.finding.code)
    return (by_citation or by_code or FindingContext.anything)(asked)


def _remove_all(asked: FindingContext) -> tuple[RepairCase, ...]:
    """All copies of its cards, and its lines that name no one card."""
    return (asked.remove_all(asked.cards() | asked.unsettled()),)


def _not_in_format(asked: FindingContext) -> tuple[RepairCase, ...]:
    pool = get_pool_on(asked.fmt, asked.as_of)
    cards = asked.finding.cards
    if all(pool.card_status(card).is_about_pool for card in cards):
        return ()
    if _SHARED_WILD in asked.fmt.pool.always and any(card.type == IN_BY_THE_DECK for card in cards):
        # It is in with a character that shares its team.
        return list_distinct_cases(
            (*_remove_all(asked), RepairCase(1, into=frozenset(asked.deck.sections) | {MAIN_CHARACTER, DECK}))
        )
    return _remove_all(asked)


def _remove_copies(asked: FindingContext) -> tuple[RepairCase, ...]:
    """So many copies of what counts as one card; in doubt, of all cards of a name."""
    keys = {card.copy_key for card in asked.finding.cards}
    counted = game_of(asked.deck.game).copies
    names = {fold(card.name) for card in asked.finding.cards} if counted.are_by_version else set()
    lines = set(asked.finding.lines)
    names |= {written_name(entry) for entry in asked.deck.unsettled if entry.line in lines}
    sections = counted.sections or tuple(asked.deck.sections)
    if asked.finding.severity == ERROR:
        out = asked.where(lambda e: e.card is not None and e.section in sections and e.card.copy_key in keys)
        out |= asked.unsettled()
    else:
        out = asked.where(lambda e: (fold(e.card.name) if e.card else written_name(e)) in names)
    return (asked.remove_some(out, asked.surplus),)


def _remove_over_printed_limit(asked: FindingContext) -> tuple[RepairCase, ...]:
    """So many copies of the name; or all that print the lowest limit, and it is gone with them."""
    limits = [card.printed_limit for card in asked.finding.cards if card.printed_limit is not None]
    lowest = min(limits, default=None)
    limiting = asked.where(
        lambda e: e.card in asked.finding.cards and e.card is not None and e.card.printed_limit == lowest
    )
    names = {fold(card.name) for card in asked.finding.cards}
    is_doubt = asked.finding.severity != ERROR
    perhaps = asked.where(lambda e: is_doubt and e.state not in (READ, UNREADABLE) and written_name(e) in names)
    return list_distinct_cases((asked.remove_some(asked.cards() | perhaps, asked.surplus), asked.remove_all(limiting)))


#: By code; those of one game alone are its own.
_READINGS: Mapping[str, CaseReader] = {
    "unreadable-line": _remove_all,
    "unknown-card": _remove_all,
    "ambiguous-card": _remove_all,
    "banned": _remove_all,
    "not-in-format": _not_in_format,
    "not-yet-legal": _remove_all,
    "copy-limit": _remove_copies,
    "printed-limit": _remove_over_printed_limit,
    "format-restriction": list_restriction_cases,
}
