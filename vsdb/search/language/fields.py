"""The fields of cards by their keys; and those of where a card was printed, is legal, and how the answer is shown."""

from __future__ import annotations

from vsdb.search.language.card_fields import CARD_FIELDS, NO_OPTION
from vsdb.search.language.deck_fields import ASKED_ELSEWHERE
from vsdb.search.language.examples import BY_COST
from vsdb.search.language.field_types import Choice, Field, Kind, Needs

_FLAGS = (
    Choice("flight", "has flight"),
    Choice("range", "has range"),
    Choice("concealed", "is concealed", ("hidden",)),
    Choice("concealed-optional", "is concealed if its player wants", unanswerable=NO_OPTION),
    Choice("unique", "may stand in a deck once"),
    Choice("reprint", "was printed more than once"),
    Choice("promo", "has a printing in a set of promotional cards"),
    Choice("alt", "has a printing with another picture", ("alternate",)),
    Choice("foil", "has a foil printing", unanswerable="which printings are foil is not recorded"),
    Choice("legal", "is legal in some format"),
    Choice("banned", "is banned in some format"),
    Choice("errata", "has errata"),
    Choice("errata-reverted", "had errata that were taken back", needs=Needs.WORDING),
    Choice(
        "ruling-stale",
        "has a ruling older than its wording, or than the edition of a rule that it cites",
        needs=Needs.RULINGS,
    ),
    Choice("pile-card", "is a member of a pile outside the deck"),
)
SORTS = (
    Choice("relevance", "what fits best first"),
    Choice("name", "by name", ("n", "title")),
    Choice("game", "by game", ("g",)),
    Choice("type", "by type", ("t",)),
    Choice("cost", BY_COST, ("c",)),
    Choice("atk", "by attack", ("a", "attack")),
    Choice("def", "by defense", ("d", "defense")),
    Choice("health", "by health", ("hp",)),
    Choice("level", "by level", ("lv",)),
    Choice("energy", "by energy", ("en",)),
    Choice("power", "by power", ("pow",)),
    Choice("might", "by might", ("m",)),
    Choice("team", "by team", ("aff",)),
    Choice("rarity", "by rarity", ("r",)),
    Choice("set", "by first set and number", ("s", "e", "number", "cn")),
    Choice("date", "by the first day of its first set", ("year", "released")),
)
_GROUPS = (
    Choice("game", "by game"),
    Choice("type", "by type", ("t",)),
    Choice("team", "by team", ("aff",)),
    Choice("cost", BY_COST, ("c",)),
    Choice("set", "by first set", ("s",)),
    Choice("rarity", "by rarity", ("r",)),
    Choice("level", "by level", ("lv",)),
)

