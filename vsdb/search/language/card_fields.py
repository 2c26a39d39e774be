"""Fields printed on cards, in the order of the help page."""

from __future__ import annotations

from vsdb.search.language import field_types as kinds
from vsdb.search.language.examples import ANY_KEYWORD, GAME, UNRECORDED_COST
from vsdb.search.language.field_types import WORDING, FieldChoice, list_choices
from vsdb.search.language.functions import FUNCTIONS

NO_OPTION = "optional concealment is not recorded"
_YES_NO = (
    FieldChoice("yes", "has it", ("y", "true", "1")),
    FieldChoice("no", "does not have it", ("n", "false", "0")),
    FieldChoice("unknown", "not recorded"),
)

CARD_FIELDS = (
    kinds.name(
        "name n",
        "Words of the name, in any order; = matches the whole name. Case, accents, dots and hyphens don't matter, and "
        "spiderman finds Spider-Man. "
        '!"..." is short for the whole name.',
        ('n:"green goblin"', '!"Spider-Man"', "n:/^dr/"),
    ),
    kinds.name("aka", "Another name under which the card counts as that character.", ('aka:"Ms. Marvel"',)),
    kinds.name(
        "version v subtitle", "Words of the version, the line under the name.", ("v:army", "n:Hulk v:Gladiator")
    ),
    kinds.name(
        "identity id",
        "Printed identity. A card without one uses its name as its identity.",
        ('id:"Black Widow"', 'id:"OMAC Robot"'),
    ),
    kinds.choice(
        "type t",
        "Card type, or a word of the type; = matches the whole type. mc is main character, sc is supporting character, "
        "basic and special are locations.",
        ("t:character", 't:"plot twist"', "t:mc", "t:basic", "t=location", "t:{unit,gear}"),
    ),
    kinds.choice("game g", "Game.", GAME),
    kinds.number(
        "cost c",
        "Recruit or threshold cost. none: no cost; unknown: not recorded.",
        ("c<=3", "c:even", "cost=none", UNRECORDED_COST, "c:1..2"),
    ),
    kinds.number("threshold th", "Threshold cost of a plot twist or location.", ('t:"plot twist" threshold>=4',)),
    kinds.number(
        "atk a attack",
        "Attack. You can add numbers and compare them with each other.",
        ("atk>def", "atk+def>=cost*4", "atk=unknown"),
        label="ATK",
    ),
    kinds.number("def d defense defence", "Defense.", ("def>=8", "def>atk"), label="DEF"),
    kinds.number("willpower wp", "Willpower.", ("wp>=4",), unanswerable="willpower is not recorded for any card"),
    kinds.flag("flight fl", "Has flight or not.", ("flight:yes", "is:flight -is:range"), choices=_YES_NO),
    kinds.flag("range rg", "Has range or not.", ("range:yes",), choices=_YES_NO),
    kinds.flag(
        "hidden concealed",
        "Concealed or not; optional: its player chooses.",
        ("hidden:yes", "is:concealed c=8"),
        choices=(
            *_YES_NO,
            FieldChoice("optional", "concealed if its player chooses", ("concealed-optional",), NO_OPTION),
        ),
    ),
    kinds.labels(
        "team aff affiliation",
        "Affiliation or team. : has it, = has only it, >= has all of them, <= has no others; none: recorded as having "
        "none.",
        ("team:avengers", "team>={avengers,x-men}", "team=none"),
    ),
    kinds.count("teams", "Number of teams.", ("teams=2",), label="number of teams"),
    kinds.labels("trait tr", "Class or trait, a word that similar cards share.", ("tr:mutant",)),
    kinds.labels(
        "kw keyword keywords",
        "Keyword, with or without its number; * means any keyword.",
        ("kw:boost", "kw:deathknell", 'kw:"one of a kind"', "kw:swarm -kw:creature", ANY_KEYWORD),
        label="keyword",
    ),
    kinds.text(
        "text x",
        "Words of the current card text, or the text on the asof: date, without reminder text. ~ is the card's own "
        "name. Quotes keep words together; * means any text.",
        ('x:"ready ~"', r"x:/gets? \+\d+ (ATK|DEF)/", 'x:"ready ~" asof:2006-06-01'),
        needs=WORDING,
    ),
    kinds.text("full", "Words of the card text including reminder text.", ("full:ready",), needs=WORDING),
    kinds.text("printed", "Words of the text as printed, on any printing.", ("printed:ready -x:ready",), needs=WORDING),
    kinds.name(
        "mentions",
        "Words of a card name in the card text, including the card's own name.",
        ("mentions:cerebro", 'mentions:!"Cerebro"'),
        needs=WORDING,
    ),
    kinds.name(
        "stamped",
        "Team the card requires, by Loyalty, team symbol or team name in its text.",
        ("stamped:x-men",),
        needs=WORDING,
    ),
    kinds.name(
        "refs",
        "Refers to other cards with that name. If the text has a longer name, only the longer name counts.",
        ('refs:!"Cerebro"', "refs:cerebro"),
        label="refers to",
        needs=WORDING,
    ),
    kinds.name(
        "refby",
        "Is named by other cards with that name.",
        ("refby:cerebro",),
        label="referred to by",
        needs=WORDING,
    ),
    kinds.labels(
        "fn",
        "What the card does in play, as defined here; * means any of them.",
        ("fn:search", "fn>={draw,discard}", "fn:ready -fn:exhaust"),
        label="function",
        choices=tuple(FieldChoice(each.tag, each.definition, each.aliases) for each in FUNCTIONS),
        needs=WORDING,
    ),
    kinds.number("health hp", "Health of a character.", ("t:mc hp>=6", "hp=*")),
    kinds.number("level lv", "Level of a main character.", ("lv=2", "t:mc lv=3")),
    kinds.number(
        "levelup",
        "Experience points needed to level up.",
        ("levelup<=4",),
        label="level up",
        needs=WORDING,
    ),
    kinds.subquery(
        "flip",
        "Another level of the same character matches the query.",
        ("flip:(lv=2 atk>=7)", "lv=1 flip:(def>=8)"),
        label="another level",
    ),
    kinds.labels(
        "symbol sym",
        "Power symbols the card uses.",
        ("sym:might", "sym>={might,energy}", "sym={might,energy}"),
        label="power symbol",
        choices=list_choices("might", "skill", "energy", "intellect", "humanity", "alien", "wild"),
    ),
    kinds.text(
        "superpower",
        "Words of a super power: its name, symbols or text.",
        ("superpower:/draw/", "superpower:might"),
        label="super power",
        needs=WORDING,
    ),
    kinds.labels(
        "side",
        "Good, evil, neutral, or both (good and evil).",
        ("side:evil t:sc", "side:both"),
        choices=(*list_choices("good", "evil", "neutral"), FieldChoice("both", "good and evil")),
    ),
    kinds.choice(
        "universe u",
        "Drawn or photographic art; both: goes with either.",
        ("u:photographic", "u:both"),
        choices=(
            FieldChoice("illustrated", "drawn", ("i",)),
            FieldChoice("photographic", "photographs", ("p", "photo")),
            FieldChoice("both", "either", ("any",)),
        ),
    ),
    kinds.choice(
        "world", "World its story is from.", ("world:mcu",), unanswerable="worlds are not recorded for any card"
    ),
    kinds.labels(
        "pile",
        "Pile outside the deck that the card belongs to.",
        ("pile:invention", "pile:*"),
        label="member of pile",
    ),
    kinds.labels("uses", "Pile that the card uses.", ("uses:invention",), label="uses pile"),
    kinds.number("energy en", "Energy cost.", ("en<=2", "en=10")),
    kinds.number(
        "power pow",
        "Power cost; with domains: costs power and has those domains.",
        ("pow>=3", "en<=2 pow>={fury}"),
    ),
    kinds.number("might m", "Might of a unit.", ("might>en", "m>=9")),
    kinds.labels(
        "domain dom",
        "Domain. = has only it, <= fits a legend of these, >= has all of them.",
        ("dom=fury", "dom<={fury,chaos} t:legend", "dom=none"),
        choices=(
            *list_choices("fury", "calm", "mind", "body", "chaos", "order"),
            FieldChoice("none", "colorless", ("colorless", "colourless")),
        ),
    ),
    kinds.choice(
        "super supertype",
        "Supertype: champion, signature, basic or token.",
        ("super:signature tag:jinx", "super:token"),
        label="supertype",
        choices=list_choices("champion", "signature", "basic", "token"),
    ),
    kinds.labels("tag", "Tag, such as a champion, region or creature type.", ("tag:jinx", "tag:poro")),
)
