"""Search the cards from the command line."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from engine.model.cards import Card
from engine.model.errors import InputError, NotFound
from vsdb.catalog.formats.lookup import find_game
from vsdb.check.services import json_text
from vsdb.search.services import Found, cards_of, did_you_mean, note_as_dict, search_cards

NOTHING, UNUSABLE = 1, 2


class Command(BaseCommand):
    """Search the cards. Exit status: 0 found, 1 nothing found, 2 can't be used."""

    help = (
        "Find cards by the query language of the search box, such as 't:character team:avengers cost<=3'. "
        "What wasn't understood is said on standard error, and the rest of the query still runs. "
        "Exit status: 0 found, 1 nothing found, 2 can't be used."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", metavar="QUERY", help="what to look for; an empty one is every card")
        parser.add_argument("--game", metavar="SLUG", help="vs-classic, vs-2pcg or riftbound; else all of them")
        parser.add_argument("--limit", metavar="N", help="print the first N cards; else all of them")
        parser.add_argument("--json", action="store_true", help="one JSON object: total, results and notes")

    def handle(self, *args: object, **options: Any) -> None:
        """Print what is found."""
        try:
            game = find_game(options["game"]) if options["game"] else None
            limit = _limit(options["limit"])
            found = search_cards(options["query"], game=game)
            cards = cards_of(found.ids[:limit], found.printings[:limit])
            names = () if found.total else did_you_mean(options["query"], game=game)
        except (InputError, NotFound) as exc:
            raise CommandError(str(exc), returncode=UNUSABLE) from exc
        except DatabaseError as exc:
            raise CommandError(
                f"the database can't be read ({exc}); set it up with manage.py migrate and manage.py load_reference",
                returncode=UNUSABLE,
            ) from exc
        try:
            if options["json"]:
                self.stdout.write(json_text(_answer(found, cards)))
            else:
                self._print(found, cards, [each.name for each in names])
            self.stdout.flush()
        except BrokenPipeError:
            # Whoever read it has read enough; Python is not to try again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(UNUSABLE)
        if not found.total:
            sys.exit(NOTHING)

    def _print(self, found: Found, cards: Sequence[Card], names: Sequence[str]) -> None:
        for note in found.notes:
            near = f" (nearest: {', '.join(note.suggestions)})" if note.suggestions else ""
            self.stderr.write(f"{_place(found, note.span.start, note.span.end)}{note.message}{near}")
        for remark in found.remarks:
            self.stderr.write(remark.message)
        for card in cards:
            printed = ", ".join(printing.code for printing in card.printings)
            self.stdout.write("  ".join(filter(None, (card.title, card.type, printed, card.game))))
        self.stdout.write(found.counted)
        if names:
            self.stdout.write(f"did you mean {' or '.join(names)}?")


def _place(found: Found, start: int, end: int) -> str:
    return f"{found.query.text[start:end]!r}: " if end > start else ""


def _limit(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and text.strip("0")):
        raise InputError(f"{text[:20]!r} is no number of cards; at least 1", place="--limit")
    return int(text[:9])


def _answer(found: Found, cards: Sequence[Card]) -> dict[str, Any]:
    return {
        "total": found.total,
        "results": [_result(card) for card in cards],
        "notes": [note_as_dict(note) for note in (*found.notes, *found.remarks)],
    }


def _result(card: Card) -> dict[str, Any]:
    return {
        "title": card.title,
        "slug": card.slug,
        "game": card.game,
        "name": card.name,
        "type": card.type,
        "printings": [printing.code for printing in card.printings],
    }
