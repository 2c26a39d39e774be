"""The parts that formats are built from: complete, checked with places, and written as plain text and back."""

from __future__ import annotations

# ruff: noqa: E501  (a table of cases reads by the line)
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from engine.formats.definitions import (
    POOLS,
    RESTRICTIONS,
    KnownNames,
    PartTerm,
    list_pools,
    list_restrictions,
    validate_definition,
)
from engine.formats.definitions.serialization import definition_to_dict
from engine.formats.definitions.terms import TYPES
from engine.formats.definitions.texts import WIDGETS, format_term, parse_term, parse_terms
from engine.games.riftbound import restrictions as riftbound_restrictions
from engine.games.vs_2pcg import restrictions as pcg_restrictions
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC, Between
from engine.model.formats import Construction, Format, Pool
from engine.model.reference import Reference, build_format
from engine.rules import chosen_restrictions

RULES = {
    VS_CLASSIC: chosen_restrictions.RESTRICTIONS,
    VS_2PCG: pcg_restrictions.RESTRICTIONS,
    RIFTBOUND: riftbound_restrictions.RESTRICTIONS,
}
CLASSIC = KnownNames(VS_CLASSIC, frozenset({"MOR", "DOR"}), frozenset({"Marvel", "DC"}))
PCG = KnownNames(VS_2PCG, frozenset({"AFF", "CV5"}))
Referring = Callable[[str], Reference]


def known(reference: Reference) -> KnownNames:
    brands = frozenset(each.brand for each in reference.sets.values() if each.brand)
    return KnownNames(reference.game, frozenset(reference.sets), brands)


def said(definition: object, whom: KnownNames = CLASSIC) -> list[str]:
    return [str(each) for each in validate_definition(definition, whom, formats=frozenset({"silver-age"}))]


class TestTable:
    @pytest.mark.parametrize("game", GAMES)
    def test_has_every_kind_that_the_rules_of_a_game_know(self, game: str) -> None:
        assert set(RESTRICTIONS[game]) == set(RULES[game])

    @pytest.mark.parametrize("game", GAMES)
    def test_accepts_every_recorded_format(self, reference: Referring, game: str) -> None:
        held = reference(game)
        for fmt in held.formats.values():
            assert validate_definition(definition_to_dict(fmt), known(held)) == (), fmt.slug

    @pytest.mark.parametrize("game", GAMES)
    def test_builds_every_recorded_format_again_from_its_plain_definition(
        self, reference: Referring, game: str
    ) -> None:
        held = reference(game)
        for fmt in held.formats.values():
            row = {**definition_to_dict(fmt), "slug": fmt.slug, "name": fmt.name}
            again = build_format(game, row, held.sets, fmt.bans, fmt.data_version)
            assert again.construction == fmt.construction_on(date.max), fmt.slug
            for part in ("pool", "universe", "restrictions", "starts", "ends", "doubts", "notes"):
                assert getattr(again, part) == getattr(fmt, part), (fmt.slug, part)

    def test_all_70_recorded_formats_were_looked_at(self, reference: Referring) -> None:
        assert sum(len(reference(game).formats) for game in GAMES) == 70

    @pytest.mark.parametrize("game", GAMES)
    def test_knows_the_types_that_recorded_decks_are_built_of(self, reference: Referring, game: str) -> None:
        recorded = {card.type for card in reference(game).catalog.cards if card.type}
        assert set(TYPES[game]) <= recorded

    def test_offers_each_game_what_makes_sense_in_it(self) -> None:
        assert "rotation" in {part.kind for part in list_pools(VS_CLASSIC)}
        assert "rotation" not in {part.kind for part in list_pools(RIFTBOUND)}
        offered = [part.kind for part in list_restrictions(RIFTBOUND)]
        assert "domains-at-most" in offered
        assert "teams-at-most" not in offered

    def test_every_kind_of_term_has_a_field_in_forms(self) -> None:
        parts = [*POOLS.values(), *(part for kinds in RESTRICTIONS.values() for part in kinds.values())]
        assert {term.kind for part in parts for term in part.terms} <= set(WIDGETS)


