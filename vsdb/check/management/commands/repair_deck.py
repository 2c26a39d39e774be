"""Find the smallest repair of a deck list from a file."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from engine.repair import RepairChange
from vsdb.check.api import RepairShape
from vsdb.check.repair import RepairedList, describe_gone, describe_section, repair_list, summarize_repair
from vsdb.core import commands
from vsdb.core.words import spell_out_days


class Command(commands.QueryCommand):
    """Find the fewest card changes that make a deck legal. Exit status: 0 found and proven smallest, 1 none found,
    3 found but perhaps not the smallest or not all of it settled, 2 can't be used."""

    help = (
        "Find the fewest card changes that make a deck legal. Options override the '# game:', '# format:' and "
        "'# as-of:' lines of the list. Without a date, today is used. "
        "Exit status: 0 smallest repair found, 1 none found, 3 found, but fewer changes may be enough or questions "
        "remain, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands.add_file(parser)
        commands.add_format_and_day(parser, "to repair for", "to repair for")
        commands.add_json(parser, "print the repair as JSON, as the API does")

    def run(self, options: dict[str, Any]) -> int:
        """Print the repair."""
        text, on = commands.read_list(options["file"]), commands.read_day_option(options, "as_of")
        found = repair_list(text, game=options["game"], fmt=options["format"] or "", on=on)
        self.answer(options, lambda: RepairShape(found).data, _lines(found))
        return _status(found)


def _status(found: RepairedList) -> int:
    if not found.repair.is_found:
        return 1
    return 3 if found.repair.left or not found.repair.is_smallest else 0


def _lines(found: RepairedList) -> Iterator[str]:
    yield f"{found.fmt.name} on {found.as_of}: {spell_out_days(summarize_repair(found))}"
    yield from (f"  {_change(each)}" for each in found.changes)
    if found.repair.proof:
        yield "Why fewer changes aren't enough:"
    for reason in found.repair.proof:
        cited = f" [{reason.citation.document} {reason.citation.rule}]" if reason.citation else ""
        yield f"  - {reason.text}{cited}"
    if found.remedy:
        yield f"Illegal lists are corrected this way: [{found.remedy.document} {found.remedy.rule}]"
    if found.repair.left:
        yield "Open questions that no card change settles:"
        yield from (f"  ? {finding.message}" for finding in found.repair.left)
    if found.changes:
        yield f"\n{found.text}".rstrip()


def _change(change: RepairChange) -> str:
    parts = [f"- {describe_gone(change)}"] if change.gone else []
    parts += [f"+ {change.comes.title}"] if change.comes else []
    others = f" (or {'; '.join(card.title for card in change.choices)})" if change.choices else ""
    return f"{change.count} {' '.join(parts)} in {describe_section(change)}{others}"
