"""What is set aside when a document and its units are compared: white space and markup, and no word.

Markup is exactly this:

- HTML tags that set type or link: `<a href="…">`, `<b>`, `<br>`, `<em>`, `<i>`, `<strong>` and `<u>`, opening or
  closing. What else stands in angle brackets is the document's own (`<card name>`, `<a player>`, `<p>`) and stays.
- The target of a Markdown link and its brackets, `[name](#)` or `[name](https://…)`; brackets as in `[Flight]` stay.
- Asterisks, and a backslash that stands before punctuation.
- One to six number signs that stand alone, as a heading begins; `#5` stays.
- A bullet that stands alone: `-`, `•`, `○`, and a small `o`, which is no word; a minus or a hyphen in a word stays.
- What stands between a term and its meaning: `–` and `—` that stand alone, and a colon at the end of a word.
- The full stop after a number that stands alone: `101.2a.` and `101.2a` are the same.

Underscores stay: no document uses them as markup, and one has blanks to fill in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from vsdb.exchange.rule_documents.units import Unit

_TYPE = (
    r"</?(?:a|b|br|em|i|strong|u)\s*/?>"
    r'|<a\s+href="[^"<>]*"\s*>'
    r"|\*+"
    r"|\\(?=[!-/:-@\[-`{-~])"
)
_LINK = r"\[(?P<name>[^\[\]]*)\]\((?:#|https?://|mailto:)[^()\s]*\)"
_SIGNS = r"(?<!\S)(?:#{1,6}|[-•○o])(?!\S)"
_BETWEEN = r"(?<!\S)[–—](?!\S)|:(?!\S)"
_STOP = r"(?<!\S)(?P<number>[0-9]+(?:\.[0-9]+)*[a-zA-Z]?)\.(?!\S)"

_INLINE = re.compile(f"{_TYPE}|{_LINK}")
_ALL = re.compile(f"{_TYPE}|{_LINK}|{_SIGNS}|{_BETWEEN}|{_STOP}")
_BULLET = re.compile(r"\s*(?:(?:#{1,6}|[-•○](?:\s+o)?)(?:\s+|$))*")


def bare(text: str) -> str:
    """The text without white space and markup."""
    return "".join(_until_stable(_ALL, text).split())


def unmarked(text: str) -> str:
    """The text without the markup inside its lines: tags, links' targets, asterisks, backslashes."""
    return _until_stable(_INLINE, text)


def without_bullet(line: str) -> str:
    """The line without the white space, bullets and heading signs that it begins with."""
    return line[_match_end(line) :]


def joined(units: Iterable[Unit]) -> str:
    """The units in order, each with its number, its title and its text."""
    return "\n".join(part for unit in units for part in (unit.number, unit.title, unit.text) if part)


def _match_end(line: str) -> int:
    match = _BULLET.match(line)
    return match.end() if match else 0


def _until_stable(pattern: re.Pattern[str], text: str) -> str:
    """Once more as long as something goes: what is taken out may leave markup behind, as `-<u></u> ` does."""
    while True:
        less = pattern.sub(_kept, text)
        if less == text:
            return text
        text = less


def _kept(match: re.Match[str]) -> str:
    return "".join(value for value in match.groupdict().values() if value)
