"""Texts of rules documents put into their tables for tests: our own, and the official ones where they are at hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from vsdb.catalog.rules.models import Document, Reference, Unit
from vsdb.exchange.rule_documents import services
from vsdb.exchange.rule_documents.services import import_text

#: The official files by the documents that they are.
OFFICIAL = {
    "cr-2007-02-05": "vs-classic-rules-2007-02-05.txt",
    "cr-2.7": "vs-classic-rules-2.7-2008-12-22.md",
    "pcg-5.0": "vs-2pcg-rulebook-5.0.txt",
    "mun-faq-2008-06-10": "marvel-universe-faq-2008-06-10.txt",
    "rb-playing": "riftbound-playing-cards.txt",
    "rb-core-1.3": "riftbound-core-rules-1.3-2026-03-30.txt",
    "rb-core-2026-07-16": "riftbound-core-rules-2026-07-16.txt",
    "rb-tournament": "riftbound-tournament-rules-2026-05-02.txt",
}

OLDER = """\
Rules of Our Game

Last updated May 1, 2001

1. Beginnings

101. Decks

101.1. Bring a deck of twenty cards, all of them in good order.

101.1a. A box for it is not asked for.

101.2. A deck holds three cards of one name and no more than that. There are two exceptions.

101.2a. Of a card with a color there may be three of each color.

101.2b. Of ferns there may be any number.

102. Turns

102.1. Whoever brought the older deck begins, and then it goes around.

102.2. Draw a card off the top of your own deck, whichever it is. (See rule 101.1.)

Example: Moss controls Hulk and plays Savage Beatdown on it. Moss draws.

102.3. Nobody waits for longer than one sandglass.
"""

NEWER = """\
# Rules of Our Game

Last updated May 1, 2003

## 1. Beginnings

### 101. Decks

- 101.1 Bring a deck of twenty cards, all of them in good order.
- 101.2 A deck holds three cards of one name and color and no more than that. Ferns are an exception.
- 101.3 A deck may have a box.

### 102. Turns

- 102.1 Draw a card off the top of your own deck, whichever it is. (See rule 101.1.)

**Example:** Moss controls Hulk and plays Savage Beatdown on it. Moss draws.

- 102.2 Whoever brought the older deck begins, and then it goes around.
- 102.3 A <script>alert(1)</script> may "bite" & <b>hurt</b>. A deck has a deck box. (See rules 101.1–101.3.)

## Glossary

#### Deck

The cards that a player brings. (See rule 101.1.)

#### Deck Box

What a deck lies in.

#### Boost

What a deck gets.

#### Beatdown

A hard time.
"""


def hold(document: str, text: str) -> None:
    """Put a text of our own into the tables as that document's."""
    read = services.read(text, document)
    Unit.objects.filter(document=document).delete()
    held: dict[str, Unit] = {}
    for position, unit in enumerate(read.units):
        held[unit.slug] = Unit.objects.create(
            document_id=document, parent=held[unit.parent] if unit.parent else None, position=position,
            depth=unit.depth, kind=unit.kind, number=unit.number, likely=unit.likely, slug=unit.slug,
            title=unit.title, text=unit.text, line=unit.line,
        )  # fmt: skip
    for unit in read.units:
        for position, each in enumerate(unit.mentions):
            target = held[each.target] if each.target else None
            Reference.objects.create(
                unit=held[unit.slug], position=position, start=each.start, end=each.end, written=each.written,
                outside=each.outside, target=target,
            )  # fmt: skip
    Document.objects.filter(pk=document).update(text_digest=hashlib.sha256(text.encode()).hexdigest())


def hold_official(shared: Path, documents: Iterable[str] = OFFICIAL) -> None:
    """Import official files as whoever has a copy does."""
    for document in documents:
        import_text((shared / "documents" / OFFICIAL[document]).read_bytes(), OFFICIAL[document], document)
