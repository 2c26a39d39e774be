"""What rules documents say of a card, and the terms of their glossary in its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.model.reference import Reference
from vsdb.catalog.rules.linking import NO_TERMS, CardNames, Span, Terms, card_names, naming, terms_among, texts_of_game
from vsdb.catalog.rules.models import Document
from vsdb.catalog.rules.reading import excerpts
from vsdb.catalog.wordings.drawing import Gloss, Line, Piece, Run


@dataclass(frozen=True, slots=True)
class NamedIn:
    """A place that names a card: the document, the rule's name, its address, and whether an example does it."""

    document: Document
    name: str
    url: str
    excerpt: str
    is_example: bool


@dataclass(frozen=True)
class AroundCard:
    """The rules that name a card, document by document, and how terms are linked in its text."""

    named_in: Sequence[NamedIn] = ()
    terms: Terms = NO_TERMS
    names: CardNames | None = None

    def with_terms(self, lines: Sequence[Line]) -> Sequence[Line]:
        """The lines of a card's text with the terms in them, as keywords are: each once a line, in no longer name."""
        if self.names is None or not self.terms.by_words:
            return lines
        return [_line(line, self.terms, self.names) for line in lines]


def around_card(reference: Reference, slug: str) -> AroundCard:
    """What the rules documents of its game say of a card: their examples that name it, and their answers about it.

    One query where no text is loaded or all have been read by this process, two more for each other.
    """
    documents, held = texts_of_game(reference.game)
    if not held:
        return AroundCard()
    names = card_names(reference, held)
    named_in = [
        NamedIn(document, owner.name, url, entry.excerpt, entry.kind == "example")
        for document in documents
        if (book := held.get(document.slug))
        for entry, url, owner in excerpts(book, naming(book, names).get(slug, ()))
    ]
    return AroundCard(named_in, terms_among(held), names)


def _line(line: Line, terms: Terms, names: CardNames) -> Line:
    said = "".join(piece.text for run in line for piece in run.pieces)
    taken = [Span(start, end, "card") for start, end, _ in names.in_text(said)]
    at = 0
    for run in line:
        for piece in run.pieces:
            if not _is_plain(piece):
                taken.append(Span(at, at + len(piece.text), piece.kind))
            at += len(piece.text)
    spans = [*terms.spans(said, taken)]
    return tuple(_runs(line, spans)) if spans else line


def _is_plain(piece: Piece) -> bool:
    return piece.kind == "words" and piece.gloss is None and not piece.name


def _runs(line: Line, spans: Sequence[Span]) -> Iterator[Run]:
    at = 0
    for run in line:
        pieces: list[Piece] = []
        for piece in run.pieces:
            end = at + len(piece.text)
            pieces += _pieces(piece, at, [span for span in spans if at <= span.start and span.end <= end])
            at = end
        yield Run(run.is_reminder, tuple(pieces))


def _pieces(piece: Piece, at: int, spans: Iterable[Span]) -> Iterator[Piece]:
    done = 0
    for span in spans:
        start, end = span.start - at, span.end - at
        if done < start:
            yield replace(piece, text=piece.text[done:start])
        said = piece.text[start:end]
        yield replace(piece, text=said, gloss=Gloss(said, span.key, span.preview, span.url, None))
        done = end
    if done < len(piece.text):
        yield replace(piece, text=piece.text[done:])
