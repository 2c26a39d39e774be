"""What the restrictions of Riftbound formats amount to in many decks at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from engine.games.riftbound.restrictions import DOMAINS, domains_at_most
from engine.model.cards import Card
from engine.model.decks import CHAMPION, DECK, LEGEND, RUNES
from engine.model.fast_path import Numbers
from engine.model.formats import Format
from engine.rules import decisions
from engine.rules.decisions import Answers, Bits, Decide, Decision, DeckLines
from engine.rules.format_rules import RestrictionCheck
from engine.rules.restrictions import Terms

_OWN = frozenset((CHAMPION, DECK, RUNES))
_BITS = Bits()
_VAGUE, _INFERRED, _ANY = 1, 2, 4


class _Domains(NamedTuple):
    """By deck the domains of its own cards, those that weren't inferred and those that its legends grant, as masks;
    and what is to say of its own cards and of its legends."""

    found: Numbers
    sure: Numbers
    granted: Numbers
    own: Numbers
    legends: Numbers

    def fit(self, decks: DeckLines, domains: Numbers, most: int, beside: int) -> Numbers:
        """Whether these are no more than so many, or no more than so many beside those of the legend."""
        further = decks.count_bits(domains & ~self.granted)
        return (decks.count_bits(domains) <= most) | ((self.legends != 0) & (further <= beside))


def _read_domains(decks: DeckLines) -> _Domains:
    own = decks.within(lambda section: section in _OWN)
    legends = decks.within(lambda section: section == LEGEND)
    return _Domains(
        decks.union(_mask, own),
        decks.union(_mask_sure, own),
        decks.union(_mask, legends),
        decks.union(_doubts, own)[0],
        decks.union(_doubts, legends)[0],
    )


def _mask(card: Card) -> int:
    return _BITS.mask(card.domains or ())


def _mask_sure(card: Card) -> int:
    return 0 if DOMAINS in card.doubtful else _mask(card)


def _doubts(card: Card) -> int:
    return _ANY | _VAGUE * (card.domains is None) | _INFERRED * (DOMAINS in card.doubtful)


def decide_domains(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `restrictions.domains_at_most`."""
    most, beside = int(str(terms["count"])), int(str(terms["beside_legend"]))

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        read = decks.once(_read_domains)
        is_wrong = ~read.fit(decks, read.found, most, beside) & (read.legends & _VAGUE == 0)
        is_inferred = read.fit(decks, read.sure, most, beside) | (read.legends & _INFERRED != 0)
        is_vague = (read.own | read.legends) & _VAGUE != 0
        return Answers(is_wrong & ~is_inferred, (is_wrong & is_inferred) | (~is_wrong & is_vague))

    return decide


#: By the function that says what is asked.
DECISIONS: Mapping[RestrictionCheck, Decision] = {**decisions.DECISIONS, domains_at_most: decide_domains}
