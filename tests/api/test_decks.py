"""Stored decks over HTTP: kept, changed, shared, read, and refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tests.api.asking import LIST, Asker, viewer
from vsdb.decks.deck_page import MAX_LOOKED_AT
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db

Ask = Callable[..., Any]


@pytest.fixture
def deck(ann: Asker) -> dict[str, Any]:
    made: dict[str, Any] = ann.ok(
        "POST", "decks", {"title": "Doom", "game": "vs-classic", "format": "golden", "deck": LIST, "notes": "Hm."}
    )
    return made


def public(ann: Asker, deck: dict[str, Any]) -> dict[str, Any]:
    shared: dict[str, Any] = ann.ok("POST", f"decks/{deck['id']}/share", {"visibility": "public"})
    return shared


class TestKeeping:
    def test_keeps_every_line_of_a_list(self, deck: dict[str, Any]) -> None:
        assert (deck["title"], deck["format"], deck["edition"], deck["visibility"]) == (
            "Doom",
            "golden-age",
            1,
            "private",
        )
        assert [line["written"] for line in deck["unsettled"]] == ["1 No such card", "what?"]
        assert all(line in deck["deck"] for line in ("No such card", "what?", "Savage Beatdown"))
        assert deck["sections"][0]["cards"][0] == {
            "count": 4,
            "slug": "savage-beatdown",
            "title": "Savage Beatdown",
            "page": "/cards/vs-classic/savage-beatdown/",
            "api": "/api/v1/cards/vs-classic/savage-beatdown",
        }

    @pytest.mark.parametrize(
        "sent",
        [
            {"deck": ["# game: vs-classic", "# format: golden", "4 Savage Beatdown"]},
            {"deck": [{"count": 4, "name": "Savage Beatdown"}], "game": "vs-classic"},
            {"deck": "Name,Count\nSavage Beatdown,4", "game": "vs-classic"},
            {"deck": "4 Savage Beatdown", "format": "golden", "game": "vs-classic"},
        ],
    )
    def test_takes_text_lines_items_and_layouts(self, ann: Asker, sent: dict[str, Any]) -> None:
        made = ann.ok("POST", "decks", sent)
        assert [(card["count"], card["slug"]) for card in made["sections"][0]["cards"]] == [(4, "savage-beatdown")]

    def test_takes_a_code_and_an_octgn_file_that_it_gave(self, ann: Asker, deck: dict[str, Any]) -> None:
        ann.ok("PATCH", f"decks/{deck['id']}", {"edition": 1, "deck": "4 Savage Beatdown"})
        for layout in ("code", "o8d", "json", "csv", "markdown", "bbcode"):
            text = ann.ok("GET", f"decks/{deck['id']}/export/{layout}")["text"]
            made = ann.ok("POST", "decks", {"deck": text})
            assert [card["slug"] for card in made["sections"][0]["cards"]] == ["savage-beatdown"], layout

    def test_begins_empty_where_no_list_is_sent(self, ann: Asker) -> None:
        made = ann.ok("POST", "decks", {"game": "riftbound"})
        assert (made["title"], made["size"], made["deck"]) == ("Untitled deck", 0, "")

    @pytest.mark.parametrize(
        ("sent", "place"),
        [
            ({"deck": [{"count": 4, "name": "No such card"}]}, "game"),
            ({}, "game"),
            ({"game": "vs-classic", "titel": "x"}, "titel"),
            ({"game": "vs-classic", "title": "x" * 121}, "title"),
            ({"game": "vs-classic", "as_of": "2006-02-30"}, "as_of"),
            ({"game": "vs-classic", "notes": "x" * 20_001}, "notes"),
            ({"deck": 4, "game": "vs-classic"}, "deck"),
        ],
    )
    def test_says_what_can_not_be_kept(self, ann: Asker, sent: dict[str, Any], place: str) -> None:
        refused = ann("POST", "decks", sent)
        assert refused.status_code == 400
        assert [fault["field"] for fault in refused.json()["errors"]] == [place]
        assert not Deck.objects.exists()

    def test_puts_the_next_version_whole(self, ann: Asker, deck: dict[str, Any]) -> None:
        saved = ann.ok("PUT", f"decks/{deck['id']}", {"edition": 1, "title": "Doom 2", "deck": "3 Flying Kick"})
        assert (saved["edition"], saved["title"], saved["format"], saved["notes"]) == (2, "Doom 2", None, "")

    def test_patches_what_is_sent_and_keeps_the_rest(self, ann: Asker, deck: dict[str, Any]) -> None:
        saved = ann.ok("PATCH", f"decks/{deck['id']}", {"edition": 1, "notes": "Other."})
        assert (saved["edition"], saved["notes"], saved["title"], saved["deck"]) == (2, "Other.", "Doom", deck["deck"])
        told = ann.ok(
            "PATCH", f"decks/{deck['id']}", {"event": "Gen Con", "played_on": "2006-08-12", "tags": ["Control"]}
        )
        assert (told["edition"], told["event"], told["played_on"], told["tags"]) == (
            2,
            "Gen Con",
            "2006-08-12",
            ["Control"],
        )
        only = ann.ok("PATCH", f"decks/{deck['id']}", {"tags": []})
        assert (only["event"], only["tags"]) == ("Gen Con", [])

    def test_a_change_of_the_list_names_its_version(self, ann: Asker, deck: dict[str, Any]) -> None:
        assert ann("PATCH", f"decks/{deck['id']}", {"notes": "x"}).json()["code"] == "edition-missing"

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            ({"event": "Gen Con", "notes": "x"}, 400),
            ({"event": "Gen Con", "notes": "x", "edition": 7}, 409),
            ({"tags": list("abcdefghi"), "notes": "x", "edition": 1}, 400),
        ],
    )
    def test_a_patch_of_which_a_part_is_refused_changes_nothing(
        self, ann: Asker, deck: dict[str, Any], sent: dict[str, Any], status: int
    ) -> None:
        assert ann("PATCH", f"decks/{deck['id']}", sent).status_code == status
        assert ann.ok("GET", f"decks/{deck['id']}") == deck

    def test_who_comes_second_gets_both_texts(self, ann: Asker, deck: dict[str, Any]) -> None:
        ann.ok("PATCH", f"decks/{deck['id']}", {"edition": 1, "deck": "3 Flying Kick"})
        refused = ann("PATCH", f"decks/{deck['id']}", {"edition": 1, "deck": "2 Savage Beatdown"})
        told = refused.json()
        assert (refused.status_code, told["code"], told["edition"]) == (409, "stale", 2)
        assert told["base"]["deck"] == deck["deck"]
        assert "2 Savage Beatdown" in told["mine"]["deck"]
        assert "3 Flying Kick" in told["theirs"]["deck"]
        assert "Flying Kick" in ann.ok("GET", f"decks/{deck['id']}")["deck"]

    def test_a_deleted_deck_is_gone(self, ann: Asker, deck: dict[str, Any]) -> None:
        ann.ok("DELETE", f"decks/{deck['id']}")
        assert ann("GET", f"decks/{deck['id']}").status_code == 404
        assert not Deck.objects.exists()


class TestVersions:
    def test_are_listed_read_brought_back_and_compared(self, ann: Asker, deck: dict[str, Any]) -> None:
        pk = deck["id"]
        ann.ok("PATCH", f"decks/{pk}", {"edition": 1, "deck": "3 Flying Kick", "comment": "Kicks"})
        listed = ann.ok("GET", f"decks/{pk}/versions")
        assert [(each["number"], each["comment"], each["by"]) for each in listed["results"]] == [
            (2, "Kicks", "ann"),
            (1, "", "ann"),
        ]
        assert ann.ok("GET", f"decks/{pk}/versions/1")["deck"] == deck["deck"]
        assert ann("GET", f"decks/{pk}/versions/3").status_code == 404
        found = ann.ok("GET", "decks/compare", a=f"{pk}@1", b=f"{pk}")
        assert {(each["name"], each["before"], each["after"]) for each in found["changes"]} >= {
            ("Savage Beatdown", 4, 0),
            ("Flying Kick", 0, 3),
        }
        back = ann.ok("POST", f"decks/{pk}/restore", {"version": 1})
        assert (back["edition"], back["deck"]) == (3, deck["deck"])
        assert ann.ok("GET", "decks/compare", a=f"{pk}@1", b=f"{pk}@3")["same"] is True

    def test_a_fork_is_one_s_own_and_says_where_it_came_from(
        self, ann: Asker, bob: Asker, deck: dict[str, Any]
    ) -> None:
        pk = public(ann, deck)["id"]
        made = bob.ok("POST", f"decks/{pk}/fork", {})
        assert (made["own"], made["author"], made["visibility"]) == (True, "bob", "private")
        assert made["forked_from"] == {
            "deck": pk,
            "version": 1,
            "page": f"/decks/{pk}/",
            "api": f"/api/v1/decks/{pk}",
        }
        ann.ok("POST", f"decks/{pk}/share", {"visibility": "private"})
        assert bob.ok("GET", f"decks/{made['id']}")["forked_from"] is None


class TestSharing:
    def test_by_a_secret_link_needs_no_token(self, ann: Asker, bob: Asker, nobody: Asker, deck: dict[str, Any]) -> None:
        pk = deck["id"]
        told = ann.ok("POST", f"decks/{pk}/share", {"visibility": "link"})
        secret = told["secret"]
        shown = nobody.ok("GET", f"shared/{secret}")
        assert (shown["title"], shown["own"], shown["secret"], shown["shared_page"]) == ("Doom", False, None, None)
        assert Client().get(told["shared_page"]).status_code == 200
        assert nobody("GET", f"decks/{pk}").status_code == 404
        for below in ("versions", "versions/1", "export/text", "hand?seed=1", "figures", "fingerprint"):
            assert nobody("GET", f"shared/{secret}/{below}").status_code == 200, below
        assert bob.ok("POST", f"shared/{secret}/fork", {})["author"] == "bob"
        other = ann.ok("POST", f"decks/{pk}/share", {"renew": True})["secret"]
        assert other != secret
        assert nobody("GET", f"shared/{secret}").status_code == 404
        ann.ok("POST", f"decks/{pk}/share", {"visibility": "private"})
        assert nobody("GET", f"shared/{other}").status_code == 404

    def test_the_list_has_public_decks_and_with_mine_one_s_own(
        self, ann: Asker, bob: Asker, nobody: Asker, deck: dict[str, Any]
    ) -> None:
        assert nobody.ok("GET", "decks")["results"] == ann.ok("GET", "decks")["results"] == []
        assert [each["id"] for each in ann.ok("GET", "decks", mine="true")["results"]] == [deck["id"]]
        assert bob.ok("GET", "decks", mine="true")["results"] == []
        assert nobody("GET", "decks", mine="true").status_code == 401
        public(ann, deck)
        assert [each["title"] for each in nobody.ok("GET", "decks")["results"]] == ["Doom"]

    def test_the_list_answers_queries_and_says_what_it_did_not_understand(
        self, ann: Asker, nobody: Asker, deck: dict[str, Any]
    ) -> None:
        public(ann, deck)
        found = nobody.ok("GET", "decks", q="contains:(n:savage)>=4 why:deck-size zonk:3")
        assert (found["count"], [note["message"] for note in found["notes"]]) == (
            0,
            ["There is no field “zonk” for decks, so no deck matches it."],
        )
        assert nobody.ok("GET", "decks", q=found["notes"][0]["without"])["count"] == 1
        assert nobody.ok("GET", "decks", q="-contains:(n:savage)")["count"] == 0
        assert nobody.ok("GET", "decks", game="riftbound")["count"] == 0

    @pytest.mark.parametrize("query", [{"zonk": "1"}, {"game": "chess"}, {"mine": "yes"}, {"q": "x" * 1001}])
    def test_the_list_refuses_what_it_can_not_read(self, nobody: Asker, query: dict[str, str]) -> None:
        assert nobody("GET", "decks", **query).status_code == 400

    def test_the_list_costs_no_query_a_deck(
        self, ann: Asker, nobody: Asker, deck: dict[str, Any], django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(8):
            public(ann, ann.ok("POST", "decks", {"title": f"No. {number}", "game": "riftbound"}))
        with django_assert_max_num_queries(9):
            assert nobody.ok("GET", "decks")["count"] == 8

    def test_nobody_keeps_an_answer(self, ann: Asker, nobody: Asker, deck: dict[str, Any]) -> None:
        public(ann, deck)
        for address in ("decks", f"decks/{deck['id']}", f"decks/{deck['id']}/export/text"):
            for who in (ann, nobody):
                answer = who("GET", address)
                assert "no-store" in answer["Cache-Control"]
                assert not answer.has_header("ETag")


class TestMadeOfADeck:
    def test_hands_are_dealt_again_by_their_seed(self, ann: Asker, deck: dict[str, Any]) -> None:
        path = f"decks/{deck['id']}/hand"
        assert ann.ok("GET", path, seed="7") == ann.ok("GET", path, seed="7")
        assert len(ann.ok("GET", path, seed="7", draw="2")["hand"]) == len(ann.ok("GET", path, seed="7")["hand"]) + 2
        assert isinstance(ann.ok("GET", path)["seed"], int)
        assert ann("GET", path, seed="x").status_code == 400
        assert ann("GET", path, seeds="1").status_code == 400

    def test_verdicts_are_those_of_the_check(self, ann: Asker, nobody: Asker, deck: dict[str, Any]) -> None:
        found = ann.ok("GET", f"decks/{deck['id']}/verdicts", formats="golden", dates="2008-05-20,2006-01-01")
        checked = nobody.ok(
            "POST",
            "check",
            {"deck": deck["deck"], "game": "vs-classic", "formats": ["golden"], "dates": ["2008-05-20", "2006-01-01"]},
        )
        assert found == checked
        every = ann.ok("GET", f"decks/{deck['id']}/verdicts")["verdicts"]
        assert len(every) > 10

    def test_figures_are_not_drawn_of_a_list_that_is_longer_than_any_deck(
        self, ann: Asker, deck: dict[str, Any]
    ) -> None:
        for edition, (lines, status) in enumerate(((MAX_LOOKED_AT, 200), (MAX_LOOKED_AT + 1, 400)), start=1):
            ann.ok("PATCH", f"decks/{deck['id']}", {"edition": edition, "deck": ["1 Savage Beatdown"] * lines})
            assert ann("GET", f"decks/{deck['id']}/figures").status_code == status

    def test_figures_count_copies(self, ann: Asker, deck: dict[str, Any]) -> None:
        found = ann.ok("GET", f"decks/{deck['id']}/figures")
        assert found["cards"] == 8
        assert sum(part["copies"] for part in found["types"]["parts"]) + found["types"]["unrecorded"] == 8

    def test_the_fingerprint_is_that_of_the_list(self, ann: Asker, nobody: Asker, deck: dict[str, Any]) -> None:
        found = ann.ok("GET", f"decks/{deck['id']}/fingerprint")
        read = nobody.ok("POST", "decks/read", {"deck": deck["deck"], "game": "vs-classic"})
        assert found["fingerprint"] == deck["fingerprint"] == read["fingerprint"]

    @pytest.mark.parametrize("name", ["sheet", "proxies"])
    def test_paper_is_pdf(self, ann: Asker, deck: dict[str, Any], name: str) -> None:
        made = ann("GET", f"decks/{deck['id']}/{name}", paper="letter")
        assert (made["Content-Type"], made.content[:5]) == ("application/pdf", b"%PDF-")
        assert ann("GET", f"decks/{deck['id']}/{name}", paper="a3").status_code == 400

    def test_a_layout_that_there_is_not_is_named(self, ann: Asker, deck: dict[str, Any]) -> None:
        assert ann("GET", f"decks/{deck['id']}/export/docx").status_code == 404


class TestReadingLists:
    def test_tells_what_was_read_guessed_and_is_to_be_decided_and_keeps_nothing(self, nobody: Asker) -> None:
        found = nobody.ok(
            "POST", "decks/read", {"deck": f"# Doom\n{LIST}\n1 Boris Personal Servant of Dr Doom", "game": "vs-classic"}
        )
        assert (found["layout"], found["title"]) == ("text", "Doom")
        assert {each["state"] for each in found["decisions"]} == {"unknown", "unreadable"}
        assert found["guesses"]
        assert not Deck.objects.exists()

    @pytest.mark.parametrize("sent", [{}, {"deck": "4 Zonk"}, {"deck": "<deck game='x'"}, {"deck": "x", "gmae": "y"}])
    def test_says_what_can_not_be_read(self, nobody: Asker, sent: dict[str, Any]) -> None:
        assert nobody("POST", "decks/read", sent).status_code == 400


class TestTalk:
    def test_comments_come_in_pages(self, bob: Asker, nobody: Asker, ann: Asker, deck: dict[str, Any]) -> None:
        pk = public(ann, deck)["id"]
        for text in ("One.", "Two.", "Three."):
            bob.ok("POST", f"decks/{pk}/comments", {"text": text})
        second = nobody.ok("GET", f"decks/{pk}/comments", page=2, page_size=2)
        assert ([each["text"] for each in second["results"]], second["count"]) == (["Three."], 3)

    def test_others_like_and_comment_and_take_it_back(
        self, ann: Asker, bob: Asker, nobody: Asker, deck: dict[str, Any]
    ) -> None:
        pk = public(ann, deck)["id"]
        bob.ok("PUT", f"decks/{pk}/like")
        bob.ok("PUT", f"decks/{pk}/like")
        assert nobody.ok("GET", f"decks/{pk}")["likes"] == 1
        assert ann("PUT", f"decks/{pk}/like").json()["code"] == "own-deck"
        bob.ok("DELETE", f"decks/{pk}/like")
        assert nobody.ok("GET", f"decks/{pk}")["likes"] == 0
        said = bob.ok("POST", f"decks/{pk}/comments", {"text": "Nice."})
        bob.ok("PATCH", f"decks/{pk}/comments/{said['id']}", {"text": "Very nice."})
        (shown,) = nobody.ok("GET", f"decks/{pk}/comments")["results"]
        assert (shown["text"], shown["by"], shown["own"], bool(shown["edited"])) == ("Very nice.", "bob", False, True)
        ann.ok("POST", f"decks/{pk}/report", {"why": "Rude.", "comment": said["id"]})
        assert ann("DELETE", f"decks/{pk}/comments/{said['id']}").status_code == 404
        bob.ok("DELETE", f"decks/{pk}/comments/{said['id']}")
        assert nobody.ok("GET", f"decks/{pk}/comments")["results"] == []

    def test_a_hidden_comment_is_shown_to_its_author_and_staff_alone(
        self, client: Client, ann: Asker, bob: Asker, nobody: Asker, deck: dict[str, Any]
    ) -> None:
        pk = public(ann, deck)["id"]
        said = bob.ok("POST", f"decks/{pk}/comments", {"text": "Rude."})
        Deck.objects.get(pk=pk).comments.update(hidden_at="2026-01-01T00:00:00Z", hidden_why="Rude")
        User.objects.create_superuser("staff")
        seen = [
            who.ok("GET", f"decks/{pk}/comments")["results"][0]["text"]
            for who in (bob, viewer(client, "staff"), ann, nobody)
        ]
        assert seen == ["Rude.", "Rude.", None, None]
        assert bob("PATCH", f"decks/{pk}/comments/{said['id']}", {"text": "x"}).status_code == 409


class TestLimits:
    def test_writing_too_often_is_refused_and_reading_is_not(
        self, ann: Asker, deck: dict[str, Any], settings: Settings
    ) -> None:
        from django.core.cache import cache

        cache.clear()
        settings.API_WRITE_RATE = "2/minute"
        statuses = [ann("PATCH", f"decks/{deck['id']}", {"tags": []}).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert ann("GET", f"decks/{deck['id']}").status_code == 200
        cache.clear()
