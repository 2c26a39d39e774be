"""The pages of play: choose a game and an action, say what is known, read the answer, go on; and how turns go."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine import ILLEGAL, InputError, NotFound
from engine.model.verdicts import OK, UNKNOWN, Citation
from engine.play.facts import MAX_TEXT, PlayInputError
from engine.play.judging import APPLIED, CheckedPlay, playable
from engine.play.log import Change, Log, Move, write_log
from engine.play.paths import find_fact, with_fact, without_fact
from engine.play.rules import Action, PlayRules
from vsdb.catalog.rules.selectors import list_documents, map_headings
from vsdb.play.kept.paragraphs import RuleParagraph, map_paragraphs
from vsdb.play.page.asking import (
    SaidFact,
    ask_next,
    begin,
    change_said,
    dump_pretty,
    find_usual,
    list_said,
    list_things,
)
from vsdb.play.page.grouping import PartedActions, group_actions, list_changeable, order_by_start, part_by_answer
from vsdb.play.page.state import PageState, read_state, require_readable
from vsdb.play.page.turns import say_table, say_turn
from vsdb.play.page.words import list_names, name_result, read_typed, say_action, say_value
from vsdb.play.services import FilledQuestion, UnreadableQuestion, explain_error, name_thing, read_filled


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games with their actions."""
    games = [(rules, order_by_start(rules)) for rules in playable().values()]
    return render(request, "play/index.html", {"games": games})


@require_safe
def show_game(request: HttpRequest, game: str) -> HttpResponse:
    """A question and its answer; without an action yet, the actions to choose from."""
    _require_game(game)
    state = read_state(request, game)
    problem = ""
    try:
        moved = _move_on(request, state)
        if moved is not None:
            require_readable(moved.document, moved.rules)
            return redirect(moved.address)
    except (InputError, PlayInputError) as exc:
        problem = explain_error(exc)
    action = state.action
    template = "play/choose.html" if action is None else "play/ask.html"
    shown = _choosing(state) if action is None else _answered(state, action)
    if action is not None and (path := request.GET.get("change")):
        try:
            shown["asked"] = [change_said(state, action, path)]
            shown["usual"], shown["unchanged"] = None, state.address
        except PlayInputError as exc:
            problem = explain_error(exc)
    return render(request, template, {**shown, "problem": problem}, status=400 if problem else 200)


@require_safe
def start(request: HttpRequest, game: str, verb: str) -> HttpResponse:
    """Begin a question about an action, in the position of `?q=` where there is one."""
    rules = _require_game(game)
    if verb not in rules.by_verb:
        raise NotFound(f"no action of this game is called {verb[:80]!r}")
    return redirect(begin(read_state(request, game), rules.by_verb[verb]).address)


@require_safe
def list_sequences(request: HttpRequest, game: str) -> HttpResponse:
    """How turns, combats and plays of a game go, step by step."""
    return render(request, "play/how.html", {"game": game, "sequences": _require_game(game).sequences})


