"""What a browser changed without a network, sent later: merged as two tabs are, and safe to send again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse

from tests.decks.builder.opened import Tab, newest

HULK, BEATDOWN, KICK = ("deck", "hulk-gladiator"), ("deck", "savage-beatdown"), ("deck", "flying-kick")


def sent(tab: Tab, *changes: dict[str, Any], **fields: str) -> HttpResponse:
    """What comes of changes that were made to version 1."""
    told = {"op": "offline", "edition": "1", "changes": json.dumps(changes), **fields}
    return tab.send(told, has_scripts=False)


def set_to(card: str, count: int) -> dict[str, Any]:
    return {"op": "set", "card": card, "section": "deck", "count": count}


def test_several_changes_and_a_title_are_one_version(tab: Tab) -> None:
    added = {"op": "add", "card": "mobilize", "count": 2, "name": "Mobilize"}
    answer = sent(tab, set_to("savage-beatdown", 1), set_to("flying-kick", 0), added, title="On the train")
    assert answer.status_code == 302
    saved = newest(tab.deck)
    assert (saved.number, saved.title) == (2, "On the train")
    tab.open()
    assert tab.lines == {BEATDOWN: 1, HULK: 2, ("deck", "mobilize"): 2}


def test_cards_that_only_one_side_changed_are_merged(tab: Tab, other_tab: Tab) -> None:
    other_tab.change("op=set&card=flying-kick&count=3")
    assert sent(tab, set_to("savage-beatdown", 1)).status_code == 302
    tab.open()
    assert tab.lines == {BEATDOWN: 1, KICK: 3, HULK: 2}


def test_what_is_sent_twice_is_made_once(tab: Tab) -> None:
    changes = (set_to("savage-beatdown", 1), {"op": "add", "card": "mobilize", "count": 2})
    for _ in range(3):
        assert sent(tab, *changes, title="On the train").status_code == 302
    assert newest(tab.deck).number == 2
    tab.open()
    assert tab.lines == {BEATDOWN: 1, KICK: 4, HULK: 2, ("deck", "mobilize"): 2}


def test_what_both_changed_alike_is_no_conflict_and_the_rest_is_made(tab: Tab, other_tab: Tab) -> None:
    other_tab.change("op=set&card=savage-beatdown&count=1")
    assert sent(tab, set_to("savage-beatdown", 1), set_to("flying-kick", 2)).status_code == 302
    tab.open()
    assert tab.lines == {BEATDOWN: 1, KICK: 2, HULK: 2}


def test_a_card_that_both_changed_shows_both_texts_and_changes_nothing(tab: Tab, other_tab: Tab) -> None:
    other_tab.change("op=set&card=hulk-gladiator&count=1")
    answer = sent(tab, set_to("hulk-gladiator", 4), set_to("savage-beatdown", 1))
    assert answer.status_code == 409
    [contested] = answer.context["clash"].contested
    assert "4 Hulk, Gladiator" in {side.text for side in contested.mine}
    assert "1 Hulk, Gladiator" in {side.text for side in contested.theirs}
    assert {"1 Savage Beatdown", "4 Hulk, Gladiator"} <= set(contested.proposal.splitlines())
    assert newest(tab.deck).number == 2


def test_a_title_that_both_changed_is_a_conflict(tab: Tab, other_tab: Tab) -> None:
    about = {"op": "about", "title": "Greener", "format": "golden-age", "as_of": "", "base": "1", "edition": "1"}
    other_tab.send(about)
    answer = sent(tab, title="On the train")
    assert answer.status_code == 409
    assert [each.name for each in answer.context["clash"].contested] == ["title"]


@pytest.mark.parametrize(
    "changes", ["", "{", "{}", "[1]", json.dumps([{}] * 1_001), '[{"op": "set", "card": "no-card", "section": "deck"}]']
)
def test_what_cant_be_read_is_refused(tab: Tab, changes: str) -> None:
    answer = tab.send({"op": "offline", "edition": "1", "changes": changes}, has_scripts=False)
    assert answer.status_code == 400
    assert newest(tab.deck).number == 1
