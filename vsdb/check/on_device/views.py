"""What a browser asks for to check lists by itself: which files there are, and each of them."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.model.errors import NotFound
from vsdb.check.on_device import files

#: Of the worker alone: it compiles WebAssembly, and asks nobody for anything. Its files come out of the device's cache.
WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'"
_KEPT = "public, max-age=31536000, immutable"
_TAKES_BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


@require_safe
def list_engine_files(request: HttpRequest) -> JsonResponse:
    """The files of today with their digests, and how many bytes are fetched for all of them."""
    found = files.list_files()
    listed = [
        {
            "name": each.name,
            "address": reverse("engine:file", args=(each.key, each.name)),
            "sha256": each.digest,
            "bytes": each.size,
            "fetched": len(each.packed),
        }
        for each in found
    ]
    answer = {
        "version": files.get_version(found),
        "pyodide": files.PYODIDE,
        "games": files.list_games(),
        "bytes": sum(each.size for each in found),
        "fetched": sum(len(each.packed) for each in found),
        "files": listed,
    }
    return JsonResponse(answer)


@require_safe
def show_engine_file(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """One of the files, for good: another content has another address. Raises NotFound."""
    file = files.find_file(key, name)
    if file is None:
        raise NotFound("no file of the offline engine has this address today")
    is_packed = _TAKES_BROTLI.search(request.headers.get("Accept-Encoding", "")) is not None
    answer = HttpResponse(file.packed if is_packed else file.unpack(), content_type=file.content_type)
    if is_packed:
        answer.headers["Content-Encoding"] = "br"
    answer.headers["Cache-Control"] = _KEPT
    answer.headers["ETag"] = f'"{file.digest}{"-br" if is_packed else ""}"'
    answer.headers["Vary"] = "Accept-Encoding"
    if name == files.WORKER:
        answer.headers["Content-Security-Policy"] = WORKER_POLICY
        answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return answer
