"""The form that a format is built with: a draft as fields, and what was sent as a draft again.

What can't be meant stays in the draft as it was typed, and is told beside its field until it is mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from engine import Reference, game_of
from engine.formats.definitions import ALWAYS, POOLS, RESTRICTIONS, PartTerm, list_pools, list_restrictions
from engine.formats.definitions.terms import CHOICE, COUNT, FLAG, SHARES, TYPE
from engine.formats.definitions.texts import WIDGETS, format_term, parse_term, parse_terms
from vsdb.custom_formats.definitions import Definition, find_likely_mistakes, validate_format_definition

_FIGURES = {
    "deck_min": "Minimum deck size",
    "deck_max": "Maximum deck size",
    "copies": "Copies of a card",
    "sideboard_max": "Maximum sideboard size",
    "runes": "Runes",
    "battlefields": "Battlefields",
    "legends": "Legends",
    "champions": "Chosen champions",
    "signatures": "Maximum signature cards",
}
_UNIVERSES = {
    "one": "Illustrated or Photographic, not both",
    "mixed": "Both, mixed",
    "Illustrated": "Illustrated only",
    "Photographic": "Photographic only",
}
_ALWAYS = {"basic-locations": "Basic locations", "shared-wild-locations": "Special locations that share a team"}
_PLACES = {
    "pool": "Sets",
    "universe": "Universe",
    "restrictions": "Extra rules",
    "bans": "Bans",
    "bans_of": "Ban list of another format",
    "starts": "First date",
    "ends": "Last date",
    "notes": "Notes",
}
_HELP = {
    "pairs": "One pair per line: Avengers / Masters of Evil",
    "bounds": "For example: at least 2, at most 4; or: exactly 1",
    "except": "One per line with its type: Simon Trask (Main Character)",
    "later": "One set per line: CV5: Hulk / Thor",
    "sets": "Set codes, separated by spaces",
    "teams": "One per line",
    "names": "One per line",
    "choices": "Separated by spaces",
}
_MAX_TYPED = 20_000  #: characters of a field that are kept
_COUNT = PartTerm("count", COUNT, "")
Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of the form. `widget` is number, tick, line, lines, choice, date or hidden."""

    name: str
    label: str
    widget: str
    value: str
    choices: Choices = ()
    help: str = ""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormSection:
    """A restriction or a ban, with what is wrong with it as a whole."""

    number: int
    title: str
    fields: tuple[FormField, ...]
    problems: tuple[str, ...] = ()


