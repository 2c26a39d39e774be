"""Describe a format's card pool and deck rules in plain sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from engine.model.formats import Construction, Format, Restriction
from engine.model.games import game_of
from vsdb.core.words import format_day, quantity, to_sentence

Terms = Mapping[str, Any]
_ALWAYS = {
    "basic-locations": "basic locations",
    "shared-wild-locations": (
        "special locations with several power symbols that share a team with a character in the deck"
    ),
}


def describe_pool(fmt: Format) -> str:
    """Describe the sets of a format in one sentence."""
    pool = fmt.pool
    if pool.is_inferred:
        said = "No source lists its sets"
    elif pool.kind == "rotation":
        shares = [f"{count} {brand}" for brand, count in pool.per_brand.items()]
        said = f"The last {_and(shares)} sets, with the sets legal with them"
    elif pool.kind == "yearly":
        said = f"This year's and last year's sets; no rotation before {pool.first_rotation}"
    elif pool.kind == "volume":
        said = f"Sets from Volume {pool.from_volume} on"
    elif pool.kind == "listed":
        said = f"{len(pool.sets):,} listed sets"
    elif pool.kind == "chosen":
        beside = f", plus {', '.join(pool.sets)}" if pool.sets else ""
        said = f"Sets chosen for each event{beside}"
    else:
        said = "Every official set"
    always = f", plus {_and([_ALWAYS.get(name, name) for name in pool.always])}" if pool.always else ""
    without = f", without {_and(pool.without)}" if pool.without else ""
    also = f", plus {_and(pool.also)}" if pool.also else ""
    return f"{said}{always}{without}{also}."


def describe_start(fmt: Format) -> str:
    """Describe what a player of its game starts with; a format that changes this says so in its deck rules."""
    return game_of(fmt.game).site.words.opening


def describe_requirements(fmt: Format, on: date) -> list[str]:
    """List a format's deck rules on a day, a sentence each: sizes and copies, what was or will be otherwise about them,
    the universe, then its own."""
    universe = filter(None, [_UNIVERSES.get(fmt.universe or "")])
    sentences = [
        *_construction(fmt.construction_on(on)),
        *_other_construction(fmt, on),
        *universe,
        *map(describe_restriction, fmt.restrictions),
    ]
    return sentences or ["Only the deck rules of the game apply."]


def describe_restriction(restriction: Restriction) -> str:
    """Describe a restriction in a sentence."""
    return to_sentence(_SENTENCES[restriction.kind](restriction.terms))


_UNIVERSES = {
    "one": "All cards are from one universe, Illustrated or Photographic.",
    "mixed": "Universes may be mixed.",
    "Illustrated": "All cards are from the Illustrated universe.",
    "Photographic": "All cards are from the Photographic universe.",
}


def _construction(figures: Construction) -> Iterable[str]:
    least, most = figures.deck_min, figures.deck_max
    if least is not None and least == most:
        yield f"Deck size: exactly {least} cards."
    elif least is not None:
        yield f"Minimum deck size: {least} cards{f'; maximum: {most}' if most is not None else ''}."
    elif most is not None:
        yield f"Maximum deck size: {most} cards."
    if figures.copies is not None:
        yield f"At most {figures.copies} cop{'y' if figures.copies == 1 else 'ies'} of a card."
    names = ("legend", "chosen champion", "rune", "battlefield")
    counts = (figures.legends, figures.champions, figures.runes, figures.battlefields)
    for name, count in zip(names, counts, strict=True):
        if count is not None:
            yield f"{quantity(count, name).capitalize()}."
    if figures.signatures is not None:
        yield f"At most {figures.signatures} signature cards."
    if figures.sideboard_max is not None:
        yield f"A sideboard of at most {figures.sideboard_max} cards."


def _other_construction(fmt: Format, on: date) -> Iterable[str]:
    """What was otherwise about the figures before a day, and what will be after it, each with its last or first day."""
    for change in fmt.construction_changes:
        last = change.since - timedelta(days=1)
        before, after = (list(_construction(fmt.construction_on(day))) for day in (last, change.since))
        if change.since <= on:
            when, said = f"Until {format_day(last)}", [each for each in before if each not in after]
        else:
            when, said = f"From {format_day(change.since)}", [each for each in after if each not in before]
        yield from (f"{when}: {each[:1].lower()}{each[1:]}" for each in said)


def _and(parts: Iterable[str], last: str = "and") -> str:
    listed = list(parts)
    return f" {last} ".join(filter(None, (", ".join(listed[:-1]), listed[-1]))) if listed else ""


def _or(parts: Iterable[str]) -> str:
    return _and(parts, "or")


def _besides(terms: Terms, key: str, words: str) -> str:
    return f"{words} {_and(terms[key])}" if terms.get(key) else ""


_NEUTRAL = {
    "any": "; cards without a team fit any team",
    "non-characters": "; cards without a team fit any team, except characters",
    "basic-locations": "; of the cards without a team, only basic locations are allowed",
}


def _one_team(terms: Terms) -> str:
    piles = ", also in piles" if terms.get("piles") else "; piles may have any team"
    return f"all cards share one team{_NEUTRAL.get(terms.get('neutral', ''), '')}{piles}"


def _teams_only(terms: Terms) -> str:
    who = "characters" if terms.get("scope") == "characters" else "cards"
    free = [str(each["name"]) for each in terms.get("except") or ()]
    beside = f"; {_and(dict.fromkeys(free))} may also be played" if free else ""
    sets = f"; cards from {_and(terms['except_sets'])} may have any team" if terms.get("except_sets") else ""
    return f"only {who} of {_or(terms['teams'])}{_NEUTRAL.get(terms.get('neutral', ''), '')}{beside}{sets}"


def _copies_by_type(terms: Terms) -> str:
    rows = (
        (bound.replace("_", " "), count, kind.lower())
        for kind, bounds in terms.items()
        for bound, count in bounds.items()
    )
    return _and(f"{bound} {count} of each {kind}" for bound, count, kind in rows)


def _health(terms: Terms) -> str:
    keys = (f"{who}_{bound}" for who in ("main", "supporting") for bound in ("exactly", "at_least"))
    held = ((key.partition("_"), terms[key]) for key in keys if key in terms)
    return _and(f"{who} characters have {bound.replace('_', ' ')} {count} health" for (who, _, bound), count in held)


def _boss(terms: Terms) -> str:
    later = "".join(f"; from {each['set']} on also {_or(each['names'])}" for each in terms.get("later") or ())
    return f"the main character is a boss: {_or(terms['names'])}{later}"


def _sets_combined(terms: Terms) -> str:
    large, issues = int(terms.get("large", 0)), int(terms.get("issues", 0))
    parts = [quantity(count, noun) for count, noun in ((large, "large set"), (issues, "issue")) if count]
    without = f", without {_and(terms['without'])}" if terms.get("without") else ""
    free = f"; {_and([_ALWAYS.get(name, name) for name in terms['free']])} fit any set" if terms.get("free") else ""
    return f"all cards are from {_and(parts)}{without}{free}"


def _team_pair(terms: Terms) -> str:
    pairs = "; ".join(_and(pair) for pair in terms["pairs"])
    return f"all teams belong to one pair of enemies, plus {_and(terms.get('with_any') or ())}: {pairs}"


def _main_character_teams(terms: Terms) -> str:
    named = f", or is {_or(terms['or_named'])}" if terms.get("or_named") else ""
    return f"the main character belongs to {_or(terms['teams'])}{named}"


_SENTENCES: Mapping[str, Callable[[Terms], str]] = {
    "sets-at-most": lambda t: (
        f"all cards are from {quantity(t['count'], 'set')}" + _besides(t, "besides", ", not counting")
    ),
    "no-rares": lambda t: "no cards printed only as rares",
    "teams-at-most": lambda t: (
        f"every character has one of {t['count']} chosen affiliations"
        if t["count"] != 1
        else "all characters share one chosen affiliation"
    ),
    "without-type": lambda t: f"no {t['type'].lower()}s",
    "singleton": lambda t: "at most one copy of each card",
    "characters-per-team": lambda t: f"at least {t['characters']} characters from each of {t['teams']} affiliations",
    "named-character": lambda t: f"at least {t['count']} cards name one character",
    "copies-of-a-character": lambda t: f"exactly {t['count']} copies of one character, {t['part']}",
    "customary-size": lambda t: f"usually at least {t['min']} cards",
    "not-in-the-list": lambda t: f"a list doesn't show {t['what']}",
    "between-decks": lambda t: f"between decks: {t['what']}",
    "play-only": lambda t: f"in play only: {t['what']}",
    "one-team": _one_team,
    "teams-only": _teams_only,
    "copies-by-type": _copies_by_type,
    "main-character-teams": _main_character_teams,
    "health": _health,
    "one-starting-main-character": lambda t: "one starting main character",
    "good-or-evil": lambda t: "all cards with an alignment are Good, or all are Evil",
    "sets-combined": _sets_combined,
    "alignment-loyalty": lambda t: (
        f"every card with an alignment is {t['alignment']}"
        if t.get("alignment")
        else "every card with an alignment has the main character's"
    ),
    "boss": _boss,
    "main-character-sets": lambda t: f"the main character is from {_or(t['sets'])}",
    "main-characters-at-most": lambda t: f"at most {t['at_most']} main characters",
    "team-pair": _team_pair,
    "main-character-once": lambda t: "each main character is in only one deck of a team",
    "characters-of-teams": lambda t: f"every character has one of the affiliations {_or(t['teams'])}",
    "characters-of-a-pair": lambda t: (
        f"all characters belong to one pair of affiliations: {'; '.join(_and(pair) for pair in t['pairs'])}"
    ),
    "exact-copies": lambda t: f"exactly {t['count']} copies of each card",
    "domains-at-most": lambda t: f"at most {t['count']} domains, {t['beside_legend']} of them outside the legend's",
}
#: Every kind of restriction that has a sentence.
WORDED = frozenset(_SENTENCES)
