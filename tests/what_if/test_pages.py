"""The page of what if, without scripts."""

from __future__ import annotations

import html
import re

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from tests.decks.stored import deck_of, person
from tests.what_if.test_services import A_DAY, LEGAL
from vsdb.what_if import services

pytestmark = pytest.mark.django_db

BAN = "/what-if/?game=vs-classic&ban=savage-beatdown&format=golden-age"


def text_of(client: Client, address: str, status: int = 200, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == status
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


def three_decks() -> None:
    user, _ = person("ann")
    for number in range(3):
        deck_of(user, title=f"Army {number}", visibility="public", format="golden-age", as_of=A_DAY, text=LEGAL)


def test_the_form_is_sent_and_leads_to_an_address_that_holds_all_of_it(client: Client) -> None:
    sent = {
        "game": "vs-classic",
        "ban": ["Savage Beatdown", ""],
        "format": ["golden-age"],
        "from": "2008-07-01",
        "fix": "",
        "fact": "printed_limit",
        "value": "",
    }
    answer = client.post("/what-if/", sent)
    assert answer.status_code == 303
    assert answer["Location"] == ("/what-if/?game=vs-classic&format=golden-age&from=2008-07-01&ban=Savage+Beatdown")
    assert "Savage Beatdown is banned in Golden Age." in text_of(client, answer["Location"])


def test_lists_go_into_the_address_packed_and_into_the_form_again(client: Client) -> None:
    sent = {"game": "vs-classic", "ban": "Savage Beatdown", "format": "golden-age", "on": "2010-06-01", "lists": LEGAL}
    answer = client.post("/what-if/", sent)
    assert answer.status_code == 303
    assert "&list=z" in answer["Location"]
    page = text_of(client, answer["Location"])
    assert "Your lists" in page
    assert "Anyone with this link can see your lists." in page
    assert LEGAL.splitlines()[0] in page.partition('name="lists"')[2]


def test_lists_that_cannot_be_kept_are_answered_at_once(client: Client, settings: Settings) -> None:
    settings.SHARED_LISTS_MAX = 0
    lists = "\n".join([LEGAL, *(f"# remark {number} {number**7:x}" for number in range(400))])
    sent = {"game": "vs-classic", "ban": "Savage Beatdown", "format": "golden-age", "on": "2010-06-01", "lists": lists}
    answer = client.post("/what-if/", sent)
    assert answer.status_code == 200
    assert "Your lists" in answer.content.decode()


def test_the_answer_counts_decks_names_them_and_says_what_the_pool_loses(client: Client) -> None:
    three_decks()
    user, _ = person("bob")
    deck_of(user, title="Other", visibility="public", format="golden-age", as_of=A_DAY, text="4 Flying Kick")
    page = text_of(client, BAN)
    assert "Checked all 3 decks that can be affected." in page
    assert "The other 1 deck can’t be: no affected card" in page
    assert "Army 2" in page
    assert "4 <a" in page
    assert "Card pool" in page
    assert "Sample decks" in page


def test_the_next_decks_are_a_link_and_with_scripts_a_part_that_goes_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_decks()
    monkeypatch.setattr(services, "A_SLICE", 2)
    page = client.get(BAN).content.decode()
    (following,) = set(re.findall(r'href="(/what-if/[^"]*so-far=[^"]*)"', page))
    assert 'max="3" value="2"' in page
    following = html.unescape(following)
    second = text_of(client, following)
    assert "Checked all 3 decks that can be affected." in second
    assert "Army 0" in second
    assert "Army 2" not in second
    part = text_of(client, following, **{"HX-Request": "true"})
    assert "<h1" not in part
    assert 'hx-swap-oob="true"' in part
    assert "can't be" not in part
    refused = text_of(client, BAN + "&so-far=made-up", status=400)
    assert "start again with the first decks" in refused


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("ban=Savge+Beatdown", "did you mean Savage Beatdown"),
        ("ban=Flying+Kick&from=yesterday", "is not a date"),
        ("ban=Flying+Kick&format=brass-age", "has no format"),
        ("lift=Savage+Beatdown", "no ban of Savage Beatdown"),
        ("out=XXX", "no set 'XXX'"),
        ("erratum=Robin", "write card:fact=value"),
        ("brand=Marvel:0", "a rotation keeps 1 to 50"),
        ("brand=Marvel:2&format=golden-age", "no rotation by Marvel"),
        ("first=2030", "no rotation by year"),
    ],
)
def test_what_cannot_be_proposed_is_said_above_the_form_which_keeps_it(client: Client, query: str, said: str) -> None:
    page = text_of(client, f"/what-if/?game=vs-classic&{query}", status=400)
    assert said in page
    assert 'role="alert"' in page


