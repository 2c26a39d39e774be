"""What a Riftbound deck owes to its legend."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest

from engine.games.riftbound import identity, restrictions
from engine.model.cards import RIFTBOUND, Card
from engine.model.decks import CHAMPION, DECK, LEGEND, UNREADABLE, Deck
from engine.model.games import game_of
from tests.engine import builders
from tests.engine.builders import breaches, severities, unknown
from tests.engine.riftbound_lists import ANNIE, DARIUS, FIERY, LIMITED, RUNE, STANDARD, TIBBERS, deck, unit, with_legend


class TestChosenChampion:
    """rb-core-1.3 103.2.a.2: one champion unit that has the legend's champion tag."""

    @staticmethod
    def severities_of(champion: Card, legend: Card = ANNIE) -> list[str]:
        return severities(identity.chosen_champion, with_legend(legend=legend, champion={champion: 1}), STANDARD)

    def test_accepts_a_champion_unit_with_the_legends_tag(self) -> None:
        assert self.severities_of(FIERY) == []

    def test_refuses_a_champion_of_another_tag(self) -> None:
        assert self.severities_of(DARIUS) == ["error"]

    @pytest.mark.parametrize(
        "champion", [replace(FIERY, supertype="Token"), replace(FIERY, type="Spell"), replace(FIERY, type="Legend")]
    )
    def test_refuses_what_is_no_champion_unit(self, champion: Card) -> None:
        assert self.severities_of(champion) == ["error"]

    @pytest.mark.parametrize(
        "champion", [replace(FIERY, supertype=None), replace(FIERY, type=None), replace(FIERY, tags=())]
    )
    def test_does_not_judge_what_is_not_recorded(self, champion: Card) -> None:
        assert self.severities_of(champion) == ["unknown"]

    def test_refuses_a_plain_unit_of_another_tag(self) -> None:
        assert self.severities_of(unit(tags=("Poro",))) == ["error"]

    def test_does_not_judge_beside_a_legend_whose_tag_is_not_recorded(self) -> None:
        assert self.severities_of(FIERY, replace(ANNIE, tags=())) == ["unknown"]

    def test_does_not_judge_beside_a_legend_that_is_not_in_the_reference(self) -> None:
        list_ = deck(unknown(1, section=LEGEND), champion={FIERY: 1})

        assert severities(identity.chosen_champion, list_, STANDARD) == ["unknown"]

    def test_leaves_the_tag_alone_where_no_legend_is_named(self) -> None:
        assert severities(identity.chosen_champion, deck(champion={DARIUS: 1}), STANDARD) == []

    @pytest.mark.parametrize("count", [0, 2])
    def test_refuses_any_other_number(self, count: int) -> None:
        list_ = with_legend(champion={FIERY: count}) if count else with_legend()
        [breach] = breaches(identity.chosen_champion, list_, STANDARD)

        assert (breach.found, breach.allowed, breach.section) == (count, 1, CHAMPION)

    @pytest.mark.parametrize("champion", [DARIUS, replace(DARIUS, type="Spell"), replace(DARIUS, supertype=None)])
    def test_leaves_the_same_card_in_the_deck_alone(self, champion: Card) -> None:
        [breach] = breaches(identity.chosen_champion, with_legend(deck={champion: 2}, champion={champion: 1}), STANDARD)

        assert (breach.found, breach.lines) == (1, (3,))

    def test_asks_for_none_where_the_format_does_not(self) -> None:
        assert breaches(identity.chosen_champion, deck(champion={DARIUS: 1}), LIMITED) == []


class TestSignatureChampion:
    """rb-core-1.3 103.2.d.3: a signature unit can't be the chosen champion."""

    def test_refuses_a_signature_unit_even_with_the_legends_tag(self) -> None:
        bear = replace(FIERY, supertype="Signature")
        list_ = with_legend(champion={bear: 1})

        assert severities(identity.signature_champion, list_, STANDARD) == ["error"]
        assert severities(identity.chosen_champion, list_, STANDARD) == []

    def test_accepts_a_champion_unit(self) -> None:
        assert severities(identity.signature_champion, with_legend(champion={FIERY: 1}), STANDARD) == []

    def test_is_asked_of_limited_decks_too(self) -> None:
        list_ = deck(champion={replace(FIERY, supertype="Signature"): 1})

        assert severities(identity.signature_champion, list_, LIMITED) == ["error"]

    def test_is_not_asked_where_the_champion_is_optional(self) -> None:
        list_ = deck(champion={replace(FIERY, supertype="Signature"): 1})

        assert severities(identity.signature_champion, list_, builders.fmt(RIFTBOUND)) == []


