"""Cockatrice card databases, version 4.

`<cockatrice_carddatabase version="4">` holds `<info>`, `<sets><set>` and `<cards><card>`; a card has `<name>`,
`<text>`, `<prop>` with properties of any name, and a `<set num rarity uuid>` a printing, which holds the set's code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from django.utils.text import slugify

from engine.model.cards import GAMES
from vsdb.exchange.card_files.proposals import (
    CardProposal,
    IgnoredText,
    Item,
    ReadingProblem,
    SetProposal,
    SourceProposal,
)
from vsdb.exchange.card_files.sources.facts import UnreadableCell
from vsdb.exchange.card_files.sources.properties import FactCell, SurplusProperties, sort_cells, with_game
from vsdb.exchange.card_files.sources.proposing import build_file_slug, parse_between, propose_cards, put_source_first
from vsdb.exchange.card_files.sources.vocabulary import find_game_by_name, find_game_in_text, normalize_type
from vsdb.exchange.card_files.sources.xml_records import read_records
from vsdb.exchange.card_files.sources.xml_units import XmlElement

ROOT = "cockatrice_carddatabase"
_OF_A_SET = frozenset(("name", "longname", "releasedate"))
_OF_A_PRINTING = frozenset(("num", "rarity", "uuid"))
_RELATED = "names of cards that go with it; the links of levels are kept as codes"


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of a Cockatrice database. Raises InputError for what is no such file or tells no game."""
    records = read_records(file, containers={"sets", "cards"}, whole={"info", "set", "card"})
    root = next(records)
    if not isinstance(root, XmlElement) or root.tag != ROOT:
        found = f"<{root.tag}>" if isinstance(root, XmlElement) else root.message
        raise root.place.error(f"{found}; a Cockatrice file begins with <{ROOT}>")
    version = root.attributes.get("version", "").strip()
    if version != "4":
        read = "version 4 can be read: open and save it with a Cockatrice of today"
        raise root.place.error(f"the file is of version {version[:20] or 'unknown'}; {read}")
    held, info = _until_info(records)
    told = find_game_by_name(root.attributes.get("game", "")) or find_game_in_text(f"{info} {name}")
    _, example, *_ = GAMES
    hint = f"put it into the file's name, as in cards-{example}.xml, or into a property <game> of the cards"
    game, units = with_game(held, told, _cells, hint)

    def source(card: CardProposal | None) -> SourceProposal:
        code = card.set_code if card else None
        slug = slugify(code or "")[:60] or build_file_slug(name)
        return SourceProposal(game, f"cockatrice-{slug}", f"Cockatrice cards {code or name}"[:200])

    return put_source_first(_items(units, game), source)


def _until_info(records: Iterator[XmlElement | ReadingProblem]) -> tuple[Iterator[XmlElement | ReadingProblem], str]:
    """The records, and what the file says of itself where it begins with that."""
    first = next(records, None)

    def all_records() -> Iterator[XmlElement | ReadingProblem]:
        if first is not None:
            yield first
        yield from records

    is_info = isinstance(first, XmlElement) and first.tag == "info"
    return all_records(), " ".join(child.text for child in first.children) if is_info else ""  # type: ignore[union-attr]


def _items(units: Iterable[XmlElement | ReadingProblem], game: str) -> Iterator[Item]:
    surplus = SurplusProperties()
    for unit in units:
        if isinstance(unit, ReadingProblem):
            yield unit
        elif unit.tag == "set":
            yield from _set(unit, game, surplus)
        elif unit.tag == "card":
            yield from _cards(unit, game, surplus)
        else:
            reason = "what the file says of itself" if unit.tag == "info" else "no card and no fact of one"
            yield IgnoredText(unit.place, f"<{unit.tag[:40]}>: {reason}")
    yield from surplus.told()


def _set(unit: XmlElement, game: str, surplus: SurplusProperties) -> Iterator[SetProposal | ReadingProblem]:
    code, long_name, released = unit.words("name"), unit.words("longname"), unit.words("releasedate")
    facts: dict[str, Any] = {}
    for child in unit.children:
        if child.tag not in _OF_A_SET and child.text.strip():
            surplus.add(f"a set's <{child.tag[:40]}>", child.place, "it says how Cockatrice orders its sets")
    if released:
        try:
            days = parse_between(released)
            facts = {"released_earliest": days.earliest.isoformat(), "released_latest": days.latest.isoformat()}
        except UnreadableCell as error:
            yield ReadingProblem(unit.place, f"releasedate: {error}", released[:80])
    if not 0 < len(code) <= 10 or len(long_name) > 120:
        yield ReadingProblem(unit.place, "the set's code has one to ten letters, its name at most 120", code[:80])
    else:
        yield SetProposal(unit.place, game, code, long_name or None, facts)


def _cards(card: XmlElement, game: str, surplus: SurplusProperties) -> Iterator[CardProposal | ReadingProblem]:
    """A proposal a printing; what the card says once is said at the first."""
    cells = sort_cells(_cells(card), surplus)
    if card.words("token") in {"1", "true"} and "type" in cells:
        cells["type"] = replace(cells["type"], text=_find_token_type(cells["type"].text, game))
    for child in card.children:
        if child.tag in {"related", "reverse-related"}:
            surplus.add(f"<{child.tag}>", child.place, _RELATED)
    label = card.words("name")[:80]
    told: set[ReadingProblem] = set()
    for index, printing in enumerate(card.named("set") or [None]):
        own, ids, place = dict(cells), {}, card.place.called(label)
        if printing is not None:
            place = printing.place.called(label)
            own |= {
                field: FactCell(written, text, printing.place)
                for field, written, text in (
                    ("set", "set", printing.text),
                    ("number", "num", printing.attributes.get("num", "")),
                    ("rarity", "rarity", printing.attributes.get("rarity", "")),
                )
                if text.strip()
            }
            ids = {"cockatrice": uuid[:80]} if (uuid := printing.attributes.get("uuid", "").strip()) else {}
            for attribute, value in printing.attributes.items():
                if attribute not in _OF_A_PRINTING and value.strip():
                    surplus.add(attribute[:40], printing.place, _USE.get(attribute.casefold(), ""))
        for item in propose_cards(own, game, place, ids=ids):
            if isinstance(item, CardProposal):
                yield item if index == 0 else replace(item, wordings=(), rulings=())
            elif item not in told:
                told.add(item)
                yield item


_USE = {"picurl": "a picture's address; pictures aren't taken", "muid": "another site's number of the picture"}


def _cells(card: XmlElement) -> list[FactCell]:
    """The name, the text and the properties; `type` before `maintype`, which says less."""
    leaves = [leaf for child in card.children for leaf in (child.children if child.tag == "prop" else [child])]
    kept = [leaf for leaf in leaves if leaf.tag not in {"set", "related", "reverse-related", "token", "prop"}]
    kept.sort(key=lambda leaf: leaf.tag == "maintype")
    return [FactCell(leaf.tag, leaf.text, leaf.place) for leaf in kept]


def _find_token_type(text: str, game: str) -> str:
    """The type of a token, where the game has a type of its own for it."""
    return normalize_type(f"Token ({text.strip()})", game) or normalize_type(f"{text.strip()} Token", game) or text
