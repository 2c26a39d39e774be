"""The filters under the search box: a form that reads and writes the query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, cast

from django import forms

from engine.formats.names import list_format_names, list_main_formats
from engine.model.cards import GAMES
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.filters import write_term
from vsdb.catalog.cards.signs import DomainSign, find_domain_sign
from vsdb.core.folding import to_compact_spelling
from vsdb.search.conditions.vocabulary import count_values
from vsdb.search.language.field_types import list_games_with
from vsdb.search.language.parser import parse
from vsdb.search.language.syntax import (
    ANY,
    And,
    NumberSum,
    Query,
    QuerySpan,
    Term,
    get_written_word,
    list_positive_terms,
)
from vsdb.search.refining import replace_terms, with_code

PREFIX = "with"
SHOWN = "shown"  #: the word of the address that holds the query from which the form was filled in
ON = "on"
_KEYS = ("type", "cost", "energy", "team", "domain", "set", "legal", "kw")
_FIGURES = ("cost", "energy")
_BY_GAME = ("set", "legal")
_OF_SOME_GAMES = (*_FIGURES, "team", "domain")
_ALIASES = {"set": ("set", "in")}  #: other fields of the query that mean the same in this place
_LABELS = {"kw": "keyword", "legal": "legal in"}
_MAX_FIGURE = 99
_REFUSED = {"invalid_choice": "“%(value)s” is not in the list. Choose another value."}
#: Which ends a comparison sets, and how far from its figure.
_BOUNDS = {
    "=": (("low", 0), ("high", 0)),
    ">=": (("low", 0),),
    ">": (("low", 1),),
    "<=": (("high", 0),),
    "<": (("high", -1),),
}

#: Values and labels; a label that is a list of choices is a group of them.
Choice = tuple[str, Any]
#: What a filter says: the value, or the lowest and the highest figure, or the format and the day.
Said = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _SaidFilter:
    """What a query says about a filter, and where; empty if the filter can't show it."""

    said: Said
    spans: tuple[QuerySpan, ...] = ()


class GroupedChoiceField(forms.ChoiceField):
    """A choice whose template lists the options; Django's widget is ten times slower for hundreds."""

    @property
    def groups(self) -> list[tuple[str, list[Choice]]]:
        """The options by group name; first those without a group, under an empty name."""
        single: list[Choice] = []
        grouped = []
        for value, label in cast(Iterable[Choice], self.choices):
            if isinstance(label, str):
                single.append((value, label))
            else:
                grouped.append((str(value), list(label)))
        return [("", single), *grouped]


class DomainChoiceField(GroupedChoiceField):
    """A choice of few values that the template draws with the signs of a game's domains."""

    def __init__(self, game: str, **settings: Any) -> None:
        self.game = game
        super().__init__(**settings)

    @property
    def signs(self) -> list[tuple[str, str, DomainSign | None]]:
        """The values and labels with their signs; none for the value that asks for nothing."""
        choices = cast(Iterable[tuple[str, str]], self.choices)
        return [(value, label, find_domain_sign(self.game, value)) for value, label in choices]


class FilterPanel(forms.Form):
    """The filters of a game, or of all games, filled in from the query `shown` or from the submitted data.

    Only changed filters are written into the query, so that text typed since is kept. One query per game.
    """

    def __init__(self, game: str | None, shown: str, today: date, data: Mapping[str, str] | None = None) -> None:
        self.shown = shown
        self.games = (game,) if game else tuple(GAMES)
        self.keys = tuple(
            key
            for key in _KEYS
            if key not in _OF_SOME_GAMES or not set(self.games).isdisjoint(list_games_with(key, lambda own: own.facets))
        )
        references = tuple(selectors.list_references(self.games))
        self._choices = {key: _list_choices(references, key, today) for key in self.keys if key not in _FIGURES}
        self._names = {key: _map_names(references, key, today) for key in self._choices}
        query = parse(shown, self.games)
        self._said = {key: self._find(query, key).said for key in self.keys}
        initial = {
            name: value for key in self.keys for name, value in zip(_names_of(key), self._said[key], strict=False)
        }
        super().__init__(data, prefix=PREFIX, auto_id="%s", label_suffix="", initial=initial)
        self.fields.update(self._build_fields())

    @property
    def used(self) -> list[str]:
        """The labels of the filters that the query sets."""
        return [self._label(key).lower() for key in self.keys if any(self._said[key])]

    def write_query(self, text: str) -> str:
        """Write the changed filters into a query. The form must be valid."""
        for key in self.keys:
            names = _names_of(key)
            said = _read_submitted(key, [self.cleaned_data[name] for name in names])
            if said != self._said[key] and any(self.add_prefix(name) in self.data for name in names):
                text = self._put(text, key, said)
        return text

    def _build_fields(self) -> Iterator[tuple[str, forms.Field]]:
        for key in self.keys:
            label = self._label(key)
            if key in _FIGURES:
                for name, end in zip(_names_of(key), ("from", "to"), strict=True):
                    figure = forms.IntegerField(required=False, min_value=0, max_value=_MAX_FIGURE)
                    figure.label = f"{label} {end}"
                    yield name, figure
                continue
            choices = [("", "Any"), *self._choices[key]]
            settings: dict[str, Any] = {"required": False, "choices": choices, "error_messages": _REFUSED}
            if key == "domain" and len(self.games) == 1:
                yield key, DomainChoiceField(self.games[0], label=label, **settings)
            else:
                yield key, GroupedChoiceField(label=label, **settings)
            if key == "legal":
                day = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
                yield ON, forms.DateField(label="On date", required=False, widget=day, help_text="Empty for today")

    def _label(self, key: str) -> str:
        if key == "team" and len(self.games) == 1:
            key = game_of(self.games[0]).site.words.team
        label = _LABELS.get(key, key)
        return label[:1].upper() + label[1:]

    def _find(self, query: Query, key: str) -> _SaidFilter:
        """Return what a query requires of every card, as a value of a filter."""
        fields = _ALIASES.get(key, (key,))
        terms = [term for term in list_positive_terms(query.tree, (And,)) if term.field in fields]
        said = None
        if terms:
            said = _read_figures(terms) if key in _FIGURES else self._read_word(terms, key)
        if said is None:
            return _SaidFilter(("",) * len(_names_of(key)))
        return _SaidFilter(said, tuple(dict.fromkeys(term.span for term in terms)))

    def _read_word(self, terms: Sequence[Term], key: str) -> Said | None:
        """Return the value of a single term; None for several terms, or if no choice matches."""
        term, word = terms[0], get_written_word(terms[0].value)
        value = None if word is None else self._names[key].get(_spell(word))
        if len(terms) > 1 or term.op != ":" or value is None or isinstance(term.on, str):
            return None
        return (value, term.on.isoformat() if term.on else "") if key == "legal" else (value,)

    def _put(self, text: str, key: str, said: Said) -> str:
        """Replace a filter in a query, or add it."""
        query = parse(text, self.games)
        return replace_terms(query, self._find(query, key).spans, _write(key, said))


