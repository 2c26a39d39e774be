"""The admin's own pages, and how often one address may try to log in."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.throttling import SimpleRateThrottle


class Logins(SimpleRateThrottle):
    """The logins that an address tries: `LOGIN_RATE`, or no limit where that is empty."""

    scope = "login"

    def get_rate(self) -> str | None:
        return settings.LOGIN_RATE or None

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class Administration(AdminSite):
    """The admin at /admin/, for people whom somebody has given permissions."""

    site_header = "vsdb administration"
    site_title = "vsdb administration"
    index_title = "What can be done here"

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The form to log in; an address that tries too often is told when it may again."""
        throttle = Logins()
        if request.method == "POST" and not throttle.allow_request(request, self):  # type: ignore[arg-type]
            seconds = int(throttle.wait() or 60) + 1
            said = f"too many logins were tried from your address; try again in {seconds} seconds"
            answer = render(request, "403.html", {"said": said}, status=HTTPStatus.TOO_MANY_REQUESTS)
            answer.headers["Retry-After"] = str(seconds)
            return answer
        return super().login(request, extra_context)
