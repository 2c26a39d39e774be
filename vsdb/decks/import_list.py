"""A list that is imported by a page or through the API: what was read of it, what is to be decided, and its deck.

`vsdb.exchange.deck_lists.importing` reads it; the page is `new_views.import_pasted_list`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from engine import decklists
from engine.formats.names import find_game, list_main_formats
from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_formats_called, find_game_of_formats, format_named, get_stored_name
from vsdb.check import services as check_services
from vsdb.check.play_area import build_play_area
from vsdb.core.dates import parse_day
from vsdb.decks import services, to_engine
from vsdb.decks.glance import suggest_title
from vsdb.decks.models import Deck
from vsdb.decks.pdf.listing import build_parts
from vsdb.decks.services import MAX_CARD_NOTE, MAX_NOTES, Snapshot
from vsdb.exchange.deck_lists.drafts import DROP, apply_decisions
from vsdb.exchange.deck_lists.importing import ImportedList, import_deck_list

KEEP, OTHER = "keep", "other"
#: What a list says about itself that has a place of its own in a stored deck.
_PLACED = frozenset({"title", "game", "format", "as-of", "event", "date"})


def build_import_page(taken: ImportedList, *, chosen: str = "") -> dict[str, Any]:
    """What the page of a list that came in shows; nothing of it is kept yet. Its format is the one that is `chosen`, as
    `game/slug`, else the one that the list names, else the game's first main one."""
    deck, said = taken.deck, taken.deck.metadata
    word, on, reference = said.get("format", ""), _day_said(said), cards.get_reference(deck.game)
    main = iter(list_main_formats(reference, on or timezone.localdate()))
    fmt = next(find_formats_called(reference, word) if word else main, None)
    shown = format_named(reference, chosen.partition("/")[2]) if chosen else fmt
    area = build_play_area(deck, shown, on or timezone.localdate())
    return {
        "taken": taken,
        "title": (deck.title or suggest_title(deck))[:120],
        "format": chosen or (f"{deck.game}/{get_stored_name(fmt, word or fmt.slug)}" if fmt else ""),
        "as_of": on.isoformat() if on else "",
        "area": area,
        "parts": build_parts(deck, area=area),
        "guessed": [entry for entry in deck.noted if entry.card],
        "decisions": taken.decisions,
        "cards": sum(entry.count for entry in deck.entries if entry.card),
    }


def parse_decisions(words: QueryDict) -> dict[int, str]:
    """What a form says of the lines to decide, as `apply_decisions` takes it; a line that is kept as it is isn't in
    it."""
    found: dict[int, str] = {}
    for name in words:
        number = name.removeprefix("line-")
        choice = words.get(name, "")
        if number == name or not (number.isascii() and number.isdigit() and len(number) < 7) or choice == KEEP:
            continue
        written = words.get(f"other-{number}", "").strip()
        if choice != OTHER:
            found[int(number)] = choice
        elif written:
            # The word for taking a line out, written as a card's name, means the name.
            found[int(number)] = f"1 {DROP}" if written == DROP else written
    return found


def create_decks_from_import(
    viewer: Viewer, taken: ImportedList, decisions: Mapping[int, str], words: QueryDict
) -> Deck:
    """The deck that the list becomes, with each decided line as it was decided and every other as it stands.

    What it says about itself and has no place of its own goes into the notes. Raises InputError and NotFound.
    """
    deck = taken.deck
    text = apply_decisions(taken.text, decisions, cards.get_reference(deck.game).catalog)
    on = words.get("as_of", "").strip()
    as_of = parse_day(on, place="as_of") if on else None
    game, _, slug = words.get("format", "").partition("/")
    if game and game != deck.game:
        raise InputError(f"the format is for {game[:40]}, but the list is for another game", place="format")
    listed = to_engine.list_text(to_engine.build_deck(text, deck.game, as_of))
    rest = [f"{key}: {said}" for key, said in deck.metadata.items() if key not in _PLACED]
    notes = "\n".join(filter(None, (taken.notes, *rest)))[:MAX_NOTES]
    first = Snapshot(words.get("title", "")[:120], slug, as_of, listed, notes, _cut_card_notes(taken))
    made = services.create(viewer, deck.game, first, comment=f"Imported from {taken.layout.name}")
    event, played = deck.metadata.get("event", ""), _day_said(deck.metadata, "date")
    if event or played:
        builder = Viewer(viewer.user, viewer.built | {made.pk})
        services.describe(made.pk, builder, event=event[:120], played_on=played, tags=())
    return made


def _cut_card_notes(taken: ImportedList) -> dict[str, str]:
    return {slug: note[:MAX_CARD_NOTE] for slug, note in taken.card_notes.items()}


def _day_said(said: Mapping[str, str], word: str = "as-of") -> date | None:
    """A day that a list says; None for what is none."""
    try:
        return parse_day(said[word]) if said.get(word) else None
    except InputError:
        return None


def import_sent_list(given: str | Sequence[Any], *, game: str = "", file_name: str = "") -> ImportedList:
    """A list as it was read. Raises InputError and NotFound."""
    text: Any = check_services.join_lines(given)
    if isinstance(text, str):
        return import_deck_list(text.replace("\r\n", "\n"), file_name=file_name, game=game)
    found = game or check_services.choose_game_and_formats(text)[0] or ""
    reference, today = cards.get_reference(find_game(found)), timezone.localdate()
    deck = decklists.read_items(text, reference.on(today).catalog, today)
    return import_deck_list(decklists.write_deck(deck), game=reference.game)


def read_new_deck(sent: Mapping[str, Any]) -> tuple[str, Snapshot]:
    """The game and the first version of a deck out of what was sent; what isn't sent the list itself says."""
    game = sent.get("game") or ""
    if not sent.get("deck"):
        if not game and sent.get("format"):
            game = find_game_of_formats([sent["format"]])
        if not game:
            said = f"give a game or a list; the games are {', '.join(GAMES)}"
            raise InputError(said, place="game", code="game-missing")
        return find_game(game), read_snapshot(sent, Snapshot())
    taken = import_sent_list(sent["deck"], game=game)
    metadata = taken.deck.metadata
    fmt = cards.get_reference(taken.deck.game).format(metadata.get("format", "").strip())
    title, slug, notes = taken.deck.title[:120], fmt.slug if fmt else "", taken.notes[:MAX_NOTES]
    base = Snapshot(title, slug, _day_said(metadata), taken.text, notes, _cut_card_notes(taken))
    return taken.deck.game, read_snapshot({**sent, "deck": None}, base)


def read_snapshot(sent: Mapping[str, Any], base: Snapshot, game: str = "") -> Snapshot:
    """A version with what was sent in place of what `base` has."""
    changes = {name: sent[name] for name in ("title", "as_of", "notes", "card_notes") if name in sent}
    if "format" in sent:
        changes["format"] = sent["format"] or ""
    if sent.get("deck") is not None:
        changes["text"] = import_sent_list(sent["deck"], game=game).text
    return replace(base, **changes)
