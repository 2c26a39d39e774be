"""The pages of the rules documents, and that every citation leads to one."""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import Client

from engine.games.vs_2pcg.piles import PILES
from engine.model.cards import GAMES, VS_2PCG, VS_CLASSIC
from engine.model.errors import NotFound
from engine.model.games import games
from engine.model.reference import Reference
from engine.model.verdicts import Citation
from engine.rules.citations import index_codes_by_citation
from engine.rules.editions import EDITIONS
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.rules.templatetags.citations import build_citation_url

pytestmark = pytest.mark.django_db

ENGINE = Path(__file__).resolve().parents[3] / "engine"
DAY = date(2008, 7, 1)
#: What the rules of all rulesets rest on, each once with its game.
CITED = tuple(
    {(game, rule.citation): None for game, held in EDITIONS.items() for ruleset in held for rule in ruleset.rules}
)


def literal_citations(*besides: str) -> list[Citation]:
    """Every citation that is written out anywhere in the engine, beside the tables' rows; `besides` names modules that
    are left out."""
    paths = (path for path in sorted(ENGINE.rglob("*.py")) if path.stem not in besides)
    return list(dict.fromkeys(cited for path in paths for cited in citations_in(path)))


@cache
def citations_in(path: Path) -> tuple[Citation, ...]:
    """The citations that are written out in a module."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    given = (
        [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
        for call in nodes
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Citation"
    )
    return tuple(Citation(*texts) for texts in given if len(texts) == 2)


class TestEveryCitation:
    def test_of_a_ruleset_leads_to_a_page(self, client: Client) -> None:
        addresses = {build_citation_url(citation, game, DAY) for game, citation in CITED}
        assert len(addresses) > 40
        assert {address for address in addresses if client.get(address).status_code != 200} == set()

    def test_of_a_ruleset_has_a_heading(self) -> None:
        assert [citation for _, citation in CITED if not selectors.map_headings([citation]).get(citation)] == []

    def test_written_out_in_the_engine_has_a_heading(self) -> None:
        written = literal_citations()

        assert len(written) > 5
        assert set(written) - selectors.map_headings(written).keys() == set()

    def test_of_hands_draws_and_goldfish_games_has_a_heading(self) -> None:
        rules = [
            rule for game in games() for rule in (game.opening, *game.openings.values(), *game.side_decks.values())
        ]
        rules += [
            rule for game in games() for by_edition in game.side_openings.values() for rule in by_edition.values()
        ]
        goldfishes = [each for game in games() for each in (game.goldfish, *game.goldfishes.values()) if each]
        cited = {citation for rule in rules if rule for citation in rule.citations}
        cited |= {citation for each in goldfishes for citation in each.citations.values()}

        days = [edition.in_force_from for game in games() for edition in game.rulesets]
        cited |= {game.sideboarding_by(day) for game in games() if game.sideboarding_by for day in days}

        assert len(cited) > 40
        assert cited - selectors.map_headings(cited).keys() == set()

    def test_of_an_out_of_game_pile_has_a_heading(self) -> None:
        cited = {rule.citation for rule in PILES}

        assert cited - selectors.map_headings(cited).keys() == set()

    @pytest.mark.parametrize("game", GAMES)
    def test_of_a_dated_fact_leads_to_the_format_on_that_day(
        self, client: Client, reference: Callable[[str], Reference], game: str
    ) -> None:
        slug = next(iter(reference(game).formats))
        for citation, part in ((Citation("ban-list", slug), "#bans"), (Citation(f"format:{slug}", "restriction"), "")):
            url = build_citation_url(citation, game, DAY)
            page = client.get(url)

            assert url.endswith(f"/{slug}/?on=2008-07-01{part}")
            assert page.status_code == 200
            assert 'id="bans"' in page.content.decode()

    def test_of_a_set_leads_to_the_set(self, client: Client) -> None:
        url = build_citation_url(Citation("set-list", "MOR"), VS_CLASSIC, DAY)

        assert url == "/sets/vs-classic/MOR/"
        assert client.get(url).status_code == 200

    @pytest.mark.parametrize(
        ("document", "rule", "path"),
        [
            ("ban-list", "bans", "/formats/"),
            ("format:any", "restriction", "/formats/"),
            ("ban-list", "any", "/formats/vs-classic/any/#bans"),
            ("format:bans", "restriction", "/formats/vs-classic/bans/"),
            ("set-list", "sets", "/sets/"),
            ("set-list", "cards", "/cards/vs-classic/"),
        ],
    )
    def test_of_a_whole_list_leads_to_the_list(self, document: str, rule: str, path: str) -> None:
        assert build_citation_url(Citation(document, rule), VS_CLASSIC) == path


class TestDocuments:
    def test_are_listed_under_their_games(self, client: Client) -> None:
        page = client.get("/rules/").content.decode()

        places = [page.index(f">{text}<") for text in ("Vs. System TCG Comprehensive Rules 2.7", "Ban lists")]
        assert places == sorted(places)
        assert page.index("Vs. System TCG</h2>") < places[0] < page.index("All games</h2>") < places[1]

    def test_show_their_rules_in_the_document_s_order(self, client: Client) -> None:
        page = client.get("/rules/cr-2.7/").content.decode()

        places = [
            page.index(f'"/rules/cr-2.7/{number}/"') for number in ("101.1", "101.2", "513.3c", "706.2", "706.10")
        ]
        assert places == sorted(places)

    def test_that_are_not_held_are_not_found(self, client: Client) -> None:
        assert client.get("/rules/cr-9.9/").status_code == 404

    def test_cost_one_query_and_one_more_for_the_rules(
        self, client: Client, django_assert_num_queries: Callable[..., object]
    ) -> None:
        # One query more than the page's own: the versions of the facts, for the ETag.
        with django_assert_num_queries(2):  # type: ignore[attr-defined]
            client.get("/rules/")
        with django_assert_num_queries(3):  # type: ignore[attr-defined]
            client.get("/rules/cr-2.7/")


class TestARule:
    def test_says_what_it_is_about_and_which_checks_rest_on_it(self, client: Client) -> None:
        page = client.get("/rules/cr-2.7/706.15a/").content.decode()

        assert "Insane deck" in page
        assert "<code>insane-deck</code>" in page

    def test_stands_between_its_neighbours(self, client: Client) -> None:
        page = client.get("/rules/cr-2.7/706.15a/").content.decode()

        assert 'rel="prev" href="/rules/cr-2.7/706.15/"' in page
        assert 'rel="next" href="/rules/cr-2.7/706.16/"' in page

    @pytest.mark.parametrize(("number", "missing"), [("100.1", "prev"), ("glossary-activate", "next")])
    def test_at_either_end_has_one_neighbour(self, client: Client, number: str, missing: str) -> None:
        page = client.get(f"/rules/cr-2.7/{number}/").content.decode()

        assert [side for side in ("prev", "next") if f'rel="{side}"' not in page] == [missing]

    def test_with_a_heading_for_its_number_has_a_readable_address(self, client: Client) -> None:
        page = client.get("/rules/pcg-5.0/deck-building-rules/").content.decode()

        assert "<h1>Deck Building Rules</h1>" in " ".join(page.split())
        assert "<code>copy-limit</code>" in page

    def test_leads_to_the_same_number_of_the_other_edition(self, client: Client) -> None:
        assert 'href="/rules/cr-2007-02-05/101.2/"' in client.get("/rules/cr-2.7/101.2/").content.decode()

    def test_shows_the_keywords_it_defines(self, client: Client) -> None:
        page = client.get("/rules/cr-2.7/706.12/").content.decode()

        assert "<h2>Keywords</h2>" in page
        assert ">Press</" in page

    def test_that_is_not_held_is_not_found(self, client: Client) -> None:
        assert client.get("/rules/cr-2.7/999.9/").status_code == 404


class TestSelectors:
    def test_name_the_checks_that_rest_on_a_rule_and_none_for_another(self) -> None:
        assert index_codes_by_citation()[Citation("cr-2.7", "101.1")] == ("deck-size",)
        assert Citation("cr-2.7", "706.12") not in index_codes_by_citation()

    def test_name_the_checks_that_cite_a_rule_beside_their_own(self) -> None:
        wish = Rule.objects.get(document="pcg-5.0", slug="ability-glossary-wish")

        assert index_codes_by_citation()[Citation("pcg-5.0", wish.number)] == (
            "pile-missing",
            "pile-size",
            "pile-card",
            "pile-unexpected",
        )

    def test_know_every_citation_that_is_written_out_in_the_engine_where_it_judges(self) -> None:
        judging = literal_citations("opening", "stats")
        written = {each for each in judging if each.document not in {"ban-list", "set-list"}}

        assert written - index_codes_by_citation().keys() == set()

    def test_head_many_citations_with_one_query(self, django_assert_num_queries: Callable[..., object]) -> None:
        cited = [
            Citation("cr-2.7", "101.1"),
            Citation("cr-2007-02-05", "101.1"),
            Citation("pcg-5.0", "Mantles"),
            Citation("ban-list", "silver-age"),
        ]
        with django_assert_num_queries(1):  # type: ignore[attr-defined]
            found = selectors.map_headings(cited)

        assert found == {
            cited[0]: "Deck size",
            cited[1]: "Deck size",
            cited[2]: "Mantles",
            cited[3]: "Ban list",
        }

    def test_leave_out_what_is_not_held(self) -> None:
        assert selectors.map_headings([Citation("cr-2.7", "999.9")]) == {}

    def test_ask_nothing_for_dated_facts_alone(self, django_assert_num_queries: Callable[..., object]) -> None:
        with django_assert_num_queries(0):  # type: ignore[attr-defined]
            selectors.map_headings([Citation("ban-list", "silver-age"), Citation("format:silver-age", "sets")])

    def test_refuse_what_is_not_held(self) -> None:
        with pytest.raises(NotFound, match="no document is called cr-9"):
            selectors.get_document("cr-9")


class TestTheTag:
    TEMPLATE = "{% load citations %}{% citation cited game day headings %}"

    def render(self, cited: Citation | None, headings: dict[Citation, str] | None = None) -> str:
        context = Context({"cited": cited, "game": VS_2PCG, "day": DAY, "headings": headings})
        return Template(self.TEMPLATE).render(context).strip()

    def test_links_the_number_and_the_heading(self) -> None:
        cited = Citation("cr-2.7", "101.2")

        shown = self.render(cited, {cited: "Four <copies>"})

        assert 'href="/rules/cr-2.7/101.2/"' in shown
        assert "cr-2.7 101.2</span> Four &lt;copies&gt;" in shown

    def test_says_a_heading_once_where_it_is_the_number(self) -> None:
        cited = Citation("pcg-5.0", "Mantles")

        assert self.render(cited, {cited: "Mantles"}).count("Mantles") == 1

    def test_links_the_bans_of_a_format_on_the_day(self) -> None:
        assert 'href="/formats/vs-2pcg/multiverse/?on=2008-07-01#bans"' in self.render(
            Citation("ban-list", "multiverse")
        )

    def test_shows_nothing_without_a_citation(self) -> None:
        assert self.render(None) == ""
