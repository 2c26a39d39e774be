"""Formats, the events and the bans that change them."""

from __future__ import annotations

from django.db import models

from vsdb.catalog.cards.models import Game, NamedModel


class Format(NamedModel):
    """A format; `definition` is resolved: pool, construction, universe, restrictions, what is recorded."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="formats")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=60, blank=True)
    short = models.JSONField(default=list)
    aliases = models.JSONField(default=list)
    starts_earliest = models.DateField(null=True)
    starts_latest = models.DateField(null=True)
    ends_earliest = models.DateField(null=True)
    ends_latest = models.DateField(null=True)
    inherits = models.ForeignKey("self", models.SET_NULL, null=True, related_name="heirs")
    definition = models.JSONField(default=dict)
    doubts = models.JSONField(default=list)
    notes = models.CharField(max_length=400, blank=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("game", "position")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="format_slug_once_a_game"),)


class Event(NamedModel):
    """A tournament whose date a ban rests on; it took place between two days."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    name = models.CharField(max_length=120)
    earliest = models.DateField()
    latest = models.DateField()

    class Meta:
        ordering = ("game", "earliest", "name")
        constraints = (models.UniqueConstraint(fields=("game", "name"), name="event_once_a_game"),)


class Ban(models.Model):
    """A card banned from a day on; NULL in a column that narrows it down means that it doesn't.

    `key` is stable across loads: the card's name with a fingerprint of all that the ban says.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="bans")
    key = models.CharField(max_length=140)
    card = models.CharField(max_length=120)
    identity = models.CharField(max_length=120, null=True)
    versions = models.JSONField(null=True)
    type = models.CharField(max_length=40, null=True)
    set_code = models.CharField(max_length=10, null=True)
    team = models.CharField(max_length=80, null=True)
    universe = models.CharField(max_length=20, null=True)
    printings = models.JSONField(default=list)
    for_all_formats = models.BooleanField(default=False)
    formats = models.ManyToManyField(Format, related_name="bans")
    event = models.ForeignKey(Event, models.RESTRICT, null=True, related_name="bans")
    begins_earliest = models.DateField()
    begins_latest = models.DateField()
    ends_earliest = models.DateField(null=True)
    ends_latest = models.DateField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    replacement = models.CharField(max_length=40, null=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("game", "position")
        constraints = (models.UniqueConstraint(fields=("game", "key"), name="ban_once_a_game"),)

    def __str__(self) -> str:
        return self.key
