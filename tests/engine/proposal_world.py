"""A small world of three sets and five cards for tests of proposals."""

from __future__ import annotations

from datetime import date
from typing import Any

from engine.formats.legality import find_legality
from engine.model.cards import VS_CLASSIC, Card
from engine.model.catalog import Catalog
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.what_if import Proposal, apply_proposal
from tests.engine.classic_builders import a_card, a_format, a_set

MOR = a_set("MOR", "2004-04-01", legal_from="2004-04-02")
DOR = a_set("DOR", "2004-08-01", legal_from="2004-08-02", brand="DC")
MSM = a_set("MSM", "2005-02-01", legal_from="2005-02-02")
SETS = {each.code: each for each in (MOR, DOR, MSM)}
DAY = date(2006, 1, 1)

BEATDOWN = a_card("Savage Beatdown", sets=["MOR-209"], type="Plot Twist")
BOY = a_card("Dr. Doom", "Diabolic Genius", sets=["MOR-091"], teams=("Doom",))
KING = a_card("Dr. Doom", "Victor Von Doom", sets=["MSM-090", "DOR-001"], teams=("Doom",))
ROBIN = a_card("Robin", sets=["DOR-020"])
SECRET = a_card("Mystery Guest", has_unrecorded_printing=True)
CARDS = (BEATDOWN, BOY, KING, ROBIN, SECRET)


def a_reference(*formats: Format, cards: tuple[Card, ...] = CARDS) -> Reference:
    held = formats or (a_format(*SETS.values()),)
    catalog = Catalog(VS_CLASSIC, cards, SETS)
    return Reference(VS_CLASSIC, "data", catalog, SETS, {fmt.slug: fmt for fmt in held})


def standing(reference: Reference, card: Card, day: date = DAY, slug: str = "test-age") -> str:
    of_day = reference.on(day)
    return find_legality(of_day.catalog.by_slug[card.slug], of_day.formats[slug], day).status


def standings(reference: Reference, day: date = DAY) -> list[str]:
    return [standing(reference, card, day) for card in CARDS]


def propose(reference: Reference, **changes: Any) -> Reference:
    return apply_proposal(reference, Proposal(VS_CLASSIC, **changes))
