"""A verdict as plain text, for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine.model.cards import GAMES
from engine.model.verdicts import BROKEN, ERROR, INFO, NONE_RECORDED, NOT_APPLICABLE, OK, UNKNOWN, WARNING

SIGNS = {ERROR: "✗", UNKNOWN: "?", WARNING: "!", INFO: "i"}
OUTCOMES = {"legal": "✓ Legal", "illegal": "✗ Illegal", "uncertain": "? Uncertain"}


def verdict_lines(file: str, verdict: Mapping[str, Any]) -> Iterator[str]:
    """The outcome, each finding with its citation, and how many rules hold; the verdict as `as_dict` gives it."""
    yield f"{file}: {OUTCOMES[verdict['outcome']]} in {verdict['format']} on {verdict['as_of']}"
    yield f"  {GAMES[verdict['game']]}: " + (
        ", ".join(f"{section} {count}" for section, count in verdict["counts"].items()) or "no cards"
    )
    for finding in verdict["findings"]:
        yield f"  {SIGNS[finding['severity']]} {finding['message']}{_source(finding)}"
    yield f"  {_looked_at(verdict['checked'])}"
    yield f"  Rules {verdict['edition']}, data {verdict['data_version'][:12]}"


def _source(finding: Mapping[str, Any]) -> str:
    """The lines and the citation in brackets."""
    lines = finding["lines"]
    where = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}" if lines else ""
    cited = "{document} {rule}".format(**finding["citation"]) if finding["citation"] else ""
    said = "; ".join(filter(None, (finding["code"], cited, where)))
    return f" [{said}]"


def _looked_at(checked: list[Mapping[str, Any]]) -> str:
    """How many rules were looked at and what came of them; a rule that looks at several sections counts once."""
    outcomes: dict[str, set[str]] = {}
    for rule in checked:
        outcomes.setdefault(rule["code"], set()).add(rule["outcome"])
    worst = Counter(
        next((each for each in (BROKEN, UNKNOWN, NONE_RECORDED, OK) if each in seen), NOT_APPLICABLE)
        for seen in outcomes.values()
    )
    words = {
        OK: "hold",
        BROKEN: "broken",
        UNKNOWN: "can't be decided",
        NONE_RECORDED: "taken on trust",
        NOT_APPLICABLE: "not applicable",
    }
    told = [f"{worst[outcome]} {word}" for outcome, word in words.items() if worst[outcome]]
    return f"{len(outcomes)} rules looked at: {', '.join(told)}"
