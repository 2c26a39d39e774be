"""How much is on record: counted from the fixtures by hand; the same on pages, in the API and printed."""

from __future__ import annotations

import csv
import json
import re

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.commands import run
from vsdb.catalog.cards.coverage import CardsCoverage, FieldCoverage, get_coverage, list_coverage
from vsdb.catalog.cards.models import Card, CardSet, Team
from vsdb.search.services import search_cards

pytestmark = pytest.mark.django_db
GAMES = ("vs-classic", "vs-2pcg", "riftbound")


def rows_of(game: str, file: str) -> list[dict[str, str]]:
    """The rows of a fixture as a spreadsheet would see them."""
    lines = (settings.BASE_DIR / "fixtures" / game / file).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


class TestWords:
    @pytest.mark.parametrize(
        ("known", "words"),
        [
            (CardsCoverage(40, 40, None, ()), "40 recorded, total unknown"),
            (CardsCoverage(0, 0, None, ()), "not recorded yet"),
            (CardsCoverage(802, 802, 4534, (), is_total_exact=False), "802 of about 4,534 recorded"),
            (CardsCoverage(235, 221, 221, (), beyond=14), "221 of 221 recorded, and 14 with other numbers"),
            (CardsCoverage(0, 0, 24, ()), "none of 24 recorded yet"),
        ],
    )
    def test_say_how_many_cards_are_recorded_and_never_nought(self, known: CardsCoverage, words: str) -> None:
        assert known.words == words

    @pytest.mark.parametrize(
        ("known", "words"),
        [
            (158, "Cost known for 158 of 1,200 recorded"),
            (0, "Cost not recorded yet"),
            (1200, "Cost known for 1,200 of 1,200 recorded"),
        ],
    )
    def test_say_for_how_many_a_field_is_known(self, known: int, words: str) -> None:
        assert FieldCoverage("cost", "Cost", known, 1200).words == words

    @pytest.mark.parametrize(("known", "percent"), [(0, 0), (1199, 99), (1200, 100)])
    def test_call_only_the_whole_a_hundred_percent(self, known: int, percent: int) -> None:
        assert FieldCoverage("cost", "Cost", known, 1200).percent == percent

    def test_give_no_share_of_an_unknown_total(self) -> None:
        known = CardsCoverage(40, 40, None, ())
        assert (known.percent, known.missing) == (None, None)


