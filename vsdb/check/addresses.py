"""Addresses in the place of a pasted list: those of this site lead to what they show, others to advice."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote

from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from engine.decklists.addresses import advise, read_address

#: Pages that answer about a list in their address.
_WITH_LIST = frozenset(("decks:check", "decks:repair", "decks:life", "decks:team", "stored:new", "stored:compare"))
_LISTS = frozenset(("list", "deck", "code", "sample"))


def explain_address(request: HttpRequest, text: str) -> SafeString | None:
    """What is said of an address that was pasted instead of a list; None for anything else. No query.

    Whether a deck of this site may be seen is for its own page to say.
    """
    address = read_address(text)
    if address is None:
        return None
    if address.netloc.casefold() != request.get_host().casefold() or address.scheme not in ("http", "https"):
        return conditional_escape(advise(address))
    try:
        found = resolve(unquote(address.path) or "/")
    except Resolver404:
        return conditional_escape("This site has no such page. Copy the whole address of the deck.")
    name = found.view_name
    if name in _WITH_LIST and not _LISTS.isdisjoint(parse_qs(address.query)):
        href = f"{reverse(name)}?{address.query}"
        return format_html('This link has a list already: <a href="{}">open it</a>.', href)
    if found.app_names == ["stored"] and (key := {"pk", "secret"} & found.kwargs.keys()):
        word = found.kwargs[key.pop()]
        href = reverse("stored:short" if isinstance(word, int) else "stored:shared", args=(word,))
        return format_html(
            'This is a deck on this site: <a href="{}">open it</a> to see its verdict. '
            "If you can see it, you can export it or fork it there.",
            href,
        )
    return conditional_escape("This is a page of this site without a list. Paste a list, or the address of a deck.")
