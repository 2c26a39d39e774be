"""Organizers’ formats by their names: wherever a format is named, the newest version, or one that stays."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine.model.errors import NotFound
from tests.custom_formats.making import BANNED, BEATDOWNS, GAME, LEAGUE, a_format, next_version, person, published
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Game
from vsdb.catalog.cards.selectors import get_reference, pin_data_versions
from vsdb.catalog.formats.lookup import find_format, list_format_choices
from vsdb.catalog.formats.models import Format as OfficialFormat
from vsdb.check.services import check
from vsdb.core.errors import ApplicationError
from vsdb.custom_formats import selectors, services
from vsdb.decks import services as deck_services
from vsdb.decks import verdict_cache, verdict_records
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db
BANNING = {**LEAGUE, "bans": [BANNED]}


@pytest.fixture
def ola() -> User:
    return person("ola")[0]


def found(word: str) -> str:
    return find_format(get_reference(GAME), word).slug


def outcome(word: str, day: str = "2008-07-01") -> str:
    [checked] = check(f"# game: {GAME}\n# as-of: {day}\n{BEATDOWNS}", formats=[word])
    return checked.verdict.outcome


class TestFinding:
    def test_a_name_means_the_newest_version_and_a_number_one_that_stays(self, ola: User) -> None:
        fmt = published(ola)
        assert [found("lake-league"), found("Lake-League@1")] == ["lake-league@1", "lake-league@1"]
        next_version(fmt, BANNING)
        assert [found("lake-league"), found("lake-league@1")] == ["lake-league@2", "lake-league@1"]

    @pytest.mark.parametrize("word", ["lake-league@2", "lake-league@0", "lake-league@draft", "lake league@1", "@1"])
    def test_a_version_that_isnt_there_isnt_found(self, ola: User, word: str) -> None:
        published(ola)
        with pytest.raises(NotFound):
            found(word)

    def test_a_draft_is_nobodys_format_yet(self, ola: User) -> None:
        a_format(ola)
        with pytest.raises(NotFound):
            found("lake-league")

    def test_of_another_game_it_isnt_found(self, ola: User) -> None:
        published(ola)
        with pytest.raises(NotFound):
            find_format(get_reference("riftbound"), "lake-league")

    def test_a_retired_one_is_found_by_its_versions_only(self, ola: User) -> None:
        fmt = published(ola)
        services.retire(fmt)
        assert found("lake-league@1") == "lake-league@1"
        with pytest.raises(NotFound):
            found("lake-league")
        services.retire(fmt, is_over=False)
        assert found("lake-league") == "lake-league@1"

    def test_a_draft_isnt_retired(self, ola: User) -> None:
        fmt = a_format(ola)
        with pytest.raises(ApplicationError, match="Only a published format"):
            services.retire(fmt)
        services.publish(fmt, ola.pk)
        get_reference(GAME)
        assert found("lake-league") == "lake-league@1"

    def test_an_official_one_that_takes_its_name_comes_first(self, ola: User) -> None:
        published(ola, definition=BANNING)
        deck = Deck.objects.create(
            owner=ola, game_id=GAME, text=BEATDOWNS, format="lake-league", as_of=date(2008, 7, 1)
        )  # fmt: skip
        assert verdict_cache.map_own_outcomes([deck], verdict_records.get_today()) == {deck.pk: "illegal"}
        official = OfficialFormat.objects.get(game=GAME, slug="golden-age")
        official.pk, official.slug, official.name, official.short = None, "lake-league", "Lake", []
        official.definition = {**official.definition, "construction": {"deck_min": 1}}
        official.save()
        Game.objects.filter(pk=GAME).update(data_version="with an official Lake League")
        assert [found("lake-league"), found("lake-league@1")] == ["lake-league", "lake-league@1"]
        assert set(verdict_cache.map_own_outcomes([deck], verdict_records.get_today())) == {deck.pk}
        assert Judgement.objects.get(deck=deck, format="lake-league").outcome
        before = Judgement.objects.count()
        assert verdict_cache.check_own(Deck.objects.filter(pk=deck.pk), [GAME], verdict_records.get_today()) == (0, 0)
        assert Judgement.objects.count() == before

    def test_a_hidden_one_isnt_found_at_all(self, ola: User) -> None:
        services.hide(published(ola), "rude")
        for word in ("lake-league", "lake-league@1"):
            with pytest.raises(NotFound):
                found(word)

    def test_costs_a_query_once_and_none_afterwards(self, ola: User, django_assert_num_queries: object) -> None:
        published(ola)
        held = get_reference(GAME)
        find_format(held, "lake-league")
        with pin_data_versions(), django_assert_num_queries(0):  # type: ignore[operator]
            assert find_format(held, "lake-league") is find_format(held, "lake-league")

    def test_it_is_offered_with_the_others(self, ola: User) -> None:
        published(ola)
        a_format(ola, "Hidden draft")
        offered = [each.slug for each in list_format_choices(get_reference(GAME))]
        assert offered[-1] == "lake-league"
        assert "hidden-draft" not in offered
        assert list_format_choices(get_reference(GAME), "lake-league@1")[-1].slug == "lake-league@1"


class TestVerdicts:
    def test_say_the_version_in_format_citation_and_data_version(self, ola: User) -> None:
        published(ola, definition=BANNING)
        [checked] = check(f"# as-of: 2008-07-01\n{BEATDOWNS}", game=GAME, formats=["lake-league"])
        said = checked.verdict.as_dict()
        assert said["format"] == "lake-league@1"
        facts, slug, digest = said["data_version"].split("+")
        assert (facts, slug, len(digest)) == (get_reference(GAME).data_version, "lake-league@1", 12)
        assert "format:lake-league@1" in {each["citation"]["document"] for each in said["checked"]}

    def test_own_bans_hold_from_their_day_and_inherited_ones_beside_them(self, ola: User) -> None:
        published(ola, definition={**BANNING, "bans_of": "golden-age"})
        held = get_reference(GAME)
        fmt = find_format(held, "lake-league")
        assert fmt.bans[:-1] == held.formats["golden-age"].bans
        assert [outcome("lake-league", day) for day in ("2007-12-31", "2008-01-01")] == ["legal", "illegal"]

    def test_a_frozen_version_judges_as_ever(self, ola: User) -> None:
        fmt = published(ola)
        next_version(fmt, BANNING)
        assert [outcome("lake-league"), outcome("lake-league@1")] == ["illegal", "legal"]


class TestStoredDecks:
    def deck(self, user: User, fmt: str) -> Deck:
        snapshot = Snapshot(title="Doom", format=fmt, text=BEATDOWNS)
        return deck_services.create(Viewer(user.pk), GAME, snapshot)

    def test_keep_the_name_or_the_version_as_it_was_given(self, ola: User) -> None:
        published(ola)
        kept = [self.deck(ola, word).format for word in ("Lake-League", "lake-league@1", "silver")]
        assert kept == ["lake-league", "lake-league@1", "silver-age"]

    def test_no_kept_verdict_survives_a_new_version(self, ola: User) -> None:
        fmt, today = published(ola), verdict_records.get_today()
        by_name, frozen = self.deck(ola, "lake-league"), self.deck(ola, "lake-league@1")
        assert verdict_cache.map_own_outcomes([by_name, frozen], today) == {by_name.pk: "legal", frozen.pk: "legal"}
        next_version(fmt, BANNING)
        assert verdict_cache.map_own_outcomes([by_name, frozen], today) == {by_name.pk: "illegal", frozen.pk: "legal"}
        assert set(Judgement.objects.values_list("format", flat=True)) == {"lake-league@1", "lake-league@2"}

    def test_their_pages_show_the_verdict_and_lead_to_the_version(self, ola: User, client: Client) -> None:
        published(ola)
        deck = self.deck(ola, "lake-league")
        client.force_login(ola)
        page = client.get(f"/decks/{deck.pk}/{deck.slug}/").content.decode()
        assert "/formats/vs-classic/lake-league@1/" in page
        assert client.get(f"/decks/{deck.pk}/edit/").status_code == 200

    def test_are_found_by_it(self, ola: User, client: Client) -> None:
        published(ola)
        deck = self.deck(ola, "lake-league")
        deck_services.share(deck.pk, Viewer(ola.pk), "public")
        for query in ("legal:lake-league", "legal:lake-league@1", "format:lake-league"):
            page = client.get("/decks/", {"q": query}).content.decode()
            assert f"/decks/{deck.pk}/" in page, query


class TestSearch:
    def test_finds_cards_by_a_version_and_a_day(self, ola: User, client: Client) -> None:
        published(ola, definition=BANNING)
        asked = {"banned:lake-league@1@2008-07-01": 1, "banned:lake-league@2007-12-31": 0, 'banned:"lake-league@1"': 1}
        for query, count in asked.items():
            answer = client.get("/api/v1/cards", {"q": query, "game": GAME}).json()
            assert answer["count"] == count, query

    def test_an_answer_of_yesterdays_version_is_not_the_same_answer(self, ola: User, client: Client) -> None:
        fmt = published(ola)
        address = "/cards/vs-classic/?q=banned:lake-league"
        before = client.get(address).headers["ETag"]
        next_version(fmt, BANNING)
        answer = client.get(address, headers={"if-none-match": before})
        assert (answer.status_code, answer.headers["ETag"] == before) == (200, False)
        again = client.get(address, headers={"if-none-match": answer.headers["ETag"]})
        assert again.status_code == 304


class TestOtherDoors:
    def test_the_check_page_and_the_api_take_it(self, ola: User, client: Client) -> None:
        published(ola, definition=BANNING)
        asked = {"deck": BEATDOWNS, "format": "vs-classic/lake-league", "on": "2008-07-01"}
        page = client.get("/check/", asked).content.decode()
        assert "banned in Lake League" in page
        assert "/formats/vs-classic/lake-league@1/" in page
        sent = json.dumps({"deck": BEATDOWNS, "formats": ["lake-league@1"], "dates": ["2008-07-01"]})
        answer = client.post("/api/v1/check", sent, content_type="application/json").json()
        assert [each["outcome"] for each in answer["verdicts"]] == ["illegal"]

    def test_its_sets_on_any_day_are_a_page_and_an_answer(self, ola: User, client: Client) -> None:
        published(ola)
        for slug in ("lake-league", "lake-league@1"):
            assert client.get(f"/formats/vs-classic/{slug}/?on=2008-07-01").status_code == 200
            assert client.get(f"/api/v1/formats/vs-classic/{slug}").json()["slug"] == "lake-league@1"
        assert client.get("/formats/vs-classic/lake-league@2/").status_code == 404

    def test_a_definition_that_refers_to_nothing_any_more_is_still_a_format(self, ola: User) -> None:
        fmt = published(ola)
        version = selectors.get_version(fmt)
        version.definition["bans_of"] = "gone"
        assert selectors.build_version_format(get_reference(GAME), version).bans == ()
