"""The addresses of what changed, and of what somebody follows."""

from __future__ import annotations

from django.urls import path

from vsdb.changes import views

app_name = "changes"
urlpatterns = [
    path("changes/", views.index, name="index"),
    path("changes/feed.atom", views.feed, {"layout": "atom"}, name="atom"),
    path("changes/feed.json", views.feed, {"layout": "json"}, name="json"),
]
