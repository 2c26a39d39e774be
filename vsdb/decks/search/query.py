"""A query for decks: read into a tree by the grammar of the card search with the fields of decks, and completed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import islice

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES
from vsdb.decks.search.verdicts import list_known_codes
from vsdb.search import completion
from vsdb.search.language.deck_fields import DECK_FIELDS, DECK_KEYS, find_deck_field
from vsdb.search.language.field_types import FieldChoice, FieldKind, SearchField
from vsdb.search.language.fields import find_field
from vsdb.search.language.findings import NoteCollector
from vsdb.search.language.parser import MAX_CHARACTERS, QueryParser
from vsdb.search.language.syntax import Query, QuerySpan, Subquery, Term, Tree, Word, list_fields, read_figures
from vsdb.search.language.tokens import QueryScanner, TermHead, ValuePiece

_DECK, _CARD = "deck", "card"
_COUNTED = re.compile(r"(?P<text>.+?)(?P<copies>(?:!=|<=|>=|[=<>≤≥≠])\d{1,6})")
_CARDS_BEGIN = re.compile(r"\bcontains[:=]\(", re.IGNORECASE)


def parse(text: str, games: Collection[str] | None = None) -> Query:
    """What the query asks of decks; `games` are those that are searched, all if left out. It never raises."""
    findings = NoteCollector(GAMES if games is None else games)
    findings.what = _DECK
    return _DecksParser(text, findings).query()


class _DecksParser(QueryParser):
    @property
    def keys(self) -> Sequence[str]:
        return super().keys if self.is_among_cards else DECK_KEYS

    @property
    def is_among_cards(self) -> bool:
        """Whether what is read stands in a query for cards."""
        return self.findings.what == _CARD

    def field_of(self, key: str) -> SearchField | None:
        return find_field(key) if self.is_among_cards else find_deck_field(key)

    def is_head(self, head: TermHead) -> bool:
        if not self.is_among_cards and find_deck_field(head.key):
            return not head.is_spaced or head.op != ":"
        return super().is_head(head)

    def of_field(self, head: TermHead, start: int, depth: int, is_negated: bool) -> Tree | None:
        scanner, known = self.scanner, self.field_of(head.key)
        is_shown = self.is_among_cards and known is not None and known.kind is FieldKind.DISPLAY
        if (known is None and not self.is_among_cards) or is_shown:
            return self._of_other(head, is_shown=is_shown)
        if known is not None and known.kind is FieldKind.SUBQUERY and not self.is_among_cards:
            scanner.place = head.span.end
            if scanner.next not in {"", " ", ")", "(", "/", "{"}:
                return self._of_name(known, start)
        return super().of_field(head, start, depth, is_negated)

    def _of_name(self, known: SearchField, start: int) -> Tree | None:
        """`contains:mobilize>=3` is short for `contains:(mobilize)>=3`, `contains:t:unit` for `contains:(t:unit)`."""
        scanner = self.scanner
        piece = scanner.take_quoted() if scanner.next == '"' else scanner.take_run()
        if piece is None:
            return None
        is_phrase = piece.form == "phrase"
        if not is_phrase and ":" in piece.text.rstrip(":"):
            return self._of_term(known, start, piece)
        self.findings.close(piece)
        text, copies = piece.text, scanner.take_count()
        if not is_phrase and (found := _COUNTED.fullmatch(text)):
            text, copies = found["text"], QueryScanner(found["copies"]).take_count()
        span = QuerySpan(start, scanner.place)
        if not any(character.isalnum() for character in text):
            self.note(f"“{known.name}:” needs a card query.", span, known.examples[:1])
            return None
        word = Term("", ":", Word(text, is_phrase), piece.span)
        return self.counted(Term(known.name, ":", Subquery(word, copies), span), span)

    def _of_term(self, known: SearchField, start: int, piece: ValuePiece) -> Tree | None:
        self.scanner.place = piece.span.start
        self.findings.what = _CARD
        tree = self.one(0, None)
        self.findings.what = _DECK
        span = QuerySpan(start, self.scanner.place)
        return None if tree is None else self.counted(Term(known.name, ":", Subquery(tree), span), span)

    def of_group(self, known: SearchField | None, head: TermHead, start: int, depth: int) -> Tree | None:
        if self.is_among_cards or known is None or known.kind is not FieldKind.SUBQUERY:
            return super().of_group(known, head, start, depth)
        self.findings.what = _CARD
        tree = super().of_group(known, head, start, depth)
        self.findings.what = _DECK
        return tree

    def _of_other(self, head: TermHead, *, is_shown: bool) -> Tree | None:
        """What is no field here; one of cards can be asked of a deck's cards."""
        scanner = self.scanner
        scanner.place = head.span.end
        figures = read_figures(head.key)
        piece = scanner.take_value(has_figures=figures is not None) or self.take_group()
        if scanner.next == "@":
            self.suffix()
        span = QuerySpan(head.span.start, scanner.place)
        known = find_field(head.key)
        if is_shown or (known is not None and known.kind is FieldKind.DISPLAY):
            self.note(f"“{head.key}” works only in card searches. Ignored.", span)
        elif known is not None or (figures is not None and list_fields(figures)):
            asked = f"contains:({scanner.text[span.start : span.end]})"
            self.note(f"“{head.key}” searches cards. To search decks, write {asked}.", span, (asked,))
        else:
            return self.of_unknown(head, piece)
        return None


def list_deck_completions(text: str, at: int, game: str | None) -> list[completion.CompletionOffer]:
    """What stands at a place of a query for decks may become this; among cards what a query for cards offers."""
    if is_among_cards(text[:at]):
        return completion.list_completions(text, at, game)
    found = islice(_find_meant_words(text, at, game), completion.AT_MOST)
    return [completion.build_offer(meant, text) for meant in found]


def is_among_cards(before: str) -> bool:
    """Whether what comes behind this stands in the brackets of a `contains:(…)`."""
    for begun in _CARDS_BEGIN.finditer(before):
        depth = 1
        for sign in before[begun.end() :]:
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if not depth:
                break
        if depth:
            return True
    return False


def _find_meant_words(text: str, at: int, game: str | None) -> Iterator[completion.MeantWord]:
    unfinished = completion.find_unfinished_value(text, at, find_deck_field)
    if unfinished is not None:
        yield from completion.find_meant_values(unfinished, _choices_of(unfinished.field, game))
        return
    for each in completion.complete(text, at, DECK_FIELDS):
        if not each.field.unanswerable:
            written = f"{each.field.name}:(" if each.field.kind is FieldKind.SUBQUERY else each.text
            yield completion.MeantWord(each.text, each.field.help.partition(". ")[0].rstrip("."), each.span, written)


def _choices_of(known: SearchField, game: str | None) -> Iterable[FieldChoice]:
    if known.choices:
        return known.choices
    if known.kind is FieldKind.LEGALITY or known.name == "format":
        return completion.list_values("legal", game)
    if known.name == "team":
        return completion.list_values("team", game)
    return map(FieldChoice, list_known_codes()) if known.name == "why" else ()


@require_safe
@cache_control(max_age=300)
def complete(request: HttpRequest) -> JsonResponse:
    """What the word at a place of a query may become; it tells nothing of any deck."""
    text = request.GET.get("q", "").replace("\0", "")[:MAX_CHARACTERS]
    at = request.GET.get("at", "")
    place = min(int(at), len(text)) if at.isdecimal() and len(at) < 6 else len(text)
    game = request.GET.get("game")
    offers = list_deck_completions(text, place, game if game in GAMES else None)
    return JsonResponse({"completions": [asdict(offer) for offer in offers]})
