"""The verdict on a deck in every format of its game."""

from __future__ import annotations

from datetime import date
from random import Random
from string import ascii_letters

import pytest
from django.test import Client

from tests.decks.stats.lists import DAY, LISTS
from vsdb.catalog.cards.selectors import get_reference
from vsdb.check.services import check
from vsdb.decks.stats.rules import check_in_every_format

pytestmark = pytest.mark.django_db
RANKS = ["legal", "uncertain", "illegal"]


@pytest.mark.parametrize("game", LISTS)
def test_has_the_verdict_of_the_service_in_every_format_the_best_first(game: str) -> None:
    found = check_in_every_format(LISTS[game], game, DAY)
    slugs = list(get_reference(game).formats)
    assert sorted(row.fmt.slug for row in found.rows) == sorted(slugs)
    for row in found.rows:
        (checked,) = check(LISTS[game], game=game, formats=[row.fmt.slug], dates=[DAY])
        assert row.verdict.as_dict() == checked.verdict.as_dict()
    order = [(RANKS.index(row.verdict.outcome), slugs.index(row.fmt.slug)) for row in found.rows]
    assert order == sorted(order)
    assert sum(count for _, count in found.counts) == len(slugs)


def test_gives_the_first_reason_and_how_many_more_there_are() -> None:
    # Nineteen cards too few, and nothing else is known against them.
    rows = {row.fmt.slug: row for row in check_in_every_format("4 Savage Beatdown\n9 Overload", "vs-classic", DAY).rows}
    golden = rows["golden-age"]
    errors = [finding.message for finding in golden.verdict.findings if finding.severity in {"error", "unknown"}]
    assert golden.reason == errors[0]
    assert golden.more == len(errors) - 1 == golden.errors + golden.unknowns - 1


def test_a_legal_row_has_no_reason() -> None:
    row = next(
        row for row in check_in_every_format(LISTS["vs-2pcg"], "vs-2pcg", DAY).rows if row.fmt.slug == "multiverse"
    )
    assert (row.verdict.outcome, row.reason, row.more) == ("legal", "", 0)


def test_each_row_leads_to_the_page_of_its_verdict(client: Client) -> None:
    row = next(
        row for row in check_in_every_format(LISTS["vs-2pcg"], "vs-2pcg", DAY).rows if row.fmt.slug == "multiverse"
    )
    page = client.get(row.link).context["page"]
    assert (page.fmt.slug, page.verdict.as_of, page.verdict.outcome) == ("multiverse", DAY, "legal")


def test_takes_the_day_that_is_asked_and_not_the_lists_own() -> None:
    found = check_in_every_format("# as-of: 2005-03-26\n4 Savage Beatdown", "vs-classic", date(2008, 1, 1))
    assert {row.verdict.as_of for row in found.rows} == {date(2008, 1, 1)}


def test_a_list_too_long_for_a_link_has_none() -> None:
    chance = Random(7)  # noqa: S311 - a text that can't be made much shorter
    text = "4 Savage Beatdown\n" + "# " + "".join(chance.choices(ascii_letters, k=20_000))
    assert {row.link for row in check_in_every_format(text, "vs-classic", DAY).rows} == {""}


def test_a_list_too_long_to_be_judged_so_often_has_no_rows() -> None:
    most = 40_000 // len(get_reference("vs-classic").formats)
    assert check_in_every_format("\n" * (most - 1), "vs-classic", DAY).rows
    assert check_in_every_format("\n" * most, "vs-classic", DAY).rows == ()


def test_costs_the_query_of_the_reference_twice(django_assert_max_num_queries: object) -> None:
    check_in_every_format(LISTS["riftbound"], "riftbound", DAY)
    with django_assert_max_num_queries(2):  # type: ignore[operator]
        check_in_every_format(LISTS["riftbound"], "riftbound", DAY)
