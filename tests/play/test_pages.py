"""The page that asks: choosing, answering, changing, going on and back, reading how it goes; and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from engine.play.judging import playable
from engine.play.rules import Action
from tests.html_tree import parse_page, text_of
from vsdb.play.documents import decode_question, encode_question
from vsdb.play.page.grouping import PartedActions, part_by_answer

pytestmark = pytest.mark.django_db

TURN: dict[str, Any] = {
    "phase": "combat",
    "step": "attack",
    "active": "you",
    "priority": "you",
    "chain": [],
    "attack": None,
}
FIGHT: dict[str, Any] = {
    "position": {
        "game": "vs-classic",
        "turn": TURN,
        "you": {"characters": [{"id": "a", "name": "Thor", "ready": True, "stunned": False, "row": "front"}]},
        "opponent": {"characters": [{"id": "x", "stunned": False, "row": "front"}]},
    },
    "action": {"action": "attack", "attackers": ["a"], "defender": "x"},
}
ACTIONS = [
    pytest.param(game, action, id=f"{game}-{action.verb}")
    for game, rules in playable().items()
    for action in rules.actions
]
SEQUENCES = [(game, each.slug) for game, rules in playable().items() for each in rules.sequences]
#: Words of addresses with which a person goes on.
TURNS: tuple[dict[str, str], ...] = (
    {},
    {"apply": "1"},
    {"set": "you.characters.a.atk", "value": "3"},
    {"drop": "turn"},
    {"switch": "1"},
)


def address(document: Mapping[str, Any] = FIGHT, **words: str) -> str:
    return reverse("play:game", args=("vs-classic",), query={"q": encode_question(document), **words})


def document_of(link: str) -> dict[str, Any]:
    return decode_question(parse_qs(urlsplit(link).query)["q"][0])


def outcome(content: str) -> str:
    found = re.search(r'<p class="outcome__line"><b>(\w+)</b>', content)
    assert found is not None, content
    return found[1]


def open_page(client: Client, link: str) -> str:
    answer = client.get(link, follow=True)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def first_way(content: str) -> str | None:
    """Where the button leads that has the focus."""
    first = next((each for each in parse_page(content).iter("a") if "data-first" in each.attrib), None)
    return None if first is None else first.attrib["href"]


class TestChoosing:
    def test_every_action_of_every_game_can_be_chosen(self, client: Client) -> None:
        links = {each.get("href") for each in parse_page(open_page(client, "/play/")).iter("a")}
        wanted = {
            f"/play/{rules.game}/{each.verb}/"
            for rules in playable().values()
            for each in rules.actions
            if not each.is_event
        }
        assert wanted - links == set()

    @pytest.mark.parametrize("game", tuple(playable()))
    def test_actions_and_events_have_a_sentence_each(self, client: Client, game: str) -> None:
        said = text_of(parse_page(open_page(client, f"/play/{game}/")).find(".//main"))
        assert [each.verb for each in playable()[game].actions if each.summary not in said] == []

    @pytest.mark.parametrize(("game", "action"), ACTIONS)
    def test_every_start_asks_something_that_settles_it(self, client: Client, game: str, action: Action) -> None:
        content = open_page(client, f"/play/{game}/{action.verb}/")
        for _ in range(30):
            way = first_way(content)
            if way is None:
                break
            content = open_page(client, way)
        assert first_way(content) is None


class TestAsking:
    def test_says_legal_with_what_happens_and_the_next_position(self, client: Client) -> None:
        content = open_page(client, address())
        assert outcome(content) == "Legal"
        assert "apply=1" in content

    def test_an_exhausted_attacker_is_named_with_the_rule(self, client: Client) -> None:
        tired = {**FIGHT, "position": {**FIGHT["position"], "you": {"characters": [{"id": "a", "name": "Thor"}]}}}
        asked = open_page(client, address(tired))
        assert outcome(asked) == "Uncertain"
        assert "Is Thor ready?" in asked
        no = next(
            each.attrib["href"]
            for fact in parse_page(asked).iter("fieldset")
            if text_of(fact.find("legend")) == "Is Thor ready?"
            for each in fact.iter("a")
            if text_of(each) == "No"
        )
        answered = open_page(client, no)
        assert outcome(answered) == "Illegal"
        assert "601.2b" in answered

    def test_a_classic_attack_is_settled_in_eight_taps(self, client: Client) -> None:
        content, taps = open_page(client, "/play/vs-classic/attack/"), 1
        while outcome(content) == "Uncertain":
            ways = [
                (text_of(each), each.attrib["href"])
                for each in parse_page(content).iter("a")
                if "button" in each.get("class", "") and "?q=" in each.get("href", "")
            ]
            usual = dict(ways)
            wanted = first_way(content)
            if "stunned" in content and text_of(next(parse_page(content).iter("legend"))).endswith("stunned?"):
                wanted = usual["No"]
            assert wanted is not None
            content, taps = open_page(client, wanted), taps + 1
        assert (outcome(content), taps <= 8) == ("Legal", True)

    def test_the_usual_situation_leaves_what_was_said(self, client: Client) -> None:
        said = {**FIGHT, "position": {"game": "vs-classic", "turn": {"phase": "build"}}}
        content = open_page(client, address(said))
        for way in parse_page(content).iter("a"):
            if "?q=" in way.get("href", "") and not text_of(way).endswith(": Which phase is it?"):
                assert document_of(way.attrib["href"])["position"].get("turn", {}).get("phase", "build") == "build"

    def test_what_was_said_can_be_taken_back(self, client: Client) -> None:
        back = next(
            each.attrib["href"]
            for each in parse_page(open_page(client, address())).iter("a")
            if text_of(each) == "Take back: Is Thor ready?"
        )
        assert "ready" not in document_of(back)["position"]["you"]["characters"][0]
        assert outcome(open_page(client, back)) == "Uncertain"

    def test_what_was_said_can_be_changed_by_one_tap(self, client: Client) -> None:
        no = next(
            each.attrib["href"]
            for each in parse_page(open_page(client, address())).iter("a")
            if text_of(each) == "No: Is Thor ready?"
        )
        assert document_of(no)["position"]["you"]["characters"][0]["ready"] is False
        assert outcome(open_page(client, no)) == "Illegal"

    def test_a_number_that_was_said_goes_up_and_down_and_can_be_typed(self, client: Client) -> None:
        said = client.get(address(set="you.characters.a.atk", value="3"))["Location"]
        page = parse_page(open_page(client, f"{said}&change=you.characters.a.atk"))
        fact = next(page.iter("fieldset"))
        ways = {text_of(each).replace(" ", ""): each.attrib["href"] for each in fact.iter("a")}
        numbers = [
            document_of(ways[each])["position"]["you"]["characters"][0]["atk"] for each in ("−Oneless", "+Onemore")
        ]
        assert numbers == [2, 4]
        assert [each.get("value") for each in fact.iter("input") if each.get("name") == "set"] == [
            "you.characters.a.atk"
        ]

    def test_a_card_may_change_what_was_not_said(self, client: Client) -> None:
        page = parse_page(open_page(client, address()))
        assert "you.characters.a.atk" in {each.get("value") for each in page.iter("option")}
        assert {"The turn", "Thor"} <= {each.get("label") for each in page.iter("optgroup")}

    def test_says_whose_step_and_priority_it_is(self, client: Client) -> None:
        assert "Your attack step. You have priority." in text_of(parse_page(open_page(client, address())))

    def test_every_rule_that_holds_has_its_source(self, client: Client) -> None:
        page = parse_page(open_page(client, address()))
        held = [each for part in page.iter("ul") if part.get("class") == "play__holds" for each in part.iter("li")]
        assert len(held) > 10
        assert [text_of(each) for each in held if each.find(".//a") is None] == []

    def test_names_are_escaped(self, client: Client) -> None:
        evil = {**FIGHT["position"], "you": {"characters": [{"id": "a", "name": "<script>x</script>"}]}}
        content = open_page(client, address({**FIGHT, "position": evil}))
        assert "<script>x" not in content
        assert "&lt;script&gt;x" in content

    def test_another_day_judges_by_its_rules(self, client: Client) -> None:
        dated = client.get(address(as_of="2006-01-01"))
        assert document_of(dated["Location"])["position"]["as_of"] == "2006-01-01"
        again = client.get(dated["Location"] + "&as_of=")
        assert "as_of" not in document_of(again["Location"])["position"]

    def test_things_and_the_card_of_the_action_can_be_named(self, client: Client) -> None:
        named = client.get(address(thing="opponent.characters.x", value="Nobody Known"))["Location"]
        (character,) = document_of(named)["position"]["opponent"]["characters"]
        assert character["name"] == "Nobody Known"
        assert "slug" not in character
        content = open_page(client, named)
        options = {each.get("value"): text_of(each) for each in parse_page(content).iter("option")}
        assert options["opponent.characters.x"] == "Nobody Known"
        assert "log=" not in named

    def test_a_thing_is_named_as_a_card_by_a_name_that_one_card_has(self, client: Client) -> None:
        named = client.get(address(thing="opponent.characters.x", value="owlman"))["Location"]
        (character,) = document_of(named)["position"]["opponent"]["characters"]
        assert (character["slug"], character["name"]) == ("owlman-earth-3", "Owlman")

    def test_a_name_that_several_cards_have_is_answered_with_their_slugs(self, client: Client) -> None:
        refused = client.get(address(thing="opponent.characters.x", value="Captain America"))
        assert refused.status_code == 400
        told = refused.content.decode()
        assert "3 cards are called" in told
        assert "Did you mean captain-america-champion-license or " in told

    def test_a_slug_of_no_card_is_refused(self, client: Client) -> None:
        unknown = {**FIGHT["position"], "you": {"characters": [{"id": "a", "slug": "nobody"}]}}
        assert client.get(address({**FIGHT, "position": unknown})).status_code == 400


class TestGoingOn:
    def test_an_action_makes_the_next_position_and_goes_into_the_log(self, client: Client) -> None:
        content = open_page(client, address(apply="1"))
        assert "Go back" in content
        assert "So far" in content

    def test_the_next_position_tells_what_may_be_possible_and_why_not(self, client: Client) -> None:
        content = open_page(client, address(apply="1"))
        possible, _, ruled_out = content.partition(">Not now<")
        assert ">What may be possible now<" in possible
        assert "/play/vs-classic/start-attack/" in possible
        assert "/play/vs-classic/mulligan/" not in possible
        assert "The game has begun." in ruled_out
        linked = {str(each.get("href")).partition("?")[0] for each in parse_page(content).iter("a")}
        assert {f"/play/vs-classic/{each.verb}/" for each in playable()["vs-classic"].actions} <= linked

    @pytest.mark.parametrize("game", tuple(playable()))
    def test_an_empty_table_rules_nothing_out(self, client: Client, game: str) -> None:
        """What isn't said rules nothing out: each action may be possible."""
        rules = playable()[game]
        parted = part_by_answer({"position": {"game": game}}, rules, date(2026, 6, 1))
        assert parted == PartedActions(rules.actions, ())
        assert ">Not now<" not in open_page(client, f"/play/{game}/")

    def test_going_back_gives_the_question_again(self, client: Client) -> None:
        applied = client.get(address(apply="1"))["Location"]
        back = client.get(f"{applied}&back=1")["Location"]
        assert document_of(back) == FIGHT
        assert "log=" not in back

    def test_a_change_stays_marked_as_one_by_a_card(self, client: Client) -> None:
        changed = client.get(address(set="you.characters.a.ready", value="false", by="Pinned Down"))["Location"]
        content = open_page(client, changed)
        assert "Pinned Down" in content
        assert "by a card" in content
        assert outcome(content) == "Illegal"
        assert document_of(client.get(f"{changed}&back=1")["Location"])["position"] == FIGHT["position"]

    def test_the_other_side_may_act(self, client: Client) -> None:
        applied = client.get(address(set="you.characters.a.atk", value="3", by="A card"))["Location"]
        switched = client.get(f"{applied}&switch=1")["Location"]
        position = document_of(switched)["position"]
        assert position["turn"]["active"] == "opponent"
        assert position["opponent"]["characters"][0]["name"] == "Thor"
        back = client.get(f"{switched}&back=1")["Location"]
        assert document_of(back)["position"]["opponent"]["characters"] == FIGHT["position"]["you"]["characters"]


