"""What cards do in play, as words to search by: each with its definition and how it is told from the wording.

The pattern is tried on the wording without reminders, in any case; a card with one of the keywords has the function
too.
"""

from __future__ import annotations

from dataclasses import dataclass

from vsdb.search.language.examples import KO


@dataclass(frozen=True, slots=True)
class CardFunction:
    """A function: its word, what it means, the regular expression (RE2) of its wording, and keywords that are it."""

    tag: str
    definition: str
    pattern: str
    keywords: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


FUNCTIONS: tuple[CardFunction, ...] = (
    CardFunction(
        "search",
        "looks through a deck, or through a pile of cards, for a card",
        r"\bsearch(es)?\b|\blooks? through\b",
        aliases=("tutor",),
    ),
    CardFunction(
        "rally", "shows the top card of a deck and takes it if it is of the right kind", r"\brall(y|ies|ied)\b"
    ),
    CardFunction("draw", "draws cards", r"\bdraws? ([\w-]+ ){0,5}cards?\b", aliases=("card-draw",)),
    CardFunction("discard", "makes a player discard, or discards as a cost", r"\bdiscard(s|ed|ing)?\b"),
    CardFunction(
        "look",
        "looks at or reveals cards that are hidden: on top of a deck, in a hand, face down",
        r"\blooks? at\b|\breveal(s|ed|ing)?\b",
        ("Predict", "Vision"),
        ("reveal", "scry"),
    ),
    CardFunction(
        "pump",
        "raises attack, defense, health or might",
        r"\+(\d+|X)( ?/ ?\+?(\d+|X))?( ?\[?(ATK|DEF|attack|defense|health|might)\b|[^/\w]|$)|"
        r"\bput(s)? ([\w+/-]+ ){0,4}\+1/\+1 counters?\b",
        ("Buff",),
        ("boost-stats",),
    ),
    CardFunction(
        "weaken",
        "lowers attack, defense, health or might",
        r"[-\x{2013}\x{2212}](\d+|X)( ?/ ?[-\x{2013}\x{2212}]?(\d+|X))? ?\[?(ATK|DEF|attack|defense|health|might)\b|"
        r"[-\x{2013}\x{2212}]\d+/[-\x{2013}\x{2212}]\d+",
        ("Nerf",),
        ("debuff",),
    ),
    CardFunction("ready", "readies something that is exhausted", r"\bread(y|ies|ied|ying)\b", aliases=("untap",)),
    CardFunction(
        "exhaust", "exhausts something, as a cost or as an effect", r"\bexhaust(s|ed|ing)?\b", aliases=("tap",)
    ),
    CardFunction("stun", "stuns a character", r"\bstun(s|ned|ning)?\b", ("Stun",)),
    CardFunction("recovery", "recovers stunned characters", r"\brecover(s|ed|ing)?\b", aliases=("recover",)),
    CardFunction("ko", KO, r"\bKO('?d|s|ing)?\b|\bkill(s|ed|ing)?\b", ("Lethal", "Slay"), ("kill", "removal")),
    CardFunction(
        "negate",
        "undoes an effect, or counters a spell",
        r"\bnegate(s|d)?\b|\bnegating\b|\bcounters? (a|an|that|target|any|the) ([\w-]+ ){0,3}(spell|ability|effect)",
        ("Nullify",),
        ("counterspell",),
    ),
    CardFunction(
        "bounce",
        "returns something in play to its owner's hand",
        r"\breturn(s|ed)? ([\w',\[\]-]+ ){1,12}to (its|their|his|her|your|a|the|that)( [\w']+){0,2} hands?\b",
    ),
    CardFunction(
        "recursion",
        "brings cards back out of the KO'd pile or the trash",
        r"\bfrom (your|a|any|their|his|her|its|the|that)( [\w']+){0,2} (KO'?d pile|KO pile|trash)\b",
        aliases=("reanimate",),
    ),
    CardFunction(
        "move",
        "moves something: to another row, battlefield or player's field",
        r"\bmove(s|d)?\b|\bmoving\b|\bswitch(es)? (rows|places)\b",
        ("Ganking",),
    ),
    CardFunction(
        "remove",
        "removes cards from the game, or banishes them",
        r"\bremove(s|d)? ([\w',\[\]-]+ ){1,10}from the game\b|\bbanish(es|ed|ing)?\b",
        ("Ban",),
        ("exile", "banish"),
    ),
    CardFunction("put-into-play", "puts a card into play without paying for it", r"\binto play\b", aliases=("cheat",)),
    CardFunction(
        "team-up",
        "lets characters of several teams count as one team",
        r"\bteam[- ]?up\b",
        ("Team-Up", "Team Up"),
        ("teamup",),
    ),
    CardFunction(
        "burn",
        "takes endurance, or damages without a combat",
        r"\bloses? ([\w-]+ ){0,3}endurance\b|\bdeals? ([\w-]+ ){0,3}damage\b|\bwounds? (a|an|target|that|each)\b",
        ("Burn", "Blast"),
        ("damage",),
    ),
    CardFunction(
        "gain-endurance",
        "gains endurance, or heals wounds and damage",
        r"\bgains? ([\w-]+ ){0,3}endurance\b|\bheals?\b|\bremoves? ([\w-]+ ){0,3}(wounds?|damage)\b",
        aliases=("heal", "lifegain"),
    ),
    CardFunction(
        "protect",
        "keeps something from being chosen, stunned, KO'd or damaged",
        r"\b(can't|cannot|can not) be (\w+ )?(stunned|KO'?d|chosen|targeted|attacked|killed|damaged|wounded|negated)\b|"
        r"\bprevent(s|ed)?\b",
        ("Invulnerability", "Invulnerable", "Shield", "Tough", "Deflect"),
        ("prevention",),
    ),
    CardFunction(
        "restrict-attack",
        "keeps characters from attacking or defending",
        r"\b(can't|cannot|can not) (attack|defend|reinforce|block)\b",
        aliases=("lock",),
    ),
    CardFunction("copy", "copies a card, a power or a name", r"\bcop(y|ies|ied)\b|\bbecomes? a copy\b", ("Clone",)),
    CardFunction(
        "cheaper",
        "makes cards cost less to play",
        r"\bcosts? ([\w\[\]-]+ ){0,4}less\b|\breduces? ([\w-]+ ){0,5}costs?\b|\bcosts? (is|are) reduced\b",
    ),
    CardFunction("token", "makes tokens", r"\btokens?\b", ("Hologram",)),
    CardFunction(
        "counters",
        "uses counters that stay on cards",
        r"\bcounters? (on|from)\b|\bput(s)? ([\w+/-]+ ){1,5}counters?\b|\bremove(s)? ([\w+/-]+ ){1,5}counters?\b",
    ),
    CardFunction(
        "control", "takes control of what another player controls", r"\b(gains?|takes?) control\b", aliases=("steal",)
    ),
)
