"""What the lists of an event come to: outcomes and lateness of all, and what was played by those that are published.

Everything is plain data, so that it is stored when the lists are erased, and stays the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from engine import Deck, game_of
from engine.decklists.sections import section_title
from engine.model.identities import count_by_section
from vsdb.catalog.cards.faces import name_card
from vsdb.decks import glance, to_engine
from vsdb.events.clock import get_judged_day
from vsdb.events.models import STANDING, DeckCheck, Event, EventList, Penalty, PublishedList, Registration
from vsdb.events.verdicts.selectors import list_records

MIN_GROUP = 3  #: lists of a group; smaller ones are merged, so that nobody's list is told by its group
OTHERS = "Others"
ERASED_PENALTIES = "erased_penalties"  #: by kind, stored with an event until its lists are erased
_MIN_COPIES = 20  #: of an affiliation in a deck's main part, from which the deck counts for it
_MAX_CARDS = 300
_MADE = (DeckCheck.State.MATCHES, DeckCheck.State.DISCREPANCIES)


@dataclass(frozen=True, slots=True)
class PlayedList:
    """A published list with its player's wins, losses and draws of matches, where they are known."""

    deck: Deck
    record: tuple[int, int, int] | None = None


def get_statistics(event: Event) -> dict[str, Any]:
    """The statistics of an event: those stored when its lists were erased, else as the lists are now."""
    return (event.statistics or {}) if event.cleared_at else compute_statistics(event)


def compute_statistics(event: Event) -> dict[str, Any]:
    """The statistics as plain data: `players`, `lists`, `checks` and `published`."""
    return {
        "players": count_states(event),
        "lists": describe_lists(event),
        "checks": describe_checks(event),
        "published": describe_published(event.game_id, list_played(event)),
    }


def count_states(event: Event) -> dict[str, int]:
    """Registrations by state."""
    states = Counter(event.registrations.values_list("state", flat=True))
    return {state: states[state] for state in Registration.State.values if states[state]}


def describe_lists(event: Event) -> dict[str, Any]:
    """How many lists there are, their outcomes and codes of record, and how many were late or replaced."""
    entries = EventList.objects.filter(event=event).exclude(registration__state=Registration.State.WITHDRAWN)
    submitted = entries.exclude(current=None).select_related("current")
    records = list_records(event)
    held = [records[entry.pk] for entry in submitted if entry.pk in records]
    late = [entry.current.late_seconds for entry in submitted if entry.current and entry.current.late_seconds]
    return {
        "submitted": submitted.count(),
        "drafts": entries.filter(current=None).exclude(draft="").count(),
        "outcomes": dict(sorted(Counter(each.outcome for each in held).items())),
        "codes": dict(sorted(Counter(code for each in held for code in each.codes).items())),
        "late": len(late),
        "replaced": sum(1 for entry in submitted if entry.current and entry.current.source == "judge"),
        "penalties": count_penalties(event),
    }


def describe_checks(event: Event) -> dict[str, Any]:
    """How many lists were checked and how many had discrepancies, with their shares in whole percent; the checks by
    kind, and how long they took in the middle."""
    made = list(DeckCheck.objects.filter(event=event, state__in=_MADE).order_by("pk"))
    full = [each for each in made if each.kind != DeckCheck.Kind.PARTIAL and each.list_id is not None]
    checked = {each.list_id for each in full}
    differing = {each.list_id for each in full if each.state == DeckCheck.State.DISCREPANCIES}
    submitted = EventList.objects.filter(event=event, current__isnull=False)
    lists = submitted.exclude(registration__state=Registration.State.WITHDRAWN).count()
    seconds = [(each.ended - each.started).total_seconds() for each in full if each.ended]
    return {
        "lists": lists,
        "checked": len(checked),
        "checked_percent": len(checked) * 100 // lists if lists else 0,
        "discrepancies": len(differing),
        "discrepancies_percent": len(differing) * 100 // len(checked) if checked else 0,
        "kinds": dict(sorted(Counter(each.kind for each in made).items())),
        "median_seconds": int(median(seconds)) if seconds else None,
    }


