"""A sheet of steps with the numbers of another document's rules: `PLAYING A UNITR.349`, `1Put on Chain — … R.354`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.model.errors import InputError
from vsdb.exchange.rule_documents.units import (
    MAX_TITLE_LENGTH,
    DocumentText,
    DocumentUnit,
    UnitGathering,
    UnitMention,
    slugify_heading,
)

LAYOUT = "steps"
_HEADING = re.compile(r"(?P<title>[A-Z][A-Z ,/&'-]{1,100}[A-Z]) ?(?P<text>R\.\d.*)")
_STEP = re.compile(r"(?P<number>\d{1,2})(?P<rest>[A-Z][a-z].*)", re.ASCII)
_QUESTION = re.compile(r"[A-Z][^.?!:]{1,80}\?")
_AFTER_NAME = re.compile(r" [—–] | (?=\(?R\.\d)")
_FURNITURE = re.compile(r"No results match your search\.?|Search|Back to top|Print", re.IGNORECASE)

_PARTS = r"(?:\.(?:\d{1,3}|[a-z])(?![A-Za-z0-9]))"
_CITED = re.compile(
    rf"R\.(?P<first>\d{{3}}{_PARTS}*)(?P<more>(?: ?[/–-] ?(?:\d{{3}}{_PARTS}*|{_PARTS}+)(?!\w))*)", re.ASCII
)
_ONE = re.compile(rf"\d{{3}}{_PARTS}*|{_PARTS}+", re.ASCII)


def is_heading(line: str) -> bool:
    """Whether a line is a heading that runs together with its references."""
    return _HEADING.fullmatch(line.strip()) is not None


def read(text: str, document: str) -> DocumentText:
    """The units of a sheet: headings, steps and what stands below each. Raises InputError where it has no heading."""
    sheet = _Sheet()
    for number, line in enumerate(text.split("\n"), start=1):
        if plain := " ".join(line.split()):
            sheet.take(number, plain)
    if sheet.heading is None:
        why = "no heading found; a sheet of steps has headings in capitals that end with a rule number"
        raise InputError(f"{why}, such as “DEALING CARDSR.100-104”", place=document, code="wrong-format")
    return DocumentText(LAYOUT, tuple(sheet.gathering.units))


class _Sheet:
    """The heading, the question and the step that the lines have come to."""

    def __init__(self) -> None:
        self.gathering = UnitGathering(DocumentUnit)
        self.heading: DocumentUnit | None = None
        self.question: DocumentUnit | None = None
        self.step: DocumentUnit | None = None

    def take(self, number: int, line: str) -> None:
        """Make a unit of a line."""
        if found := _HEADING.fullmatch(line):
            title, text = found["title"], found["text"]
            slug, mentions = slugify_heading(title), tuple(find_cited_numbers(text))
            self.heading = self.gathering.add("heading", slug, number, title=title, text=text, mentions=mentions)
            self.question = self.step = None
        elif _FURNITURE.fullmatch(line):
            self.gathering.add("furniture", "furniture-1", number, text=line)
        elif self.heading and (found := _STEP.fullmatch(line)):
            self._begin_step(number, found["number"], found["rest"])
        elif self.heading and self.step is None and _QUESTION.fullmatch(line):
            slug = f"{self.heading.slug}-{slugify_heading(line)}"
            self.question = self.gathering.add("heading", slug, number, parent=self.heading, title=line)
        else:
            owner = self.step or self.question or self.heading
            self.gathering.piece("paragraph", owner, number, line, mentions=tuple(find_cited_numbers(line)))

    def _begin_step(self, line: int, number: str, rest: str) -> None:
        heading, name = self.heading, _AFTER_NAME.search(rest)
        title = rest[: name.start()] if name else rest
        text = rest[name.end() :] if name else ""
        if len(title) > MAX_TITLE_LENGTH or (not name and title.endswith(".")):
            title, text = "", rest
        slug = f"{heading.slug if heading else 'sheet'}-step-{number}"
        said = {"number": number, "title": title, "text": text, "mentions": tuple(find_cited_numbers(text))}
        self.step = self.gathering.add("step", slug, line, parent=heading, **said)


def find_cited_numbers(text: str) -> Iterator[UnitMention]:
    """Each number that a text cites, shortened ones in full: `R.354.3/.4` gives 354.3 and 354.4, a range its ends."""
    for cited in _CITED.finditer(text):
        before = cited["first"]
        yield UnitMention(cited.start(), cited.end("first"), f"R.{before}", None, before)
        for one in _ONE.finditer(text, *cited.span("more")):
            before = complete_number(one[0], before)
            yield UnitMention(*one.span(), one[0], None, before)


def complete_number(written: str, before: str) -> str:
    """A number that leaves out what it shares with the one before it: `.3.a` after `402.3` is 402.3.a.

    It begins at the part of the one before that it repeats; where it repeats none it stands for the last parts, so
    `.4` after `354.3` is 354.4.
    """
    if not written.startswith("."):
        return written
    parts, known = written[1:].split("."), before.split(".")
    same = [place for place in range(1, len(known)) if known[place] == parts[0]]
    if same and len(parts) > 1:
        kept = known[: same[-1]]
    else:
        alike = [place for place in range(1, len(known)) if known[place].isdigit() == parts[0].isdigit()]
        kept = known[: alike[-1]] if alike else known
    return ".".join([*kept, *parts])
