"""Lists of stored decks: those that everybody may see, and one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, QuerySet, Window
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from engine.model.cards import GAMES, Card
from engine.model.formats import Format
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.filters import write_term
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.forms import OTHER_GAME
from vsdb.decks import selectors
from vsdb.decks.glance import NOTHING, Glance, describe_draft, read_glance
from vsdb.decks.models import Deck, DeckCard, Tag
from vsdb.decks.search import build_ordering, load_decks, search_decks
from vsdb.decks.search.context import load_current
from vsdb.decks.search.query import parse
from vsdb.decks.verdict_cache import map_own_outcomes
from vsdb.search import links
from vsdb.search.language.syntax import DisplayOptions
from vsdb.search.refining import refine_query

A_PAGE = 24
_MAX_TAGS = 30
_TAGS_KEPT = 60  #: seconds
_MAX_ASKED = 2_000  #: decks of which a feed asks its query


@dataclass(frozen=True, slots=True)
class ListOrder:
    """An order of the public list: its name, and the keys of a query that have it."""

    name: str
    keys: tuple[str, ...]


#: The orders beside the last edited first, by the word of the address.
SORTS: Mapping[str, ListOrder] = {
    "newest": ListOrder("Newest", ("-published",)),
    "likes": ListOrder("Most liked", ("-likes",)),
    "month": ListOrder("Liked this month", ("-lately",)),
    "title": ListOrder("Title", ("name",)),
}


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck in a list, with its format of today and, where it is known, its outcome in it; `draft` says what a draft
    lacks."""

    deck: Deck
    fmt: Format | None
    outcome: str = ""
    glance: Glance = NOTHING
    draft: str = ""
    shared: int = 0  #: copies that it has in common with another deck, in a list of similar ones


@dataclass(frozen=True, slots=True)
class BrowseRequest:
    """What the address asks of a list; what it can't mean is left out and told in `problems`."""

    text: str = ""
    game: str = ""
    format: str = ""
    tag: str = ""
    card: str = ""
    sort: str = ""
    problems: tuple[str, ...] = ()

    def address(self, **changes: Any) -> str:
        """The address of this list with words changed, from its first page on."""
        words = {
            "q": self.text,
            "game": self.game,
            "format": self.format,
            "tag": self.tag,
            "card": self.card,
            "sort": self.sort,
            **changes,
        }
        said = {name: word for name, word in words.items() if word}
        return reverse("stored:index") + (f"?{urlencode(said)}" if said else "")

    @property
    def of_game(self) -> str:
        """The game that is asked for, also by a format or a card; empty: every game."""
        return self.game or (self.format or self.card).partition("/")[0]

    @property
    def as_query(self) -> str:
        """All that is asked, but for the game, as one query."""
        query, card = self.text, find_card(self.card)
        terms = [("format", self.format.partition("/")[2]), ("tag", self.tag)]
        written = [write_term(field, value) for field, value in terms if value]
        for each in (*written, *([f"contains:(!{_quoted(card.title)})"] if card else [])):
            query = refine_query(parse(query), each)
        return " ".join(query.split())

    @property
    def feed_words(self) -> str:
        """The end of the address of its feed."""
        return self.address(sort="").removeprefix(reverse("stored:index"))

    @property
    def is_narrowed(self) -> bool:
        """Whether anything is asked at all."""
        return bool(self.text or self.game or self.format or self.tag or self.card)


def parse_game_and_format(words: QueryDict) -> tuple[str, str, list[str]]:
    """The game and the format that an address asks for, and what it can't mean; a format is `game/slug`, as on the
    check page."""
    game, problems = words.get("game", ""), []
    if game and game not in GAMES:
        problems.append(f"No game “{game[:40]}”.")
        game = ""
    chosen = words.get("format", "")
    of_game, _, slug = chosen.partition("/")
    if chosen and not (of_game in GAMES and format_named(cards.get_reference(of_game), slug)):
        problems.append(f"No format “{chosen[:80]}”.")
        chosen = ""
    if chosen and game and of_game != game:
        problems.append(f"This format is for {GAMES[of_game]}. {OTHER_GAME}")
        chosen = ""
    return game, chosen, problems


def parse_browse_request(words: QueryDict) -> BrowseRequest:
    """What the words of an address ask."""
    game, chosen, problems = parse_game_and_format(words)
    text, tag = words.get("q", "").strip()[:1000], words.get("tag", "").replace("\x00", "").strip()[:40]
    sort, card = words.get("sort", ""), words.get("card", "")
    if card and find_card(card) is None:
        problems.append(f"No card “{card[:80]}”.")
        card = ""
    return BrowseRequest(text, game, chosen, tag, card, sort if sort in SORTS else "", tuple(problems))


def _quoted(title: str) -> str:
    return '"' + title.replace('"', "") + '"'


def find_card(word: str) -> Card | None:
    """The card of `game/slug`, as an address names it; None where there is none."""
    game, _, slug = word.partition("/")
    return cards.get_reference(game).catalog.by_slug.get(slug) if game in GAMES else None


def browse_decks(what: BrowseRequest, viewer: Viewer, number: str | None) -> dict[str, Any]:
    """The decks that are asked for, the newest edit first: the public ones and, where words or a query ask, one's own.

    Seven queries however many there are, beside those of the query.
    """
    found = _narrow(Deck.objects.all() if what.text else selectors.list_public_decks(), what)
    keys = SORTS[what.sort].keys if what.sort else ()
    if not what.text:
        ordered = found.order_by(*build_ordering(DisplayOptions(sort=keys)))
        return build_list(ordered.values_list("pk", flat=True), number, what, tags=_tags())
    answer = search_decks(what.text, viewer, game=what.game or None, within=found, sort=keys)
    remarks = links.build_remarks(what, answer.notes)
    return build_list(
        answer.keys,
        number,
        what,
        tags=_tags(),
        remarks=remarks,
        is_costly=answer.is_costly,
        open_questions=answer.remarks,
        is_about_viewer=answer.is_about_viewer,
    )


