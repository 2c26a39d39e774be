"""The page of the drawn table, and its changes: each leads to the address of the changed position."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine import InputError, NotFound
from engine.play.facts import PlayInputError, specs_of
from engine.play.judging import PlayQuestion, playable
from engine.play.log import apply_move
from engine.play.paths import find_fact
from engine.play.rules import PlayRules
from vsdb.catalog.cards.faces import name_card
from vsdb.catalog.cards.lookup import FoundCard, find_card_by_slug, find_card_named
from vsdb.catalog.cards.selectors import get_reference
from vsdb.play.documents import decode_question, encode_question
from vsdb.play.page.turns import say_turn
from vsdb.play.services import FilledQuestion, UnreadableQuestion, read_filled
from vsdb.play.table import changes
from vsdb.play.table.layouts import LAYOUTS, Layout, start_question
from vsdb.play.table.panel import list_questions, read_answer
from vsdb.play.table.shapes import Drawing, Piece
from vsdb.play.table.showing import Links, show_table
from vsdb.play.table.targets import ask_in_words, judge_targets, offers_of


class _Table(NamedTuple):
    """A table that was asked for: its question as a document and read, and its picture."""

    game: str
    document: dict[str, Any]
    filled: FilledQuestion
    layout: Layout
    drawing: Drawing
    links: Links
    is_asked: bool  #: whether an action is asked about, or only the position shown

    @property
    def question(self) -> PlayQuestion:
        """Its question with the recorded facts of its cards."""
        return self.filled.question


@require_safe
def show(request: HttpRequest, game: str) -> HttpResponse:
    """A position as a drawn table, with what is chosen, its facts, and its targets judged."""
    table = _open(request, game)
    if table.question.rules.game != game:
        return redirect(Links(table.question.rules.game, table.document, table.links.code).show())
    chosen = table.drawing.find_piece(request.GET.get("at", ""))
    offers = offers_of(game, chosen, table.document["action"]) if chosen else ()
    verb = request.GET.get("act")
    offer = next((each for each in offers if each.verb == verb), offers[0] if offers else None)
    targets = (
        judge_targets(table.filled.document, table.drawing, chosen, offer, today=timezone.localdate())
        if chosen and offer
        else ()
    )
    on = request.GET.get("on")
    if on and (found := next((each for each in targets if each.key == on), None)) and chosen and offer:
        return redirect(table.links.ask(found.action, at=chosen.ref, act=offer.verb))
    context = {
        "game": game,
        "code": table.links.code,
        "links": table.links,
        "table": show_table(table.drawing, table.links, chosen, offer, targets),
        "chosen": chosen,
        "offer": offer,
        "offers": [(each, table.links.show(at=chosen.ref, act=each.verb)) for each in offers] if chosen else [],
        "team": _list_mates(table, chosen, offer.verb) if chosen and offer else [],
        "is_new": "q" not in request.GET,
        **_judged(table),
        **(_panel(table, chosen, offer.verb if offer else "") if chosen else {}),
    }
    return render(request, "play/table.html", context)


@require_safe
def change(request: HttpRequest, game: str) -> HttpResponse:
    """A change of a table: leads to the address of the changed one, or asks which card was meant."""
    table = _open(request, game)
    said = request.GET
    document, layout, ref = table.document, table.layout, said.get("at", "")
    more = {"act": said.get("act", "")}
    match said.get("do"):
        case "put":
            return _put(request, table)
        case "place":
            place = table.drawing.find_place(said.get("to", ""))
            if place is None or not place.holder or ref.startswith("battlefields."):
                raise InputError("this place is taken, or not on the table; choose a free one", place="to")
            document, more["at"] = changes.move_thing(document, layout, ref, place)
        case "apply":
            return _apply(table)
        case "remove":
            document = changes.remove_thing(document, layout, ref)
        case "copy":
            document, more["at"] = changes.copy_thing(document, layout, ref)
        case "say":
            key = said.get("key", "")
            try:
                value = read_answer(table.question.rules, table.question.action, ref, key, said.get("value", ""))
            except PlayInputError as exc:
                raise UnreadableQuestion(exc) from exc
            document, more["at"] = changes.say_fact(document, layout, ref, key, value), ref
        case _:
            raise InputError("no such change; go back to the table", place="do")
    return _lead(game, document, **more)


def _apply(table: _Table) -> HttpResponse:
    """Lead to the table after the action."""
    try:
        step = apply_move(table.document["position"], table.document["action"], today=timezone.localdate())
    except PlayInputError as exc:
        raise UnreadableQuestion(exc) from exc
    if step.answer is None or not step.answer.is_legal:
        raise InputError("this isn't certainly legal here; the whole answer says why", place="do")
    after = {"position": step.position}
    return redirect(Links(table.game, after, encode_question(after)).show())


def _open(request: HttpRequest, game: str) -> _Table:
    if game not in playable() or game not in LAYOUTS:
        raise NotFound(f"no table of {game[:40]!r}")
    code = request.GET.get("q", "")
    document = decode_question(code) if code else start_question(game)
    is_asked = bool(document.get("action"))
    if not is_asked and isinstance(document.get("position"), dict):
        document = {**document, "action": dict(LAYOUTS[game].start["action"])}  # a position, nothing asked about yet
    filled = _read(document)
    layout = LAYOUTS[filled.question.rules.game]
    drawing = layout.draw(filled.document["position"], filled.document["action"])
    links = Links(game, document, code or encode_question(document))
    return _Table(game, document, filled, layout, drawing, links, is_asked)


def _read(document: dict[str, Any]) -> FilledQuestion:
    try:
        return read_filled(document)
    except PlayInputError as exc:
        raise UnreadableQuestion(exc) from exc


def _lead(game: str, document: dict[str, Any], **more: str) -> HttpResponse:
    _read(document)
    return redirect(Links(game, document, encode_question(document)).show(**more))


def _judged(table: _Table) -> dict[str, Any]:
    """The answer to the question of the table, with its questions in words; the turn where nothing is asked."""
    if not table.is_asked:
        return {"answer": None, "turn": say_turn(table.document["position"])}
    answer = table.filled.answer()
    names = {piece.id: piece.name for piece in table.drawing.pieces}
    rules, verb = table.question.rules, table.question.action.verb
    asks = [ask_in_words(rules, verb, path, names) for path in answer.asks]
    can_apply = answer.is_legal and table.question.action.apply is not None
    return {
        "answer": answer,
        "action": table.question.action.title,
        "asks": asks,
        "apply": table.links.change("apply") if can_apply else "",
    }


def _list_mates(table: _Table, chosen: Piece, verb: str) -> list[tuple[str, str]]:
    """Who may be added to an attack with the chosen one, by name, with the link that adds them."""
    said = table.document["action"]
    attackers = said.get("attackers") or []
    if verb != "attack" or said.get("action") != verb or chosen.id not in attackers:
        return []
    mates = (each for each in table.drawing.pieces if each.side == chosen.side and each.id not in attackers)
    return [
        (each.name, table.links.ask({**said, "attackers": [*attackers, each.id]}, at=chosen.ref, act=verb))
        for each in mates
    ]


def _panel(table: _Table, chosen: Piece, act: str) -> dict[str, Any]:
    """The facts of the chosen thing as questions."""
    thing = changes.find_thing(table.filled.document, table.layout, chosen.ref)
    places = tuple(dict.fromkeys(each.facts["location"] for each in table.drawing.places if "location" in each.facts))
    rules, action = table.question.rules, table.question.action
    first, others = list_questions(rules, action, table.layout, chosen.ref, thing, places)
    remove, copy = (table.links.change(do, at=chosen.ref) for do in ("remove", "copy"))
    return {"first": first, "others": others, "act": act, "remove": remove, "copy": copy}


def _put(request: HttpRequest, table: _Table) -> HttpResponse:
    """Put a card of the reference, or one that only has a name, at a place."""
    said = request.GET
    name = said.get("card", "").strip()[:200]
    free = [each for each in table.drawing.places if each.holder]
    place = next((each for each in free if each.key == said.get("to")), free[0] if free else None)
    if not name or place is None:
        raise InputError("no card is named; type its name", place="card")
    found = _find_card(table.game, name)
    if found.card is None and not said.get("plain"):
        again = {"to": place.key, "card": name}
        offered = [
            (name_card(each), table.links.change("put", **{**again, "card": each.slug})) for each in found.candidates
        ]
        plain = table.links.change("put", **again, plain="1")
        context = {"game": table.game, "name": name, "offered": offered, "plain": plain, "back": table.links.show()}
        return render(request, "play/table_which.html", context)
    thing = _fill(table.question.rules, table, place.holder, found, name)
    document, ref = changes.put_thing(table.document, place, thing)
    return _lead(table.game, document, at=ref)


def _find_card(game: str, name: str) -> FoundCard:
    try:
        references = [get_reference(game)]
    except NotFound:
        return FoundCard(None)
    found = find_card_by_slug(name, references)
    return found if found.card else find_card_named(name, references, is_fuzzy=True)


def _fill(rules: PlayRules, table: _Table, holder: str, found: FoundCard, name: str) -> dict[str, Any]:
    """The facts that a card brings to a thing of a list."""
    if found.card is None:
        return {"name": name}
    cls = find_fact(rules, table.question.action, f"{holder}.x").kind.of  # type: ignore[attr-defined]
    named = {"slug": found.card.slug} if "slug" in specs_of(cls) else {}
    return {**named, "name": found.card.name, **rules.printed(found.card, cls)}
