"""The filters under the search box: filled in from the query, and written into it."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from tests.search.asking import ask
from vsdb.search.filter_panel import FilterPanel

pytestmark = pytest.mark.django_db
TODAY = date(2026, 7, 1)


def shown(query: str, game: str | None = VS_CLASSIC) -> dict[str, str]:
    """What the filters say of a query, those alone that say something."""
    panel = FilterPanel(game, query, TODAY)
    return {name: str(value) for name in panel.fields if (value := panel[name].value())}


def written(query: str, game: str | None = VS_CLASSIC, before: str | None = None, **values: str) -> str:
    """The query after these filters were changed; `before` is the query when the form was filled in."""
    before = query if before is None else before
    filled = {name.replace("-", "_"): value for name, value in shown(before, game).items()} | values
    names = FilterPanel(game, before, TODAY).fields
    data = {f"with-{name}": filled.get(name.replace("-", "_"), "") for name in names}
    panel = FilterPanel(game, before, TODAY, data)
    assert panel.is_valid(), panel.errors
    return panel.write_query(query)


class TestFilters:
    @pytest.mark.parametrize(
        ("game", "names"),
        [
            (VS_CLASSIC, "type cost-from cost-to team set legal on kw"),
            (VS_2PCG, "type cost-from cost-to team set legal on kw"),
            (RIFTBOUND, "type energy-from energy-to domain set legal on kw"),
            (None, "type cost-from cost-to energy-from energy-to team domain set legal on kw"),
        ],
    )
    def test_are_those_of_the_game(self, game: str | None, names: str) -> None:
        assert list(FilterPanel(game, "", TODAY).fields) == names.split()

    def test_are_called_as_the_game_calls_them(self) -> None:
        labels = {game: {str(each.label) for each in FilterPanel(game, "", TODAY).fields.values()} for game in GAMES}
        assert "Affiliation" in labels[VS_CLASSIC]
        assert "Team" in labels[VS_2PCG]
        assert {"Domain", "Energy from", "Energy to"} <= labels[RIFTBOUND]

    @pytest.mark.parametrize("game", [None, *GAMES])
    def test_every_choice_is_understood_and_shown_again(self, game: str | None) -> None:
        panel = FilterPanel(game, "", TODAY)
        for name in ("type", "team", "domain", "set", "legal", "kw"):
            offered = panel.fields[name].choices if name in panel.fields else ()  # type: ignore[attr-defined]
            values = [pair[0] for one in offered for pair in (one[1] if isinstance(one[1], list | tuple) else [one])]
            for value in values[1:5]:
                query = written("", game, **{name: value})
                found = ask(query, game)
                assert found.notes == ()
                assert found.total or name in ("set", "legal"), query
                assert shown(query, game) == {name: value}

    def test_cost_one_query_a_game(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        for game, most in ((VS_CLASSIC, 1), (None, 3)):
            FilterPanel(game, "", TODAY)
            with django_assert_num_queries(most):
                FilterPanel(game, "team:avengers", TODAY)


class TestShowing:
    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("", {}),
            ("hulk t:character", {"type": "Character"}),
            ('TYPE:"plot-twist"', {"type": "Plot Twist"}),
            ("team:avengers kw:boost", {"team": "Avengers", "kw": "Boost"}),
            ("c:1..3", {"cost-from": "1", "cost-to": "3"}),
            ("c>1 c<4", {"cost-from": "2", "cost-to": "3"}),
            ("c=2", {"cost-from": "2", "cost-to": "2"}),
            ("c>=2", {"cost-from": "2"}),
            ("s:MOR", {"set": "MOR"}),
            ('in:"Marvel Origins"', {"set": "MOR"}),
            ("legal:silver", {"legal": "silver-age"}),
            ("legal:silver@2006-05-01", {"legal": "silver-age", "on": "2006-05-01"}),
            ("legal:*@2006-05-01", {"legal": "*", "on": "2006-05-01"}),
        ],
    )
    def test_says_what_the_query_says(self, query: str, said: dict[str, str]) -> None:
        assert shown(query) == said

    @pytest.mark.parametrize(
        "query",
        [
            *("t:character or team:avengers", "-t:character", "(t:character or t:location)", "team=avengers"),
            *("team:avengers team:x-men", "t:{character,location}", "t:/char/", "team:none", "t:zonk", "team:"),
            *("c:none", "c!=2", "c<=def", "c=2 c>1", "c>1 c>2", "c+atk>3", "c:even", "legal:silver@MSM", "legal:zonk"),
        ],
    )
    def test_says_nothing_of_what_no_filter_can_say(self, query: str) -> None:
        assert shown(query) == {}

    def test_says_the_rest_all_the_same(self) -> None:
        assert shown("(t:character or t:location) team:avengers c<=3") == {"team": "Avengers", "cost-to": "3"}


class TestWriting:
    @pytest.mark.parametrize(
        ("values", "query"),
        [
            ({"type": "Plot Twist"}, 'hulk type:"Plot Twist"'),
            ({"cost_from": "2"}, "hulk cost>=2"),
            ({"cost_to": "2"}, "hulk cost<=2"),
            ({"cost_from": "2", "cost_to": "4"}, "hulk cost:2..4"),
            ({"cost_from": "4", "cost_to": "2"}, "hulk cost:2..4"),
            ({"cost_from": "0", "cost_to": "0"}, "hulk cost=0"),
            ({"team": "Avengers", "kw": "Boost"}, "hulk team:Avengers kw:Boost"),
            ({"set": "MOR"}, "hulk set:MOR"),
            ({"legal": "silver-age"}, "hulk legal:silver-age"),
            ({"legal": "silver-age", "on": "2006-05-01"}, "hulk legal:silver-age@2006-05-01"),
            ({"on": "2006-05-01"}, "hulk legal:*@2006-05-01"),
            ({}, "hulk"),
        ],
    )
    def test_adds_what_was_chosen(self, values: dict[str, str], query: str) -> None:
        assert written("hulk", **values) == query
        assert ask(query, VS_CLASSIC).notes == ()

    @pytest.mark.parametrize(
        ("before", "values", "query"),
        [
            ("t:character hulk", {"type": "Location"}, "type:Location hulk"),
            ("t:character hulk", {"type": ""}, "hulk"),
            ("hulk and t:character", {"type": ""}, "hulk and"),
            ("c>=1 hulk c<=3", {"cost_to": "4"}, "cost:1..4 hulk"),
            ("c:1..3 hulk", {"cost_from": "", "cost_to": ""}, "hulk"),
            ("((t:character)) hulk", {"type": ""}, "hulk"),
            ("(t:character or c=2) (t:location c=1)", {"type": ""}, "(t:character or c=2) (c=1)"),
            ("(c>=1 or hulk) (hulk c=1)", {"cost_from": "", "cost_to": ""}, "(c>=1 or hulk) (hulk)"),
            ("legal:silver@2006-05-01", {"on": ""}, "legal:silver-age"),
            ("t:character or hulk", {"cost_to": "2"}, "(t:character or hulk) cost<=2"),
            ("team:avengers team:x-men", {"team": "Doom"}, "team:avengers team:x-men team:Doom"),
        ],
    )
    def test_puts_it_in_the_place_of_what_was_said(self, before: str, values: dict[str, str], query: str) -> None:
        assert written(before, **values) == query
        assert ask(query, VS_CLASSIC).notes == ()

    def test_leaves_what_was_typed_since(self) -> None:
        assert written("hulk t:location", before="t:character") == "hulk t:location"
        assert written("hulk t:location", before="", team="Avengers") == "hulk t:location team:Avengers"
        assert written("hulk", before="t:character", type="") == "hulk"


class TestThePage:
    def test_leads_to_the_query(self, client: Client) -> None:
        words = {"q": "hulk", "shown": "hulk", "view": "table", "with-type": "Character", "with-cost-to": "3"}
        answer = client.get(f"/cards/{VS_CLASSIC}/", words)
        assert answer.status_code == 302
        place = urlsplit(answer["Location"])
        assert place.path == f"/cards/{VS_CLASSIC}/"
        assert parse_qs(place.query) == {"q": ["hulk type:Character cost<=3"], "view": ["table"]}

    def test_leads_from_every_game_too(self, client: Client) -> None:
        answer = client.get("/cards/", {"q": "", "shown": "", "with-kw": "Boost"})
        assert answer["Location"] == "/cards/?q=kw%3ABoost"
        assert client.get("/cards/", {"q": "", "with-kw": ""})["Location"] == "/cards/"

    @pytest.mark.parametrize("address", ["/cards/", f"/cards/{VS_CLASSIC}/", "/cards/?q=hulk"])
    def test_has_a_label_for_each_filter(self, client: Client, address: str) -> None:
        text = client.get(address).content.decode()
        panel = text.partition('id="filter-panel"')[2].partition("</details>")[0]
        controls = set(re.findall(r'<(?:select|input)[^>]* id="(with-[^"]+)"', panel))
        assert len(controls) >= 8
        assert controls == set(re.findall(r'<label for="([^"]+)">', panel))

    def test_shows_which_filters_are_set(self, client: Client) -> None:
        text = unescape(client.get(f"/cards/{VS_CLASSIC}/", {"q": "t:character c<=3"}).content.decode())
        assert '<summary>Filters <span class="soft">type, cost</span></summary>' in text
        assert '<option value="Character" selected>' in text

    @pytest.mark.parametrize(
        "words", [{"with-cost-from": "-1"}, {"with-cost-to": "x"}, {"with-type": "Zonk"}, {"with-on": "2006-13-01"}]
    )
    def test_says_what_of_a_filter_cant_be_read(self, client: Client, words: dict[str, str]) -> None:
        answer = client.get(f"/cards/{VS_CLASSIC}/", {"q": "hulk", **words})
        assert answer.status_code == 400
        name, value = next(iter(words.items()))
        text = answer.content.decode()
        assert f'id="{name}_error"' in text
        assert value in text

    def test_survives_anything(self, client: Client) -> None:
        for q in ("\0", "(", "a" * 1000, '"', "or"):
            answer = client.get(f"/cards/{VS_CLASSIC}/", {"q": q, "shown": q, "with-type": "Character"})
            assert answer.status_code == 302
            assert client.get(answer["Location"]).status_code == 200
