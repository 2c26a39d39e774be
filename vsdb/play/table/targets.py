"""Every target of a thing, judged at once: whom it may attack, where it may go, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from engine.model.verdicts import LEGAL, UNCERTAIN
from engine.play.facts import PlayInputError, read_facts
from engine.play.judging import Answer, PlayQuestion, judge, read_question, rules_of
from engine.play.paths import find_fact
from engine.play.rules import PlayRules
from vsdb.play.table.layouts import LAYOUTS, Offer
from vsdb.play.table.saying import part_of
from vsdb.play.table.shapes import SIDE_TITLES, SIDES, Drawing, Piece, Place

MAX_TARGETS = 60


class Target(NamedTuple):
    """A card, a player or a place with what the judge says of it. `key` is a card's path, a side, or a place's key."""

    key: str
    name: str
    action: Mapping[str, Any]  #: the question's action with this target
    outcome: str
    reason: str  #: why not, or what has to be asked; empty where it is legal
    asks: tuple[str, ...] = ()


def judge_targets(
    document: Mapping[str, Any], drawing: Drawing, chosen: Piece, offer: Offer, *, today: date
) -> tuple[Target, ...]:
    """Each target of the chosen thing with its answer; the position is read once. Raises PlayInputError."""
    question = read_question(document, today=today)
    if offer.verb not in question.rules.by_verb:
        return ()
    said = document["action"] if document["action"].get("action") == offer.verb else {}
    names = {piece.id: piece.name for piece in drawing.pieces}
    found = []
    for key, name, action in _propose(question.rules.game, drawing, chosen, offer, said):
        answer = _answer(question, offer.verb, action)
        found.append(_describe(question.rules, offer.verb, key, name, action, answer, names))
        if len(found) == MAX_TARGETS:
            break
    return tuple(found)


def offers_of(game: str, chosen: Piece, action: Mapping[str, Any]) -> tuple[Offer, ...]:
    """What a thing can be asked to do; a spell's targets only while the question is about a spell."""
    known = rules_of(game).by_verb
    return tuple(
        offer
        for offer in LAYOUTS[game].offers
        if (not offer.verb or offer.verb in known)
        and ("field" not in chosen.looks or offer.verb == "play-spell")
        and (offer.verb != "play-spell" or action.get("action") == "play-spell")
        and (offer.verb != "move-units" or "gear" not in chosen.looks)
    )


def _propose(
    game: str, drawing: Drawing, chosen: Piece, offer: Offer, said: Mapping[str, Any]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The targets by key and name, with the action that has each."""
    side = chosen.side if chosen.side in SIDES else "you"
    by = {"by": side} if side != "you" else {}
    if offer.verb == "attack":
        team = _team_of(drawing, chosen, said)
        base = {"action": "attack", **by, "attackers": team}
        for each in drawing.pieces:
            if each.side in SIDES and each.side != side:
                yield each.ref, each.name, {**base, "defender": each.id}
        if game == "vs-classic":
            other = "opponent" if side == "you" else "you"
            yield other, f"{SIDE_TITLES[other]}, directly", {**base, "defender": other}
    elif offer.verb == "play-spell":
        card = part_of(said, "card")
        is_of_field = part_of(card, "target").get("what") == "battlefield"
        for each in (chosen, *(each for each in drawing.pieces if each.ref != chosen.ref)):
            if ("field" in each.looks) == is_of_field:
                yield each.ref, each.name, {**said, "targets": [each.id]}
    else:
        for place in drawing.places:
            if place.side == side:
                yield place.key, place.words, {"action": offer.verb, **_going(offer.verb, side, chosen, place)}


def _going(verb: str, side: str, chosen: Piece, place: Place) -> dict[str, Any]:
    """What an action says of a thing that goes to a place."""
    if verb == "form":
        by = {"by": side} if side != "you" else {}
        return {**by, "moves": [{"id": chosen.id, **place.facts}]}
    if verb == "move":
        by = {"by": side} if side != "you" else {}
        return {**by, "character": chosen.id, "to": place.key.partition("/")[2]}
    player = {"player": side} if side != "you" else {}
    return {**player, "units": [chosen.id], "destination": place.facts.get("location")}


def _team_of(drawing: Drawing, chosen: Piece, said: Mapping[str, Any]) -> list[str]:
    """The attackers of the question, where the chosen one is among them; else it alone."""
    held = said.get("attackers")
    own = {piece.id for piece in drawing.pieces if piece.side == chosen.side}
    if isinstance(held, list) and chosen.id in held and own.issuperset(held):
        return list(held)
    return [chosen.id]


def _answer(question: PlayQuestion, verb: str, action: Mapping[str, Any]) -> Answer:
    facts = {key: each for key, each in action.items() if key != "action"}
    asked = question.rules.by_verb[verb]
    return judge(question._replace(action=asked, says=read_facts(asked.facts, facts, "action")))


def _describe(
    rules: PlayRules,
    verb: str,
    key: str,
    name: str,
    action: Mapping[str, Any],
    answer: Answer,
    names: Mapping[str, str],
) -> Target:
    if answer.outcome == LEGAL:
        return Target(key, name, action, answer.outcome, "")
    if answer.outcome == UNCERTAIN:
        asks = tuple(ask_in_words(rules, verb, path, names) for path in answer.asks)
        return Target(key, name, action, answer.outcome, asks[0] if asks else answer.findings[0].message, answer.asks)
    return Target(key, name, action, answer.outcome, answer.findings[0].message)


def ask_in_words(rules: PlayRules, verb: str, path: str, names: Mapping[str, str]) -> str:
    """The question of a path, with the names of cards in place of their ids; the path where it has no question."""
    try:
        fact = find_fact(rules, rules.by_verb[verb], path)
    except PlayInputError:
        return path
    return fact.ask_about(names)
