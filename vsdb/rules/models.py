"""The rules documents and what each cited rule is about, in our own words."""

from __future__ import annotations

from django.db import models

from vsdb.cards.models import Game


class Document(models.Model):
    """A document that verdicts cite; `edition_date` is the day its edition took effect, where it is known."""

    slug = models.CharField(max_length=80, primary_key=True)
    name = models.CharField(max_length=160)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="documents")
    edition_date = models.DateField(null=True)
    note = models.CharField(max_length=400, blank=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("position",)

    def __str__(self) -> str:
        return self.name


class Rule(models.Model):
    """A numbered rule, or a heading where the document has no numbers, with its subject and a summary of ours.

    `slug` is the number as addresses carry it: `706.15a` as it is, `Deck Building Rules` as `deck-building-rules`.
    """

    document = models.ForeignKey(Document, models.CASCADE, related_name="rules")
    number = models.CharField(max_length=80)
    slug = models.CharField(max_length=80)
    heading = models.CharField(max_length=160)
    summary = models.CharField(max_length=600, blank=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("document", "position")
        constraints = (
            models.UniqueConstraint(fields=("document", "number"), name="rule_once_a_document"),
            models.UniqueConstraint(fields=("document", "slug"), name="rule_slug_once_a_document"),
        )

    def __str__(self) -> str:
        return f"{self.document_id} {self.number}"
