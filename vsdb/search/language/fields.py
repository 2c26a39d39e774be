"""Card fields by key; fields of printings, legality and display."""

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
    FieldChoice("concealed-optional", "is concealed if its player chooses", unanswerable=NO_OPTION),
    FieldChoice("unique", "is limited to one copy per deck"),
    FieldChoice("reprint", "was printed more than once"),
    FieldChoice("promo", "has a printing in a promo set"),
    FieldChoice("alt", "has a printing with different art", ("alternate",)),
    FieldChoice("foil", "has a foil printing", unanswerable="foil printings are not recorded"),
    FieldChoice("legal", "is legal in at least one format"),
    FieldChoice("banned", "is banned in at least one format"),
    FieldChoice("errata", "has errata"),
    FieldChoice("errata-reverted", "had errata that were reverted", needs=WORDING),
    FieldChoice(
        "ruling-stale",
        "has a ruling older than the card text or the rule it cites",
        needs=RULINGS,
    ),
    FieldChoice("pile-card", "belongs to a pile outside the deck"),
)
_YES_OR_NO = (FieldChoice("yes", aliases=("y", "true")), FieldChoice("no", aliases=("n", "false")))
SORTS = (
    FieldChoice("relevance", "best match first"),
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
    FieldChoice("date", "by release date of its first set", ("year", "released")),
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
    kinds.sets("set s e edition", "Set, by code or name.", ("s:MOR", 's:"Marvel Origins"', "s:{OGN,SFD} t:legend")),
    kinds.numbered(
        "number cn",
        "Number in a set: one number, a range or a comparison.",
        ("s:AFF cn:1-50", "s:OGN cn<=10"),
        label="collector's number",
    ),
    kinds.sets(
        "in", "Also printed in that set. Combine several to find reprints.", ("in:OGN in:SFD", "in:DCL"), label="in set"
    ),
    kinds.count("prints", "Number of recorded printings.", ("prints>1",), label="number of printings"),
    kinds.sets("new", "First printed in that set.", ("new:OGN t:rune", "new:SFD t:legend"), label="new in set"),
    kinds.choice(
        "st settype",
        "Printed in a set of that type.",
        ("st:starter", "st:promo"),
        label="set type",
        choices=(
            *list_choices("expansion", "starter", "promo", "issue", "giant-size", "crossover"),
            FieldChoice("essential", unanswerable="essential collections are not recorded"),
        ),
    ),
    kinds.ordered(
        "rarity r",
        "Rarity, in the order common, uncommon, rare, epic, showcase, promo.",
        ("r>=rare", "r:common t:spell"),
        choices=list_choices("common c", "uncommon u", "rare r", "epic e", "showcase s", "promo p"),
    ),
    kinds.choice("brand b", "Brand of the characters.", ("b:marvel", "b:dc")),
    kinds.date(
        "date year released",
        "First release: a year, month, day, range, or the release of a set.",
        ("date<2006-01-01", "date:2018", "date>=s:SFD", "year:2005..2006"),
    ),
    kinds.legality(
        "legal f format",
        "Legal in a format today, or at the date, set or event after @; * means any format. Name an organizer’s format "
        "by its short name, with or without a version: my-league@3.",
        ("legal:silver", "f:golden -legal:silver", "legal:silver@2006-05-01", 'legal:incursion@"Gen Con 2023"'),
    ),
    kinds.legality(
        "banned",
        "Banned in a format today, or at the date, set or event after @.",
        ("banned:golden", "banned:*@2007-08-01"),
    ),
    kinds.legality(
        "restricted",
        "Restricted to fewer copies in a format.",
        ("restricted:golden",),
        unanswerable="restricted lists are not recorded",
    ),
    kinds.display(
        "asof",
        "Date, set or event for the whole query.",
        ("banned:golden asof:2006-10-01", "legal:silver asof:MSM"),
        label="as of",
    ),
    kinds.date("bannedon", "Date a ban began.", ("bannedon>=2024", "bannedon:2017-05"), label="banned on"),
    kinds.date("unbannedon", "Date a ban ended.", ("unbannedon<=2020",), label="unbanned on"),
    kinds.date("changed", "Date a ban began or ended, or errata appeared.", ("changed:2022..2024",)),
    kinds.counted_text(
        "errata", "Words of the errata, or their number.", ('errata:"once per turn"', "errata>=2"), needs=WORDING
    ),
    kinds.date("erratadon", "Date of errata.", ("erratadon>2006-06",), label="errata on", needs=WORDING),
    kinds.name(
        "errataby",
        "Source of the errata: words of the document's name, or publisher, judge, community.",
        ("errataby:publisher", "errataby:faq"),
        label="errata by",
        needs=WORDING,
    ),
    kinds.text("ruling", "Words of a ruling that covers or mentions the card.", ("ruling:concealed",), needs=RULINGS),
    kinds.count("rulings", "Number of rulings.", ("rulings>3",), label="number of rulings", needs=RULINGS),
    kinds.date("rulingon", "Date of a ruling on the card.", ("rulingon>2006",), label="ruling on", needs=RULINGS),
    kinds.name(
        "cites",
        "Rule that its rulings cite, including subrules. You can put a document's name or CR before the number.",
        ("cites:CR-505 kw:boost", "cites:706"),
        needs=RULINGS,
    ),
    kinds.number("limit", "Number of copies the card itself allows.", ("limit=1", "limit>4")),
    kinds.flag("is", "A property of the card.", tuple(f"is:{flag.name}" for flag in _FLAGS), choices=_FLAGS),
    kinds.flag(
        "has",
        "Data the card has.",
        ("has:errata", "has:ruling"),
        choices=(
            FieldChoice("errata", "has errata"),
            FieldChoice("ruling", "has a ruling", needs=RULINGS),
            FieldChoice("text", "has its text available", needs=WORDING),
        ),
    ),
    kinds.name(
        "for",
        "Cards playable with a legend, by domain. With deck/ and a deck's number: cards you can add without breaking a "
        "rule of its format.",
        ('for:"Loose Cannon" t:spell',),
        label="playable with",
    ),
    kinds.count(
        "owned own have",
        "Copies in your collection, all printings together: a number, yes or no. Sign in to use it.",
        ("owned:yes", "owned>=4", "owned<wanted"),
        choices=_YES_OR_NO,
        label="copies you own",
    ),
    kinds.count(
        "wanted want",
        "Copies you want to own in all. Sign in to use it.",
        ("wanted>0", "wanted:yes owned:no"),
        choices=_YES_OR_NO,
        label="copies you want",
    ),
    kinds.flag(
        "missing",
        "Cards of which you own no copy. Sign in to use it.",
        ("s:MOR missing:yes",),
        choices=_YES_OR_NO,
        label="missing from your collection",
    ),
    kinds.flag(
        "ownedprint",
        "A printing of which you own a copy; combine it with a set, number or rarity. Sign in to use it.",
        ("s:MOR ownedprint:no", "ownedprint:yes unique:prints"),
        choices=_YES_OR_NO,
        label="printing you own",
    ),
    kinds.display(
        "sort",
        "Sort order, by one or more keys; a minus reverses it.",
        ("t:mc sort:atk,name", "t:unit -sort:might"),
        choices=SORTS,
    ),
    kinds.display("group", "Groups the results under headings.", ("s:MUN group:type",), choices=_GROUPS),
    kinds.display(
        "view",
        "Shows the results as faces, table or text.",
        ("s:MUN view:table",),
        choices=(
            FieldChoice("faces", "drawn cards", ("cards", "images", "grid")),
            FieldChoice("table", "a table", ("list", "checklist")),
            FieldChoice("text", "text only"),
        ),
    ),
    kinds.display(
        "unique",
        "Lists each card, name, identity or printing once.",
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
    """Return the field with that name or alias, in any case."""
    return _BY_KEY.get(name_or_alias.casefold())


def list_games_of(name: str) -> tuple[str, ...]:
    """Return the slugs of the games whose cards have a field."""
    return _BY_KEY[name].games