def count_penalties(event: Event) -> dict[str, int]:
    """The penalties that stand by kind, with those that were erased before the lists."""
    standing = Penalty.objects.filter(STANDING, registration__event=event)
    given = Counter(standing.values_list("kind", flat=True))
    return dict(given + Counter((event.statistics or {}).get(ERASED_PENALTIES, {})))


def list_played(event: Event) -> list[PlayedList]:
    """The published lists; those that staff has hidden don't count."""
    rows = PublishedList.objects.filter(event=event, deck__hidden_at=None, deck__visibility="public")
    day = get_judged_day(event)
    return [
        PlayedList(to_engine.build_deck(row.deck.text, event.game_id, day), read_record(row.list.registration.standing))
        for row in rows.select_related("deck", "list__registration").order_by("pk")
    ]


def read_record(standing: Mapping[str, Any] | None) -> tuple[int, int, int] | None:
    """Wins, losses and draws of a standing; None where it doesn't say all of them."""
    figures = [(standing or {}).get(name) for name in ("wins", "losses", "draws")]
    wins, losses, draws = (each if isinstance(each, int) and each >= 0 else None for each in figures)
    return None if wins is None or losses is None or draws is None else (wins, losses, draws)


def describe_published(game: str, played: Sequence[PlayedList]) -> dict[str, Any]:
    """Groups by what leads the lists and by affiliation, and how often each card was played."""
    leads = [[title for _, title in glance.summarize(each.deck)["leads"]] for each in played]
    groups = [list_groups(each.deck) for each in played]
    kinds = ((name_leaders(game), leads), (game_of(game).site.words.groups, groups))
    return {
        "lists": len(played),
        "groups": [_describe_groups(title, played, named) for title, named in kinds if any(named)],
        "cards": list(count_cards(each.deck for each in played)),
    }


def name_leaders(game: str) -> str:
    """What the cards are called that lead a deck of the game."""
    sections = game_of(game).stats.leads
    return section_title(sections[0]) if sections else ""


def list_groups(deck: Deck) -> list[str]:
    """The affiliations or domains that a list counts for: its leader's, else those of at least 20 copies."""
    return [name for name, copies in glance.summarize(deck)["groups"] if copies is None or copies >= _MIN_COPIES]


def _describe_groups(title: str, played: Sequence[PlayedList], named: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The groups of one kind with their lists and records; those of fewer lists than `MIN_GROUP` are one."""
    of_group: defaultdict[str, list[PlayedList]] = defaultdict(list)
    for each, names in zip(played, named, strict=True):
        for name in dict.fromkeys(names):
            of_group[name].append(each)
    large = {name: lists for name, lists in of_group.items() if len(lists) >= MIN_GROUP}
    small = {id(each): each for name, lists in of_group.items() if name not in large for each in lists}
    rows = [_describe_group(name, lists) for name, lists in large.items()]
    rows.sort(key=lambda row: (-row["lists"], row["name"]))
    return {"title": title, "rows": rows + ([_describe_group(OTHERS, [*small.values()])] if small else [])}


def _describe_group(name: str, lists: Sequence[PlayedList]) -> dict[str, Any]:
    records = [each.record for each in lists if each.record]
    wins, losses, draws = (sum(record[place] for record in records) for place in range(3))
    results = {"wins": wins, "losses": losses, "draws": draws, "with_results": len(records)}
    return {"name": name, "lists": len(lists), **(results if records else {})}


def count_cards(decks: Iterable[Deck]) -> Iterator[dict[str, Any]]:
    """How many lists have each card in each section, and how many copies they have together; most lists first."""
    lists: Counter[tuple[str, str, str]] = Counter()
    copies: Counter[tuple[str, str, str]] = Counter()
    for deck in decks:
        for each in count_by_section(deck).values():
            if each.card is not None:
                key = (each.card.slug, name_card(each.card), each.section)
                lists[key] += 1
                copies[key] += each.count
    most = sorted(lists, key=lambda key: (-lists[key], -copies[key], key))[:_MAX_CARDS]
    for key in most:
        slug, title, section = key
        yield {"slug": slug, "name": title, "section": section, "lists": lists[key], "copies": copies[key]}
