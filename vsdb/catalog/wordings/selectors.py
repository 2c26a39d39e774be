"""Reads of wordings and rulings, each with its queries; a card's texts as revisions: which of them counts on a day,
which may, which came before and after."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from engine.card_text import name_own_symbol, unify_symbols
from engine.model.cards import Between
from engine.rules.editions import EDITIONS
from vsdb.catalog.cards.models import CardId, ImportedRow
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.wordings.models import (
    NamedGroup,
    Ruling,
    RulingCard,
    RulingCitation,
    Source,
    Wording,
    order_by_age,
    order_newest_first,
)

#: What a text is on a day.
CURRENT, POSSIBLE, PAST, FUTURE = "current", "possible", "past", "future"


def list_wordings_in_force(on: date) -> QuerySet[Wording]:
    """The wording of each card that certainly counts on a day: the newest whose day has come by then (rule 100.3)."""
    has_come = Q(effective_latest__lte=on) | Q(effective_latest=None)
    newest = Wording.objects.filter(has_come, card=OuterRef("card")).order_by(*order_newest_first())
    return Wording.objects.filter(pk=Subquery(newest.values("pk")[:1]))


def list_wordings(cards: Iterable[int]) -> QuerySet[Wording]:
    """The wordings of cards with their sources, card by card, the oldest of each first; one query."""
    found = Wording.objects.filter(card__in=[*cards]).select_related("source")
    return found.order_by("card_id", *order_by_age())


def map_texts_in_force(game: str, slugs: Iterable[str], on: date) -> dict[str, str]:
    """The game texts of cards on a day by the cards' slugs, of those that have one; one query.

    A text with the symbol for its card's own domain comes with symbols in one spelling, and the domain's name.
    """
    rows = list_wordings_in_force(on).filter(card__game=game, card__slug__in=[*slugs])
    texts: dict[str, str] = {}
    for slug, text, derived in rows.values_list("card__slug", "text", "derived"):
        own = derived.get("own_domains")
        texts[slug] = name_own_symbol(unify_symbols(text, game), game, own) if own else text
    return texts


def list_rulings_of_card(card: int) -> QuerySet[RulingCard]:
    """The rulings that are about a card or mention it, with their sources, the newest first; one query."""
    found = RulingCard.objects.filter(card=card).select_related("ruling__source")
    return found.order_by("-is_subject", F("ruling__day_latest").desc(nulls_last=True), "ruling__source", "ruling")


def list_rulings() -> QuerySet[Ruling]:
    """Every ruling with its source, the newest first; one query."""
    newest = F("day_latest").desc(nulls_last=True)
    return Ruling.objects.select_related("source").order_by(newest, "source__slug", "position")


def list_rulings_citing(rule: Rule) -> QuerySet[Ruling]:
    """The rulings that cite a rule by its document, or by its number alone where it is one of its game's rules."""
    cited = RulingCitation.objects.filter(ruling=OuterRef("pk"), rule=rule.number)
    named = Q(document=rule.document_id)
    game = rule.document.game_id
    if game and rule.document_id in {edition.edition for edition in EDITIONS[game]}:
        named |= Q(document="", ruling__source__game=game)
    return list_rulings().filter(Exists(cited.filter(named)))


def list_cited_rules() -> set[tuple[str, str, str]]:
    """Each rule that a ruling cites: document (empty where it doesn't say), number and the ruling's game; one query."""
    return set(RulingCitation.objects.order_by().values_list("document", "rule", "ruling__source__game").distinct())


def list_sources() -> QuerySet[Source]:
    """Every source with, as `wording_count` and `ruling_count`, what came from it, game by game, newest first."""
    counts = {f"{name}_count": _count(model) for name, model in (("wording", Wording), ("ruling", Ruling))}
    newest = F("published_latest").desc(nulls_last=True)
    return Source.objects.annotate(**counts).order_by("game__position", newest, "slug")


def _count(model: type[Wording] | type[Ruling]) -> Coalesce:
    counted = model._default_manager.filter(source=OuterRef("pk")).order_by().values("source")
    return Coalesce(Subquery(counted.annotate(held=Count("pk")).values("held")), 0)


def list_groups(game: str) -> QuerySet[NamedGroup]:
    """The named groups of a game with their sources; one query."""
    return NamedGroup.objects.filter(game=game).select_related("source")


_encoded = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode


def get_imports_version(game: str) -> str:
    """Empty where nothing was imported; one query then, else eleven, and memory for a few hundred rows.

    The digests of the rows are added up, so that it doesn't matter in which order a database gives them.
    """
    if not Source.objects.filter(game=game).exists():
        return ""
    digests = (hashlib.sha256("\0".join(map(_write_value, row)).encode()).digest() for row in _rows(game))
    total = sum(map(int.from_bytes, digests))
    return f"{total % 2**256:064x}"


def combine_data_version(facts_version: str, imported: str) -> str:
    """The fingerprint of everything that is known of a game."""
    if not imported:
        return facts_version
    return hashlib.sha256(f"{facts_version} {imported}".encode()).hexdigest()


def _write_value(value: object) -> str:
    """A value as text, the same from every database; only what holds values is worth the cost of JSON."""
    return _encoded(value) if value and isinstance(value, dict | list) else str(value)