class TestSignatureCards:
    """rb-core-1.3 103.2.d.1: three signature cards in all, whatever their names, as signature-limit says.
    rb-core-1.3 103.2.d.2: each with the legend's tag.
    """

    @pytest.mark.parametrize(("second", "expected"), [(1, []), (2, ["error"])])
    def test_allows_three_over_all_names(self, second: int, expected: list[str]) -> None:
        other = replace(TIBBERS, name="Disintegrate", copy_key="disintegrate")
        list_ = with_legend(deck={TIBBERS: 2, other: second})

        assert severities(identity.signature_count, list_, STANDARD) == expected

    def test_does_not_count_the_sideboard_which_is_no_part_of_the_deck(self) -> None:
        """Rules 403.1, 403.3 and 601.1.c.3 of the tournament rules: only copies of a name count over both."""
        other = replace(TIBBERS, name="Other")
        list_ = with_legend(deck={TIBBERS: 3}, sideboard={other: 1})
        [breach] = breaches(identity.signature_count, list_, STANDARD)

        assert (breach.severity, breach.cards, breach.found, breach.allowed) == ("info", (other,), 4, 3)
        assert "after sideboarding too" in breach.message

    @pytest.mark.parametrize(("main", "side"), [(2, 1), (3, 0), (0, 3)])
    def test_says_nothing_where_no_swap_brings_too_many(self, main: int, side: int) -> None:
        other = replace(TIBBERS, name="Other")
        list_ = with_legend(
            **({"deck": {TIBBERS: main}} if main else {}), **({"sideboard": {other: side}} if side else {})
        )

        assert breaches(identity.signature_count, list_, STANDARD) == []

    def test_names_the_lines_in_the_deck(self) -> None:
        list_ = with_legend(deck={TIBBERS: 4}, sideboard={TIBBERS: 1})
        [breach] = breaches(identity.signature_count, list_, STANDARD)

        assert (breach.severity, breach.found, breach.lines) == ("error", 4, (2,))

    @pytest.mark.parametrize(
        ("tags", "expected"), [(("Annie",), []), (("Bear", "Annie"), []), (("Darius",), ["error"]), ((), ["unknown"])]
    )
    def test_asks_for_the_legends_tag(self, tags: tuple[str, ...], expected: list[str]) -> None:
        list_ = with_legend(deck={replace(TIBBERS, tags=tags): 1})

        assert severities(identity.signature_tags, list_, STANDARD) == expected

    def test_does_not_judge_tags_beside_an_unknown_legend(self) -> None:
        list_ = deck(unknown(1, section=LEGEND), deck={TIBBERS: 1})

        assert severities(identity.signature_tags, list_, STANDARD) == ["unknown"]

    def test_leaves_tags_alone_without_a_legend(self) -> None:
        assert severities(identity.signature_tags, deck(deck={TIBBERS: 1}), STANDARD) == []

    def test_is_not_asked_where_the_format_has_no_limit(self) -> None:
        assert severities(identity.signature_count, deck(deck={TIBBERS: 9}), LIMITED) == []
        assert severities(identity.signature_tags, with_legend(deck={TIBBERS: 9}), LIMITED) == []


class TestDomainIdentity:
    """rb-core-1.3 103.1.b.3: a card of one domain has one of the legend's.
    rb-core-1.3 103.1.b.4: a card of several domains has none that the legend hasn't: domain-identity.
    rb-core-1.3 103.3.a.1: so have runes.
    """

    @staticmethod
    def severities_of(domains: tuple[str, ...] | None, section: str = "deck", legend: Card = ANNIE) -> list[str]:
        list_ = with_legend(legend=legend, **{section: {unit(domains=domains): 1}})
        checks = (
            identity.single_domain_cards,
            identity.multi_domain_cards,
            identity.rune_domains,
        )
        return [severity for check in checks for severity in severities(check, list_, STANDARD)]

    @pytest.mark.parametrize("section", ["deck", "champion", "sideboard", "runes"])
    @pytest.mark.parametrize(
        ("domains", "expected"),
        [
            (("Fury",), []),
            (("Chaos",), []),
            (("Calm",), ["error"]),
            (("Fury", "Chaos"), []),
            (("Chaos", "Fury"), []),
            (("Fury", "Calm"), ["error"]),
            ((), []),
            (None, ["unknown"]),
        ],
    )
    def test_holds_every_card_against_the_legend(
        self, domains: tuple[str, ...] | None, expected: list[str], section: str
    ) -> None:
        assert self.severities_of(domains, section) == expected

    def test_does_not_judge_beside_a_legend_whose_domains_are_not_recorded(self) -> None:
        assert self.severities_of(("Calm",), legend=replace(ANNIE, domains=None)) == ["unknown"]
        assert self.severities_of((), legend=replace(ANNIE, domains=None)) == []

    def test_fits_only_colorless_cards_to_a_colorless_legend(self) -> None:
        assert self.severities_of((), legend=replace(ANNIE, domains=())) == []
        assert self.severities_of(("Calm",), legend=replace(ANNIE, domains=())) == ["error"]

    @pytest.mark.parametrize(("section", "expected"), [(LEGEND, ["unknown"]), (DECK, [])])
    def test_does_not_judge_beside_an_unknown_legend_but_leaves_a_missing_one_alone(
        self, section: str, expected: list[str]
    ) -> None:
        list_ = deck(unknown(1, section=section), deck={unit(domains=("Calm",)): 1})

        assert severities(identity.single_domain_cards, list_, STANDARD) == expected


