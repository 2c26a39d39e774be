"""Texts of recorded cards put on them: by their printings, then by their names, and never as a new card.

The names are those of notices, which call a legend by its champion too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db.models import Q

from engine.model.cards import Between
from engine.model.names import fold
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.exchange.card_files.card_index import CardIndex, IndexedCard
from vsdb.exchange.card_files.game_tables import GameTables
from vsdb.exchange.card_files.proposals import CardProposal, TextsProposal
from vsdb.exchange.card_files.wording_writing import ProposedText
from vsdb.exchange.reports import ImportReport

_SAME_DAYS = timedelta(days=2)  #: a notice is dated by its writer's day or by the reader's
_NOTICES = (Wording.Kind.ERRATA, Wording.Kind.FORMER)


def place_texts(tables: GameTables, proposals: Sequence[TextsProposal], report: ImportReport) -> list[ProposedText]:
    """The texts with their cards, but those that a publisher's notice gives already; a dozen queries.

    What can't be placed is a problem with its place in the file.
    """
    shelf = CardIndex(tables)
    shelf.fetch([card for each in proposals for card in _list_possible(each)], ())
    placed: list[ProposedText] = []
    noticed = _list_noticed_errata(tables) if any(each.is_secondary for each in proposals) else {}
    for each in proposals:
        found = _find_card(shelf, each)
        if isinstance(found, str):
            report.problem(each.place, found, each.name)
        elif each.is_secondary and _is_noticed(each, noticed.get(found.pk, ())):
            report.ignore(each.place, "the publisher's own notice with this erratum is imported", each.name)
        else:
            placed += (ProposedText(found, wording, None, None) for wording in each.wordings)
    return placed


def remove_repeated_errata(tables: GameTables, report: ImportReport) -> None:
    """Take away what lists say of errata that a publisher's notice gives now, with lists that have nothing left."""
    if tables.source.authority != Source.Authority.PUBLISHER:
        return
    errata = {each.card_id: each.since for each in tables.source.wordings.filter(kind=Wording.Kind.ERRATA)}
    listed = Wording.objects.filter(source__kind=Source.Kind.ERRATA_LIST, card__in=errata, kind=Wording.Kind.ERRATA)
    repeated = Q(pk__in=())
    for each in listed:
        if _is_same_erratum(errata[each.card_id], each.since):
            repeated |= Q(card=each.card_id, source=each.source_id, kind__in=_NOTICES)
    count, _ = Wording.objects.filter(repeated).delete()
    if count:
        report.count("wordings", "removed", count)
        Source.objects.filter(kind=Source.Kind.ERRATA_LIST, game=tables.game, wordings=None).delete()


def forget_empty_list(tables: GameTables, report: ImportReport) -> None:
    """Take the list's source back where this import made it and has written nothing of it."""
    source = tables.source
    if source.kind == Source.Kind.ERRATA_LIST and tables.is_new_source and not source.wordings.exists():
        source.delete()
        report.count("sources", "added", -1)


def _is_same_erratum(one: Between | None, other: Between | None) -> bool:
    """Whether two notices of a card's errata are of one, by their days."""
    if one is None or other is None:
        return False
    return one.earliest - _SAME_DAYS <= other.latest and other.earliest - _SAME_DAYS <= one.latest


def _list_noticed_errata(tables: GameTables) -> dict[int | None, list[Between | None]]:
    """The days of the errata that publishers' notices give, by their cards; a query."""
    notices = Wording.objects.filter(
        kind=Wording.Kind.ERRATA, source__game=tables.game, source__authority=Source.Authority.PUBLISHER
    )
    found: dict[int | None, list[Between | None]] = {}
    for each in notices.only("card", "effective_earliest", "effective_latest"):
        found.setdefault(each.card_id, []).append(each.since)
    return found


def _is_noticed(texts: TextsProposal, noticed: Iterable[Between | None]) -> bool:
    days = [each.effective for each in texts.wordings if each.kind == Wording.Kind.ERRATA]
    return any(_is_same_erratum(day, other) for day in days for other in noticed)


def _list_possible(texts: TextsProposal) -> Iterable[CardProposal]:
    """The cards that may be meant, as a shelf asks for them."""
    for name in _list_names(texts):
        yield CardProposal(texts.place, texts.game, name)
    for set_code, number in texts.codes:
        yield CardProposal(texts.place, texts.game, texts.name, set_code=set_code, number=number)


def _list_names(texts: TextsProposal) -> list[str]:
    """The name as written, and behind the first comma, where a legend's title stands."""
    _, comma, title = texts.name.partition(",")
    return [texts.name, title.strip()] if comma else [texts.name]


def _find_card(shelf: CardIndex, texts: TextsProposal) -> IndexedCard | str:
    """The card that is meant, or why there is none."""
    by_code = {id(entry): entry for code in texts.codes for entry in shelf.printed(*code)}
    found = list(by_code.values())
    if len(found) > 1:
        found = [entry for entry in found if entry.name_key == fold(texts.name)] or found
    if not found:
        found = shelf.named(texts.name) or _find_legends(shelf, texts)
    if len(found) == 1:
        return found[0]
    if not found:
        return "no recorded card has this printing or name"
    return f"matches {len(found)} recorded cards: {', '.join(sorted(entry.row['slug'] for entry in found)[:5])}"


def _find_legends(shelf: CardIndex, texts: TextsProposal) -> list[IndexedCard]:
    """The legends that a champion's name with a title means: those of that title with the champion among their tags."""
    champion, comma, title = texts.name.partition(",")
    named = shelf.named(title.strip()) if comma else []
    return [entry for entry in named if fold(champion.strip()) in map(fold, entry.row["tags"] or ())]
