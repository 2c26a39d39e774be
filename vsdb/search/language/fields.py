"""The fields of cards by their keys; and those of where a card was printed, is legal, and how the answer is shown."""

from __future__ import annotations

from vsdb.search.language import field_types as kinds
from vsdb.search.language.card_fields import CARD_FIELDS, NO_OPTION
from vsdb.search.language.deck_fields import ASKED_ELSEWHERE
from vsdb.search.language.examples import BY_COST
from vsdb.search.language.field_types import RULINGS, WORDING, FieldChoice, SearchField, list_choices

_FLAGS = (
    FieldChoice("flight", "has flight"),
    FieldChoice("range", "has range"),
    FieldChoice("concealed", "is concealed", ("hidden",)),
    FieldChoice("concealed-optional", "is concealed if its player wants", unanswerable=NO_OPTION),
    FieldChoice("unique", "may stand in a deck once"),
    FieldChoice("reprint", "was printed more than once"),
    FieldChoice("promo", "has a printing in a set of promotional cards"),
    FieldChoice("alt", "has a printing with another picture", ("alternate",)),
    FieldChoice("foil", "has a foil printing", unanswerable="which printings are foil is not recorded"),
    FieldChoice("legal", "is legal in some format"),
    FieldChoice("banned", "is banned in some format"),
    FieldChoice("errata", "has errata"),
    FieldChoice("errata-reverted", "had errata that were taken back", needs=WORDING),
    FieldChoice(
        "ruling-stale",
        "has a ruling older than its wording, or than the edition of a rule that it cites",
        needs=RULINGS,
    ),
    FieldChoice("pile-card", "is a member of a pile outside the deck"),
)
SORTS = (
    FieldChoice("relevance", "what fits best first"),
    FieldChoice("name", "by name", ("n", "title")),
    FieldChoice("game", "by game", ("g",)),
    FieldChoice("type", "by type", ("t",)),
    FieldChoice("cost", BY_COST, ("c",)),
    FieldChoice("atk", "by attack", ("a", "attack")),
    FieldChoice("def", "by defense", ("d", "defense")),
    FieldChoice("health", "by health", ("hp",)),
    FieldChoice("level", "by level", ("lv",)),
    FieldChoice("energy", "by energy", ("en",)),
    FieldChoice("power", "by power", ("pow",)),
    FieldChoice("might", "by might", ("m",)),
    FieldChoice("team", "by team", ("aff",)),
    FieldChoice("rarity", "by rarity", ("r",)),
    FieldChoice("set", "by first set and number", ("s", "e", "number", "cn")),
    FieldChoice("date", "by the first day of its first set", ("year", "released")),
)
_GROUPS = (
    FieldChoice("game", "by game"),
    FieldChoice("type", "by type", ("t",)),
    FieldChoice("team", "by team", ("aff",)),
    FieldChoice("cost", BY_COST, ("c",)),
    FieldChoice("set", "by first set", ("s",)),
    FieldChoice("rarity", "by rarity", ("r",)),
    FieldChoice("level", "by level", ("lv",)),
)

