"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.transfer import api, views

urlpatterns: list[URLPattern] = [
    path("import/", views.import_whole, name="import-event"),
    path("<int:event>/transfer/", views.show_transfer, name="transfer"),
    path("<int:event>/transfer/import/", views.preview_import, name="import"),
    path("<int:event>/transfer/players.csv", views.export_players, {"layout": "csv"}, name="export-csv"),
    path("<int:event>/transfer/players.json", views.export_players, {"layout": "json"}, name="export-json"),
    path("<int:event>/transfer/event.json", views.export_whole, name="export-event"),
]
api_patterns: list[URLPattern] = [
    path("events/file", api.EventFileImport.as_view(), name="event-file-import"),
    path("events/<int:event>/export", api.EventFile.as_view(), name="event-file"),
    path("events/<int:event>/export/players", api.PlayersExport.as_view(), name="event-players-export"),
    path("events/<int:event>/import", api.EventImport.as_view(), name="event-import"),
]
