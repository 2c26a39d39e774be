"""Ask the web processes of this machine whether they are alive; exits with 0 or 1. A container's health check."""

import os
import sys
from http.client import HTTPConnection, HTTPException

port = int(os.environ.get("WEB_BIND", "127.0.0.1:8000").rpartition(":")[2])
host = os.environ.get("DJANGO_ALLOWED_HOSTS", "localhost").split(",")[0].lstrip(".")
connection = HTTPConnection("127.0.0.1", port, timeout=4)
try:
    connection.request("GET", "/healthz", headers={"Host": host, "X-Forwarded-Proto": "https"})
    status = connection.getresponse().status
except (OSError, HTTPException) as error:
    sys.exit(f"no answer: {error}")
sys.exit(0 if status == 200 else f"answered {status}")
