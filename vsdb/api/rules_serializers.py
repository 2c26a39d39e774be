"""The shapes of rules documents, their units and their rules in the API."""

from __future__ import annotations

from rest_framework import serializers

from vsdb.api.shapes import Choice, Day, Flag, Number, Recorded, Shape, Text, Texts
from vsdb.catalog.rules.models import Document, Unit
from vsdb.search.rules import SUMMARY

UNIT_KINDS = tuple(Unit.Kind.choices)
RULE_KINDS = (*UNIT_KINDS, (SUMMARY, "Summary"))


class DocumentShape(Shape):
    """A document that verdicts cite."""

    slug = Text("What citations call it.")
    name = Text("Its name.")
    game = Text("The slug of its game; null: every game.", source="game_id", allow_null=True)
    edition_date = Day("The day its edition took effect; null: not known.", allow_null=True)
    note = Recorded("Remarks.")
    rule_count = Number("How many of its rules are cited and summed up here.")
    has_text = serializers.SerializerMethodField(help_text="Whether its text is loaded; its units are then held.")

    def get_has_text(self, document: Document) -> bool:
        return bool(document.text_digest)


class RuleShape(Shape):
    """A rule that verdicts cite, or one that a query finds. Its own wording is held where its document's is loaded."""

    document = Text("The slug of its document.")
    number = Text("Its number, or its heading where the document has no numbers.")
    slug = Text("The number as addresses carry it.")
    kind = Choice("What it is in its document; summary: its text isn't loaded.", RULE_KINDS)
    heading = Recorded("What it is about.")
    summary = Recorded("What it asks, in words of our own.")
    text = Recorded("What the document says; null: its text isn't loaded, or it is a heading alone.")


class UnitShape(Shape):
    """One piece of a document's text: a rule, an example, a heading, a term."""

    document = Text("The slug of its document.", source="document_id")
    slug = Text("What addresses call it.")
    position = Number("Its place in the document, from 0.")
    depth = Number("How many levels it stands below the top.")
    kind = Choice("What it is.", UNIT_KINDS)
    number = Recorded("Its number as the document has it; null: none.")
    likely = Recorded("The number that is likely meant where the document's is misread.")
    parent = Text("The slug of the unit that it stands under.", source="parent.slug", allow_null=True, default=None)
    title = Recorded("Its heading, its term or its name.")
    text = Text("What it says, a paragraph a line.")
    line = Number("The line of the file where it begins.")


class UnitReferenceShape(Shape):
    """A place in a unit's text that refers to a rule."""

    start = Number("Where it begins in the text, in characters from 0.")
    end = Number("Where it ends.")
    written = Text("What stands there.")
    unit = Text("The unit; null: the document has none.", source="target.slug", allow_null=True, default=None)
    outside = Recorded("The number of a rule of another document, where that is meant.")
    is_between = Flag("Whether the unit only stands between the ends of a range.")


class ReferringShape(Shape):
    """A unit that refers to another."""

    slug = Text("What addresses call it.")
    kind = Choice("What it is.", UNIT_KINDS)
    number = Recorded("Its number; null: none.")
    title = Recorded("Its heading, its term or its name.")


class UnitInFullShape(UnitShape):
    """A unit with what it refers to, what refers to it, and what we say of it."""

    heading = Recorded("What it is about, in words of our own.")
    summary = Recorded("What it asks, in words of our own.")
    children = Texts("The slugs of the units directly below it.", source="below")
    refers_to = UnitReferenceShape(many=True, help_text="What its text refers to, in order.")
    referred_by = ReferringShape(many=True, source="referring", help_text="The units that refer to it.")
