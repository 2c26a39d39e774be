"""The fields of cards by their keys; and those of where a card was printed, is legal, and how the answer is shown."""

from __future__ import annotations

from vsdb.search.language.card_fields import CARD_FIELDS, NO_OPTION
from vsdb.search.language.deck_fields import ASKED_ELSEWHERE
from vsdb.search.language.examples import BY_COST
from vsdb.search.language.field_types import FieldChoice, FieldKind, RequiredData, SearchField

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
    FieldChoice("errata-reverted", "had errata that were taken back", needs=RequiredData.WORDING),
    FieldChoice(
        "ruling-stale",
        "has a ruling older than its wording, or than the edition of a rule that it cites",
        needs=RequiredData.RULINGS,
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
    SearchField(
        "set",
        FieldKind.SET,
        "In a set, by its code or its name.",
        ("s:MOR", 's:"Marvel Origins"', "s:{OGN,SFD} t:legend"),
        ("s", "e", "edition"),
    ),
    SearchField(
        "number",
        FieldKind.NUMBERED,
        "The number in a set: one, a span, or compared.",
        ("s:AFF cn:1-50", "s:OGN cn<=10"),
        ("cn",),
        label="collector's number",
    ),
    SearchField(
        "in",
        FieldKind.SET,
        "Printed in that set, whatever other sets the query names.",
        ("in:OGN in:SFD", "in:DCL"),
        label="in set",
    ),
    SearchField(
        "prints", FieldKind.COUNT, "How many printings are recorded.", ("prints>1",), label="number of printings"
    ),
    SearchField(
        "new", FieldKind.SET, "First printed in that set.", ("new:OGN t:rune", "new:SFD t:legend"), label="new in set"
    ),
    SearchField(
        "st",
        FieldKind.CHOICE,
        "Printed in a set of that kind.",
        ("st:starter", "st:promo"),
        ("settype",),
        label="kind of set",
        choices=(
            FieldChoice("expansion"),
            FieldChoice("starter"),
            FieldChoice("promo"),
            FieldChoice("issue"),
            FieldChoice("giant-size"),
            FieldChoice("crossover"),
            FieldChoice("essential", unanswerable="no set is recorded as one of the essential collections"),
        ),
    ),
    SearchField(
        "rarity",
        FieldKind.ORDERED,
        "The rarity, compared in the order common, uncommon, rare, epic, showcase, promo.",
        ("r>=rare", "r:common t:spell"),
        ("r",),
        choices=(
            FieldChoice("common", aliases=("c",)),
            FieldChoice("uncommon", aliases=("u",)),
            FieldChoice("rare", aliases=("r",)),
            FieldChoice("epic", aliases=("e",)),
            FieldChoice("showcase", aliases=("s",)),
            FieldChoice("promo", aliases=("p",)),
        ),
    ),
    SearchField("brand", FieldKind.CHOICE, "Whose characters they are.", ("b:marvel", "b:dc"), ("b",)),
    SearchField(
        "date",
        FieldKind.DATE,
        "When it was first printed: a year, a month, a day, a span, or the day of a set.",
        ("date<2006-01-01", "date:2018", "date>=s:SFD", "year:2005..2006"),
        ("year", "released"),
    ),
    SearchField(
        "legal",
        FieldKind.LEGALITY,
        "Legal in a format, today or on the day, set or event after @; * is any format. An organizer’s format goes "
        "by its short name, also with a version: my-league@3.",
        ("legal:silver", "f:golden -legal:silver", "legal:silver@2006-05-01", 'legal:incursion@"Gen Con 2023"'),
        ("f", "format"),
    ),
    SearchField(
        "banned", FieldKind.LEGALITY, "Banned in a format, likewise.", ("banned:golden", "banned:*@2007-08-01")
    ),
    SearchField(
        "restricted",
        FieldKind.LEGALITY,
        "Restricted to fewer copies in a format.",
        ("restricted:golden",),
        unanswerable="no format's list of restricted cards is recorded",
    ),
    SearchField(
        "asof",
        FieldKind.DISPLAY,
        "The day, set or event on which the whole query is asked.",
        ("banned:golden asof:2006-10-01", "legal:silver asof:MSM"),
        label="as of",
    ),
    SearchField(
        "bannedon", FieldKind.DATE, "When a ban of it began.", ("bannedon>=2024", "bannedon:2017-05"), label="banned on"
    ),
    SearchField("unbannedon", FieldKind.DATE, "When a ban of it ended.", ("unbannedon<=2020",), label="unbanned on"),
    SearchField(
        "changed", FieldKind.DATE, "When a ban of it began or ended, or errata of it came.", ("changed:2022..2024",)
    ),
    SearchField(
        "errata",
        FieldKind.COUNTED_TEXT,
        "Words of its errata, or how many it has.",
        ('errata:"once per turn"', "errata>=2"),
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "erratadon",
        FieldKind.DATE,
        "When it got errata.",
        ("erratadon>2006-06",),
        label="errata on",
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "errataby",
        FieldKind.NAME,
        "What brought its errata: words of the document's name, or publisher, judge, community.",
        ("errataby:publisher", "errataby:faq"),
        label="errata by",
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "ruling",
        FieldKind.TEXT,
        "Words of a ruling that is about it or mentions it.",
        ("ruling:concealed",),
        needs=RequiredData.RULINGS,
    ),
    SearchField(
        "rulings",
        FieldKind.COUNT,
        "How many rulings it has.",
        ("rulings>3",),
        label="number of rulings",
        needs=RequiredData.RULINGS,
    ),
    SearchField(
        "rulingon",
        FieldKind.DATE,
        "When a ruling about it was made.",
        ("rulingon>2006",),
        label="ruling on",
        needs=RequiredData.RULINGS,
    ),
    SearchField(
        "cites",
        FieldKind.NAME,
        "A rule that its rulings cite, with the rules below it; a document's name or CR may stand before the number.",
        ("cites:CR-505 kw:boost", "cites:706"),
        needs=RequiredData.RULINGS,
    ),
    SearchField("limit", FieldKind.NUMBER, "The number of copies that the card itself allows.", ("limit=1", "limit>4")),
    SearchField(
        "is",
        FieldKind.FLAG,
        "Something that is or isn't so.",
        tuple(f"is:{flag.name}" for flag in _FLAGS),
        choices=_FLAGS,
    ),
    SearchField(
        "has",
        FieldKind.FLAG,
        "Something that it has.",
        ("has:errata", "has:ruling"),
        choices=(
            FieldChoice("errata", "has errata"),
            FieldChoice("ruling", "has a ruling", needs=RequiredData.RULINGS),
            FieldChoice("text", "has its wording loaded", needs=RequiredData.WORDING),
        ),
    ),
    SearchField(
        "for",
        FieldKind.NAME,
        "What can be played with a legend: its domains fit. With deck/ and the number of a deck that you may read: "
        "what can still be added to it without breaking a rule of its format.",
        ('for:"Loose Cannon" t:spell',),
        label="playable with",
    ),
    SearchField(
        "sort",
        FieldKind.DISPLAY,
        "The order, by one or more keys; with a minus the other way round.",
        ("t:mc sort:atk,name", "t:unit -sort:might"),
        choices=SORTS,
    ),
    SearchField("group", FieldKind.DISPLAY, "Under headings.", ("s:MUN group:type",), choices=_GROUPS),
    SearchField(
        "view",
        FieldKind.DISPLAY,
        "As faces, as a table or as text.",
        ("s:MUN view:table",),
        choices=(
            FieldChoice("faces", "drawn cards", ("cards", "images", "grid")),
            FieldChoice("table", "a table", ("list", "checklist")),
            FieldChoice("text", "text alone"),
        ),
    ),
    SearchField(
        "unique",
        FieldKind.DISPLAY,
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
