"""What a format asks on a day, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import pytest

from engine.model.decks import Deck
from engine.model.formats import Ban, Format, Pool, Restriction
from engine.model.verdicts import (
    ERROR,
    INFO,
    NONE_RECORDED,
    NOT_APPLICABLE,
    UNKNOWN,
    WARNING,
    Breach,
    Citation,
    Measure,
)
from engine.rules.format_rules import (
    FormatRestriction,
    banned,
    format_out_of_season,
    legality_date_inferred,
    not_in_format,
    not_yet_legal,
)
from tests.engine.classic_builders import (
    A_DAY,
    a_card,
    a_deck,
    a_format,
    a_set,
    an_ambiguous,
    an_unknown,
    an_unreadable,
    between,
    breaches,
    measures,
    severities,
)

D = date.fromisoformat
BLOCK = a_format(
    a_set("MOR"), a_set("MSM", "2004-09-01", "2004-09-30"), a_set("MMK", "2005-02-28"),
    slug="block", name="Block", pool=Pool("listed", ("MOR", "MSM")),
)  # fmt: skip
OLD = a_card("Boris", sets=("MOR",))
NEW = a_card("Spidey", sets=("MSM",))
OTHER = a_card("Elektra", sets=("MMK",))
VAGUE = a_card("Puppet Master")


class TestNotInFormat:
    """format:any sets: every card has a printing in a set of the format."""

    def test_says_nothing_of_cards_that_are_in(self) -> None:
        found = list(not_in_format(a_deck((4, OLD), (4, NEW)), BLOCK, A_DAY))
        assert breaches(found) == []
        assert measures(found)[0].found == 0

    def test_names_a_card_that_is_out_once_with_all_its_lines(self) -> None:
        [breach] = breaches(not_in_format(a_deck((2, OTHER), (4, OLD), (1, OTHER)), BLOCK, A_DAY))
        assert (breach.severity, breach.found, breach.allowed, breach.lines) == (ERROR, 3, 0, (1, 3))
        assert breach.message == "Elektra is not in Block on 2008-12-31: MMK is not a set of Block"
        assert breach.citation == Citation("format:block", "sets")

    def test_is_unknown_for_a_card_without_a_recorded_printing(self) -> None:
        [breach] = breaches(not_in_format(a_deck((4, VAGUE)), BLOCK, A_DAY))
        assert (breach.severity, breach.allowed) == (UNKNOWN, None)
        assert breach.message == "Puppet Master might not be in Block on 2008-12-31: none of its printings are recorded"

    def test_leaves_a_card_that_comes_later_to_the_other_rule(self) -> None:
        assert breaches(not_in_format(a_deck((4, NEW)), BLOCK, D("2004-08-31"))) == []

    def test_doubts_a_pool_that_a_list_cannot_show_once_for_all_cards(self) -> None:
        fmt = a_format(a_set("MOR"), pool=Pool("chosen"))
        [breach] = breaches(not_in_format(a_deck((4, OLD), (4, VAGUE)), fmt, A_DAY))
        assert (breach.severity, breach.cards, breach.found) == (UNKNOWN, (OLD, VAGUE), 2)

    def test_names_what_it_takes_on_trust(self) -> None:
        fmt = a_format(a_set("MOR"))
        [measure] = measures(not_in_format(a_deck((4, OLD), (4, VAGUE)), fmt, A_DAY))
        assert measure.outcome == NONE_RECORDED
        assert measure.note == "no recorded printing for 1 card: assumed released"


class TestSharedWildLocations:
    """Special locations of several power symbols are in whatever their set, beside a character of their team."""

    fmt = a_format(a_set("MNB"), a_set("AFF"), pool=Pool("listed", ("AFF",), always=("shared-wild-locations",)))
    hero = a_card("She-Hulk", sets=("AFF-001",), type="Main Character", teams=("A-Force",))

    def location(self, **facts: Any) -> Any:
        known = {"type": "Special Location", "teams": ("A-Force",), "power_symbols": ("Energy", "Might")}
        return a_card("Arcadia", sets=("MNB-100",), **{**known, **facts})

    def test_are_in_with_a_character_of_their_team(self) -> None:
        assert breaches(not_in_format(a_deck((1, self.hero), (4, self.location())), self.fmt, A_DAY)) == []

    @pytest.mark.parametrize("facts", [{"teams": ("X-Men",)}, {"power_symbols": ("Might",)}])
    def test_are_out_without_one_or_with_a_single_symbol(self, facts: dict[str, Any]) -> None:
        deck = a_deck((1, self.hero), (4, self.location(**facts)))
        assert severities(not_in_format(deck, self.fmt, A_DAY)) == [ERROR]

    @pytest.mark.parametrize("facts", [{"teams": None}, {"power_symbols": None}])
    def test_are_unknown_where_the_facts_are_missing(self, facts: dict[str, Any]) -> None:
        deck = a_deck((1, self.hero), (4, self.location(**facts)))
        assert severities(not_in_format(deck, self.fmt, A_DAY)) == [UNKNOWN]

    def test_are_unknown_where_the_team_of_a_character_is_missing(self) -> None:
        nobody = a_card("Nobody", sets=("AFF-002",), type="Supporting Character")
        deck = a_deck((1, nobody), (4, self.location()))
        assert severities(not_in_format(deck, self.fmt, A_DAY)) == [UNKNOWN]


class TestNotYetLegal:
    """set-list sets: a set is legal from its day; legality_date_inferred says where the release stands in for it."""

    @pytest.mark.parametrize(
        ("day", "expected"), [("2004-08-31", [ERROR]), ("2004-09-01", [UNKNOWN]), ("2004-09-30", [])]
    )
    def test_is_certain_before_the_set_and_unknown_between_its_days(self, day: str, expected: list[str]) -> None:
        assert severities(not_yet_legal(a_deck((4, NEW), (4, OTHER)), BLOCK, D(day))) == expected

    def test_names_the_set_and_its_days(self) -> None:
        [breach] = breaches(not_yet_legal(a_deck((4, NEW)), BLOCK, D("2004-08-31")))
        assert breach.message == (
            "Spidey is not legal yet on 2004-08-31: MSM becomes legal between 2004-09-01 and 2004-09-30"
        )  # fmt: skip
        assert (breach.found, breach.allowed, breach.lines) == (4, 0, (1,))

    def test_says_once_which_sets_have_no_recorded_legal_day(self) -> None:
        fmt = a_format(a_set("MOR"), a_set("MSM"), a_set("MVL", legal_from="2007-09-14"))
        deck = a_deck((4, OLD), (4, NEW), (4, a_card("Cable", sets=("MVL",))), (4, VAGUE))
        [breach] = breaches(legality_date_inferred(deck, fmt, A_DAY))
        assert (breach.severity, breach.found) == (INFO, 2)
        assert breach.message.startswith("First legal day not recorded for MOR, MSM; release date used")

    def test_says_nothing_of_recorded_legal_days(self) -> None:
        fmt = a_format(a_set("MOR", legal_from="2004-04-01"))
        assert breaches(legality_date_inferred(a_deck((4, OLD)), fmt, A_DAY)) == []


class TestBanned:
    """ban-list bans: no card is banned on the day."""

    def fmt(self, **facts: Any) -> Format:
        begins = facts.pop("begins", between("2006-09-23"))
        return a_format(slug="golden-age", name="Golden Age", bans=[Ban("Overload", begins, **facts)])

    def test_tells_the_day_it_took_effect(self) -> None:
        overload = a_card("Overload", type="Plot Twist")
        [breach] = breaches(banned(a_deck((3, overload), (4, OLD)), self.fmt(), A_DAY))
        assert (breach.severity, breach.found, breach.allowed, breach.lines) == (ERROR, 3, 0, (1,))
        assert breach.message == "Overload is banned in Golden Age; the ban began on 2006-09-23"
        assert breach.citation == Citation("ban-list", "golden-age")

    @pytest.mark.parametrize(("day", "expected"), [("2006-09-22", []), ("2006-09-23", [ERROR])])
    def test_holds_from_that_day_on(self, day: str, expected: list[str]) -> None:
        assert severities(banned(a_deck((3, a_card("Overload"))), self.fmt(), D(day))) == expected

    def test_tells_why_and_what_replaces_it(self) -> None:
        fmt = self.fmt(reason="replaced by a later printing", replacement="LEG", event="Gen Con 2023")
        [breach] = breaches(banned(a_deck((1, a_card("Overload"))), fmt, A_DAY))
        assert breach.message.endswith("on 2006-09-23; replaced by a later printing; Gen Con 2023 (LEG)")

    def test_is_unknown_while_it_may_not_have_begun(self) -> None:
        fmt = self.fmt(begins=between("2005-06-01", "2005-07-31"))
        [breach] = breaches(banned(a_deck((1, a_card("Overload"))), fmt, D("2005-06-20")))
        assert (breach.severity, breach.allowed) == (UNKNOWN, None)
        assert breach.message == (
            "Overload may be banned in Golden Age: the ban began between 2005-06-01 and 2005-07-31"
        )  # fmt: skip

    def test_is_unknown_for_a_line_that_may_name_a_banned_card(self) -> None:
        overload = a_card("Overload", "Magic")
        deck = a_deck(
            an_unknown(2, "Overload"), an_ambiguous(1, "Over", overload, OLD), an_unknown(1, "Borris"), an_unreadable()
        )
        found = breaches(banned(deck, self.fmt(), A_DAY))
        assert [(breach.severity, breach.suggestions) for breach in found] == [(UNKNOWN, ()), (UNKNOWN, (overload,))]

    def test_says_where_no_ban_is_recorded(self) -> None:
        [measure] = measures(banned(a_deck((4, OLD)), a_format(), A_DAY))
        assert (measure.found, measure.outcome) == (0, NONE_RECORDED)


class TestFormatRestriction:
    """format:any restriction: what a format asks beyond the rules, each kind by its function."""

    def kind(self, deck: Deck, fmt: Format, as_of: date, terms: Mapping[str, object]) -> Iterator[Breach | Measure]:
        yield Breach(f"needs {terms['what']}")
        yield Measure(found=1, citation=Citation("pcg-5.0", "Loyalty"))

    def test_is_cited_from_the_format_unless_the_kind_cites_something_else(self) -> None:
        fmt = a_format(slug="loyalty", restrictions=(Restriction("one", {"what": "a team"}),))
        breach, measure = FormatRestriction({"one": self.kind})(a_deck(), fmt, A_DAY)
        assert (breach.citation, measure.citation) == (
            Citation("format:loyalty", "restriction"),
            Citation("pcg-5.0", "Loyalty"),
        )

    def test_tells_which_of_several_is_broken(self) -> None:
        def holds(deck: Deck, fmt: Format, as_of: date, terms: Mapping[str, object]) -> Iterator[Breach | Measure]:
            yield Measure(found=2)

        def doubtful(deck: Deck, fmt: Format, as_of: date, terms: Mapping[str, object]) -> Iterator[Breach | Measure]:
            yield Breach("not known", severity=UNKNOWN)
            yield Measure(found=3)

        fmt = a_format(restrictions=tuple(Restriction(kind, {"what": "a team"}) for kind in ("one", "two", "three")))
        check = FormatRestriction({"one": self.kind, "two": holds, "three": doubtful})
        assert [measure.outcome for measure in measures(check(a_deck(), fmt, A_DAY))] == ["broken", "ok", "unknown"]

    def test_is_not_applicable_where_nothing_is_asked(self) -> None:
        [measure] = measures(FormatRestriction({})(a_deck(), a_format(), A_DAY))
        assert measure.outcome == NOT_APPLICABLE

    def test_of_a_kind_that_is_not_known_is_not_passed_over(self) -> None:
        fmt = a_format(restrictions=(Restriction("unheard-of"),))
        with pytest.raises(KeyError):
            list(FormatRestriction({})(a_deck(), fmt, A_DAY))


class TestFormatOutOfSeason:
    """format:any season: the day lies in the time in which the format was played."""

    fmt = a_format(name="Duality", starts=between("2023-04-01", "2023-04-05"), ends=between("2023-06-25", "2023-06-30"))

    @pytest.mark.parametrize(
        ("day", "words"),
        [
            ("2023-03-31", "was not played yet"), ("2023-04-01", "might not have been played yet"),
            ("2023-04-04", "might not have been played yet"), ("2023-04-05", None), ("2023-06-25", None),
            ("2023-06-26", "might no longer have been played"), ("2023-06-30", "might no longer have been played"),
            ("2023-07-01", "was no longer played"),
        ],
    )  # fmt: skip
    def test_warns_to_the_day(self, day: str, words: str | None) -> None:
        found = breaches(format_out_of_season.look_at(self.fmt, D(day)))
        assert [each.severity for each in found] == ([WARNING] if words else [])
        assert all(words and words in each.message for each in found)

    def test_gives_the_season(self) -> None:
        [measure] = measures(format_out_of_season.look_at(self.fmt, D("2023-05-01")))
        assert (measure.found, measure.allowed) == ("2023-05-01", "2023-04-01 to 2023-06-30")

    @pytest.mark.parametrize(
        ("facts", "season"),
        [
            ({}, None),
            ({"starts": between("2004-04-01")}, "2004-04-01 to ..."),
            ({"ends": between("2006-12-31")}, "... to 2006-12-31"),
        ],
    )
    def test_leaves_open_what_is_not_recorded(self, facts: dict[str, Any], season: str | None) -> None:
        found = list(format_out_of_season.look_at(a_format(**facts), D("2005-01-01")))
        assert breaches(found) == []
        assert measures(found)[0].allowed == season
