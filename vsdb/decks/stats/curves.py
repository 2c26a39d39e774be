"""A deck in figures, as charts and tables. No queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.model.cards import COSTLESS
from engine.model.decks import Deck
from engine.model.games import CurveAxis, game_of
from engine.stats import (
    Curve,
    DomainStats,
    Spread,
    SymbolStats,
    build_curves,
    count_domains,
    count_keywords,
    count_power_symbols,
    count_teams,
    count_types,
    tally_main_deck,
)
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.core.charts import Chart, ChartCount, chart_curve, split

UNRECORDED = "?"  #: the column of cards whose figure isn't recorded


@dataclass(frozen=True, slots=True)
class DeckCharts:
    """The charts of a deck, what can't be drawn since nothing of it is recorded, and the tables of its game."""

    cards: int
    charts: tuple[Chart, ...]
    silent: tuple[str, ...]
    symbols: SymbolStats
    domains: DomainStats
    unsettled: int


def chart_deck(deck: Deck) -> DeckCharts:
    """A deck in figures; copies are counted."""
    found = build_curves(deck)
    by_type, by_team, by_keyword, domains = (
        count_types(deck),
        count_teams(deck),
        count_keywords(deck),
        count_domains(deck),
    )
    game = game_of(deck.game)
    what, axes = game.site.words.team.capitalize(), {axis.kind: axis for axis in game.stats.axes}
    named = tuple(each.cards for each in domains.domains if each.cards.cards)
    of_domain = Spread(named, domains.colorless, domains.unrecorded)
    drawn = [
        *(_curve(deck.game, axes[each.kind], each) for each in found if _is_drawn(each)),
        _spread(deck.game, "type", "Type", "t", by_type),
        *([_spread(deck.game, "team", what, "team", by_team)] if by_team.shares else []),
        _spread(deck.game, "domain", "Domain", "dom", of_domain),
        _spread(deck.game, "keyword", "Keyword", "kw", by_keyword, with_rest=False),
    ]
    silent = [_nothing_of(axes[each.kind].title, each.copies) for each in found if not _is_drawn(each)]
    if by_team.unrecorded.cards and not by_team.shares:
        silent.append(_nothing_of(f"{what}s of its cards", by_team.unrecorded.copies))
    return DeckCharts(
        sum(copies for _, copies in tally_main_deck(deck)),
        tuple(chart for chart in drawn if chart.counts),
        tuple(silent),
        count_power_symbols(deck),
        domains,
        sum(entry.count or 1 for entry in deck.unsettled),
    )


def _is_drawn(found: Curve) -> bool:
    return bool(found.columns or found.signs)


def _nothing_of(what: str, copies: int) -> str:
    return f"{what}: not recorded for any of the {copies}." if copies > 1 else f"{what}: not recorded."


def _curve(game: str, axis: CurveAxis, found: Curve) -> Chart:
    bars = [
        ChartCount(str(figure), copies, list_address(game, *axis.among, write_term(axis.term, figure, "=")))
        for figure, copies in found.columns
    ]
    bars += [ChartCount(sign, copies, _sign_address(game, axis, sign)) for sign, copies in found.signs]
    note = ""
    if found.unrecorded:
        bars.append(ChartCount(UNRECORDED, found.unrecorded))
        note = f"not recorded ({UNRECORDED}) for {found.unrecorded} of {found.copies}"
    return chart_curve(f"deck-{found.kind}", axis.title, axis.figure, bars, of="copies", note=note)


def _sign_address(game: str, axis: CurveAxis, sign: str) -> str:
    return list_address(game, *axis.among, f"{axis.term}=none") if sign == COSTLESS else ""


def _spread(game: str, slug: str, what: str, field: str, found: Spread, *, with_rest: bool = True) -> Chart:
    bars = [
        ChartCount(share.name, share.copies, list_address(game, write_term(field, share.name)))
        for share in found.shares
    ]
    if with_rest:
        bars += _rest(game, what, field, found)
    return split(f"deck-{slug}", f"By {what.lower()}", what, bars, of="copies")


def _rest(game: str, what: str, field: str, found: Spread) -> Iterable[ChartCount]:
    if found.without.cards:
        yield ChartCount(f"no {what.lower()}", found.without.copies, list_address(game, f"{field}=none"))
    if found.unrecorded.cards:
        yield ChartCount("not recorded", found.unrecorded.copies)
