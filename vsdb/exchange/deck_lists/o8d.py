"""OCTGN's deck files: `<deck game><section name><card qty id>Name</card></section><notes/></deck>`.

The title, and what else a list says about itself, has no place of its own there: it stands at the top of the notes as
our comment lines.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import takewhile
from xml.etree.ElementTree import Element, ParseError, SubElement, indent, tostring

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from engine.decklists.items import disambiguating_code
from engine.decklists.sections import section_title
from engine.model.decks import READ, DeckEntry
from engine.model.errors import InputError
from engine.model.games import game_of
from vsdb.catalog.cards.models import CardId
from vsdb.exchange.card_files.sources.vocabulary import find_game_of_octgn
from vsdb.exchange.deck_lists.drafts import (
    DraftRow,
    ExportedText,
    ListDraft,
    OutgoingDeck,
    broken_layout_error,
    split_note,
    to_one_line,
    write_head_lines,
    write_line,
)

SYSTEM = "octgn"


def map_octgn_ids(game: str, slugs: Collection[str]) -> Mapping[str, str]:
    """The OCTGN id of each of these cards that has one, by slug; one query."""
    held = CardId.objects.filter(system=SYSTEM, card__game=game, card__slug__in=set(slugs)).order_by("-value")
    return dict(held.values_list("card__slug", "value"))


def map_cards_of_octgn_ids(ids: Collection[str]) -> Mapping[str, tuple[str, str]]:
    """The game and the slug of the card that has an OCTGN id, by id; one query."""
    held = CardId.objects.filter(system=SYSTEM, value__in=set(ids))
    return {value: (game, slug) for value, game, slug in held.values_list("value", "card__game_id", "card__slug")}


_WHAT = "an OCTGN deck"
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MAX_ELEMENTS = 5_000
_NAMED = 5  #: cards that a remark names


def write(out: OutgoingDeck) -> ExportedText:
    """Cards by their OCTGN id where it is on record, the others by name; which these are is remarked."""
    deck = out.deck
    root = Element("deck", {"game": out.octgn_game or game_of(deck.game).site.importing.octgn_id})
    for section, entries in deck.sections.items():
        element = SubElement(root, "section", {"name": _xml(section_title(section)), "shared": "False"})
        for entry in entries:
            octgn_id = out.octgn_ids.get(entry.card.slug, "") if entry.card else ""
            attributes = {"qty": str(entry.count), **({"id": octgn_id} if octgn_id else {})}
            SubElement(element, "card", attributes).text = _xml(_name(entry, out))
    notes = "\n".join((*write_head_lines(deck), *(("", *split_note(out.notes)) if out.notes.strip() else ())))
    SubElement(root, "notes").text = _xml(notes)
    indent(root)
    text = f'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n{tostring(root, encoding="unicode")}\n'
    return ExportedText(text, tuple(_remarks(out)))


def is_o8d(text: str) -> bool:
    """Whether the text is XML at all: no deck text begins with a tag, a declaration or a document type."""
    begun = text.lstrip("\ufeff \t\r\n")
    return bool(re.match(r"<(?:\?xml|!DOCTYPE|!--|deck\b|!ENTITY)", begun, re.IGNORECASE))


def read(text: str, *_: object) -> ListDraft:
    """The cards of every section. Raises InputError with line and column, and for what no deck file brings."""
    root = _root(text)
    lines: list[str | DraftRow] = []
    remarks: list[str] = []
    notes: list[str] = []
    for child in root:
        if child.tag == "section":
            lines += [row for card in child if (row := _row(card, child.get("name", "")))]
        elif child.tag == "notes":
            notes += split_note("".join(child.itertext()))
        elif row := _row(child, ""):
            lines.append(row)
        else:
            remarks.append(f"<{str(child.tag)[:40]}> was ignored; it isn't part of a deck.")
    said = [to_one_line(line) for line in takewhile(lambda line: line.startswith("# "), notes)]  # our comment lines
    rest = "\n".join(notes[len(said) :]).strip("\n")
    known = find_game_of_octgn(root.get("game", "")) or ""
    told = next((line.partition(":")[2].strip() for line in said if line.startswith("# game:")), "")
    return ListDraft((*said, *lines), known or told, rest, tuple(remarks))


def _root(text: str) -> Element:
    try:
        root: Element = fromstring(text.removeprefix("\ufeff"), forbid_dtd=True)
    except DefusedXmlException as error:
        why = "it declares a document type or entities; remove them"
        raise broken_layout_error(_WHAT, why) from error
    except ParseError as error:
        line, column = error.position
        why = f"the XML is broken: {str(error).partition(':')[0]}"
        raise broken_layout_error(_WHAT, why, f"line {line}, column {column + 1}") from error
    if root.tag != "deck":
        why = f"it starts with <{str(root.tag)[:40]}>; an OCTGN deck starts with <deck>"
        raise broken_layout_error(_WHAT, why, "line 1")
    if sum(1 for _ in root.iter()) > _MAX_ELEMENTS:
        raise InputError(f"the file has more than {_MAX_ELEMENTS:,} elements; a deck has fewer", code="too-long")
    return root


def _row(element: Element, section: str) -> DraftRow | None:
    if element.tag != "card":
        return None
    name = to_one_line("".join(element.itertext()))
    octgn_id = element.get("id", "").strip("{} ").casefold()
    count = to_one_line(element.get("qty", "1"))
    return DraftRow(count, name, section, octgn_id=octgn_id) if name or octgn_id else None


def _name(entry: DeckEntry, out: OutgoingDeck) -> str:
    """What leads back to the card where its id isn't known: its title, with a code where the title isn't enough."""
    card = entry.card
    if entry.state != READ or card is None:
        return write_line(entry, out.deck.game)
    if not disambiguating_code(card, out.catalog):
        return card.title
    return write_line(entry, out.deck.game).removeprefix(f"{entry.count} ")


def _remarks(out: OutgoingDeck) -> Iterator[str]:
    by_name = [card.title for card in out.deck.cards if card.slug not in out.octgn_ids]
    if by_name:
        more = len(by_name) - _NAMED
        named = ", ".join(by_name[:_NAMED]) + (f" and {more} more" if more > 0 else "")
        listed = "1 card is" if len(by_name) == 1 else f"{len(by_name)} cards are"
        yield f"{listed} written by name only, since no OCTGN id is recorded: {named}."
    if total := len(out.deck.unsettled):
        kept = "1 unclear line is" if total == 1 else f"{total} unclear lines are"
        yield f"{kept} exported as written."
    if any(_NO_XML.search(write_line(entry, out.deck.game)) for entry in out.deck.unsettled):
        yield "Characters that XML can't hold are replaced with �."
    if out.card_notes:
        yield "An OCTGN deck has no place for card notes."


def _xml(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
