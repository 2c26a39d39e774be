"""Reads of collections; each says how many queries it costs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from engine.model.cards import GAMES, Card
from engine.model.errors import NotFound
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors as cards
from vsdb.collection.models import CollectedCard, Collection
from vsdb.collection.reading import CardKey
from vsdb.core.sealed_fields import match_word
from vsdb.core.sealed_stores import refuse_if_unreadable


class Copies(NamedTuple):
    """How many copies somebody owns, and how many they want to own in all."""

    owned: int = 0
    wanted: int = 0


NO_COPIES = Copies()


def load_copies(user: int, games: Iterable[str] | None = None) -> dict[CardKey, Copies]:
    """Everything that somebody owns and wants, by printing; one query."""
    rows = list_copies(user, games).values_list("game", "slug", "set_code", "number", "owned", "wanted")
    return {
        CardKey(game, slug, code, number): Copies(owned, wanted) for game, slug, code, number, owned, wanted in rows
    }


def list_copies(user: int, games: Iterable[str] | None = None) -> QuerySet[CollectedCard]:
    """The rows of everything that somebody owns and wants, in the order of `load_copies`; no query until it is read."""
    rows = CollectedCard.objects.filter(owner=user).order_by("game", "slug", "set_code", "number")
    return rows if games is None else rows.filter(game__in=tuple(games))


def load_copies_of_card(user: int, game: str, slug: str) -> dict[CardKey, Copies]:
    """What somebody owns and wants of a card, by printing; one query."""
    rows = CollectedCard.objects.filter(owner=user, game=game, slug=slug)
    return {
        CardKey(game, slug, row.set_code, row.number): Copies(row.owned, row.wanted)
        for row in rows.order_by("set_code", "number")
    }


def load_owned_in_set(user: int, game: str, code: str) -> dict[tuple[str, str], Copies]:
    """What somebody owns and wants of a set, by slug and number; one query. Copies of any printing count for a card
    that was printed in this set alone."""
    rows = CollectedCard.objects.filter(owner=user, game=game, set_code__in=(code, "")).order_by()
    by_slug = cards.get_reference(game).catalog.by_slug
    found: defaultdict[tuple[str, str], Copies] = defaultdict(Copies)
    for slug, held_in, number, owned, wanted in rows.values_list("slug", "set_code", "number", "owned", "wanted"):
        card = by_slug.get(slug)
        if not held_in and (card is None or _get_only_set(card) != code):
            continue
        place = slug, number if held_in or card is None else card.printings[0].number or ""
        found[place] = Copies(found[place].owned + owned, found[place].wanted + wanted)
    return dict(found)


def count_copies_by_slug(user: int, kind: str, games: Iterable[str]) -> dict[str, dict[str, int]]:
    """How many copies of each card somebody owns or wants (`kind`), by game and slug; what counts as the same card
    counts together. One query."""
    rows = CollectedCard.objects.filter(owner=user, game__in=tuple(games)).order_by().values("game", "slug")
    held: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for game, slug, total in rows.annotate(total=Sum(kind)).filter(total__gt=0).values_list("game", "slug", "total"):
        held[game][slug] = total
    return {game: _spread(cards.get_reference(game), counts) for game, counts in held.items()}


def _spread(reference: Reference, counts: Mapping[str, int]) -> dict[str, int]:
    """The counts of slugs, each with those of the other slugs of the same card."""
    by_slug, by_key = reference.catalog.by_slug, Counter[str]()
    for slug, count in counts.items():
        if slug in by_slug:
            by_key[by_slug[slug].copy_key] += count
    return {card.slug: by_key[card.copy_key] for card in reference.catalog.cards if card.copy_key in by_key}


def load_copies_of_cards(user: int, game: str, wanted: Iterable[Card]) -> dict[str, dict[CardKey, Copies]]:
    """What somebody owns and wants of some cards, by copy key and printing; one query, another for each
    500 cards more. What counts as the same card is together."""
    keys = {card.copy_key for card in wanted}
    catalog = cards.get_reference(game).catalog
    same = {card.slug: card.copy_key for card in catalog.cards if card.copy_key in keys}
    found: defaultdict[str, dict[CardKey, Copies]] = defaultdict(dict)
    for key, copies in load_copies_of_slugs(user, {game: same}).items():
        found[same[key.slug]][key] = copies
    return found


def load_copies_of_slugs(user: int, wanted: Mapping[str, Iterable[str]]) -> dict[CardKey, Copies]:
    """What somebody owns and wants of the cards of some slugs, by game; one query for each 500 of a game."""
    fields = ("game", "slug", "set_code", "number", "owned", "wanted")
    rows = CollectedCard.objects.filter(owner=user).order_by()
    return {
        CardKey(*key): Copies(owned, wants)
        for game, slugs in wanted.items()
        for some in _cut(slugs)
        for *key, owned, wants in rows.filter(game=game, slug__in=some).values_list(*fields)
    }


def _cut(slugs: Iterable[str]) -> Iterator[list[str]]:
    left = iter(slugs)
    while some := list(islice(left, _MAX_IN)):
        yield some


_MAX_IN = 500  #: values in one condition


def count_copies_of_cards(user: int, game: str, wanted: Iterable[Card]) -> dict[str, Copies]:
    """What somebody owns and wants of some cards, by copy key, as `load_copies_of_cards` finds it. Wanted copies are
    those of `count_wanted`."""
    found = load_copies_of_cards(user, game, wanted)
    return {key: Copies(sum(each.owned for each in held.values()), count_wanted(held)) for key, held in found.items()}


def count_wanted(held: Mapping[CardKey, Copies]) -> int:
    """How many copies of a card somebody wants to own in all: of given printings, or in any printing if that is
    more."""
    return sum(count.owned for count in held.values()) + count_lacking(held)


def count_lacking(held: Mapping[CardKey, Copies]) -> int:
    """How many wanted copies of a card somebody doesn't own: those of given printings, and those that may be of any
    printing beyond these."""
    owned = sum(each.owned for each in held.values())
    of_printings = sum(max(0, each.wanted - each.owned) for key, each in held.items() if key.set_code)
    return max(of_printings, count_wanted_of_any(held) - owned, 0)


def count_wanted_of_any(held: Mapping[CardKey, Copies]) -> int:
    """How many copies of a card somebody wants that may be of any printing."""
    return sum(each.wanted for key, each in held.items() if not key.set_code)


def find_owned_printings(user: int, games: Iterable[str]) -> Q:
    """The printings (rows of `Printing`) of which somebody owns a copy, as one condition."""
    same = CollectedCard.objects.filter(
        owner=user,
        owned__gt=0,
        game__in=tuple(games),
        game=OuterRef("card__game"),
        slug=OuterRef("card__slug"),
        set_code=OuterRef("card_set__code"),
        number=OuterRef("number"),
    )
    return Q(Exists(same))


@dataclass(frozen=True, slots=True)
class WantedCard:
    """A wanted card: its printings with their copies; `lacking` copies are still to be found."""

    card: Card
    copies: tuple[tuple[CardKey, Copies], ...]
    owned: int
    wanted: int
    lacking: int


def list_wanted(user: int) -> list[WantedCard]:
    """What somebody wants, by game and title; one query. What counts as the same card is one entry."""
    held: defaultdict[tuple[str, str], dict[CardKey, Copies]] = defaultdict(dict)
    first: dict[tuple[str, str], Card] = {}
    catalogs = {each.game: each.catalog for each in cards.list_references()}
    for key, copies in load_copies(user).items():
        card = catalogs[key.game].by_slug.get(key.slug) if key.game in catalogs else None
        if card is None:
            continue
        same = key.game, card.copy_key
        held[same][key] = copies
        if copies.wanted:
            first.setdefault(same, card)
    order = {game: place for place, game in enumerate(GAMES)}
    found = [_build_wanted(card, held[same]) for same, card in first.items()]
    return sorted(found, key=lambda each: (order[each.card.game], each.card.title.casefold(), each.card.slug))


def _build_wanted(card: Card, held: Mapping[CardKey, Copies]) -> WantedCard:
    owned, lacking = sum(each.owned for each in held.values()), count_lacking(held)
    printings = tuple((key, each) for key, each in held.items() if each.wanted)
    # What is wanted in all: what is owned already may be more than anybody asked for.
    wanted = sum(each.wanted for _, each in printings)
    return WantedCard(card, printings, owned, max(wanted, lacking), lacking)


@dataclass(frozen=True, slots=True)
class SetProgress:
    """How many of a set's recorded cards somebody owns."""

    code: str
    name: str
    owned: int
    cards: int

    @property
    def percent(self) -> int:
        """The share, rounded down, so that only a whole set is 100."""
        return self.owned * 100 // self.cards if self.cards else 0


