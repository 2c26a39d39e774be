"""Cells into facts, as the reference has them: one converter a field; what can't be read becomes a Problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any, TypeVar

from engine.model.cards import COSTLESS
from engine.model.games import game_of
from engine.model.names import split_versions
from vsdb.catalog.cards.reading.cards import parse_keyword_pair
from vsdb.catalog.cards.reading.files import MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_WORD_LENGTH
from vsdb.exchange.card_files.proposals import ReadingProblem
from vsdb.exchange.card_files.sources import vocabulary
from vsdb.exchange.card_files.sources.vocabulary import FactCell

T = TypeVar("T")

MAX_TEXT_LENGTH = 10_000  #: characters of a wording or a ruling; the longest printed has about 1,200
_NONE = frozenset(("none", "n/a"))
_NOTHING = frozenset(("-", "–", "—", "?"))
_WHOLE = re.compile(r"-?\d{1,4}", re.ASCII)
_SIGN = re.compile(r"\d{0,3}[*+]|X", re.ASCII)
_PAIR = re.compile(r"\s*([^/\s]+)\s*/\s*([^/\s]+)\s*")
_LIST = re.compile(r"[;,\n]")
_SEMICOLONS = re.compile(r"[;\n]")
_TAGS = re.compile(r"[;,/\n]")
_JOINED = re.compile(r"[/\u25cb]")
_LEVEL = re.compile(r"\b(?:L|Lv\.?|Level)\s?(\d)\b", re.IGNORECASE)
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_YES = frozenset(("1", "y", "yes", "true", "x"))
_NO = frozenset(("0", "n", "no", "false"))
_PILE_ROLES = {"uses": "uses_piles", "member": "member_of_piles"}
_REMARK = re.compile(r" \([^()]*\)$")
_COLOURLESS = frozenset(("colourless", "colorless"))


class UnreadableCell(ValueError):
    """What stands in a cell isn't what its field takes."""


class CellReader:
    """Reads cells one by one and keeps what is wrong with them."""

    def __init__(self, cells: Mapping[str, FactCell]) -> None:
        self.cells = cells
        self.problems: list[ReadingProblem] = []

    def read(self, name: str, convert: Callable[[str], T], otherwise: T) -> T:
        """What the cell of a field says; `otherwise` where there is none or where it can't be read."""
        cell = self.cells.get(name)
        if cell is None:
            return otherwise
        try:
            return convert(cell.text.strip())
        except UnreadableCell as error:
            message = f"{cell.written}: {error}"
            self.problems.append(ReadingProblem(cell.place, message, " ".join(cell.text.split())[:120]))
            return otherwise


def parse_facts(reader: CellReader, game: str) -> dict[str, Any]:
    """The facts of a card. A cell that says nothing gives no fact."""
    facts: dict[str, Any] = {}

    def put(name: str, convert: Callable[[dict[str, Any], str, str], None]) -> None:
        reader.read(name, lambda text: convert(facts, clean(text, MAX_TEXT_LENGTH), game), None)

    for name, convert in _CONVERTERS.items():
        if name in reader.cells and reader.cells[name].text.strip() not in _NOTHING:
            put(name, convert)
    reader.read("pile", lambda text: _put_piles(facts, clean(text, MAX_TEXT_LENGTH), reader.cells), None)
    if facts.get("alignments") == ["Neutral"] and "teams" not in facts:
        # A neutral card is in no team; files leave the field empty for it.
        facts["teams"] = []
    return facts


def clean(text: str, at_most: int = MAX_NAME_LENGTH) -> str:
    """The text without spaces at its ends; raises Unreadable for one that no table can hold."""
    if unfit := _UNFIT.search(text):
        raise UnreadableCell(f"the character U+{ord(unfit[0]):04X} is not allowed")
    text = text.strip()
    if len(text) > at_most:
        raise UnreadableCell(f"{len(text):,} characters; at most {at_most:,} are allowed")
    return text


