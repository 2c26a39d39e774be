"""The rules documents over HTTP: what verdicts cite, the texts that are loaded, comparisons, and what checks cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import django_filters
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.verdicts import Citation
from engine.rules.citations import index_codes_by_citation
from vsdb.api.base import describe_answer
from vsdb.api.pagination import Pages
from vsdb.api.parameters import path_parameter, refuse_others
from vsdb.api.shapes import Choice, Counts, Day, Flag, Link, Number, Recorded, Shape, Slugs, Text, Texts
from vsdb.catalog.rules import compare_page, comparing, rule_page, selectors
from vsdb.catalog.rules.book import AROUND, BookEntry
from vsdb.catalog.rules.coverage import STATES, DocumentCoverage, list_coverage
from vsdb.catalog.rules.models import SUMMARY, Document, Rule, Unit, rule_slug
from vsdb.catalog.rules.rule_page import RuleInEdition, RulePage, build_rule_page, get_documents_of_game
from vsdb.catalog.wordings.selectors import list_rulings_citing

UNIT_KINDS = tuple(Unit.Kind.choices)
RULE_KINDS = (*UNIT_KINDS, (SUMMARY, "Summary"))
CHANGE_KINDS = compare_page.KINDS
EDITION_STATES = (rule_page.SAME, comparing.REWORDED, rule_page.NOT_IN, rule_page.BEYOND, rule_page.NOT_LOADED)


class DocumentShape(Shape):
    """A document that verdicts cite."""

    slug = Text("Its slug, for citations and addresses.")
    name = Text("Its name.")
    game = Text("The slug of its game; null: all games.", source="game_id", allow_null=True)
    edition_date = Day("The day its edition took effect; null: not recorded.", allow_null=True)
    note = Recorded("Remarks.")
    rule_count = Number("How many of its rules are cited and summarized.")
    has_text = Flag(
        "Its text is loaded, and has units.",
        of=lambda document: bool(document.text_digest),
        read_only=True,
    )
    text_doubt = Recorded("What is doubtful about the copy that is loaded; null: nothing is recorded.")
    page = Link("The path of its page on this site.", "rules:document", "slug")
    api = Link("Its path in this API.", "api:document", "slug")


class RuleShape(Shape):
    """A rule that verdicts cite or a query finds, with its text if it is loaded."""

    document = Text("The slug of its document.")
    number = Text("Its number, or its heading if the document has no numbers.")
    slug = Text("Its slug for addresses.")
    page = Link("The path of its page on this site.", "rules:rule", "document", "slug")
    api = Link("Its path in this API.", "api:rule", "document", "slug")
    kind = Choice("Its kind; summary: its text isn't loaded.", RULE_KINDS)
    heading = Recorded("The subject.")
    summary = Recorded("A summary in our own words.")
    text = Recorded("The text; null: not loaded, or a heading without text.")


class UnitShape(Shape):
    """A piece of a document's text: a rule, an example, a heading or a term."""

    document = Text("The slug of its document.", source="document_id")
    slug = Text("Its slug, for addresses.")
    page = Link("The path of its page on this site.", "rules:rule", "document_id", "slug")
    api = Link("Its path in this API.", "api:unit", "document_id", "slug")
    position = Number("Its position in the document, from 0.")
    depth = Number("Its level below the top, from 0.")
    kind = Choice("Its kind.", UNIT_KINDS)
    number = Recorded("Its number in the document; null: none.")
    likely = Recorded("The probable number, if the document's is wrong.")
    parent = Text("The slug of the unit above it.", source="parent.slug", allow_null=True, default=None)  # type: ignore[assignment]
    title = Recorded("Its heading, term or name.")
    text = Text("Its text, one paragraph per line.")
    line = Number("Its first line in the file.")


class UnitReferenceShape(Shape):
    """A place in a unit's text that refers to a rule."""

    start = Number("Its start in the text, in characters from 0.")
    end = Number("Its end in the text.")
    written = Text("The words there.")
    unit = Text(
        "The slug of the unit; null: not in this document.", source="target.slug", allow_null=True, default=None
    )
    outside = Recorded("The rule number, if it is in another document.")
    is_between = Flag("Whether the unit lies inside a range and isn't named.")


class ReferringShape(Shape):
    """A unit that refers to another."""

    slug = Text("Its slug, for addresses.")
    kind = Choice("Its kind.", UNIT_KINDS)
    number = Recorded("Its number; null: none.")
    title = Recorded("Its heading, term or name.")


class UnitInFullShape(UnitShape):
    """A unit with its references in both directions and our summary."""

    heading = Recorded("Its subject in our own words.")
    summary = Recorded("A summary in our own words.")
    children = Texts("The slugs of the units directly below.", source="below")
    refers_to = UnitReferenceShape.several("The references in its text, in order.")
    referred_by = ReferringShape.several("Units that refer to it.", source="referring")


class ProofShape(Shape):
    """A class of tests that cites a rule."""

    file = Text("The test file.")
    name = Text("The test class.")
    tests = Number("Its number of tests.")


