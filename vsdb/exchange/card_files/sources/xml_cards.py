"""The XML files of OCTGN and of Cockatrice.

OCTGN: `<set gameId name><cards><card id name><property name value>`. A card's id is kept, since OCTGN's deck files know
cards by it. An `<alternate>` of a card is a card of its own that has the card's properties where it has none itself.

Cockatrice, version 4: `<cockatrice_carddatabase version="4">` holds `<info>`, `<sets><set>` and `<cards><card>`; a card
has `<name>`, `<text>`, `<prop>` with properties of any name, and a `<set num rarity uuid>` a printing, which holds the
set's code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any, BinaryIO

from django.utils.text import slugify

from engine.model.cards import GAMES
from vsdb.exchange.card_files.proposals import (
    CardProposal,
    FilePosition,
    IgnoredText,
    Item,
    ReadingProblem,
    SetProposal,
)
from vsdb.exchange.card_files.sources import vocabulary
from vsdb.exchange.card_files.sources.facts import UnreadableCell
from vsdb.exchange.card_files.sources.proposing import build_file_slug, parse_between, propose_cards, put_source_first
from vsdb.exchange.card_files.sources.vocabulary import FactCell, SurplusProperties, sort_cells
from vsdb.exchange.card_files.sources.xml_records import read_records
from vsdb.exchange.card_files.sources.xml_units import Found, XmlElement

_MAX_HELD = 500  #: records that are looked at before the game must be known


def _open(records: Iterator[Found], tag: str, what: str) -> XmlElement:
    """The root. Raises InputError for another than the one that files of this kind begin with."""
    root = next(records)
    if not isinstance(root, XmlElement) or root.tag != tag:
        found = f"the file starts with <{root.tag}>" if isinstance(root, XmlElement) else root.message
        raise root.place.error(f"{found}; {what} starts with <{tag}>")
    return root


def _with_game(
    records: Iterator[Found], known: str | None, cells: Callable[[XmlElement], Iterable[FactCell]], hint: str
) -> tuple[str, Iterator[Found]]:
    """The game and all the records. Raises InputError with a hint on how to say it where nothing tells the game."""
    held: list[Found] = []
    if known:
        return known, records
    for record in islice(records, _MAX_HELD):
        held.append(record)
        if isinstance(record, XmlElement) and record.tag == "card" and (game := vocabulary.find_game(cells(record))):
            return game, chain(held, records)
    place = next((record.place for record in held if isinstance(record, XmlElement)), FilePosition(1, 1))
    raise place.error(f"{vocabulary.UNKNOWN_GAME}; {hint} ({', '.join(GAMES)})", "unknown-game")


def _items(
    units: Iterable[Found], surplus: SurplusProperties, readers: Mapping[str, Callable[[XmlElement], Iterator[Item]]]
) -> Iterator[Item]:
    """What the elements are read as, by their tags; the others and what cards have beyond their facts are left out."""
    for unit in units:
        if isinstance(unit, ReadingProblem):
            yield unit
        elif read := readers.get(unit.tag):
            yield from read(unit)
        else:
            yield IgnoredText(unit.place, f"<{unit.tag[:40]}>: not a card, and not part of one")
    yield from surplus.told()


def _with_source(items: Iterator[Item], game: str, kind: str, title: str, label: str, name: str) -> Iterator[Item]:
    """The items of a file after their source, which is named after the first card's set, its own label or its name."""

    def describe(card: CardProposal | None) -> tuple[str, str]:
        code = card.set_code if card else None
        return f"{kind}-{slugify(code or label)[:60] or build_file_slug(name)}", f"{title} {code or label or name}"

    return put_source_first(items, game, describe)


_GUID = re.compile(r"\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?", re.IGNORECASE)
_SET_ATTRIBUTES = ("gameId", "name")