def parse_figure(text: str) -> int | str:
    """A number, or a sign as printed."""
    if _SIGN.fullmatch(text.upper()):
        return text.upper()
    if not _WHOLE.fullmatch(text):
        raise UnreadableCell(f"{_shown(text)} is not a number or a printed symbol (*, 0+, X)")
    return int(text)


def parse_flag(text: str) -> bool:
    """Yes or no, as 1 and 0, y and n, true and false."""
    word = text.casefold()
    if word not in _YES and word not in _NO:
        raise UnreadableCell(f"{_shown(text)} is not yes or no (1 or 0, y or n)")
    return word in _YES


def parse_list(text: str, separator: re.Pattern[str] = _LIST) -> list[str]:
    """The words of a list, each once; an empty list where it says `none`."""
    words = [word.strip() for word in separator.split(text) if word.strip()]
    if [word.casefold() for word in words] in ([word] for word in _NONE):
        return []
    if long := next((word for word in words if len(word) > MAX_WORD_LENGTH), None):
        raise UnreadableCell(f"{_shown(long)} has {len(long)} characters; at most {MAX_WORD_LENGTH} are allowed")
    return list(dict.fromkeys(words))


def to_printed_case(code: str, game: str) -> str:
    """A set's code or a number as it is printed: in capitals, unless its letters tell printings apart."""
    return code.upper() if game_of(game).naming.has_rarity_letters else code


def split_joined_words(word: str, is_known: Callable[[str], object]) -> list[str]:
    """The words that one joins by / or ○, where it isn't known itself and each of them is; else the word."""
    found = [part.strip() for part in _JOINED.split(word)]
    return found if len(found) > 1 and not is_known(word) and all(map(is_known, found)) else [word]


def _parse_joined(text: str, is_known: Callable[[str], object]) -> list[str]:
    return [part for whole in parse_list(text) for part in split_joined_words(whole, is_known)]


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text) or int(text) < 0:
        raise UnreadableCell(f"{_shown(text)} is not a whole number")
    return int(text)


def _one_of(kind: str) -> Callable[[str], str]:
    def word(text: str) -> str:
        if right := vocabulary.find_closed_word(text, kind):
            return right
        known = vocabulary.list_closed_words(kind)
        meant = "".join(f"; did you mean {near}?" for near in get_close_matches(text.capitalize()[:40], known, 1))
        raise UnreadableCell(f"{_shown(text)} is not a known {kind}; use {', '.join(known)}{meant}")

    return word


def _some_of(kind: str) -> Callable[[str], list[str]]:
    def words(text: str) -> list[str]:
        found = _parse_joined(text, lambda word: vocabulary.find_closed_word(word, kind))
        return list(dict.fromkeys(map(_one_of(kind), found)))

    return words


def _plain(key: str, convert: Callable[[str], Any]) -> Callable[[dict[str, Any], str, str], None]:
    """A converter that sets one fact, whatever the game."""

    def put(facts: dict[str, Any], text: str, game: str) -> None:
        facts[key] = convert(text)

    return put


def _type(facts: dict[str, Any], text: str, game: str) -> None:
    """`L1 Main Character`: type and level; `Equipment - Machine`: type and trait. A new type stays as written."""
    level = _LEVEL.search(text)
    words = " ".join(_LEVEL.sub(" ", text).split())
    kind, _, trait = words.partition(" - ")
    known = vocabulary.normalize_type(words, game) or vocabulary.normalize_type(kind, game)
    facts["type"] = known or clean(words, 40)
    if level and "level" in game_of(game).site.importing.columns:
        facts["level"] = int(level[1])
    if trait and known and vocabulary.normalize_type(words, game) is None:
        facts["traits"] = parse_list(trait)


def _cost(kind: str | None) -> Callable[[dict[str, Any], str, str], None]:
    """A cost. Where a game tells thresholds from recruiting, what has no threshold is recruited."""

    def put(facts: dict[str, Any], text: str, game: str) -> None:
        facts["cost"] = COSTLESS if text.casefold() in _NONE else parse_figure(text)
        threshold_types = game_of(game).site.importing.threshold_types
        if threshold_types and (kind or facts.get("type")):
            facts["cost_kind"] = kind or ("threshold" if facts["type"] in threshold_types else "recruit")

    return put


