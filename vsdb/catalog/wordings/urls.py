"""The addresses of sources and of named groups."""

from __future__ import annotations

from django.urls import path

from vsdb.catalog.wordings import views

app_name = "wordings"
urlpatterns = [
    path("sources/", views.show_sources, name="sources"),
    path("sources/<game:game>/<slug:slug>/", views.show_source, name="source"),
    path("groups/<game:game>/<slug:slug>/", views.group_page, name="group"),
]
