"""The addresses of questions of play."""

from django.urls import path

from vsdb.play import views
from vsdb.play.kept.urls import KEPT_PATTERNS
from vsdb.play.table.urls import TABLE_PATTERNS

app_name = "play"

urlpatterns = [
    path("", views.index, name="index"),
    *KEPT_PATTERNS,
    *TABLE_PATTERNS,
    path("<slug:game>/", views.show_game, name="game"),
    path("<slug:game>/how/", views.list_sequences, name="how"),
    path("<slug:game>/how/<slug:slug>/", views.show_sequence, name="sequence"),
    path("<slug:game>/<slug:verb>/", views.start, name="start"),
]
