"""Proposals about formats by organizers, and decks that are in them."""

from __future__ import annotations

from datetime import date

import pytest

from engine.what_if import Erratum, Proposal
from tests.custom_formats.making import published
from tests.decks.stored import deck_of, person
from tests.what_if.test_services import A_DAY, LEGAL
from vsdb.accounts.viewers import STRANGER
from vsdb.what_if.api import WhatIfShape
from vsdb.what_if.questions import WhatIfQuestion, resolve_question
from vsdb.what_if.services import run_what_if

pytestmark = pytest.mark.django_db


def turns(question: WhatIfQuestion) -> list[tuple[str, str, int]]:
    told = WhatIfShape(run_what_if(resolve_question(question), STRANGER)).data["decks"]
    return [(row["before"], row["after"], row["decks"]) for row in told["outcomes"]]


def test_a_ban_in_one_reaches_the_decks_that_are_in_it_by_name() -> None:
    user, _ = person("ann")
    published(user)
    for fmt in ("lake-league", "lake-league@1", "golden-age"):
        deck_of(user, title=fmt, visibility="public", format=fmt, as_of=A_DAY, text=LEGAL)
    ban = Proposal("vs-classic", formats=("lake-league",), bans=("Savage Beatdown",))
    assert turns(WhatIfQuestion(ban)) == [("legal", "illegal", 2)]
    assert turns(WhatIfQuestion(ban, in_format="lake-league", on=date(2010, 6, 1))) == [("legal", "illegal", 3)]


def test_a_ban_in_every_format_is_one_in_the_official_ones_and_an_erratum_counts_in_all() -> None:
    user, _ = person("ann")
    published(user)
    for fmt in ("lake-league", "golden-age"):
        deck_of(user, title=fmt, visibility="public", format=fmt, as_of=A_DAY, text=LEGAL)
    assert turns(WhatIfQuestion(Proposal("vs-classic", bans=("Savage Beatdown",)))) == [("legal", "illegal", 1)]
    erratum = Erratum("savage-beatdown", (("printed_limit", 1),))
    both = Proposal("vs-classic", bans=("Flying Kick",), errata=(erratum,))
    assert turns(WhatIfQuestion(both)) == [("legal", "illegal", 2)]


def test_a_deck_in_a_format_that_is_gone_is_left_out() -> None:
    user, _ = person("ann")
    deck = deck_of(user, title="Gone", visibility="public", format="golden-age", as_of=A_DAY, text=LEGAL)
    type(deck).objects.update(format="no-longer-there")
    erratum = Erratum("savage-beatdown", (("printed_limit", 1),))
    assert turns(WhatIfQuestion(Proposal("vs-classic", errata=(erratum,)))) == []
