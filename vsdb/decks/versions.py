"""The history of a deck, automatic saves folded, each version with what it changed; and two lists side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from django.core.paginator import Page, Paginator

from engine import decklists
from engine.decklists.differences import DeckDifferences, compare_decks
from engine.decklists.fingerprints import compute_fingerprint
from engine.decklists.sections import section_title
from engine.model.cards import GAMES, Card
from engine.model.decks import Deck as DeckValue
from engine.model.errors import InputError
from engine.model.identities import count_by_section
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.repair import RepairedList, repair_list
from vsdb.core.dates import parse_day
from vsdb.core.words import format_day
from vsdb.decks import selectors, to_engine
from vsdb.decks.access import ViewedDeck
from vsdb.decks.deck_page import ReadVersion, read_version
from vsdb.decks.models import Deck, Revision
from vsdb.decks.pdf.listing import sort_sections
from vsdb.exchange.deck_lists.importing import import_deck_list
from vsdb.timelines.services import DeckTimeline, build_deck_timeline

A_PAGE = 20
_HEAVY = ("text", "notes", "card_notes")
#: A deck's number or secret, alone or in its address, with a version behind @ or in the address.
_WORD = re.compile(
    r"(?:\S*/decks/)?(?:(?P<pk>[0-9]{1,9})|(?:shared/)?(?P<secret>[A-Za-z0-9_-]{16,32}))"
    r"(?:/versions/(?P<in_address>[0-9]{1,9})/?|/\S*?)?(?:@(?P<version>[0-9]{1,9}))?"
)


@dataclass(frozen=True, slots=True)
class DeckVersion:
    """A version in the history. `folded` are the automatic saves that led to it; `changes` is None for the first one.

    `said` names what else became different: title, format, day, notes.
    """

    revision: Revision
    folded: tuple[Revision, ...]
    changes: DeckDifferences | None = None
    said: tuple[str, ...] = ()


def list_versions(deck: Deck, number: str | None) -> tuple[Page[DeckVersion], Sequence[DeckVersion]]:
    """A page of the versions, the newest first; two queries however many there are."""
    light = deck.revisions.select_related("by").defer(*_HEAVY)
    page = Paginator(list(_fold_automatic_saves(light)), A_PAGE).get_page(number)
    return page, tuple(_build_versions(deck, page))


def _fold_automatic_saves(newest_first: Iterable[Revision]) -> Iterator[DeckVersion]:
    """Of automatic saves in a row, by one person, the last stands for all."""
    for _, row in groupby(newest_first, lambda each: (each.is_automatic, each.by_id if each.is_automatic else each.pk)):
        last, *folded = row
        yield DeckVersion(last, tuple(folded))


def _build_versions(deck: Deck, page: Page[DeckVersion]) -> Iterator[DeckVersion]:
    """The versions of a page with what each changed against the one shown before it."""
    shown = list(page)
    whole = list(page.paginator.object_list)
    following = whole[page.end_index() : page.end_index() + 1]
    numbers = [version.revision.number for version in (*shown, *following)]
    texts = {revision.number: revision for revision in deck.revisions.filter(number__in=numbers)}
    decks = {number: to_engine.build_deck(each.text, deck.game_id, each.as_of) for number, each in texts.items()}
    for version, before in zip(shown, [*shown[1:], *following, None], strict=False):
        if before is None:
            yield version
            continue
        now, then = version.revision.number, before.revision.number
        said = tuple(describe_changed_fields(texts[then], texts[now]))
        yield replace(version, changes=compare_decks(decks[then], decks[now]), said=said)


def life_of(deck: Deck, revision: Revision, formats: Sequence[str] = ()) -> DeckTimeline:
    """The life of a version in formats, else in all and in its own where that is still one. Raises InputError."""
    own = revision.format if format_named(cards.get_reference(deck.game_id), revision.format) else ""
    return build_deck_timeline(revision.text, game=deck.game_id, formats=formats, own=own)


def repair_of(
    deck: Deck, words: Mapping[str, str], *, day: str, picks: Mapping[int, str] | None = None
) -> RepairedList | None:
    """The repair of the newest version in its format on its day, or in those that an address or a form names, the day
    as its word `day`; None where nothing names a format. Raises InputError and NotFound."""
    revision = selectors.get_revision(deck)
    fmt = words.get("format", "") or revision.format
    if not fmt:
        return None
    on = parse_day(words[day], place=day) if words.get(day) else revision.as_of
    return repair_list(revision.text, game=deck.game_id, fmt=fmt, on=on, picks=picks)


def describe_changed_fields(before: Revision, after: Revision) -> Iterator[str]:
    """What beside the list differs between two versions."""
    if before.title != after.title:
        yield f"title was “{before.title}”"
    if before.format != after.format:
        yield f"format was {before.format or 'not set'}"
    if before.as_of != after.as_of:
        yield f"date was {format_day(before.as_of) if before.as_of else 'today'}"
    if before.notes != after.notes:
        yield "notes changed"
    if before.card_notes != after.card_notes:
        yield "card notes changed"


@dataclass(frozen=True)
class ComparedList:
    """One of the lists. `word` is what the address calls it, empty for a pasted one; `place` where it can be read."""

    title: str
    value: DeckValue
    word: str = ""
    place: ViewedDeck | None = None
    read: ReadVersion | None = None

    @cached_property
    def fingerprint(self) -> str:
        """The list's fingerprint."""
        return compute_fingerprint(self.value)

    @property
    def size(self) -> int:
        """How many cards it has in all sections."""
        return sum(self.value.sizes.values())


