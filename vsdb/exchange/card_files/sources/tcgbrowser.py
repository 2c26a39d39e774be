"""The JSON list of TCG Browser: 2PCG cards with `guid name type limit set traits text atk def health faction cost`.

It is read an item at a time, each with the line and column at which it begins. The standard library decodes the items
one by one; it can read no list piecemeal, and readers that can tell no places.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, BinaryIO

from django.utils.text import slugify

from engine.model.games import name_in_messages
from vsdb.exchange.card_files.proposals import CardProposal, FilePosition, Item, ReadingProblem, SetProposal
from vsdb.exchange.card_files.sources.proposing import parse_code, propose_cards, put_source_first
from vsdb.exchange.card_files.sources.text_streams import decode_stream
from vsdb.exchange.card_files.sources.vocabulary import FactCell, SurplusProperties, find_only_game, sort_cells

MAX_ITEM_LENGTH = 1 << 18  #: characters
MAX_FAULTS = 1_000
_BETWEEN = re.compile(r"[\s,]*")
_NEXT_LINE_OBJECT = re.compile(r"\n\s*\{")


def _no_number(word: str) -> float:
    raise json.JSONDecodeError(f"{word} is not a number", word, 0)


_DECODER = json.JSONDecoder(parse_constant=_no_number)


@dataclass(frozen=True, slots=True)
class JsonItem:
    """An item of the list and where it begins."""

    value: Any
    place: FilePosition


def read_list(file: BinaryIO) -> Iterator[JsonItem | ReadingProblem]:
    """The items of the list that a file holds. Raises InputError for what is no list, or broken throughout.

    An item that is no JSON is told, and the list is read on from the next line that begins with a brace.
    """
    texts = decode_stream(file)
    rest, at, place = "", 0, FilePosition(1, 1)
    has_begun, is_over, faults = False, False, 0
    while True:
        if blank := _BETWEEN.match(rest, at):
            place, at = place.after(blank[0]), blank.end()
        left = len(rest) - at
        if left and not has_begun:
            if rest[at] != "[":
                raise place.error("the file is not a JSON list of cards")
            has_begun, place, at = True, place.after("["), at + 1
            continue
        if rest.startswith("]", at):
            return
        try:
            value, end = _DECODER.raw_decode(rest, at)
        except (ValueError, RecursionError) as error:
            failure = error
        else:
            yield JsonItem(value, place)
            place, at = place.after(rest[at:end]), end
            continue
        if not is_over and left <= MAX_ITEM_LENGTH:
            more = next(texts, None)
            is_over, rest, at = more is None, rest[at:] + (more or ""), 0
            continue
        if not has_begun:
            raise FilePosition().error("the file is empty")
        if not left:
            yield ReadingProblem(place, "the list has no end; the file is cut off")
            return
        faults += 1
        if faults > MAX_FAULTS:
            raise place.error(f"more than {MAX_FAULTS:,} cards are not valid JSON; check the whole file")
        yield _problem(failure, rest, at, place)
        onwards = _NEXT_LINE_OBJECT.search(rest, at + 1)
        if is_over and not onwards and rest.rstrip().endswith("]"):
            return
        end = onwards.end() - 1 if onwards else len(rest)
        place, at = place.after(rest[at:end]), end


def _problem(error: Exception, text: str, at: int, place: FilePosition) -> ReadingProblem:
    """What is wrong with the item that begins there in the text."""
    excerpt = " ".join(text[at : at + 200].split())[:120]
    if isinstance(error, json.JSONDecodeError):
        where = place.after(text[at : error.pos])
        return ReadingProblem(where, f"the JSON is malformed ({error.msg}); this card was skipped", excerpt)
    return ReadingProblem(
        place, "the JSON is nested too deeply or has too large a number; this card was skipped", excerpt
    )


_NEEDED = frozenset(("guid", "name", "type"))
#: Its locations are the basic ones; the others it calls special.
_TYPES = {"location": "Basic Location"}
_TRAITS = {"[flight]": "flight", "[ranged]": "range", "[range]": "range"}
_USUAL_LIMIT = "the usual limit for this card type, or the number of these cards in an out-of-game pile"
_ART = "marks alternative art of the same card"
_AKA = re.compile(r"^AKA[ :]+(.+?)\.?$", re.MULTILINE)
_AND = re.compile(r" ?, ?(?:and )?| and | ?& ?")


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of the list. Raises InputError for what is no such list."""
    found = read_list(file)
    held: list[JsonItem | ReadingProblem] = []
    for item in found:
        held.append(item)
        if isinstance(item, JsonItem):
            if isinstance(item.value, dict) and item.value.keys() >= _NEEDED:
                break
            raise item.place.error(f"not a TCG Browser card; one has {', '.join(sorted(_NEEDED))}")
    game = find_only_game("tcgbrowser")
    source = f"tcgbrowser-{slugify(name_in_messages(game))}", f"TCG Browser: {game.name}"
    return put_source_first(_items(chain(held, found), game.slug), game.slug, lambda _: source)


