"""Decks that a browser has built without an account and that nobody has changed for long."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from vsdb.core.announcements import find_deletion, find_last_moment
from vsdb.decks.models import Deck


def list_abandoned_decks() -> QuerySet[Deck]:
    """The private decks of browsers that nobody has changed for `BROWSER_DECKS_DAYS`, and of which the pages said so
    for as long. One query when it is made.

    Those with a secret link stay: others may have it.
    """
    last = find_last_moment(settings.BROWSER_DECKS_DAYS)
    of_browsers = Deck.objects.filter(owner=None, visibility=Deck.Visibility.PRIVATE)
    return of_browsers.filter(edited__lt=last) if last else of_browsers.none()


def find_deletion_day(decks: Iterable[Deck]) -> date | None:
    """When the first of these is deleted unless it is changed; None where none is. One query where one may be."""
    edited = [each.edited for each in decks if each.owner_id is None and each.visibility == Deck.Visibility.PRIVATE]
    moment = find_deletion(min(edited), settings.BROWSER_DECKS_DAYS) if edited else None
    # The daily run that finds it comes the day after.
    return max(timezone.localdate(moment), timezone.localdate()) if moment else None
