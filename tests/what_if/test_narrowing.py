"""Only decks that a proposal can touch are judged, and none of those is missed."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from engine.what_if import Erratum, Proposal
from tests.decks.stored import deck_of, person
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors
from vsdb.decks.models import Deck
from vsdb.what_if.questions import WhatIfQuestion
from vsdb.what_if.services import find_effect, list_candidates, list_decks_in_question, run_what_if
from vsdb.what_if.trials import build_trial

pytestmark = pytest.mark.django_db

DECKS = 40
CLASSIC_FORMATS = ("golden-age", "silver-age", "modern-age", "marvel-modern-age", "legends-block")
PCG_FORMATS = ("multiverse", "photographic", "illustrated")


def random_decks(user: User, game: str, formats: tuple[str, ...], chance: random.Random) -> None:
    """Decks of random cards, some named without version, misspelt or unreadable, on random days or on none."""
    cards = selectors.get_reference(game).catalog.cards
    for number in range(DECKS):
        lines = []
        for card in chance.sample(cards, 12):
            way = chance.random()
            code = next((printing.code for printing in card.printings if printing.number), "")
            named = card.title if way < 0.6 or not code else f"[{code}]" if way < 0.8 else card.name
            lines.append(f"4 {named}")
        if chance.random() < 0.2:
            lines += ["3 Nobody Of That Name", "???"]
        day = date(chance.randint(2004, 2010), chance.randint(1, 12), 1) if chance.random() < 0.7 else None
        fmt = chance.choice(formats)
        deck_of(
            user, title=f"Deck {number}", visibility="public", game=game, format=fmt, as_of=day, text="\n".join(lines)
        )


def random_change(game: str, chance: random.Random, round_: int) -> dict[str, Any]:
    reference = selectors.get_reference(game)
    held = list(Deck.objects.filter(game=game).values_list("cards__slug", flat=True).distinct())
    card = chance.choice([slug for slug in held if slug])
    name = reference.catalog.by_slug[card].name
    code = chance.choice(sorted(reference.sets))
    return (
        {"bans": (card,)},
        {"bans": (name,), "since": date(2007, 1, 1)},
        {"sets_out": (code,)},
        {"sets_in": (code,)},
        {"set_days": ((code, date(2007, 6, 1)),)},
        {"errata": (Erratum(card, (("printed_limit", 1),)),)},
    )[round_ % 6]


@pytest.mark.parametrize(
    ("game", "formats"), [("vs-classic", CLASSIC_FORMATS), pytest.param("vs-2pcg", PCG_FORMATS, marks=pytest.mark.full)]
)
def test_no_deck_that_changes_is_missed(game: str, formats: tuple[str, ...]) -> None:
    """Every deck is judged without and with random proposals; those of which anything is otherwise are candidates."""
    chance = random.Random(game)  # noqa: S311
    user, _ = person("ann")
    known = [slug for slug in formats if slug in selectors.get_reference(game).formats]
    random_decks(user, game, tuple(known), chance)
    changed = spared = 0
    for round_ in range(18):
        proposal = Proposal(game, **random_change(game, chance, round_))
        everywhere = ("", known[0])[round_ % 2]
        on = (None, date(2008, 7, 1))[round_ % 3 == 0]
        tried = build_trial(WhatIfQuestion(proposal, on=on, in_format=everywhere))
        narrowed = set(list_candidates(tried, STRANGER).values_list("pk", flat=True))
        for row in list_decks_in_question(tried, STRANGER):
            if find_effect(tried, row).is_touched:
                changed += 1
                assert row.pk in narrowed, (proposal, row.title)
            spared += row.pk not in narrowed
    assert changed > 8
    assert spared > 100


def test_a_ban_leaves_decks_of_other_formats_other_cards_and_earlier_days_alone() -> None:
    user, _ = person("ann")
    text = "4 Savage Beatdown\n4 Flying Kick"

    def made(title: str, **held: Any) -> int:
        return deck_of(user, title=title, visibility="public", **{"text": text, "format": "golden-age", **held}).pk

    hit = made("hit", as_of=date(2008, 1, 1))
    unread = made("a line without a card", text="4 Flying Kick\n4 Savge Beatdwn")
    made("other format", format="silver-age")
    made("other card", text="4 Flying Kick")
    made("earlier", as_of=date(2006, 12, 31))
    made("no format", format="")
    proposal = Proposal("vs-classic", formats=("golden-age",), bans=("savage-beatdown",), since=date(2007, 1, 1))
    found = list_candidates(build_trial(WhatIfQuestion(proposal)), STRANGER)
    assert set(found.values_list("pk", flat=True)) == {hit, unread}
    assert not list_candidates(build_trial(WhatIfQuestion(proposal, on=date(2006, 12, 31))), STRANGER).exists()
    elsewhere = build_trial(WhatIfQuestion(proposal, in_format="silver-age"))
    assert not list_candidates(elsewhere, STRANGER).exists()


def test_queries_do_not_grow_with_the_decks(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    user, _ = person("ann")
    question = WhatIfQuestion(Proposal("vs-classic", bans=("savage-beatdown",)))
    run_what_if(question, Viewer(user.pk))
    for number in range(6):
        deck_of(user, title=str(number), visibility="public", format="golden-age", text="4 Savage Beatdown")
        if number in (0, 5):
            with django_assert_num_queries(6):
                run_what_if(question, Viewer(user.pk))
