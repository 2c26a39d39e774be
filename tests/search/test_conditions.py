"""Every field's condition against the same question put to the engine's cards, one by one, in plain Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card, CardSet, Figure
from engine.model.names import fold
from tests.search.asking import TODAY, Fits, ask, expected, slugs_of
from vsdb.catalog.cards import selectors
from vsdb.core.folding import tokenize

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def number(figure: Figure) -> int | None:
    """A figure where it is a number."""
    return figure if isinstance(figure, int) else None


def compared(fits: Callable[..., bool], *figures: Figure) -> bool:
    """A comparison that is false where one of the figures isn't a number."""
    numbers = [number(figure) for figure in figures]
    return None not in numbers and fits(*numbers)


def words(text: str) -> tuple[str, ...]:
    """The words of a text as they are searched."""
    return tokenize(text)


def sets_of(card: Card) -> list[CardSet]:
    """The recorded sets of a card."""
    held = selectors.get_reference(card.game).sets
    return [held[code] for code in card.set_codes]


def rarities(card: Card) -> set[str]:
    """Every rarity that is recorded of a card."""
    return {rarity for rarity in (card.rarity, *(each.rarity for each in card.printings)) if rarity}


def numbers(card: Card) -> list[int]:
    """The plain numbers of its printings."""
    found = (re.fullmatch(r"0*(\d+)[a-z]{0,2}\*?", each.number or "") for each in card.printings)
    return [int(each[1]) for each in found if each]


def numbered(card: Card) -> list[str]:
    """The recorded numbers of its printings."""
    return [each.number for each in card.printings if each.number]


def numbers_of(text: str) -> int | None:
    """The plain number of a number as printed."""
    found = re.fullmatch(r"0*(\d+)[A-Za-z]{0,2}\*?", text)
    return int(found[1]) if found else None


def released(card: Card, fits: Callable[[date, date], bool]) -> bool:
    """Whether any of its sets fits by the days between which it was released."""
    return any(fits(each.released.earliest, each.released.latest) for each in sets_of(card))


def is_character(card: Card) -> bool:
    """Whether a word of its type is character."""
    return "Character" in (card.type or "")


