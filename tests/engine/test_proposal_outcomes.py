"""What if: proposals as plain data, within limits, and which cards they bear on."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from engine.formats.bans import find_bans_on
from engine.model.cards import VS_CLASSIC
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.formats import Restriction
from engine.model.reference import Reference
from engine.rules.validation import check_deck
from engine.what_if import (
    Erratum,
    Proposal,
    apply_proposal,
    find_affected_cards,
    proposal_from_dict,
    proposal_from_params,
    proposal_to_dict,
    proposal_to_params,
)
from engine.what_if.serialization import group_params
from tests.engine.classic_builders import a_deck, a_format, an_unknown
from tests.engine.proposal_world import (
    BEATDOWN,
    BOY,
    DAY,
    KING,
    ROBIN,
    SECRET,
    SETS,
    a_reference,
    propose,
)
from tests.sizes import size


class TestLimits:
    def test_forty_changes_are_the_most(self) -> None:
        assert Proposal(VS_CLASSIC, bans=tuple(map(str, range(40)))).changes == 40
        with pytest.raises(InputError, match="41 changes; at most 40"):
            Proposal(VS_CLASSIC, bans=tuple(map(str, range(41))))

    def test_eighty_formats_are_the_most(self) -> None:
        with pytest.raises(InputError, match="81 formats"):
            Proposal(VS_CLASSIC, formats=tuple(map(str, range(81))))


EVERYTHING = Proposal(
    VS_CLASSIC,
    formats=("silver-age", "golden-age"),
    since=date(2008, 7, 1),
    bans=("Enemy of My Enemy", "MOR-053"),
    lifts=("robin",),
    sets_out=("MTU",),
    sets_in=("DCX",),
    per_brand=(("DC", 3), ("Marvel", 2)),
    first_rotation=2028,
    set_days=(("MOR", date(2004, 5, 1)),),
    errata=(
        Erratum("a: b", (("has_flight", False), ("printed_limit", None), ("teams", ("Doom", "X-Men")))),
        Erratum("c", (("keywords", ("+Loner",)), ("tags", ("one, two",)))),
    ),
)


class TestPlainData:
    def test_goes_through_json_and_back(self) -> None:
        assert proposal_from_dict(proposal_to_dict(EVERYTHING)) == EVERYTHING
        assert proposal_from_dict(proposal_to_dict(Proposal(VS_CLASSIC))) == Proposal(VS_CLASSIC)

    def test_goes_through_an_address_and_back(self) -> None:
        assert proposal_from_params(group_params(proposal_to_params(EVERYTHING))) == EVERYTHING
        assert proposal_from_params(group_params(proposal_to_params(Proposal(VS_CLASSIC)))) == Proposal(VS_CLASSIC)

    def test_blank_words_of_an_address_are_left_out(self) -> None:
        words = {"game": [VS_CLASSIC], "ban": ["", " Robin "], "from": [""], "legal": [" "]}
        assert proposal_from_params(words) == Proposal(VS_CLASSIC, bans=("Robin",))

    def test_a_true_flag_and_a_word_in_an_address(self) -> None:
        proposal = Proposal(VS_CLASSIC, errata=(Erratum("c", (("has_flight", True), ("type", "Plot Twist"))),))
        assert proposal_from_params(group_params(proposal_to_params(proposal))) == proposal

    @pytest.mark.parametrize(
        "plain",
        [
            {"game": VS_CLASSIC, "bams": ["Robin"]},
            {"game": ""},
            {"game": 5},
            {"game": VS_CLASSIC, "bans": "Robin"},
            {"game": VS_CLASSIC, "bans": ["x" * 201]},
            {"game": VS_CLASSIC, "bans": ["x"] * 101},
            {"game": VS_CLASSIC, "from": "1 July 2008"},
            {"game": VS_CLASSIC, "from": "2008-02-30"},
            {"game": VS_CLASSIC, "per_brand": ["DC"]},
            {"game": VS_CLASSIC, "per_brand": {"DC": "two"}},
            {"game": VS_CLASSIC, "first_rotation": True},
            {"game": VS_CLASSIC, "errata": [{"card": "robin"}]},
            {"game": VS_CLASSIC, "errata": [{"level": 1}]},
        ],
    )
    def test_that_cannot_be_read_is_refused_with_its_place(self, plain: dict[str, Any]) -> None:
        with pytest.raises(InputError) as refused:
            proposal_from_dict(plain)
        assert refused.value.place

    @pytest.mark.parametrize("words", [{"brand": ["DC"]}, {"legal": [":2008-07-01"]}, {"erratum": ["robin"]}])
    def test_words_that_cannot_be_read_are_refused(self, words: dict[str, list[str]]) -> None:
        with pytest.raises(InputError):
            proposal_from_params({"game": [VS_CLASSIC], **words})


class TestWhatIsTouched:
    def test_by_a_ban_is_the_card_it_names(self) -> None:
        before = a_reference()
        assert find_affected_cards(before, propose(before, bans=(BOY.slug,)), "test-age") == {BOY.slug}

    def test_by_a_set_are_its_cards(self) -> None:
        before = a_reference()
        after = propose(before, sets_out=("DOR",))
        assert find_affected_cards(before, after, "test-age") == {KING.slug, ROBIN.slug}

    def test_by_the_first_set_are_also_the_cards_of_whatever_set_there_is(self) -> None:
        before = a_reference()
        after = propose(before, sets_out=("MOR",))
        assert find_affected_cards(before, after, "test-age") == {BEATDOWN.slug, BOY.slug, SECRET.slug}

    def test_by_an_erratum_is_its_card_in_every_format(self) -> None:
        before = a_reference()
        after = propose(before, errata=(Erratum("Robin", (("level", 1),)),))
        assert find_affected_cards(before, after, "test-age") == {"robin"}

    def test_by_the_day_of_a_set_is_any_deck_of_a_format_that_asks_for_more(self) -> None:
        before = a_reference(a_format(*SETS.values(), restrictions=(Restriction("one-team"),)))
        assert find_affected_cards(before, propose(before, set_days=(("MOR", DAY),)), "test-age") is None


@pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
@pytest.mark.law
def test_a_deck_of_untouched_cards_gets_the_same_outcome(game: str, reference: Callable[[str], Reference]) -> None:
    """A law, on the recorded cards: random decks, random proposals, random days; only touched decks may turn."""
    before = reference(game)
    chance = random.Random(7)  # noqa: S311
    cards, codes = before.catalog.cards, sorted(before.sets)
    days = [day for each in before.sets.values() for day in (each.legal.earliest, each.legal.latest)]
    turned, rounds = 0, size(30, short=10)
    for round_ in range(rounds):
        change: dict[str, Any] = (
            {"bans": (chance.choice(cards).slug,)},
            {"sets_out": (chance.choice(codes),)},
            {"sets_in": (chance.choice(codes),)},
            {"set_days": ((chance.choice(codes), chance.choice(days)),)},
            {"errata": (Erratum(chance.choice(cards).slug, (("printed_limit", 1), ("type", None))),)},
        )[round_ % 5]
        after = apply_proposal(before, Proposal(game, **change))
        for _ in range(12):
            slug = chance.choice(list(before.formats))
            day = min(chance.choice(days), date(2026, 1, 1))
            held = find_affected_cards(before, after, slug)
            some = [card.slug for card in chance.sample(cards, 15)]
            if chance.random() < 0.5 and held:
                some.append(chance.choice(sorted(held)))
            outcomes = [_findings(each.on(day), slug, some, day) for each in (before, after)]
            if outcomes[0] != outcomes[1]:
                turned += 1
                assert held is None or not held.isdisjoint(some), (change, slug, day)
    assert turned > rounds * 2 // 3


def _findings(reference: Reference, slug: str, cards: list[str], day: date) -> list[tuple[str, str, tuple[str, ...]]]:
    lines = [DeckEntry(DECK, 4, reference.catalog.by_slug[card], line=line) for line, card in enumerate(cards, start=1)]
    verdict = check_deck(Deck(reference.game, tuple(lines)), reference.formats[slug], day)
    told = (finding for finding in verdict.findings if finding.severity in ("error", "unknown"))
    return [(each.code, each.severity, tuple(card.slug for card in each.cards)) for each in told]


def test_a_line_whose_card_is_not_settled_may_be_touched_by_its_name() -> None:
    before = a_reference()
    after = propose(before, bans=("Robin",))
    deck = a_deck((60, BEATDOWN), an_unknown(1, "Robin"))
    codes = {finding.code for finding in check_deck(deck, after.formats["test-age"], DAY).findings}
    assert "banned" in codes
    assert find_bans_on(before.formats["test-age"], DAY).names == frozenset()
