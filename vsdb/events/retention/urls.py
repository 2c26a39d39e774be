"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.retention import api, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/log/", views.show_log, name="log"),
    path("<int:event>/log/log.csv", views.export_log, {"layout": "csv"}, name="log-csv"),
    path("<int:event>/log/log.json", views.export_log, {"layout": "json"}, name="log-json"),
]
api_patterns: list[URLPattern] = [path("events/<int:event>/log", api.EventLog.as_view(), name="event-log")]
