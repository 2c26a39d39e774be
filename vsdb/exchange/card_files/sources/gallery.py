"""The official card gallery of Riftbound as it read on a day: every printing with the card's text of that day.

It shows the current wording, so that its texts are references of its day and never printed texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import BinaryIO

from engine.model.cards import RIFTBOUND, Between
from vsdb.exchange.card_files.proposals import CardProposal, FilePosition, Item, SourceProposal, WordingProposal
from vsdb.exchange.card_files.sources.json_places import JsonValue
from vsdb.exchange.card_files.sources.proposing import propose_cards
from vsdb.exchange.card_files.sources.riftbound_files import parse_day, read_file, read_texts
from vsdb.exchange.card_files.sources.vocabulary import FactCell

_FILE = ("source", "originUrl", "updatedAt", "count", "cards", "dataVersion", "generatedAt")
_CARD = (
    *("id", "name", "title", "subtitle", "publicCode", "collectorNumber", "set", "setId", "domains", "rarity"),
    *("cardTypes", "superTypes", "energy", "might", "power", "tags", "orientation", "abilityText"),
)
_NAMES = ("name", "title", "subtitle")
_FIGURES = ("energy", "might", "power")
_TEXTS = ("publicCode", "rarity", *_FIGURES, "abilityText")
_LISTS = {"domains": "domains", "cardTypes": "type", "superTypes": "supertype", "tags": "tags"}


@dataclass(frozen=True, slots=True)
class GalleryCard:
    """A printing of the gallery with its text; `lists` holds those that are given.

    `names` are what its card may be called, the likeliest first.
    """

    place: FilePosition
    names: tuple[str, ...]
    texts: Mapping[str, str]
    lists: Mapping[str, tuple[str, ...]]

    @property
    def text(self) -> str:
        """The text of the day."""
        return self.texts["abilityText"].strip()


@dataclass(frozen=True, slots=True)
class Gallery:
    """A gallery as it read on a day; what it doesn't say of itself is None."""

    place: FilePosition
    source: str | None
    day: date | None
    cards: tuple[GalleryCard, ...]


def read_gallery(file: BinaryIO, *, is_whole: bool) -> Gallery:
    """The cards of a gallery.

    A gallery that `is_whole` has every field that texts are imported with, and no other. Raises InputError for a file
    that is broken, cut off or of another source.
    """
    root = read_file(file, "gallery")
    fields = root.get_object(_FILE if is_whole else _given(root), "the gallery")
    said = read_texts(fields, ("source", "updatedAt"), root.place, "a gallery", may_lack=not is_whole)
    day = parse_day(said["updatedAt"], fields["updatedAt"].place, "updatedAt") if said["updatedAt"] else None
    cards = tuple(_read_card(each, is_whole=is_whole) for each in fields["cards"].get_list("cards"))
    if "count" in fields and fields["count"].value != len(cards):
        message = f"count says {fields['count'].value} cards, but {len(cards)} are here; the file is not whole"
        raise fields["count"].place.error(message, "cut-off")
    if not cards:
        raise fields["cards"].place.error("the gallery has no cards")
    return Gallery(root.place, said["source"] or None, day, cards)


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of the gallery with their texts. Raises InputError."""
    gallery = read_gallery(file, is_whole=True)
    if gallery.day is None or gallery.source is None:
        raise gallery.place.error("the gallery has an empty source or updatedAt")
    day = gallery.day.isoformat()
    title, days = f"{gallery.source[:150]}, {day}", Between(gallery.day, gallery.day)
    return _items(SourceProposal(RIFTBOUND, f"gallery-{day}", title, "reference", "publisher", days), gallery.cards)


def _given(value: JsonValue) -> Collection[str]:
    return value.value if isinstance(value.value, dict) else ()


def _read_card(value: JsonValue, *, is_whole: bool) -> GalleryCard:
    fields = value.get_object(_CARD if is_whole else _given(value), "a card")
    # A figure is a text, or a number without quotes.
    told = {name: held.as_text() if name in _FIGURES else held for name, held in fields.items() if name not in _LISTS}
    texts = read_texts(told, _TEXTS, value.place, "a card", may_lack=not is_whole)
    names = read_texts(told, _NAMES, value.place, "a card", may_lack=True)
    if is_whole and not names["name"] and not names["title"]:
        raise value.place.error("a card without the field 'name'", "missing-field")
    lists = {
        name: tuple(each.get_text(name) for each in fields[name].get_list(name)) for name in _LISTS if name in fields
    }
    return GalleryCard(
        value.place.called(texts["publicCode"][:80]),
        _name_card(*names.values(), is_legend="Legend" in lists.get("cardTypes", ())),
        texts,
        lists,
    )


def _name_card(name: str, title: str, subtitle: str, *, is_legend: bool) -> tuple[str, ...]:
    """What a card may be called. Since September 2026 the gallery tells the name of a champion from what follows it,
    which alone is the name of a legend; names may be joined by a dash that are recorded with a comma."""
    name, title, subtitle = (each.strip() for each in (name, title, subtitle))
    if title and not subtitle and not name.startswith(title):
        name, subtitle = name or title, title if name else ""
    elif title and subtitle:
        name = title
    if not subtitle or name.endswith(subtitle):
        return tuple(dict.fromkeys((name.replace(" - ", ", "), name)))
    joined, alone = f"{name}, {subtitle}".replace(" - ", ", "), subtitle.replace(" - ", ", ")
    return (alone, joined, name) if is_legend else (joined, alone, name)


def _items(source: SourceProposal, cards: Sequence[GalleryCard]) -> Iterator[Item]:
    """The source and its cards: of a name the first text is the card's, a printing with another one has its own."""
    yield source
    said: dict[str, str] = defaultdict(str)
    for card in cards:
        said[card.names[0]] = said[card.names[0]] or card.text
    told: set[str] = set()
    for card in cards:
        name = card.names[0]
        wordings: tuple[WordingProposal, ...] = ()
        if card.text and card.text != said[name]:
            wordings = (WordingProposal("reference", card.text, card.place, is_of_printing=True),)
        elif card.text and name not in told:
            told.add(name)
            wordings = (WordingProposal("reference", card.text, card.place),)
        for made in propose_cards(dict(_cells(card)), RIFTBOUND, card.place):
            yield replace(made, wordings=wordings) if isinstance(made, CardProposal) else made


def _cells(card: GalleryCard) -> Iterator[tuple[str, FactCell]]:
    if card.names[0]:
        yield "name", FactCell("name", card.names[0], card.place)
    for name in ("rarity", *_FIGURES):
        if text := card.texts[name].strip():
            yield name, FactCell(name, text, card.place)
    yield "number", FactCell("publicCode", card.texts["publicCode"], card.place)
    for name, field in _LISTS.items():
        if held := card.lists.get(name):
            yield field, FactCell(name, "; ".join(held), card.place)
