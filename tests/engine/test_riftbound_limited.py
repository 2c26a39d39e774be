"""Sealed and draft decks: what tournament rules 602 ask of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from engine.decklists import read_deck
from engine.model.cards import RIFTBOUND
from engine.model.catalog import Catalog
from engine.model.decks import Deck
from engine.model.formats import Format, Restriction
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, UNKNOWN, Citation, Finding
from engine.repair import repair
from engine.repair.sizes import list_size_limits
from engine.rules.validation import check_deck
from tests.engine import builders
from tests.engine.riftbound_lists import ANNIE, DARIUS, DAYS, FIERY, LIMITED_WITH_SETS, RUNE, TOURNAMENT, deck, unit

SEALED = LIMITED_WITH_SETS
DRAFT = replace(SEALED, construction=replace(SEALED.construction, deck_min=20))
JUNE = date(2026, 6, 1)
OTHER_LEGEND = builders.riftbound("Hand of Noxus", "Legend", domains=("Fury", "Order"), tags=("Darius",))
BEAR = replace(FIERY, supertype="Signature")


def of_limited(**sections: Any) -> Deck:
    """Twenty-five cards and the runes, with other sections beside."""
    return deck(**{"deck": {unit(): 25}, "runes": {RUNE: 12}, **sections})


def found(list_: Deck, fmt: Format, on: date = JUNE) -> list[tuple[str, str, str]]:
    """How grave each finding that decides is, its code and what it cites."""
    return [(each.severity, each.code, rule(each)) for each in check_deck(list_, fmt, on).of(ERROR, UNKNOWN)]


def rule(finding: Finding) -> str:
    return f"{finding.citation.document} {finding.citation.rule}" if finding.citation else ""


class TestLegendAndChampion:
    """rb-tournament 602.4.a.5: a sealed deck has a legend and a chosen champion or not, and no second one.
    rb-tournament 602.4.b.6: so has a draft deck.
    rb-tournament 602.4.a.3.a: any champion unit may be a sealed deck's chosen-champion.
    rb-tournament 602.4.b.4.a: and a draft deck's.
    """

    @pytest.mark.parametrize("fmt", [SEALED, DRAFT])
    @pytest.mark.parametrize(
        "sections",
        [{}, {"legend": {ANNIE: 1}}, {"champion": {DARIUS: 1}}, {"legend": {ANNIE: 1}, "champion": {DARIUS: 1}}],
    )
    def test_may_be_there_or_not_and_need_not_match(self, fmt: Format, sections: dict[str, Any]) -> None:
        assert found(of_limited(**sections), fmt) == []

    @pytest.mark.parametrize(("fmt", "cited"), [(SEALED, "602.4.a.5"), (DRAFT, "602.4.b.6")])
    @pytest.mark.parametrize(
        ("code", "sections"),
        [
            ("legend", {"legend": {ANNIE: 2}}),
            ("legend", {"legend": {ANNIE: 1, OTHER_LEGEND: 1}}),
            ("chosen-champion", {"champion": {FIERY: 1, DARIUS: 1}}),
        ],
    )
    def test_are_never_two(self, fmt: Format, cited: str, code: str, sections: dict[str, Any]) -> None:
        list_ = of_limited(**sections)
        [finding] = [each for each in check_deck(list_, fmt, JUNE).of(ERROR) if each.code == code]

        assert (finding.found, finding.allowed, rule(finding)) == (2, 1, f"rb-tournament {cited}")

    @pytest.mark.parametrize(("fmt", "cited"), [(SEALED, "602.4.a.3.a"), (DRAFT, "602.4.b.4.a")])
    @pytest.mark.parametrize(("champion", "severity"), [(unit(supertype="Token"), ERROR), (unit(), UNKNOWN)])
    def test_is_a_champion_unit(self, fmt: Format, cited: str, champion: Any, severity: str) -> None:
        said = [each for each in found(of_limited(champion={champion: 1}), fmt) if each[1] != "card-type"]

        assert said == [(severity, "chosen-champion", f"rb-tournament {cited}")]

    def test_is_no_signature_unit(self) -> None:
        said = found(of_limited(champion={BEAR: 1}), SEALED)

        assert said == [(ERROR, "chosen-champion", "rb-core-1.3 103.2.d.3")]

    def test_is_a_legend(self) -> None:
        assert found(of_limited(legend={DARIUS: 1}), SEALED) == [(ERROR, "legend", "rb-core-1.3 103.1")]

    @pytest.mark.parametrize("edition", DAYS)
    def test_cite_the_edition_of_the_day(self, edition: str) -> None:
        """rb-tournament-2026-07-16 602.4.a.5: legend and chosen-champion of sealed decks.
        rb-tournament-2026-10-09 602.4.a.5: the same.
        """
        day, suffix = DAYS[edition]
        verdict = check_deck(of_limited(legend={ANNIE: 2}), SEALED, day)

        assert [rule(each) for each in verdict.of(ERROR)] == [f"{TOURNAMENT.format(suffix)} 602.4.a.5"]
        looked_at = [each for each in verdict.checked if each.code in ("legend", "chosen-champion")]
        assert [each.citation.rule for each in looked_at][:2] == ["602.4.a.5"] * 2

    @pytest.mark.parametrize(
        ("sections", "gone"),
        [
            ({"legend": {ANNIE: 1, OTHER_LEGEND: 1}}, 1),
            ({"legend": {ANNIE: 3}}, 2),
            ({"champion": {FIERY: 1, DARIUS: 1}}, 1),
            ({"legend": {ANNIE: 2}, "champion": {FIERY: 2}}, 2),
        ],
    )
    def test_go_until_there_is_one(self, sections: dict[str, Any], gone: int) -> None:
        list_ = of_limited(**sections)
        catalog = Catalog(RIFTBOUND, tuple(list_.cards), dict(SEALED.sets))
        made = repair(list_, SEALED, JUNE, catalog)

        assert (made.size, made.is_smallest) == (gone, True)

    def test_are_known_to_repairs(self) -> None:
        limits = {each.code: (each.least, each.most) for each in list_size_limits(SEALED, JUNE)}

        assert limits["legend"] == limits["chosen-champion"] == (0, 1)
        assert "legend" not in {each.code for each in list_size_limits(builders.fmt(RIFTBOUND), JUNE)}


class TestDomains:
    """rb-tournament 602.4.a.3: any three domains, or any one with those of the legend.
    rb-tournament 602.4.b.4: the same for draft decks.
    """

    LIST = "Deck\n9 Pouty Poro\n9 Traveling Merchant\n7 Clockwork Keeper\n1 Stupefy\nRunes\n12 Fury Rune\n"

    @pytest.mark.parametrize(
        ("fmt", "on", "cited"),
        [
            ("sealed", "2026-06-01", "rb-tournament 602.4.a.3"),
            ("2v2-sealed", "2026-06-01", "rb-tournament 602.4.a.3"),
            ("draft", "2026-06-01", "rb-tournament 602.4.b.4"),
            ("draft", "2026-07-16", "rb-tournament-2026-07-16 602.4.b.4"),
            ("sealed", "2026-10-09", "rb-tournament-2026-10-09 602.4.a.3"),
        ],
    )
    def test_cite_their_rule(self, fmt: str, on: str, cited: str, reference: Callable[[str], Reference]) -> None:
        held, day = reference(RIFTBOUND), date.fromisoformat(on)
        verdict = check_deck(read_deck(self.LIST, held.catalog, day), held.formats[fmt], day)
        document, _, number = cited.partition(" ")

        assert [(each.code, rule(each)) for each in verdict.of(ERROR)] == [("format-restriction", cited)]
        assert Citation(document, number) in [each.citation for each in verdict.checked]

    def test_of_another_number_are_the_formats_own(self, reference: Callable[[str], Reference]) -> None:
        held = reference(RIFTBOUND)
        sealed = held.formats["sealed"]
        terms = {"count": 2, "beside_legend": 0}
        own = replace(sealed, slug="own", restrictions=(replace(sealed.restrictions[0], terms=terms),))
        verdict = check_deck(read_deck(self.LIST, held.catalog, JUNE), own, JUNE)

        assert [rule(each) for each in verdict.of(ERROR)] == ["format:own restriction"]


class TestInferredDomains:
    """format:sealed restriction: a domain that was inferred makes no deck certainly illegal."""

    SEALED = replace(SEALED, restrictions=(Restriction("domains-at-most", {"count": 3, "beside_legend": 1}),))

    @staticmethod
    def of_domains(*domains: str, **facts: Any) -> Deck:
        """Cards of one domain each, the last of which has further facts."""
        cards = {unit(f"Of {each}", domains=(each,)): 8 for each in domains[:-1]}
        return of_limited(deck={**cards, unit("Last", domains=domains[-1:], **facts): 25})

    @pytest.mark.parametrize(
        ("list_", "severities"),
        [
            (of_domains("Fury", "Calm", "Mind", doubtful=("domains",)), []),
            (of_domains("Fury", "Calm", "Mind", "Body"), [ERROR]),
            (of_domains("Fury", "Calm", "Mind", "Body", doubtful=("domains",)), [UNKNOWN]),
            (of_domains("Fury", "Calm", "Mind", "Body", "Order", doubtful=("domains",)), [ERROR]),
        ],
    )
    def test_are_told_from_those_that_are_recorded(self, list_: Deck, severities: list[str]) -> None:
        assert [severity for severity, *_ in found(list_, self.SEALED)] == severities

    @pytest.mark.parametrize(("doubtful", "severity"), [((), ERROR), (("domains",), UNKNOWN)])
    def test_of_the_legend_do_too(self, doubtful: tuple[str, ...], severity: str) -> None:
        legend = replace(ANNIE, doubtful=doubtful)
        list_ = of_limited(
            deck={unit(f"Of {each}", domains=(each,)): 7 for each in ("Calm", "Mind", "Body", "Order")},
            legend={legend: 1},
        )
        [said] = check_deck(list_, self.SEALED, JUNE).of(ERROR, UNKNOWN)

        assert said.severity == severity
        assert said.message.endswith("because domains were inferred") is bool(doubtful)


class TestCardsBeforeTheirSet:
    """rb-tournament 602.1.a.1: a limited deck may hold what the event provides; no set is not-yet-legal there.

    So a card that isn't out leaves open whether it was provided, as before a set's release it may be.
    """

    LIST = "Deck\n9 Pouty Poro\n9 Traveling Merchant\n7 Blade Twirler\nRunes\n12 Fury Rune\n"

    @pytest.mark.parametrize("fmt", ["sealed", "draft", "2v2-sealed"])
    @pytest.mark.parametrize(
        ("on", "document"), [("2026-06-01", "rb-tournament"), ("2026-07-30", "rb-tournament-2026-07-16")]
    )
    def test_are_uncertain(self, fmt: str, on: str, document: str, reference: Callable[[str], Reference]) -> None:
        held, day = reference(RIFTBOUND), date.fromisoformat(on)
        verdict = check_deck(read_deck(self.LIST, held.catalog, day), held.formats[fmt], day)
        [said] = [each for each in verdict.findings if each.code == "not-yet-legal"]

        assert verdict.outcome == "uncertain"
        assert (said.severity, rule(said)) == (UNKNOWN, f"{document} 602.1.a.1")
        assert "might not be legal yet" in said.message
        assert said.message.endswith("(set list); limited decks may hold what the event provides")
        sets = [each for each in verdict.checked if each.code in ("not-yet-legal", "not-in-format")]
        assert {each.citation for each in sets} == {Citation(document, "602.1.a.1")}

    def test_are_said_no_more_once_the_set_is_out(self, reference: Callable[[str], Reference]) -> None:
        held, day = reference(RIFTBOUND), date(2026, 7, 31)
        verdict = check_deck(read_deck(self.LIST, held.catalog, day), held.formats["sealed"], day)

        assert "not-yet-legal" not in {each.code for each in verdict.findings}

    def test_stay_illegal_in_constructed_play(self, reference: Callable[[str], Reference]) -> None:
        held, day = reference(RIFTBOUND), date(2026, 7, 30)
        verdict = check_deck(read_deck("Deck\n1 Blade Twirler", held.catalog, day), held.formats["standard"], day)

        assert (ERROR, "not-yet-legal", "rb-tournament-2026-07-16 601.2.a") in [
            (each.severity, each.code, rule(each)) for each in verdict.findings
        ]
