"""The addresses of what a phone asks for: manifest, service worker, and the pages of what it stores."""

from __future__ import annotations

from django.urls import path

from vsdb.device import views

app_name = "device"
urlpatterns = [
    path("manifest.webmanifest", views.show_manifest, name="manifest"),
    path("service-worker.js", views.show_worker, name="worker"),
    path("device/", views.show_device, name="index"),
    path("device/cards/", views.show_cards, name="cards"),
    path("device/deck/", views.show_deck, name="deck"),
    path("device/cards/<game:game>.json", views.show_card_package, name="package"),
    path("device/decks.json", views.list_decks, name="decks"),
]
