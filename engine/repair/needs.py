"""What a finding asks of every repair: cases of which each legal deck that lies ahead is at least one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from engine.model.cards import Card
from engine.model.decks import DECK, READ, Deck, DeckEntry
from engine.model.formats import Format
from engine.model.verdicts import UNKNOWN, Citation, Finding
from engine.repair.edits import Item, count_items, count_total, find_card_items, find_items


@dataclass(frozen=True, slots=True)
class RepairCase:
    """At least `least` of these copies go; or, where `into` names sections, so many copies come into them.

    `kind` is the only type of card that would do, `same` the copy key of the only one, `among` the slugs of the only
    ones, `fits` what only those pass.
    """

    least: int
    out: frozenset[Item] = frozenset()
    into: frozenset[str] = frozenset()
    kind: str = ""
    same: str = ""
    among: frozenset[str] = frozenset()
    fits: Callable[[Card], bool] | None = None

    @property
    def is_coming(self) -> bool:
        """Whether copies come; else copies go."""
        return bool(self.into)


@dataclass(frozen=True, slots=True)
class RepairNeed:
    """What has to happen for one rule to hold: one of the cases, since nothing else can mend it."""

    text: str
    citation: Citation | None
    cases: tuple[RepairCase, ...]
    finding: Finding | None = None

    @property
    def going(self) -> tuple[frozenset[Item], int] | None:
        """Copies of which so many go whichever case it is; None where in some case none has to."""
        if not self.cases or any(case.is_coming for case in self.cases):
            return None
        return frozenset().union(*(case.out for case in self.cases)), min(case.least for case in self.cases)

    @property
    def coming(self) -> tuple[frozenset[str], int] | None:
        """Sections into which so many copies come, where that is the only case."""
        if len(self.cases) != 1 or not self.cases[0].is_coming:
            return None
        return self.cases[0].into, self.cases[0].least


@dataclass(frozen=True, eq=False, slots=True)
class FindingContext:
    """A finding about a deck in a format on a day, and how many copies of what the deck has."""

    finding: Finding
    deck: Deck
    fmt: Format
    as_of: date
    copies: Mapping[Item, int]

    @classmethod
    def of(cls, finding: Finding, deck: Deck, fmt: Format, as_of: date) -> FindingContext:
        """The finding with the deck's copies, counted once a deck."""
        return cls(finding, deck, fmt, as_of, deck.once(count_items))

    def remove_all(self, out: frozenset[Item]) -> RepairCase:
        """Every copy of these goes."""
        return RepairCase(count_total(self.copies, out), out)

    def remove_some(self, out: frozenset[Item], least: int = 1) -> RepairCase:
        """So many copies of these go."""
        return RepairCase(max(1, least), out)

    def cards(self, *sections: str) -> frozenset[Item]:
        """The finding's cards where they stand, in these sections or in all."""
        return find_card_items(self.deck, self.finding.cards, sections)

    def where(self, test: Callable[[DeckEntry], bool]) -> frozenset[Item]:
        """What stands on the lines that pass a test."""
        return find_items(self.deck, test)

    def within(self, *sections: str) -> frozenset[Item]:
        """All that stands in these sections."""
        return find_items(self.deck, lambda entry: entry.section in sections)

    def unsettled(self) -> frozenset[Item]:
        """Those lines of the finding that name no one card."""
        return find_items(self.deck, lambda entry: entry.state != READ and entry.line in self.finding.lines)

    @property
    def surplus(self) -> int:
        """By how much the figure found is above the one allowed; 0 where they aren't numbers."""
        found, allowed = self.finding.found, self.finding.allowed
        return max(0, found - allowed) if isinstance(found, int) and isinstance(allowed, int) else 0

    def anything(self) -> tuple[RepairCase, ...]:
        """Any change at all: nothing is known of what mends it."""
        return (self.remove_some(frozenset(self.copies)), RepairCase(1, into=ANYWHERE))


ANYWHERE = frozenset(("*",))  #: in `Case.into`: whatever the section

#: What a finding asks for. No case at all: no change of cards can settle it.
CaseReader = Callable[[FindingContext], tuple[RepairCase, ...]]


def remove_misfits(
    asked: FindingContext, sections: Callable[[str], bool], fits: Callable[[Card], bool | None]
) -> RepairCase:
    """Every copy of the cards in these sections that don't certainly fit goes; where the finding is one of doubt, the
    lines that name no one card go too, since with them it stays in doubt whatever else goes."""
    is_doubt = asked.finding.severity == UNKNOWN
    return asked.remove_all(
        asked.where(lambda entry: is_doubt if entry.card is None else sections(entry.section) and not fits(entry.card))
    )


def list_distinct_cases(cases: Iterable[RepairCase]) -> tuple[RepairCase, ...]:
    """The cases that can be, each once, the smallest first."""
    possible = (case for case in cases if case.least and (case.out or case.is_coming))
    return tuple(sorted(dict.fromkeys(possible), key=lambda case: case.least))


def list_section_cases(asked: FindingContext) -> tuple[RepairCase, ...]:
    """Its cards may not stand in that section."""
    return (asked.remove_all(asked.cards(asked.finding.section or DECK)),)
