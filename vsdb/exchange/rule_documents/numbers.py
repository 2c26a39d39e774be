"""The order of a document's numbers: chapters 1, sections 101, rules 101.2, sub-rules 101.2a."""

from __future__ import annotations

from dataclasses import dataclass, field

from vsdb.exchange.rule_documents.units import Defect

#: Digits that letters are misread as, by the letter.
_LOOKS_LIKE = {"l": "1", "i": "1", "o": "0", "s": "5", "z": "2", "b": "8", "g": "9"}


def above(number: str) -> str:
    """The number that a number stands under: of `101.2a` `101.2`, of `101.2` `101`, of `101` `1`, of `1` nothing."""
    if number[-1:].isalpha():
        return number[:-1]
    if "." in number:
        return number.partition(".")[0]
    return number[:1] if len(number) > 1 else ""


def place_under(number: str) -> int:
    """Which one it is under the number above: chapters, rules and sub-rules count from 1, sections from 0."""
    if number[-1:].isalpha():
        return ord(number[-1]) - ord("a") + 1
    if "." in number:
        return int(number.partition(".")[2])
    return int(number[1:]) if len(number) > 1 else int(number)


def at_place(parent: str, like: str, place: int) -> str:
    """The number at that place under the number above, written as one like it is."""
    if like[-1:].isalpha():
        return f"{parent}{chr(ord('a') + place - 1)}"
    if "." in like:
        return f"{parent}.{place}"
    return f"{parent}{place:02}" if len(like) > 1 else str(place)


@dataclass(slots=True)
class Sequence:
    """The numbers seen so far, and what is wrong with them."""

    defects: list[Defect] = field(default_factory=list)
    _last_under: dict[str, int] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)
    _last: str = ""

    def take(self, number: str, line: int) -> str:
        """The next number; as it should read, where it is misread. What is wrong is added to `defects`."""
        meant = self._meant(number)
        if meant != number:
            self.defects.append(
                Defect("misread-number", line, f"{number} stands where {meant} is due; it is likely {meant}", number)
            )
        self._check(meant, line)
        self._seen.add(meant)
        self._last = meant
        return meant

    def _meant(self, number: str) -> str:
        """After a sub-rule, the next letter may be read as a digit, or be lost beside a digit that it looks like."""
        if number[-1:].isalpha() or not self._last[-1:].isalpha() or self._last[-1] == "z":
            return number
        parent = above(self._last)
        due = at_place(parent, self._last, self._last_under[parent] + 1)
        digit = _LOOKS_LIKE.get(due[-1], "?")
        is_lost = number == parent and number.endswith(digit)
        return due if number == parent + digit or is_lost else number

    def _check(self, number: str, line: int) -> None:
        parent = above(number)
        if parent and parent not in self._seen:
            self._missing(parent, parent, line)
            self._check(parent, line)
            self._seen.add(parent)
        place = place_under(number)
        # A lettered number or one with a point begins at 1; a chapter's sections begin at 0.
        last = self._last_under.get(parent, -1 if len(number) == 3 else 0)
        if number in self._seen:
            self.defects.append(Defect("number-twice", line, f"{number} is given twice", number))
        elif place <= last:
            self.defects.append(Defect("number-out-of-order", line, f"{number} stands after later numbers", number))
        elif place > last + 1:
            self._missing(at_place(parent, number, last + 1), at_place(parent, number, place - 1), line)
        self._last_under[parent] = max(place, last)

    def _missing(self, first: str, last: str, line: int) -> None:
        run = first if first == last else f"{first} to {last}"
        self.defects.append(Defect("number-missing", line, f"there is no {run}", run))


def depth(number: str) -> int:
    """How deep it stands: chapters 0, sections 1, rules 2, sub-rules 3."""
    if number[-1:].isalpha():
        return 3
    return 2 if "." in number else int(len(number) > 1)
