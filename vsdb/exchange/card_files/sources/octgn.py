"""OCTGN set definitions: `<set gameId name><cards><card id name><property name value>`.

A card's id is kept, since OCTGN's deck files know cards by it. An `<alternate>` of a card is a card of its own that
has the card's properties where it has none itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from django.utils.text import slugify

from engine.model.cards import GAMES
from engine.model.games import games
from vsdb.exchange.card_files.proposals import (
    CardProposal,
    IgnoredText,
    Item,
    ReadingProblem,
    SetProposal,
    SourceProposal,
)
from vsdb.exchange.card_files.sources.properties import FactCell, SurplusProperties, sort_cells, with_game
from vsdb.exchange.card_files.sources.proposing import build_file_slug, propose_cards, put_source_first
from vsdb.exchange.card_files.sources.vocabulary import find_game_in_text
from vsdb.exchange.card_files.sources.xml_records import read_records
from vsdb.exchange.card_files.sources.xml_units import XmlElement

_GUID = re.compile(r"\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?", re.IGNORECASE)
_SET_ATTRIBUTES = ("gameId", "name")


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of an OCTGN set. Raises InputError for what is no such file or of a game that isn't ours."""
    records = read_records(file, containers={"cards"}, whole={"card"})
    root = next(records)
    if not isinstance(root, XmlElement) or root.tag != "set":
        found = f"<{root.tag}>" if isinstance(root, XmlElement) else root.message
        raise root.place.error(f"{found}; an OCTGN set begins with <set>")
    label = root.attributes.get("name", "").strip()
    known = find_game_of_id(root.attributes.get("gameId", "")) or find_game_in_text(f"{name} {label}")
    game, units = with_game(records, known, _cells, f"put it into the file's name, as in set-{next(iter(GAMES))}.xml")

    def source(card: CardProposal | None) -> SourceProposal:
        code = card.set_code if card else None
        slug = slugify(code or label)[:60] or build_file_slug(name)
        return SourceProposal(game, f"octgn-{slug}", f"OCTGN set {code or label or name}"[:200])

    return put_source_first(_items(root, units, game, label), source)


def find_game_of_id(octgn_id: str) -> str | None:
    """The game that OCTGN knows by an identifier."""
    plain = octgn_id.strip("{} ").casefold()
    return next((game.slug for game in games() if plain and game.site.importing.octgn_id == plain), None)


def _items(root: XmlElement, units: Iterable[XmlElement | ReadingProblem], game: str, label: str) -> Iterator[Item]:
    surplus = SurplusProperties()
    sets: set[str | None] = set()
    for attribute, value in root.attributes.items():
        if attribute not in _SET_ATTRIBUTES and value.strip():
            surplus.add(f"the set's {attribute[:40]}", root.place, "it says nothing about the cards")
    for unit in units:
        if isinstance(unit, ReadingProblem):
            yield unit
        elif unit.tag != "card":
            yield IgnoredText(unit.place, f"<{unit.tag[:40]}>: no card and no fact of one")
        else:
            for item in _cards(unit, game, surplus):
                if isinstance(item, CardProposal) and item.set_code not in sets and (item.set_code or label):
                    sets.add(item.set_code)
                    set_name = None if label == item.set_code else label[:120] or None
                    yield SetProposal(root.place, game, item.set_code, set_name, {})
                yield item
    yield from surplus.told()


def _cards(card: XmlElement, game: str, surplus: SurplusProperties) -> Iterator[CardProposal | ReadingProblem]:
    """The card, then its alternate forms."""
    cells = sort_cells(_cells(card), surplus)
    for attribute in card.attributes:
        if attribute not in {"id", "name"}:
            surplus.add(f"a card's {attribute[:40]}", card.place, "it says how OCTGN shows the card")
    ids: dict[str, str] = {}
    written = card.attributes.get("id", "").strip()
    if found := _GUID.fullmatch(written):
        ids = {"octgn": found[1].casefold()}
    elif written:
        yield ReadingProblem(card.place, "the card's id is no GUID; it is left out", written[:80])
    label = cells.get("number") or cells.get("name")
    place = card.place.called(label.text.strip()[:80] if label else "")
    yield from propose_cards(cells, game, place, ids=ids)
    for child in card.children:
        if child.tag == "alternate":
            own = sort_cells(_cells(child), surplus)
            yield from propose_cards({**cells, **own}, game, child.place.called(place.label))
        elif child.tag != "property":
            surplus.add(f"<{child.tag[:40]}>", child.place)


def _cells(card: XmlElement) -> list[FactCell]:
    """The name and the properties of a card or of an alternate form."""
    named = [FactCell("name", card.attributes["name"], card.place)] if card.attributes.get("name") else []
    properties = (child for child in card.children if child.tag == "property")
    return named + [
        FactCell(child.attributes.get("name", "a property without a name"), _value(child), child.place)
        for child in properties
    ]


def _value(unit: XmlElement) -> str:
    """A property's value; where it is written as content, with `<s value="x">` as the symbol [x]."""
    if "value" in unit.attributes:
        return unit.attributes["value"]
    inside = (
        f" [{child.attributes['value']}]" if "value" in child.attributes else child.text for child in unit.children
    )
    return " ".join([unit.text, *inside])