RECORD_FIELDS = (
    kinds.sets(
        "set s e edition", "In a set, by its code or its name.", ("s:MOR", 's:"Marvel Origins"', "s:{OGN,SFD} t:legend")
    ),
    kinds.numbered(
        "number cn",
        "The number in a set: one, a span, or compared.",
        ("s:AFF cn:1-50", "s:OGN cn<=10"),
        label="collector's number",
    ),
    kinds.sets(
        "in", "Printed in that set, whatever other sets the query names.", ("in:OGN in:SFD", "in:DCL"), label="in set"
    ),
    kinds.count("prints", "How many printings are recorded.", ("prints>1",), label="number of printings"),
    kinds.sets("new", "First printed in that set.", ("new:OGN t:rune", "new:SFD t:legend"), label="new in set"),
    kinds.choice(
        "st settype",
        "Printed in a set of that kind.",
        ("st:starter", "st:promo"),
        label="kind of set",
        choices=(
            *list_choices("expansion", "starter", "promo", "issue", "giant-size", "crossover"),
            FieldChoice("essential", unanswerable="no set is recorded as one of the essential collections"),
        ),
    ),
    kinds.ordered(
        "rarity r",
        "The rarity, compared in the order common, uncommon, rare, epic, showcase, promo.",
        ("r>=rare", "r:common t:spell"),
        choices=list_choices("common c", "uncommon u", "rare r", "epic e", "showcase s", "promo p"),
    ),
    kinds.choice("brand b", "Whose characters they are.", ("b:marvel", "b:dc")),
    kinds.date(
        "date year released",
        "When it was first printed: a year, a month, a day, a span, or the day of a set.",
        ("date<2006-01-01", "date:2018", "date>=s:SFD", "year:2005..2006"),
    ),
    kinds.legality(
        "legal f format",
        "Legal in a format, today or on the day, set or event after @; * is any format. An organizer’s format goes "
        "by its short name, also with a version: my-league@3.",
        ("legal:silver", "f:golden -legal:silver", "legal:silver@2006-05-01", 'legal:incursion@"Gen Con 2023"'),
    ),
    kinds.legality("banned", "Banned in a format, likewise.", ("banned:golden", "banned:*@2007-08-01")),
    kinds.legality(
        "restricted",
        "Restricted to fewer copies in a format.",
        ("restricted:golden",),
        unanswerable="no format's list of restricted cards is recorded",
    ),
    kinds.display(
        "asof",
        "The day, set or event on which the whole query is asked.",
        ("banned:golden asof:2006-10-01", "legal:silver asof:MSM"),
        label="as of",
    ),
    kinds.date("bannedon", "When a ban of it began.", ("bannedon>=2024", "bannedon:2017-05"), label="banned on"),
    kinds.date("unbannedon", "When a ban of it ended.", ("unbannedon<=2020",), label="unbanned on"),
    kinds.date("changed", "When a ban of it began or ended, or errata of it came.", ("changed:2022..2024",)),
    kinds.counted_text(
        "errata", "Words of its errata, or how many it has.", ('errata:"once per turn"', "errata>=2"), needs=WORDING
    ),
    kinds.date("erratadon", "When it got errata.", ("erratadon>2006-06",), label="errata on", needs=WORDING),
    kinds.name(
        "errataby",
        "What brought its errata: words of the document's name, or publisher, judge, community.",
        ("errataby:publisher", "errataby:faq"),
        label="errata by",
        needs=WORDING,
    ),
    kinds.text("ruling", "Words of a ruling that is about it or mentions it.", ("ruling:concealed",), needs=RULINGS),
    kinds.count("rulings", "How many rulings it has.", ("rulings>3",), label="number of rulings", needs=RULINGS),
    kinds.date("rulingon", "When a ruling about it was made.", ("rulingon>2006",), label="ruling on", needs=RULINGS),
    kinds.name(
        "cites",
        "A rule that its rulings cite, with the rules below it; a document's name or CR may stand before the number.",
        ("cites:CR-505 kw:boost", "cites:706"),
        needs=RULINGS,
    ),
    kinds.number("limit", "The number of copies that the card itself allows.", ("limit=1", "limit>4")),
    kinds.flag("is", "Something that is or isn't so.", tuple(f"is:{flag.name}" for flag in _FLAGS), choices=_FLAGS),
    kinds.flag(
        "has",
        "Something that it has.",
        ("has:errata", "has:ruling"),
        choices=(
            FieldChoice("errata", "has errata"),
            FieldChoice("ruling", "has a ruling", needs=RULINGS),
            FieldChoice("text", "has its wording loaded", needs=WORDING),
        ),
    ),
    kinds.name(
        "for",
        "What can be played with a legend: its domains fit. With deck/ and the number of a deck that you may read: "
        "what can still be added to it without breaking a rule of its format.",
        ('for:"Loose Cannon" t:spell',),
        label="playable with",
    ),
    kinds.display(
        "sort",
        "The order, by one or more keys; with a minus the other way round.",
        ("t:mc sort:atk,name", "t:unit -sort:might"),
        choices=SORTS,
    ),
    kinds.display("group", "Under headings.", ("s:MUN group:type",), choices=_GROUPS),
    kinds.display(
        "view",
        "As faces, as a table or as text.",
        ("s:MUN view:table",),
        choices=(
            FieldChoice("faces", "drawn cards", ("cards", "images", "grid")),
            FieldChoice("table", "a table", ("list", "checklist")),
            FieldChoice("text", "text alone"),
        ),
    ),
    kinds.display(
        "unique",
        "One line for each card, each name, each identity or each printing of the cards found.",
        ("n:hulk unique:name", "id:robin unique:identity", "t:rune unique:prints sort:set"),
        choices=(
            FieldChoice("cards", "each card once", ("card",)),
            FieldChoice("name", "each name once", ("names",)),
            FieldChoice("identity", "each identity once", ("identities",)),
            FieldChoice("prints", "each printing", ("printings", "printing")),
        ),
    ),
)

#: It drives the parser, the help page, the completion and the documentation of the API.
FIELDS: tuple[SearchField, ...] = (*CARD_FIELDS, *RECORD_FIELDS, *ASKED_ELSEWHERE)
_BY_KEY = {key: one for one in FIELDS for key in one.keys}


def find_field(name_or_alias: str) -> SearchField | None:
    """The field of that name or alias, however it is cased."""
    return _BY_KEY.get(name_or_alias.casefold())


def list_games_of(name: str) -> tuple[str, ...]:
    """The slugs of the games whose cards have the field of that name."""
    return _BY_KEY[name].games
