"""The filters under the search box of public decks: a form that reads and writes the query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms

from vsdb.catalog.cards.filters import quote_term
from vsdb.decks.search.query import parse
from vsdb.decks.search.verdicts import OUTCOMES
from vsdb.search.filter_panel import PREFIX
from vsdb.search.language.syntax import (
    ANY,
    NONE,
    And,
    Query,
    QuerySpan,
    Subquery,
    Term,
    Word,
    get_written_word,
    list_positive_terms,
)
from vsdb.search.refining import replace_terms

MAX_WORDS = 100  #: characters of a filter
_ONCE = ((">=", 1), (">", 0))  #: comparisons that ask for no more than the card alone


def _read_card(term: Term) -> str | None:
    """The words of a card's name that decks must contain."""
    if not (isinstance(term.value, Subquery) and term.value.copies in (None, *_ONCE)):
        return None
    inner = term.value.tree
    if not (isinstance(inner, Term) and inner.field in ("", "name") and inner.op == ":"):
        return None
    return inner.value.text if isinstance(inner.value, Word) else None


def _read_outcome(term: Term) -> str | None:
    said = get_written_word(term.value)
    return said if said in OUTCOMES else None


def _read_words(term: Term) -> str | None:
    said = get_written_word(term.value)
    return said if isinstance(term.value, Word) and term.op == ":" and said not in (ANY, NONE) else None


def _read_list(term: Term) -> str | None:
    """The word of a field that takes several, where it is one."""
    said = get_written_word(term.value)
    return said if term.op == ":" and said not in (ANY, NONE) else None


def _read_day(op: str) -> Callable[[Term], str | None]:
    def read(term: Term) -> str | None:
        with suppress(ValueError):
            return date.fromisoformat(get_written_word(term.value) or "").isoformat() if term.op == op else None
        return None

    return read


@dataclass(frozen=True, slots=True)
class _Filter:
    """A filter: the field of the query, what a term of it says, and the term that says a value."""

    field: str
    read: Callable[[Term], str | None]
    write: Callable[[str], str]
    label: str


_FILTERS: Mapping[str, _Filter] = {
    "card": _Filter("contains", _read_card, lambda said: f"contains:(n:{quote_term(said)})", "Contains card"),
    "outcome": _Filter("is", _read_outcome, lambda said: f"is:{said}", "Outcome"),
    "author": _Filter("author", _read_words, lambda said: f"author:{quote_term(said)}", "Author"),
    "tag": _Filter("tag", _read_list, lambda said: f"tag:{quote_term(said)}", "Tag"),
    "event": _Filter("event", _read_words, lambda said: f"event:{quote_term(said)}", "Event"),
    "from": _Filter("date", _read_day(">="), lambda said: f"date>={said}", "From date"),
    "to": _Filter("date", _read_day("<="), lambda said: f"date<={said}", "Until date"),
}
_CHOICES = (("", "Any"), *((slug, slug.capitalize()) for slug in OUTCOMES))


class DeckFilterPanel(forms.Form):
    """The filters of decks, filled in from the query `shown` or from the submitted data.

    Only changed filters are written into the query, so that text typed since is kept. No query.
    """

    def __init__(self, shown: str, data: Mapping[str, str] | None = None) -> None:
        self.shown = shown
        query = parse(shown)
        self._said = {key: _find(query, each)[0] for key, each in _FILTERS.items()}
        super().__init__(data, prefix=PREFIX, auto_id="%s", label_suffix="", initial=self._said)
        for key, each in _FILTERS.items():
            self.fields[key] = _build_field(key, each.label)

    @property
    def used(self) -> list[str]:
        """The labels of the filters that the query sets."""
        return [each.label.lower() for key, each in _FILTERS.items() if self._said[key]]

    def write_query(self, text: str) -> str:
        """Write the changed filters into a query. The form must be valid."""
        for key, each in _FILTERS.items():
            said = _clean(self.cleaned_data[key])
            if said != self._said[key] and self.add_prefix(key) in self.data:
                query = parse(text)
                text = replace_terms(query, _find(query, each)[1], each.write(said) if said else "")
        return text


def _build_field(key: str, label: str) -> forms.Field:
    if key == "outcome":
        return forms.ChoiceField(label=label, required=False, choices=_CHOICES)
    if key in ("from", "to"):
        day = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        return forms.DateField(label=label, required=False, widget=day)
    quiet = forms.TextInput({"autocomplete": "off", "spellcheck": "false"})
    return forms.CharField(label=label, required=False, max_length=MAX_WORDS, widget=quiet)


def _clean(value: Any) -> str:
    """A value of the form as a query can say it: nothing without a letter or digit."""
    said = value.isoformat() if isinstance(value, date) else " ".join(str(value or "").replace('"', " ").split())
    return said if any(sign.isalnum() for sign in said) else ""


def _find(query: Query, one: _Filter) -> tuple[str, Sequence[QuerySpan]]:
    """What a query requires of every deck, as a value of a filter, and where; empty if the filter can't show it."""
    terms = [term for term in list_positive_terms(query.tree, (And,)) if term.field == one.field]
    found = [(said, term.span) for term in terms if (said := one.read(term)) is not None]
    return (found[0][0], [found[0][1]]) if len(found) == 1 else ("", [])
