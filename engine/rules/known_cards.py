"""What is known of single cards in a format on a day, whatever else is in a deck."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.formats.bans import BansOnDay
from engine.formats.pools import PoolOnDay
from engine.formats.set_status import IN, OUT
from engine.model.cards import Card
from engine.model.formats import LIMITED, Format
from engine.model.verdicts import ERROR, ILLEGAL, LEGAL, UNCERTAIN, UNKNOWN, Breach
from engine.rules.format_rules import may_be_shared_wild


class KnownCards:
    """What a pool, some bans and a format's restrictions of single cards say of cards, each looked up once."""

    def __init__(
        self, pool: PoolOnDay, bans: BansOnDay, find_in_card: Callable[[Card], list[Breach]] = lambda card: []
    ) -> None:
        self._pool, self._bans, self._find_in_card = pool, bans, find_in_card
        self._known: dict[Card, bool] = {}

    def is_plain(self, card: Card) -> bool:
        """Whether a card is in the pool, free of bans, and breaks no restriction by itself."""
        if card not in self._known:
            is_in = self._pool.card_status(card).status == IN and not self._bans.of(card)
            self._known[card] = is_in and not self._find_in_card(card)
        return self._known[card]

    def find_outcome(self, card: Card, fmt: Format) -> str | None:
        """What the card alone makes of a deck: legal, uncertain or illegal; None where more bears on it."""
        status, ban = self._pool.card_status(card), self._bans.of(card)
        severities = {each.severity for each in self._find_in_card(card)}
        if (ban and ban.is_certain) or ERROR in severities:
            return ILLEGAL
        if status.status == IN:
            return UNCERTAIN if ban or UNKNOWN in severities else LEGAL
        if may_be_shared_wild(card, fmt) or fmt.kind.startswith(LIMITED):
            return None
        return ILLEGAL if status.status == OUT and (status.is_not_yet or not status.is_about_pool) else UNCERTAIN


@lru_cache(maxsize=512)
def find_known_cards(pool: PoolOnDay, bans: BansOnDay) -> KnownCards:
    """What formats without restrictions that are alike in pool and bans share, each card looked up once for all."""
    return KnownCards(pool, bans)