@require_safe
def show_sequence(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """One of them: a page to read, and to print."""
    rules = _require_game(game)
    found = next((each for each in rules.sequences if each.slug == slug), None)
    if found is None:
        raise NotFound(f"no walk-through is called {slug[:80]!r}")
    headings = map_headings(cited for step in found.steps for cited in step.citations)
    documents = dict(list_documents().values_list("pk", "name"))
    steps = [
        (
            step,
            [rules.by_verb[verb] for verb in step.verbs if verb in rules.by_verb],
            list(_group_by_document(step.citations, documents)),
        )
        for step in found.steps
    ]
    shown = {"game": game, "sequence": found, "steps": steps, "headings": headings, "others": rules.sequences}
    return render(request, "play/sequence.html", shown)


def _group_by_document(
    citations: Iterable[Citation], documents: Mapping[str, str]
) -> Iterator[tuple[str, list[Citation]]]:
    """The citations under the name of each document, in the documents' order."""
    by_document: dict[str, list[Citation]] = {}
    for cited in citations:
        by_document.setdefault(cited.document, []).append(cited)
    return ((name, by_document[slug]) for slug, name in documents.items() if slug in by_document)


def _require_game(game: str) -> PlayRules:
    """The game's rules of play. Raises NotFound."""
    if game not in playable():
        raise NotFound(f"no rules of play of {game[:40]!r} are held")
    return playable()[game]


def _move_on(request: HttpRequest, state: PageState) -> PageState | None:
    """The state that a form or a button asks for; None where the page is only read. Raises InputError."""
    words = request.GET
    action = state.action or state.rules.actions[0]
    if path := words.get("set"):
        kind = find_fact(state.rules, action, path).kind
        value = read_typed(kind, words.get("value", ""))
        if words.get("by"):
            return state.after_change(Change(path, value, words["by"][:100]))
        return state.asking(with_fact(state.document, state.rules, action, path, value))
    if thing := words.get("thing"):
        return state.asking(
            name_thing(state.document, state.rules, action, thing, words.get("value", "").strip()[:MAX_TEXT])
        )
    if path := words.get("drop"):
        return state.asking(without_fact(state.document, state.rules, action, path))
    if "apply" in words and state.action:
        return state.after_move()
    if "as_of" in words:
        position = {key: each for key, each in state.document["position"].items() if key != "as_of"}
        dated = {**position, "as_of": words["as_of"]} if words["as_of"] else position
        return state.asking({**state.document, "position": dated})
    if "switch" in words:
        return state.seen_by_other()
    if "back" in words and state.log:
        return _go_back(state, words["back"])
    return None


def _go_back(state: PageState, to: str) -> PageState:
    """The state before an entry of the log, by its number. Raises InputError."""
    log = state.log
    if log is None or not to.isdecimal() or not 1 <= int(to) <= len(log.entries):
        raise InputError("this step isn't in the log", place="back")
    kept = log.entries[: int(to) - 1]
    before = PageState(state.game, {"position": dict(log.start)}, Log(log.start, ()))
    for entry in kept:
        if isinstance(entry, Move):
            before = PageState(state.game, {**before.document, "action": dict(entry.action)}, before.log).after_move()
        else:
            before = before.after_change(entry)
    entry = log.entries[int(to) - 1]
    document = {**before.document, **({"action": dict(entry.action)} if isinstance(entry, Move) else {})}
    return PageState(state.game, document, before.log if before.log and before.log.entries else None)


def _choosing(state: PageState) -> dict[str, Any]:
    has_position = len(state.document["position"]) > 1
    parted = _part_actions(state)
    events = [each for each in parted.possible if each.is_event]
    return {
        "game": state.game,
        "state": state,
        "groups": group_actions(state.rules, parted.possible),
        "ruled_out": parted.ruled_out,
        "turn": say_turn(state.document["position"]),
        "events": events,
        "query": f"?{state.address.partition('?')[2]}" if has_position else "",
        "entries": _tell_log(state),
        "log_text": write_log(state.log) if state.log else "",
    }


def _part_actions(state: PageState) -> PartedActions:
    """The actions by what the position says of them; all of them where it can't be read."""
    try:
        return part_by_answer(state.document, state.rules, timezone.localdate())
    except PlayInputError:
        return PartedActions(state.rules.actions, ())


def _answered(state: PageState, action: Action) -> dict[str, Any]:
    """Everything that the page of a question shows."""
    filled = _read_filled(state)
    question, answer = filled.question, filled.answer()
    cited = {each for finding in answer.findings for each in finding.citations}
    cited = cited.union(*(row.citations for row in answer.checked))
    headings, paragraphs = map_headings(cited), map_paragraphs(cited)
    names = list_names(state.document)
    result = answer.result.values if answer.result and answer.result.values else {}
    return {
        "game": state.game,
        "state": state,
        "action": action,
        "answer": answer,
        "turn": say_turn(state.document["position"]),
        "in_play": say_table(state.document["position"]),
        "reasons": [
            (each, _say_rules(each.citations, paragraphs)) for each in answer.findings if each.severity != UNKNOWN
        ],
        "open": [
            (each, _say_rules(each.citations, paragraphs)) for each in answer.findings if each.severity == UNKNOWN
        ],
        "asked": ask_next(state, action, answer),
        "usual": find_usual(state, action, answer),
        "said": (said := list_said(state, action)),
        "lists": [each for group in said for each in group.facts if _is_list_of_action(state, each)],
        "said_count": sum(len(each.facts) for each in said),
        "changeable": list_changeable(state, action),
        "things": list_things(state, action),
        "holding": [
            (_name_rule(row, headings), row, _say_rules(row.citations, paragraphs))
            for row in answer.checked
            if row.outcome in (OK, APPLIED)
        ],
        "result": [
            (name_result(key), say_value(_plain(each), names)) for key, each in result.items() if key != "steps"
        ],
        "steps": _name_steps(question.rules, action, result.get("steps")),
        "can_apply": action.apply is not None and answer.outcome != ILLEGAL,
        "headings": headings,
        "as_of": state.document["position"].get("as_of", ""),
        "edition": question.edition,
        "editions": question.rules.editions[::-1],
        "sequences": question.rules.sequences,
        "entries": _tell_log(state),
        "log_text": write_log(state.log) if state.log else "",
        "json": dump_pretty(state.document),
    }


def _name_rule(row: CheckedPlay, headings: Mapping[Citation, str]) -> str:
    """What a rule asks; of one that a result was computed by, what it is about."""
    named = (headings.get(each, "") for each in row.citations)
    return row.question or next(filter(None, named), "") or row.code.replace("-", " ")


def _say_rules(citations: Iterable[Citation], paragraphs: Mapping[Citation, RuleParagraph]) -> list[RuleParagraph]:
    """What these rules say, of those that say something here."""
    return [paragraphs[each] for each in citations if each in paragraphs and paragraphs[each].says]


def _is_list_of_action(state: PageState, fact: SaidFact) -> bool:
    """Whether a fact lists what the action is done with, such as attackers: a start names one of them."""
    return bool(fact.change) and isinstance(state.document["action"].get(fact.path.removeprefix("action.")), list)


def _read_filled(state: PageState) -> FilledQuestion:
    """The question with the facts of the cards that it names. Raises UnreadableQuestion."""
    try:
        return read_filled(state.document)
    except PlayInputError as exc:
        raise UnreadableQuestion(exc) from exc


def _name_steps(rules: PlayRules, action: Action, steps: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """The steps of a walk by their titles, each with what came out."""
    if not steps:
        return []
    titles = [step.title for each in rules.sequences if each.slug == action.verb for step in each.steps]
    first = 7 - len(titles)  #: a trigger has no step before the first
    named = {str(number): title for number, title in enumerate(titles, start=first)}
    return [(named.get(number, f"Step {number}"), outcome) for number, outcome in steps.items() if number in named]


def _plain(value: Any) -> Any:
    """A value of a result as JSON has it."""
    return json.loads(json.dumps(value))


def _tell_log(state: PageState) -> list[tuple[int, str, bool]]:
    """The log in words: number, what happened, and whether a card did it."""
    if state.log is None:
        return []
    names = list_names(state.document)
    told = []
    for number, entry in enumerate(state.log.entries, start=1):
        if isinstance(entry, Move):
            title = state.rules.action_of(entry.action["action"]).title
            told.append((number, say_action(title, entry.action, names), False))
        else:
            told.append((number, f"{entry.by or 'A card'}: {entry.path} becomes {say_value(entry.value, names)}", True))
    return told
