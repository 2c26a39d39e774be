"""The pages of the drawn table without a script: links and forms that lead from position to position."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.html_tree import parse_page, text_of
from vsdb.play.documents import decode_question, encode_question
from vsdb.play.table.layouts import LAYOUTS, start_question

pytestmark = pytest.mark.django_db

THOR = {"id": "thor", "name": "Thor", "row": "front", "column": 1}
SHOW, CHANGE = "/play/vs-classic/table/", "/play/vs-classic/table/change/"


def question(*own: dict[str, Any]) -> dict[str, Any]:
    document = start_question("vs-classic")
    document["position"] = {**document["position"], "you": {"characters": list(own)}}
    return document


def changed(client: Client, document: dict[str, Any], **said: str) -> Any:
    """The position that a change leads to."""
    answer = client.get(CHANGE, {"q": encode_question(document), **said})
    assert answer.status_code == 302, answer.content[:500]
    return decode_question(parse_qs(urlsplit(answer["Location"]).query)["q"][0])["position"]


@pytest.mark.parametrize("game", LAYOUTS)
def test_an_empty_table_says_what_to_do(client: Client, game: str) -> None:
    answer = client.get(f"/play/{game}/table/")
    assert answer.status_code == 200
    assert "Put on the table" in answer.content.decode()


def test_the_list_says_all_that_the_picture_says(client: Client) -> None:
    document = question({**THOR, "flight": True})
    answer = client.get(SHOW, {"q": encode_question(document)})
    twin = text_of(parse_page(answer.content.decode()).find(".//details[@class='ptable__twin']"))
    drawing = answer.context["table"].drawing
    for piece in drawing.pieces:
        assert f"{piece.name}: {', '.join((piece.place, *piece.words))}" in twin
    assert "flight" in twin
    assert "ATK not known" in twin
    assert [figure.title for figure in drawing.figures if figure.title not in twin] == []


def test_a_card_that_is_only_named_is_drawn_with_its_recorded_facts(client: Client) -> None:
    document = question({"id": "a", "slug": "aquaman-lord-of-atlantis", "row": "front", "column": 1})
    answer = client.get(SHOW, {"q": encode_question(document)})
    assert answer.context["table"].drawing.pieces[0].figures == "13/12"


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ({"key": "ready", "value": "true"}, {"ready": True}),
        ({"key": "atk", "value": "7"}, {"atk": 7}),
        ({"key": "affiliations", "value": "X-Men, Avengers"}, {"affiliations": ["X-Men", "Avengers"]}),
        ({"key": "column", "value": ""}, {"column": None}),
        ({"key": "name", "value": "7"}, {"name": "7"}),
    ],
)
def test_a_fact_is_said_by_a_form(client: Client, said: dict[str, str], facts: dict[str, Any]) -> None:
    then = changed(client, question(THOR), do="say", at="you.characters.thor", **said)
    expected = {key: each for key, each in {**THOR, **facts}.items() if each is not None}
    assert then["you"]["characters"] == [expected]


def test_a_card_of_the_reference_brings_its_facts_and_any_other_only_its_name(client: Client) -> None:
    place = {"do": "put", "to": "you/front/2/visible"}
    put = changed(client, question(THOR), card="Aquaman, Lord of Atlantis", **place)["you"]["characters"][1]
    assert {"atk", "def", "cost"} <= put.keys()
    assert (put["row"], put["column"]) == ("front", 2)
    asked = client.get(CHANGE, {"q": encode_question(question()), "card": "Nobody at all", **place})
    assert "without recorded facts" in asked.content.decode()
    plain = changed(client, question(), card="Nobody at all", plain="1", **place)["you"]["characters"]
    assert plain == [{"id": "nobody-at-all", "name": "Nobody at all", "row": "front", "column": 2}]


def test_a_drop_on_an_opposing_card_asks_about_the_attack(client: Client) -> None:
    document = question(THOR)
    document["position"]["opponent"] = {"characters": [{**THOR, "id": "doom"}]}
    said = {"q": encode_question(document), "at": "you.characters.thor", "on": "opponent.characters.doom"}
    answer = client.get(SHOW, said)
    asked = decode_question(parse_qs(urlsplit(answer["Location"]).query)["q"][0])["action"]
    assert asked == {"action": "attack", "attackers": ["thor"], "defender": "doom"}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"do": "say", "at": "you.characters.thor", "key": "atk", "value": "many"}, "many"),
        ({"do": "say", "at": "you.characters.thor", "key": "strength", "value": "1"}, "strength"),
        ({"do": "say", "at": "nowhere.thor", "key": "atk", "value": "1"}, "nowhere"),
        ({"do": "place", "at": "you.characters.thor", "to": "the moon"}, "place"),
        ({"do": "place", "at": "you.characters.thor", "to": "opponent"}, "place"),
        ({"do": "remove", "at": "you.characters.zz"}, "zz"),
        ({"do": "put", "card": " "}, "no card is named"),
        ({"do": "fly"}, "no such change"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(client: Client, said: dict[str, str], words: str) -> None:
    answer = client.get(CHANGE, {"q": encode_question(question(THOR)), **said})
    assert answer.status_code == 400
    assert words in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"{SHOW}?q=1zz", 400),
        (f"{SHOW}?at=you.characters.zz&act=fly&on=x", 200),
        ("/play/nothing/table/", 404),
        (
            f"{SHOW}?q={encode_question({'position': {'game': 'vs-classic', 'you': 5}, 'action': {'action': 'pass'}})}",
            400,
        ),
        (f"{SHOW}?q={encode_question({'position': []})}", 400),
        (f"{SHOW}?q={encode_question({'position': {'game': 'vs-classic'}})}", 200),
        (f"{SHOW}?q={encode_question(start_question('riftbound'))}", 302),
    ],
)
def test_a_damaged_address_is_told(client: Client, address: str, status: int) -> None:
    assert client.get(address).status_code == status


LEGAL_ATTACK = {
    "position": {
        "game": "vs-classic",
        "turn": start_question("vs-classic")["position"]["turn"],
        "you": {"characters": [{**THOR, "ready": True, "stunned": False}]},
        "opponent": {"characters": [{"id": "hulk", "name": "Hulk", "row": "front", "column": 1, "stunned": False}]},
    },
    "action": {"action": "attack", "attackers": ["thor"], "defender": "hulk"},
}


def test_a_legal_action_is_done_from_the_table_and_the_next_position_asks_nothing(client: Client) -> None:
    answer = client.get(SHOW, {"q": encode_question(LEGAL_ATTACK)})
    assert answer.context["answer"].is_legal
    done = client.get(answer.context["apply"])
    page = client.get(done["Location"])
    assert page.context["answer"] is None
    assert "all that may be possible now" in page.content.decode()
    assert decode_question(page.context["code"])["position"]["turn"]["attack"]["attackers"] == ["thor"]


def test_what_is_not_legal_cannot_be_done_from_the_table(client: Client) -> None:
    tired = {**LEGAL_ATTACK["position"], "you": {"characters": [{**THOR, "ready": False, "stunned": False}]}}
    illegal = {**LEGAL_ATTACK, "position": tired}
    assert client.get(SHOW, {"q": encode_question(illegal)}).context["apply"] == ""
    refused = client.get(CHANGE, {"q": encode_question(illegal), "do": "apply"})
    assert refused.status_code == 400
