"""A proposal as plain data for JSON, as the words of an address, and back: nothing of it needs to be stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from engine.model.errors import InputError
from engine.what_if.errata import Erratum, Value, read_fact
from engine.what_if.values import Proposal

#: The lists of words that stand under the same name in the value, in JSON, and under a short one in an address.
_LISTS = {"formats": "format", "bans": "ban", "lifts": "lift", "sets_out": "out", "sets_in": "in"}
_PAIRS = {"per_brand": "brand", "set_days": "legal"}
_FIELDS = frozenset((*_LISTS, *_PAIRS, "game", "from", "first_rotation", "errata"))
_MAX_LENGTH = 200
_MAX_COUNT = 100
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_ERRATUM = re.compile(r"(?P<card>.+?):(?P<fact>[a-z_ -]+)=(?P<value>.*)", re.DOTALL | re.IGNORECASE)


def proposal_to_dict(proposal: Proposal) -> dict[str, Any]:
    """A proposal as JSON has it, without what it doesn't have."""
    plain: dict[str, Any] = {"game": proposal.game}
    plain |= {name: list(getattr(proposal, name)) for name in _LISTS}
    plain["from"] = proposal.since and proposal.since.isoformat()
    plain["per_brand"] = dict(proposal.per_brand)
    plain["first_rotation"] = proposal.first_rotation
    plain["set_days"] = {code: day.isoformat() for code, day in proposal.set_days}
    plain["errata"] = [{"card": each.card, **{n: _to_plain(v) for n, v in each.facts}} for each in proposal.errata]
    return {name: value for name, value in plain.items() if value not in (None, [], {})}


def _to_plain(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value


def proposal_from_dict(plain: Mapping[str, Any]) -> Proposal:
    """A proposal out of JSON. Raises InputError with the field that can't be read."""
    if others := sorted(str(name) for name in plain.keys() - _FIELDS):
        raise InputError(f"a proposal has no {others[0][:40]!r}; it has {', '.join(sorted(_FIELDS))}", place="proposal")
    lists = {name: _parse_words(plain.get(name), name) for name in _LISTS}
    brands = _parse_mapping(plain.get("per_brand"), "per_brand")
    days = _parse_mapping(plain.get("set_days"), "set_days")
    first = plain.get("first_rotation")
    return Proposal(
        game=_parse_word(plain.get("game"), "game"),
        since=_parse_day(plain["from"], "from") if plain.get("from") else None,
        per_brand=tuple((brand, _parse_count(count, "per_brand")) for brand, count in sorted(brands.items())),
        first_rotation=None if first is None else _parse_count(first, "first_rotation"),
        set_days=tuple((code, _parse_day(day, "set_days")) for code, day in sorted(days.items())),
        errata=_parse_errata(plain.get("errata")),
        **lists,
    )


def proposal_to_params(proposal: Proposal) -> list[tuple[str, str]]:
    """A proposal as the words of an address, in the order in which it is told."""
    words = [("game", proposal.game)]
    words += [("format", slug) for slug in proposal.formats]
    if proposal.since:
        words.append(("from", proposal.since.isoformat()))
    words += [(short, word) for name, short in _LISTS.items() if name != "formats" for word in getattr(proposal, name)]
    words += [("brand", f"{brand}:{count}") for brand, count in proposal.per_brand]
    if proposal.first_rotation is not None:
        words.append(("first", str(proposal.first_rotation)))
    words += [("legal", f"{code}:{day.isoformat()}") for code, day in proposal.set_days]
    for erratum in proposal.errata:
        words += [("erratum", f"{erratum.card}:{name}={_format_word(value)}") for name, value in erratum.facts]
    return words


def proposal_from_params(words: Mapping[str, Sequence[str]]) -> Proposal:
    """A proposal out of the words of an address, blank ones left out. Raises InputError."""

    def said(name: str) -> list[str]:
        return [word.strip() for word in words.get(name, ()) if word.strip()]

    plain: dict[str, Any] = {name: said(short) for name, short in _LISTS.items()}
    plain |= {"game": next(iter(said("game")), ""), "from": next(iter(said("from")), None)}
    for name, short in _PAIRS.items():
        plain[name] = dict(_parse_pair(word, short) for word in said(short))
    plain["first_rotation"] = next(iter(said("first")), None)
    plain["errata"] = [_parse_erratum_word(word) for word in said("erratum")]
    return proposal_from_dict(plain)


def _format_word(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        "|".join(value) + ("|" if len(value) == 1 and "," in value[0] else "")
        if isinstance(value, tuple)
        else str(value)
    )


def _parse_pair(word: str, place: str) -> tuple[str, str]:
    name, colon, value = word.rpartition(":")
    if not colon or not name.strip():
        raise InputError(f"{word[:40]!r}; write the name, a colon and the value", place=place)
    return name.strip(), value.strip()


def _parse_erratum_word(word: str) -> dict[str, str]:
    found = _ERRATUM.fullmatch(word)
    if not found:
        raise InputError(f"{word[:60]!r}; write card:fact=value", place="errata", code="unreadable-erratum")
    return {"card": found["card"].strip(), found["fact"].strip(): found["value"].strip()}


def _parse_errata(given: Any) -> tuple[Erratum, ...]:
    """The errata, those of one card put together in the order in which the card first comes."""
    found: dict[str, dict[str, Value]] = {}
    for each in _parse_sequence(given, "errata"):
        facts = dict(_parse_mapping(each, "errata"))
        card = _parse_word(facts.pop("card", None), "errata")
        if not facts:
            raise InputError(f"no change given for {card}; add a fact and its value", place="errata")
        found.setdefault(card, {}).update(read_fact(str(name), value) for name, value in facts.items())
    return tuple(Erratum(card, tuple(sorted(facts.items()))) for card, facts in found.items())


def _parse_sequence(given: Any, place: str) -> Sequence[Any]:
    if given is None:
        return ()
    if not isinstance(given, list | tuple) or len(given) > _MAX_COUNT:
        raise InputError(f"must be a list of at most {_MAX_COUNT}", place=place)
    return given


def _parse_mapping(given: Any, place: str) -> Mapping[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping) or len(given) > _MAX_COUNT:
        raise InputError(f"must be an object with at most {_MAX_COUNT} entries", place=place)
    return {_parse_word(name, place): value for name, value in given.items()}


def _parse_words(given: Any, place: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_parse_word(word, place) for word in _parse_sequence(given, place)))


def _parse_word(given: Any, place: str) -> str:
    if not isinstance(given, str) or not given.strip() or len(given) > _MAX_LENGTH:
        raise InputError(f"must be text of at most {_MAX_LENGTH} characters", place=place)
    return given.strip()


def _parse_count(given: Any, place: str) -> int:
    text = str(given).strip()
    if isinstance(given, bool) or not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise InputError(f"{text[:40]!r} is not a whole number", place=place)
    return int(text)


def _parse_day(given: Any, place: str) -> date:
    text = str(given).strip()
    if not _DAY.fullmatch(text):
        raise InputError(f"{text[:40]!r} is not a date; write YYYY-MM-DD", place=place, code="unreadable-date")
    try:
        return date.fromisoformat(text)
    except ValueError as exc:
        raise InputError(f"{text} is not in the calendar", place=place, code="unreadable-date") from exc


def group_params(words: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Words of an address by their names, in the order in which they came."""
    found: dict[str, list[str]] = {}
    for name, word in words:
        found.setdefault(name, []).append(word)
    return found
