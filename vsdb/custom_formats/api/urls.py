"""The addresses of formats by organizers in the API."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.custom_formats.api import views

_ONE = "own-formats/<slug:game>/<slug:slug>"

OWN_FORMAT_PATTERNS: list[URLPattern] = [
    path("own-formats", views.OwnFormats.as_view(), name="own-formats"),
    path("own-formats/import", views.ImportedFormat.as_view(), name="own-format-import"),
    path("own-formats/parts/<slug:game>", views.FormatParts.as_view(), name="own-format-parts"),
    path(_ONE, views.OneOwnFormat.as_view(), name="own-format"),
    path(f"{_ONE}/versions/<int:number>", views.OwnFormatVersionView.as_view(), name="own-format-version"),
    path(f"{_ONE}/file", views.OwnFormatFile.as_view(), name="own-format-file"),
    path(f"{_ONE}/tests", views.OwnFormatTests.as_view(), name="own-format-tests"),
    path(f"{_ONE}/compare", views.OwnFormatDifference.as_view(), name="own-format-compare"),
    path(f"{_ONE}/publish", views.PublishedFormat.as_view(), name="own-format-publish"),
    path(f"{_ONE}/retire", views.RetiredFormat.as_view(), name="own-format-retire"),
]
