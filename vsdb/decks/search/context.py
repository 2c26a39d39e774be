"""What a query for decks is asked of: who asks, the decks that they may find, their cards as rows, the notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from vsdb.search.conditions.context import SearchContext
from vsdb.search.language.syntax import Term

MAX_AT_ONCE = 500  #: decks that one request reads anew; each takes a few milliseconds


def index_deck_cards(deck: Deck, value: DeckValue) -> None:
    """The rows by which the deck is found; only what has changed is written."""
    wanted = {(section, card.slug): count for section in value.sections for card, count in value.read(section)}
    held = {(row.section, row.slug): row for row in deck.cards.all()}
    gone = [row.pk for key, row in held.items() if key not in wanted]
    changed = [row for key, row in held.items() if key in wanted and row.count != wanted[key]]
    for row in changed:
        row.count = wanted[row.section, row.slug]
    if gone:
        deck.cards.filter(pk__in=gone).delete()
    if changed:
        DeckCard.objects.bulk_update(changed, ("count",))
    DeckCard.objects.bulk_create(
        DeckCard(deck=deck, section=section, slug=slug, count=count)
        for (section, slug), count in wanted.items()
        if (section, slug) not in held
    )


def index_missing(decks: QuerySet[Deck], facts: Mapping[str, str], *, most: int = MAX_AT_ONCE) -> int:
    """Read those of the decks anew that were read by other versions of the facts than these, given by game.

    The last edited come first; how many are left because there are more than `most`. A query where nothing is to be
    done.
    """
    are_current = Q(pk__in=())
    for game, version in facts.items():
        are_current |= Q(game=game, facts=version)
    waiting = decks.filter(game__in=facts).exclude(are_current).order_by("-edited", "-pk")
    keys = list(waiting.values_list("pk", flat=True))
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
    locked = list(Deck.objects.select_for_update().filter(pk__in=keys).prefetch_related("cards"))
    for deck in locked:
        value = to_engine.build_deck(deck.text, deck.game_id, deck.as_of)
        index_deck_cards(deck, value)
        deck.size, deck.facts = sum(value.sizes.values()), facts[deck.game_id]
        deck.glance = summarize(value)
    Deck.objects.bulk_update(locked, ("size", "facts", "glance"), batch_size=200)


@dataclass(frozen=True, slots=True)
class DeckWords:
    """What is written about a deck, in the words that it is found by."""

    title: str
    event: str
    author: str
    tags: tuple[str, ...] = ()


@dataclass
class DeckSearchContext:
    """`among` are the decks that the viewer may find, of the games that are searched; `narrowed` are those that the
    rest of the query leaves, which alone are judged. `cards` is what queries within the query are asked of, and
    collects the notes. `queries` counts these, `judged` the verdicts that were made; `made` are the conditions of the
    terms that were looked at already.
    """

    viewer: Viewer
    among: QuerySet[Deck]
    cards: SearchContext
    narrowed: QuerySet[Deck] = field(init=False)
    queries: int = 0
    judged: int = 0
    made: dict[Term, Q | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.narrowed = self.among

    @cached_property
    def unread(self) -> int:
        """How many of the decks are left whose cards were found by other facts; the others are read anew, once."""
        return index_missing(self.among, {game: each.data_version for game, each in self.cards.references.items()})

    @cached_property
    def words(self) -> Mapping[int, DeckWords]:
        """What is written about each deck, by key; two queries, at the first word that is looked for."""
        tags: dict[int, list[str]] = {}
        tagged = Tag.decks.through.objects.filter(deck__in=self.among.order_by().values("pk"))
        for deck, name in tagged.values_list("deck", "tag__name"):
            tags.setdefault(deck, []).append(name)
        rows = self.among.order_by().values_list("pk", "title", "event", "owner__username")
        return {pk: DeckWords(title, event, author or "", tuple(tags.get(pk, ()))) for pk, title, event, author in rows}
