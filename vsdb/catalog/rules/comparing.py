"""Match the rules of two editions by number and by likeness: added, removed, renumbered, reworded, respaced."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rapidfuzz import fuzz, process

from vsdb.catalog.rules.book import RuleBookText
from vsdb.core.diffing import TextChange, diff_words, mark_respaced, squeeze_words

ADDED, REMOVED, RENUMBERED, REWORDED = "added", "removed", "renumbered", "reworded"
RESPACED, CUT = "respaced", "cut-off"
HELD = 16  #: comparisons that are kept
#: Of a hundred: how like two texts have to be for one to be the other's new wording.
LIKE_BY_NUMBER = 55  #: under the same number
LIKE_IN_PART = 95  #: under the same number, the shorter text with the like part of the longer
LIKE_BESIDE = 80  #: among the rules below the same one
LIKE_ELSEWHERE = 72  #: anywhere
_MAX_PAIRS = 600_000  #: texts compared with each other; beyond that only numbers and equal texts are matched
_SHORT = 24  #: characters; so short a text is like many others, and matched by its number alone
_QUOTES = str.maketrans("“”„‘’‚–—‑", "\"\"\"'''---")
_NUMBER = re.compile(r"(?P<chapter>\d)(?P<section>\d\d)?(?:\.(?P<rule>\d+))?(?P<letter>[a-z])?")
_ENDS = re.compile(r"[.!?:;…][\"'”’)\]]*\s*$")


@dataclass(frozen=True, slots=True)
class ComparedParagraph:
    """A piece of an edition as it is compared: `place` is its number or another address that stays, `text` all it says.

    `parent` is the place of what it stands under; empty at the top.
    """

    place: str
    text: str
    parent: str = ""
    kind: str = "rule"


@dataclass(frozen=True)
class ParagraphPair:
    """A paragraph of the one edition with the same of the other; one of them is None where the other has none."""

    before: ComparedParagraph | None
    after: ComparedParagraph | None
    is_cut: bool = False  #: the older text breaks off within it

    @property
    def is_renumbered(self) -> bool:
        """Whether both have it, at different places."""
        return self.before is not None and self.after is not None and self.before.place != self.after.place

    @cached_property
    def is_reworded(self) -> bool:
        """Whether both have it in other words; spaces and the shape of quotation marks are no words."""
        if self.before is None or self.after is None or self.is_cut:
            return False
        return squeeze_words(self.before.text) != squeeze_words(self.after.text)

    @cached_property
    def is_respaced(self) -> bool:
        """Whether both have it in the same words with other spaces or quotation marks."""
        if self.before is None or self.after is None or self.is_cut or self.is_reworded:
            return False
        return self.before.text.split() != self.after.text.split()

    @cached_property
    def changes(self) -> tuple[TextChange, ...]:
        """Both texts word for word."""
        texts = (" ".join(each.text.split()) if each else "" for each in (self.before, self.after))
        return mark_respaced(diff_words(*texts))

    @property
    def kinds(self) -> tuple[str, ...]:
        """What became of it; empty where both editions have the same text at the same place."""
        if self.before is None:
            return (ADDED,)
        if self.after is None:
            return (REMOVED,)
        held = (
            (RENUMBERED, self.is_renumbered),
            (REWORDED, self.is_reworded),
            (RESPACED, self.is_respaced),
            (CUT, self.is_cut and self.before.text.split() != self.after.text.split()),
        )
        return tuple(kind for kind, holds in held if holds)


@dataclass(frozen=True)
class EditionComparison:
    """The pairs in the order of the newer edition, each that only the older has behind what stood before it.

    `beyond` are paragraphs that can't be told to be added: the older text breaks off before them.
    """

    pairs: tuple[ParagraphPair, ...]
    beyond: tuple[ComparedParagraph, ...] = ()

    @cached_property
    def by_before(self) -> dict[str, ParagraphPair]:
        """The pairs by the older place."""
        return {pair.before.place: pair for pair in self.pairs if pair.before}

    @cached_property
    def by_after(self) -> dict[str, ParagraphPair]:
        """The pairs by the newer place."""
        return {pair.after.place: pair for pair in self.pairs if pair.after}

    @cached_property
    def added(self) -> tuple[ComparedParagraph, ...]:
        """What only the newer edition has."""
        return tuple(pair.after for pair in self.pairs if pair.after and not pair.before)

    @cached_property
    def removed(self) -> tuple[ComparedParagraph, ...]:
        """What only the older edition has."""
        return tuple(pair.before for pair in self.pairs if pair.before and not pair.after)

    @cached_property
    def renumbered(self) -> tuple[ParagraphPair, ...]:
        """What both have at different places."""
        return tuple(pair for pair in self.pairs if pair.is_renumbered)

    @cached_property
    def reworded(self) -> tuple[ParagraphPair, ...]:
        """What both have in other words."""
        return tuple(pair for pair in self.pairs if pair.is_reworded)


def normalize_words(text: str) -> str:
    """The words of a text in one line, with plain quotes and dashes."""
    return " ".join(text.translate(_QUOTES).split())


def compare(before: Sequence[ComparedParagraph], after: Sequence[ComparedParagraph]) -> EditionComparison:
    """The older edition against the newer one; no place may be given twice in either.

    What has the same words is the same, at the same place first, then what says so once, then beside or below what is
    the same. Then what is most alike below the same rule; then what has the same place and is alike, the place that
    moved with the rule above coming first; then what is most alike anywhere. What is left under the same place was
    replaced, and counts as removed and added.
    """
    matched = _Matching(before, after)
    matched.by_words()
    matched.by_context()
    matched.by_siblings()
    matched.by_moved_place()
    matched.by_place()
    matched.by_likeness()
    matched.by_context()
    matched.by_moved_place()
    beyond = _beyond(before, after, matched)
    left_out = {each.place for each in beyond}
    return EditionComparison(tuple(_in_order(before, after, matched, left_out)), beyond)


class _Matching:
    """The places of the older edition by those of the newer."""

    def __init__(self, before: Sequence[ComparedParagraph], after: Sequence[ComparedParagraph]) -> None:
        self.old = {each.place: each for each in before}
        self.new = {each.place: each for each in after}
        self._plain = {id(each): normalize_words(each.text) for each in (*before, *after)}
        self._squeezed = {id(each): squeeze_words(each.text) for each in (*before, *after)}
        self._old_places, self._new_places = [*self.old], [*self.new]
        self._old_at = {place: at for at, place in enumerate(self._old_places)}
        self._new_at = {place: at for at, place in enumerate(self._new_places)}
        self.cut = before[-1] if _breaks_off(before) else None
        self.new_of: dict[str, str] = {}
        self.old_of: dict[str, str] = {}

    def by_words(self) -> None:
        """The same words: at the same place, else once in either edition."""
        for place, one in self.old.items():
            other = self.new.get(place)
            if other and self._squeezed[id(one)] == self._squeezed[id(other)]:
                self._match(place, place)
        old, new = (self._single(side) for side in (self._old_left(), self._new_left()))
        for said, one in old.items():
            if len(said) > _SHORT and said in new:
                self._match(one.place, new[said].place)

    def by_context(self) -> None:
        """The same words, however short, below, before or behind what is the same in both; again while that finds any.

        A heading that stands once in either edition is the same wherever it is.
        """
        old_heads, new_heads = (self._single(_headings(side)) for side in (self._old_left(), self._new_left()))
        for said, one in old_heads.items():
            if said in new_heads:
                self._match(one.place, new_heads[said].place)
        is_found = True
        while is_found:
            is_found = False
            wanted = self._by_squeezed(self._new_left())
            for one in self._old_left():
                alike = (each for each in wanted.get(self._squeezed[id(one)], ()) if each.place not in self.old_of)
                other = next((each for each in alike if self._stands_alike(one, each)), None)
                if other:
                    self._match(one.place, other.place)
                    is_found = True

    def _stands_alike(self, one: ComparedParagraph, other: ComparedParagraph) -> bool:
        if one.kind != other.kind:
            return False
        if one.parent and one.parent != other.parent and self.new_of.get(one.parent) == other.parent:
            return True
        at, there = self._old_at[one.place], self._new_at[other.place]
        for step in (-1, 1):
            near = self._old_places[at + step] if 0 <= at + step < len(self._old_places) else ""
            beside = self._new_places[there + step] if 0 <= there + step < len(self._new_places) else ""
            if near and self.new_of.get(near) == beside:
                return True
        return False

    def by_siblings(self) -> None:
        """The most alike first below what is the same; each of either edition once."""
        below: dict[tuple[str, str], list[ComparedParagraph]] = defaultdict(list)
        for other in self._new_left():
            below[other.parent, other.kind].append(other)
        found = []
        for one in (each for each in self._old_left() if each.parent):
            for other in below[self.new_of.get(one.parent, one.parent), one.kind]:
                score = fuzz.ratio(self._said(one), self._said(other), score_cutoff=LIKE_BESIDE)
                if score:
                    found.append((-score, one.place, other.place))
        self._match_best(found)

    def by_moved_place(self) -> None:
        """Alike enough, at the place that moved with the rule above: 461.3 where 461 became 466 is 466.3."""
        for one in self._old_left():
            above = self.new_of.get(one.parent)
            if above and above != one.parent:
                other = self.new.get(_move(one, above))
                if other and other.place not in self.old_of and self._is_like(one, other):
                    self._match(one.place, other.place)

    def by_place(self) -> None:
        """The same place, and alike enough; of the last paragraph of a text that breaks off the place is enough."""
        for one in self._old_left():
            other = self.new.get(one.place)
            if not other or other.place in self.old_of:
                continue
            if one is self.cut or self._is_like(one, other):
                self._match(one.place, other.place)

    def by_likeness(self) -> None:
        """The most alike first, of one kind; each of either edition once."""
        old, new = self._old_left(), self._new_left()
        if len(old) * len(new) > _MAX_PAIRS:
            return
        found = []
        for kind in sorted({each.kind for each in old}):
            choices = {each.place: self._said(each) for each in new if each.kind == kind}
            for one in (each for each in old if each.kind == kind and len(self._said(each)) > _SHORT):
                said = self._said(one)
                alike = process.extract(said, choices, scorer=fuzz.ratio, score_cutoff=LIKE_ELSEWHERE, limit=3)
                found += [(-score, one.place, place) for _, score, place in alike]
        self._match_best(found)

    def _match_best(self, found: Iterable[tuple[float, str, str]]) -> None:
        for _, one_place, place in sorted(found):
            if one_place not in self.new_of and place not in self.old_of:
                self._match(one_place, place)

    def _match(self, old: str, new: str) -> None:
        self.new_of[old] = new
        self.old_of[new] = old

    def _is_like(self, one: ComparedParagraph, other: ComparedParagraph) -> bool:
        """Whether one may be the other's new wording at its place: alike, or what it said and more."""
        short, long = sorted((self._squeezed[id(one)], self._squeezed[id(other)]), key=len)
        if len(short) > _SHORT / 2 and fuzz.partial_ratio(short, long) >= LIKE_IN_PART:
            return True
        return fuzz.ratio(self._said(one), self._said(other)) >= LIKE_BY_NUMBER

    def _said(self, one: ComparedParagraph) -> str:
        return self._plain[id(one)]

    def _old_left(self) -> list[ComparedParagraph]:
        return [each for place, each in self.old.items() if place not in self.new_of]

    def _new_left(self) -> list[ComparedParagraph]:
        return [each for place, each in self.new.items() if place not in self.old_of]

    def _by_squeezed(self, side: Iterable[ComparedParagraph]) -> dict[str, list[ComparedParagraph]]:
        found: dict[str, list[ComparedParagraph]] = defaultdict(list)
        for each in side:
            found[self._squeezed[id(each)]].append(each)
        return found

    def _single(self, side: Iterable[ComparedParagraph]) -> dict[str, ComparedParagraph]:
        return {said: of[0] for said, of in self._by_squeezed(side).items() if len(of) == 1}