def _rows(game: str) -> Iterator[tuple[Any, ...]]:
    of_source = "source__slug"
    yield from _of("source", Source.objects.filter(game=game), "slug name kind authority document__slug "
                   "published_earliest published_latest")  # fmt: skip
    yield from _of("row", ImportedRow.objects.filter(game=game), "kind key source facts is_new place")
    yield from _of("id", CardId.objects.filter(card__game=game), "card__slug system value")
    yield from _of("wording", Wording.objects.filter(card__game=game), f"card__slug {of_source} kind printing_code "
                   "text flavour changed effective_earliest effective_latest precedence place derived")  # fmt: skip
    ruling = f"{of_source} position"
    of_game = Ruling.objects.filter(source__game=game)
    yield from _of("ruling", of_game, f"{ruling} subject text day_earliest day_latest place")
    of_ruling = f"ruling__{of_source} ruling__position"
    said = RulingCard.objects.filter(ruling__source__game=game)
    yield from _of("card", said, f"{of_ruling} card__slug is_subject")
    yield from _of("cited", RulingCitation.objects.filter(ruling__source__game=game), f"{of_ruling} document rule")
    yield from _of("keyword", of_game.filter(keywords__isnull=False), f"{ruling} keywords__slug")
    yield from _of("set", of_game.filter(sets__isnull=False), f"{ruling} sets__code")
    yield from _of("group", NamedGroup.objects.filter(game=game), f"{of_source} slug name members place")


def _of(kind: str, rows: QuerySet[Any], columns: str) -> Iterable[tuple[Any, ...]]:
    held = rows.order_by().values_list(*columns.split())
    return ((kind, *row) for row in held.iterator(500))


@dataclass(frozen=True, slots=True)
class WordingRevision:
    """A text with its day, None where that isn't known, and what it is on the day that is asked about.

    `key` names it in addresses. `before` is the key of the text before, which it `repeats` where both say the same;
    `is_order_doubtful` where the days of the two overlap.
    """

    wording: Wording
    key: str
    since: Between | None
    state: str
    before: str
    repeats: bool
    is_order_doubtful: bool

    @property
    def label(self) -> str:
        """What it is, in a few words."""
        kind = self.wording.get_kind_display()
        return f"{kind} on {self.wording.printing_code}" if self.wording.printing_code else kind


@dataclass(frozen=True, slots=True)
class WordingHistory:
    """The revisions of a card, the oldest first, and the day on which they are looked at."""

    revisions: tuple[WordingRevision, ...]
    on: date

    @property
    def current(self) -> WordingRevision | None:
        """The text that certainly counts that day."""
        return next((each for each in self.revisions if each.state == CURRENT), None)

    @property
    def shown(self) -> WordingRevision | None:
        """The text to show: the one that counts, else the oldest there is."""
        return self.current or next(iter(self.revisions), None)

    @property
    def possible(self) -> list[WordingRevision]:
        """Texts that may count by that day already."""
        return [each for each in self.revisions if each.state == POSSIBLE]

    @property
    def newest_first(self) -> tuple[WordingRevision, ...]:
        """The revisions as a timeline has them."""
        return self.revisions[::-1]

    def of_key(self, key: str) -> WordingRevision | None:
        """The revision that an address names."""
        return next((each for each in self.revisions if each.key == key), None)


def build_history(wordings: Sequence[Wording], on: date) -> WordingHistory:
    """The revisions of a card on a day; its wordings come with their sources, in the order in which they count."""
    came = [each.since is None or bool(each.since.has_come(on)) for each in wordings]
    last = max((place for place, has_come in enumerate(came) if has_come), default=-1)
    first_printed = next((each for each in wordings if each.kind == Wording.Kind.PRINTED), None)
    revisions: list[WordingRevision] = []
    before: Wording | None = None
    for place, wording in enumerate(wordings):
        since = wording.since
        is_possible = since is not None and since.has_come(on) is None
        state = PAST if place < last else CURRENT if place == last else POSSIBLE if is_possible else FUTURE
        repeats = before is not None and before.compared_text == wording.compared_text
        may_be_older = before is not None and before is not first_printed and _overlap(before.since, since)
        key = before.key if before else ""
        revisions.append(WordingRevision(wording, wording.key, since, state, key, repeats, may_be_older))
        before = before if wording.is_aside else wording
    return WordingHistory(tuple(revisions), on)


def find_counting_wording(wordings: Iterable[Wording], on: date) -> Wording | None:
    """Of a card's texts, in their order, the one that counts on a day; the first printed one has always counted.

    Before its first printing nobody has the card, so nothing was said of another text.
    """
    found, has_printed = None, False
    for wording in wordings:
        since = wording.since
        is_first_printed = wording.kind == Wording.Kind.PRINTED and not has_printed
        has_printed = has_printed or is_first_printed
        if since is None or is_first_printed or since.has_come(on):
            found = wording
    return found


def _overlap(before: Between | None, after: Between | None) -> bool:
    """Whether of two days either may be the earlier one."""
    return before is not None and after is not None and before != after and before.latest > after.earliest
