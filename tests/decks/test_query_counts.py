"""What a verdict costs in queries, beside the one of each request for the versions of the facts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from tests.decks.rechecks.making import GAME, PLAIN, deck_of
from vsdb.catalog.cards.selectors import get_reference, pin_data_versions
from vsdb.check.services import check
from vsdb.decks.deck_page import read_version
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.verdict_cache import judge_decks_without_verdict

pytestmark = pytest.mark.django_db

DAY = date(2006, 9, 1)  #: no deck is of this day, so that no verdict of it is kept


@pytest.fixture(autouse=True)
def _within_a_request() -> Iterator[None]:
    """The reference is in memory, and the versions of the facts are asked for once, as in a request."""
    get_reference(GAME)
    with pin_data_versions():
        yield


def test_a_pasted_list_costs_none_beside_the_request_s_own_however_long(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for text in ("4 Savage Beatdown\n", PLAIN + "4 Savage Beatdown\n" * 20):
        with django_assert_num_queries(0):
            check(text, game=GAME, formats=["golden-age"], dates=[DAY])


def test_a_stored_deck_costs_two(
    django_assert_num_queries: DjangoAssertNumQueries, django_user_model: type[User]
) -> None:
    made = deck_of(django_user_model.objects.create_user("ann"), PLAIN)
    deck = Deck.objects.get(pk=made.pk)
    with django_assert_num_queries(2):
        assert read_version(deck).outcome


@pytest.mark.parametrize("count", [1, 12])
def test_decks_without_a_verdict_cost_six_for_up_to_two_hundred(
    django_assert_max_num_queries: DjangoAssertNumQueries, django_user_model: type[User], count: int
) -> None:
    user = django_user_model.objects.create_user("ann")
    for number in range(count):
        deck_of(user, f"{PLAIN}{number + 1} Savage Beatdown\n")
    fmt = get_reference(GAME).formats["golden-age"]
    with django_assert_max_num_queries(6):
        judge_decks_without_verdict(Deck.objects.all(), fmt, DAY)
    assert Judgement.objects.filter(as_of=DAY).count() == count


def test_a_verdict_that_is_kept_costs_one_and_judges_nothing(
    django_assert_max_num_queries: DjangoAssertNumQueries, django_user_model: type[User]
) -> None:
    deck_of(django_user_model.objects.create_user("ann"), PLAIN)
    fmt = get_reference(GAME).formats["golden-age"]
    judge_decks_without_verdict(Deck.objects.all(), fmt, DAY)
    with django_assert_max_num_queries(1):
        assert judge_decks_without_verdict(Deck.objects.all(), fmt, DAY) == (0, 0)