def _move(one: ComparedParagraph, above: str) -> str:
    """The place that moved with the place above: below its number, or as many numbers further."""
    if one.place.startswith((f"{one.parent}.", f"{one.parent}-")):
        return above + one.place.removeprefix(one.parent)
    if all(place.isdigit() for place in (one.place, one.parent, above)):
        return f"{int(one.place) + int(above) - int(one.parent):0{len(one.place)}}"
    return ""


def _headings(side: Iterable[ComparedParagraph]) -> Iterator[ComparedParagraph]:
    return (each for each in side if each.kind == "heading")


def _in_order(
    before: Sequence[ComparedParagraph], after: Sequence[ComparedParagraph], matched: _Matching, left_out: set[str]
) -> Iterator[ParagraphPair]:
    following: dict[str, list[ComparedParagraph]] = defaultdict(list)
    last = ""
    for each in before:
        if each.place in matched.new_of:
            last = matched.new_of[each.place]
        else:
            following[last].append(each)
    yield from (ParagraphPair(gone, None) for gone in following[""])
    for other in after:
        if other.place in left_out:
            continue
        old = matched.old_of.get(other.place)
        one = matched.old[old] if old else None
        yield ParagraphPair(one, other, is_cut=one is not None and one is matched.cut)
        yield from (ParagraphPair(gone, None) for gone in following[other.place])


