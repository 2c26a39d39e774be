"""Who runs the site, pictures of cards, and how much an account, a browser or a file may hold."""

from __future__ import annotations

from pathlib import Path

from vsdb.settings.env import DEBUG, VAR_DIR, env

# Who runs the site, as its pages say: a name, a mail address, a page with more.
OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_EMAIL = env.str("OPERATOR_EMAIL", default="")
OPERATOR_URL = env.str("OPERATOR_URL", default="")
# Where processes find the cards, formats and bans of a game as they were last read from the database, to start sooner;
# empty: they read the database. Each process of a machine may write it.
REFERENCE_DIR = env.str("REFERENCE_DIR", default="" if DEBUG else str(VAR_DIR / "reference"))

# Pictures of cards that the operator has and may show (docs/running.md): a folder, else an address with fields; of
# which games, empty for all; and what is said of the rights to them.
CARD_PICTURES_DIR = env.str("CARD_PICTURES_DIR", default="")
CARD_PICTURES_URL = env.str("CARD_PICTURES_URL", default="")
CARD_PICTURES_GAMES = env.list("CARD_PICTURES_GAMES", default=[])
CARD_PICTURES_RIGHTS = env.str("CARD_PICTURES_RIGHTS", default="")
# Who is mailed about reported errors; else the operator.
MANAGERS = [("", address) for address in env.list("STAFF_EMAILS", default=[OPERATOR_EMAIL] if OPERATOR_EMAIL else [])]

# Decks that one account may keep, and one browser without an account.
DECKS_PER_ACCOUNT = env.int("DECKS_PER_ACCOUNT", default=2_000)
DECKS_PER_BROWSER = env.int("DECKS_PER_BROWSER", default=50)

# Printings that the collection of one account may have.
COLLECTION_MAX_ROWS = env.int("COLLECTION_MAX_ROWS", default=50_000)

# Cards, decks and queries that one account may follow.
FOLLOWS_PER_ACCOUNT = env.int("FOLLOWS_PER_ACCOUNT", default=200)

# A card file of an import is refused beyond this, before it is read, and beyond so many cards and rulings.
IMPORT_MAX_BYTES = env.int("IMPORT_MAX_BYTES", default=128 * 1024 * 1024)
IMPORT_MAX_ITEMS = env.int("IMPORT_MAX_ITEMS", default=1_000_000)
# Where uploaded files wait and imports under way are followed; web processes and workers share it.
IMPORT_DIR = Path(env.str("IMPORT_DIR", default=str(VAR_DIR / "imports")))
# A file that was tried and never applied is thrown away after that.
IMPORT_KEEP_HOURS = env.int("IMPORT_KEEP_HOURS", default=24)

# Where the bulk files of the API are kept; web processes and workers share it.
BULK_DIR = Path(env.str("BULK_DIR", default=str(VAR_DIR / "bulk")))

# Where papers of events wait to be fetched; web processes and workers share it.
PAPER_DIR = Path(env.str("PAPER_DIR", default=str(VAR_DIR / "papers")))
