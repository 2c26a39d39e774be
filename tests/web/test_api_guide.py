"""The pages about the API: every example is true, and every address is listed."""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import re
import shlex
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from vsdb.accounts.models import ApiToken
from vsdb.accounts.services import make_token
from vsdb.api.examples import ADDRESSES
from vsdb.api.guide_examples import EXAMPLES, GuideExample, find_difference
from vsdb.web.api_guide import CODES
from vsdb.web.api_reference import load_reference
from vsdb.web.templatetags.api_docs import mark_code

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    settings.API_RATE = settings.API_CHECK_RATE = settings.API_WRITE_RATE = ""


def send(client: Client, example: GuideExample) -> Any:
    headers = {}
    if example.needs_token:
        _, secret = make_token(User.objects.create_user("programmer"), name="guide", scope=ApiToken.Scope.WRITE)
        headers["Authorization"] = f"Bearer {secret}"
    if example.method == "GET":
        return client.get(example.path, headers=headers)
    return client.post(example.path, json.dumps(example.body), content_type="application/json", headers=headers)


class TestGuide:
    @pytest.mark.parametrize("name", EXAMPLES)
    def test_shows_the_answer_that_each_request_gets(self, client: Client, name: str) -> None:
        answer = send(client, EXAMPLES[name])
        assert answer.status_code == EXAMPLES[name].status
        assert find_difference(EXAMPLES[name].answer, answer.json()) == ""

    @pytest.mark.parametrize(
        ("shown", "real"),
        [
            ({"a": 1}, {"a": 1, "b": 2}),
            ({"a": 1, "…": "…"}, {"a": 2}),
            ({"a": 1, "…": "…"}, {"b": 1}),
            ([1], [1, 2]),
            ([1, "…"], [2]),
            ("ab…", "b"),
            (1, 2),
        ],
    )
    def test_is_found_out_where_an_answer_differs(self, shown: Any, real: Any) -> None:
        assert find_difference(shown, real)

    def test_has_every_example_as_a_line_for_a_shell(self, client: Client) -> None:
        page = html.unescape(client.get("/api/guide/").content.decode())
        for example in EXAMPLES.values():
            line = example.write_curl("http://testserver")
            assert line in page
            words = shlex.split(line)
            assert words[-1] == f"http://testserver{example.path}"
            if example.body is not None:
                assert json.loads(words[words.index("-d") + 1]) == example.body

    def test_offers_to_copy_every_request_and_the_client(self, client: Client) -> None:
        page = client.get("/api/guide/").content.decode()
        copied = re.findall(r'data-copy="([^"]+)"', page)
        assert sorted(copied) == sorted(["client-py", *(f"ask-{name}" for name in EXAMPLES)])
        assert all(f' id="{name}"' in page for name in copied)

    def test_names_addresses_that_there_are(self, client: Client) -> None:
        page = html.unescape(client.get("/api/guide/").content.decode())
        schema = client.get("/api/schema/", headers={"accept": "application/json"}).json()
        known = {re.sub(r"{\w+}", "<>", path) for path in schema["paths"]}
        named = re.findall(r"<code>(?:[A-Z]+ )?(?:http://testserver)?(/api/v1/[^<?]*(?:<\w+>[^<?]*)*)", page)
        assert len(named) > 10
        assert {re.sub(r"<\w+>", "<>", each).removesuffix("/") for each in named} <= {*known, "/api/v1"}

    def test_downloads_a_bulk_file_as_it_says(self, client: Client) -> None:
        page = html.unescape(client.get("/api/guide/").content.decode())
        found = re.search(r"curl -sO -J '([^']+)'\nsha256sum (\S+)\ngunzip -c (\S+) \| head -1", page)
        assert found
        answer = client.get(found[1].removeprefix("http://testserver"))
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{found[2]}"'
        assert found[2] == found[3]
        listed = client.get("/api/v1/bulk").json()["results"]
        assert hashlib.sha256(answer.content).hexdigest() in [each["sha256"] for each in listed]
        assert json.loads(gzip.decompress(answer.content).splitlines()[0])["game"] == "riftbound"

    def test_shows_headers_as_a_site_without_settings_of_its_own_sends_them(
        self, client: Client, settings: Settings
    ) -> None:
        settings.API_RATE, settings.API_CHECK_RATE = "600/minute", "120/minute"
        page = html.unescape(client.get("/api/guide/").content.decode())
        answer = client.post("/api/v1/check", "{}", content_type="application/json")
        assert f"RateLimit-Policy: {answer.headers['RateLimit-Policy']}\n" in page
        shown = re.search(r"RateLimit: (.*)", page)
        assert shown
        assert re.sub(r"\d+", "0", shown[1].removesuffix("</pre>")) == re.sub(r"\d+", "0", answer.headers["RateLimit"])

    def test_says_the_limits_of_this_site(self, client: Client, settings: Settings) -> None:
        settings.API_RATE = "77/hour"
        page = client.get("/api/guide/").content.decode()
        assert "77 per hour" in page
        assert "no limit" in page

    def test_shows_the_headers_that_a_check_gets(self, client: Client, settings: Settings) -> None:
        settings.API_RATE, settings.API_CHECK_RATE = "50/hour", "7/min"
        cache.clear()
        page = html.unescape(client.get("/api/guide/").content.decode())
        answer = client.post("/api/v1/check", {"deck": "4 Savage Beatdown"}, content_type="application/json")
        for name in ("RateLimit-Policy", "RateLimit"):
            assert f"{name}: {answer.headers[name]}\n" in page.replace("</pre>", "\n")
        settings.API_RATE = settings.API_CHECK_RATE = ""
        assert "RateLimit-Policy:" not in client.get("/api/guide/").content.decode()

    def test_has_no_example_that_no_test_sends(self, client: Client, settings: Settings) -> None:
        settings.API_RATE = "50/hour"
        page = client.get("/api/guide/").content.decode()
        shown = set(re.findall(r'<pre [^>]*aria-label="([^"]*)"', page))
        sent = {f"{word}: {name}" for name in EXAMPLES for word in ("Request", "Answer")}
        elsewhere = {"Download", "client.py"}  # tests/api/test_guide_client.py runs both
        assert shown == sent | elsewhere | {"Headers", "Header"}

    def test_names_the_codes_that_requests_get(self, client: Client) -> None:
        known = {each.code: each.status for each in CODES}
        answers = [
            client.get("/api/v1/cards?x=1"),
            client.get("/api/v1/none"),
            client.get("/api/v1/cards/named?exact=wolverine"),
            client.get("/api/v1/check"),
            client.get("/api/v1/games", headers={"accept": "text/csv"}),
            client.get("/api/v1/games", headers={"authorization": "Bearer x"}),
            client.get("/api/v1/following"),
            client.post("/api/v1/check", "{", content_type="application/json"),
            client.post("/api/v1/check", "x", content_type="text/plain"),
            client.post("/api/v1/check", json.dumps({"deck": "#"}), content_type="application/json"),
            client.post("/api/v1/decks", "{}", content_type="application/json"),
        ]
        for answer in answers:
            assert known[answer.json()["code"]] == answer.status_code

    def test_is_where_people_are_led_and_programs_are_not(self, client: Client) -> None:
        assert client.get("/api/", headers={"accept": "text/html,*/*"}).headers["Location"] == "/api/guide/"
        assert client.get("/api/").headers["Location"] == "/api/v1/"
        assert "Accept" in client.get("/api/").headers["Vary"]
        assert client.get("/api/guide").headers["Location"] == "/api/guide/"


