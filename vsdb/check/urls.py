"""The addresses of deck checking."""

from __future__ import annotations

from django.urls import path

from vsdb.check import team_views, views
from vsdb.decks import repair_views
from vsdb.timelines.views import of_list

app_name = "decks"
urlpatterns = [
    path("", views.check_page, name="check"),
    path("team/", team_views.team_page, name="team"),
    path("json/", views.verdict_json, name="json"),
    path("life/", of_list, name="life"),
    path("repair/", repair_views.of_list, name="repair"),
]
