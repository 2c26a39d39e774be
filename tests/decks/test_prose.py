"""Markdown in notes, in notes on cards and in comments: on pages, in the preview, in the API."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.core.test_markdown import HOSTILE, is_harmless
from tests.decks.stored import deck_of, page_of, person, text_of
from vsdb.accounts.viewers import Viewer
from vsdb.core.markdown import MAX_LENGTH
from vsdb.decks import comments, prose, services
from vsdb.decks.prose import render_prose

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


def test_notes_and_comments_are_shown_as_markdown(ann: tuple[User, Client], client: Client) -> None:
    notes = {"savage-beatdown": "Keep **two**, then [[Flying Kick]]."}
    deck = deck_of(ann[0], notes="# Plan\n\n- [[Flying Kick]]", card_notes=notes, visibility="public")
    comments.add_comment(deck, Viewer(person("bob")[0].pk), "*Well* built, [see](https://a.example).")
    kick = '<a href="/cards/vs-classic/flying-kick/" rel="nofollow ugc noopener">Flying Kick</a>'
    for address in (page_of(deck), f"/decks/{deck.pk}/versions/1/"):
        page = text_of(client, address)
        assert "<h3>Plan</h3>" in page
        assert f"<li>{kick}</li>" in page
        assert f"Keep <strong>two</strong>, then {kick}." in page
    page = text_of(client, page_of(deck))
    assert '<em>Well</em> built, <a href="https://a.example" rel="nofollow ugc noopener">see</a>.' in page


def test_a_name_of_several_cards_leads_to_them_all_and_one_of_none_stays() -> None:
    made = render_prose("[[Hulk]] [[Nobody at all]] [[savage beatdown]]", "vs-classic")
    assert 'href="/cards/vs-classic/?q=%22Hulk%22"' in made
    assert "[[Nobody at all]]" in made
    assert 'href="/cards/vs-classic/savage-beatdown/"' in made


def test_the_api_gives_the_source_and_the_html(ann: tuple[User, Client], client: Client) -> None:
    deck = deck_of(ann[0], notes="**x**", card_notes={"savage-beatdown": "*y*"}, visibility="public")
    comments.add_comment(deck, Viewer(person("bob")[0].pk), "<b>~~z~~</b>")
    for address in (f"/api/v1/decks/{deck.pk}", f"/api/v1/decks/{deck.pk}/versions/1"):
        told = client.get(address).json()
        assert (told["notes"], told["notes_html"]) == ("**x**", "<p><strong>x</strong></p>\n")
        assert told["card_notes"] == {"savage-beatdown": "*y*"}
        assert told["card_notes_html"] == {"savage-beatdown": "<p><em>y</em></p>\n"}
    (said,) = client.get(f"/api/v1/decks/{deck.pk}/comments").json()["results"]
    assert (said["text"], said["html"]) == ("<b>~~z~~</b>", "<p>&lt;b&gt;<s>z</s>&lt;/b&gt;</p>\n")


def test_a_hidden_comment_s_html_is_told_to_nobody_else(ann: tuple[User, Client], client: Client) -> None:
    deck = deck_of(ann[0], visibility="public")
    said = comments.add_comment(deck, Viewer(person("bob")[0].pk), "Rude.")
    staff = Viewer(User.objects.create_superuser("staff").pk, may_moderate=True)
    report = comments.report(deck, Viewer(ann[0].pk), "Rude", said.pk)
    comments.settle_report(report.pk, staff, hide=True, why="Rude")
    (told,) = client.get(f"/api/v1/decks/{deck.pk}/comments").json()["results"]
    assert (told["text"], told["html"]) == (None, None)


class TestThePreview:
    def test_shows_what_a_field_will_look_like(self, client: Client) -> None:
        for words, made in (
            ({"text": "**x**", "game": "vs-classic"}, "<p><strong>x</strong></p>\n"),
            ({"notes": "# x", "game": "riftbound"}, "<h3>x</h3>\n"),
            ({"note": "# x"}, "<p># x</p>\n"),
            ({"text": "  "}, '<p class="soft">Nothing to preview.</p>'),
            ({}, '<p class="soft">Nothing to preview.</p>'),
        ):
            answer = client.post("/decks/preview-text/", words)
            assert (answer.status_code, answer.content.decode()) == (200, made)
            assert answer.headers["Cache-Control"] == "private, no-store"

    def test_is_harmless_and_needs_the_form_s_token(self, client: Client) -> None:
        for text in (*HOSTILE, "x\x00y", "<b>" * 300_000):
            made = client.post("/decks/preview-text/", {"text": text, "game": "chess"}).content.decode()
            assert is_harmless(made), text[:80]
        assert Client(enforce_csrf_checks=True).post("/decks/preview-text/", {"text": "x"}).status_code == 403
        assert client.get("/decks/preview-text/").status_code == 405

    def test_of_more_than_notes_may_have_is_refused(self, client: Client) -> None:
        for length, status in ((services.MAX_NOTES, 200), (services.MAX_NOTES + 1, 400)):
            answer = client.post("/decks/preview-text/", {"text": "x" * length, "game": "vs-classic"})
            assert answer.status_code == status
        assert "20,001 characters, at most 20,000" in answer.content.decode()

    def test_is_not_kept_in_memory_nor_is_a_text_shown_as_typed(self, client: Client) -> None:
        held = prose._render_once.cache_info().currsize
        client.post("/decks/preview-text/", {"text": "previewed by nobody else", "game": "vs-classic"})
        prose.render_prose("x" * (MAX_LENGTH + 1), "vs-classic")
        assert prose._render_once.cache_info().currsize == held
        prose.render_prose("stored and shown again", "vs-classic")
        assert prose._render_once.cache_info().currsize == held + 1


TRACKING = (
    "![x](https://tracker.example/pixel.png)",
    "[![x](https://tracker.example/pixel.png)](https://a.example)",
    "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
    "![x][pixel]\n\n[pixel]: https://tracker.example/pixel.png",
    "<img src=https://tracker.example/pixel.png srcset='https://tracker.example/2.png 2x'>",
    "<picture><source srcset=//tracker.example/p.webp></picture>",
    "<video poster=https://tracker.example/p.png></video><audio src=//tracker.example/a></audio>",
    "<link rel=stylesheet href=https://tracker.example/a.css><style>@import '//tracker.example/b.css'</style>",
    "<p style='background:url(https://tracker.example/p.png)'>x</p><table background=//tracker.example/t.png>",
    "<object data=//tracker.example/o></object><embed src=//tracker.example/e><meta http-equiv=refresh content=0>",
    "<b><i><b><svg><a xlink:href=javascript:alert(1)><image href=https://tracker.example/i.png></a></svg></b></i></b>",
    "<input type=image src=https://tracker.example/p.png><button formaction=javascript:alert(1)>x</button>",
    "<base href=https://tracker.example/><a href=//tracker.example/x ping=https://tracker.example/p>x</a>",
)
_LOADING = (
    "src",
    "srcset",
    "poster",
    "data",
    "background",
    "ping",
    "action",
    "formaction",
    "style",
    "srcdoc",
    "xlink:href",
)


class Seen(HTMLParser):
    """What of a page a browser would run or load from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[tuple[str, str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        if tag in ("base", "object", "embed", "video", "audio", "iframe", "picture", "style"):
            self.faults.append((tag, "", ""))
        if tag == "script" and not held.get("src", "").startswith("/static/"):
            self.faults.append((tag, "", ""))
        for name, value in held.items():
            is_elsewhere = name in _LOADING and not re.match(r"/(?!/)|data:image/svg\+xml,|$", value)
            is_link = tag != "a" and name == "href" and not re.match(r"/(?!/)|http://testserver/|data:,|#", value)
            is_scheme = name == "href" and re.match(r"\s*(?!https?:|mailto:)[a-z][a-z0-9+.-]*:(?!,)", value, re.I)
            if name.startswith("on") or is_elsewhere or is_link or is_scheme:
                self.faults.append((tag, name, value))


class TestHostileTexts:
    """Nothing that somebody writes about a deck runs, or has a browser ask another host."""

    @pytest.mark.parametrize("begin", range(0, len(HOSTILE + TRACKING), 9))
    def test_neither_run_nor_load_anything_on_any_page(
        self, ann: tuple[User, Client], client: Client, begin: int
    ) -> None:
        texts = (HOSTILE + TRACKING)[begin : begin + 9]
        joined = "\n\n".join(text.replace("\x01", "") for text in texts)
        titled = " ".join(texts[0].replace("\x01", "").split())
        deck = deck_of(
            ann[0], title=titled[:100], notes=joined, card_notes={"savage-beatdown": joined[:900]}, visibility="public"
        )
        bob = Viewer(person("bob")[0].pk)
        for text in texts:
            comments.add_comment(deck, bob, text.replace("\x01", ""))
        for browser in (client, ann[1]):
            pages = [page_of(deck), f"/decks/{deck.pk}/versions/1/", "/decks/", f"/decks/{deck.pk}/frame/"]
            pages += [f"/decks/{deck.pk}/edit/", f"/decks/{deck.pk}/judge/"] if browser is ann[1] else []
            for address in pages:
                answer = browser.get(address)
                assert answer.status_code == 200, address
                assert Seen(answer.content.decode()).faults == [], address

    @pytest.mark.parametrize(
        "text",
        [
            "<img src=https://tracker.example/p>",
            "<img src=//tracker.example/p>",
            "<p onclick=x>",
            "<a href='javascript:x'>",
            "<script>",
            "<link href=https://a.example/a.css>",
            "<p style=x>",
        ],
    )
    def test_are_seen_where_they_stand(self, text: str) -> None:
        assert Seen(text).faults != []

    def test_would_be_refused_by_the_browser_too(self, ann: tuple[User, Client], client: Client) -> None:
        """Whatever slipped through both would still meet the page's content policy."""
        deck = deck_of(ann[0], notes="x", visibility="public")
        policy = client.get(page_of(deck)).headers["Content-Security-Policy"]
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert rules["default-src"] in ("'self'", "'none'")
        assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
        assert rules["img-src"] == "'self' data:"
        assert rules["base-uri"] == "'none'"
        assert rules["form-action"] == "'self'"
        assert "unsafe" not in policy

    @pytest.mark.parametrize("unit", ["[", "[[", "![", "](", "<", "> ", "**", "`", "[](", "[[a]] ", "<b>"])
    def test_of_100_kb_are_refused_or_shown_as_typed_at_once(self, ann: tuple[User, Client], unit: str) -> None:
        text = (unit * 100_000)[:100_000]
        deck = deck_of(ann[0], visibility="public")
        began = time.process_time()
        preview = ann[1].post("/decks/preview-text/", {"text": text, "game": "vs-classic"})
        assert preview.status_code == 400
        assert is_harmless(preview.content.decode())
        bob = person("bob")[1]
        assert bob.post(f"/decks/{deck.pk}/comments/", {"text": text}).status_code == 400
        saved = ann[1].post(f"/decks/{deck.pk}/edit/change/", {"op": "notes", "edition": 1, "notes": text})
        assert saved.status_code == 400
        assert "20,000" in saved.content.decode()
        assert time.process_time() - began < 5
        deck.refresh_from_db()
        assert deck.edition == 1
        assert not deck.comments.exists()

    def test_of_the_longest_that_may_be_kept_are_shown_in_time(self, ann: tuple[User, Client], client: Client) -> None:
        for unit in ("[", "![", "> ", "[[Hulk]] "):
            deck = deck_of(ann[0], notes=(unit * 20_000)[:20_000], visibility="public")
            began = time.process_time()
            assert client.get(page_of(deck)).status_code == 200
            assert time.process_time() - began < 10, unit
