"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.paper import api, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/print/", views.show_papers, name="papers"),
    path("<int:event>/print/<str:papers>/", views.show_paper, name="paper"),
    path("<int:event>/print/<str:papers>/cancel/", views.cancel, name="paper-cancel"),
    path("<int:event>/print/<str:papers>/file/", views.give_file, name="paper-file"),
]
api_patterns: list[URLPattern] = [
    path("events/<int:event>/papers", api.PapersView.as_view(), name="event-papers"),
    path("events/<int:event>/papers/<str:papers>", api.OnePapersView.as_view(), name="event-paper"),
    path("events/<int:event>/papers/<str:papers>/file", api.PapersFileView.as_view(), name="event-paper-file"),
]
