"""The rules that bear on a deck."""

from __future__ import annotations

from datetime import date

import pytest
from django.template.loader import render_to_string
from django.test import Client

from engine.model.verdicts import Citation
from engine.rules.editions import find_edition_in_force
from tests.decks.stats.lists import DAY, LISTS, read
from tests.engine.classic_builders import a_card, a_deck
from tests.engine.pcg_builders import pcg_deck, people, pile
from vsdb.catalog.rules.templatetags.citations import build_citation_url
from vsdb.decks.stats import compute_deck_stats
from vsdb.decks.stats.rules import BUILDING, PLAYING, ApplyingRules, list_applying_rules

pytestmark = pytest.mark.django_db


def group(rules: ApplyingRules, title: str) -> dict[str, tuple[str, ...]]:
    rows = next((each.rows for each in rules.groups if each.title == title), ())
    return {row.citation.rule: row.codes for row in rows}


@pytest.mark.parametrize("game", LISTS)
def test_every_rule_has_a_page(client: Client, game: str) -> None:
    rules = compute_deck_stats(read(game), DAY).rules
    cited = [row.citation for each in rules.groups for row in each.rows]
    cited += [row.citation for row in rules.keywords if row.citation]
    assert cited
    for citation in cited:
        assert client.get(build_citation_url(citation, game, DAY)).status_code == 200, citation
        assert rules.headings[citation]


@pytest.mark.parametrize("game", LISTS)
def test_every_keyword_of_its_cards_has_a_page_and_a_gloss(client: Client, game: str) -> None:
    rules = compute_deck_stats(read(game), DAY).rules
    assert rules.keywords
    for row in rules.keywords:
        assert client.get(row.address).status_code == 200
        assert row.gloss


def test_are_those_of_the_edition_in_force_on_the_day() -> None:
    deck = a_deck((4, a_card("Storm")))
    early, late = list_applying_rules(deck, date(2007, 6, 1)), list_applying_rules(deck, date(2009, 6, 1))
    assert (early.edition, late.edition) == ("cr-2007-02-05", "cr-2.7")
    assert group(late, BUILDING)["101.1"] == ("deck-size",)
    assert group(late, BUILDING)["101.2"] == ("copy-limit",)


def test_name_every_rule_that_a_check_of_the_edition_rests_on_and_no_dated_fact() -> None:
    held = group(list_applying_rules(a_deck(), DAY), BUILDING)
    dated = ("ban-list", "set-list", "format:")
    cited = {rule.citation for rule in find_edition_in_force("vs-classic", DAY).rules}
    assert set(held) == {c.rule for c in cited if not c.document.startswith(dated) and c.rule != "Edition"}


def test_of_piles_are_those_of_a_deck_that_has_or_uses_one() -> None:
    def codes(rules: ApplyingRules) -> set[str]:
        return {code for held in group(rules, BUILDING).values() for code in held if code.startswith("pile-")}

    assert codes(list_applying_rules(pcg_deck(people("Pixie")), DAY)) == set()
    assert codes(list_applying_rules(pcg_deck(people("User", uses_piles=("Wish",))), DAY))
    assert codes(list_applying_rules(pile("Wish", people("Pixie")), DAY))


def test_of_play_are_those_given_once_each() -> None:
    attack = Citation("cr-2.7", "601.5a")
    assert group(list_applying_rules(a_deck(), DAY, (attack, attack)), PLAYING) == {"601.5a": ()}


def test_of_a_keyword_that_the_site_does_not_know_are_its_name_and_its_figures() -> None:
    deck = a_deck((3, a_card("Storm", keywords=("Zap", "Boost"))), (1, a_card("Beast", keywords=("Zap",))))
    zap, boost = list_applying_rules(deck, DAY).keywords
    assert (zap.name, zap.cards, zap.copies, zap.gloss, zap.citation, zap.address) == ("Zap", 2, 4, "", None, "")
    assert (boost.citation, boost.address) == (Citation("cr-2.7", "706.2"), "/keywords/vs-classic/boost/")


@pytest.mark.parametrize(
    ("day", "is_other"), [(date(2026, 4, 15), False), (date(2026, 8, 1), True), (date(2026, 11, 1), True)]
)
def test_of_a_keyword_may_be_cited_from_another_edition(day: date, is_other: bool) -> None:
    assert list_applying_rules(read("riftbound"), day).cites_other_editions is is_other


@pytest.mark.parametrize(("day", "is_said"), [("2026-04-15", False), ("2026-11-01", True)])
def test_the_page_says_where_a_keyword_is_cited_from_another_edition(day: str, is_said: bool) -> None:
    rules = list_applying_rules(read("riftbound"), date.fromisoformat(day))

    shown = render_to_string("decks/stats/rules.html", {"look": {"rules": rules}})

    assert ("Where a rule is cited from another edition" in shown) is is_said