def is_submitted(words: Iterable[str]) -> bool:
    """Whether an address has submitted filters."""
    return any(word.startswith(f"{PREFIX}-") for word in words)


def _names_of(key: str) -> tuple[str, ...]:
    """Return the names of a filter's form fields."""
    if key in _FIGURES:
        return f"{key}-from", f"{key}-to"
    return (key, ON) if key == "legal" else (key,)


def _read_submitted(key: str, values: list[Any]) -> Said:
    """Return the value of a filter's form fields. The lower number comes first; a date alone means any format."""
    if key == "legal":
        slug, day = values
        return (slug or (ANY if day else ""), day.isoformat() if day else "")
    if key in _FIGURES and None not in values:
        values = sorted(values)
    return tuple("" if each is None else str(each) for each in values)


def _read_figures(terms: Sequence[Term]) -> Said | None:
    """Return the lowest and highest number that terms allow; None if they say anything else."""
    ends = {"low": "", "high": ""}
    for term in terms:
        if not isinstance(term.value, NumberSum) or term.left or term.op not in _BOUNDS:
            return None
        ((number, field), *others) = term.value.parts
        for end, more in _BOUNDS[term.op]:
            if field or others or ends[end]:
                return None
            ends[end] = str(number + more)
    return tuple(ends.values())


def _write(key: str, said: Said) -> str:
    """Return a filter as a term; empty if it is not set."""
    if key in _FIGURES:
        low, high = said
        if low and high:
            return f"{key}={low}" if low == high else f"{key}:{low}..{high}"
        return f"{key}>={low}" if low else f"{key}<={high}" if high else ""
    value, *days = said
    written = value and (f"{key}:{ANY}" if value == ANY else write_term(key, value))
    return f"{written}@{days[0]}" if written and any(days) else written


@lru_cache(maxsize=32)
def _list_choices(references: tuple[Reference, ...], key: str, today: date) -> tuple[Choice, ...]:
    """Return the recorded values by name; sets and formats in their order, grouped if there are several games."""
    if key not in _BY_GAME:
        return tuple((name, name) for name, count in sorted(count_values(references, key).items()) if count)
    listed = _list_sets if key == "set" else _list_formats
    groups = [(GAMES[each.game], listed(each, today)) for each in references]
    some = ((ANY, "At least one format"),) if key == "legal" else ()
    return (*some, *(groups if len(groups) > 1 else groups[0][1] if groups else ()))


def _list_sets(reference: Reference, today: date) -> tuple[Choice, ...]:
    return tuple((code, with_code(each.name, code)) for code, each in reference.sets.items())


def _list_formats(reference: Reference, today: date) -> tuple[Choice, ...]:
    """Return the formats, main formats first."""
    main = list_main_formats(reference, today)
    others = [fmt for fmt in reference.formats.values() if fmt not in main]
    return tuple((fmt.slug, fmt.name) for fmt in (*main, *others))


@lru_cache(maxsize=32)
def _map_names(references: tuple[Reference, ...], key: str, today: date) -> Mapping[str, str]:
    """Map every spelling of a choice to its value."""
    found: dict[str, str] = {ANY: ANY} if key == "legal" else {}
    for each in references:
        if key == "set":
            found |= {_spell(name): code for code, one in each.sets.items() for name in (code, one.name)}
        elif key == "legal":
            found |= {_spell(name): slug for slug, fmt in each.formats.items() for name in list_format_names(fmt)}
    if key not in _BY_GAME:
        found |= {_spell(name): name for name, _ in _list_choices(references, key, today)}
    return found


def _spell(word: str) -> str:
    return to_compact_spelling(word) or word
