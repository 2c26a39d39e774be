"""The shapes of cards and of the reference in the API; the words are the engine's."""

from __future__ import annotations

from rest_framework import serializers

from vsdb.api.shapes import Between, Choice, Day, Figure, Flag, Map, Number, Recorded, Shape, Text, Texts, only_of
from vsdb.catalog.cards.models import CardSet, Printing


def _with(column: str) -> str:
    """The games whose cards have a column."""
    return only_of(lambda game: column in game.site.importing.columns)


class GameShape(Shape):
    """A game."""

    slug = Text("What the game is called in addresses and parameters.")
    name = Text("Its name.")
    data_version = Text("The fingerprint of the facts that are loaded for it.")


class SetShape(Shape):
    """A set of cards."""

    game = Text("The slug of its game.", source="game_id")
    code = Text("The code that is printed on its cards.")
    name = Text("Its name.")
    kind = Recorded("Expansion, starter, promotional and so on.")
    brand = Recorded("Whose characters it holds.")
    universe = Recorded(f"Its art: Illustrated or Photographic{_with('universe')}.")
    volume = Recorded(f"Its volume{only_of(lambda game: 'volume' in game.formats.pools)}.")
    card_count = Number("How many cards it has; null: not recorded.", allow_null=True)
    released = Between("released", "Its release lies between these days, both included; one day where it is known.")
    legal_from = Day("The day it became legal; null: not recorded, the release stands in.", allow_null=True)
    follows = Text("The set that it is legal with.", source="follows.code", allow_null=True, default=None)
    official = Choice("Whether it is official: yes, doubtful or no (a fans' set).", CardSet.Official.choices)
    confidence = Recorded("How well its dates are known.")


class PrintingShape(Shape):
    """A card in a set."""

    code = Text("As printed, MOR-053; the set's code where the number isn't recorded.")
    set_code = Text("The code of its set; null: not recorded.", allow_null=True)
    number = Text("Its number in the set; null: not recorded.", allow_null=True)
    rarity = Text("Its rarity; null: not recorded.", allow_null=True)


class PrintingOfCardShape(Shape):
    """A card in a set, with the card."""

    game = Text("The slug of its game.", source="card.game_id")
    code = serializers.SerializerMethodField(help_text="As printed; the set's code where the number isn't recorded.")
    set_code = Text("The code of its set.", source="card_set.code")
    number = Recorded("Its number in the set; null: not recorded.")
    rarity = Recorded("Its rarity; null: not recorded.")
    card = Text("The slug of the card.", source="card.slug")
    title = Text("The card's title.", source="card.title")

    def get_code(self, printing: Printing) -> str:
        """The code as printed."""
        return "-".join(filter(None, (printing.card_set.code, printing.number)))


class KeywordOfCardShape(Shape):
    """A keyword on a card."""

    name = Text("The keyword.")
    parameter = Text("Its parameter, as the 2 of Boost 2; null: none.", allow_null=True)


class KeywordShape(Shape):
    """A keyword of a game."""

    game = Text("The slug of its game.", source="game_id")
    slug = Text("What it is called in parameters.")
    name = Text("The keyword.")
    gloss = Recorded("What it means, in words of our own.")
    citation_document = Recorded("The document that explains it.")
    citation_rule = Recorded("The rule's number or heading there.")


class TeamShape(Shape):
    """An affiliation (classic) or a team (2PCG)."""

    game = Text("The slug of its game.", source="game_id")
    slug = Text("What it is called in parameters.")
    name = Text("Its name.")
    alignment = Recorded("Good, Evil or neither; null: not recorded.")


class CardShape(Shape):
    """One card design with its printed facts. Null means not recorded, never none or zero."""

    game = Text("The slug of its game.")
    slug = Text("What it is called in addresses and verdicts.")
    name = Text("Its printed name.")
    title = Text("Name, identity and versions in one line.")
    copy_key = Text("Equal for all cards that count as copies of one.")
    identity = Text(f"Its identity{_with('identity')}.", allow_null=True)
    versions = Texts(f"Its versions{_with('versions')}.")
    versions_known = Flag("Whether the versions are recorded.")
    type = Text("Its card type.", allow_null=True)
    supertype = Text(f"Its supertype{_with('supertype')}.", allow_null=True)
    level = Number(f"Its level{_with('level')}.", allow_null=True)
    cost = Figure("Its cost; the text none: costless.")
    cost_kind = Text(f"recruit or threshold{_with('threshold_cost')}.", allow_null=True)
    atk = Figure("Its ATK.")
    defense = Figure("Its DEF.")
    health = Figure(f"Its health{_with('health')}.")
    energy = Figure(f"Its energy cost{_with('energy')}.")
    power = Figure(f"Its power cost{_with('power')}.")
    might = Figure(f"Its might{_with('might')}.")
    teams = Texts("Its affiliations or teams.", allow_null=True)
    alignments = Texts(f"Its alignments{_with('alignments')}.", allow_null=True)
    universe = Text(f"Illustrated, Photographic or Any{_with('universe')}.", allow_null=True)
    domains = Texts(f"Its domains{_with('domains')}.", allow_null=True)
    power_symbols = Texts(f"The power symbols it shows or gives{_with('power_symbols')}.", allow_null=True)
    keywords = KeywordOfCardShape.several("Its keywords.")
    traits = Texts("Its class or traits.")
    tags = Texts(f"Its tags{_with('tags')}.")
    aka = Texts(f"The names of its AKA line{_with('aka')}.")
    has_flight = Flag("Whether it has flight.", allow_null=True)
    has_range = Flag("Whether it has range.", allow_null=True)
    is_concealed = Flag(f"Whether it is concealed{_with('concealed')}.", allow_null=True)
    printed_limit = Number("The limit of copies that it prints itself.", allow_null=True)
    linked = Texts(f"The printings it is linked with{_with('linked')}.")
    levels_into = Texts(f"The slugs of the recorded cards that it can certainly level into{_with('linked')}.")
    uses_piles = Texts(f"The out-of-game piles it uses{_with('uses_piles')}.")
    member_of_piles = Texts(f"The out-of-game piles it belongs to{_with('member_of_piles')}.")
    deck_building = Texts(
        f"What its text changes about the deck that it leads, such as “only: Marvel”{_with('level')}."
    )
    rarity = Text("Its rarity.", allow_null=True)
    brand = Text("Whose character it is.", allow_null=True)
    is_in_every_set = Flag("Whether it counts as being in every set.")
    has_unrecorded_printing = Flag("Whether a printing exists that isn't recorded.")
    printings = PrintingShape.several("The sets that it is in.")


class ReferenceShape(Shape):
    """Every fact of a game, as rows that `engine.model.reference.reference` takes; that module documents their keys."""

    game = Text("The slug of the game.")
    data_version = Text("The fingerprint of the facts; the ETag too.")
    cards = Texts("The cards, by slug.", child=Map())
    sets = Texts("The sets, in order of release.", child=Map())
    formats = Texts("The formats, resolved.", child=Map())
    bans = Texts("The bans, each with its formats.", child=Map())
    readings = Texts("What imported wordings state about cards, and from which day on.", child=Map())
