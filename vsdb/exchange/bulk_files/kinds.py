"""Which bulk files a game has, and their lines: one object of the API per line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from django.utils import timezone
from rest_framework.renderers import JSONRenderer

from vsdb.api.shapes import Shape
from vsdb.catalog.api.card_shapes import KeywordShape, PrintingOfCardShape, SetShape, TeamShape
from vsdb.catalog.api.format_shapes import FormatInFullShape
from vsdb.catalog.api.rule_shapes import RuleShape, build_rule_row
from vsdb.catalog.api.views import Keywords, Printings, Sets, Teams, write_card_json
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.services import explain
from vsdb.catalog.rules.models import Rule

Lines = Callable[[str], Iterable[bytes]]


class BulkKind(NamedTuple):
    """A kind of bulk files: its slug, what it holds, and its lines for a game."""

    slug: str
    content: str
    list_lines: Lines


def _write(shape: type[Shape], rows: Iterable[Any]) -> Iterator[bytes]:
    renderer = JSONRenderer()
    return (renderer.render(shape(row).data) for row in rows)


def _list_formats(game: str) -> Iterator[bytes]:
    reference, today = selectors.get_reference(game), timezone.localdate()
    return _write(FormatInFullShape, (explain(fmt, today, reference) for fmt in reference.formats.values()))


def _list_rules(game: str) -> Iterator[bytes]:
    """The rules without their texts, which belong to the publishers."""
    rules = Rule.objects.filter(document__game=game).order_by("document__position", "position")
    return _write(RuleShape, (build_rule_row(rule, None) for rule in rules))


def _of_game(shape: type[Shape], rows: Any, column: str = "game") -> Lines:
    return lambda game: _write(shape, rows.filter(**{column: game}))


KINDS = (
    BulkKind(
        "cards",
        "Every card with its printings and bans, as in /api/v1/cards.",
        lambda game: map(write_card_json, selectors.list_cards_in_order(game)),
    ),
    BulkKind(
        "printings",
        "Every printing, as in /api/v1/printings.",
        _of_game(PrintingOfCardShape, Printings.queryset, "card__game"),
    ),
    BulkKind("sets", "Every set with its dates, as in /api/v1/sets.", _of_game(SetShape, Sets.queryset)),
    BulkKind(
        "formats",
        "Every format with its sets, bans and deck rules, as at /api/v1/formats/<game>/<format>.",
        _list_formats,
    ),
    BulkKind(
        "keywords", "Every keyword with its meaning, as in /api/v1/keywords.", _of_game(KeywordShape, Keywords.queryset)
    ),
    BulkKind("teams", "Every affiliation or team, as in /api/v1/teams.", _of_game(TeamShape, Teams.queryset)),
    BulkKind(
        "rules",
        "Numbers, headings and our summaries of rules, as in /api/v1/rules, without their texts.",
        _list_rules,
    ),
)
