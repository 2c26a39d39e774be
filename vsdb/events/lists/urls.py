"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.lists import api, desk_views, open_views, receipts, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/list/", views.show_my_lists, name="my-list"),
    path("<int:event>/list/<int:slot>/", views.show_my_list, name="my-list-slot"),
    path("<int:event>/list/<int:slot>/receipt/", receipts.show_receipt, name="receipt"),
    path("<int:event>/open-lists/", open_views.show_open_lists, name="open-lists"),
    path("<int:event>/open-lists/<int:entry>/", open_views.show_open_list, name="open-list"),
    path("<int:event>/desk/lists/<int:entry>/", desk_views.show_list, name="list"),
    path(
        "<int:event>/desk/players/<int:player_number>/list/<int:slot>/",
        desk_views.show_player_list,
        name="player-list",
    ),
]
_OWN = "events/<int:event>/list/<int:slot>"
_LIST = "events/<int:event>/lists/<int:entry>"
api_patterns: list[URLPattern] = [
    path(_OWN, api.OwnList.as_view(), name="event-own-list"),
    path(f"{_OWN}/draft", api.OwnDraft.as_view(), name="event-own-draft"),
    path(f"{_OWN}/submission", api.OwnSubmission.as_view(), name="event-own-submission"),
    path(f"{_OWN}/versions", api.OwnVersions.as_view(), name="event-own-versions"),
    path("events/<int:event>/open-lists", api.OpenLists.as_view(), name="event-open-lists"),
    path(_LIST, api.OneEventList.as_view(), name="event-list"),
    path(f"{_LIST}/versions", api.ListVersions.as_view(), name="event-list-versions"),
    path(f"{_LIST}/reopen", api.ReopenedList.as_view(), name="event-list-reopen"),
    path(f"{_LIST}/accept", api.AcceptedList.as_view(), name="event-list-accept"),
    path(f"{_LIST}/replace", api.ReplacedList.as_view(), name="event-list-replace"),
    path(
        "events/<int:event>/players/<int:player_number>/list/<int:slot>/submission",
        api.WalkInSubmission.as_view(),
        name="event-player-submission",
    ),
]
