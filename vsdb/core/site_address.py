"""The site's own address, for what no request has asked for: mails and printed pages."""

from __future__ import annotations

from django.conf import settings


def build_site_address(path: str = "") -> str:
    """The whole address of a path of this site: below SITE_URL, else below the first name of ALLOWED_HOSTS."""
    return f"{settings.SITE_URL.rstrip('/') or _guess_root()}{path}"


def _guess_root() -> str:
    named = (host.lstrip(".") for host in settings.ALLOWED_HOSTS if host.strip(".*"))
    return f"{'http' if settings.DEBUG else 'https'}://{next(named, 'localhost')}"
