"""Which ruling counts for a finding of a list. No database: the rulings are handed in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vsdb.events.models import Ruling
from vsdb.events.triage.findings import ListFinding


@dataclass(frozen=True, slots=True)
class RuledFinding:
    """A finding of a list with the ruling that counts for it.

    `stale` is a ruling of this list on the same rule and card or line whose finding has changed since: it counts no
    longer.
    """

    finding: ListFinding
    ruling: Ruling | None = None
    stale: Ruling | None = None

    @property
    def is_cleared(self) -> bool:
        """Whether a ruling allows it."""
        return self.ruling is not None and self.ruling.is_allowed

    @property
    def shown(self) -> Ruling | None:
        """The ruling that stands beside it, counting or stale."""
        return self.ruling or self.stale


class CurrentRulings:
    """The rulings of an event that none has superseded. The newest that fits a finding counts, own or event-wide."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        self._of_lists: dict[int, list[Ruling]] = defaultdict(list)
        self._of_event: dict[tuple[str, str], Ruling] = {}
        for each in sorted(rulings, key=_sort_key):
            if each.list_id is None:
                self._of_event[each.code, each.finding] = each
            else:
                self._of_lists[each.list_id].append(each)

    @property
    def codes(self) -> frozenset[str]:
        """The codes of the findings that are ruled on."""
        of_lists = {each.code for rulings in self._of_lists.values() for each in rulings}
        return frozenset(of_lists | {code for code, _ in self._of_event})

    def find_event_wide(self, finding: ListFinding) -> Ruling | None:
        """The ruling on a finding for all lists."""
        return self._of_event.get((finding.code, finding.digest))

    def find_own(self, entry: int, finding: ListFinding) -> Ruling | None:
        """The ruling on exactly this finding of this list."""
        own = [each for each in self._of_lists.get(entry, ()) if each.finding == finding.digest]
        return own[-1] if own else None

    def find_stale(self, entry: int, finding: ListFinding, findings: Sequence[ListFinding]) -> Ruling | None:
        """A ruling of this list on the same code and subject, whose own finding the list has no longer."""
        held = {each.digest for each in findings}
        about = (finding.code, finding.subject)
        old = [
            each
            for each in self._of_lists.get(entry, ())
            if (each.code, each.subject) == about and each.finding not in held
        ]
        return old[-1] if old else None

    def find_counting(self, entry: int, finding: ListFinding) -> Ruling | None:
        """The ruling that counts for a finding of a list: the newer of its own and the event's."""
        both = [each for each in (self.find_own(entry, finding), self.find_event_wide(finding)) if each]
        return max(both, key=_sort_key) if both else None

    def apply(self, entry: int, findings: Sequence[ListFinding]) -> tuple[RuledFinding, ...]:
        """The findings of a list, each with its ruling."""
        return tuple(
            RuledFinding(
                each,
                counting := self.find_counting(entry, each),
                None if counting else self.find_stale(entry, each, findings),
            )
            for each in findings
        )

    def are_cleared(self, entry: int, findings: Sequence[ListFinding]) -> bool:
        """Whether there are findings, and a ruling allows each."""
        return bool(findings) and all(
            (found := self.find_counting(entry, each)) is not None and found.is_allowed for each in findings
        )


def _sort_key(ruling: Ruling) -> tuple[object, int]:
    return ruling.at, ruling.pk
