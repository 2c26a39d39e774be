"""Which decks a request of the API lists, in which order: public ones or one's own, by what their pages narrow by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.accounts.viewers import Viewer
from vsdb.api.base import viewer_of_request
from vsdb.api.parameters import OF_GAME, query_parameter, read_mine_parameter
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.core.requests import parse_whole_number
from vsdb.decks import browse, selectors
from vsdb.decks.filing import listing as mine
from vsdb.decks.filing.listing import NO_FOLDER, FoundKeys, MineRequest, find_mine
from vsdb.decks.models import Deck, DeckCard
from vsdb.decks.search import search_decks
from vsdb.decks.search.query import parse
from vsdb.decks.search.verdicts import OUTCOMES
from vsdb.search.language.parser import MAX_CHARACTERS

EDITED = "edited"  #: the order that lists have where none is asked for
_PUBLIC_SORTS = (EDITED, *browse.SORTS)
_OWN_SORTS = tuple(mine.SORTS)
PARAMETERS = (
    query_parameter("q", "A query for decks; /help/search/ describes the language."),
    OF_GAME,
    query_parameter("format", "A format as `game/slug`, or its slug with `game`: only decks built for it."),
    query_parameter("tag", "The slug of a tag: only decks with it."),
    query_parameter("card", "A card as `game/slug`: only decks that contain it."),
    query_parameter(
        "outcome",
        "The outcome in a deck's own format and date. `draft` and `no-format` need `mine`.",
        enum=list(mine.OUTCOMES),
    ),
    query_parameter(
        "sort",
        f"The order, if the query has no `sort:`. Public decks: {', '.join(_PUBLIC_SORTS)}. "
        f"With `mine`: {', '.join(_OWN_SORTS)}.",
        enum=list(dict.fromkeys((*_PUBLIC_SORTS, *_OWN_SORTS))),
    ),
    query_parameter("mine", "True: only your own decks, private ones too; needs a token.", bool),
    query_parameter("folder", "With `mine`: the number of a folder, or `none` for decks in no folder."),
    query_parameter("label", "With `mine`: the number of a private label.", int),
)


def find_listed_decks(request: Request) -> FoundKeys:
    """The keys of the decks that the address asks for, and the notes on its query. Raises ValidationError, InputError
    and NotAuthenticated."""
    viewer, is_mine = viewer_of_request(request), read_mine_parameter(request)
    words = {name: str(word).replace("\0", "") for name, word in request.query_params.items()}
    if len(words.get("q", "")) > MAX_CHARACTERS:
        raise ValidationError({"q": f"{len(words['q']):,} characters; at most {MAX_CHARACTERS:,}."})
    if is_mine and viewer.user is None:
        raise NotAuthenticated("Listing your own decks needs your token.")
    fmt = _read_format(words)
    _choose(words, "sort", _OWN_SORTS if is_mine else _PUBLIC_SORTS)
    _choose(words, "outcome", tuple(mine.OUTCOMES) if is_mine else tuple(OUTCOMES))
    return _find_own(viewer, words, fmt) if is_mine else _find_public(viewer, words, fmt)


def _find_public(viewer: Viewer, words: Mapping[str, str], fmt: str) -> FoundKeys:
    if words.get("folder") or words.get("label"):
        raise InputError("`folder` and `label` need `mine`", place="mine")
    within, text, sort = selectors.list_public_decks(), words.get("q", ""), words.get("sort", "")
    if fmt:
        game, _, slug = fmt.partition("/")
        within = within.filter(game=game, format=slug)
    outcome = words.get("outcome", "")
    keys = browse.SORTS[sort].keys if sort in browse.SORTS else ()
    within = _narrow(within, words)
    found = search_decks(text, viewer, game=words.get("game") or None, within=within, sort=keys, outcome=outcome)
    return FoundKeys(found.keys, found.notes, found.remarks)


def _find_own(viewer: Viewer, words: Mapping[str, str], fmt: str) -> FoundKeys:
    folder, label = words.get("folder", ""), words.get("label", "")
    if folder and folder != NO_FOLDER:
        parse_whole_number(folder, "folder")
    if label:
        parse_whole_number(label, "label")
    text, game, outcome, sort = (words.get(name, "") for name in ("q", "game", "outcome", "sort"))
    order = "" if parse(text).display.sort else sort
    found = find_mine(viewer, MineRequest(text, game, fmt, folder, label, outcome, order))
    if not (words.get("tag") or words.get("card")):
        return found
    kept = frozenset(_narrow(selectors.list_own_decks(viewer), words).values_list("pk", flat=True))
    return replace(found, keys=[key for key in found.keys if key in kept])


def _narrow(decks: QuerySet[Deck], words: Mapping[str, str]) -> QuerySet[Deck]:
    """Those of the decks with a tag and a card. Raises ValidationError for a card that there isn't."""
    if tag := words.get("tag"):
        decks = decks.filter(tags__slug=tag)
    if not (card := words.get("card", "")):
        return decks
    if browse.find_card(card) is None:
        raise ValidationError({"card": f"No card {card[:80]!r}. Name it as game/slug."})
    game, _, slug = card.partition("/")
    return decks.filter(game=game, pk__in=DeckCard.objects.filter(slug=slug).values("deck"))


def _read_format(words: Mapping[str, Any]) -> str:
    """A format as `game/slug`, or nothing. Raises ValidationError."""
    said, game = words.get("format", ""), words.get("game", "")
    if not said:
        return ""
    of_game, slash, slug = said.partition("/")
    if not slash:
        of_game, slug = game, said
    if not of_game:
        raise ValidationError({"format": f"Write game/{said[:80]}, or send `game` too."})
    if game and of_game != game:
        raise ValidationError({"format": f"{said[:80]!r} is not a format of {game}."})
    fmt = format_named(cards.get_reference(of_game), slug) if of_game in GAMES else None
    if fmt is None:
        raise ValidationError({"format": f"No format {said[:80]!r}. /api/v1/formats lists them."})
    return f"{of_game}/{slug}"


def _choose(words: Mapping[str, str], name: str, among: Sequence[str]) -> None:
    if (said := words.get(name, "")) and said not in among:
        raise ValidationError({name: f"{said[:40]!r} is not valid here. The choices are {', '.join(among)}."})
