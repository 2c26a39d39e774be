"""Lists that are sent: text in any layout, lines or items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from engine import decklists
from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_game, game_of_formats
from vsdb.check import services
from vsdb.decks.store import MOST_CARD_NOTE, MOST_NOTES, Snapshot
from vsdb.exchange.deck_lists import Taken, take


def taken_of(given: str | Sequence[Any], *, game: str = "", file_name: str = "") -> Taken:
    """A list as it was read. Raises InputError and NotFound."""
    text: Any = services.one_text(given)
    if isinstance(text, str):
        return take(text.replace("\r\n", "\n"), file_name=file_name, game=game)
    if not game:
        raise InputError(f"items say no game; the games are {', '.join(GAMES)}", place="game", code="game-missing")
    reference, today = cards.reference(find_game(game)), timezone.localdate()
    deck = decklists.from_items(text, reference.on(today).catalog, today)
    return take(decklists.write(deck), game=reference.game)


def new_deck(sent: Mapping[str, Any]) -> tuple[str, Snapshot]:
    """The game and the first version of a deck out of what was sent; what isn't sent the list itself says."""
    game = sent.get("game") or (
        game_of_formats([sent["format"]]) if sent.get("format") and not sent.get("deck") else ""
    )
    if not sent.get("deck"):
        if not game:
            raise InputError(
                f"neither a game nor a list is given; the games are {', '.join(GAMES)}",
                place="game",
                code="game-missing",
            )
        return find_game(game), snapshot(sent, Snapshot())
    taken = taken_of(sent["deck"], game=game)
    said = taken.deck.metadata
    fmt = cards.reference(taken.deck.game).format(said.get("format", "").strip())
    base = Snapshot(
        title=taken.deck.title[:120],
        format=fmt.slug if fmt else "",
        as_of=_day_said(said.get("as-of", "")),
        text=taken.text,
        notes=taken.notes[:MOST_NOTES],
        card_notes={slug: note[:MOST_CARD_NOTE] for slug, note in taken.card_notes.items()},
    )
    return taken.deck.game, snapshot({**sent, "deck": None}, base)


def snapshot(sent: Mapping[str, Any], base: Snapshot, game: str = "") -> Snapshot:
    """A version with what was sent in place of what `base` has."""
    text = taken_of(sent["deck"], game=game).text if sent.get("deck") is not None else base.text
    return Snapshot(
        title=sent.get("title", base.title),
        format=(sent["format"] or "") if "format" in sent else base.format,
        as_of=sent.get("as_of", base.as_of),
        text=text,
        notes=sent.get("notes", base.notes),
        card_notes=sent.get("card_notes", base.card_notes),
    )


def _day_said(text: str) -> date | None:
    try:
        return services.day(text) if text else None
    except InputError:
        return None
