"""The shapes of the reference in the API; the words are the engine's."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from vsdb.api.fields import Between, Figure, Recorded
from vsdb.catalog.cards.models import CardSet, Printing

Shape = serializers.Serializer[Any]


class EntranceShape(Shape):
    """Where things are."""

    games = serializers.URLField(help_text="The games.")
    sets = serializers.URLField(help_text="The sets.")
    cards = serializers.URLField(help_text="The cards.")
    printings = serializers.URLField(help_text="The printings.")
    formats = serializers.URLField(help_text="The formats.")
    keywords = serializers.URLField(help_text="The keywords.")
    teams = serializers.URLField(help_text="The affiliations and teams.")
    documents = serializers.URLField(help_text="The rules documents.")
    rules = serializers.URLField(help_text="The rules that verdicts cite.")
    rulings = serializers.URLField(help_text="The rulings that are loaded.")
    sources = serializers.URLField(help_text="Where wordings and rulings came from.")
    decks = serializers.URLField(help_text="The decks that everybody may see, and your own.")
    changes = serializers.URLField(help_text="What changed in the facts, and what is coming.")
    own_formats = serializers.URLField(help_text="The formats by organizers, and where one is begun.")
    check = serializers.URLField(help_text="Where decks are posted to be judged.")
    check_team = serializers.URLField(help_text="Where the decks of a team are posted to be judged together.")
    life = serializers.URLField(help_text="Where a list is posted to learn when it was legal in each format.")
    repair = serializers.URLField(help_text="Where a list is posted to learn the fewest changes that make it legal.")
    what_if = serializers.URLField(help_text="Where a ban, a rotation or an erratum is posted to be tried.")
    following = serializers.URLField(help_text="What an account follows; it takes a token.")
    documentation = serializers.URLField(help_text="The page that describes all of it.")


class GameShape(Shape):
    """A game."""

    slug = serializers.CharField(help_text="What the game is called in addresses and parameters.")
    name = serializers.CharField(help_text="Its name.")
    data_version = serializers.CharField(help_text="The fingerprint of the facts that are loaded for it.")


class SetShape(Shape):
    """A set of cards."""

    game = serializers.CharField(source="game_id", help_text="The slug of its game.")
    code = serializers.CharField(help_text="The code that is printed on its cards.")
    name = serializers.CharField(help_text="Its name.")
    kind = Recorded(help_text="Expansion, starter, promotional and so on.")
    brand = Recorded(help_text="Whose characters it holds.")
    universe = Recorded(help_text="Its art: Illustrated or Photographic (2PCG).")
    volume = Recorded(help_text="Its volume (2PCG).")
    card_count = serializers.IntegerField(allow_null=True, help_text="How many cards it has; null: not recorded.")
    released = Between(
        "released",
        source="*",
        help_text="Its release lies between these days, both included; one day where it is known.",
    )
    legal_from = serializers.DateField(
        allow_null=True, help_text="The day it became legal; null: not recorded, the release stands in."
    )
    follows = serializers.CharField(
        source="follows.code", allow_null=True, default=None, help_text="The set that it is legal with."
    )
    official = serializers.ChoiceField(
        CardSet.Official.choices, help_text="Whether it is official: yes, doubtful or no (a fans' set)."
    )
    confidence = Recorded(help_text="How well its dates are known.")


class PrintingShape(Shape):
    """A card in a set."""

    code = serializers.CharField(help_text="As printed, MOR-053; the set's code where the number isn't recorded.")
    set_code = serializers.CharField(allow_null=True, help_text="The code of its set; null: not recorded.")
    number = serializers.CharField(allow_null=True, help_text="Its number in the set; null: not recorded.")
    rarity = serializers.CharField(allow_null=True, help_text="Its rarity; null: not recorded.")


class PrintingOfCardShape(Shape):
    """A card in a set, with the card."""

    game = serializers.CharField(source="card.game_id", help_text="The slug of its game.")
    code = serializers.SerializerMethodField(help_text="As printed; the set's code where the number isn't recorded.")
    set_code = serializers.CharField(source="card_set.code", help_text="The code of its set.")
    number = Recorded(help_text="Its number in the set; null: not recorded.")
    rarity = Recorded(help_text="Its rarity; null: not recorded.")
    card = serializers.CharField(source="card.slug", help_text="The slug of the card.")
    title = serializers.CharField(source="card.title", help_text="The card's title.")

    def get_code(self, printing: Printing) -> str:
        """The code as printed."""
        return "-".join(filter(None, (printing.card_set.code, printing.number)))


class KeywordOfCardShape(Shape):
    """A keyword on a card."""

    name = serializers.CharField(help_text="The keyword.")
    parameter = serializers.CharField(allow_null=True, help_text="Its parameter, as the 2 of Boost 2; null: none.")


class KeywordShape(Shape):
    """A keyword of a game."""

    game = serializers.CharField(source="game_id", help_text="The slug of its game.")
    slug = serializers.CharField(help_text="What it is called in parameters.")
    name = serializers.CharField(help_text="The keyword.")
    gloss = Recorded(help_text="What it means, in words of our own.")
    citation_document = Recorded(help_text="The document that explains it.")
    citation_rule = Recorded(help_text="The rule's number or heading there.")


class TeamShape(Shape):
    """An affiliation (classic) or a team (2PCG)."""

    game = serializers.CharField(source="game_id", help_text="The slug of its game.")
    slug = serializers.CharField(help_text="What it is called in parameters.")
    name = serializers.CharField(help_text="Its name.")
    alignment = Recorded(help_text="Good, Evil or neither; null: not recorded.")


def _words(help_text: str, *, may_be_unrecorded: bool = False) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), allow_null=may_be_unrecorded, help_text=help_text)


class CardShape(Shape):
    """One card design with its printed facts. Null means not recorded, never none or zero."""

    game = serializers.CharField(help_text="The slug of its game.")
    slug = serializers.CharField(help_text="What it is called in addresses and verdicts.")
    name = serializers.CharField(help_text="Its printed name.")
    title = serializers.CharField(help_text="Name, identity and versions in one line.")
    copy_key = serializers.CharField(help_text="Equal for all cards that count as copies of one.")
    identity = serializers.CharField(allow_null=True, help_text="Its identity (classic).")
    versions = _words("Its versions (classic).")
    versions_known = serializers.BooleanField(help_text="Whether the versions are recorded.")
    type = serializers.CharField(allow_null=True, help_text="Its card type.")
    supertype = serializers.CharField(allow_null=True, help_text="Its supertype (Riftbound).")
    level = serializers.IntegerField(allow_null=True, help_text="Its level (2PCG).")
    cost = Figure(help_text="Its cost; the text none: costless.")
    cost_kind = serializers.CharField(allow_null=True, help_text="recruit or threshold (classic).")
    atk = Figure(help_text="Its ATK.")
    defense = Figure(help_text="Its DEF.")
    health = Figure(help_text="Its health (2PCG).")
    energy = Figure(help_text="Its energy cost (Riftbound).")
    power = Figure(help_text="Its power cost (Riftbound).")
    might = Figure(help_text="Its might (Riftbound).")
    teams = _words("Its affiliations or teams.", may_be_unrecorded=True)
    alignments = _words("Its alignments (2PCG).", may_be_unrecorded=True)
    universe = serializers.CharField(allow_null=True, help_text="Illustrated, Photographic or Any (2PCG).")
    domains = _words("Its domains (Riftbound).", may_be_unrecorded=True)
    power_symbols = _words("The power symbols it shows or gives (2PCG).", may_be_unrecorded=True)
    keywords = KeywordOfCardShape(many=True, help_text="Its keywords.")
    traits = _words("Its class or traits.")
    tags = _words("Its tags (Riftbound).")
    aka = _words("The names of its AKA line (2PCG).")
    has_flight = serializers.BooleanField(allow_null=True, help_text="Whether it has flight.")
    has_range = serializers.BooleanField(allow_null=True, help_text="Whether it has range.")
    is_concealed = serializers.BooleanField(allow_null=True, help_text="Whether it is concealed (classic).")
    printed_limit = serializers.IntegerField(allow_null=True, help_text="The limit of copies that it prints itself.")
    linked = _words("The printings it is linked with (2PCG).")
    levels_into = _words("The slugs of the recorded cards that it can certainly level into (2PCG).")
    uses_piles = _words("The out-of-game piles it uses (2PCG).")
    member_of_piles = _words("The out-of-game piles it belongs to (2PCG).")
    rarity = serializers.CharField(allow_null=True, help_text="Its rarity.")
    brand = serializers.CharField(allow_null=True, help_text="Whose character it is.")
    is_in_every_set = serializers.BooleanField(help_text="Whether it counts as being in every set.")
    has_unrecorded_printing = serializers.BooleanField(help_text="Whether a printing exists that isn't recorded.")
    printings = PrintingShape(many=True, help_text="The sets that it is in.")


class ReferenceShape(Shape):
    """Every fact of a game, as rows that `engine.model.reference.reference` takes; that module documents their keys."""

    game = serializers.CharField(help_text="The slug of the game.")
    data_version = serializers.CharField(help_text="The fingerprint of the facts; the ETag too.")
    cards = serializers.ListField(child=serializers.DictField(), help_text="The cards, by slug.")
    sets = serializers.ListField(child=serializers.DictField(), help_text="The sets, in order of release.")
    formats = serializers.ListField(child=serializers.DictField(), help_text="The formats, resolved.")
    bans = serializers.ListField(child=serializers.DictField(), help_text="The bans, each with its formats.")
    readings = serializers.ListField(
        child=serializers.DictField(), help_text="What imported wordings state about cards, and from which day on."
    )
