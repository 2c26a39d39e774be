"""The shapes of rules documents, their units and their rules in the API."""

from __future__ import annotations

from rest_framework import serializers

from vsdb.api.fields import Recorded
from vsdb.api.serializers import Shape
from vsdb.catalog.rules.models import Document, Unit
from vsdb.search.rules import SUMMARY

UNIT_KINDS = tuple(Unit.Kind.choices)
RULE_KINDS = (*UNIT_KINDS, (SUMMARY, "Summary"))


class DocumentShape(Shape):
    """A document that verdicts cite."""

    slug = serializers.CharField(help_text="What citations call it.")
    name = serializers.CharField(help_text="Its name.")
    game = serializers.CharField(source="game_id", allow_null=True, help_text="The slug of its game; null: every game.")
    edition_date = serializers.DateField(allow_null=True, help_text="The day its edition took effect; null: not known.")
    note = Recorded(help_text="Remarks.")
    rule_count = serializers.IntegerField(help_text="How many of its rules are cited and summed up here.")
    has_text = serializers.SerializerMethodField(help_text="Whether its text is loaded; its units are then held.")

    def get_has_text(self, document: Document) -> bool:
        return bool(document.text_digest)


class RuleShape(Shape):
    """A rule that verdicts cite, or one that a query finds. Its own wording is held where its document's is loaded."""

    document = serializers.CharField(help_text="The slug of its document.")
    number = serializers.CharField(help_text="Its number, or its heading where the document has no numbers.")
    slug = serializers.CharField(help_text="The number as addresses carry it.")
    kind = serializers.ChoiceField(RULE_KINDS, help_text="What it is in its document; summary: its text isn't loaded.")
    heading = Recorded(help_text="What it is about.")
    summary = Recorded(help_text="What it asks, in words of our own.")
    text = Recorded(help_text="What the document says; null: its text isn't loaded, or it is a heading alone.")


class UnitShape(Shape):
    """One piece of a document's text: a rule, an example, a heading, a term."""

    document = serializers.CharField(source="document_id", help_text="The slug of its document.")
    slug = serializers.CharField(help_text="What addresses call it.")
    position = serializers.IntegerField(help_text="Its place in the document, from 0.")
    depth = serializers.IntegerField(help_text="How many levels it stands below the top.")
    kind = serializers.ChoiceField(UNIT_KINDS, help_text="What it is.")
    number = Recorded(help_text="Its number as the document has it; null: none.")
    likely = Recorded(help_text="The number that is likely meant where the document's is misread.")
    parent = serializers.CharField(  # type: ignore[assignment]
        source="parent.slug", allow_null=True, default=None, help_text="The slug of the unit that it stands under."
    )
    title = Recorded(help_text="Its heading, its term or its name.")
    text = serializers.CharField(help_text="What it says, a paragraph a line.")
    line = serializers.IntegerField(help_text="The line of the file where it begins.")


class UnitReferenceShape(Shape):
    """A place in a unit's text that refers to a rule."""

    start = serializers.IntegerField(help_text="Where it begins in the text, in characters from 0.")
    end = serializers.IntegerField(help_text="Where it ends.")
    written = serializers.CharField(help_text="What stands there.")
    unit = serializers.CharField(
        source="target.slug", allow_null=True, default=None, help_text="The unit; null: the document has none."
    )
    outside = Recorded(help_text="The number of a rule of another document, where that is meant.")
    is_between = serializers.BooleanField(help_text="Whether the unit only stands between the ends of a range.")


class ReferringShape(Shape):
    """A unit that refers to another."""

    slug = serializers.CharField(help_text="What addresses call it.")
    kind = serializers.ChoiceField(UNIT_KINDS, help_text="What it is.")
    number = Recorded(help_text="Its number; null: none.")
    title = Recorded(help_text="Its heading, its term or its name.")


class UnitInFullShape(UnitShape):
    """A unit with what it refers to, what refers to it, and what we say of it."""

    heading = Recorded(help_text="What it is about, in words of our own.")
    summary = Recorded(help_text="What it asks, in words of our own.")
    children = serializers.ListField(
        child=serializers.CharField(), source="below", help_text="The slugs of the units directly below it."
    )
    refers_to = UnitReferenceShape(many=True, help_text="What its text refers to, in order.")
    referred_by = ReferringShape(many=True, source="referring", help_text="The units that refer to it.")
