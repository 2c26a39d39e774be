"""A card's text as it is drawn: lines of words, symbols, arrows and keywords, reminders and what is new told apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, groupby, pairwise

from engine.card_text import Segment, find_names_with_keywords, parse_paragraphs, strip_reminders
from engine.card_text.paragraphs import SYMBOL
from engine.model.games import game_of
from engine.model.reference import Reference
from engine.model.verdicts import Citation
from vsdb.catalog.cards.models import Keyword
from vsdb.catalog.cards.selectors import keep_by_version
from vsdb.catalog.wordings.models import Wording
from vsdb.core.addresses import get_address

Spans = Sequence[tuple[int, int]]

#: The symbols that the site draws in every game, by their names.
ICONS = {
    **{name: f"power-{name.lower()}" for name in ("Energy", "Intellect", "Might", "Skill", "Humanity", "Alien")},
    **{name: name.lower().replace(" ", "-") for name in ("Any Turn", "Activate", "Flight", "Range", "Health")},
}
_SYMBOL_CODE = re.compile(r"^:[a-z]+_([a-z0-9_]+):$")  # as in `:rb_energy_2:`


@dataclass(frozen=True, slots=True)
class KeywordGloss:
    """A keyword's page, what it means in our own words, and where its rule stands."""

    name: str
    slug: str
    gloss: str
    url: str
    citation: Citation | None


@dataclass(frozen=True, slots=True)
class LinePiece:
    """A part of a line; `kind`, `text` and `name` as in `engine.card_text.Segment`, `is_new` as an errata marks it.

    `icon` is the drawing of a symbol, empty where it stands as a word.
    """

    kind: str
    text: str
    name: str = ""
    is_new: bool = False
    gloss: KeywordGloss | None = None
    icon: str = ""

    @property
    def printed(self) -> str:
        """A symbol as it is printed, without its brackets."""
        return self.text.strip("[]")


@dataclass(frozen=True, slots=True)
class PieceRun:
    """What stands together outside of reminders, or in one."""

    is_reminder: bool
    pieces: tuple[LinePiece, ...]


Line = tuple[PieceRun, ...]


class KeywordGlosses(dict[str, KeywordGloss]):
    """A game's keywords by their names; `longer` are names of cards in which such a name means no keyword."""

    longer: tuple[str, ...] = ()


@keep_by_version
def load_glosses(game: str, reference: Reference | None = None) -> KeywordGlosses:
    """A game's keywords by their names; one query. With the reference they aren't found in the names of its cards."""
    rows = Keyword.objects.filter(game=game).order_by("name")
    found = KeywordGlosses((row.name, _gloss(row)) for row in rows)
    if reference is not None:
        found.longer = _longer_names(reference, tuple(found))
    return found


@lru_cache(maxsize=8)
def _longer_names(reference: Reference, keywords: tuple[str, ...]) -> tuple[str, ...]:
    names = (name for card in reference.catalog.cards for name in (card.name, card.identity, *(card.aka or ())) if name)
    return find_names_with_keywords(names, reference.game, keywords)


def _gloss(row: Keyword) -> KeywordGloss:
    url = get_address("cards:keyword", row.game_id, row.slug)
    citation = Citation(row.citation_document, row.citation_rule) if row.citation_document else None
    return KeywordGloss(row.name, row.slug, row.gloss, url, citation)


def draw_text(text: str, game: str, words: Mapping[str, KeywordGloss], changed: Iterable[str] = ()) -> tuple[Line, ...]:
    """The lines of a text; `words` are the keywords to link, `changed` the passages that are marked as new."""
    passages = [*filter(None, changed)]
    longer = words.longer if isinstance(words, KeywordGlosses) else ()
    paragraphs = parse_paragraphs(text, game, words, longer)
    lines = (_line(paragraph.text, paragraph.segments, words, passages) for paragraph in paragraphs)
    return tuple(
        _change_symbols(line, lambda piece: replace(piece, icon=find_icon(piece.name, game))) for line in lines
    )


