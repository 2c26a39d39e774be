"""What a query for decks is asked of: who asks, the decks that they may find, their cards as rows, the notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

from django.db import transaction
from django.db.models import Q, QuerySet

from engine.model.decks import Deck as DeckValue
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.core.read_only import is_refusing_writes
from vsdb.decks import to_engine
from vsdb.decks.glance import summarize
from vsdb.decks.models import Deck, DeckCard, Tag
from vsdb.decks.search.teams import write_teams
from vsdb.decks.search.waiting import narrow_to_unsettled
from vsdb.search.conditions.context import SearchContext
from vsdb.search.language.syntax import Term

MAX_AT_ONCE = 500  #: decks that one request reads anew; each takes a few milliseconds
_ROWS = 1_000  #: that are written at once
_DeckCardRow = tuple[int, str, str, int]  #: deck, section, slug and count


def index_deck_cards(read: Sequence[tuple[Deck, DeckValue]]) -> None:
    """The rows by which decks are found that read like this; only what has changed is written. A query where nothing
    has."""
    wanted = {
        (deck.pk, section, card.slug, count)
        for deck, value in read
        for section in value.sections
        for card, count in value.read(section)
    }
    held = DeckCard.objects.filter(deck__id__among=[deck.pk for deck, _ in read])
    others = wanted.symmetric_difference(held.values_list("deck", "section", "slug", "count"))
    if others:
        _correct_deck_cards(wanted & others, others - wanted)


def _correct_deck_cards(missing: Set[_DeckCardRow], wrong: Set[_DeckCardRow]) -> None:
    """Write the rows that are missing, and delete those that are wrong or change their counts."""
    counts = {(deck, section, slug): count for deck, section, slug, count in missing}
    gone, changed = [], []
    held = DeckCard.objects.filter(deck__id__among={deck for deck, *_ in wrong}) if wrong else DeckCard.objects.none()
    for pk, deck, section, slug, count in held.values_list("pk", "deck", "section", "slug", "count"):
        if (deck, section, slug, count) in wrong:
            now = counts.pop((deck, section, slug), None)
            if now is None:
                gone.append(pk)
            else:
                changed.append(DeckCard(pk=pk, count=now))
    if gone:
        DeckCard.objects.filter(pk__in=gone).delete()
    if changed:
        DeckCard.objects.bulk_update(changed, ("count",), batch_size=_ROWS)
    DeckCard.objects.bulk_create(
        [DeckCard(deck_id=key[0], section=key[1], slug=key[2], count=count) for key, count in counts.items()],
        batch_size=_ROWS,
    )


#: What `set_found` sets.
FOUND = ("size", "glance", "is_wholly_read", "teams")


def set_found(deck: Deck, value: DeckValue) -> None:
    """What lists and searches ask of a deck's cards, beside the rows of them."""
    by_slug = cards.recall_reference(deck.game_id).catalog.by_slug
    deck.size, deck.glance = sum(value.sizes.values()), summarize(value)
    deck.is_wholly_read = all(entry.card or not entry.count for entry in value.unsettled)
    deck.teams = write_teams((by_slug[card.slug].teams or (), count) for card, count in value.counts.items())


def write_readings(read: Sequence[tuple[Deck, DeckValue]], facts: Mapping[str, str]) -> None:
    """What decks are found by and what lists show of them, by lists read by these versions of the facts, given by game;
    within a transaction that has locked the decks. Two queries and one a game, more where a deck reads otherwise."""
    index_deck_cards(read)
    changed = []
    for deck, value in read:
        before = [getattr(deck, name) for name in FOUND]
        set_found(deck, value)
        if [getattr(deck, name) for name in FOUND] != before:
            changed.append(deck)
    Deck.objects.bulk_update(changed, FOUND, batch_size=100)
    for game in {deck.game_id for deck, _ in read}:
        keys = [deck.pk for deck, _ in read if deck.game_id == game]
        Deck.objects.filter(pk__among=keys).update(facts=facts[game])


def list_missing(decks: QuerySet[Deck], facts: Mapping[str, str]) -> QuerySet[Deck]:
    """Those of the decks that were read by other versions of the facts than these."""
    are_current = Q(pk__in=())
    for game, version in facts.items():
        are_current |= Q(game=game, facts=version, teams__isnull=False)
    return decks.filter(game__in=facts).exclude(are_current)


def index_missing(decks: QuerySet[Deck], facts: Mapping[str, str], *, most: int = MAX_AT_ONCE) -> int:
    """Read those of the decks anew that were read by other versions of the facts than these, given by game.

    The last edited come first; how many are left because there are more than `most`. A query where nothing is to be
    done.
    """
    keys = list(list_missing(decks, facts).order_by("-edited", "-pk").values_list("pk", flat=True))
    if keys and is_refusing_writes():
        return len(keys)
    if keys:
        _read_anew(keys[:most], facts)
    return max(len(keys) - most, 0)


def load_current(decks: QuerySet[Deck], keys: Sequence[int]) -> dict[int, Deck]:
    """The decks of these keys, those first read anew that were read by other facts than today's.

    One query, beside those of the rows' relations, where none has to be.
    """
    held = decks.in_bulk(list(keys))
    facts = {game: cards.get_data_version(game) for game in {deck.game_id for deck in held.values()}}
    if past := [deck.pk for deck in held.values() if deck.facts != facts[deck.game_id]]:
        index_missing(Deck.objects.filter(pk__in=past), facts)
        held |= decks.in_bulk(past)
    return held


@transaction.atomic
def _read_anew(keys: list[int], facts: Mapping[str, str]) -> None:
    locked = Deck.objects.select_for_update().filter(pk__in=keys).order_by("pk")
    write_readings([(deck, to_engine.build_deck(deck.text, deck.game_id, deck.as_of)) for deck in locked], facts)


@dataclass
class DeckSearchContext:
    """`among` are the decks that the viewer may find, of the games that are searched; `narrowed` are those that the
    rest of the query leaves, which alone are judged. `cards` is what queries within the query are asked of, and
    collects the notes. `queries` counts these, `judged` the verdicts that were made; `made` are the conditions of the
    terms that were looked at already. `unwritten` decks have no words to be found by; None: nobody has looked. A query
    `is_costly` that looks into tables of cards or verdicts, or compares with thousands of keys.
    """

    viewer: Viewer
    among: QuerySet[Deck]
    cards: SearchContext
    narrowed: QuerySet[Deck] = field(init=False)
    queries: int = 0
    judged: int = 0
    unwritten: int | None = None
    made: dict[Term, Q | None] = field(default_factory=dict)
    is_costly: bool = False

    def __post_init__(self) -> None:
        self.narrowed = self.among

    @cached_property
    def unread(self) -> int:
        """How many of the decks are left whose cards were found by other facts; the others are read anew, once."""
        facts = {game: each.data_version for game, each in self.cards.references.items()}
        what = tuple(facts.values())
        decks = narrow_to_unsettled(self.among, self.viewer, what, lambda found: [list_missing(found, facts)])
        return index_missing(decks, facts)

    @cached_property
    def tags(self) -> Mapping[int, str]:
        """The names of all tags, by key; a query at the first word that is looked for."""
        return dict(Tag.objects.values_list("pk", "name"))
