"""Addresses for monitors, and the page for staff."""

from __future__ import annotations

from django.urls import path

from vsdb.operations import views

app_name = "operations"

urlpatterns = [
    path("healthz", views.show_alive, name="alive"),
    path("readyz", views.show_ready, name="ready"),
    path("metrics", views.show_metrics, name="metrics"),
    path("operations/", views.show_operations, name="index"),
    path("operations/refresh/", views.show_refresh, name="refresh"),
]
