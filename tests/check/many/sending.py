"""Lists and checks of them for tests."""

from __future__ import annotations

from datetime import date

from vsdb.accounts.starters import Starter
from vsdb.check.many import services
from vsdb.check.many.judging import ListsQuestion
from vsdb.check.many.reading import GivenList
from vsdb.check.models import ManyCheck

ASKED = ListsQuestion("vs-classic", "golden-age", date(2010, 6, 1))
LEGAL, SHORT = "60 Sentinel Mark V, Army", "59 Sentinel Mark V, Army"
SOMEBODY = Starter(caller="192.0.2.1")


def start(starter: Starter = SOMEBODY, count: int = 7, asked: ListsQuestion = ASKED) -> ManyCheck:
    """A check that waits, of lists of which each third is too short."""
    lists = [GivenList(f"Player {number}", LEGAL if number % 3 else SHORT) for number in range(1, count + 1)]
    return services.start_check(lists, asked, starter)


def reload(check: ManyCheck) -> ManyCheck:
    """The check as it is stored now."""
    return ManyCheck.objects.get(pk=check.pk)


def paste(count: int) -> str:
    """So many lists in one text."""
    texts = (f"# player: Player {number}\n{LEGAL if number % 3 else SHORT}" for number in range(1, count + 1))
    return "\n---\n".join(texts)
