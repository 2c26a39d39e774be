"""What the text of a main character states about the deck that it leads, in the terms of the deck rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.card_text.sentences import split_sentences, strip_full_stop
from engine.games.vs_2pcg.deck_terms import NOT_READ, ONLY, STARTS_BESIDE, STARTS_WITH, UNIVERSE
from engine.games.vs_2pcg.starters import GUESTS
from engine.games.vs_2pcg.universe import BRANDS

_INCLUDES = r"(?:Your deck|You) (?:may|can)"
_IN_DECK = r"(?: in your deck)?"
_FROM = rf"cards from the (?P<universe>Illustrated|Photographic) Universe{_IN_DECK}"
_OF_A_BRAND = re.compile(
    rf"{_INCLUDES} (?:only include|include only) \[(?P<brand>[^\[\]]+)\] cards{_IN_DECK}"
    rf"(?:,? but (?:(?:it|you|your deck) )?(?:may|can)(?: also)? include \[(?P=brand)\] {_FROM})?",
    re.I,
)
_OF_A_UNIVERSE = re.compile(rf"{_INCLUDES}(?: also)? include {_FROM}", re.I)
_NAME = r"(?P<name>[A-Z*\"][^,;:()]*?)"
_SIDE = r"(?: on (?:your|his|her|its|their) side| in play)?"
_STARTS_BESIDE = re.compile(
    r".*\bstarts? the game with an?(?:other)? (?:(?:additional|further|second) )?main character (?:named|called) "
    rf"{_NAME}{_SIDE}"
)
_STARTS_WITH = re.compile(
    rf".*\bstarts? the game (?:equipped )?with (?:an?|one) {_NAME}"
    rf"(?: (?:equipment|supporting character|plot twist|location|card))?(?: from your deck)?{_SIDE}"
)
_STARTS = re.compile(r"\bstarts? the game\b.*\bwith\b", re.I)
_CARDS_IN_PLAY = re.compile(
    r"\b(?:main|supporting) characters?\b|\bequip(?:ment|ped)\b|\bplot twists?\b|\blocations?\b|\bside\b", re.I
)
_PILE = re.compile(r"\bpiles?\b", re.I)
_ABOUT_THE_DECK = re.compile(
    r"\byour deck (?:may|can|must|can't|cannot|has to)\b.*\b(?:include|contain|have|hold)\b"
    r"|\b(?:may|can|must|can't|cannot)\b.*\b(?:include|have (?:only|up to|any number of))\b.*\bin your deck\b"
    r"|\bbuild(?:ing)? (?:your|a) deck\b|\bdeck-?building\b",
    re.I,
)
#: What other facts say: a card's own limit, Loyalty, and the keywords that let main characters in.
_SAID_OTHERWISE = re.compile(
    "|".join((r"\bof this card in your deck\b", r"\bput this in your deck\b", *(guests.guest for guests in GUESTS))),
    re.I,
)
#: Which rule a sentence about the deck changes, by its words; the first that fits.
_CHANGED_BY = (
    ("universe", re.compile(r"\buniverses?\b|\billustrated\b|\bphotographic\b", re.I)),
    ("copy-limit", re.compile(r"\bcop(?:y|ies)\b", re.I)),
    ("deck-size", re.compile(r"\b(?:exactly|at least|at most|fewer|minimum|maximum) .*\bcards\b", re.I)),
)
_CARDS = "card-type"
_STARTERS = "main-character"
_MAX_SENTENCE_LENGTH = 400  #: characters; longer ones needn't be looked at


def parse_deck_terms(text: str) -> list[str]:
    """What a main character's text without reminders states about its deck, each as a kind and a value."""
    said = (strip_full_stop(sentence) for line in text.split("\n") for sentence in split_sentences(line))
    short = (sentence for sentence in said if len(sentence) <= _MAX_SENTENCE_LENGTH)
    return list(dict.fromkeys(f"{kind}: {value}" for sentence in short for kind, value in _parse_terms(sentence)))


def _parse_terms(sentence: str) -> Iterator[tuple[str, str]]:
    if _STARTS.search(sentence):
        yield from _parse_starting_terms(sentence)
    elif found := _OF_A_BRAND.fullmatch(sentence):
        brand = found["brand"]
        yield (ONLY, brand) if brand in BRANDS.values() else (NOT_READ, _CARDS)
        if found["universe"]:
            yield UNIVERSE, found["universe"].capitalize()
    elif found := _OF_A_UNIVERSE.fullmatch(sentence):
        yield UNIVERSE, found["universe"].capitalize()
    elif _ABOUT_THE_DECK.search(sentence) and not _SAID_OTHERWISE.search(sentence):
        yield NOT_READ, next((code for code, words in _CHANGED_BY if words.search(sentence)), _CARDS)


def _parse_starting_terms(sentence: str) -> Iterator[tuple[str, str]]:
    """What starts the game in play; piles, counters and wounds are no cards in play."""
    if _PILE.search(sentence):
        return
    if found := _STARTS_BESIDE.fullmatch(sentence):
        yield STARTS_BESIDE, found["name"].strip('"')
    elif found := _STARTS_WITH.fullmatch(sentence):
        yield STARTS_WITH, found["name"].strip('"')
    elif _CARDS_IN_PLAY.search(sentence):
        yield NOT_READ, _STARTERS
