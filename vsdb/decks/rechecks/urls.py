"""The addresses of rechecks, for staff."""

from __future__ import annotations

from django.urls import path

from vsdb.decks.rechecks import views

app_name = "rechecks"

urlpatterns = [
    path("", views.index, name="index"),
    path("<int:number>/", views.show_recheck, name="recheck"),
]
