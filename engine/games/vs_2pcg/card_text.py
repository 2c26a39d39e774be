"""What stands on 2PCG cards: symbols, keywords, and what a text says about the deck and the card's powers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from engine.card_text.deriving import COUNT, parse_number_word
from engine.card_text.keywords import FIGURE, LOYALTY, SYMBOL, KeywordMatcher, Keywords
from engine.card_text.sentences import is_heading, split_sentences, strip_full_stop
from engine.games.vs_2pcg.card_facts import EVIL, GOOD, MAIN_CHARACTER, NEUTRAL
from engine.games.vs_2pcg.deck import LIMITS
from engine.games.vs_2pcg.deck_parts import pile_key
from engine.games.vs_2pcg.deck_texts import parse_deck_terms
from engine.games.vs_2pcg.piles import PILES
from engine.games.vs_2pcg.powers import ANY_TURN, POWER_SYMBOLS, find_power_names, parse_level_up, parse_super_powers
from engine.games.vs_2pcg.teams import is_loyalty
from engine.model.games import CardText

#: Files that show a power symbol by its colour or its planet among them.
_SYMBOLS = {
    **{name.casefold(): name for name in (*POWER_SYMBOLS, "Flight", "Range", "Health")},
    "blue": "Energy",
    "yellow": "Intellect",
    "green": "Might",
    "red": "Skill",
    "earth": "Humanity",
    "space": "Alien",
    "ranged": "Range",
    "anyturn": ANY_TURN,
    "anytime": ANY_TURN,
    "aforce": "A-Force",
    "avenger": "Avengers",
    "avengers": "Avengers",
    "company": "Company",
    "defenders": "Defenders",
    "fantastic": "Fantastic",
    "fantasticfour": "Fantastic",
    "femme": "Femme Fatales",
    "femmefatales": "Femme Fatales",
    "guardians": "Guardians of the Galaxy",
    "guardiansofthegalaxy": "Guardians of the Galaxy",
    "marvel": "Marvel",
    "thecompany": "Company",
    "underworld": "Underworld",
    "villain": "Super Villains",
    "villains": "Super Villains",
    "xenomorph": "Xenomorphs",
    "xmen": "X-Men",
}
_SYMBOL_MARKS = re.compile(r"[\[\]]")
_ITEM = re.compile(
    rf"(?:(?P<before>{SYMBOL}(?: ?(?:or|and|/) ?{SYMBOL})*) )?(?P<name>[^\[\]()]+?)"
    rf"(?: \((?P<number>\w+)\)| (?P<figure>{FIGURE})| (?P<after>{SYMBOL}))?"
)
_MAX_ITEM_LENGTH = 160  #: characters; longer sentences needn't be looked at
_DASH = re.compile(r" ?[\u2013\u2014-] ")
_IN_THE_DECK = re.compile(r"\bin your deck\b", re.I)
_ONLY = re.compile(r"\bonly\b", re.I)
_ONLY_IF_EACH = re.compile(r"\bin your deck only if (?:all|each|every)\b", re.I)
_ANY_SYMBOL = re.compile(SYMBOL)
#: Symbols that stand for something else than a team.
_NO_TEAMS = frozenset(
    (*POWER_SYMBOLS, ANY_TURN, "Activate", "Flight", "Range", "Health", "Marvel", GOOD, EVIL, NEUTRAL)
)
#: A reminder that is all that says which teams Loyalty names.
_TEAMS_REMINDED = re.compile(r"\(([^()\n]*\bin your deck only if (?:all|each|every)\b[^()\n]*)\)", re.I)
_POWER_SYMBOL = re.compile(rf"\[({'|'.join(POWER_SYMBOLS)})\]")
_OF_THIS_CARD = re.compile(rf"\bhave (?:only |up to )?{COUNT} (?:copies |copy )?of this card in your deck", re.I)
_MAX_WORDS = 4  #: in the name of a pile
_PILE = re.compile(rf"(?<!\S)((?:\S+ ){{1,{_MAX_WORDS}}}?)piles?\b", re.I)
_OWN_PLACE = re.compile(
    r"\bthis (?:card|character)\b.{0,80}\b(?:starts? the game|shuffled?)\b|\bshuffle this card\b", re.I
)
_CREATES = re.compile(r"\bcreates? (?:an?|\w+)(?: \[[^\]]+\])? Inventions?\b")
_TRANSFORMS = re.compile(r"\btransforms into\b")


def read_keywords(text: str, known: KeywordMatcher) -> Iterator[tuple[str, str | None]]:
    """Keywords that are a line or a sentence of their own, alone or several with commas, with a team or a number.

    Loyalty is read once for each team that it names, before it or in the sentence that explains it.
    """
    of_powers = find_power_names(text)
    said = [sentence for line in text.split("\n") for sentence in split_sentences(line)]
    for before, sentence, after in zip(["", *said], said, [*said[1:], ""], strict=False):
        words = strip_full_stop(sentence.rstrip(" ,"))
        parts = [part.strip() for part in words.split(",")]
        items = [_item(part, known) for part in parts]
        if words in of_powers:
            continue
        if all(items):
            for part, item in zip(parts, filter(None, items), strict=True):
                yield from _loyal(item[0], part, after) if is_loyalty(item[0]) else (item,)
        elif (dashed := _split_at_dash(sentence)) and (name := known.named(dashed[0])):
            yield from _loyal(name, "", dashed[1]) if is_loyalty(name) else ((name, None),)
        elif (name := _loyalty_named(words)) and _limits_the_deck(after):
            yield from _loyal(name, words, after)
        elif (
            "only if" in sentence.casefold()
            and _ONLY_IF_EACH.search(sentence)
            and not is_loyalty(strip_full_stop(before))
            and (teams := _teams_in(sentence))
        ):
            yield from ((LOYALTY, team) for team in teams)


def _split_at_dash(sentence: str) -> list[str]:
    """What stands before the first dash and behind it; nothing where there is none."""
    has_dash = "- " in sentence or not sentence.isascii()
    parts = _DASH.split(sentence, 1) if has_dash else ()
    return [*parts] if len(parts) > 1 else []


def _loyal(name: str, words: str, after: str) -> Iterator[tuple[str, str | None]]:
    """A kind of Loyalty with each team that it or its explanation names; with none where neither does."""
    teams = (*_teams_in(words), *(_teams_in(after) if _limits_the_deck(after) else ()))
    yield from ((name, team) for team in teams or (None,))


def _loyalty_named(words: str) -> str | None:
    """The kind of Loyalty that is the name of a power."""
    found = _ITEM.fullmatch(words) if len(words) <= _MAX_ITEM_LENGTH else None
    return found["name"] if found and is_loyalty(found["name"]) and is_heading(found["name"]) else None


def _limits_the_deck(sentence: str) -> bool:
    return bool(_IN_THE_DECK.search(sentence) and _ONLY.search(sentence))


def _teams_in(words: str) -> tuple[str, ...]:
    """The teams of which the words show the symbols; none where another symbol stands among them."""
    symbols = tuple(symbol[1:-1] for symbol in _ANY_SYMBOL.findall(words))
    return () if not _NO_TEAMS.isdisjoint(symbols) else symbols


def _item(words: str, known: KeywordMatcher) -> tuple[str, str | None] | None:
    """The keyword that the words are, with the team, the symbol or the number that goes with it."""
    if len(words) > _MAX_ITEM_LENGTH:
        return None
    found = _ITEM.fullmatch(words)
    name = known.named(found["name"]) if found else None
    if not found or not name:
        return None
    parameter = found["number"] or found["figure"] or found["before"] or found["after"]
    return name, parameter and _SYMBOL_MARKS.sub("", parameter)


def _limits(text: str, keywords: Keywords) -> Iterator[int]:
    """The limits that a text states for its own card, and those of its keywords."""
    if "of this card" in text.casefold():
        yield from (parse_number_word(found["count"]) for found in _OF_THIS_CARD.finditer(text))
    yield from (LIMITS[word] for word, _ in keywords if word in LIMITS)


def _facts(text: str, card_type: str | None) -> dict[str, Any]:
    """Power symbols, super powers, the way to the next level, further names, piles and what changes about the deck."""
    is_location = card_type.endswith("Location") if card_type else bool(_POWER_SYMBOL.match(text))
    powers = parse_super_powers(text)
    uses, member_of = _piles(text)
    costs = [symbol for power in powers for way in power["costs"] for symbol in way]
    symbols = _POWER_SYMBOL.findall(text) if is_location else costs
    return {
        "power_symbols": [symbol for symbol in POWER_SYMBOLS if symbol in symbols],
        "super_powers": powers,
        "level_up": parse_level_up(text),
        "aka": _aka(text),
        "uses_piles": uses,
        "member_of_piles": member_of,
        "deck_building": parse_deck_terms(text) if card_type == MAIN_CHARACTER else [],
    }


def _aka(text: str) -> list[str]:
    """The further names of a card."""
    said = (sentence for line in text.split("\n") for sentence in split_sentences(line))
    names = (strip_full_stop(sentence).removeprefix("AKA ") for sentence in said if sentence.startswith("AKA "))
    return [name for joined in names for name in re.split(r", and |, | and ", joined)]


def _piles(text: str) -> tuple[list[str], list[str]]:
    """The out-of-game piles that a card uses, and those that it says it belongs in."""
    uses: dict[str, None] = {}
    member: dict[str, None] = {}
    for line in text.split("\n"):
        for sentence in split_sentences(line):
            into = member if "this c" in sentence.casefold() and _OWN_PLACE.search(sentence) else uses
            into.update(dict.fromkeys(_piles_named(sentence)))
            uses.update(dict.fromkeys(_by_what_it_does(sentence)))
    return list(uses), list(member)


def _piles_named(sentence: str) -> Iterable[str]:
    """The piles that are called by name: of the words before "pile" as many as make one."""
    if "pile" not in sentence.casefold():
        return
    for found in _PILE.finditer(sentence):
        words = found[1].split()
        named = (_pile_names().get(pile_key(" ".join(words[start:]))) for start in range(len(words)))
        yield from [name for name in named if name][:1]


def _by_what_it_does(sentence: str) -> Iterable[str]:
    if "Invention" in sentence and _CREATES.search(sentence):
        yield "Invention"
    if "transforms" in sentence and _TRANSFORMS.search(sentence):
        yield "Transform"


@cache
def _pile_names() -> dict[str, str]:
    return {pile_key(name): pile.name for pile in PILES for name in (*pile.aliases, pile.name)}


CARD_TEXT = CardText(
    symbols=_SYMBOLS,
    cost_symbols=POWER_SYMBOLS,
    timing_symbols=(ANY_TURN,),
    deck_keywords=(
        *(LOYALTY, "One of a Kind", "Legion", "Starting Main Character Required", "Main Character Required"),
        *("Spider-Verse", "Citizen of the Multiverse", "Zombie Master"),
    ),
    names_loyal_teams=True,
    keywords=read_keywords,
    unfold=lambda text: _TEAMS_REMINDED.sub(r"\n\1\n", text) if "(" in text else text,
    limits=_limits,
    facts=_facts,
)
