"""A list on its way in: what was read of it, what is to be decided, and the deck that it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.http import QueryDict

from engine.model.decks import Entry
from engine.model.errors import InputError
from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import formats_called, kept_as
from vsdb.core.dates import day
from vsdb.decks import store, to_engine
from vsdb.decks.models import Deck
from vsdb.decks.pdf.listing import Part, parts
from vsdb.decks.store import Snapshot
from vsdb.exchange.deck_lists import DROP, Decision, Taken, decided

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
    word = said.get("format", "")
    fmt = next(formats_called(cards.reference(deck.game), word), None) if word else None
    return TakenPage(
        taken=taken,
        title=deck.title[:120],
        format=chosen or (f"{deck.game}/{kept_as(fmt, word)}" if fmt else ""),
        as_of=_day_said(said.get("as-of", "")),
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
    event, played = deck.metadata.get("event", ""), _day_said(deck.metadata.get("date", ""))
    if event or played:
        store.describe(
            made.pk,
            Visitor(asker.user, asker.built | {made.pk}),
            event=event[:120],
            played_on=date.fromisoformat(played) if played else None,
            tags=(),
        )
    return made


def _day_said(text: str) -> str:
    """A day that a list says, as YYYY-MM-DD; empty for what is none."""
    try:
        return day(text).isoformat() if text else ""
    except InputError:
        return ""