class NamedCardsShape(Shape):
    """A card name in an example."""

    name = Text("The name.", of=lambda cards: cards[0].name)
    cards = Slugs("The slugs of the cards with that name.", of=list)


class CitingRulingShape(Shape):
    """A ruling that cites a rule; its text is in `/api/v1/rulings`."""

    source = Text("The slug of its source.", source="source.slug")  # type: ignore[assignment]
    number = Number("Its number among the rulings of its source, from 1.", of=lambda ruling: ruling.position + 1)
    subject = Text("Its heading.")


def _text_there(each: RuleInEdition) -> str:
    there = each.pair and (each.pair.after if each.is_newer else each.pair.before)
    return there.text if there else ""


class OtherEditionShape(Shape):
    """The same rule in another edition, matched by number and text."""

    document = Text("The slug of the edition.", source="document.slug")
    slug = Recorded("Its slug there; null: not there.")
    number = Recorded("Its number there; null: not there.")
    state = Choice(
        "same, reworded or not-in that edition; beyond: the older text ends before it; not-loaded: one of the "
        "texts isn't loaded.",
        EDITION_STATES,
    )
    is_renumbered = Flag(
        "Whether it has another number there.", of=lambda each: bool(each.pair and each.pair.is_renumbered)
    )
    text = Recorded("Its text there, with the heading; null: not there, or not loaded.", of=_text_there)


def _editions(page: RulePage) -> Sequence[RuleInEdition]:
    return () if page.entry is not None and page.entry.kind in AROUND else page.editions


class AroundRuleShape(Shape):
    """The checks, tests, formats, cards, rulings and other editions of a rule."""

    checks = Texts("The codes of the deck checks based on it.")
    tests = ProofShape.several("The tests of those checks.", source="proofs")
    formats = Slugs("The slugs of the formats that apply it.")
    keywords = Slugs("The slugs of the keywords it defines.")
    cards = NamedCardsShape.several(
        "The cards named in its examples.", of=lambda page: [cards for cards, _ in page.cards]
    )
    rulings = CitingRulingShape.several(
        "The rulings that cite it, newest first.", of=lambda page: list_rulings_citing(page.rule)
    )
    editions = OtherEditionShape.several("The rule in other editions of its game, oldest first.", of=_editions)


class RuleInFullShape(RuleShape, AroundRuleShape):
    """A rule with its context. Works without the document's text."""


class UnitWithAroundShape(UnitInFullShape, AroundRuleShape):
    """A unit with its context and its references in both directions."""


def _title(side: BookEntry | Rule) -> str:
    return side.heading if isinstance(side, Rule) else side.title


class SideShape(Shape):
    """A paragraph in one of two documents."""

    slug = Text("Its slug, for addresses.")
    number = Recorded("Its number; null: none.")
    title = Recorded("Its heading or term.", of=_title)
    text = Recorded("Its text; null: not loaded, or only a heading.", of=lambda side: getattr(side, "text", None))


class ChangeShape(Shape):
    """How one paragraph changed from one document to another."""

    kinds = Texts(
        "The kinds of change; empty: unknown, because a text isn't loaded.",
        child=Choice("", CHANGE_KINDS),
    )
    is_about_decks = Flag("Whether a deck check cites it or a rule above it.")
    before = SideShape.one("The paragraph in the first document; null: not there.", allow_null=True)
    after = SideShape.one("The paragraph in the second document; null: not there.", allow_null=True)


class CoveredShape(Shape):
    """A deck-building rule and whether vsdb checks it."""

    rule = Text("Its number or heading.", source="citation.rule")
    slug = Recorded(
        "Its slug for addresses; null: it has no page.", of=lambda rule: rule.slug if rule.is_held else None
    )
    heading = Recorded("The subject.")
    state = Choice("Whether the engine checks it, people check it, or nobody does yet.", STATES)
    checks = Texts("The codes of the deck checks that enforce it.", source="codes")
    tests = ProofShape.several("The tests of those checks.", source="proofs")
    checked_with = Recorded("The rule that the checks cite instead.", source="checked_with.rule", default=None)
    checked_with_document = Recorded("The slug of that rule's document.", source="checked_with.document", default=None)
    why = Recorded("Why people check it.")


class CoverageShape(Shape):
    """The deck-building rules of a document, in its order."""

    document = Text("The slug of the document.", source="document.slug")
    counts = Counts("The number of rules in each state.", of=lambda coverage: dict(coverage.counts))
    rules = CoveredShape.several("The rules.")


_DOCUMENT = path_parameter("document", "Document slug.")
_UNIT = path_parameter("unit", "Unit slug or number, or the likely number.")


class UnitsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Units by kind, number and unit above."""

    kind = django_filters.ChoiceFilter(choices=UNIT_KINDS, label="Kind of unit")
    number = django_filters.CharFilter("number", max_length=80, label="Number as printed")
    parent = django_filters.CharFilter("parent__slug", max_length=160, label="Slug of the unit above")


class Documents(generics.ListAPIView[Document]):
    """List the rules documents."""

    serializer_class = DocumentShape

    def get_queryset(self) -> Any:
        """Every document with the number of its rules."""
        return selectors.list_documents()


class OneDocument(APIView):
    """One rules document; list its rules with `rules?document=…`."""

    @describe_answer(DocumentShape, 404, parameters=[_DOCUMENT])
    def get(self, request: Request, document: str) -> Response:
        """Return the document with this slug."""
        refuse_others(request, ())
        slug = selectors.get_document(document).slug
        return Response(DocumentShape(selectors.list_documents().get(slug=slug)).data)


class Units(generics.ListAPIView[Unit]):
    """The units of a document's text in order; none where its text isn't loaded."""

    queryset = Unit.objects.none()
    serializer_class = UnitShape
    filterset_class = UnitsFilter

    @describe_answer(UnitShape(many=True), 404, parameters=[_DOCUMENT])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the units of a document's text."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        """The units of the document, each with the one above. Raises NotFound where there is no such document."""
        return selectors.list_units(selectors.get_document(self.kwargs["document"])).select_related("parent")


class OneUnit(APIView):
    """A unit of a document's text in full."""

    @describe_answer(UnitWithAroundShape, 404, parameters=[_DOCUMENT, _UNIT])
    def get(self, request: Request, document: str, unit: str) -> Response:
        """Return a unit of a document by its slug or number."""
        found: Any = selectors.get_unit(document, unit)
        rule = selectors.find_rule_of_unit(found)
        found.heading = rule.heading if rule else ""
        found.summary = rule.summary if rule else ""
        found.below = found.children.values_list("slug", flat=True)
        found.refers_to = found.references.select_related("target").order_by("position")
        found.referring = selectors.list_referring_units(found)
        page, _ = build_rule_page(document, found.slug)
        return Response({**UnitInFullShape(found).data, **AroundRuleShape(page).data})


class OneRule(APIView):
    """A rule in full, also where its document's text isn't loaded."""

    @describe_answer(RuleInFullShape, 404, parameters=[_DOCUMENT, path_parameter("rule", "Rule slug or number.")])
    def get(self, request: Request, document: str, rule: str) -> Response:
        """Return a rule by its slug or number."""
        page, _ = build_rule_page(document, rule_slug(rule))
        row = build_rule_row(page.rule, page.entry)
        return Response({**RuleShape(row).data, **AroundRuleShape(page).data})


class Coverage(APIView):
    """Which deck-building rules of a document the engine checks, people check, or neither yet."""

    @describe_answer(CoverageShape, 404, parameters=[_DOCUMENT])
    def get(self, request: Request, document: str) -> Response:
        """List a document's deck-building rules and whether vsdb checks them."""
        game = get_documents_of_game(document)
        found = list_coverage([game.document], game.books) or [DocumentCoverage(game.document, ())]
        return Response(CoverageShape(found[0]).data)


class ComparedPages(Pages):
    """Pages of the changes from one document to another, with counts."""

    compared: compare_page.ComparePage | None = None
    beside_schema: ClassVar = {
        "counts": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "description": "The number of paragraphs for each kind of change; empty: a text isn't loaded.",
        },
        "beyond": {
            "type": "integer",
            "description": "The number of paragraphs that may be new: the older text ends before them.",
        },
        "missing": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The slugs of documents whose text isn't loaded.",
        },
    }

    def beside(self) -> dict[str, Any]:
        """The counts, and what can't be told."""
        if self.compared is None:
            return {}
        missing = [document.slug for document in self.compared.missing]
        return {"counts": dict(self.compared.counts), "beyond": len(self.compared.beyond), "missing": missing}


class Compare(generics.ListAPIView[Rule]):
    """Paragraphs added, removed, renumbered or reworded from one document of a game to another."""

    queryset = Rule.objects.none()
    serializer_class = ChangeShape
    filterset_class = None
    pagination_class = ComparedPages

    @describe_answer(
        ChangeShape(many=True),
        404,
        parameters=[
            path_parameter("before", "Slug of the first document."),
            path_parameter("after", "Slug of the second document, of the same game."),
        ],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Compare two documents, deck-building rules first. Without rule texts, summaries are compared."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        """The changes between the documents. Raises NotFound unless both are held and of one game."""
        game = get_documents_of_game(self.kwargs["before"])
        page = compare_page.build_compare_page(game.document, game.find_other(self.kwargs["after"]), game.books)
        if isinstance(self.paginator, ComparedPages):
            self.paginator.compared = page
        if not page.missing:
            return [*page.decks, *page.others, *page.added]
        rows = ((old, new, _is_cited(old) or _is_cited(new)) for _, old, new in page.summed_up)
        return [{"kinds": (), "is_about_decks": about, "before": old, "after": new} for old, new, about in rows]


def build_rule_row(rule: Rule, unit: Unit | BookEntry | None) -> dict[str, Any]:
    """A rule as a list has it, with the text of its unit where that is loaded."""
    return {
        "document": rule.document_id,
        "number": rule.number,
        "slug": rule.slug,
        "kind": unit.kind if unit else SUMMARY,
        "heading": rule.heading,
        "summary": rule.summary,
        "text": unit.text if unit else "",
    }


def _is_cited(rule: Rule | None) -> bool:
    return rule is not None and Citation(rule.document_id, rule.number) in index_codes_by_citation()
