"""What is sent once new facts are stored, for whoever keeps something that rests on them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.dispatch import Signal

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RenewedFacts:
    """A game whose facts have changed: the data version before, empty where there was none, and the one since."""

    game: str
    before: str
    after: str


#: Sent with `renewed`, a tuple of `RenewedFacts`, after the transaction that stored them. A receiver that fails is
# logged
#: and doesn't undo anything.
facts_changed = Signal()


def tell_of_new_facts(before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Once the transaction is through, tell which games have another data version than before, if any has."""
    renewed = tuple(
        RenewedFacts(game, before.get(game, ""), version)
        for game, version in after.items()
        if version != before.get(game, "")
    )
    if renewed:
        transaction.on_commit(lambda: _send(renewed))


def _send(renewed: tuple[RenewedFacts, ...]) -> None:
    for receiver, failure in facts_changed.send_robust(None, renewed=renewed):
        if isinstance(failure, Exception):
            logger.error("%r failed after new facts", receiver, exc_info=failure)
