"""Stored decks in figures, as verdicts and as hands."""

from __future__ import annotations

from vsdb.api.check_serializers import CitationShape
from vsdb.api.shapes import Flag, Number, Shape, Text, Texts


class FingerprintShape(Shape):
    """A list's fingerprint."""

    fingerprint = Text("The fingerprint.")
    code = Text("Its deck code; nothing where the list is too long for one.")
    check = Text("The address where anybody checks a list against it.")


class ExportShape(Shape):
    """A deck in a layout."""

    layout = Text("The slug of the layout.")
    file_name = Text("What its file is called.")
    media_type = Text("The media type of the file.")
    text = Text("The file.")
    remarks = Texts("What couldn't go in as it was.")


class DealtShape(Shape):
    """A card in a hand."""

    name = Text("What it is called.")
    slug = Text("The card's slug; null: its line names no one card.", allow_null=True)


class OpeningRuleShape(Shape):
    """How the game deals."""

    hand_size = Number("Cards in an opening hand.")
    mulligan = Text("What a mulligan is.")
    most_aside = Number("How many cards it sets aside at most, where one chooses.")
    draws_per_turn = Number("Cards drawn each turn.")
    dealt_by = CitationShape(allow_null=True, help_text="The rule of the opening hand.")
    mulligan_by = CitationShape(allow_null=True, help_text="The rule of the mulligan.")
    drawn_by = CitationShape(allow_null=True, help_text="The rule of the draw.")
    note = Text("A remark, where there is one.")


class HandShape(Shape):
    """A sample hand; the same words of the address deal it again."""

    game = Text("The slug of the game.")
    seed = Number("The seed.")
    hand = DealtShape(many=True, help_text="The cards in hand.")
    library_left = Number("How many cards are left to draw.")
    mulligans = Number("How many mulligans were taken.")
    drawn = Number("How many cards were drawn since.")
    may_mulligan = Flag("Whether a mulligan is still open.")
    rule = OpeningRuleShape(help_text="How the game deals.")


class ColumnShape(Shape):
    """Copies of one figure."""

    figure = Text("The figure, or the sign in its place.")
    copies = Number("How many copies have it.")


class CurveShape(Shape):
    """A curve."""

    kind = Text("What is counted: costs, energy and so on.")
    columns = ColumnShape(many=True, help_text="The columns, without a gap.")
    unrecorded = Number("Copies of cards whose figure isn't recorded.")


class PartShape(Shape):
    """Copies that have something in common."""

    name = Text("What they have.")
    copies = Number("How many copies.")


class SpreadShape(Shape):
    """Copies by what they have; one that has two things counts in both."""

    parts = PartShape(many=True, help_text="The parts.")
    without = Number("Copies recorded as having none.")
    unrecorded = Number("Copies of which it isn't recorded.")


class BandShape(Shape):
    """Characters that share an affiliation."""

    name = Text("The affiliation.")
    copies = Number("How many copies they are together.")
    cards = Texts("The slugs of the characters.")


class LoyaltyShape(Shape):
    """In which order loyalty lets characters be recruited."""

    layers = Texts("Slugs: who can come first, who then.", child=Texts())
    uncertain = Texts("Slugs: it hangs on a missing fact.")
    unreachable = Texts("Slugs: nobody lets them in.")


class SymbolShape(Shape):
    """A power symbol."""

    name = Text("The symbol.")
    gives = Number("Copies of locations that give it.")
    may_give = Number("Copies of locations that give it or another.")
    asks = Number("Copies of characters that ask for it.")


class DomainShape(Shape):
    """A domain."""

    name = Text("The domain.")
    cards = Number("Copies of cards of it.")
    runes = Number("Runes of it.")
    power = Number("The power that its cards ask for together.")


class FiguresShape(Shape):
    """A deck in figures; copies are counted."""

    cards = Number("How many cards the main deck has.")
    curves = CurveShape(many=True, help_text="Costs and other figures.")
    types = SpreadShape(help_text="By type.")
    teams = SpreadShape(help_text="By affiliation or team.")
    keywords = SpreadShape(help_text="By keyword.")
    affiliations = BandShape(many=True, help_text="Who may attack together and reinforce each other.")
    loyalty = LoyaltyShape(allow_null=True, help_text="The order that loyalty asks for; null in other games.")
    symbols = SymbolShape(many=True, help_text="Power symbols (2PCG).")
    domains = DomainShape(many=True, help_text="Domains (Riftbound).")
