"""Addresses of pages, worked out once: a page names hundreds."""

from __future__ import annotations

from functools import lru_cache

from django.urls import get_script_prefix, get_urlconf, reverse


def get_address(name: str, *args: str) -> str:
    """What `reverse` gives for a page and the words of its address. Raises NoReverseMatch."""
    return _reverse(get_script_prefix(), get_urlconf(), name, args)


@lru_cache(maxsize=32_768)
def _reverse(prefix: str, urlconf: str | None, name: str, args: tuple[str, ...]) -> str:
    return reverse(name, urlconf, args)
