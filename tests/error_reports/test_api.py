"""Error reports over HTTP: sent by anybody within limits, read by their key, answered by staff."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django import Settings

from tests.api.describing import describe_api
from vsdb.accounts.services import make_token
from vsdb.error_reports.models import MAX_TEXT, ErrorReport

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]

WHOLE = {
    "text": "Its cost is 3.",
    "source": "The card itself",
    "page": "/cards/vs-classic/savage-beatdown/?deck=4+Hulk",
    "kind": "card",
    "subject": "vs-classic/savage-beatdown",
}


def token(person: tuple[User, Client], scope: str = "write") -> dict[str, str]:
    return {"Authorization": f"Bearer {make_token(person[0], name=scope, scope=scope)[1]}"}


def call(method: str, address: str, sent: Any = None, headers: dict[str, str] | None = None) -> Any:
    body = {} if sent is None else {"data": sent, "content_type": "application/json"}
    return getattr(Client(), method)(f"/api/v1/error-reports{address}", **body, headers=headers)


class TestSending:
    def test_needs_no_token_and_gives_the_key_to_read_it_by(self) -> None:
        answer = call("post", "", WHOLE)
        assert answer.status_code == 201
        report = ErrorReport.objects.get()
        sent = answer.json()
        assert sent["key"] == report.key
        assert sent["url"] == f"http://testserver/report/{report.key}/"
        assert (sent["state"], sent["answer"]) == ("new", None)
        assert report.page == "/cards/vs-classic/savage-beatdown/"
        assert (report.game, report.by) == ("vs-classic", None)
        read = call("get", f"/sent/{report.key}").json()
        assert read == sent

    def test_with_a_token_is_the_account_s(self, ann: tuple[User, Client]) -> None:
        assert call("post", "", WHOLE, token(ann)).status_code == 201
        assert ErrorReport.objects.get().by == ann[0]
        mine = call("get", "?mine=true", headers=token(ann, "read")).json()
        assert [each["by"] for each in mine["results"]] == ["ann"]

    def test_with_a_token_that_only_reads_is_refused(self, ann: tuple[User, Client]) -> None:
        assert call("post", "", WHOLE, token(ann, "read")).status_code == 403
        assert call("post", "", WHOLE, {"Authorization": "Bearer vsdb_wrong"}).status_code == 401
        assert not ErrorReport.objects.exists()

    @pytest.mark.parametrize(
        "words",
        [
            {"text": ""},
            {"text": "x" * (MAX_TEXT + 1)},
            {"text": "a\0b"},
            {"kind": "gossip"},
            {"as_of": "tomorrow"},
            {"email": "me@example.org"},
            {"page": "x" * 501},
        ],
    )
    def test_what_cant_be_is_refused(self, words: dict[str, str]) -> None:
        assert call("post", "", {**WHOLE, **words}).status_code == 400
        assert not ErrorReport.objects.exists()

    def test_shares_its_limit_with_the_page(self, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"error_report": "2/h/ip"}
        assert Client().post("/report/", {"text": "By page."}).status_code == 302
        assert [call("post", "", WHOLE).status_code for _ in range(2)] == [201, 429]
        assert call("post", "", WHOLE).json()["code"] == "too-many-requests"

    def test_is_read_by_nobody_without_the_key(self) -> None:
        call("post", "", WHOLE)
        assert call("get", "/sent/xxxx").status_code == 404


class TestStaff:
    def test_alone_lists_and_reads(self, ann: tuple[User, Client], reader: tuple[User, Client]) -> None:
        number = _sent()
        for address in ("", f"/{number}"):
            assert call("get", address).status_code == 401
            assert call("get", address, headers=token(ann)).status_code == 404
            assert call("get", address, headers=token(reader, "read")).status_code == 200

    def test_narrows_the_list(self, staff: tuple[User, Client]) -> None:
        _sent()
        head = token(staff)
        for query, count in (("", 1), ("?state=open", 1), ("?state=fixed", 0), ("?kind=rule", 0), ("?q=cost", 1)):
            assert call("get", query, headers=head).json()["count"] == count, query
        for query in ("?state=gone", "?kind=gossip", "?colour=red"):
            assert call("get", query, headers=head).status_code == 400, query

    def test_alone_answers(
        self, ann: tuple[User, Client], reader: tuple[User, Client], staff: tuple[User, Client]
    ) -> None:
        number = _sent()
        said = {"state": "fixed", "answer": "Corrected.", "edition": 0}
        assert call("patch", f"/{number}", said).status_code == 401
        assert call("patch", f"/{number}", said, token(ann)).status_code == 404
        assert call("patch", f"/{number}", said, token(reader)).status_code == 403
        assert call("patch", f"/{number}", said, token(staff, "read")).status_code == 403
        answered = call("patch", f"/{number}", said, token(staff))
        assert answered.status_code == 200
        assert answered.json()["handled_by"] == "judge"
        assert call("patch", f"/{number}", said, token(staff)).status_code == 409
        assert call("patch", f"/{number}", {"state": "accepted"}, token(staff)).json()["answer"] == "Corrected."
        assert call("patch", f"/{number}", {"state": "declined", "answer": ""}, token(staff)).status_code == 400
        assert call("patch", "/999999", said, token(staff)).status_code == 404

    def test_is_told_no_secret_and_no_mail_address(self, staff: tuple[User, Client]) -> None:
        number = _sent()
        ErrorReport.objects.update(email="me@example.org")
        text = call("get", f"/{number}", headers=token(staff)).content.decode()
        assert ErrorReport.objects.get().key not in text
        assert "me@example.org" not in text


def test_answers_are_as_described(staff: tuple[User, Client]) -> None:
    schema = describe_api()

    def check(path: str, method: str, status: str, answer: Any) -> None:
        described = schema["paths"][f"/api/v1/error-reports{path}"][method]["responses"][status]
        shape = described["content"]["application/json"]["schema"]
        Draft202012Validator({**shape, "components": schema["components"]}).validate(answer.json())

    sent = call("post", "", WHOLE)
    check("", "post", "201", sent)
    number, key = ErrorReport.objects.get().pk, sent.json()["key"]
    check("", "get", "200", call("get", "", headers=token(staff)))
    check("/{number}", "get", "200", call("get", f"/{number}", headers=token(staff)))
    check("/{number}", "patch", "200", call("patch", f"/{number}", {"state": "accepted"}, token(staff)))
    check("/sent/{key}", "get", "200", call("get", f"/sent/{key}"))


def _sent() -> int:
    assert call("post", "", WHOLE).status_code == 201
    return ErrorReport.objects.get().pk
