"""What a stored deck is given away as: a list in a layout, and what stands on its registration sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from vsdb.catalog.cards import selectors as cards
from vsdb.core import qr
from vsdb.decks import selectors
from vsdb.decks.access import Place
from vsdb.decks.deck_page import proof, read_revision, verdict_line
from vsdb.decks.pdf.listing import SheetRequest
from vsdb.exchange.deck_lists import Export, Layout, Outgoing, file_name, layout, octgn_ids

_LONGEST_WORD = 120


@dataclass(frozen=True, slots=True)
class Exported:
    """The newest version of a deck in a layout, and what its file is called."""

    layout: Layout
    name: str
    export: Export


def exported(place: Place, slug: str, absolute: Callable[[str], str]) -> Exported:
    """A deck in the layout of that slug; `absolute` makes a whole address of a path. Raises NotFound."""
    chosen = layout(slug)
    revision = selectors.revision_of(place.deck)
    read = read_revision(revision, place.deck.game_id)
    said = {"format": revision.format, "as-of": revision.as_of.isoformat() if revision.as_of else ""}
    value = replace(read.value, title=revision.title, metadata={key: word for key, word in said.items() if word})
    out = Outgoing(
        deck=value,
        catalog=cards.reference(value.game).on(read.on).catalog,
        notes=revision.notes,
        card_notes=revision.card_notes,
        address=absolute(place.address()) if place.has_preview else "",
        absolute=absolute,
        octgn_ids=octgn_ids(value.game, [card.slug for card in value.cards]) if slug == "o8d" else {},
    )
    return Exported(chosen, file_name(value, chosen), chosen.write(out))


def sheet_of(
    place: Place, absolute: Callable[[str], str], *, player: str = "", event: str | None = None, on: date | None = None
) -> SheetRequest:
    """What stands on the sheet of a deck; the player's name is kept nowhere."""
    revision = selectors.revision_of(place.deck)
    read = read_revision(revision, place.deck.game_id)
    found = proof(read.value, fmt=revision.format, as_of=revision.as_of)
    check = absolute(found.check)
    return SheetRequest(
        deck=read.value,
        title=revision.title,
        player=player.strip()[:_LONGEST_WORD],
        event=(place.deck.event if event is None else event).strip()[:_LONGEST_WORD],
        date=on or place.deck.played_on,
        format=read.fmt.name if read.fmt else "",
        fingerprint=found.fingerprint,
        verdict=verdict_line(read),
        check_url=check if len(check.encode()) <= qr.LONGEST else "",
    )
