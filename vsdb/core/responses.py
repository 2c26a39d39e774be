"""What answers say to whoever keeps them: browsers, proxies and search engines."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseBase

Response = TypeVar("Response", bound=HttpResponseBase)


def serve_uncached(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view of what is stored: what it answers is for whoever asked, and for now."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return forbid_caching(view(request, *args, **kwargs))

    return answer


def forbid_caching(answer: Response) -> Response:
    """Mark an answer as for whoever asked, and for now."""
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def forbid_keeping(answer: Response) -> Response:
    """Mark an answer as for whoever asked, and for now; search engines leave it alone."""
    answer.headers["X-Robots-Tag"] = "noindex"
    return forbid_caching(answer)


#: Devices and features that pages ask for nowhere, or only where a view says so.
_UNUSED = (
    *("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "magnetometer", "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb"),
    "xr-spatial-tracking",
)


def build_permissions_policy(*allowed: str) -> str:
    """The value of `Permissions-Policy`: passkeys on this site, and the features that a page asks for."""
    unused = [f"{name}=({'self' if name in allowed else ''})" for name in _UNUSED]
    return ", ".join([*unused, *(f"publickey-credentials-{name}=(self)" for name in ("create", "get"))])
