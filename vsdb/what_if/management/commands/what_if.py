"""Try a proposed ban, rotation or erratum on stored decks, on files and on recorded cases."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine import GAMES, ILLEGAL, UNCERTAIN, InputError
from engine.formats.names import find_game
from engine.what_if import proposal_from_params
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.formats.lookup import find_game_of_formats
from vsdb.core import commands
from vsdb.core.dates import parse_day
from vsdb.what_if.api import ListEffectShape, WhatIfShape, build_outcome_rows
from vsdb.what_if.questions import WhatIfQuestion, resolve_question
from vsdb.what_if.services import WhatIfAnswer, run_what_if
from vsdb.what_if.trials import DeckEffect, compute_list_effect

BROKEN, DOUBTFUL = 1, 3
_MAX_CASES = 10_000
_MAX_CASES_BYTES = 64 * 1024 * 1024
_OF_A_CASE = ("id", "game", "format", "as_of", "deck")
_WORDS = ("ban", "lift", "out", "in", "brand", "legal", "erratum")


class Command(commands.QueryCommand):
    """Try a proposal. Exit status: 0 no deck gets worse, 1 one becomes illegal, 3 one becomes uncertain, 2 unusable."""

    help = (
        "Try a proposed ban, rotation or erratum on public stored decks, deck lists and a file of cases, and show "
        "which cards leave the card pools. Nothing is stored. Exit status: 0 no deck gets worse, 1 a deck becomes "
        "illegal, 3 a deck becomes uncertain, 2 unusable proposal or file; the worst counts: 2, 1, 3, 0."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        said: dict[str, Any] = {"action": "append", "default": []}
        commands.add_game(parser, "; default: the game of the formats")
        parser.add_argument("--format", **said, metavar="SLUG", help="a format to change; default: all official ones")
        parser.add_argument("--from", metavar="YYYY-MM-DD", help="start date; default: all dates")
        parser.add_argument("--ban", **said, metavar="CARD", help="a card to ban: slug, printing, full title or name")
        parser.add_argument("--lift", **said, metavar="CARD", help="a card to unban")
        parser.add_argument("--set-out", dest="out", **said, metavar="SET", help="a set to remove")
        parser.add_argument("--set-in", dest="in", **said, metavar="SET", help="a set to add")
        parser.add_argument(
            "--rotation",
            dest="brand",
            **said,
            metavar="BRAND:N",
            help="how many stay, as in Marvel:2",
        )
        parser.add_argument("--first-rotation", dest="first", metavar="YEAR", help="first year of yearly rotation")
        parser.add_argument(
            "--set-legal", dest="legal", **said, metavar="SET:YYYY-MM-DD", help="a new first legal date"
        )
        parser.add_argument("--erratum", **said, metavar="CARD:FACT=VALUE", help="as in SLUG:printed_limit=1")
        parser.add_argument("--on", metavar="YYYY-MM-DD", help="check on this date; default: each deck's own date")
        parser.add_argument("--in-format", metavar="SLUG", help="check every deck of the game in this format")
        parser.add_argument("--decks", nargs="+", default=[], metavar="FILE", help="deck lists; - reads standard input")
        parser.add_argument("--cases", metavar="FILE", help="JSON cases, each with id, game, format, as_of, deck")
        commands.add_json(parser, "print one JSON object")

    def run(self, options: dict[str, Any]) -> int:
        """Try it on everything, also after a file that can't be used."""
        answers = list(_answers(_question(options)))
        lists, unusable = _lists(answers[0], options["decks"])
        cases = _cases(answers[0], Path(options["cases"])) if options["cases"] else []
        told = _combine_answers(answers, [*lists, *unusable], cases)
        self.answer(options, lambda: told, _lines(told))
        for each in unusable:
            self.stderr.write(f"{each.name}: {each.problem}")
        return get_exit_status(told, is_unusable=bool(unusable))


def _question(options: Mapping[str, Any]) -> WhatIfQuestion:
    formats = options["format"]
    game = find_game(options["game"]) if options["game"] else find_game_of_formats(formats) if formats else ""
    if not game:
        raise InputError(f"name a game or a format; the games are {', '.join(GAMES)}", place="--game")
    words: dict[str, Sequence[str]] = {name: options[name] for name in _WORDS}
    words |= {"game": [game], "format": formats, "from": [options["from"] or ""], "first": [options["first"] or ""]}
    on, in_format = commands.read_day_option(options, "on"), options["in_format"] or ""
    return resolve_question(WhatIfQuestion(proposal_from_params(words), on, in_format))


def _answers(question: WhatIfQuestion) -> Iterator[WhatIfAnswer]:
    """Slice by slice, until every deck was looked at."""
    answer = run_what_if(question, Viewer())
    yield answer
    while answer.stored.cursor:
        answer = run_what_if(question, Viewer(), cursor=answer.stored.cursor)
        yield answer


def _lists(answer: WhatIfAnswer, files: Sequence[str]) -> tuple[list[DeckEffect], list[DeckEffect]]:
    """The lists of files, and those that can't be used."""
    found = []
    for file in files:
        try:
            read = compute_list_effect(answer.trial, commands.read_list(file), commands.to_printable(file))
        except InputError as error:
            read = DeckEffect("", problem=error.message)
        found.append(replace(read, name=commands.to_printable(file)))
    return [each for each in found if each.effect], [each for each in found if not each.effect]


