"""The shapes of games, sets, cards, printings, keywords and teams, as the API gives them."""

from __future__ import annotations

from rest_framework import serializers

from vsdb.api import shapes
from vsdb.api.shapes import Between, Choice, Day, Figure, Flag, Link, Map, Number, Recorded, Shape, Text, Texts, only_of
from vsdb.catalog.api.format_shapes import CardBanShape
from vsdb.catalog.cards.models import CardSet, Printing
from vsdb.catalog.cards.pictures import find_picture
from vsdb.catalog.formats.ban_marks import list_card_bans

PAGE_PATH = "The path of its page on this site."
API_PATH = "Its path in this API."


def _with(column: str) -> str:
    """The games whose cards have a column."""
    return only_of(lambda game: column in game.site.importing.columns)


class GameShape(Shape):
    """A game."""

    slug = Text("The game's slug, for addresses and parameters.")
    name = Text("Its name.")
    data_version = Text("The fingerprint of its facts.")
    page = Link("The path of the page with its cards.", "cards:list", "slug")
    api = Link(API_PATH, "api:game", "slug")


class RegionalDayShape(Shape):
    """A day from which a set is legal in a region, other than elsewhere."""

    region = Text("The region.")
    legal_from = Day("The date it became legal there.")


class SetShape(Shape):
    """A set of cards."""

    game = Text("The game's slug.", source="game_id")
    code = Text("The code printed on its cards.")
    name = Text("Its name.")
    kind = Recorded("Expansion, starter, promo and so on.")
    brand = Recorded("The owner of its characters.")
    universe = Recorded(f"Its art: Illustrated or Photographic{_with('universe')}.")
    volume = Recorded(f"Its volume{only_of(lambda game: 'volume' in game.formats.pools)}.")
    card_count = Number("The number of recorded numbered cards; null: not counted.", allow_null=True)
    released = Between("released", "Its release date lies between these dates, inclusive.")
    legal_from = Day("The date it became legal; null: not recorded, its release date counts.", allow_null=True)
    regional_days = RegionalDayShape.several("Other first legal dates by region.")
    numbered_to = Number("The set's size as printed after a number: 298 in 199/298; null: unknown.", allow_null=True)
    follows = Text("The set it becomes legal with.", source="follows.code", allow_null=True, default=None)
    official = Choice("Official: yes, doubtful or no (made by fans).", CardSet.Official.choices)
    confidence = Recorded("How well its dates are known: high, medium or low.")
    code_verified = Flag("Its code is certain; false: a guess of the sources.")
    note = Recorded("What else is known, or in doubt.")
    page = Link(PAGE_PATH, "cards:set", "game_id", "code")
    api = Link(API_PATH, "api:set", "game_id", "code")


class PrintingShape(Shape):
    """A card in a set."""

    code = Text("As printed: MOR-053. Without a recorded number, the set's code.")
    set_code = Text("The set's code; null: not recorded.", allow_null=True)
    number = Text("Its number in the set; null: not recorded.", allow_null=True)
    rarity = Text("Its rarity; null: not recorded.", allow_null=True)


class PrintingOfCardShape(Shape):
    """A card in a set, with the card."""

    game = Text("The game's slug.", source="card.game_id")
    code = serializers.SerializerMethodField(help_text="As printed. Without a recorded number, the set's code.")
    set_code = Text("The set's code.", source="card_set.code")
    number = Recorded("Its number in the set; null: not recorded.")
    rarity = Recorded("Its rarity; null: not recorded.")
    card = Text("The card's slug.", source="card.slug")
    title = Text("The card's title.", source="card.title")
    page = Link("The path of the card's page on this site.", "cards:card", "card.game_id", "card.slug")
    api = Link("The card's path in this API.", "api:card", "card.game_id", "card.slug")

    def get_code(self, printing: Printing) -> str:
        """The code as printed."""
        return "-".join(filter(None, (printing.card_set.code, printing.number)))


class KeywordOfCardShape(Shape):
    """A keyword on a card."""

    name = Text("The keyword.")
    parameter = Text("Its parameter: 2 for Boost 2; null: none.", allow_null=True)


class KeywordShape(Shape):
    """A keyword of a game."""

    game = Text("The game's slug.", source="game_id")
    slug = Text("Its slug, for parameters.")
    name = Text("The keyword.")
    gloss = Recorded("What it means, in our own words.")
    citation_document = Recorded("The rules document that explains it.")
    citation_rule = Recorded("The rule's number or heading there.")
    page = Link(PAGE_PATH, "cards:keyword", "game_id", "slug")
    api = Link(API_PATH, "api:keyword", "game_id", "slug")


class TeamShape(Shape):
    """An affiliation (classic) or a team (2PCG)."""

    game = Text("The game's slug.", source="game_id")
    slug = Text("Its slug, for parameters.")
    name = Text("Its name.")
    alignment = Recorded("Good, Evil or neither; null: not recorded.")
    page = Link(PAGE_PATH, "cards:team", "game_id", "slug")
    api = Link(API_PATH, "api:team", "game_id", "slug")


