"""What cards do in play, as words to search by: each with its definition and how it is told from the wording.

The pattern is tried on the wording without reminders, in any case; a card with one of the keywords has the function
too.
"""

from __future__ import annotations

from dataclasses import dataclass

from vsdb.search.language.examples import KO


@dataclass(frozen=True, slots=True)
class CardFunction:
    """A function: its word with other words for it behind, what it means, and how it is told.

    `pattern` is the regular expression (RE2) of its wording; `keywords` are it too.
    """

    words: str
    definition: str
    pattern: str
    keywords: tuple[str, ...] = ()

    @property
    def tag(self) -> str:
        """The word that it is called by."""
        return self.words.split()[0]

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other words for it."""
        return tuple(self.words.split()[1:])


FUNCTIONS: tuple[CardFunction, ...] = (
    CardFunction(
        "search tutor",
        "searches a deck or a pile for a card",
        r"\bsearch(es)?\b|\blooks? through\b",
    ),
    CardFunction("rally", "reveals the top card of a deck and takes it if it fits", r"\brall(y|ies|ied)\b"),
    CardFunction("draw card-draw", "draws cards", r"\bdraws? ([\w-]+ ){0,5}cards?\b"),
    CardFunction("discard", "makes a player discard, or costs a discard", r"\bdiscard(s|ed|ing)?\b"),
    CardFunction(
        "look reveal scry",
        "looks at or reveals hidden cards: in a deck, in a hand or face down",
        r"\blooks? at\b|\breveal(s|ed|ing)?\b",
        ("Predict", "Vision"),
    ),
    CardFunction(
        "pump boost-stats",
        "raises attack, defense, health or might",
        r"\+(\d+|X)( ?/ ?\+?(\d+|X))?( ?\[?(ATK|DEF|attack|defense|health|might)\b|[^/\w]|$)|"
        r"\bput(s)? ([\w+/-]+ ){0,4}\+1/\+1 counters?\b",
        ("Buff",),
    ),
    CardFunction(
        "weaken debuff",
        "lowers attack, defense, health or might",
        r"[-\x{2013}\x{2212}](\d+|X)( ?/ ?[-\x{2013}\x{2212}]?(\d+|X))? ?\[?(ATK|DEF|attack|defense|health|might)\b|"
        r"[-\x{2013}\x{2212}]\d+/[-\x{2013}\x{2212}]\d+",
        ("Nerf",),
    ),
    CardFunction("ready untap", "readies something exhausted", r"\bread(y|ies|ied|ying)\b"),
    CardFunction("exhaust tap", "exhausts something, as a cost or an effect", r"\bexhaust(s|ed|ing)?\b"),
    CardFunction("stun", "stuns a character", r"\bstun(s|ned|ning)?\b", ("Stun",)),
    CardFunction("recovery recover", "recovers stunned characters", r"\brecover(s|ed|ing)?\b"),
    CardFunction("ko kill removal", KO, r"\bKO('?d|s|ing)?\b|\bkill(s|ed|ing)?\b", ("Lethal", "Slay")),
    CardFunction(
        "negate counterspell",
        "negates an effect or counters a spell",
        r"\bnegate(s|d)?\b|\bnegating\b|\bcounters? (a|an|that|target|any|the) ([\w-]+ ){0,3}(spell|ability|effect)",
        ("Nullify",),
    ),
    CardFunction(
        "bounce",
        "returns something in play to its owner's hand",
        r"\breturn(s|ed)? ([\w',\[\]-]+ ){1,12}to (its|their|his|her|your|a|the|that)( [\w']+){0,2} hands?\b",
    ),
    CardFunction(
        "recursion reanimate",
        "brings cards back from the KO'd pile or the trash",
        r"\bfrom (your|a|any|their|his|her|its|the|that)( [\w']+){0,2} (KO'?d pile|KO pile|trash)\b",
    ),
    CardFunction(
        "move",
        "moves something: to another row, battlefield or player's field",
        r"\bmove(s|d)?\b|\bmoving\b|\bswitch(es)? (rows|places)\b",
        ("Ganking",),
    ),
    CardFunction(
        "remove exile banish",
        "removes cards from the game, or banishes them",
        r"\bremove(s|d)? ([\w',\[\]-]+ ){1,10}from the game\b|\bbanish(es|ed|ing)?\b",
        ("Ban",),
    ),
    CardFunction("put-into-play cheat", "puts a card into play without paying for it", r"\binto play\b"),
    CardFunction(
        "team-up teamup",
        "lets characters of several teams count as one team",
        r"\bteam[- ]?up\b",
        ("Team-Up", "Team Up"),
    ),
    CardFunction(
        "burn damage",
        "makes a player lose endurance, or damages outside combat",
        r"\bloses? ([\w-]+ ){0,3}endurance\b|\bdeals? ([\w-]+ ){0,3}damage\b|\bwounds? (a|an|target|that|each)\b",
        ("Burn", "Blast"),
    ),
    CardFunction(
        "gain-endurance heal lifegain",
        "gains endurance, or heals wounds or damage",
        r"\bgains? ([\w-]+ ){0,3}endurance\b|\bheals?\b|\bremoves? ([\w-]+ ){0,3}(wounds?|damage)\b",
    ),
    CardFunction(
        "protect prevention",
        "protects something from being chosen, stunned, KO'd or damaged",
        r"\b(can't|cannot|can not) be (\w+ )?(stunned|KO'?d|chosen|targeted|attacked|killed|damaged|wounded|negated)\b|"
        r"\bprevent(s|ed)?\b",
        ("Invulnerability", "Invulnerable", "Shield", "Tough", "Deflect"),
    ),
    CardFunction(
        "restrict-attack lock",
        "stops characters from attacking or defending",
        r"\b(can't|cannot|can not) (attack|defend|reinforce|block)\b",
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
        "uses counters on cards",
        r"\bcounters? (on|from)\b|\bput(s)? ([\w+/-]+ ){1,5}counters?\b|\bremove(s)? ([\w+/-]+ ){1,5}counters?\b",
    ),
    CardFunction("control steal", "takes control of another player's card", r"\b(gains?|takes?) control\b"),
)
