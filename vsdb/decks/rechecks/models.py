"""Rechecks of stored decks, the portions that they are worked off in, and the verdicts that changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from vsdb.catalog.cards.models import Game
from vsdb.decks.models import Deck


class Recheck(models.Model):
    """All stored decks of a game that have a format, judged anew in it, each on its own day or on today's.

    With `only_ended` just those whose verdict doesn't hold today: a new day has come, or newer code.

    `before` and `after` are the data versions that it leads from and to. One game has one that is under way; a newer
    one takes its place. `called` is when somebody was last asked to work on it.
    """

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        SUPERSEDED = "superseded"

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    why = models.CharField(max_length=200)
    before = models.CharField(max_length=64, blank=True)
    after = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rechecks")
    only_ended = models.BooleanField(default=False, db_default=False)
    total = models.PositiveIntegerField(default=0)  #: decks
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    problem = models.CharField(max_length=400, blank=True)  #: why nobody works on it, or why it can't be finished
    asked = models.DateTimeField(default=timezone.now, editable=False)
    called = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("game",), condition=Q(state="running"), name="one_recheck_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.why}"


class Portion(models.Model):
    """Decks of a recheck that one worker judges and records in one transaction.

    Whoever takes it has it until `until`, longer while at work, and records with the `token` that it was taken by:
    after that time somebody else may take it, with another token, and what the first one brings then is refused.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        TAKEN = "taken"
        DONE = "done"
        FAILED = "failed"

    recheck = models.ForeignKey(Recheck, models.CASCADE, related_name="portions")
    number = models.PositiveIntegerField()
    decks = models.JSONField(default=list)  #: their keys, in ascending order
    size = models.PositiveIntegerField()  #: how many these are
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    token = models.CharField(max_length=32, blank=True)
    until = models.DateTimeField(null=True)
    takes = models.PositiveSmallIntegerField(default=0)
    judged = models.PositiveIntegerField(default=0)
    left_out = models.PositiveIntegerField(default=0)  #: deleted since, or in a format that isn't there
    started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)

    class Meta:
        ordering = ("recheck", "number")
        constraints = (models.UniqueConstraint(fields=("recheck", "number"), name="portion_once_a_recheck"),)
        indexes = (models.Index(fields=("recheck", "state", "number")),)

    def __str__(self) -> str:
        return f"portion {self.number} of recheck {self.recheck_id}"


class Standing(models.Model):
    """How a deck stands: its verdict in its own format on its own day, or on the day when it was last judged.

    Unlike a `Judgement` it doesn't go with its facts; with the next one it tells whether the verdict changed. It holds
    from `since` to `until`, as a `Judgement` does.
    """

    deck = models.OneToOneField(Deck, models.CASCADE, related_name="standing")
    edition = models.PositiveIntegerField()
    format = models.CharField(max_length=80)
    as_of = models.DateField()
    since = models.DateField(null=True)
    until = models.DateField(null=True)
    state = models.CharField(max_length=64)  #: fingerprint of the facts and of the code, as in `Judgement`
    outcome = models.CharField(max_length=10)
    codes = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.outcome} in {self.format} on {self.as_of}"


class VerdictChange(models.Model):
    """A deck's verdict in its own format became another although nobody has edited the deck.

    `day_before` is the day that the verdict before was for: earlier than `as_of` where the deck has no day of its own.
    Codes stand between spaces, as in `Judgement`. `recheck` is NULL where it was found when somebody looked at the
    deck.
    """

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="verdict_changes")
    edition = models.PositiveIntegerField()
    format = models.CharField(max_length=80)
    as_of = models.DateField()
    day_before = models.DateField()
    before = models.CharField(max_length=10)
    after = models.CharField(max_length=10)
    codes_before = models.TextField(blank=True)
    codes_after = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    recheck = models.ForeignKey(Recheck, models.SET_NULL, null=True, related_name="changes")

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=("deck", "recheck"), name="verdict_change_once_a_recheck"),)
        indexes = (models.Index(fields=("deck", "-at")), models.Index(fields=("recheck", "before", "after")))

    def __str__(self) -> str:
        return f"{self.before} to {self.after} in {self.format}"

    @property
    def came(self) -> tuple[str, ...]:
        """The codes that stand in the verdict since."""
        return tuple(sorted({*self.codes_after.split()} - {*self.codes_before.split()}))

    @property
    def went(self) -> tuple[str, ...]:
        """The codes that stand in it no more."""
        return tuple(sorted({*self.codes_before.split()} - {*self.codes_after.split()}))
