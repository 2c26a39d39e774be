"""Rules over HTTP with what stands around them, documents compared, and what the checks cover."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.errors import NotFound
from vsdb.api.around_rules import around, changes
from vsdb.api.around_serializers import ChangeShape, CoverageShape, RuleInFullShape
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.pagination import ComparedPages
from vsdb.catalog.rules import coverage as covering
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.addresses import rule_slug
from vsdb.catalog.rules.compare_page import compare_page
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.rules.rule_page import game_of, rule_page
from vsdb.search.rules import SUMMARY

_DOCUMENT = OpenApiParameter("document", str, OpenApiParameter.PATH, description="Slug of a document.")
_RULE = OpenApiParameter("rule", str, OpenApiParameter.PATH, description="Slug or number of a rule.")
_BEFORE = OpenApiParameter("before", str, OpenApiParameter.PATH, description="Slug of the document to start from.")
_AFTER = OpenApiParameter(
    "after", str, OpenApiParameter.PATH, description="Slug of the document of the same game that it is compared with."
)


class OneRule(APIView):
    """A rule with what stands around it, also where its document's text isn't loaded."""

    @extend_schema(parameters=[_DOCUMENT, _RULE], responses={200: RuleInFullShape, 404: ErrorShape})
    def get(self, request: Request, document: str, rule: str) -> Response:
        """The rule of that slug or number."""
        page, _ = rule_page(document, rule_slug(rule))
        found = {
            "document": document,
            "number": page.rule.number,
            "slug": page.rule.slug,
            "kind": page.entry.kind if page.entry else SUMMARY,
            "heading": page.rule.heading,
            "summary": page.rule.summary,
            "text": page.entry.text if page.entry else "",
        }
        return Response(RuleInFullShape({**found, **around(page)}).data)


class Coverage(APIView):
    """Which deck-building rules of a document are checked, left to people, or neither yet."""

    @extend_schema(parameters=[_DOCUMENT], responses={200: CoverageShape, 404: ErrorShape})
    def get(self, request: Request, document: str) -> Response:
        """The deck-building rules of that document with what becomes of each; none where it has no such rules."""
        game = game_of(document)
        rules = selectors.rules_of(game.document)
        found = covering.coverage([game.document], rules, game.books, covering.other_rules())
        held = found[0] if found else covering.Coverage(game.document, ())
        return Response(CoverageShape({"document": document, "counts": dict(held.counts), "rules": held.rules}).data)


class Compare(generics.ListAPIView[Rule]):
    """What was added, removed, renumbered and reworded from one document of a game to another."""

    queryset = Rule.objects.none()
    serializer_class = ChangeShape
    filterset_class = None
    pagination_class = ComparedPages

    @extend_schema(parameters=[_BEFORE, _AFTER], responses={200: ChangeShape(many=True), 404: ErrorShape})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The changes, deck building first; where a text isn't loaded, the rules that are summed up of either."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        """The changes between the documents. Raises NotFound unless both are held and of one game."""
        before, after = self.kwargs["before"], self.kwargs["after"]
        game = game_of(before)
        if after not in game.documents:
            raise NotFound(f"{game.document.name} has no other edition called {after[:80]}")
        page = compare_page(game, game.documents[after])
        if isinstance(self.paginator, ComparedPages):
            self.paginator.compared = page
        return changes(page)
