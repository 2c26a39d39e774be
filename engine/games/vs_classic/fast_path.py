"""Which rules the totals of a classic deck rule out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_classic.copies import is_free_of_copy_limit
from engine.games.vs_classic.loyalty import LOYAL
from engine.model.cards import Card
from engine.model.decks import DECK
from engine.model.fast_path import NO_LIMIT, OTHERS, FastPath, Guard, Numbers, Totals, guard
from engine.model.formats import Construction
from engine.rules.shared import LIST_GUARDS

_COPIES = "copies"
_NO_VERSION, _PRINTED_LIMIT, _LOYAL, _ARMY = 1, 2, 4, 8


def _bits(card: Card) -> int:
    return (
        _NO_VERSION * (not card.versions_known)
        | _PRINTED_LIMIT * (card.printed_limit is not None)
        | _LOYAL * (card.teams is not None and not LOYAL.isdisjoint(card.keyword_names))
        | _ARMY * is_free_of_copy_limit(card)
    )


def _guards(figures: Construction, asked: None) -> Iterator[Guard]:
    least = figures.deck_min or 0
    # Where no smallest size is recorded, the rule asks for no largest one.
    most = NO_LIMIT if figures.deck_min is None or figures.deck_max is None else figures.deck_max
    copies = NO_LIMIT if figures.copies is None else figures.copies

    def has_wrong_size(deck: Totals) -> Numbers:
        return (deck.size(DECK) < least) | (deck.size(DECK) > most)

    yield from LIST_GUARDS
    yield guard("deck-size", has_wrong_size, breaks=has_wrong_size)
    yield guard(
        "copy-limit",
        lambda deck: deck.exceeds(_COPIES, copies, _ARMY) | deck.exceeds_by_name(_NO_VERSION, copies),
        of_cards=_NO_VERSION | _ARMY,
    )
    yield guard("printed-limit", lambda deck: deck.bits & _PRINTED_LIMIT != 0)
    yield guard("loyalty-unreachable", lambda deck: deck.bits & _LOYAL != 0, only_notes=True)
    yield guard("insane-deck", lambda deck: deck.most(_COPIES) <= 1, only_notes=True)


FAST_PATH = FastPath(bits=_bits, groups={OTHERS: _COPIES}, guards=_guards)
