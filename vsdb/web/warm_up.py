"""Pages that are made before a process forks, so that those it forks into share what every page works out once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

from django.db import Error, connections
from django.urls import reverse

from vsdb.catalog.cards.models import Game
from vsdb.core.site_address import build_site_address
from vsdb.web.sitemaps import CardsSitemap, FormatsSitemap, SetsSitemap

logger = logging.getLogger(__name__)


def warm_up(application: Callable[..., Iterable[bytes]]) -> int:
    """Make a page of each kind; how many could be made.

    The site starts also where the database doesn't answer yet, and where a page fails: whoever asks for it is told.
    No connection stays open, since each serves one process; the files of the text index are opened anew by each
    (`vsdb/search/text/current.py`).
    """
    try:
        return sum(_make_page(application, path) for path in _list_paths())
    except Error as error:
        logger.warning("no page was made before the web processes, since the database doesn't answer: %s", error)
        return 0
    finally:
        connections.close_all()


def _list_paths() -> Iterator[str]:
    yield reverse("site:home")
    for game in Game.objects.order_by("position").values_list("pk", flat=True):
        yield reverse("cards:list", args=(game,))
        for kind in (CardsSitemap, SetsSitemap, FormatsSitemap):
            yield from map(kind().location, kind().items().filter(game=game)[:1])


def _make_page(application: Callable[..., Iterable[bytes]], path: str) -> bool:
    address = urlsplit(build_site_address(path))
    asked: dict[str, Any] = {
        "PATH_INFO": address.path,
        "HTTP_HOST": address.netloc,
        "HTTP_X_FORWARDED_PROTO": address.scheme,
        "HTTP_ACCEPT": "text/html",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": address.scheme,
    }
    setup_testing_defaults(asked)
    statuses: list[str] = []
    answer = application(asked, lambda status, *_: statuses.append(status))
    for _ in answer:
        pass
    if callable(close := getattr(answer, "close", None)):
        close()
    return statuses[0].startswith("200")
