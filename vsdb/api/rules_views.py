"""The rules documents over HTTP: what the citations of verdicts point at, and the texts that are loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import django_filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.cards import GAMES
from vsdb.api.around_rules import around
from vsdb.api.around_serializers import UnitWithAroundShape
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.pagination import SearchedPages
from vsdb.api.rules_serializers import UNIT_KINDS, DocumentShape, RuleShape, UnitShape
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.models import Document, Rule, Unit
from vsdb.catalog.rules.rule_page import rule_page
from vsdb.search.language.parser import MOST_CHARACTERS
from vsdb.search.rules import SUMMARY, Hit, search_rules, shown

_DOCUMENT = OpenApiParameter("document", str, OpenApiParameter.PATH, description="Slug of a document.")
_UNIT = OpenApiParameter(
    "unit", str, OpenApiParameter.PATH, description="Slug or number of a unit; of a misread number also the one meant."
)


class RulesFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Rules by document and number, and by a query."""

    q = django_filters.CharFilter(
        method="searched",
        max_length=MOST_CHARACTERS,
        label="A query in the language of the rules search, such as cr:505 or edition:2.7 loyalty",
    )
    game = django_filters.ChoiceFilter("document__game_id", choices=tuple(GAMES.items()), label="Slug of a game")
    document = django_filters.CharFilter("document_id", max_length=80, label="Slug of a document")
    number = django_filters.CharFilter("number", max_length=80, label="Number or heading of a rule")

    class Meta:
        model = Rule
        fields = ()

    def searched(self, queryset: Any, name: str, value: str) -> Any:
        """All of them: what the query finds, and in which order, is for the view to say."""
        return queryset


class UnitsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Units by kind, number and the unit above."""

    kind = django_filters.ChoiceFilter(choices=UNIT_KINDS, label="What they are")
    number = django_filters.CharFilter("number", max_length=80, label="Number as the document has it")
    parent = django_filters.CharFilter("parent__slug", max_length=160, label="Slug of the unit that they stand under")

    class Meta:
        model = Unit
        fields = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """A rule as a list has it."""

    document: str
    number: str
    slug: str
    kind: str
    heading: str
    summary: str
    text: str


class Documents(generics.ListAPIView[Document]):
    """The rules documents."""

    serializer_class = DocumentShape

    def get_queryset(self) -> Any:
        """Every document with the number of its rules."""
        return selectors.documents()


class Rules(generics.ListAPIView[Rule]):
    """The rules that verdicts cite, by document; of a query all that it finds, units of texts too, best first."""

    queryset = Rule.objects.order_by("document__position", "position")
    serializer_class = RuleShape
    filterset_class = RulesFilter
    pagination_class = SearchedPages

    def paginate_queryset(self, queryset: Any) -> list[Any]:
        """A page of them, each with its text where that is loaded; as many queries however long it is."""
        asked = self.request.query_params
        text = asked.get("q", "").strip()
        if not text:
            page: Sequence[Rule] = super().paginate_queryset(queryset) or []
            units = selectors.texts_of(page)
            return [_of_rule(rule, units.get(rule.pk)) for rule in page]
        found = search_rules(text, game=asked.get("game") or None, document=asked.get("document") or None)
        if number := asked.get("number"):
            found = found.named(number)
        rows = super().paginate_queryset(found.rows) or []
        if isinstance(self.paginator, SearchedPages):
            self.paginator.notes = found.notes
        return [_of_hit(hit) for hit in shown(found.only(rows))]


class Units(generics.ListAPIView[Unit]):
    """The units of a document's text in order; none where its text isn't loaded."""

    queryset = Unit.objects.none()
    serializer_class = UnitShape
    filterset_class = UnitsFilter

    @extend_schema(parameters=[_DOCUMENT], responses={200: UnitShape(many=True), 404: ErrorShape})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The units of that document."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        """The units of the document, each with the one above. Raises NotFound where there is no such document."""
        return selectors.units_of(selectors.document(self.kwargs["document"])).select_related("parent")


class OneUnit(APIView):
    """A unit of a document's text, with its references both ways and what stands around it."""

    @extend_schema(parameters=[_DOCUMENT, _UNIT], responses={200: UnitWithAroundShape, 404: ErrorShape})
    def get(self, request: Request, document: str, unit: str) -> Response:
        """The unit of that slug or number."""
        found: Any = selectors.unit(document, unit)
        rule = selectors.rule_of(found)
        found.heading = rule.heading if rule else ""
        found.summary = rule.summary if rule else ""
        found.below = [each.slug for each in selectors.children_of(found)]
        found.refers_to = found.references.select_related("target").order_by("position")
        found.referring = selectors.referring_to(found)
        page, _ = rule_page(document, found.slug)
        for name, value in around(page).items():
            setattr(found, name, value)
        return Response(UnitWithAroundShape(found).data)


def _of_rule(rule: Rule, unit: Unit | None) -> _Row:
    kind = unit.kind if unit else SUMMARY
    return _Row(rule.document_id, rule.number, rule.slug, kind, rule.heading, rule.summary, unit.text if unit else "")


def _of_hit(hit: Hit) -> _Row:
    number = hit.number or hit.heading or hit.slug
    return _Row(hit.document, number, hit.slug, hit.kind, hit.heading, hit.summary, hit.text)
