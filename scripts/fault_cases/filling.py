"""Fills a site with what its cases look at: facts, people with tokens, decks with verdicts, something followed.

Run as `python -m fault_cases.filling` in the environment of the site; the tokens are left in its folder.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import django

GAME, FORMAT = "vs-classic", "golden-age"
PEOPLE = ("ann", "ben")  #: Ann has the decks and is a superuser
DECKS = 60
CARDS_OF_A_DECK = 15
SEED = 20041029
#: Banned by the other facts that loads bring.
_BANNED = "banned.json"


def fill() -> None:
    """Make tables, facts, index and static files, then people, decks, verdicts and follows."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection

    from vsdb.accounts.services import make_token
    from vsdb.decks.rechecks import services
    from vsdb.news.following.services import FollowTarget, follow

    for command in ("migrate", "load_reference", "build_index"):
        call_command(command, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    folder, tokens = Path(os.environ["FAULTS_FOLDER"]), {}
    for name in PEOPLE:
        user = User.objects.create_user(name, f"{name}@vsdb.example", "a long password of ours")
        _, tokens[name] = make_token(user, name="faults", scope="write")
    ann = User.objects.get(username=PEOPLE[0])
    ann.is_staff = ann.is_superuser = True
    ann.save()
    (folder / "tokens.json").write_text(json.dumps(tokens), encoding="utf-8")
    banned, first = store_decks(DECKS, ann.pk)
    (folder / _BANNED).write_text(json.dumps(banned), encoding="utf-8")
    begun = services.begin(GAME, "the first time")
    if begun:
        services.work(begun.pk)
    follow(User.objects.get(username=PEOPLE[1]), FollowTarget(deck=first))
    call_command("catch_up", verbosity=0)
    if connection.vendor == "sqlite":
        # All of it in the one file, so that a copy of the file is a copy of the database.
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def read_tokens(folder: Path) -> dict[str, str]:
    """The secrets of the tokens by the names of people."""
    return dict(json.loads((folder / "tokens.json").read_text(encoding="utf-8")))


def read_banned(folder: Path) -> str:
    """The name of the card that the other facts ban."""
    return str(json.loads((folder / _BANNED).read_text(encoding="utf-8")))


def store_decks(number: int, owner: int) -> tuple[str, int]:
    """Store public decks of fifteen cards by four; the card that half of them have, and the first such deck."""
    from vsdb.catalog.cards import selectors
    from vsdb.decks.models import Deck, Revision

    chance = Random(SEED)  # noqa: S311
    banned, pool = _choose_cards(selectors.get_reference(GAME), chance)
    rows = []
    for key in range(number):
        names = chance.sample(pool, CARDS_OF_A_DECK)
        if key % 2 == 0:
            names[0] = banned
        text = "".join(f"4 {name}\n" for name in names)
        rows.append(Deck(owner_id=owner, game_id=GAME, edition=1, title=f"Deck {key}", format=FORMAT, text=text))
        rows[-1].size, rows[-1].visibility = 4 * CARDS_OF_A_DECK, Deck.Visibility.PUBLIC
    made = Deck.objects.bulk_create(rows)
    Revision.objects.bulk_create(
        [Revision(deck=deck, number=1, title=deck.title, format=FORMAT, text=deck.text) for deck in made]
    )
    return banned, made[0].pk


def _choose_cards(reference: object, chance: Random) -> tuple[str, list[str]]:
    from vsdb.catalog.cards.models import Card
    from vsdb.catalog.formats.models import Ban

    named = set(Ban.objects.filter(game=GAME).values_list("card", flat=True))
    names = Card.objects.filter(game=GAME).order_by("name").values_list("name", "title")
    plain = [name for name, title in names if name == title and "," not in name and name not in named]
    chosen = chance.sample(plain, 60)
    return chosen[0], chosen[1:]


if __name__ == "__main__":
    django.setup()
    fill()