class TestDomainsOfLimitedDecks:
    """format:any restriction: any three domains, or any one beside those of the legend (domains-at-most)."""

    TERMS: ClassVar = {"count": 3, "beside_legend": 1}

    def severities_of(self, list_: Deck) -> list[str]:
        said = restrictions.domains_at_most(list_, LIMITED, builders.DAY, self.TERMS)
        return [breach.severity for breach in said if hasattr(breach, "severity")]

    @staticmethod
    def of(*domains: str) -> dict[Card, int]:
        return {unit(domain, domains=(domain,)): 1 for domain in domains}

    @pytest.mark.parametrize(
        ("domains", "expected"), [(["Calm", "Mind", "Body"], []), (["Calm", "Mind", "Body", "Order"], ["error"])]
    )
    def test_allows_any_three(self, domains: list[str], expected: list[str]) -> None:
        assert self.severities_of(deck(deck=self.of(*domains))) == expected

    @pytest.mark.parametrize(
        ("domains", "expected"),
        [
            (["Fury", "Chaos", "Calm"], []),
            (["Calm", "Mind", "Body"], []),
            (["Fury", "Chaos", "Calm", "Mind"], ["error"]),
        ],
    )
    def test_allows_one_beside_the_legends(self, domains: list[str], expected: list[str]) -> None:
        assert self.severities_of(with_legend(deck=self.of(*domains))) == expected

    def test_lets_a_legend_of_three_domains_have_four(self) -> None:
        legend = replace(ANNIE, domains=("Fury", "Chaos", "Body"))

        assert self.severities_of(with_legend(legend=legend, deck=self.of("Fury", "Chaos", "Body", "Calm"))) == []

    def test_counts_the_runes(self) -> None:
        list_ = deck(deck=self.of("Calm", "Mind", "Body"), runes={replace(RUNE, domains=("Order",)): 12})

        assert self.severities_of(list_) == ["error"]

    def test_does_not_judge_domains_that_are_not_recorded(self) -> None:
        assert self.severities_of(deck(deck={unit(domains=None): 1})) == ["unknown"]
        assert self.severities_of(deck(unknown(1))) == ["unknown"]
        assert self.severities_of(deck(unknown(0, state=UNREADABLE))) == []

    @pytest.mark.parametrize("legend", [unknown(1, section=LEGEND), None])
    def test_does_not_judge_beside_a_legend_whose_domains_are_not_known(self, legend: Any) -> None:
        cards = self.of("Calm", "Mind", "Body", "Order")
        list_ = deck(legend, deck=cards) if legend else with_legend(legend=replace(ANNIE, domains=None), deck=cards)

        assert self.severities_of(list_) == ["unknown"]


class TestWhatGoesWithALegend:
    """What `for:` finds: cards of the legend's domains, signature cards by its tag; nothing of what isn't recorded."""

    @pytest.mark.parametrize(
        ("card", "expected"),
        [
            (RUNE, True),
            (unit(domains=("Fury",)), True),
            (unit(domains=()), True),
            (unit(domains=("Fury", "Calm")), False),
            (unit(domains=None), False),
            (unit(domains=("Fury",), supertype="Token"), False),
            (TIBBERS, True),
            (replace(TIBBERS, tags=("Darius",)), False),
            (ANNIE, False),
        ],
    )
    def test_is_told_by_domains_and_tag(self, card: Card, expected: bool) -> None:
        assert identity.may_follow(card, ANNIE) is expected

    def test_is_nothing_where_the_legends_domains_are_not_recorded(self) -> None:
        assert not identity.may_follow(TIBBERS, replace(ANNIE, domains=None))


@pytest.mark.parametrize(
    ("facts", "page"),
    [
        ({"name": "Loose Cannon", "type": "Legend", "tags": ("Jinx",)}, "Jinx, Loose Cannon"),
        ({"name": "Jinx, Loose Cannon", "type": "Legend", "tags": ("Jinx",)}, "Jinx, Loose Cannon"),
        ({"name": "Loose Cannon", "type": "Legend"}, "Loose Cannon"),
        ({"name": "Adaptatron", "type": "Unit", "tags": ("Mech",)}, "Adaptatron"),
    ],
)
def test_pages_name_a_legend_behind_its_champion(facts: dict[str, Any], page: str) -> None:
    card = Card(slug="x", game=RIFTBOUND, title=facts["name"], copy_key="x", **facts)
    assert game_of(RIFTBOUND).naming.page_title(card) == page
