"""Laws that hold for every list, whatever its verdict: what a change of the question may change in the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from vsdb_conformance.cases import VERDICTS, Case
from vsdb_conformance.comparing import OUTCOME, SETTLING, Difference, say_finding
from vsdb_conformance.running import Result, Runner

INVENTED = "1 Quorlax, Eater of Ledgers"
MAIN = "Deck"  #: heading of the main deck
_CARD = re.compile(r"(\d+)(x? .*)")


@dataclass(frozen=True, slots=True)
class Law:
    """A change of a question, and what has to hold between the verdicts before and after it.

    `change` is given all cases too; None: the law doesn't apply.
    """

    name: str
    change: Callable[[Case, Sequence[Case]], dict[str, Any] | None]
    hold: Callable[[Mapping[str, Any], Mapping[str, Any]], Difference | None]


def check_laws(runner: Runner, cases: Sequence[Case]) -> Iterator[Result]:
    """A result for each law and list that it applies to. Raises CannotRun."""
    lists = [case for case in cases if case.kind == VERDICTS]
    before = list(runner.ask_lists([case.asked for case in lists]))
    tried: list[tuple[Law, Case, Any, dict[str, Any]]] = []
    for law in LAWS:
        for case, verdict in zip(lists, before, strict=True):
            changed = law.change(case, lists)
            if changed is not None:
                tried.append((law, case, verdict, changed))
    after = runner.ask_lists([changed for _, _, _, changed in tried])
    for (law, case, verdict, _), now in zip(tried, after, strict=True):
        named = Case(f"{law.name}:{case.id}", "laws", case.game, law.name, case.asked, case.expected)
        if isinstance(verdict, str) or isinstance(now, str):
            yield Result(named, [Difference(OUTCOME, "2 verdicts", f"{verdict} / {now}"[:300])])
            continue
        broken = law.hold(verdict, now)
        yield Result(named, [broken] if broken else [])


def _ask_again(case: Case, others: Sequence[Case]) -> dict[str, Any]:
    return case.asked


def _reverse_lines(case: Case, others: Sequence[Case]) -> dict[str, Any]:
    """The list with the lines of each section in reverse."""
    groups = groupby(_lines(case), key=_is_card)
    return _ask(case, [line for is_card, lines in groups for line in (reversed([*lines]) if is_card else lines)])


def _split_lines(case: Case, others: Sequence[Case]) -> dict[str, Any]:
    """The list with one copy of each line on a line of its own."""
    lines: list[str] = []
    for line in _lines(case):
        found = _CARD.fullmatch(line)
        if found and int(found[1]) > 1:
            lines += [f"{int(found[1]) - 1}{found[2]}", f"1{found[2]}"]
        else:
            lines.append(line)
    return _ask(case, lines)


def _add_banned(case: Case, others: Sequence[Case]) -> dict[str, Any] | None:
    """The list with more copies of each card that is banned for certain."""
    lines = _lines(case)
    numbers = _find_banned(case)
    for number in reversed(numbers):
        lines.insert(number, lines[number - 1])
    return _ask(case, lines) if numbers else None


def _mix_in_banned(case: Case, others: Sequence[Case]) -> dict[str, Any] | None:
    """A list that is legal elsewhere, with the cards that are banned here, in this format on this day."""
    banned = [_lines(case)[number - 1] for number in _find_banned(case)]
    legal = next((each for each in others if (each.game, each.expected["outcome"]) == (case.game, "legal")), None)
    if not banned or legal is None:
        return None
    lines = _lines(legal)
    place = lines.index(MAIN) + 1 if MAIN in lines else len(lines)
    return _ask(case, [*lines[:place], *banned, *lines[place:]])


def _add_invented(case: Case, others: Sequence[Case]) -> dict[str, Any] | None:
    """The list with a card that nobody made; where sections decide there is no telling where it would go."""
    lines = _lines(case)
    return _ask(case, [*lines, INVENTED]) if all(not line or _is_card(line) for line in lines) else None


def _find_banned(case: Case) -> list[int]:
    """The numbers of the lines whose cards are banned for certain, in their order."""
    findings = [each for each in case.expected["findings"] if (each["severity"], each["code"]) == ("error", "banned")]
    return sorted(number for each in findings for number in each.get("lines", ()))


def _lines(case: Case) -> list[str]:
    return str(case.asked["deck"]).split("\n")


def _is_card(line: str) -> bool:
    return line[:1].isdigit()


def _ask(case: Case, lines: Sequence[str]) -> dict[str, Any]:
    return {**case.asked, "deck": "\n".join(lines)}


def _is_equal(before: Mapping[str, Any], after: Mapping[str, Any]) -> Difference | None:
    return None if before == after else Difference(OUTCOME, "the same verdict", "another one")


def _has_same_findings(
    before: Mapping[str, Any], after: Mapping[str, Any], *, figures: bool = True
) -> Difference | None:
    """Outcome and findings but for their lines; without `figures` codes and rules alone."""
    if before.get("outcome") != after.get("outcome"):
        return Difference(OUTCOME, str(before.get("outcome")), str(after.get("outcome")))
    was, now = (_tell(verdict, figures=figures) for verdict in (before, after))
    return None if was == now else Difference(OUTCOME, "; ".join(was) or "no findings", "; ".join(now) or "no findings")


def _has_same_codes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Difference | None:
    """For lines split in two: a line that names no card is a finding of its own, with its own copies."""
    return _has_same_findings(before, after, figures=False)


def _stays_illegal(before: Mapping[str, Any], after: Mapping[str, Any]) -> Difference | None:
    return None if after.get("outcome") == "illegal" else Difference(OUTCOME, "illegal", str(after.get("outcome")))


def _is_not_legal(before: Mapping[str, Any], after: Mapping[str, Any]) -> Difference | None:
    return Difference(OUTCOME, "illegal or uncertain", "legal") if after.get("outcome") == "legal" else None


def _tell(verdict: Mapping[str, Any], *, figures: bool) -> list[str]:
    """The findings that settle the outcome, without their lines, each once."""
    findings = [each for each in verdict.get("findings") or () if each.get("severity") in SETTLING]
    left_out = ("lines",) if figures else ("lines", "found", "allowed")
    return sorted({say_finding({**each, **dict.fromkeys(left_out)}) for each in findings})


LAWS = (
    Law("asked-again", _ask_again, _is_equal),
    Law("lines-reversed", _reverse_lines, _has_same_findings),
    Law("lines-split", _split_lines, _has_same_codes),
    Law("banned-card-added", _add_banned, _stays_illegal),
    Law("banned-card-mixed-in", _mix_in_banned, _is_not_legal),
    Law("invented-card-added", _add_invented, _is_not_legal),
)
