"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.planning import views

urlpatterns: list[URLPattern] = [
    path("", views.show_index, name="index"),
    path("<int:event>/", views.show_event, name="event"),
    path("<int:event>/desk/", views.show_desk, name="desk"),
]
api_patterns: list[URLPattern] = []
