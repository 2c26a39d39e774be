"""Which decks may wait to be judged or read: of very many all public ones are looked at twice a minute, else new ones.

Whatever is waiting is judged and read by whoever searches, so that there is nearly always none; to find that out takes
a look at every deck.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from datetime import datetime, timedelta
from time import monotonic

from django.db.models import Q, QuerySet
from django.utils import timezone

from vsdb.accounts.viewers import Viewer
from vsdb.decks import selectors
from vsdb.decks.models import Deck

_MANY = 10_000  #: decks; of fewer all are asked each time
_KEPT_SECONDS = 30
_MARGIN = timedelta(minutes=1)  #: for transactions under way, and for clocks that differ
_MAX_KEPT = 500
Waiting = Callable[[QuerySet[Deck]], Sequence[QuerySet[Deck]]]

#: When it was found of what that no public deck is waiting, and until when that is believed.
_judged: dict[Hashable, tuple[datetime, float]] = {}


def narrow_to_unsettled(decks: QuerySet[Deck], viewer: Viewer, what: Hashable, list_waiting: Waiting) -> QuerySet[Deck]:
    """Those of the decks that the viewer may find of which one may be waiting; at most three queries.

    `what` names what they wait for, with the state of the facts; `list_waiting` gives those of some decks that wait.
    """
    since, until = _judged.get(what, (None, 0.0))
    if since is None or until < monotonic():
        if not Deck.objects.order_by("pk").values("pk")[_MANY:].exists():
            return decks
        since = timezone.now() - _MARGIN
        public = Deck.objects.filter(selectors.is_public())
        # In an order, by whose index PostgreSQL looks, where it would else read all decks themselves.
        first = (each.order_by("-edited", "-pk").values("pk").first() for each in list_waiting(public))
        if any(first):
            return decks
        if len(_judged) >= _MAX_KEPT:
            _judged.clear()
        _judged[what] = since, monotonic() + _KEPT_SECONDS
    is_new = Q(edited__gte=since) | Q(published__gte=since)
    return decks.filter(is_new | selectors.is_own(viewer))