class TestTexts:
    @pytest.mark.parametrize("game", GAMES)
    def test_every_recorded_restriction_reads_back_as_it_is_shown(self, reference: Referring, game: str) -> None:
        for fmt in reference(game).formats.values():
            for row in definition_to_dict(fmt)["restrictions"]:
                part = RESTRICTIONS[game][row["kind"]]
                texts = {term.name: format_term(term, row["terms"].get(term.name)) for term in part.terms}
                told = {name: value for name, value in row["terms"].items() if value is not False}
                assert parse_terms(part, texts) == told, fmt.slug

    @pytest.mark.parametrize(
        ("kind", "text", "value"),
        [
            ("count", " 12 ", 12),
            ("count", "twelve", "twelve"),
            ("flag", "yes", True),
            ("text", "a  b\r\nc", "a b c"),
            ("sets", "mor, dor\nMSM", ["MOR", "DOR", "MSM"]),
            ("choices", "giant-size issue", ["giant-size", "issue"]),
            ("teams", "X-Men\n\n  A-Force ", ["X-Men", "A-Force"]),
            ("pairs", "A / B\nC", [["A", "B"], ["C"]]),
            ("bounds", "At least 2, at most 4", {"at_least": 2, "at_most": 4}),
            ("bounds", "about 4", "about 4"),
            (
                "except",
                "Simon Trask (Main Character)\nDeath",
                [{"name": "Simon Trask", "type": "Main Character"}, "Death"],
            ),
            ("later", "cv5: Hulk / Thor\nThor", [{"set": "CV5", "names": ["Hulk", "Thor"]}, "Thor"]),
            ("shares", "Marvel: 4\nDC 2", {"Marvel": 4, "DC": 2}),
            ("shares", "all of them", "all of them"),
            ("names", "  ", None),
        ],
    )
    def test_a_text_is_read_as_what_it_means_and_else_stays_as_it_is(self, kind: str, text: str, value: object) -> None:
        assert parse_term(PartTerm("it", kind, "It"), text) == value

    @pytest.mark.parametrize(
        ("kind", "value", "text"),
        [
            ("flag", True, "yes"),
            ("flag", False, ""),
            ("shares", {"Marvel": 4}, "Marvel: 4"),
            ("bounds", "about 4", "about 4"),
            ("pairs", [["A", "B"], "C"], "A / B\nC"),
        ],
    )
    def test_a_value_is_shown_as_it_would_be_typed(self, kind: str, value: object, text: str) -> None:
        assert format_term(PartTerm("it", kind, "It"), value) == text