def _breaks_off(edition: Sequence[ComparedParagraph]) -> bool:
    return bool(edition) and bool(edition[-1].text) and not _ENDS.search(edition[-1].text)


def _beyond(
    before: Sequence[ComparedParagraph], after: Sequence[ComparedParagraph], matched: _Matching
) -> tuple[ComparedParagraph, ...]:
    """What only the newer edition has, from the place on where the older breaks off within a sentence."""
    end = _order(before[-1].place) if _breaks_off(before) else None
    if end is None:
        return ()
    orders = (_order(each.place) for each in after)
    first = next((at for at, order in enumerate(orders) if order is not None and order >= end), len(after))
    return tuple(each for each in after[first:] if each.place not in matched.old_of)


def _order(place: str) -> tuple[int, int, int, str] | None:
    """Where a number stands among the numbers; None for what has none. An example stands at its rule."""
    if (found := _NUMBER.match(place)) is None:
        return None
    return int(found["chapter"]), int(found["section"] or -1), int(found["rule"] or -1), found["letter"] or ""


def split_paragraphs(book: RuleBookText) -> list[ComparedParagraph]:
    """A document's text as it is compared."""
    rows = ((each, " ".join(filter(None, (each.title, each.text)))) for each in book.readable)
    return [ComparedParagraph(each.slug, text, each.parent, each.kind) for each, text in rows]


@lru_cache(maxsize=HELD)
def compare_editions(before: RuleBookText, after: RuleBookText) -> EditionComparison:
    """The older text against the newer; kept."""
    return compare(split_paragraphs(before), split_paragraphs(after))