class TestReference:
    def test_lists_every_address_with_its_method(self, client: Client) -> None:
        page = client.get("/api/docs/").content.decode()
        schema = client.get("/api/schema/", headers={"accept": "application/json"}).json()
        for path, methods in schema["paths"].items():
            assert f"<code>{path}</code>" in page
            for method in methods:
                assert re.search(rf"{method.upper()}</b> <code>{re.escape(path)}</code>", page)

    @pytest.mark.parametrize("subject", [each.slug for each in load_reference()])
    def test_has_a_page_for_each_subject_whose_links_lead_somewhere(self, client: Client, subject: str) -> None:
        page = client.get(reverse("api:docs-subject", args=(subject,))).content.decode()
        anchors = set(re.findall(r' id="([^"]+)"', page))
        main = page[page.index("<main") : page.index("</main>")]
        assert set(re.findall(r'href="#([^"]+)"', main)) <= anchors
        assert len(re.findall(r' id="([^"]+)"', page)) == len(anchors)

    def test_says_the_type_meaning_and_choices_of_fields(self, client: Client) -> None:
        page = " ".join(client.get("/api/docs/check/").content.decode().split())
        assert "<code>outcome</code>" in page
        assert "<code>uncertain</code>" in page
        assert 'href="#FindingShape">Finding</a>' in page
        assert "4 Savage Beatdown" in page

    def test_marks_code_and_says_where_a_token_is_needed(self, client: Client) -> None:
        assert mark_code("with `mine` <b>") == "with <code>mine</code> &lt;b&gt;"
        by_anchor = {each.anchor: each for subject in load_reference() for each in subject.operations}
        assert by_anchor["post-decks"].token == "Needs a token."
        assert by_anchor["get-decks"].token == ""
        assert by_anchor["post-error-reports"].token == ""
        assert by_anchor["post-check-batch"].token == ""

    def test_has_no_page_for_what_is_no_subject(self, client: Client) -> None:
        assert client.get("/api/docs/none/").status_code == 404

    @pytest.mark.parametrize("address", ADDRESSES)
    def test_offers_addresses_that_answer(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 200
        assert any(address in each.tries for subject in load_reference() for each in subject.operations)
