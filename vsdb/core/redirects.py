"""Addresses that lead on to the one that a thing has."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import reverse


def lead_on(request: HttpRequest, view: str, *args: str) -> HttpResponsePermanentRedirect:
    """To the thing's own address, with what stood behind the question mark."""
    query = request.GET.urlencode()
    return HttpResponsePermanentRedirect(reverse(view, args=args) + (f"?{query}" if query else ""))
