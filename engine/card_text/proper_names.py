"""Which words of a card's text are part of a longer name, as Invisible is in Invisible Woman.

No list holds every name: powers, characters and places that are no cards have them too. So a word with a capital is
taken for part of a name where a neighbour with a capital goes on with it, but for words that texts write with a capital
without naming anybody: those that begin sentences, and what the games call their cards and phases.
"""

from __future__ import annotations

import re

from engine.card_text.sentences import ABBREVIATIONS, is_heading

_JOINING = (
    "a after all also an and another any are as at because before both but by can can't cannot do does doesn't don't "
    "during each either else equal every except for from gained had he he's her his however i i'll i'm if in instead "
    "into is isn't it it's its lost may more must my neither next no non none nor not now of on once one only or other "
    "others our out own per same she so some still than that that's the their them then there these they this those "
    "three through to together treat two until up was we were what when whenever where whether which while who whoever "
    "whose will with within without won't would x you you're your yours"
)
_DOING = (
    "activate add attach attack bury choose control copy count create deal discard double draw end equip exhaust flip "
    "gain gains get gets give gives has have heal ignore ko look lose loses make move name pay place play prevent put "
    "ready recruit remove replace return reveal search shuffle start strike stun swap switch take target turn use wound"
)
_OF_THE_GAMES = (
    "abilities ability additional affiliated atk attacking back build card cards character characters combat cost "
    "counter counters def defending enemy equipment equipped evil front good keyword keywords level location "
    "locations main neutral opposing phase pile piles plot power powers reaction recovery resource row rune special "
    "spell step stunned supporting team token tokens twist twists unaffiliated unit units xp"
)
_ORDINARY = frozenset(f"{_JOINING} {_DOING} {_OF_THE_GAMES}".split())
_VERBS = frozenset(_DOING.split())
_LETTER = r"[^\W\d_]"
_BEFORE = re.compile(rf"(?<![\w'&.*-])({_LETTER}[\w'&.*-]*)(?: of)?(?: the)? $")
_AFTER = re.compile(rf" (?:of )?(?:the )?({_LETTER}[\w'&.*-]*)")
_WORD = re.compile(rf"{_LETTER}[\w'&.*-]*")
_MAX_LENGTH = 60  #: characters of a word before
_VERB = re.compile(r"\b(?:can|can't|cannot|could|may|must|then|will) $")
_POSSESSIVE = ("'s", "s'")
_TITLES = frozenset(f"{word}." for word in ABBREVIATIONS)
_PARTED = re.compile(r"[,:;()\[\]>\u2010-\u2015]| - ")


def is_name_before(text: str, place: int) -> bool:
    """Whether the word before a place begins a name: `Battlefield` before `Leader`, but no `Hero's` before it."""
    found = _BEFORE.search(text, max(0, place - _MAX_LENGTH), place)
    if not found:
        return False
    word = found[1]
    if word.endswith("."):
        return word in _TITLES
    return _is_of_name(word) and not word.endswith(_POSSESSIVE)


def is_name_after(text: str, start: int, end: int) -> bool:
    """Whether the word behind another goes on with a name: `Woman` behind `Invisible`, but not behind `may Freeze`."""
    found = _AFTER.match(text, end)
    return found is not None and _is_of_name(found[1]) and not _VERB.search(text, max(0, start - _MAX_LENGTH), start)


def is_one_name(sentence: str, rest: str) -> bool:
    """Whether a sentence is a name as a whole: `rest`, which it has beside keywords, has words of a name."""
    if not is_heading(sentence) or _PARTED.search(sentence):
        return False
    words = _WORD.findall(rest)
    return any(map(_is_of_name, words)) and _WORD.findall(sentence)[0].casefold() not in _VERBS


def _is_of_name(word: str) -> bool:
    return word[:1].isupper() and word.rstrip(".'").casefold() not in _ORDINARY
