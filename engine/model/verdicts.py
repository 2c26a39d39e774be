"""The answer for a deck: what is broken, what is unknown, what was checked and holds, each with its citation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from engine.model.cards import Card, disambiguate_titles

if TYPE_CHECKING:
    from engine.model.decks import Deck

LEGAL = "legal"
ILLEGAL = "illegal"
UNCERTAIN = "uncertain"

ERROR = "error"
UNKNOWN = "unknown"
WARNING = "warning"
INFO = "info"
SEVERITIES = (ERROR, UNKNOWN, WARNING, INFO)  #: worst first

OK = "ok"
BROKEN = "broken"
NONE_RECORDED = "none recorded"
NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule stands: a document's slug and the rule's number or heading."""

    document: str
    rule: str

    def as_dict(self) -> dict[str, str]:
        """The citation as the API gives it."""
        return {"document": self.document, "rule": self.rule}


class Breach(NamedTuple):
    """What a rule has to say against a deck, or about it.

    `code` and `citation` are those of the rule's row in its ruleset unless set here. `found` and `allowed` are the
    figures: `5` of `4`, `61` of `"60+"`.
    """

    message: str
    cards: tuple[Card, ...] = ()
    found: int | str | None = None
    allowed: int | str | None = None
    section: str | None = None
    severity: str = ERROR
    code: str | None = None
    citation: Citation | None = None
    lines: tuple[int, ...] = ()
    suggestions: tuple[Card, ...] = ()


class Measure(NamedTuple):
    """The figures of a rule that was looked at; `outcome` where it isn't the one that follows from the breaches."""

    found: int | str | None = None
    allowed: int | str | None = None
    section: str | None = None
    outcome: str | None = None
    note: str = ""
    citation: Citation | None = None


class Finding(NamedTuple):
    """A breach with its code and citation settled: one thing that a rule has to say."""

    code: str
    severity: str
    message: str
    citation: Citation | None
    cards: tuple[Card, ...] = ()
    found: int | str | None = None
    allowed: int | str | None = None
    section: str | None = None
    lines: tuple[int, ...] = ()
    suggestions: tuple[Card, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The finding as the API and the command line give it."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "citation": self.citation.as_dict() if self.citation else None,
            "cards": [card.slug for card in self.cards],
            "found": self.found,
            "allowed": self.allowed,
            "section": self.section,
            "lines": list(self.lines),
            "suggestions": list(disambiguate_titles(self.suggestions)),
        }


class CheckedRule(NamedTuple):
    """A rule that was looked at, with its outcome and figures."""

    code: str
    outcome: str
    citation: Citation
    found: int | str | None = None
    allowed: int | str | None = None
    section: str | None = None
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The rule as the API and the command line give it."""
        return {
            "code": self.code,
            "outcome": self.outcome,
            "citation": self.citation.as_dict(),
            "found": self.found,
            "allowed": self.allowed,
            "section": self.section,
            "note": self.note,
        }


class CheckedRules(Sequence[CheckedRule]):
    """What every rule saw in a deck, put into words when it is first read. Equal to a sequence of the same rules."""

    __slots__ = ("_deck", "_look", "_rules")

    def __init__(self, look: Callable[[Deck], tuple[CheckedRule, ...]], deck: Deck) -> None:
        self._look, self._deck = look, deck
        self._rules: tuple[CheckedRule, ...] | None = None

    def _read(self) -> tuple[CheckedRule, ...]:
        if self._rules is None:
            self._rules = self._look(self._deck)
        return self._rules

    @overload
    def __getitem__(self, index: int) -> CheckedRule: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[CheckedRule, ...]: ...

    def __getitem__(self, index: int | slice) -> CheckedRule | tuple[CheckedRule, ...]:
        return self._read()[index]

    def __len__(self) -> int:
        return len(self._read())

    def __eq__(self, other: object) -> bool:
        return self._read() == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        return repr(self._read())

    def __reduce__(self) -> tuple[type[tuple[CheckedRule, ...]], tuple[tuple[CheckedRule, ...]]]:
        return tuple, (self._read(),)


class Verdict(NamedTuple):
    """Whether a deck is legal in a format on a day, and why. The same input gives the same verdict for ever."""

    outcome: str
    game: str
    format: str
    as_of: date
    edition: str
    data_version: str
    counts: Mapping[str, int]
    findings: tuple[Finding, ...]
    checked: Sequence[CheckedRule]

    @property
    def is_legal(self) -> bool:
        """True for a deck that is certainly legal."""
        return self.outcome == LEGAL

    def of(self, *severities: str) -> tuple[Finding, ...]:
        """The findings of these severities."""
        return tuple(finding for finding in self.findings if finding.severity in severities)

    def as_dict(self) -> dict[str, Any]:
        """The verdict as the API and the command line give it."""
        return {
            "outcome": self.outcome,
            "legal": self.is_legal,
            "game": self.game,
            "format": self.format,
            "as_of": self.as_of.isoformat(),
            "edition": self.edition,
            "data_version": self.data_version,
            "counts": dict(self.counts),
            "findings": [finding.as_dict() for finding in self.findings],
            "checked": [checked.as_dict() for checked in self.checked],
        }


def find_outcome(findings: tuple[Finding, ...]) -> str:
    """Illegal if anything is certainly broken, else uncertain if anything is unknown, else legal."""
    if not findings:
        return LEGAL
    severities = {finding.severity for finding in findings}
    if ERROR in severities:
        return ILLEGAL
    return UNCERTAIN if UNKNOWN in severities else LEGAL
