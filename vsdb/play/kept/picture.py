"""The picture of a question of play for a chat: what is asked, the answer, why, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from engine import GAMES
from engine.play.judging import Answer, rules_of
from vsdb.catalog.cards import preview
from vsdb.catalog.cards.preview import HEAD, LABEL, SIZE, TEXT, draw_mark, fit_text_to_width

MAX_THINGS = 6  #: of a side
_MARGIN = 56
_WIDTH = SIZE[0] - 2 * _MARGIN
_MARK = 140
_BAR = 84
_SIDES = (("you", "You"), ("opponent", "Opponent"))
#: What is said of a thing in short, by its keys; a word of its own for true.
_FACTS = ("row", "location", "state", "atk", "def", "might", "wounds")
_FLAGS = ("stunned", "flight", "range")


@dataclass(frozen=True, slots=True)
class QuestionPicture:
    """What the picture says."""

    title: str
    about: str
    outcome: str
    reasons: tuple[str, ...]
    sides: tuple[tuple[str, tuple[str, ...]], ...]


def title_of(answer: Answer) -> str:
    """What the action of an answer is called."""
    return rules_of(answer.game).action_of(answer.action).title


def describe_question(question: Mapping[str, Any], answer: Answer) -> QuestionPicture:
    """What the picture of a question says."""
    reasons = [
        f"{finding.message} ({finding.citations[0].document} {finding.citations[0].rule})"
        for finding in answer.findings
        if finding.citations
    ]
    position = question["position"]
    sides = ((name, tuple(_name_things(position, side))[:MAX_THINGS]) for side, name in _SIDES)
    return QuestionPicture(
        title=f"{title_of(answer)}: may I do this now?",
        about=GAMES[answer.game],
        outcome=answer.outcome,
        reasons=tuple(reasons[:3]) or tuple(line.text for line in answer.working[:3]),
        sides=tuple((name, things) for name, things in sides if things),
    )


@lru_cache(maxsize=128)
def draw_picture(said: QuestionPicture) -> bytes:
    """A PNG of 1200 by 630 on light paper."""
    colours = preview.read_colours()
    picture = Image.new("RGB", SIZE, colours["paper"])
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE[0], 12), fill=colours["ink"])
    draw_mark(pen, SIZE[0] - _MARGIN - 106, 98)
    y = _write(pen, said.title, (_MARGIN, 36), (HEAD, 64, 1), "ink", _WIDTH - _MARK)
    y = _write(pen, said.about, (_MARGIN, y), (LABEL, 32, 1), "ink-soft", _WIDTH - _MARK) + 14
    pen.rectangle((_MARGIN, y, SIZE[0] - _MARGIN, y + _BAR), fill=colours[f"{said.outcome}-solid"])
    font = preview.load_font(HEAD, 56)
    place = (_MARGIN + 24, y + _BAR // 2)
    pen.text(place, said.outcome.capitalize(), font=font, fill=colours[f"on-{said.outcome}"], anchor="lm")
    y += _BAR + 16
    for reason in said.reasons:
        y = _write(pen, reason, (_MARGIN, y), (TEXT, 30, 2), "ink", _WIDTH) + 6
    _draw_sides(pen, said.sides, y + 10)
    held = BytesIO()
    picture.quantize(64).save(held, "PNG", optimize=True)
    return held.getvalue()


def _draw_sides(pen: ImageDraw.ImageDraw, sides: tuple[tuple[str, tuple[str, ...]], ...], top: int) -> None:
    """Both sides beside each other, as many lines as there is room for."""
    wide = _WIDTH // max(len(sides), 1) - 20
    for number, (name, things) in enumerate(sides):
        left = _MARGIN + number * (wide + 40)
        y = _write(pen, name, (left, top), (LABEL, 30, 1), "ink-soft", wide)
        for thing in things:
            if y > SIZE[1] - 60:
                break
            y = _write(pen, thing, (left, y), (TEXT, 26, 1), "ink", wide)


def _write(
    pen: ImageDraw.ImageDraw, text: str, place: tuple[int, int], look: tuple[str, int, int], ink: str, wide: int
) -> int:
    """Lines of text from a place down, and where they end."""
    name, size, most = look
    lines, font = fit_text_to_width(text, name, size, wide, most)
    left, y = place
    for line in lines:
        pen.text((left, y), line, font=font, fill=preview.read_colours()[ink])
        y += int(font.size * 1.2)
    return y


def _name_things(position: Mapping[str, Any], side: str) -> Iterator[str]:
    """The characters or units of a side with their facts in short."""
    own = position.get(side) or {}
    for key in ("characters", "front", "back"):
        for thing in own.get(key) or ():
            yield _name_thing({"row": key, **thing} if key != "characters" else thing)
    for thing in position.get("board") or ():
        if thing.get("controller") == side:
            yield _name_thing(thing)


def _name_thing(thing: Mapping[str, Any]) -> str:
    facts = [f"{key.upper() if len(key) == 3 and key != 'row' else key} {thing[key]}" for key in _FACTS if key in thing]
    facts += [key for key in _FLAGS if thing.get(key) is True]
    if thing.get("ready") is False:
        facts.append("exhausted")
    name = thing.get("name") or thing.get("id") or "?"
    return f"{name}: {', '.join(facts)}" if facts else str(name)
