"""A life in words: its days, what turned, and in one sentence what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from engine.model.cards import Between
from engine.model.verdicts import ERROR, LEGAL, UNCERTAIN, UNKNOWN, Verdict
from engine.timelines import CardSpan, Span
from vsdb.core.words import between, day, plain_days

_MOST_TIMES = 4  #: times that the sentence names; the table has all


def days_of(since: date | None, until: date | None) -> str:
    """The days of a span in words: 1 July 2008 to 3 May 2009, until 3 May 2009, from 1 July 2008 on, at all times."""
    if since is None:
        return f"until {day(until)}" if until else "at all times"
    if until is None:
        return f"from {day(since)} on"
    return f"on {day(since)} only" if since == until else f"{day(since)} to {day(until)}"


def summary(name: str, spans: Sequence[Span], telling: Verdict) -> str:
    """What became of a list in a format, in a sentence or two; `telling` is the verdict that says best why not."""
    sure = [place for place, span in enumerate(spans) if span.outcome == LEGAL]
    if sure:
        return f"Legal in {name} {_times(spans, sure)}.{_end(spans, sure[-1])}"
    doubtful = [place for place, span in enumerate(spans) if span.outcome == UNCERTAIN]
    if doubtful:
        why = first_reason(spans[doubtful[0]].verdict)
        return f"Never certainly legal in {name}; uncertain {_times(spans, doubtful)}: {why}."
    return f"Never legal in {name}: {first_reason(telling)}."


def summary_of_card(name: str, spans: Sequence[CardSpan]) -> str:
    """When a card was legal in a format, in a sentence."""
    sure = [place for place, span in enumerate(spans) if span.status == LEGAL]
    if sure:
        return f"Legal in {name} {_times(spans, sure)}.{_end(spans, sure[-1])}"
    return f"Never certainly legal in {name}."


def _times(spans: Sequence[Span] | Sequence[CardSpan], places: Sequence[int]) -> str:
    times = [days_of(spans[place].since, spans[place].until) for place in places]
    if len(times) > _MOST_TIMES:
        return f"{'; '.join(times[: _MOST_TIMES - 1])}; and {len(times) - _MOST_TIMES + 1} times more"
    return "; ".join(times[:-1]) + (" and again " if times[:-1] else "") + times[-1]


def _end(spans: Sequence[Span] | Sequence[CardSpan], place: int) -> str:
    """What ended it, or that no end of it is recorded."""
    until = spans[place].until
    if until is None:
        return " No end of that is recorded."
    causes = spans[place + 1].begun_by
    told = plain_days(causes[0].said) if causes else ""
    more = f" (and {len(causes) - 1} more)" if len(causes) > 1 else ""
    return f" Ended on {day(until + timedelta(days=1))}" + (f": {told}{more}." if told else ".")


def first_reason(verdict: Verdict) -> str:
    """The first thing that speaks against a list."""
    return next((plain_days(each.message) for each in verdict.of(ERROR, UNKNOWN)), "")


def season(starts: Between | None, ends: Between | None) -> str:
    """When a format was played, in words; empty where that isn't recorded."""
    if not starts and not ends:
        return ""
    if not ends:
        return f"played since {between(starts)}"
    return f"played from {between(starts)} to {between(ends)}" if starts else f"played until {between(ends)}"
