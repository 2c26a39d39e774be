"""The addresses of formats by organizers."""

from __future__ import annotations

from django.urls import path

from vsdb.custom_formats import editing_views, views

app_name = "ownformats"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", editing_views.new, name="new"),
    path("import/", editing_views.take_in, name="import"),
    path("<game:game>/<slug:slug>/", views.page, name="format"),
    path("<game:game>/<slug:slug>/compare/", views.compare, name="compare"),
    path("<game:game>/<slug:slug>/format.json", views.export, name="export"),
    path("<game:game>/<slug:slug>/edit/", editing_views.edit, name="edit"),
    path("<game:game>/<slug:slug>/edit/tests/", editing_views.tests, name="tests"),
    path("<game:game>/<slug:slug>/edit/publish/", editing_views.publish, name="publish"),
    path("<game:game>/<slug:slug>/edit/retire/", editing_views.retire, name="retire"),
    path("<game:game>/<slug:slug>/edit/delete/", editing_views.delete, name="delete"),
]
