"""A version that there isn't is refused by naming those that there are, wherever a format is named."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.model.errors import NotFound
from tests.custom_formats.making import BEATDOWNS, GAME, person, published
from vsdb.check.services import check

pytestmark = pytest.mark.django_db


def test_the_page_of_a_format_names_the_newest(client: Client) -> None:
    published(person("ola")[0])
    answer = client.get(f"/formats/{GAME}/lake-league@7/")
    assert answer.status_code == 404
    assert "Lake League has no version &#x27;7&#x27;; its newest version is lake-league@1" in answer.content.decode()


@pytest.mark.parametrize("head", [f"# game: {GAME}\n", ""])
def test_a_check_names_the_newest_with_the_game_and_without(head: str) -> None:
    published(person("ola")[0])
    with pytest.raises(NotFound, match="Lake League has no version '7'; its newest version is lake-league@1") as error:
        check(f"{head}{BEATDOWNS}", formats=["lake-league@7"])
    assert error.value.nearest == ("lake-league@1",)


def test_an_official_format_has_none(client: Client) -> None:
    with pytest.raises(NotFound, match="Silver Age has no version '2'; only organizers' formats have versions"):
        check(BEATDOWNS, formats=["silver-age@2"])


def test_what_isnt_there_at_all_is_refused_as_ever() -> None:
    with pytest.raises(NotFound, match="no game has a format 'no-such-league@2'"):
        check(BEATDOWNS, formats=["no-such-league@2"])