@dataclass(frozen=True, slots=True)
class GameTotals:
    """What somebody has of a game. `gone` are cards that are no longer in the reference."""

    game: str
    owned: int
    cards: int
    wanted: int
    lacking: int
    sets: tuple[SetProgress, ...]
    gone: tuple[tuple[CardKey, Copies], ...]


def summarize(copies: Mapping[CardKey, Copies]) -> list[GameTotals]:
    """What a collection holds of each game, in the games' order; no query but those of the references."""
    by_game: defaultdict[str, dict[CardKey, Copies]] = defaultdict(dict)
    for key, each in copies.items():
        by_game[key.game][key] = each
    found = []
    for game in GAMES:
        if game in by_game:
            with suppress(NotFound):
                found.append(_summarize_game(cards.get_reference(game), by_game[game]))
    return found


def _summarize_game(reference: Reference, copies: Mapping[CardKey, Copies]) -> GameTotals:
    by_slug = reference.catalog.by_slug
    gone = tuple((key, each) for key, each in copies.items() if key.slug not in by_slug)
    same: defaultdict[str, dict[CardKey, Copies]] = defaultdict(dict)
    in_sets: defaultdict[str, set[str]] = defaultdict(set)
    for key, each in copies.items():
        if (card := by_slug.get(key.slug)) is None:
            continue
        same[card.copy_key][key] = each
        if each.owned and (code := key.set_code or _get_only_set(card)):
            in_sets[code].add(key.slug)
    sizes = Counter(code for card in reference.catalog.cards for code in card.set_codes)
    sets = tuple(
        SetProgress(code, card_set.name, len(in_sets[code]), sizes[code])
        for code, card_set in reference.sets.items()
        if code in in_sets
    )
    return GameTotals(
        reference.game,
        sum(each.owned for each in copies.values()),
        len({key.slug for key, each in copies.items() if each.owned}),
        sum(1 for held in same.values() if any(each.wanted for each in held.values())),
        sum(map(count_lacking, same.values())),
        sets,
        gone,
    )


