"""Saved positions: kept for their owner, public or private, found by rule and by card."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine import InputError, NotFound
from tests.api.asking import Asker, viewer
from vsdb.core.errors import ApplicationError
from vsdb.play.documents import encode_question
from vsdb.play.kept import selectors, services
from vsdb.play.models import SavedPosition
from vsdb.play.own_data import export_positions

pytestmark = pytest.mark.django_db

EXHAUSTED: dict[str, Any] = {
    "position": {
        "game": "vs-classic",
        "turn": {"phase": "combat", "step": "attack", "active": "you", "priority": "you", "chain": [], "attack": None},
        "you": {"characters": [{"id": "a", "ready": False, "stunned": False, "row": "front", "column": 1}]},
        "opponent": {"characters": [{"id": "x", "stunned": False, "row": "front", "column": 1}]},
    },
    "action": {"action": "attack", "attackers": ["a"], "defender": "x"},
}
LOG = 'start {"game": "vs-classic"}\n1. pass\n'


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", password="a long word for ann")


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("bob", password="a long word for bob")


class TestSaving:
    def test_keeps_what_the_judge_said(self, ann: User) -> None:
        saved = services.save_position(ann.pk, EXHAUSTED, name="Tired", log=LOG)
        assert (saved.game, saved.verb, saved.outcome) == ("vs-classic", "attack", "illegal")
        assert [str(rule) for rule in saved.rules.all()] == ["cr-2.7 601.2b"]

    def test_changing_the_position_changes_its_rules(self, ann: User) -> None:
        saved = services.save_position(ann.pk, EXHAUSTED, name="Tired")
        services.change_position(saved, question={**EXHAUSTED, "action": {"action": "attack", "attackers": []}})
        assert "cr-2.7 601.1b" in [str(rule) for rule in saved.rules.all()]

    @pytest.mark.parametrize(
        ("changed", "place"),
        [
            ({"name": " "}, "name"),
            ({"name": "x" * 121}, "name"),
            ({"notes": "x" * 2_001}, "notes"),
            ({"notes": "a\0b"}, "notes"),
            ({"log": "no log"}, "line 1"),
            ({"question": {"position": {"game": "chess"}, "action": {}}}, "game"),
        ],
    )
    def test_refuses_what_cannot_be_kept_and_keeps_nothing(
        self, ann: User, changed: dict[str, Any], place: str
    ) -> None:
        sent = {"question": EXHAUSTED, "name": "Tired", **changed}
        with pytest.raises(InputError) as refused:
            services.save_position(ann.pk, sent.pop("question"), **sent)
        assert refused.value.place == place
        assert not SavedPosition.objects.exists()

    def test_an_account_has_a_limit(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "MAX_POSITIONS", 1)
        services.save_position(ann.pk, EXHAUSTED, name="One")
        with pytest.raises(ApplicationError, match="Delete one first"):
            services.save_position(ann.pk, EXHAUSTED, name="Two")


class TestReading:
    def test_a_private_one_is_its_owners_alone(self, ann: User, bob: User) -> None:
        key = services.save_position(ann.pk, EXHAUSTED, name="Mine").key
        assert selectors.get_visible_position(key, ann.pk).name == "Mine"
        for other in (bob.pk, None):
            with pytest.raises(NotFound):
                selectors.get_visible_position(key, other)

    def test_a_public_one_is_found_by_its_rule_and_its_card(self, ann: User) -> None:
        shown = {
            **EXHAUSTED["position"],
            "you": {"characters": [{"id": "a", "slug": "hulk-gladiator", "ready": False}]},
        }
        services.save_position(ann.pk, {**EXHAUSTED, "position": shown}, name="Tired", is_public=True)
        assert [each.name for each in selectors.list_positions_by_rule("cr-2.7", "601.2b")] == ["Tired"]
        assert list(selectors.list_positions_by_rule("cr-2.7", "601.2")) == []
        assert [each.name for each in selectors.list_positions_by_card("vs-classic", "hulk-gladiator")] == ["Tired"]

    def test_one_that_staff_hid_is_found_by_nobody_else(self, ann: User, bob: User) -> None:
        saved = services.save_position(ann.pk, EXHAUSTED, name="Tired", is_public=True)
        services.hide_position(saved)
        assert list(selectors.list_public_positions()) == []
        assert selectors.get_visible_position(saved.key, ann.pk) == saved
        with pytest.raises(NotFound):
            selectors.get_visible_position(saved.key, bob.pk)
        services.hide_position(saved, is_hidden=False)
        assert list(selectors.list_public_positions()) == [saved]

    def test_others_may_read_but_not_change_a_public_one(self, ann: User, bob: User) -> None:
        key = services.save_position(ann.pk, EXHAUSTED, name="Tired", is_public=True).key
        assert selectors.get_visible_position(key, bob.pk)
        with pytest.raises(NotFound):
            selectors.get_own_position(key, bob.pk)

    def test_the_export_of_an_account_holds_them(self, ann: User) -> None:
        services.save_position(ann.pk, EXHAUSTED, name="Tired", notes="Why?")
        assert [(each["name"], each["notes"], each["question"]) for each in export_positions(ann)] == [
            ("Tired", "Why?", EXHAUSTED)
        ]


class TestApi:
    def test_a_position_is_kept_changed_and_deleted(self, client: Client) -> None:
        asker = viewer(client, "ann")
        made = asker.ok("POST", "play/positions", {"name": "Tired", "question": EXHAUSTED, "public": True})
        address = f"play/positions/{made['key']}"
        assert asker.ok("PATCH", address, {"name": "Weary"})["name"] == "Weary"
        stranger = Asker(client)
        assert [each["name"] for each in stranger.ok("GET", "play/positions")["results"]] == ["Weary"]
        assert stranger.ok("GET", address)["question"] == EXHAUSTED
        assert stranger("PATCH", address, {"name": "Theirs"}).status_code == 401
        assert viewer(client, "bob")("DELETE", address).status_code == 404
        assert asker("DELETE", address).status_code == 204
        assert not SavedPosition.objects.exists()

    def test_only_ones_own_are_listed_where_asked(self, client: Client, bob: User) -> None:
        services.save_position(bob.pk, EXHAUSTED, name="Bob’s", is_public=True)
        asker = viewer(client, "ann")
        asker.ok("POST", "play/positions", {"name": "Mine", "question": EXHAUSTED})
        assert [each["name"] for each in asker.ok("GET", "play/positions", mine="true")["results"]] == ["Mine"]
        assert Asker(client)("GET", "play/positions", mine="true").status_code == 401

    def test_an_unreadable_question_names_its_path(self, client: Client) -> None:
        sent = {
            "name": "Tired",
            "question": {"position": {"game": "vs-classic", "tern": {}}, "action": {"action": "pass"}},
        }
        refused = viewer(client, "ann")("POST", "play/positions", sent)
        assert refused.status_code == 400
        assert refused.json()["errors"][0]["field"] == "tern"


class TestPages:
    def test_a_position_is_saved_from_its_link(self, client: Client, ann: User) -> None:
        client.force_login(ann)
        code = encode_question(EXHAUSTED)
        assert client.get("/play/save/", {"q": code}).status_code == 200
        sent = client.post("/play/save/", {"q": code, "name": "Tired", "notes": "", "is_public": "on"}, follow=True)
        assert "“Tired” is saved" in sent.content.decode()
        key = SavedPosition.objects.get().key
        client.post(f"/play/saved/{key}/change/", {"name": "Weary", "notes": "So it goes"})
        assert SavedPosition.objects.get().is_public is False
        page = client.get(f"/play/saved/{key}/").content.decode()
        assert "So it goes" in page
        client.post(f"/play/saved/{key}/delete/", {"sure": "yes"})
        assert not SavedPosition.objects.exists()

    def test_bad_input_is_told_beside_the_form(self, client: Client, ann: User) -> None:
        client.force_login(ann)
        code = encode_question(EXHAUSTED)
        assert client.post("/play/save/", {"q": code, "name": ""}).status_code == 400
        assert client.post("/play/save/", {"q": "damaged", "name": "Tired"}).status_code == 400
        refused = client.post("/play/save/", {"q": code, "name": "Tired", "log": "no log"})
        assert refused.status_code == 400
        assert "Line 1" in refused.content.decode()

    def test_strangers_are_asked_to_sign_in(self, client: Client) -> None:
        assert client.get("/play/save/", {"q": encode_question(EXHAUSTED)}).status_code == 302

    def test_the_page_of_a_rule_lists_public_ones(self, client: Client, ann: User) -> None:
        services.save_position(ann.pk, EXHAUSTED, name="Tired", is_public=True)
        assert "Tired" in client.get("/play/of-rule/cr-2.7/601.2b/").content.decode()
        assert "Tired" in client.get("/play/saved/", {"rule": "cr-2.7 601.2b"}).content.decode()
        assert "Tired" not in client.get("/play/of-rule/cr-2.7/601.2c/").content.decode()

    def test_a_position_goes_out_as_json_and_comes_back(self, client: Client) -> None:
        code = encode_question(EXHAUSTED)
        file = client.get("/play/vs-classic/position.json", {"q": code})
        assert file.json() == EXHAUSTED
        opened = client.post("/play/open/", {"text": file.content.decode()})
        assert opened.headers["Location"] == f"/play/vs-classic/?q={code}"

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("{", "isn’t JSON"),
            ("[" * 9_000, "nested too deeply"),
            ('{"position": {"game": "vs-clasic"}, "action": {"action": "attack"}}', "Did you mean vs-classic"),
            ('{"position": {"game": "vs-classic", "yuo": {}}, "action": {"action": "attack"}}', "yuo"),
        ],
    )
    def test_json_that_is_no_position_is_explained(self, client: Client, text: str, said: str) -> None:
        refused = client.post("/play/open/", {"text": text})
        assert refused.status_code == 400
        assert said in refused.content.decode()

    def test_the_picture_is_a_png(self, client: Client) -> None:
        drawn = client.get("/play/picture.png", {"q": encode_question(EXHAUSTED)})
        assert drawn.content.startswith(b"\x89PNG")

    def test_explaining_shows_verdict_rule_and_code(self, client: Client) -> None:
        page = client.get("/play/vs-classic/explain/", {"q": encode_question(EXHAUSTED)}).content.decode()
        assert "601.2b" in page
        assert '<svg class="qr"' in page

    def test_a_log_is_replayed_step_by_step(self, client: Client) -> None:
        log = (
            'start {"game": "vs-classic", "turn": {"phase": "combat", "step": "attack", "active": "you"},'
            ' "you": {"characters": [{"id": "a", "ready": false, "row": "front"}]}}\n'
            '1. attack {"attackers": ["a"], "defender": "x"}\n'
            "2. change you.characters.a.ready true by Savage Beatdown\n"
        )
        page = client.post("/play/log/", {"log": log}).content.decode()
        assert "illegal" in page
        assert "By Savage Beatdown" in page

    @pytest.mark.parametrize(("log", "said"), [("attack", "Line 1"), ('start {"game": "chess"}\npass', "Entry 1")])
    def test_a_log_that_cannot_be_read_names_its_place(self, client: Client, log: str, said: str) -> None:
        refused = client.post("/play/log/", {"log": log})
        assert refused.status_code == 400
        assert said.lower() in refused.content.decode().lower()
