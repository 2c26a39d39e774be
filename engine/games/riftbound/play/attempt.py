"""The value that checks look at: who acts in which position, and what follows from its facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from engine.games.riftbound.play.citing import CORE_JULY
from engine.games.riftbound.play.costs import ACCELERATE, REPEAT, Total, compute_total
from engine.games.riftbound.play.facts import (
    ANY,
    BASE,
    DOMAINS,
    OPPONENT,
    YOU,
    Battlefield,
    ChainItem,
    Permanent,
    Position,
    Side,
    spell_keyword,
)
from engine.games.riftbound.play.funds import count_power
from engine.games.riftbound.play.targets import count_options, find_options, list_candidates
from engine.play.rules import Edition
from engine.play.truth import Truth, Unknown, all_of, any_of, compute, equals

#: Where a trigger leaves its walk: it isn't placed at all, has nothing to choose, or its cost is declined.
NOT_PLACED, NO_OPTIONS, DECLINED = 1, 2, 4


class Source(NamedTuple):
    """What an ability is of: whose it is, and whether it can be exhausted."""

    controller: str | Unknown
    ready: Truth


@dataclass(frozen=True, eq=False)
class Attempt:
    """Somebody's action in a position."""

    position: Position
    says: Any  #: what the action says
    edition: Edition

    @property
    def player(self) -> str:
        """Who acts."""
        acting: str = self.says.player
        return acting

    @property
    def other(self) -> str:
        """The other side."""
        return YOU if self.player == OPPONENT else OPPONENT

    @property
    def is_july(self) -> bool:
        """Whether the edition of July 2026 judges."""
        return self.edition is CORE_JULY

    @cached_property
    def side(self) -> Side:
        """What the player who acts has."""
        return self.position.opponent if self.player == OPPONENT else self.position.you

    @cached_property
    def is_my_turn(self) -> Truth:
        """Whether it is the turn of the player who acts."""
        return equals(self.position.turn.active, self.player)

    @cached_property
    def is_closed(self) -> Truth:
        """Whether there is a chain; unknown where the chain and the state that are said contradict each other."""
        turn = self.position.turn
        by_state = compute(lambda state: bool(state.endswith("closed")), turn.state)
        return _agree(compute(bool, turn.chain), by_state, ("turn.chain", "turn.state"))

    @cached_property
    def is_showdown(self) -> Truth:
        """Whether a showdown is in progress; unknown where what is said of it and the state contradict each other."""
        turn = self.position.turn
        by_state = compute(lambda state: bool(state.startswith("showdown")), turn.state)
        return _agree(turn.showdown, by_state, ("turn.showdown", "turn.state"))

    @cached_property
    def chain(self) -> tuple[ChainItem, ...] | Unknown:
        """What is on the chain, oldest first; nothing in an open state."""
        if self.is_closed is False:
            return ()
        held = self.position.turn.chain
        return self.is_closed if isinstance(self.is_closed, Unknown) and not isinstance(held, Unknown) else held

    @property
    def kind(self) -> str:
        """What a walk plays: unit, gear, spell, activated or triggered."""
        played: str = self.says.kind
        return played

    @property
    def is_ability(self) -> bool:
        """Whether an ability is used rather than a card played; an answer is either (338.1)."""
        return self.kind in {"activated", "triggered"} or (self.kind == "answer" and self.says.ability is not None)

    @property
    def played(self) -> Any:
        """The card or ability."""
        return self.says.ability if self.is_ability else self.says.card

    @property
    def is_from_hidden(self) -> bool:
        """Whether a card is played from face down."""
        return not self.is_ability and self.says.card.zone == "facedown"

    @property
    def hidden_at(self) -> str | Unknown | None:
        """The battlefield at which the card lay face down; None for what wasn't hidden."""
        where: str | Unknown | None = self.played.hidden_at
        return where if self.is_from_hidden or self.kind == "triggered" else None

    @property
    def offers_repeat(self) -> bool:
        """Whether Repeat is of use here: on spells, and since July 2026 on abilities (820.1.a)."""
        return self.kind == "spell" or (self.is_ability and self.is_july)

    @cached_property
    def pays(self) -> tuple[str, ...]:
        """The optional costs that are said to be paid: its own by their names, keywords however they are written."""
        own = {each.id for each in self.played.optional}
        spelled = {name: spell_keyword(name.strip()) or name for name in self.says.pay if name not in own}
        return tuple(spelled[name] if spelled.get(name) in {ACCELERATE, REPEAT} else name for name in self.says.pay)

    @cached_property
    def repeats(self) -> int:
        """How often Repeat is said to be paid, where it is of use: once for each that there is (820.3)."""
        return self.pays.count(REPEAT) if self.offers_repeat else 0

    @cached_property
    def target_lists(self) -> tuple[tuple[str, ...] | Unknown, ...]:
        """What is chosen, once, and again for each Repeat: the same unless said otherwise (820.2.a)."""
        first, second = self.says.targets, self.says.repeat_targets
        if self.kind in {"unit", "gear"} or (self.played.target is None and isinstance(first, Unknown)):
            return ()
        return (first, *[first if second is None else second] * self.repeats)

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """All that is chosen, one after the other."""
        return tuple(name for names in self.target_lists if not isinstance(names, Unknown) for name in names)

    @cached_property
    def certain_options(self) -> Truth:
        """Whether there is certainly enough to choose: as the ability says, else by what is in the position."""
        target = self.played.target
        if self.is_ability and self.played.options is not None:
            told = self.played.options
            return len(told) > 0 if isinstance(told, tuple) else bool(told >= (target.count if target else 1))
        if target is None or target.up_to or isinstance(self.hidden_at, Unknown):
            return True
        options = find_options(self, target, self.hidden_at)
        return options if isinstance(options, Unknown) else count_options(options, target.count)

    @cached_property
    def has_options(self) -> Truth:
        """Whether there may be enough to choose: of what is there, the choice itself asks what isn't known."""
        certain = self.certain_options
        return True if isinstance(certain, Unknown) and not isinstance(self._listed_targets, Unknown) else certain

    @cached_property
    def removal_doubt(self) -> Unknown | None:
        """What isn't known of whether a trigger has anything to choose, and so stays on the chain (402.3)."""
        if self.kind != "triggered" or self.played.target is None:
            return None
        return self.certain_options if isinstance(self.certain_options, Unknown) else None

    @property
    def _listed_targets(self) -> tuple[Any, ...] | Unknown:
        return list_candidates(self, self.played.target)

    @cached_property
    def removed_at(self) -> int | None:
        """The step at which a trigger leaves its walk without having been countered; None for what goes on."""
        if self.kind != "triggered":
            return None
        if not self.says.place and self.played.may is True:
            return NO_OPTIONS if self.is_july else NOT_PLACED
        if self.has_options is False:
            return NO_OPTIONS
        return DECLINED if not self.played.pay and not self.total.is_nothing else None

    @cached_property
    def last_step(self) -> int:
        """The last step of a walk whose rules are looked at."""
        through: int = self.says.through
        if self.removed_at is None:
            return through
        return min(through, max(1, self.removed_at - 1))

    @cached_property
    def accelerate_domains(self) -> tuple[str, ...] | Unknown:
        """Of which domain the power for Accelerate may be: the unit's only one, since July any of its own (805.1.a)."""
        domains: tuple[str, ...] | Unknown = self.says.card.domains
        if isinstance(domains, Unknown):
            return domains
        return domains if len(domains) == 1 or (domains and self.is_july) else (ANY,)

    @cached_property
    def powers(self) -> Mapping[str, int]:
        """How much power of each domain the player can certainly pay."""
        return count_power(self.side).least

    @cached_property
    def total(self) -> Total:
        """The cost in all; where Accelerate may take one of several domains, that which can be paid."""
        domains: tuple[str | None, ...] = (None,)
        if self.kind == "unit" and ACCELERATE in self.pays and not isinstance(self.accelerate_domains, Unknown):
            domains = self.accelerate_domains
        return max((compute_total(self, domain) for domain in domains), key=self._rank_payable)

    @cached_property
    def least_powers(self) -> tuple[Mapping[str, int], ...]:
        """The power that it certainly costs, for each domain of which Accelerate may want it."""
        if not isinstance(self.total.power, Unknown):
            return (self.total.least.power,)
        domains: tuple[str | None, ...] = (*DOMAINS, ANY) if self.kind == "unit" else (None,)
        return tuple(compute_total(self, domain).least.power for domain in domains)

    def _rank_payable(self, total: Total) -> int:
        """How surely the power of a cost can be paid: certainly, perhaps, or not."""
        found = total.power if isinstance(total.power, Unknown) else count_power(self.side).covers(total.power)
        return 1 if isinstance(found, Unknown) else 2 * found

    def find_permanent(self, name: str) -> Permanent | Unknown:
        """The permanent with this id; unknown where nobody described it."""
        board = self.position.board
        if isinstance(board, Unknown):
            return board
        return next((each for each in board if each.id == name), Unknown((f"board.{name}",)))

    def find_source(self) -> Source | Unknown:
        """The source of an ability, which may be a rune; unknown where nobody said or described it."""
        name = self.says.ability.source
        if isinstance(name, Unknown):
            return name
        found, runes = self.find_permanent(name), self.side.runes
        rune = None if isinstance(runes, Unknown) else next((each for each in runes if each.id == name), None)
        if isinstance(found, Unknown):
            return Source(self.player, rune.ready) if rune else found
        return Unknown(("action.ability.source",)) if rune else Source(found.controller, found.ready)

    @cached_property
    def exhausts(self) -> str | Unknown | None:
        """What the cost of an ability exhausts: its source; None where it exhausts nothing."""
        cost = self.says.ability.cost if self.is_ability else None
        return None if cost is None or isinstance(cost, Unknown) or not cost.exhaust else self.says.ability.source

    def find_battlefield(self, name: str) -> Battlefield | Unknown:
        """The battlefield with this id; unknown where nobody described it."""
        held = self.position.battlefields
        if isinstance(held, Unknown):
            return held
        return next((each for each in held if each.id == name), Unknown((f"battlefields.{name}",)))

    def controls_battlefield(self, name: str) -> Truth:
        """Whether the player who acts controls a battlefield; nobody's is the base."""
        if name == BASE:
            return False
        found = self.find_battlefield(name)
        return found if isinstance(found, Unknown) else equals(found.controller, self.player)

    def has_units_at(self, place: str) -> Truth:
        """Whether the player who acts has a unit at a place."""
        board = self.position.board
        if isinstance(board, Unknown):
            return board
        return any_of(
            all_of((equals(each.type, "unit"), equals(each.controller, self.player), equals(each.location, place)))
            for each in board
        )


def _agree(said: Truth, by_state: Truth, paths: tuple[str, str]) -> Truth:
    """What is said, else what the state says."""
    if isinstance(said, Unknown):
        return said if isinstance(by_state, Unknown) else by_state
    return said if isinstance(by_state, Unknown) or said == by_state else Unknown(paths)


def prepare(position: Position, says: Any, edition: Edition) -> Attempt:
    """The attempt that an action is."""
    return Attempt(position, says, edition)


def has_keyword(keywords: tuple[str, ...] | Unknown, name: str) -> Truth:
    """Whether a keyword is among these, with a number or without."""
    if isinstance(keywords, Unknown):
        return keywords
    return any(each == name or each.startswith(f"{name} ") for each in keywords)
