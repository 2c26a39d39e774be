"""The rules documents over HTTP: what verdicts cite, the texts that are loaded, comparisons, and what checks cover."""

from __future__ import annotations

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
from vsdb.api.parameters import path_parameter
from vsdb.catalog.api import rule_shapes as shapes
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.book import BookEntry
from vsdb.catalog.rules.comparing import ComparePage, compare_page
from vsdb.catalog.rules.coverage import DocumentCoverage, list_coverage
from vsdb.catalog.rules.models import SUMMARY, Document, Rule, Unit, rule_slug
from vsdb.catalog.rules.rule_page import build_rule_page, get_documents_of_game

_DOCUMENT = path_parameter("document", "Slug of a document.")
_RULE = path_parameter("rule", "Slug or number of a rule.")
_UNIT = path_parameter("unit", "Slug or number of a unit; of a misread number also the one meant.")


class UnitsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Units by kind, number and the unit above."""

    kind = django_filters.ChoiceFilter(choices=shapes.UNIT_KINDS, label="What they are")
    number = django_filters.CharFilter("number", max_length=80, label="Number as the document has it")
    parent = django_filters.CharFilter("parent__slug", max_length=160, label="Slug of the unit that they stand under")


class Documents(generics.ListAPIView[Document]):
    """The rules documents."""

    serializer_class = shapes.DocumentShape

    def get_queryset(self) -> Any:
        """Every document with the number of its rules."""
        return selectors.list_documents()


class Units(generics.ListAPIView[Unit]):
    """The units of a document's text in order; none where its text isn't loaded."""

    queryset = Unit.objects.none()
    serializer_class = shapes.UnitShape
    filterset_class = UnitsFilter

    @describe_answer(shapes.UnitShape(many=True), 404, parameters=[_DOCUMENT])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The units of that document."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        """The units of the document, each with the one above. Raises NotFound where there is no such document."""
        return selectors.list_units(selectors.get_document(self.kwargs["document"])).select_related("parent")


class OneUnit(APIView):
    """A unit of a document's text, with its references both ways and what stands around it."""

    @describe_answer(shapes.UnitWithAroundShape, 404, parameters=[_DOCUMENT, _UNIT])
    def get(self, request: Request, document: str, unit: str) -> Response:
        """The unit of that slug or number."""
        found: Any = selectors.get_unit(document, unit)
        rule = selectors.find_rule_of_unit(found)
        found.heading = rule.heading if rule else ""
        found.summary = rule.summary if rule else ""
        found.below = found.children.values_list("slug", flat=True)
        found.refers_to = found.references.select_related("target").order_by("position")
        found.referring = selectors.list_referring_units(found)
        page, _ = build_rule_page(document, found.slug)
        return Response({**shapes.UnitInFullShape(found).data, **shapes.AroundRuleShape(page).data})


class OneRule(APIView):
    """A rule with what stands around it, also where its document's text isn't loaded."""

    @describe_answer(shapes.RuleInFullShape, 404, parameters=[_DOCUMENT, _RULE])
    def get(self, request: Request, document: str, rule: str) -> Response:
        """The rule of that slug or number."""
        page, _ = build_rule_page(document, rule_slug(rule))
        row = build_rule_row(page.rule, page.entry)
        return Response({**shapes.RuleShape(row).data, **shapes.AroundRuleShape(page).data})


class Coverage(APIView):
    """Which deck-building rules of a document are checked, left to people, or neither yet."""

    @describe_answer(shapes.CoverageShape, 404, parameters=[_DOCUMENT])
    def get(self, request: Request, document: str) -> Response:
        """The deck-building rules of that document with what becomes of each; none where it has no such rules."""
        game = get_documents_of_game(document)
        found = list_coverage([game.document], game.books) or [DocumentCoverage(game.document, ())]
        return Response(shapes.CoverageShape(found[0]).data)


class ComparedPages(Pages):
    """Pages of what has changed from one document to another, each with how much there is of it."""

    compared: ComparePage | None = None
    beside_schema: ClassVar = {
        "counts": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "description": "How many paragraphs there are of each kind of change; empty where a text is missing.",
        },
        "beyond": {
            "type": "integer",
            "description": "How many paragraphs can't be told to be new, as the older text breaks off before them.",
        },
        "missing": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The slugs of those of the two documents whose text isn't loaded.",
        },
    }

    def beside(self) -> dict[str, Any]:
        """The counts, and what can't be told."""
        if self.compared is None:
            return {}
        missing = [document.slug for document in self.compared.missing]
        return {"counts": dict(self.compared.counts), "beyond": self.compared.beyond, "missing": missing}


class Compare(generics.ListAPIView[Rule]):
    """What was added, removed, renumbered and reworded from one document of a game to another."""

    queryset = Rule.objects.none()
    serializer_class = shapes.ChangeShape
    filterset_class = None
    pagination_class = ComparedPages

    @describe_answer(
        shapes.ChangeShape(many=True),
        404,
        parameters=[
            path_parameter("before", "Slug of the document to start from."),
            path_parameter("after", "Slug of the document of the same game that it is compared with."),
        ],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The changes, deck building first; where a text isn't loaded, the rules that are summed up of either."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        """The changes between the documents. Raises NotFound unless both are held and of one game."""
        game = get_documents_of_game(self.kwargs["before"])
        page = compare_page(game.document, game.find_other(self.kwargs["after"]), game.books)
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
