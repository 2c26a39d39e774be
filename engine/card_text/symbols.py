"""The symbols in card texts: as a source spells them, and in the one spelling in which texts are compared."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from engine.model.games import CardText, game_of

ARROW = ">>>"

#: What sources write for an arrow.
ARROWS = r"(?:>{2,3}|-{1,2}>|[\u2192\u25ba\u27a1]\ufe0f?)"
_BRACKETED = re.compile(r"\[([^\[\]\n]*)\]")
_PARENTHESISED = re.compile(r"\(([A-Za-z -]{3,16})\)")
_CODE = re.compile(r":[a-z]+_[a-z0-9_]+:")  # as in `:rb_energy_2:`
_UNSPOKEN = re.compile(r"[^a-z0-9]")
_MIN_WORDS = 3  #: of a sentence
#: Patterns begin with the sign that is looked for, not with what stands before it: so they are found ten times as fast.
_STUCK_BEFORE = re.compile(r"\[(?<=[A-Za-z,;]\[)")
_STUCK_BEHIND = re.compile(r"\](?=[A-Za-z])")
_APART = re.compile(r"(\[([^\[\]\n]*)\]) +(?=\[([^\[\]\n]*)\])")
_ARROW = re.compile(ARROWS)
_ARROW_AND_SPACES = re.compile(f" ?({ARROWS}) ?")


def mark_symbols(text: str, game: str) -> str:
    """The text with every symbol in square brackets and every arrow between spaces, each in the text's own spelling.

    Symbols of a cost stand close together, others apart from words.
    """
    marks = game_of(game).card_text
    # Arrows come first: what stands in brackets is told by how many words it has.
    if _may_have_arrow(text):
        text = _ARROW_AND_SPACES.sub(r" \1 ", text)
    if "[" in text:
        text = _mark_all_bracketed(text)
    if "(" in text:
        text = _PARENTHESISED.sub(lambda found: _mark_parenthesised(found, marks), text)
    for pattern, name in marks.bare_symbols.items():
        text = re.sub(pattern, f"[{name}]", text)
    if not marks.symbols or ("[" not in text and "]" not in text):
        return text
    text = _STUCK_BEHIND.sub("] ", _STUCK_BEFORE.sub(" [", text))
    return _APART.sub(lambda found: _mark_cost(found, marks), text)


def unify_symbols(text: str, game: str) -> str:
    """A text whose symbols are marked, with each in the one spelling; unknown ones stay as written."""
    named = game_of(game).card_text.symbols
    if named and ":" in text:
        text = _CODE.sub(lambda found: _unify_code(found[0], named), text)
    if named and "[" in text:
        text = _BRACKETED.sub(lambda found: f"[{named.get(_fold_symbol(found[1]), found[1])}]", text)
    return _ARROW.sub(ARROW, text) if _may_have_arrow(text) else text


def _may_have_arrow(text: str) -> bool:
    return ">" in text or not text.isascii()


def name_own_symbol(text: str, game: str, domains: Collection[str]) -> str:
    """A text with its symbols in one spelling, in which the symbol for the card's own domain names the domain.

    A card of several domains or of none keeps the symbol: the text doesn't say which of them it is.
    """
    own = game_of(game).card_text.own_symbol
    return text.replace(f"[{own}]", f"[{next(iter(domains))}]") if own and len(domains) == 1 else text


def normalize_symbol(word: str, game: str) -> str:
    """The name of a symbol that is written so, without its brackets."""
    return game_of(game).card_text.symbols.get(_fold_symbol(word), " ".join(word.split()))


def _mark_all_bracketed(text: str) -> str:
    """The text with what stands in square brackets marked, from the inside out: a reminder may stand in others."""
    while (marked := _BRACKETED.sub(lambda found: _mark_bracketed(found[1]), text)) != text:
        text = marked
    return text


def _mark_bracketed(word: str) -> str:
    """A symbol; or the reminder that some files put into square brackets."""
    if word.rstrip().endswith((".", "!")) and len(word.split()) >= _MIN_WORDS:
        return f"({word.strip()})"
    return f"[{' '.join(word.split())}]"


def _mark_parenthesised(found: re.Match[str], marks: CardText) -> str:
    """A symbol of costs or timing that a file puts into parentheses; else what stands there."""
    name = marks.symbols.get(_fold_symbol(found[1]))
    is_symbol = name in (*marks.cost_symbols, *marks.timing_symbols) and found[1][0].isupper()
    return f"[{' '.join(found[1].split())}]" if is_symbol else found[0]


def _mark_cost(found: re.Match[str], marks: CardText) -> str:
    """A symbol and the space before the next, which goes where both are symbols of a cost."""
    is_cost = all(marks.symbols.get(_fold_symbol(word)) in marks.cost_symbols for word in (found[2], found[3]))
    return found[1] if is_cost else found[0]


def _unify_code(code: str, named: Mapping[str, str]) -> str:
    """A symbol that is written as a code, in brackets where it is known."""
    name = named.get(_fold_symbol(code))
    return f"[{name}]" if name else code


def _fold_symbol(word: str) -> str:
    return _UNSPOKEN.sub("", word.casefold())
