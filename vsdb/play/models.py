"""Positions that people save, with the rules that they turn on and the cards that they show."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

PEOPLE = settings.AUTH_USER_MODEL
MAX_NAME, MAX_NOTES = 120, 2_000  #: characters


class SavedPosition(models.Model):
    """A question of play that somebody keeps, perhaps with the log of the game; `key` is its word in addresses.

    A private one is its owner's alone; one that staff has hidden is for its owner and staff. `verb`, `outcome` and the
    rows beside it are what the judge said when it was saved.
    """

    owner = models.ForeignKey(PEOPLE, models.CASCADE, related_name="saved_positions")
    key = models.CharField(max_length=16, unique=True, editable=False)
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=MAX_NAME)
    notes = models.TextField(max_length=MAX_NOTES, blank=True)
    question = models.JSONField()
    log = models.TextField(blank=True)
    verb = models.CharField(max_length=40)
    outcome = models.CharField(max_length=10)
    is_public = models.BooleanField(default=False)
    hidden_at = models.DateTimeField(null=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    edited = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-edited", "-pk")
        indexes = (
            models.Index(fields=("owner", "-edited"), name="saved_positions_of_owner"),
            models.Index(fields=("game", "-edited"), name="saved_positions_of_game"),
        )

    def __str__(self) -> str:
        return self.name


class DecidingRule(models.Model):
    """A rule that a saved position turns on: one that is broken in it, or unknown."""

    position = models.ForeignKey(SavedPosition, models.CASCADE, related_name="rules")
    document = models.CharField(max_length=60)
    rule = models.CharField(max_length=200)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("position", "document", "rule"), name="deciding_rule_once"),)
        indexes = (models.Index(fields=("document", "rule"), name="deciding_rules"),)

    def __str__(self) -> str:
        return f"{self.document} {self.rule}"


class ShownCard(models.Model):
    """A card of the reference that a saved position shows."""

    position = models.ForeignKey(SavedPosition, models.CASCADE, related_name="cards")
    slug = models.CharField(max_length=200)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("position", "slug"), name="shown_card_once"),)
        indexes = (models.Index(fields=("slug",), name="shown_cards"),)

    def __str__(self) -> str:
        return self.slug
