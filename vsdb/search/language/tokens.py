"""The query cut into pieces on demand: what stands at a place, whatever it is, and where it ends."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vsdb.search.language.syntax import QuerySpan

#: Keyboards and word processors turn quotes; each is one character for another, so that places stay right.
_PLAIN = str.maketrans(dict.fromkeys("“”„‟«»″＂", '"'))
_CONTROLS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_OPERATORS = {"≤": "<=", "≥": ">=", "≠": "!="}

_OPERATOR = r"!=|<=|>=|[:=<>≤≥≠]"
_SPACES = re.compile(r"\s*")
_HEAD = re.compile(rf'(?P<key>[^\s()"{{}}:=<>!≤≥≠/@,]+)(?P<gap>\s*)(?P<op>{_OPERATOR})')
_COUNT = re.compile(rf"(?P<op>{_OPERATOR})(?P<count>\d{{1,6}})", re.ASCII)
_STRAY = re.compile(rf"(?:{_OPERATOR})+")
_JOIN = r"(?:\s+[+*-]\s+|[+*-])"
_SUM_BEFORE = re.compile(rf"(?P<key>\w+(?:{_JOIN}\w+)+)\s*(?P<op>{_OPERATOR})")
_SUM_AFTER = re.compile(rf"-?\w+(?:{_JOIN}\w+)*(?=[\s()]|$)")
_BARE = re.compile(r'[^\s()"]+')
_RUN = re.compile(r'[^\s()"@]+')
_SET_PREFIX = re.compile(r"(?:s|e|set):", re.IGNORECASE)
_ITEM = re.compile(r'\s*(?:"(?P<quoted>[^"}]*)"?|(?P<plain>[^,}"]+))[^,}"]*')
_PATTERN = re.compile(r"/((?:[^/\\]|\\.)*)/")


@dataclass(frozen=True, slots=True)
class TermHead:
    """A field's key, or a sum of them, with the operator after it; `is_spaced`: with a space between."""

    key: str
    op: str
    span: QuerySpan
    is_spaced: bool = False


@dataclass(frozen=True, slots=True)
class ValuePiece:
    """A value as it stands: `form` is word, phrase, pattern or braces; `is_open`: its end is missing."""

    form: str
    text: str
    span: QuerySpan
    items: tuple[str, ...] = ()
    is_open: bool = False


def clean(text: str) -> str:
    """The text with plain quotes, and a plain space for every other space and for what no query means."""
    return _CONTROLS.sub(" ", text.translate(_PLAIN))