def _get_only_set(card: Card) -> str:
    """The set of a card that was printed once only, as far as that is known."""
    return (card.printings[0].set_code or "") if len(card.printings) == 1 and not card.has_unrecorded_printing else ""


def load_collected_slugs(user: int, games: Iterable[str] | None = None) -> dict[str, frozenset[str]]:
    """The slugs of the cards that somebody owns or wants, by game; one query."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for game, slug in list_copies(user, games).order_by().values_list("game", "slug").distinct():
        found[game].add(slug)
    return {game: frozenset(slugs) for game, slugs in found.items()}


def list_collected_slugs(copies: Mapping[CardKey, Copies]) -> dict[str, frozenset[str]]:
    """The slugs of the cards that a collection names, by game."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for key in copies:
        found[key.game].add(key.slug)
    return {game: frozenset(slugs) for game, slugs in found.items()}


def group_by_card(copies: Mapping[CardKey, Copies], held: Sequence[Card]) -> list[list[tuple[CardKey, Copies]]]:
    """The printings of each of some cards that a collection names."""
    found: defaultdict[tuple[str, str], list[tuple[CardKey, Copies]]] = defaultdict(list)
    for key, each in copies.items():
        found[key.game, key.slug].append((key, each))
    return [found[card.game, card.slug] for card in held]


def get_collection(user: int) -> Collection | None:
    """Somebody's collection, None where they never had one; one query."""
    return Collection.objects.filter(owner=user).first()


def get_shared_collection(word: str) -> Collection:
    """The collection whose wish list is shared by this word; one query. Raises NotFound also for a link that was taken
    back."""
    shared: QuerySet[Collection] = Collection.objects.select_related("owner").exclude(secret="")
    found = shared.filter(match_word("secret", word), owner__is_active=True).first()
    if found is None:
        refuse_if_unreadable(Collection, "secret")
        raise NotFound("this link no longer works or is incomplete; ask the owner for a new one")
    return found