class TestProblems:
    def test_nothing_at_all_is_a_format_of_every_set(self) -> None:
        assert said({}) == []

    def test_names_every_problem_at_once_with_its_place(self) -> None:
        found = said(
            {
                "pool": {"kind": "listed", "sets": ["MOR", "XYZ"]},
                "restrictions": [
                    {"kind": "no-rares"},
                    {"kind": "dance"},
                    {"kind": "sets-at-most", "terms": {"count": 0}},
                ],
            }
        )
        assert found == [
            "pool.sets[1]: 'XYZ' is not a set of this game",
            found[1],
            "restrictions[2].terms.count: 0 is not from 1 to 8",
        ]
        assert found[1].startswith(
            "restrictions[1].kind: 'dance' is not a kind of restriction; the kinds are between-decks"
        )

    @pytest.mark.parametrize(
        ("definition", "first"),
        [
            ([], "definition: must be an object of format fields, not '[]'"),
            ({"colour": "red"}, "colour: is not a field of a format; the fields are pool,"),
            ({"pool": "all"}, "pool: must be an object with a kind, not 'all'"),
            ({"pool": {"kind": "some"}}, "pool.kind: 'some' is not a kind of pool; the kinds are all,"),
            ({"pool": {"kind": "listed"}}, "pool.sets: is missing"),
            ({"pool": {"kind": "listed", "sets": []}}, "pool.sets: is empty"),
            ({"pool": {"kind": "listed", "sets": "MOR"}}, "pool.sets: must be a list, not 'MOR'"),
            ({"pool": {"kind": "all", "is_inferred": 1}}, "pool.is_inferred: '1' must be true or false"),
            ({"pool": {"kind": "all", "sets": []}}, "pool.sets: 'sets' is not a term of all; its terms are always, is_inferred"),
            ({"pool": {"kind": "rotation", "per_brand": {}}}, "pool.per_brand: must be an object of numbers by name, not '{}'"),
            ({"pool": {"kind": "rotation", "per_brand": {"Image": 1}}}, "pool.per_brand: 'Image' is not one of"),
            ({"pool": {"kind": "rotation", "per_brand": {"DC": 0}}}, "pool.per_brand.DC: 0 is not from 1 to 20"),
            ({"construction": 60}, "construction: must be an object of figures, not '60'"),
            ({"construction": {"deck": 60}}, "construction.deck: 'deck' is not a figure; the figures are deck_min"),
            ({"construction": {"copies": True}}, "construction.copies: 'True' is not a whole number"),
            ({"construction": {"copies": None, "deck_min": 60, "deck_max": 40}}, "construction.deck_max: 40 is less than 60"),
            ({"universe": "one"}, "universe: only 2PCG cards have a universe"),
            ({"restrictions": {}}, ""),
            ({"restrictions": "no-rares"}, "restrictions: must be a list, not 'no-rares'"),
            ({"restrictions": [{"kind": "no-rares"}] * 21}, "restrictions: 21 restrictions; at most 20"),
            ({"restrictions": ["no-rares"]}, "restrictions[0]: must be an object with a kind and terms, not 'no-rares'"),
            ({"restrictions": [5]}, "restrictions[0]: must be an object with a kind and terms, not '5'"),
            ({"restrictions": [{"kind": "no-rares", "since": 1}]}, "restrictions[0]: must be an object with a kind and terms, not"),
            ({"restrictions": [{"kind": "no-rares", "terms": [1]}]}, "restrictions[0].terms: must be an object of terms, not '[1]'"),
            ({"restrictions": [{"kind": "no-rares", "terms": {"a": 1}}]}, "restrictions[0].terms.a: 'a' is not a term of no-rares; it has none"),
            ({"restrictions": [{"kind": "sets-at-most", "terms": {}}]}, "restrictions[0].terms.count: is missing"),
            ({"restrictions": [{"kind": "without-type", "terms": {"type": "Spell"}}]}, "restrictions[0].terms.type: 'Spell' is not one of Character"),
            ({"restrictions": [{"kind": "play-only", "terms": {"what": " "}}]}, "restrictions[0].terms.what: is empty"),
            ({"restrictions": [{"kind": "play-only", "terms": {"what": 5}}]}, "restrictions[0].terms.what: must be text, not '5'"),
            ({"restrictions": [{"kind": "play-only", "terms": {"what": "a" * 401}}]}, "restrictions[0].terms.what: 401 characters; at most 400"),
            ({"restrictions": [{"kind": "play-only", "terms": {"what": "a\x00"}}]}, "restrictions[0].terms.what: has characters that can’t be shown"),
            ({"restrictions": [{"kind": "characters-of-teams", "terms": {"teams": ["A"] * 101}}]}, "restrictions[0].terms.teams: 101 entries; at most 100"),
            ({"restrictions": [{"kind": "characters-of-a-pair", "terms": {"pairs": [["A", "B"], ["C"]]}}]}, "restrictions[0].terms.pairs[1]: \"['C']\" is not a pair of names"),
            ({"restrictions": [{"kind": "characters-of-a-pair", "terms": {"pairs": [["A", ""]]}}]}, "restrictions[0].terms.pairs[0]: is empty"),
            ({"starts": "2008-01-01"}, "starts: must be a list of the earliest and latest day, not '2008-01-01'"),
            ({"starts": ["2008-01-01", None]}, "starts: 'None' is not a date"),
            ({"starts": ["2008-02-30", "2008-03-01"]}, "starts: '2008-02-30' is not a date"),
            ({"starts": ["20080230", "2008-03-01"]}, "starts: '20080230' is not a date"),
            ({"starts": ["2008-03-01", "2008-02-01"]}, "starts: 2008-02-01 is before 2008-03-01, the earliest day"),
            ({"ends": ["2008-03-01", None]}, ""),
            ({"doubts": ["", "a"]}, "doubts[0]: is empty"),
            ({"notes": 3}, "notes: must be text, not '3'"),
            ({"bans_of": "silver-age"}, ""),
            ({"bans_of": "gold"}, "bans_of: 'gold' is not an official format of this game"),
            ({"bans_of": ["silver-age"]}, "bans_of: \"['silver-age']\" is not an official format of this game"),
            ({"restrictions": [{"kind": ["no-rares"]}]}, "restrictions[0].kind: \"['no-rares']\" is not a kind of restriction"),
            ({"bans": "Overload"}, "bans: must be a list, not 'Overload'"),
            ({"bans": [{}] * 401}, "bans: 401 bans; at most 400"),
            ({"bans": ["Overload"]}, "bans[0]: must be an object with a card and its days, not 'Overload'"),
            ({"bans": [{"card": "Overload"}]}, "bans[0].begins: 'None' is not a date"),
        ],
    )  # fmt: skip
    def test_says_what_was_found_and_what_is_allowed(self, definition: Any, first: str) -> None:
        found = said(definition)
        assert found[0].startswith(first) if first else found == []

    def test_a_kind_is_asked_for_so_often_and_no_more(self) -> None:
        one = {"kind": "play-only", "terms": {"what": "a bell"}}
        assert said({"restrictions": [one] * 5}) == []
        assert said({"restrictions": [one] * 6}) == ["restrictions[5].kind: a format can have at most 5 play-only"]
        large = {"kind": "sets-combined", "terms": {"large": 1, "issues": 2}}
        assert said({"restrictions": [large] * 2}, PCG) == [
            "restrictions[1].kind: a format can have at most 1 sets-combined"
        ]

    def test_a_ban_is_checked_field_by_field(self) -> None:
        days = {"begins_earliest": "2008-01-01", "begins_latest": "2008-01-01"}
        whole = {"card": "Overload", "type": "Plot Twist", "versions": ["Army"], "printings": ["MOR-1"], **days}
        assert said({"bans": [{**whole, "set_code": "MOR", "ends_earliest": "2009-01-01", "ends_latest": None}]}) == []
        assert said({"bans": [{**days, "formats": ["all"]}]})[0].startswith("bans[0].formats: is not a field of a ban")
        assert said({"bans": [{**whole, "card": ""}]}) == ["bans[0].card: is empty"]
        assert said({"bans": [{**whole, "set_code": "XYZ"}]}) == ["bans[0].set_code: 'XYZ' is not a set of this game"]
        assert said({"bans": [{**whole, "versions": [""]}]}) == ["bans[0].versions[0]: is empty"]
        assert said({"bans": [{**whole, "reason": 5}]}) == ["bans[0].reason: must be text, not '5'"]

    @pytest.mark.parametrize(
        ("kind", "terms", "first"),
        [
            ("health", {}, "restrictions[0].terms: needs one of main_exactly, main_at_least"),
            ("health", {"main_at_least": 6}, ""),
            ("one-team", {"neutral": "all"}, "restrictions[0].terms.neutral: 'all' is not one of"),
            ("copies-by-type", {"Location": {"at_most": 4}}, ""),
            ("copies-by-type", {"Location": {"most": 4}}, "restrictions[0].terms.Location: 'most' is not one of"),
            ("sets-combined", {"large": 1, "issues": 2, "free": ["basic-locations"], "large_sets": ["AFF"]}, ""),
            ("sets-combined", {"large": 1, "issues": 2, "free": ["all"]}, "restrictions[0].terms.free[0]: 'all' is"),
            ("teams-only", {"teams": ["X-Men"], "except": [{"name": "Death", "type": "Plot Twist"}]}, ""),
            ("teams-only", {"teams": ["X-Men"], "except": [{"name": "Death"}]}, "restrictions[0].terms.except[0]: "),
            ("teams-only", {"teams": [], "piles": True}, "restrictions[0].terms.teams: is empty"),
            ("boss", {"names": ["Death"], "later": [{"set": "CV5", "names": ["Hulk"]}]}, ""),
            ("boss", {"names": ["Death"], "later": [{"set": "XX", "names": ["Hulk"]}]}, "restrictions[0].terms.later[0]: 'XX'"),
            ("boss", {"names": ["Death"], "later": [{"set": "CV5", "names": []}]}, "restrictions[0].terms.later[0]: names: is"),
        ],
    )  # fmt: skip
    def test_the_terms_of_2pcg_are_checked_likewise(self, kind: str, terms: dict[str, Any], first: str) -> None:
        found = said({"universe": "one", "restrictions": [{"kind": kind, "terms": terms}]}, PCG)
        assert found[0].startswith(first) if first else found == []

    def test_a_long_value_is_cut_in_messages(self) -> None:
        [problem] = validate_definition({"pool": "x" * 500}, CLASSIC)
        assert len(problem.message) < 150


class TestPlain:
    def test_a_season_without_an_end_stays_open(self) -> None:
        open_end = Between(date(2008, 1, 1), date.max)
        fmt = Format(VS_CLASSIC, "a", "A", starts=Between(date(2007, 1, 1), date(2007, 1, 31)), ends=open_end)
        found = definition_to_dict(fmt)
        assert (found["starts"], found["ends"]) == (["2007-01-01", "2007-01-31"], ["2008-01-01", None])

    def test_what_is_not_asked_for_is_not_there(self) -> None:
        fmt = Format(VS_CLASSIC, "a", "A", pool=Pool("volume", from_volume=2), construction=Construction(deck_min=60))
        found = definition_to_dict(fmt)
        assert (found["pool"], found["construction"]) == ({"kind": "volume", "from_volume": 2}, {"deck_min": 60})
