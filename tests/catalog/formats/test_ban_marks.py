"""A banned card is marked wherever it stands: sign, word, since when and where; on any day, doubts as doubts."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine.formats.bans import is_named_by_ban
from engine.formats.changes import IN_FORCE, get_ban_state
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.ban_marks import describe_bans_of_name, find_ban_mark, list_bans_by_card, list_card_bans

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)


def reference(game: str) -> Reference:
    return selectors.get_reference(game)


def words(game: str, slug: str, on: date = TODAY, fmt: str = "") -> str:
    """What the mark of a card says; empty where it has none."""
    held = reference(game)
    mark = find_ban_mark(held.catalog.by_slug[slug], on, held.formats[fmt] if fmt else None)
    return mark.words if mark else ""


class TestMarks:
    @pytest.mark.parametrize(
        ("on", "said"),
        [
            (date(2026, 3, 30), ""),
            (date(2026, 3, 31), "banned in Constructed: Standard and 2v2 Constructed since 31 March 2026"),
            (TODAY, "banned in Constructed: Standard and 2v2 Constructed since 31 March 2026"),
        ],
    )
    def test_begin_on_the_first_day_of_the_ban(self, on: date, said: str) -> None:
        assert words("riftbound", "called-shot", on) == said

    @pytest.mark.parametrize(
        ("on", "said"),
        [
            (date(2005, 5, 31), ""),
            (date(2005, 6, 1), "may be banned in Golden Age"),
            (date(2005, 8, 1), "banned in Golden Age"),
            (date(2007, 6, 1), "may be banned in Golden Age"),
            (date(2008, 8, 11), ""),
        ],
    )
    def test_say_that_a_card_may_be_banned_between_two_days(self, on: date, said: str) -> None:
        assert words("vs-classic", "overload", on).partition(" and ")[0].partition(" since")[0] == said

    def test_say_since_when_as_closely_as_it_is_known(self) -> None:
        assert words("vs-classic", "gone-but-not-forgotten").endswith("since 23 September 2006")
        assert words("vs-classic", "go-down-fighting").endswith("since 30 November 2006 at the latest")

    def test_say_the_format_in_question_first(self) -> None:
        said = words("vs-classic", "go-down-fighting", fmt="silver-age")
        assert said.startswith("banned in Silver Age since 30 November 2006 at the latest; also in Golden Age and ")

    def test_tell_a_ban_in_other_formats_from_one_in_the_format_in_question(self) -> None:
        held = reference("vs-classic")
        mark = find_ban_mark(held.catalog.by_slug["enemy-of-my-enemy"], TODAY, held.formats["golden-age"])
        assert mark
        assert mark.is_elsewhere
        assert mark.words == "banned in Big Deck since 1 January 2004"

    def test_are_only_of_the_card_that_the_ban_names(self) -> None:
        marked = [slug for slug in list_bans_by_card("vs-classic", TODAY) if slug.startswith("dr-light")]
        assert marked == ["dr-light-master-of-holograms"]

    def test_call_a_ban_in_all_formats_one_in_every_format(self) -> None:
        assert "banned in every format since 24 May 2017" in {
            find_ban_mark(card, TODAY).words  # type: ignore[union-attr]
            for card in reference("vs-2pcg").catalog.by_name("Thanos")
            if find_ban_mark(card, TODAY)
        }

    @pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
    def test_are_there_for_every_ban_in_force_that_names_a_recorded_card(self, game: str) -> None:
        held, marked = reference(game), list_bans_by_card(game, TODAY)
        for fmt in (each for each in held.formats.values() if each.ends is None):
            for ban in (each for each in fmt.bans if get_ban_state(each, TODAY) == IN_FORCE):
                named = [card.slug for card in held.catalog.by_name(ban.card) if is_named_by_ban(card, ban)[0]]
                assert {*named} <= {*marked}

    def test_cost_no_query_once_the_cards_are_read(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        cards = reference("vs-2pcg").catalog.cards
        with django_assert_num_queries(0):
            marks = [find_ban_mark(card, TODAY) for card in cards]
        assert any(marks)


class TestNames:
    def test_of_which_every_card_is_banned_are(self) -> None:
        assert describe_bans_of_name("Go Down Fighting", ("vs-classic",), TODAY).startswith("✗ banned in Golden Age")

    def test_of_which_some_cards_are_banned_say_how_many(self) -> None:
        cards = reference("vs-classic").catalog.by_name("Dr. Light")
        assert describe_bans_of_name("Dr. Light", ("vs-classic",), TODAY) == f"✗ 1 of {len(cards)} cards banned"

    def test_of_which_none_is_banned_say_nothing(self) -> None:
        assert describe_bans_of_name("Savage Beatdown", ("vs-classic",), TODAY) == ""


SAID = "banned</b> in Golden Age and"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/cards/vs-classic/go-down-fighting/", SAID),
        ("/cards/vs-classic/?q=go+down+fighting&view=table", SAID),
        ("/cards/vs-classic/?q=go+down+fighting&view=text", SAID),
        ("/cards/vs-classic/?q=go+down+fighting", "Banned in Golden Age and 7 more formats since 30 November 2006"),
        ("/sets/riftbound/SFD/", "banned</b> in Constructed: Standard and 2v2 Constructed since 31 March 2026"),
        ("/sets/riftbound/SFD/?view=faces", "Banned in Constructed: Standard and 2v2 Constructed since 31 March 2026."),
    ],
)
def test_pages_mark_a_banned_card_in_words(client: Client, address: str, said: str) -> None:
    assert said in client.get(address).content.decode()


def test_a_card_s_page_marks_it_on_the_day_asked_about(client: Client) -> None:
    page = client.get("/cards/riftbound/called-shot/?on=2026-03-30").content.decode()
    assert "banmark" not in page
    assert "face__ban" not in page.partition('id="legality"')[0]


def test_a_mark_has_a_sign_beside_its_word(client: Client) -> None:
    page = client.get("/cards/riftbound/called-shot/").content.decode()
    mark = re.search(r'<span class="banmark[^>]*>(.*?)</b>', page)
    assert mark
    assert "#illegal" in mark[1]


def test_completion_marks_a_banned_name(client: Client) -> None:
    offers = client.get("/search/complete/", {"q": "called sh", "at": 9}).json()["completions"]
    assert [each["detail"] for each in offers if each["label"] == "Called Shot"] == [
        "card ✗ banned in Constructed: Standard and 2v2 Constructed since 31 March 2026"
    ]


def test_the_box_that_jumps_to_anything_marks_a_banned_card(client: Client) -> None:
    groups = client.get("/api/v1/jump", {"q": "called shot"}).json()["groups"]
    details = [place["detail"] for group in groups if group["kind"] == "card" for place in group["places"]]
    assert details == [
        "Riftbound · Spell · SFD-122 · ✗ banned in Constructed: Standard and 2v2 Constructed since 31 March 2026"
    ]


class TestApi:
    def test_gives_the_formats_that_ban_a_card(self, client: Client) -> None:
        banned = client.get("/api/v1/cards/riftbound/called-shot").json()["banned"]
        since = {"earliest": "2026-03-31", "latest": "2026-03-31"}
        links = {"page": "/formats/riftbound/standard/", "api": "/api/v1/formats/riftbound/standard"}
        ban = {"format": "standard", "name": "Constructed: Standard", "is_certain": True, "doubt": "", "since": since}
        team = {**ban, "format": "2v2-constructed", "name": "2v2 Constructed"}
        of_team = {name: address.replace("standard", "2v2-constructed") for name, address in links.items()}
        assert banned == [{**ban, **links}, {**team, **of_team}]
        assert client.get("/api/v1/cards/riftbound/called-shot?on=2026-03-30").json()["banned"] == []

    def test_gives_them_in_lists_too(self, client: Client) -> None:
        results = client.get("/api/v1/cards", {"q": "banned:standard", "game": "riftbound"}).json()["results"]
        assert len(results) == 12
        assert all(each["banned"] for each in results)

    def test_says_what_is_not_certain(self, client: Client) -> None:
        banned = client.get("/api/v1/cards/vs-classic/overload?on=2005-06-15").json()["banned"]
        assert {each["is_certain"] for each in banned} == {False}
        assert all(each["doubt"] for each in banned)

    def test_gives_none_for_a_free_card(self) -> None:
        card = reference("vs-classic").catalog.by_name("Savage Beatdown")[0]
        assert list_card_bans(card, timezone.localdate()) == []
