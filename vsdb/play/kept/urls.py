"""The addresses of saved positions, of what is shared, and of the quiz; `vsdb.play.urls` has them before its own."""

from django.urls import path

from vsdb.play.kept import views
from vsdb.play.quiz import views as quiz

KEPT_PATTERNS = [
    path("saved/", views.index, name="positions"),
    path("saved/<str:key>/", views.show_saved, name="saved"),
    path("saved/<str:key>/change/", views.change, name="change"),
    path("saved/<str:key>/delete/", views.delete, name="delete"),
    path("save/", views.save, name="save"),
    path("of-rule/<str:document>/<path:rule>/", views.show_positions_of_rule, name="of-rule"),
    path("of-card/<slug:game>/<slug:slug>/", views.show_positions_of_card, name="of-card"),
    path("open/", views.import_position, name="paste"),
    path("log/", views.replay_log, name="log"),
    path("picture.png", views.draw, name="picture"),
    path("quiz/", quiz.show_start, name="quiz"),
    path("<slug:game>/quiz/", quiz.show_round, name="quiz-of-game"),
    path("<slug:game>/quiz/<slug:key>/", quiz.show_position, name="quiz-position"),
    path("<slug:game>/position.json", views.export, name="export"),
    path("<slug:game>/explain/", views.explain, name="explain"),
]
