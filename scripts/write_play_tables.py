"""Write each game's rules of play into docs/play-<game>.md, from its tables: `python scripts/write_play_tables.py`.

`tests/play/test_play_tables.py` fails where a document isn't what this writes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ROOT / "docs"
sys.path.insert(0, str(ROOT))

from engine.model.verdicts import Citation  # noqa: E402
from engine.play.facts import (  # noqa: E402
    EMPTY,
    MAX_NUMBER,
    Choice,
    Either,
    Facts,
    FactSpec,
    Flag,
    Kind,
    ListOf,
    Null,
    Number,
    Record,
    TableOf,
    specs_of,
)
from engine.play.judging import playable  # noqa: E402
from engine.play.rules import Action, PlayRules, Rule  # noqa: E402

NAMES = {"vs-classic": "the classic Vs. System", "vs-2pcg": "Vs. System 2PCG", "riftbound": "Riftbound"}
HEAD = ("fact", "holds", "default", "question")


def write_documents() -> dict[Path, str]:
    """What the document of each game has to hold now."""
    return {DOCUMENTS / f"play-{slug}.md": write_game(rules) for slug, rules in playable().items()}


def write_game(rules: PlayRules) -> str:
    """A game's document."""
    editions = ", ".join(f"`{each.slug}` (from {each.in_force_from.isoformat()})" for each in rules.editions)
    lines = [
        f"# Rules of play of {NAMES.get(rules.game, rules.game)}",
        "",
        "`scripts/write_play_tables.py` writes this file from the tables of "
        f"`engine/games/{rules.game.replace('-', '_')}/play/`. How to ask: [play.md](play.md).",
        "",
        f"Editions: {editions}. An action is legal {rules.note}.",
        "",
        "## Actions",
        "",
        *(f"- [{each.title}](#{_anchor(each)}): {each.summary}" for each in rules.actions),
    ]
    for action in rules.actions:
        lines += ["", *_write_action(action, rules)]
    lines += ["", *_write_facts(rules), "", *_write_open(rules)]
    return "\n".join(lines) + "\n"


def name_kind(kind: Kind) -> str:
    """What a fact holds, in a few words."""
    match kind:
        case Flag():
            return "true or false"
        case Number():
            return " ".join(("number", *_name_bounds(kind)))
        case Choice():
            return ", ".join(f"`{each}`" for each in kind.options)
        case ListOf():
            return f"list: {name_kind(kind.of)}"
        case TableOf():
            keys = f" by {', '.join(f'`{each}`' for each in kind.keys)}" if kind.keys else " by name"
            return f"{name_kind(kind.of)}{keys}"
        case Record():
            return f"[{kind.of.__name__}](#{kind.of.__name__.lower()})"
        case Null():
            return "null"
        case Either():
            return " or ".join(name_kind(each) for each in kind.kinds)
    return "text"


def list_records(cls: type[Facts]) -> Iterator[type[Facts]]:
    """The classes of the things that a class of facts holds, itself first, each once."""
    found, waiting = {cls: None}, [cls]
    yield cls
    while waiting:
        for spec in specs_of(waiting.pop(0)).values():
            for each in _records_of(spec.kind):
                if each not in found:
                    found[each] = None
                    waiting.append(each)
                    yield each


def _name_bounds(kind: Number) -> Iterator[str]:
    if kind.least > -MAX_NUMBER:
        yield f"from {kind.least}"
    if kind.most < MAX_NUMBER:
        yield f"to {kind.most}"


def _records_of(kind: Kind) -> Iterator[type[Facts]]:
    if isinstance(kind, Record):
        yield kind.of
    elif isinstance(kind, (ListOf, TableOf)):
        yield from _records_of(kind.of)
    elif isinstance(kind, Either):
        for each in kind.kinds:
            yield from _records_of(each)


def _write_action(action: Action, rules: PlayRules) -> list[str]:
    event = " An event of the game, not a choice." if action.is_event else ""
    lines = [f"### {action.title} (`{action.verb}`)", "", f"{action.summary}{event}", ""]
    rows = _merge_editions(action, rules)
    if rows:
        editions = [each.slug for each in rules.editions]
        lines += _write_table(("rule", "question", *editions), rows)
    else:
        lines.append("It has no rule that could forbid it.")
    specs = specs_of(action.facts)
    return [*lines, "", *_write_specs(specs.values())] if specs else lines


def _merge_editions(action: Action, rules: PlayRules) -> list[tuple[str, ...]]:
    """A row a code: its question, and what it cites in each edition; a dash where the edition lacks it."""
    held: dict[str, dict[str, Rule]] = {}
    for edition in reversed(rules.editions):
        for rule in action.rules.get(edition.slug, ()):
            held.setdefault(rule.code, {}).setdefault(edition.slug, rule)
    return [
        (
            f"`{code}`",
            next(iter(by_edition.values())).question,
            *(
                _write_citations(by_edition[each.slug].citations, each.slug) if each.slug in by_edition else "–"
                for each in rules.editions
            ),
        )
        for code, by_edition in held.items()
    ]


def _write_facts(rules: PlayRules) -> list[str]:
    """The facts of positions, then those of the things that only actions name."""
    actions = [each.facts for each in rules.actions]
    classes = dict.fromkeys(
        [*list_records(rules.position), *(each for cls in actions for each in list_records(cls) if each not in actions)]
    )
    lines = ["## Facts", "", "A fact without a default is unknown when it is left out, and asked for."]
    for cls in classes:
        lines += ["", f"### {cls.__name__}", "", *_write_specs(specs_of(cls).values())]
    return lines


def _write_specs(specs: Iterable[FactSpec]) -> list[str]:
    return _write_table(
        HEAD,
        [(f"`{spec.key}`", name_kind(spec.kind), _write_default(spec), spec.ask or spec.label) for spec in specs],
    )


def _write_default(spec: FactSpec) -> str:
    if not spec.has_default:
        return "–"
    value: Any = {} if spec.default is EMPTY else spec.default
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _write_open(rules: PlayRules) -> list[str]:
    lines = ["## What isn't decided", ""]
    rows = [(each.topic, each.reason, _write_citations(each.citations, "")) for each in rules.out_of_reach]
    return [*lines, *_write_table(("topic", "why", "rules"), rows)] if rows else [*lines, "Nothing is listed."]


def _write_citations(citations: Iterable[Citation], edition: str) -> str:
    return ", ".join(each.rule if each.document == edition else f"{each.document} {each.rule}" for each in citations)


def _write_table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    cells = (tuple(each.replace("|", "\\|") for each in row) for row in rows)
    return [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(f"| {' | '.join(row)} |" for row in cells)]


def _anchor(action: Action) -> str:
    """The address that readers of Markdown give the action's heading."""
    heading = f"{action.title} ({action.verb})".lower()
    return "".join(each for each in heading if each.isalnum() or each in " -_").replace(" ", "-")


if __name__ == "__main__":
    for path, text in write_documents().items():
        path.write_text(text, encoding="utf-8")
