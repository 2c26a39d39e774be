"""The games of the Vs. System as a goldfish plays them: a card a turn becomes a resource, resources pay for cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.model.verdicts import Citation
from engine.simulation.goldfish.cards import CHARACTER, EQUIPMENT, RESOURCE, UNKNOWN, GoldfishCard
from engine.simulation.goldfish.choosing import Chosen, choose_cards
from engine.simulation.goldfish.policy import PlayStep, TurnFigures

SHARED_TEAM = "shared-team"  #: one in play shares a team
SHARED_OR_SHOWN = "shared-or-shown"  #: one in play does, or one that is revealed from hand or resource row
ALL_TEAMS = "all-teams"  #: those in play have all its teams


@dataclass(frozen=True, slots=True)
class RowRules:
    """What the two games say otherwise. `needs` name the rule by which a card waits for a team.

    `plot_twist` and `location` say why one is built. `has_faces`: a location lies face up in the row, others face down.
    """

    citations: Mapping[str, Citation]
    needs: Mapping[str, str]
    plot_twist: str
    location: str
    has_faces: bool = False
    counts_thresholds: bool = False

    def cite(self, code: str) -> Citation | None:
        """Where the rule stands on something that is done or stands in the way."""
        return self.citations.get(code)


@dataclass(slots=True)
class RowPlayer:
    """A game that is being played. `characters` start with those in play from the beginning."""

    rules: RowRules
    hand: list[GoldfishCard]
    characters: list[GoldfishCard]
    row: list[GoldfishCard] = field(default_factory=list)
    equipment: list[GoldfishCard] = field(default_factory=list)
    names: set[str] = field(default_factory=set)  #: of those in play of which there can't be a second
    teams: set[str] = field(default_factory=set)
    equipped: set[int] = field(default_factory=set)  #: places among the characters

    def __post_init__(self) -> None:
        for card in self.characters:
            self._note_in_play(card)

    def play_turn(self, turn: int, drawn: tuple[GoldfishCard, ...], steps: list[PlayStep] | None) -> TurnFigures:
        """Draw, choose what to recruit with one resource more, build one of the other cards, recruit."""
        self.hand.extend(drawn)
        if steps is not None and drawn:
            steps.append(PlayStep("draw", f"Draws {_name(drawn)}.", drawn, self.rules.cite("draw")))
        chosen = self._choose(len(self.row) + 1)
        built = self._build(chosen, steps)
        if not built:
            chosen = self._choose(len(self.row))
        points = len(self.row)
        for card in self._order(chosen):
            self._recruit(card, steps)
        spent = sum(card.cost or 0 for card in chosen)
        own = self._find_blocked(points, steps)
        if steps is not None:
            steps.append(self._sum_up(points, spent))
        return TurnFigures(
            points,
            spent,
            int(any(card.role == CHARACTER and card.cost == turn for card in chosen)),
            len(chosen),
            int(not built),
            len(self.characters),
            sum(card.atk for card in self.characters),
            sum(card.defense for card in self.characters),
            len(self.hand),
            own,
        )

    def _choose(self, points: int) -> Chosen:
        """Of copies of a unique card one is tried."""
        may = [card for card in self.hand if card.is_playable and not card.is_unique]
        once = (card for card in dict.fromkeys(self.hand) if card.is_playable and card.is_unique)
        may += [card for card in once if self.names.isdisjoint(card.names)]
        return choose_cards(may, points, self._price, can_be_helped=True)

    def _price(self, cards: Chosen) -> int | None:
        """None where the cards can't all be recruited, in whatever order."""
        taken: set[str] = set()
        for card in cards:
            if not taken.isdisjoint(card.names):
                return None
            taken |= card.names
        equipment = sum(card.role == EQUIPMENT for card in cards)
        if equipment > len(self.characters) - len(self.equipped) + len(cards) - equipment:
            return None
        if any(card.need for card in cards) and len(self._order(cards)) < len(cards):
            return None
        return 0

    def _order(self, cards: Chosen) -> list[GoldfishCard]:
        """Those that can be recruited: characters first, each once it has who it needs, then equipment."""
        teams = set(self.teams)
        waiting = sorted(cards, key=lambda card: (card.role == EQUIPMENT, card.rank))
        ordered: list[GoldfishCard] = []
        while ready := next((card for card in waiting if self._has_need(card, teams)), None):
            waiting.remove(ready)
            ordered.append(ready)
            if ready.role == CHARACTER:
                teams |= ready.teams
        return sorted(ordered, key=lambda card: card.role == EQUIPMENT)

    def _has_need(self, card: GoldfishCard, teams: set[str]) -> bool:
        if not card.need:
            return True
        if card.need == ALL_TEAMS:
            return card.teams <= teams
        if not card.teams.isdisjoint(teams):
            return True
        return card.need == SHARED_OR_SHOWN and self._can_show(card)

    def _can_show(self, card: GoldfishCard) -> bool:
        """Whether another character card in hand or resource row shares a team; of copies of itself all but one do."""
        others = [other for other in (*self.hand, *self.row) if other.role == CHARACTER]
        copies = sum(other is card for other in others)
        return any(other is not card and not other.teams.isdisjoint(card.teams) for other in others) or (
            copies > 1 and bool(card.teams)
        )

    def _build(self, chosen: Chosen, steps: list[PlayStep] | None) -> bool:
        """Whether a card is left to become a resource; it does."""
        others = list(self.hand)
        for card in chosen:
            others.remove(card)
        if not others:
            if steps is not None:
                steps.append(
                    PlayStep("no-resource", "No card is left to build as a resource.", (), self.rules.cite("build"))
                )
            return False
        names = self.names.union(*(card.names for card in chosen))
        card, reason = choose_resource(others, names, self.rules)
        self.hand.remove(card)
        self.row.append(card)
        if steps is not None:
            face = f", face {'up' if card.is_location else 'down'}" if self.rules.has_faces else ""
            message = f"Builds {card.title} as resource {len(self.row)}{face}: {reason}."
            steps.append(PlayStep("build", message, (card,), self.rules.cite("build")))
        return True

    def _recruit(self, card: GoldfishCard, steps: list[PlayStep] | None) -> None:
        self.hand.remove(card)
        if steps is not None and card.need == SHARED_OR_SHOWN and card.teams.isdisjoint(self.teams):
            shown = next(each for each in (*self.hand, *self.row) if _shares_team(each, card))
            message = f"Reveals {shown.title}, which shares an affiliation with {card.title}."
            steps.append(PlayStep("reveal", message, (shown,), self.rules.cite(SHARED_OR_SHOWN)))
        where = ""
        if card.role == EQUIPMENT:
            where = self._equip(card)
        else:
            self.characters.append(card)
        self._note_in_play(card)
        if steps is not None:
            message = f"Recruits {card.title} for {card.cost}{where}."
            steps.append(PlayStep("recruit", message, (card,), self.rules.cite("equip" if where else "recruit")))

    def _equip(self, card: GoldfishCard) -> str:
        """Put equipment on the strongest character that has none."""
        free = (place for place in range(len(self.characters)) if place not in self.equipped)
        place = min(free, key=lambda at: (-self.characters[at].atk, self.characters[at].identity, at))
        self.equipped.add(place)
        self.equipment.append(card)
        return f" onto {self.characters[place].title}"

    def _note_in_play(self, card: GoldfishCard) -> None:
        self.names |= card.names
        if card.role != EQUIPMENT:
            self.teams |= card.teams

    def _find_blocked(self, points: int, steps: list[PlayStep] | None) -> tuple[int, ...]:
        """1 for each rule that kept a card in hand that the points would have paid for, and for a threshold missed.

        A card of no cost isn't counted: it is hardly ever played without the rule either.
        """
        waiting = [
            card
            for card in self.hand
            if card.is_playable
            and card.need
            and 0 < (card.cost or 0) <= points
            and self.names.isdisjoint(card.names)
            and not self._has_need(card, self.teams)
        ]
        missed = [card for card in (*self.hand, *self.row) if card.threshold is not None and card.threshold > points]
        if steps is not None:
            for card in dict.fromkeys(waiting):
                message = f"{card.title} stays in hand: {self.rules.needs[card.need]}."
                steps.append(PlayStep(card.need, message, (card,), self.rules.cite(card.need), is_blocked=True))
            for card in dict.fromkeys(missed):
                message = f"{card.title} can’t be played yet: threshold {card.threshold}, {points} resources."
                steps.append(PlayStep("threshold", message, (card,), self.rules.cite("threshold"), is_blocked=True))
        return (int(bool(waiting)), int(bool(missed))) if self.rules.counts_thresholds else (int(bool(waiting)),)

    def _sum_up(self, points: int, spent: int) -> PlayStep:
        lost = points - spent
        message = f"Spends {spent} of {points} points" + (f"; {lost} lost." if lost else ".")
        return PlayStep("points", message, (), self.rules.cite("points"))