class CardShape(Shape):
    """A card with its printed facts. Null means not recorded, never none or zero."""

    game = Text("The game's slug.")
    slug = Text("Its slug, for addresses and verdicts.")
    name = Text("Its printed name.")
    title = Text("Name, identity and versions in one line.")
    page = Link(PAGE_PATH, "cards:card", "game", "slug")
    api = Link(API_PATH, "api:card", "game", "slug")
    picture = Text(
        "The path or address of a picture that the operator of this site has; null: none.",
        of=lambda card: find_picture(card) or None,
        allow_null=True,
    )
    copy_key = Text("The same for all cards that count as copies of one card.")
    identity = Text(f"Its identity{_with('identity')}.", allow_null=True)
    versions = Texts(f"Its versions{_with('versions')}.")
    versions_known = Flag("The versions are recorded.")
    type = Text("Its card type.", allow_null=True)
    supertype = Text(f"Its supertype{_with('supertype')}.", allow_null=True)
    level = Number(f"Its level{_with('level')}.", allow_null=True)
    cost = Figure("Its cost; the text none: no cost.")
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
    power_symbols = Texts(f"The power symbols it shows or grants{_with('power_symbols')}.", allow_null=True)
    keywords = KeywordOfCardShape.several("Its keywords.")
    traits = Texts("Its class or traits.")
    tags = Texts(f"Its tags{_with('tags')}.")
    aka = Texts(f"The names of its AKA line{_with('aka')}.")
    has_flight = Flag("It has flight.", allow_null=True)
    has_range = Flag("It has range.", allow_null=True)
    is_concealed = Flag(f"It is concealed{_with('concealed')}.", allow_null=True)
    printed_limit = Number("The copy limit printed on it.", allow_null=True)
    linked = Texts(f"Linked printings{_with('linked')}.")
    levels_into = Texts(f"The slugs of recorded cards it can level into for certain{_with('linked')}.")
    uses_piles = Texts(f"The out-of-game piles it uses{_with('uses_piles')}.")
    member_of_piles = Texts(f"The out-of-game piles it belongs to{_with('member_of_piles')}.")
    deck_building = Texts(
        f"How its text changes how the deck is built, such as “only: Marvel” or “any domain: ?”{_with('level')}."
    )
    rarity = Text("Its rarity.", allow_null=True)
    brand = Text("The owner of its character.", allow_null=True)
    is_in_every_set = Flag("It counts as a card of every set.")
    has_unrecorded_printing = Flag("At least one printing isn't recorded.")
    doubtful = Texts("The names of those of its fields that were inferred, or rest on a source that may err.")
    printings = PrintingShape.several("Its printings.")
    banned = CardBanShape.several(
        "The formats in season that ban it today, or on the day in question; certain bans first.", of=list_card_bans
    )


class ReferenceShape(Shape):
    """All facts of a game as rows. The module `engine.model.reference` documents their keys."""

    game = Text("The slug of the game.")
    data_version = Text("The fingerprint of the facts, also the ETag.")
    cards = Texts("The cards, by slug.", child=Map())
    sets = Texts("The sets, in order of release.", child=Map())
    formats = Texts("The formats, resolved.", child=Map())
    bans = Texts("The bans, each with its formats.", child=Map())
    readings = Texts("Facts from imported card texts, with the date they take effect.", child=Map())


class EntranceShape(Shape):
    """The addresses of the API."""

    games = shapes.Address("The games.")
    sets = shapes.Address("The sets.")
    cards = shapes.Address("The cards.")
    printings = shapes.Address("The printings.")
    formats = shapes.Address("The formats.")
    keywords = shapes.Address("The keywords.")
    teams = shapes.Address("The affiliations and teams.")
    documents = shapes.Address("The rules documents.")
    rules = shapes.Address("The rules that verdicts cite.")
    rulings = shapes.Address("The rulings.")
    sources = shapes.Address("The sources of texts and rulings.")
    card_coverage = shapes.Address("How much is recorded, by game, set and field.")
    bulk = shapes.Address("Files with every card, printing, set, format, keyword, team and rule.")
    decks = shapes.Address("Public decks and your own.")
    changes = shapes.Address("Past and coming changes of the facts.")
    own_formats = shapes.Address("Organizers’ formats. Post here to create one.")
    error_reports = shapes.Address("Report an error.")
    events = shapes.Address("Coming and past events, and your own. Post here to create one.")
    jump = shapes.Address("Find anything by name.")
    card_named = shapes.Address("A card by its name, exact or misspelled.")
    card_titles = shapes.Address("Completions of a card's name.")
    card_random = shapes.Address("A random card.")
    card_collection = shapes.Address("Post names, slugs or printings to get up to 75 cards.")
    check = shapes.Address("Post a deck to check it.")
    check_batch = shapes.Address("Post up to 75 decks to check them.")
    check_team = shapes.Address("Post a team's decks to check them together.")
    life = shapes.Address("Post a list to get its timeline in each format.")
    odds = shapes.Address("Post a question about the odds of a deck’s draws.")
    play = shapes.Address("Post a position and an action to ask whether it is legal.")
    play_actions = shapes.Address("The actions that can be asked about, with their rules and facts.")
    repair = shapes.Address("Post a list to get the fewest changes that make it legal.")
    sample_hand = shapes.Address("Post a list to deal a sample hand.")
    simulate = shapes.Address("Post a list to play its goldfish games.")
    simulation_runs = shapes.Address("Your goldfish games in the background. Post a list to start some; needs a token.")
    what_if = shapes.Address("Post a ban, a rotation or an erratum to try it.")
    following = shapes.Address("What your account follows; needs a token.")
    documentation = shapes.Address("The reference of the API: every address with its fields.")
    guide = shapes.Address("The guide to the API.")
