"""The shapes of what stands around a rule, of documents compared and of their coverage in the API."""

from __future__ import annotations

from typing import Any

from vsdb.api.rules_serializers import RuleShape, UnitInFullShape
from vsdb.api.shapes import Choice, Counts, Flag, Number, Recorded, Shape, Text, Texts
from vsdb.catalog.rules import compare_page, coverage, editions

CHANGE_KINDS = (compare_page.ADDED, compare_page.REMOVED, compare_page.RENUMBERED, compare_page.REWORDED)
EDITION_STATES = (editions.SAME, editions.REWORDED, editions.NOT_IN, editions.BEYOND, editions.NOT_LOADED)


class ProofShape(Shape):
    """A class of tests that cites a rule."""

    file = Text("The file that holds it.")
    name = Text("The class.")
    tests = Number("How many tests it has.")


class NamedCardsShape(Shape):
    """A name of a card in an example."""

    name = Text("The name.")
    cards = Texts("The slug of the card that is meant; of several, all of that name.")


class CitingRulingShape(Shape):
    """A ruling that cites a rule; `/api/v1/rulings` has what it says."""

    source = Text("The slug of its source.", source="source.slug")  # type: ignore[assignment]
    number = Number("Its place among the rulings of its source, from 1.")
    subject = Text("What it is headed.")


class OtherEditionShape(Shape):
    """A rule in another edition, matched by its number and by what it says."""

    document = Text("The slug of that edition.", source="document.slug")
    slug = Recorded("What addresses call it there; null: it isn't there.")
    number = Recorded("Its number there; null: it isn't there.")
    state = Choice(
        "Whether it has the same words there, others, or isn't there; beyond: the older text breaks off "
        "before its end; not-loaded: one of the texts isn't held.",
        EDITION_STATES,
    )
    is_renumbered = Flag("Whether it stands under another number there.")
    text = Recorded("What it says there, with its heading; null: not there, or not loaded.")


class AroundRuleShape(Shape):
    """What stands around a rule."""

    checks = Texts("The codes of the deck checks that rest on it.")
    tests = ProofShape(many=True, help_text="The tests of those checks.")
    formats = Texts("The slugs of the formats whose decks are held against it.")
    keywords = Texts("The slugs of the keywords it defines.")
    cards = NamedCardsShape(many=True, help_text="The cards that its examples name.")
    rulings = CitingRulingShape(many=True, help_text="The rulings that cite it, the newest first.")
    editions = OtherEditionShape(many=True, help_text="The rule in the other editions of its game, the oldest first.")


class RuleInFullShape(RuleShape, AroundRuleShape):
    """A rule of a document with what stands around it, whether the document's text is loaded or not."""


class UnitWithAroundShape(UnitInFullShape, AroundRuleShape):
    """A unit with its references both ways and what stands around it."""


class SideShape(Shape):
    """A paragraph in one of two documents."""

    slug = Text("What addresses call it.")
    number = Recorded("Its number; null: none.")
    title = Recorded("Its heading or term.")
    text = Recorded("What it says; null: not loaded, or a heading alone.")


class ChangeShape(Shape):
    """What became of one paragraph from one document to the other."""

    kinds = Texts(
        "What has happened to it; empty where a text isn't loaded, so that it can't be told.",
        child=Choice("", CHANGE_KINDS),
    )
    is_about_decks = Flag("Whether a deck check cites it or a rule that it stands under.")
    before = SideShape(allow_null=True, help_text="The paragraph in the first document; null: that has none.")
    after = SideShape(allow_null=True, help_text="The paragraph in the second document; null: that has none.")


class CoveredShape(Shape):
    """A deck-building rule and what becomes of it."""

    rule = Text("Its number or heading.", source="citation.rule")
    slug = Recorded("What addresses call it; null: it has no page here.")
    heading = Recorded("What it is about.")
    state = Choice("Whether the engine checks it, it is left to people, or neither yet.", coverage.STATES)
    checks = Texts("The codes of the deck checks that hold it.", source="codes")
    tests = ProofShape(many=True, source="proofs", help_text="The tests of those checks.")
    checked_with = Recorded("The rule that the checks cite instead of it.", source="checked_with.rule", default=None)
    checked_with_document = Recorded(
        "The slug of the document of that rule.", source="checked_with.document", default=None
    )
    why = Recorded("Why it is left to people.")

    def to_representation(self, instance: coverage.Covered) -> dict[str, Any]:
        """The rule; without a page it has no slug to give."""
        said: dict[str, Any] = super().to_representation(instance)
        return said if instance.is_held else {**said, "slug": None}


class CoverageShape(Shape):
    """The deck-building rules of a document, in its order."""

    document = Text("The slug of the document.")
    counts = Counts("How many of the rules there are of each state.")
    rules = CoveredShape(many=True, help_text="The rules.")
