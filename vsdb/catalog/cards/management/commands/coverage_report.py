"""Say how much is on record, by game, set and field."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from engine.formats.names import find_game
from engine.model.cards import GAMES
from vsdb.catalog.api.coverage import coverage_to_dict
from vsdb.catalog.cards.coverage import FieldCoverage, GameCoverage, get_coverage, list_coverage
from vsdb.core.commands import QueryCommand, add_game, add_json

_WIDTH = 20  #: characters of a bar


class Command(QueryCommand):
    """Print what is known and what is missing. Exit status: 0 printed, 2 can't be used."""

    help = "Print how many cards and facts are recorded, by game, field and set, most missing first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser, "; default: all games")
        add_json(parser, "print one JSON object, as in the API")

    def run(self, options: dict[str, Any]) -> int:
        """Print it."""
        found = [get_coverage(find_game(options["game"]))] if options["game"] else list_coverage()
        self.answer(options, lambda: coverage_to_dict(found), (line for each in found for line in _lines(each)))
        return 0


def _lines(known: GameCoverage) -> Iterator[str]:
    """A game: its cards, its fields, then its sets."""
    yield f"{GAMES[known.game]}: cards: {known.cards.words}; facts: {known.cards.facts.counts}"
    yield from (f"  {_bar(each)} {each.label}: {each.counts}" for each in (*known.cards.fields, *known.other))
    for each in known.gaps:
        facts = f"; facts: {each.cards.facts.counts}" if each.cards.recorded else ""
        yield f"  {each.code:<5} {each.name}: {each.cards.words}{facts}"


def _bar(field: FieldCoverage) -> str:
    """The share as a bar of signs."""
    full = field.percent * _WIDTH // 100
    return "#" * full + "." * (_WIDTH - full)
