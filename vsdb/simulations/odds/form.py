"""The form of a question about odds: rows of what is wanted and kept, which the address holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms
from django.http import QueryDict

from engine import InputError
from engine.model.decks import DECK, DeckEntry
from engine.model.games import game_of
from engine.simulation.odds.answers import AskedDeck
from engine.simulation.odds.exact import POLICIES
from engine.simulation.odds.questions import BEST, KEEP_IF, NEVER, REST, SET_ASIDE, MulliganPolicy
from engine.simulation.odds.ranges import GroupedCard
from engine.simulation.odds.reading import MAX_CONDITIONS, MAX_GROUPS, MAX_SIZE, MAX_TURN, find_opening, read_question
from engine.simulation.opening_rules import OpeningRule
from vsdb.simulations.odds.cards import CountedCards, count_cards, list_costs, name_group, read_group, say_none_fits
from vsdb.simulations.odds.questions import Places, find_group, group_entries
from vsdb.simulations.sources import SimulatedList

MAX_LENGTH = 600  #: characters of what a row asks for
MAX_SHOWN = 12  #: rows of a kind that are shown again where there are too many to count
USUAL_TURN = 4
AND, OR = "and", "or"
WANT, KEEP, ASIDE = "want", "keep", "aside"
_LETTERS = "ABCDEF"
_MULLIGANS: Mapping[str, str] = {
    "never": "Keep every hand",
    "always": "Change every hand",
    "keep-if": "Keep hands that meet conditions",
    "aside": "Set cards aside in an order",
    "best": "Best: whatever makes this likeliest",
}
_ONE_OF = ((AND, "and"), (OR, "or"))


class _Row(forms.Form):
    """A row of the form; one without cards is empty and left out."""

    of = forms.CharField(required=False, max_length=MAX_LENGTH)

    @property
    def is_empty(self) -> bool:
        """Whether it asks for nothing."""
        return not str(self.data.get("of", "")).strip()


class KeepRow(_Row):
    """So many copies of some cards in the opening hand."""

    join = forms.ChoiceField(choices=_ONE_OF, required=False)
    least = forms.IntegerField(required=False, min_value=0, max_value=MAX_SIZE)
    most = forms.IntegerField(required=False, min_value=0, max_value=MAX_SIZE)

    def clean(self) -> dict[str, Any]:
        """The row with at least one copy asked for, or at most so many."""
        data = super().clean() or {}
        least, most = data.get("least"), data.get("most")
        if "least" in data and "most" in data:
            if least is not None and most is not None and most < least:
                self.add_error("most", f"{most} is less than {least}.")
            elif least == 0 and most is None:
                self.add_error("least", "Ask for at least 1, or say at most how many.")
        return data

    def as_want(self, group: str) -> dict[str, Any]:
        """The row as the engine reads it."""
        data = self.cleaned_data
        counts = {"at_least": data.get("least"), "at_most": data.get("most"), "by": data.get("by")}
        return {"of": group, **{key: count for key, count in counts.items() if count is not None}}


class WantRow(KeepRow):
    """So many copies of some cards by a turn."""

    by = forms.IntegerField(min_value=0, max_value=MAX_TURN)


class AsideRow(_Row):
    """Cards that are set aside, those beyond so many in hand."""

    beyond = forms.IntegerField(required=False, min_value=0, max_value=MAX_SIZE)


#: The words of the address by kind of row, each with its field.
_WORDS: Mapping[str, Mapping[str, str]] = {
    WANT: {"join": "join", "by": "by", "least": "least", "most": "most", "of": "of"},
    KEEP: {"join": "keep_join", "least": "keep_least", "most": "keep_most", "of": "keep_of"},
    ASIDE: {"beyond": "aside_beyond", "of": "aside_of"},
}
_ROWS: Mapping[str, type[_Row]] = {WANT: WantRow, KEEP: KeepRow, ASIDE: AsideRow}


@dataclass(frozen=True, slots=True)
class AskedOdds:
    """A question that was read: `groups` are its texts by the letters that stand for them.

    `counted` are the cards of each. `own` asks the same with one's own mulligan, where the best one is asked for.
    """

    deck: AskedDeck
    groups: Mapping[str, str]
    counted: Mapping[str, CountedCards]
    open_names: tuple[str, ...]  #: the cards that can't be placed in or out of a group
    own: AskedDeck | None = None

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns by which something is wanted, in order."""
        return tuple(sorted({want.by for clause in self.deck.question.want for want in clause}))

    @property
    def named(self) -> Mapping[str, str]:
        """What stands for each letter in a sentence."""
        return {letter: each.name for letter, each in self.counted.items()}


