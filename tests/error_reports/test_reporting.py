"""Reporting an error: the form, its limits, what is stored, the answer's secret page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from engine import InputError
from vsdb.catalog.cards.models import Game
from vsdb.core.errors import ApplicationError
from vsdb.error_reports import services
from vsdb.error_reports.context import ReportContext
from vsdb.error_reports.models import MAX_TEXT, ErrorReport

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]

ABOUT = {
    "page": "/check/?deck=4+Hulk",
    "kind": "finding",
    "format": "vs-classic/silver-age",
    "on": "2008-07-01",
    "finding": "copy-limit",
}


def send(client: Client, **words: str) -> Any:
    return client.post("/report/", {**ABOUT, "text": "Its limit is wrong.", **words})


class TestTheForm:
    def test_carries_what_it_is_about(self, client: Client) -> None:
        page = client.get("/report/", ABOUT).content.decode()
        assert '<input type="hidden" name="finding" value="copy-limit">' in page
        assert '<input type="hidden" name="page" value="/check/">' in page
        assert "Hulk" not in page.partition("<main")[2]  # the header leads back here after signing in
        assert "Silver Age" in page or "silver-age" in page

    def test_names_the_card(self, client: Client) -> None:
        page = client.get("/report/", {"kind": "card", "subject": "vs-classic/savage-beatdown"}).content.decode()
        assert "Card: Savage Beatdown" in page

    def test_is_kept_by_nobody_and_found_by_no_search_engine(self, client: Client) -> None:
        answer = client.get("/report/")
        assert "no-store" in answer.headers["Cache-Control"]
        assert answer.headers["X-Robots-Tag"] == "noindex"

    @pytest.mark.parametrize("words", [{"page": "//evil.example"}, {"page": "javascript:alert(1)"}, {"kind": "<b>"}])
    def test_takes_no_address_of_another_site(self, client: Client, words: dict[str, str]) -> None:
        page = client.get("/report/", words).content.decode().partition("<main")[2]
        assert "evil" not in page
        assert "alert(1)" not in page
        assert "<b>" not in page


class TestSending:
    def test_needs_no_account_and_leads_to_a_secret_page(self, client: Client) -> None:
        answer = send(client, source="Rule 101.2")
        report = ErrorReport.objects.get()
        assert answer.headers["Location"] == f"/report/{report.key}/"
        assert len(report.key) == 32
        assert (report.text, report.source, report.state, report.by) == (
            "Its limit is wrong.",
            "Rule 101.2",
            "new",
            None,
        )
        page = client.get(answer.headers["Location"]).content.decode()
        assert "Its limit is wrong." in page
        assert "Staff will read it" in page

    def test_stores_the_context_without_the_list(self, client: Client) -> None:
        send(client)
        report = ErrorReport.objects.get()
        assert (report.page, report.kind, report.game, report.format) == (
            "/check/",
            "finding",
            "vs-classic",
            "silver-age",
        )
        assert report.finding == "copy-limit"
        assert report.as_of is not None
        assert len(report.data_version) > 10  # of the facts of now, where none was shown

    def test_with_an_account_stands_in_it(self, ann: tuple[User, Client], client: Client) -> None:
        send(ann[1])
        assert ErrorReport.objects.get().by == ann[0]
        assert "Its limit is wrong." in ann[1].get("/account/reports/").content.decode()
        assert client.get("/account/reports/").status_code == 302

    def test_shows_nobody_the_reports_of_others(self, ann: tuple[User, Client], reader: tuple[User, Client]) -> None:
        send(ann[1])
        assert "Its limit is wrong." not in reader[1].get("/account/reports/").content.decode()

    def test_escapes_what_was_written(self, client: Client, staff: tuple[User, Client]) -> None:
        where = send(client, text="<script>alert(1)</script>", source="<img src=x>").headers["Location"]
        for page in (client.get(where), staff[1].get("/reports/"), staff[1].get(f"/reports/{pk()}/")):
            text = page.content.decode()
            assert "<script>alert" not in text
            assert "<img src=x>" not in text
            assert "&lt;script&gt;" in text

    def test_needs_the_token_of_the_form(self) -> None:
        assert send(Client(enforce_csrf_checks=True)).status_code == 403
        assert not ErrorReport.objects.exists()

    def test_of_a_card_offers_its_facts_and_keeps_the_one_that_is_named(self, client: Client) -> None:
        about = {"kind": "card", "subject": "vs-classic/falcon-secret-avenger"}
        page = client.get("/report/", about).content.decode()
        offered = re.findall(
            r"<option[^>]*>([^<]+)</option>", page.partition('name="fact"')[2].partition("</select>")[0]
        )
        assert {"Name", "Recruit cost", "Bans"} <= {*offered}
        assert "Threshold cost" not in offered
        answer = client.post("/report/", {**about, "fact": "Recruit cost", "text": "It costs 3."})
        assert ErrorReport.objects.get().fact == "Recruit cost"
        assert "<dt>Fact</dt><dd>Recruit cost</dd>" in client.get(answer.headers["Location"]).content.decode()

    def test_of_a_card_refuses_a_fact_that_its_page_does_not_have(self, client: Client) -> None:
        about = {
            "kind": "card",
            "subject": "vs-classic/falcon-secret-avenger",
            "fact": "Shoe size",
            "text": "It is 12.",
        }
        assert client.post("/report/", about).status_code == 400
        assert not ErrorReport.objects.exists()

    def test_of_a_card_of_a_game_without_data_is_kept_with_its_key(self, client: Client) -> None:
        Game.objects.filter(pk="riftbound").delete()
        about = {"kind": "card", "subject": "riftbound/jinx", "text": "Wrong."}
        where = client.post("/report/", about).headers["Location"]
        assert "Card: jinx" in client.get(where).content.decode()

    def test_removes_addresses_that_an_answer_could_not_reach(self, client: Client) -> None:
        old = timezone.now() - timedelta(days=8)
        closed = {"text": "Old.", "email": "bo@example.org", "state": "fixed", "handled": old}
        kept = ErrorReport.objects.create(key="a" * 43, **{**closed, "handled": timezone.now()})
        gone = ErrorReport.objects.create(key="b" * 43, **closed)
        client.post("/report/", {"text": "New."})
        assert [ErrorReport.objects.get(pk=each.pk).email for each in (kept, gone)] == ["bo@example.org", ""]

    def test_of_a_page_offers_no_facts(self, client: Client) -> None:
        assert 'name="fact"' not in client.get("/report/").content.decode()


def pk() -> int:
    return ErrorReport.objects.get().pk


class TestRefusals:
    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ({"text": ""}, "Describe what is wrong."),
            ({"text": "   "}, "Describe what is wrong."),
            ({"text": "x" * (MAX_TEXT + 1)}, "at most 4000 characters"),
            ({"text": "a\0b"}, "Null characters are not allowed"),
            ({"source": "x" * 501}, "at most 500 characters"),
            ({"email": "nobody"}, "Enter a valid email address"),
            ({"website": "https://spam.example"}, "A hidden field was filled in"),
        ],
    )
    def test_are_said_and_nothing_is_stored(self, client: Client, words: dict[str, str], said: str) -> None:
        answer = send(client, **words)
        assert answer.status_code == 400
        assert said in answer.content.decode()
        assert not ErrorReport.objects.exists()

    def test_keep_what_was_written_and_its_context(self, client: Client) -> None:
        page = send(client, website="spam", source="A card").content.decode()
        assert "Its limit is wrong." in page
        assert 'value="A card"' in page
        assert 'value="spam"' not in page
        assert '<input type="hidden" name="finding" value="copy-limit">' in page

    def test_of_many_reports_of_one_address_keep_the_text(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"error_report": "2/h/ip"}
        assert [send(client).status_code for _ in range(3)] == [302, 302, 429]
        assert ErrorReport.objects.count() == 2
        page = send(client, text="The third.").content.decode()
        assert "Too many reports" in page
        assert "The third." in page
        assert Client(REMOTE_ADDR="10.0.0.9").post("/report/", {"text": "From elsewhere."}).status_code == 302

    def test_that_fail_cost_no_try(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"error_report": "1/h/ip"}
        assert [send(client, text="").status_code, send(client).status_code] == [400, 302]

    def test_of_a_full_queue(self, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
        monkeypatch.setattr(services, "MAX_OPEN", 1)
        send(client)
        with pytest.raises(ApplicationError, match="Too many reports"):
            services.file_report(ReportContext(), "One more.")
        assert send(client).status_code == 409

    def test_of_the_service_name_the_place(self) -> None:
        for text in ("", "x" * (MAX_TEXT + 1), "a\0b"):
            with pytest.raises(InputError, match="text"):
                services.file_report(ReportContext(), text)


class TestTheSecretPage:
    def test_is_nowhere_without_the_key(self, client: Client) -> None:
        send(client)
        key = ErrorReport.objects.get().key
        for wrong in (key[:-1], key + "x", key.swapcase(), "x" * 32):
            assert client.get(f"/report/{wrong}/").status_code == 404

    def test_shows_no_mail_address_and_no_name(self, ann: tuple[User, Client], client: Client) -> None:
        where = send(ann[1], email="me@example.org").headers["Location"]
        page = client.get(where).content.decode()
        assert "me@example.org" not in page
        assert not re.search(r"\bann\b", page)


class TestTheWayIn:
    @pytest.mark.parametrize("address", ["/", "/cards/", "/help/", "/rules/", "/nowhere/", "/account/login/"])
    def test_stands_on_every_page(self, client: Client, address: str) -> None:
        page = client.get(address).content.decode()
        assert f'href="/report/?page={address.replace("/", "%2F")}"' in page

    def test_of_a_page_with_a_list_in_its_address_holds_no_list(self, client: Client) -> None:
        page = client.get("/check/?deck=4+Savage+Beatdown&format=vs-classic/silver-age", follow=True).content.decode()
        links = re.findall(r'href="(/report/\?[^"]*)"', page)
        assert links
        assert not [each for each in links if "Savage" in each or "list%3D" in each]

    @pytest.mark.parametrize(
        ("address", "kind", "subject"),
        [
            ("/cards/vs-classic/savage-beatdown/", "card", "vs-classic/savage-beatdown"),
            ("/sets/vs-classic/MUN/", "set", "vs-classic/MUN"),
            ("/formats/vs-classic/silver-age/", "format", "vs-classic/silver-age"),
            ("/rules/cr-2.7/101.2/", "rule", "cr-2.7/101.2"),
            ("/keywords/vs-classic/boost/", "keyword", "vs-classic/boost"),
            ("/teams/vs-classic/warbound/", "team", "vs-classic/warbound"),
        ],
    )
    def test_stands_beside_facts(self, client: Client, address: str, kind: str, subject: str) -> None:
        page = client.get(address).content.decode()
        assert f"kind={kind}&amp;subject={subject.replace('/', '%2F')}" in page

    def test_stands_at_a_verdict_and_each_of_its_findings(self, client: Client) -> None:
        page = client.get("/check/?sample=secret-avengers").content.decode()
        findings = page.count('class="finding finding--')
        links = re.findall(r"/report/\?[^\"]*kind=finding&amp;[^\"]*", page)
        assert len(links) == findings > 1
        (verdict,) = re.findall(r"/report/\?[^\"]*kind=verdict&amp;[^\"]*", page)
        for word in ("format=vs-", "on=", "fingerprint=", "data="):
            assert word in verdict
