"""Decks in the admin: staff sees what everybody sees or somebody reported, and may take it away. Reports are settled on
their own page."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from vsdb.decks.models import Comment, Deck, Report, Tag


class _SeenAndDeleted(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that only people make, by their own pages."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Deck)
class DeckAdmin(_SeenAndDeleted):
    """Public decks, and those that were reported; a private one is its owner's alone."""

    fields = list_display = ("title", "owner", "game", "format", "visibility", "edited", "hidden_at", "hidden_why")
    list_select_related = ("owner", "game")
    list_filter: ClassVar = ("game", "visibility")
    search_fields = ("title", "owner__username")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What staff has reason to look at."""
        reported = Q(pk__in=Report.objects.values("deck"))
        return super().get_queryset(request).filter(Q(visibility=Deck.Visibility.PUBLIC) | reported)


@admin.register(Comment)
class CommentAdmin(_SeenAndDeleted):
    """Comments on public decks, and those that were reported."""

    fields = list_display = ("deck", "by", "text", "said", "edited", "hidden_at", "hidden_by", "hidden_why")
    list_select_related = ("deck", "by", "hidden_by")
    search_fields = ("text", "by__username", "deck__title")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What staff has reason to look at."""
        reported = Q(pk__in=Report.objects.exclude(comment=None).values("comment"))
        return super().get_queryset(request).filter(Q(deck__visibility=Deck.Visibility.PUBLIC) | reported)


@admin.register(Report)
class ReportAdmin(_SeenAndDeleted):
    """Reports with what came of them."""

    fields = list_display = ("deck", "comment", "by", "why", "at", "settled", "settled_by", "outcome")
    list_select_related = ("deck", "comment", "by", "settled_by")
    list_filter: ClassVar = ("outcome",)


@admin.register(Tag)
class TagAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Tags: one that says the same as another, or what it shouldn't, is deleted or written anew."""

    list_display = ("name", "slug")
    search_fields = ("name",)
