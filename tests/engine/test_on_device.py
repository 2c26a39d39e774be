"""Lists are checked out of questions in JSON, where there is nothing but the engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any, ClassVar

import pytest

from engine.decklists import read_deck
from engine.model.cards import GAMES, RIFTBOUND, VS_CLASSIC
from engine.model.reference import Reference
from engine.on_device import ListChecker
from engine.rules.validation import check_deck
from tests.conftest import ROOT
from tests.engine.real_lists import read_sample
from vsdb.catalog.cards.reading.folder import read_game

ARMY = "59 Sentinel Mark V, Army"
BEATDOWN = "56 Sentinel Mark V, Army\n4 Savage Beatdown"
TODAY = "2010-06-01"

Load = Callable[[str], Reference]


@pytest.fixture
def checker(reference: Load) -> ListChecker:
    """A checker that has the facts of every game."""
    made = ListChecker()
    made.references.update((game, reference(game)) for game in GAMES)
    return made


def dump_facts(game: str, **further: Any) -> str:
    """The recorded facts of a game as a device gets them, with further ones."""
    rows = read_game(ROOT / "fixtures" / game, game)
    facts = {"sets": rows.sets, "cards": rows.cards, "formats": rows.formats, "bans": rows.bans}
    return json.dumps({"game": game, "data_version": "test", **facts, **further})


def ask(checker: ListChecker, text: str, **asked: str) -> dict[str, Any]:
    """The checker's answer about a list."""
    told: dict[str, Any] = json.loads(checker.answer(json.dumps({"text": text, "today": TODAY, **asked})))
    return told


def place(told: dict[str, Any]) -> tuple[str, str, str]:
    """Game, format and day of an answer's verdict."""
    verdict = json.loads(told["verdict"])
    return verdict["game"], verdict["format"], verdict["as_of"]


class TestAVerdict:
    @pytest.mark.parametrize(
        ("sample", "game", "fmt", "day", "outcome"),
        [
            ("secret-avengers", VS_CLASSIC, "silver-age", "2008-07-01", "illegal"),
            ("jinx", RIFTBOUND, "standard", "2026-04-15", "illegal"),
        ],
    )
    def test_is_that_of_the_rules_in_one_line_of_json(
        self, checker: ListChecker, reference: Load, sample: str, game: str, fmt: str, day: str, outcome: str
    ) -> None:
        text, on, held = read_sample(sample), date.fromisoformat(day), reference(game)
        verdict = check_deck(read_deck(text, held.on(on).catalog, on), held.formats[fmt], on)
        told = ask(checker, text)
        assert place(told) == (game, fmt, day)
        assert json.loads(told["verdict"]) == verdict.as_dict()
        assert verdict.outcome == outcome
        assert "\n" not in told["verdict"]

    def test_comes_with_the_words_of_a_page(self, checker: ListChecker) -> None:
        told = ask(checker, read_sample("jinx"))
        assert (told["title"], told["format_name"]) == ("Jinx, loose", "Constructed: Standard")
        assert told["advice"] == "To make it legal: remove 1 Obelisk of Power, add 1 battlefield."
        assert told["figures"].startswith("1 error, ")
        assert told["titles"]["obelisk-of-power"] == "Obelisk of Power"

    def test_follows_from_the_facts_that_were_loaded(self, checker: ListChecker) -> None:
        loaded = ListChecker()
        loaded.load_facts(dump_facts(RIFTBOUND))
        assert list(loaded.references) == [RIFTBOUND]
        assert ask(loaded, read_sample("jinx")) == ask(checker, read_sample("jinx"))


