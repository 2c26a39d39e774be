"""The page of a format on a day, its list of changes over the API, and the command."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.commands import run

pytestmark = pytest.mark.django_db


def page(client: Client, address: str) -> str:
    answer = client.get(f"/formats/{address}")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


class TestThePage:
    def test_says_why_each_set_is_in(self, client: Client) -> None:
        said = page(client, "vs-classic/silver-age/?on=2007-04-15")
        assert "One of the last four Marvel expansions: MAV MXM MHG MTU" in said
        assert "Goes with MAV, one of the last four Marvel expansions" in said

    def test_says_what_changed_on_the_day(self, client: Client) -> None:
        said = page(client, "vs-classic/modern-age/?on=2007-07-20")
        assert "World's Finest (DWF) enters Modern Age" in said
        assert "DCR rotated out of Modern Age on 20 July 2007" in said

    def test_says_when_it_last_changed_where_nothing_did(self, client: Client) -> None:
        said = page(client, "vs-classic/modern-age/?on=2007-07-21")
        assert "No change. The last changes, on 20 July 2007" in said
        assert "next change, 14 September 2007" in said

    def test_leads_to_the_changes_before_and_after(self, client: Client) -> None:
        text = client.get("/formats/vs-classic/modern-age/?on=2007-07-20").content.decode()
        assert '<a rel="prev" href="?on=2007-03-31">' in text
        assert '<a rel="next" href="?on=2007-09-14">' in text

    def test_names_the_fact_that_would_settle_a_doubt(self, client: Client) -> None:
        said = page(client, "vs-classic/silver-age/?on=2007-02-15")
        assert "The day Marvel Team-Up (MTU) became legal" in said
        assert "Between 1 February 2007 and 28 February 2007, its release date" in said
        assert "The day the ban of Dr. Light, Master of Holograms began" in said

    def test_holds_records_against_the_computed_pool(self, client: Client) -> None:
        said = page(client, "vs-classic/silver-age/")
        assert "The pool of the City Championship season in spring 2007" in said
        assert "the same on 31 March 2007" in said
        assert "Only in the computed pool: DCR DLS" in said

    @pytest.mark.parametrize(
        ("address", "said"),
        [
            ("riftbound/sealed/", "A deck list can’t show the six boosters that the cards came out of."),
            ("vs-classic/random-block/", "Its sets are chosen for each event. A deck list can’t show which."),
            ("vs-classic/marvel-modern-age/", "No source lists its sets"),
            ("riftbound/2v2-constructed/", "Only the lists of the whole team show this: the two legends of a team"),
            ("vs-classic/booster-draft/", "No source states the usual size of 30 cards."),
            ("vs-classic/arch-enemy/", "which character is a traditional enemy of the legend"),
            ("vs-classic/one-world/", "the common stack from which all players draw"),
        ],
    )
    def test_says_first_what_a_list_can_not_show(self, client: Client, address: str, said: str) -> None:
        text = page(client, address)
        assert "A deck list alone isn’t enough." in text
        assert said in text
        assert text.index(said) < text.index("Deck rules")

    @pytest.mark.parametrize("address", ["vs-classic/golden-age/", "vs-2pcg/multiverse/", "riftbound/standard/"])
    def test_says_no_such_thing_of_a_format_that_can_be_checked(self, client: Client, address: str) -> None:
        assert "A deck list alone isn’t enough." not in page(client, address)

    @pytest.mark.parametrize("day", ["0001-01-01", "1066-10-14", "9999-12-31"])
    def test_answers_for_any_day(self, client: Client, day: str) -> None:
        for address in ("vs-classic/silver-age", "vs-2pcg/incursion", "riftbound/standard", "riftbound/sealed"):
            assert client.get(f"/formats/{address}/?on={day}").status_code == 200
            assert client.get(f"/api/v1/formats/{address}?on={day}").status_code == 200

    @pytest.mark.parametrize("day", ["2007-02-30", "0000-01-01", "10000-01-01", "yesterday", "2007-2-3"])
    def test_tells_a_day_that_is_none_and_shows_today(self, client: Client, day: str) -> None:
        answer = client.get("/formats/vs-classic/silver-age/", {"on": day})
        assert answer.status_code == 400
        assert "Today is shown instead." in answer.content.decode()
        assert client.get("/api/v1/formats/vs-classic/silver-age", {"on": day}).status_code == 400

    def test_of_every_format_is_there(self, client: Client) -> None:
        for game, count in (("vs-classic", 27), ("vs-2pcg", 33), ("riftbound", 10)):
            formats = client.get(f"/api/v1/formats?game={game}").json()["results"]
            assert len(formats) == count
            for each in formats:
                assert client.get(f"/formats/{game}/{each['slug']}/").status_code == 200

    def test_costs_as_few_queries_with_a_hundred_bans_as_with_none(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.get("/formats/vs-2pcg/incursion/")
        with django_assert_max_num_queries(4):
            client.get("/formats/vs-2pcg/incursion/")

    def test_draws_the_sets_with_a_table_that_says_the_same(self, client: Client) -> None:
        said = page(client, "vs-classic/modern-age/?on=2007-07-20")
        # MHG: in from its legal day to the day before Marvel Legends.
        assert "MHG Heralds of Galactus In from 23 September 2006 to 13 September 2007" in said
        assert re.search(r"20 July 2007 In DWF; out DCR|20 July 2007 Out DCR; in DWF", said)


class TestTheChangesOverTheApi:
    address = "/api/v1/formats/vs-classic/modern-age/changes"

    def test_are_all_in_the_order_of_the_days_page_by_page(self, client: Client) -> None:
        first = client.get(self.address, {"page_size": 5}).json()
        assert len(first["results"]) == 5
        every = client.get(self.address, {"page_size": 500}).json()
        assert every["count"] == first["count"] == len(every["results"])
        days = [turn["day"] for turn in every["results"]]
        assert days == sorted(days)
        assert {
            "day": "2007-07-20",
            "kind": "set",
            "before": "out",
            "after": "in",
            "said": "World's Finest (DWF) enters Modern Age",
            "set": "DWF",
            "ban": None,
        } in every["results"]

    def test_are_those_of_the_days_on_which_it_turns(self, client: Client) -> None:
        turns = client.get(self.address, {"page_size": 500}).json()["results"]
        explained = client.get("/api/v1/formats/vs-classic/modern-age?on=2007-07-20").json()["explained"]
        assert explained["turning_days"] == sorted({turn["day"] for turn in turns})
        assert explained["changed"] == [turn for turn in turns if turn["day"] == "2007-07-20"]
        assert (explained["last_change"]["day"], explained["next_change"]["day"]) == ("2007-03-31", "2007-09-14")

    @pytest.mark.parametrize(
        ("query", "status"), [("?page=99", 404), ("?on=2007-01-01", 400), ("?page_size=none", 400)]
    )
    def test_refuse_what_they_have_not(self, client: Client, query: str, status: int) -> None:
        assert client.get(f"{self.address}{query}").status_code == status

    def test_of_no_format_are_not_found(self, client: Client) -> None:
        assert client.get("/api/v1/formats/vs-classic/nothing/changes").status_code == 404


class TestAPoolOfYearsWithoutARecordedSet:
    """Standard has the sets of 2028 and 2029 on 2029-01-01, and none of them is recorded."""

    def test_is_told_from_an_empty_one_on_the_page(self, client: Client) -> None:
        said = page(client, "riftbound/standard/?on=2029-01-01")
        assert "0 legal; sets of 2028 and 2029 not recorded" in said
        assert "No recorded set is legal on this day. The sets of 2028 and 2029 aren’t recorded." in said
        assert re.search(r"Which sets were released in 2028 and 2029 No sets recorded for these years \d+ cards", said)

    def test_is_uncertain_in_the_api(self, client: Client) -> None:
        explained = client.get("/api/v1/formats/riftbound/standard?on=2029-01-01").json()["explained"]
        assert explained["is_certain"] is False
        assert explained["cards"]["certain"] == 0
        (question,) = explained["questions"]
        assert (question["kind"], question["sets"]) == ("sets recorded", [])
        assert question["cards"] == explained["cards"]["in_doubt"] > 0

    def test_is_uncertain_to_the_command(self) -> None:
        status, out, _ = run("pool", "standard", "--game", "riftbound", "--as-of", "2029-01-01")
        assert status == 3
        assert "  Sets of 2028 and 2029: not recorded\n" in out

    def test_that_is_empty_is_said_to_be(self, client: Client) -> None:
        assert "No set is legal on this day." in page(client, "riftbound/standard/?on=2025-10-30")


class TestTheCommand:
    def test_is_certain_with_status_0_and_uncertain_with_3(self) -> None:
        assert run("pool", "origins-block", "--as-of", "2008-01-15")[0] == 0
        assert run("pool", "silver", "--as-of", "2007-02-15")[0] == 3

    def test_prints_sets_changes_and_what_is_missing(self) -> None:
        _, out, _ = run("pool", "modern-age", "--as-of", "2007-02-28")
        assert "  MTU   Marvel Team-Up: one of the last two Marvel expansions: MHG MTU" in out
        assert "Changed on this date:" in out
        assert "the day the ban of Overload was lifted" in out

    def test_prints_the_last_and_the_next_change_where_there_are_any(self) -> None:
        _, out, _ = run("pool", "standard", "--game", "riftbound", "--as-of", "2027-12-31")
        assert "Last changed on 2027-01-29:" in out
        assert "Next change: 2028-01-01" in out
        _, out, _ = run("pool", "sealed", "--game", "riftbound", "--as-of", "0001-01-01")
        assert "Last changed" not in out

    def test_gives_what_the_api_gives(self, client: Client) -> None:
        _, out, _ = run("pool", "silver-age", "--as-of", "2007-04-15", "--json")
        said = json.loads(out)
        answer = client.get("/api/v1/formats/vs-classic/silver-age?on=2007-04-15").json()
        assert {key: said[key] for key in answer["explained"]} == answer["explained"]
        assert said["sets"] == answer["pool_on_day"]["sets"]
        assert said["recorded"] == answer["recorded"]
        assert [each["outcome"] for each in answer["recorded"]] == ["same", "differs", "differs", "differs"]

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("nothing",), "no game has a format 'nothing'"),
            (("standard",), "choose one game"),
            (("silver-age", "--as-of", "2007-02-30"), "2007-02-30 is not in the calendar"),
            (("silver-age", "--game", "chess"), "chess"),
        ],
    )
    def test_refuses_what_it_can_not_use(self, arguments: tuple[str, ...], said: str) -> None:
        status, out, err = run("pool", *arguments)
        assert (status, out) == (2, "")
        assert said in err
