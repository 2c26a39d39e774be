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

from engine.decklists.changing import count_copies
from engine.decklists.default_sections import find_default_section
from engine.decklists.sections import section_title
from engine.model.cards import GAMES, Card
from engine.model.decks import DECK, SIDEBOARD
from engine.model.decks import Deck as DeckValue
from engine.model.errors import NotFound
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, INFO, Finding
from engine.repair.additions import find_addable as cards_to_add
from engine.repair.additions import is_unfinished, list_full_sections
from engine.repair.sizes import list_size_limits
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import build_face
from vsdb.catalog.cards.filters import CardFilter
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.verdict_page import LineRemark
from vsdb.core.limits.computing import bounds_computing
from vsdb.core.words import quantity
from vsdb.decks import to_engine
from vsdb.decks.builder.changes import CardPick, build_zones, tally_list
from vsdb.decks.builder.insight import build_insight
from vsdb.decks.deck_page import ReadVersion, read_revision
from vsdb.decks.glance import describe_draft
from vsdb.decks.grouping import TYPE, WAYS, list_ways
from vsdb.decks.models import Deck, Revision
from vsdb.decks.selectors import get_readable_deck
from vsdb.decks.services import Snapshot, read_snapshot_of
from vsdb.search import services
from vsdb.search.conditions.context import CardCondition, SearchContext, build_slugs_condition
from vsdb.search.language.fields import SORTS, find_field
from vsdb.search.language.syntax import Term
from vsdb.search.links import SearchRequest, parse_search_request
from vsdb.search.page import QueryResults, get_example
from vsdb.search.refining import SearchFacet, set_sort

#: The forms of the page, each of which is sent with the edition that it began from.
FORMS = ("change-form", "about-form", "notes-form", "note-form", "text-form", "insert-form", "version-form")
_NAMES = {"title": "title", "format": "format", "as_of": "date", "notes": "notes"}
A_PAGE = 40
FACETS = ("type", "team", "domain", "level", "cost", "energy", "in", "kw")  #: that narrow what is found
MAX_LINES = 250  #: of a list that what can be added is looked for; it takes time with the square of its lines
MAX_DECKS = 4  #: that one query asks for
_NOBODY = Q(pk__in=())
_NO_ORDERS = ("relevance", "game")
_BOXES = ("only", "beside", "owned")  #: of the search's form


def build_state(
    deck: Deck,
    revision: Revision,
    *,
    by: str = TYPE,
    elsewhere: tuple[Snapshot, Snapshot] | None = None,
    problem: str = "",
    mode: str = "",
) -> dict[str, Any]:
    """A deck under construction as it stands: what every change shows anew, as `built`; `page` is its verdict, None
    where it has no format; `elsewhere` is told as what changed from the one to the other in another window. One query
    for the rules' headings, whatever stands in it."""
    snapshot, read = read_snapshot_of(revision), read_revision(revision, deck.game_id)
    by, remarks = by if by in WAYS else TYPE, _remarks(read.value, read.page.verdict.findings if read.page else ())
    zones = build_zones(read.value, by, remarks=remarks, notes=snapshot.card_notes, fmt=read.fmt, on=read.on)
    return {
        "deck": deck,
        "snapshot": snapshot,
        "value": read.value,
        "fmt": read.fmt,
        "day": read.on,
        "comment": revision.comment,
        "page": read.page,
        "size": sum(read.value.sizes.values()),
        "draft": _name_draft(deck, read),
        "full": [limit.code for limit, _ in list_full_sections(read.value, read.fmt, read.on)] if read.fmt else (),
        "errors": sorted({each.code for each in read.page.verdict.of(ERROR)}) if read.page else (),
        "insight": build_insight(read.value, read.page, read.on),
        "is_empty": not read.value.entries,
        "zones": zones,
        "by": by,
        "ways": list_ways(deck.game_id),
        "elsewhere": tuple(_changes(*elsewhere, deck.game_id)) if elsewhere else (),
        "problem": problem,
        "mode": mode,
        "forms": FORMS,
    }


def _name_draft(deck: Deck, read: ReadVersion) -> str:
    """What a draft is called, by whether anything but cards is wrong with it; empty for a deck that lacks no cards."""
    if read.page is None or not describe_draft(deck, read.fmt, read.value.sizes):
        return ""
    errors = read.page.verdict.of(ERROR)
    return "Draft with errors" if errors and not is_unfinished(errors) else "Draft"