class TestGameFormatAndDay:
    def test_are_those_that_are_asked_for_before_those_of_the_list(self, checker: ListChecker) -> None:
        said = f"# game: riftbound\n# format: standard\n# as-of: 2026-04-15\n{ARMY}"
        told = ask(checker, said, game=VS_CLASSIC, format="silver", day="2007-04-15")
        assert place(told) == (VS_CLASSIC, "silver-age", "2007-04-15")

    def test_are_those_of_the_list_where_none_are_asked_for(self, checker: ListChecker) -> None:
        said = f"# game: Vs. System TCG\n# format: Silver Age\n# as-of: 2007-04-15\n{ARMY}"
        assert place(ask(checker, said, game="", format="", day="")) == (VS_CLASSIC, "silver-age", "2007-04-15")

    def test_are_else_those_of_its_cards_and_of_today(self, checker: ListChecker) -> None:
        assert place(ask(checker, ARMY)) == (VS_CLASSIC, "golden-age", TODAY)

    def test_the_game_is_that_of_the_one_game_with_the_format(self, checker: ListChecker) -> None:
        assert place(ask(checker, "4 Nobody At All", format="Golden Age")) == (VS_CLASSIC, "golden-age", TODAY)

    def test_the_format_is_one_that_has_begun_by_the_day(self, checker: ListChecker) -> None:
        """Golden Age began on some day of April 2004, as the first of all."""
        assert place(ask(checker, ARMY, day="2004-04-01"))[1] == "golden-age"
        told = ask(checker, ARMY, day="2004-03-31")
        assert told == {"problem": "no main format of Vs. System TCG had begun by 2004-03-31; choose a later day"}

    def test_the_cards_read_as_on_the_day(self, checker: ListChecker) -> None:
        """A text that allows one copy, from the middle of 2007 on, breaks the rules from then on alone."""
        since = {"card": "savage-beatdown", "since": ["2007-06-15"] * 2, "facts": {"printed_limit": 1}}
        checker.load_facts(dump_facts(VS_CLASSIC, readings=[since]))
        told = {day: ask(checker, BEATDOWN, day=day)["figures"] for day in ("2007-06-14", "2007-06-15")}
        assert told == {"2007-06-14": "1 note, 60 cards", "2007-06-15": "1 error, 1 note, 60 cards"}


class TestAProblem:
    @pytest.mark.parametrize(
        ("text", "asked", "problem"),
        [
            ("# only words\nDeck\n\n", {}, "the list has no cards; write one per line"),
            ("4 Nobody At All", {}, "the game is unclear: no line names a recorded card"),
            ("1 Jinx, Rebel", {"format": "standard"}, "several games have standard; choose one game"),
            (ARMY, {"game": VS_CLASSIC, "format": "my-league"}, "no format 'my-league' is on this device"),
            (ARMY, {"format": "my-league"}, "no format 'my-league' is on this device"),
            (ARMY, {"game": "chess"}, "there is no game 'chess'; the games are"),
            (ARMY, {"day": "2010-02-30"}, "2010-02-30 is not in the calendar"),
            (f"# as-of: soon\n{ARMY}", {}, "'soon' is not a date"),
            ("https://moxfield.com/decks/1", {}, "This is an address of Moxfield."),
            ("1 Nobody\0", {"format": "golden-age"}, "column 9 has a NUL byte"),
        ],
    )
    def test_is_said_in_the_place_of_a_verdict(
        self, checker: ListChecker, text: str, asked: dict[str, str], problem: str
    ) -> None:
        told = ask(checker, text, **asked)
        assert list(told) == ["problem"]
        assert told["problem"].startswith(problem)

    def test_names_the_game_whose_facts_are_not_there(self, reference: Load) -> None:
        checker = ListChecker()
        checker.references[RIFTBOUND] = reference(RIFTBOUND)
        told = ask(checker, ARMY, game=VS_CLASSIC)
        assert told == {"problem": "no cards of Vs. System TCG are on this device"}


class TestAStoredDeck:
    """A question with `changes` is about a stored deck as it is with them."""

    ASKED: ClassVar = {"game": VS_CLASSIC, "format": "golden-age", "day": TODAY}

    def ask(self, checker: ListChecker, text: str, *changes: dict[str, Any], **asked: str) -> dict[str, Any]:
        question = {"text": text, "today": TODAY, "changes": changes, **self.ASKED, **asked}
        told: dict[str, Any] = json.loads(checker.answer(json.dumps(question)))
        return told

    def test_without_changes_is_judged_as_its_list(self, checker: ListChecker) -> None:
        assert self.ask(checker, ARMY) == ask(checker, ARMY, **self.ASKED)

    def test_is_judged_with_the_copies_that_were_set_and_added(self, checker: ListChecker) -> None:
        """58 cards and too many of one; four copies less and six of another make 60."""
        fewer = {"op": "set", "card": "savage-beatdown", "section": "deck", "count": 4}
        more = {"op": "add", "card": "sentinel-mark-v-army", "count": 6}
        stored = "50 Sentinel Mark V, Army\n8 Savage Beatdown"
        assert (
            self.ask(checker, stored, fewer, more)["verdict"]
            == ask(checker, "56 Sentinel Mark V, Army\n4 Savage Beatdown", **self.ASKED)["verdict"]
        )
        assert json.loads(self.ask(checker, stored, more)["verdict"])["outcome"] == "illegal"

    def test_is_not_judged_in_a_format_or_with_a_card_that_is_not_there(self, checker: ListChecker) -> None:
        unknown = {"op": "add", "card": "nobody", "count": 1}
        assert self.ask(checker, ARMY, format="my-league") == {"problem": "no format 'my-league' is on this device"}
        assert self.ask(checker, ARMY, unknown) == {"problem": "no card 'nobody' in this game"}
