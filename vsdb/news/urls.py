"""The addresses of what changed, and of what somebody follows."""

from __future__ import annotations

from django.urls import path

from vsdb.news import views

app_name = "changes"
urlpatterns = [
    path("changes/", views.index, name="index"),
    path("changes/feed.atom", views.show_feed, {"layout": "atom"}, name="atom"),
    path("changes/feed.json", views.show_feed, {"layout": "json"}, name="json"),
    path("decks/feed.atom", views.show_deck_feed, {"layout": "atom"}, name="decks-atom"),
    path("decks/feed.json", views.show_deck_feed, {"layout": "json"}, name="decks-json"),
    path("following/", views.show_following, name="following"),
    path("following/add/", views.add, name="add"),
    path("following/<int:follow>/remove/", views.remove, name="remove"),
    path("following/read/", views.read, name="read"),
    path("following/own-decks/", views.set_own_decks, name="own-decks"),
    path("following/feed/renew/", views.renew_feed_view, name="renew-feed"),
    path("following/feed/<slug:word>.atom", views.show_own_feed, {"layout": "atom"}, name="own-atom"),
    path("following/feed/<slug:word>.json", views.show_own_feed, {"layout": "json"}, name="own-json"),
]
