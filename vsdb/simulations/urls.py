"""The addresses about a pasted list, and of runs that take long."""

from django.urls import path

from vsdb.simulations import views
from vsdb.simulations.runs import views as run_views
from vsdb.simulations.sources import PAGES

app_name = "simulate"

urlpatterns = [
    path("", views.start, name="start"),
    path("runs/", run_views.show_runs, name="runs"),
    path("runs/<slug:key>/", run_views.show_run, name="run"),
    path("runs/<slug:key>/cancel/", run_views.cancel_run, name="run-cancel"),
    *(path(f"{page}/", views.show_page, {"page": page}, name=page) for page in PAGES),
]
