"""What a deck's page shows of what is in it: its figures as charts and tables, pictures, the rules that bear on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine import stats
from engine.model.cards import COSTLESS, Figure
from engine.model.decks import Deck
from engine.model.games import CurveAxis, game_of
from engine.simulation.odds.ready import ReadyOdds
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.catalog.cards.selectors import get_reference
from vsdb.catalog.cards.signs import draw_look, find_domain_sign, find_shared_sign
from vsdb.core.charts import Chart, ChartCount, ChartLook, chart_curve, chart_rows, split
from vsdb.decks.stats.pictures import AffiliationPicture, LoyaltyPicture, draw_affiliations, draw_loyalty
from vsdb.decks.stats.rules import ApplyingRules, list_applying_rules
from vsdb.simulations.odds.ready import build_short_odds

UNRECORDED = "?"  #: the column of cards whose figure isn't recorded


@dataclass(frozen=True, slots=True)
class DeckCharts:
    """The charts of a deck, what can't be drawn since nothing of it is recorded, and the tables of its game."""

    cards: int
    charts: tuple[Chart, ...]
    silent: tuple[str, ...]
    symbols: stats.SymbolStats
    domains: stats.DomainStats
    runes: Chart
    unsettled: int


def chart_deck(deck: Deck) -> DeckCharts:
    """A deck in figures; copies are counted."""
    found = stats.build_curves(deck)
    by_team, domains = stats.count_teams(deck), stats.count_domains(deck)
    game = game_of(deck.game)
    what, axes = game.site.words.team.capitalize(), {axis.kind: axis for axis in game.stats.axes}
    named = tuple(each.cards for each in domains.domains if each.cards.cards)
    of_domain = stats.Spread(named, domains.colorless, domains.unrecorded)
    drawn = [
        *(_curve(deck.game, axes[each.kind], each) for each in found if _is_drawn(each)),
        _spread(deck.game, "type", "Type", "t", stats.count_types(deck)),
        *([_spread(deck.game, "team", what, "team", by_team)] if by_team.shares else []),
        _spread(deck.game, "domain", "Domain", "dom", of_domain),
        _spread(deck.game, "keyword", "Keyword", "kw", stats.count_keywords(deck), with_rest=False),
    ]
    silent = [_nothing_of(axes[each.kind].title, each.copies) for each in found if not _is_drawn(each)]
    if by_team.unrecorded.cards and not by_team.shares:
        silent.append(_nothing_of(f"{what}s", by_team.unrecorded.copies))
    return DeckCharts(
        sum(copies for _, copies in stats.tally_main_deck(deck)),
        tuple(chart for chart in drawn if chart.counts),
        tuple(silent),
        stats.count_power_symbols(deck),
        domains,
        _chart_runes(deck.game, domains),
        sum(entry.count or 1 for entry in deck.unsettled),
    )


def _is_drawn(found: stats.Curve) -> bool:
    return bool(found.columns or found.signs)


def _nothing_of(what: str, copies: int) -> str:
    return f"{what}: not recorded for any of {copies} cards." if copies > 1 else f"{what}: not recorded."


def _curve(game: str, axis: CurveAxis, found: stats.Curve) -> Chart:
    def bar(figure: Figure, label: str, copies: int, address: str = "") -> ChartCount:
        return ChartCount(label, copies, address, parts=_split_bar(game, found, figure))

    bars = [
        bar(figure, str(figure), copies, list_address(game, *axis.among, write_term(axis.term, figure, "=")))
        for figure, copies in found.columns
    ]
    free = list_address(game, *axis.among, f"{axis.term}=none")
    bars += [bar(sign, sign, copies, free if sign == COSTLESS else "") for sign, copies in found.signs]
    note = ""
    if found.unrecorded:
        bars.append(bar(None, UNRECORDED, found.unrecorded))
        note = f"not recorded ({UNRECORDED}) for {found.unrecorded} of {found.copies}"
    return chart_curve(f"deck-{found.kind}", axis.title, axis.figure, bars, of="copies", note=note)


def _split_bar(game: str, found: stats.Curve, figure: Figure) -> tuple[tuple[ChartLook, int], ...]:
    """The copies of one figure by their domains, where the game draws those."""
    looks = ((draw_look(find_shared_sign(game, share.domains)), share) for share in found.shares)
    return tuple((look, dict(share.figures).get(figure, 0)) for look, share in looks if look)


def _chart_runes(game: str, found: stats.DomainStats) -> Chart:
    """For each domain the power that cards ask for and the runes that give it, one below the other."""
    bars = []
    for each in found.domains:
        look = draw_look(find_domain_sign(game, each.name))
        bars += [
            ChartCount(f"{each.name} power", each.power, look=look),
            ChartCount(f"{each.name} runes", each.runes.copies, look=look),
        ]
    return chart_rows("deck-runes", "Power needed and runes", "Domain", bars, of="number")


def _spread(game: str, slug: str, what: str, field: str, found: stats.Spread, *, with_rest: bool = True) -> Chart:
    def look(domains: tuple[str, ...] | None) -> ChartLook | None:
        return draw_look(find_shared_sign(game, domains)) if slug == "domain" else None

    bars = [
        ChartCount(each.name, each.copies, list_address(game, write_term(field, each.name)), look((each.name,)))
        for each in found.shares
    ]
    if with_rest and found.without.cards:
        free = list_address(game, f"{field}=none")
        bars.append(ChartCount(f"no {what.lower()}", found.without.copies, free, look(())))
    if with_rest and found.unrecorded.cards:
        bars.append(ChartCount("not recorded", found.unrecorded.copies, look=look(None)))
    return split(f"deck-{slug}", f"By {what.lower()}", what, bars, of="copies")


@dataclass(frozen=True, slots=True)
class NeededSet:
    """A set with the cards of a deck that it has."""

    code: str
    name: str
    cards: stats.Share


@dataclass(frozen=True, slots=True)
class NeededSets:
    """The fewest sets from which a deck can be built; cards of every set, and cards of which no set is recorded."""

    sets: tuple[NeededSet, ...]
    anywhere: stats.Share
    unrecorded: stats.Share


def find_needed_sets(deck: Deck) -> NeededSets:
    """The sets from which a deck can be built, with their names; one query."""
    found, names = stats.find_sets_needed(deck), get_reference(deck.game).sets
    needed = (
        NeededSet(share.name, names[share.name].name if share.name in names else share.name, share)
        for share in found.shares
    )
    return NeededSets(tuple(needed), found.without, found.unrecorded)


@dataclass(frozen=True, slots=True)
class DeckStats:
    """A deck in figures, who of it goes together, loyalty's order and the rules that bear on it."""

    deck: Deck
    as_of: date
    figures: DeckCharts
    affiliations: AffiliationPicture | None
    loyalty: LoyaltyPicture | None
    rules: ApplyingRules
    sets: NeededSets
    odds: ReadyOdds | None


def compute_deck_stats(deck: Deck, as_of: date) -> DeckStats:
    """Look at a deck as it was read for a day; three queries."""
    together, order = draw_affiliations(deck), draw_loyalty(deck)
    playing = (together.citations if together else ()) + (order.citations if order else ())
    rules, odds = list_applying_rules(deck, as_of, playing), build_short_odds(deck, as_of)
    return DeckStats(deck, as_of, chart_deck(deck), together, order, rules, find_needed_sets(deck), odds)
