"""Checklists, and formats on a day."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.games.riftbound import restrictions as riftbound_restrictions
from engine.games.vs_2pcg import restrictions as pcg_restrictions
from engine.model.formats import Restriction
from engine.rules import chosen_restrictions
from vsdb.catalog.cards.models import CardSet
from vsdb.catalog.formats.messages import WORDED, describe_restriction
from vsdb.catalog.formats.models import Format


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


@pytest.mark.django_db
class TestSets:
    def test_list_every_set_with_its_days(self, client: Client) -> None:
        page = page_of(client, "/sets/")
        assert 'href="/sets/vs-classic/MUN/"' in page
        assert "27 June 2008" in page
        assert len(re.findall(r'href="/sets/[\w-]+/\w+/">[^<]*</a></th>', page)) == CardSet.objects.count()

    def test_have_a_checklist_in_the_order_of_the_numbers(self, client: Client) -> None:
        page = page_of(client, "/sets/vs-2pcg/AFF/")
        numbers = re.findall(r'<td class="code">(\d+)</td>', page)
        assert numbers == sorted(numbers)
        assert len(numbers) == 54

    def test_count_their_cards_by_type_and_team(self, client: Client) -> None:
        page = page_of(client, "/sets/vs-2pcg/AFF/")
        rows = dict(re.findall(r'<th scope="row">(?:<a [^>]*>)?([^<]*)(?:</a>)?</th><td class="num">(\d+)</td>', page))
        assert (rows["Main Character"], rows["A-Force"]) == ("16", "26")
        assert 'href="/cards/vs-2pcg/?q=s%3AAFF+t%3A%22Main+Character%22"' in page

    def test_count_their_rarities_where_they_are_recorded(self, client: Client) -> None:
        assert "By rarity" in page_of(client, "/sets/riftbound/OGN/")
        assert "By rarity" not in page_of(client, "/sets/vs-2pcg/AFF/")

    def test_without_a_recorded_card_say_so(self, client: Client) -> None:
        assert "No card of this set is recorded yet" in page_of(client, "/sets/riftbound/LGC/")

    def test_name_the_set_they_are_legal_with(self, client: Client) -> None:
        assert 'Legal with</dt><dd><a href="/sets/vs-classic/DGL/"' in page_of(client, "/sets/vs-classic/DBM/")


@pytest.mark.django_db
class TestFormats:
    def test_have_the_sets_of_the_day(self, client: Client) -> None:
        # The last four sets of each brand: a set takes the place of another on the day it becomes legal.
        def sets_in(on: str) -> list[str]:
            page = page_of(client, f"/formats/vs-classic/silver-age/?on={on}")
            rows = re.findall(r"<tr>.*?</tr>", page.partition('id="sets"')[2].partition("Sets not in it")[0], re.DOTALL)
            return [re.findall(r'soft">(\w+)<', row)[0] for row in rows if "> in</span>" in row]

        assert "MUN" not in sets_in("2008-06-26")
        assert "MUN" in sets_in("2008-06-27")
        assert "MXM" in sets_in("2008-06-26")
        assert "MXM" not in sets_in("2008-06-27")

    def test_tell_their_bans_with_both_days(self, client: Client) -> None:
        page = page_of(client, "/formats/vs-classic/golden-age/?on=2008-07-01")
        row = next(each for each in re.findall(r"<tr>.*?</tr>", page, re.DOTALL) if "Dr. Light" in each)
        assert "in force" in row
        assert "between 1 January and 28 February 2007" in row

    def test_say_what_they_ask(self, client: Client) -> None:
        page = page_of(client, "/formats/vs-2pcg/duality/?on=2023-05-01")
        assert "Deck size: exactly 60 cards." in page
        assert "at most 2 main characters" in page.lower()

    def test_out_of_season_say_so(self, client: Client) -> None:
        assert "Out of season." in page_of(client, "/formats/vs-2pcg/duality/?on=2023-03-31")
        assert "Out of season." not in page_of(client, "/formats/vs-2pcg/duality/?on=2023-04-01")

    def test_of_a_day_that_cannot_be_read_say_so_beside_the_field(self, client: Client) -> None:
        response = client.get("/formats/vs-classic/silver-age/?on=2006-02-30")
        assert response.status_code == 400
        assert 'value="2006-02-30" aria-invalid="true"' in response.content.decode()

    def test_are_all_there(self, client: Client) -> None:
        page = page_of(client, "/formats/?on=2020-01-01")
        assert len(re.findall(r'href="/formats/[\w-]+/[\w-]+/\?on=2020-01-01"', page)) == Format.objects.count() == 70

    def test_each_have_a_page(self, client: Client) -> None:
        for game, slug in Format.objects.values_list("game", "slug"):
            assert client.get(f"/formats/{game}/{slug}/?on=2020-01-01").status_code == 200, slug


class TestWording:
    def test_knows_every_kind_of_restriction_that_the_engine_knows(self) -> None:
        known = {
            *chosen_restrictions.RESTRICTIONS,
            *pcg_restrictions.RESTRICTIONS,
            *riftbound_restrictions.RESTRICTIONS,
        }
        assert known - WORDED == set()

    @pytest.mark.parametrize(
        ("kind", "terms", "sentence"),
        [
            (
                "boss",
                {"names": ["Death", "Thanos"], "later": [{"set": "CV5", "names": ["Hulk", "Thor"]}]},
                "The main character is a boss: Death or Thanos; from CV5 on also Hulk or Thor.",
            ),
            ("sets-at-most", {"count": 1}, "All cards are from 1 set."),
            (
                "sets-at-most",
                {"count": 6, "besides": ["MAA", "MEX"]},
                "All cards are from 6 sets, not counting MAA and MEX.",
            ),
            ("without-type", {"type": "Plot Twist"}, "No plot twists."),
            (
                "copies-by-type",
                {"Supporting Character": {"exactly": 2}, "Location": {"at_least": 2}},
                "Exactly 2 of each supporting character and at least 2 of each location.",
            ),
            (
                "health",
                {"main_at_least": 6, "supporting_at_least": 2},
                "Main characters have at least 6 health and supporting characters have at least 2 health.",
            ),
            (
                "main-character-teams",
                {"teams": ["X-Men"], "or_named": ["Simon Trask"]},
                "The main character belongs to X-Men, or is Simon Trask.",
            ),
        ],
    )
    def test_puts_a_restriction_in_a_sentence(self, kind: str, terms: dict[str, object], sentence: str) -> None:
        assert describe_restriction(Restriction(kind, terms)) == sentence
