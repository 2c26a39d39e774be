"""Tell from which day to which a deck list was legal."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from engine import ERROR, GAMES, ILLEGAL, LEGAL, UNCERTAIN, UNKNOWN, Format
from engine.timelines import DeckSpan
from vsdb.core import commands
from vsdb.core.words import spell_out_days
from vsdb.timelines.api import DeckLifeShape
from vsdb.timelines.services import DeckTimeline, build_deck_timeline, find_first_reason, format_span

SIGNS = {LEGAL: "✓", UNCERTAIN: "?", ILLEGAL: "✗"}


class Command(commands.QueryCommand):
    """The life of a deck list. Exit status: 0 it was legal in one of the formats, 3 at best uncertain, 1 never, 2 can't
    be used."""

    help = (
        "Show when a deck list was legal, illegal or uncertain in each format of its game, and why that changed. "
        "The game comes from the options, the list's '# game:' and '# format:' lines, or its cards. "
        "Exit status: 0 legal at some time, 3 uncertain at best, 1 never legal, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands.add_file(parser)
        commands.add_game(parser)
        parser.add_argument("--format", nargs="+", default=[], metavar="SLUG", help="only these formats")
        commands.add_json(parser, "print the timeline as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Tell it."""
        text, file = commands.read_list(options["file"]), commands.to_printable(options["file"])
        with commands.name_file_in_errors(file):
            life = build_deck_timeline(text, game=options["game"], formats=options["format"])
        self.answer(options, lambda: {"file": file, **DeckLifeShape(life).data}, _lines(file, life))
        seen = {span.outcome for spans in life.lives.values() for span in spans}
        return next(commands.STATUSES[outcome] for outcome in commands.STATUSES if outcome in seen)


def _lines(file: str, life: DeckTimeline) -> Iterator[str]:
    """The life for people: the formats in which it was ever more than illegal, then the others with a reason each."""
    yield f"{file}: {GAMES[life.game]}, with the facts of {life.today.isoformat()}"
    never = []
    for fmt, spans in life.lives.items():
        if {span.outcome for span in spans} == {ILLEGAL}:
            never.append(f"  {fmt.name}: {find_first_reason(life.telling(fmt, spans[0]))}")
            continue
        yield fmt.name
        for span in spans:
            yield from _span_lines(life, fmt, span)
    if never:
        yield "Never legal in:"
        yield from never


def _span_lines(life: DeckTimeline, fmt: Format, span: DeckSpan) -> Iterator[str]:
    yield f"  {SIGNS[span.outcome]} {span.outcome} {format_span(span.since, span.until)}"
    yield from (f"      {spell_out_days(turn.said)}" for turn in span.begun_by)
    against = life.telling(fmt, span).of(ERROR, UNKNOWN)
    if against:
        more = f" (and {len(against) - 1} more)" if len(against) > 1 else ""
        yield f"      finding: {spell_out_days(against[0].message)}{more}"
