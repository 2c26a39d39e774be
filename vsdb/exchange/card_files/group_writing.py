"""Named groups into their table."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.text import slugify

from vsdb.catalog.wordings.models import NamedGroup
from vsdb.exchange.card_files.card_writing import place_text
from vsdb.exchange.card_files.checking import unstorable
from vsdb.exchange.card_files.game_tables import GameTables
from vsdb.exchange.card_files.proposals import GroupProposal, Problem
from vsdb.exchange.card_files.report import Report

_LONGEST = 80


def write_groups(tables: GameTables, proposals: Iterable[GroupProposal], report: Report) -> None:
    """Write the groups; a group that another source has already is a conflict where the members differ."""
    held = {group.slug: group for group in NamedGroup.objects.filter(game=tables.game)}
    for proposal in proposals:
        slug, members = slugify(proposal.name)[:_LONGEST], list(proposal.members)
        fault = next(filter(None, map(unstorable, (proposal.name, *members))), "")
        if fault or not slug or len(proposal.name) > _LONGEST:
            message = f"the group {fault}" if fault else "a group has a name of at most 80 characters"
            report.problem(Problem(proposal.place, message, proposal.name))
            continue
        said = {"name": proposal.name, "members": members, "place": place_text(proposal.place)}
        group = held.get(slug)
        if group is None:
            held[slug] = NamedGroup.objects.create(source=tables.source, game_id=tables.game, slug=slug, **said)
            report.count("groups", "added")
        elif group.source_id != tables.source.pk:
            if sorted(group.members) != sorted(members):
                report.conflict(proposal.place, slug, "members", group.members, members)
            report.count("groups", "unchanged")
        elif all(getattr(group, name) == value for name, value in said.items()):
            report.count("groups", "unchanged")
        else:
            NamedGroup.objects.filter(pk=group.pk).update(**said)
            report.count("groups", "changed")
