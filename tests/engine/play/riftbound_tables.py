"""For each rule of showdowns, combats and scores: changes to the legal example that break it or leave it unknown."""

from __future__ import annotations

from tests.engine.play.riftbound_examples import ABSENT, Changes, unit

_CHAIN: Changes = {"turn.chain": [{"id": "s1", "kind": "spell", "controller": "you"}]}
_NO_CHAIN: Changes = {"turn.chain": ABSENT}
_THEIRS: Changes = {"turn.active": "opponent"}
_MINE_ALREADY: Changes = {"battlefields.b1.controller": "you"}
_UNCONTESTED: Changes = {"battlefields.b1.contested_by": "none"}
_ONE_PASSED: Changes = {"action.passed": ["you", "you"]}
_NO_DAMAGE: Changes = {"action.damage": ABSENT}
_UNKNOWN_FIELD: Changes = {"action.battlefield": "b9"}
_ALONE: Changes = {"board": [unit("x", "you", 5)]}
_SCORED: Changes = {"you.scored_here": ["b1"]}
_ELSEWHERE: Changes = {"turn.showdown_at": "b2"}
_TANK: Changes = {"board.c.keywords": ["Tank"]}

BROKEN_BY: tuple[tuple[str, str, Changes], ...] = (
    ("start-showdown", "showdown-time", _CHAIN),
    ("start-showdown", "showdown-time", {"turn.showdown": True}),
    ("start-showdown", "chosen-by-turn-player", _THEIRS),
    ("start-showdown", "contested", _MINE_ALREADY),
    ("start-showdown", "contested", _UNCONTESTED),
    ("start-showdown", "contester-present", {"board.x.location": "base", "battlefields.b1.contested_by": "you"}),
    ("start-combat", "combat-time", _CHAIN),
    ("start-combat", "combat-time", {"turn.showdown": True, "turn.showdown_at": "b2"}),
    ("start-combat", "chosen-by-turn-player", _THEIRS),
    ("start-combat", "contested", _UNCONTESTED),
    ("start-combat", "both-sides-present", _ALONE),
    ("assign-damage", "showdown-here", _ELSEWHERE),
    ("assign-damage", "contested", _UNCONTESTED),
    ("assign-damage", "both-sides-present", _ALONE),
    ("assign-damage", "chain-empty", _CHAIN),
    ("assign-damage", "assign-units", {"action.damage": {"x": 5}}),
    ("assign-damage", "assign-total", {"action.damage": {"a": 3}}),
    ("assign-damage", "assign-total", {"action.damage": {"a": 3, "b": 3}}),
    ("assign-damage", "assign-lethal", {"action.damage": {"a": 2, "b": 1, "c": 1, "d": 1}}),
    ("assign-damage", "assign-excess", {"action.damage": {"a": 5}}),
    ("assign-damage", "assign-order", _TANK),
    ("assign-damage", "assign-order", {"board.a.keywords": ["Backline"]}),
    ("resolve-combat", "showdown-here", _ELSEWHERE),
    ("resolve-combat", "contested", _UNCONTESTED),
    ("resolve-combat", "chain-empty", _CHAIN),
    ("resolve-combat", "showdown-closed", _ONE_PASSED),
    ("resolve-combat", "assign-units", {"board.a.location": "base"}),
    ("resolve-combat", "assign-total", {"action.damage": {"a": 3, "x": 12}}),
    ("resolve-combat", "assign-lethal", {"action.damage": {"a": 2, "b": 2, "c": 1, "x": 12}}),
    ("resolve-combat", "assign-excess", {"action.damage": {"a": 4, "b": 1, "x": 12}}),
    ("resolve-combat", "assign-order", _TANK),
    ("conquer", "showdown-here", _ELSEWHERE),
    ("conquer", "chain-empty", _CHAIN),
    ("conquer", "showdown-closed", _ONE_PASSED),
    ("conquer", "conquer-alone", {"board.a": {"type": "unit", "controller": "opponent", "location": "b1"}}),
    ("conquer", "conquer-alone", {"board.x.location": "b2"}),
    ("conquer", "conquer-gains", _MINE_ALREADY),
    ("conquer", "score-once", _SCORED),
    ("hold", "hold-time", {"turn.phase": "main"}),
    ("hold", "hold-time", _THEIRS),
    ("hold", "hold-control", {"battlefields.b1.controller": "none"}),
    ("hold", "score-once", _SCORED),
    ("score", "score-once", _SCORED),
    ("burn-out", "burn-out-needed", {"you.deck": 3}),
    ("win", "win-score", {"you.score": 7, "opponent.score": 6}),
    ("win", "win-score", {"victory_score": 9}),
    ("win", "win-lead", {"opponent.score": 8}),
)