def _shares_team(card: GoldfishCard, other: GoldfishCard) -> bool:
    """Whether a card may be revealed for another."""
    return card.role == CHARACTER and not card.teams.isdisjoint(other.teams)


def choose_resource(cards: Sequence[GoldfishCard], names: set[str], rules: RowRules) -> tuple[GoldfishCard, str]:
    """The card to build and why; `names` are those in play and about to be."""
    ranked = sorted(cards, key=lambda card: card.rank)
    row = [card for card in ranked if card.role == RESOURCE]
    if row:
        best = min(row, key=lambda card: (-1 if card.threshold is None else -card.threshold, card.place))
        return best, rules.location if best.is_location else rules.plot_twist
    second = _find_second_copy(ranked, names)
    if second:
        return second, "one of its name is enough"
    dead = next((card for card in ranked if card.is_never_played), None)
    if dead:
        is_known = dead.role != UNKNOWN
        return (
            dead,
            "it has no number for a cost and is never played" if is_known else "it isn’t known what it costs or is",
        )
    return ranked[0], "the dearest card left"


def _find_second_copy(ranked: Sequence[GoldfishCard], names: set[str]) -> GoldfishCard | None:
    """The dearest card whose name is taken, by one in play or by a cheaper one among these."""
    taken, found = set(names), None
    for card in reversed(ranked):
        if not taken.isdisjoint(card.names):
            found = card
        taken |= card.names
    return found


def _name(cards: Sequence[GoldfishCard]) -> str:
    return ", ".join(card.title for card in cards)


def keep_with_character(hand: Sequence[GoldfishCard], cost: int) -> tuple[int, ...]:
    """No place of a hand with a character of this cost or less, else all."""
    keeps = any(card.role == CHARACTER and card.cost is not None and card.cost <= cost for card in hand)
    return () if keeps else tuple(range(len(hand)))
