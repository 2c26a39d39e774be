"""Formats by organizers: a draft for its owner, versions that are frozen, decks that must stay legal or illegal."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from vsdb.catalog.cards.models import Game

PEOPLE = settings.AUTH_USER_MODEL
MAX_SLUG_LENGTH = 60
MAX_NAME_LENGTH = 120


class OwnFormat(models.Model):
    """A format that somebody builds. `draft` is what its owner works at, and `draft_name` what it is to be called where
    that is another name than the one others see; `newest` is the number of the version that its
    name means, NULL until one is published, and `current` that version's own name (`my-league@3`).

    A retired one is found by the names of its versions only; one that staff has hidden by nobody but its owner.
    Nobody's (`owner` NULL) is one whose owner has deleted their account.
    """

    owner = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="own_formats")
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    slug = models.SlugField(max_length=MAX_SLUG_LENGTH)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    draft = models.JSONField(default=dict)
    draft_name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    newest = models.PositiveIntegerField(null=True)
    current = models.CharField(max_length=80, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    edited = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("game", "name", "pk")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="own_format_slug_once_a_game"),)
        indexes = (models.Index(fields=("owner", "-edited")),)

    def __str__(self) -> str:
        return self.name

    @property
    def working_name(self) -> str:
        """What its draft is called."""
        return self.draft_name or self.name


class OwnFormatVersion(models.Model):
    """A version as it was published; nothing of it changes any more. Numbers count from 1 within a format.

    `definition` and `tests` are plain data as `engine.formats.definitions` reads them; `digest` is the fingerprint of
    both.
    """

    format = models.ForeignKey(OwnFormat, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    definition = models.JSONField()
    tests = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    comment = models.CharField(max_length=200, blank=True)
    published = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("format", "number"), name="own_format_number_once"),)

    def __str__(self) -> str:
        return f"{self.name}, version {self.number}"

    @property
    def own_name(self) -> str:
        """The name under which it stays as it is: `my-league@3`."""
        return f"{self.format.slug}@{self.number}"


class TestDeck(models.Model):
    """A deck that a format has to judge as its owner expects, on its day or, without one, today.

    `codes` are those of findings that must be among the errors and unknowns, where the owner names any.
    """

    __test__ = False  # the test runner is to take it for no test

    class Expected(models.TextChoices):
        LEGAL = "legal", "legal"
        ILLEGAL = "illegal", "illegal"
        UNCERTAIN = "uncertain", "uncertain"

    format = models.ForeignKey(OwnFormat, models.CASCADE, related_name="test_decks")
    title = models.CharField(max_length=120)
    text = models.TextField()
    as_of = models.DateField(null=True)
    expected = models.CharField(max_length=10, choices=Expected.choices)
    codes = models.JSONField(default=list)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.title


class Standing(models.Model):
    """For each game a stamp that is another one as soon as anything changes that others see of its own formats."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    stamp = models.CharField(max_length=32)

    def __str__(self) -> str:
        return f"{self.game_id} {self.stamp}"
