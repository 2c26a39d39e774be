"""The check page: from a pasted list to a verdict that a judge would accept."""

from __future__ import annotations

import json
import logging
import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vsdb.check.forms import list_samples

pytestmark = pytest.mark.django_db

CHECK = "/check/"
#: Sixty cards of Golden Age with one misspelt name.
LIST = "# Fists\n4 Hulk, Gladiator\n4 Hulk, Green Scar\n4 Savage Beatdwn\n48 MODOC Squad, Army ○ A.I.M.\n"


def words(page: str) -> str:
    """A page's text without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def check(
    client: Client, deck: str = LIST, form: str = "vs-classic/golden-age", on: str = "2010-06-01", **more: str
) -> str:
    response = client.post(CHECK, {"deck": deck, "format": form, "on": on, **more}, follow=True)
    assert response.status_code == 200, words(response.content.decode())
    return response.content.decode()


class TestSavingAsADeck:
    """A link from the verdict to the page where the list becomes a deck, in its format."""

    @staticmethod
    def open_link(client: Client, page: str) -> str:
        [address] = re.findall(r'href="([^"]*)">Save as a deck<', page)
        response = client.get(unescape(address))
        assert response.status_code == 200
        return response.content.decode()

    def test_keeps_the_cards_and_the_format(self, client: Client) -> None:
        page = self.open_link(client, check(client))

        assert 'value="vs-classic/golden-age" selected' in page
        assert "MODOC Squad" in page

    def test_keeps_a_day_that_is_past(self, client: Client) -> None:
        assert 'name="as_of" type="date" value="2010-06-01"' in self.open_link(client, check(client))

    def test_leaves_out_today(self, client: Client) -> None:
        page = check(client, on=timezone.localdate().isoformat())

        assert 'name="as_of" type="date" value=""' in self.open_link(client, page)

    def test_says_today_where_the_list_has_another_day(self, client: Client) -> None:
        today = timezone.localdate().isoformat()
        page = check(client, deck=f"# as-of: 2010-06-01\n{LIST}", on=today)

        assert f'name="as_of" type="date" value="{today}"' in self.open_link(client, page)


class TestVerdict:
    def test_is_told_in_one_line_with_its_figures(self, client: Client) -> None:
        page = words(client.get(CHECK, {"sample": "secret-avengers"}).content.decode())
        assert "Illegal in Silver Age on 1 July 2008 2 errors, 2 unknowns, 61 cards" in page

    def test_says_what_would_make_it_legal(self, client: Client) -> None:
        page = words(client.get(CHECK, {"sample": "secret-avengers"}).content.decode())
        assert (
            "To make it legal: remove 1 Falcon, Secret Avenger and 1 Dr. Light, Master of Holograms, add 1 card. "
            "One open question remains."
        ) in page

    def test_lists_findings_worst_first_with_figures_cards_and_citation(self, client: Client) -> None:
        page = client.get(CHECK, {"sample": "secret-avengers"}).content.decode()
        severities = re.findall(r'<li class="finding finding--(\w+)"', page)
        assert severities == ["error", "error", "unknown", "unknown"]
        first = words(re.findall(r'<li class="finding .*?</ul>.*?</li>', page, re.DOTALL)[0])
        assert "5 copies of Falcon, Secret Avenger; at most 4" in first
        assert "5 Falcon, Secret Avenger" in first
        assert 'href="/rules/cr-2007-02-05/101.2/"' in page
        assert "101.2</span> Four copies of a name" in page

    def test_cites_the_rule_where_it_can_be_read(self, client: Client) -> None:
        page = client.get(CHECK, {"sample": "secret-avengers"}).content.decode()
        addresses = set(re.findall(r'class="cite" href="([^"]+)"', page))
        assert len(addresses) > 10
        for address in addresses:
            assert client.get(unescape(address)).status_code == 200, address

    def test_folds_what_was_checked_and_holds_with_its_figures(self, client: Client) -> None:
        page = client.get(CHECK, {"sample": "warbound"}).content.decode()
        folded = page.partition("Rules that hold")[2].partition("</details>")[0]
        assert "deck size" in folded
        assert "60+" in folded

    def test_of_a_legal_deck_is_legal(self, client: Client) -> None:
        page = words(client.get(CHECK, {"sample": "warbound"}).content.decode())
        assert "Legal in Golden Age on 1 August 2008" in page
        assert "All checked rules hold." in page

    def test_says_beside_a_ban_what_an_unchanged_preconstructed_deck_may_hold(self, client: Client) -> None:
        page = check(client, "Deck\n1 Scrapheap", "riftbound/standard", "2026-05-10")
        assert "a preconstructed deck that is played unchanged" in words(page)
        assert "/rules/rb-tournament/601.2.d.2/" in page

    def test_marks_the_line_that_it_is_about(self, client: Client) -> None:
        page = check(client)
        row = next(row for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL) if "4 Savage Beatdwn" in row)
        assert 'class="line--unknown"' in row
        assert '<td class="decklist__no">4</td>' in row

    def test_names_its_basis(self, client: Client) -> None:
        page = words(client.get(CHECK, {"sample": "warbound"}).content.decode())
        assert "Rules edition cr-2007-02-05 Ban list Golden Age" in page
        assert "Date 2008-08-01" in page

    def test_is_given_for_the_other_formats_too(self, client: Client) -> None:
        page = words(check(client).partition("in other formats on this date")[2])
        assert "Silver Age" in page
        assert "Golden Age" not in page.partition("Rules edition")[0].replace("Golden Age Open", "")

    def test_can_be_had_in_another_format_with_one_click(self, client: Client) -> None:
        assert "in Silver Age on" in words(check(client, instead="vs-classic/silver-age"))

    def test_costs_the_same_queries_whatever_the_length(
        self, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        check(client)
        for deck in (LIST, LIST * 20):
            sent = client.post(CHECK, {"deck": deck, "format": "vs-classic/golden-age", "on": "2010-06-01"})
            with django_assert_num_queries(2):
                client.get(sent["Location"])


class TestSamples:
    def test_are_one_click_away(self, client: Client) -> None:
        page = client.get(CHECK).content.decode()
        for each in list_samples():
            assert f'href="/check/?sample={each.slug}"' in page

    @pytest.mark.parametrize(
        ("slug", "outcome"),
        [("secret-avengers", "Illegal"), ("warbound", "Legal"), ("a-force", "Legal"), ("jinx", "Illegal")],
    )
    def test_have_the_outcome_that_they_promise(self, client: Client, slug: str, outcome: str) -> None:
        page = client.get(CHECK, {"sample": slug}).content.decode()
        assert f"<b>{outcome}</b> in" in page

    def test_are_offered_on_the_front_page(self, client: Client) -> None:
        assert 'href="/check/?sample=secret-avengers"' in client.get("/").content.decode()


class TestAddress:
    def test_holds_a_short_list(self, client: Client) -> None:
        page = check(client)
        link = unescape(re.findall(r'href="/check/\?([^"]+)" data-copy', page)[0])
        again = client.get(f"{CHECK}?{link}").content.decode()
        assert again.partition('id="verdict"')[2] == page.partition('id="verdict"')[2]

    def test_does_not_hold_a_long_one(self, client: Client) -> None:
        page = check(client, LIST + "".join(f"# {number**15:x}\n" for number in range(500)))
        assert re.search(r'href="/check/\?[^"]*list=k[\w-]{24}" data-copy', page)
        assert "The link works until" in page

    def test_gives_the_verdict_as_json(self, client: Client) -> None:
        query = urlencode({"deck": LIST, "format": "vs-classic/golden-age", "on": "2010-06-01"})
        response = client.get(f"/check/json/?{query}")
        assert response.headers["Content-Type"] == "application/json"
        verdict = json.loads(response.content)
        assert (verdict["outcome"], verdict["format"], verdict["as_of"]) == ("uncertain", "golden-age", "2010-06-01")

    def test_of_json_without_a_list_is_400_with_the_field(self, client: Client) -> None:
        response = client.get("/check/json/")
        assert response.status_code == 400
        assert [fault["field"] for fault in json.loads(response.content)["errors"]] == ["deck"]


class TestWhatTheListSays:
    def test_stands_where_the_form_says_nothing(self, client: Client) -> None:
        deck = "# format: golden-age\n# game: vs-classic\n# as-of: 2010-06-01\n" + LIST
        assert "in Golden Age on 1 June 2010" in words(check(client, deck, form="", on=""))

    def test_yields_to_the_form(self, client: Client) -> None:
        deck = "# format: golden-age\n# game: vs-classic\n# as-of: 2010-06-01\n" + LIST
        page = words(check(client, deck, form="vs-classic/modern-age", on="2009-01-01"))
        assert "in Modern Age on 1 January 2009" in page

    def test_is_shown_in_the_form_afterwards(self, client: Client) -> None:
        page = client.get(CHECK, {"sample": "jinx"}).content.decode()
        assert '<option value="riftbound/standard" selected>' in page
        assert 'value="2026-04-15"' in page


class TestSuggestions:
    def test_take_the_place_of_the_line_and_keep_its_count(self, client: Client) -> None:
        page = check(client)
        value = re.findall(r'name="replace" value="([^"]+)"', page)[0]
        assert value == "4:4:vs-classic:savage-beatdown"
        again = check(client, replace=value)
        assert "\n4 Savage Beatdown\n" in again
        assert "Legal in Golden Age" in words(again)

    def test_of_a_game_with_many_cards_of_a_name_give_the_printing(self, client: Client) -> None:
        deck = "Main Character\n1 She-Hulk [AFF-003]\nDeck\n2 Dazler\n"
        page = check(client, deck, form="vs-2pcg/multiverse", on="2024-06-01")
        value = next(each for each in re.findall(r'name="replace" value="([^"]+)"', page) if each.endswith(":dazzler"))
        again = check(client, deck, form="vs-2pcg/multiverse", on="2024-06-01", replace=value)
        assert "\n2 Dazzler [AFF-016]\n" in again

    @pytest.mark.parametrize(
        "value",
        [
            "",
            "x",
            "0:1:vs-classic:savage-beatdown",
            "99:1:vs-classic:savage-beatdown",
            "4:4:chess:pawn",
            "4:4:vs-classic:nobody",
            "²:4:vs-classic:overload",
        ],
    )
    def test_that_make_no_sense_change_nothing(self, client: Client, value: str) -> None:
        assert "\n4 Savage Beatdwn\n" in check(client, replace=value)


class TestBadInput:
    """A clear sentence beside the field, what was typed kept, 400, and nothing logged as a crash."""

    @pytest.fixture(autouse=True)
    def _nothing_crashes(self, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.ERROR)

    @pytest.mark.parametrize(
        ("field", "value", "said"),
        [
            ("on", "2006-02-30", "2006-02-30 is not in the calendar; write a real date, such as 2008-07-01."),
            ("on", "1 July", "is not a date; write YYYY-MM-DD"),
            ("format", "vs-classic/nothing", "There is no format “vs-classic/nothing”"),
            ("deck", "", "Paste a list"),
            ("deck", "4 Hulk\0", "NUL"),
            ("deck", "4 Hulk\n" * 2001, "at most 2,000"),
            ("deck", "x" * 300_000, "at most"),
            ("deck", "1000000 Hulk, Gladiator\n" * 20, ""),
        ],
    )
    def test_is_told_beside_its_field(
        self, client: Client, caplog: pytest.LogCaptureFixture, field: str, value: str, said: str
    ) -> None:
        data = {"deck": LIST, "format": "vs-classic/golden-age", "on": "2010-06-01", field: value}
        response = client.post(CHECK, data, follow=True)
        page = response.content.decode()
        if said:
            assert response.status_code == 400
            problem = re.findall(rf'id="{field}-problem">(.*?)</p>', page, re.DOTALL)
            assert said in unescape(problem[0])
            assert f'aria-describedby="{field}-problem"' in page
        else:
            assert response.status_code == 200
            assert "<b>Illegal</b>" in page
        assert caplog.records == []

    def test_keeps_what_was_typed(self, client: Client) -> None:
        page = client.post(
            CHECK, {"deck": LIST, "format": "vs-classic/silver-age", "on": "2006-02-30"}
        ).content.decode()
        assert "4 Savage Beatdwn\n" in page
        assert '<option value="vs-classic/silver-age" selected>' in page
        assert 'value="2006-02-30"' in page

    def test_of_a_day_in_the_list_itself_is_told_beside_the_day(self, client: Client) -> None:
        response = client.post(CHECK, {"deck": "# as-of: 2006-02-30\n" + LIST, "format": "vs-classic/golden-age"})
        assert response.status_code == 400
        assert re.search(r'id="on-problem">[^<]*2006-02-30', response.content.decode())

    def test_of_ten_megabytes_is_refused_before_it_is_read(
        self, client: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        response = client.post(CHECK, {"deck": "x" * 10_000_000})
        assert response.status_code == 400
        assert "The list is too large" in response.content.decode()
        assert caplog.records == []

    def test_of_a_line_of_100_000_characters_is_a_finding(self, client: Client) -> None:
        page = check(client, LIST + "4 " + "x" * 100_000)
        assert "<b>Illegal</b>" in page
        assert "x" * 5_000 not in page.partition("Change the list")[0]

    def test_that_is_code_is_shown_as_text(self, client: Client) -> None:
        deck = '# <script>alert("title")</script>\n4 <img src=x onerror=alert(1)>\n</textarea><b>4 Hulk\n'
        page = check(client, deck)
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "</textarea><b>" not in page

    @pytest.mark.parametrize(
        "address",
        [
            "/check/?deck=%00&format=vs-classic/golden-age",
            "/check/?on=%00&deck=4+Hulk",
            "/check/?format=%00&deck=4+Hulk",
        ],
    )
    def test_in_the_address_is_told_too(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 400


class TestUpload:
    def test_stands_for_the_pasted_list(self, client: Client) -> None:
        file = SimpleUploadedFile("deck.txt", LIST.encode())
        sent = {"deck": "", "file": file, "format": "vs-classic/golden-age", "on": "2010-06-01"}
        response = client.post(CHECK, sent, follow=True)
        assert "4 Savage Beatdwn\n" in response.content.decode()
        assert "in Golden Age on 1 June 2010" in words(response.content.decode())

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ("4 Hulk".encode("utf-16"), "UTF-16"),
            (b"4 Hulk \xff", "isn’t UTF-8"),
            (b"4 Hulk\0", "NUL"),
            (b"4 Hulk\n" * 50_000, "at most"),
        ],
    )
    def test_that_is_not_a_list_is_refused_beside_its_field(self, client: Client, content: bytes, said: str) -> None:
        file = SimpleUploadedFile("deck.txt", content)
        response = client.post(CHECK, {"deck": "", "file": file, "format": "vs-classic/golden-age"})
        assert response.status_code == 400
        problem = re.findall(r'id="file-problem">(.*?)</p>', response.content.decode(), re.DOTALL)
        assert said in unescape(problem[0])

    def test_without_content_says_that_there_is_no_list(self, client: Client) -> None:
        file = SimpleUploadedFile("deck.txt", b"")
        response = client.post(CHECK, {"deck": "", "file": file, "format": "vs-classic/golden-age"})
        assert response.status_code == 400


def test_a_check_needs_no_token_because_it_is_nobodys() -> None:
    response = Client(enforce_csrf_checks=True).post(
        CHECK, {"deck": LIST, "format": "vs-classic/golden-age", "on": "2010-06-01"}
    )
    assert response.status_code == 303
    assert not response.cookies