@dataclass(slots=True)
class OddsForm:
    """The form as it was sent, or as it begins; `errors` are those of the whole."""

    source: SimulatedList
    data: QueryDict
    errors: list[str] = field(default_factory=list)
    rows: dict[str, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind in _WORDS:
            self.rows[kind] = list(self._read_rows(kind))
        if extra := self.data.get("add"):
            self._add_row(extra)

    @property
    def pile(self) -> str:
        """What is drawn from: the deck, or a pile beside it."""
        chosen = self.data.get("pile", "")
        return chosen if chosen in self.piles else DECK

    @property
    def piles(self) -> Mapping[str, str]:
        """What may be drawn from; the deck alone in most games."""
        return {DECK: "The deck", **{name: f"The {name}" for name in game_of(self.source.game).side_decks}}

    @property
    def rule(self) -> OpeningRule | None:
        """How that is dealt; None where it isn't recorded."""
        game = self.source.game if self.pile == DECK else self.pile
        try:
            return find_opening(game, as_of=self.source.on)
        except InputError:
            return None

    @property
    def first(self) -> bool:
        """Whether one goes first."""
        return self.data.get("first") != "0"

    @property
    def asks_first(self) -> bool:
        """Whether going first makes a difference to what is seen."""
        return self.source.asks_first

    @property
    def is_distinct(self) -> bool:
        """Whether each copy counts for one condition."""
        return self.data.get("distinct") == "1"

    @property
    def mulligan(self) -> str:
        """The mulligan policy: the one chosen, else that of the conditions which are filled in."""
        chosen = self.data.get("mulligan", self._filled_policy)
        return chosen if chosen in dict(self.mulligans) else NEVER

    @property
    def mulligans(self) -> list[tuple[str, str]]:
        """The policies of the game in words."""
        rule = self.rule
        return [(name, _MULLIGANS[name]) for name in POLICIES[rule.mulligan]] if rule else []

    @property
    def is_filled(self) -> bool:
        """Whether conditions for hands are filled in, or about to be."""
        return bool(self._filled_policy) or self.data.get("add") in (KEEP, ASIDE)

    @property
    def keeping_policy(self) -> str:
        """What the policy is called that uses them."""
        return next((words for name, words in self.mulligans if name == self._keeping), "")

    @property
    def mulligan_problem(self) -> str:
        """What is wrong with the mulligan: no such choice, or conditions for hands that it doesn't use."""
        chosen = self.data.get("mulligan", "")
        if self.is_asked and chosen and chosen not in _MULLIGANS:
            return f"“{chosen[:20]}” is not one of {', '.join(dict(self.mulligans))}."
        if self.is_asked and self._filled_policy and self.mulligan not in (self._keeping, BEST):
            return f"Hands are described below. Choose “{self.keeping_policy}”, or empty their fields."
        return ""

    @property
    def _used_policy(self) -> str:
        """The policy that the rows describe: one's own beside the best one, where it is filled in."""
        return self._filled_policy or BEST if self.mulligan == BEST else self.mulligan

    @property
    def _keeping(self) -> str:
        return next((name for name, _ in self.mulligans if name in (KEEP_IF, SET_ASIDE)), "")

    @property
    def _filled_policy(self) -> str:
        """The policy of the conditions that are filled in; empty where there are none, or none can be used."""
        kinds = (KEEP, ASIDE) if self._keeping == SET_ASIDE else (KEEP,)
        return self._keeping if any(not row.is_empty for kind in kinds for row in self.rows[kind]) else ""

    @property
    def is_asked(self) -> bool:
        """Whether there is a question."""
        return any(not row.is_empty for row in self.rows[WANT])

    @property
    def names(self) -> list[str]:
        """The cards to choose from, each once."""
        entries = self._entries
        return list(dict.fromkeys(entry.card.title if entry.card else entry.name for entry in entries))

    @property
    def costs(self) -> list[tuple[str, str]]:
        """The searches for each cost of the list, with their words."""
        return list_costs(self.source.deck, self._entries)

    @property
    def section_size(self) -> int:
        """How many cards are drawn from."""
        return self.source.deck.size(self.pile)

    @property
    def _entries(self) -> list[DeckEntry]:
        return [entry for entry in self.source.deck.sections.get(self.pile, ()) if entry.count]

    def read(self) -> AskedOdds | None:
        """The question; None where something is wrong, which then stands beside its field. Two queries a search."""
        used = {kind: self._list_used(kind) for kind in self.rows}
        rule = self.rule
        is_valid = all(row.is_valid() for rows in used.values() for row in rows)
        if rule is None or self.errors or not is_valid:
            return None
        letters = self._name_groups(used)
        groups: dict[str, str] = {}
        for text, letter in letters.items():
            groups.setdefault(letter, text)
        if len(groups) > MAX_GROUPS:
            self.errors.append(f"{len(groups)} different groups of cards; at most {MAX_GROUPS}.")
            return None
        members = self._find_members(groups, letters, used)
        if members is None or self.mulligan_problem:
            return None
        entries = self._entries
        try:
            question = read_question(self._build_question(used, letters), frozenset(groups))
        except InputError as error:
            self.errors.append(_explain(error))
            return None
        counted = {name: count_cards(text, self.source.game, members[name], entries) for name, text in groups.items()}
        cards = tuple(group_entries(entries, members))
        asked = AskedDeck(question, cards, self.section_size, rule)
        own = None
        if self.mulligan == BEST:
            own = asked if self._filled_policy else None
            wanted = {name for clause in question.want for want in clause for name in want.of}
            cards = tuple(group_entries(entries, {name: places for name, places in members.items() if name in wanted}))
            asked = replace(asked, question=replace(question, mulligan=MulliganPolicy(BEST)), cards=cards)
        return AskedOdds(asked, groups, counted, self._name_open(cards), own)

    def _read_rows(self, kind: str) -> Iterator[_Row]:
        """The rows of a kind, an empty one where there are none."""
        words = _WORDS[kind]
        lists = {name: self.data.getlist(word) for name, word in words.items()}
        count = len(lists["of"])
        if count > MAX_CONDITIONS:
            self.errors.append(f"{count} conditions; at most {MAX_CONDITIONS}.")
            count = MAX_SHOWN
        for at in range(count):
            yield self._make_row(kind, at, {name: each[at] for name, each in lists.items() if at < len(each)})
        if not count:
            yield self._make_row(kind, 0, {})

    def _add_row(self, kind: str) -> None:
        """One empty row more."""
        if kind in self.rows and len(self.rows[kind]) < MAX_CONDITIONS:
            self.rows[kind].append(self._make_row(kind, len(self.rows[kind]), {}))

    def _make_row(self, kind: str, at: int, data: Mapping[str, str]) -> _Row:
        usual = {"by": str(USUAL_TURN), "least": "1"} if not data else {}
        return _ROWS[kind]({**usual, **data}, auto_id=f"{kind}-{at}-%s")

    def _list_used(self, kind: str) -> list[Any]:
        used_policy = self._used_policy
        is_used = kind == WANT or (used_policy == SET_ASIDE or (kind == KEEP and used_policy == KEEP_IF))
        return [row for row in self.rows[kind] if not row.is_empty] if is_used else []

    def _name_groups(self, used: Mapping[str, Sequence[Any]]) -> dict[str, str]:
        """The letter of each text that asks for cards; texts that mean the same cost share one."""
        texts = dict.fromkeys(row.cleaned_data["of"] for rows in used.values() for row in rows)
        asked = [text for text in texts if not (text == REST and self._used_policy == SET_ASIDE)]
        names = dict.fromkeys(name_group(text, self.source.game) for text in asked)
        letters = {name: _LETTERS[at] if at < MAX_GROUPS else f"{at}" for at, name in enumerate(names)}
        return {text: letters[name_group(text, self.source.game)] for text in asked}

    def _find_members(
        self, groups: Mapping[str, str], letters: Mapping[str, str], used: Mapping[str, Sequence[Any]]
    ) -> dict[str, Places] | None:
        """The lines of each group; None where one can't be read or no card fits it."""
        found: dict[str, Places] = {}
        deck, entries = self.source.deck, self._entries
        for letter, text in groups.items():
            try:
                places = find_group(read_group(text, deck), "", deck, entries)
                problem = "" if any(places) else say_none_fits(text, deck, entries)
            except InputError as error:
                problem = end_sentence(error.message)
            if problem:
                # A row whose error is told already has no text any more.
                asking = (row for rows in used.values() for row in rows if "of" in row.cleaned_data)
                for row in [row for row in asking if letters.get(row.cleaned_data["of"]) == letter]:
                    row.add_error("of", problem)
            else:
                found[letter] = places
        return found if len(found) == len(groups) else None

    def _build_question(self, used: Mapping[str, Sequence[Any]], letters: Mapping[str, str]) -> dict[str, Any]:
        do = self._used_policy
        policy: dict[str, Any] = {"do": do}
        if used[KEEP] or do == KEEP_IF:
            policy["keep"] = _build_clauses(used[KEEP], letters)
        if do == SET_ASIDE:
            policy["aside"] = [
                {"of": letters.get(row.cleaned_data["of"], REST), "beyond": row.cleaned_data["beyond"] or 0}
                for row in used[ASIDE]
            ]
        question = {
            "game": self.source.game if self.pile == DECK else self.pile,
            "want": _build_clauses(used[WANT], letters),
            "mulligan": policy,
            "first": self.first,
        }
        return {**question, "distinct": True} if self.is_distinct else question

    def _name_open(self, cards: Sequence[GroupedCard]) -> tuple[str, ...]:
        entries = zip(self._entries, cards, strict=True)
        names = (entry.card.title if entry.card else entry.name for entry, card in entries if card.undecided)
        return tuple(dict.fromkeys(names))


def _build_clauses(rows: Sequence[Any], letters: Mapping[str, str]) -> list[list[dict[str, Any]]]:
    """The rows as clauses: `or` begins another one."""
    clauses: list[list[dict[str, Any]]] = []
    for row in rows:
        if not clauses or row.cleaned_data["join"] == OR:
            clauses.append([])
        clauses[-1].append(row.as_want(letters[row.cleaned_data["of"]]))
    return clauses


def _explain(error: InputError) -> str:
    """What is wrong with a question, for people."""
    if error.place.startswith("mulligan.keep"):
        return "Say which hands to keep: fill in a condition under “Hands to keep”."
    if error.place.startswith("mulligan.aside"):
        return "Say what to set aside: fill in a row under “Cards to set aside”."
    return end_sentence(error.message)


def end_sentence(text: str) -> str:
    """A message as a whole sentence."""
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."
