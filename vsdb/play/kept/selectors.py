"""Reads of saved positions; each says how many queries it costs."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine import NotFound
from vsdb.play.models import DecidingRule, SavedPosition, ShownCard

#: Those of a list, which needs neither the position nor the log.
_LISTED = ("key", "game", "name", "verb", "outcome", "is_public", "hidden_at", "edited", "owner__username")


def list_public_positions(game: str = "") -> QuerySet[SavedPosition]:
    """The positions that everybody may read, last edited first; one query."""
    found = SavedPosition.objects.filter(is_public=True, hidden_at=None)
    return _listed(found.filter(game=game) if game else found)


def list_own_positions(user: int) -> QuerySet[SavedPosition]:
    """Somebody's positions, last edited first; one query."""
    return _listed(SavedPosition.objects.filter(owner=user))


def list_positions_by_rule(document: str, rule: str) -> QuerySet[SavedPosition]:
    """The public positions that turn on a rule; one query."""
    turns = DecidingRule.objects.filter(position=OuterRef("pk"), document=document, rule=rule)
    return list_public_positions().filter(Exists(turns))


def list_positions_by_card(game: str, slug: str) -> QuerySet[SavedPosition]:
    """The public positions that show a card; one query."""
    return list_public_positions(game).filter(Exists(ShownCard.objects.filter(position=OuterRef("pk"), slug=slug)))


def get_visible_position(key: str, user: int | None) -> SavedPosition:
    """A position that is public or one's own; one query. Raises NotFound."""
    visible = Q(is_public=True, hidden_at=None) | (Q(owner=user) if user else Q(pk=None))
    found = SavedPosition.objects.filter(visible, key=key).select_related("owner").first()
    if found is None:
        raise NotFound("no position has this key, or it is private")
    return found


def get_own_position(key: str, user: int | None) -> SavedPosition:
    """One's own position; one query. Raises NotFound."""
    found = get_visible_position(key, user)
    if found.owner_id != user:
        raise NotFound("you have no position with this key")
    return found


def _listed(found: QuerySet[SavedPosition]) -> QuerySet[SavedPosition]:
    return found.select_related("owner").only(*_LISTED)
