"""Collections through the API: one's own by token, as the description says."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator

from tests.api.describing import describe_api
from vsdb.accounts.services import make_token
from vsdb.catalog.cards.selectors import get_reference
from vsdb.collection import selectors, services
from vsdb.collection.models import CollectedCard
from vsdb.collection.reading import CardKey
from vsdb.collection.selectors import Copies

pytestmark = pytest.mark.django_db
MOR = {"game": "vs-classic", "slug": "savage-beatdown", "printing": "MOR"}
KEY = CardKey("vs-classic", "savage-beatdown", "MOR")
Answer = tuple[int, Any]


class Caller:
    """Somebody's program."""

    def __init__(self, name: str, scope: str = "write") -> None:
        user, _ = User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})
        self.pk = user.pk
        self.headers = {"Authorization": f"Bearer {make_token(user, name=scope, scope=scope)[1]}"}

    def __call__(self, method: str, end: str = "", sent: object = None) -> Answer:
        client = Client(headers=self.headers)
        how = {"content_type": "application/json", **({"data": sent} if sent is not None else {})}
        answer = getattr(client, method)(f"/api/v1/collection{end}", **how)
        assert answer.headers["Cache-Control"] == "private, no-store"
        return answer.status_code, answer.json() if answer.content else None


@pytest.fixture
def ann() -> Caller:
    return Caller("ann")


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return describe_api()


class TestCopies:
    def test_are_set_listed_and_found(self, ann: Caller) -> None:
        status, told = ann("patch", "", {"cards": [{**MOR, "owned": 3, "wanted": 4}]})
        rows = told["cards"]
        links = {"page": "/cards/vs-classic/savage-beatdown/", "api": "/api/v1/cards/vs-classic/savage-beatdown"}
        assert (status, rows) == (200, [{**MOR, "title": "Savage Beatdown", "owned": 3, "wanted": 4, **links}])
        assert ann("get")[1]["results"] == rows
        assert ann("get", "?game=riftbound")[1]["count"] == 0
        assert ann("get", "?q=owned%3E=3")[1]["count"] == 1
        assert ann("get", "?q=owned%3E3")[1]["count"] == 0
        assert ann("get", "/cards/vs-classic/savage-beatdown")[1] == rows
        _, rows = ann("patch", "/cards/vs-classic/savage-beatdown", {"owned": 1})
        assert [(row["printing"], row["owned"], row["wanted"]) for row in rows] == [(None, 1, 0), ("MOR", 3, 4)]
        assert ann("patch", "/cards/vs-classic/savage-beatdown", {"printing": "mor", "owned": 0, "wanted": 0})[0] == 200
        assert selectors.load_copies(ann.pk) == {KEY._replace(set_code=""): Copies(1, 0)}

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            ({**MOR, "printing": "XXX-1", "owned": 1}, 400),
            ({**MOR, "owned": -1}, 400),
            ({**MOR, "owned": 10_000}, 400),
            ({**MOR, "own": 1}, 400),
            ({**MOR, "slug": "none", "owned": 1}, 404),
            ({**MOR, "game": "chess", "owned": 1}, 404),
        ],
    )
    def test_are_all_refused_for_one_wrong_entry(self, ann: Caller, sent: dict[str, Any], status: int) -> None:
        assert ann("patch", "", {"cards": [{**MOR, "owned": 2}, sent]})[0] == status
        assert not CollectedCard.objects.exists()

    def test_are_summed_up(self, ann: Caller) -> None:
        ann("patch", "", {"cards": [{**MOR, "owned": 3, "wanted": 4}]})
        _, (total,) = ann("get", "/totals")
        assert (total["owned"], total["cards"], total["wanted"], total["lacking"]) == (3, 1, 1, 1)
        assert [(each["code"], each["owned"]) for each in total["sets"]] == [("MOR", 1)]


