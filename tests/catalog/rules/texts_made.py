"""Documents of our own making in the tables, with their texts."""

from __future__ import annotations

from datetime import date

from vsdb.catalog.rules.models import Document, Unit
from vsdb.exchange.reports import TextReport
from vsdb.exchange.rule_documents.services import import_text

OWN = "own-1.0"
GAME = "vs-classic"

NUMBERED = """\
Comprehensive Rules of the Harbor

Last updated May 1, 2001

1. Boats

100. General

100.1. Boats float. (See rule 101.9.)

100.1a. Wet boats float too.

Example: A wet boat lies in the harbor. It floats.

100.2. Boats have sails. (See rules 101.1–101.4.)

101. Sails

101.1. Sails are white.

101.2. Sails are wide.

101.3. Sails are folded at night, as rule 100.1a says.

101.4. Boats with sails obey the harbor.
"""


def make_document(slug: str = OWN, day: date | None = date(2001, 5, 1), game: str | None = GAME) -> Document:
    """A document that nothing cites."""
    place = Document.objects.count()
    return Document.objects.create(slug=slug, name="Harbor Rules", game_id=game, edition_date=day, position=place)


def load(text: str, slug: str = OWN, *, is_dry_run: bool = False) -> TextReport:
    """Import a text as that document's; what was done."""
    return import_text(text.encode(), "harbor.txt", slug, is_dry_run=is_dry_run)


def load_edition(slug: str, text: str) -> None:
    """Import a text as an edition that verdicts cite, without the rules that they cite of it."""
    Document.objects.get(pk=slug).rules.all().delete()
    load(text, slug)


def rows(slug: str = OWN) -> list[tuple[object, ...]]:
    """The units of a document with their primary keys, and what each refers to."""
    held = Unit.objects.filter(document=slug).order_by("position")
    return [
        *held.values_list(
            "pk", "slug", "position", "kind", "number", "title", "text", "line", "depth", "parent", "folded", "likely"
        ),
        *held.order_by("position", "references__position").values_list(
            "slug", "references__pk", "references__start", "references__target", "references__is_between"
        ),
    ]
