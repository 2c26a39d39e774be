"""What the reference of the API shows of the schema."""

from __future__ import annotations

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def mark_code(text: str) -> SafeString:
    """A text with the words between backticks as code."""
    return SafeString(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))
