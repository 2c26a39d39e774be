"""The addresses of formats."""

from __future__ import annotations

from django.urls import path, register_converter

from vsdb.catalog.formats import views
from vsdb.catalog.formats.addresses import FormatConverter

register_converter(FormatConverter, "format")

app_name = "formats"
urlpatterns = [
    path("", views.index, name="index"),
    path("<game:game>/", views.format_list, name="list"),
    path("<game:game>/<format:slug>/", views.format_page, name="format"),
]
