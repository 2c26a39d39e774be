"""The official card gallery of Riftbound as it read on a day: every printing with the card's text of that day.

It shows the current wording, so that its texts are references of its day and never printed texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import BinaryIO

from engine.model.cards import RIFTBOUND, Between
from vsdb.exchange.card_files.proposals import CardProposal, FilePosition, Item, SourceProposal, WordingProposal
from vsdb.exchange.card_files.sources.json_places import JsonValue
from vsdb.exchange.card_files.sources.proposing import propose_cards
from vsdb.exchange.card_files.sources.riftbound_files import parse_day, read_file, read_texts
from vsdb.exchange.card_files.sources.vocabulary import FactCell

_FILE = ("source", "originUrl", "updatedAt", "count", "cards", "dataVersion", "generatedAt")
_CARD = (
    *("id", "name", "publicCode", "collectorNumber", "set", "setId", "domains", "rarity", "cardTypes", "superTypes"),
    *("energy", "might", "power", "tags", "orientation", "abilityText"),
)
_TEXTS = ("name", "publicCode", "rarity", "energy", "might", "power", "abilityText")
_LISTS = {"domains": "domains", "cardTypes": "type", "superTypes": "supertype", "tags": "tags"}


@dataclass(frozen=True, slots=True)
class GalleryCard:
    """A printing of the gallery with its text."""

    place: FilePosition
    texts: Mapping[str, str]
    lists: Mapping[str, tuple[str, ...]]

    @property
    def text(self) -> str:
        """The text of the day."""
        return self.texts["abilityText"].strip()


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of the gallery. Raises InputError for a file that is broken, cut off or of another source."""
    root = read_file(file, "gallery")
    fields = root.get_object(_FILE, "the gallery")
    texts = read_texts(fields, ("source", "updatedAt"), root.place, "a gallery")
    day = parse_day(texts["updatedAt"], fields["updatedAt"].place, "updatedAt")
    cards = [_read_card(each) for each in fields["cards"].get_list("cards")]
    if "count" in fields and fields["count"].value != len(cards):
        message = f"count says {fields['count'].value} cards, but {len(cards)} are here; the file is not whole"
        raise fields["count"].place.error(message, "cut-off")
    if not cards:
        raise fields["cards"].place.error("the gallery has no cards")
    title = f"{texts['source'][:150]}, {day.isoformat()}"
    source = SourceProposal(RIFTBOUND, f"gallery-{day.isoformat()}", title, "reference", "publisher", Between(day, day))
    return _items(source, cards)


def _read_card(value: JsonValue) -> GalleryCard:
    fields = value.get_object(_CARD, "a card")
    texts = read_texts(fields, _TEXTS, value.place, "a card")
    lists = {}
    for name in _LISTS:
        held = fields.get(name)
        lists[name] = tuple(each.get_text(name) for each in held.get_list(name)) if held else ()
    return GalleryCard(value.place.called(texts["publicCode"][:80]), texts, lists)


def _items(source: SourceProposal, cards: list[GalleryCard]) -> Iterator[Item]:
    """The source and its cards: of a name the first text is the card's, a printing with another one has its own."""
    yield source
    said: dict[str, str] = defaultdict(str)
    for card in cards:
        name = card.texts["name"]
        said[name] = said[name] or card.text
    told: set[str] = set()
    for card in cards:
        name = card.texts["name"]
        wordings: tuple[WordingProposal, ...] = ()
        if card.text and card.text != said[name]:
            wordings = (WordingProposal("reference", card.text, card.place, is_of_printing=True),)
        elif card.text and name not in told:
            told.add(name)
            wordings = (WordingProposal("reference", card.text, card.place),)
        for made in propose_cards(dict(_cells(card)), RIFTBOUND, card.place):
            yield replace(made, wordings=wordings) if isinstance(made, CardProposal) else made


def _cells(card: GalleryCard) -> Iterator[tuple[str, FactCell]]:
    for name in ("name", "rarity", "energy", "might", "power"):
        if text := card.texts[name].strip():
            yield name, FactCell(name, text, card.place)
    yield "number", FactCell("publicCode", card.texts["publicCode"], card.place)
    for name, field in _LISTS.items():
        if held := card.lists[name]:
            yield field, FactCell(name, "; ".join(held), card.place)
