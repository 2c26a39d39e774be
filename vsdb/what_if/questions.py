"""What is asked: a proposal, and the decks, formats and days that it is tried on. An address holds all of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.http import HttpRequest

from engine import InputError
from engine.formats.names import find_game
from engine.what_if import Proposal, proposal_from_dict, proposal_from_params, proposal_to_dict, proposal_to_params
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format
from vsdb.check.list_links import build_query
from vsdb.core.dates import parse_day

MAX_LISTS = 20
MAX_LISTS_LONG = 64 * 1024  #: characters of all pasted lists together
_SEPARATOR = "---"
_KEPT = "kept-"
_ASKED = ("proposal", "on", "in_format", "decks", "cursor")


@dataclass(frozen=True, slots=True)
class WhatIfQuestion:
    """A proposal and what it is tried on.

    `on` is the day that every deck is judged on; None: each on its own day. `in_format` is the slug of a format in
    which every deck of the game is judged; empty: each in its own. `lists` are deck texts that came along.
    """

    proposal: Proposal
    on: date | None = None
    in_format: str = ""
    lists: tuple[str, ...] = ()

    def words(self) -> list[tuple[str, str]]:
        """The words of the address that asks this, but for its lists."""
        words = proposal_to_params(self.proposal)
        if self.on:
            words.append(("on", self.on.isoformat()))
        if self.in_format:
            words.append(("all-in", self.in_format))
        return words

    @property
    def text(self) -> str:
        """The lists in one text; empty without any."""
        return f"\n{_SEPARATOR}\n".join(self.lists)

    def query(self, request: HttpRequest | None = None) -> str:
        """The query of the address that asks this; empty where it can't hold the lists.

        A request has lists that are too long for it kept.
        """
        return build_query(self.words(), *([self.text] if self.text else []), request=request)

    def plain(self) -> dict[str, Any]:
        """The question as the API takes it, without what isn't asked."""
        asked: dict[str, Any] = {"proposal": proposal_to_dict(self.proposal)}
        asked |= {"on": self.on and self.on.isoformat(), "in_format": self.in_format, "decks": list(self.lists)}
        return {name: value for name, value in asked.items() if value}


def parse_question(words: Mapping[str, Sequence[str]]) -> WhatIfQuestion:
    """The question of an address or a form. Raises InputError and NotFound.

    A form has apart what an address has in one word: `fix` (a card), `fact` and `value` of an erratum, `moved` (a set)
    and `moved-to`, and `kept-Marvel` for each brand; blank ones are left out.
    """
    rows = zip(*(words.get(name, ()) for name in ("fix", "fact", "value")), strict=False)
    errata = [f"{card.strip()}:{fact.strip()}={value.strip()}" for card, fact, value in rows if card.strip()]
    moved = zip(words.get("moved", ()), words.get("moved-to", ()), strict=False)
    days = [f"{code.strip()}:{to.strip()}" for code, to in moved if code.strip()]
    kept = {key.removeprefix(_KEPT): said[0].strip() for key, said in words.items() if key.startswith(_KEPT) and said}
    brands = [*words.get("brand", ()), *(f"{brand}:{count}" for brand, count in kept.items() if count)]
    words = {**words, "brand": brands}
    whole = {**words, "erratum": [*words.get("erratum", ()), *errata], "legal": [*words.get("legal", ()), *days]}
    on, in_format = (first_word(words, name) for name in ("on", "all-in"))
    lists = next(iter(words.get("lists", ())), "")
    proposal, day = proposal_from_params(whole), parse_day(on, place="on") if on else None
    return resolve_question(WhatIfQuestion(proposal, day, in_format, split_lists(lists)))


def first_word(words: Mapping[str, Sequence[str]], name: str) -> str:
    """The first word of a name that isn't blank."""
    return next((word.strip() for word in words.get(name, ()) if word.strip()), "")


def question_from_dict(plain: Mapping[str, Any]) -> WhatIfQuestion:
    """The question of a request to the API. Raises InputError and NotFound."""
    if others := sorted(str(name) for name in plain if name not in _ASKED):
        raise InputError(f"no field {others[0][:40]!r}; the fields are {', '.join(_ASKED)}", place=others[0][:40])
    proposal = plain.get("proposal")
    if not isinstance(proposal, Mapping):
        raise InputError("send a JSON object with the proposed changes", place="proposal")
    on, in_format, lists = plain.get("on"), plain.get("in_format"), plain.get("decks")
    if lists is not None and not (isinstance(lists, list) and all(isinstance(each, str) for each in lists)):
        raise InputError("send a list of deck texts", place="decks")
    read, day = proposal_from_dict(proposal), parse_day(str(on), place="on") if on else None
    texts = _check_bounds(tuple(text for text in lists or () if text.strip()))
    return resolve_question(WhatIfQuestion(read, day, str(in_format or ""), texts))


def split_lists(text: str) -> tuple[str, ...]:
    """Several lists out of one text, lines of three hyphens between them. Raises InputError."""
    parts = re.split(rf"(?m)^[^\S\n]*{_SEPARATOR}[^\S\n]*$", text.replace("\r\n", "\n"))
    return _check_bounds(tuple(part.strip("\n") for part in parts if part.strip()))


def _check_bounds(lists: tuple[str, ...]) -> tuple[str, ...]:
    if len(lists) > MAX_LISTS:
        raise InputError(f"{len(lists)} lists; at most {MAX_LISTS} at once", place="decks", code="too-many")
    if (length := sum(map(len, lists))) > MAX_LISTS_LONG:
        said = f"{length:,} characters of lists; at most {MAX_LISTS_LONG:,}"
        raise InputError(said, place="decks", code="too-large")
    return lists


def resolve_question(question: WhatIfQuestion) -> WhatIfQuestion:
    """The question with game and formats by their slugs, however they were named. Raises NotFound."""
    proposal = question.proposal
    reference = selectors.get_reference(find_game(proposal.game))
    formats = tuple(dict.fromkeys(find_format(reference, word).slug for word in proposal.formats))
    in_format = find_format(reference, question.in_format).slug if question.in_format else ""
    return replace(question, proposal=replace(proposal, game=reference.game, formats=formats), in_format=in_format)
