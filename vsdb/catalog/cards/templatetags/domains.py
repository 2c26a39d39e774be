"""Domains and costs as they are drawn wherever a page names them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine.model.cards import Card
from vsdb.catalog.cards.faces import FaceFigure
from vsdb.catalog.cards.signs import DomainSign, find_domain_sign, find_shared_sign, list_domain_signs
from vsdb.core.icons import draw_coin, draw_icon

register = template.Library()


@register.simple_tag
def domain_sign(game: str, name: str, *, with_word: bool = True) -> SafeString:
    """A domain's drawing in its ink and its word; the word alone where the game draws none. Without a name “no domain”.

    Without its word the drawing has it as its text alternative.
    """
    found = find_domain_sign(game, name) if name else find_shared_sign(game, ())
    if found is None:
        return format_html("{}", name)
    return draw_sign(found) if with_word else draw_icon(found.icon, found.word, look=found.look)


@register.simple_tag
def domain_signs(card: Card) -> SafeString:
    """All domains of a card with their words, “no domain”, or that they aren't recorded."""
    if card.domains is None:
        return format_html('<span class="unrecorded">{}</span>', "domain not recorded")
    return draw_signs(list_domain_signs(card))


@register.simple_tag
def draw_signs(signs: Iterable[DomainSign]) -> SafeString:
    """Domains with their words, one behind the other."""
    return format_html_join(" ", "{}", ((draw_sign(sign),) for sign in signs))


@register.simple_tag
def draw_sign(sign: DomainSign) -> SafeString:
    """A domain with its word."""
    return format_html('<span class="domainsign">{}{}</span>', draw_icon(sign.icon, look=sign.look), sign.word)


@register.simple_tag
def cost(figure: FaceFigure) -> SafeString:
    """A cost: a number on a coin, or so many signs; for more than there is room for, the number beside one sign."""
    if figure.signs:
        drawn = format_html_join("", "{}", ((draw_icon(sign.icon, look=sign.look),) for sign in figure.signs))
        named = '<span class="powersigns" role="img" aria-label="{0}" title="{0}">{1}</span>'
        return format_html(named, figure.words, drawn)
    coin = draw_coin(figure.value, figure.words)
    if figure.value and figure.sign:
        return format_html("{}{}", coin, draw_icon(figure.sign.icon, look=figure.sign.look))
    return coin
