"""The addresses of the search beside those of the lists of cards, which stand with the cards."""

from __future__ import annotations

from django.urls import path

from vsdb.search import views

app_name = "search"
urlpatterns = [
    path("search/complete/", views.complete, name="complete"),
    path("help/search/", views.help_page, name="help"),
]
