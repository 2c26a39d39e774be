"""Commands killed with SIGKILL at moments of chance: what they do is done whole or not at all, and made up for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from django.contrib.auth.models import User
from django.db import connections

from fault_cases import children, invariants, materials
from fault_cases.children import Action, Measure
from fault_cases.filling import DECKS, FORMAT, GAME, store_decks
from fault_cases.trials import Trial
from vsdb.catalog.cards.models import Card, ImportedRow
from vsdb.catalog.rules.models import Rule
from vsdb.decks.models import Deck, Revision
from vsdb.decks.rechecks.models import Standing
from vsdb.exchange.card_files.models import Import

Faults = Iterator[tuple[str, str]]
#: More than a command that loads facts checks by itself.
_MANY_DECKS = 520


class Operation(Protocol):
    """What is killed, and what must hold of it beside the invariants of every site."""

    def prepare(self) -> None:
        """Measure what is needed once."""

    def begin(self, number: int) -> Action:
        """What the next try does; it remembers the state before."""

    def find_faults(self) -> Faults:
        """What is wrong right after the kill."""

    def finish(self) -> Faults:
        """What is wrong after catching up."""

    def start_over(self) -> None:
        """The site is what it was at first."""


def run(trial: Trial, operation: Operation) -> None:
    """Kill an operation again and again."""
    operation.prepare()
    measure: Measure | None = None
    for number in range(trial.tries):
        action = operation.begin(number)
        if measure is None:
            measure = children.measure(action, trial.log)
            _note(trial, measure)
            if not trial.settle("undisturbed", operation.find_faults()):
                operation.start_over()
            action = operation.begin(number)
        moment = children.choose_moment(trial.chance, measure, number)
        was_killed = children.run_and_kill(action, trial.log, moment)
        where = f"try {number + 1}, killed {moment}" if was_killed else f"try {number + 1}, ended before {moment}"
        trial.outcome.add_try()
        found = list(operation.find_faults())
        if trial.settle(where, found):
            late = list(operation.finish())
            for kind, said in late:
                trial.outcome.add_fault(kind, f"{where}: {said}")
            if not late:
                continue
            trial.start_over()
        operation.start_over()


def _note(trial: Trial, measure: Measure) -> None:
    trial.outcome.note(f"undisturbed it takes {measure.seconds:.2f} s and {measure.statements} statements")


class Load:
    """Loads of the reference, to and fro between two versions of the facts."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._folders = (materials.FACTS, trial.site.folder / "other-facts")
        self._digests: list[str] = []
        self._before = 0
        self._flips = self._happenings = 0

    def prepare(self) -> None:
        """Load both versions undisturbed, for their digests."""
        materials.write_other_facts(self._folders[1], self._trial.banned)
        self._digests = [invariants.digest_reference()]
        children.measure(self._load(1), self._trial.log)
        self._digests.append(invariants.digest_reference())
        self._trial.start_over()
        self.start_over()

    def _load(self, version: int) -> Action:
        return children.command("load_reference", folder=self._folders[version], verbosity=0)

    def begin(self, number: int) -> Action:
        """Load the version that isn't there."""
        self._before = self._digests.index(invariants.digest_reference())
        return self._load(1 - self._before)

    def find_faults(self) -> Faults:
        """The facts are of one version or the other."""
        digest = invariants.digest_reference()
        if digest not in self._digests:
            yield "half done", "the reference is of neither version"
        else:
            self._flips += self._digests.index(digest) != self._before

    def finish(self) -> Faults:
        """Each deck with the card changed its verdict as often as the facts changed, and its follower was told."""
        counted = invariants.count_changes(self._trial.banned)
        for number in counted - {self._flips}:
            kind = "doubled" if number > self._flips else "lost"
            yield kind, f"{number} changes of verdicts were recorded, {self._flips} happened"
        told = invariants.count_happenings() - self._happenings
        if told > self._flips:
            yield "doubled", f"a follower was told {told} times of {self._flips} changes"
        elif told < self._flips:
            yield "lost", f"a follower was told {told} times of {self._flips} changes"

    def start_over(self) -> None:
        """Count from nothing."""
        self._flips, self._happenings = 0, invariants.count_happenings()


class Recheck(Load):
    """Rechecks of many decks after a load that left them to the command."""

    def prepare(self) -> None:
        """More decks than a load checks by itself."""
        super().prepare()
        self.start_over()

    def start_over(self) -> None:
        """Store the decks, each with its first verdict."""
        store_many_decks(self._trial)
        super().start_over()

    def begin(self, number: int) -> Action:
        """Load the other version, and recheck what it left."""
        load = super().begin(number)
        self._trial.check("load before a recheck", load)
        return children.command("recheck_decks", game=GAME, verbosity=0)


def store_many_decks(trial: Trial) -> None:
    """Store as many decks as a load leaves to the command, each with its first verdict, unless they are there."""
    if Deck.objects.count() <= DECKS:
        store_decks(_MANY_DECKS - DECKS, User.objects.order_by("pk").values_list("pk", flat=True)[0])
        trial.check("the first recheck", children.command("recheck_decks", verbosity=0))


