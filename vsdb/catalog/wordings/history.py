"""A card's texts as revisions: which of them counts on a day, which may, which came before and after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from engine.model.cards import Between
from vsdb.catalog.wordings.models import Wording

CURRENT, POSSIBLE, PAST, FUTURE = "current", "possible", "past", "future"


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
    revisions = []
    for place, wording in enumerate(wordings):
        before, since = wordings[place - 1] if place else None, wording.since
        is_possible = since is not None and since.has_come(on) is None
        state = PAST if place < last else CURRENT if place == last else POSSIBLE if is_possible else FUTURE
        repeats = before is not None and before.compared_text == wording.compared_text
        may_be_older = before is not None and before is not first_printed and _overlap(before.since, since)
        key = before.key if before else ""
        revisions.append(WordingRevision(wording, wording.key, since, state, key, repeats, may_be_older))
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
