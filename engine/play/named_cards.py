"""The facts of cards that a question names: what the reference records fills in what the question leaves out.

A thing of a class of cards names one by its `slug`, which may be its name instead: of several cards of one name it is
the one that fits what else is said, and where that isn't one alone, the error names them. In some games its `name` is
enough, with its version where the card has versions. What is said counts before what is recorded, and where the two
differ, a remark tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeGuard

from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.names import fold
from engine.play.facts import (
    MAX_TEXT,
    Either,
    Facts,
    FactSpec,
    Kind,
    ListOf,
    PlayInputError,
    Record,
    join,
    nearest,
    quote,
    specs_of,
)
from engine.play.rules import PlayRules, Remark

DIFFERS = "differs-from-record"
MAX_CANDIDATES = 8  #: that an error names
_SLUG = "slug"
#: The cards of the question's game; None where none are held. Called only if something may be a card.
CatalogOf = Callable[[], Catalog | None]


class Filled(NamedTuple):
    """The question's document with the facts of its cards, and where what it says differs from them."""

    document: Mapping[str, Any]
    remarks: tuple[Remark, ...]
    changed: bool  #: whether a card brought a fact


def fill_in_cards(document: Mapping[str, Any], rules: PlayRules, catalog_of: CatalogOf) -> Filled:
    """Fill in the facts of each card that position or action names; what can't be read stays for the reader to refuse.

    Raises PlayInputError for a slug of no card, or a name in its place that no card has alone.
    """
    filling = _Filling(rules, catalog_of)
    position, action = document.get("position"), document.get("action")
    filled = dict(document)
    if isinstance(position, dict):
        filled["position"] = filling.fill_record(position, rules.position, "")
    verb = action.get("action") if isinstance(action, dict) else None
    if isinstance(verb, str) and verb in rules.by_verb:
        filled["action"] = filling.fill_record(action, rules.by_verb[verb].facts, "action")
    return Filled(filled, tuple(filling.remarks), filling.changed)


def find_cards(text: str, catalog: Catalog) -> tuple[Card, ...]:
    """The card of a slug, else the cards of a name, in the order of their slugs."""
    if text in catalog.by_slug:
        return (catalog.by_slug[text],)
    return tuple(sorted(catalog.by_name(text), key=lambda card: card.slug))


def several_cards(path: str, text: str, cards: tuple[Card, ...]) -> PlayInputError:
    """The error for a name that several cards have, with their slugs."""
    near = tuple(card.slug for card in cards[:MAX_CANDIDATES])
    return PlayInputError(path, f"{len(cards)} cards are called {quote(text)}; say the slug of one", near)


class _Filling:
    def __init__(self, rules: PlayRules, catalog_of: CatalogOf) -> None:
        self.rules = rules
        self.catalog_of = catalog_of
        self.remarks: list[Remark] = []
        self.changed = False

    def fill_record(self, raw: Any, cls: type[Facts], path: str) -> Any:
        """An object with what its cards bring; anything else as it is."""
        if not isinstance(raw, dict):
            return raw
        specs = specs_of(cls)
        filled = {
            key: self._fill(each, specs[key].kind, join(path, key)) if key in specs else each
            for key, each in raw.items()
        }
        card = self._find_card(filled, cls, path)
        printed = self.rules.printed(card, cls) if card else {}
        for key, recorded in printed.items():
            if key in filled:
                self._compare(specs[key], filled[key], recorded, join(path, key))
            else:
                filled[key] = recorded
                self.changed = True
        return filled

    def _fill(self, raw: Any, kind: Kind, path: str) -> Any:
        if isinstance(kind, Record):
            return self.fill_record(raw, kind.of, path)
        if isinstance(kind, ListOf) and isinstance(raw, list):
            return [self._fill(each, kind.of, _element_path(each, path)) for each in raw]
        if isinstance(kind, Either):
            within = next((each for each in kind.kinds if _may_hold(each, raw)), None)
            return raw if within is None else self._fill(raw, within, path)
        return raw

    def _find_card(self, raw: Mapping[str, Any], cls: type[Facts], path: str) -> Card | None:
        """The card that an object names; None where it names none, or none alone."""
        slug, name, version = (raw.get(key) for key in (_SLUG, "name", "version"))
        if _SLUG not in specs_of(cls) or not (_is_said(slug) or _is_said(name)):
            return None
        catalog = self.catalog_of()
        if catalog is None:
            return None
        if _is_said(slug):
            return self._find_by_slug(slug, raw, cls, catalog, path)
        if not self.rules.names_tell_cards:
            return None
        cards = [card for card in catalog.by_name(str(name)) if _has_version(card, version)]
        return cards[0] if len(cards) == 1 else None

    def _find_by_slug(self, slug: str, raw: Mapping[str, Any], cls: type[Facts], catalog: Catalog, path: str) -> Card:
        cards, own = find_cards(slug, catalog), join(path, _SLUG)
        if not cards:
            near = nearest(slug, tuple(catalog.by_slug))
            raise PlayInputError(own, f"no card of the reference is {quote(slug)}", near)
        fitting = cards if len(cards) == 1 else tuple(card for card in cards if self._fits(card, raw, cls))
        if len(fitting) != 1:
            raise several_cards(own, slug, fitting or cards)
        return fitting[0]

    def _fits(self, card: Card, raw: Mapping[str, Any], cls: type[Facts]) -> bool:
        """Whether nothing that tells cards of one name apart is said otherwise than it is recorded."""
        version, printed, specs = raw.get("version"), self.rules.printed(card, cls), specs_of(cls)
        if _is_said(version) and not _has_version(card, version):
            return False
        known = (key for key in self.rules.telling if key in raw and key in printed)
        return all(_canonical(specs[key].kind, raw[key]) == _canonical(specs[key].kind, printed[key]) for key in known)

    def _compare(self, spec: FactSpec, said: Any, recorded: Any, path: str) -> None:
        if _canonical(spec.kind, said) != _canonical(spec.kind, recorded):
            told = f"{path} is {_show(said)} here, and {_show(recorded)} in the reference. What is said here counts."
            self.remarks.append(Remark(DIFFERS, told))


def _is_said(text: Any) -> TypeGuard[str]:
    return isinstance(text, str) and 0 < len(text) <= MAX_TEXT


def _has_version(card: Card, version: Any) -> bool:
    """Whether a card is named by this version: by none if it has none."""
    if not isinstance(version, str) or not version:
        return card.versions_known and not card.versions
    return fold(version) in map(fold, card.versions)


def _may_hold(kind: Kind, raw: Any) -> bool:
    return (isinstance(kind, Record) and isinstance(raw, dict)) or (isinstance(kind, ListOf) and isinstance(raw, list))


def _element_path(raw: Any, path: str) -> str:
    name = raw.get("id") if isinstance(raw, dict) else None
    return join(path, name) if _is_said(name) else path


def _canonical(kind: Kind, raw: Any) -> Any:
    """A value such that two that say the same are equal: texts whatever their case, lists whatever their order."""
    if isinstance(raw, str):
        return fold(raw)
    if isinstance(raw, list):
        return sorted(map(fold, map(str, raw)))
    try:
        return kind.read(raw, "")
    except PlayInputError:
        return raw


def _show(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))[:MAX_TEXT] or "none"
    return quote(value)
