"""The addresses of what if."""

from django.urls import path

from vsdb.what_if import views

app_name = "whatif"
urlpatterns = [
    path("", views.show_what_if, name="page"),
    path("cards/", views.complete_cards, name="cards"),
]
