"""What several addresses of the API are asked with: a game, a card, a day."""

from __future__ import annotations

from datetime import date

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from vsdb.api.filters import refuse_others
from vsdb.check import services

GAME = OpenApiParameter("game", str, OpenApiParameter.PATH, description="Slug of a game.")
CARD = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="Slug of a card.")
ON = OpenApiParameter("on", OpenApiTypes.DATE, description="The day that is asked about; else today.")


def day_asked(request: Request) -> date:
    """The day of `?on=`, else today. Raises ValidationError for any other parameter."""
    refuse_others(request, ("on",))
    on = request.query_params.get("on")
    return services.day(on, place="on") if on else timezone.localdate()
