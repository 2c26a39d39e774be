"""A life in sentences, and the pages that what turned leads to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from engine.formats.changes import EDITION, FormatChange, list_changes
from engine.formats.legality import CardLegality
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import Finding, Verdict, find_outcome
from engine.timelines import WORDING, CardSpan, DeckSpan
from vsdb.timelines import page
from vsdb.timelines.services import summarize_card_spans, summarize_spans

WHY = "the ban began on 2006-09-23"
FMT = Format(game="vs-classic", slug="open", name="Open")


def verdict(*severities: str) -> Verdict:
    findings = tuple(Finding("banned", each, WHY, None) for each in severities)
    day = date(2006, 1, 1)
    return Verdict(find_outcome(findings), "vs-classic", "open", day, "cr-2.7", "", {}, findings, ())


def spans(*outcomes: str) -> list[DeckSpan]:
    """Spans of a month each, from June 2006 on, the first without a first day, the last without a last."""
    firsts = [None, *(date(2006, 6 + place, 1) for place in range(1, len(outcomes)))]
    lasts = [*(first - timedelta(days=1) for first in firsts[1:] if first), None]
    said = {"legal": (), "uncertain": ("unknown",), "illegal": ("error",)}
    return [
        DeckSpan(outcome, first, last, verdict(*said[outcome]))
        for outcome, first, last in zip(outcomes, firsts, lasts, strict=True)
    ]


class TestSummary:
    def test_of_a_list_that_was_only_uncertain_says_when_and_why(self) -> None:
        told = summarize_spans("Open", spans("illegal", "uncertain", "illegal"), verdict("error"))
        assert told == (
            "Never legal for certain in Open. "
            "Uncertain 1 July 2006 to 31 July 2006: the ban began on 23 September 2006."
        )

    def test_of_a_list_that_was_never_legal_says_why(self) -> None:
        assert summarize_spans("Open", spans("illegal"), verdict("error")) == (
            "Never legal in Open: the ban began on 23 September 2006."
        )

    def test_names_few_times_and_counts_the_others(self) -> None:
        held = spans("legal", "illegal", "legal", "illegal", "legal")
        assert summarize_spans("Open", held, verdict()) == (
            "Legal in Open until 30 June 2006; 1 August 2006 to 31 August 2006 and again from 1 October 2006. "
            "No end is recorded."
        )
        more = [DeckSpan("legal", date(2000 + each, 1, 1), date(2000 + each, 1, 1), verdict()) for each in range(6)]
        ended = summarize_spans("Open", [*more, *spans("illegal")], verdict())
        assert ended == (
            "Legal in Open on 1 January 2000 only; on 1 January 2001 only; on 1 January 2002 only; and 3 more periods. "
            "Ended on 2 January 2005."
        )

    def test_of_a_card_that_was_never_certainly_legal(self) -> None:
        span = CardSpan("unknown", None, None, CardLegality(FMT, "unknown"))
        assert summarize_card_spans("Open", [span]) == "Never legal for certain in Open."


class TestWhatTurned:
    def test_leads_to_the_edition_of_the_rules(self, reference: Callable[[str], Reference]) -> None:
        fmt = reference("vs-classic").formats["golden-age"]
        turn = next(turn for turn in list_changes(fmt) if turn.kind == EDITION)
        assert page._cause(turn, fmt).address == f"/rules/{turn.after}/"

    def test_leads_nowhere_where_there_is_no_page_of_it(self) -> None:
        turn = FormatChange(date(2006, 1, 1), WORDING, "", "", "Frog reads otherwise")
        assert page._cause(turn, FMT) == page.SpanCause("Frog reads otherwise")

    @pytest.mark.parametrize(
        ("raised", "resolved", "said"),
        [(("error",), ("unknown",), WHY), ((), ("unknown",), f"resolved: {WHY}")],
    )
    def test_is_told_by_the_findings_where_nothing_else_is_known(
        self, raised: tuple[str, ...], resolved: tuple[str, ...], said: str
    ) -> None:
        span = DeckSpan(
            "legal", None, None, verdict(), None, (), verdict(*resolved).findings, verdict(*raised).findings
        )
        assert [cause.said for cause in page._changes(span)] == [said]
