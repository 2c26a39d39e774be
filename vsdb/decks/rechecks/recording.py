"""How decks stand is written here alone, and with it every change of a verdict, once."""

from __future__ import annotations

from collections.abc import Sequence

from vsdb.catalog.cards.models import Game
from vsdb.decks.models import Judgement
from vsdb.decks.rechecks.models import Recheck, Standing, VerdictChange


def record_own(made: Sequence[Judgement], recheck: Recheck | None = None) -> None:
    """Record how decks of one game stand by verdicts in their own format on their own day, and which are other ones
    than before; within a transaction that has locked the decks. Four queries at most.

    A verdict by facts that aren't those of the game any more says nothing, nor one of an earlier day than the last.
    """
    if not made:
        return
    facts = Game.objects.values_list("data_version", flat=True).get(pk=made[0].deck.game_id)
    held = {each.deck_id: each for each in Standing.objects.filter(deck__in=[each.deck_id for each in made])}
    told = [each for each in made if each.state.startswith(facts[:31]) and not _is_later(held.get(each.deck_id), each)]
    changes = [change for each in told if (change := _change(held.get(each.deck_id), each, recheck))]
    note_standings(told)
    VerdictChange.objects.bulk_create(changes)


def note_standings(made: Sequence[Judgement]) -> None:
    """Decks stand like this, whatever they stood like before; one query."""
    Standing.objects.bulk_create(
        [_standing(each) for each in made],
        update_conflicts=True,
        unique_fields=("deck",),
        update_fields=("edition", "format", "as_of", "state", "outcome", "codes"),
    )


def _is_later(held: Standing | None, made: Judgement) -> bool:
    return held is not None and _is_same_deck(held, made) and held.as_of > made.as_of


def _is_same_deck(held: Standing, made: Judgement) -> bool:
    return held.edition == made.edition and held.format == made.deck.format


def _change(held: Standing | None, made: Judgement, recheck: Recheck | None) -> VerdictChange | None:
    if held is None or not _is_same_deck(held, made) or (held.outcome, held.codes) == (made.outcome, made.codes):
        return None
    return VerdictChange(
        deck=made.deck,
        edition=made.edition,
        format=made.deck.format,
        as_of=made.as_of,
        day_before=held.as_of,
        before=held.outcome,
        after=made.outcome,
        codes_before=held.codes,
        codes_after=made.codes,
        recheck=recheck,
    )


def _standing(made: Judgement) -> Standing:
    return Standing(
        deck=made.deck,
        edition=made.edition,
        format=made.deck.format,
        as_of=made.as_of,
        state=made.state,
        outcome=made.outcome,
        codes=made.codes,
    )