def _pair(facts: dict[str, Any], text: str, game: str) -> None:
    """`3/4`: ATK and DEF, unless they have been said."""
    found = _PAIR.fullmatch(text)
    if not found:
        raise UnreadableCell(f"{_shown(text)} is not ATK/DEF such as 3/4")
    for key, written in zip(("atk", "defense"), found.groups(), strict=True):
        facts.setdefault(key, parse_figure(written))


def _teams(facts: dict[str, Any], text: str, game: str) -> None:
    if vocabulary.normalize_spelling(text) == "neutral":
        facts.update(teams=[], alignments=["Neutral"])
    else:
        words = _parse_joined(text, lambda word: vocabulary.is_team(word, game))
        facts["teams"] = list(dict.fromkeys(vocabulary.normalize_team(word, game) for word in words))


def _traits(facts: dict[str, Any], text: str, game: str) -> None:
    facts["traits"] = list(dict.fromkeys([*facts.get("traits", ()), *parse_list(text)]))


def _domains(text: str) -> list[str]:
    return [] if vocabulary.normalize_spelling(text) in _COLOURLESS else _some_of("domain")(text)


def _codes(facts: dict[str, Any], text: str, game: str) -> None:
    facts["linked"] = [to_printed_case(code, game) for code in parse_list(text)]


def _put_piles(facts: dict[str, Any], text: str, cells: Mapping[str, FactCell]) -> None:
    """The piles of a column that says in another what the card is to them, each without a remark in parentheses."""
    role = _PILE_ROLES.get(vocabulary.normalize_spelling(cells["pile_role"].text)) if "pile_role" in cells else None
    if role is None:
        raise UnreadableCell("set `pile_role` to `uses` or `member`")
    facts.setdefault(role, [_REMARK.sub("", word) for word in parse_list(text)])


#: In this order: the type tells what kind of cost a card has.
_CONVERTERS: Mapping[str, Callable[[dict[str, Any], str, str], None]] = {
    "type": _type,
    "level": _plain("level", _whole),
    "cost": _cost(None),
    "recruit_cost": _cost("recruit"),
    "threshold_cost": _cost("threshold"),
    **{name: _plain(name, parse_figure) for name in ("atk", "defense", "health", "energy", "power", "might")},
    "pt": _pair,
    "alignments": _plain("alignments", _some_of("alignment")),
    "teams": _teams,
    "universe": _plain("universe", _one_of("universe")),
    "domains": _plain("domains", _domains),
    "flight": _plain("has_flight", parse_flag),
    "range": _plain("has_range", parse_flag),
    "concealed": _plain("is_concealed", parse_flag),
    "power_symbols": _plain("power_symbols", _some_of("power symbol")),
    "keywords": _plain("keywords", lambda text: [parse_keyword_pair(word) for word in parse_list(text)]),
    "traits": _traits,
    "tags": _plain("tags", lambda text: parse_list(text, _TAGS)),
    "aka": _plain("aka", lambda text: parse_list(text, _SEMICOLONS)),
    "linked": _codes,
    "printed_limit": _plain("printed_limit", _whole),
    "uses_piles": _plain("uses_piles", parse_list),
    "member_of_piles": _plain("member_of_piles", parse_list),
    "supertype": _plain("supertype", partial(clean, at_most=20)),
    "brand": _plain("brand", partial(clean, at_most=40)),
    "in_every_set": _plain("is_in_every_set", parse_flag),
}


def parse_versions(text: str) -> tuple[str, ...]:
    """The versions that a cell joins by ○, / or ;."""
    words = parse_list(clean(text, MAX_NOTE_LENGTH), _SEMICOLONS)
    return tuple(part for whole in words for part in split_versions(whole))