def _remarks(deck: DeckValue, findings: Iterable[Finding]) -> dict[tuple[str, Card], list[LineRemark]]:
    """What is said beside each card of a section, the worst first; a finding about many cards in two words, and one
    that names lines beside these alone."""
    found: dict[tuple[str, Card], list[LineRemark]] = {}
    for finding in findings:
        if finding.severity == INFO:
            continue
        text = finding.message if len(finding.cards) <= 3 else finding.code.replace("-", " ")
        named = (each for each in deck.entries if not finding.lines or each.line in finding.lines)
        places = ((each.section, each.card) for each in named if each.card and each.card in finding.cards)
        for place in dict.fromkeys(places):
            found.setdefault(place, []).append(LineRemark(finding.severity, text))
    return found


def _changes(before: Snapshot, after: Snapshot, game: str) -> Iterable[dict[str, Any]]:
    """What is different in a version from an earlier one: a field by its name, or a line of the list with its copies
    before and after."""
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
    beside: bool = False  #: what is added goes to the sideboard
    owned: bool = False  #: only cards of the viewer's collection

    @property
    def path(self) -> str:
        """The address of the builder."""
        return reverse("stored:edit", args=(self.deck,))

    def words(self, **changes: Any) -> list[tuple[str, str]]:
        """The words of the address with these changed or left out."""
        chosen = {name: "1" for name in _BOXES if getattr(self, name)}
        kept = {"q": self.text, **chosen, "by": self.by}
        return [(name, value) for name, value in {**kept, **changes}.items() if value]

    def address(self, **changes: Any) -> str:
        """The address of the builder with these words changed or left out."""
        return f"{self.path}?{urlencode(self.words(**changes))}"


def parse_builder_request(request: HttpRequest, deck: Deck) -> BuilderSearchRequest:
    """What a request to the builder asks."""
    plain = parse_search_request(request, deck.game_id)
    kept = {**vars(plain), "view": "", "columns": (), "filters": CardFilter({}, deck.game_id), "viewer": STRANGER}
    chosen = {name: bool(request.GET.get(name)) for name in _BOXES}
    return BuilderSearchRequest(**{**kept, **chosen}, deck=deck.pk, by=request.GET.get("by", ""))


class BuilderResults(QueryResults):
    """What is found for an address of the builder; nothing is looked for where nothing is asked."""

    def __init__(self, asked: BuilderSearchRequest, built: Mapping[str, Any], viewer: Viewer) -> None:
        deck, fmt, day, within = built["deck"], built["fmt"], built["day"], None
        figures = fmt.construction_on(day) if fmt else None
        self.value: DeckValue = built["value"]
        self.copies = figures.copies if figures else None
        exact = [limit for limit in list_size_limits(fmt, day) if limit.most == limit.least] if fmt else []
        self.rooms = {section: limit.most for limit in exact for section in limit.sections}
        self.has_sideboard = bool(figures and figures.sideboard_max) or SIDEBOARD in self.value.sections
        self.section = SIDEBOARD if asked.beside and self.has_sideboard else ""
        self.placeholder = get_example(deck.game_id)
        self.is_too_long = is_too_long(deck)
        self.is_limited = asked.only and fmt is not None and not self.is_too_long
        if self.is_limited:
            within = CardRow.objects.filter(
                build_slugs_condition({deck.game_id: find_addable_slugs(deck, self.section)})
            )
        self.full = describe_full_sections(self.value, fmt, day, self.section) if fmt and self.is_limited else ""
        today = timezone.localdate()
        if asked.owned and viewer.user is not None:
            own = services.search_cards("owned:yes", game=deck.game_id, today=today, viewer=viewer)
            within = (CardRow.objects.all() if within is None else within).filter(pk__among=own.ids)
        found = services.search_cards(asked.written, game=deck.game_id, today=today, within=within, viewer=viewer)
        super().__init__(asked, found)

    @cached_property
    def shown(self) -> Page[int]:
        """The page of the list, as primary keys."""
        return Paginator(self.found.ids, A_PAGE).get_page(self.asked.page)

    @cached_property
    def picks(self) -> list[CardPick]:
        """The cards of the page; one query for all of them."""
        return [self._build_pick(card) for card in services.load_cards(list(self.shown.object_list))]

    def _build_pick(self, card: Card) -> CardPick:
        """A card to choose, for the sideboard where that is chosen and the card may be there."""
        may_be = card.type is None or game_of(card.game).building.may_move(card, self.section)
        section = self.section if may_be else ""
        held = count_copies(self.value, card, section) if section else self.value.counts.get(card, 0)
        return CardPick(build_face(card), section, held, self.copies, self._find_room(card))

    def _find_room(self, card: Card) -> int | None:
        """How many cards the section of a card has to have, where the format asks for an exact number."""
        return self.rooms.get(find_default_section(card, self.value)) if self.rooms else None

    @cached_property
    def narrowings(self) -> list[SearchFacet]:
        """What the list can be narrowed to by a press: a query for each of at most five facets."""
        return services.list_facets(self.found, FACETS)

    @property
    def chosen(self) -> int:
        """How many values of facets are chosen."""
        return sum(value.is_chosen for facet in self.narrowings for value in facet.values)

    @property
    def orders(self) -> list[tuple[str, str, bool]]:
        """The orders of the list: in words, the query with it, and whether it is this one."""
        first = self.found.display.sort[0].lstrip("-") if self.found.display.sort else ""
        return [
            (choice.help.removeprefix("by "), set_sort(self.asked.text, f"sort:{choice.name}"), choice.name == first)
            for choice in SORTS
            if choice.name not in _NO_ORDERS
            and ((field := find_field(choice.name)) is None or self.asked.game in field.games)
        ]

    @property
    def next_address(self) -> str:
        """The address of the next page."""
        return self.asked.address(page=str(self.shown.number + 1))


