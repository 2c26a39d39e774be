"""The fields of what is printed on a card, in the order of the help page."""

from __future__ import annotations

from vsdb.search.language import examples
from vsdb.search.language.field_types import FieldChoice, FieldKind, RequiredData, SearchField
from vsdb.search.language.functions import FUNCTIONS

NO_OPTION = "which cards may be concealed or not is not recorded"
_YES_NO = (
    FieldChoice("yes", "recorded as having it", ("y", "true", "1")),
    FieldChoice("no", "recorded as not having it", ("n", "false", "0")),
    FieldChoice("unknown", "not recorded"),
)

CARD_FIELDS = (
    SearchField(
        "name",
        FieldKind.NAME,
        "Words of the name, in any order; with = the whole name. Case, accents, dots and hyphens don't matter, nor "
        "whether a word is joined, as in spiderman. "
        '!"..." is short for the whole name.',
        ('n:"green goblin"', '!"Spider-Man"', "n:/^dr/"),
        ("n",),
    ),
    SearchField(
        "aka", FieldKind.NAME, "Another name by which the card counts as that character.", ('aka:"Ms. Marvel"',)
    ),
    SearchField(
        "version",
        FieldKind.NAME,
        "Words of a version, the line under the name.",
        ("v:army", "n:Hulk v:Gladiator"),
        ("v", "subtitle"),
    ),
    SearchField(
        "identity",
        FieldKind.NAME,
        "The printed identity; a card that prints none is its own identity.",
        ('id:"Black Widow"', 'id:"OMAC Robot"'),
        ("id",),
    ),
    SearchField(
        "type",
        FieldKind.CHOICE,
        "The card type, whole or a word of it; with = the whole type. mc is main character, sc supporting character, "
        "basic and special are locations.",
        ("t:character", 't:"plot twist"', "t:mc", "t:basic", "t=location", "t:{unit,gear}"),
        ("t",),
    ),
    SearchField("game", FieldKind.CHOICE, "The game.", examples.GAME, ("g",)),
    SearchField(
        "cost",
        FieldKind.NUMBER,
        "The cost in the corner: recruit or threshold cost. none finds the costless, unknown the unrecorded.",
        ("c<=3", "c:even", "cost=none", examples.UNRECORDED_COST, "c:1..2"),
        ("c",),
    ),
    SearchField(
        "threshold",
        FieldKind.NUMBER,
        "The threshold cost of a plot twist or location.",
        ('t:"plot twist" threshold>=4',),
        ("th",),
    ),
    SearchField(
        "atk",
        FieldKind.NUMBER,
        "Attack. Figures can be reckoned with and compared with each other.",
        ("atk>def", "atk+def>=cost*4", "atk=unknown"),
        ("a", "attack"),
        "ATK",
    ),
    SearchField("def", FieldKind.NUMBER, "Defense.", ("def>=8", "def>atk"), ("d", "defense", "defence"), "DEF"),
    SearchField(
        "willpower",
        FieldKind.NUMBER,
        "The willpower figure.",
        ("wp>=4",),
        ("wp",),
        unanswerable="no card has its willpower recorded",
    ),
    SearchField(
        "flight",
        FieldKind.FLAG,
        "Whether it has flight.",
        ("flight:yes", "is:flight -is:range"),
        ("fl",),
        choices=_YES_NO,
    ),
    SearchField("range", FieldKind.FLAG, "Whether it has range.", ("range:yes",), ("rg",), choices=_YES_NO),
    SearchField(
        "hidden",
        FieldKind.FLAG,
        "Whether it is concealed; optional: its player may choose.",
        ("hidden:yes", "is:concealed c=8"),
        ("concealed",),
        choices=(
            *_YES_NO,
            FieldChoice("optional", "concealed if its player wants", ("concealed-optional",), NO_OPTION),
        ),
    ),
    SearchField(
        "team",
        FieldKind.LABELS,
        "Affiliation or team. : has it, = has it alone, >= has all of them, <= has no others; none: recorded as having "
        "none.",
        ("team:avengers", "team>={avengers,x-men}", "team=none"),
        ("aff", "affiliation"),
    ),
    SearchField("teams", FieldKind.COUNT, "How many teams it has.", ("teams=2",), label="number of teams"),
    SearchField(
        "trait", FieldKind.LABELS, "A class or trait: a word that cards of a kind share.", ("tr:mutant",), ("tr",)
    ),
    SearchField(
        "kw",
        FieldKind.LABELS,
        "A keyword, with any figure it has; * is any keyword.",
        ("kw:boost", "kw:deathknell", 'kw:"one of a kind"', "kw:swarm -kw:creature", examples.ANY_KEYWORD),
        ("keyword", "keywords"),
        label="keyword",
    ),
    SearchField(
        "text",
        FieldKind.TEXT,
        "Words of the wording that counts today, or on the day of asof:, without reminders; ~ is the card's own name. "
        "In quotes they stand in a row; * is any wording.",
        ('x:"ready ~"', r"x:/gets? \+\d+ (ATK|DEF)/", 'x:"ready ~" asof:2006-06-01'),
        ("x",),
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "full", FieldKind.TEXT, "The wording with its reminder text.", ("full:ready",), needs=RequiredData.WORDING
    ),
    SearchField(
        "printed",
        FieldKind.TEXT,
        "The wording as it was printed, on whichever printing.",
        ("printed:ready -x:ready",),
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "mentions",
        FieldKind.NAME,
        "Words of a card's name that stands in the wording, the card's own name too.",
        ("mentions:cerebro", 'mentions:!"Cerebro"'),
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "stamped",
        FieldKind.NAME,
        "A team that it asks for: by Loyalty, by the team's symbol, or by the team's name in the wording.",
        ("stamped:x-men",),
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "refs",
        FieldKind.NAME,
        "Refers to other cards by that name; where a longer name stands there, the longer one is meant.",
        ('refs:!"Cerebro"', "refs:cerebro"),
        label="refers to",
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "refby",
        FieldKind.NAME,
        "Other cards of that name refer to it by its own.",
        ("refby:cerebro",),
        label="referred to by",
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "fn",
        FieldKind.LABELS,
        "What it does in play, by these definitions; * is any of them.",
        ("fn:search", "fn>={draw,discard}", "fn:ready -fn:exhaust"),
        label="function",
        choices=tuple(FieldChoice(each.tag, each.definition, each.aliases) for each in FUNCTIONS),
        needs=RequiredData.WORDING,
    ),
    SearchField("health", FieldKind.NUMBER, "The health of a character.", ("t:mc hp>=6", "hp=*"), ("hp",)),
    SearchField("level", FieldKind.NUMBER, "The level of a main character.", ("lv=2", "t:mc lv=3"), ("lv",)),
    SearchField(
        "levelup",
        FieldKind.NUMBER,
        "How many experience points it takes to gain a level.",
        ("levelup<=4",),
        label="level up",
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "flip",
        FieldKind.SUBQUERY,
        "A query that one of the other levels of the same character answers.",
        ("flip:(lv=2 atk>=7)", "lv=1 flip:(def>=8)"),
        label="other level",
    ),
    SearchField(
        "symbol",
        FieldKind.LABELS,
        "Power symbols that it uses.",
        ("sym:might", "sym>={might,energy}", "sym={might,energy}"),
        ("sym",),
        "power symbol",
        tuple(map(FieldChoice, ("might", "skill", "energy", "intellect", "humanity", "alien", "wild"))),
    ),
    SearchField(
        "superpower",
        FieldKind.TEXT,
        "Words of a super power: its name, the symbols that it costs, its text.",
        ("superpower:/draw/", "superpower:might"),
        label="super power",
        needs=RequiredData.WORDING,
    ),
    SearchField(
        "side",
        FieldKind.LABELS,
        "Good, evil, neutral, or both good and evil.",
        ("side:evil t:sc", "side:both"),
        choices=(
            FieldChoice("good"),
            FieldChoice("evil"),
            FieldChoice("neutral"),
            FieldChoice("both", "good and evil"),
        ),
    ),
    SearchField(
        "universe",
        FieldKind.CHOICE,
        "Whether its pictures are drawn or photographs; both: it may stand with either.",
        ("u:photographic", "u:both"),
        ("u",),
        choices=(
            FieldChoice("illustrated", "drawn", ("i",)),
            FieldChoice("photographic", "photographs", ("p", "photo")),
            FieldChoice("both", "either", ("any",)),
        ),
    ),
    SearchField(
        "world",
        FieldKind.CHOICE,
        "The world that its story is from.",
        ("world:mcu",),
        unanswerable="no card's world is recorded",
    ),
    SearchField(
        "pile",
        FieldKind.LABELS,
        "The pile outside the deck that it is a member of.",
        ("pile:invention", "pile:*"),
        label="member of pile",
    ),
    SearchField("uses", FieldKind.LABELS, "The pile that it uses.", ("uses:invention",), label="uses pile"),
    SearchField("energy", FieldKind.NUMBER, "The energy that it costs.", ("en<=2", "en=10"), ("en",)),
    SearchField(
        "power",
        FieldKind.NUMBER,
        "The power that it costs; with domains: costs power, and has those domains.",
        ("pow>=3", "en<=2 pow>={fury}"),
        ("pow",),
    ),
    SearchField("might", FieldKind.NUMBER, "The might of a unit.", ("might>en", "m>=9"), ("m",)),
    SearchField(
        "domain",
        FieldKind.LABELS,
        "Domains: = that one alone, <= fits a legend of these, >= has all of them.",
        ("dom=fury", "dom<={fury,chaos} t:legend", "dom=none"),
        ("dom",),
        choices=(
            *map(FieldChoice, ("fury", "calm", "mind", "body", "chaos", "order")),
            FieldChoice("none", "colorless", ("colorless", "colourless")),
        ),
    ),
    SearchField(
        "super",
        FieldKind.CHOICE,
        "The supertype: champion, signature, basic or token.",
        ("super:signature tag:jinx", "super:token"),
        ("supertype",),
        "supertype",
        tuple(map(FieldChoice, ("champion", "signature", "basic", "token"))),
    ),
    SearchField("tag", FieldKind.LABELS, "A tag: a champion, a region, a kind.", ("tag:jinx", "tag:poro")),
)
