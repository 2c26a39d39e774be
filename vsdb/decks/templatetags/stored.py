"""Links and words of the pages about stored decks, and what their owners are told of a changed verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString

from engine.model.cards import Card
from engine.model.games import game_of, name_in_messages
from vsdb.accounts.viewers import Viewer
from vsdb.core.words import format_day
from vsdb.decks.abandoned import find_deletion_day
from vsdb.decks.access import ViewedDeck
from vsdb.decks.browse import DeckRow
from vsdb.decks.builder.page import BuilderSearchRequest
from vsdb.decks.filing.listing import MineRequest
from vsdb.decks.models import Deck
from vsdb.decks.prose import render_prose
from vsdb.decks.rechecks.models import VerdictChange
from vsdb.decks.rechecks.selectors import map_latest_changes
from vsdb.decks.selectors import list_public_forks

register = template.Library()

_MAX_FORKS = 5
_WHO = {"private": "private", "link": "anyone with the link", "public": "public"}


@register.simple_tag
def of_deck(place: ViewedDeck, name: str = "deck", *args: object) -> str:
    """The address of a page about a deck, by number or by secret as the deck was reached."""
    return place.address(name, *args)


@register.simple_tag
def own_list(asked: MineRequest, **changes: object) -> str:
    """The address of one's own list with words changed."""
    return asked.address(**changes)


@register.simple_tag
def builder_link(asked: BuilderSearchRequest, **changes: object) -> str:
    """The address of the builder with words changed."""
    return asked.address(**changes)


@register.simple_tag
def prose(text: str, game: str, *, is_small: bool = False) -> SafeString:
    """What somebody wrote about a deck or a card of a game, from Markdown to HTML that can do no harm."""
    return render_prose(text, game, is_small=is_small)


@register.simple_tag
def public_forks(deck: Deck, count: int) -> list[Deck]:
    """The newest public forks of a deck; one query, none where it was never forked."""
    return list_public_forks(deck, _MAX_FORKS) if count else []


@register.simple_tag
def deletion_day(*decks: Deck | Iterable[Deck]) -> date | None:
    """When the first of these decks of a browser is deleted unless it is changed; one query where one may be."""
    return find_deletion_day([deck for each in decks for deck in ([each] if isinstance(each, Deck) else each)])


@register.filter
def note_on(notes: Mapping[str, str], card: Card | None) -> str:
    """What a deck's owner has noted on a card."""
    return notes.get(card.slug, "") if card else ""


@register.simple_tag
def is_own_choice(own: Iterable[Deck], word: str) -> bool:
    """Whether a word of an address is the number of one of these decks."""
    return any(str(deck.pk) == word for deck in own)


@register.filter
def owns(viewer: Viewer, deck: Deck) -> bool:
    """Whether a deck is the viewer's."""
    return viewer.owns(deck)


@register.filter
def moment(value: datetime) -> str:
    """A moment as its day in words."""
    return format_day(timezone.localtime(value).date())


@register.filter
def short_game_name(slug: str) -> str:
    """A game's name where there is little room."""
    return name_in_messages(game_of(slug))


@register.filter
def shared_with(deck: Deck) -> str:
    """Who sees a deck, in two words."""
    return _WHO[deck.visibility]


@register.simple_tag
def verdict_change(place: ViewedDeck) -> VerdictChange | None:
    """The newest change of a deck's verdict since it was edited, for its owner; one query."""
    return map_latest_changes([place.deck.pk]).get(place.deck.pk) if place.is_own else None


@register.simple_tag
def verdict_changes(rows: Iterable[DeckRow]) -> Mapping[int, VerdictChange]:
    """The newest changes of the verdicts of one's own decks, by the decks' keys; one query."""
    return map_latest_changes(row.deck.pk for row in rows)