class QueryScanner:
    """A place in a query that moves on as pieces are taken from it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    @property
    def next(self) -> str:
        """The character at the place; empty at the end."""
        return self.text[self.place : self.place + 1]

    @property
    def after_next(self) -> str:
        """The character behind it."""
        return self.text[self.place + 1 : self.place + 2]

    def skip_spaces(self) -> None:
        """Go on to what isn't a space."""
        found = _SPACES.match(self.text, self.place)
        self.place = found.end() if found else self.place

    def at_word(self, word: str) -> bool:
        """Whether the word stands here alone, in small or in capital letters."""
        end = self.place + len(word)
        is_alone = self.text[end : end + 1] in {"", " ", "(", ")", '"'}
        return is_alone and self.text[self.place : end] in (word, word.upper())

    def at_end_of_group(self) -> bool:
        """Whether nothing more stands here before the end or a closing parenthesis."""
        return self.next in {"", ")"}

    def at_exact(self, *, is_spaced: bool = False) -> bool:
        """Whether the whole name is asked for here, as in `!"Cerebro"`; `is_spaced`: spaces may come before it."""
        if is_spaced:
            self.skip_spaces()
        return self.next == "!" and (self.after_next == '"' or self.after_next.isalnum())

    def sum_before_operator(self) -> TermHead | None:
        """A sum such as `atk+def` with an operator after it."""
        return self._head(_SUM_BEFORE.match(self.text, self.place), is_spaced=False)

    def head(self) -> TermHead | None:
        """A key with an operator after it."""
        found = _HEAD.match(self.text, self.place)
        return self._head(found, is_spaced=bool(found and found["gap"]))

    def _head(self, found: re.Match[str] | None, *, is_spaced: bool) -> TermHead | None:
        if not found:
            return None
        op = found["op"]
        return TermHead(found["key"], _OPERATORS.get(op, op), QuerySpan(*found.span()), is_spaced)

    def take_stray_operator(self) -> QuerySpan | None:
        """Go past operators that nothing stands before."""
        found = _STRAY.match(self.text, self.place)
        if not found:
            return None
        self.place = found.end()
        return QuerySpan(*found.span())

    def take_bare(self) -> ValuePiece:
        """The character here, and everything after it up to a space, a quote or a parenthesis."""
        start = self.place
        found = _BARE.match(self.text, start + 1)
        self.place = found.end() if found else start + 1
        return ValuePiece("word", self.text[start : self.place], QuerySpan(start, self.place))

    def take_run(self) -> ValuePiece | None:
        """Everything up to a space, a quote, a parenthesis or an `@`; after `s:` what is quoted too."""
        run = self._taken(_RUN.match(self.text, self.place))
        if run is None or not _SET_PREFIX.fullmatch(run.text) or self.next != '"':
            return run
        quoted = self.take_quoted()  # date>=s:"Marvel Origins"
        span = QuerySpan(run.span.start, self.place)
        return ValuePiece("phrase", run.text + quoted.text, span, is_open=quoted.is_open)

    def _taken(self, found: re.Match[str] | None) -> ValuePiece | None:
        if not found:
            return None
        self.place = found.end()
        return ValuePiece("word", found[0], QuerySpan(*found.span()))

    def is_word_before_operator(self, head: TermHead) -> bool:
        """Whether a head is a word right before an operator, with something right behind that where it is a colon."""
        is_own_colon = head.op == ":" and self.text[head.span.end : head.span.end + 1] in {"", " ", ")"}
        return not head.is_spaced and not is_own_colon and head.key.replace("-", "_").isidentifier()

    def take_marked(self) -> ValuePiece | None:
        """What stands between quotes, slashes or braces, where such a piece begins here."""
        if self.next == '"':
            return self.take_quoted()
        if self.next == "/" and self.after_next not in {"", " "}:
            return self.take_pattern()
        return self.take_braces() if self.next == "{" else None

    def take_quoted(self) -> ValuePiece:
        """What stands between quotes, or up to the end where they aren't closed."""
        start = self.place
        end = self.text.find('"', start + 1)
        is_open = end < 0
        end = len(self.text) if is_open else end
        self.place = end if is_open else end + 1
        return ValuePiece("phrase", self.text[start + 1 : end].strip(), QuerySpan(start, self.place), is_open=is_open)

    def take_pattern(self) -> ValuePiece:
        """What stands between slashes, or up to the end where they aren't closed."""
        start = self.place
        found = _PATTERN.match(self.text, start)
        if not found:
            self.place = len(self.text)
            text = self.text[start + 1 :].rstrip()
            text = text[: len(text) - (len(text) - len(text.rstrip("\\"))) % 2]  # a last backslash escapes nothing
            return ValuePiece("pattern", text, QuerySpan(start, self.place), is_open=True)
        self.place = found.end()
        return ValuePiece("pattern", found[1], QuerySpan(*found.span()))

    def take_braces(self) -> ValuePiece:
        """The items between braces, or up to the end where they aren't closed."""
        start = self.place
        self.place += 1
        items = []
        while self.next and self.next != "}":
            found = _ITEM.match(self.text, self.place)
            if not found or found.end() == self.place:
                self.place += 1
                continue
            items.append((found["quoted"] or found["plain"] or "").strip())
            self.place = found.end()
        is_open = not self.next
        self.place += not is_open
        kept = tuple(dict.fromkeys(item for item in items if item))
        return ValuePiece("braces", self.text[start : self.place], QuerySpan(start, self.place), kept, is_open)

    def take_value(self, *, has_figures: bool) -> ValuePiece | None:
        """What stands behind an operator, empty where nothing does; None before a parenthesis."""
        missing = ValuePiece("word", "", QuerySpan(self.place, self.place))
        self.skip_spaces()
        if self.at_end_of_group() or self.at_word("or") or self.at_word("and"):
            return missing
        if has_figures and (figures := self._taken(_SUM_AFTER.match(self.text, self.place))):
            return figures
        if self.next == "(":
            return None
        if self.next == '"':
            return self.take_quoted()
        if self.next == "{":
            return self.take_braces()
        if self.next == "/":
            return self.take_pattern()
        return self.take_run() or missing

    def take_count(self) -> tuple[str, int] | None:
        """A number with the operator that it is compared by."""
        found = _COUNT.match(self.text, self.place)
        if not found:
            return None
        self.place = found.end()
        op = _OPERATORS.get(found["op"], found["op"])
        return ("=" if op == ":" else op), int(found["count"])

    def skip_parentheses(self) -> QuerySpan:
        """Go past an opening parenthesis and all up to the closing one that belongs to it."""
        start, depth = self.place, 0
        while self.next:
            depth += {"(": 1, ")": -1}.get(self.next, 0)
            self.place += 1
            if not depth:
                break
        return QuerySpan(start, self.place)
