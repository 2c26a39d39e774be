"""The addresses of cards, sets, keywords and teams; `vsdb.urls` puts those of searches and timelines beside them."""

from __future__ import annotations

from django.urls import path, register_converter

from vsdb.catalog.cards import card_views, set_views, views
from vsdb.catalog.cards.addresses import GameConverter

register_converter(GameConverter, "game")

urlpatterns = [
    path("cards/<game:game>/<slug:slug>/", card_views.page, name="card"),
    path("cards/<game:game>/<slug:slug>.json", card_views.json_page, name="card-json"),
    path("cards/<game:game>/<slug:slug>.md", card_views.markdown_page, name="card-markdown"),
    path("cards/<game:game>/<slug:slug>/preview.png", card_views.picture, name="card-preview"),
    path("keywords/<game:game>/", views.keyword_list, name="keywords"),
    path("keywords/<game:game>/<slug:slug>/", views.keyword_page, name="keyword"),
    path("teams/<game:game>/", views.team_list, name="teams"),
    path("teams/<game:game>/<slug:slug>/", views.team_page, name="team"),
    path("sets/", set_views.set_list, name="sets"),
    path("sets/<game:game>/<slug:code>/", set_views.set_page, name="set"),
]
