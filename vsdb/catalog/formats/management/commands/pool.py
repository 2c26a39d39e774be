"""Say what a format has on a day, and why."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from engine.formats.changes import NOT_IN_FORCE, format_banned_title
from engine.formats.names import find_game
from engine.formats.set_status import UNKNOWN
from engine.model.serialization import dump_json
from vsdb.catalog.api.format_shapes import FormatExplanationShape, PoolOnDayShape, RecordedPoolShape
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format, find_game_of_formats
from vsdb.catalog.formats.messages import describe_pool, describe_requirements
from vsdb.catalog.formats.services import FormatExplanation, explain
from vsdb.core.commands import QueryCommand, add_game, add_json, read_day_option

UNCERTAIN = 3


class Command(QueryCommand):
    """Print a format on a day. Exit status: 0 certain, 3 something about it isn't established, 2 can't be used."""

    help = (
        "Print a format's sets on a date and why they are in it, its bans, recent changes, and open questions. "
        "Exit status: 0 all known, 3 sets, bans or season uncertain, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("format", metavar="FORMAT", help="format: slug, short name or name")
        add_game(parser, "; required if several games have the format")
        parser.add_argument("--as-of", metavar="YYYY-MM-DD", help="date; default: today")
        add_json(parser, "print one JSON object, as in the API")

    def run(self, options: dict[str, Any]) -> int:
        """Print it."""
        word, game = options["format"], options["game"]
        on = read_day_option(options, "as_of") or timezone.localdate()
        reference = selectors.get_reference(find_game(game) if game else find_game_of_formats([word]))
        found = explain(find_format(reference, word), on, reference)
        self.say(dump_json(explanation_to_dict(found)) if options["json"] else "\n".join(_lines(found)))
        return 0 if found.is_certain else UNCERTAIN


def _lines(found: FormatExplanation) -> Iterator[str]:
    """The answer, a line a fact."""
    said = explanation_to_dict(found)
    yield f"{said['name']} on {said['as_of']}{'' if said['is_in_season'] else ' (out of season)'}"
    yield from (f"  {sentence}" for sentence in (*said["asks"], *said["not_in_a_list"]))
    cards = said["cards"]
    sets = f"{len(said['sets'])} legal, {len(said['uncertain'])} uncertain"
    yield f"Sets: {sets}; cards: {cards['certain']} legal, {cards['in_doubt']} uncertain"
    if years := found.day.unrecorded:
        yield f"  Sets of {' and '.join(map(str, years))}: not recorded"
    for each in said["why"]:
        yield f"  {'?' if each['status'] == UNKNOWN else ' '} {each['code']:<5} {each['name']}: {each['said']}"
    bans = [each for each in said["bans"] if each["state"] != NOT_IN_FORCE]
    if bans:
        yield f"Bans: {len(bans)}"
        yield from (f"  {'?' if each['state'] == UNKNOWN else ' '} {each['banned']}" for each in bans)
    yield from _changes(said)
    if said["questions"]:
        yield "Open questions:"
        yield from (f"  {each['fact']} (known: {each['known']})" for each in said["questions"])


def _changes(said: dict[str, Any]) -> Iterator[str]:
    last, following = said["last_change"], said["next_change"]
    if said["changed"]:
        yield "Changed on this date:"
        yield from (f"  {turn['said']}" for turn in said["changed"])
    elif last:
        yield f"Last changed on {last['day']}:"
        yield from (f"  {turn['said']}" for turn in last["turns"])
    if following:
        yield f"Next change: {following['day']}"


def explanation_to_dict(found: FormatExplanation) -> dict[str, Any]:
    """Everything that is said of a format on a day."""
    fmt, day, pool = found.day.fmt, found.day, PoolOnDayShape(found).data
    return {
        "game": fmt.game,
        "format": fmt.slug,
        "name": fmt.name,
        "as_of": pool["on"],
        "data_version": fmt.data_version,
        "sets": pool["sets"],
        "uncertain": pool["uncertain"],
        **FormatExplanationShape(found).data,
        "bans": [
            {"card": each.ban.card, "banned": format_banned_title(each.ban), "state": each.state} for each in day.bans
        ],
        "recorded": RecordedPoolShape(found.records, many=True).data,
        "doubts": list(fmt.doubts),
        "asks": [describe_pool(fmt), *describe_requirements(fmt, day.on)],
    }