def test_an_empty_form_says_what_to_do_and_an_unknown_game_shows_the_first(client: Client) -> None:
    answer = client.post("/what-if/", {"game": "vs-classic", "fact": "level", "value": ""})
    assert answer.status_code == 400
    assert "Propose at least one change" in answer.content.decode()
    assert client.get("/what-if/?game=chess").status_code == 200
    assert client.get("/what-if/?game=chess&ban=Flying+Kick").status_code == 400
    assert 'name="first"' in client.get("/what-if/?game=riftbound").content.decode()


def test_what_is_typed_is_escaped(client: Client) -> None:
    typed = '"><script>alert(1)</script>'
    for name in ("ban", "out", "format", "erratum", "lists", "from", "kept-Marvel", "so-far"):
        answer = client.get("/what-if/", {"game": "vs-classic", "ban": "Flying Kick", name: typed})
        assert "<script>alert" not in answer.content.decode(), name


def test_too_much_is_refused(client: Client) -> None:
    answer = client.post(
        "/what-if/", {"game": "vs-classic", "lists": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)}
    )
    assert answer.status_code == 400
    assert "too large" in answer.content.decode()
    many = "&".join(f"ban=card+{number}" for number in range(41))
    assert "at most 40" in text_of(client, f"/what-if/?game=vs-classic&{many}", status=400)


def test_the_answer_is_nobodys_to_keep(client: Client) -> None:
    answer = client.get(BAN)
    assert "no-store" in answer["Cache-Control"]
    assert "ETag" not in answer


def test_every_kind_of_change_is_told_in_words_and_stands_in_the_form_again(client: Client) -> None:
    query = (
        "game=vs-classic&from=2008-07-01&ban=flying-kick&lift=Gone+But+Not+Forgotten&out=MOR&in=MXM&brand=Marvel:2"
        "&legal=DCR:2008-09-01&erratum=savage-beatdown:printed_limit=1&erratum=savage-beatdown:has_flight=no"
        "&erratum=savage-beatdown:teams=&all-in=golden-age&on=2008-12-01"
    )
    page = text_of(client, f"/what-if/?{query}")
    for said in (
        "Flying Kick is banned in all formats.",
        "Gone But Not Forgotten is unbanned in all formats.",
        "MOR leaves all formats.",
        "MXM enters all formats.",
        "All formats keep the last 2 expansions of Marvel.",
        "DCR is legal from 1 September 2008.",
        "Erratum to Savage Beatdown: has flight: no; printed limit: 1; teams: not recorded.",
        "From 1 July 2008. Every deck is checked in Golden Age, on 1 December 2008.",
        'name="moved-to" type="date" value="2008-09-01"',
        'value="printed_limit" selected',
    ):
        assert said in page, said
    years = text_of(client, "/what-if/?game=riftbound&first=2026&format=standard")
    assert "rotates from 2026." in years


def test_the_cards_of_a_pool_are_paged(client: Client) -> None:
    page = text_of(client, "/what-if/?game=vs-classic&out=MUN&out=DCR&on=2010-06-01&pool=golden-age&page=2")
    assert "Page 2 of 2" in page


def test_titles_are_completed_from_two_letters_on(client: Client) -> None:
    def offered(**words: str) -> list[str]:
        return [each["query"] for each in client.get("/what-if/cards/", words).json()["completions"]]

    assert offered(q="savage be", game="vs-classic") == ["Savage Beatdown"]
    assert len(offered(q="s-", game="vs-classic")) == 0
    assert len(offered(q="sp", game="vs-classic")) == 8
    assert offered(q="s", game="vs-classic") == []
    assert offered(q="savage", game="chess") == []


def test_domains_that_lose_cards_have_their_signs(client: Client) -> None:
    page = text_of(client, "/what-if/?game=riftbound&ban=flame-chompers&on=2026-06-01&pool=standard")
    assert "Domain most affected" in page
    assert re.search(
        r'<th scope="row"><span class="domainsign"><svg [^>]*><use href="[^"]*#domain-fury"/></svg>Fury', page
    )
