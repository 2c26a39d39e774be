"""A life as plain values: what the API gives and the command prints with `--json`."""

from __future__ import annotations

from typing import Any

from engine.formats.changes import Turn
from engine.model.formats import Format
from engine.model.verdicts import ERROR, UNKNOWN
from engine.timelines import CardSpan, Span
from vsdb.timelines.messages import summary, summary_of_card
from vsdb.timelines.services import CardLife, DeckLife


def deck_life_as_dict(life: DeckLife) -> dict[str, Any]:
    """The life of a list, formats in the order asked for."""
    return {
        "game": life.game,
        "title": life.title,
        "format": life.own.slug if life.own else None,
        "today": life.today.isoformat(),
        "data_version": life.data_version,
        "lives": [
            {
                "format": fmt.slug,
                "name": fmt.name,
                "summary": summary(fmt.name, spans, life.telling(fmt, spans[0])),
                "spans": [_deck_span(life, fmt, span) for span in spans],
            }
            for fmt, spans in life.lives.items()
        ],
    }


def card_life_as_dict(life: CardLife) -> dict[str, Any]:
    """The life of a card, formats in the order asked for."""
    return {
        "game": life.card.game,
        "card": life.card.slug,
        "today": life.today.isoformat(),
        "data_version": life.data_version,
        "lives": [
            {
                "format": fmt.slug,
                "name": fmt.name,
                "summary": summary_of_card(fmt.name, spans),
                "spans": [_card_span(span) for span in spans],
            }
            for fmt, spans in life.lives.items()
        ],
    }


def _deck_span(life: DeckLife, fmt: Format, span: Span) -> dict[str, Any]:
    telling = life.telling(fmt, span)
    return {
        "outcome": span.outcome,
        **_days(span),
        "begun_by": [_turn(turn) for turn in span.begun_by],
        "raised": [finding.as_dict() for finding in span.raised],
        "resolved": [finding.as_dict() for finding in span.resolved],
        "against": [finding.as_dict() for finding in telling.of(ERROR, UNKNOWN)],
        "against_on": telling.as_of.isoformat(),
    }


def _card_span(span: CardSpan) -> dict[str, Any]:
    return {
        "status": span.status,
        **_days(span),
        "begun_by": [_turn(turn) for turn in span.begun_by],
        "reason": span.legality.reason,
    }


def _days(span: Span | CardSpan) -> dict[str, str | None]:
    return {
        "since": span.since.isoformat() if span.since else None,
        "until": span.until.isoformat() if span.until else None,
    }


def _turn(turn: Turn) -> dict[str, str | None]:
    return {
        "kind": turn.kind,
        "before": turn.before,
        "after": turn.after,
        "cause": turn.cause,
        "said": turn.said,
        "set": turn.card_set.code if turn.card_set else None,
        "banned": turn.ban.card if turn.ban else None,
    }
