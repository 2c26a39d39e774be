"""How a combat and scoring go, step by step, and what of them stays out of reach."""

from __future__ import annotations

from engine.games.riftbound.play.citing import CORE_JULY, Place, cite_places
from engine.play.rules import OutOfReach, Sequence, SequenceStep


def _step(title: str, text: str, *places: Place, verbs: tuple[str, ...] = ()) -> SequenceStep:
    return SequenceStep(title, text, cite_places(CORE_JULY, *places), verbs)


COMBAT = Sequence(
    "combat",
    "A combat",
    (
        _step(
            "Contested",
            "Units come to a battlefield that their side doesn’t control: it is contested.",
            "190.3.a",
            "323.8.a",
            verbs=("move-units",),
        ),
        _step(
            "It begins",
            "Without a chain and without a showdown, the turn player chooses where; the player who contests attacks.",
            "460",
            "464.2.c.1",
            "464.2.c.2",
            verbs=("start-showdown", "start-combat"),
        ),
        _step(
            "The showdown",
            "The attacker has focus first. What triggers on attacking goes on the chain before what defends.",
            "464.2.d",
            "464.2.e",
            "348",
            verbs=("play-spell", "activate-ability", "pass"),
        ),
        _step(
            "Damage is assigned",
            "Each side’s might is summed and assigned in full, lethal damage for one unit after the other.",
            "465.2.a",
            "465.2.c.3",
            "465.2.c.4",
            "815.1.b",
            "826.3",
            verbs=("assign-damage",),
        ),
        _step(
            "Damage is dealt",
            "All of it at once; if one side has no units left there, none is dealt.",
            "465.2.d",
            "465.1",
            verbs=("resolve-combat",),
        ),
        _step(
            "Cleanup",
            "Units with lethal damage are killed, all others healed; attackers are recalled where defenders are left.",
            "323.5",
            "466.1.a.1",
            "466.1.a.2",
            verbs=("resolve-combat",),
        ),
        _step(
            "The result",
            "The only player with units there has won and controls the battlefield; new control conquers it.",
            "466.3.a",
            "466.5",
            "466.5.d",
            verbs=("resolve-combat", "conquer"),
        ),
    ),
)

SCORING = Sequence(
    "scoring",
    "Scoring",
    (
        _step("Conquer", "A battlefield comes under control that wasn’t.", "469.1", "470", verbs=("conquer",)),
        _step(
            "Hold",
            "A battlefield is still under control in one’s own beginning phase.",
            "469.2",
            "470",
            verbs=("hold",),
        ),
        _step(
            "The point",
            "Each battlefield scores once a turn; each score is a point.",
            "470",
            "471.1",
            verbs=("score",),
        ),
        _step(
            "The last point",
            "Holding gives it. Conquering gives it only with every battlefield scored this turn, else a card is drawn.",
            "471.1.a.1",
            "471.1.b.1",
            verbs=("score",),
        ),
        _step(
            "An empty deck",
            "Shuffle the trash into the deck; the other gains a point; then the rest is drawn.",
            "431.2.b",
            "431.2.c",
            "431.2.d",
            verbs=("burn-out",),
        ),
        _step(
            "Winning",
            "In a cleanup, a player with the victory score and more points than the other wins.",
            "472",
            "323.1",
            verbs=("win",),
        ),
    ),
)

COMBAT_SEQUENCES = (COMBAT, SCORING)

COMBAT_OUT_OF_REACH = (
    OutOfReach(
        "Damage that is doubled or replaced",
        "What prevents damage is counted; other effects on damage go in an order that their controller chooses.",
        cite_places(CORE_JULY, "465.2.c.4.a", "465.2.c.5"),
    ),
    OutOfReach(
        "Damage for a unit that takes none",
        "Such a unit is passed over; whether it may be assigned damage before others isn’t said.",
        cite_places(CORE_JULY, "465.2.c.10"),
    ),
    OutOfReach(
        "Focus where a showdown becomes a combat",
        "One rule of July 2026 leaves it where it is, another gives it to the attacker.",
        cite_places(CORE_JULY, "464.2.c.1.b", "464.2.d"),
    ),
    OutOfReach(
        "What triggers in a combat",
        "Deathknell is named; what triggers on attacking, conquering or holding is put on the chain by itself.",
        cite_places(CORE_JULY, "464.2.e", "471.2"),
    ),
)
