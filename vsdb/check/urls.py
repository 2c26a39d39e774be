"""The addresses of checking a list; `vsdb.urls` puts its timeline beside them."""

from django.urls import path

from vsdb.check import views

urlpatterns = [
    path("", views.check_page, name="check"),
    path("team/", views.show_team_check, name="team"),
    path("badge.svg", views.show_verdict_badge, name="badge"),
    path("json/", views.show_verdict_json, name="json"),
    path("repair/", views.show_repair_of_list, name="repair"),
]
