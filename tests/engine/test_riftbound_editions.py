"""Riftbound's rules by edition and day: the table of hand-made answers, and each rule's number in each edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from engine.card_text import derive_facts
from engine.decklists import read_deck, write_deck
from engine.decklists.default_sections import list_shown_sections
from engine.games.riftbound.building import may_move
from engine.games.riftbound.editions import TOURNAMENT_RULES
from engine.games.riftbound.repairs import find_remedy
from engine.model.cards import RIFTBOUND, Between, Card, CardSet, RegionalDay
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.reference import Reference, build_catalog
from engine.model.verdicts import ERROR, INFO, UNKNOWN, Citation, Verdict
from engine.repair import repair
from engine.rules.validation import check_deck
from tests.engine import builders, riftbound_lists
from tests.engine.riftbound_edition_cases import CASES, RADIANCE, Case
from tests.engine.riftbound_lists import (
    ANNIE,
    CAPE,
    DARIUS,
    FIERY,
    RUNE,
    TIBBERS,
    TREE,
    deck,
    unit,
)

ORIGINS = CardSet(RIFTBOUND, "OGN", "Origins", Between(date(2025, 10, 31), date(2025, 10, 31)))
#: With a set that is out, cards without a recorded printing are taken on trust.
STANDARD, LIMITED = (
    replace(each, sets={"OGN": ORIGINS}) for each in (riftbound_lists.STANDARD, riftbound_lists.LIMITED)
)
OF_EDITION = frozenset(("edition-before-held", "edition-day-doubtful"))


def judge(case: Case, text: str, held: Reference) -> Verdict:
    day = date.fromisoformat(case.day)
    return check_deck(read_deck(text, held.catalog, day), held.formats[case.format], day)


def assert_as_worked_out(case: Case, verdict: Verdict) -> None:
    said = [(each.severity, each.code, each.message) for each in verdict.findings]
    decisive = verdict.of(ERROR, UNKNOWN)
    assert verdict.outcome == case.outcome, said
    assert verdict.edition == case.edition
    assert {each.code for each in decisive} == ({case.code} if case.code else set()), said
    cited = {f"{each.citation.document} {each.citation.rule}" for each in decisive if each.citation}
    assert cited == ({case.rule} if case.rule else set())
    assert {each.code for each in verdict.of(INFO)} & OF_EDITION == case.infos


def test_the_table_has_at_least_sixty_decks_and_days() -> None:
    assert len({(case.text, case.format, case.day) for case in CASES}) >= 60


class TestTheTable:
    """Every boundary of rules, bans and sets, the day before and the day itself.

    rb-core-2026-07-16 Edition: edition-day-doubtful until the day on which all sources agree.
    rb-tournament-2026-07-16 601.1.c.1: sideboard-size, at most ten.
    rb-tournament-2026-10-09 601.1.c.1: sideboard-size, at most ten.
    rb-tournament-2026-07-16 601.2.a: not-yet-legal before the set's first day, and what is not-in-format.
    rb-tournament-2026-10-09 601.2.a: the same, not-yet-legal and not-in-format.
    """

    @pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
    def test_has_the_answer_that_was_worked_out(self, case: Case, reference: Callable[[str], Reference]) -> None:
        assert_as_worked_out(case, judge(case, case.text, reference(RIFTBOUND)))

    @pytest.mark.parametrize("case", RADIANCE, ids=lambda case: case.name)
    def test_has_it_for_a_card_of_radiance(self, case: Case, reference: Callable[[str], Reference]) -> None:
        held = reference(RIFTBOUND)
        fits = (card for card in held.catalog.cards if card.set_codes == {"RAD"} and card.type in ("Unit", "Spell"))
        card = next((each for each in fits if each.domains == ("Fury",) and not each.supertype), None)
        if card is None:
            pytest.skip("no card of Radiance is recorded")
        assert_as_worked_out(case, judge(case, case.text.replace("3 Sai Scout", f"3 {card.name}"), held))

    @pytest.mark.parametrize(
        ("day", "document"),
        [
            ("2026-07-15", "rb-tournament"),
            ("2026-07-16", "rb-tournament-2026-07-16"),
            ("2026-10-08", "rb-tournament-2026-07-16"),
            ("2026-10-09", "rb-tournament-2026-10-09"),
        ],
    )
    @pytest.mark.parametrize("code", ["not-in-format", "not-yet-legal"])
    def test_rests_on_the_legal_sets_of_the_edition(
        self, code: str, day: str, document: str, reference: Callable[[str], Reference]
    ) -> None:
        case = next(each for each in CASES if each.outcome == "legal")
        verdict = judge(replace(case, day=day), case.text, reference(RIFTBOUND))

        assert [each.citation for each in verdict.checked if each.code == code] == [Citation(document, "601.2.a")]


#: By rule: its code, a list that breaks it alone, and its number in the editions from 2026-03-30, 07-16 and 10-09.
CORE, TOURNAMENT = "rb-core-{}", "rb-tournament{}"
MAIN = {unit(f"Poro {number}"): 3 for number in range(13)}


def a_deck(**sections: object) -> Deck:
    """A legal deck under Annie, with some sections otherwise; None: the section is left out."""
    usual = {
        "legend": {ANNIE: 1},
        "deck": MAIN,
        "champion": {FIERY: 1},
        "runes": {RUNE: 12},
        "battlefields": {TREE: 1, **{builders.riftbound(name, "Battlefield", domains=()): 1 for name in "AB"}},
    }
    return deck(**{name: cards for name, cards in {**usual, **sections}.items() if cards is not None})


TWELVE = dict(list(MAIN.items())[:12])
CALM = unit("Calm Poro", domains=("Calm",))
TWO_DOMAINS = unit("Calm and Fury", domains=("Calm", "Fury"))
COLORLESS = unit("Colorless Poro", domains=())
OF_ANOTHER = builders.riftbound("Highlander", "Spell", supertype="Signature", tags=("Master Yi",))
SIGNATURE_UNIT = builders.riftbound("Tibbers", "Unit", supertype="Signature", tags=("Annie",))
FIELDS = {builders.riftbound(name, "Battlefield", domains=()): 1 for name in "ABC"}
BROKEN = [
    ("legend", a_deck(legend={DARIUS: 1}), "103.1", "103.1", "103.2"),
    ("chosen-champion", a_deck(champion={DARIUS: 1}), "103.2.a.2", "103.2.a.2", "103.3.a.2"),
    ("chosen-champion", a_deck(champion={SIGNATURE_UNIT: 1}), "103.2.d.3", "103.2.d.3", "103.3.d.3"),
    ("deck-size", a_deck(deck=TWELVE), "103.2", "103.2", "103.3"),
    ("deck-size", a_deck(deck={**MAIN, unit("One more"): 1}), "601.1.b", "601.1.b", "601.1.b"),
    ("copy-limit", a_deck(deck={**TWELVE, unit("Four"): 4}, champion=None), "103.2.b", "103.2.b", "103.3.b"),
    ("copy-limit", a_deck(sideboard={next(iter(MAIN)): 1}), "601.1.c.3", "601.1.c.3", "601.1.c.3"),
    ("copy-limit", a_deck(deck={**TWELVE, CAPE: 2, unit("One"): 1}), "103.2.b.1", "103.2.b.1", "103.3.b.1"),
    ("card-type", a_deck(deck={**TWELVE, TREE: 3}), "103.2", "103.2", "103.3"),
    (
        "signature-limit",
        a_deck(deck={**dict(list(MAIN.items())[:11]), TIBBERS: 3, SIGNATURE_UNIT: 1, unit("Two"): 2}),
        *("103.2.d.1", "103.2.d.1", "103.3.d.1"),
    ),
    ("signature-limit", a_deck(deck={**TWELVE, OF_ANOTHER: 3}), "103.2.d.2", "103.2.d.2", "103.3.d.2"),
    ("domain-identity", a_deck(deck={**TWELVE, CALM: 3}), "103.1.b.3", "103.1.b.3", "103.2.b.3"),
    ("domain-identity", a_deck(deck={**TWELVE, TWO_DOMAINS: 3}), "103.1.b.4", "103.1.b.4", "103.2.b.4"),
    (
        "domain-identity",
        a_deck(runes={builders.riftbound("Calm Rune", "Rune", domains=("Calm",)): 12}),
        *("103.3.a.1", "103.3.a.1", "103.4.a.1"),
    ),
    ("rune-count", a_deck(runes={RUNE: 11}), "103.3.a", "103.3.a", "103.4.a"),
    ("battlefield-count", a_deck(battlefields={TREE: 1}), "103.4.a", "103.4.a", "103.5.a"),
    ("battlefield-duplicate", a_deck(battlefields={TREE: 2, next(iter(FIELDS)): 1}), "103.4.c", "103.4.c", "103.5.c"),
    ("sideboard-size", a_deck(sideboard={unit(f"Side {n}"): 1 for n in range(11)}), *["601.1.c.1"] * 3),
    ("sideboard-size", a_deck(sideboard={TREE: 1}), *["601.1.c.2"] * 3),
]
DAYS = {
    "1.3": (date(2026, 3, 30), ""),
    "2026-07-16": (date(2026, 7, 16), "-2026-07-16"),
    "2026-10-09": (date(2026, 10, 9), "-2026-10-09"),
}


@pytest.mark.parametrize(("edition", "place"), [(edition, place) for place, edition in enumerate(DAYS)])
class TestNumbers:
    """Each rule of decks has the number that it has in the edition in force.

    rb-core-2026-07-16 103.1: legend.
    rb-core-2026-07-16 103.2.a.2: chosen-champion.
    rb-core-2026-07-16 103.2.d.3: no signature unit as chosen-champion.
    rb-core-2026-07-16 103.2: deck-size at least, and card-type.
    rb-tournament-2026-07-16 601.1.b: deck-size exactly.
    rb-core-2026-07-16 103.2.b: copy-limit.
    rb-core-2026-07-16 103.2.b.1: copy-limit of Unique cards.
    rb-tournament-2026-07-16 601.1.c.3: copy-limit with the sideboard.
    rb-core-2026-07-16 103.2.d.1: signature-limit.
    rb-core-2026-07-16 103.2.d.2: signature-limit by tag.
    rb-core-2026-07-16 103.1.b.3: domain-identity.
    rb-core-2026-07-16 103.1.b.4: domain-identity of several domains.
    rb-core-2026-07-16 103.3.a.1: domain-identity of runes.
    rb-core-2026-07-16 103.3.a: rune-count.
    rb-core-2026-07-16 103.4.a: battlefield-count.
    rb-core-2026-07-16 103.4.c: battlefield-duplicate.
    rb-tournament-2026-07-16 601.1.c.2: sideboard-size, and what may be there.
    rb-core-2026-10-09 103.2: legend.
    rb-core-2026-10-09 103.3.a.2: chosen-champion.
    rb-core-2026-10-09 103.3.d.3: no signature unit as chosen-champion.
    rb-core-2026-10-09 103.3: deck-size at least, and card-type.
    rb-tournament-2026-10-09 601.1.b: deck-size exactly.
    rb-core-2026-10-09 103.3.b: copy-limit.
    rb-core-2026-10-09 103.3.b.1: copy-limit of Unique cards.
    rb-tournament-2026-10-09 601.1.c.3: copy-limit with the sideboard.
    rb-core-2026-10-09 103.3.d.1: signature-limit.
    rb-core-2026-10-09 103.3.d.2: signature-limit by tag.
    rb-core-2026-10-09 103.2.b.3: domain-identity.
    rb-core-2026-10-09 103.2.b.4: domain-identity of several domains.
    rb-core-2026-10-09 103.4.a.1: domain-identity of runes.
    rb-core-2026-10-09 103.4.a: rune-count.
    rb-core-2026-10-09 103.5.a: battlefield-count.
    rb-core-2026-10-09 103.5.c: battlefield-duplicate.
    rb-tournament-2026-10-09 601.1.c.2: sideboard-size, and what may be there.
    """

    @pytest.mark.parametrize("row", BROKEN, ids=lambda row: f"{row[0]} {row[2]}")
    def test_are_those_of_the_edition(self, edition: str, place: int, row: tuple[str, Deck, str, str, str]) -> None:
        code, list_, *numbers = row
        day, suffix = DAYS[edition]
        document = TOURNAMENT.format(suffix) if numbers[0].startswith("6") else CORE.format(edition)

        verdict = check_deck(list_, STANDARD, day)

        assert verdict.edition == CORE.format(edition)
        assert Citation(document, numbers[place]) in [each.citation for each in verdict.of(ERROR) if each.code == code]
        cited = {each.citation.document for each in verdict.checked if each.citation.document.startswith("rb-")}
        assert cited <= {CORE.format(edition), TOURNAMENT.format(suffix)}

    def test_a_legal_deck_is_legal(self, edition: str, place: int) -> None:
        assert check_deck(a_deck(), STANDARD, DAYS[edition][0]).outcome == "legal"

    def test_a_limited_deck_cites_its_own_size(self, edition: str, place: int) -> None:
        verdict = check_deck(deck(deck={unit(): 24}, runes={RUNE: 12}), LIMITED, DAYS[edition][0])

        assert [each.citation for each in verdict.of(ERROR)] == [
            Citation(TOURNAMENT.format(DAYS[edition][1]), "602.4.a.2")
        ]

    def test_a_card_without_a_domain_fits_every_legend(self, edition: str, place: int) -> None:
        """rb-core-2026-10-09 103.2.b.5: domain-identity of a card that has none."""
        assert check_deck(a_deck(deck={**TWELVE, COLORLESS: 3}), STANDARD, DAYS[edition][0]).outcome == "legal"

    def test_a_card_whose_domains_are_not_recorded_is_unknown(self, edition: str, place: int) -> None:
        verdict = check_deck(a_deck(deck={**TWELVE, unit("Vague", domains=None): 3}), STANDARD, DAYS[edition][0])

        assert [(each.severity, each.code) for each in verdict.of(ERROR, UNKNOWN)] == [("unknown", "domain-identity")]


class TestCardsWithoutDomain:
    """rb-core-2026-10-09 103.2.b.5: domain-identity asks nothing of a card without a domain."""

    def test_are_counted_by_their_own_rule(self) -> None:
        day, rule = date(2026, 10, 9), Citation("rb-core-2026-10-09", "103.2.b.5")
        checked = [
            [each for each in check_deck(list_, STANDARD, day).checked if each.citation == rule]
            for list_ in (a_deck(deck={**TWELVE, COLORLESS: 3}), a_deck())
        ]

        assert [[(each.outcome, each.found) for each in of_list] for of_list in checked] == [
            [("ok", 1)],
            [("not applicable", 0)],
        ]


OCTOBER = date(2026, 10, 9)
LEGENDS = [builders.riftbound(name, "Legend", domains=("Calm",), tags=(name,)) for name in ("Yi", "Lux", "Jax", "Vex")]


ANOTHER = builders.riftbound("Dark Child Again", "Legend", domains=("Fury", "Chaos"), tags=("Annie",))


def asking(count: str = "3") -> Card:
    """A legend whose text asks for more legends."""
    return replace(ANNIE, deck_building=(f"additional legends: {count}",))


def decisive(list_: Deck, day: date = OCTOBER) -> list[tuple[str, str, Citation | None]]:
    """The errors and unknowns of a deck in Standard."""
    return [(each.severity, each.code, each.citation) for each in check_deck(list_, STANDARD, day).of(ERROR, UNKNOWN)]


class TestAdditionalLegends:
    """rb-core-2026-10-09 103.1: additional-legends, as many as the cards ask for."""

    RULE = Citation("rb-core-2026-10-09", "103.1")

    @pytest.mark.parametrize(
        ("legend", "others", "found"),
        [
            (ANNIE, 0, []),
            (asking(), 3, []),
            (asking(), 4, [("error", "additional-legends", RULE)]),
            (asking(), 2, [("unknown", "additional-legends", RULE)]),
            (asking(), 0, [("unknown", "additional-legends", RULE)]),
            (asking("?"), 3, [("unknown", "additional-legends", RULE)]),
            (ANNIE, 3, [("unknown", "additional-legends", RULE)]),
        ],
    )
    def test_are_as_many_as_a_card_asks_for(self, legend: Card, others: int, found: list[object]) -> None:
        more = {"additional-legends": dict.fromkeys(LEGENDS[:others], 1)} if others else {}

        assert decisive(a_deck(legend={legend: 1}, **more)) == found

    def test_are_legends(self) -> None:
        cards = {**dict.fromkeys(LEGENDS[:2], 1), FIERY: 1}

        assert decisive(a_deck(legend={asking(): 1}, **{"additional-legends": cards})) == [
            ("error", "additional-legends", self.RULE)
        ]

    @pytest.mark.parametrize("edition", ["1.3", "2026-07-16"])
    def test_are_none_in_earlier_editions(self, edition: str) -> None:
        list_ = a_deck(legend={asking(): 1}, **{"additional-legends": dict.fromkeys(LEGENDS[:3], 1)})

        assert decisive(list_, DAYS[edition][0]) == [("error", "legend", Citation(CORE.format(edition), "103.1"))] * 3

    def test_are_asked_for_by_no_limited_deck(self) -> None:
        list_ = deck(legend={asking(): 1}, deck={unit(): 25}, runes={RUNE: 12})

        assert check_deck(list_, LIMITED, OCTOBER).of(ERROR, UNKNOWN) == ()

    @pytest.mark.parametrize(
        ("domains", "found"), [(("Calm",), ["unknown"]), (None, ["unknown"]), (("Mind",), ["error"])]
    )
    def test_may_lend_their_domains_which_is_not_known(self, domains: tuple[str, ...] | None, found: list[str]) -> None:
        others = {replace(each, domains=domains): 1 for each in LEGENDS[:3]}
        list_ = a_deck(legend={asking(): 1}, deck={**TWELVE, CALM: 3}, **{"additional-legends": others})

        assert [(severity, code) for severity, code, _ in decisive(list_)] == [(found[0], "domain-identity")]

    def test_are_read_from_a_section_of_a_list(self, reference: Callable[[str], Reference]) -> None:
        text = "Legend\n1 Annie, Dark Child [OGS-017]\nAdditional Legends:\nSwift Scout\n1 Blind Monk\nDeck\n1 Gust\n"
        found = read_deck(text, reference(RIFTBOUND).catalog, OCTOBER)

        assert found.sizes == {"legend": 1, "additional-legends": 2, "deck": 1}
        assert "\nAdditional Legends\n" in write_deck(found)
        assert read_deck(write_deck(found), reference(RIFTBOUND).catalog, OCTOBER).contents == found.contents

    @pytest.mark.parametrize(("legend", "is_shown"), [(ANNIE, False), (asking(), True)])
    def test_have_a_section_where_a_card_asks_for_them(self, legend: Card, is_shown: bool) -> None:
        shown = list_shown_sections(a_deck(legend={legend: 1}))

        assert ("additional-legends" in shown) is is_shown
        assert may_move(LEGENDS[0], "additional-legends")
        assert not may_move(FIERY, "additional-legends")


class TestCardsOfAnyDomain:
    """rb-core-2026-07-16 103.1.b.5: domain-identity gives way to an effect.
    rb-core-2026-10-09 103.2.b.6: domain-identity gives way to an effect.
    """

    @pytest.mark.parametrize(
        ("said", "found"),
        [
            ("any domain: all", []),
            ("any domain: Calm Poro", []),
            ("any domain: unit", []),
            ("any domain: Spell", ["error"]),
            ("any domain: ?", ["unknown"]),
            ("something else: all", ["error"]),
        ],
    )
    @pytest.mark.parametrize("edition", list(DAYS))
    def test_are_those_that_the_effect_names(self, edition: str, said: str, found: list[str]) -> None:
        legend = replace(ANNIE, deck_building=(said,))
        list_ = a_deck(legend={legend: 1}, deck={**TWELVE, CALM: 3})

        assert [severity for severity, *_ in decisive(list_, DAYS[edition][0])] == found

    def test_need_no_recorded_domain(self) -> None:
        legend = replace(ANNIE, deck_building=("any domain: all",))

        assert decisive(a_deck(legend={legend: 1}, deck={**TWELVE, unit("Vague", domains=None): 3})) == []

    @pytest.mark.parametrize(("edition", "rule"), [("2026-07-16", "103.1.b.5"), ("2026-10-09", "103.2.b.6")])
    def test_are_counted_by_their_own_rule(self, edition: str, rule: str) -> None:
        legend = replace(ANNIE, deck_building=("any domain: Calm Poro",))
        verdict = check_deck(a_deck(legend={legend: 1}, deck={**TWELVE, CALM: 3}), STANDARD, DAYS[edition][0])

        [row] = [each for each in verdict.checked if each.citation == Citation(CORE.format(edition), rule)]
        assert (row.outcome, row.found) == ("ok", 1)


def with_regions(**days: str) -> Format:
    """Standard with a set of these first legal days by region; it is legal from 2026-05-08 elsewhere."""
    legal = Between(date(2026, 5, 8), date(2026, 5, 8))
    regional = tuple(RegionalDay(region, date.fromisoformat(day)) for region, day in days.items())
    unleashed = CardSet(RIFTBOUND, "UNL", "Unleashed", legal, regional_days=regional)
    promos = CardSet(RIFTBOUND, "PR", "Promos", ORIGINS.released, kind="promo")
    return replace(STANDARD, kind="constructed", sets={"OGN": ORIGINS, "UNL": unleashed, "PR": promos})


def printed_in(*codes: str) -> Deck:
    """A deck with three copies of a card of these sets."""
    return a_deck(deck={**TWELVE, unit("Printed", printings=tuple(f"{code}-001" for code in codes)): 3})


class TestRegionalDays:
    """rb-tournament 601.2.b: regional-day where a region has another day.
    rb-tournament-2026-07-16 601.2.b: the same, regional-day.
    rb-tournament-2026-10-09 601.2.b: the same, regional-day.
    """

    @pytest.mark.parametrize(
        ("list_", "day", "regions"),
        [
            (printed_in("UNL"), "2026-04-09", []),
            (printed_in("UNL"), "2026-04-10", ["China from 2026-04-10"]),
            (printed_in("UNL"), "2026-05-07", ["China from 2026-04-10"]),
            (printed_in("UNL"), "2026-05-08", ["Korea from 2026-10-20"]),
            (printed_in("UNL"), "2026-10-19", ["Korea from 2026-10-20"]),
            (printed_in("UNL"), "2026-10-20", []),
            (printed_in("UNL", "PR"), "2026-07-01", ["Korea from 2026-10-20"]),
            (printed_in("UNL", "OGN"), "2026-07-01", []),
            (printed_in("OGN"), "2026-07-01", []),
        ],
    )
    def test_are_told_while_they_matter_to_a_card(self, list_: Deck, day: str, regions: list[str]) -> None:
        fmt, on = with_regions(China="2026-04-10", Korea="2026-10-20"), date.fromisoformat(day)
        verdict, plain = check_deck(list_, fmt, on), check_deck(list_, with_regions(), on)
        said = [each for each in verdict.of(INFO) if each.code == "regional-day"]

        assert verdict.outcome == plain.outcome
        assert [each.message.partition("Unleashed in ")[2] for each in said] == regions
        document = TOURNAMENT_RULES[verdict.edition]
        assert {each.citation for each in said} <= {Citation(document, "601.2.b")}

    def test_are_no_matter_of_formats_that_ask_for_no_sets(self) -> None:
        fmt = replace(with_regions(Korea="2026-10-20"), kind="mode")
        verdict = check_deck(printed_in("UNL"), fmt, date(2026, 7, 1))

        assert "regional-day" not in {each.code for each in verdict.findings}
        assert [each.outcome for each in verdict.checked if each.code == "regional-day"] == ["not applicable"]

    @pytest.mark.parametrize(
        ("code", "days"),
        [
            ("SFD", [("China", "2025-12-12")]),
            ("UNL", [("China", "2026-04-10")]),
            ("OGN", [("Taiwan", "2026-08-07"), ("Korea", "2026-09-18")]),
            ("VEN", []),
        ],
    )
    def test_are_recorded(self, code: str, days: list[tuple[str, str]], reference: Callable[[str], Reference]) -> None:
        found = reference(RIFTBOUND).sets[code].regional_days

        assert [(each.region, each.legal_from.isoformat()) for each in found] == days


class TestTexts:
    """What a text says about building; the sentences are made up."""

    @pytest.mark.parametrize(
        ("text", "terms"),
        [
            ("Choose three additional legends.", ["additional legends: 3"]),
            ("You may bring an additional legend.", ["additional legends: ?"]),
            ("Your deck can hold spells regardless of domain.", ["any domain: ?"]),
            ("Draw 1. Play a unit regardless of its domain.", []),
            ("Look at the top card of your deck.", []),
        ],
    )
    def test_are_read_for_what_they_ask(self, text: str, terms: list[str]) -> None:
        assert derive_facts(text, game=RIFTBOUND, name="Card").get("deck_building", []) == terms


class TestRepairs:
    """Lists with additional legends are repaired by the legends or the card that asks for them."""

    @pytest.mark.parametrize(
        ("list_", "day", "size"),
        [
            (a_deck(legend={asking(): 1}, **{"additional-legends": dict.fromkeys(LEGENDS, 1)}), OCTOBER, 1),
            (a_deck(**{"additional-legends": dict.fromkeys(LEGENDS[:2], 1)}), date(2026, 7, 16), 2),
            (
                a_deck(legend={asking(): 1}, **{"additional-legends": {**dict.fromkeys(LEGENDS[:3], 1), FIERY: 1}}),
                OCTOBER,
                1,
            ),
            (a_deck(legend={asking(): 1}), OCTOBER, 1),
            (a_deck(legend={asking("?"): 1}), OCTOBER, 1),
            (
                a_deck(legend={asking(): 1}, **{"additional-legends": dict.fromkeys(LEGENDS[:2], 1)}),
                OCTOBER,
                1,
            ),
            (a_deck(**{"additional-legends": dict.fromkeys(LEGENDS[:2], 1)}), OCTOBER, 2),
        ],
    )
    def test_are_as_small_as_they_can_be(self, list_: Deck, day: date, size: int) -> None:
        cards = dict.fromkeys((*list_.cards, *LEGENDS, ANOTHER))
        found = repair(list_, STANDARD, day, build_catalog(RIFTBOUND, cards, {"OGN": ORIGINS}), budget=400)

        assert (found.size, found.verdict and found.verdict.outcome) == (size, "legal")


class TestTheRemedy:
    """703.3.b.1 of the tournament rules in force asks to correct an illegal list with as few changes as possible."""

    @pytest.mark.parametrize(
        ("day", "document"),
        [
            ("2025-12-07", "rb-tournament"),
            ("2026-07-15", "rb-tournament"),
            ("2026-07-16", "rb-tournament-2026-07-16"),
            ("2026-10-08", "rb-tournament-2026-07-16"),
            ("2026-10-09", "rb-tournament-2026-10-09"),
        ],
    )
    def test_is_of_the_edition_in_force(self, day: str, document: str) -> None:
        found = find_remedy(STANDARD, date.fromisoformat(day))

        assert found == Citation(document, "703.3.b.1")

    def test_is_none_in_a_mode_of_play_nor_in_other_games(self) -> None:
        classic = Format("vs-classic", "a", "A")

        assert find_remedy(replace(STANDARD, kind="mode"), OCTOBER) is None
        assert game_of("vs-classic").repairs.remedy(classic, OCTOBER) is None


class TestDoubtfulDays:
    """rb-core-2026-07-16 Edition: edition-day-doubtful names the days between which sources differ."""

    @pytest.mark.parametrize(
        ("day", "is_doubtful"),
        [(date(2026, 7, 15), False), (date(2026, 7, 16), True), (date(2026, 7, 23), True), (date(2026, 7, 24), False)],
    )
    def test_are_told_and_change_nothing_else(self, day: date, is_doubtful: bool) -> None:
        verdict = check_deck(a_deck(), STANDARD, day)
        said = [each.message for each in verdict.of(INFO) if each.code == "edition-day-doubtful"]

        assert verdict.outcome == "legal"
        assert bool(said) is is_doubtful
        assert all("2026-07-16" in each and "2026-07-24" in each for each in said)

    def test_an_edition_begins_on_its_day(self) -> None:
        for day, edition in ((date(2026, 7, 16), "rb-core-2026-07-16"), (date(2026, 10, 9), "rb-core-2026-10-09")):
            before, after = (check_deck(a_deck(), STANDARD, each) for each in (day - timedelta(days=1), day))
            assert before.edition != after.edition == edition
