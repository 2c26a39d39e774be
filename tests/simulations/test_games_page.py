"""The page of goldfish games of a pasted list."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from tests.simulations.pages import CLASSIC, RIFTBOUND, open_page
from vsdb.check.forms import list_samples
from vsdb.simulations import tasks
from vsdb.simulations.models import SimulationRun

pytestmark = pytest.mark.django_db


def show(text: str = CLASSIC, **words: Any) -> HttpResponse:
    """The page of a list; few games, unless more are asked for."""
    return open_page(Client(), "games", text, **{"games": 50, "turns": 4, **words})


def read(answer: HttpResponse) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", answer.content.decode()))


class TestPage:
    @pytest.mark.parametrize("sample", [each.slug for each in list_samples()])
    def test_of_each_sample_has_curves_figures_and_the_first_game(self, sample: str) -> None:
        client = Client()
        address = client.get(f"/simulate/?sample={sample}", follow=True).request
        answer = client.get(f"/simulate/games/?{address['QUERY_STRING']}&games=20")
        assert answer.status_code == 200
        told = read(answer)
        for heading in ("In short", "Turn by turn", "Plays that a rule stops", "The first game", "Rules followed"):
            assert heading in told
        assert "Exact: " in told

    def test_says_what_was_played(self) -> None:
        assert "50 games of 4 turns against nobody. Seed 1." in read(show())

    def test_says_who_goes_first_where_that_matters(self) -> None:
        assert "going second" in read(show(RIFTBOUND))
        assert "going first" in read(show(RIFTBOUND, first="1"))
        assert "going" not in read(show(CLASSIC, first="1"))[:3_000]

    def test_is_the_same_for_the_same_address(self) -> None:
        words = {"seed": 7}
        assert _find_figures(show(**words)) == _find_figures(show(**words)) != _find_figures(show(seed=8))

    def test_says_how_much_was_left_out(self) -> None:
        told = read(show())
        assert "4 of 60 cards left out" in told
        assert "Nobody Here" in told

    def test_has_the_exact_odds_beside_the_figures(self) -> None:
        """40 characters of 60 cost 3 or less; none is seen by turn 3 with C(20, 14) / C(60, 14), as good as never."""
        assert "in 0.0 % (exact) no character of cost 3 or less is seen" in read(show())

    def test_names_the_cards_that_a_rule_stops(self) -> None:
        told = read(show())
        part = told[told.rindex("Plays that a rule stops") : told.rindex("The first game")]
        assert "Bloodsport" in part
        assert "cr-2.7 203.5b" in part
        assert "Counted in the first 50 games" in part

    def test_links_the_cards_of_the_first_game_and_its_rules(self) -> None:
        answer = show().content.decode()
        part = answer[answer.index('id="replay"') :]
        assert 'href="/cards/vs-classic/falcon-secret-avenger/">Falcon, Secret Avenger</a>' in part
        assert 'href="/rules/cr-2.7/401.1/"' in part

    def test_leads_to_the_same_hand(self) -> None:
        assert re.search(r'href="/simulate/hand/\?[^"]*seed=9[^0-9]', show(seed=9).content.decode())

    def test_of_10_000_cards_is_played(self) -> None:
        lines = "\n".join(f"{size} Dr. Light, Master of Holograms" for size in [100] * 100)
        assert show(f"# game: vs-classic\n{lines}").status_code == 200

    @pytest.mark.parametrize("text", ["# game: vs-classic\n1 Falcon, Secret Avenger", "# game: vs-classic\n9 Nobody"])
    def test_of_one_card_or_of_unknown_ones_is_played(self, text: str) -> None:
        assert show(text).status_code == 200

    def test_without_cards_says_what_to_do(self) -> None:
        told = read(show("# game: riftbound\nRunes\n12 Fury Rune"))
        assert "No cards to play with" in told
        assert "Add cards to the deck section" in told

    def test_takes_few_queries(self, django_assert_max_num_queries: Any) -> None:
        client = Client()
        address = client.post("/simulate/", {"deck": CLASSIC}).headers["Location"].replace("/odds/", "/games/")
        client.get(f"{address}&games=5")
        with django_assert_max_num_queries(4):
            client.get(f"{address}&games=5")


def _find_figures(answer: HttpResponse) -> list[str]:
    return re.findall(r"\d+\.\d+ ± \d+\.\d+", read(answer))


class TestRefusals:
    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ({"games": "many"}, "Enter a whole number."),
            ({"games": "0"}, "greater than or equal to 1"),
            ({"games": "100001"}, "at most 100,000. Press Play to play more in the background."),
            ({"games": "1000001"}, "less than or equal to 1000000"),
            ({"turns": "13"}, "less than or equal to 12"),
            ({"seed": "-1"}, "greater than or equal to 0"),
            ({"seed": "18446744073709551616"}, "less than or equal to"),
            ({"against": "zzzz"}, "The link is damaged"),
            ({"beside": "12"}, "No deck 12, or it isn&#x27;t shared with you."),
            ({"against_list": "%23 game: riftbound%0A3 Rebuke"}, "The lists are for different games"),
            ({"out": "x", "in": ""}, "An exchange needs both cards"),
            ({"out": "x", "in": "y", "count": "many"}, "is not a number of copies"),
            ({"out": "x", "in": "y", "count": "100"}, "100 copies to exchange; from 1 to 99"),
            ({"out": "x" * 201, "in": "y"}, "names a card that the list doesn"),
            ({"out": "x", "in": "y"}, "X isn’t in the deck"),
            ({"out": ["x"] * 11, "in": ["y"] * 11}, "11 exchanges; at most 10"),
        ],
    )
    def test_stand_on_the_page(self, words: dict[str, Any], said: str) -> None:
        client = Client()
        address = client.post("/simulate/", {"deck": CLASSIC}).headers["Location"].replace("/odds/", "/games/")
        answer = client.get(address + "".join(f"&{name}={one}" for name, each in words.items() for one in _list(each)))
        if answer.status_code == 302:
            answer = client.get(answer.headers["Location"])
        assert answer.status_code == 400
        assert said in answer.content.decode()

    def test_slow_games_are_fewer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert show(RIFTBOUND, games=10_001, turns=1).status_code == 200
        monkeypatch.setattr("engine.simulation.goldfish.bulk.is_suited", lambda run: False)
        answer = show(RIFTBOUND, games=10_001, turns=1)
        assert answer.status_code == 400
        assert "10,001 games; at most 10,000 of this deck, whose games are played one by one" in read(answer)

    def test_of_a_file_name_the_kinds(self) -> None:
        answer = show(**{"as": "xls"})
        assert answer.status_code == 400
        assert "is not one of csv, means, json" in answer.content.decode()

    def test_of_a_file_of_no_cards(self) -> None:
        answer = show("# game: riftbound\nRunes\n12 Fury Rune", **{"as": "csv"})
        assert answer.status_code == 400
        assert "the deck section of the list has no cards" in answer.content.decode().lower()

    def test_of_a_file_of_bad_words(self) -> None:
        answer = show(games="many", **{"as": "json"})
        assert answer.status_code == 400
        assert "whole number" in answer.content.decode()


def _list(each: Any) -> list[Any]:
    return each if isinstance(each, list) else [each]


class TestSideBySide:
    OTHER = CLASSIC.replace("12 Bloodsport", "6 Bloodsport\n6 Dr. Strange, Secret Avenger")
    OTHER = OTHER.replace("Sentinels", "Fewer")

    def test_a_pasted_list_leads_to_an_address_that_holds_it(self) -> None:
        answer = show(against_list=self.OTHER)
        assert answer.status_code == 302
        assert "against=z" in answer.headers["Location"]
        assert "against_list" not in answer.headers["Location"]
        assert "games=50&turns=4" in answer.headers["Location"]

    def test_is_sent_however_long_it_is(self) -> None:
        """A list that no address holds is kept, and the address has its key."""
        client = Client()
        lines = "\n".join(f"1 {number * number * 7_919} Nobody" for number in range(600))
        page = open_page(client, "games", CLASSIC, games=5)
        word = re.search(r'name="list" value="([^"]*)"', page.content.decode())
        assert word
        sent = {"game": "vs-classic", "list": word[1], "games": "5", "against_list": f"{self.OTHER}\n{lines}"}
        answer = client.post("/simulate/games/", sent)
        assert answer.status_code == 303
        assert "against=k" in answer.headers["Location"]
        told = client.get(answer.headers["Location"]).content.decode()
        assert "Fewer against Sentinels" in told
        assert f"1 {599 * 599 * 7_919} Nobody" in told[told.index("<textarea") : told.index("</textarea>")]

    def test_stands_first_and_stays_in_its_box(self) -> None:
        told = self._show().content.decode()
        places = [told.index(f'id="{each}"') for each in ("against-list", "two-head", "short", "curves")]
        assert places == sorted(places)
        assert told.index("Cards that differ") < told.index("games__curves")
        assert self.OTHER in told[told.index("<textarea") : told.index("</textarea>")]

    def test_shows_differences_with_their_error_and_the_cards_that_differ(self) -> None:
        told = read(self._show())
        assert "Fewer against Sentinels" in told
        assert re.search(r"On turn 4: \d\.\d\d ± \d\.\d\d (more|fewer) points spent", told)
        part = told[told.index("Cards that differ") :][:300]
        assert re.search(r"\+6 Dr\. Strange, Secret Avenger", part)
        assert "-6 Bloodsport" in part

    def test_of_a_list_with_itself_shows_no_difference(self) -> None:
        told = read(self._show(CLASSIC))
        assert "On turn 4: the same points spent." in told
        assert "Both lists have the same cards." in told

    def test_marks_what_may_be_chance(self) -> None:
        told = self._show(games=1_000).content.decode()
        sure, chance = (told.count(f"games__{name}") for name in ("sure", "chance"))
        assert sure
        assert chance == told.count('title="may be chance"') > 0

    def test_of_a_list_without_cards_says_so(self) -> None:
        answer = self._show("# game: vs-classic\nSideboard\n1 Bloodsport")
        assert answer.status_code == 400
        assert "has no cards to play with" in read(answer)

    def _show(self, text: str = "", **words: Any) -> HttpResponse:
        client = Client()
        answer = show(against_list=text or self.OTHER, **words)
        return client.get(answer.headers["Location"])


class TestSideboarding:
    def test_plays_the_list_after_the_exchange(self) -> None:
        answer = show(RIFTBOUND, **{"out": "get-excited", "in": "rebuke", "count": "2"})
        told = read(answer)
        assert answer.status_code == 200, told[:2_000]
        assert "After sideboarding against Pasted list" in told
        assert "rb-tournament" in told
        assert told.index("Rebuke moved") < told.index("In short")
        assert re.search(r"2 Rebuke moved from sideboard to deck", told)

    def test_stands_beside_another_list_as_a_third(self) -> None:
        client = Client()
        other = RIFTBOUND.replace("12 Vi, Destructive\n3 Get Excited!", "15 Vi, Destructive")
        words = {"out": "get-excited", "in": "rebuke", "count": "2", "against_list": other}
        told = read(client.get(show(RIFTBOUND, **words).headers["Location"]))
        assert "Other list against Pasted list" in told
        assert "After sideboarding against Pasted list" in told

    def test_is_offered_where_the_list_has_a_sideboard(self) -> None:
        assert 'name="out"' in show(RIFTBOUND).content.decode()
        assert 'name="out"' not in show(CLASSIC).content.decode()


class TestTheForm:
    def send(self, client: Client, text: str = CLASSIC, **words: Any) -> HttpResponse:
        """What the form of the page of a list sends."""
        page = open_page(client, "games", text, games=5).content.decode()
        hidden = dict(re.findall(r'<input type="hidden" name="(game|list)" value="([^"]*)"', page))
        return client.post("/simulate/games/", {**hidden, "turns": "4", "seed": "7", **words})

    def test_leads_to_the_address_of_what_it_asks(self, client: Client) -> None:
        answer = self.send(client, games="50")
        assert answer.status_code == 303
        assert answer.headers["Location"].endswith("&games=50&turns=4&seed=7")
        assert "50 games of 4 turns" in read(client.get(answer.headers["Location"]))

    def test_starts_a_run_of_many_games(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        started: list[str] = []
        monkeypatch.setattr(tasks, "start", started.append)
        assert self.send(client, games="25000").headers["Location"].startswith("/simulate/games/")
        answer = self.send(client, games="50000")
        run = SimulationRun.objects.get()
        assert answer.headers["Location"] == f"/simulate/runs/{run.pk}/"
        assert started == [run.pk]
        found = (run.text, run.game, str(run.as_of), run.games, run.turns, run.seed)
        assert found == (CLASSIC, "vs-classic", "2010-06-01", 50_000, 4, "7")
        assert "Cancel" in client.get(answer.headers["Location"]).content.decode()

    def test_plays_two_lists_at_once_however_many_games(self, client: Client) -> None:
        answer = self.send(client, games="50000", against_list=TestSideBySide.OTHER)
        assert answer.headers["Location"].startswith("/simulate/games/")
        assert not SimulationRun.objects.exists()

    def test_tells_what_is_wrong_beside_its_field(self, client: Client) -> None:
        answer = self.send(client, games="2000000", against_list="1 Kept <b>")
        assert answer.status_code == 400
        assert "less than or equal to 1000000" in answer.content.decode()
        assert "1 Kept &lt;b&gt;</textarea>" in answer.content.decode()

    def test_says_how_many_games_this_deck_may_have(self) -> None:
        assert "This deck: up to 1,000,000 games. More than 25,000 are played in the background" in read(show())

    def test_is_refused_to_another_site(self) -> None:
        assert self.send(Client(enforce_csrf_checks=True), games="50000").status_code == 403

    def test_plays_while_the_site_is_read_only_and_starts_no_run(self, client: Client, settings: Settings) -> None:
        settings.READ_ONLY = "A restore is under way."
        page = open_page(client, "games", CLASSIC, games=5)
        assert page.status_code == 200
        assert self.send(client, games="50").status_code == 303
        assert self.send(client, games="50000").status_code == 503

    def test_of_the_other_pages_is_sent_with_get(self, client: Client) -> None:
        assert client.post("/simulate/hand/", {"list": "z"}).status_code == 405


class TestExplanations:
    def test_say_why_there_is_less_energy_than_runes(self) -> None:
        """Going second 3 + 5 + 7 + 9 runes by turn 4; Vi costs power."""
        told = read(show(RIFTBOUND))
        assert "Without recycling it would be 24 energy: a rune that pays power" in told
        assert "which waits in its own zone and needn’t be drawn." in told
        assert "Without recycling" not in read(show())


class TestFiles:
    def test_count_the_games_by_each_value(self) -> None:
        answer = show(**{"as": "csv"})
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert answer.headers["Content-Disposition"] == 'attachment; filename="sentinels-distribution.csv"'
        rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
        spent = [row for row in rows if (row["turn"], row["figure"]) == ("2", "spent")]
        assert sum(int(row["games"]) for row in spent) == 50
        assert {row["list"] for row in rows} == {"Sentinels"}

    def test_have_each_figure_with_its_error(self) -> None:
        rows = list(csv.DictReader(io.StringIO(show(**{"as": "means"}).content.decode())))
        assert list(rows[0]) == ["list", "turn", "figure", "mean", "se", "meaning"]
        assert {row["turn"] for row in rows} == {"1", "2", "3", "4"}

    def test_say_what_each_figure_means(self) -> None:
        for kind in ("csv", "means"):
            rows = csv.DictReader(io.StringIO(show(**{"as": kind}).content.decode()))
            meanings = {row["figure"]: row["meaning"] for row in rows}
            hit = "On curve this turn (1: yes, 0: no): a character whose cost is the turn"
            assert (meanings["curve_hit"], meanings["spent"]) == (hit, "Points spent")

    def test_begin_no_cell_as_a_formula(self) -> None:
        text = CLASSIC.replace("# Sentinels", "# =1+1")
        assert show(text, **{"as": "csv"}).content.decode().splitlines()[1].startswith("'=1+1,")

    def test_as_json_hold_all_of_it(self) -> None:
        told = show(**{"as": "json"}).json()
        assert (told["title"], told["games"], told["against"]) == ("Sentinels", 50, [])
        assert sum(row["games"] for row in told["distribution"] if (row["turn"], row["metric"]) == (1, "spent")) == 50
        assert told["exact"][0]["turn"] == 1
        assert told["blocked_cards"]["cards"]["threshold_missed"][0]["name"] == "Bloodsport"

    def test_as_json_have_what_differs(self) -> None:
        words = {"out": "get-excited", "in": "rebuke", "count": "2", "as": "json"}
        (other,) = show(RIFTBOUND, **words).json()["against"]
        assert other["title"] == "After sideboarding"
        assert {"turn", "metric", "before", "after", "difference", "se"} == set(other["differences"][0])

    @pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<svg ")])
    def test_are_pictures_of_each_curve(self, kind: str, begins: bytes) -> None:
        pictures = re.findall(rf'href="(/simulate/games/[^"]*as={kind}[^"]*)"', show().content.decode())
        assert len(pictures) == 5
        for address in pictures:
            answer = Client().get(address.replace("&amp;", "&"))
            assert answer.status_code == 200
            assert answer.content.startswith(begins)

    def test_are_no_picture_of_a_curve_that_there_is_not(self) -> None:
        answer = show(**{"as": "png", "chart": "nonsense"})
        assert answer.status_code == 400
        assert "is not one of points, curve, board, strength, blocked" in answer.content.decode()
