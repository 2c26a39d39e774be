"""The pages of checks of many lists: what is sent, the table, and who may read and cancel."""

from __future__ import annotations

import csv
import io
import json
import threading
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.check.many.sending import LEGAL, SHORT, paste, reload
from tests.check.many.test_archives import pack
from tests.commands import run as run_command
from vsdb.catalog.cards.models import Card
from vsdb.check.many import services, tasks, views
from vsdb.check.models import ManyCheck

pytestmark = pytest.mark.django_db
State = ManyCheck.State
PAGE = "/check/many/"
ASKED = {"format": "vs-classic/golden-age", "on": "2010-06-01"}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The checks that were handed to whoever works on them."""
    keys: list[str] = []
    monkeypatch.setattr(tasks, "start", keys.append)
    return keys


@pytest.fixture(autouse=True)
def _without_rate(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "check_many": ""}


def send(client: Client, lists: str = "", *files: tuple[str, bytes], **asked: str) -> ManyCheck:
    uploads = [SimpleUploadedFile(name, raw) for name, raw in files]
    answer = client.post(PAGE, {"lists": lists, "files": uploads, **ASKED, **asked})
    assert answer.status_code == 302, answer.content.decode()[:3000]
    check = ManyCheck.objects.latest("asked")
    assert answer["Location"] == reverse("decks:many-check", args=(check.pk,))
    return check


def read(client: Client, check: ManyCheck, query: str = "") -> str:
    answer = client.get(f"{PAGE}{check.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


class TestSending:
    def test_few_lists_answers_at_once(self, client: Client, started: list[str]) -> None:
        check = send(client, paste(services.AT_ONCE))
        assert (check.state, check.judged, check.game, check.format) == (State.DONE, 30, "vs-classic", "golden-age")
        assert started == []

    def test_more_has_them_judged_beside(self, client: Client, started: list[str]) -> None:
        check = send(client, paste(services.AT_ONCE + 1))
        assert (check.state, started) == (State.WAITING, [check.pk])
        page = read(client, check)
        assert "0 of 31 lists, 0 %" in page
        assert f'hx-get="{PAGE}{check.pk}/"' in page
        assert '<noscript><meta http-equiv="refresh"' in page

    def test_takes_files_a_zip_and_a_table_together(self, client: Client) -> None:
        check = send(
            client,
            "",
            ("Jane.txt", LEGAL.encode()),
            ("all.zip", pack(("lists/Joe.txt", SHORT.encode()), ("__MACOSX/x", b"x"))),
            ("all.csv", f"player,deck\nZoe,{LEGAL}".encode()),
        )
        rows = json.loads(client.get(f"{PAGE}{check.pk}/?as=json").content)["lists"]
        assert [(row["name"], row["outcome"]) for row in rows] == [
            *(("Joe", "illegal"), ("Jane", "legal"), ("Zoe", "legal"))
        ]

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"lists": ""}, "No lists; paste some, or choose files."),
            ({"lists": LEGAL, "format": "vs-classic/chess"}, "There is no format “vs-classic/chess”"),
            ({"lists": LEGAL, "on": "yesterday"}, "yesterday"),
            ({"lists": "\n---\n".join(["4 Overload"] * 1_001)}, "1,001 lists; at most 1,000"),
        ],
    )
    def test_says_what_is_wrong_and_keeps_what_was_typed(self, client: Client, sent: dict[str, str], said: str) -> None:
        answer = client.post(PAGE, {**ASKED, **sent})
        assert answer.status_code == 400
        page = answer.content.decode()
        assert said in page
        assert sent["lists"][:100] in page
        assert not ManyCheck.objects.exists()

    @pytest.mark.parametrize(
        ("raw", "said"),
        [
            (pack(("../Jane.txt", b"x")), "path inside it"),
            (pack(("a/", b""), (".hidden", b"x")), "No lists"),
            (b"PK\x03\x04 nothing", "damaged"),
            (pack(("[Content_Types].xml", b"x")), "spreadsheet"),
        ],
    )
    def test_refuses_a_hostile_or_empty_zip_with_why(self, client: Client, raw: bytes, said: str) -> None:
        answer = client.post(PAGE, {"files": SimpleUploadedFile("lists.zip", raw)})
        assert answer.status_code == 400
        assert said in answer.content.decode()
        assert not ManyCheck.objects.exists()

    def test_refuses_what_is_too_large(self, client: Client) -> None:
        answer = client.post(PAGE, {"files": SimpleUploadedFile("Jane.txt", b"4 Overload\n" * 200_000)})
        assert answer.status_code in {400, 413}
        assert "zip file" in answer.content.decode()

    def test_is_refused_to_a_form_of_another_site(self) -> None:
        answer = Client(enforce_csrf_checks=True).post(PAGE, {"lists": LEGAL})
        assert answer.status_code == 403
        assert not ManyCheck.objects.exists()

    def test_is_refused_while_the_site_is_read_only(self, client: Client, settings: Settings) -> None:
        settings.READ_ONLY = "A restore is under way."
        assert client.post(PAGE, {"lists": LEGAL}).status_code == 503

    def test_is_refused_to_an_address_that_sends_very_often(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "check_many": "1/h/ip"}
        send(client, LEGAL)
        answer = Client().post(PAGE, {"lists": LEGAL})
        assert answer.status_code == 409
        assert "from your network" in answer.content.decode()


class TestTheForm:
    def test_has_the_format_and_the_day_of_its_address(self, client: Client) -> None:
        page = client.get(PAGE, ASKED).content.decode()
        assert '<option value="vs-classic/golden-age" selected>' in page
        assert 'value="2010-06-01"' in page

    def test_lists_one_s_own_checks(self, client: Client) -> None:
        check = send(client, LEGAL)
        assert f"{PAGE}{check.pk}/" in client.get(PAGE).content.decode()
        assert f"{PAGE}{check.pk}/" not in Client().get(PAGE).content.decode()

    def test_is_led_to_by_the_check_page_and_the_site_map(self, client: Client) -> None:
        for page in ("/check/", "/help/", "/"):
            assert f'href="{PAGE}"' in client.get(page).content.decode()


class TestTheTable:
    def test_is_read_by_whoever_has_its_address(self, client: Client) -> None:
        check = send(client, paste(3))
        answer = Client().get(f"{PAGE}{check.pk}/")
        assert answer.status_code == 200
        assert answer["X-Robots-Tag"] == "noindex"
        assert "no-store" in answer["Cache-Control"]
        assert Client().get(f"{PAGE}{'A' * 22}/").status_code == 404

    def test_stands_worst_first_with_citation_and_counts(self, client: Client) -> None:
        check = send(client, paste(3))
        page = read(client, check)
        assert page.index("Player 3") < page.index("Player 1")
        assert "/rules/cr-2.7/101.1/" in page
        assert "<b>1</b>" in page
        assert "hx-get" not in page.split('id="many"')[1].split(">")[0]

    def test_marks_the_same_lists(self, client: Client) -> None:
        page = read(client, send(client, paste(2)))
        assert page.count("Same as") == 2

    def test_is_filtered_by_outcome_and_finding(self, client: Client) -> None:
        check = send(client, paste(4))
        page = read(client, check, "?outcome=illegal")
        assert "Player 3" in page
        assert "Player 1<" not in page
        assert "Player 1<" not in read(client, check, "?code=deck-size")
        assert "No list fits" in read(client, check, "?outcome=uncertain")
        assert client.get(f"{PAGE}{check.pk}/?outcome=fine").status_code == 400
        assert client.get(f"{PAGE}{check.pk}/?as=xml").status_code == 400

    def test_has_pages(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(views, "_ROWS", 2)
        check = send(client, paste(5))
        assert "page=2" in read(client, check)
        assert read(client, check, "?page=3").count('<tr id="list-') == 1

    def test_as_csv_has_the_filtered_rows_without_formulas(self, client: Client) -> None:
        check = send(client, f"# player: =cmd()\n{SHORT}\n---\n{LEGAL}")
        answer = client.get(f"{PAGE}{check.pk}/?outcome=illegal&as=csv")
        assert answer["Content-Disposition"].startswith('attachment; filename="lists-golden-age')
        rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
        assert [row["name"] for row in rows] == ["'=cmd()"]

    def test_writes_what_lists_say_as_text(self, client: Client) -> None:
        text = f"# player: <script>alert(1)</script>\n# title: <b>x\n{LEGAL}\n1 <img src=x onerror=alert(1)>"
        page = read(client, send(client, text))
        assert "<script>alert" not in page
        assert "<img src=x" not in page

    def test_says_why_the_check_does_not_go_on(self, client: Client, started: list[str]) -> None:
        check = send(client, paste(31))
        assert started
        services.record_problem(check.pk, "the task queue can't be reached: gone")
        assert "The task queue can&#x27;t be reached: gone." in read(client, check)

    def test_costs_the_same_queries_for_many_lists(self, client: Client, django_assert_max_num_queries: Any) -> None:
        check = send(client, paste(30))
        with django_assert_max_num_queries(6):
            read(client, check)


class TestOneList:
    def test_has_its_verdict_s_page(self, client: Client) -> None:
        check = send(client, paste(3))
        answer = Client().get(f"{PAGE}{check.pk}/3/")
        assert answer.status_code == 302
        address = urlsplit(answer["Location"])
        assert address.path == "/check/"
        page = client.get(answer["Location"]).content.decode()
        assert "Golden Age on 1 June 2010" in page
        assert client.get(f"{PAGE}{check.pk}/4/").status_code == 404

    def test_that_came_as_a_table_is_shown_as_deck_text(self, client: Client) -> None:
        check = send(client, "", ("Jane.csv", b'count,name\n59,"Sentinel Mark V, Army"\n'))
        page = client.get(f"{PAGE}{check.pk}/1/", follow=True).content.decode()
        assert "59 Sentinel Mark V" in page

    def test_too_long_for_an_address_has_it_there(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "kept_list": "1/h/ip"}
        settings.SHARED_LISTS_MAX = 0
        import secrets

        text = "\n".join([LEGAL, *(f"1 {secrets.token_hex(40)}" for _ in range(100))])
        check = send(client, text)
        answer = client.get(f"{PAGE}{check.pk}/1/")
        assert answer.status_code == 200
        assert "Uncertain" in answer.content.decode()

    def test_that_is_unreadable_is_shown_with_why_to_be_mended(self, client: Client) -> None:
        check = send(client, f"{LEGAL}\n---\n# no cards")
        answer = client.get(f"{PAGE}{check.pk}/2/")
        assert answer.status_code == 200
        page = answer.content.decode()
        assert "The list has no cards" in page
        assert "# no cards" in page


class TestCancelling:
    def test_is_for_the_browser_that_started_it(self, client: Client, started: list[str]) -> None:
        check = send(client, paste(31))
        assert started
        cancel = f"{PAGE}{check.pk}/cancel/"
        assert cancel in read(client, check)
        stranger = Client()
        assert cancel not in read(stranger, check)
        assert stranger.post(cancel).status_code == 404
        assert client.get(cancel).status_code == 405
        assert reload(check).state == State.WAITING
        assert client.post(cancel)["Location"] == f"{PAGE}{check.pk}/"
        assert reload(check).state == State.CANCELLED
        assert "Cancelled before the first list" in read(client, check)

    def test_is_for_the_account_that_started_it(self, client: Client, started: list[str]) -> None:
        ann, bob = (User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob"))
        client.force_login(ann)
        check = send(client, paste(31))
        assert (check.user, started) == (ann, [check.pk])
        other = Client()
        other.force_login(bob)
        assert other.post(f"{PAGE}{check.pk}/cancel/").status_code == 404
        assert Client().post(f"{PAGE}{check.pk}/cancel/").status_code == 404
        client.post(f"{PAGE}{check.pk}/cancel/")
        assert reload(check).state == State.CANCELLED


@pytest.mark.django_db(transaction=True)
def test_without_a_queue_a_thread_of_the_web_process_judges(client: Client) -> None:
    if not Card.objects.exists():
        run_command("load_reference")
    before = set(threading.enumerate())
    check = send(client, paste(31))
    for each in set(threading.enumerate()) - before:
        each.join()
    assert (reload(check).state, reload(check).judged) == (State.DONE, 31)