class DraftForm:
    """The form of a draft, with everything that is wrong with it and what may be a mistake."""

    def __init__(self, draft: Mapping[str, Any], reference: Reference) -> None:
        asked, self._reference = game_of(reference.game).formats, reference
        self.problems = validate_format_definition(draft, reference)
        pool, figures = draft.get("pool") or {}, draft.get("construction") or {}
        chosen, always = set(pool.get("sets") or ()), set(pool.get("always") or ())
        rows, bans = draft.get("restrictions") or (), draft.get("bans") or ()
        sources = ((fmt.slug, f"{fmt.name} ({len(fmt.bans)})") for fmt in reference.formats.values())
        universes = ((key, _UNIVERSES.get(key, key)) for key in asked.universes)
        self.pool_kind = str(pool.get("kind") or "all")
        self.pools = list_pools(reference.game)
        self.sets = [(code, each.name, code in chosen) for code, each in reference.sets.items()]
        self.pool_fields = list(self._pool_fields(pool))
        self.always = [(key, _ALWAYS.get(key, key), key in always) for key in asked.always]
        self.figures = [
            self._field(f"fig-{name}", _FIGURES[name], "number", figures.get(name), f"construction.{name}")
            for name in asked.figures
        ]
        choices = (("", "No rule"), *universes)
        self.universe = self._own(draft, "universe", "choice", choices) if asked.universes else None
        self.restrictions = [self._restriction(number, row) for number, row in enumerate(rows)]
        self.offered = list_restrictions(reference.game)
        self.bans = [self._ban(number, row) for number, row in enumerate(bans)]
        self.bans_of = self._own(draft, "bans_of", "choice", (("", "None"), *sources))
        days = {key: get_first(draft.get(key)) for key in ("starts", "ends")}
        self.season = [self._own(days, key, "date") for key in days]
        self.notes = self._own(draft, "notes", "lines")
        self.told = [self.in_words(each.place, each.message) for each in self.problems]
        listed = {"bans": bans, "restrictions": [{**row, "terms": row.get("terms") or {}} for row in rows]}
        self.remarks = [] if self.problems else list(find_likely_mistakes(listed, reference))

    def in_words(self, place: str, message: str) -> str:
        """What is wrong at a place of the draft, the place by the words that the form has for it."""
        head, _, rest = place.partition(".")
        name, _, number = head.rstrip("]").partition("[")
        where = _PLACES.get(name, place)
        if name == "construction":
            where = _FIGURES.get(rest, "Figures")
        elif name == "bans" and number:
            where = f"Ban of {self.bans[int(number)].title or 'a card'}"
        elif name == "restrictions" and number:
            part, term = self.restrictions[int(number)], re.split(r"[.[]", rest.removeprefix("terms."))[0]
            label = next((field.label for field in part.fields if field.name == f"r-{number}-{term}"), "")
            where = f"{part.title}, {label[:1].lower()}{label[1:]}" if label else part.title
        return f"{where}: {message}" if where else message

    def _field(
        self, name: str, label: str, widget: str, value: object, place: str, choices: Choices = (), said: str = ""
    ) -> FormField:
        """A field, empty where there is no value, with what is wrong at its place; `said` is its help."""
        return FormField(name, label, widget, "" if value is None else str(value), choices, said, self._at(place))

    def _own(self, draft: Mapping[str, Any], name: str, widget: str, choices: Choices = ()) -> FormField:
        """A field of the definition itself."""
        return self._field(name, _PLACES[name], widget, draft.get(name) or "", name, choices)

    def _pool_fields(self, pool: Mapping[str, Any]) -> Iterator[FormField]:
        """The shares of brands and the numbers that the kinds of pool take."""
        for term in (term for part in self.pools for term in part.terms):
            if term.kind == SHARES:
                shares, sets = pool.get(term.name) or {}, self._reference.sets.values()
                brands = {each.brand for each in sets if each.kind == "expansion" and each.brand}
                for brand in sorted(brands | set(shares)):
                    place = f"pool.{term.name}.{brand}"
                    yield self._field(f"share-{brand}", f"Last {brand} sets", "number", shares.get(brand), place)
            elif term.kind == COUNT:
                name, place = f"pool-{term.name}", f"pool.{term.name}"
                yield self._field(name, term.label, "number", pool.get(term.name), place)

    def _restriction(self, number: int, row: Mapping[str, Any]) -> FormSection:
        part = RESTRICTIONS[self._reference.game].get(str(row.get("kind")))
        place = f"restrictions[{number}]"
        if part is None:
            return FormSection(number, str(row.get("kind")), (), self._at(f"{place}.kind"))
        terms, fields = row.get("terms") or {}, [FormField(f"r-{number}-kind", "", "hidden", part.kind)]
        for term in part.terms:
            name, at, more = f"r-{number}-{term.name}", f"{place}.terms.{term.name}", _HELP.get(term.kind, "")
            value = format_term(term, terms.get(term.name))
            fields.append(self._field(name, term.label, WIDGETS[term.kind], value, at, self._choices(term), more))
        whole = tuple(each.message for each in self.problems if each.place in (place, f"{place}.terms"))
        return FormSection(number, part.title, tuple(fields), whole)

    def _choices(self, term: PartTerm) -> Choices:
        if term.kind not in (CHOICE, TYPE):
            return ()
        words = game_of(self._reference.game).formats.types if term.kind == TYPE else term.choices
        return (("", "—"), *((word, word.replace("-", " ") if word.islower() else word) for word in words))

    def _ban(self, number: int, row: Mapping[str, Any]) -> FormSection:
        place, card = f"bans[{number}]", str(row.get("card") or "")
        versions = ", ".join(map(str, row.get("versions") or ()))
        printings = " ".join(map(str, row.get("printings") or ()))
        shown = (
            ("card", "Card", "line", card, "card", f"only with: {versions}" if versions else ""),
            ("from", "Banned from", "date", row.get("begins_earliest") or "", "begins", ""),
            ("until", "Until", "date", row.get("ends_earliest") or "", "ends", ""),
            ("printings", "Only these printings", "line", printings, "printings", ""),
            ("reason", "Why", "line", row.get("reason") or "", "reason", ""),
        )
        fields = tuple(
            self._field(f"ban-{number}-{name}", label, widget, value, f"{place}.{key}", said=said)
            for name, label, widget, value, key, said in shown
        )
        hidden = ("identity", "versions", "type", "set_code", "team", "universe")
        return FormSection(number, card, fields, tuple(said for key in hidden for said in self._at(f"{place}.{key}")))

    def _at(self, place: str) -> tuple[str, ...]:
        """What is wrong at a place or within it."""
        within = (f"{place}.", f"{place}[")
        return tuple(each.message for each in self.problems if each.place == place or each.place.startswith(within))


def get_first(days: object) -> str:
    """The first of two days, as a form shows it."""
    return str(days[0] or "") if isinstance(days, list | tuple) and days else ""


