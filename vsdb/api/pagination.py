"""How lists are cut into pages."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request


class Pages(PageNumberPagination):
    """Numbered pages of 100, or of `page_size` up to 500."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500
    invalid_page_message = "There is no page {page_number}; pages are numbered from 1, and “last” is the last."
    page_query_description = "Which page of the list, from 1."
    page_size_query_description = "How many entries a page has: 100, or any number up to 500."

    def get_page_size(self, request: Request) -> int | None:
        """How many entries a page has; a size that is no number is refused, one beyond the most cut to it."""
        asked = request.query_params.get("page_size", "")
        if asked and not (asked.isascii() and asked.isdigit() and asked.strip("0")):
            raise ValidationError({"page_size": f"{asked[:20]!r} is no size of a page; at least 1, at most 500."})
        return self.max_page_size if len(asked) > len("500") else super().get_page_size(request)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A page as the description of the API has it."""
        address = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "properties": {
                "count": {"type": "integer", "description": "How many entries all pages have together."},
                "next": {**address, "description": "The address of the next page; null on the last."},
                "previous": {**address, "description": "The address of the page before; null on the first."},
                "results": {**schema, "description": "The entries of this page."},
            },
        }
