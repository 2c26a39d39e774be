"""The symbols of the site's own sheet as HTML."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static
from django.urls import get_script_prefix
from django.utils.html import format_html
from django.utils.safestring import SafeString


def draw_icon(name: str, label: str = "", *, look: str = "", title: str = "") -> SafeString:
    """A symbol of `icons.svg`; without a label it is decoration. `look` are further classes."""
    sheet = _find_sheet(settings.STORAGES["staticfiles"]["BACKEND"], get_script_prefix())
    return _draw_icon(sheet, name, label, look, title)


@lru_cache(maxsize=8)
def _find_sheet(storage: str, prefix: str) -> str:
    """The address of the sheet, which the storage and the prefix of addresses decide."""
    return static("img/icons.svg")


@lru_cache(maxsize=2_048)
def _draw_icon(sheet: str, name: str, label: str, look: str, title: str) -> SafeString:
    href, classes = f"{sheet}#{name}", f"icon {look}".strip()
    if not label:
        hidden = '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}"/></svg>'
        return format_html(hidden, classes, href)
    named = '<svg class="{}" role="img" aria-label="{}"><title>{}</title><use href="{}"/></svg>'
    return format_html(named, classes, label, title or label, href)


def draw_coin(number: str, words: str) -> SafeString:
    """A number on a coin; one that isn't recorded is an empty coin with a dotted edge."""
    look = "" if number else " cardsign--unrecorded"
    coin = '<span class="cardsign cardsign--coin{}" role="img" aria-label="{}" title="{}">{}</span>'
    return format_html(coin, look, words, words, number)
