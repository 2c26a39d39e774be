"""A program that asks the API, for somebody or for nobody."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from vsdb.accounts.services import make_token

LIST = "4 Savage Beatdown\n4 Boris, Personal Servant of Dr. Doom\n1 No such card\nwhat?"


class Asker:
    """A program that acts for somebody, or for nobody."""

    def __init__(self, client: Client, secret: str = "") -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def __call__(self, method: str, address: str, body: Any = None, **query: Any) -> Any:
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        return self.client.generic(
            method, f"/api/v1/{address}", query_params=query or None, headers=self.headers, **sent
        )

    def ok(self, method: str, address: str, body: Any = None, **query: Any) -> Any:
        """What is answered; a refusal fails the test."""
        response = self(method, address, body, **query)
        assert response.status_code in (200, 201, 204), response.content
        return response.json() if response.content else None


def viewer(client: Client, name: str, scope: str = "write") -> Asker:
    user = User.objects.get_or_create(username=name)[0]
    return Asker(client, make_token(user, name="test", scope=scope)[1])
