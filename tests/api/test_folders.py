"""Folders and private labels over HTTP."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.api.asking import LIST, Asker, viewer

pytestmark = pytest.mark.django_db


def new_deck(ask: Asker) -> int:
    return int(ask.ok("POST", "decks", {"deck": LIST, "game": "vs-classic"})["id"])


def test_a_deck_is_put_into_a_folder_and_labeled(ann: Asker) -> None:
    pk, other = new_deck(ann), new_deck(ann)
    folder = ann.ok("POST", "folders", {"name": "League"})
    links = {"page": f"/decks/mine/?folder={folder['id']}", "api": f"/api/v1/folders/{folder['id']}"}
    assert folder == {"id": folder["id"], "name": "League", "decks": 0, **links}
    kept = ann.ok("PUT", f"decks/{pk}/filing", {"folder": folder["id"], "labels": ["Budget", "Fast", "budget"]})
    assert kept == ann.ok("GET", f"decks/{pk}/filing") == {"folder": folder["id"], "labels": ["Budget", "Fast"]}
    label = ann.ok("GET", "labels")["results"][0]
    assert (label["decks"], label["page"]) == (1, f"/decks/mine/?label={label['id']}")
    for words, found in (({"folder": folder["id"]}, pk), ({"label": label["id"]}, pk), ({"folder": "none"}, other)):
        assert [each["id"] for each in ann.ok("GET", "decks", mine="true", **words)["results"]] == [found]
    ann.ok("PATCH", f"labels/{label['id']}", {"name": "Cheap"})
    ann.ok("PATCH", f"folders/{folder['id']}", {"name": "Cup"})
    assert [each["name"] for each in ann.ok("GET", "folders")["results"]] == ["Cup"]
    ann.ok("DELETE", f"labels/{label['id']}")
    ann.ok("DELETE", f"folders/{folder['id']}")
    assert ann.ok("GET", f"decks/{pk}/filing") == {"folder": None, "labels": ["Fast"]}


def test_they_are_nobody_else_s(ann: Asker, client: Client) -> None:
    pk, folder = new_deck(ann), ann.ok("POST", "folders", {"name": "League"})["id"]
    ann.ok("PUT", f"decks/{pk}/filing", {"labels": ["Fast"]})
    ann.ok("POST", f"decks/{pk}/share", {"visibility": "public"})
    label = ann.ok("GET", "labels")["results"][0]["id"]
    bob, nobody, reader = viewer(client, "bob"), Asker(client), viewer(client, "ann", "read")
    own = new_deck(bob)
    for method, address, body in (
        ("PATCH", f"folders/{folder}", {"name": "x"}),
        ("DELETE", f"folders/{folder}", None),
        ("PATCH", f"labels/{label}", {"name": "x"}),
        ("DELETE", f"labels/{label}", None),
        ("GET", f"decks/{pk}/filing", None),
        ("PUT", f"decks/{pk}/filing", {}),
    ):
        assert bob(method, address, body).status_code == 404, (method, address)
        if method != "GET":
            assert nobody(method, address, body).status_code == 401
            assert reader(method, address, body).status_code == 403
    assert bob("PUT", f"decks/{own}/filing", {"folder": folder}).status_code == 404
    assert bob.ok("GET", "folders")["results"] == bob.ok("GET", "decks", mine="true", folder=folder)["results"] == []
    assert nobody("GET", "folders").status_code == nobody("GET", "labels").status_code == 401
    assert "Fast" not in nobody("GET", f"decks/{pk}").content.decode()


def test_bad_input_is_refused_with_its_place(ann: Asker) -> None:
    pk = new_deck(ann)
    for method, address, body, status in (
        ("POST", "folders", {"name": " "}, 400),
        ("POST", "folders", {"name": "x" * 61}, 400),
        ("POST", "folders", {}, 400),
        ("PUT", f"decks/{pk}/filing", {"labels": ["x"] * 5 + [str(n) for n in range(20)]}, 400),
        ("PUT", f"decks/{pk}/filing", {"labels": ["\x00"]}, 400),
        ("PUT", f"decks/{pk}/filing", {"folder": 999}, 404),
        ("PUT", f"decks/{pk}/filing", {"folder": "League"}, 400),
        ("PUT", f"decks/{pk}/filing", {"other": 1}, 400),
    ):
        assert ann(method, address, body).status_code == status, (address, body)
    assert ann("GET", "decks", folder="1").status_code == 400
    assert ann("GET", "decks", mine="true", folder="x").status_code == 400
    ann.ok("POST", "folders", {"name": "League"})
    assert ann("POST", "folders", {"name": "league"}).status_code == 409
