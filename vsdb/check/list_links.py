"""Lists in addresses: packed into the address where they are short, else kept for a while behind a short key.

The word `list=` of an address holds either. With it every answer about a pasted list has an address of its own.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from urllib.parse import parse_qs, urlencode

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from engine import InputError, NotFound, decklists
from vsdb.accounts.limits import count_for_address
from vsdb.check.models import KeptList
from vsdb.core.read_only import is_refusing_writes

MAX_LENGTH = 3_500  #: characters of a query; servers commonly refuse request lines from 4,096 on
_RAW = -15  #: deflate without a header
_PACKED, _KEPT = "z", "k"  #: the first letter of a word says what it is
_MAX_WORD = 4_000
_KEY = re.compile(rf"{_KEPT}[\w-]{{1,80}}", re.ASCII)
_TIDIED_AT_ONCE = 100
Words = Sequence[tuple[str, str]]


def build_query(words: Words, *texts: str, name: str = "list", request: HttpRequest | None = None) -> str:
    """The query of an address that holds these words and lists; empty where it can't hold them all.

    Lists that are too long for it are kept where a request asks for that, else found where they were kept before: one
    query each. A packed list costs none.
    """
    query = urlencode([*words, *((name, _pack(text)) for text in texts)])
    if len(query) <= MAX_LENGTH:
        return query
    room = (MAX_LENGTH - len(urlencode(words))) // max(1, len(texts)) - len(name) - 2
    keys = [_shorten(text, room, request) for text in texts]
    query = urlencode([*words, *((name, key) for key in keys)])
    return query if all(keys) and len(query) <= MAX_LENGTH else ""


def open_list(word: str) -> str:
    """The list behind a word of an address; one query for a kept one. Raises InputError and NotFound.

    A list that stands there as it is, as other sites may write it, is that list: no packed or kept word has spaces.
    """
    if any(map(str.isspace, word.strip())):
        return word
    if word[:1] == _PACKED and len(word) <= _MAX_WORD:
        return _unpack(word[1:])
    if word[:1] == _KEPT and _KEY.fullmatch(word):
        kept = KeptList.objects.filter(pk=word[1:44], kept_at__gt=_oldest()).first()
        if kept:
            return kept.text
        raise NotFound("this link has expired or never existed; paste the list again to get a new one")
    raise InputError("the link is damaged: copy all of it, or paste the list again", place="list", code="damaged-link")


def find_expiry(query: str, name: str = "list") -> date | None:
    """The last day on which the link with this query works; None for one that holds its lists itself. One query where
    lists are kept."""
    words = parse_qs(query).get(name, ())
    keys = [word[1:] for word in words if _KEY.fullmatch(word)]
    kept = KeptList.objects.filter(pk__in=keys).values_list("kept_at", flat=True) if keys else ()
    first = min(kept, default=None)
    return timezone.localdate(first + timedelta(days=settings.SHARED_LISTS_DAYS)) if first else None


def list_expired_lists() -> QuerySet[KeptList]:
    """The kept lists whose links have expired."""
    return KeptList.objects.filter(kept_at__lte=_oldest())


def _pack(text: str) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    packed = deflate.compress(text.encode("utf-8", "replace")) + deflate.flush()
    return _PACKED + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _unpack(word: str) -> str:
    """The text that was packed; never more of it than a list may have."""
    try:
        packed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj(_RAW)
        text = inflate.decompress(packed, decklists.MAX_BYTES + 1)
        if inflate.eof and len(text) <= decklists.MAX_BYTES:
            return text.decode()
    except (binascii.Error, zlib.error, ValueError):
        pass
    raise InputError("the link is damaged: copy all of it, or paste the list again", place="list", code="damaged-link")


def _shorten(text: str, room: int, request: HttpRequest | None) -> str:
    """The packed list where there is room for it, else the key that it is kept under; empty where it isn't kept."""
    packed = _pack(text)
    if len(packed) <= room:
        return packed
    key = _build_key(text)
    is_kept = _keep(text, key, request) if request else KeptList.objects.filter(pk=key, kept_at__gt=_oldest()).exists()
    return _KEPT + key if is_kept else ""


def _keep(text: str, key: str, request: HttpRequest) -> bool:
    """Keep a list, or keep it longer; False where it is too large, its sender has kept many, or the table is full."""
    if is_refusing_writes() or len(text.encode("utf-8", "replace")) > decklists.MAX_BYTES or "\0" in text:
        return False
    if not count_for_address(request, "kept_list"):
        return False
    expired = list_expired_lists().values_list("pk", flat=True)[:_TIDIED_AT_ONCE]
    KeptList.objects.filter(pk__in=list(expired)).delete()
    is_known = KeptList.objects.filter(pk=key).exists()
    if not is_known and KeptList.objects.count() >= settings.SHARED_LISTS_MAX:
        return False
    KeptList.objects.update_or_create(pk=key, defaults={"text": text, "kept_at": timezone.now()})
    return True


def _build_key(text: str) -> str:
    digest = salted_hmac("vsdb.check.list_links", text.encode("utf-8", "replace"), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


def _oldest() -> datetime:
    """The moment from which on kept lists still count."""
    return timezone.now() - timedelta(days=settings.SHARED_LISTS_DAYS)