class TestImport:
    def test_is_a_preview_until_it_is_saved(self, ann: Caller) -> None:
        sent = {"text": "3 Savage Beatdown [MOR]\n1 Savag Land", "game": "vs-classic"}
        status, told = ann("post", "/import", sent)
        assert (status, told["saved"], told["edition"]) == (200, False, 0)
        assert [(each["slug"], each["owned_before"], each["owned"]) for each in told["changes"]] == [
            ("savage-beatdown", 0, 3)
        ]
        assert [(each["line"], each["problem"]) for each in told["unread"]] == [(2, "No card named “Savag Land”.")]
        assert told["unread"][0]["nearest"][0]["slug"] == "savage-land"
        assert not CollectedCard.objects.exists()
        assert ann("post", "/import", {**sent, "preview": False, "edition": 0})[1]["saved"] is True
        assert selectors.load_copies(ann.pk) == {KEY: Copies(3, 0)}
        assert ann("post", "/import", {**sent, "preview": False, "edition": 0})[0] == 409
        assert ann("post", "/import", {"text": "1 x\0"})[0] == 400
        assert ann("post", "/import", {"text": "1 x", "mode": "other"})[0] == 400

    def test_that_replaces_waits_for_lines_that_cannot_be_read(self, ann: Caller) -> None:
        ann("patch", "", {"cards": [{**MOR, "owned": 3}]})
        sent = {"text": "1 Savage Land\n3 Savag Beatdown", "game": "vs-classic", "mode": "replace"}
        assert len(ann("post", "/import", sent)[1]["changes"]) == 2, "a preview says what would go"
        status, told = ann("post", "/import", {**sent, "preview": False})
        assert (status, told["code"]) == (409, "unread-lines")
        assert selectors.load_copies(ann.pk) == {KEY: Copies(3, 0)}
        assert ann("post", "/import", {**sent, "text": "1 Savage Land", "preview": False})[0] == 200
        assert selectors.load_copies(ann.pk) == {CardKey("vs-classic", "savage-land"): Copies(1, 0)}


class TestLacks:
    def test_are_told_and_go_onto_the_wish_list(self, ann: Caller) -> None:
        ann("patch", "", {"cards": [{**MOR, "owned": 1}]})
        status, told = ann("post", "/lacks", {"deck": "4 Savage Beatdown"})
        assert (status, told["needed"], told["owned"], told["lacking"]) == (200, 4, 1, 3)
        assert ann("post", "/want", {"deck": "4 Savage Beatdown"}) == (200, {"changed": 1})
        (wanted,) = ann("get", "/wanted")[1]["results"]
        assert (wanted["slug"], wanted["wanted"], wanted["owned"], wanted["lacking"]) == ("savage-beatdown", 4, 1, 3)


