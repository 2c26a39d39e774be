"""Whatever people write stays text: in pages, files, paper, headers and answers of the API."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from copy import copy
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from defusedxml import ElementTree
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import DjangoDbBlocker, Settings

from tests.decks.who_may_table import DOOR, OF_ACCOUNTS, OF_ONESELF, OPEN
from tests.decks.world import with_cookies_of
from tests.sizes import share
from tests.snapshots import kept_rows
from vsdb.accounts.forms import validate_name_form
from vsdb.accounts.services import make_token
from vsdb.decks.models import Deck, Report
from vsdb.exchange.deck_lists.layouts import index_layouts

pytestmark = pytest.mark.django_db

#: Each with a word that stands nowhere else; none is longer than a tag may be.
PAYLOADS = {
    "script": "zqx<script>alert(1)</script>",
    "picture": "zqx<img src=x onerror=alert(1)>",
    "attribute": 'zqx" onfocus=alert(1) autofocus x="',
    "single quotes": "zqx' onmouseover='alert(1)",
    "style": "zqx</title><style>*{color:red}</style>",
    "address": "javascript:alert(1)//zqx",
    "data": "data:text/html,<script>1</script>zqx",
    "drawing": "zqx<svg/onload=alert(1)>",
    "comment": "zqx--><b>1</b><!--",
    "template": "zqx{{ 7|add:7 }}{% now 'Y' %}zqx",
    "formula": '=HYPERLINK("//evil.example","zqx")',
    "plus": "+1+cmd|' /C calc'!zqx",
    "minus": "-1+zqx",
    "at": "@SUM(1;1)zqx",
    "tabbed": "\t=1+1 zqx",
    "header": "zqx\r\nSet-Cookie: evil=1\r\n\r\nzqx",
    "bbcode": "[url=//evil.example]zqx[/url]",
    "markdown": "[zqx](javascript:alert(1)) ![x](//e.x)",
    "entity": "zqx]]><!ENTITY e SYSTEM 'file:///x'>&e;",
    "paper": "zqx) Tj /JS (app.alert(1)) /OpenAction",
    "elsewhere": "https://evil.example/zqx",
    "beside": "//evil.example/zqx",
    "turned": "zqx\u202egnp.exe",
}
#: Those that another one stands for: a tag for a tag, a sign that begins a formula for another.
VARIANTS = {
    *("picture", "style", "drawing", "comment", "data", "address"),
    *("plus", "minus", "at", "tabbed", "bbcode", "elsewhere", "beside"),
}
TRIED = [
    pytest.param(payload, id=name, marks=[pytest.mark.full] if name in VARIANTS else [])
    for name, payload in PAYLOADS.items()
]
CARD = "savage-beatdown"


UNLIMITED: dict[str, Any] = {
    **dict.fromkeys(("API_RATE", "API_CHECK_RATE", "API_WRITE_RATE"), ""),
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
}


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    for name, value in UNLIMITED.items():
        setattr(settings, name, value)


class Page(HTMLParser):
    """What a browser would make of a page: its tags with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def harm(self) -> list[str]:
        """What of it could do something that we didn't write."""
        found = []
        for tag, attributes in self.tags:
            names = [name for name in attributes if name.startswith("on") or name in ("style", "srcdoc")]
            found += [f"{tag} {name}={attributes[name]}" for name in names]
            for name in ("href", "src", "action", "formaction", "xlink:href"):
                value = attributes.get(name, "").strip().casefold()
                if re.match(r"(?:javascript|vbscript|data):|(?:https?:)?//(?!testserver)", value):
                    found.append(f"{tag} {name}={value}")
            if tag == "script" and not attributes.get("src", "").startswith(("/static/", "/api/docs/?")):
                found.append(f"script {attributes}")
            if tag in ("style", "iframe", "object", "embed", "base") or (
                tag == "meta" and attributes.get("http-equiv", "").casefold() == "refresh"
            ):
                found.append(tag)
        return found


