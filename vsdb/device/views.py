"""The manifest, the service worker, the pages of what a browser stores, and what it takes along."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from vsdb.accounts.offline_copies import name_account
from vsdb.accounts.viewers import get_viewer
from vsdb.catalog.cards import selectors
from vsdb.core.code_version import get_code_version
from vsdb.core.responses import serve_uncached
from vsdb.device.card_packages import write_card_package
from vsdb.device.decks import deck_to_dict, list_decks_to_take

#: The colour of the page, as in `static/css/tokens.css`; where it is dark, pages say so themselves.
PAPER = "#f5f1e6"
_ICONS = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)
_SHORTCUTS = (
    ("Search cards", "cards:index"),
    ("Check a deck", "decks:check"),
    ("My decks", "stored:mine"),
    ("Events", "events:index"),
)
#: Loaded by the service worker: what pages store, and the worker itself.
_SCRIPTS = ("js/device-shelf.js", "js/service-worker.js")


@require_safe
@cache_control(max_age=3_600)
def show_manifest(request: HttpRequest) -> HttpResponse:
    """What a phone shows of the installed site: name, icons, colours, shortcuts."""
    root = reverse("site:home")
    told = {
        "id": root,
        "name": "vsdb: cards, decks, legality",
        "short_name": "vsdb",
        "description": "Cards, rules and deck legality for Vs. System TCG, Vs. System 2PCG and Riftbound.",
        "lang": "en",
        "start_url": root,
        "scope": root,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [_describe_icon(*each) for each in _ICONS],
        "shortcuts": [{"name": name, "url": reverse(view)} for name, view in _SHORTCUTS],
    }
    return JsonResponse(told, content_type="application/manifest+json")


def _describe_icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}


@require_safe
@cache_control(no_cache=True)
@conditional_page
def show_worker(request: HttpRequest) -> HttpResponse:
    """The service worker: its version, so that browsers see that the code is another one, and its scripts.

    Its ETag is that of its content: that of facts and code says nothing of a setting.
    """
    root = reverse("site:home")
    told = {
        "version": get_code_version()[:16],
        "isOn": settings.OFFLINE_COPIES,
        "statics": settings.STATIC_URL,
        "device": reverse("device:index"),
        "tools": [reverse("device:cards"), reverse("device:deck")],
        "decks": reverse("device:decks"),
        "search": reverse("cards:index"),
        "stored": reverse("stored:index"),
        "engine": reverse("engine:manifest").rpartition("/")[0] + "/",
        "events": reverse("events:index"),
        "script": static("js/offline-copy.js"),
    }
    scripts = ", ".join(json.dumps(static(name)) for name in _SCRIPTS)
    text = f"self.SITE = {json.dumps(told)};\nimportScripts({scripts});\n"
    headers = {"Service-Worker-Allowed": root}
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers=headers)


@require_safe
def show_device(request: HttpRequest) -> HttpResponse:
    """What this browser stores of the site; its script fills the page."""
    return render(request, "device/index.html", {"holdings": selectors.count_holdings()})


@require_safe
def show_cards(request: HttpRequest) -> HttpResponse:
    """A search of the cards that this browser has taken along; its script answers."""
    return render(request, "device/cards.html")


@require_safe
def show_deck(request: HttpRequest) -> HttpResponse:
    """A deck that this browser stores, to read and change; its script fills the page."""
    return render(request, "device/deck.html")


@require_safe
@cache_control(no_cache=True)
def show_card_package(request: HttpRequest, game: str) -> HttpResponse:
    """The card reference of a game to take along. Raises NotFound."""
    selectors.get_data_version(game)
    return HttpResponse(write_card_package(game, timezone.localdate()), content_type="application/json")


@require_safe
@serve_uncached
def list_decks(request: HttpRequest) -> HttpResponse:
    """The viewer's own decks to take along, one or all; with the word that changes are sent with.

    Six queries, whatever the number of decks.
    """
    viewer = get_viewer(request)
    wanted = request.GET.get("deck", "")
    decks = list_decks_to_take(viewer, int(wanted) if wanted.isascii() and wanted.isdecimal() else None)
    told: dict[str, Any] = {
        "account": name_account(request),
        "csrf": get_token(request),
        "decks": [deck_to_dict(deck) for deck in decks],
    }
    return JsonResponse(told)
