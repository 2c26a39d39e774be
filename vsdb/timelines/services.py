"""The life of a deck or a card in formats of its game: one door for the pages, the API and the command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from engine import decklists
from engine.formats.legality import CardLegality, legality_of
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import Verdict
from engine.rules.validation import check_deck
from engine.timelines import CardSpan, Given, Span, lives_of_card, lives_of_deck
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_card, find_format
from vsdb.check import services as decks

#: A list is read anew and judged on every day on which something turns; one of 400 lines is far longer than any deck.
MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class DeckLife:
    """The life of a list in formats of its game. `own` is the one that it is for, None where it names none; `now` the
    verdict of today in those formats in which nothing ever turns for it."""

    game: str
    title: str
    today: date
    data_version: str
    own: Format | None
    lives: Mapping[Format, tuple[Span, ...]]
    now: Mapping[Format, Verdict]

    def telling(self, fmt: Format, span: Span) -> Verdict:
        """The verdict that says best what spoke against the deck in a span: that of its first day; where it has none,
        that of its last day, today where it has neither."""
        if span.since is not None:
            return span.verdict
        return span.last or self.now[fmt]


@dataclass(frozen=True, slots=True)
class CardLife:
    """The life of a card in formats of its game; `now` is what is said of it today."""

    card: Card
    today: date
    data_version: str
    lives: Mapping[Format, tuple[CardSpan, ...]]
    now: Mapping[Format, CardLegality]


def life_of_deck(
    deck: str | Sequence[str] | Sequence[Mapping[str, Any]],
    *,
    game: str | None = None,
    formats: Sequence[str] = (),
    own: str = "",
) -> DeckLife:
    """The life of a list in the formats that are named, else in every official format of its game and in its own.

    The deck is what `vsdb.check.services.check` takes; game and own format come from its `# game:` and `# format:`
    lines where they aren't given. Costs the one query of a reference that is in memory. Raises InputError and NotFound.
    """
    if len(formats) > decks.MOST_FORMATS:
        raise InputError(f"{len(formats)} formats; at most {decks.MOST_FORMATS}", place="formats", code="too-many")
    given = decks.one_text(deck)
    _refuse_too_long(given)
    said = decklists.metadata(given) if isinstance(given, str) else {}
    own = own or (formats[0] if formats else said.get("format", ""))
    reference = selectors.reference(decks.game_of(game, said, [*formats] or [own] * bool(own)))
    chosen = dict.fromkeys(find_format(reference, word) for word in formats)
    own_format = find_format(reference, own) if own else None
    if not chosen:
        chosen = dict.fromkeys([*([own_format] if own_format else []), *reference.formats.values()])
    return life_in(given, reference, tuple(chosen), own_format)


def life_in(given: Given, reference: Reference, formats: Sequence[Format], own: Format | None) -> DeckLife:
    """The life of a list in formats that were found; no query. Raises InputError for a list that can't be used."""
    today = timezone.localdate()
    deck = _read(given, reference, today)
    lives = lives_of_deck(given, reference, formats)
    now = {fmt: check_deck(deck, fmt, today) for fmt, spans in lives.items() if len(spans) == 1}
    return DeckLife(reference.game, deck.title, today, reference.data_version, own, lives, now)


def life_of_card(reference: Reference, slug: str, formats: Sequence[str] = ()) -> CardLife:
    """The life of a card in the formats that are named, else in every official format; no query but those of
    `find_format`. Raises InputError and NotFound."""
    if len(formats) > decks.MOST_FORMATS:
        raise InputError(f"{len(formats)} formats; at most {decks.MOST_FORMATS}", place="formats", code="too-many")
    find_card(reference, slug)
    today = timezone.localdate()
    chosen = dict.fromkeys(find_format(reference, word) for word in formats) or reference.formats.values()
    lives = lives_of_card(slug, reference, chosen)
    card = reference.on(today).catalog.by_slug[slug]
    now = {fmt: legality_of(card, fmt, today) for fmt in lives}
    return CardLife(card, today, reference.data_version, lives, now)


def is_too_long(text: str) -> bool:
    """Whether a list is longer than those whose life is told."""
    return text.count("\n") + 1 > MOST_LINES


def _refuse_too_long(given: Given) -> None:
    lines = given.count("\n") + 1 if isinstance(given, str) else len(given)
    if lines > MOST_LINES:
        raise InputError(
            f"{lines:,} lines; the life of a list of at most {MOST_LINES} is told", place="deck", code="too-long"
        )


def _read(given: Given, reference: Reference, day: date) -> Deck:
    catalog = reference.on(day).catalog
    return decklists.read(given, catalog, day) if isinstance(given, str) else decklists.from_items(given, catalog, day)
