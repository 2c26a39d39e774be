"""Articles of questions and answers on Riftbound: each question or heading with what stands under it is a ruling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from vsdb.catalog.cards.mentions import find_cited_rules
from vsdb.exchange.card_files.proposals import FilePosition, IgnoredText, Item, RulingProposal
from vsdb.exchange.card_files.sources.riftbound_files import Article, read_articles, read_file

_HEADING = re.compile(r"\s*(#{1,6})\s*(.*?)\s*")
_QUESTION = re.compile(r"Q:\s*")
_PICTURE = re.compile(r"<img\b[^>]*>")
_LINK = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)")
_REVISED = re.compile(r"\s*\(revised text\)$")
_ITEM = re.compile(r"\s*-(?:\s|$)")
#: A number of a rule with its parts, also where a sentence follows without a space.
_RULE = re.compile(r"(?<!\w)(?<!\d\.)[1-9]\d{2}(?:\.(?:\d{1,2}|[a-z]))+(?![a-z])")
_ENDS_TEXT = tuple(".!?:;,)\"'”’")
_MAX_NAME_LENGTH = 60
_MAX_NAME_WORDS = 8
_MAX_QUESTION_LENGTH = 320
_MAX_SUBJECT_LENGTH = 400
_SECTION_LEVEL = 2


@dataclass(frozen=True, slots=True)
class ArticleBlock:
    """A heading, by its level, or a paragraph of lines, level 0. `is_question` where it is one, by mark or by place."""

    place: FilePosition
    level: int
    lines: tuple[str, ...]
    is_question: bool = False

    @property
    def text(self) -> str:
        """The lines as one."""
        return " ".join(self.lines)


@dataclass
class OpenRuling:
    """A heading whose paragraphs are being read, with the section that it stands in."""

    heading: ArticleBlock
    section: str
    paragraphs: list[str] = field(default_factory=list)


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The rulings of articles, each article a source. Raises InputError for a broken file and one of another source."""
    root = read_file(file, "faq-article")
    articles = read_articles(root, "faq")
    return (item for article in articles for item in _read_article(article))


def _read_article(article: Article) -> Iterator[Item]:
    """An article's source, its rulings, its pictures as left out, and headings that nothing stands under.

    What stands before the first heading is a ruling under the article's title.
    """
    yield article.source("faq")
    blocks: list[ArticleBlock] = []
    for item in _blocks(article):
        if isinstance(item, ArticleBlock):
            blocks.append(item)
        else:
            yield item
    begins = article.lines[0][0]
    ruling = OpenRuling(ArticleBlock(begins, 1, (article.title,)), "")
    for block in _with_plain_headings(blocks):
        if not block.level:
            ruling.paragraphs.append("\n".join(block.lines))
            continue
        yield from _close(ruling, article)
        is_section = block.level <= _SECTION_LEVEL and not block.is_question
        section = "" if is_section else _find_section(ruling)
        ruling = OpenRuling(block, section)
    yield from _close(ruling, article)


def _find_section(before: OpenRuling) -> str:
    """The section in which a heading stands that follows another one."""
    heading = before.heading
    if heading.level <= _SECTION_LEVEL and not heading.is_question:
        return heading.text if heading.place.label else ""
    return before.section


def _close(ruling: OpenRuling, article: Article) -> Iterator[Item]:
    place, subject, text = ruling.heading.place, ruling.heading.text, "\n".join(ruling.paragraphs)
    if not text:
        if subject != article.title:
            yield IgnoredText(place, "heading of other rulings", subject)
        return
    if len(subject) > _MAX_SUBJECT_LENGTH:
        text = f"{subject}\n{text}"
    about = tuple(_REVISED.sub("", each).replace(" - ", ", ") for each in (subject, ruling.section) if each)
    rules = (*find_cited_rules(subject), *_RULE.findall(f"{subject}\n{text}"))
    yield RulingProposal(place, subject, text, about=about, rules=tuple(dict.fromkeys(rules)))


def _blocks(article: Article) -> Iterator[ArticleBlock | IgnoredText]:
    """The headings and paragraphs of an article; lines of a paragraph that go on are joined, those of a list aren't."""
    held: list[str] = []
    begins = article.lines[0][0]
    for place, written in article.lines:
        line = written
        for picture in _PICTURE.finditer(line):
            yield IgnoredText(place, "picture; images are not imported", picture[0])
        line = _LINK.sub(_write_link, _PICTURE.sub(" ", line)).rstrip()
        found = _HEADING.fullmatch(line)
        heading = found if found and _is_heading(len(found[1]), found[2]) else None
        if heading or not line.strip():
            if held:
                yield ArticleBlock(begins, 0, tuple(held))
                held = []
            if heading and heading[2]:
                text = _QUESTION.sub("", heading[2], count=1) if _QUESTION.match(heading[2]) else heading[2]
                yield ArticleBlock(place, len(heading[1]), (text,), text != heading[2])
            continue
        text = found[2] if found else " ".join(line.split())
        if not held:
            begins = place
        if held and not _ITEM.match(line):
            held[-1] = f"{held[-1]} {text}"
        else:
            held.append(text)
    if held:
        yield ArticleBlock(begins, 0, tuple(held))


def _write_link(found: re.Match[str]) -> str:
    """A link as text, with its address where that leads elsewhere."""
    return found[1] if found[2].startswith("#") else f"{found[1]} ({found[2]})"


def _is_heading(level: int, text: str) -> bool:
    """Whether what is marked as a heading is one: articles mark some sentences of card texts so by mistake."""
    is_question = bool(_QUESTION.match(text)) or text.endswith("?")
    return is_question or level <= _SECTION_LEVEL or len(text.split()) <= _MAX_NAME_WORDS


def _with_plain_headings(blocks: Sequence[ArticleBlock]) -> Iterator[ArticleBlock]:
    """The blocks, with paragraphs that are headings without a mark as headings: questions, and names before them."""
    marked = [_mark_question(block) for block in blocks]
    for at, block in enumerate(marked):
        following = marked[at + 1] if at + 1 < len(marked) else None
        if following and following.level and not block.level and _is_name(block) and not _is_list_end(marked, at):
            yield ArticleBlock(block.place, _SECTION_LEVEL, block.lines)
        else:
            yield block


def _mark_question(block: ArticleBlock) -> ArticleBlock:
    is_question = (
        not block.level
        and len(block.lines) == 1
        and block.text.endswith("?")
        and len(block.text) <= _MAX_QUESTION_LENGTH
        and not _ITEM.match(block.text)
    )
    return ArticleBlock(block.place, _SECTION_LEVEL + 1, block.lines, is_question=True) if is_question else block


def _is_name(block: ArticleBlock) -> bool:
    text = block.text
    is_short = len(text) <= _MAX_NAME_LENGTH and len(block.lines) == 1
    return is_short and text[:1].isupper() and not text.endswith(_ENDS_TEXT)


def _is_list_end(blocks: Sequence[ArticleBlock], at: int) -> bool:
    """Whether a paragraph goes on with a list or a sentence that a colon left open."""
    return at > 0 and not blocks[at - 1].level and blocks[at - 1].text.endswith(":")