def _items(found: Iterator[JsonItem | ReadingProblem], game: str) -> Iterator[Item]:
    surplus = SurplusProperties()
    sets: set[str] = set()
    for item in found:
        if isinstance(item, ReadingProblem):
            yield item
        elif not isinstance(item.value, dict):
            yield ReadingProblem(
                item.place, "not a card; write a card as an object in braces", json.dumps(item.value)[:80]
            )
        else:
            for made in _card(item.value, item.place, game, surplus):
                if isinstance(made, CardProposal) and made.set_code and made.set_code not in sets:
                    sets.add(made.set_code)
                    yield SetProposal(made.place, game, made.set_code, None, {})
                yield made
    yield from surplus.told()


def _card(
    card: Mapping[str, Any], begins: FilePosition, game: str, surplus: SurplusProperties
) -> Iterator[CardProposal | ReadingProblem]:
    place = begins.called(guid[:80] if isinstance(guid := card.get("guid"), str) else "")
    texts: dict[str, str] = {}
    for key, value in card.items():
        if isinstance(value, str):
            texts[key] = value
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            texts[key] = f"{value}"
        elif isinstance(value, list) and all(isinstance(word, str) for word in value):
            texts[key] = json.dumps(value)
        elif value is not None:
            yield ReadingProblem(place, f"{key[:40]}: found {type(value).__name__}; write text", json.dumps(value)[:80])
    found = list(_cells(texts, place, game, surplus))
    yield from (each for each in found if isinstance(each, ReadingProblem))
    cells = sort_cells((each for each in found if isinstance(each, FactCell)), surplus)
    code = texts.get("guid", "")
    yield from propose_cards(cells, game, place, ids={"tcgbrowser": code[:80]} if code and code.isascii() else {})


def _cells(
    texts: dict[str, str], place: FilePosition, game: str, surplus: SurplusProperties
) -> Iterator[FactCell | ReadingProblem]:
    """The card's fields as cells: what TCG Browser writes in a way of its own is put into words of the table."""
    written = {key: text for key, text in texts.items() if text.strip()}
    kind = written.get("type", "").casefold()
    usual_limit = "1" if kind.startswith("main character") else "4"
    flags = [(word, _TRAITS.get(word.casefold())) for word in written.get("traits", "").split()]
    for key, text in written.items():
        match key:
            case "guid":
                yield FactCell("number", text, place)
            case "set" if parse_code(texts.get("guid", ""), game):
                pass
            case "type":
                yield FactCell(key, _TYPES.get(kind, text), place)
            case "traits":
                for word, field in flags:
                    problem = ReadingProblem(place, "traits: use [flight] or [ranged]", word[:80])
                    yield FactCell(field, "1", place) if field else problem
            case "limit" if text.strip() == usual_limit or "pile" in kind:
                surplus.add(key, place, _USUAL_LIMIT)
            case "linkedcards":
                try:
                    yield FactCell("linked", "; ".join(json.loads(text)), place)
                except (TypeError, ValueError, RecursionError):
                    yield ReadingProblem(place, "linkedcards: write a list of codes", text[:80])
            case "aa" | "ea" | "aaprint":
                surplus.add(key, place, _ART)
            case _:
                yield FactCell(key, text, place)
    if "character" in kind and "traits" in texts:
        said = {*written, *(field for _, field in flags)}
        yield from (FactCell(field, "0", place) for field in ("flight", "range") if field not in said)
    if aka := _AKA.search(texts.get("text", "")):
        yield FactCell("aka", ";".join(_AND.split(" ".join(aka[1].split()))), place)