class ImportCards:
    """Imports of card files, each of cards of its own."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._name = ""
        self._action: Action = lambda: None

    def prepare(self) -> None:
        """Nothing is needed."""

    def begin(self, number: int) -> Action:
        """Import a file that nobody has imported."""
        self._name = f"Tin{self._trial.chance.randrange(10**9):09d}"
        path = materials.write_card_file(self._trial.site.folder / "cards.csv", self._name)
        self._action = children.command("import_cards", str(path), source="csv", verbosity=0)
        return self._action

    def find_faults(self) -> Faults:
        """All cards of the file are there, or none; the record of the import says which."""
        rows = ImportedRow.objects.filter(key__startswith=self._name.lower()).count()
        cards = Card.objects.filter(name__startswith=self._name).count()
        if (rows, cards) not in ((0, 0), (materials.CARDS_OF_A_FILE, materials.CARDS_OF_A_FILE)):
            yield "half done", f"{rows} rows and {cards} cards of {materials.CARDS_OF_A_FILE}"
        newest = Import.objects.first()
        if cards and (newest is None or newest.state != Import.State.DONE):
            yield "half done", "the cards are there and the record doesn't say so"

    def finish(self) -> Faults:
        """Imported again, each card is there once."""
        if not self._trial.check("the same import again", self._action):
            yield "lost", "the file can't be imported again"
        cards = Card.objects.filter(name__startswith=self._name).count()
        if cards != materials.CARDS_OF_A_FILE:
            kind = "doubled" if cards > materials.CARDS_OF_A_FILE else "lost"
            yield kind, f"{cards} cards of {materials.CARDS_OF_A_FILE} after another import"
        for said in invariants.find_wrong_answers():
            yield "half done", said

    def start_over(self) -> None:
        """Nothing is counted."""


class ImportRules:
    """Imports of a rules document, to and fro between two editions of its text."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._digests: list[str] = []

    def prepare(self) -> None:
        """Write both, and import them undisturbed for their digests."""
        numbers = Rule.objects.filter(document=materials.DOCUMENT).order_by("position").values_list("number", flat=True)
        held = list(numbers)
        for edition in ("first", "second"):
            materials.write_rules(self._path(edition), held, edition)
            children.measure(self._import(edition), self._trial.log)
            self._digests.append(invariants.digest_reference())

    def _path(self, edition: str) -> Path:
        return self._trial.site.folder / f"{edition}.txt"

    def _import(self, edition: str) -> Action:
        return children.command("import_rules", str(self._path(edition)), document=materials.DOCUMENT, verbosity=0)

    def begin(self, number: int) -> Action:
        """Import the edition that isn't there."""
        return self._import("second" if invariants.digest_reference() == self._digests[0] else "first")

    def find_faults(self) -> Faults:
        """The document is of one edition or the other."""
        if invariants.digest_reference() not in self._digests:
            yield "half done", "the document is of neither edition"

    def finish(self) -> Faults:
        """The same as before catching up."""
        return self.find_faults()

    def start_over(self) -> None:
        """Import the first edition again."""
        children.measure(self._import("first"), self._trial.log)


class Still:
    """An operation that leaves the reference as it is: a new index, or a question what would be."""

    def __init__(self, trial: Trial, action: Action) -> None:
        self._trial = trial
        self._action = action
        self._before = self._state()

    def prepare(self) -> None:
        """Nothing is needed."""

    def _state(self) -> tuple[str, int, int, int]:
        models = (Deck, Revision, Standing)
        one, two, three = (model._default_manager.count() for model in models)
        connections.close_all()
        return invariants.digest_reference(), one, two, three

    def begin(self, number: int) -> Action:
        """The same each time."""
        return self._action

    def find_faults(self) -> Faults:
        """Nothing is another than before, and searches are answered rightly at once."""
        if self._state() != self._before:
            yield "half done", "the reference or the decks are others than before"
        for said in invariants.find_wrong_answers():
            yield "half done", said

    def finish(self) -> Faults:
        """The same as before catching up."""
        return self.find_faults()

    def start_over(self) -> None:
        """Nothing is counted."""


def kill_load(trial: Trial) -> None:
    """`load_reference`."""
    run(trial, Load(trial))


def kill_recheck(trial: Trial) -> None:
    """`recheck_decks`."""
    run(trial, Recheck(trial))


def kill_import(trial: Trial) -> None:
    """`import_cards`."""
    run(trial, ImportCards(trial))


def kill_rules(trial: Trial) -> None:
    """`import_rules`."""
    run(trial, ImportRules(trial))


def kill_index(trial: Trial) -> None:
    """`build_index`."""
    run(trial, Still(trial, children.command("build_index", verbosity=0)))


def kill_what_if(trial: Trial) -> None:
    """`what_if`."""
    asked = children.command("what_if", ban=[trial.banned], format=[FORMAT], statuses=(0, 1, 3), verbosity=0)
    run(trial, Still(trial, asked))
