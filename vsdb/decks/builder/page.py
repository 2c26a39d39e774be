"""The page of the builder: the deck, its verdict, what others have changed, what its search finds, and which cards can
still be added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from engine.decklists.sections import section_title
from engine.model.cards import GAMES, Card
from engine.model.decks import Deck as DeckValue
from engine.model.errors import NotFound
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import INFO, Finding
from engine.repair.additions import find_addable as cards_to_add
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import build_face
from vsdb.catalog.cards.filters import CardFilter
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.verdict_page import LineRemark
from vsdb.decks import to_engine
from vsdb.decks.builder.changes import TYPE, WAYS, CardPick, build_zones, tally_list
from vsdb.decks.deck_page import read_revision
from vsdb.decks.models import Deck, Revision
from vsdb.decks.selectors import get_readable_deck
from vsdb.decks.services import Snapshot, read_snapshot_of
from vsdb.search import services
from vsdb.search.conditions.context import CardCondition, SearchContext, build_slugs_condition
from vsdb.search.language.syntax import Term
from vsdb.search.links import SearchRequest, parse_search_request
from vsdb.search.page import QueryResults, get_example

#: The forms of the page, each of which is sent with the edition that it began from.
FORMS = ("change-form", "about-form", "notes-form", "note-form", "text-form", "version-form")
_NAMES = {"title": "title", "format": "format", "as_of": "date", "notes": "notes"}
A_PAGE = 40
MAX_LINES = 250  #: of a list that what can be added is looked for; it takes time with the square of its lines
MAX_DECKS = 4  #: that one query asks for
_NOBODY = Q(pk__in=())


def build_state(
    deck: Deck, revision: Revision, *, by: str = TYPE, since: Snapshot | None = None, problem: str = "", mode: str = ""
) -> dict[str, Any]:
    """A deck under construction as it stands: what every change shows anew, as `built`; `page` is its verdict, None
    where it has no format. One query for the rules' headings, whatever stands in it."""
    snapshot, read = read_snapshot_of(revision), read_revision(revision, deck.game_id)
    by, remarks = by if by in WAYS else TYPE, _remarks(read.page.verdict.findings if read.page else ())
    has_sideboard = bool(read.fmt and read.fmt.construction.sideboard_max)
    zones = build_zones(read.value, by, remarks=remarks, notes=snapshot.card_notes, has_sideboard=has_sideboard)
    return {
        "deck": deck,
        "snapshot": snapshot,
        "value": read.value,
        "fmt": read.fmt,
        "day": read.on,
        "comment": revision.comment,
        "page": read.page,
        "size": sum(read.value.sizes.values()),
        "is_empty": not read.value.entries,
        "zones": zones,
        "by": by,
        "ways": WAYS,
        "elsewhere": tuple(_changes(since, snapshot, deck.game_id)) if since else (),
        "problem": problem,
        "mode": mode,
        "forms": FORMS,
    }


def _remarks(findings: Iterable[Finding]) -> dict[Card, list[LineRemark]]:
    """What is said beside each card, the worst first; a finding about many cards in two words."""
    found: dict[Card, list[LineRemark]] = {}
    for finding in findings:
        if finding.severity == INFO:
            continue
        text = finding.message if len(finding.cards) <= 3 else finding.code.replace("-", " ")
        for card in finding.cards:
            found.setdefault(card, []).append(LineRemark(finding.severity, text))
    return found


def _changes(before: Snapshot, after: Snapshot, game: str) -> Iterable[dict[str, Any]]:
    """What is different in the newest version from the one that a save began from: a field by its name, or a line of
    the list with its copies before and after."""
    for name, said in _NAMES.items():
        if getattr(before, name) != getattr(after, name):
            yield {"what": said, "before": ""}
    if before.card_notes != after.card_notes:
        yield {"what": "card notes", "before": ""}
    one = to_engine.build_deck(before.text, game, before.as_of)
    other = to_engine.build_deck(after.text, game, after.as_of)
    titles = {card.slug: card.title for deck in (one, other) for card in deck.cards}
    then, now = tally_list(one), tally_list(other)
    for place in dict.fromkeys((*then, *now)):
        if then.get(place) != now.get(place):
            section, key = place
            what = f"{titles.get(key, key)} in {section_title(section)}"
            yield {"what": what, "before": then.get(place, 0), "after": now.get(place, 0)}