class TestCounts:
    @pytest.mark.parametrize("game", GAMES)
    def test_every_card_of_the_fixtures_is_counted_once(self, game: str) -> None:
        assert (
            get_coverage(game).cards.recorded
            == len(rows_of(game, "cards.csv"))
            == Card.objects.filter(game=game).count()
        )

    def test_a_cost_is_known_where_the_file_has_one(self) -> None:
        rows = rows_of("vs-classic", "cards.csv")
        known = get_coverage("vs-classic").of_field("cost")
        assert known
        assert known.known == sum(bool(row["recruit_cost"] or row["threshold_cost"]) for row in rows)
        assert known.of == len(rows)

    def test_a_fact_of_some_types_is_asked_of_them_and_of_cards_without_a_type(self) -> None:
        rows = rows_of("vs-classic", "cards.csv")
        known = get_coverage("vs-classic").of_field("atk")
        assert known
        assert known.of == sum(row["type"] in ("Character", "") for row in rows)
        assert known.known == sum(bool(row["atk"]) for row in rows if row["type"] in ("Character", ""))

    def test_a_set_s_total_is_the_size_printed_on_its_cards(self) -> None:
        sizes = {row["code"]: row["numbered_to"] for row in rows_of("riftbound", "sets.csv")}
        totals = {each.code: each.cards.total for each in get_coverage("riftbound").sets}
        assert totals == {code: int(size) if size else None for code, size in sizes.items()}

    def test_a_variant_s_number_fills_no_second_place_of_its_set(self) -> None:
        for each in get_coverage("riftbound").sets:
            assert each.cards.total is None or each.cards.counted <= each.cards.total

    @pytest.mark.parametrize("game", GAMES)
    def test_a_query_finds_exactly_the_cards_that_are_missing(self, game: str) -> None:
        for each in get_coverage(game).cards.fields:
            if each.query:
                found = search_cards(each.query, game=game, today=timezone.localdate())
                assert (each.field, found.total) == (each.field, each.missing)

    @pytest.mark.parametrize("game", GAMES)
    def test_what_is_missing_most_comes_first(self, game: str) -> None:
        known = get_coverage(game)
        missing = [each.missing for each in known.cards.fields]
        assert missing == sorted(missing, reverse=True)
        empty = [each.cards.recorded == 0 for each in known.gaps]
        assert empty == sorted(empty, reverse=True)

    def test_are_made_once_a_version_of_the_data(self, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        first = list_coverage()
        with django_assert_max_num_queries(len(GAMES)):
            assert [one is other for one, other in zip(first, list_coverage(), strict=True)] == [True] * len(GAMES)


class TestPages:
    def test_of_gaps_are_drawn_with_words_beside_each_bar(self, client: Client) -> None:
        page = page_of(client, "/gaps/")
        assert "802 of about 4,534 recorded" in page
        assert f"{len(rows_of('riftbound', 'cards.csv')):,} recorded, total unknown" in page
        assert page.count("known__bar") >= page.count("known__words") > 10
        for game in GAMES:
            assert f'href="/gaps/{game}/"' in page

    @pytest.mark.parametrize("game", GAMES)
    def test_of_a_game_s_gaps_name_each_field_and_each_set_with_a_gap(self, client: Client, game: str) -> None:
        page, known = page_of(client, f"/gaps/{game}/"), get_coverage(game)
        for field in known.cards.fields:
            assert f'<span class="known__label">{field.label}</span>' in page
        assert re.findall(r'id="set-([^"]+)"', page) == [each.code for each in known.gaps]

    def test_of_sets_say_what_is_recorded_of_each(self, client: Client) -> None:
        page = page_of(client, "/sets/")
        for game in GAMES:
            for each in get_coverage(game).sets:
                assert each.cards.words in page
        assert '<td class="num">0</td>' not in page

    def test_of_a_set_say_what_is_known_by_field(self, client: Client) -> None:
        page = page_of(client, "/sets/vs-classic/MOR/")
        assert "40 recorded, total unknown" in page
        assert 'id="known"' in page

    @pytest.mark.parametrize("address", ["/keywords/vs-classic/", "/teams/vs-2pcg/"])
    def test_of_keywords_and_teams_call_none_not_recorded_yet(self, client: Client, address: str) -> None:
        Team.objects.create(game_id="vs-2pcg", slug="nobodies", name="Nobodies")
        page = page_of(client, address)
        assert "not recorded yet</span>" in page
        assert not re.search(r'small">\s*0\b', page)

    def test_cost_no_more_queries_for_more_sets(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.get("/gaps/vs-2pcg/")
        with django_assert_max_num_queries(1):
            client.get("/gaps/vs-2pcg/")

    def test_advise_whoever_runs_the_site_and_nobody_else(self, client: Client) -> None:
        addresses = ("/gaps/", "/gaps/vs-classic/")
        assert not [address for address in addresses if "manage.py" in page_of(client, address)]
        client.force_login(User.objects.create_user("member", password="x"))
        assert not [address for address in addresses if "manage.py" in page_of(client, address)]
        client.force_login(User.objects.create_superuser("staff", password="x"))
        assert [address for address in addresses if "/admin/importing/import/add/" in page_of(client, address)] == [
            *addresses
        ]

    def test_of_a_game_that_is_not_there_are_not_found(self, client: Client) -> None:
        assert client.get("/gaps/chess/").status_code == 404


class TestApi:
    def test_gives_each_game_s_counts(self, client: Client) -> None:
        found = client.get("/api/v1/coverage").json()["games"]
        assert [each["game"] for each in found] == [*GAMES]
        classic = found[0]
        assert (classic["cards"]["recorded"], classic["cards"]["total"]) == (802, 4534)
        assert {each["code"] for each in classic["sets"]} == {
            each.code for each in CardSet.objects.filter(game="vs-classic")
        }
        assert classic["gaps"][0] in {each["code"] for each in classic["sets"] if each["cards"]["recorded"] == 0}

    def test_tells_an_unknown_total_from_none(self, client: Client) -> None:
        cards = client.get("/api/v1/coverage/riftbound").json()["cards"]
        assert (cards["total"], cards["missing"]) == (None, None)

    def test_knows_no_other_game(self, client: Client) -> None:
        assert client.get("/api/v1/coverage/chess").status_code == 404


class TestCommand:
    def test_prints_what_the_api_gives(self, client: Client) -> None:
        status, out, _ = run("coverage_report", "--json")
        assert status == 0
        assert json.loads(out) == client.get("/api/v1/coverage").json()

    def test_prints_a_line_a_field_and_a_set(self) -> None:
        status, out, _ = run("coverage_report", "--game", "vs-classic")
        assert status == 0
        assert "802 of about 4,534 recorded" in out
        assert "Cost: 158 of 802 recorded" in out
        assert "Marvel Origins: 40 recorded, total unknown" in out
        assert "Riftbound" not in out

    def test_refuses_a_game_that_is_not_there(self) -> None:
        assert run("coverage_report", "--game", "chess")[0] == 2