@dataclass(frozen=True, slots=True)
class CardPair:
    """A card of a section with its count in each list."""

    name: str
    card: Card | None
    before: int
    after: int

    @property
    def by(self) -> int:
        """How many copies more the second has, or fewer below zero."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class DeckComparison:
    """Two lists of a game side by side."""

    a: ComparedList
    b: ComparedList
    sections: tuple[dict[str, Any], ...]
    changes: DeckDifferences

    @property
    def is_same(self) -> bool:
        """Whether both hold the same cards."""
        return not self.changes


def find_named_version(word: str, viewer: Viewer) -> tuple[ViewedDeck, ReadVersion, str]:
    """The deck and the version that a word of the address names, and the word in short: `12@3`; at most four queries.

    Raises InputError and NotFound.
    """
    found = _WORD.fullmatch(word.strip())
    if found is None:
        way_out = "enter its link or number, with a version after @, as in 12@3"
        raise InputError(f"“{word.strip()[:60]}” is not a deck; {way_out}")
    secret = found["secret"] or ""
    deck = selectors.get_shared_deck(secret) if secret else selectors.get_readable_deck(int(found["pk"]), viewer)
    version = found["version"] or found["in_address"]
    read = read_version(deck, int(version) if version else None)
    return ViewedDeck(deck, viewer, secret), read, f"{secret or deck.pk}" + (f"@{version}" if version else "")


def title_version(deck: Deck, revision: Revision) -> str:
    """The title of a version; one that isn't the newest has its number."""
    return revision.title if revision.number == deck.edition else f"{revision.title}, version {revision.number}"


def load_side(word: str, viewer: Viewer) -> ComparedList:
    """The list that a word of the address names; at most four queries. Raises InputError and NotFound."""
    place, read, name = find_named_version(word, viewer)
    return ComparedList(title_version(place.deck, read.revision), read.value, name, place, read)


def read_compared_list(text: str, game: str = "") -> ComparedList:
    """A list that somebody pasted, of the game that it says, else the one given, else the one that it shows.

    Raises InputError and NotFound.
    """
    written = text.replace("\r\n", "\n")
    taken = import_deck_list(written, game="" if "game" in decklists.read_metadata(written) else game)
    return ComparedList(taken.deck.title[:120] or "Pasted list", taken.deck)


def compare(a: ComparedList, b: ComparedList) -> DeckComparison:
    """Two lists section by section. Raises InputError for lists of different games."""
    if a.value.game != b.value.game:
        raise InputError(f"the lists are for different games: {GAMES[a.value.game]} and {GAMES[b.value.game]}")
    return DeckComparison(a, b, tuple(_sections(a.value, b.value)), compare_decks(a.value, b.value))


def _sections(a: DeckValue, b: DeckValue) -> Iterator[dict[str, Any]]:
    """The sections of both lists: where they differ, and what is the same in both."""
    one, other = count_by_section(a), count_by_section(b)
    by_section: dict[str, list[CardPair]] = {}
    names: dict[str, str] = {}
    for key in dict.fromkeys((*one, *other)):
        shown = other.get(key) or one[key]
        pair = CardPair(shown.name, shown.card, *(side[key].count if key in side else 0 for side in (one, other)))
        by_section.setdefault(names.setdefault(key[0], shown.section), []).append(pair)
    for section in sort_sections(by_section, a.game):
        pairs = by_section[section]
        yield {
            "title": section_title(section),
            "before": sum(pair.before for pair in pairs),
            "after": sum(pair.after for pair in pairs),
            "different": [pair for pair in pairs if pair.by],
            "same": [pair for pair in pairs if not pair.by],
        }
