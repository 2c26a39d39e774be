"""Compares an answer with what a case expects. An answer may say more than the case asks for, but not otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vsdb_conformance.cases import LEVELS, SEARCHES, Case

OUTCOME, CODES, CITATIONS, FIGURES = LEVELS
#: A finding of these settles the outcome; the others inform.
SETTLING = ("error", "unknown")
_FIGURES = ("found", "allowed", "lines")


@dataclass(frozen=True, slots=True)
class Difference:
    """What an answer has otherwise, and the lowest level that asks for it."""

    level: str
    expected: str
    got: str


def compare(case: Case, answer: Mapping[str, Any]) -> list[Difference]:
    """Every difference between a case and the verdict or the found cards that answer it."""
    compared = _compare_search if case.kind == SEARCHES else _compare_verdict
    return list(compared(case.expected, answer))


def find_level(differences: Iterable[Difference]) -> str | None:
    """The highest level without a difference on it or below; None where even the outcome differs."""
    lowest = min((LEVELS.index(each.level) for each in differences), default=len(LEVELS))
    return LEVELS[lowest - 1] if lowest else None


def say_finding(finding: Mapping[str, Any]) -> str:
    """A finding in a line: severity or outcome, code, figures, lines, rule."""
    words = [str(finding.get("severity") or finding.get("outcome")), str(finding.get("code"))]
    found, allowed = finding.get("found"), finding.get("allowed")
    if found is not None or allowed is not None:
        words.append(f"found {_say(found)}, allowed {_say(allowed)}")
    if finding.get("lines"):
        words.append("line " + ", ".join(map(str, finding["lines"])))
    return " ".join(words) + _say_citation(finding.get("citation"))


def _compare_verdict(expected: Mapping[str, Any], verdict: Mapping[str, Any]) -> Iterator[Difference]:
    if verdict.get("outcome") != expected["outcome"]:
        yield Difference(OUTCOME, expected["outcome"], _say(verdict.get("outcome")))
    elif verdict.get("legal", expected["outcome"] == "legal") is not (expected["outcome"] == "legal"):
        yield Difference(OUTCOME, f"legal: {expected['outcome'] == 'legal'}", f"legal: {verdict.get('legal')}")
    findings = _rows(verdict, "findings")
    if findings is None:
        yield Difference(CODES, "findings, a list of objects", _say(verdict.get("findings")))
        return
    settling = [each for each in findings if each.get("severity") in SETTLING]
    yield from _compare_rows(expected.get("findings", ()), settling, "severity", more=expected.get("more", False))
    codes = {each.get("code") for each in findings}
    for code in expected.get("notes", ()):
        if code not in codes:
            yield Difference(CODES, f"a warning or info {code}", "none")
    for code in expected.get("absent", ()):
        if code in codes:
            yield Difference(CODES, f"no {code}", f"a finding {code}")
    if expected.get("checked"):
        yield from _compare_rows(expected["checked"], _rows(verdict, "checked") or [], "outcome", more=True)


def _compare_rows(
    expected: Sequence[Mapping[str, Any]], got: Sequence[Mapping[str, Any]], kind: str, *, more: bool
) -> Iterator[Difference]:
    """Each expected row is met by at least one, level by level; without `more` each other row is a difference."""
    unmet = list(got)
    for row in expected:
        met: list[Mapping[str, Any]] = list(got)
        for level, fits in ((CODES, _fits_code), (CITATIONS, _fits_citation), (FIGURES, _fits_figures)):
            nearest = met
            met = [each for each in met if fits(row, each, kind)]
            if not met:
                yield Difference(level, say_finding(row), "; ".join(map(say_finding, nearest)) or "none")
                met = [] if level == CODES else nearest
                break
        unmet = [each for each in unmet if not any(each is other for other in met)]
    if not more:
        for each in unmet:
            yield Difference(_level_of_extra(expected, each, kind), "nothing else", say_finding(each))


def _level_of_extra(expected: Sequence[Mapping[str, Any]], got: Mapping[str, Any], kind: str) -> str:
    """The level that asks for nothing else: a finding like an expected one is told from it by rule or figures alone."""
    alike = [row for row in expected if _fits_code(row, got, kind)]
    if any(_fits_citation(row, got, kind) for row in alike):
        return FIGURES
    return CITATIONS if alike else CODES


def _fits_code(row: Mapping[str, Any], got: Mapping[str, Any], kind: str) -> bool:
    return bool(got.get("code") == row["code"] and got.get(kind) == row[kind])


def _fits_citation(row: Mapping[str, Any], got: Mapping[str, Any], kind: str) -> bool:
    wanted, cited = _list_citations(row.get("citation")), got.get("citation")
    if not wanted:
        return True
    if not isinstance(cited, dict):
        return False
    return any(each.items() <= cited.items() for each in wanted)


def _fits_figures(row: Mapping[str, Any], got: Mapping[str, Any], kind: str) -> bool:
    return all(_plain(got.get(name)) == _plain(row[name]) for name in _FIGURES if name in row)


def _plain(figure: object) -> object:
    """A figure as it is compared: the order of lines is free, and 4 is "4"."""
    return sorted(figure, key=str) if isinstance(figure, list) else str(figure)


def _compare_search(expected: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Difference]:
    """The number of cards is the outcome; which they are, and the notes, come with the codes."""
    if "count" in expected and found["count"] != expected["count"]:
        yield Difference(OUTCOME, f"{expected['count']} cards", f"{found['count']} cards")
    titles = set(found["titles"])
    if "titles" in expected:
        wanted = set(expected["titles"])
        yield from _compare_sets(wanted, titles)
    missing = sorted(set(expected.get("includes", ())) - titles)
    if missing:
        yield Difference(CODES, "also " + "; ".join(missing), "without them")
    wrong = sorted(set(expected.get("excludes", ())) & titles)
    if wrong:
        yield Difference(CODES, "none of " + "; ".join(wrong), "with them")
    if expected.get("notes") is True and not found["notes"]:
        yield Difference(CODES, "a note on the query", "none")
    if expected.get("notes") is False and found["notes"]:
        yield Difference(CODES, "no note on the query", str(found["notes"][0]))
    for start, end in expected.get("places", ()):
        if not any((note.get("start"), note.get("end")) == (start, end) for note in found["notes"]):
            said = ", ".join(f"{note.get('start')}-{note.get('end')}" for note in found["notes"])
            yield Difference(FIGURES, f"a note on characters {start}-{end}", said or "none")


def _compare_sets(wanted: set[str], got: set[str]) -> Iterator[Difference]:
    if wanted - got:
        yield Difference(CODES, "also " + "; ".join(sorted(wanted - got)), "without them")
    if got - wanted:
        yield Difference(CODES, "nothing else", "; ".join(sorted(got - wanted)))


def _rows(verdict: Mapping[str, Any], name: str) -> list[dict[str, Any]] | None:
    """The objects of a list in a verdict; None where it is no such list."""
    rows = verdict.get(name)
    return rows if isinstance(rows, list) and all(isinstance(row, dict) for row in rows) else None


def _list_citations(citation: Any) -> list[Any]:
    """The rules of which an answer cites one: a case may name several."""
    if not citation:
        return []
    return citation if isinstance(citation, list) else [citation]


def _say_citation(citation: Any) -> str:
    """Document and rule in brackets; what an answer has instead as it stands."""
    rules = [
        " ".join(str(each[name]) for name in ("document", "rule") if each.get(name))
        if isinstance(each, dict)
        else str(each)
        for each in _list_citations(citation)
    ]
    return f" [{' or '.join(rules)}]" if rules else ""


def _say(value: object) -> str:
    return "nothing" if value is None else str(value)
