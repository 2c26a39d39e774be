"""The site in a process that answers a path a line: what a start and pages cost, without a web server.

It imports nothing but the site, so that a start that is measured is the site's own.
"""

from __future__ import annotations

import io
import json
import sys
from time import process_time
from typing import Any

HOST = "vsdb.example"


def main() -> None:
    """Answer each path that comes on a line of standard input with a line of JSON: what its page took, in seconds."""
    from vsdb.wsgi import application

    for line in sys.stdin:
        begun = process_time()
        status, size = _get(application, line.strip())
        told = {"seconds": process_time() - begun, "status": status, "bytes": size, "process": process_time()}
        print(json.dumps(told), flush=True)


def _get(application: Any, address: str) -> tuple[int, int]:
    path, _, query = address.partition("?")
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": HOST,
        "SERVER_PORT": "443",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": HOST,
        "HTTP_ACCEPT": "text/html",
        "HTTP_ACCEPT_ENCODING": "gzip",
        "HTTP_X_FORWARDED_PROTO": "https",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
    }
    statuses: list[int] = []
    answer = application(environ, lambda status, *_: statuses.append(int(status[:3])))
    size = sum(map(len, answer))
    if hasattr(answer, "close"):
        answer.close()
    return statuses[0], size


if __name__ == "__main__":
    main()
