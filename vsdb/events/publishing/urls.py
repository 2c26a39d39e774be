"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.publishing import api, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/decks/", views.show_decks, name="decks"),
    path("<int:event>/decks/publish/", views.publish, name="publish"),
    path("<int:event>/decks/<int:entry>/unpublish/", views.unpublish, name="unpublish"),
    path("<int:event>/statistics/", views.show_statistics, name="statistics"),
]
api_patterns: list[URLPattern] = [
    path("events/<int:event>/decks", api.EventDecks.as_view(), name="event-decks"),
    path("events/<int:event>/statistics", api.EventStatistics.as_view(), name="event-statistics"),
]
