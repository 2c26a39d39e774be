"""Says the results: for people line by line, for programs as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from vsdb_conformance.cases import LEVELS
from vsdb_conformance.comparing import Difference
from vsdb_conformance.running import Result


def passes(result: Result, level: str) -> bool:
    """Whether an answer has everything that a level asks for."""
    return not list_differences(result, level)


def list_differences(result: Result, level: str) -> list[Difference]:
    """What an answer has otherwise up to a level."""
    return [each for each in result.differences if LEVELS.index(each.level) <= LEVELS.index(level)]


def write_failures(results: Iterable[Result], level: str) -> Iterator[str]:
    """The lines about each case that doesn't pass."""
    for result in results:
        differences = list_differences(result, level)
        if differences:
            case = result.case
            asked = " ".join(str(case.asked.get(name) or "") for name in ("format", "as_of", "q")).strip()
            yield f"FAIL {case.id} ({case.game} {asked})"
            yield f"     {case.why}"
            for each in differences:
                yield f"     {each.level}: expected {each.expected}"
                yield f"     {' ' * len(each.level)}  got {each.got}"


def write_summary(results: Sequence[Result], level: str) -> Iterator[str]:
    """A table of how many cases of each game pass at each level, and the end in a sentence."""
    levels = LEVELS[: LEVELS.index(level) + 1]
    rows = [("", "cases", *levels)]
    for name, group in group_by_game(results).items():
        rows.append((name, str(len(group)), *(str(sum(passes(each, up_to) for each in group)) for up_to in levels)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield f"{first.ljust(widths[0])}  {'  '.join(cells)}"
    count = sum(passes(each, level) for each in results)
    yield f"{count} of {len(results)} cases pass at the level {level}."


def to_dict(results: Sequence[Result], level: str, host: str, versions: Mapping[str, str]) -> dict[str, Any]:
    """Everything for a program."""
    levels = LEVELS[: LEVELS.index(level) + 1]
    return {
        "host": host,
        "versions": dict(versions),
        "level": level,
        "total": len(results),
        "passed": sum(passes(each, level) for each in results),
        "summary": {
            name: {"cases": len(group), **{up_to: sum(passes(each, up_to) for each in group) for up_to in levels}}
            for name, group in group_by_game(results).items()
        },
        "cases": [
            {
                "id": each.case.id,
                "kind": each.case.kind,
                "game": each.case.game,
                "passed": passes(each, level),
                "reached": each.level,
                "why": each.case.why,
                "differences": [
                    {"level": one.level, "expected": one.expected, "got": one.got}
                    for one in list_differences(each, level)
                ],
            }
            for each in results
        ],
    }


def group_by_game(results: Iterable[Result]) -> dict[str, list[Result]]:
    """The results by game and kind, such as `riftbound verdicts`."""
    groups: dict[str, list[Result]] = {}
    for each in results:
        groups.setdefault(f"{each.case.game} {each.case.kind}", []).append(each)
    return dict(sorted(groups.items()))
