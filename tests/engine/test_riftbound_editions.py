"""Riftbound's rules by edition and day: the table of hand-made answers, and each rule's number in each edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from engine.decklists import read_deck
from engine.games.riftbound.repairs import find_remedy
from engine.model.cards import RIFTBOUND
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, INFO, UNKNOWN, Citation, Verdict
from engine.rules.validation import check_deck
from tests.engine import builders
from tests.engine.riftbound_edition_cases import CASES, RADIANCE, Case
from tests.engine.riftbound_lists import (
    CALM,
    CAPE,
    COLORLESS,
    CORE,
    DARIUS,
    DAYS,
    FIERY,
    LIMITED_WITH_SETS,
    MAIN,
    OCTOBER,
    RUNE,
    TIBBERS,
    TOURNAMENT,
    TREE,
    TWELVE,
    TWO_DOMAINS,
    WITH_SETS,
    a_deck,
    deck,
    unit,
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
        card = next(each for each in fits if each.domains == ("Fury",) and not each.supertype)
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
    ("copy-limit", a_deck(deck={**TWELVE, FIERY: 3}), "103.2.b.1", "103.2.b.1", "103.3.b.1"),
    ("copy-limit", a_deck(deck={**TWELVE, CAPE: 2, unit("One"): 1}), "825.2.a", "825.3.a", "825"),
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


@pytest.mark.parametrize(("edition", "place"), [(edition, place) for place, edition in enumerate(DAYS)])
class TestNumbers:
    """Each rule of decks has the number that it has in the edition in force.

    rb-core-2026-07-16 103.1: legend.
    rb-core-2026-07-16 103.2.a.2: chosen-champion.
    rb-core-2026-07-16 103.2.d.3: no signature unit as chosen-champion.
    rb-core-2026-07-16 103.2: deck-size at least, and card-type.
    rb-tournament-2026-07-16 601.1.b: deck-size exactly.
    rb-core-2026-07-16 103.2.b: copy-limit.
    rb-core-2026-07-16 103.2.b.1: copy-limit with the chosen champion.
    rb-core-2026-07-16 825.3.a: copy-limit of Unique cards.
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
    rb-core-2026-10-09 103.3.b.1: copy-limit with the chosen champion.
    rb-core-2026-10-09 825: copy-limit of Unique cards.
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

        verdict = check_deck(list_, WITH_SETS, day)

        assert verdict.edition == CORE.format(edition)
        assert Citation(document, numbers[place]) in [each.citation for each in verdict.of(ERROR) if each.code == code]
        cited = {each.citation.document for each in verdict.checked if each.citation.document.startswith("rb-")}
        assert cited <= {CORE.format(edition), TOURNAMENT.format(suffix)}

    def test_a_legal_deck_is_legal(self, edition: str, place: int) -> None:
        assert check_deck(a_deck(), WITH_SETS, DAYS[edition][0]).outcome == "legal"

    def test_a_limited_deck_cites_its_own_size(self, edition: str, place: int) -> None:
        verdict = check_deck(deck(deck={unit(): 24}, runes={RUNE: 12}), LIMITED_WITH_SETS, DAYS[edition][0])

        assert [each.citation for each in verdict.of(ERROR)] == [
            Citation(TOURNAMENT.format(DAYS[edition][1]), "602.4.a.2")
        ]

    def test_a_card_without_a_domain_fits_every_legend(self, edition: str, place: int) -> None:
        """rb-core-2026-10-09 103.2.b.5: domain-identity of a card that has none."""
        assert check_deck(a_deck(deck={**TWELVE, COLORLESS: 3}), WITH_SETS, DAYS[edition][0]).outcome == "legal"

    def test_a_card_whose_domains_are_not_recorded_is_unknown(self, edition: str, place: int) -> None:
        verdict = check_deck(a_deck(deck={**TWELVE, unit("Vague", domains=None): 3}), WITH_SETS, DAYS[edition][0])

        assert [(each.severity, each.code) for each in verdict.of(ERROR, UNKNOWN)] == [("unknown", "domain-identity")]


class TestCardsWithoutDomain:
    """rb-core-2026-10-09 103.2.b.5: domain-identity asks nothing of a card without a domain."""

    def test_are_counted_by_their_own_rule(self) -> None:
        day, rule = date(2026, 10, 9), Citation("rb-core-2026-10-09", "103.2.b.5")
        checked = [
            [each for each in check_deck(list_, WITH_SETS, day).checked if each.citation == rule]
            for list_ in (a_deck(deck={**TWELVE, COLORLESS: 3}), a_deck())
        ]

        assert [[(each.outcome, each.found) for each in of_list] for of_list in checked] == [
            [("ok", 1)],
            [("not applicable", 0)],
        ]


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
        found = find_remedy(WITH_SETS, date.fromisoformat(day))

        assert found == Citation(document, "703.3.b.1")

    def test_is_none_in_a_mode_of_play_nor_in_other_games(self) -> None:
        classic = Format("vs-classic", "a", "A")

        assert find_remedy(replace(WITH_SETS, kind="mode"), OCTOBER) is None
        assert game_of("vs-classic").repairs.remedy(classic, OCTOBER) is None


class TestDoubtfulDays:
    """rb-core-2026-07-16 Edition: edition-day-doubtful names the days between which sources differ."""

    @pytest.mark.parametrize(
        ("day", "is_doubtful"),
        [(date(2026, 7, 15), False), (date(2026, 7, 16), True), (date(2026, 7, 23), True), (date(2026, 7, 24), False)],
    )
    def test_are_told_and_change_nothing_else(self, day: date, is_doubtful: bool) -> None:
        verdict = check_deck(a_deck(), WITH_SETS, day)
        said = [each.message for each in verdict.of(INFO) if each.code == "edition-day-doubtful"]

        assert verdict.outcome == "legal"
        assert bool(said) is is_doubtful
        assert all("2026-07-16" in each and "2026-07-24" in each for each in said)

    def test_an_edition_begins_on_its_day(self) -> None:
        for day, edition in ((date(2026, 7, 16), "rb-core-2026-07-16"), (date(2026, 10, 9), "rb-core-2026-10-09")):
            before, after = (check_deck(a_deck(), WITH_SETS, each) for each in (day - timedelta(days=1), day))
            assert before.edition != after.edition == edition
