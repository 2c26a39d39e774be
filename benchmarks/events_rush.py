"""What an event's last minute does to a site: a hundred players behind one address sign in and submit their lists.

Run it as `python -m benchmarks.events_rush`: on PostgreSQL; `--sqlite` for SQLite. The players sign in and submit
within a minute, then all submit a changed list within 10 seconds. Prints the times of answers by action. Exits with 1
if an answer was refused, a list is lost, or 5 % of the submissions took a second or longer.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from time import monotonic, sleep

from benchmarks.visitors import Visitor
from benchmarks.web_site import Prepared, manage, prepare_site, prepare_sqlite_site, serve

ADDRESS = "203.0.113.7"  #: of all players
MOST_SECONDS = 1.0  #: of 95 % of the submissions
_EVENT = """
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from vsdb.events.models import DeadlineChange, Event
from vsdb.events.registration.services import register
now, hour = timezone.now(), timedelta(hours=1)
event = Event.objects.create(
    game_id="vs-classic", title="Rush", zone="UTC", starts=now + 4 * hour, ends=now + 9 * hour,
    list_deadline=now + 2 * hour, format="golden-age", stage="announced",
)
DeadlineChange.objects.create(event=event, since=now, deadline=event.list_deadline)
for user in User.objects.order_by("pk"):
    register(event, shown_name=user.username, user=user.pk, now=now)
print("EVENT", event.pk)
"""
_COUNT = """
from vsdb.events.log import find_faults
from vsdb.events.models import ListVersion
print("STORED", ListVersion.objects.count(), len(list(find_faults({event}))))
"""


class VenuePlayer(Visitor):
    """A player at the venue, whose address all others have too."""

    def ask(
        self, action: str, method: str, address: str, body: str = "", headers: Mapping[str, str] | None = None
    ) -> tuple[int, Mapping[str, str], str]:
        return super().ask(action, method, address, body, {**(headers or {}), "X-Forwarded-For": ADDRESS})

    def sign_in_and_submit(self, event: int) -> None:
        """The first minute of a player."""
        self.ask("form", "GET", "/account/login/")
        self.send_form(
            "sign in", "/account/login/", {"login": self.account["name"], "password": self.account["password"]}
        )
        self.ask("list page", "GET", f"/events/{event}/list/1/")
        self.submit(event, "60 Sentinel Mark V, Army")

    def submit(self, event: int, text: str) -> None:
        """Send a list."""
        self.send_form("submit", f"/events/{event}/list/1/", {"do": "submit", "deck": text})


def main() -> int:
    """Run, print, and judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, default in (("players", 100), ("workers", 2), ("threads", 4), ("minute", 60), ("seconds", 10)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--sqlite", action="store_true")
    options = parser.parse_args()
    prepare = prepare_sqlite_site if options.sqlite else prepare_site
    with prepare(options.players) as prepared:
        event = int(_run(prepared, _EVENT, "EVENT")[0])
        with serve(prepared, options.workers, options.threads) as web:
            players = [VenuePlayer(web.port, number, account) for number, account in enumerate(prepared.accounts)]
            # Signing in takes a third of a second of a processor: the last begins some seconds before the end.
            _spread(players, options.minute * 0.9, lambda player: player.sign_in_and_submit(event))
            first = _count_refused(players)
            _say("within a minute", players)
            for player in players:
                player.answers.clear()
            changed = "61 Sentinel Mark V, Army"
            _spread(players, options.seconds, lambda player: player.submit(event, changed))
            _say(f"within {options.seconds} seconds", players)
            last = _count_refused(players)
            if first or last:
                print(web.log.read_text(encoding="utf-8", errors="replace")[-6000:], file=sys.stderr)
        stored, faults = map(int, _run(prepared, _COUNT.format(event=event), "STORED"))
    times = sorted(each.seconds for player in players for each in player.answers)
    slow = times[int(len(times) * 0.95) - 1]
    refused, lost = first + last, 2 * options.players - stored
    print(f"refused: {refused}, lost: {lost}, faults of the log: {faults}, p95 of the last submissions: {slow:.3f} s")
    return 1 if refused or lost or faults or slow >= MOST_SECONDS else 0


def _run(prepared: Prepared, code: str, mark: str) -> Sequence[str]:
    printed = manage(prepared.environment, "shell", "--verbosity", "0", "--command", code)
    return printed.partition(f"{mark} ")[2].split()


def _spread(players: Sequence[VenuePlayer], seconds: float, act: Callable[[VenuePlayer], None]) -> None:
    """Let all act, their beginnings spread evenly."""
    started = monotonic()

    def wait_and_act(number: int, player: VenuePlayer) -> None:
        sleep(max(0.0, started + seconds * number / len(players) - monotonic()))
        act(player)

    threads = [threading.Thread(target=wait_and_act, args=each) for each in enumerate(players)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    print(f"took {monotonic() - started:.1f} s")


def _count_refused(players: Sequence[VenuePlayer]) -> int:
    """Say which answers are no page and lead nowhere, and count them."""
    refused = [each for player in players for each in player.answers if not 200 <= each.status < 400]
    for each in refused[:10]:
        print(f"  {each.status} {each.action} {each.address}")
    return len(refused)


def _say(what: str, players: Sequence[VenuePlayer]) -> None:
    print(f"{what}:")
    for action in sorted({each.action for player in players for each in player.answers}):
        times = sorted(each.seconds for player in players for each in player.answers if each.action == action)
        middle, slow = (times[int(len(times) * part)] for part in (0.5, 0.95))
        print(f"  {action:<10}{len(times):>5}  median {middle:.3f} s  p95 {slow:.3f} s  max {times[-1]:.3f} s")


if __name__ == "__main__":
    sys.exit(main())