FIELD_CASES: list[tuple[str, Fits]] = [
    ("c<=3", lambda c: compared(lambda n: n <= 3, c.cost)),
    ("c<3", lambda c: compared(lambda n: n < 3, c.cost)),
    ("c=3", lambda c: c.cost == 3),
    ("c:3", lambda c: c.cost == 3),
    ("c!=3", lambda c: compared(lambda n: n != 3, c.cost)),
    ("c>3", lambda c: compared(lambda n: n > 3, c.cost)),
    ("c>=3", lambda c: compared(lambda n: n >= 3, c.cost)),
    ("c:even", lambda c: compared(lambda n: n % 2 == 0, c.cost)),
    ("c:odd", lambda c: compared(lambda n: n % 2 == 1, c.cost)),
    ("c:{1,3}", lambda c: c.cost in (1, 3)),
    ("c!={1,3}", lambda c: compared(lambda n: n not in (1, 3), c.cost)),
    ("cost=none", lambda c: c.cost == "none"),
    ("cost!=none", lambda c: c.cost not in (None, "none")),
    ("cost=unknown", lambda c: c.cost is None and c.game != RIFTBOUND),
    ("threshold>=3", lambda c: c.cost_kind == "threshold" and compared(lambda n: n >= 3, c.cost)),
    ("atk>def", lambda c: compared(lambda a, d: a > d, c.atk, c.defense)),
    ("atk+def>=cost*4", lambda c: compared(lambda a, d, n: a + d >= n * 4, c.atk, c.defense, c.cost)),
    ("atk!=def", lambda c: compared(lambda a, d: a != d, c.atk, c.defense)),
    ("atk=def", lambda c: compared(lambda a, d: a == d, c.atk, c.defense)),
    ("atk-1<=def", lambda c: compared(lambda a, d: a - 1 <= d, c.atk, c.defense)),
    ("atk=*", lambda c: c.atk == "*"),
    ("atk=0+", lambda c: c.atk == "0+"),
    ("atk=unknown", lambda c: c.atk is None and c.game != RIFTBOUND),
    ("hp>=6", lambda c: compared(lambda n: n >= 6, c.health)),
    ("lv=2", lambda c: c.level == 2),
    ("lv=unknown", lambda c: c.level is None and c.game == VS_2PCG),
    ("en<=2", lambda c: compared(lambda n: n <= 2, c.energy)),
    ("pow>=2", lambda c: compared(lambda n: n >= 2, c.power)),
    ("pow>={fury}", lambda c: compared(lambda n: n >= 1, c.power) and "Fury" in (c.domains or ())),
    ("might>en", lambda c: compared(lambda m, e: m > e, c.might, c.energy)),
    ("limit=1", lambda c: c.printed_limit == 1),
    ("limit=unknown", lambda c: c.printed_limit is None),
    ("teams=2", lambda c: len(c.teams or ()) == 2),
    ("teams=0", lambda c: c.teams == ()),
    ("teams=none", lambda c: c.teams == ()),
    ("teams=unknown", lambda c: c.teams is None),
    ("teams:odd", lambda c: len(c.teams or ()) % 2 == 1),
    ("teams>=lv", lambda c: c.teams is not None and compared(lambda n: len(c.teams or ()) >= n, c.level)),
    ("prints>1", lambda c: len([each for each in c.printings if each.set_code]) > 1),
    ("prints=unknown", lambda c: not [each for each in c.printings if each.set_code]),
    ("team:avengers", lambda c: "Avengers" in (c.teams or ())),
    ("team:{avengers,x-men}", lambda c: {"Avengers", "X-Men"} & set(c.teams or ())),
    ("team>={avengers,x-men}", lambda c: set(c.teams or ()) >= {"Avengers", "X-Men"}),
    ("team<={avengers,x-men}", lambda c: c.teams is not None and set(c.teams) <= {"Avengers", "X-Men"}),
    ("team<{avengers,x-men}", lambda c: c.teams is not None and set(c.teams) < {"Avengers", "X-Men"}),
    ("team>avengers", lambda c: set(c.teams or ()) > {"Avengers"}),
    ("team=avengers", lambda c: set(c.teams or ()) == {"Avengers"}),
    ("team=none", lambda c: c.teams == ()),
    ("team=unknown", lambda c: c.teams is None and c.game != RIFTBOUND),
    ("team:*", lambda c: c.teams),
    ("team:xmen", lambda c: "X-Men" in (c.teams or ())),
    ("team:/^av/", lambda c: any(team.startswith("Av") for team in c.teams or ())),
    ("tr:mutant", lambda c: "Mutant" in (*c.traits, *c.versions, *c.tags)),
    ("tr:army", lambda c: "Army" in (*c.traits, *c.versions, *c.tags)),
    ("kw:boost", lambda c: c.has_keyword("Boost")),
    ("kw:*", lambda c: c.keywords),
    ("kw:evasion", lambda c: c.has_keyword("Evasion")),
    ("kw:cosmic-surge", lambda c: c.has_keyword("Cosmic-Surge")),
    ("tag:jinx", lambda c: "Jinx" in c.tags),
    ("dom=fury", lambda c: c.domains == ("Fury",)),
    ("dom:fury", lambda c: "Fury" in (c.domains or ())),
    ("dom<={fury,chaos}", lambda c: c.domains is not None and set(c.domains) <= {"Fury", "Chaos"}),
    ("dom=none", lambda c: c.domains == ()),
    ("dom:colorless", lambda c: c.domains == ()),
    ("side:evil", lambda c: "Evil" in (c.alignments or ())),
    ("side:both", lambda c: {"Good", "Evil"} <= set(c.alignments or ())),
    ("sym>={might,energy}", lambda c: {"Might", "Energy"} <= set(c.power_symbols or ())),
    ("sym={might}", lambda c: set(c.power_symbols or ()) == {"Might"}),
    ("sym:alien", lambda c: "Alien" in (c.power_symbols or ())),
    ("lv:*", lambda c: c.level is not None),
    ("lv!=*", lambda c: False),
    ("limit:*", lambda c: c.printed_limit is not None),
    ("pile:invention", lambda c: "Invention" in c.member_of_piles),
    ("uses:invention", lambda c: "Invention" in c.uses_piles),
    ("is:pile-card", lambda c: c.member_of_piles),
    ("super:signature", lambda c: c.supertype == "Signature"),
    ("u:photographic", lambda c: c.universe == "Photographic"),
    ("u:both", lambda c: c.universe == "Any"),
    ("t:character", is_character),
    ("t:mc", lambda c: c.type == "Main Character"),
    ("t:sc", lambda c: c.type == "Supporting Character"),
    ("t:basic", lambda c: c.type == "Basic Location"),
    ("t:location", lambda c: "Location" in (c.type or "")),
    ("t:pt", lambda c: c.type == "Plot Twist"),
    ('t:"plot twist"', lambda c: c.type == "Plot Twist"),
    ("t=location", lambda c: c.type == "Location"),
    ("t!=location", lambda c: c.type != "Location"),
    ("t=char", lambda c: c.type == "Character"),
    ("t=mc", lambda c: c.type == "Main Character"),
    ("t:{unit,gear}", lambda c: c.type in ("Unit", "Gear")),
    ("t:unknown", lambda c: c.type is None),
    ("t:none", lambda c: c.type is None),
    ("t:plottwist", lambda c: c.type == "Plot Twist"),
    ("game:riftbound", lambda c: c.game == RIFTBOUND),
    ("is:flight", lambda c: c.has_flight),
    ("flight:unknown", lambda c: c.has_flight is None and c.game != RIFTBOUND),
    ("range:yes", lambda c: c.has_range),
    ("is:concealed", lambda c: c.is_concealed),
    ("is:unique", lambda c: c.printed_limit == 1 or c.has_keyword("Unique")),
    ("is:reprint", lambda c: len([each for each in c.printings if each.set_code]) > 1),
    ("s:MOR", lambda c: c.game == VS_CLASSIC and "MOR" in c.set_codes),
    ('s:"Marvel Origins"', lambda c: c.game == VS_CLASSIC and "MOR" in c.set_codes),
    ("in:OGN in:SFD", lambda c: c.game == RIFTBOUND and {"OGN", "SFD"} <= c.set_codes),
    ("s={OGN,SFD}", lambda c: c.game == RIFTBOUND and c.set_codes == {"OGN", "SFD"}),
    ("s<={OGN,SFD}", lambda c: c.game == RIFTBOUND and c.set_codes and c.set_codes <= {"OGN", "SFD"}),
    ("s:AFF cn:1-50", lambda c: "AFF" in c.set_codes and any(1 <= each <= 50 for each in numbers(c))),
    (
        "cn=27",
        lambda c: any((each.number or "").lstrip("0") == "27" for each in c.printings),
    ),
    ("cn>290", lambda c: any(each > 290 for each in numbers(c))),
    ("st:starter", lambda c: any(each.kind == "starter" for each in sets_of(c))),
    ("is:promo", lambda c: any(each.kind == "promo" for each in sets_of(c))),
    ("r:rare", lambda c: "Rare" in rarities(c)),
    ("r>=epic", lambda c: {"Epic", "Showcase", "Promo"} & rarities(c)),
    ("r!=common", lambda c: rarities(c) - {"Common"}),
    ("r<=uncommon", lambda c: {"Common", "Uncommon"} & rarities(c)),
    ("r>rare", lambda c: {"Epic", "Showcase", "Promo"} & rarities(c)),
    ("r:unknown", lambda c: not rarities(c) and c.game != VS_2PCG),
    ("r:*", rarities),
    ("cn!=1-290", lambda c: any(not 1 <= (numbers_of(each) or -1) <= 290 for each in numbered(c))),
    ("cn>=350", lambda c: any(each >= 350 for each in numbers(c))),
    ("cn<3", lambda c: any(0 <= each < 3 for each in numbers(c))),
    ("teams!=1", lambda c: c.teams is not None and len(c.teams) != 1),
    ("teams<2", lambda c: c.teams is not None and len(c.teams) < 2),
    ("prints!=1", lambda c: len([each for each in c.printings if each.set_code]) > 1),
    ("teams:even", lambda c: c.teams is not None and len(c.teams) % 2 == 0),
    ("b:unknown", lambda c: c.game != RIFTBOUND and not c.brand and not any(each.brand for each in sets_of(c))),
    ("b:*", lambda c: c.game == RIFTBOUND or c.brand or any(each.brand for each in sets_of(c))),
    ("s:*", lambda c: c.set_codes),
    ("s:none", lambda c: not c.set_codes),
    ("s:/^MU/", lambda c: any(each.code.startswith("MU") or each.name.startswith("Mu") for each in sets_of(c))),
    ("super:*", lambda c: c.supertype),
    ("u:unknown", lambda c: c.game == VS_2PCG and c.universe is None),
    ("t:*", lambda c: c.type),
    ("id:*", lambda c: c.game == VS_CLASSIC),
    ("id:/^nova$/", lambda c: c.game == VS_CLASSIC and fold(c.identity or c.name) == "nova"),
    ("v:*", lambda c: c.game == VS_CLASSIC and c.versions_known and c.versions),
    ("v:/^army$/", lambda c: "Army" in c.versions),
    ("/^dr.* doom/", lambda c: any(fold(each).startswith("dr doom") for each in (c.title, *c.aka))),
    ("kw:none game:vs-classic", lambda c: c.game == VS_CLASSIC and not c.keywords),
    ("tag:unknown", lambda c: c.game == RIFTBOUND and not c.tags),
    ("date!=2018", lambda c: released(c, lambda first, last: last.year < 2018 or first.year > 2018)),
    ("date:unknown", lambda c: not c.set_codes),
    ("date:*", lambda c: c.set_codes),
    ("date<=today", lambda c: released(c, lambda first, last: last <= TODAY)),
    ("date>2025", lambda c: released(c, lambda first, last: first > date(2025, 12, 31))),
    ("date<=2004", lambda c: released(c, lambda first, last: last <= date(2004, 12, 31))),
    ("r<uncommon", lambda c: "Common" in rarities(c)),
    ("b:hellboy", lambda c: any(each.brand == "Other (Dark Horse)" for each in sets_of(c)) and not c.brand),
    ("b:dc", lambda c: c.brand == "DC" or (not c.brand and any(each.brand == "DC" for each in sets_of(c)))),
    ("date<2006-01-01", lambda c: released(c, lambda first, last: last < date(2006, 1, 1))),
    ("date>=2025", lambda c: released(c, lambda first, last: first >= date(2025, 1, 1))),
    ("date:2018", lambda c: released(c, lambda first, last: first.year == last.year == 2018)),
    ("date:2018-08", lambda c: released(c, lambda a, b: (2018, 8) == (a.year, a.month) == (b.year, b.month))),
    ("v:army", lambda c: any(word.startswith("army") for each in c.versions for word in words(each))),
    ("v=none", lambda c: c.game == VS_CLASSIC and c.versions_known and not c.versions),
    ("v=unknown", lambda c: c.game == VS_CLASSIC and not c.versions_known),
    ("id:nova", lambda c: c.game == VS_CLASSIC and any(w.startswith("nova") for w in words(c.identity or c.name))),
    ('aka:"Ms. Marvel"', lambda c: "Ms. Marvel" in c.aka),
    ('!"Spider-Man"', lambda c: fold(c.name) == "spider man"),
    ('n:!"Spider-Man"', lambda c: fold(c.name) == "spider man"),
    ('n!=!"Spider-Man"', lambda c: fold(c.name) != "spider man"),
    ('!"*Hawkeye*"', lambda c: c.name == "*Hawkeye*"),
    ("n:spider", lambda c: any(word.startswith("spider") for word in words(c.name))),
    ('n:"green goblin"', lambda c: " green goblin " in f" {' '.join(words(c.name))} "),
    ("n:/^dr/", lambda c: fold(c.name).startswith("dr")),
]


def test_a_field_finds_exactly_the_cards_that_fit() -> None:
    wrong = {}
    for query, fits in FIELD_CASES:
        found = ask(query)
        if found.notes or slugs_of(found) != expected(fits):
            wrong[query] = (found.notes, slugs_of(found) ^ expected(fits))
    assert wrong == {}
