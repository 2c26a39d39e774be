"""The rows of triage: every list of an event, and every player who owes one, with what is known of it.

What somebody may not read of a list isn't in its row: then there are its state and its outcome alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine import fold
from vsdb.events.triage.rulings import RuledFinding

MISSING, DRAFT, SUBMITTED = "missing", "draft", "submitted"
LIST_STATES = (MISSING, DRAFT, SUBMITTED)


@dataclass(frozen=True, slots=True)
class OtherList:
    """Another list that holds the same cards, or nearly so: `likeness` is 1.0 for the same."""

    list: int
    name: str
    likeness: float = 1.0

    @property
    def percent(self) -> int:
        """The likeness in whole percent, rounded down."""
        return int(self.likeness * 100)


@dataclass(frozen=True, slots=True)
class LaterVerdict:
    """A later verdict on a list that differs from the one of record: the outcomes, since when, and by which findings.

    `verdict` is its key; `reasons` are messages of findings that came, else of those that went; `cause` says whether
    facts, the format or the judged day have changed.
    """

    before: str
    after: str
    verdict: int
    since: datetime
    reasons: tuple[str, ...] = ()
    cause: str = "by newer facts"


@dataclass(frozen=True, slots=True)
class TriageRow:
    """A list of a player, or the place where one is missing. `state` is MISSING, DRAFT or SUBMITTED.

    `is_counted` is false for lists of players who have dropped: they are only among all. Without `is_readable` there
    are no codes, findings, unread lines, changes and other lists, and no version's number. `is_checked`: its deck was
    checked whole, or between games.
    """

    registration: int
    number: int
    name: str
    sort_key: str
    slot: int
    state: str
    table: int | None = None
    list: int | None = None
    edition: int | None = None
    is_counted: bool = True
    is_owed: bool = True
    is_locked: bool = False
    is_readable: bool = False
    version: int | None = None
    received: datetime | None = None
    late_seconds: int = 0
    outcome: str = ""
    unread: int = 0
    fingerprint: str = ""
    codes: tuple[str, ...] = ()
    findings: tuple[RuledFinding, ...] = ()
    is_cleared: bool = False
    change: LaterVerdict | None = None
    same: tuple[OtherList, ...] = ()
    similar: tuple[OtherList, ...] = ()
    asks_desk: bool = False
    opened_by: str = ""
    opened_at: datetime | None = None
    is_checked: bool = False

    @property
    def key(self) -> str:
        """The word by which forms name the row: the registration and the slot."""
        return f"{self.registration}-{self.slot}"

    @property
    def first(self) -> RuledFinding | None:
        """The finding to show: the first that nobody has cleared, else the first."""
        return next((each for each in self.findings if not each.is_cleared), next(iter(self.findings), None))

    @property
    def is_unchecked(self) -> bool:
        """Whether it is locked and its deck wasn't checked."""
        return self.is_readable and self.is_locked and not self.is_checked

    @property
    def more(self) -> int:
        """How many further findings there are."""
        return max(len(self.findings) - 1, 0)


@dataclass(frozen=True, slots=True)
class Tab:
    """A part of triage. `is_of_cards` where it tells something of the lists' cards, so that who plays has none."""

    slug: str
    label: str
    fits: Callable[[TriageRow], bool]
    is_of_cards: bool = False


TABS: tuple[Tab, ...] = (
    Tab("questions", "Questions", lambda row: row.asks_desk and row.slot == 1),
    Tab("illegal", "Illegal", lambda row: row.outcome == "illegal" and not row.is_cleared),
    Tab("uncertain", "Uncertain", lambda row: row.outcome == "uncertain" and not row.is_cleared),
    Tab("unread", "Unread lines", lambda row: row.unread > 0, is_of_cards=True),
    Tab("changed", "Changed since lock", lambda row: row.change is not None, is_of_cards=True),
    Tab("missing", "Missing", lambda row: row.state == MISSING and row.is_owed),
    Tab("draft", "Draft only", lambda row: row.state == DRAFT),
    Tab("late", "Late", lambda row: row.late_seconds > 0),
    Tab("same", "Same", lambda row: bool(row.same), is_of_cards=True),
    Tab("similar", "Similar", lambda row: bool(row.similar), is_of_cards=True),
    Tab(
        "unchecked", "Unchecked", lambda row: row.is_readable and row.is_locked and not row.is_checked, is_of_cards=True
    ),
    Tab("cleared", "Cleared", lambda row: row.is_cleared, is_of_cards=True),
)
ALL = Tab("all", "All", lambda row: True)


@dataclass(frozen=True, slots=True)
class TriageFilter:
    """What rows are narrowed by: a part of the name, a finding's code, a card, and chosen rows by their keys."""

    tab: str = ALL.slug
    name: str = ""
    code: str = ""
    card: str = ""
    keys: frozenset[str] = frozenset()


def list_tabs(*, with_cards: bool) -> tuple[Tab, ...]:
    """The tabs for who may read lists, or for who may not."""
    return (*(each for each in TABS if with_cards or not each.is_of_cards), ALL)


def filter_rows(
    rows: Iterable[TriageRow], wanted: TriageFilter, holders: frozenset[int] | None = None
) -> list[TriageRow]:
    """The rows that fit all but the tab; `holders` are the lists with the wanted card, None where none is wanted."""
    name = fold(wanted.name)
    return [
        row
        for row in rows
        if (not name or name in fold(row.name) or name in row.sort_key)
        and (not wanted.code or wanted.code in row.codes)
        and (holders is None or row.list in holders)
    ]


def keep_tab(rows: Iterable[TriageRow], wanted: TriageFilter, tabs: Sequence[Tab]) -> list[TriageRow]:
    """The rows of a tab, of these only the chosen ones where any are chosen."""
    tab = next((each for each in tabs if each.slug == wanted.tab), ALL)
    return [row for row in rows if is_in_tab(row, tab) and (not wanted.keys or row.key in wanted.keys)]


def is_in_tab(row: TriageRow, tab: Tab) -> bool:
    """Whether a row stands in a tab; who has dropped is only among all."""
    return (row.is_counted or tab is ALL) and tab.fits(row)


def count_tabs(rows: Sequence[TriageRow], tabs: Iterable[Tab]) -> Iterator[tuple[Tab, int]]:
    """Each tab with the number of its rows."""
    for tab in tabs:
        yield tab, sum(is_in_tab(row, tab) for row in rows)
