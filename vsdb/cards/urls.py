"""The addresses of cards, sets, keywords and teams."""

from __future__ import annotations

from django.urls import path

from vsdb.cards import set_views, views

app_name = "cards"
urlpatterns = [
    path("cards/", views.index, name="index"),
    path("cards/<game:game>/", views.card_list, name="list"),
    path("cards/<game:game>/<slug:slug>/", views.card_page, name="card"),
    path("keywords/<game:game>/", views.keyword_list, name="keywords"),
    path("keywords/<game:game>/<slug:slug>/", views.keyword_page, name="keyword"),
    path("teams/<game:game>/<slug:slug>/", views.team_page, name="team"),
    path("sets/", set_views.set_list, name="sets"),
    path("sets/<game:game>/<slug:code>/", set_views.set_page, name="set"),
]
