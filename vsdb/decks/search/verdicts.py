"""Decks by their verdicts: in a format on a day, or in their own on their own day."""

from __future__ import annotations

from functools import lru_cache, partial

from django.db.models import Q

from engine.model.cards import GAMES
from engine.model.formats import Format
from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from engine.rules.editions import EDITIONS
from vsdb.catalog.cards.selectors import get_formats_stamp
from vsdb.catalog.formats.lookup import find_formats_called
from vsdb.core.folding import find_nearest
from vsdb.decks import verdict_cache, verdict_records
from vsdb.decks.search.context import DeckSearchContext
from vsdb.decks.search.waiting import narrow_to_unsettled
from vsdb.search.conditions.effective_facts import find_legality_day
from vsdb.search.conditions.legality import MAX_DAYS
from vsdb.search.language.syntax import ANY, NONE, QueryNote, QuerySpan, Term, get_written_word, list_items

OUTCOMES = {"legal": LEGAL, "illegal": ILLEGAL, "uncertain": UNCERTAIN}


def in_format(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks with that outcome in a format on a day; what isn't kept yet is judged, within the bound of a request."""
    cards = asking.cards
    day = find_legality_day(term.on if term.on is not None else cards.as_of, cards, term.span)
    cards.days.add(day)
    if len(cards.days) > MAX_DAYS:
        cards.note(f"at most {MAX_DAYS} different dates per query; this one is ignored", term.span)
        return None
    formats = _formats(term, asking)
    if formats is None:
        return None
    found = Q(pk__in=())
    for fmt in formats:
        what = (fmt.slug, day, verdict_records.get_facts_state(fmt.game))
        without = partial(verdict_cache.list_without_verdict, fmt=fmt, day=day)
        decks = narrow_to_unsettled(asking.narrowed, asking.viewer, what, without)
        _tell(asking, term, *verdict_cache.judge_decks_without_verdict(decks, fmt, day, most=_left(asking)))
        found |= verdict_cache.is_judged(fmt, day, outcome=OUTCOMES[term.field])
    return found


def why(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks of whose own verdict an error or an unknown has that code; `*` any, `none` none."""
    code = (get_written_word(term.value) or "").strip().casefold().replace(" ", "-")
    if code in (ANY, NONE):
        return find_by_own_verdict(term, asking, Q(codes="") if code == NONE else ~Q(codes=""))
    if code not in list_known_codes():
        asking.cards.note(f"no rule has the code {code[:60]!r}", term.span, find_nearest(code, list_known_codes()))
        return None
    return find_by_own_verdict(term, asking, Q(codes__contains=f" {code} "))


def own_format(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks that are built for a format; `none`: for none, `*`: for any."""
    said = get_written_word(term.value)
    if said in (ANY, NONE):
        return Q(format="") if said == NONE else ~Q(format="")
    formats = _formats(term, asking)
    if formats is None:
        return None
    found = Q(pk__in=())
    words = {word.casefold() for word in list_items(term.value)}
    for fmt in formats:
        name, mark, _ = fmt.slug.partition("@")
        found |= Q(game=fmt.game, format=fmt.slug)
        if mark and fmt.slug not in words:  # one by an organizer, whatever its version
            found |= Q(game=fmt.game, format=name) | Q(game=fmt.game, format__startswith=f"{name}@")
    return found


@lru_cache(maxsize=1)
def list_known_codes() -> tuple[str, ...]:
    """The codes of every rule of every edition."""
    return tuple(sorted({rule.code for game in GAMES for edition in EDITIONS[game] for rule in edition.rules}))


def find_by_own_verdict(term: Term, asking: DeckSearchContext, wanted: Q) -> Q:
    """Decks of whose verdict in their own format on their own day something holds."""
    games, today = list(asking.cards.references), asking.cards.today
    what = (today, *((verdict_records.get_facts_state(game), get_formats_stamp(game)) for game in games))
    without = partial(verdict_cache.list_without_own_verdict, games=games, today=today)
    decks = narrow_to_unsettled(asking.narrowed, asking.viewer, what, without)
    _tell(asking, term, *verdict_cache.check_own(decks, games, today, most=_left(asking)))
    return verdict_cache.is_judged_by_itself(games, today, wanted)


def _formats(term: Term, asking: DeckSearchContext) -> list[Format] | None:
    """The formats that a term names, in each of the games; None, with a note, where it names none."""
    cards = asking.cards
    words = list_items(term.value)
    if ANY in words:
        said = f"“{term.field}” needs a format; is:{term.field} checks each deck in its own format"
        cards.note(said, term.span, (f"is:{term.field}",))
        return None
    found = [fmt for each in cards.references.values() for word in words for fmt in find_formats_called(each, word)]
    if found:
        return found
    held = [fmt for each in cards.references.values() for fmt in each.formats.values()]
    known = [word for fmt in held for word in (fmt.slug, *fmt.short)]
    said = get_written_word(term.value) or ", ".join(words)
    cards.note(f"{cards.has_no} format {said[:60]!r}", term.span, find_nearest(said, known))
    is_of_another = any(any(find_formats_called(each, word)) for each in cards.elsewhere.values() for word in words)
    return [] if is_of_another else None


def _left(asking: DeckSearchContext) -> int:
    """How many decks this query may still have judged, all its terms together."""
    return verdict_cache.MAX_AT_ONCE - asking.judged


def _tell(asking: DeckSearchContext, term: Term, judged: int, left: int) -> None:
    asking.judged += judged
    asking.is_costly = True
    if left:
        note = build_unchecked_note(left, term.span)
        asking.cards.note(note.message, note.span)


def build_unchecked_note(left: int, span: QuerySpan) -> QueryNote:
    """The note on decks of which no verdict is kept and none was made, so that they aren't found."""
    decks = "deck" if left == 1 else "decks"
    return QueryNote(f"{left:,} more {decks} not checked yet: search again or narrow the query", span)
