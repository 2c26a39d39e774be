"""The name of a version of a format by an organizer, in its two parts."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def own_slug(slug: str) -> str:
    """The format's own slug: `my-league` of `my-league@3`."""
    return slug.partition("@")[0]


@register.filter
def own_number(slug: str) -> str:
    """The number of the version: `3` of `my-league@3`; empty for an official format."""
    return slug.partition("@")[2]
