"""How lists are cut into pages."""

from __future__ import annotations

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """Numbered pages of 100, or of `page_size` up to 500."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500
    page_query_description = "Which page of the list, from 1."
    page_size_query_description = "How many entries a page has: 100, or any number up to 500."
