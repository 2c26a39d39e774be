"""What restrictions amount to in many decks at once, decided from arrays without a look at any one list.

A decision stands for one function of `engine.rules.restrictions`, which alone says what is asked, and is held against
it in `tests/engine/test_decisions.py`. Where it can't tell, the deck is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from datetime import date
from typing import NamedTuple, Protocol, TypeVar

from engine.model.cards import Card
from engine.model.decks import DECK
from engine.model.fast_path import Numbers, Totals
from engine.model.formats import Format
from engine.rules import restrictions
from engine.rules.format_rules import RestrictionCheck
from engine.rules.restrictions import CHARACTER, Terms, list_names

T = TypeVar("T")
#: What is asked of a card, as a number or as a mask: places of bits that the asker has given to names. -1 has all bits.
CardFact = Callable[[Card], int]
#: A word of a card, by which its copies are counted: one of those of this module.
CardWord = Callable[[Card], Hashable]
#: Several words of a card.
CardWords = Callable[[Card], Iterable[str]]

ALL = -1  #: the mask of a card that goes with everything


class Answers(NamedTuple):
    """By deck, whether a restriction is broken, whether it is unknown, and whether the list has to be looked at."""

    broken: Numbers = False
    unknown: Numbers = False
    is_open: Numbers = False


class Cover(NamedTuple):
    """By deck, whether so many choices are certainly enough, and whether they certainly aren't."""

    is_enough: Numbers
    is_too_little: Numbers


class Sums(Protocol):
    """The copies of each card of each deck, added up by some word of the card."""

    counts: Numbers  #: one for each word of each deck

    def read(self, fact: CardFact) -> Numbers:
        """What the first card of each is."""

    def of_deck(self, numbers: Numbers) -> Numbers:
        """For each the number of its deck."""

    def any(self, truths: Numbers) -> Numbers:
        """By deck, whether any of them is so."""

    def count(self, truths: Numbers) -> Numbers:
        """By deck, how many of them are so."""


class DeckLines(Totals, Protocol):
    """Many decks whose every line names a card. What is said of lines is an array with one place a line."""

    counts: Numbers  #: of copies, by line

    def once(self, work_out: Callable[[DeckLines], T]) -> T:
        """What a function makes of the decks, worked out once."""

    def read(self, fact: CardFact) -> Numbers:
        """By line a fact of its card that is a small number."""

    def within(self, is_meant: Callable[[str], bool]) -> Numbers:
        """By line, whether its section is one of those meant."""

    def outside(self, is_left_out: Callable[[str], bool]) -> Numbers:
        """By line, whether its section isn't one of those left out; None where no deck has any of these."""

    def any(self, lines: Numbers) -> Numbers:
        """By deck, whether any of its lines is so."""

    def add(self, lines: Numbers) -> Numbers:
        """By deck, the numbers of its lines added up."""

    def union(self, fact: CardFact, lines: Numbers = None) -> Numbers:
        """The masks of its cards put together, of some of its lines if these are given: a column a deck."""

    def common(self, fact: CardFact, lines: Numbers = None) -> Numbers:
        """What the masks of its cards have in common, or those of some lines: a column a deck; all bits of no lines."""

    def is_unmet(self, fact: CardFact, masks: Numbers) -> Numbers:
        """By line, whether the mask of its card has none of the bits in the column of its deck."""

    def count_bits(self, masks: Numbers) -> Numbers:
        """How many bits are set, by deck."""

    def cover(self, fact: CardFact, most: int) -> Cover:
        """Whether so many bits are enough that the mask of each card has one of them."""

    def sums(self, word: CardWord, lines: Numbers = None) -> Sums:
        """The copies of each card by a word of it, of some lines if these are given."""

    def sums_of_words(self, words: CardWords, among: Numbers) -> Sums:
        """The copies that have each of several words, in some of the decks."""

    def share_a_word(self, borne: CardWords, wanted: CardWords, least: int, among: Numbers) -> Numbers:
        """Whether so many cards bear one word that is a wanted word of a card; False but for some of the decks."""


#: Answers for decks; only of those that are open they are asked, and no line of these is unsettled.
Decide = Callable[[DeckLines, Numbers], Answers]
#: What makes them for a format on a day, under the terms of a restriction.
Decision = Callable[[Format, date, Terms], Decide]


