"""The pages of simulation runs, and who may start, read and cancel them."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.simulations.running import LIST, reload
from vsdb.check.list_links import build_query
from vsdb.core.errors import TooManyRequests
from vsdb.simulations import services, tasks
from vsdb.simulations.models import SimulationRun

pytestmark = pytest.mark.django_db
State = SimulationRun.State
RUNS = "/simulate/runs/"


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> list[str]:
    """The runs that were handed to whoever plays them."""
    settings.SIMULATION_RUNS_RATE = ""
    keys: list[str] = []
    monkeypatch.setattr(tasks, "start", keys.append)
    monkeypatch.setattr(services, "PORTION", 15)
    return keys


def start(client: Client, **asked: Any) -> SimulationRun:
    answer = client.post(RUNS, {"deck": LIST, "games": 30, "turns": 3, "seed": 7, **asked})
    assert answer.status_code == 302, answer.content[:500]
    run = SimulationRun.objects.latest("asked")
    assert answer["Location"] == reverse("simulate:run", args=(run.pk,))
    return run


class TestStarting:
    def test_leads_to_the_run_and_has_it_played(self, client: Client, started: list[str]) -> None:
        run = start(client, first="1", on="2008-07-01")
        assert started == [run.pk]
        found = (run.games, run.turns, run.seed, run.first, str(run.as_of), run.user)
        assert found == (30, 3, "7", True, "2008-07-01", None)

    def test_twice_is_one_run(self, client: Client, started: list[str]) -> None:
        assert start(client) == start(client)
        assert len(started) == 1

    def test_takes_the_word_of_a_link_for_the_list(self, client: Client) -> None:
        assert start(client, deck="", list=LIST).text == LIST

    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            ({"games": ""}, "how many games"),
            ({"games": "many"}, "is not a number"),
            ({"games": "1000001"}, "at most 1,000,000"),
            ({"games": "1000000000"}, "is too large; at most 9 digits"),
            ({"games": "-1"}, "is less than 0"),
            ({"turns": "13"}, "from 1 to 12"),
            ({"turns": "0"}, "0 turns; from 1 to 12"),
            ({"seed": "99999999999999999999"}, "seed"),
            ({"deck": ""}, "no cards"),
            ({"on": "yesterday"}, "yesterday"),
            ({"game": "chess"}, "chess"),
            ({"list": "z!", "deck": ""}, "damaged"),
        ],
    )
    def test_says_what_is_wrong(self, client: Client, asked: dict[str, str], said: str) -> None:
        answer = client.post(RUNS, {"deck": LIST, "games": 30, **asked})
        assert answer.status_code == 400
        assert said in answer.content.decode()
        assert not SimulationRun.objects.exists()

    def test_is_refused_beyond_two_under_way(self, client: Client) -> None:
        start(client, seed=1)
        start(client, seed=2)
        answer = client.post(RUNS, {"deck": LIST, "games": 30, "seed": 3})
        assert answer.status_code == 409
        assert "2 runs under way" in answer.content.decode()

    def test_is_refused_to_an_address_that_starts_very_many(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "simulation_run": "1/h/ip"}
        start(client, seed=1)
        answer = Client().post(RUNS, {"deck": LIST, "games": 30, "seed": 2})
        assert answer.status_code == 409
        assert "from your network" in answer.content.decode()

    def test_counts_for_an_address_only_where_it_was_started(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "simulation_run": "1/h/ip"}
        for _ in range(3):
            assert client.post(RUNS, {"deck": LIST, "games": 0}).status_code == 400
        start(client, seed=1)
        assert client.post(RUNS, {"deck": LIST, "games": 30, "seed": 2}).status_code == 409

    def test_keeps_the_typed_form_where_it_is_refused(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        start(client, seed=1)
        start(client, seed=2)
        answer = client.post(RUNS, {"deck": LIST, "games": 31, "seed": 3})
        page = answer.content.decode()
        assert answer.status_code == 409
        assert 'value="31"' in page
        assert LIST in page
        assert ".." not in page[page.index('role="alert"') :].split("</p>")[0]

        def refuse(*_: Any, **__: Any) -> None:
            raise TooManyRequests("Busy", wait=30)

        monkeypatch.setattr(services, "start_run", refuse)
        answer = client.post(RUNS, {"deck": LIST, "games": 31, "seed": 3})
        assert (answer.status_code, answer["Retry-After"]) == (429, "30")
        assert 'value="31"' in answer.content.decode()

    @pytest.mark.parametrize(("field", "typed"), [("turns", "0"), ("games", "x"), ("seed", "-3")])
    def test_says_what_is_wrong_beside_its_field(self, client: Client, field: str, typed: str) -> None:
        page = client.post(RUNS, {"deck": LIST, "games": 30, field: typed}).content.decode()
        assert f'value="{typed}" aria-invalid="true" aria-describedby="{field}-problem"' in page
        assert f'id="{field}-problem" role="alert"' in page

    def test_is_refused_to_a_form_of_another_site(self) -> None:
        answer = Client(enforce_csrf_checks=True).post(RUNS, {"deck": LIST, "games": 30})
        assert answer.status_code == 403
        assert not SimulationRun.objects.exists()

    def test_is_refused_while_the_site_is_read_only(self, client: Client, settings: Settings) -> None:
        settings.READ_ONLY = "A restore is under way."
        assert client.post(RUNS, {"deck": LIST, "games": 30}).status_code == 503
        assert not SimulationRun.objects.exists()


class TestTheForm:
    def test_stands_where_the_address_has_a_list(self, client: Client) -> None:
        assert 'name="games"' not in client.get(RUNS).content.decode()
        word = build_query([], LIST).removeprefix("list=")
        page = client.get(RUNS, {"list": word, "game": "vs-classic", "turns": "5", "seed": "9"}).content.decode()
        for field in (f'name="list" value="{word}"', 'name="turns"', 'value="5"', 'value="9"', 'value="100000"'):
            assert field in page
        assert start(client, deck="", list=word, turns="5", seed="9").text == LIST

    def test_keeps_what_was_typed(self, client: Client) -> None:
        page = client.post(RUNS, {"deck": LIST, "games": "2000000", "seed": "123"}).content.decode()
        for kept in (LIST, 'value="2000000"', 'value="123"'):
            assert kept in page

    def test_keeps_the_game_and_the_day_of_the_address(self, client: Client) -> None:
        query = build_query([("game", "vs-classic"), ("on", "2008-07-01"), ("turns", "5")], LIST)
        page = client.get(f"{RUNS}?{query}").content.decode()
        assert 'name="on" value="2008-07-01"' in page
        assert 'name="game" value="vs-classic"' in page


class TestTheRun:
    def test_is_read_by_whoever_has_its_address(self, client: Client) -> None:
        run = start(client)
        answer = Client().get(f"{RUNS}{run.pk}/")
        assert answer.status_code == 200
        assert "0 of 30 games, 0 %" in answer.content.decode()
        assert answer["X-Robots-Tag"] == "noindex"
        assert "no-store" in answer["Cache-Control"]
        assert Client().get(f"{RUNS}{'A' * 22}/").status_code == 404

    def test_refreshes_while_it_is_open_with_and_without_scripts(self, client: Client) -> None:
        run = start(client)
        page = client.get(f"{RUNS}{run.pk}/").content.decode()
        assert f'hx-get="{RUNS}{run.pk}/"' in page
        assert '<noscript><meta http-equiv="refresh"' in page
        services.work_on(run.pk)
        page = client.get(f"{RUNS}{run.pk}/").content.decode()
        assert "hx-get" not in page
        assert "<noscript><meta" not in page

    def test_keeps_focus_and_announces_each_tenth_while_it_refreshes(self, client: Client) -> None:
        run = start(client)
        SimulationRun.objects.filter(pk=run.pk).update(state=State.RUNNING, played=17)
        page = client.get(f"{RUNS}{run.pk}/").content.decode()
        view = page[page.index('<div id="run"') : page.index("</main>")]
        assert 'data-announce-as="Running, 50 %"' in view
        assert re.findall(r"<(?:a|button|summary)(?![^>]* id=)[^>]*>", view) == []

    def test_shows_what_was_played_so_far(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        run = start(client)
        record = services._record

        def stop(*args: Any) -> SimulationRun | None:
            record(*args)
            raise KeyboardInterrupt

        monkeypatch.setattr(services, "_record", stop)
        with pytest.raises(KeyboardInterrupt):
            services.work_on(run.pk)
        page = client.get(f"{RUNS}{run.pk}/").content.decode()
        assert "15 of 30 games, 50 %" in page
        assert "15 games up to now" in page
        assert "±" in page

    def test_has_the_parts_of_the_goldfish_page(self, client: Client) -> None:
        run = start(client)
        services.work_on(run.pk)
        page = client.get(f"{RUNS}{run.pk}/").content.decode()
        assert "By turn 3: " in page
        assert "Exact: a character whose cost is the turn, seen" in page
        for heading in ("Plays that a rule stops", "The first game", "Policy and assumptions", "Rules followed"):
            assert f">{heading}</h" in page
        stopped = page[page.index('id="stopped"') : page.index('id="replay"')]
        assert 'href="/rules/cr-2.7/203.5b/"' in stopped
        first = json.loads(reload(run).answer)["game_0"][1]["steps"][0]
        assert first["message"].split(" ")[0] in page[page.index("<h3>Turn 1</h3>") :]
        assert 'href="/rules/cr-2.7/401.1/"' in page[page.index('id="replay"') :]

    def test_has_its_figures_as_csv_and_json(self, client: Client) -> None:
        run = start(client)
        assert client.get(f"{RUNS}{run.pk}/?as=csv").status_code == 400
        services.work_on(run.pk)
        as_json = client.get(f"{RUNS}{run.pk}/?as=json")
        assert as_json.content.decode() == reload(run).answer
        found = json.loads(as_json.content)
        as_csv = client.get(f"{RUNS}{run.pk}/?as=csv")
        assert as_csv["Content-Disposition"] == 'attachment; filename="goldfish-vs-classic-7-30.csv"'
        rows = [*csv.DictReader(io.StringIO(as_csv.content.decode()))]
        spent = next(row for row in rows if (row["turn"], row["metric"]) == ("2", "spent"))
        assert float(spent["mean"]) == found["by_turn"][1]["spent"]["mean"]
        assert float(spent["se"]) == found["by_turn"][1]["spent"]["se"]
        assert "runs" not in {row["metric"] for row in rows}
        assert client.get(f"{RUNS}{run.pk}/?as=xml").status_code == 400

    def test_says_why_it_does_not_go_on(self, client: Client) -> None:
        run = start(client)
        services.record_problem(run.pk, "the task queue can't be reached: gone")
        assert "The task queue can&#x27;t be reached: gone." in client.get(f"{RUNS}{run.pk}/").content.decode()

    def test_costs_few_queries(self, client: Client, django_assert_max_num_queries: Any) -> None:
        run = start(client)
        services.work_on(run.pk)
        with django_assert_max_num_queries(8):
            client.get(f"{RUNS}{run.pk}/")

    def test_writes_what_the_list_says_as_text(self, client: Client) -> None:
        run = start(client, deck=f"{LIST}\n1 <script>alert(1)</script>")
        services.work_on(run.pk)
        assert "<script>alert" not in client.get(f"{RUNS}{run.pk}/").content.decode()


class TestCancelling:
    def cancel(self, client: Client, run: SimulationRun) -> int:
        return client.post(f"{RUNS}{run.pk}/cancel/").status_code

    def test_is_for_the_browser_that_started_it(self, client: Client) -> None:
        run = start(client)
        other = Client()
        start(other, seed=2)
        for each in (Client(), other):
            assert "Cancel" not in each.get(f"{RUNS}{run.pk}/").content.decode()
            assert self.cancel(each, run) == 404
        assert reload(run).state == State.WAITING
        assert "Cancel" in client.get(f"{RUNS}{run.pk}/").content.decode()
        assert self.cancel(client, run) == 302
        assert reload(run).state == State.CANCELLED
        assert "Cancelled before the first game" in client.get(f"{RUNS}{run.pk}/").content.decode()

    def test_is_for_the_account_that_started_it(self) -> None:
        clients = {}
        for name in ("ann", "bob"):
            clients[name] = Client()
            clients[name].force_login(User.objects.create_user(name, f"{name}@example.org"))
        run = start(clients["ann"])
        assert run.user == User.objects.get(username="ann")
        for other in (clients["bob"], Client()):
            assert self.cancel(other, run) == 404
        assert reload(run).state == State.WAITING
        assert self.cancel(clients["ann"], run) == 302
        assert reload(run).state == State.CANCELLED

    def test_takes_a_post_of_this_site(self, client: Client) -> None:
        run = start(client)
        assert client.get(f"{RUNS}{run.pk}/cancel/").status_code == 405
        careful = Client(enforce_csrf_checks=True)
        careful.cookies = client.cookies
        assert self.cancel(careful, run) == 403
        assert reload(run).state == State.WAITING


class TestTheListOfRuns:
    def test_has_one_s_own_alone(self, client: Client) -> None:
        run = start(client)
        other = Client()
        others = start(other, seed=2)
        page = client.get(RUNS).content.decode()
        assert run.pk in page
        assert others.pk not in page
        assert "None yet" in Client().get(RUNS).content.decode()

    def test_of_an_account_is_the_same_in_every_browser(self) -> None:
        ann, other = User.objects.create_user("ann", "ann@example.org"), Client()
        client = Client()
        client.force_login(ann)
        other.force_login(ann)
        assert start(client).pk in other.get(RUNS).content.decode()
