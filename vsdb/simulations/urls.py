"""The addresses about a pasted list."""

from django.urls import path

from vsdb.simulations import views
from vsdb.simulations.sources import PAGES

app_name = "simulate"

urlpatterns = [
    path("", views.start, name="start"),
    *(path(f"{page}/", views.show_page, {"page": page}, name=page) for page in PAGES),
]
