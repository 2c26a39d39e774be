"""Every kind of page answers that the pages of the fourth game, and of one with less, lead to."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from tests.decks.stored import deck_of, page_of
from tests.fourth_game.house_rules.deck_rules import HOUSE
from tests.fourth_game.spare_house.installed import SPARE
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db
LINK = re.compile(r'href="([^"#]+)')
MOST_OF_A_KIND = 1


def answers(client: Client, game: str, deck: Deck) -> dict[str, int]:
    """The status of pages of a game and of a deck, and of those that they lead to, a few of each kind."""
    ahead = ["/", f"/cards/{game}/", f"/formats/{game}/", f"/changes/?game={game}", "/rules/house-1/", page_of(deck)]
    ahead += [f"/decks/{deck.pk}/edit/", f"/cards/{game}/?view=table", f"/cards/{game}/?view=text"]
    kinds = Counter(_kind(address) for address in ahead)
    found: dict[str, int] = {}
    while ahead:
        address = ahead.pop(0)
        answer = client.get(address, follow=True)
        found[address] = answer.status_code
        is_page = answer.headers["Content-Type"].startswith("text/html")
        for written in LINK.findall(answer.content.decode()) if is_page else ():
            link = urljoin(address, unescape(written))
            is_own = any(own in link for own in (f"{game}/", f"game={game}", "house-1", f"/decks/{deck.pk}/"))
            if is_own and link not in found and link not in ahead and kinds[_kind(link)] < MOST_OF_A_KIND:
                kinds[_kind(link)] += 1
                ahead.append(link)
    return found


def _kind(address: str) -> str:
    return str(resolve(urlsplit(address).path).view_name)


def test_they_answer(host: tuple[User, Client], deck: Deck) -> None:
    found = answers(host[1], HOUSE, deck)
    assert {address: status for address, status in found.items() if status != 200} == {}
    assert len({_kind(address) for address in found}) >= 30


def test_they_answer_of_a_game_with_nothing_but_what_it_needs(host: tuple[User, Client]) -> None:
    deck = deck_of(
        host[0], title="Spare", game=SPARE, format="anything", text="3 Cook\n3 Kitchen\n", visibility="public"
    )
    found = answers(host[1], SPARE, deck)
    assert {address: status for address, status in found.items() if status != 200} == {}
    assert len({_kind(address) for address in found}) >= 25
