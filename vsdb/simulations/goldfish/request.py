"""What the page of goldfish games is asked, as its form and its address give it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from django import forms
from django.http import QueryDict

from engine import InputError, decklists
from engine.simulation.goldfish.philox import MASK
from vsdb.core.requests import parse_whole_number
from vsdb.simulations.goldfish.playing import DEFAULT_GAMES, DEFAULT_TURNS, MAX_TURNS
from vsdb.simulations.services import MAX_GAMES

OFFERED_GAMES = (1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000)
DEFAULT_SEED = 1
MAX_EXCHANGES = 10
_MAX_SLUG = 200
_COPIES = 99  #: of a card that is exchanged

Words = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Copies of a card of the deck that go, and as many of one that come, by their slugs."""

    out: str
    into: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class GamesRequest:
    """How a list is played, and what it is put beside.

    `version` is one of the stored deck's, 0 for the newest. `against` is the word of another list in a link, `beside`
    that of a stored deck. `exchanges` are made after sideboarding.
    """

    games: int = DEFAULT_GAMES
    turns: int = DEFAULT_TURNS
    seed: int = DEFAULT_SEED
    first: bool = False
    version: int = 0
    against: str = ""
    beside: str = ""
    exchanges: tuple[Exchange, ...] = ()

    @property
    def is_comparison(self) -> bool:
        """Whether another list, or the same after sideboarding, is played too."""
        return bool(self.against or self.beside or self.exchanges)

    def list_words(self, **changes: Any) -> Words:
        """The words of the address that asks the same, or something else by the changes; defaults are left out."""
        asked = replace(self, **changes)
        numbers = (("games", DEFAULT_GAMES), ("turns", DEFAULT_TURNS), ("seed", DEFAULT_SEED), ("version", 0))
        words = [(name, str(getattr(asked, name))) for name, usual in numbers if getattr(asked, name) != usual]
        words += [("first", "1")] if asked.first else []
        words += [(name, word) for name in ("against", "beside") if (word := getattr(asked, name))]
        for each in asked.exchanges:
            words += [("out", each.out), ("in", each.into), ("count", str(each.count))]
        return words


class GamesForm(forms.Form):
    """The form of the page. Another list is typed as `against_list`, and the address then has it as `against`; another
    deck as `beside_deck`, and it then has it as `beside`.
    """

    games = forms.IntegerField(required=False, min_value=1, max_value=MAX_GAMES)
    turns = forms.IntegerField(required=False, min_value=1, max_value=MAX_TURNS)
    seed = forms.IntegerField(required=False, min_value=0, max_value=MASK)
    first = forms.BooleanField(required=False)
    version = forms.IntegerField(required=False, min_value=1, max_value=10**6)
    against = forms.CharField(required=False, max_length=4_000)
    beside = forms.CharField(required=False, max_length=200)
    beside_deck = forms.CharField(required=False, max_length=200)
    against_list = forms.CharField(required=False, max_length=decklists.MAX_BYTES, strip=False)

    def read(self) -> GamesRequest:
        """What a valid form asks. Raises InputError for rows of an exchange that can't be read."""
        data = self.cleaned_data
        return GamesRequest(
            games=data["games"] or DEFAULT_GAMES,
            turns=data["turns"] or DEFAULT_TURNS,
            seed=DEFAULT_SEED if data["seed"] is None else data["seed"],
            first=data["first"],
            version=data["version"] or 0,
            against=data["against"],
            beside=data["beside_deck"] or data["beside"],
            exchanges=_read_exchanges(self.data),
        )

    @property
    def typed_list(self) -> str:
        """The other list as it was pasted; empty for none."""
        typed: str = self.cleaned_data["against_list"]
        return typed if typed.strip() else ""


def _read_exchanges(words: Mapping[str, Any]) -> tuple[Exchange, ...]:
    lists = [words.getlist(name) for name in ("out", "in", "count")] if isinstance(words, QueryDict) else [[], [], []]
    rows = [row for row in zip_longest(*lists, fillvalue="") if row[0].strip() or row[1].strip()]
    if len(rows) > MAX_EXCHANGES:
        raise InputError(f"{len(rows)} exchanges; at most {MAX_EXCHANGES}", place="exchange")
    return tuple(_read_exchange(*(each.strip() for each in row)) for row in rows)


def _read_exchange(out: str, into: str, count: str) -> Exchange:
    if not (out and into):
        raise InputError("an exchange needs both cards: the one that goes and the one that comes", place="exchange")
    if max(len(out), len(into)) > _MAX_SLUG:
        raise InputError("an exchange names a card that the list doesn't have", place="exchange")
    copies = parse_whole_number(count or "1", "exchange", what="number of copies")
    if not 1 <= copies <= _COPIES:
        raise InputError(f"{copies} copies to exchange; from 1 to {_COPIES}", place="exchange")
    return Exchange(out, into, copies)
