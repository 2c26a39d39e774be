"""The page of a sample hand of a list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from vsdb.simulations.sources import SimulatedList


def show(request: HttpRequest, source: SimulatedList) -> HttpResponse:
    """The page."""
    return render(request, "simulations/hand.html", {"source": source, "current": "hand"})
