"""Search the cards from the command line."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from engine.formats.names import find_game
from engine.model.cards import Card
from engine.model.errors import InputError
from engine.model.serialization import dump_json
from vsdb.core.commands import QueryCommand, add_game, add_json
from vsdb.search.services import FoundCards, load_cards, note_to_dict, reading_to_dict, search_cards, suggest_queries

NOTHING = 1


class Command(QueryCommand):
    """Search the cards. Exit status: 0 found, 1 nothing found, 2 can't be used."""

    help = (
        "Find cards with the search box's query language, such as 't:character team:avengers cost<=3'. "
        "Ignored parts of the query are reported on standard error. "
        "Exit status: 0 cards found, 1 no cards found, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", metavar="QUERY", help="the query; empty finds every card")
        add_game(parser, "; default: all games")
        parser.add_argument("--limit", metavar="N", help="print the first N cards; default: all")
        add_json(parser, "print one JSON object: total, results, notes and how the query was read")

    def run(self, options: dict[str, Any]) -> int:
        """Print what is found."""
        game = find_game(options["game"]) if options["game"] else None
        limit = _limit(options["limit"])
        found = search_cards(options["query"], game=game)
        cards = load_cards(found.ids[:limit], found.printings[:limit])
        names = suggest_queries(options["query"], game=game) if found.may_be_misspelt else ()
        if options["json"]:
            notes = [note_to_dict(note) for note in (*found.notes, *found.remarks)]
            results = list(map(_result, cards))
            self.say(
                dump_json({"total": found.total, "results": results, "notes": notes, "read_as": reading_to_dict(found)})
            )
        else:
            self._print(found, cards, [each.name for each in names])
        return 0 if found.total else NOTHING

    def _print(self, found: FoundCards, cards: Sequence[Card], names: Sequence[str]) -> None:
        for note in found.notes:
            near = f" (did you mean: {', '.join(note.suggestions)})" if note.suggestions else ""
            self.stderr.write(f"{_place(found, note.span.start, note.span.end)}{note.message}{near}")
        if without := found.notes and found.notes[0].without:
            self.stderr.write(f"without it: {without}")
        for reading in found.readings:
            only = f"for that only: {reading.named}; for the words only: {reading.literal}"
            self.stderr.write(f"{reading.words!r} also means {reading.term}; {only}")
        for remark in found.remarks:
            self.stderr.write(remark.message)
        for card in cards:
            printed = ", ".join(printing.code for printing in card.printings)
            self.say("  ".join(filter(None, (card.title, card.type, printed, card.game))))
        self.say(found.counted)
        if names:
            self.say(f"did you mean {' or '.join(names)}?")


def _place(found: FoundCards, start: int, end: int) -> str:
    return f"{found.query.text[start:end]!r}: " if end > start else ""


def _limit(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and text.strip("0")):
        raise InputError(f"{text[:20]!r} is not a number of cards; use 1 or more", place="--limit")
    return int(text[:9])


def _result(card: Card) -> dict[str, Any]:
    facts = {name: getattr(card, name) for name in ("title", "slug", "game", "name", "type")}
    return {**facts, "printings": [printing.code for printing in card.printings]}
