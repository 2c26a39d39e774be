"""What pages of cards and sets show of the collection of whoever is signed in; strangers cost no query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.text import slugify

from engine.decklists.items import disambiguating_code
from engine.model.cards import Card
from engine.model.decks import Deck
from vsdb.accounts.templatetags.accounts import signed_in
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import find_printing_code
from vsdb.collection import page, selectors
from vsdb.collection.lacks import DeckNeeds, compute_needs
from vsdb.collection.reading import OWNED
from vsdb.collection.selectors import Copies, SetProgress

register = template.Library()


@register.inclusion_tag("collection/on_card_page.html", takes_context=True)
def copies_of_card(context: Context, card: Card) -> dict[str, Any]:
    """The copies of a card, with buttons; one query for who is signed in."""
    person = signed_in(cast(Mapping[str, Any], context))
    if person is None:
        return {}
    names = {code: each.name for code, each in cards.recall_reference(card.game).sets.items()}
    return {
        "copies": page.build_card_rows(person.pk, cards.get_reference(card.game).catalog.by_slug[card.slug], names),
        "csrf_token": context.get("csrf_token"),
        "next": f"{reverse('cards:card', args=(card.game, card.slug))}#copies",
    }


@register.inclusion_tag("collection/owned_mark.html", takes_context=True)
def owned_mark(context: Context, card: Card, needed: int = 0) -> dict[str, Any]:
    """How many copies of a card whoever is signed in owns, and how many of those needed they lack; nothing for who has
    no card of the game. One query for all marks of a page."""
    copies = _count_owned(context, card.game)
    if not copies:
        return {}
    owned = copies.get(card.slug, 0)
    return {"owned": owned, "lacking": max(0, needed - owned)}


@register.simple_tag(takes_context=True)
def owns_any(context: Context, game: str) -> bool:
    """Whether whoever is signed in owns a card of a game; shares its query with the marks of the page."""
    return bool(_count_owned(context, game))


@register.simple_tag(takes_context=True)
def needs_of_deck(context: Context, deck: Deck) -> DeckNeeds | None:
    """What whoever is signed in has and lacks of a deck; None for who has no card of its game. Two queries."""
    person = signed_in(cast(Mapping[str, Any], context))
    if person is None or not deck.counts or not owns_any(context, deck.game):
        return None
    return compute_needs(person.pk, deck)


def _count_owned(context: Context, game: str) -> Mapping[str, int]:
    """The owned copies by slug of whoever is signed in, counted once a page and game; empty for a stranger."""
    person = signed_in(cast(Mapping[str, Any], context))
    if person is None:
        return {}
    held: dict[str, Mapping[str, int]] = context["request"].__dict__.setdefault("_owned_copies", {})
    if game not in held:
        held[game] = selectors.count_copies_by_slug(person.pk, OWNED, (game,)).get(game, {})
    return held[game]


@register.simple_tag(takes_context=True)
def owned_in_set(context: Context, game: str, code: str) -> dict[tuple[str, str], Copies] | None:
    """The copies of a set by slug and number; None for a stranger. One query."""
    person = signed_in(cast(Mapping[str, Any], context))
    return selectors.load_owned_in_set(person.pk, game, code) if person else None


@register.simple_tag
def copies_in(held: Mapping[tuple[str, str], Copies] | None, slug: str, number: str) -> int:
    """How many copies of a printing are among those of a set."""
    return (held or {}).get((slug, number), selectors.NO_COPIES).owned


@register.filter
def code_apart(card: Card) -> str:
    """The code of a printing, else the slug, of a card whose title another card has too; empty for any other."""
    if not disambiguating_code(card, cards.recall_reference(card.game).catalog):
        return ""
    code = find_printing_code(card) or card.slug
    return "" if code == slugify(card.title) else code


@register.simple_tag
def missing_address(game: str, code: str) -> str:
    """The search for the cards of a set that are missing."""
    return f"{reverse('cards:list', args=(game,))}?{urlencode({'q': f's:{code} missing:yes'})}"


@register.simple_tag
def set_bar(progress: SetProgress) -> SafeString:
    """A bar of the share of a set that is owned."""
    return render_to_string("parts/known_bar.html", {"percent": progress.percent, "width": progress.percent})