@dataclass(frozen=True)
class BuilderSearchRequest(SearchRequest):
    """What the address of the builder asks of the cards; its links lead to the builder again."""

    deck: int = 0
    by: str = ""
    only: bool = False

    @property
    def path(self) -> str:
        """The address of the builder."""
        return reverse("stored:edit", args=(self.deck,))

    def words(self, **changes: Any) -> list[tuple[str, str]]:
        """The words of the address with these changed or left out."""
        kept = {"q": self.text, "only": "1" if self.only else "", "by": self.by}
        return [(name, value) for name, value in {**kept, **changes}.items() if value]


def parse_builder_request(request: HttpRequest, deck: Deck) -> BuilderSearchRequest:
    """What a request to the builder asks."""
    plain = parse_search_request(request, deck.game_id)
    kept = {**vars(plain), "view": "", "columns": (), "filters": CardFilter({}, deck.game_id), "viewer": STRANGER}
    by, only = request.GET.get("by", ""), bool(request.GET.get("only"))
    return BuilderSearchRequest(**kept, deck=deck.pk, by=by, only=only)


class BuilderResults(QueryResults):
    """What is found for an address of the builder; nothing is looked for where nothing is asked."""

    def __init__(self, asked: BuilderSearchRequest, built: Mapping[str, Any], viewer: Viewer) -> None:
        deck, fmt, within = built["deck"], built["fmt"], None
        self.value: DeckValue = built["value"]
        self.copies = fmt.construction.copies if fmt else None
        self.placeholder = get_example(deck.game_id)
        self.is_too_long = is_too_long(deck)
        self.is_limited = asked.only and fmt is not None and not self.is_too_long
        if self.is_limited:
            within = CardRow.objects.filter(build_slugs_condition({deck.game_id: find_addable_slugs(deck)}))
        today = timezone.localdate()
        found = services.search_cards(asked.written, game=deck.game_id, today=today, within=within, viewer=viewer)
        super().__init__(asked, found)

    @cached_property
    def shown(self) -> Page[int]:
        """The page of the list, as primary keys."""
        return Paginator(self.found.ids, A_PAGE).get_page(self.asked.page)

    @cached_property
    def picks(self) -> list[CardPick]:
        """The cards of the page; one query for all of them."""
        cards = services.load_cards(list(self.shown.object_list))
        return [CardPick(build_face(card), "", self.value.counts.get(card, 0), self.copies) for card in cards]

    @property
    def next_address(self) -> str:
        """The address of the next page."""
        return f"{self.asked.path}?{urlencode(self.asked.words(page=str(self.shown.number + 1)))}"


def is_too_long(deck: Deck) -> bool:
    """Whether a list is longer than any deck."""
    return deck.text.count("\n") > MAX_LINES


def find_addable_slugs(deck: Deck) -> frozenset[str]:
    """The cards of which a copy more brings a deck no new error in its format on its day; none without a format
    and none for a list that is longer than any deck."""
    if is_too_long(deck):
        return frozenset()
    day = deck.as_of or timezone.localdate()
    reference = cards.get_reference(deck.game_id)
    fmt = format_named(reference, deck.format)
    return _addable(reference.on(day), fmt, day, deck.text) if fmt else frozenset()


@lru_cache(maxsize=64)
def _addable(reference: Reference, fmt: Format, day: date, text: str) -> frozenset[str]:
    return cards_to_add(to_engine.build_deck(text, reference.game, day), fmt, day, reference.catalog)


def build_addable_condition(term: Term, number: str, context: SearchContext) -> CardCondition | None:
    """The cards that can still be added to a deck; nobody to one that the viewer may not read, or without a format."""
    context.decks.add(number)
    if len(context.decks) > MAX_DECKS:
        context.note(f"at most {MAX_DECKS} decks per query; this one is ignored", term.span)
        return None
    try:
        deck = get_readable_deck(int(number[:12]) if number.isascii() and number.isdecimal() else 0, context.viewer)
    except NotFound as missing:
        context.note(missing.message, term.span)
        return CardCondition(_NOBODY)
    if deck.game_id not in context.references:
        context.note(f"deck {deck.pk} is a {GAMES[deck.game_id]} deck; this search covers other games", term.span)
    elif not deck.format:
        context.note(f"deck {deck.pk} has no format; choose one to see which cards it can take", term.span)
    elif is_too_long(deck):
        context.note(f"deck {deck.pk} is too long to tell which cards it can take", term.span)
    else:
        return CardCondition(build_slugs_condition({deck.game_id: find_addable_slugs(deck)}))
    return CardCondition(_NOBODY)
