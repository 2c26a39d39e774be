"""Hold newer lists of Riftbound's cards, sets and bans beside the fixtures, show what they would do, take them or go
back."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.utils import timezone

from engine.model.errors import InputError
from vsdb.core.commands import StatusCommand, add_json, read_day_option
from vsdb.core.words import quantity
from vsdb.operations.refreshing.comparing import Comparison, SetComparison
from vsdb.operations.refreshing.effects import AT_MOST, RefreshEffects, find_effects
from vsdb.operations.refreshing.planning import plan_refresh
from vsdb.operations.refreshing.reading import read_lists
from vsdb.operations.refreshing.writing import fingerprint_fixtures, get_fixtures_folder, take, undo

TO_TAKE = 1
_SHOWN = 40  #: lines of a kind and set


class Command(StatusCommand):
    """Preview a list, take it with --take, go back with --undo.

    Exit status: 0 nothing to take, or taken, or undone; 1 there is something to take; 2 unusable, nothing changed.
    """

    help = (
        "Compare a card gallery (JSON), tables of printings, sets, regional days and bans (CSV; bans also JSON), or a "
        "folder of these with the fixtures of Riftbound, and show which pools and stored decks would change. --take "
        "writes it into the fixtures and loads them, as a whole or not at all; --undo goes back. Exit status: 0 "
        "nothing to take, or done, 1 something to take, 2 unusable."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--from", dest="source", type=Path, metavar="FILE|FOLDER", help="a list, or a folder with lists"
        )
        parser.add_argument(
            "--day",
            metavar="YYYY-MM-DD",
            help="the day on which the lists were gathered, not today; a gallery states its own",
        )
        parser.add_argument("--take", action="store_true", help="write it into the fixtures and load them")
        parser.add_argument("--undo", action="store_true", help="go back to before the last refresh")
        parser.add_argument(
            "--folder", type=Path, default=get_fixtures_folder(), help="the fixtures (default: the project's)"
        )
        add_json(parser, "print one JSON object")

    def run(self, options: dict[str, Any]) -> int:
        """Preview, take or undo."""
        folder: Path = options["folder"]
        if options["undo"] == bool(options["source"]):
            raise InputError("give --from FILE or --undo", code="wrong-options")
        if options["undo"]:
            undone = undo(folder)
            self.answer(options, lambda: {"undone": undone}, [f"Undone: {undone['list']} of {undone['day']}."])
            return 0
        compared = fingerprint_fixtures(folder)
        listed = read_lists(options["source"], read_day_option(options, "day"))
        plan = plan_refresh(folder, listed)
        found = plan.found
        effects = find_effects(plan.before, plan.after, plan.find_day(timezone.localdate()))
        is_taken = options["take"] and take(folder, listed, compared_with=compared).found.has_news
        self.answer(options, lambda: _to_dict(found, effects, is_taken=is_taken), _lines(found, effects, is_taken))
        return TO_TAKE if found.has_news and not is_taken else 0


def _to_dict(found: Comparison, effects: RefreshEffects, *, is_taken: bool) -> dict[str, Any]:
    return {
        "list": found.listed.name,
        "day": found.listed.day.isoformat(),
        "unread": [*found.listed.unread],
        "is_newer": found.is_newer,
        "has_news": found.has_news,
        "is_taken": is_taken,
        "tables": [asdict(each) for each in found.tables],
        "sets": [asdict(each) for each in found.sets],
        "effects": {**asdict(effects), "day": effects.day.isoformat()},
    }


def _lines(found: Comparison, effects: RefreshEffects, is_taken: bool) -> Iterator[str]:
    age = "newer than the fixtures" if found.is_newer else "no newer than the fixtures: it fills blanks and adds cards"
    count = [quantity(len(found.listed.printings), "printing")] if found.listed.printings else []
    count += [f"{quantity(len(rows), 'row')} of {file}" for file, rows in found.listed.tables.items()]
    yield f"{found.listed.name} of {found.listed.day}, {', '.join(count)}, {age}"
    if found.listed.unread:
        yield f"Not read, of another type: {', '.join(found.listed.unread)}"
    for each in (*found.tables, *found.sets):
        if not each.is_same:
            yield from _set_lines(each)
    yield ""
    on = "today" if effects.day == timezone.localdate() else f"on {effects.day}"
    for pool in effects.told_pools:
        yield f"{pool.name}: {pool.before:,} cards in the pool {on}, then {pool.after:,}"
    if not effects.pools:
        yield f"No pool changes {on}."
    yield (
        f"{quantity(len(effects.decks), 'stored deck')} of {effects.looked:,} would change:"
        if effects.decks
        else (f"None of {quantity(effects.looked, 'stored deck')} changes.")
    )
    for deck in effects.decks[:AT_MOST]:
        yield f"  deck {deck.number}, {deck.title} ({deck.format}): {deck.before}, then {deck.after}"
    if is_taken:
        yield "Taken and loaded. Go back with --undo."
    elif found.has_news:
        yield "Nothing is changed yet. Take it with --take."
    else:
        yield "Nothing to take."


def _set_lines(found: SetComparison) -> Iterator[str]:
    changed = [
        f"{each.card}: {each.column} {'not recorded' if each.recorded is None else each.recorded}, then {each.found}"
        for each in found.changed
    ]
    kinds = {"new": found.new, "changed": changed, "confirmed": found.confirmed, "doubtful": found.doubts}
    yield f"{found.code}: " + ", ".join(f"{len(said)} {name}" for name, said in kinds.items())
    for name, said in kinds.items():
        for line in said[:_SHOWN]:
            yield f"  {name}: {line}"
        if len(said) > _SHOWN:
            yield f"  and {len(said) - _SHOWN} more {name}"
