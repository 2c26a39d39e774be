"""The rules documents and what each cited rule is about, in our own words."""

from __future__ import annotations

import re

from django.db import models

from vsdb.catalog.cards.models import Game, NamedModel

SUMMARY = "summary"  #: the kind of what is held in words of our own alone
_OTHER = re.compile(r"[^a-z0-9]+")
_NUMBER = re.compile(r"\d[\w.-]*")


def rule_slug(number: str) -> str:
    """A number as it is, `706.15a`; a heading in lower case with hyphens, `deck-building-rules`."""
    return number if _NUMBER.fullmatch(number) else _OTHER.sub("-", number.lower()).strip("-")


class Document(NamedModel):
    """A document that verdicts cite; `edition_date` is the day its edition took effect, where it is known.

    `text_digest` is the SHA-256 of the file that its units were read from; empty where its text isn't loaded.
    `text_doubt` is what readers are told about that copy, such as that spaces are missing; the import writes both.
    """

    slug = models.CharField(max_length=80, primary_key=True)
    name = models.CharField(max_length=160)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="documents")
    edition_date = models.DateField(null=True)
    note = models.CharField(max_length=400, blank=True)
    position = models.PositiveSmallIntegerField()
    text_digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    text_doubt = models.CharField(max_length=400, blank=True, default="", db_default="")

    class Meta:
        ordering = ("position",)


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

    @property
    def name(self) -> str:
        """What it is called: its number with its heading."""
        return " ".join(dict.fromkeys((self.number, self.heading)))


class Unit(models.Model):
    """One piece of a document's text, from a user's own copy: every sentence of the document is in exactly one.

    `slug` is its address below the document and stays the same from import to import: the number of a numbered rule
    (`706.15a`), a heading's words, or its parent's address with what and which it is (`101.2-example-1`). `number` is
    as the document has it, empty for what has none; where it is misread, `likely` is the one that is meant, and another
    name of the unit. `position` is its place in the document's order; `folded` are the searched words, with a space at
    both ends, and in the second of two spellings, where spaces are missing in the text, as that has them.
    """

    class Kind(models.TextChoices):
        HEADING = "heading"
        RULE = "rule"
        EXAMPLE = "example"
        GLOSSARY = "glossary"
        PARAGRAPH = "paragraph"
        STEP = "step"
        CONTENTS = "contents"
        FURNITURE = "furniture"

    document = models.ForeignKey(Document, models.CASCADE, related_name="units")
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="children")
    position = models.PositiveIntegerField()
    depth = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    number = models.CharField(max_length=80, blank=True)
    likely = models.CharField(max_length=80, blank=True)
    slug = models.CharField(max_length=160)
    title = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    line = models.PositiveIntegerField()
    folded = models.TextField(blank=True)

    class Meta:
        ordering = ("document", "position")
        constraints = (models.UniqueConstraint(fields=("document", "slug"), name="unit_slug_once_a_document"),)
        indexes = (models.Index(fields=("document", "number")), models.Index(fields=("document", "position")))

    def __str__(self) -> str:
        return f"{self.document_id} {self.slug}"


class Reference(models.Model):
    """A place in a unit's text that refers to another unit; `target` is NULL where the document has no such unit.

    `position` is its place among the unit's. `outside` is the number of a rule of another document, which is no target
    here. Of a range, `400.5–400.8`, each end is one reference, and each rule between the ends is one more with
    `is_between`: its place is what stands between the two, and nothing is drawn there.
    """

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="references")
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    written = models.CharField(max_length=200)
    outside = models.CharField(max_length=80, blank=True)
    is_between = models.BooleanField(default=False)
    target = models.ForeignKey(Unit, models.CASCADE, null=True, related_name="referred_by")

    class Meta:
        ordering = ("unit", "position")
        constraints = (models.UniqueConstraint(fields=("unit", "position"), name="reference_once_a_place"),)

    def __str__(self) -> str:
        return self.written
