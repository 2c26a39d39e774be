"""The addresses of cards, sets, keywords and teams; `vsdb.urls` puts those of searches and timelines beside them."""

from __future__ import annotations

from django.urls import path, register_converter

from engine.model.games import GAMES
from vsdb.catalog.cards import views


class GameConverter:
    """The slug of one of the games; anything else is another address."""

    regex = "[-a-z0-9]+"

    def to_python(self, value: str) -> str:
        """The game's slug. Raises ValueError where there is no such game."""
        if value not in GAMES:
            raise ValueError(value)
        return value

    to_url = to_python


register_converter(GameConverter, "game")

urlpatterns = [
    path("cards/<game:game>/<slug:slug>/", views.card_html, name="card"),
    path("cards/<game:game>/<slug:slug>.json", views.card_json, name="card-json"),
    path("cards/<game:game>/<slug:slug>.md", views.card_markdown, name="card-markdown"),
    path("cards/<game:game>/<slug:slug>/preview.png", views.card_picture, name="card-preview"),
    path("cards/<game:game>/<slug:slug>/face/", views.show_face, name="card-face"),
    path("pictures/<game:game>/<str:name>", views.show_picture_file, name="picture"),
    path("keywords/<game:game>/", views.show_keywords, name="keywords"),
    path("keywords/<game:game>/<slug:slug>/", views.show_keyword, name="keyword"),
    path("teams/<game:game>/", views.show_teams, name="teams"),
    path("teams/<game:game>/<slug:slug>/", views.show_team, name="team"),
    path("gaps/", views.show_gaps, name="gaps"),
    path("gaps/<game:game>/", views.show_gaps_of_game, name="gaps-of-game"),
    path("sets/", views.set_list, name="sets"),
    path("sets/<game:game>/<slug:code>/", views.set_page, name="set"),
]
