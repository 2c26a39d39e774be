"""Addresses below `/events/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.sample import views

urlpatterns: list[URLPattern] = [path("sample/", views.load_sample, name="sample")]
api_patterns: list[URLPattern] = []
