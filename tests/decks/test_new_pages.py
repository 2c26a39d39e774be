"""New decks: empty, pasted, uploaded, out of an address; and that no line is lost on the way in."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine import decklists
from vsdb.decks import selectors
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db

LIST = """# Doom
# format: silver-age
# as-of: 2008-07-01
# event: Pro Circuit
# player: Ann
4 Savage Beatdown
3 Savge Beatdown
???
2 Boris Personal Servant of Dr. Doom
"""


def read(client: Client, text: str, **words: str) -> str:
    answer = client.post("/decks/import/", {"list": text, **words}, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def kept(client: Client, text: str, **words: str) -> Deck:
    answer = client.post("/decks/import/", {"text": text, "keep": "yes", "title": "Kept", **words})
    assert answer.status_code == 302, answer.content.decode()
    return Deck.objects.latest("pk")


class TestStartingEmpty:
    def test_takes_a_game_a_format_and_a_title(self, client: Client) -> None:
        client.post("/decks/new/", {"game": "vs-2pcg", "format": "vs-2pcg/multiverse", "title": " Aliens  come "})
        deck = Deck.objects.get()
        assert (deck.game_id, deck.format, deck.title, deck.text) == ("vs-2pcg", "multiverse", "Aliens come", "")

    def test_a_format_alone_says_the_game(self, client: Client) -> None:
        client.post("/decks/new/", {"format": "riftbound/standard"})
        assert Deck.objects.get().game_id == "riftbound"

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ({}, "Choose a game."),
            ({"game": "vs-classic", "format": "riftbound/standard"}, "This format is for Riftbound."),
            ({"game": "chess"}, "chess"),
            ({"game": "vs-classic", "format": "vs-classic/no-more"}, "no-more"),
        ],
    )
    def test_what_is_missing_is_said_and_what_was_typed_stays(
        self, client: Client, words: dict[str, str], said: str
    ) -> None:
        answer = client.post("/decks/new/", {**words, "title": "My title"})
        page = answer.content.decode()
        assert answer.status_code == 400
        assert said in page
        assert 'value="My title"' in page
        assert not Deck.objects.exists()

    @pytest.mark.parametrize(
        ("asked", "chosen"),
        [
            ("", "vs-classic"),
            ("?game=riftbound", "riftbound"),
            ("?format=vs-2pcg/multiverse", "vs-2pcg"),
            ("?game=chess", "vs-classic"),
        ],
    )
    def test_begins_with_a_game_chosen(self, client: Client, asked: str, chosen: str) -> None:
        page = client.get(f"/decks/new/{asked}").content.decode()
        assert re.findall(r'name="game" value="([^"]*)" checked', page) == [chosen]

    def test_says_what_a_browser_keeps_to_those_without_an_account(self, client: Client) -> None:
        assert "No account needed" in client.get("/decks/new/").content.decode()

        client.force_login(User.objects.create_user("own"))

        assert "No account needed" not in client.get("/decks/new/").content.decode()

    def test_an_address_prefills_it(self, client: Client) -> None:
        page = client.get("/decks/new/?game=vs-classic&format=silver-age&title=Doom").content.decode()
        assert 'value="vs-classic" checked' in page
        assert '<option value="vs-classic/silver-age" selected>' in page
        assert 'value="Doom"' in page


class TestBringingAList:
    def test_shows_what_was_read_settled_and_is_to_decide_and_keeps_nothing(self, client: Client) -> None:
        page = read(client, LIST)
        assert "2 lines to check" in page
        assert "No card named “Savge Beatdown” is recorded." in page
        assert 'value="savage-beatdown"' in page
        assert "Corrected lines" in page
        assert '<option value="vs-classic/silver-age" selected>' in page
        assert 'value="2008-07-01"' in page
        assert not Deck.objects.exists()

    def test_every_line_is_kept_as_it_was_decided(self, client: Client) -> None:
        text = LIST + "1 Nobody\n2 Noone\n"
        deck = kept(
            client,
            text,
            **{"line-7": "savage-beatdown", "line-8": "drop", "line-10": "keep", "line-11": "other"},
            **{"other-11": "2 Mobilize"},
        )
        assert deck.text.splitlines() == [
            "4 Savage Beatdown",
            "3 Savage Beatdown",
            "2 Boris, Personal Servant of Dr. Doom",
            "1 Nobody",
            "2 Mobilize",
        ]

    def test_lines_that_nobody_decided_stay_as_they_are_written(self, client: Client) -> None:
        assert kept(client, LIST).text.splitlines() == [
            "4 Savage Beatdown",
            "3 Savge Beatdown",
            "???",
            "2 Boris, Personal Servant of Dr. Doom",
        ]

    def test_what_the_list_says_of_itself_is_kept(self, client: Client) -> None:
        deck = kept(client, LIST, format="vs-classic/silver-age", as_of="2008-07-01")
        assert (deck.event, deck.format, str(deck.as_of)) == ("Pro Circuit", "silver-age", "2008-07-01")
        assert selectors.get_revision(deck).notes == "player: Ann"

    def test_an_uploaded_file_is_read(self, client: Client) -> None:
        upload = SimpleUploadedFile("deck.csv", b"count,name\r\n4,Savage Beatdown\r\n")
        page = client.post("/decks/import/", {"file": upload, "game": "vs-classic"}, follow=True).content.decode()
        assert "CSV · 4 cards" in page

    @pytest.mark.parametrize(
        ("words", "field", "said"),
        [
            ({}, "list", "Paste a list"),
            ({"list": "4 Nobody at all"}, "list-game", "game"),
            ({"list": "x" * (decklists.MAX_BYTES + 1), "game": "vs-classic"}, "list", "at most"),
            ({"list": "4 Mobilize", "game": "chess"}, "list-game", "chess"),
        ],
    )
    def test_what_cannot_be_a_list_is_refused_at_its_field_with_the_way_out(
        self, client: Client, words: dict[str, str], field: str, said: str
    ) -> None:
        answer = client.post("/decks/import/", words)
        assert answer.status_code == 400
        problems = re.findall(r'<p class="field__error" id="([\w-]+)-problem">([^<]*)<', answer.content.decode())
        assert [place for place, _ in problems] == [field]
        assert said in problems[0][1]

    def test_a_wrong_day_or_format_is_said_and_the_list_stays(self, client: Client) -> None:
        for words in ({"as_of": "soon"}, {"format": "riftbound/standard"}, {"format": "vs-classic/no-more"}):
            answer = client.post("/decks/import/", {"text": LIST, "keep": "yes", **words})
            assert answer.status_code == 400
            assert "4 Savage Beatdown" in answer.content.decode()
        assert not Deck.objects.exists()

    def test_hostile_decisions_break_nothing(self, client: Client) -> None:
        for words in (
            {"line-999": "drop"},
            {"line-7": ""},
            {"line-x": "drop"},
            {"line-7": "other", "other-7": "1 a\n2 b"},
            {"line-99999999999": "drop"},
        ):
            assert client.post("/decks/import/", {"text": LIST, "keep": "yes", **words}).status_code in {302, 400}

    def test_an_address_brings_a_list_that_is_shown_and_not_kept(self, client: Client) -> None:
        answer = client.get("/decks/new/?game=vs-classic&card=4,savage-beatdown&card=2,Mobilize&title=Doom")
        page = answer.content.decode()
        assert "All lines were read" in page
        assert 'value="Doom"' in page
        assert not Deck.objects.exists()

    def test_an_address_that_cannot_be_read_is_refused_on_the_form(self, client: Client) -> None:
        answer = client.get("/decks/new/?code=broken-code&title=Doom")
        assert answer.status_code == 400
        assert "deck code" in answer.content.decode()
