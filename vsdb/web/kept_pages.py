"""Rendered pages of facts, kept for readers without a session: in the process, and in Redis for all processes.

A page is found by what its ETag is made of, so facts, code or a day that change leave the old one behind. Both stores
are bounded: the process by bytes, the oldest read go first; Redis by a fixed number of places, of which each page has
one that it shares with others. Redis gets a page when it is read again: what crawlers read once is kept by nobody else,
and takes no other page's place.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpResponse
from django.utils.crypto import salted_hmac

from vsdb.core.cache import FallbackRedisCache
from vsdb.core.logs.request_ids import HEADER
from vsdb.operations.request_metrics import VIEW

#: Views whose pages are made of facts alone, by the first word of their names. What people send, store or are told
#: is of none of these.
_ROOMS = frozenset({"cards", "formats", "rules", "search", "site", "wordings"})
MAX_PAGE_BYTES = 256 * 1024  #: a longer page isn't kept
PLACES = 4_096  #: in Redis
_OVERHEAD = 2_000  #: bytes of headers, keys and objects beside a page's own, about
_SECONDS = 24 * 60 * 60  #: after midnight nobody asks for it
_OF_THE_REQUEST = frozenset({"ETag", HEADER})
_Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class KeptPage:
    """An answer's headers, without those of the request that it was made for, and its body as it is sent."""

    headers: _Headers
    body: bytes

    @property
    def size(self) -> int:
        """What it takes in memory, in bytes."""
        return len(self.body) + _OVERHEAD


@dataclass(slots=True)
class PageMemory:
    """Pages in the memory of this process; those read last stay."""

    _pages: OrderedDict[str, KeptPage] = field(default_factory=OrderedDict)
    _unread: set[str] = field(default_factory=set)  #: made here, and not read again
    _lock: Lock = field(default_factory=Lock)
    size: int = 0  #: bytes

    def find(self, key: str) -> KeptPage | None:
        with self._lock:
            if (page := self._pages.get(key)) is not None:
                self._pages.move_to_end(key)
            return page

    def keep(self, key: str, page: KeptPage, room: int, *, is_made_here: bool = False) -> None:
        """Keep a page, and drop others until all are within `room` bytes."""
        with self._lock:
            if (old := self._pages.pop(key, None)) is not None:
                self.size -= old.size
            self._pages[key] = page
            self.size += page.size
            if is_made_here:
                self._unread.add(key)
            while self.size > room:
                dropped, other = self._pages.popitem(last=False)
                self.size -= other.size
                self._unread.discard(dropped)

    def take_unread(self, key: str) -> bool:
        """Whether a page was made here and is read again for the first time."""
        with self._lock:
            is_unread = key in self._unread
            self._unread.discard(key)
            return is_unread

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self._unread.clear()
            self.size = 0

    def __len__(self) -> int:
        return len(self._pages)


memory = PageMemory()


def get_room() -> int:
    """How many bytes of pages this process keeps; 0: none are kept, in Redis neither."""
    mebibytes: int = settings.KEPT_PAGES_MIB
    return mebibytes * 1024 * 1024


def find_page(key: str) -> KeptPage | None:
    """The page of a key: from this process, else from Redis."""
    shared = _get_shared()
    if (page := memory.find(key)) is not None:
        if shared and memory.take_unread(key):
            shared.set_there(_place(key), (key, page.headers, page.body), _SECONDS)
        return page
    held = shared.get_there(_place(key)) if shared else None
    if held is None or held[0] != key:
        return None
    page = KeptPage(*held[1:])
    memory.keep(key, page, get_room())
    return page


def keep_page(key: str, etag: str, environ: Mapping[str, Any], response: Iterable[bytes]) -> None:
    """Keep an answer if it is a page of facts, the same for all who ask, and made of the facts of this ETag."""
    if not isinstance(response, HttpResponse) or not _is_page_for_all(environ, response, etag):
        return
    headers = tuple((name, value) for name, value in response.items() if name not in _OF_THE_REQUEST)
    page = KeptPage(headers, response.content)
    memory.keep(key, page, get_room(), is_made_here=True)


def _is_page_for_all(environ: Mapping[str, Any], response: HttpResponse, etag: str) -> bool:
    """Whether nothing in an answer is of the one who asked; its ETag says that no session and no form's token is."""
    room, _, name = environ.get(VIEW, "").partition(":")
    headers = response.headers
    return (
        environ["REQUEST_METHOD"] == "GET"
        and response.status_code == HTTPStatus.OK
        and headers.get("ETag") == etag
        and headers.get("Cache-Control") == "no-cache"
        and headers.get("Content-Type", "").startswith("text/html")
        and bool(name)
        and room in _ROOMS
        and not response.cookies
        and "nonce-" not in headers.get("Content-Security-Policy", "")
        and len(response.content) <= MAX_PAGE_BYTES
    )


def _get_shared() -> FallbackRedisCache | None:
    """The Redis of all processes, where there is one; another cache has no bound that fits pages."""
    cache = caches["default"]
    return cache if isinstance(cache, FallbackRedisCache) else None


def _place(key: str) -> str:
    """The one place in Redis that a page may have: what is kept there names its key."""
    return f"page:{_fingerprint_settings()}:{int(key[:8], 16) % PLACES}"


@lru_cache(maxsize=1)
def _fingerprint_settings() -> str:
    """What the settings say, which pages show: processes of other settings don't share pages."""
    names = sorted(name for name in dir(settings) if name.isupper())
    plain = (f"{name}={value!r}" for name in names if _is_plain(value := getattr(settings, name)))
    return salted_hmac("vsdb.web.kept_pages", "\n".join(plain), algorithm="sha256").hexdigest()[:16]


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | float | Path)