RECORD_FIELDS = (
    Field(
        "set",
        Kind.SET,
        "In a set, by its code or its name.",
        ("s:MOR", 's:"Marvel Origins"', "s:{OGN,SFD} t:legend"),
        ("s", "e", "edition"),
    ),
    Field(
        "number",
        Kind.NUMBERED,
        "The number in a set: one, a span, or compared.",
        ("s:AFF cn:1-50", "s:OGN cn<=10"),
        ("cn",),
        label="collector's number",
    ),
    Field(
        "in",
        Kind.SET,
        "Printed in that set, whatever other sets the query names.",
        ("in:OGN in:SFD", "in:DCL"),
        label="in set",
    ),
    Field("prints", Kind.COUNT, "How many printings are recorded.", ("prints>1",), label="number of printings"),
    Field("new", Kind.SET, "First printed in that set.", ("new:OGN t:rune", "new:SFD t:legend"), label="new in set"),
    Field(
        "st",
        Kind.CHOICE,
        "Printed in a set of that kind.",
        ("st:starter", "st:promo"),
        ("settype",),
        label="kind of set",
        choices=(
            Choice("expansion"),
            Choice("starter"),
            Choice("promo"),
            Choice("issue"),
            Choice("giant-size"),
            Choice("crossover"),
            Choice("essential", unanswerable="no set is recorded as one of the essential collections"),
        ),
    ),
    Field(
        "rarity",
        Kind.ORDERED,
        "The rarity, compared in the order common, uncommon, rare, epic, showcase, promo.",
        ("r>=rare", "r:common t:spell"),
        ("r",),
        choices=(
            Choice("common", aliases=("c",)),
            Choice("uncommon", aliases=("u",)),
            Choice("rare", aliases=("r",)),
            Choice("epic", aliases=("e",)),
            Choice("showcase", aliases=("s",)),
            Choice("promo", aliases=("p",)),
        ),
    ),
    Field("brand", Kind.CHOICE, "Whose characters they are.", ("b:marvel", "b:dc"), ("b",)),
    Field(
        "date",
        Kind.DATE,
        "When it was first printed: a year, a month, a day, a span, or the day of a set.",
        ("date<2006-01-01", "date:2018", "date>=s:SFD", "year:2005..2006"),
        ("year", "released"),
    ),
    Field(
        "legal",
        Kind.LEGALITY,
        "Legal in a format, today or on the day, set or event after @; * is any format. An organizer’s format goes "
        "by its short name, also with a version: my-league@3.",
        ("legal:silver", "f:golden -legal:silver", "legal:silver@2006-05-01", 'legal:incursion@"Gen Con 2023"'),
        ("f", "format"),
    ),
    Field("banned", Kind.LEGALITY, "Banned in a format, likewise.", ("banned:golden", "banned:*@2007-08-01")),
    Field(
        "restricted",
        Kind.LEGALITY,
        "Restricted to fewer copies in a format.",
        ("restricted:golden",),
        unanswerable="no format's list of restricted cards is recorded",
    ),
    Field(
        "asof",
        Kind.DISPLAY,
        "The day, set or event on which the whole query is asked.",
        ("banned:golden asof:2006-10-01", "legal:silver asof:MSM"),
        label="as of",
    ),
    Field("bannedon", Kind.DATE, "When a ban of it began.", ("bannedon>=2024", "bannedon:2017-05"), label="banned on"),
    Field("unbannedon", Kind.DATE, "When a ban of it ended.", ("unbannedon<=2020",), label="unbanned on"),
    Field("changed", Kind.DATE, "When a ban of it began or ended, or errata of it came.", ("changed:2022..2024",)),
    Field(
        "errata",
        Kind.COUNTED_TEXT,
        "Words of its errata, or how many it has.",
        ('errata:"once per turn"', "errata>=2"),
        needs=Needs.WORDING,
    ),
    Field(
        "erratadon", Kind.DATE, "When it got errata.", ("erratadon>2006-06",), label="errata on", needs=Needs.WORDING
    ),
    Field(
        "errataby",
        Kind.NAME,
        "What brought its errata: words of the document's name, or publisher, judge, community.",
        ("errataby:publisher", "errataby:faq"),
        label="errata by",
        needs=Needs.WORDING,
    ),
    Field(
        "ruling",
        Kind.TEXT,
        "Words of a ruling that is about it or mentions it.",
        ("ruling:concealed",),
        needs=Needs.RULINGS,
    ),
    Field(
        "rulings",
        Kind.COUNT,
        "How many rulings it has.",
        ("rulings>3",),
        label="number of rulings",
        needs=Needs.RULINGS,
    ),
    Field(
        "rulingon",
        Kind.DATE,
        "When a ruling about it was made.",
        ("rulingon>2006",),
        label="ruling on",
        needs=Needs.RULINGS,
    ),
    Field(
        "cites",
        Kind.NAME,
        "A rule that its rulings cite, with the rules below it; a document's name or CR may stand before the number.",
        ("cites:CR-505 kw:boost", "cites:706"),
        needs=Needs.RULINGS,
    ),
    Field("limit", Kind.NUMBER, "The number of copies that the card itself allows.", ("limit=1", "limit>4")),
    Field(
        "is", Kind.FLAG, "Something that is or isn't so.", tuple(f"is:{flag.name}" for flag in _FLAGS), choices=_FLAGS
    ),
    Field(
        "has",
        Kind.FLAG,
        "Something that it has.",
        ("has:errata", "has:ruling"),
        choices=(
            Choice("errata", "has errata"),
            Choice("ruling", "has a ruling", needs=Needs.RULINGS),
            Choice("text", "has its wording loaded", needs=Needs.WORDING),
        ),
    ),
    Field(
        "for",
        Kind.NAME,
        "What can be played with a legend: its domains fit. With deck/ and the number of a deck that you may read: "
        "what can still be added to it without breaking a rule of its format.",
        ('for:"Loose Cannon" t:spell',),
        label="playable with",
    ),
    Field(
        "sort",
        Kind.DISPLAY,
        "The order, by one or more keys; with a minus the other way round.",
        ("t:mc sort:atk,name", "t:unit -sort:might"),
        choices=SORTS,
    ),
    Field("group", Kind.DISPLAY, "Under headings.", ("s:MUN group:type",), choices=_GROUPS),
    Field(
        "view",
        Kind.DISPLAY,
        "As faces, as a table or as text.",
        ("s:MUN view:table",),
        choices=(
            Choice("faces", "drawn cards", ("cards", "images", "grid")),
            Choice("table", "a table", ("list", "checklist")),
            Choice("text", "text alone"),
        ),
    ),
    Field(
        "unique",
        Kind.DISPLAY,
        "One line for each card, each name, each identity or each printing of the cards found.",
        ("n:hulk unique:name", "id:robin unique:identity", "t:rune unique:prints sort:set"),
        choices=(
            Choice("cards", "each card once", ("card",)),
            Choice("name", "each name once", ("names",)),
            Choice("identity", "each identity once", ("identities",)),
            Choice("prints", "each printing", ("printings", "printing")),
        ),
    ),
)

#: It drives the parser, the help page, the completion and the documentation of the API.
FIELDS: tuple[Field, ...] = (*CARD_FIELDS, *RECORD_FIELDS, *ASKED_ELSEWHERE)
_BY_KEY = {key: one for one in FIELDS for key in one.keys}


def field(name_or_alias: str) -> Field | None:
    """The field of that name or alias, however it is cased."""
    return _BY_KEY.get(name_or_alias.casefold())


def games_of(name: str) -> tuple[str, ...]:
    """The slugs of the games whose cards have the field of that name."""
    return _BY_KEY[name].games
