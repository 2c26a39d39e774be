"""Every kind of page that the fourth game's own pages lead to answers."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from urllib.parse import urljoin

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from tests.decks.stored import page_of
from tests.fourth_game.house_rules.deck_rules import HOUSE
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db
LINK = re.compile(r'href="([^"#]+)')
MOST_OF_A_KIND = 2


def test_it_answers(host: tuple[User, Client], deck: Deck) -> None:
    ahead = ["/", f"/cards/{HOUSE}/", f"/formats/{HOUSE}/", f"/changes/?game={HOUSE}", "/rules/house-1/", page_of(deck)]
    ahead.append(f"/decks/{deck.pk}/edit/")
    kinds = Counter(resolve(address.partition("?")[0]).view_name for address in ahead)
    answers: dict[str, int] = {}
    while ahead:
        address = ahead.pop(0)
        answer = host[1].get(address, follow=True)
        answers[address] = answer.status_code
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        for found in LINK.findall(answer.content.decode()):
            link = urljoin(address, unescape(found))
            if not any(own in link for own in (HOUSE, "house-1", f"/decks/{deck.pk}/")):
                continue
            kind = resolve(link.partition("?")[0]).view_name
            if link not in answers and link not in ahead and kinds[kind] < MOST_OF_A_KIND:
                kinds[kind] += 1
                ahead.append(link)
    assert {address: status for address, status in answers.items() if status != 200} == {}
    assert len(kinds) >= 30