class Written:
    """A public deck in which somebody has written one thing wherever anything can be written, by the forms and calls
    that are there for it; and those who look at it."""

    def __init__(self, payload: str) -> None:
        self.payload = payload
        called = payload.replace("/", "∕")  # no door lets such a name in; a slash none of Django's either
        users = {name: User.objects.create_user(f"{called} {name}", f"{name}@example.org") for name in "ab"}
        users["staff"] = User.objects.create_superuser("staff")
        self.author, self.reader, self.staff = (self.browser(user) for user in users.values())
        self.token = make_token(users["a"], name=payload[:60], scope="write")[1]
        post = self.author.post
        assert post("/decks/new/", {"game": "vs-classic", "title": payload}).status_code == 302
        pk = self.pk = Deck.objects.get().pk
        lines = f"4 Savage Beatdown\n1 {self.line}\n{self.line}\n# player: {self.line}\n"
        self.change(op="text", text=lines)
        self.change(op="notes", notes=payload)
        self.change(op="note", card=CARD, note=payload)
        self.change(op="about", title=payload, format="golden")
        post(f"/decks/{pk}/describe/", {"event": payload, "tags": payload})
        self.call("PATCH", "", {"tags": [payload[:40]]})
        self.call("PATCH", "", {"edition": self.edition, "notes": payload + payload, "comment": payload})
        post(f"/decks/{pk}/share/", {"visibility": "public"})
        for _ in range(2):
            assert self.reader.post(f"/decks/{pk}/comments/", {"text": payload}).status_code == 302
        deck = Deck.objects.get()
        second = deck.comments.last()
        assert second is not None
        self.reader.post(f"/decks/{pk}/report/", {"why": payload, "comment": second.pk})
        reported = Report.objects.get()
        self.staff.post("/decks/reports/", {"report": reported.pk, "decision": "hide", "why": payload})
        self.author.post(f"/decks/{pk}/report/", {"why": payload})
        self.reader.post(f"/decks/{pk}/fork/")
        self.place = f"/decks/{pk}/"
        self.page = f"{self.place}{deck.slug}/"
        self.secret = f"/decks/shared/{deck.secret}/"

    def anew(self) -> Written:
        """The same for a test of its own, with browsers of its own."""
        found = copy(self)
        found.author, found.reader, found.staff = (
            with_cookies_of(each) for each in (self.author, self.reader, self.staff)
        )
        return found

    @staticmethod
    def browser(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    @property
    def line(self) -> str:
        return " ".join(self.payload.split())

    @property
    def edition(self) -> int:
        return Deck.objects.get().edition

    def change(self, **sent: Any) -> None:
        answer = self.author.post(f"/decks/{self.pk}/edit/change/", {"edition": self.edition, **sent})
        assert answer.status_code in (200, 302, 400), answer.content

    def call(self, method: str, end: str, body: Any = None) -> HttpResponse:
        data = json.dumps(body) if body is not None else ""
        headers = {"Authorization": f"Bearer {self.token}"}
        address = f"/api/v1/decks/{self.pk}{end}"
        answer: Any = Client().generic(method, address, data, content_type="application/json", headers=headers)
        assert answer.status_code < 500
        return answer  # type: ignore[no-any-return]


@pytest.fixture(scope="module", params=TRIED)
def made(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Written]:
    with override_settings(**UNLIMITED), kept_rows(django_db_blocker) as store:
        yield store(lambda: Written(request.param))


@pytest.fixture
def written(made: Written) -> Written:
    return made.anew()


def harmless(answer: Any, payload: str) -> list[str]:
    """What an answer could do that we didn't write; none of it may."""
    found = [f"{name}: {value!r}" for name, value in answer.headers.items() if re.search(r"[\r\n]", value)]
    found += ["a cookie"] if "evil" in answer.cookies else []
    found += ["no nosniff"] if answer.get("X-Content-Type-Options") != "nosniff" else []
    if answer["Content-Type"].startswith("text/html"):
        text = answer.content.decode()
        found += Page(text).harm
        found += ["as it was written"] if re.search(r"[<\"']", payload) and payload in text else []
        found += ["a template's answer"] if "zqx14" in text else []
    return found


def pages_tried_with(payload: str, pages: list[str]) -> list[str]:
    """A quarter of the pages, another one for each payload, and in the other session the rest of them."""
    names = [name for name in PAYLOADS if PAYLOADS[name] == payload]
    if not VARIANTS.isdisjoint(names):
        return pages
    start = [*PAYLOADS].index(names[0]) % 4
    return share(pages[start:] + pages[:start], one_in=4)


class TestPages:
    def test_show_it_as_text(self, written: Written) -> None:
        page, payload = written.page, written.payload
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
            (Client(), (f"/decks/?{urlencode({'tag': payload, 'game': payload, 'format': payload})}",)),
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
        for address, sent in (
            (f"{place}share/", {"visibility": payload}),
            (f"{place}describe/", {"played_on": payload, "tags": ",".join([payload] * 9)}),
            (f"{place}edit/change/", {"op": payload, "edition": payload}),
            (f"{place}edit/change/", {"op": "about", "edition": 1, "base": 1, "format": payload, "title": payload * 9}),
            (f"{place}comments/", {"text": payload * 400}),
            (f"{place}report/", {"why": payload, "comment": payload}),
            (f"{place}fork/", {"version": payload}),
            ("/decks/new/", {"game": payload, "format": payload, "title": payload}),
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
    @pytest.mark.parametrize("payload", TRIED)
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
            assert [each for each in harmless(answer, payload) if name != "api:docs" or "style" not in each] == [], name
            led = urlsplit(urljoin("http://testserver/x/", answer.get("Location", "")))
            assert (led.scheme, led.netloc) == ("http", "testserver"), name
        script = client.get(f"/api/docs/?{urlencode({'script': '', 'lang': payload, 'version': payload})}")
        assert script["Content-Type"].startswith("application/javascript")
        assert not re.search(r"[<\"']", payload) or payload not in script.content.decode()


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
