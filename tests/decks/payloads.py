"""What somebody writes to do harm, a deck that holds it wherever anything can be written, and what of it an answer
would do."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import copy
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from tests.decks.world import with_cookies_of
from tests.sizes import share
from vsdb.accounts.services import make_token
from vsdb.decks.models import Deck, Report
from vsdb.web.linking import write_bookmark

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
VARIANTS = (
    *("picture", "style", "drawing", "comment", "data", "address"),
    *("plus", "minus", "at", "tabbed", "bbcode", "elsewhere", "beside"),
)
#: Those that are written as one text, which is still short enough for a title: each of them is looked for by itself.
#: First stands what does harm only where a text begins, and what shows where a text is quoted in part.
TOGETHER = (
    ("script", "attribute", "single quotes"),
    ("template", "paper", "turned"),
    ("formula", "header"),
    ("markdown", "entity"),
    ("address", "picture"),
    ("data", "style"),
    ("plus", "drawing"),
    ("minus", "comment"),
    ("at", "bbcode"),
    ("tabbed",),
    ("elsewhere",),
    ("beside",),
)
#: The payloads of each text, and the texts with the payloads in them.
WRITTEN = {", ".join(names): tuple(PAYLOADS[name] for name in names) for names in TOGETHER}
PARTS = {" ".join(parts): parts for parts in WRITTEN.values()}


def _tried(texts: Mapping[str, str]) -> list[Any]:
    return [
        pytest.param(text, id=name, marks=[pytest.mark.full] if set(name.split(", ")) <= set(VARIANTS) else [])
        for name, text in texts.items()
    ]


TRIED_ALONE = _tried(PAYLOADS)
TRIED = _tried(dict(zip(WRITTEN, PARTS, strict=True)))
CARD = "savage-beatdown"
#: The one script that a page hands out as an address, to be kept as a bookmark; with anything added it is harm.
OUR_BOOKMARK = write_bookmark("http://testserver")


UNLIMITED: dict[str, Any] = {
    **dict.fromkeys(("API_RATE", "API_CHECK_RATE", "API_WRITE_RATE"), ""),
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
}


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
                if tag == "a" and attributes.get(name) == OUR_BOOKMARK:
                    continue
                value = attributes.get(name, "").strip().casefold()
                if re.match(r"(?:javascript|vbscript|data):|(?:https?:)?//(?!testserver)", value):
                    found.append(f"{tag} {name}={value}")
            if tag == "script" and not attributes.get("src", "").startswith("/static/"):
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
        parts = PARTS[payload]
        for part in parts:
            self.token = make_token(users["a"], name=part, scope="write")[1]
        post = self.author.post
        assert post("/decks/new/", {"game": "vs-classic", "title": payload}).status_code == 302
        pk = self.pk = Deck.objects.get().pk
        lines = [f"{count}{' '.join(part.split())}" for part in parts for count in ("1 ", "")]
        self.change(op="text", text="\n".join(["4 Savage Beatdown", *lines, f"# player: {self.line}", ""]))
        self.change(op="notes", notes=payload)
        self.change(op="note", card=CARD, note=payload)
        self.change(op="about", title=payload, format="golden")
        post(f"/decks/{pk}/describe/", {"event": payload, "tags": ",".join(parts)})
        self.call("PATCH", "", {"tags": [part[:40] for part in parts]})
        self.call("PATCH", "", {"edition": self.edition, "notes": payload + payload, "comment": payload})
        post(f"/decks/{pk}/share/", {"visibility": "public"})
        deck = Deck.objects.get()
        # Lists quote the beginning alone; of what is hidden the text is shown to few, so that it is of the whole.
        for text in (*parts, payload):
            assert self.reader.post(f"/decks/{pk}/comments/", {"text": text}).status_code == 302
            newest = deck.comments.latest("pk")
            self.reader.post(f"/decks/{pk}/report/", {"why": text, "comment": newest.pk})
        reported = Report.objects.get(comment=newest)
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


def harmless(answer: Any, payload: str) -> list[str]:
    """What an answer could do that we didn't write; none of it may."""
    found = [f"{name}: {value!r}" for name, value in answer.headers.items() if re.search(r"[\r\n]", value)]
    found += ["a cookie"] if "evil" in answer.cookies else []
    found += ["no nosniff"] if answer.get("X-Content-Type-Options") != "nosniff" else []
    if answer["Content-Type"].startswith("text/html"):
        text = answer.content.decode()
        found += Page(text).harm
        parts = PARTS.get(payload, (payload,))
        found += [f"as it was written: {part}" for part in parts if re.search(r"[<\"']", part) and part in text]
        found += ["a template's answer"] if "zqx14" in text else []
    return found


def pages_tried_with(payload: str, pages: list[str]) -> list[str]:
    """A quarter of the pages, another one for each payload, and in the other session the rest of them."""
    names = [name for name in PAYLOADS if PAYLOADS[name] == payload]
    if not set(VARIANTS).isdisjoint(names):
        return pages
    start = [*PAYLOADS].index(names[0]) % 4
    return share(pages[start:] + pages[:start], one_in=4)
