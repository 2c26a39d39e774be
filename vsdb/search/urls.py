"""The addresses of the search beside those of the lists of cards, which stand with the cards."""

from __future__ import annotations

from django.urls import path

from vsdb.search import views

app_name = "search"
urlpatterns = [
    path("search/complete/", views.complete_query, name="complete"),
    path("jump/", views.jump_to_place, name="jump"),
    path("opensearch.xml", views.describe_search, name="opensearch"),
    path("search/suggestions/", views.suggest_for_browsers, name="suggestions"),
    path("help/search/", views.show_query_help, name="help"),
]
