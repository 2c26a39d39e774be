"""What changed in the facts; what people follow, and what happened to it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from vsdb.catalog.cards.models import Game
from vsdb.core.sealed_fields import DigestField, SealedField, is_unreadable
from vsdb.decks.models import Deck

PEOPLE = settings.AUTH_USER_MODEL


class Change(models.Model):
    """A dated fact as it was learned: a set came out, a ban began. Nothing of it is deleted when the fact goes.

    `key` names the fact within its game and kind, whatever its day is. The day lies between `earliest` and `latest`,
    both NULL where it isn't recorded. `recorded` is when the site learned of it, `revised` when it last learned
    otherwise (`before`: the two days that were given until then, as ISO text), `withdrawn` when it was no longer among
    the facts. `is_initial`: it was there when the game's facts were looked at first, so it is no news.

    `at` is the moment by which it stands among the others: its own day, or when the site learned of it where that is
    later; of what is initial its own day. `touched` is when anything of the row was last written.
    """

    class Kind(models.TextChoices):
        SET_RELEASED = "set-released", "a set came out"
        SET_LEGAL = "set-legal", "a set became legal"
        SET_ROTATED = "set-rotated", "a set left a format"
        EDITION = "edition", "an edition of the rules took effect"
        BAN_BEGAN = "ban-began", "a ban began"
        BAN_ENDED = "ban-ended", "a ban ended"
        ERRATA = "errata", "errata"
        TEXTS = "texts", "official texts"
        RULINGS = "rulings", "rulings"
        FORMAT_BEGAN = "format-began", "a format began"
        FORMAT_ENDED = "format-ended", "a format ended"
        FORMAT_PUBLISHED = "format-published", "an organizer published a format"

    game = models.ForeignKey(Game, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    key = models.CharField(max_length=200)
    earliest = models.DateField(null=True)
    latest = models.DateField(null=True)
    facts = models.JSONField(default=dict)
    recorded = models.DateTimeField()
    revised = models.DateTimeField(null=True)
    before = models.JSONField(null=True)
    withdrawn = models.DateTimeField(null=True)
    is_initial = models.BooleanField(default=False)
    at = models.DateTimeField()
    touched = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (models.UniqueConstraint(fields=("game", "kind", "key"), name="change_once_a_game"),)
        indexes = (models.Index(fields=("-at", "-id")), models.Index(fields=("touched",)))

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind} {self.key}"


class LookedAt(models.Model):
    """The facts of a game that its changes were last recorded from."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    data_version = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return str(self.game_id)


class Follow(models.Model):
    """Somebody follows a card, a deck, a query for cards, an author or a query for decks.

    `target` names it, once for each person. A deck that was reached by its secret link is seen by that `secret` alone.
    `state` is what was last seen of it, and `compared` the fingerprint of what that rested on; what differs from it is
    told. What happened after `seen` hasn't been read.
    """

    class Kind(models.TextChoices):
        CARD = "card", "card"
        DECK = "deck", "deck"
        QUERY = "query", "query"
        AUTHOR = "author", "author"
        DECKS = "decks", "deck search"

    by = models.ForeignKey(PEOPLE, models.CASCADE, related_name="follows")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    target = models.CharField(max_length=200)
    game = models.CharField(max_length=20, blank=True)
    card = models.CharField(max_length=160, blank=True)
    deck = models.ForeignKey(Deck, models.CASCADE, null=True, related_name="follows")
    secret = SealedField(max_length=255, blank=True)
    author = models.ForeignKey(PEOPLE, models.CASCADE, null=True, related_name="followers")
    query = models.CharField(max_length=1000, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    seen = models.DateTimeField(default=timezone.now)
    state = models.JSONField(default=dict)
    compared = models.CharField(max_length=240, blank=True)

    class Meta:
        ordering = ("-created", "-pk")
        constraints = (models.UniqueConstraint(fields=("by", "target"), name="follow_once_each"),)
        indexes = (models.Index(fields=("kind", "game")),)

    def __str__(self) -> str:
        return f"{self.by_id} follows {self.target}"


class Happening(models.Model):
    """What happened to something that is followed: one comparison's differences, told once."""

    follow = models.ForeignKey(Follow, models.CASCADE, related_name="happenings")
    at = models.DateTimeField(default=timezone.now)
    parts = models.JSONField(default=list)

    class Meta:
        ordering = ("-at", "-pk")
        indexes: ClassVar = [models.Index(fields=("follow", "-at"))]

    def __str__(self) -> str:
        return f"{self.follow_id}: {len(self.parts)}"


class FollowSettings(models.Model):
    """What somebody follows without asking each time; who has no row follows the decks that they share."""

    user = models.OneToOneField(PEOPLE, models.CASCADE, primary_key=True, related_name="follow_settings")
    own_decks = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.own_decks}"


class FeedKey(models.Model):
    """The secret word of somebody's own feed; renewed, the one before leads nowhere."""

    user = models.OneToOneField(PEOPLE, models.CASCADE, primary_key=True, related_name="feed_key")
    secret = SealedField(max_length=255, unique=True)
    secret_digest = DigestField(of="secret", unique=True)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"feed of {self.user_id}"

    @property
    def is_unreadable(self) -> bool:
        """Whether the site can't show its address: the key is gone."""
        return is_unreadable(self, "secret")
