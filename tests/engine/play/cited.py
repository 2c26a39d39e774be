"""What the documents hold: the numbers and headings that rules of play may cite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.model.verdicts import Citation
from engine.play.judging import Answer
from engine.play.rules import PlayRules

FILES = {
    "cr-2007-02-05": "vs-classic-rules-2007-02-05.txt",
    "cr-2.7": "vs-classic-rules-2.7-2008-12-22.md",
    "pcg-5.0": "vs-2pcg-rulebook-5.0.txt",
    "rb-core-1.3": "riftbound-core-rules-1.3-2026-03-30.txt",
    "rb-core-2026-07-16": "riftbound-core-rules-2026-07-16.txt",
    "rb-playing": "riftbound-playing-cards.txt",
}
#: A number at the head of a line, with what Markdown puts before it.
_NUMBER = re.compile(r"^[#\s*-]*(?:<u>)?\*{0,2}(\d{3}(?:\.[0-9a-z]+)*)\b", re.MULTILINE)
#: A chain of numbers of the sheet, such as R.402.3 / .3.a / .3.b.
_CHAIN = re.compile(r"R\.(\d{3}(?:\.\w+)*)((?:\s?/\s?\.\w+(?:\.\w+)*)*)")


def citations_of(rules: PlayRules) -> Iterator[Citation]:
    """All citations of a game's tables, sequences and topics out of reach."""
    for action in rules.actions:
        for table in action.rules.values():
            for rule in table:
                yield from rule.citations
    for sequence in rules.sequences:
        for step in sequence.steps:
            yield from step.citations
    for topic in rules.out_of_reach:
        yield from topic.citations


def citations_in(answer: Answer) -> Iterator[Citation]:
    """All citations of an answer: of its rules, its results, its remarks and its working."""
    for row in (*answer.findings, *answer.checked):
        yield from row.citations
    yield from (line.citation for line in answer.working if line.citation)


def holds(documents: Path, citation: Citation) -> bool:
    """Whether a document has the number, or a line that is the heading."""
    held = _numbers(documents / FILES[citation.document])
    return citation.rule in held


def begins_lines(rule: str, text: str) -> bool:
    """Whether each part of a heading begins a line, behind marks and numbers of lists; `Heading > entry` has two."""
    return all(re.search(rf"(?m)^[^\w+\n]*{re.escape(part)}(?!\w)", text) for part in re.split(r" > |: ", rule))


@cache
def _numbers(path: Path) -> frozenset[str]:
    text = path.read_text(encoding="utf-8", errors="replace")
    headings = {line.strip("#* \t") for line in text.splitlines()}
    return frozenset({*_NUMBER.findall(text), *headings, *_chained(text), *_ranged(text), *_sections(text)})


def _chained(text: str) -> Iterator[str]:
    """The numbers of the sheet: where a number goes on from the one before it, each way in which it may."""
    for first, rest in _CHAIN.findall(text):
        yield f"R.{first}"
        parts = first.split(".")
        for ending in re.findall(r"\.(\w+(?:\.\w+)*)", rest):
            yield from (f"R.{'.'.join((*parts[:length], ending))}" for length in range(1, len(parts) + 1))


def _ranged(text: str) -> Iterator[str]:
    """The numbers of a range of the sheet, such as R.356.1-.5."""
    for base, first, last in re.findall(r"R\.(\d{3})\.(\d)-\.(\d)", text):
        yield from (f"R.{base}.{number}" for number in range(int(first), int(last) + 1))


def _sections(text: str) -> Iterator[str]:
    """The sections of the sheet, written large with numbers behind them."""
    for line in text.splitlines():
        name = re.match(r"([A-Z][A-Z /]{6,})R\.\d", line)
        if name:
            yield name[1].title().replace(" A ", " a ")
