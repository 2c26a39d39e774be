"""The addresses of deck checking."""

from __future__ import annotations

from django.urls import path

from vsdb.decks import views

app_name = "decks"
urlpatterns = [
    path("", views.check_page, name="check"),
    path("json/", views.verdict_json, name="json"),
]
