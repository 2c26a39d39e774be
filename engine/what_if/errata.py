"""An erratum that is proposed: facts of a card replaced by others. Its text isn't among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from engine.model.cards import Card, Keyword, StatedFacts
from engine.model.effective_facts import get_effective_card
from engine.model.errors import InputError
from engine.model.games import game_of
from engine.model.identities import get_identity
from engine.model.names import IDENTITY_MARK, VERSION_JOINER

NUMBER = "number"
FIGURE = "figure"
WORD = "word"
WORDS = "words"
FLAG = "flag"
KEYWORDS = "keywords"

#: The facts that an erratum may replace, each with the kind of its values.
ERRATUM_FACTS: Mapping[str, str] = {
    "printed_limit": NUMBER,
    "keywords": KEYWORDS,
    "teams": WORDS,
    "alignments": WORDS,
    "type": WORD,
    "level": NUMBER,
    "versions": WORDS,
    "identity": WORD,
    "cost": FIGURE,
    "cost_kind": WORD,
    "atk": FIGURE,
    "defense": FIGURE,
    "health": FIGURE,
    "energy": FIGURE,
    "power": FIGURE,
    "might": FIGURE,
    "supertype": WORD,
    "universe": WORD,
    "domains": WORDS,
    "power_symbols": WORDS,
    "traits": WORDS,
    "tags": WORDS,
    "has_flight": FLAG,
    "has_range": FLAG,
    "is_concealed": FLAG,
}
_OTHER_NAMES = {"team": "teams", "alignment": "alignments", "version": "versions", "keyword": "keywords"}
_OTHER_NAMES |= {"limit": "printed_limit", "domain": "domains", "trait": "traits", "tag": "tags", "def": "defense"}
_NOTHING = frozenset(("", "none", "null"))
_FLAGS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_MAX_LENGTH = 80
_MAX_WORDS = 20
_MAX_VALUE = 999

Value = int | str | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Erratum:
    """A card (slug, printing, full title or name) with the facts that it would have, by their names in order.

    Keywords are words: `+Loner` adds one, `-Loner` takes one away; without signs they replace all that it has.
    """

    card: str
    facts: tuple[tuple[str, Value], ...]


def read_fact(name: str, given: object) -> tuple[str, Value]:
    """A fact by its name or another one of it, and its value out of a text or of JSON. Raises InputError."""
    fact = name.strip().casefold().replace(" ", "_").replace("-", "_")
    fact = _OTHER_NAMES.get(fact, fact)
    kind = ERRATUM_FACTS.get(fact)
    if kind is None:
        raise InputError(
            f"an erratum can’t change {name[:40]!r}; it can change {', '.join(ERRATUM_FACTS)}",
            place="errata",
            code="unknown-fact",
        )
    return fact, _parse_value(fact, kind, given)


def _parse_value(fact: str, kind: str, given: object) -> Value:
    if kind in (WORDS, KEYWORDS):
        return _parse_words(fact, given)
    said = "" if given is None else str(given).strip()
    # A figure that reads none is one: that of a costless card.
    if not said or (kind != FIGURE and said.casefold() in _NOTHING):
        return None
    if kind == FLAG:
        if said.casefold() in _FLAGS:
            return _FLAGS[said.casefold()]
        raise _unreadable_error(fact, said, "yes, no or none")
    if kind == WORD or (kind == FIGURE and not _is_number(said)):
        if len(said) <= (_MAX_LENGTH if kind == WORD else 8):
            return said
        raise _unreadable_error(fact, said, f"at most {_MAX_LENGTH if kind == WORD else 8} characters")
    if _is_number(said) and int(said) <= _MAX_VALUE:
        return int(said)
    raise _unreadable_error(fact, said, f"a number from 0 to {_MAX_VALUE}, or none")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 6


def _parse_words(fact: str, given: object) -> tuple[str, ...]:
    if isinstance(given, str):
        given = given.split("|" if "|" in given else ",")
    if given is not None and not isinstance(given, list | tuple):
        raise _unreadable_error(fact, str(given), "words separated by commas")
    words = [str(word).strip() for word in given or ()]
    words = [word for word in words if word.casefold() not in _NOTHING]
    if len(words) > _MAX_WORDS or any(len(word) > _MAX_LENGTH for word in words):
        raise _unreadable_error(fact, ", ".join(words), f"at most {_MAX_WORDS} words of {_MAX_LENGTH} characters")
    return tuple(words)


def _unreadable_error(fact: str, found: str, allowed: str) -> InputError:
    return InputError(f"{fact} is {found[:40]!r}; {allowed}", place="errata", code="unreadable-fact")


def apply_erratum(card: Card, erratum: Erratum, on: date) -> Card:
    """The card with these facts on whatever day; of the others, its texts go on saying what they say.

    Keywords are added to and taken from those that it has on the day `on`.
    """
    facts: dict[str, Any] = dict(erratum.facts)
    if "keywords" in facts:
        facts["keywords"] = _parse_keywords(get_effective_card(card, on).keywords, facts["keywords"])
    if "versions" in facts:
        facts["versions_known"] = True
    readings = tuple(_remove_facts(reading, facts) for reading in card.readings)
    changed = replace(card, **facts, readings=readings)
    if not facts.keys() & {"versions", "identity"}:
        return changed
    named = changed.name + (f"{IDENTITY_MARK}{changed.identity}" if changed.identity else "")
    title = ", ".join(filter(None, (named, VERSION_JOINER.join(changed.versions))))
    key = get_identity(changed) if game_of(card.game).copies.are_by_version else card.copy_key
    return replace(changed, title=title, copy_key=key)


def _remove_facts(reading: StatedFacts, facts: Mapping[str, object]) -> StatedFacts:
    """A text that says nothing of these facts any more, so that the erratum alone decides them."""
    return StatedFacts(reading.since, {name: value for name, value in reading.facts.items() if name not in facts})


def _parse_keywords(held: tuple[Keyword, ...], words: tuple[str, ...]) -> tuple[Keyword, ...]:
    bare = [word for word in words if word[0] not in "+-"]
    base = () if bare or not words else held
    gone = {_parse_keyword(word[1:]).name.casefold() for word in words if word[0] == "-"}
    added = [_parse_keyword(word.lstrip("+")) for word in words if word[0] != "-"]
    replaced = gone | {keyword.name.casefold() for keyword in added}
    return (*(keyword for keyword in base if keyword.name.casefold() not in replaced), *added)


def _parse_keyword(word: str) -> Keyword:
    """A keyword as it is written, with its parameter where one ends it: Boost 2."""
    name, _, last = word.strip().rpartition(" ")
    return Keyword(name, last) if name and (last.isdecimal() or last.upper() == "X") else Keyword(word.strip())
