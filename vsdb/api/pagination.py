"""How lists are cut into pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.core.paginator import Page, Paginator
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response


class _Cut(Page):  # type: ignore[type-arg]  # its type takes an argument for mypy alone
    """A page that is read at one go: Django's own asks for each of its entries by number."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.object_list)


class _Cutter(Paginator):  # type: ignore[type-arg]
    def _get_page(self, *args: Any, **kwargs: Any) -> Page[Any]:
        return _Cut(*args, **kwargs)


class Pages(PageNumberPagination):
    """Numbered pages of 100, or of `page_size` up to 500."""

    django_paginator_class = _Cutter
    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500
    invalid_page_message = "No page {page_number}. Pages start at 1; “last” is the last page."
    page_query_description = "Page number, from 1."
    beside_schema: ClassVar[dict[str, Any]] = {}
    page_size_query_description = "Entries per page, at most 500. Default: 100."

    def get_page_size(self, request: Request) -> int | None:
        """How many entries a page has; a size that is no number is refused, one beyond the most cut to it."""
        asked = request.query_params.get("page_size", "")
        if asked and not (asked.isascii() and asked.isdigit() and asked.strip("0")):
            raise ValidationError({"page_size": f"{asked[:20]!r} is not a page size. Use a number from 1 to 500."})
        return self.max_page_size if len(asked) > len("500") else super().get_page_size(request)

    def get_page_number(self, request: Request, paginator: Paginator[Any]) -> int | str:
        """Which page is asked for; a long word that names none is cut, since the answer quotes it."""
        asked = super().get_page_number(request, paginator)
        return f"{asked[:20]}…" if isinstance(asked, str) and len(asked) > 20 else asked

    def beside(self) -> dict[str, Any]:
        """What is given beside the entries."""
        return {}

    def get_paginated_response(self, data: Any) -> Response:
        """The page, with what stands beside its entries, and the pages beside it in the header `Link`."""
        answer = super().get_paginated_response(data)
        links = {"next": answer.data["next"], "prev": answer.data["previous"]}
        if said := ", ".join(f'<{address}>; rel="{rel}"' for rel, address in links.items() if address):
            answer.headers["Link"] = said
        answer.data |= self.beside()
        return answer

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A page as the description of the API has it."""
        address = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results", *self.beside_schema],
            "properties": {
                "count": {"type": "integer", "description": "The number of entries on all pages."},
                "next": {**address, "description": "The address of the next page; null on the last page."},
                "previous": {**address, "description": "The address of the previous page; null on the first page."},
                "results": {**schema, "description": "The entries on this page."},
                **self.beside_schema,
            },
        }
