"""The form of the tables: rules with code, citations and check; actions with their rules; the play rules of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.model.verdicts import Citation
from engine.play.facts import Facts, PlayInputError, nearest
from engine.play.truth import Truth

if TYPE_CHECKING:
    from engine.model.cards import Card

#: Why a rule has nothing to say here: what it asks doesn't arise, or waits until another question is settled.
NOT_APPLICABLE = "not applicable"


class Broken(NamedTuple):
    """A rule is broken, in words for this very position; `False` breaks it with the words of its row."""

    message: str


#: What a check gives: it holds, it is broken, it is unknown with what to ask, or it has nothing to say (None).
Found = Truth | Broken | None
#: A check looks at an attempt, the value that the game's `prepare` makes of position and action.
Check = Callable[[Any], Found]


@dataclass(frozen=True, eq=False)
class Rule:
    """A row of an action's table: one rule, bound to where it stands."""

    code: str
    check: Check
    question: str  #: what the rule asks, as a short question: "Is each attacker ready?"
    broken: str  #: what to say where it is broken: "An exhausted character can't attack."
    citations: tuple[Citation, ...]  #: the first is the rule's own; none is ever empty
    step: int | None = None  #: of a walk

    @property
    def citation(self) -> Citation:
        """The rule's own citation."""
        return self.citations[0]


class Applied(NamedTuple):
    """A rule that a result was computed by: its code, and where it stands."""

    code: str
    citations: tuple[Citation, ...]


class Missing(NamedTuple):
    """A part of a result that can't be told: the code of its rule, where that stands, and what to ask."""

    code: str
    citations: tuple[Citation, ...]
    asks: tuple[str, ...]
    message: str = ""


class Line(NamedTuple):
    """A line of the working of a result, such as "Thor 5 + Storm 4 = 9 ATK", with where its rule stands."""

    text: str
    citation: Citation | None = None


class Result(NamedTuple):
    """What happens then: keys and values as JSON has them, the rules applied, what can't be told, and the working."""

    values: Mapping[str, Any] | None
    applied: tuple[Applied, ...] = ()
    missing: tuple[Missing, ...] = ()  #: each makes the answer uncertain, where it isn't illegal
    working: tuple[Line, ...] = ()


class Row(NamedTuple):
    """A rule that was looked at, and what it said."""

    rule: Rule
    found: Found


@dataclass(frozen=True, eq=False, kw_only=True)
class Action:
    """Something a player may want to do, or an event of the game that has a result."""

    verb: str
    title: str  #: "Attack"
    summary: str  #: one sentence for people who look for the action
    facts: type[Facts]  #: what the action itself says, beside its verb
    rules: Mapping[str, tuple[Rule, ...]]  #: by edition, in the order in which they are looked at
    #: What happens, given the attempt, the rows of its rules, and the outcome of these; None: nothing to tell.
    compute: Callable[[Any, tuple[Row, ...], str], Result | None] = lambda attempt, rows, outcome: None
    #: The position after the action, as JSON, given the attempt and the result's values; None: play goes on elsewhere.
    apply: Callable[[Any, Mapping[str, Any]], dict[str, Any]] | None = None
    is_event: bool = False  #: not somebody's choice but what the game does: the start of a turn, a stun


@dataclass(frozen=True)
class Edition:
    """An edition of a game's rules of play: its slug, and since when it counts."""

    slug: str
    in_force_from: date


class Remark(NamedTuple):
    """Something to know about an answer that breaks nothing: a code, a sentence, and perhaps where it stands."""

    code: str
    message: str
    citation: Citation | None = None


@dataclass(frozen=True)
class SequenceStep:
    """A step of a turn or of a walk, for people who read without a position."""

    title: str
    text: str
    citations: tuple[Citation, ...] = ()
    verbs: tuple[str, ...] = ()  #: the actions that belong here
    questions: tuple[str, ...] = ()  #: what the rules ask at this step


@dataclass(frozen=True)
class Sequence:
    """How something goes, step by step: a turn, a combat, playing a unit."""

    slug: str
    title: str
    steps: tuple[SequenceStep, ...]
    is_numbered: bool = False  #: whether the titles of its steps have the document's own numbers


@dataclass(frozen=True)
class Start:
    """How a question about an action begins for people: what is on the table, what they want, and what is usual.

    Of the usual facts, by their paths, those that are asked for can be said at once; `said` tells them in a sentence.
    """

    position: Mapping[str, Any] = field(default_factory=dict)
    action: Mapping[str, Any] = field(default_factory=dict)
    usual: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""


@dataclass(frozen=True)
class OutOfReach:
    """What the judge doesn't decide, and why."""

    topic: str
    reason: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayRules:
    """The play rules of a game: what its positions hold, its actions, and how an attempt is prepared."""

    game: str
    editions: tuple[Edition, ...]  #: oldest first
    position: type[Facts]
    actions: tuple[Action, ...]
    #: The value that checks look at, from position, action and edition: who acts, who stands where.
    prepare: Callable[[Any, Any, Edition], Any]
    #: What to remark about a day and the edition used for it, and about an attempt.
    remarks: Callable[[Any, date], tuple[Remark, ...]] = lambda attempt, as_of: ()
    #: The facts that a card of the reference brings to a thing of this class, as JSON; none where empty.
    printed: Callable[[Card, type[Facts]], Mapping[str, Any]] = lambda card, cls: {}
    names_tell_cards: bool = True  #: whether the fact `name` names a card of the reference; else only `slug` does
    telling: tuple[str, ...] = ("type",)  #: facts that tell cards of one name apart, beside the version
    starts: Mapping[str, Start] = field(default_factory=dict)  #: by verb; an action without one begins empty
    sequences: tuple[Sequence, ...] = ()
    out_of_reach: tuple[OutOfReach, ...] = ()
    note: str = field(default="unless a card says otherwise")

    @cached_property
    def by_verb(self) -> Mapping[str, Action]:
        """The actions by their verbs."""
        return {action.verb: action for action in self.actions}

    def edition_on(self, as_of: date) -> Edition:
        """The last edition in force on that day; before the oldest that is held, the oldest."""
        return next((each for each in reversed(self.editions) if each.in_force_from <= as_of), self.editions[0])

    def action_of(self, verb: Any) -> Action:
        """The action of a verb. Raises PlayInputError with the nearest verbs."""
        if not isinstance(verb, str) or verb not in self.by_verb:
            raise PlayInputError(
                "action.action", f"no action is called {verb!r:.80}", nearest(verb, tuple(self.by_verb))
            )
        return self.by_verb[verb]


def cite(document: str, *rules: str) -> tuple[Citation, ...]:
    """Citations of several rules of one document."""
    return tuple(Citation(document, rule) for rule in rules)