UNKNOWN_BY: tuple[tuple[str, str, Changes, tuple[str, ...]], ...] = (
    ("start-showdown", "showdown-time", _NO_CHAIN, ("turn.chain",)),
    ("start-showdown", "showdown-time", {"turn.showdown": ABSENT}, ("turn.showdown",)),
    ("start-showdown", "chosen-by-turn-player", {"turn.active": ABSENT}, ("turn.active",)),
    ("start-showdown", "contested", {"action.battlefield": ABSENT}, ("action.battlefield",)),
    ("start-showdown", "contested", {"battlefields": ABSENT}, ("battlefields",)),
    ("start-showdown", "contested", _UNKNOWN_FIELD, ("battlefields.b9",)),
    ("start-showdown", "contested", {"battlefields.b1.controller": ABSENT}, ("battlefields.b1.controller",)),
    ("start-showdown", "contested", {"board": ABSENT}, ("board",)),
    ("start-showdown", "contested", {"board.x.location": ABSENT}, ("board.x.location",)),
    (
        "start-showdown",
        "contested",
        {"board": ABSENT, "battlefields.b1.contested_by": "you"},
        ("board",),
    ),
    ("start-combat", "combat-time", _NO_CHAIN, ("turn.chain",)),
    ("start-combat", "combat-time", {"turn.showdown": ABSENT}, ("turn.showdown",)),
    ("start-combat", "combat-time", {"turn.showdown": True}, ("turn.showdown_at",)),
    ("conquer", "showdown-here", {**_ELSEWHERE, "turn.showdown": ABSENT}, ("turn.showdown",)),
    ("conquer", "showdown-here", {"action.battlefield": ABSENT}, ("action.battlefield",)),
    ("start-combat", "combat-time", {"turn.showdown": True, "action.battlefield": ABSENT}, ("action.battlefield",)),
    ("start-combat", "contested", {"battlefields.b1.controller": "none"}, ("battlefields.b1.contested_by",)),
    ("start-combat", "contested", {"board.a.controller": ABSENT}, ("board.a.controller",)),
    ("assign-damage", "chain-empty", _NO_CHAIN, ("turn.chain",)),
    ("assign-damage", "contested", {"board.a.type": ABSENT}, ("board.a.type",)),
    ("assign-damage", "assign-units", {"action.battlefield": ABSENT}, ("action.battlefield",)),
    ("assign-damage", "assign-units", {"action.damage": {"z": 5}}, ("board.z",)),
    ("assign-damage", "assign-total", _NO_DAMAGE, ("action.damage",)),
    ("assign-damage", "assign-total", {"board.x.might": ABSENT}, ("board.x.might",)),
    ("assign-damage", "assign-total", {"board.x.keywords": ABSENT}, ("board.x.keywords",)),
    ("assign-damage", "assign-lethal", {"board.b.might": ABSENT}, ("board.b.might",)),
    ("assign-damage", "assign-order", {"board.c.keywords": ABSENT}, ("board.c.keywords",)),
    ("resolve-combat", "chain-empty", _NO_CHAIN, ("turn.chain",)),
    ("resolve-combat", "showdown-closed", {"action.passed": ABSENT}, ("action.passed",)),
    ("resolve-combat", "assign-total", _NO_DAMAGE, ("action.damage",)),
    ("conquer", "chain-empty", _NO_CHAIN, ("turn.chain",)),
    ("conquer", "showdown-closed", {"action.passed": ABSENT}, ("action.passed",)),
    ("conquer", "conquer-alone", {"action.battlefield": ABSENT}, ("action.battlefield",)),
    ("conquer", "conquer-alone", {"board": ABSENT}, ("board",)),
    ("conquer", "conquer-gains", {"battlefields.b1.controller": ABSENT}, ("battlefields.b1.controller",)),
    (
        "conquer",
        "conquer-gains",
        {**_UNKNOWN_FIELD, "board.x.location": "b9", "turn.showdown_at": "b9"},
        ("battlefields.b9",),
    ),
    ("conquer", "score-once", {"action.battlefield": ABSENT}, ("action.battlefield",)),
    ("hold", "hold-time", {"turn.phase": ABSENT}, ("turn.phase",)),
    ("hold", "hold-control", {"battlefields.b1.controller": ABSENT}, ("battlefields.b1.controller",)),
    ("hold", "hold-control", {"battlefields": ABSENT}, ("battlefields",)),
    ("score", "score-how", {"action.how": ABSENT}, ("action.how",)),
    ("score", "score-once", {"action.battlefield": ABSENT}, ("action.battlefield",)),
    ("burn-out", "burn-out-needed", {"you.deck": ABSENT}, ("you.deck",)),
    ("win", "win-score", {"you.score": ABSENT}, ("you.score",)),
    ("win", "win-lead", {"opponent.score": ABSENT}, ("opponent.score",)),
)