class TestRights:
    def test_a_stranger_is_asked_for_a_token(self) -> None:
        for end in ("", "/totals", "/wanted", "/cards/vs-classic/savage-beatdown"):
            assert Client().get(f"/api/v1/collection{end}").status_code == 401
        for end in ("/import", "/lacks", "/want", "/share"):
            assert Client().post(f"/api/v1/collection{end}").status_code == 401

    def test_a_cookie_never_counts(self, ann: Caller) -> None:
        client = Client()
        client.force_login(User.objects.get(pk=ann.pk))
        assert client.get("/api/v1/collection").status_code == 401

    def test_a_token_that_only_reads_changes_nothing(self) -> None:
        reader = Caller("ann", "read")
        assert reader("get")[0] == 200
        assert reader("post", "/lacks", {"deck": "4 Savage Beatdown"})[0] == 200
        for method, end, sent in (
            ("patch", "", {"cards": [{**MOR, "owned": 1}]}),
            ("patch", "/cards/vs-classic/savage-beatdown", {"owned": 1}),
            ("post", "/import", {"text": "1 Savage Beatdown", "preview": False}),
            ("post", "/want", {"deck": "4 Savage Beatdown"}),
            ("post", "/share", {"shared": True}),
        ):
            assert reader(method, end, sent)[0] == 403
        assert not CollectedCard.objects.exists()

    def test_nobody_reads_another_s(self, ann: Caller) -> None:
        ann("patch", "", {"cards": [{**MOR, "owned": 1, "wanted": 2}]})
        bob = Caller("bob")
        assert (bob("get")[1]["count"], bob("get", "/wanted")[1]["count"], bob("get", "/totals")[1]) == (0, 0, [])
        assert bob("get", "?q=owned:yes")[1]["count"] == 0

    def test_a_shared_wish_list_is_cut_into_pages(self, ann: Caller) -> None:
        some = get_reference(MOR["game"]).catalog.cards[:5]
        ann("patch", "", {"cards": [{"game": MOR["game"], "slug": each.slug, "wanted": 1} for each in some]})
        address = f"/api/v1/collection/shared/{ann('post', '/share', {'shared': True})[1]['word']}"
        found, following = [], f"{address}?page_size=2"
        while following:
            answer = Client().get(following)
            told = answer.json()
            assert (told["owner"], told["count"], len(told["cards"]) <= 2) == ("ann", 5, True)
            assert ('rel="next"' in answer.headers.get("Link", "")) is bool(told["next"])
            found += [each["slug"] for each in told["cards"]]
            following = told["next"]
        assert sorted(found) == sorted(each.slug for each in some)
        assert Client().get(f"{address}?page_size=x").status_code == 400
        assert Client().get(f"{address}?page=9").status_code == 404

    @pytest.mark.parametrize("words", ["", "&q=wanted:1"])
    def test_a_page_of_a_collection_reads_its_own_rows_alone(self, ann: Caller, words: str) -> None:
        some = get_reference(MOR["game"]).catalog.cards[:9]
        ann("patch", "", {"cards": [{"game": MOR["game"], "slug": each.slug, "wanted": 1} for each in some]})
        with CaptureQueriesContext(connection) as asked:
            told = ann("get", f"?page_size=2&page=2{words}")[1]
        assert (told["count"], [each["slug"] for each in told["results"]]) == (
            9,
            sorted(each.slug for each in some)[2:4],
        )
        # Whole rows, those with the number of a printing, are read of the page alone.
        whole = [each["sql"] for each in asked if 'collectedcard"."number"' in each["sql"].partition(" FROM ")[0]]
        assert len(whole) == 1
        assert "LIMIT 2" in whole[0]

    def test_a_shared_wish_list_is_read_by_its_link_alone(self, ann: Caller) -> None:
        ann("patch", "", {"cards": [{**MOR, "owned": 1, "wanted": 2}]})
        word = ann("post", "/share", {"shared": True})[1]["word"]
        told = Client().get(f"/api/v1/collection/shared/{word}").json()
        assert (told["owner"], [each["lacking"] for each in told["cards"]]) == ("ann", [1])
        assert "owned" not in told["cards"][0]
        renewed = ann("post", "/share", {"shared": True, "renew": True})[1]["word"]
        assert renewed != word
        assert Client().get(f"/api/v1/collection/shared/{word}").status_code == 404
        assert ann("post", "/share", {"shared": False})[1] == {"word": None}
        assert Client().get(f"/api/v1/collection/shared/{renewed}").status_code == 404


class TestDescription:
    def test_answers_keep_to_it(self, ann: Caller, schema: dict[str, Any]) -> None:
        sent = {"text": "3 Savage Beatdown [MOR]\n1 Savag Land", "preview": False}
        services.share_wish_list(ann.pk, is_shared=True)
        for method, end, body in (
            ("post", "/import", sent),
            ("patch", "", {"cards": [{**MOR, "owned": 1, "wanted": 2}]}),
            ("get", "", None),
            ("get", "/totals", None),
            ("get", "/wanted", None),
            ("post", "/lacks", {"deck": "4 Savage Beatdown\n1 Nobody"}),
            ("post", "/want", {"deck": "4 Savage Beatdown"}),
            ("post", "/share", {"shared": True}),
        ):
            status, answer = ann(method, end, body)
            assert status == 200
            described = schema["paths"][f"/api/v1/collection{end}"][method]["responses"]["200"]
            shape = described["content"]["application/json"]["schema"]
            Draft202012Validator({**shape, "components": schema["components"]}).validate(answer)
