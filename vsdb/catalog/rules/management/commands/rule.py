"""Read a rule in the terminal."""

from __future__ import annotations

import os
import sys
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterator
from shutil import get_terminal_size
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from engine.model.errors import NotFound
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.lookup import Entry, look_up, near
from vsdb.catalog.rules.models import Unit
from vsdb.check.services import json_text

NOTHING, UNUSABLE = 1, 2
_WIDEST = 100  #: characters of a line
_NO_TEXT = "Its text isn't loaded (manage.py import_rules); in words of our own:"


class Command(BaseCommand):
    """Read a rule. Exit status: 0 found, 1 there is none of that number, 2 can't be used."""

    help = (
        "Print a rule by its number, such as 101.2, or by its heading where the document has no numbers: as it reads "
        "where the document's text is loaded, else what it is about in words of our own. "
        "Exit status: 0 found, 1 there is no such rule (the nearest are named), 2 can't be used."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rule", metavar="RULE", help="the number, or the heading")
        parser.add_argument("--document", metavar="SLUG", help="such as cr-2.7; else every document that has the rule")
        parser.add_argument("--examples", action="store_true", help="print its examples, not only how many there are")
        parser.add_argument("--json", action="store_true", help="one JSON object: results, or nearest where none is")

    def handle(self, *args: object, **options: Any) -> None:
        """Print what is found."""
        name, document = options["rule"], options["document"]
        try:
            entries = look_up(name, document)
            nearest = () if entries else near(name, document)
            said = (
                json_text({"results": [as_dict(entry) for entry in entries], "nearest": list(nearest)})
                if options["json"]
                else "\n\n".join("\n".join(_lines(entry, with_examples=options["examples"])) for entry in entries)
            )
        except NotFound as exc:
            known = ", ".join(each.pk for each in selectors.documents())
            raise CommandError(f"{exc}; the documents are {known}", returncode=UNUSABLE) from exc
        except DatabaseError as exc:
            raise CommandError(
                f"the database can't be read ({exc}); set it up with manage.py migrate and manage.py load_reference",
                returncode=UNUSABLE,
            ) from exc
        if not entries:
            if options["json"]:
                self.stdout.write(said)
            where = f"{document} has" if document else "no document has"
            number = name[:80]
            missing = f"{where} no rule {number}" if document else f"{where} a rule {number}"
            self.stderr.write(f"{missing}; the nearest: {', '.join(nearest)}" if nearest else missing)
            sys.exit(NOTHING)
        try:
            self.stdout.write(said)
            self.stdout.flush()
        except BrokenPipeError:
            # Whoever read it has read enough; Python is not to try again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(UNUSABLE)


def as_dict(entry: Entry) -> dict[str, Any]:
    """A rule as plain data; `text` is null where it isn't loaded."""
    return {
        "document": entry.document.pk,
        "number": entry.number,
        "likely": (entry.unit.likely if entry.unit else "") or None,
        "slug": entry.slug,
        "heading": entry.heading or None,
        "summary": (entry.rule.summary if entry.rule else "") or None,
        "text": entry.unit.text if entry.unit else None,
        "below": [_unit_dict(unit) for unit in entry.below],
        "examples": [_unit_dict(unit) for unit in entry.examples],
    }


def _unit_dict(unit: Unit) -> dict[str, Any]:
    return {
        "kind": unit.kind,
        "number": unit.number or None,
        "slug": unit.slug,
        "title": unit.title or None,
        "text": unit.text,
    }


def _lines(entry: Entry, *, with_examples: bool) -> Iterator[str]:
    yield f"{entry.document.name} ({entry.document.pk})"
    yield "  ".join(filter(None, (entry.number, entry.heading)))
    summary = entry.rule.summary if entry.rule else ""
    if entry.unit is None:
        yield from _wrapped(_NO_TEXT, "  ")
        yield from _wrapped(summary or "no summary", "  ")
        return
    if entry.unit.title not in {"", entry.number, entry.heading}:
        yield f"  {entry.unit.title}"
    if entry.unit.likely:
        yield f"  The document has it as {entry.unit.number}; it is likely {entry.unit.likely}."
    yield from _wrapped(entry.unit.text, "  ")
    for unit in entry.below:
        yield from _wrapped("  ".join(filter(None, (unit.number, unit.title, unit.text))), "    ")
    if not entry.examples:
        return
    if with_examples:
        for unit in entry.examples:
            yield from _wrapped(unit.text, "    ")
    else:
        count = len(entry.examples)
        yield f"  {count} example{'s' if count > 1 else ''} (--examples prints {'them' if count > 1 else 'it'})"


def _wrapped(text: str, indent: str) -> Iterator[str]:
    width = min(get_terminal_size().columns, _WIDEST)
    for paragraph in text.split("\n"):
        yield from textwrap.wrap(paragraph, width, initial_indent=indent, subsequent_indent=indent)
