"""Collections: how many copies of a card somebody owns and wants, by printing."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from vsdb.catalog.cards.models import Game
from vsdb.core.sealed_fields import DigestField, SealedField, is_unreadable

PEOPLE = settings.AUTH_USER_MODEL
MAX_COPIES = 9_999  #: of one printing


class Collection(models.Model):
    """Somebody's collection. `edition` counts its changes, so that a preview can tell whether it is out of date.

    `secret` is the word of the secret link to the wish list; empty where it isn't shared.
    """

    owner = models.OneToOneField(PEOPLE, models.CASCADE, primary_key=True, related_name="collection")
    edition = models.PositiveIntegerField(default=0)
    secret = SealedField(max_length=255, blank=True, db_index=True)
    secret_digest = DigestField(of="secret", db_index=True)
    changed = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"collection of {self.owner_id}"

    @property
    def is_link_unreadable(self) -> bool:
        """Whether its wish list has a secret link that the site can't show: the key is gone."""
        return is_unreadable(self, "secret")


class CollectedCard(models.Model):
    """How many copies of a card somebody owns, and how many they want to own in all, in one printing.

    Without a `set_code` they don't say which printing; with one, an empty `number` is a printing without a recorded
    number. Cards are named, not linked: a card that leaves the reference takes nobody's note of it along.
    """

    owner = models.ForeignKey(PEOPLE, models.CASCADE, related_name="collected_cards")
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    slug = models.CharField(max_length=160)
    set_code = models.CharField(max_length=10, blank=True)
    number = models.CharField(max_length=16, blank=True)
    owned = models.PositiveSmallIntegerField(default=0)
    wanted = models.PositiveSmallIntegerField(default=0)
    changed = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("game", "slug", "set_code", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("owner", "game", "slug", "set_code", "number"), name="collected_printing_once_each"
            ),
            models.CheckConstraint(
                condition=models.Q(owned__gt=0) | models.Q(wanted__gt=0), name="collected_card_has_copies"
            ),
        )

    def __str__(self) -> str:
        return f"{self.owner_id}: {self.owned} of {self.slug}"
