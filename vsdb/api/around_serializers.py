"""The shapes of what stands around a rule, of documents compared and of their coverage in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from vsdb.api.fields import Recorded
from vsdb.api.rules_serializers import RuleShape, UnitInFullShape
from vsdb.api.serializers import Shape
from vsdb.catalog.rules import compare_page, coverage, editions

CHANGE_KINDS = (compare_page.ADDED, compare_page.REMOVED, compare_page.RENUMBERED, compare_page.REWORDED)
EDITION_STATES = (editions.SAME, editions.REWORDED, editions.NOT_IN, editions.BEYOND, editions.NOT_LOADED)


class ProofShape(Shape):
    """A class of tests that cites a rule."""

    file = serializers.CharField(help_text="The file that holds it.")
    name = serializers.CharField(help_text="The class.")
    tests = serializers.IntegerField(help_text="How many tests it has.")


class NamedCardsShape(Shape):
    """A name of a card in an example."""

    name = serializers.CharField(help_text="The name.")
    cards = serializers.ListField(
        child=serializers.CharField(), help_text="The slug of the card that is meant; of several, all of that name."
    )


class CitingRulingShape(Shape):
    """A ruling that cites a rule; `/api/v1/rulings` has what it says."""

    source = serializers.CharField(source="source.slug", help_text="The slug of its source.")  # type: ignore[assignment]
    number = serializers.IntegerField(help_text="Its place among the rulings of its source, from 1.")
    subject = serializers.CharField(help_text="What it is headed.")


class OtherEditionShape(Shape):
    """A rule in another edition, matched by its number and by what it says."""

    document = serializers.CharField(source="document.slug", help_text="The slug of that edition.")
    slug = Recorded(help_text="What addresses call it there; null: it isn't there.")
    number = Recorded(help_text="Its number there; null: it isn't there.")
    state = serializers.ChoiceField(
        EDITION_STATES,
        help_text="Whether it has the same words there, others, or isn't there; beyond: the older text breaks off "
        "before its end; not-loaded: one of the texts isn't held.",
    )
    is_renumbered = serializers.BooleanField(help_text="Whether it stands under another number there.")
    text = Recorded(help_text="What it says there, with its heading; null: not there, or not loaded.")


class AroundRuleShape(Shape):
    """What stands around a rule."""

    checks = serializers.ListField(
        child=serializers.CharField(), help_text="The codes of the deck checks that rest on it."
    )
    tests = ProofShape(many=True, help_text="The tests of those checks.")
    formats = serializers.ListField(
        child=serializers.CharField(), help_text="The slugs of the formats whose decks are held against it."
    )
    keywords = serializers.ListField(child=serializers.CharField(), help_text="The slugs of the keywords it defines.")
    cards = NamedCardsShape(many=True, help_text="The cards that its examples name.")
    rulings = CitingRulingShape(many=True, help_text="The rulings that cite it, the newest first.")
    editions = OtherEditionShape(many=True, help_text="The rule in the other editions of its game, the oldest first.")


class RuleInFullShape(RuleShape, AroundRuleShape):
    """A rule of a document with what stands around it, whether the document's text is loaded or not."""


class UnitWithAroundShape(UnitInFullShape, AroundRuleShape):
    """A unit with its references both ways and what stands around it."""


class SideShape(Shape):
    """A paragraph in one of two documents."""

    slug = serializers.CharField(help_text="What addresses call it.")
    number = Recorded(help_text="Its number; null: none.")
    title = Recorded(help_text="Its heading or term.")
    text = Recorded(help_text="What it says; null: not loaded, or a heading alone.")


class ChangeShape(Shape):
    """What became of one paragraph from one document to the other."""

    kinds = serializers.ListField(
        child=serializers.ChoiceField(CHANGE_KINDS),
        help_text="What has happened to it; empty where a text isn't loaded, so that it can't be told.",
    )
    is_about_decks = serializers.BooleanField(help_text="Whether a deck check cites it or a rule that it stands under.")
    before = SideShape(allow_null=True, help_text="The paragraph in the first document; null: that has none.")
    after = SideShape(allow_null=True, help_text="The paragraph in the second document; null: that has none.")


class CoveredShape(Shape):
    """A deck-building rule and what becomes of it."""

    rule = serializers.CharField(source="citation.rule", help_text="Its number or heading.")
    slug = Recorded(help_text="What addresses call it; null: it has no page here.")
    heading = Recorded(help_text="What it is about.")
    state = serializers.ChoiceField(
        coverage.STATES, help_text="Whether the engine checks it, it is left to people, or neither yet."
    )
    checks = serializers.ListField(
        child=serializers.CharField(), source="codes", help_text="The codes of the deck checks that hold it."
    )
    tests = ProofShape(many=True, source="proofs", help_text="The tests of those checks.")
    checked_with = Recorded(
        source="checked_with.rule", default=None, help_text="The rule that the checks cite instead of it."
    )
    checked_with_document = Recorded(
        source="checked_with.document", default=None, help_text="The slug of the document of that rule."
    )
    why = Recorded(help_text="Why it is left to people.")

    def to_representation(self, instance: coverage.Covered) -> dict[str, Any]:
        """The rule; without a page it has no slug to give."""
        said: dict[str, Any] = super().to_representation(instance)
        return said if instance.is_held else {**said, "slug": None}


class CoverageShape(Shape):
    """The deck-building rules of a document, in its order."""

    document = serializers.CharField(help_text="The slug of the document.")
    counts = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many of the rules there are of each state."
    )
    rules = CoveredShape(many=True, help_text="The rules.")