def draw_wording(wording: Wording, words: Mapping[str, KeywordGloss]) -> tuple[Line, ...]:
    """The lines of a card's text, in which the symbol for the card's own domain is named after it."""
    game = wording.source.game_id
    lines = draw_text(wording.text, game, words, wording.changed)
    own = game_of(game).card_text.own_symbol
    if not (own and wording.own_domains):
        return lines
    [domain] = wording.own_domains

    def named(piece: LinePiece) -> LinePiece:
        return replace(piece, name=domain, icon=find_icon(domain, game)) if piece.name == own else piece

    return tuple(_change_symbols(line, named) for line in lines)


def _change_symbols(line: Line, change: Callable[[LinePiece], LinePiece]) -> Line:
    """A line with each of its symbols changed."""
    return tuple(
        replace(run, pieces=tuple(change(piece) if piece.kind == SYMBOL else piece for piece in run.pieces))
        for run in line
    )


def find_icon(name: str, game: str = "") -> str:
    """The drawing of a symbol in the texts of a game; empty for one that stands as a word with an edge."""
    own = game_of(game).site.text_symbols if game else {}
    return own.get(name) or ICONS.get(name, "")


@lru_cache(maxsize=4_096)
def draw_small_text(text: str, game: str) -> tuple[Line, ...]:
    """The lines of a text without its reminders and without links, for the small faces of lists."""
    return draw_text(strip_reminders(text), game, {})


def get_symbol_word(name: str) -> str:
    """The word that stands for a symbol that isn't drawn."""
    found = _SYMBOL_CODE.match(name)
    return found[1].replace("_", " ") if found else name


def get_symbol_label(name: str, printed: str) -> str:
    """The word for a symbol that isn't drawn: as it is printed, but for a letter or a code whose name is known."""
    is_short = len(printed) == 1 or _SYMBOL_CODE.match(printed) is not None
    return name if is_short and printed != name else get_symbol_word(printed)


def is_placeholder(name: str) -> bool:
    """Whether words in brackets hold the place of others, and are no symbol."""
    return name[:1].islower()


def list_keywords(lines: Iterable[Line]) -> list[KeywordGloss]:
    """The keywords that a text names outside of its reminders, each once."""
    runs = (run for line in lines for run in line if not run.is_reminder)
    return [*dict.fromkeys(piece.gloss for run in runs for piece in run.pieces if piece.gloss)]


def _line(text: str, segments: Sequence[Segment], words: Mapping[str, KeywordGloss], passages: Sequence[str]) -> Line:
    spans = [*_spans(text, passages)]
    starts = accumulate((len(segment.text) for segment in segments), initial=0)
    runs = groupby(zip(segments, starts, strict=False), key=lambda placed: placed[0].in_reminder)
    pieces = ((is_in, (piece for each in run for piece in _pieces(*each, words, spans))) for is_in, run in runs)
    return tuple(PieceRun(is_reminder, tuple(of_run)) for is_reminder, of_run in pieces)


def _spans(text: str, passages: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where the passages stand in a line, each where it stands first; lines of a passage are looked for apart."""
    for passage in passages:
        for part in passage.split("\n"):
            start = text.find(part) if part else -1
            if start >= 0:
                yield start, start + len(part)


def _pieces(segment: Segment, at: int, words: Mapping[str, KeywordGloss], spans: Spans) -> Iterator[LinePiece]:
    gloss = words.get(segment.name) if segment.kind == "keyword" else None
    whole = LinePiece(segment.kind, segment.text, segment.name, gloss=gloss)
    if segment.kind != "words":
        is_new = any(start < at + len(segment.text) and at < end for start, end in spans)
        yield replace(whole, is_new=is_new)
        return
    inside = {edge - at for span in spans for edge in span if at < edge < at + len(segment.text)}
    edges = [0, *sorted(inside), len(segment.text)]
    for start, end in pairwise(edges):
        is_new = any(first <= at + start and at + end <= last for first, last in spans)
        yield replace(whole, text=segment.text[start:end], is_new=is_new)
