"""The list of contents of a numbered edition against the edition itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from vsdb.exchange.rule_documents.drafts import Draft
from vsdb.exchange.rule_documents.pieces import fold, numbered
from vsdb.exchange.rule_documents.units import Defect, Mention


def contents_target(line: Draft, slugs: Mapping[str, str]) -> tuple[Mention, ...]:
    """What a line of the contents leads to: the chapter or the section that it names."""
    entry = numbered(line.text())
    if entry is None:
        return ()
    return (Mention(0, len(line.text()), line.text(), slugs.get(entry.number)),)


def contents_defects(drafts: Sequence[Draft]) -> Iterator[Defect]:
    """Where contents and text differ: chapters and sections by number and title, the glossary's terms by their words.

    The terms stand in columns that run into one another, so that only their words can be told.
    """
    lines = [draft for draft in drafts if draft.kind == "contents"]
    if not lines:
        return
    listed = {}
    for line in lines:
        entry = numbered(line.text())
        if entry is not None:
            listed[entry.number] = (fold(entry.rest), line.line)
    titles = {draft.number: draft for draft in drafts if draft.kind == "heading" and draft.number.isdigit()}
    for number, (title, place) in listed.items():
        if number not in titles:
            yield Defect("contents-differ", place, f"the contents list {number}, which the text doesn't have", number)
        elif fold(titles[number].title) != title:
            yield Defect("contents-differ", place, f"the contents name {number} otherwise than the text", number)
    for number, draft in titles.items():
        if number not in listed:
            yield Defect("contents-differ", draft.line, f"the contents leave out {number}", number)
    yield from _unlisted_terms(lines, [draft for draft in drafts if draft.kind == "glossary"])


def _unlisted_terms(lines: Iterable[Draft], terms: Iterable[Draft]) -> Iterator[Defect]:
    words = Counter(word for line in lines for word in fold(line.text()).split("-"))
    for term in terms:
        if any(words[word] == 0 for word in fold(term.title).split("-")):
            yield Defect("contents-differ", term.line, f"the contents leave out {term.title}", term.title)
