"""The rules documents over HTTP: what the citations of verdicts point at."""

from __future__ import annotations

from typing import Any

import django_filters
from rest_framework import generics, serializers

from vsdb.api.fields import Recorded
from vsdb.api.serializers import Shape
from vsdb.rules import selectors
from vsdb.rules.models import Document, Rule


class DocumentShape(Shape):
    """A document that verdicts cite."""

    slug = serializers.CharField(help_text="What citations call it.")
    name = serializers.CharField(help_text="Its name.")
    game = serializers.CharField(source="game_id", allow_null=True, help_text="The slug of its game; null: every game.")
    edition_date = serializers.DateField(allow_null=True, help_text="The day its edition took effect; null: not known.")
    note = Recorded(help_text="Remarks.")
    rule_count = serializers.IntegerField(help_text="How many of its rules are cited and summed up here.")


class RuleShape(Shape):
    """A rule that verdicts cite; its own wording is its publisher's and isn't here."""

    document = serializers.CharField(source="document_id", help_text="The slug of its document.")
    number = serializers.CharField(help_text="Its number, or its heading where the document has no numbers.")
    slug = serializers.CharField(help_text="The number as addresses carry it.")
    heading = serializers.CharField(help_text="What it is about.")
    summary = Recorded(help_text="What it asks, in words of our own.")


class RulesFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Rules by document and number."""

    document = django_filters.CharFilter("document_id", max_length=80, label="Slug of a document")
    number = django_filters.CharFilter("number", max_length=80, label="Number or heading of a rule")

    class Meta:
        model = Rule
        fields = ()


class Documents(generics.ListAPIView[Document]):
    """The rules documents."""

    serializer_class = DocumentShape

    def get_queryset(self) -> Any:
        """Every document with the number of its rules."""
        return selectors.documents()


class Rules(generics.ListAPIView[Rule]):
    """The rules that verdicts cite, in the order of their documents."""

    queryset = Rule.objects.order_by("document__position", "position")
    serializer_class = RuleShape
    filterset_class = RulesFilter
