"""Addresses below `/events/`, and those of the API below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from vsdb.events.verdicts import api, views

urlpatterns: list[URLPattern] = [
    path("<int:event>/verdicts/", views.show_verdicts, name="verdicts"),
    path("<int:event>/verdicts/all/", views.judge_all, name="judge-all"),
    path("<int:event>/verdicts/<str:batch>/cancel/", views.cancel_batch, name="cancel-batch"),
]
api_patterns: list[URLPattern] = [
    path("events/<int:event>/verdicts", api.EventVerdicts.as_view(), name="event-verdicts"),
    path("events/<int:event>/batches", api.EventBatches.as_view(), name="event-batches"),
    path("events/<int:event>/batches/<str:batch>", api.EventBatch.as_view(), name="event-batch"),
]
