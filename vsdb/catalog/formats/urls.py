"""The addresses of formats."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from vsdb.catalog.formats import views


class FormatConverter(StringConverter):
    """The slug of a format; of one version of a format by an organizer with its number, as in `my-league@3`."""

    regex = r"[-a-zA-Z0-9_]+(?:@[0-9]{1,6})?"


register_converter(FormatConverter, "format")

app_name = "formats"
urlpatterns = [
    path("", views.format_list, name="index"),
    path("<game:game>/", views.format_list, name="list"),
    path("<game:game>/<format:slug>/", views.format_page, name="format"),
]
