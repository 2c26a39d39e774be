"""Read a rule in the terminal."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser
from collections.abc import Iterator
from shutil import get_terminal_size
from typing import Any

from engine.model.errors import NotFound
from engine.model.serialization import dump_json
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.models import Unit
from vsdb.core.commands import QueryCommand, add_json

_WIDEST = 100  #: characters of a line
_NO_TEXT = "Rule text not available (load it with manage.py import_rules). Our summary:"


class Command(QueryCommand):
    """Read a rule. Exit status: 0 found, 1 there is none of that number, 2 can't be used."""

    help = (
        "Print a rule by its number, such as 101.2, or by its heading if the document has no numbers. Prints the text "
        "if it is loaded, otherwise our summary. "
        "Exit status: 0 found, 1 no such rule (similar rules are listed), 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rule", metavar="RULE", help="rule number or heading")
        parser.add_argument("--document", metavar="SLUG", help="document, such as cr-2.7; default: all that have it")
        parser.add_argument("--examples", action="store_true", help="print the examples, not just their number")
        add_json(parser, "print one JSON object: results, or nearest if none")

    def run(self, options: dict[str, Any]) -> int:
        """Print what is found."""
        name, document = options["rule"], options["document"]
        try:
            entries = selectors.look_up(name, document)
            nearest = () if entries else selectors.find_nearest_rules(name, document)
        except NotFound as exc:
            known = ", ".join(each.pk for each in selectors.list_documents())
            raise NotFound(f"{exc}; the documents are {known}") from exc
        if options["json"]:
            self.say(dump_json({"results": [rule_to_dict(entry) for entry in entries], "nearest": list(nearest)}))
        elif entries:
            self.say("\n\n".join("\n".join(_lines(each, with_examples=options["examples"])) for each in entries))
        if entries:
            return 0
        number = name[:80]
        missing = f"{document} has no rule {number}" if document else f"no document has a rule {number}"
        self.stderr.write(f"{missing}; similar rules: {', '.join(nearest)}" if nearest else missing)
        return 1


def rule_to_dict(entry: selectors.FoundRule) -> dict[str, Any]:
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
    return {**{name: getattr(unit, name) or None for name in ("kind", "number", "slug", "title")}, "text": unit.text}


def _lines(entry: selectors.FoundRule, *, with_examples: bool) -> Iterator[str]:
    yield f"{entry.document.name} ({entry.document.pk})"
    yield "  ".join(filter(None, (entry.number, entry.heading)))
    summary = entry.rule.summary if entry.rule else ""
    if entry.unit is None:
        yield from _wrap(_NO_TEXT, "  ")
        yield from _wrap(summary or "No summary.", "  ")
        return
    if entry.unit.title not in {"", entry.number, entry.heading}:
        yield f"  {entry.unit.title}"
    if entry.unit.likely:
        yield f"  The document says {entry.unit.number}, probably an error for {entry.unit.likely}."
    yield from _wrap(entry.unit.text, "  ")
    for unit in entry.below:
        yield from _wrap("  ".join(filter(None, (unit.number, unit.title, unit.text))), "    ")
    if with_examples:
        for unit in entry.examples:
            yield from _wrap(unit.text, "    ")
    elif count := len(entry.examples):
        yield f"  {count} example{'s' if count > 1 else ''} (--examples prints {'them' if count > 1 else 'it'})"


def _wrap(text: str, indent: str) -> Iterator[str]:
    width = min(get_terminal_size().columns, _WIDEST)
    for paragraph in text.split("\n"):
        yield from textwrap.wrap(paragraph, width, initial_indent=indent, subsequent_indent=indent)
