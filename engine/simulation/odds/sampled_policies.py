"""What is done with the hands of sampled games; what is best for each is tried out in games of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb

from engine.model.errors import InputError
from engine.simulation.odds.classes import ClassedDeck, list_changes
from engine.simulation.odds.counting import TOO_MUCH, Counts, count_hands
from engine.simulation.odds.questions import ALWAYS, BEST, NEVER, SET_ASIDE
from engine.simulation.odds.sampled_decks import Policy, SampledDeck
from engine.simulation.opening_rules import RESHUFFLE

MOST_TRIES, LEAST_TRIES = 1_000, 100  #: of each hand
ALL_TRIES = 500_000  #: of all hands together

#: Tries of a hand, with those of none last, by their numbers: how often each change of it comes true.
CountHits = Callable[[SampledDeck, range, Counts, Sequence[Counts]], list[int]]


def find_policy(deck: ClassedDeck, count: CountHits, tries: int) -> Policy | None:
    """What the question's policy does with each hand; the best one by so many tries of each. None: all are kept."""
    do = deck.question.mulligan.do
    # The cards of a mulligan are as random as those of the hand.
    if do in (NEVER, ALWAYS):
        return None
    nothing = (0,) * (len(deck.counts) + 1)
    if do == BEST:
        return dict(_find_best(deck, count, tries)).__getitem__

    def choose(hand: Counts) -> Counts:
        if deck.keeps(hand):
            return nothing
        return deck.choose_aside(hand) if do == SET_ASIDE else deck.with_others(hand)

    return choose


def share_tries(decks: Iterable[ClassedDeck]) -> int:
    """The tries that each hand gets where decks are played as is best. Raises InputError where there are too few."""
    hands = sum(comb(deck.rule.hand_size + len(deck.counts), deck.rule.hand_size) for deck in decks)
    if hands * LEAST_TRIES > ALL_TRIES:
        raise InputError(f"{hands} hands to tell apart; too many to try each", place="mulligan", code=TOO_MUCH)
    return min(MOST_TRIES, ALL_TRIES // hands) if hands else 0


def _find_best(deck: ClassedDeck, count: CountHits, tries: int) -> Iterator[tuple[Counts, Counts]]:
    """Each hand with what goes of it: what came true most often; of two as often the one that changes less.

    All changes of a hand are tried with the same cards drawn. A hand dealt anew is as likely after any other.
    """
    nothing = (0,) * (len(deck.counts) + 1)
    sampled = SampledDeck((deck,), lambda hand: nothing)
    is_anew = deck.rule.mulligan == RESHUFFLE
    anew = count(sampled, range(tries), nothing, [nothing]) if is_anew else []
    for at, (hand, _) in enumerate(count_hands(deck.counts, deck.others, deck.rule.hand_size), start=1):
        changes = list(list_changes(deck, hand))
        played = [nothing] if is_anew else [nothing, *changes]
        hits = count(sampled, range(at * tries, (at + 1) * tries), deck.with_others(hand), played) + anew
        yield hand, [nothing, *changes][hits.index(max(hits))]
