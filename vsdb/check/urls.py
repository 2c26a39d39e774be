"""The addresses of checking a list; `vsdb.urls` puts its timeline beside them."""

from __future__ import annotations

from django.urls import path

from vsdb.check import views

urlpatterns = [
    path("", views.check_page, name="check"),
    path("team/", views.team_page, name="team"),
    path("json/", views.verdict_json, name="json"),
    path("repair/", views.of_list, name="repair"),
]
