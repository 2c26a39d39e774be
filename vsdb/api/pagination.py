"""How lists are cut into pages."""

from __future__ import annotations

from typing import Any

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """Numbered pages of 100, or of `page_size` up to 500."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500
    page_query_description = "Which page of the list, from 1."
    page_size_query_description = "How many entries a page has: 100, or any number up to 500."

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
