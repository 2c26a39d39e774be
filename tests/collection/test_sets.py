"""A whole set at once: the page of a set adds copies of every printing of it, and takes them away."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vsdb.catalog.cards.selectors import get_reference
from vsdb.collection import services
from vsdb.collection.models import CollectedCard
from vsdb.collection.reading import OWNED, CardKey

pytestmark = pytest.mark.django_db
SET = {"game": "vs-2pcg", "set": "AFF"}


@pytest.fixture
def ann() -> tuple[User, Client]:
    user, client = User.objects.create_user("ann", "ann@example.org"), Client()
    client.force_login(user)
    return user, client


def printings() -> set[CardKey]:
    catalog = get_reference("vs-2pcg").catalog
    return {CardKey.of(card, each) for card in catalog.cards for each in card.printings if each.set_code == "AFF"}


def test_adds_copies_of_every_printing(ann: tuple[User, Client]) -> None:
    answer = ann[1].post("/collection/change/set/", {**SET, "by": "4"})
    assert answer.headers["Location"] == "/sets/vs-2pcg/AFF/#owned"
    rows = CollectedCard.objects.filter(owner=ann[0])
    assert {CardKey(row.game_id, row.slug, row.set_code, row.number) for row in rows} == printings()
    assert {row.owned for row in rows} == {4}


def test_adds_to_what_is_there_and_takes_away_down_to_none(ann: tuple[User, Client]) -> None:
    key = sorted(printings())[0]
    services.set_copies(ann[0].pk, {key: {OWNED: 2}})
    ann[1].post("/collection/change/set/", {**SET, "by": "1"})
    assert CollectedCard.objects.get(owner=ann[0], slug=key.slug, number=key.number).owned == 3
    ann[1].post("/collection/change/set/", {**SET, "by": "-1"})
    assert [row.owned for row in CollectedCard.objects.filter(owner=ann[0])] == [2]
    ann[1].post("/collection/change/set/", {**SET, "by": "-9"})
    assert not CollectedCard.objects.filter(owner=ann[0]).exists()


def test_asks_as_often_for_a_large_set_as_for_a_small_one(
    ann: tuple[User, Client], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for code in ("AFF", "MOR"):
        game = "vs-2pcg" if code == "AFF" else "vs-classic"
        with django_assert_max_num_queries(16):
            ann[1].post("/collection/change/set/", {"game": game, "set": code, "by": "1"})


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({**SET, "by": "0"}, 400),
        ({**SET, "by": "100"}, 400),
        ({**SET, "by": "many"}, 400),
        ({**SET}, 400),
        ({"game": "vs-2pcg", "set": "NONE", "by": "1"}, 404),
        ({"game": "chess", "set": "AFF", "by": "1"}, 404),
    ],
)
def test_bad_words_change_nothing(ann: tuple[User, Client], fields: dict[str, str], status: int) -> None:
    assert ann[1].post("/collection/change/set/", fields).status_code == status
    assert not CollectedCard.objects.exists()


def test_only_who_is_signed_in_is_offered_it(ann: tuple[User, Client], client: Client) -> None:
    assert "Add 4 of each" in ann[1].get("/sets/vs-2pcg/AFF/").content.decode()
    assert "Add 4 of each" not in client.get("/sets/vs-2pcg/AFF/").content.decode()
