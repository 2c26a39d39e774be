"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.lists import desk_views, open_views, receipts, views

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
api_patterns: list[URLPattern] = []