def list_new_decks(what: BrowseRequest, most: int) -> list[Deck]:
    """The public decks that are asked for, the newest public one first; four queries beside those of the query.

    A query is asked of the newest 2,000 alone, so that a feed costs little however many decks there are.
    """
    found = _narrow(selectors.list_public_decks().filter(published__isnull=False), what)
    if what.text:
        moments = found.order_by("-published").values_list("published", flat=True)
        if oldest := moments[_MAX_ASKED - 1 : _MAX_ASKED].first():
            found = found.filter(published__gte=oldest)
        answer = search_decks(what.text, STRANGER, game=what.game or None, within=found)
        found = found.filter(pk__in=answer.keys.order_by())
    return load_decks(tuple(found.order_by("-published", "-pk").values_list("pk", flat=True)[:most]))


def _narrow(found: QuerySet[Deck], what: BrowseRequest) -> QuerySet[Deck]:
    """Those of the decks that the address narrows to, its query aside."""
    if what.game:
        found = found.filter(game=what.game)
    if what.format:
        game, _, slug = what.format.partition("/")
        found = found.filter(game=game, format=slug)
    if what.card:
        game, _, slug = what.card.partition("/")
        found = found.filter(game=game, pk__in=DeckCard.objects.filter(slug=slug).values("deck"))
    return found.filter(tags__slug=what.tag) if what.tag else found


def list_latest_own_decks(viewer: Viewer, most: int) -> list[DeckRow]:
    """The viewer's decks that were edited last, without outcomes; two queries, none for who has none."""
    if viewer.user is None and not viewer.built:
        return []
    own = selectors.list_own_decks(viewer)
    latest = list(own.order_by("-edited", "-pk").values_list("pk", flat=True)[:most])
    held = load_current(own, latest)
    decks = [held[key] for key in latest if key in held]
    formats = {deck.pk: format_named(cards.get_reference(deck.game_id), deck.format) for deck in decks}
    return [
        DeckRow(deck, fmt, glance=read_glance(deck), draft=describe_draft(deck, fmt))
        for deck in decks
        for fmt in (formats[deck.pk],)
    ]


def list_liked_decks(viewer: Viewer, number: str | None) -> dict[str, Any]:
    """The decks that the viewer likes and may find, the last liked first; six queries."""
    liked = selectors.list_findable_decks(viewer).filter(likes__by=viewer.user or 0).order_by("-likes__at", "-pk")
    return build_list(liked.values_list("pk", flat=True), number)


def list_decks_of_person(person: User, number: str | None) -> dict[str, Any]:
    """The public decks of somebody, the newest edit first; five queries."""
    return build_list(selectors.list_public_decks().filter(owner=person).values_list("pk", flat=True), number)


def _tags() -> Sequence[Tag]:
    """The tags that public decks have most often, by name.

    Counting them takes a look at every deck, so it is done again when a tag was given or a deck made public, else after
    a minute. Two queries.
    """
    newest = selectors.list_public_decks().order_by().aggregate(last=Max("published"))["last"]
    given = Deck.tags.through.objects.aggregate(last=Max("pk"))["last"]
    key = f"deck-tags-{given}-{newest and newest.timestamp()}"
    return cache.get_or_set(key, _count_tags, _TAGS_KEPT) or []


def _count_tags() -> Sequence[Tag]:
    public_tags = Tag.objects.filter(selectors.is_public("decks__"))
    often = public_tags.annotate(often=Count("decks")).order_by("-often", "slug")[:_MAX_TAGS]
    return sorted(often, key=lambda tag: tag.slug)


def build_list(
    keys: QuerySet[Deck, int] | Sequence[int],
    number: str | None,
    asked: Any = None,
    *,
    has_labels: bool = False,
    is_costly: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """A page of decks, which the lists of public and of one's own decks and an author's page show as `list`; with their
    folders and private labels where these are the viewer's own.

    Of keys that a costly query finds the first page is read together with the total.
    """
    if is_costly and isinstance(keys, QuerySet) and number in (None, "", "1"):
        page = _read_first_page(keys)
    else:
        page = Paginator(keys, A_PAGE).get_page(number)
    shown = list(page)
    whole = Deck.objects.select_related("owner").prefetch_related("tags")
    if has_labels:
        whole = whole.select_related("folder").prefetch_related("labels")
    held = load_current(whole, shown)
    decks = [held[key] for key in page if key in held]
    references = {game: cards.get_reference(game) for game in {deck.game_id for deck in decks}}
    formats = {deck.pk: format_named(references[deck.game_id], deck.format) for deck in decks}
    outcomes = map_own_outcomes(decks, timezone.localdate())
    rows = [
        DeckRow(
            deck, formats[deck.pk], outcomes.get(deck.pk, ""), read_glance(deck), describe_draft(deck, formats[deck.pk])
        )
        for deck in decks
    ]
    return {"asked": asked or BrowseRequest(), "page": page, "rows": rows, **more}


def _read_first_page(keys: QuerySet[Deck, int]) -> Page[int]:
    """The first page of what a query finds, with the total; one query."""
    rows = list(keys.annotate(total=Window(Count("*"))).values_list("pk", "total")[:A_PAGE])
    paginator = Paginator(keys, A_PAGE)
    paginator.count = rows[0][1] if rows else 0
    return Page([pk for pk, _ in rows], 1, paginator)