class Bits:
    """The bits of names, given to each when it is first met."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def mask(self, names: Iterable[str]) -> int:
        """The mask of some names."""
        places = self._places
        return sum({1 << places.setdefault(name, len(places)) for name in names})


def copy_key(card: Card) -> str:
    """What the copies of a card share."""
    return card.copy_key


def itself(card: Card) -> Card:
    """The card, whatever else is a copy of it."""
    return card


def folded_name(card: Card) -> str:
    """The name of a card in the spelling that counts."""
    return card.folded_name


def _always(answers: Answers) -> Decision:
    return lambda fmt, as_of, terms: lambda decks, is_open: answers


def sets_at_most(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `restrictions.sets_at_most`."""
    most, besides, bits = int(str(terms["count"])), frozenset(list_names(terms, "besides")), Bits()

    def sets(card: Card) -> int:
        is_free = card.is_in_every_set or not card.set_codes.isdisjoint(besides)
        return ALL if is_free else bits.mask(card.set_codes)

    def known_sets(card: Card) -> int:
        return ALL if card.has_unrecorded_printing or not card.set_codes else sets(card)

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        known = decks.cover(known_sets, most)
        if not (is_open & ~known.is_too_little).any():
            return Answers(known.is_too_little)
        every = decks.cover(sets, most)
        unknown = known.is_enough & every.is_too_little
        return Answers(known.is_too_little, unknown, ~(known.is_too_little | unknown | every.is_enough))

    return decide


def teams_at_most(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `restrictions.teams_at_most`."""
    most, bits = int(str(terms["count"])), Bits()

    def teams(card: Card) -> int:
        return bits.mask(card.teams) if card.type == CHARACTER and card.teams else ALL

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        known, is_vague = decks.cover(teams, most), decks.any(decks.read(_is_vague_character) != 0)
        is_told = known.is_enough | known.is_too_little
        return Answers(known.is_too_little, is_vague & known.is_enough, ~is_told)

    return decide


def _is_vague_character(card: Card) -> int:
    return card.type is None or (card.type == CHARACTER and not card.teams)


def singleton(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `restrictions.singleton`."""

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        copies = decks.sums(copy_key)
        is_over = copies.counts > 1
        is_sure = copies.any(is_over & (copies.read(_is_version_known) != 0))
        # Cards that are copies of one may differ in what is recorded of them.
        return Answers(is_sure, False, copies.any(is_over) & ~is_sure)

    return decide


def _is_version_known(card: Card) -> int:
    return card.versions_known


def characters_per_team(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `restrictions.characters_per_team`."""
    teams, each = int(str(terms["teams"])), int(str(terms["characters"]))

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        vague = decks.add(decks.counts * decks.read(_has_vague_teams))
        # All affiliations together have no fewer characters than those that count.
        found = decks.add(decks.counts * decks.read(_count_teams))
        broken = (vague < each) & (found < teams * (each - vague))
        of_team = decks.sums_of_words(_list_character_teams, is_open & ~broken)
        broken |= (vague < each) & (of_team.count(of_team.counts >= of_team.of_deck(each - vague)) < teams)
        is_lacking = of_team.count(of_team.counts >= each) < teams
        return Answers(broken, is_lacking & (each > 0))

    return decide


def _has_vague_teams(card: Card) -> int:
    return card.type is None or (card.type == CHARACTER and card.teams is None)


def _count_teams(card: Card) -> int:
    return len(_list_character_teams(card))


def _list_character_teams(card: Card) -> Collection[str]:
    return card.teams or () if card.type == CHARACTER else ()


def named_character(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `restrictions.named_character`."""
    wanted = int(str(terms["count"]))

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        broken = decks.size(DECK) < wanted
        is_enough = decks.share_a_word(restrictions.list_names_borne, _list_character_names, wanted, is_open & ~broken)
        return Answers(broken, ~broken & ~is_enough)

    return decide


def _list_character_names(card: Card) -> Iterable[str]:
    return [words for words, _ in restrictions.list_own_names(card)] if card.type == CHARACTER else ()


def copies_of_a_character(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `restrictions.copies_of_a_character`."""
    wanted = int(str(terms["count"]))

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        copies = decks.sums(folded_name, decks.read(_may_be_character) != 0)
        is_fitting = copies.any(copies.counts == wanted)
        return Answers(~is_fitting, is_fitting)

    return decide


def _may_be_character(card: Card) -> int:
    return card.type in (None, CHARACTER)


def customary_size(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `restrictions.customary_size`."""
    least = int(str(terms["min"]))
    return lambda decks, is_open: Answers(unknown=decks.size(DECK) < least)


#: By the function that says what is asked; those that say the same of every list are decided beforehand.
OF_EVERY_GAME: Mapping[RestrictionCheck, Decision] = {
    restrictions.not_in_the_list: _always(Answers(unknown=True)),
    restrictions.between_decks: _always(Answers()),
    restrictions.play_only: _always(Answers()),
    restrictions.sets_at_most: sets_at_most,
}
#: Those and the further ones that the comprehensive rules of several games know.
DECISIONS: Mapping[RestrictionCheck, Decision] = {
    **OF_EVERY_GAME,
    restrictions.teams_at_most: teams_at_most,
    restrictions.singleton: singleton,
    restrictions.characters_per_team: characters_per_team,
    restrictions.named_character: named_character,
    restrictions.copies_of_a_character: copies_of_a_character,
    restrictions.customary_size: customary_size,
}
