"""Two who write at once: the same deck from several processes, two loads, a load and an import."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from django.db import connections

from fault_cases import children, invariants, materials
from fault_cases.children import Action
from fault_cases.filling import GAME
from fault_cases.trials import Trial
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Card
from vsdb.decks import services
from vsdb.decks.models import Deck, Revision

#: Exit status of a save that was refused since another was first.
_STALE = 9
_LONGEST = 120.0


def write_at_once(trial: Trial) -> None:
    """In turn: one deck, two loads, a load and an import; every second starts a little later."""
    other = materials.write_other_facts(trial.site.folder / "other-facts", trial.banned)
    digests = [invariants.digest_reference()]
    children.measure(children.command("load_reference", folder=other, verbosity=0), trial.log)
    digests.append(invariants.digest_reference())
    trial.start_over()
    ways: tuple[Callable[[int], list[tuple[str, str]]], ...] = (
        partial(_save_one_deck, trial),
        partial(_load_twice, trial, digests),
        partial(_save_one_deck, trial),
        partial(_load_and_import, trial),
    )
    for number in range(trial.tries):
        way = ways[number % len(ways)]
        found = way(number)
        trial.outcome.add_try()
        name = way.func.__name__.strip("_").replace("_", " ")  # type: ignore[attr-defined]
        trial.settle(f"try {number + 1}, {name}", found)


def _run_together(trial: Trial, actions: list[Action]) -> list[int | None]:
    """Run actions in processes at the same time; their exit statuses."""
    started = time.monotonic()
    running = []
    for action in actions:
        running.append(children.fork(action, trial.log))
        time.sleep(trial.chance.choice((0, 0, 0.01, 0.1, 0.5)))
    statuses = [children.wait(child, _LONGEST - (time.monotonic() - started)) for child in running]
    for child, status in zip(running, statuses, strict=True):
        if status is None:
            children.kill(child)
    trial.outcome.add_duration("two at once", time.monotonic() - started)
    return statuses


def _tell_failures(trial: Trial, statuses: list[int | None], fine: tuple[int, ...] = (0,)) -> list[tuple[str, str]]:
    said = children.read_end(trial.log)
    return [("lost", f"one ended with {status}: {said}") for status in statuses if status not in fine]


def _save_one_deck(trial: Trial, number: int) -> list[tuple[str, str]]:
    """Three save the same version: one is first, the others are told, and none of it is lost or there twice."""
    pk, owner, edition = Deck.objects.order_by("pk").values_list("pk", "owner_id", "edition")[number % 20]
    connections.close_all()

    def save(title: str) -> None:
        deck = Deck.objects.get(pk=pk)
        snapshot = services.Snapshot(title=title, format=deck.format, text=deck.text)
        try:
            services.save(pk, Viewer(owner), edition, snapshot)
        except services.StaleSave:
            raise SystemExit(_STALE) from None

    titles = [f"Try {number} by {name}" for name in ("ann", "ben", "cora")]
    statuses = _run_together(trial, [partial(save, title) for title in titles])
    found = _tell_failures(trial, statuses, (0, _STALE))
    saved = list(Revision.objects.filter(deck=pk, title__in=titles).values_list("title", flat=True))
    for title, status in zip(titles, statuses, strict=True):
        if status == 0 and title not in saved:
            found.append(("lost", f"{title} was saved and isn't there"))
        if status == _STALE and title in saved:
            found.append(("doubled", f"{title} was refused and is there"))
    if len(saved) != 1 or statuses.count(0) != 1:
        found.append(("doubled" if len(saved) > 1 else "lost", f"{len(saved)} saves of one version were kept"))
    return found


def _load_twice(trial: Trial, digests: list[str], _: int) -> list[tuple[str, str]]:
    """Two loads of different facts: one comes last, and the reference is what it loaded."""
    folders = [materials.FACTS, trial.site.folder / "other-facts"]
    trial.chance.shuffle(folders)
    loads = [children.command("load_reference", folder=folder, verbosity=0) for folder in folders]
    found = _tell_failures(trial, _run_together(trial, loads))
    if invariants.digest_reference() not in digests:
        found.append(("half done", "after two loads the reference is of neither"))
    return found


def _load_and_import(trial: Trial, number: int) -> list[tuple[str, str]]:
    """A load and an import: both are done, whichever was first."""
    name = f"Tin{number:05d}"
    path = materials.write_card_file(trial.site.folder / "cards.csv", name)
    actions = [
        children.command("load_reference", folder=trial.site.folder / "other-facts", verbosity=0),
        children.command("import_cards", str(path), source="csv", verbosity=0),
    ]
    trial.chance.shuffle(actions)
    found = _tell_failures(trial, _run_together(trial, actions))
    cards = Card.objects.filter(game=GAME, name__startswith=name).count()
    if cards != materials.CARDS_OF_A_FILE:
        found.append(("lost", f"{cards} of {materials.CARDS_OF_A_FILE} imported cards after a load and an import"))
    trial.start_over()  # two loads compare digests without imported cards
    return found