def _cases(answer: WhatIfAnswer, path: Path) -> list[DeckEffect]:
    """The cases of the proposal's game, each in its own format on its own day. Raises InputError."""
    trial, game = answer.trial, answer.trial.before.game
    found = []
    for case in _read_cases(path):
        if case["game"] in (game, GAMES[game]):
            on = parse_day(case["as_of"], place=case["id"])
            effect = compute_list_effect(trial, case["deck"], "", fmt=case["format"], on=on)
            found.append(replace(effect, name=case["id"]))
    return found


def _read_cases(path: Path) -> list[dict[str, str]]:
    try:
        with path.open("rb") as opened:
            raw = json.loads(opened.read(_MAX_CASES_BYTES))
    except (OSError, ValueError) as exc:
        raise InputError(f"unreadable: {exc}", place=commands.to_printable(str(path))) from exc
    rows = raw.get("cases") if isinstance(raw, dict) else raw
    if not isinstance(rows, list) or len(rows) > _MAX_CASES:
        raise InputError(f"write a list of at most {_MAX_CASES:,} cases", place=commands.to_printable(str(path)))
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in _OF_A_CASE):
            raise InputError(f"case {number} needs id, game, format, as_of and deck as text", place=str(path))
    return rows


def _combine_answers(
    answers: Sequence[WhatIfAnswer], lists: Sequence[DeckEffect], cases: Sequence[DeckEffect]
) -> dict[str, Any]:
    """The first slice's answer with the sums of the last and the decks of all."""
    rows = [WhatIfShape(answer).data for answer in answers]
    told, last = dict(rows[0]), rows[-1]
    told["decks"] = {**last["decks"], "changed": [row for each in rows for row in each["decks"]["changed"]]}
    told["lists"] = [ListEffectShape(each).data for each in lists]
    judged = [each.effect for each in cases if each.effect]
    told["cases"] = {
        "judged": len(judged),
        "outcomes": build_outcome_rows(Counter((each.before, each.after) for each in judged)),
        "changed": [ListEffectShape(each).data for each in cases if each.effect is None or each.effect.is_touched],
    }
    return told


def get_exit_status(told: Mapping[str, Any], *, is_unusable: bool) -> int:
    """The status of what was told: by the worst outcome that any deck newly has."""
    turned = {row["after"] for row in told["decks"]["outcomes"] if row["before"] != row["after"]}
    rows = [*told["lists"], *told["cases"]["changed"]]
    turned |= {row["after"] for row in rows if row.get("before") != row.get("after")}
    if is_unusable:
        return commands.UNUSABLE
    return BROKEN if ILLEGAL in turned else DOUBTFUL if UNCERTAIN in turned else 0


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    decks = told["decks"]
    yield f"Stored decks: {decks['asked']}, {decks['can_be_touched']} can be affected"
    yield from _outcome_lines(decks["outcomes"])
    for rule in decks["by_rule"]:
        yield f"  {rule['decks']} break {rule['code']}{_format_citation(rule['citation'])}"
    for row in decks["changed"]:
        yield from _deck_lines(f"deck {row['id']} {row['title']}", row)
    for row in told["lists"]:
        yield from _deck_lines(row["name"], row)
    if told["cases"]["judged"]:
        yield f"Cases: {told['cases']['judged']}"
        yield from _outcome_lines(told["cases"]["outcomes"])
        for row in told["cases"]["changed"]:
            yield from _deck_lines(row["name"], row)
    for pool in told["pools"]:
        counts = pool["counts"]
        if pool["sets"] or any(counts.values()):
            sets = ", ".join(f"{each['code']} {each['before']} to {each['after']}" for each in pool["sets"])
            yield (
                f"{pool['format']} on {pool['on']}: {counts['lost']} cards leave, {counts['gained']} enter, "
                f"{counts['doubtful']} become unknown" + (f"; sets: {sets}" if sets else "")
            )
    yield f"Data {told['data_version'][:12]}. Nothing was stored."


def _outcome_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for row in rows:
        what = f"stay {row['after']}" if row["before"] == row["after"] else f"{row['before']} to {row['after']}"
        yield f"  {row['decks']} {what}"


def _deck_lines(name: str, row: Mapping[str, Any]) -> Iterator[str]:
    if "problem" in row:
        yield f"{name}: can't be checked: {row['problem']}"
        return
    outcome = f"stays {row['after']}" if row["before"] == row["after"] else f"{row['before']} to {row['after']}"
    yield f"{name}: {outcome} in {row['format']} on {row['as_of']}"
    for sign, findings in (("+", row["new_findings"]), ("-", row["settled_findings"])):
        for finding in findings:
            cited = _format_citation(finding["citation"], "; ")
            yield f"  {sign} {finding['message']} [{finding['code']}{cited}]"


def _format_citation(citation: Mapping[str, str] | None, before: str = ", ") -> str:
    return f"{before}{citation['document']} {citation['rule']}" if citation else ""
