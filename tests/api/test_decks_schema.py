"""What the description of the API says of stored decks, and whether their answers keep to it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.asking import LIST, Asker, viewer
from tests.api.test_schema import check
from tests.api.test_schema import schema as schema  # noqa: PLC0414  (a fixture)

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck(ann: Asker) -> dict[str, Any]:
    """A public deck with a version, tags, a like and a comment; its fork is another's."""
    made: dict[str, Any] = ann.ok(
        "POST",
        "decks",
        {"title": "Doom", "game": "vs-classic", "format": "golden", "deck": LIST, "as_of": "2006-01-01"},
    )
    pk = made["id"]
    ann.ok("PATCH", f"decks/{pk}", {"edition": 1, "deck": "4 Savage Beatdown\n1 Hulk, Exile", "tags": ["Big"]})
    ann.ok("POST", f"decks/{pk}/share", {"visibility": "public"})
    bob = viewer(ann.client, "bob")
    bob.ok("PUT", f"decks/{pk}/like")
    bob.ok("POST", f"decks/{pk}/comments", {"text": "Nice."})
    fork = bob.ok("POST", f"decks/{pk}/fork", {})
    bob.ok("POST", f"decks/{fork['id']}/share", {"visibility": "public"})
    return made


@pytest.mark.parametrize(
    "below",
    ["", "/versions", "/versions/1", "/export/json", "/hand", "/figures", "/verdicts", "/fingerprint", "/comments"],
)
def test_what_is_read_of_a_deck_does(ann: Asker, deck: dict[str, Any], schema: dict[str, Any], below: str) -> None:
    described = f"/api/v1/decks/{{id}}{below}".replace("/versions/1", "/versions/{number}").replace(
        "/json", "/{layout}"
    )
    check(schema, described, "get", 200, ann.ok("GET", f"decks/{deck['id']}{below}"))


@pytest.mark.parametrize("below", ["", "/versions", "/export/text", "/hand", "/figures", "/fingerprint"])
def test_what_is_read_by_a_secret_link_does(
    ann: Asker, deck: dict[str, Any], schema: dict[str, Any], below: str
) -> None:
    secret = ann.ok("GET", f"decks/{deck['id']}")["secret"]
    described = f"/api/v1/shared/{{secret}}{below}".replace("/text", "/{layout}")
    check(schema, described, "get", 200, Asker(ann.client).ok("GET", f"shared/{secret}{below}"))


def test_lists_comparisons_and_readings_do(ann: Asker, deck: dict[str, Any], schema: dict[str, Any]) -> None:
    for query, count in (("is:zonk", 2), ("zonk:3", 0)):
        listed = ann.ok("GET", "decks", q=query)
        assert (listed["count"], len(listed["notes"])) == (count, 1)
        check(schema, "/api/v1/decks", "get", 200, listed)
    pk = deck["id"]
    check(schema, "/api/v1/decks/compare", "get", 200, ann.ok("GET", "decks/compare", a=f"{pk}@1", b=str(pk)))
    read = ann.ok("POST", "decks/read", {"deck": f"{LIST}\n1 Boris", "game": "vs-classic"})
    check(schema, "/api/v1/decks/read", "post", 200, read)


def test_what_is_made_and_what_is_refused_does(ann: Asker, deck: dict[str, Any], schema: dict[str, Any]) -> None:
    pk = deck["id"]
    made = ann("POST", "decks", {"game": "riftbound"})
    check(schema, "/api/v1/decks", "post", 201, made.json())
    stale = ann("PUT", f"decks/{pk}", {"edition": 1, "deck": "1 Hulk"})
    check(schema, "/api/v1/decks/{id}", "put", 409, stale.json())
    for method, who, sent, status in (
        ("patch", Asker(ann.client), {"tags": []}, 401),
        ("patch", viewer(ann.client, "ann", "read"), {"tags": []}, 403),
        ("patch", viewer(ann.client, "bob"), {"tags": []}, 404),
        ("patch", ann, {"tags": "x"}, 400),
    ):
        refused = who(method.upper(), f"decks/{pk}", sent)
        assert refused.status_code == status
        check(schema, "/api/v1/decks/{id}", method, status, refused.json())


def test_every_address_of_decks_is_described_with_what_it_refuses(schema: dict[str, Any]) -> None:
    writing = {
        (path, method): set(described["responses"])
        for path, operations in schema["paths"].items()
        for method, described in operations.items()
        if ("/decks" in path or "/shared" in path) and method != "get" and not path.endswith("/read")
    }
    assert len(writing) > 12
    assert {key for key, statuses in writing.items() if not {"401", "403", "404"} <= statuses} == set()
