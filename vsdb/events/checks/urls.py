"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.checks import api, check_views, device_views, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/c/<str:code>/", views.open_code, name="check-code"),
    path("<int:event>/checks/", views.show_checks, name="checks"),
    path("<int:event>/checks/pick/", views.pick, name="check-pick"),
    path("<int:event>/checks/lists/<int:entry>/", views.show_list, name="check-list"),
    path("<int:event>/checks/<int:check>/", check_views.show_check, name="check"),
    path("<int:event>/conflicts/", device_views.show_conflicts, name="conflicts"),
    path("<int:event>/conflicts/<int:item>/", device_views.settle, name="conflict-settle"),
    path("<int:event>/offline/", device_views.show_device_desk, name="device-desk"),
    path("<int:event>/devices/", device_views.show_devices, name="devices"),
    path("<int:event>/devices/<int:device>/revoke/", device_views.revoke_device, name="device-revoke"),
    path("<int:event>/package/", device_views.send_package, name="package"),
    path("<int:event>/sync/", device_views.take_sync, name="sync"),
    path("<int:event>/players/<int:player>/notes/", device_views.show_notes, name="player-notes"),
]
_CHECK = "events/<int:event>/checks/<int:check>"
api_patterns: list[URLPattern] = [
    path("events/<int:event>/checks", api.Checks.as_view(), name="event-checks"),
    path("events/<int:event>/checks/coverage", api.CheckCoverage.as_view(), name="event-check-coverage"),
    path("events/<int:event>/checks/pick", api.CheckPick.as_view(), name="event-check-pick"),
    path(_CHECK, api.OneCheck.as_view(), name="event-check"),
    path(f"{_CHECK}/cards", api.CheckCards.as_view(), name="event-check-cards"),
    path(f"{_CHECK}/counts", api.CheckCounts.as_view(), name="event-check-counts"),
    path(f"{_CHECK}/judges", api.CheckJudges.as_view(), name="event-check-judges"),
    path(f"{_CHECK}/end", api.CheckEnd.as_view(), name="event-check-end"),
    path("events/<int:event>/conflicts", api.Conflicts.as_view(), name="event-conflicts"),
    path("events/<int:event>/conflicts/<int:item>", api.ConflictDecision.as_view(), name="event-conflict"),
    path("events/<int:event>/devices", api.Devices.as_view(), name="event-devices"),
    path("events/<int:event>/devices/<int:device>", api.OneDevice.as_view(), name="event-device"),
    path("events/<int:event>/package", api.Package.as_view(), name="event-package"),
    path("events/<int:event>/sync", api.Sync.as_view(), name="event-sync"),
    path("events/<int:event>/players/<int:player>/notes", api.PlayerNotes.as_view(), name="event-player-notes"),
    path("events/<int:event>/rounds", api.Rounds.as_view(), name="event-rounds"),
]
