"""The fields of what is printed on a card, in the order of the help page."""

from __future__ import annotations

from vsdb.search.language import field_types as kinds
from vsdb.search.language.examples import ANY_KEYWORD, GAME, UNRECORDED_COST
from vsdb.search.language.field_types import WORDING, FieldChoice, list_choices
from vsdb.search.language.functions import FUNCTIONS

NO_OPTION = "which cards may be concealed or not is not recorded"
_YES_NO = (
    FieldChoice("yes", "recorded as having it", ("y", "true", "1")),
    FieldChoice("no", "recorded as not having it", ("n", "false", "0")),
    FieldChoice("unknown", "not recorded"),
)

CARD_FIELDS = (
    kinds.name(
        "name n",
        "Words of the name, in any order; with = the whole name. Case, accents, dots and hyphens don't matter, nor "
        "whether a word is joined, as in spiderman. "
        '!"..." is short for the whole name.',
        ('n:"green goblin"', '!"Spider-Man"', "n:/^dr/"),
    ),
    kinds.name("aka", "Another name by which the card counts as that character.", ('aka:"Ms. Marvel"',)),
    kinds.name("version v subtitle", "Words of a version, the line under the name.", ("v:army", "n:Hulk v:Gladiator")),
    kinds.name(
        "identity id",
        "The printed identity; a card that prints none is its own identity.",
        ('id:"Black Widow"', 'id:"OMAC Robot"'),
    ),
    kinds.choice(
        "type t",
        "The card type, whole or a word of it; with = the whole type. mc is main character, sc supporting character, "
        "basic and special are locations.",
        ("t:character", 't:"plot twist"', "t:mc", "t:basic", "t=location", "t:{unit,gear}"),
    ),
    kinds.choice("game g", "The game.", GAME),
    kinds.number(
        "cost c",
        "The cost in the corner: recruit or threshold cost. none finds the costless, unknown the unrecorded.",
        ("c<=3", "c:even", "cost=none", UNRECORDED_COST, "c:1..2"),
    ),
    kinds.number("threshold th", "The threshold cost of a plot twist or location.", ('t:"plot twist" threshold>=4',)),
    kinds.number(
        "atk a attack",
        "Attack. Figures can be reckoned with and compared with each other.",
        ("atk>def", "atk+def>=cost*4", "atk=unknown"),
        label="ATK",
    ),
    kinds.number("def d defense defence", "Defense.", ("def>=8", "def>atk"), label="DEF"),
    kinds.number(
        "willpower wp", "The willpower figure.", ("wp>=4",), unanswerable="no card has its willpower recorded"
    ),
    kinds.flag("flight fl", "Whether it has flight.", ("flight:yes", "is:flight -is:range"), choices=_YES_NO),
    kinds.flag("range rg", "Whether it has range.", ("range:yes",), choices=_YES_NO),
    kinds.flag(
        "hidden concealed",
        "Whether it is concealed; optional: its player may choose.",
        ("hidden:yes", "is:concealed c=8"),
        choices=(
            *_YES_NO,
            FieldChoice("optional", "concealed if its player wants", ("concealed-optional",), NO_OPTION),
        ),
    ),
    kinds.labels(
        "team aff affiliation",
        "Affiliation or team. : has it, = has it alone, >= has all of them, <= has no others; none: recorded as having "
        "none.",
        ("team:avengers", "team>={avengers,x-men}", "team=none"),
    ),
    kinds.count("teams", "How many teams it has.", ("teams=2",), label="number of teams"),
    kinds.labels("trait tr", "A class or trait: a word that cards of a kind share.", ("tr:mutant",)),
    kinds.labels(
        "kw keyword keywords",
        "A keyword, with any figure it has; * is any keyword.",
        ("kw:boost", "kw:deathknell", 'kw:"one of a kind"', "kw:swarm -kw:creature", ANY_KEYWORD),
        label="keyword",
    ),
    kinds.text(
        "text x",
        "Words of the wording that counts today, or on the day of asof:, without reminders; ~ is the card's own name. "
        "In quotes they stand in a row; * is any wording.",
        ('x:"ready ~"', r"x:/gets? \+\d+ (ATK|DEF)/", 'x:"ready ~" asof:2006-06-01'),
        needs=WORDING,
    ),
    kinds.text("full", "The wording with its reminder text.", ("full:ready",), needs=WORDING),
    kinds.text(
        "printed", "The wording as it was printed, on whichever printing.", ("printed:ready -x:ready",), needs=WORDING
    ),
    kinds.name(
        "mentions",
        "Words of a card's name that stands in the wording, the card's own name too.",
        ("mentions:cerebro", 'mentions:!"Cerebro"'),
        needs=WORDING,
    ),
    kinds.name(
        "stamped",
        "A team that it asks for: by Loyalty, by the team's symbol, or by the team's name in the wording.",
        ("stamped:x-men",),
        needs=WORDING,
    ),
    kinds.name(
        "refs",
        "Refers to other cards by that name; where a longer name stands there, the longer one is meant.",
        ('refs:!"Cerebro"', "refs:cerebro"),
        label="refers to",
        needs=WORDING,
    ),
    kinds.name(
        "refby",
        "Other cards of that name refer to it by its own.",
        ("refby:cerebro",),
        label="referred to by",
        needs=WORDING,
    ),
    kinds.labels(
        "fn",
        "What it does in play, by these definitions; * is any of them.",
        ("fn:search", "fn>={draw,discard}", "fn:ready -fn:exhaust"),
        label="function",
        choices=tuple(FieldChoice(each.tag, each.definition, each.aliases) for each in FUNCTIONS),
        needs=WORDING,
    ),
    kinds.number("health hp", "The health of a character.", ("t:mc hp>=6", "hp=*")),
    kinds.number("level lv", "The level of a main character.", ("lv=2", "t:mc lv=3")),
    kinds.number(
        "levelup",
        "How many experience points it takes to gain a level.",
        ("levelup<=4",),
        label="level up",
        needs=WORDING,
    ),
    kinds.subquery(
        "flip",
        "A query that one of the other levels of the same character answers.",
        ("flip:(lv=2 atk>=7)", "lv=1 flip:(def>=8)"),
        label="other level",
    ),
    kinds.labels(
        "symbol sym",
        "Power symbols that it uses.",
        ("sym:might", "sym>={might,energy}", "sym={might,energy}"),
        label="power symbol",
        choices=list_choices("might", "skill", "energy", "intellect", "humanity", "alien", "wild"),
    ),
    kinds.text(
        "superpower",
        "Words of a super power: its name, the symbols that it costs, its text.",
        ("superpower:/draw/", "superpower:might"),
        label="super power",
        needs=WORDING,
    ),
    kinds.labels(
        "side",
        "Good, evil, neutral, or both good and evil.",
        ("side:evil t:sc", "side:both"),
        choices=(*list_choices("good", "evil", "neutral"), FieldChoice("both", "good and evil")),
    ),
    kinds.choice(
        "universe u",
        "Whether its pictures are drawn or photographs; both: it may stand with either.",
        ("u:photographic", "u:both"),
        choices=(
            FieldChoice("illustrated", "drawn", ("i",)),
            FieldChoice("photographic", "photographs", ("p", "photo")),
            FieldChoice("both", "either", ("any",)),
        ),
    ),
    kinds.choice(
        "world", "The world that its story is from.", ("world:mcu",), unanswerable="no card's world is recorded"
    ),
    kinds.labels(
        "pile",
        "The pile outside the deck that it is a member of.",
        ("pile:invention", "pile:*"),
        label="member of pile",
    ),
    kinds.labels("uses", "The pile that it uses.", ("uses:invention",), label="uses pile"),
    kinds.number("energy en", "The energy that it costs.", ("en<=2", "en=10")),
    kinds.number(
        "power pow",
        "The power that it costs; with domains: costs power, and has those domains.",
        ("pow>=3", "en<=2 pow>={fury}"),
    ),
    kinds.number("might m", "The might of a unit.", ("might>en", "m>=9")),
    kinds.labels(
        "domain dom",
        "Domains: = that one alone, <= fits a legend of these, >= has all of them.",
        ("dom=fury", "dom<={fury,chaos} t:legend", "dom=none"),
        choices=(
            *list_choices("fury", "calm", "mind", "body", "chaos", "order"),
            FieldChoice("none", "colorless", ("colorless", "colourless")),
        ),
    ),
    kinds.choice(
        "super supertype",
        "The supertype: champion, signature, basic or token.",
        ("super:signature tag:jinx", "super:token"),
        label="supertype",
        choices=list_choices("champion", "signature", "basic", "token"),
    ),
    kinds.labels("tag", "A tag: a champion, a region, a kind.", ("tag:jinx", "tag:poro")),
)
