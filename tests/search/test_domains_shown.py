"""Riftbound's domains and costs in results, facets and filters of the search, and on the pages of cards and sets."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from vsdb.catalog.cards.selectors import get_reference

pytestmark = pytest.mark.django_db
LIST = f"/cards/{RIFTBOUND}/"
INKS = ("body", "calm", "chaos", "fury", "mind", "order")


def page(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def cell(text: str, name: str, column: str) -> str:
    """A cell of the row of a card."""
    row = text.partition(f">{name}</a>")[2].partition("</tr>")[0]
    return row.partition(f'data-label="{column}">')[2].partition("</td>")[0]


class TestTable:
    """Acceleration Gate, VEN-150: 3 energy, 1 power, Body and Mind."""

    def test_draws_domains_and_costs(self, client: Client) -> None:
        text = page(client, f"{LIST}?q=!%22Acceleration+Gate%22&view=table")
        domains = cell(text, "Acceleration Gate", "Domains")
        assert re.findall(r"icons\.svg#([\w-]+)", domains) == ["domain-body", "domain-mind"]
        assert "</svg>Body</span>" in domains
        assert 'aria-label="energy 3"' in cell(text, "Acceleration Gate", "Energy")
        assert 'aria-label="power 1, Body or Mind"' in cell(text, "Acceleration Gate", "Power")

    def test_says_no_domain(self, client: Client) -> None:
        text = page(client, f"{LIST}?q=t:battlefield&view=table")
        name = text.partition('<th scope="row"><a href="')[2].partition(">")[2].partition("<")[0]
        assert "icons.svg#domain-none" in cell(text, name, "Domains")
        assert "no domain" in cell(text, name, "Domains")

    def test_leaves_a_power_that_is_not_recorded_blank_with_a_dotted_edge(self, client: Client) -> None:
        text = page(client, f"{LIST}?q=!%22Brazen+Buccaneer%22&view=table")
        assert 'class="unrecorded" title="not recorded"' in cell(text, "Brazen Buccaneer", "Power")


class TestFacetsAndFilters:
    def test_have_the_sign_of_each_domain(self, client: Client) -> None:
        text = page(client, LIST)
        facet = text.partition('id="facet-domain"')[2].partition("</section>")[0]
        filters = text.partition("signchoices")[2].partition("</fieldset>")[0]
        for ink in INKS:
            for part in (facet, filters):
                assert part.count(f"icons.svg#domain-{ink}") == 1
                assert f"</svg>{ink.capitalize()}</span>" in part

    def test_name_the_group_and_every_choice(self, client: Client) -> None:
        panel = page(client, f"{LIST}?q=dom:calm").partition('id="filter-panel"')[2].partition("</details>")[0]
        assert "<legend>Domain</legend>" in panel
        controls = set(re.findall(r'<(?:select|input)[^>]* id="(with-[^"]+)"', panel))
        assert controls == set(re.findall(r'<label for="([^"]+)">', panel))
        assert re.findall(r'<input type="radio"[^>]* value="(\w*)" checked>', panel) == ["Calm"]

    def test_lead_to_the_cards_of_a_domain(self, client: Client) -> None:
        answer = client.get(LIST, {"q": "", "shown": "", "with-domain": "Order"})
        assert answer["Location"] == f"{LIST}?q=domain%3AOrder"

    def test_refuse_what_is_no_domain(self, client: Client) -> None:
        answer = client.get(LIST, {"q": "", "with-domain": "Zonk"})
        assert answer.status_code == 400
        assert 'id="with-domain_error"' in answer.content.decode()

    def test_over_all_games_are_drawn_in_the_facet(self, client: Client) -> None:
        facet = page(client, "/cards/?q=t:legend").partition('id="facet-domain"')[2].partition("</section>")[0]
        assert "icons.svg#domain-fury" in facet

    @pytest.mark.parametrize("game", [VS_CLASSIC, VS_2PCG])
    def test_of_other_games_have_none(self, client: Client, game: str) -> None:
        for view in ("faces", "table"):
            text = page(client, f"/cards/{game}/?view={view}")
            assert "icons.svg#domain" not in text
            assert "domainsign" not in text


def test_the_page_of_a_card_draws_its_facts(client: Client) -> None:
    facts = page(client, f"{LIST}acceleration-gate/").partition('<dl class="facts">')[2].partition("</dl>")[0]
    assert re.findall(r"icons\.svg#([\w-]+)", facts) == ["domain-body", "domain-mind", "power-own"]
    assert 'aria-label="energy 3"' in facts
    assert '<span aria-hidden="true">1, Body or Mind</span>' in facts


def test_the_page_of_a_set_draws_the_domains_of_its_cards_and_its_chart(client: Client) -> None:
    text = page(client, f"/sets/{RIFTBOUND}/VEN/")
    checklist, _, about = text.partition('id="about"')
    cards = [each for each in get_reference(RIFTBOUND).catalog.cards if "VEN" in each.set_codes]
    assert checklist.count('class="domainsign"') >= sum(len(each.domains or ("none",)) for each in cards)
    for ink in INKS:
        assert f'id="fill-team-{ink}"' in about


class TestDottedBoxes:
    """Brazen Buccaneer's power isn't recorded; all costs of Acceleration Gate are."""

    SAID = "A dotted box means “not recorded”."

    @pytest.mark.parametrize("view", ["", "&view=table"])
    def test_are_explained_above_a_list_that_has_one(self, client: Client, view: str) -> None:
        assert self.SAID in page(client, f"{LIST}?q=!%22Brazen+Buccaneer%22{view}")

    @pytest.mark.parametrize("query", ["!%22Acceleration+Gate%22", "!%22Brazen+Buccaneer%22&view=text"])
    def test_are_not_mentioned_elsewhere(self, client: Client, query: str) -> None:
        assert self.SAID not in page(client, f"{LIST}?q={query}")