class TestReading:
    @pytest.mark.parametrize("game", tuple(playable()))
    def test_lists_its_walks(self, client: Client, game: str) -> None:
        links = {each.get("href") for each in parse_page(open_page(client, f"/play/{game}/how/")).iter("a")}
        assert {f"/play/{game}/how/{each.slug}/" for each in playable()[game].sequences} - links == set()

    @pytest.mark.parametrize(("game", "slug"), SEQUENCES)
    def test_each_walk_has_its_steps(self, client: Client, game: str, slug: str) -> None:
        walk = next(each for each in playable()[game].sequences if each.slug == slug)
        said = text_of(parse_page(open_page(client, f"/play/{game}/how/{slug}/")).find(".//main"))
        told = [(step.title, part) for step in walk.steps for part in (step.title, step.text, *step.questions)]
        assert [title for title, part in told if part not in said] == []


class TestRefusing:
    @pytest.mark.parametrize(
        "path", ["/play/chess/", "/play/vs-classic/fly/", "/play/chess/attack/", "/play/vs-classic/how/x/"]
    )
    def test_what_is_not_held(self, client: Client, path: str) -> None:
        assert client.get(path).status_code == 404

    @pytest.mark.parametrize("words", TURNS, ids=lambda words: "-".join(words) or "read")
    @pytest.mark.parametrize(
        "document",
        [
            {},
            {"position": []},
            {"position": {"game": "riftbound"}},
            {"position": {"game": ["vs-classic"]}},
            {**FIGHT, "action": []},
            {**FIGHT, "action": "attack"},
            {**FIGHT, "action": {"action": []}},
            {**FIGHT, "action": {"action": "fly"}},
            {**FIGHT, "action": {"action": "attack", "attackers": "a"}},
            {**FIGHT, "more": 1},
            {**FIGHT, "position": {"game": "vs-classic", "you": []}},
            {**FIGHT, "position": {"game": "vs-classic", "you": {"characters": "x"}}},
            {**FIGHT, "position": {"game": "vs-classic", "you": {"characters": [1]}}},
            {**FIGHT, "position": {"game": "vs-classic", "as_of": 5}},
            {"position": {"game": "vs-classic", "turns": {}}},
        ],
        ids=str,
    )
    def test_a_question_that_cannot_be_read(
        self, client: Client, document: dict[str, Any], words: Mapping[str, str]
    ) -> None:
        assert client.get(address(document, **words)).status_code == 400
        assert client.get("/play/vs-classic/attack/", {"q": encode_question(document)}).status_code == 400

    @pytest.mark.parametrize(
        "log",
        [
            {},
            {"start": 1, "entries": []},
            {"start": {"game": "riftbound"}, "entries": []},
            {"start": FIGHT["position"], "entries": {"action": "pass"}},
            {"start": FIGHT["position"], "entries": ["action"]},
            {"start": FIGHT["position"], "entries": [{"action": 5}]},
            {"start": FIGHT["position"], "entries": [{"path": 1, "value": 2, "by": "x"}]},
        ],
        ids=str,
    )
    def test_a_log_that_cannot_be_read(self, client: Client, log: dict[str, Any]) -> None:
        assert client.get(address(log=encode_question(log))).status_code == 400

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            ({"set": "you.characters.a.atk", "value": "many"}, "isn’t a whole number"),
            ({"set": "you.characters.a.atk", "value": "9999999"}, "a whole number from"),
            ({"set": "you.characters.a.atk", "value": " "}, "Nothing is typed"),
            ({"set": "nothing.here", "value": "1"}, "no fact is called"),
            ({"change": "nothing"}, "no fact is called"),
            ({"drop": "nothing"}, "no fact is called"),
            ({"as_of": "yesterday"}, "a day such as"),
        ],
    )
    def test_an_answer_that_cannot_be_read_keeps_what_was_said(
        self, client: Client, words: dict[str, str], says: str
    ) -> None:
        answer = client.get(address(FIGHT, **words))
        assert answer.status_code == 400
        page = parse_page(answer.content.decode())
        told = next(each for each in page.iter() if each.get("role") == "alert" and text_of(each))
        assert says.casefold() in text_of(told).casefold()
        assert outcome(answer.content.decode()) == "Legal"
