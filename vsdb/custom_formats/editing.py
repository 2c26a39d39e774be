"""The form that a format is built with: a draft as fields, and what was sent as a draft again.

What can't be meant stays in the draft as it was typed, and is told beside its field until it is mended.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.formats.definitions import POOLS, RESTRICTIONS, Part, Problem, Term, offered_pools, offered_restrictions
from engine.formats.definitions.terms import CHOICE, COUNT, TYPE, TYPES
from engine.formats.definitions.texts import WIDGETS, as_text
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.custom_formats.definitions import problems_of, remarks

_FIGURES = {
    "deck_min": "Least cards in the deck",
    "deck_max": "Most cards in the deck",
    "copies": "Copies of a card",
    "sideboard_max": "Most cards in the sideboard",
    "runes": "Runes",
    "battlefields": "Battlefields",
    "legends": "Legends",
    "champions": "Chosen champions",
    "signatures": "Most signature cards",
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
    "restrictions": "What it asks beyond the rules",
    "bans": "Bans",
    "bans_of": "Bans of a format",
    "starts": "First day",
    "ends": "Last day",
    "notes": "Notes",
}
_HELP = {
    "pairs": "One pair a line: Avengers / Masters of Evil",
    "bounds": "For example: at least 2, at most 4; or: exactly 1",
    "except": "One a line with its type: Simon Trask (Main Character)",
    "later": "One set a line: CV5: Hulk / Thor",
    "sets": "Codes of sets with spaces between them",
    "teams": "One a line",
    "names": "One a line",
    "choices": "With spaces between them",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form. `widget` is number, tick, line, lines or choice."""

    name: str
    label: str
    widget: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    help: str = ""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A restriction, a ban or the fields of a pool, with what is wrong with it as a whole."""

    number: int
    title: str
    fields: tuple[Field, ...]
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Editor:
    """Everything that the form shows."""

    pool_kind: str
    pools: tuple[Part, ...]
    sets: tuple[tuple[str, str, bool], ...]
    pool_fields: tuple[Field, ...]
    always: tuple[tuple[str, str, bool], ...]
    figures: tuple[Field, ...]
    universe: Field | None
    restrictions: tuple[Section, ...]
    offered: tuple[Part, ...]
    bans: tuple[Section, ...]
    bans_of: Field
    season: tuple[Field, ...]
    notes: Field
    problems: tuple[Problem, ...]
    told: tuple[str, ...]
    remarks: tuple[Problem, ...]


def editor(draft: Mapping[str, Any], reference: Reference) -> Editor:
    """The form of a draft, with everything that is wrong with it and what may be a mistake."""
    problems = problems_of(draft, reference)
    pool, game = draft.get("pool") or {}, reference.game
    chosen, always = set(pool.get("sets") or ()), set(pool.get("always") or ())
    figures = draft.get("construction") or {}
    asked = game_of(game).formats
    sources = [("", "None"), *((fmt.slug, f"{fmt.name} ({len(fmt.bans)})") for fmt in reference.formats.values())]
    return Editor(
        pool_kind=str(pool.get("kind") or "all"),
        pools=offered_pools(game),
        sets=tuple((code, each.name, code in chosen) for code, each in reference.sets.items()),
        pool_fields=tuple(_pool_fields(pool, reference, problems)),
        always=tuple((key, _ALWAYS.get(key, key), key in always) for key in asked.always),
        figures=tuple(
            _number(f"fig-{name}", _FIGURES[name], figures.get(name), f"construction.{name}", problems)
            for name in asked.figures
        ),
        universe=_universe(draft, asked.universes, problems) if asked.universes else None,
        restrictions=tuple(
            _restriction(number, row, game, problems) for number, row in enumerate(draft.get("restrictions") or ())
        ),
        offered=offered_restrictions(game),
        bans=tuple(_ban(number, row, problems) for number, row in enumerate(draft.get("bans") or ())),
        bans_of=Field(
            "bans_of", "Bans of a format", "choice", str(draft.get("bans_of") or ""), tuple(sources),
            problems=_at("bans_of", problems),
        ),
        season=(
            Field("starts", "First day", "date", first_day(draft.get("starts")), problems=_at("starts", problems)),
            Field("ends", "Last day", "date", first_day(draft.get("ends")), problems=_at("ends", problems)),
        ),
        notes=Field("notes", "Notes", "lines", str(draft.get("notes") or ""), problems=_at("notes", problems)),
        problems=problems,
        told=tuple(told(each.place, each.message, draft, game) for each in problems),
        remarks=() if problems else tuple(remarks(_filled(draft), reference)),
    )  # fmt: skip


def told(place: str, message: str, draft: Mapping[str, Any], game: str) -> str:
    """What is wrong at a place of a draft, the place by the words that the form has for it."""
    where = _where(place, draft, game)
    return f"{where}: {message}" if where else message


def _where(place: str, draft: Mapping[str, Any], game: str) -> str:
    head, _, rest = place.partition(".")
    name, _, number = head.partition("[")
    rows = draft.get(name)
    row = rows[int(number[:-1])] if number and isinstance(rows, list) else {}
    if name == "restrictions" and number:
        part = RESTRICTIONS[game].get(str(row.get("kind")))
        if part is None:
            return str(row.get("kind"))
        term = rest.removeprefix("terms.").partition("[")[0].partition(".")[0]
        label = next((each.label for each in part.terms if each.name == term), "")
        return f"{part.title}, {label[:1].lower()}{label[1:]}" if label else part.title
    if name == "bans" and number:
        return f"Ban of {row.get('card') or 'a card'}"
    if name == "construction":
        return _FIGURES.get(rest, "Figures")
    return _PLACES.get(name, place)


def _pool_fields(pool: Mapping[str, Any], reference: Reference, problems: Iterable[Problem]) -> Iterable[Field]:
    offered = {part.kind for part in offered_pools(reference.game)}
    if "rotation" in offered:
        shares = pool.get("per_brand") or {}
        expansions = {each.brand for each in reference.sets.values() if each.kind == "expansion" and each.brand}
        for brand in sorted(expansions | set(shares)):
            yield _number(
                f"share-{brand}", f"Last {brand} sets", shares.get(brand), f"pool.per_brand.{brand}", problems
            )
    for kind in ("yearly", "volume"):
        for term in POOLS[kind].terms if kind in offered else ():
            if term.kind == COUNT:
                yield _number(f"pool-{term.name}", term.label, pool.get(term.name), f"pool.{term.name}", problems)


def _universe(draft: Mapping[str, Any], universes: Iterable[str], problems: Iterable[Problem]) -> Field:
    choices = (("", "Nothing is asked"), *((key, _UNIVERSES.get(key, key)) for key in universes))
    value = str(draft.get("universe") or "")
    return Field("universe", "Universe", "choice", value, choices, problems=_at("universe", problems))


def _restriction(number: int, row: Mapping[str, Any], game: str, problems: Iterable[Problem]) -> Section:
    part = RESTRICTIONS[game].get(str(row.get("kind")))
    place = f"restrictions[{number}]"
    if part is None:
        return Section(number, str(row.get("kind")), (), _at(f"{place}.kind", problems))
    terms = row.get("terms") or {}
    fields = tuple(
        Field(
            f"r-{number}-{term.name}", term.label, WIDGETS[term.kind], as_text(term, terms.get(term.name)),
            _choices(term, game), _HELP.get(term.kind, ""), _at(f"{place}.terms.{term.name}", problems),
        )
        for term in part.terms
    )  # fmt: skip
    whole = tuple(each.message for each in problems if each.place in (place, f"{place}.terms"))
    return Section(number, part.title, (Field(f"r-{number}-kind", "", "hidden", part.kind), *fields), whole)


def _choices(term: Term, game: str) -> tuple[tuple[str, str], ...]:
    if term.kind not in (CHOICE, TYPE):
        return ()
    words = TYPES[game] if term.kind == TYPE else term.choices
    return (("", "—"), *((word, word.replace("-", " ") if word.islower() else word) for word in words))


def _ban(number: int, row: Mapping[str, Any], problems: Iterable[Problem]) -> Section:
    place = f"bans[{number}]"
    versions = ", ".join(map(str, row.get("versions") or ()))
    shown = (
        ("card", "Card", "line", str(row.get("card") or ""), "card", f"only with: {versions}" if versions else ""),
        ("from", "Banned from", "date", str(row.get("begins_earliest") or ""), "begins", ""),
        ("until", "Until", "date", str(row.get("ends_earliest") or ""), "ends", ""),
        ("printings", "Only these printings", "line", " ".join(map(str, row.get("printings") or ())), "printings", ""),
        ("reason", "Why", "line", str(row.get("reason") or ""), "reason", ""),
    )
    fields = tuple(
        Field(f"ban-{number}-{name}", label, widget, value, help=said, problems=_at(f"{place}.{key}", problems))
        for name, label, widget, value, key, said in shown
    )
    said = (f"{place}.{key}" for key in ("identity", "versions", "type", "set_code", "team", "universe"))
    return Section(number, str(row.get("card") or ""), fields, tuple(m for key in said for m in _at(key, problems)))


def _number(name: str, label: str, value: object, place: str, problems: Iterable[Problem]) -> Field:
    return Field(name, label, "number", "" if value is None else str(value), problems=_at(place, problems))


def _at(place: str, problems: Iterable[Problem]) -> tuple[str, ...]:
    """What is wrong at a place or within it."""
    below = (f"{place}.", f"{place}[")
    return tuple(each.message for each in problems if each.place == place or each.place.startswith(below))


def _filled(draft: Mapping[str, Any]) -> Mapping[str, Any]:
    rows = [{**row, "terms": row.get("terms") or {}} for row in draft.get("restrictions") or ()]
    return {"bans": draft.get("bans") or [], "restrictions": rows}


def first_day(days: object) -> str:
    """The first of two days, as a form shows it."""
    return str(days[0] or "") if isinstance(days, list | tuple) and days else ""