def parse_draft(sent: QueryDict, before: Mapping[str, Any], reference: Reference) -> Definition:
    """The draft that a form says; of what it doesn't show, that of before."""
    game, asked = reference.game, game_of(reference.game).formats
    figures = {name: parse_term(_COUNT, _typed(sent, f"fig-{name}")) for name in asked.figures}
    return {
        **before,
        "pool": _pool_from(sent, before.get("pool") or {}, reference),
        "construction": {name: count for name, count in figures.items() if count is not None},
        "universe": sent.get("universe") or None if asked.universes else None,
        "restrictions": [_restriction_from(sent, number, game) for number in _numbers(sent, r"r-(\d{1,4})-kind")],
        "bans": [_ban_from(sent, number, before.get("bans") or []) for number in _numbers(sent, r"ban-(\d{1,4})-card")],
        "bans_of": sent.get("bans_of") or None,
        "starts": _days_from(_typed(sent, "starts"), before.get("starts")),
        "ends": _days_from(_typed(sent, "ends"), before.get("ends")),
        "notes": " ".join(_typed(sent, "notes").split()),
    }


def press_button(draft: Definition, sent: QueryDict, reference: Reference) -> str:
    """Add to the draft or take out of it what the button says that sent it; where on the page to go on."""
    do, _, number = sent.get("do", "").partition(":")
    if do == "add-restriction":
        kind = sent.get("add-kind", "")
        draft["restrictions"] += [{"kind": kind, "terms": {}}] if kind in RESTRICTIONS[reference.game] else []
        return "#restrictions"
    if do == "add-ban":
        begins = sent.get("add-from", "").strip()[:40] or timezone.localdate().isoformat()
        name = " ".join(sent.get("add-card", "").split())[:200]
        draft["bans"] += [_new_ban(name, begins, reference)] if name else []
        return "#bans"
    if do in ("restrictions", "bans") and re.fullmatch(r"\d{1,4}", number, re.ASCII):
        del draft[do][int(number) : int(number) + 1]
        return f"#{do}"
    return ""


def _new_ban(name: str, begins: str, reference: Reference) -> dict[str, Any]:
    """A ban of a card; a full title narrows it to its versions."""
    row: dict[str, Any] = {"card": name, "begins_earliest": begins, "begins_latest": begins}
    titled = reference.catalog.by_title(name)
    if titled and not reference.catalog.is_name(name):
        row |= {"card": titled[0].name, "versions": list(titled[0].versions)}
    return row


def _pool_from(sent: QueryDict, before: Mapping[str, Any], reference: Reference) -> dict[str, Any]:
    kind = sent.get("pool", "all")
    found: dict[str, Any] = {"kind": kind}
    for term in POOLS[kind].terms if kind in POOLS else ():
        value: object
        if term.name == "sets":
            chosen, order = set(sent.getlist("sets")), (*(before.get("sets") or ()), *reference.sets)
            value = [code for code in dict.fromkeys(order) if code in chosen]
        elif term.name == "always":
            value = [key for key in ALWAYS if key in sent.getlist("always")]
        elif term.kind == SHARES:
            typed = {name[6:]: parse_term(_COUNT, _typed(sent, name)) for name in sent if name.startswith("share-")}
            value = {brand: count for brand, count in typed.items() if count not in (None, 0)}
        else:
            value = before.get(term.name) if term.kind == FLAG else parse_term(term, _typed(sent, f"pool-{term.name}"))
        if value or (term.is_required and term.name == "sets"):
            found[term.name] = value
    return found


def _restriction_from(sent: QueryDict, number: int, game: str) -> dict[str, Any]:
    kind = sent.get(f"r-{number}-kind", "")
    part = RESTRICTIONS[game].get(kind)
    if part is None:
        return {"kind": kind[:80], "terms": {}}
    texts = {term.name: _typed(sent, f"r-{number}-{term.name}") for term in part.terms}
    return {"kind": kind, "terms": parse_terms(part, texts)}


def _ban_from(sent: QueryDict, number: int, before: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A ban as it was sent; what the form doesn't show of it stays while its card is the same."""
    card = " ".join(_typed(sent, f"ban-{number}-card").split())
    held = before[number] if number < len(before) else {}
    row: dict[str, Any] = dict(held) if held.get("card") == card else {"card": card}
    for name, key in (("from", "begins"), ("until", "ends")):
        typed = _typed(sent, f"ban-{number}-{name}")
        if typed != str(held.get(f"{key}_earliest") or "") or row.get(f"{key}_earliest") != typed:
            row |= {f"{key}_earliest": typed or None, f"{key}_latest": typed or None}
    row["printings"] = _typed(sent, f"ban-{number}-printings").upper().replace(",", " ").split()
    row["reason"] = " ".join(_typed(sent, f"ban-{number}-reason").split())
    return {key: value for key, value in row.items() if value}


def _days_from(typed: str, before: object) -> object:
    """A day of a season; one that was known between two days stays so while its first day is the same."""
    if not typed:
        return None
    return before if typed == get_first(before) else [typed, typed]


def _numbers(sent: QueryDict, names: str) -> list[int]:
    """The numbers of the sections that were sent, in order, by the names of their first fields."""
    return sorted({int(found[1]) for name in sent if (found := re.fullmatch(names, name, re.ASCII))})


def _typed(sent: QueryDict, name: str) -> str:
    return sent.get(name, "").replace("\x00", "")[:_MAX_TYPED].strip()
