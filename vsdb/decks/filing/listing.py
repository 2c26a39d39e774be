"""One's own decks, narrowed by folder, label, game, format, outcome and words, in an order of one's choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks import selectors
from vsdb.decks.browse import build_list, parse_game_and_format
from vsdb.decks.filing.selectors import list_places
from vsdb.decks.glance import describe_draft
from vsdb.decks.models import Deck
from vsdb.decks.search import search_decks
from vsdb.decks.search.context import load_current
from vsdb.decks.search.verdicts import build_unchecked_note
from vsdb.decks.verdict_cache import map_own_outcomes
from vsdb.search import links
from vsdb.search.language.syntax import QueryNote, QuerySpan

DRAFT, NO_FORMAT = "draft", "no-format"
OUTCOMES: Mapping[str, str] = {
    LEGAL: "Legal",
    ILLEGAL: "Illegal",
    UNCERTAIN: "Uncertain",
    DRAFT: "Draft",
    NO_FORMAT: "No format",
}
NO_FOLDER = "none"  #: the word of an address for decks in no folder
#: The orders: the word of the address, its name, and the keys.
SORTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "edited": ("Last edited", ("-edited", "-pk")),
    "created": ("Newest", ("-created", "-pk")),
    "title": ("Title", ("lower_title", "pk")),
    "size": ("Size", ("-size", "-pk")),
    "likes": ("Most liked", ("-liked", "-edited", "-pk")),
}


@dataclass(frozen=True, slots=True)
class MineRequest:
    """What the address asks of one's own list; what it can't mean is left out and told in `problems`."""

    text: str = ""
    game: str = ""
    format: str = ""
    folder: str = ""
    label: str = ""
    outcome: str = ""
    sort: str = ""
    problems: tuple[str, ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """What it asks, as the words of an address."""
        names = {"q": self.text, "game": self.game, "format": self.format, "folder": self.folder}
        names |= {"label": self.label, "outcome": self.outcome, "sort": self.sort}
        return {name: word for name, word in names.items() if word}

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        return urlencode(self.words)

    def address(self, **changes: Any) -> str:
        """The address of the list with words changed, from its first page on."""
        said = {name: word for name, word in {**self.words, **changes}.items() if word}
        return reverse("stored:mine") + (f"?{urlencode(said)}" if said else "")

    @property
    def is_narrowed(self) -> bool:
        """Whether it leaves any deck out."""
        return bool(self.words.keys() - {"sort"})


@dataclass(frozen=True, slots=True)
class FoundKeys:
    """The keys of the decks that are asked for, in order, and what is said of the query.

    `unchecked` decks have no known outcome yet, so that they are in none; a note says so too.
    """

    keys: Sequence[int] | QuerySet[Deck, int]
    notes: tuple[QueryNote, ...] = ()
    remarks: tuple[QueryNote, ...] = ()
    unchecked: int = 0


def parse_mine_request(words: QueryDict) -> MineRequest:
    """What the words of an address ask."""
    game, chosen, problems = parse_game_and_format(words)

    def choose(name: str, among: Any) -> str:
        word = words.get(name, "")
        if word and word not in among:
            problems.append(f"No {name} “{word[:40]}”.")
            return ""
        return word

    outcome, sort = choose("outcome", OUTCOMES), choose("sort", SORTS)
    places = {}
    for name in ("folder", "label"):
        word = words.get(name, "")
        is_number = word.isascii() and word.isdigit() and len(word) < 10
        if word and not is_number and not (name == "folder" and word == NO_FOLDER):
            problems.append(f"No {name} “{word[:40]}”.")
            word = ""
        places[name] = word
    text = words.get("q", "").strip()[:1000]
    return MineRequest(text, game, chosen, places["folder"], places["label"], outcome, sort, tuple(problems))


def list_mine(viewer: Viewer, asked: MineRequest, number: str | None) -> dict[str, Any]:
    """A page of the viewer's own decks with their folders and labels; ten queries beside those of a query's words."""
    found = find_mine(viewer, asked)
    notes = links.build_remarks(asked, found.notes)
    listed = build_list(found.keys, number, asked, remarks=notes, open_questions=found.remarks, has_labels=True)
    return {**listed, **list_places(viewer), "outcomes": OUTCOMES}


def find_mine(viewer: Viewer, asked: MineRequest) -> FoundKeys:
    """The viewer's own decks that are asked for, all of them."""
    found = narrow(selectors.list_own_decks(viewer), asked, viewer)
    answer = None
    if asked.text:
        answer = search_decks(asked.text, viewer, game=asked.game or None, within=found)
        found = Deck.objects.filter(pk__in=answer.keys.order_by())
    if answer and not asked.sort:
        keys: Any = answer.keys
    else:
        keys = _sort(found, asked.sort or "edited").values_list("pk", flat=True)
    notes, remarks, unchecked = answer.notes if answer else (), answer.remarks if answer else (), 0
    if asked.outcome:
        kept, unchecked = _keep_outcome(list(keys), asked.outcome)
        keys = [key for key in keys if key in kept]
        if unchecked:
            notes += (build_unchecked_note(unchecked, QuerySpan(0, 0)),)
    return FoundKeys(keys, notes, remarks, unchecked)


def narrow(decks: QuerySet[Deck], asked: MineRequest, viewer: Viewer) -> QuerySet[Deck]:
    """Those of the decks in a folder, with a label, of a game and a format; a folder of somebody else has none."""
    if asked.game:
        decks = decks.filter(game=asked.game)
    if asked.format:
        game, _, slug = asked.format.partition("/")
        decks = decks.filter(game=game, format=slug)
    if asked.folder == NO_FOLDER:
        decks = decks.filter(folder=None)
    elif asked.folder:
        decks = decks.filter(folder=int(asked.folder), folder__owner=viewer.user or 0)
    if asked.label:
        decks = decks.filter(labels=int(asked.label), labels__owner=viewer.user or 0)
    return decks


def _sort(decks: QuerySet[Deck], sort: str) -> QuerySet[Deck]:
    return decks.annotate(lower_title=Lower("title")).order_by(*SORTS[sort][1])


def _keep_outcome(keys: Sequence[int], outcome: str) -> tuple[frozenset[int], int]:
    """Those of some decks with an outcome in their own format, and of how many it isn't known yet.

    What was read by other facts is read anew, and what isn't kept yet is judged, 500 at a time each.
    """
    light = Deck.objects.only("pk", "game", "format", "as_of", "visibility", "glance", "size", "facts")
    decks = list(load_current(light, keys).values())
    references = {game: cards.get_reference(game) for game in {deck.game_id for deck in decks}}
    formats = {deck.pk: format_named(references[deck.game_id], deck.format) for deck in decks}
    # Whether a private deck is a draft is known once its sections were counted by today's facts.
    unread = {
        deck.pk
        for deck in decks
        if deck.facts != references[deck.game_id].data_version
        and deck.visibility == Deck.Visibility.PRIVATE
        and formats[deck.pk] is not None
    }
    drafts = {deck.pk for deck in decks if deck.pk not in unread and describe_draft(deck, formats[deck.pk])}
    if outcome == DRAFT:
        return frozenset(drafts), len(unread)
    if outcome == NO_FORMAT:
        return frozenset(deck.pk for deck in decks if formats[deck.pk] is None and deck.pk not in drafts), 0
    asked = [deck for deck in decks if formats[deck.pk] is not None and deck.pk not in drafts | unread]
    found = map_own_outcomes(asked, timezone.localdate())
    unchecked = len(unread) + sum(deck.pk not in found for deck in asked)
    return frozenset(pk for pk, each in found.items() if each == outcome), unchecked
