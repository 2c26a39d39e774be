"""What organizers of classic events may ask of affiliations and copies."""

from __future__ import annotations

from typing import Any

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Measure
from engine.rules.chosen_restrictions import RESTRICTIONS
from tests.engine.classic_builders import (
    A_DAY,
    a_card,
    a_deck,
    a_format,
    an_unknown,
    an_unreadable,
    breaches,
    measures,
    severities,
)

A_FORMAT = a_format()
UNKNOWN_LINE = an_unknown(2, "Borris")


def say(kind: str, deck: Deck, **terms: object) -> list[Breach | Measure]:
    return list(RESTRICTIONS[kind](deck, A_FORMAT, A_DAY, terms))


def hero(name: str, *teams: str, **facts: Any) -> Card:
    return a_card(name, **{"teams": teams, **facts})


class TestCharactersOfTeams:
    doom, thug = hero("Boris", "Doom"), hero("Thug", "Crime Lords")
    both = hero("Robot", "Doom", "Fantastic Four")
    plot = a_card("Foiled", type="Plot Twist", teams=())

    def test_holds_where_every_character_has_one_of_them(self) -> None:
        said = say("characters-of-teams", a_deck((4, self.doom), (4, self.both), (4, self.plot)), teams=["doom"])
        assert (breaches(said), measures(said)[0].found) == ([], 0)

    def test_is_broken_by_a_character_of_another(self) -> None:
        [breach] = breaches(say("characters-of-teams", a_deck((4, self.doom), (2, self.thug)), teams=["Doom"]))
        assert (breach.severity, breach.cards, breach.found, breach.allowed) == (ERROR, (self.thug,), 1, 0)

    def test_is_broken_by_a_character_that_is_recorded_as_having_none(self) -> None:
        assert severities(say("characters-of-teams", a_deck((1, hero("Loner"))), teams=["Doom"])) == [ERROR]

    def test_is_unknown_where_an_affiliation_or_a_type_is_not_recorded(self) -> None:
        for vague in (hero("Boris", teams=None), a_card("Foiled", type=None, teams=None)):
            assert severities(say("characters-of-teams", a_deck((1, vague)), teams=["Doom"])) == [UNKNOWN]
        assert severities(say("characters-of-teams", a_deck((1, self.doom), UNKNOWN_LINE), teams=["Doom"])) == [UNKNOWN]
        assert severities(say("characters-of-teams", a_deck((1, self.doom), an_unreadable()), teams=["Doom"])) == []


class TestCharactersOfAPair:
    doom, thing, thug = hero("Boris", "Doom"), hero("Thing", "Fantastic Four"), hero("Thug", "Crime Lords")
    pairs = (("Doom", "Fantastic Four"), ("Doom", "Crime Lords"))

    def test_holds_where_one_pair_has_them_all(self) -> None:
        for other in (self.thing, self.thug):
            assert severities(say("characters-of-a-pair", a_deck((1, self.doom), (1, other)), pairs=self.pairs)) == []

    def test_names_what_stands_outside_the_best_pair(self) -> None:
        deck = a_deck((1, self.doom), (1, self.thing), (1, hero("Torch", "Fantastic Four")), (1, self.thug))
        [breach] = breaches(say("characters-of-a-pair", deck, pairs=self.pairs))
        assert breach.cards == (self.thug,)

    def test_prefers_a_pair_of_which_something_is_unknown_to_one_that_is_broken(self) -> None:
        deck = a_deck((1, self.thing), UNKNOWN_LINE)
        assert severities(say("characters-of-a-pair", deck, pairs=self.pairs)) == [UNKNOWN]


class TestExactCopies:
    two, three = a_card("Boris"), a_card("Foiled")

    def test_holds_where_each_card_stands_there_so_often(self) -> None:
        said = say("exact-copies", a_deck((2, self.two), (1, self.three), (1, self.three)), count=2)
        assert (breaches(said), measures(said)[0].allowed) == ([], "2 of each")

    def test_is_broken_by_one_more_and_by_one_fewer(self) -> None:
        for count in (1, 3):
            [breach] = breaches(say("exact-copies", a_deck((2, self.two), (count, self.three)), count=2))
            assert (breach.severity, breach.cards, breach.found, breach.allowed) == (ERROR, (self.three,), count, 2)

    def test_a_line_that_names_no_one_card_may_bring_what_is_missing_but_takes_nothing_away(self) -> None:
        assert severities(say("exact-copies", a_deck((1, self.two), UNKNOWN_LINE), count=2)) == [UNKNOWN]
        assert severities(say("exact-copies", a_deck((3, self.two), UNKNOWN_LINE), count=2)) == [ERROR]

    def test_is_unknown_where_a_version_is(self) -> None:
        vague = a_card("Wolverine", versions_known=False)
        assert severities(say("exact-copies", a_deck((3, vague)), count=2)) == [UNKNOWN]
