"""The page of twenty hands of a list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from vsdb.simulations.sources import SimulatedList


def show(request: HttpRequest, source: SimulatedList) -> HttpResponse:
    """The page."""
    return render(request, "simulations/hands.html", {"source": source, "current": "hands"})
