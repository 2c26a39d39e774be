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
from vsdb.api.parameters import path_parameter, refuse_others
from vsdb.catalog.api.rule_shapes import (
    UNIT_KINDS,
    AroundRuleShape,
    ChangeShape,
    CoverageShape,
    DocumentShape,
    RuleInFullShape,
    RuleShape,
    UnitInFullShape,
    UnitShape,
    UnitWithAroundShape,
    build_rule_row,
)
from vsdb.catalog.rules import compare_page, selectors
from vsdb.catalog.rules.coverage import DocumentCoverage, list_coverage
from vsdb.catalog.rules.models import Document, Rule, Unit, rule_slug
from vsdb.catalog.rules.rule_page import build_rule_page, get_documents_of_game

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
    """Which rules of a document are checked: in decks by the engine, by people, or not yet; and in play."""

    @describe_answer(CoverageShape, 404, parameters=[_DOCUMENT])
    def get(self, request: Request, document: str) -> Response:
        """List a document's deck-building rules and whether vsdb checks them, and the rules that judge play."""
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


def _is_cited(rule: Rule | None) -> bool:
    return rule is not None and Citation(rule.document_id, rule.number) in index_codes_by_citation()
