"""A repair laid out for its page: changes with what may be picked instead, and the proof with its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.decklists.sections import title_of
from engine.model.cards import Card
from engine.model.verdicts import Citation, Finding, Verdict
from engine.repair import Reason
from vsdb.catalog.rules.selectors import headings
from vsdb.check.repair import Repaired, named, summary
from vsdb.check.verdict_page import check_query


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change: how many copies, what goes, what comes, and what may be picked instead, the first choice first."""

    number: int
    count: int
    gone: str
    gone_card: Card | None
    comes: Card | None
    section: str
    choices: tuple[Card, ...]

    @property
    def field(self) -> str:
        """The name of its field in the form."""
        return f"pick-{self.number}"


@dataclass(frozen=True, slots=True)
class RepairPage:
    """Everything that the page of a repair shows; `sections` says whether a deck has several."""

    found: Repaired
    summary: str
    rows: tuple[ChangeRow, ...]
    proof: tuple[Reason, ...]
    left: tuple[Finding, ...]
    headings: Mapping[Citation, str]
    text: str
    link: str

    @property
    def verdict(self) -> Verdict:
        """The verdict of the list as it was."""
        return self.found.repair.before

    @property
    def has_choices(self) -> bool:
        """Whether anything may be picked."""
        return any(row.choices for row in self.rows)


def repair_page(found: Repaired) -> RepairPage:
    """The page of a repair; one query."""
    it = found.repair
    first = it.changes
    rows = []
    for number, change in enumerate(found.changes):
        proposed = first[number].comes
        others = first[number].choices
        rows.append(
            ChangeRow(
                number=number,
                count=change.count,
                gone=named(change),
                gone_card=change.gone.card if change.gone else None,
                comes=change.comes,
                section=title_of(change.into or (change.gone.section if change.gone else "")),
                choices=(proposed, *others) if proposed and others else (),
            )
        )
    said = (*(each.citation for each in it.proof), *(each.citation for each in it.left))
    cited = [citation for citation in said if citation]
    text = found.text
    return RepairPage(
        found=found,
        summary=summary(found),
        rows=tuple(rows),
        proof=it.proof,
        left=it.left,
        headings=headings(cited),
        text=text,
        link=check_query(it.before.game, found.fmt.slug, found.as_of, text) if text else "",
    )
