"""Who is who in the 2PCG: characters without ids, ids given twice, names, teams and keywords in whatever spelling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.vs_2pcg.play.facts import Card as PlayedCard
from engine.games.vs_2pcg.play.facts import Character
from engine.model.cards import Card, Keyword
from engine.model.reference import Reference
from engine.model.verdicts import BROKEN, ILLEGAL, LEGAL, OK, UNCERTAIN, UNKNOWN
from engine.play.facts import PlayInputError
from engine.play.judging import judge, read_question
from engine.play.named_cards import fill_in_cards
from tests.engine.play import pcg_card_examples as cards
from tests.engine.play.cases import TODAY, cases_of, differences
from tests.engine.play.pcg_examples import ABSENT, CAP, LOKI, RULES, THOR, Changes, ask, example, fighter, found, result


def nameless(**facts: Any) -> dict[str, Any]:
    """A face-up character with neither id nor name."""
    return {"state": "face-up", "keywords": [], **facts}


class TestWithoutIds:
    """Each character of a list counts, whether or not it has an id."""

    def test_one_of_two_protects(self) -> None:
        behind = {"opponent.back": [LOKI], "opponent.front": [nameless(), nameless(state="stunned")]}
        held = ask("attack", behind)
        assert [each.code for each in held.findings] == ["defender-protected"]
        assert ask("attack", {**behind, "opponent.front": [nameless(state="stunned")] * 2}).outcome == LEGAL

    def test_one_of_two_stops_a_flyer(self) -> None:
        front = [nameless(flight=True), nameless(flight=False)]
        changes = {"opponent.back": [LOKI], "opponent.front": front, "you.front.cap.flight": True}
        assert found("attack", "defender-protected", changes) == BROKEN

    def test_three_show_a_team(self) -> None:
        row = [nameless(teams=["X-Men"])]
        changes = {"you.front": row * 2, "you.back": row, "action.card.teams": ["X-Men"], "action.card.team_symbols": 3}
        assert cards.found("play-plot-twist", "team-missing", changes) == (OK, ())

    def test_two_main_characters_have_two_names(self) -> None:
        mains = [nameless(name=name, main=True) for name in ("Moon Girl", "Devil Dinosaur")]
        for name in ("Moon Girl", "Devil Dinosaur"):
            changes = {"you.main_character": ABSENT, "you.front": mains, "action.card.name": name}
            assert found("recruit", "main-character-name", changes) == BROKEN

    def test_an_older_one_of_the_name_is_told_by_its_name(self) -> None:
        assert result("recruit", {"you.back": [nameless(name="Medusa", main=False)]})["ko"] == ["Medusa"]


@pytest.mark.parametrize("row", ["you.back", "opponent.back", "opponent.characters"])
def test_an_id_that_two_characters_have_is_refused(row: str) -> None:
    with pytest.raises(PlayInputError, match="'cap' is given twice") as refused:
        ask("attack", {row: [CAP]})
    assert refused.value.path in {row, "you.front"}


class TestNames:
    """Alternate Names, AKA, Mantles."""

    @pytest.mark.parametrize(
        ("name", "other"),
        [
            ("Doctor Strange", "Dr. Strange"),
            ("Captain America", "Cap"),
            ("Spider-Man", "SPIDEY"),
            ("Loki", "Lokis"),
        ],
    )
    def test_an_alternate_name_is_the_name(self, name: str, other: str) -> None:
        assert ask("power-up", {"you.front.cap.name": name, "action.discard.name": other}).outcome == LEGAL

    def test_a_mantle_is_another_name(self) -> None:
        changes = {"you.front.cap.name": "Hawkeye", "action.discard.name": "*Hawkeye*"}
        assert found("power-up", "power-up-name", changes) == BROKEN

    def test_other_names_of_the_main_character_count_beside_the_one_that_is_said(self) -> None:
        # The rulebook's example of Captain Marvel, also known as Ms. Marvel.
        main = fighter("Captain Marvel", main=True, aka=["Ms. Marvel"])
        changes = {"you.main_character": "Captain Marvel", "you.front": [main], "action.card.name": "Ms. Marvel"}
        assert found("recruit", "main-character-name", changes) == BROKEN

    def test_so_does_a_second_main_character(self) -> None:
        # The rulebook's example of Moon Girl and Devil Dinosaur.
        mains = [fighter("Moon Girl", main=True), fighter("Devil Dinosaur", main=True)]
        changes = {"you.main_character": "Moon Girl", "you.front": mains, "action.card.name": "Devil Dinosaur"}
        assert found("recruit", "main-character-name", changes) == BROKEN

    @pytest.mark.parametrize(("keywords", "said"), [(["The Lone Gunmen"], OK), ([], BROKEN), (ABSENT, UNKNOWN)])
    def test_each_lone_gunman_powers_up_the_three(self, keywords: Any, said: str) -> None:
        changes = {"you.front.cap.name": "The Three", "you.front.cap.keywords": keywords}
        assert found("power-up", "power-up-name", {**changes, "action.discard.name": "Byers"}) == said

    def test_a_gunman_of_that_name_needs_no_keyword(self) -> None:
        changes = {"you.front.cap.name": "Byers", "you.front.cap.keywords": ABSENT, "action.discard.name": "Byers"}
        assert found("power-up", "power-up-name", changes) == OK


class TestTeamsAndKeywords:
    """Compared without regard to case; Flight and Range are keywords too."""

    def test_a_team_in_another_spelling_is_shared(self) -> None:
        changes = {"action.attackers": ["cap", "thor"], "you.front.thor.teams": ["avengers"]}
        assert ask("attack", changes).outcome == LEGAL
        twist = {"action.card.teams": ["AVENGERS"]}
        assert cards.found("play-plot-twist", "team-missing", twist) == (OK, ())

    def test_a_keyword_in_another_spelling_works(self) -> None:
        behind = {"opponent.front": [fighter("Drax")], "opponent.back": [LOKI]}
        assert found("attack", "defender-protected", {**behind, "you.front.cap.keywords": ["stealth"]}) == OK

    @pytest.mark.parametrize(("flight", "said"), [(ABSENT, OK), (False, BROKEN)])
    def test_flight_may_stand_among_the_keywords(self, flight: Any, said: str) -> None:
        behind = {"opponent.front": [fighter("Drax")], "opponent.back": [LOKI]}
        changes = {**behind, "you.front.cap.keywords": ["Flight"], "you.front.cap.flight": flight}
        assert found("attack", "defender-protected", changes) == said

    @pytest.mark.parametrize("keyword", ["Range", "ranged"])
    def test_range_may_stand_among_the_keywords(self, keyword: str) -> None:
        changes = {"you.front": [], "you.back": [CAP], "you.back.cap.range": ABSENT}
        assert ask("attack", changes).outcome == UNCERTAIN
        assert ask("attack", {**changes, "you.back.cap.keywords": [keyword]}).outcome == LEGAL

    @pytest.mark.parametrize(
        ("teams", "said", "asks"),
        [
            (["Avengers"], OK, ()),
            (["Avengers", "Hydra"], OK, ()),
            (["The Company"], OK, ()),
            (["Hydra"], BROKEN, ()),
            (["Omega Level Mutants"], BROKEN, ()),
            ([], BROKEN, ()),
            (ABSENT, UNKNOWN, ("you.front.cap.teams",)),
            (["Babyfaces"], UNKNOWN, ("you.front.cap.good",)),
        ],
    )
    def test_a_benevolent_equipment_asks_for_a_good_team(self, teams: Any, said: str, asks: tuple[str, ...]) -> None:
        changes = {"action.card.keywords": ["Benevolent"], "you.front.cap.good": ABSENT, "you.front.cap.teams": teams}
        assert cards.found("play-equipment", "equip-restricted", changes) == (said, asks)


class TestNamedCards:
    """What the reference records fills in what isn't said."""

    def fill(self, reference: Callable[[str], Reference], changes: Changes, verb: str = "attack") -> Any:
        return fill_in_cards(example(verb, changes), RULES, lambda: reference("vs-2pcg").catalog).document

    def test_a_slug_brings_figures_and_keywords(self, reference: Callable[[str], Reference]) -> None:
        bare = [{"id": "cap", "slug": "wolverine-mnb-044", "state": "face-up", "ready": True}]
        held = self.fill(reference, {"you.front": bare})["position"]["you"]["front"][0]
        assert (held["name"], held["main"], held["keywords"]) == ("Wolverine", False, ["Berserker", "Regeneration"])
        assert {"base_atk", "base_def", "teams", "health"} <= set(held)
        assert "atk" not in held

    def test_a_card_that_is_played_brings_its_cost_and_its_keywords(
        self, reference: Callable[[str], Reference]
    ) -> None:
        card = {"slug": "adolescent-xenomorph"}
        document = self.fill(reference, {"action.card": card, "you.main_character": "Adolescent Xenomorph"}, "recruit")
        assert document["action"]["card"]["type"] == "supporting"
        assert judge(read_question(document, today=TODAY)).outcome == LEGAL

    def test_a_name_alone_names_no_card(self, reference: Callable[[str], Reference]) -> None:
        changes = {"action.card": {"name": "Adolescent Xenomorph"}}
        assert self.fill(reference, changes, "recruit") == example("recruit", changes)

    def test_figures_come_from_the_base_with_counters(self) -> None:
        base = {"atk": ABSENT, "def": ABSENT, "base_atk": 2, "base_def": 2, "counters": {"+1/+1": 2}}
        changes = {f"you.front.cap.{key}": value for key, value in base.items()}
        assert result("resolve-combat", changes)["attack_total"] == 4
        assert result("power-up", changes) == {"atk": 5, "def": 5}
        assert ask("resolve-combat", {**changes, "you.front.cap.base_def": ABSENT}).asks == (
            "you.front.cap.atk",
            "you.front.cap.def",
        )

    def test_a_recorded_alignment_tells_whether_a_character_is_good(self) -> None:
        card = Card("vs-2pcg", "x", "X", "X", "x", "Supporting Character", alignments=("Good",))
        assert RULES.printed(card, Character)["good"] is True
        assert "keywords" not in RULES.printed(card, PlayedCard)

    def test_icons_are_no_words_among_the_keywords(self) -> None:
        card = Card(
            "vs-2pcg", "x", "X", "X", "x", "Main Character", level=1, keywords=(Keyword("Flight"), Keyword("Hex"))
        )
        assert RULES.printed(card, Character)["keywords"] == ["Hex"]

    @pytest.mark.shared
    @pytest.mark.parametrize("case", cases_of("vs-2pcg"))
    def test_cases_keep_their_answers(self, case: dict[str, Any], reference: Callable[[str], Reference]) -> None:
        document = {"position": case["position"], "action": case["action"]}
        filled = fill_in_cards(document, RULES, lambda: reference("vs-2pcg").catalog)
        assert differences(judge(read_question(filled.document, today=TODAY)), case) == {}


def test_the_same_attacker_twice_is_no_team() -> None:
    held = result("attack", {"action.attackers": ["cap", "cap"], "opponent.front": [LOKI, fighter("Drax")]})
    assert (held["style"], held["exhaust"]) == ("solo", ["cap"])


def test_a_machine_beside_a_character_leaves_a_combat() -> None:
    gun = {"id": "gun", "type": "machine"}
    changes = {
        "opponent.front": [],
        "opponent.back": [gun, {**LOKI, "state": "stunned"}],
        "action.defenders": ["gun", "loki"],
        "you.front": [{**CAP, "may_attack": True, "multi_defender": True}, THOR],
    }
    held = result("attack", changes)
    assert (held["ko"], "strikes" in held) == (["gun"], False)
    assert ask("attack", {**changes, "opponent.front": [fighter("Drax")]}).outcome == ILLEGAL
