"""Judge many deck lists: files, folders, zip files, tables of players and decks."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine import InputError
from vsdb.check.many.judging import UNREADABLE, ListJudge, ListsQuestion, read_question
from vsdb.check.many.reading import GivenList, read_path, refuse_too_many
from vsdb.check.many.table import ListRow, build_rows, count_outcomes, sort_worst_first, write_csv
from vsdb.core import commands
from vsdb.core.words import quantity

NOT_ALL_LEGAL = 1
_OUTCOMES = {"unreadable": "– Unreadable", "illegal": "✗ Illegal", "uncertain": "? Uncertain", "legal": "✓ Legal"}
_MAX_WIDTH = 40  #: of a name in the table


class Command(commands.QueryCommand):
    """Judge many lists. Exit status: 0 all legal, 1 one isn't, 2 one can't be used."""

    help = (
        "Check many deck lists at once: files, folders, zip files with a file per player, CSV with the columns "
        "player and deck. A file may hold several lists with lines of --- between them. "
        "What isn't chosen comes from each list. "
        "Exit status: 0 all legal, 1 a list isn't, 2 a list or file can't be used."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "paths", nargs="+", metavar="PATH", help="a file, a folder or a zip file; - reads standard input"
        )
        parser.add_argument(
            "--format", metavar="SLUG", default="", help="format to check in, as silver-age or riftbound/constructed"
        )
        commands.add_game(parser)
        parser.add_argument("--date", "--as-of", dest="as_of", metavar="YYYY-MM-DD", help="date to check on")
        shown = parser.add_mutually_exclusive_group()
        shown.add_argument("--csv", action="store_true", help="print a table as CSV, in the order given")
        shown.add_argument("--json", action="store_true", help="print one list per line as JSON, in the order given")

    def run(self, options: dict[str, Any]) -> int:
        """Judge every list, also after one that can't be used."""
        on = commands.read_day_option(options, "as_of")
        asked = read_question(options["format"] or "", on, options["game"] or "")
        lists, are_all_read = self._read_all(options["paths"])
        rows = list(_judge(lists, asked)) if lists else []
        if options["csv"]:
            self.say(write_csv(rows), ending="")
        elif options["json"]:
            for row in rows:
                self.answer(options, partial(row.as_dict), ())
        elif rows:
            self.answer(options, dict, format_table(rows))
        return _choose_status(rows, are_all_read=are_all_read)

    def _read_all(self, paths: list[str]) -> tuple[list[GivenList], bool]:
        """The lists of all paths, and whether every path could be used; what is wrong with one is said at once."""
        lists: list[GivenList] = []
        are_all_read = True
        for path in paths:
            try:
                found = read_path(path)
            except InputError as error:
                found = []
                self.stderr.write(str(error))
                are_all_read = False
            else:
                if not found:
                    self.stderr.write(f"{commands.to_printable(path)}: no lists in it")
                    are_all_read = False
            lists += found
        return (refuse_too_many(lists) if lists else []), are_all_read


def _judge(lists: list[GivenList], asked: ListsQuestion) -> list[ListRow]:
    judge = ListJudge(asked)
    return build_rows((number, judge.judge(each)[0]) for number, each in enumerate(lists, start=1))


def _choose_status(rows: list[ListRow], *, are_all_read: bool) -> int:
    counts = count_outcomes(rows)
    if counts[UNREADABLE] or not are_all_read:
        return commands.UNUSABLE
    return 0 if counts["legal"] == len(rows) else NOT_ALL_LEGAL


def format_table(rows: list[ListRow]) -> Iterator[str]:
    """The counts, then a line for each list, the worst first, with its first finding or what is wrong with it."""
    yield f"{quantity(len(rows), 'list')}: {_describe_counts(count_outcomes(rows))}"
    width = min(max(len(row.judged.name) for row in rows), _MAX_WIDTH)
    for row in sort_worst_first(rows):
        each = row.judged
        name = each.name if len(each.name) <= _MAX_WIDTH else f"{each.name[: _MAX_WIDTH - 1]}…"
        yield f"{_OUTCOMES[each.outcome]:<12}  {name:<{width}}  {_describe(row)}".rstrip()


def _describe_counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)


def _describe(row: ListRow) -> str:
    each = row.judged
    if each.outcome == UNREADABLE:
        return each.problem
    figures = [quantity(each.cards, "card")]
    figures += [quantity(each.errors, "error")] if each.errors else []
    figures += [quantity(each.unknowns, "unknown")] if each.unknowns else []
    figures += [quantity(each.unread_count, "unread line")] if each.unread_count else []
    figures += [f"same as {', '.join(name for _, name in row.named_same)}"] if row.same else []
    cited = f"; {each.document} {each.rule}" if each.document else ""
    found = f". {each.message} [{each.code}{cited}]" if each.code else ""
    return f"{each.format}, {each.as_of}: {', '.join(figures)}{found}"
