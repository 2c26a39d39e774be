"""Lists of stored decks: those that everybody may see, and one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.formats import Format
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks import selectors
from vsdb.decks.models import Deck, Tag
from vsdb.decks.search import search_decks
from vsdb.decks.verdict_cache import map_own_outcomes
from vsdb.search import links

A_PAGE = 24
_MAX_TAGS = 30


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck in a list, with its format of today and, where it is known, its outcome in it."""

    deck: Deck
    fmt: Format | None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class BrowseRequest:
    """What the address asks of a list; what it can't mean is left out and told in `problems`."""

    text: str = ""
    game: str = ""
    format: str = ""
    tag: str = ""
    problems: tuple[str, ...] = ()

    def address(self, **changes: Any) -> str:
        """The address of this list with words changed, from its first page on."""
        words = {"q": self.text, "game": self.game, "format": self.format, "tag": self.tag, **changes}
        said = {name: word for name, word in words.items() if word}
        return reverse("stored:index") + (f"?{urlencode(said)}" if said else "")

    @property
    def is_narrowed(self) -> bool:
        """Whether anything is asked at all."""
        return bool(self.text or self.game or self.format or self.tag)


def parse_browse_request(words: QueryDict) -> BrowseRequest:
    """What the words of an address ask; a format is `game/slug`, as on the check page."""
    game, problems = words.get("game", ""), []
    if game and game not in GAMES:
        problems.append(f"No game “{game[:40]}”.")
        game = ""
    chosen = words.get("format", "")
    of_game, _, slug = chosen.partition("/")
    if chosen and not (of_game in GAMES and format_named(cards.get_reference(of_game), slug)):
        problems.append(f"No format “{chosen[:80]}”.")
        chosen = ""
    text, tag = words.get("q", "").strip()[:1000], words.get("tag", "").replace("\x00", "").strip()[:40]
    return BrowseRequest(text, game, chosen, tag, tuple(problems))


def browse_decks(what: BrowseRequest, viewer: Viewer, number: str | None) -> dict[str, Any]:
    """The decks that are asked for, the newest edit first: the public ones and, where words or a query ask, one's own.

    Seven queries however many there are, beside those of the query.
    """
    found = Deck.objects.all() if what.text else selectors.list_public_decks()
    if what.game:
        found = found.filter(game=what.game)
    if what.format:
        game, _, slug = what.format.partition("/")
        found = found.filter(game=game, format=slug)
    if what.tag:
        found = found.filter(tags__slug=what.tag)
    if not what.text:
        return _build_list(found.values_list("pk", flat=True), number, what, tags=_tags())
    answer = search_decks(what.text, viewer, game=what.game or None, within=found)
    remarks = links.build_remarks(what, answer.notes)
    return _build_list(answer.ids, number, what, tags=_tags(), remarks=remarks, open_questions=answer.remarks)


def list_my_decks(viewer: Viewer, number: str | None) -> dict[str, Any]:
    """The viewer's own decks, the newest edit first; five queries."""
    return _build_list(selectors.list_own_decks(viewer).values_list("pk", flat=True), number)


def list_decks_of_person(person: User, number: str | None) -> dict[str, Any]:
    """The public decks of somebody, the newest edit first; five queries."""
    return _build_list(selectors.list_public_decks().filter(owner=person).values_list("pk", flat=True), number)


def _tags() -> Sequence[Tag]:
    """The tags that public decks have most often, by name."""
    public_tags = Tag.objects.filter(decks__visibility=Deck.Visibility.PUBLIC, decks__hidden_at=None)
    often = public_tags.annotate(often=Count("decks")).order_by("-often", "slug")[:_MAX_TAGS]
    return sorted(often, key=lambda tag: tag.slug)


def _build_list(
    keys: QuerySet[Deck, int] | Sequence[int], number: str | None, asked: BrowseRequest = BrowseRequest(), **more: Any
) -> dict[str, Any]:
    """A page of decks, which the lists of public and of one's own decks and an author's page show as `list`."""
    page = Paginator(keys, A_PAGE).get_page(number)
    whole = Deck.objects.select_related("owner").prefetch_related("tags").annotate(liked=Count("likes"))
    held = whole.in_bulk(list(page))
    decks = [held[key] for key in page if key in held]
    references = {game: cards.get_reference(game) for game in {deck.game_id for deck in decks}}
    formats = {deck.pk: format_named(references[deck.game_id], deck.format) for deck in decks}
    outcomes = map_own_outcomes(decks, timezone.localdate())
    rows = [DeckRow(deck, formats[deck.pk], outcomes.get(deck.pk, "")) for deck in decks]
    return {"asked": asked, "page": page, "rows": rows, **more}