def read_octgn(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of an OCTGN set. Raises InputError for what is no such file or of a game that isn't ours."""
    records = read_records(file, containers={"cards"}, whole={"card"})
    root = _open(records, "set", "an OCTGN set")
    label = root.attributes.get("name", "").strip()
    octgn_id = root.attributes.get("gameId", "")
    known = vocabulary.find_game_of_octgn(octgn_id) or vocabulary.find_game_in_text(f"{name} {label}")
    hint = f"name it in the file's name, as in set-{next(iter(GAMES))}.xml"
    game, units = _with_game(records, known, _octgn_cells, hint)
    return _with_source(_octgn_items(root, units, game, label), game, "octgn", "OCTGN set", label, name)


def _octgn_items(root: XmlElement, units: Iterable[Found], game: str, label: str) -> Iterator[Item]:
    surplus = SurplusProperties()
    sets: set[str | None] = set()
    for attribute, value in root.attributes.items():
        if attribute not in _SET_ATTRIBUTES and value.strip():
            surplus.add(f"the set's {attribute[:40]}", root.place, "not about the cards")
    for item in _items(units, surplus, {"card": partial(_octgn_cards, game=game, surplus=surplus)}):
        if isinstance(item, CardProposal) and item.set_code not in sets and (item.set_code or label):
            sets.add(item.set_code)
            set_name = None if label == item.set_code else label[:120] or None
            yield SetProposal(root.place, game, item.set_code, set_name, {})
        yield item


def _octgn_cards(card: XmlElement, game: str, surplus: SurplusProperties) -> Iterator[CardProposal | ReadingProblem]:
    """The card, then its alternate forms."""
    cells = sort_cells(_octgn_cells(card), surplus)
    for attribute in card.attributes:
        if attribute not in {"id", "name"}:
            surplus.add(f"a card's {attribute[:40]}", card.place, "display data for OCTGN")
    written = card.attributes.get("id", "").strip()
    found = _GUID.fullmatch(written)
    if written and not found:
        yield ReadingProblem(card.place, "the card's id is not a GUID; it was skipped", written[:80])
    label = cells.get("number") or cells.get("name")
    place = card.place.called(label.text.strip()[:80] if label else "")
    yield from propose_cards(cells, game, place, ids={"octgn": found[1].casefold()} if found else {})
    for child in card.children:
        if child.tag == "alternate":
            own = sort_cells(_octgn_cells(child), surplus)
            yield from propose_cards({**cells, **own}, game, child.place.called(place.label))
        elif child.tag != "property":
            surplus.add(f"<{child.tag[:40]}>", child.place)


def _octgn_cells(card: XmlElement) -> list[FactCell]:
    """The name and the properties of a card or of an alternate form."""
    named = [FactCell("name", card.attributes["name"], card.place)] if card.attributes.get("name") else []
    return named + [
        FactCell(child.attributes.get("name", "a property without a name"), _value(child), child.place)
        for child in card.children
        if child.tag == "property"
    ]


def _value(unit: XmlElement) -> str:
    """A property's value; where it is written as content, with `<s value="x">` as the symbol [x]."""
    if "value" in unit.attributes:
        return unit.attributes["value"]
    inside = (f" [{each.attributes['value']}]" if "value" in each.attributes else each.text for each in unit.children)
    return " ".join([unit.text, *inside])


_ROOT = "cockatrice_carddatabase"
_OF_A_SET = frozenset(("name", "longname", "releasedate"))
_OF_A_PRINTING = frozenset(("num", "rarity", "uuid"))
_RELATED = "names of related cards; links between levels are kept as codes"
_USE = {"picurl": "image link; images are not imported", "muid": "another site's image number"}


def read_cockatrice(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of a Cockatrice database. Raises InputError for what is no such file or tells no game."""
    records = read_records(file, containers={"sets", "cards"}, whole={"info", "set", "card"})
    root = _open(records, _ROOT, "a Cockatrice file")
    version = root.attributes.get("version", "").strip()
    if version != "4":
        read = "only version 4 can be read; open and save the file in a current Cockatrice"
        raise root.place.error(f"the file has version {version[:20] or 'unknown'}; {read}")
    # The file may begin with what it says of itself.
    first = next(records, None)
    is_info = isinstance(first, XmlElement) and first.tag == "info"
    info = " ".join(child.text for child in first.children) if is_info else ""  # type: ignore[union-attr]
    said = vocabulary.find_game_by_name(root.attributes.get("game", ""))
    known = said or vocabulary.find_game_in_text(f"{info} {name}")
    _, example, *_ = GAMES
    hint = f"name it in the file's name, as in cards-{example}.xml, or in each card's property <game>"
    game, units = _with_game(chain([first] if first else [], records), known, _cockatrice_cells, hint)
    surplus = SurplusProperties()
    set_reader, card_reader = (partial(read, game=game, surplus=surplus) for read in (_set, _cockatrice_cards))
    items = _items(units, surplus, {"info": _info, "set": set_reader, "card": card_reader})
    return _with_source(items, game, "cockatrice", "Cockatrice cards", "", name)


def _info(unit: XmlElement) -> Iterator[Item]:
    yield IgnoredText(unit.place, "<info>: information about the file")


def _set(unit: XmlElement, game: str, surplus: SurplusProperties) -> Iterator[SetProposal | ReadingProblem]:
    code, long_name, released = unit.words("name"), unit.words("longname"), unit.words("releasedate")
    facts: dict[str, Any] = {}
    for child in unit.children:
        if child.tag not in _OF_A_SET and child.text.strip():
            surplus.add(f"a set's <{child.tag[:40]}>", child.place, "sort order for Cockatrice")
    if released:
        try:
            days = parse_between(released)
            facts = {"released_earliest": days.earliest.isoformat(), "released_latest": days.latest.isoformat()}
        except UnreadableCell as error:
            yield ReadingProblem(unit.place, f"releasedate: {error}", released[:80])
    if not 0 < len(code) <= 10 or len(long_name) > 120:
        yield ReadingProblem(unit.place, "a set code needs 1 to 10 letters, a set name at most 120", code[:80])
    else:
        yield SetProposal(unit.place, game, code, long_name or None, facts)


def _cockatrice_cards(
    card: XmlElement, game: str, surplus: SurplusProperties
) -> Iterator[CardProposal | ReadingProblem]:
    """A proposal a printing; what the card says once is said at the first."""
    cells = sort_cells(_cockatrice_cells(card), surplus)
    if card.words("token") in {"1", "true"} and "type" in cells:
        cells["type"] = cells["type"]._replace(text=_find_token_type(cells["type"].text.strip(), game))
    for child in card.children:
        if child.tag in {"related", "reverse-related"}:
            surplus.add(f"<{child.tag}>", child.place, _RELATED)
    label = card.words("name")[:80]
    told: set[ReadingProblem] = set()
    for index, printing in enumerate(card.named("set") or [XmlElement("set", {}, card.place)]):
        attributes, place = printing.attributes, printing.place
        written = {"set": printing.text, "num": attributes.get("num", ""), "rarity": attributes.get("rarity", "")}
        own = sort_cells((FactCell(field, text, place) for field, text in written.items()), surplus)
        uuid = attributes.get("uuid", "").strip()
        for attribute, value in attributes.items():
            if attribute not in _OF_A_PRINTING and value.strip():
                surplus.add(attribute[:40], place, _USE.get(attribute.casefold(), ""))
        ids = {"cockatrice": uuid[:80]} if uuid else {}
        for item in propose_cards({**cells, **own}, game, place.called(label), ids=ids):
            if isinstance(item, CardProposal):
                yield item if index == 0 else replace(item, wordings=(), rulings=())
            elif item not in told:
                told.add(item)
                yield item


def _cockatrice_cells(card: XmlElement) -> list[FactCell]:
    """The name, the text and the properties; `type` before `maintype`, which says less."""
    leaves = [leaf for child in card.children for leaf in (child.children if child.tag == "prop" else [child])]
    kept = [leaf for leaf in leaves if leaf.tag not in {"set", "related", "reverse-related", "token", "prop"}]
    kept.sort(key=lambda leaf: leaf.tag == "maintype")
    return [FactCell(leaf.tag, leaf.text, leaf.place) for leaf in kept]


def _find_token_type(text: str, game: str) -> str:
    """The type of a token, where the game has a type of its own for it."""
    spellings = (f"Token ({text})", f"{text} Token")
    return next(filter(None, (vocabulary.normalize_type(each, game) for each in spellings)), text)
