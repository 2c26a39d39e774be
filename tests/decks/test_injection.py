"""Whatever people write stays text: in pages, files, paper, headers and answers of the API."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from defusedxml import ElementTree
from django.core.exceptions import ValidationError
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import DjangoDbBlocker, Settings

from tests.decks.payloads import (
    CARD,
    PARTS,
    PAYLOADS,
    TRIED,
    TRIED_ALONE,
    UNLIMITED,
    Page,
    Written,
    harmless,
    pages_tried_with,
)
from tests.decks.who_may_table import DOOR, OF_ACCOUNTS, OF_ONESELF, OPEN
from tests.snapshots import kept_rows
from vsdb.accounts.forms import validate_name_form
from vsdb.exchange.deck_lists.layouts import index_layouts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    for name, value in UNLIMITED.items():
        setattr(settings, name, value)


@pytest.fixture(scope="module", params=TRIED)
def made(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Written]:
    with override_settings(**UNLIMITED), kept_rows(django_db_blocker) as store:
        yield store(lambda: Written(request.param))


@pytest.fixture
def written(made: Written) -> Written:
    return made.anew()


def test_every_payload_is_written_somewhere() -> None:
    assert sorted(part for parts in PARTS.values() for part in parts) == sorted(PAYLOADS.values())


class TestPages:
    def test_show_it_as_text(self, written: Written) -> None:
        page, payload, parts = written.page, written.payload, PARTS[written.payload]
        place = written.place
        looks = (
            (written.author, (page, f"{place}edit/", "/decks/mine/", "/account/", "/account/tokens/", "/people/none/")),
            (written.author, (f"{place}edit/?note={CARD}", f"{place}edit/?{urlencode({'q': payload})}")),
            (written.author, ("/account/export/", f"{place}delete/", written.secret)),
            (
                written.reader,
                (page, "/decks/mine/", f"{place}versions/", f"{place}versions/2/", f"{place}hand/?seed=1"),
            ),
            (Client(), (page, "/decks/", f"/decks/?{urlencode({'q': payload})}", f"{place}judge/", written.secret)),
            (Client(), (f"/decks/compare/?a={written.pk}@1&b={written.pk}", f"{written.secret}versions/")),
            (Client(), tuple(f"/decks/?{urlencode(dict.fromkeys(('tag', 'game', 'format'), part))}" for part in parts)),
            (Client(), tuple(f"{place}export/{slug}/?show=page" for slug in index_layouts())),
            (written.staff, ("/decks/reports/", "/admin/decks/deck/", "/admin/decks/comment/", "/admin/decks/tag/")),
            (written.staff, ("/admin/decks/report/", "/admin/auth/user/", f"/admin/decks/deck/{written.pk}/change/")),
        )
        for browser, addresses in looks:
            for address in addresses:
                answer = browser.get(address)
                assert answer.status_code < 500, address
                is_ours = not address.startswith("/admin/")
                found = harmless(answer, payload)
                assert [each for each in found if is_ours or not each.startswith("script {")] == [], address
        shown = " ".join("".join(Page(Client().get(page).content.decode()).words).split())
        assert " ".join(payload.split()) in shown

    def test_of_errors_show_it_as_text(self, written: Written) -> None:
        payload, place = written.payload, written.place
        # The answers to these quote a beginning alone.
        quoted = (
            each
            for part in PARTS[payload]
            for each in (
                (f"{place}share/", {"visibility": part}),
                ("/decks/new/", {"game": part, "format": part, "title": part}),
            )
        )
        for address, sent in (
            *quoted,
            (f"{place}describe/", {"played_on": payload, "tags": ",".join([payload] * 9)}),
            (f"{place}edit/change/", {"op": payload, "edition": payload}),
            (f"{place}edit/change/", {"op": "about", "edition": 1, "base": 1, "format": payload, "title": payload * 9}),
            (f"{place}comments/", {"text": payload * 400}),
            (f"{place}report/", {"why": payload, "comment": payload}),
            (f"{place}fork/", {"version": payload}),
            ("/decks/import/", {"list": f"{payload}\n1 {payload}\n{payload}", "game": payload}),
            ("/decks/import/", {"list": f"1 Savage Beatdown\n1 {payload}\n{payload}", "game": "vs-classic"}),
            ("/decks/compare/", {"a": payload, "b": payload, "a_list": payload, "b_list": f"1 {payload}"}),
            (
                "/check/",
                {"deck": f"1 {payload}\n{payload}", "format": payload, "date": payload, "fingerprint": payload},
            ),
            ("/check/", {"deck": f"1 {payload}\n{payload}", "format": "vs-classic/golden-age", "fingerprint": payload}),
            ("/account/tokens/", {"name": payload * 9, "scope": payload}),
            ("/account/login/", {"login": payload, "password": payload}),
            ("/account/signup/", {"username": payload, "email": payload, "password1": payload, "password2": payload}),
        ):
            for browser in (written.author, Client()):
                answer: Any = browser.post(address, sent)
                assert answer.status_code < 500, address
                assert harmless(answer, payload) == [], address

    @pytest.mark.law
    @pytest.mark.parametrize("payload", TRIED_ALONE)
    def test_take_it_from_the_address_as_text(self, payload: str, client: Client) -> None:
        words = (
            "q",
            "game",
            "format",
            "title",
            "deck",
            "main",
            "code",
            "card",
            "fingerprint",
            "seed",
            "a",
            "b",
            "page",
        )
        query = urlencode(
            dict.fromkeys((*words, "tag", "date", "on", "view", "columns", "next", "sample", "at"), payload)
        )
        plain = [name for group in (OPEN, OF_ONESELF, DOOR, OF_ACCOUNTS) for name, takes in group.items() if not takes]
        for name in pages_tried_with(payload, plain):
            answer = client.get(f"{reverse(name)}?{query}")
            assert answer.status_code < 500, name
            assert harmless(answer, payload) == [], name
            led = urlsplit(urljoin("http://testserver/x/", answer.get("Location", "")))
            assert (led.scheme, led.netloc) == ("http", "testserver"), name


class TestFiles:
    def test_have_it_as_text_and_a_name_of_one_line(self, written: Written) -> None:
        for slug, layout in index_layouts().items():
            answer: Any = Client().get(f"{written.place}export/{slug}/")
            assert answer.status_code in (200, 400), slug
            assert harmless(answer, written.payload) == [], slug
            if answer.status_code == 200:
                assert answer["Content-Type"] == layout.content_type
                assert re.fullmatch(r"(inline|attachment); filename=\"[\w.-]+\"", answer["Content-Disposition"])

    def test_for_spreadsheets_have_no_formula(self, written: Written) -> None:
        text = Client().get(f"{written.place}export/csv/").content.decode()
        for separator in ",;\t":
            cells = [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) for cell in row]
            assert [cell for cell in cells if re.match(r"\s*[=+\-@\t\r]", cell)] == []

    def test_of_xml_declare_nothing_and_hold_it_whole(self, written: Written) -> None:
        text = Client().get(f"{written.place}export/o8d/").content.decode()
        root = ElementTree.fromstring(text)
        assert "<!" not in re.sub(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>", "", text, flags=re.DOTALL)
        assert {each.tag for each in root.iter()} <= {"deck", "section", "card", "notes", "sleeve"}

    def test_of_json_hold_it_as_it_was_written(self, written: Written) -> None:
        held = json.loads(Client().get(f"{written.place}export/json/").content)
        assert held["title"] == " ".join(written.payload.split())

    def test_for_forums_and_notebooks_lead_nowhere_else(self, written: Written) -> None:
        bbcode = Client().get(f"{written.place}export/bbcode/").content.decode()
        assert re.search(r"\[(?:url|img)[^\]]*evil", bbcode) is None
        markdown = Client().get(f"{written.place}export/markdown/").content.decode()
        assert re.search(r"(?<!\\)\]\((?!http://testserver/)|(?<!\\)<(?!http://testserver/)", markdown) is None


class TestPaper:
    @pytest.mark.parametrize("name", ["sheet", "proxies"])
    def test_does_nothing_when_it_is_opened(self, written: Written, name: str) -> None:
        words = {"player": written.payload, "event": written.payload, "paper": "a4"}
        answer: Any = Client().get(f"{written.place}{name}.pdf", words)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert harmless(answer, written.payload) == []
        objects = re.sub(rb"stream\r?\n.*?endstream", b"", answer.content, flags=re.DOTALL)
        strings = re.sub(rb"\((?:[^()\\]|\\.|\([^()]*\))*\)|<[0-9A-Fa-f\s]*>", b"", objects)
        for word in (
            b"/JS",
            b"/JavaScript",
            b"/AA",
            b"/Launch",
            b"/URI",
            b"/SubmitForm",
            b"/EmbeddedFile",
            b"/RichMedia",
        ):
            assert re.search(word + rb"\b", strings) is None, word

    def test_of_the_preview_is_a_picture(self, written: Written) -> None:
        answer: Any = Client().get(f"{written.place}preview.png")
        assert (answer["Content-Type"], answer.content[:4]) == ("image/png", b"\x89PNG")


class TestCalls:
    def test_answer_with_json_that_holds_it_as_it_was_written(self, written: Written) -> None:
        ends = ("", "/versions", "/versions/1", "/comments", "/figures", "/hand?seed=1", "/verdicts", "/fingerprint")
        for end in (*ends, *(f"/export/{slug}" for slug in index_layouts())):
            answer: Any = written.call("GET", end)
            assert answer["Content-Type"] == "application/json", end
            assert harmless(answer, written.payload) == [], end
            json.loads(answer.content)
        held = json.loads(written.call("GET", "").content)
        assert held["title"] == " ".join(written.payload.split())
        assert held["card_notes"] == {CARD: written.payload.replace("\r\n", "\n").strip()}

    def test_refuse_it_without_doing_it(self, written: Written) -> None:
        payload = written.payload
        for method, end, body in (
            ("POST", "/share", {"visibility": payload}),
            ("POST", "/fork", {"version": payload}),
            ("POST", "/report", {"why": payload, "comment": payload}),
            ("PATCH", "", {payload: payload}),
            ("PATCH", "", {"edition": 1, "format": payload}),
            ("PUT", "", {"edition": payload, "deck": {payload: payload}}),
            ("GET", f"/hand?{urlencode({'seed': payload})}", None),
            ("GET", f"/verdicts?{urlencode({'formats': payload, 'dates': payload})}", None),
            ("GET", f"/sheet?{urlencode({'paper': payload, payload: payload})}", None),
        ):
            answer: Any = written.call(method, end, body)
            assert 400 <= answer.status_code < 500, (method, end)
            assert answer["Content-Type"] == "application/json"
            assert harmless(answer, payload) == []


class TestNames:
    @pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
    def test_of_people_can_not_hold_it(self, payload: str) -> None:
        with pytest.raises(ValidationError):
            validate_name_form(payload)
