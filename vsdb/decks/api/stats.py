"""A deck in figures, as the engine works them out: the shapes that the API gives them in."""

from __future__ import annotations

from collections.abc import Callable

from engine import stats
from engine.model.games import Game, games, name_in_messages
from vsdb.api.shapes import Number, Shape, Slugs, Text, Texts


def _of_games(has: Callable[[Game], object]) -> str:
    """The games of which something is told, as a help text names them."""
    return ", ".join(name_in_messages(game) for game in games() if has(game))


class ColumnShape(Shape):
    """Copies of one figure."""

    figure = Text("The figure, or the sign in its place.", of=lambda column: column[0])
    copies = Number("How many copies have it.", of=lambda column: column[1])


class CurveShape(Shape):
    """A curve."""

    kind = Text("What is counted: costs, energy and so on.")
    columns = ColumnShape.several("The columns, without a gap.", of=lambda curve: (*curve.columns, *curve.signs))
    unrecorded = Number("Copies of cards whose figure isn't recorded.")


class PartShape(Shape):
    """Copies that have something in common."""

    name = Text("What they have.")
    copies = Number("How many copies.")


class SpreadShape(Shape):
    """Copies by what they have; one that has two things counts in both."""

    parts = PartShape.several("The parts.", source="shares")
    without = Number("Copies recorded as having none.", source="without.copies")
    unrecorded = Number("Copies of which it isn't recorded.", source="unrecorded.copies")


class BandShape(Shape):
    """Characters that share an affiliation."""

    name = Text("The affiliation.")
    copies = Number("How many copies they are together.")
    cards = Slugs("The slugs of the characters.", of=lambda band: [card for card, _ in band.cards])


class LoyaltyShape(Shape):
    """In which order loyalty lets characters be recruited."""

    layers = Texts("Slugs: who can come first, who then.", child=Slugs())
    uncertain = Slugs("Slugs: it hangs on a missing fact.")
    unreachable = Slugs("Slugs: nobody lets them in.")


class SymbolShape(Shape):
    """A power symbol."""

    name = Text("The symbol.")
    gives = Number("Copies of locations that give it.", source="gives.copies")
    may_give = Number("Copies of locations that give it or another.", source="may_give.copies")
    asks = Number("Copies of characters that ask for it.", source="asks.copies")


class DomainShape(Shape):
    """A domain."""

    name = Text("The domain.")
    cards = Number("Copies of cards of it.", source="cards.copies")
    runes = Number("Runes of it.", source="runes.copies")
    power = Number("The power that its cards ask for together.")


class FiguresShape(Shape):
    """A deck in figures; copies are counted."""

    cards = Number("How many cards the main deck has.", of=lambda deck: sum(n for _, n in stats.main_deck(deck)))
    curves = CurveShape.several("Costs and other figures.", of=stats.curves)
    types = SpreadShape.one("By type.", of=stats.types)
    teams = SpreadShape.one("By affiliation or team.", of=stats.teams)
    keywords = SpreadShape.one("By keyword.", of=stats.keywords)
    affiliations = BandShape.several(
        "Who may attack together and reinforce each other.", of=lambda deck: stats.shared_affiliations(deck).bands
    )
    loyalty = LoyaltyShape.one(
        "The order that loyalty asks for; null in other games.", allow_null=True, of=stats.loyalty_order
    )
    symbols = SymbolShape.several(
        f"Power symbols ({_of_games(lambda game: game.stats.power_symbols)}).",
        of=lambda deck: stats.power_symbols(deck).symbols,
    )
    domains = DomainShape.several(
        f"Domains ({_of_games(lambda game: game.stats.domains)}).", of=lambda deck: stats.domain_figures(deck).domains
    )
