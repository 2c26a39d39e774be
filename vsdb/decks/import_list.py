"""A list on its way in, from a page or through the API: what was read of it, what is to be decided, and its deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from engine import decklists
from engine.model.cards import GAMES
from engine.model.decks import Entry
from engine.model.errors import InputError
from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_game, formats_called, game_of_formats, kept_as
from vsdb.check import services
from vsdb.core.dates import day
from vsdb.decks import store, to_engine
from vsdb.decks.models import Deck
from vsdb.decks.pdf.listing import Part, parts
from vsdb.decks.store import MOST_CARD_NOTE, MOST_NOTES, Snapshot
from vsdb.exchange.deck_lists import DROP, Decision, Taken, decided, take

KEEP, OTHER = "keep", "other"
#: What a list says about itself that has a place of its own in a stored deck.
_PLACED = frozenset({"title", "game", "format", "as-of", "event", "date"})


@dataclass(frozen=True, slots=True)
class TakenPage:
    """A list that came in, as its page shows it; nothing of it is kept yet."""

    taken: Taken
    title: str
    format: str
    as_of: str
    parts: tuple[Part, ...]
    guessed: tuple[Entry, ...]
    decisions: tuple[Decision, ...]

    @property
    def cards(self) -> int:
        """How many cards were read."""
        return sum(entry.count for entry in self.taken.deck.entries if entry.card)


def taken_page(taken: Taken, *, chosen: str = "") -> TakenPage:
    """What came in with what it says about itself, or with the format that is `chosen`, as `game/slug`."""
    deck = taken.deck
    said = deck.metadata
    word, on = said.get("format", ""), _day_said(said)
    fmt = next(formats_called(cards.reference(deck.game), word), None) if word else None
    return TakenPage(
        taken=taken,
        title=deck.title[:120],
        format=chosen or (f"{deck.game}/{kept_as(fmt, word)}" if fmt else ""),
        as_of=on.isoformat() if on else "",
        parts=parts(deck),
        guessed=tuple(entry for entry in deck.noted if entry.card),
        decisions=taken.decisions,
    )


def decisions_in(words: QueryDict) -> dict[int, str]:
    """What a form says of the lines to decide, as `decided` takes it; a line that is kept as it is isn't in it."""
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


def keep(asker: Visitor, taken: Taken, decisions: Mapping[int, str], words: QueryDict) -> Deck:
    """The deck that the list becomes, with each decided line as it was decided and every other as it stands.

    What it says about itself and has no place of its own goes into the notes. Raises InputError and NotFound.
    """
    deck = taken.deck
    text = decided(taken.text, decisions, cards.reference(deck.game).catalog)
    on = words.get("as_of", "").strip()
    as_of = day(on, place="as_of") if on else None
    game, _, slug = words.get("format", "").partition("/")
    if game and game != deck.game:
        raise InputError(f"{game[:40]} is another game than that of the list", place="format")
    value = to_engine.deck_value(text, deck.game, as_of)
    rest = [f"{key}: {said}" for key, said in deck.metadata.items() if key not in _PLACED]
    made = store.create(
        asker,
        deck.game,
        Snapshot(
            title=words.get("title", "")[:120],
            format=slug,
            as_of=as_of,
            text=to_engine.list_text(value),
            notes="\n".join(filter(None, (taken.notes, *rest)))[: store.MOST_NOTES],
            card_notes={slug: note[: store.MOST_CARD_NOTE] for slug, note in taken.card_notes.items()},
        ),
        comment=f"Taken in as {taken.layout.name}",
    )
    event, played = deck.metadata.get("event", ""), _day_said(deck.metadata, "date")
    if event or played:
        store.describe(
            made.pk,
            Visitor(asker.user, asker.built | {made.pk}),
            event=event[:120],
            played_on=played,
            tags=(),
        )
    return made


def _day_said(said: Mapping[str, str], word: str = "as-of") -> date | None:
    """A day that a list says; None for what is none."""
    try:
        return day(said[word]) if said.get(word) else None
    except InputError:
        return None


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
        as_of=_day_said(said),
        text=taken.text,
        notes=taken.notes[:MOST_NOTES],
        card_notes={slug: note[:MOST_CARD_NOTE] for slug, note in taken.card_notes.items()},
    )
    return taken.deck.game, snapshot({**sent, "deck": None}, base)


def snapshot(sent: Mapping[str, Any], base: Snapshot, game: str = "") -> Snapshot:
    """A version with what was sent in place of what `base` has."""
    changes = {name: sent[name] for name in ("title", "as_of", "notes", "card_notes") if name in sent}
    if "format" in sent:
        changes["format"] = sent["format"] or ""
    if sent.get("deck") is not None:
        changes["text"] = taken_of(sent["deck"], game=game).text
    return replace(base, **changes)
