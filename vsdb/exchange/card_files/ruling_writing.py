"""Rulings into their tables, with the cards, keywords, sets and rules that they are about or mention."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

from django.db.models import Model, QuerySet

from engine.card_text import to_printed_form
from engine.model.names import fold
from vsdb.catalog.cards import mentions
from vsdb.catalog.cards.mentions import NamedCard, Names
from vsdb.catalog.cards.models import Card, CardLabel
from vsdb.catalog.cards.reading.cards import slugify_word
from vsdb.catalog.cards.tables import insert_rows
from vsdb.catalog.wordings.models import NamedGroup, Ruling, RulingCard, RulingCitation
from vsdb.exchange.card_files.checking import find_text_fault
from vsdb.exchange.card_files.game_tables import MANY_NAMESAKES, GameTables
from vsdb.exchange.card_files.proposals import RulingProposal
from vsdb.exchange.reports import ImportReport

_VALUES = ("subject", "text", "day_earliest", "day_latest", "place")
_MAX_SUBJECT_LENGTH, _MAX_RULE_LENGTH = 400, 80
_AT_ONCE = 2_000
_NO_CARD = "no recorded card has that name"


#: The tables of what a ruling leads to, each with its columns beside the ruling's own.
_LINKS: tuple[tuple[type[Model], tuple[str, ...]], ...] = (
    (RulingCard, ("card_id", "is_subject")),
    (RulingCitation, ("document", "rule")),
    (Ruling.keywords.through, ("keyword_id",)),
    (Ruling.sets.through, ("cardset_id",)),
)
RulingLinks = tuple[frozenset[tuple[Any, ...]], ...]  #: what a ruling leads to: the rows of each of these tables


@dataclass(frozen=True)
class NamableCards:
    """The cards that some rulings may name: by their folded names, and those `own` that rulings stand on, of names
    that very many cards have. These names stand in `crowded`, each as one of the cards writes it; `common` are those
    that are words of the game too."""

    names: Names
    own: Mapping[int, NamedCard]
    crowded: Mapping[str, str]
    common: frozenset[str]

    @cached_property
    def in_text(self) -> Names:
        """The cards that a text may name; a crowded name is several cards, whichever."""
        two = {key: (NamedCard(0, name, "", ()), NamedCard(0, name, "", ())) for key, name in self.crowded.items()}
        return {**self.names, **two}

    def titled(self, written: str, card: int | None) -> list[NamedCard]:
        """The cards that a title means; of a crowded name only the one that the ruling stands on."""
        alone = mentions.group_by_name([self.own[card]] if card and card in self.own else [])
        return mentions.find_cards_by_title(written, self.names) or mentions.find_cards_by_title(written, alone)

    def is_crowded(self, written: str) -> bool:
        """Whether a title is one of the crowded names."""
        return not mentions.list_title_keys(written).isdisjoint(self.crowded)


def write_rulings(
    tables: GameTables, rulings: Iterable[tuple[RulingProposal, int | None]], report: ImportReport
) -> None:
    """Write rulings, each with the card that it stands on; they follow those that this import wrote before."""
    fit = [(ruling, card) for ruling, card in rulings if _fits(ruling, report)]
    if not fit:
        return
    known = _load_known_cards(tables, fit)
    wanted = {
        position: (_values(tables, ruling), _links(tables, ruling, card, known, report))
        for position, (ruling, card) in enumerate(fit, tables.rulings)
    }
    tables.rulings += len(fit)
    _store(tables, wanted, report)


def remove_repeated(tables: GameTables, report: ImportReport) -> None:
    """Take away what an earlier, longer form of the file left behind its end, where it stands further up now."""
    rulings = Ruling.objects.filter(source=tables.source).order_by().values_list("pk", "subject", "text")
    behind = rulings.filter(position__gte=tables.rulings)
    if not tables.rulings or not behind.exists():
        return
    before = rulings.filter(position__lt=tables.rulings)
    said = {_digest(*row) for _, *row in before.iterator(_AT_ONCE)}
    gone = [pk for pk, *row in behind.iterator(_AT_ONCE) if _digest(*row) in said]
    for start in range(0, len(gone), _AT_ONCE):
        Ruling.objects.filter(pk__in=gone[start : start + _AT_ONCE]).delete()
    if gone:
        report.count("rulings", "removed", len(gone))


def _digest(subject: str, text: str) -> bytes:
    """What tells a ruling from others, in a few bytes."""
    return blake2b(f"{subject}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _fits(ruling: RulingProposal, report: ImportReport) -> bool:
    fault = find_text_fault(ruling.subject, ruling.text) or ("" if ruling.text.strip() else "is empty")
    if fault:
        report.problem(ruling.place, f"the ruling {fault}", ruling.subject)
    return not fault


def _values(tables: GameTables, ruling: RulingProposal) -> tuple[Any, ...]:
    day, source = ruling.day, tables.source
    return (
        ruling.subject[:_MAX_SUBJECT_LENGTH],
        to_printed_form(ruling.text, tables.game),
        day.earliest if day else source.published_earliest,
        day.latest if day else source.published_latest,
        ruling.place.cut(),
    )


def _load_known_cards(tables: GameTables, rulings: Sequence[tuple[RulingProposal, int | None]]) -> NamableCards:
    """The cards whose names may stand in the rulings; three queries for every two thousand runs of words."""
    keys: set[str] = set()
    for ruling, _ in rulings:
        keys.update(*(mentions.list_title_keys(name) for name in ruling.cards))
        keys.update(*(mentions.find_possible_names(text) for text in (ruling.text, *ruling.about, *ruling.mentions)))
        keys.update(*(mentions.list_title_keys(text) for text in ruling.about))
    of_game, ordered = Card.objects.filter(game=tables.game), sorted(keys)
    found: list[NamedCard] = []
    crowded: dict[str, str] = {}
    for start in range(0, len(ordered), _AT_ONCE):
        some = ordered[start : start + _AT_ONCE]
        crowded |= tables.crowded(some)
        found += _cards(of_game.filter(name_key__in=set(some) - crowded.keys()))
    own = of_game.filter(name_key__in=crowded, pk__in={card for _, card in rulings if card})
    held = {card.pk: card for card in (_cards(own) if crowded else ())}
    return NamableCards(mentions.group_by_name(found), held, crowded, _common_words(tables, found))


def _cards(cards: QuerySet[Card]) -> Iterator[NamedCard]:
    rows = list(cards.order_by("slug").values_list("pk", "name", "identity"))
    versions: dict[int, list[str]] = defaultdict(list)
    labels = CardLabel.objects.filter(card__in=[pk for pk, _, _ in rows], kind=CardLabel.Kind.VERSION)
    for pk, name in labels.order_by("position").values_list("card", "name"):
        versions[pk].append(name)
    for pk, name, identity in rows:
        yield NamedCard(pk, name, identity, tuple(versions[pk]))


def _common_words(tables: GameTables, known: Iterable[NamedCard]) -> frozenset[str]:
    """Of the names those that are a team's, a keyword's or a version's as well, or a group's member; two queries."""
    words = {fold(name) for _, name in (*tables.teams.values(), *tables.keywords.values())}
    kinds, names = (CardLabel.Kind.VERSION, CardLabel.Kind.TRAIT), {card.name for card in known}
    labels = CardLabel.objects.filter(card__game=tables.game, kind__in=kinds, name__in=names)
    # A member of a group is meant whatever its version.
    groups = NamedGroup.objects.filter(game=tables.game).values_list("members", flat=True)
    words.update(fold(name) for members in groups for name in members)
    words.update(fold(name) for name in labels.values_list("name", flat=True).distinct())
    return frozenset(words)


def _links(
    tables: GameTables, ruling: RulingProposal, card: int | None, known: NamableCards, report: ImportReport
) -> RulingLinks:
    subjects: dict[int, str] = {}
    for written in ruling.cards:
        found = known.titled(written, card)
        if not found:
            which = (
                f"more than {MANY_NAMESAKES} recorded cards have that name" if known.is_crowded(written) else _NO_CARD
            )
            report.problem(ruling.place, f"{which}; the ruling was kept", written)
        # Of several cards of its name a ruling that stands on a card is about that one.
        own = [each for each in found if each.pk == card]
        subjects.update((each.pk, each.name) for each in own or found)
    for text in ruling.about:
        subjects.update((each.pk, each.name) for each in _named_in_heading(text, known))
    if card is not None:
        subjects.setdefault(card, "")
    about = {fold(name) for name in (*subjects.values(), ruling.subject.split(",", maxsplit=1)[0])} | known.common
    others = {
        each.pk
        for text in (ruling.text, *ruling.mentions)
        for each in mentions.find_mentioned_cards(text, known.in_text, is_common=about.__contains__)
    }
    cards = {(pk, True) for pk in subjects} | {(pk, False) for pk in others - subjects.keys()}
    keywords = {(tables.keywords[slug][0],) for slug in map(slugify_word, ruling.keywords) if slug in tables.keywords}
    sets = {(tables.sets[code].pk,) for code in map(str.casefold, ruling.sets) if code in tables.sets}
    rules = {("", rule[:_MAX_RULE_LENGTH]) for rule in (*ruling.rules, *mentions.find_cited_rules(ruling.text))}
    return frozenset(cards), frozenset(rules), frozenset(keywords), frozenset(sets)


def _named_in_heading(text: str, known: NamableCards) -> list[NamedCard]:
    """The cards that a heading names: the one whose name it is, else those that it mentions."""
    whole = list(known.names.get(fold(text), ()))
    return whole or [*mentions.find_mentioned_cards(text, known.in_text, is_common=known.common.__contains__)]


def _load_recorded(tables: GameTables, positions: Iterable[int]) -> dict[int, tuple[int, tuple[Any, ...], RulingLinks]]:
    """The rulings of the source at these places with what they lead to; five queries."""
    rows = Ruling.objects.filter(source=tables.source, position__in=list(positions))
    held = {position: (pk, values) for pk, position, *values in rows.order_by().values_list("pk", "position", *_VALUES)}
    links: list[dict[int, set[tuple[Any, ...]]]] = [defaultdict(set) for _ in _LINKS]
    for of_kind, (model, columns) in zip(links, _LINKS, strict=True):
        found = model._default_manager.filter(ruling__in=[pk for pk, _ in held.values()])
        for ruling, *row in found.values_list("ruling", *columns):
            of_kind[ruling].add(tuple(row))
    return {
        position: (pk, tuple(values), tuple(frozenset(of_kind[pk]) for of_kind in links))
        for position, (pk, values) in held.items()
    }


def _store(tables: GameTables, wanted: dict[int, tuple[tuple[Any, ...], RulingLinks]], report: ImportReport) -> None:
    """Write rulings by their places, and let each lead to exactly what is wanted."""
    held = _load_recorded(tables, wanted)
    new = [position for position in wanted if position not in held]
    changed = {position: pk for position, (pk, *found) in held.items() if tuple(found) != wanted[position]}
    report.count("rulings", "added", len(new))
    report.count("rulings", "changed", len(changed))
    report.count("rulings", "unchanged", len(wanted) - len(new) - len(changed))
    values = {position: dict(zip(_VALUES, wanted[position][0], strict=True)) for position in changed}
    rulings = (Ruling(pk=pk, **values[position]) for position, pk in changed.items())
    Ruling.objects.bulk_update(rulings, _VALUES, batch_size=100)
    rows = ((tables.source.pk, position, *wanted[position][0]) for position in new)
    insert_rows(Ruling, ("source_id", "position", *_VALUES), rows)
    written = Ruling.objects.filter(source=tables.source, position__in=new).values_list("position", "pk")
    pks = {**changed, **dict(written)}
    for place, (model, columns) in enumerate(_LINKS):
        model._default_manager.filter(ruling__in=list(changed.values())).delete()
        leading = ((pk, *row) for position, pk in pks.items() for row in sorted(wanted[position][1][place]))
        insert_rows(model, ("ruling_id", *columns), leading)
