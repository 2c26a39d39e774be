"""The JSON list of TCG Browser: 2PCG cards with `guid name type limit set traits text atk def health faction cost`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, BinaryIO

from django.utils.text import slugify

from engine.model.errors import InputError
from engine.model.games import name_in_messages
from vsdb.exchange.card_files.proposals import CardProposal, Item, Place, Problem, SetProposal, SourceProposal
from vsdb.exchange.card_files.sources.json_items import Found, read_list
from vsdb.exchange.card_files.sources.properties import Cell, Surplus, sorted_cells
from vsdb.exchange.card_files.sources.proposing import code_of, led_by_source, proposed
from vsdb.exchange.card_files.sources.vocabulary import game_alone_in

_NEEDED = frozenset(("guid", "name", "type"))
#: Its locations are the basic ones; the others it calls special.
_TYPES = {"location": "Basic Location"}
_TRAITS = {"[flight]": "flight", "[ranged]": "range", "[range]": "range"}
_USUAL_LIMIT = "the usual number for cards of its kind, or how many of them an out-of-game pile holds"
_ART = "it marks another picture of the same card"
_AKA = re.compile(r"^AKA[ :]+(.+?)\.?$", re.MULTILINE)
_AND = re.compile(r" ?, ?(?:and )?| and | ?& ?")


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of the list. Raises InputError for what is no such list."""
    found = read_list(file)
    held: list[Found | Problem] = []
    for item in found:
        held.append(item)
        if isinstance(item, Found):
            if not isinstance(item.value, dict) or not item.value.keys() >= _NEEDED:
                message = f"no card as TCG Browser writes it; one has {', '.join(sorted(_NEEDED))}"
                raise InputError(message, place=str(item.place), code="wrong-file")
            break
    game = game_alone_in("tcgbrowser")
    slug = f"tcgbrowser-{slugify(name_in_messages(game))}"
    source = SourceProposal(game.slug, slug, f"TCG Browser: {game.name}")
    return led_by_source(_items(chain(held, found), game.slug), lambda _: source)


def _items(found: Iterator[Found | Problem], game: str) -> Iterator[Item]:
    surplus = Surplus()
    sets: set[str] = set()
    for item in found:
        if isinstance(item, Problem):
            yield item
        elif not isinstance(item.value, dict):
            yield Problem(item.place, "no card: a card is an object in braces", json.dumps(item.value)[:80])
        else:
            for made in _card(item.value, item.place, game, surplus):
                if isinstance(made, CardProposal) and made.set_code and made.set_code not in sets:
                    sets.add(made.set_code)
                    yield SetProposal(made.place, game, made.set_code, None, {})
                yield made
    yield from surplus.told()


def _card(card: Mapping[str, Any], begins: Place, game: str, surplus: Surplus) -> Iterator[CardProposal | Problem]:
    guid = card.get("guid")
    place = Place(begins.line, begins.column, guid[:80] if isinstance(guid, str) else "")
    texts: dict[str, str] = {}
    for key, value in card.items():
        if isinstance(value, str):
            texts[key] = value
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            texts[key] = f"{value}"
        elif isinstance(value, list) and all(isinstance(word, str) for word in value):
            texts[key] = json.dumps(value)
        elif value is not None:
            yield Problem(place, f"{key[:40]}: {type(value).__name__}; text is needed", json.dumps(value)[:80])
    problems, cells = _cells(texts, place, game, surplus)
    yield from problems
    ids = {"tcgbrowser": texts["guid"][:80]} if texts.get("guid", "").isascii() and texts.get("guid") else {}
    yield from proposed(sorted_cells(cells, surplus), game, place, ids=ids)


def _cells(texts: dict[str, str], place: Place, game: str, surplus: Surplus) -> tuple[list[Problem], list[Cell]]:
    """The card's fields as cells: what TCG Browser writes in a way of its own is put into words of the table."""
    problems: list[Problem] = []
    cells: list[Cell] = []
    kind = texts.get("type", "").casefold()

    def add(field: str, text: str) -> None:
        cells.append(Cell(field, text, place))

    for key, text in texts.items():
        if not text.strip():
            continue
        if key == "guid":
            add("number", text)
        elif key == "set":
            if not code_of(texts.get("guid", ""), game):
                add("set", text)
        elif key == "type":
            add("type", _TYPES.get(kind, text))
        elif key == "traits":
            for word in text.split():
                if field := _TRAITS.get(word.casefold()):
                    add(field, "1")
                else:
                    problems.append(Problem(place, "traits: neither [flight] nor [ranged]", word[:80]))
        elif key == "limit":
            if _is_printed(text.strip(), kind):
                add("limit", text)
            else:
                surplus.add("limit", place, _USUAL_LIMIT)
        elif key == "linkedcards":
            try:
                add("linked", "; ".join(json.loads(text)))
            except (TypeError, ValueError, RecursionError):
                problems.append(Problem(place, "linkedcards: a list of codes is needed", text[:80]))
        elif key in {"aa", "ea", "aaprint"}:
            surplus.add(key, place, _ART)
        else:
            add(key, text)
    if "character" in kind:
        said = {cell.written for cell in cells}
        for field in ("flight", "range"):
            if field not in said and "traits" in texts:
                add(field, "0")
    if aka := _AKA.search(texts.get("text", "")):
        add("aka", ";".join(_AND.split(" ".join(aka[1].split()))))
    return problems, cells


def _is_printed(limit: str, kind: str) -> bool:
    """Whether a limit is the card's own; not the usual one of its kind, nor how many an out-of-game pile holds."""
    usual = "1" if kind.startswith("main character") else "4"
    return limit != usual and "pile" not in kind