def is_too_long(deck: Deck) -> bool:
    """Whether a list is longer than any deck."""
    return deck.text.count("\n") > MAX_LINES


def describe_full_sections(deck: DeckValue, fmt: Format, day: date, section: str = "") -> str:
    """Say which sections of a deck have all the cards that a format allows on a day, the one that is asked for or else
    the deck first; empty where none has."""
    first_words, others = "", []
    for limit, size in list_full_sections(deck, fmt, day):
        most, title = limit.most or 0, section_title(DECK if DECK in limit.sections else min(limit.sections))
        if (section or DECK) in limit.sections:
            first_words = f"The {title.lower()} is full: {size} of {quantity(most, 'card')}."
        else:
            others.append(f"{title} {size} of {most}")
    return " ".join(
        filter(None, (first_words, f"{'Also full' if first_words else 'Full'}: {', '.join(others)}." if others else ""))
    )


def find_addable_slugs(deck: Deck, section: str = "") -> frozenset[str]:
    """The cards of which a copy more, in a section or where each belongs, brings a deck no new error in its format on
    its day; none without a format and none for a list that is longer than any deck."""
    if is_too_long(deck):
        return frozenset()
    day = deck.as_of or timezone.localdate()
    reference = cards.get_reference(deck.game_id)
    fmt = format_named(reference, deck.format)
    return _addable(reference.on(day), fmt, day, deck.text, section) if fmt else frozenset()


def _explain_no_additions(deck: Deck) -> str:
    """Say why no card can be added to a stored deck that has a format."""
    day, reference = deck.as_of or timezone.localdate(), cards.get_reference(deck.game_id)
    fmt = format_named(reference, deck.format)
    if fmt is None:
        return f"deck {deck.pk} has a format that no longer exists; choose another one"
    full = describe_full_sections(to_engine.build_deck(deck.text, deck.game_id, day), fmt, day)
    return f"no card can be added to deck {deck.pk}. {full}".rstrip()


@lru_cache(maxsize=64)
@bounds_computing
def _addable(reference: Reference, fmt: Format, day: date, text: str, section: str) -> frozenset[str]:
    return cards_to_add(to_engine.build_deck(text, reference.game, day), fmt, day, reference.catalog, section)


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
        slugs = find_addable_slugs(deck)
        if not slugs:
            context.note(_explain_no_additions(deck), term.span)
        return CardCondition(build_slugs_condition({deck.game_id: slugs}))
    return CardCondition(_NOBODY)
