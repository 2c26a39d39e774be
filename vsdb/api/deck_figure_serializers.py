"""Stored decks in figures, as verdicts and as hands."""

from __future__ import annotations

from rest_framework import serializers

from vsdb.api.check_serializers import CitationShape
from vsdb.api.serializers import Shape


class FingerprintShape(Shape):
    """A list's fingerprint."""

    fingerprint = serializers.CharField(help_text="The fingerprint.")
    code = serializers.CharField(help_text="Its deck code; nothing where the list is too long for one.")
    check = serializers.CharField(help_text="The address where anybody checks a list against it.")


class ExportShape(Shape):
    """A deck in a layout."""

    layout = serializers.CharField(help_text="The slug of the layout.")
    file_name = serializers.CharField(help_text="What its file is called.")
    media_type = serializers.CharField(help_text="The media type of the file.")
    text = serializers.CharField(help_text="The file.")
    remarks = serializers.ListField(child=serializers.CharField(), help_text="What couldn't go in as it was.")


class DealtShape(Shape):
    """A card in a hand."""

    name = serializers.CharField(help_text="What it is called.")
    slug = serializers.CharField(allow_null=True, help_text="The card's slug; null: its line names no one card.")


class OpeningRuleShape(Shape):
    """How the game deals."""

    hand_size = serializers.IntegerField(help_text="Cards in an opening hand.")
    mulligan = serializers.CharField(help_text="What a mulligan is.")
    most_aside = serializers.IntegerField(help_text="How many cards it sets aside at most, where one chooses.")
    draws_per_turn = serializers.IntegerField(help_text="Cards drawn each turn.")
    dealt_by = CitationShape(allow_null=True, help_text="The rule of the opening hand.")
    mulligan_by = CitationShape(allow_null=True, help_text="The rule of the mulligan.")
    drawn_by = CitationShape(allow_null=True, help_text="The rule of the draw.")
    note = serializers.CharField(help_text="A remark, where there is one.")


class HandShape(Shape):
    """A sample hand; the same words of the address deal it again."""

    game = serializers.CharField(help_text="The slug of the game.")
    seed = serializers.IntegerField(help_text="The seed.")
    hand = DealtShape(many=True, help_text="The cards in hand.")
    library_left = serializers.IntegerField(help_text="How many cards are left to draw.")
    mulligans = serializers.IntegerField(help_text="How many mulligans were taken.")
    drawn = serializers.IntegerField(help_text="How many cards were drawn since.")
    may_mulligan = serializers.BooleanField(help_text="Whether a mulligan is still open.")
    rule = OpeningRuleShape(help_text="How the game deals.")


class ColumnShape(Shape):
    """Copies of one figure."""

    figure = serializers.CharField(help_text="The figure, or the sign in its place.")
    copies = serializers.IntegerField(help_text="How many copies have it.")


class CurveShape(Shape):
    """A curve."""

    kind = serializers.CharField(help_text="What is counted: costs, energy and so on.")
    columns = ColumnShape(many=True, help_text="The columns, without a gap.")
    unrecorded = serializers.IntegerField(help_text="Copies of cards whose figure isn't recorded.")


class PartShape(Shape):
    """Copies that have something in common."""

    name = serializers.CharField(help_text="What they have.")
    copies = serializers.IntegerField(help_text="How many copies.")


class SpreadShape(Shape):
    """Copies by what they have; one that has two things counts in both."""

    parts = PartShape(many=True, help_text="The parts.")
    without = serializers.IntegerField(help_text="Copies recorded as having none.")
    unrecorded = serializers.IntegerField(help_text="Copies of which it isn't recorded.")


class BandShape(Shape):
    """Characters that share an affiliation."""

    name = serializers.CharField(help_text="The affiliation.")
    copies = serializers.IntegerField(help_text="How many copies they are together.")
    cards = serializers.ListField(child=serializers.CharField(), help_text="The slugs of the characters.")


class LoyaltyShape(Shape):
    """In which order loyalty lets characters be recruited."""

    layers = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Slugs: who can come first, who then."
    )
    uncertain = serializers.ListField(child=serializers.CharField(), help_text="Slugs: it hangs on a missing fact.")
    unreachable = serializers.ListField(child=serializers.CharField(), help_text="Slugs: nobody lets them in.")


class SymbolShape(Shape):
    """A power symbol."""

    name = serializers.CharField(help_text="The symbol.")
    gives = serializers.IntegerField(help_text="Copies of locations that give it.")
    may_give = serializers.IntegerField(help_text="Copies of locations that give it or another.")
    asks = serializers.IntegerField(help_text="Copies of characters that ask for it.")


class DomainShape(Shape):
    """A domain."""

    name = serializers.CharField(help_text="The domain.")
    cards = serializers.IntegerField(help_text="Copies of cards of it.")
    runes = serializers.IntegerField(help_text="Runes of it.")
    power = serializers.IntegerField(help_text="The power that its cards ask for together.")


class FiguresShape(Shape):
    """A deck in figures; copies are counted."""

    cards = serializers.IntegerField(help_text="How many cards the main deck has.")
    curves = CurveShape(many=True, help_text="Costs and other figures.")
    types = SpreadShape(help_text="By type.")
    teams = SpreadShape(help_text="By affiliation or team.")
    keywords = SpreadShape(help_text="By keyword.")
    affiliations = BandShape(many=True, help_text="Who may attack together and reinforce each other.")
    loyalty = LoyaltyShape(allow_null=True, help_text="The order that loyalty asks for; null in other games.")
    symbols = SymbolShape(many=True, help_text="Power symbols (2PCG).")
    domains = DomainShape(many=True, help_text="Domains (Riftbound).")
