"""The button that loads the sample event."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from vsdb.core.responses import forbid_keeping
from vsdb.events import clock
from vsdb.events.sample.loading import load_sample_event


@require_POST
def load_sample(request: HttpRequest) -> HttpResponse:
    """Make the sample event of a member of staff, or lead to the one that there is. Raises Http404 for others."""
    user = request.user
    if not user.is_authenticated or not user.is_staff:
        raise Http404
    return forbid_keeping(redirect("events:desk", load_sample_event(user, clock.get_now()).pk))
