"""The rows that an address or a form names: a tab, filters, and chosen rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict

from vsdb.events.access import Asker
from vsdb.events.models import Event
from vsdb.events.triage.loading import load_rows, reads_no_list
from vsdb.events.triage.rows import ALL, Tab, TriageFilter, TriageRow, count_tabs, filter_rows, keep_tab, list_tabs
from vsdb.events.triage.selectors import find_holders

_MAX_WORDS = 100  #: characters of a filter


@dataclass(frozen=True, slots=True)
class ShownTab:
    """A tab with its number and the address that shows it with the same filters."""

    slug: str
    label: str
    count: int
    href: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ChosenRows:
    """The rows that are asked for. `fitting` are those of all tabs, `rows` those of the tab, `codes` those to choose
    from."""

    wanted: TriageFilter
    reads_cards: bool
    tabs: tuple[Tab, ...]
    fitting: Sequence[TriageRow]
    rows: Sequence[TriageRow]
    codes: Sequence[str]

    def list_tabs(self) -> list[ShownTab]:
        """The tabs, each with its number."""
        return [
            ShownTab(tab.slug, tab.label, count, f"?{self.build_query(tab=tab.slug)}", tab.slug == self.wanted.tab)
            for tab, count in count_tabs(self.fitting, self.tabs)
        ]

    def build_query(self, *, tab: str = "") -> str:
        """The words of an address with these filters."""
        query = QueryDict(mutable=True)
        query.update({name: value for name, value in self.list_words(tab or self.wanted.tab) if value})
        return query.urlencode()

    def list_words(self, tab: str = "") -> list[tuple[str, str]]:
        """The filters as the hidden fields of a form."""
        wanted = self.wanted
        words = (("tab", tab or wanted.tab), ("q", wanted.name), ("code", wanted.code), ("card", wanted.card))
        return [(name, value) for name, value in words if value]


def read_filter(words: Mapping[str, str], keys: Sequence[str], *, reads_cards: bool) -> TriageFilter:
    """What an address or a form asks for; who reads no list filters by neither code nor card."""
    tabs = {each.slug for each in list_tabs(with_cards=reads_cards)}
    tab, name = words.get("tab", ""), words.get("q", "").strip()[:_MAX_WORDS]
    code, card = (words.get(each, "").strip()[:_MAX_WORDS] if reads_cards else "" for each in ("code", "card"))
    return TriageFilter(tab if tab in tabs else ALL.slug, name, code, card, frozenset(keys))


def choose_rows(event: Event, asker: Asker, words: QueryDict, now: datetime) -> ChosenRows:
    """The rows of an event that an address or a form asks for. At most five queries."""
    reads_cards = not reads_no_list(event, asker)
    return select_rows(
        event,
        load_rows(event, asker, now),
        read_filter(words, words.getlist("row"), reads_cards=reads_cards),
        reads_cards=reads_cards,
    )


def select_rows(event: Event, rows: Sequence[TriageRow], wanted: TriageFilter, *, reads_cards: bool) -> ChosenRows:
    """Those of the rows that fit a filter. At most one query."""
    readable = {row.list for row in rows if row.is_readable}
    holders = find_holders(event, wanted.card) & readable if wanted.card else None
    fitting = filter_rows(rows, wanted, holders)
    tabs = list_tabs(with_cards=reads_cards)
    codes = sorted({code for row in rows for code in row.codes})
    return ChosenRows(wanted, reads_cards, tabs, fitting, keep_tab(fitting, wanted, tabs), codes)
