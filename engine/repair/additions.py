"""What can still be added to a deck: the cards of which one more copy breaks no rule that isn't broken already.

Of a deck under construction, what only asks for more cards is left aside: too few cards, or a pile that has to follow.
A full section takes no card, and a deck without errors none that makes it illegal.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from engine.decklists.adding import add_copies
from engine.formats.bans import BansOnDay, find_bans_on
from engine.formats.pools import PoolOnDay, get_pool_on
from engine.formats.set_status import OUT
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.names import fold
from engine.model.verdicts import ERROR, Finding
from engine.repair.sizes import SizeLimit, list_size_limits
from engine.rules.validation import check_deck

_COMES_LATER = frozenset(("pile-missing",))  #: errors that further cards settle, whatever their figures
_LEAST = re.compile(r"\d+")  #: at the beginning of what is allowed, as in `60+` and `60 to 80`
#: A type whose cards may be in a format by the deck's other cards (`shared-wild-locations`).
IN_BY_THE_DECK = "Special Location"
_ANY_NUMBER = "Army"


@dataclass(frozen=True, slots=True)
class CardDistinctions:
    """The words by which cards have to do with those of a deck, or with a rule, and what a format has on a day."""

    fmt: Format
    words: frozenset[str]
    slugs: frozenset[str]
    pool: PoolOnDay
    bans: BansOnDay
    tell_apart: Callable[[Card], Hashable]  #: by what the game alone tells them apart


def find_addable(deck: Deck, fmt: Format, as_of: date, catalog: Catalog, section: str = "") -> frozenset[str]:
    """The slugs of the cards of a catalog of which a copy more brings no new certain error: in a section, or where each
    belongs.

    A verdict is worked out once for all cards that the rules can't tell apart in this deck.
    """
    told = collect_distinctions(deck, fmt, as_of)
    before = check_deck(deck, fmt, as_of).of(ERROR)
    answers: dict[Hashable, bool] = {}
    found = []
    for card in catalog.cards:
        key = get_card_key(card, told)
        if key is None:
            continue
        if key not in answers:
            answers[key] = can_be_added(card, deck, fmt, as_of, before, catalog, section)
        if answers[key]:
            found.append(card.slug)
    return frozenset(found)


def can_be_added(
    card: Card,
    deck: Deck,
    fmt: Format,
    as_of: date,
    before: Collection[Finding],
    catalog: Catalog,
    section: str = "",
) -> bool:
    """Whether a copy more of a card brings no error that isn't among those `before`, and makes none of them worse."""
    return _takes(add_copies(deck, card, 1, catalog, section), fmt, as_of, before)


def count_addable(
    card: Card, deck: Deck, fmt: Format, as_of: date, catalog: Catalog, most: int, section: str = ""
) -> int:
    """How many copies more of a card, at most so many, bring no new certain error. About log2(most) verdicts."""
    before = check_deck(deck, fmt, as_of).of(ERROR)

    def is_too_many(count: int) -> bool:
        return not _takes(add_copies(deck, card, count, catalog, section), fmt, as_of, before)

    return bisect_left(range(1, most + 1), True, key=is_too_many)


def _takes(more: Deck, fmt: Format, as_of: date, before: Collection[Finding]) -> bool:
    """Whether a deck with more cards has no error that isn't among those `before`, and none of them worse."""
    after = check_deck(more, fmt, as_of).of(ERROR)
    if not before:
        return not after
    return all(_asks_for_more(error) or _was_there(error, before) for error in after)


def list_full_sections(deck: Deck, fmt: Format, as_of: date) -> tuple[tuple[SizeLimit, int], ...]:
    """The sizes of a format that a deck has reached on a day, each with the number of cards there."""
    sizes = ((limit, sum(map(deck.size, limit.sections))) for limit in list_size_limits(fmt, as_of))
    return tuple((limit, size) for limit, size in sizes if limit.most is not None and size >= limit.most)


def is_unfinished(errors: Collection[Finding]) -> bool:
    """Whether all that is wrong with a deck is that cards are missing."""
    return bool(errors) and all(map(_asks_for_more, errors))


