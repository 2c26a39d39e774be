"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.lists import receipts, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/list/", views.show_my_lists, name="my-list"),
    path("<int:event>/list/<int:slot>/", views.show_my_list, name="my-list-slot"),
    path("<int:event>/list/<int:slot>/receipt/", receipts.show_receipt, name="receipt"),
]
api_patterns: list[URLPattern] = []
