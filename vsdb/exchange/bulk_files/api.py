"""Bulk files over HTTP: their list, and each as it is or in part."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from vsdb.api.base import describe_answer
from vsdb.api.pagination import Pages
from vsdb.api.parameters import GAME, path_parameter, refuse_others
from vsdb.api.shapes import Address, Moment, Number, Shape, Text
from vsdb.exchange.bulk_files import tasks
from vsdb.exchange.bulk_files.kinds import KINDS
from vsdb.exchange.bulk_files.storing import (
    BulkFile,
    find_bulk_file,
    is_current,
    list_bulk_files,
    list_written_files,
    parse_moment,
)

CONTENT_TYPE = "application/gzip"
_CONTENTS = {kind.slug: kind.content for kind in KINDS}
_RANGE = re.compile(r"bytes=([0-9]{0,15})-([0-9]{0,15})", re.ASCII)
_KIND = path_parameter("kind", "The kind of file.", enum=[*_CONTENTS])


class BulkFileShape(Shape):
    """A file to download: JSON Lines, one object per line in UTF-8, compressed with gzip."""

    game = Text("The slug of the game.")
    kind = Text("The kind of file.")
    content = Text("What it holds.", of=lambda file: _CONTENTS[file.kind])
    objects = Number("Number of objects, one per line.")
    updated_at = Moment("When its content last changed.", of=lambda file: parse_moment(file.updated_at))
    size = Number("Size of the compressed file in bytes.")
    sha256 = Text("SHA-256 of the compressed file, in hexadecimal.")
    content_type = Text("The media type of the download.", of=lambda _: CONTENT_TYPE)
    content_encoding = Text("The compression of the file: gzip.", of=lambda _: "gzip")
    download_url = Address("The whole address of the file.", of=lambda file: file.path)

    def to_representation(self, instance: BulkFile) -> dict[str, Any]:
        """The address with the host of whoever asks."""
        told = super().to_representation(instance)
        path = reverse("api:bulk-file", args=(instance.game, instance.kind))
        return {**told, "download_url": self.context["request"].build_absolute_uri(path)}


class BulkFiles(APIView):
    """Files with every fact of a kind."""

    pagination_class = Pages

    @extend_schema(operation_id="v1_bulk_list", responses=BulkFileShape(many=True))
    def get(self, request: Request) -> HttpResponseBase:
        """List files with all cards, printings, sets, formats, keywords, teams and rules of each game."""
        refuse_others(request, ("page", "page_size"))
        listed, pages = _list_files(), Pages()
        files = pages.paginate_queryset(listed, request, view=self)
        etag = _build_list_etag(request, listed)
        answer = get_conditional_response(request._request, etag=etag)
        if answer is None:
            answer = pages.get_paginated_response(BulkFileShape(files, many=True, context={"request": request}).data)
        answer.headers["ETag"] = etag
        answer.headers["Cache-Control"] = "no-cache"
        return answer


class OneBulkFile(APIView):
    """A bulk file."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """The file is what it is, whatever is accepted; errors are JSON."""
        return JSONRenderer(), JSONRenderer.media_type

    @describe_answer({(200, CONTENT_TYPE): OpenApiTypes.BINARY}, 404, parameters=[GAME, _KIND])
    def get(self, request: Request, game: str, kind: str) -> HttpResponseBase:
        """Download a bulk file. Its ETag is its SHA-256; a range of bytes can be requested."""
        refuse_others(request, ())
        found = find_bulk_file(_list_files(), game, kind)
        etag = f'"{found.sha256}"'
        digest = base64.b64encode(bytes.fromhex(found.sha256)).decode()
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Accept-Ranges": "bytes"}
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return unchanged
        headers["Repr-Digest"] = f"sha-256=:{digest}:"
        headers["Content-Disposition"] = f'attachment; filename="{game}-{kind}.jsonl.gz"'
        return _serve(found, request, headers, etag)


def _list_files() -> Sequence[BulkFile]:
    """The files; where a worker writes them anew, those of before are good until then."""
    written = list_written_files()
    return written if written and not is_current() and tasks.start() else list_bulk_files()


def _build_list_etag(request: Request, files: Sequence[BulkFile]) -> str:
    """The ETag of a page of the list: until a worker has written the files, those of yesterday's facts are listed."""
    parts = (request.build_absolute_uri(), *(f"{each.sha256} {each.updated_at}" for each in files))
    return f'W/"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


def _serve(file: BulkFile, request: Request, headers: dict[str, str], etag: str) -> HttpResponse:
    """The file, or the range of its bytes that is asked for of this very content."""
    asked = _RANGE.fullmatch(request.headers.get("Range", "").replace(" ", ""))
    if asked is None or not any(asked.groups()) or request.headers.get("If-Range", etag) != etag:
        return HttpResponse(file.path.read_bytes(), content_type=CONTENT_TYPE, headers=headers)
    first, last = asked.groups()
    if first and last and int(last) < int(first):  # no range at all, and to be ignored
        return HttpResponse(file.path.read_bytes(), content_type=CONTENT_TYPE, headers=headers)
    start = int(first) if first else max(file.size - int(last), 0)
    end = min(int(last), file.size - 1) if first and last else file.size - 1
    if start > end:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{file.size}", "Accept-Ranges": "bytes"})
    with file.path.open("rb") as opened:
        opened.seek(start)
        part = opened.read(end - start + 1)
    headers["Content-Range"] = f"bytes {start}-{end}/{file.size}"
    return HttpResponse(part, status=206, content_type=CONTENT_TYPE, headers=headers)
