"""How lists are cut into pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.search.language.syntax import Note
from vsdb.search.services import note_as_dict


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


class SearchedPages(Pages):
    """Pages of what a query finds, each with the notes on the query."""

    notes: Sequence[Note] = ()

    def get_paginated_response(self, data: Any) -> Response:
        """The page with the notes."""
        answer = super().get_paginated_response(data)
        answer.data["notes"] = [note_as_dict(note) for note in self.notes]
        return answer

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A page as the description of the API has it."""
        page = super().get_paginated_response_schema(schema)
        place = {"type": "integer"}
        page["required"] = [*page["required"], "notes"]
        page["properties"]["notes"] = {
            "type": "array",
            "description": "What is to be said of the query: what wasn't understood, and what no card records.",
            "items": {
                "type": "object",
                "required": ["message", "start", "end", "suggestions"],
                "properties": {
                    "message": {"type": "string", "description": "What is said."},
                    "start": {**place, "description": "Where in the query the place begins, in characters from 0."},
                    "end": {**place, "description": "Where it ends; equal to the start where it is no one place."},
                    "suggestions": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "What may have been meant there, the nearest first.",
                    },
                },
            },
        }
        return page
