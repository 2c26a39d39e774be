"""What was sent with the form of a format, as a draft again; what can't be meant stays as it was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from engine.formats.definitions import POOLS, RESTRICTIONS, Term
from engine.formats.definitions.parts import ALWAYS
from engine.formats.definitions.terms import COUNT, FLAG, SHARES
from engine.formats.definitions.texts import from_text, terms_from_texts
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.custom_formats.editing import first_day

_MOST_TYPED = 20_000  #: characters of a field that are kept
_COUNT = Term("count", COUNT, "")


def draft_from(sent: QueryDict, before: Mapping[str, Any], reference: Reference) -> dict[str, Any]:
    """The draft that a form says; of what it doesn't show, that of before."""
    return {
        **before,
        "pool": _pool_from(sent, before.get("pool") or {}, reference),
        "construction": _figures_from(sent, reference.game),
        "universe": sent.get("universe") or None if game_of(reference.game).formats.universes else None,
        "restrictions": [_restriction_from(sent, number, reference.game) for number in _numbers(sent, "r")],
        "bans": [_ban_from(sent, number, before.get("bans") or []) for number in _numbers(sent, "ban")],
        "bans_of": sent.get("bans_of") or None,
        "starts": _days_from(_typed(sent, "starts"), before.get("starts")),
        "ends": _days_from(_typed(sent, "ends"), before.get("ends")),
        "notes": " ".join(_typed(sent, "notes").split()),
    }


def with_restriction(draft: Mapping[str, Any], kind: str, game: str) -> dict[str, Any]:
    """The draft with a restriction more, its terms still to be filled in; as it was for a kind that there isn't."""
    rows = list(draft.get("restrictions") or ())
    return {**draft, "restrictions": [*rows, {"kind": kind, "terms": {}}] if kind in RESTRICTIONS[game] else rows}


def with_ban(draft: Mapping[str, Any], typed: str, begins: str, reference: Reference) -> dict[str, Any]:
    """The draft with a ban more; a full title narrows it to its versions. As it was without a name."""
    name = " ".join(typed.split())[:200]
    if not name:
        return dict(draft)
    row: dict[str, Any] = {"card": name, "begins_earliest": begins, "begins_latest": begins}
    titled = reference.catalog.by_title(name)
    if titled and not reference.catalog.is_name(name):
        row |= {"card": titled[0].name, "versions": list(titled[0].versions)}
    return {**draft, "bans": [*(draft.get("bans") or ()), row]}


def without(draft: Mapping[str, Any], key: str, number: int) -> dict[str, Any]:
    """The draft without one of its restrictions or bans."""
    return {**draft, key: [row for at, row in enumerate(draft.get(key) or ()) if at != number]}


def _pool_from(sent: QueryDict, before: Mapping[str, Any], reference: Reference) -> dict[str, Any]:
    kind = sent.get("pool", "all")
    part = POOLS.get(kind)
    found: dict[str, Any] = {"kind": kind}
    for term in part.terms if part else ():
        value: object = None
        if term.name == "sets":
            chosen, order = set(sent.getlist("sets")), (*(before.get("sets") or ()), *reference.sets)
            value = [code for code in dict.fromkeys(order) if code in chosen]
        elif term.name == "always":
            value = [key for key in ALWAYS if key in set(sent.getlist("always"))]
        elif term.kind == SHARES:
            typed = {name[6:]: from_text(_COUNT, _typed(sent, name)) for name in sent if name.startswith("share-")}
            value = {brand: count for brand, count in typed.items() if count not in (None, 0)}
        elif term.kind == FLAG:
            value = before.get(term.name)
        else:
            value = from_text(term, _typed(sent, f"pool-{term.name}"))
        if value or (term.is_required and term.name == "sets"):
            found[term.name] = value
    return found


def _figures_from(sent: QueryDict, game: str) -> dict[str, Any]:
    read = ((name, from_text(_COUNT, _typed(sent, f"fig-{name}"))) for name in game_of(game).formats.figures)
    return {name: count for name, count in read if count is not None}


def _restriction_from(sent: QueryDict, number: int, game: str) -> dict[str, Any]:
    kind = sent.get(f"r-{number}-kind", "")
    part = RESTRICTIONS[game].get(kind)
    if part is None:
        return {"kind": kind[:80], "terms": {}}
    texts = {term.name: _typed(sent, f"r-{number}-{term.name}") for term in part.terms}
    return {"kind": kind, "terms": terms_from_texts(part, texts)}


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
    return before if typed == first_day(before) else [typed, typed]


def _numbers(sent: QueryDict, prefix: str) -> list[int]:
    """The numbers of the sections of that kind that were sent, in order."""
    end = "kind" if prefix == "r" else "card"
    parts = (name.split("-") for name in sent if name.startswith(f"{prefix}-"))
    mine = (each for each in parts if len(each) == 3 and each[2] == end)
    return sorted({int(each[1]) for each in mine if each[1].isdecimal() and len(each[1]) < 5})


def _typed(sent: QueryDict, name: str) -> str:
    return sent.get(name, "").replace("\x00", "")[:_MOST_TYPED].strip()
