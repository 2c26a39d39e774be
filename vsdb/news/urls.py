"""The addresses of what changed, and of what somebody follows."""

from __future__ import annotations

from django.urls import path

from vsdb.news import following_views, views

app_name = "changes"
urlpatterns = [
    path("changes/", views.index, name="index"),
    path("changes/feed.atom", views.feed, {"layout": "atom"}, name="atom"),
    path("changes/feed.json", views.feed, {"layout": "json"}, name="json"),
    path("following/", following_views.following, name="following"),
    path("following/add/", following_views.add, name="add"),
    path("following/<int:follow>/remove/", following_views.remove, name="remove"),
    path("following/read/", following_views.read, name="read"),
    path("following/feed/renew/", following_views.renew_feed, name="renew-feed"),
    path("following/feed/<slug:word>.atom", following_views.own_feed, {"layout": "atom"}, name="own-atom"),
    path("following/feed/<slug:word>.json", following_views.own_feed, {"layout": "json"}, name="own-json"),
]