def _asks_for_more(error: Finding) -> bool:
    """Whether an error is about cards that are missing."""
    least = _LEAST.match(str(error.allowed))
    is_too_few = isinstance(error.found, int) and least is not None and error.found < int(least[0])
    return is_too_few or error.code in _COMES_LATER


def _was_there(error: Finding, before: Iterable[Finding]) -> bool:
    """Whether an error of the same rule stood there, of no other cards and no smaller."""
    return any(
        (old.code, old.citation, old.section) == (error.code, error.citation, error.section)
        and set(old.cards) >= set(error.cards)
        and not _is_farther(error, old)
        for old in before
    )


def _is_farther(error: Finding, old: Finding) -> bool:
    """Whether the figure of an error is farther above what is allowed than it was."""
    return isinstance(error.found, int) and isinstance(old.found, int) and error.found > old.found


def collect_distinctions(deck: Deck, fmt: Format, as_of: date) -> CardDistinctions:
    """By what cards are told apart in a deck."""
    repairs = game_of(deck.game).repairs
    return CardDistinctions(
        fmt=fmt,
        words=deck.folded_names.union(
            repairs.names,
            _list_format_words(fmt),
            map(fold, repairs.names_in(deck)),
            *(kind for card in deck.cards for kind in _get_card_words(card)),
        ),
        slugs=frozenset(slug for card in deck.cards for slug in (card.slug, *card.levels_into)),
        pool=get_pool_on(fmt, as_of),
        bans=find_bans_on(fmt, as_of),
        tell_apart=repairs.tell_apart(deck, fmt),
    )


def get_card_key(card: Card, told: CardDistinctions) -> Hashable | None:
    """What the rules look at in a card; None for one that is certainly not to be had.

    Of its names only those tell it apart that the deck's cards have or name, or a rule names. One that stands in the
    deck, that a card of the deck levels into or that has to do with a pile has a key of its own.
    """
    status = told.pool.card_status(card)
    ban = told.bans.of(card)
    if (status.status == OUT and card.type != IN_BY_THE_DECK) or (ban and ban.is_certain):
        return None
    if card.uses_piles or card.member_of_piles or card.slug in told.slugs:
        return card.slug
    printed = _get_printing_facts(card) if told.fmt.restrictions else ()
    facts = (status.status, ban is None, _get_rule_facts(card), printed, told.tell_apart(card))
    return (*facts, *(kind & told.words for kind in _get_card_words(card)))


def _get_card_words(card: Card) -> tuple[frozenset[str], ...]:
    """The names that a card has and those that it names, each kind apart, in the spelling that counts."""
    kinds = (card.names, (card.identity,), (card.copy_key,), card.linked)
    return tuple(frozenset(map(fold, filter(None, kind))) for kind in kinds)


@lru_cache(maxsize=256)
def _list_format_words(fmt: Format) -> frozenset[str]:
    """Every word of a format's restrictions: some of them are names of cards."""
    return frozenset(fold(word) for each in fmt.restrictions for word in _walk_texts(each.terms))


def _walk_texts(said: object) -> Iterator[str]:
    """The texts in the terms of a restriction, however deep they stand."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, Mapping):
        yield from _walk_texts(tuple(said.values()))
    elif isinstance(said, (list, tuple)):
        for each in said:
            yield from _walk_texts(each)


def _get_rule_facts(card: Card) -> Hashable:
    """The facts that the rules ask for, apart from names."""
    return (
        (card.type, card.supertype, card.level, card.cost is None, card.health, card.universe),
        (card.teams, card.domains, card.tags, card.traits, card.alignments, card.power_symbols, card.keywords),
        (
            card.versions_known,
            _ANY_NUMBER in card.versions,
            bool(card.levels_into),
            card.set_codes & game_of(card.game).repairs.set_codes,
        ),
    )


def _get_printing_facts(card: Card) -> Hashable:
    """What restrictions of formats ask of its printings."""
    rarities = frozenset((card.rarity, *(printing.rarity for printing in card.printings)))
    is_one = len(card.printings) == 1
    return (card.set_codes, rarities, is_one, card.has_unrecorded_printing, card.is_in_every_set)
