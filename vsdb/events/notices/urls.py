"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.notices import api, calendar_views, views

urlpatterns: list[URLPattern] = [
    path("calendar.ics", calendar_views.show_all, name="calendars"),
    path("feed/", calendar_views.show_feed, {"layout": "atom"}, name="feed"),
    path("feed.json", calendar_views.show_feed, {"layout": "json"}, name="feed-json"),
    path("<int:event>/calendar.ics", calendar_views.show_one, name="calendar"),
    path("<int:event>/notices/", views.show_notices, name="notices"),
    path("<int:event>/notices/send/", views.send_now, name="notices-send"),
    path("<int:event>/notices/message/", views.send_message, name="notices-message"),
]
api_patterns: list[URLPattern] = [
    path("events/<int:event>/notices", api.NoticesView.as_view(), name="event-notices"),
]
