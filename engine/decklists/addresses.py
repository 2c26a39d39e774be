"""Addresses pasted in the place of a list: of which site each is, and what to bring from there.

Nothing is fetched: whoever pasted the address can open it, and this site needn't know what other sites allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from engine.decklists.encoding import MAX_BYTES
from engine.model.errors import InputError

_MAX_HOST = 60  #: characters of a host that are shown
_MAX_SHARED = 500  #: characters of a line with an address in it
_AS_TEXT = "copy or export its list as text"


@dataclass(frozen=True, slots=True)
class DeckSite:
    """A site that people have decks on; `bring` is what to do there."""

    name: str
    hosts: tuple[str, ...]
    bring: str = _AS_TEXT


SITES = (
    DeckSite("Piltover Archive", ("piltoverarchive.com",), "copy its deck code, or export its list as text"),
    DeckSite("Riftbound.gg", ("riftbound.gg",)),
    DeckSite("RiftMana", ("riftmana.com",)),
    DeckSite("TCG Arena", ("tcg-arena.fr",)),
    DeckSite("RiftDecks", ("riftdecks.com",)),
    DeckSite("Mobalytics", ("mobalytics.gg",)),
    DeckSite("DotGG", ("dotgg.gg",)),
    DeckSite("Riot Games", ("riftbound.leagueoflegends.com", "riotgames.com"), "copy the list out of the article"),
    DeckSite("Limitless", ("limitlesstcg.com",)),
    DeckSite("TopDeck.gg", ("topdeck.gg",)),
    DeckSite("TCGplayer", ("tcgplayer.com",)),
    DeckSite("Moxfield", ("moxfield.com",)),
    DeckSite("Archidekt", ("archidekt.com",)),
    DeckSite("TCG Browser", ("tcgbrowser.com",)),
    DeckSite("Upper Deck", ("upperdeck.com", "upperdeckblog.com"), "copy the list out of the article"),
    DeckSite("VS Realms", ("vsrealms.com",)),
    DeckSite("Metagame.com", ("metagame.com", "kperovic.com"), "copy the list out of the article"),
    DeckSite("OCTGN", ("octgn.net",), "save the deck in OCTGN and choose its .o8d file"),
    DeckSite("BoardGameGeek", ("boardgamegeek.com",), "copy the list out of the post"),
    DeckSite("Reddit", ("reddit.com", "redd.it"), "copy the list out of the post"),
    DeckSite("Facebook", ("facebook.com", "fb.com"), "copy the list out of the post"),
    DeckSite("YouTube", ("youtube.com", "youtu.be"), "copy the list out of the description"),
    DeckSite("Discord", ("discord.com", "discord.gg"), "copy the list out of the message"),
    DeckSite("Pastebin", ("pastebin.com",), "copy its text"),
    DeckSite("Google", ("docs.google.com", "drive.google.com"), "copy the list, or download it as CSV or text"),
    DeckSite("GitHub", ("github.com", "github.io", "githubusercontent.com"), "copy the list, or download its file"),
)


def read_address(text: str) -> SplitResult | None:
    """The address that a text is, alone or in the one line that a share button writes; None for a list, also one with
    addresses in it."""
    if len(text) > MAX_BYTES:  # refused as a list too, and copied several times here
        return None
    word = _take_shared(text.strip())
    if len(word.split(maxsplit=1)) != 1:
        return None
    has_scheme = "://" in word[:20]
    try:
        found = urlsplit(word if has_scheme else f"https://{word}")
        host = found.hostname or ""
    except ValueError:
        return None
    if has_scheme:
        return found
    is_typed = word.casefold().startswith("www.") or (find_site(host) is not None and "/" in word)
    return found if is_typed else None


def _take_shared(line: str) -> str:
    """The address in a line of words, such as “My deck: https://…”; the text as it is for anything else."""
    if len(line) > _MAX_SHARED or "\n" in line or line[:1].isdigit() or line.startswith("#"):
        return line
    found = [word for word in line.split() if word.startswith(("https://", "http://"))]
    return found[0] if len(found) == 1 else line


def find_site(host: str) -> DeckSite | None:
    """The site of a host, or of a host below it."""
    wanted = host.casefold().rstrip(".")
    return next(
        (site for site in SITES if any(wanted == known or wanted.endswith(f".{known}") for known in site.hosts)), None
    )


def advise(address: SplitResult) -> str:
    """What to do with an address of another site."""
    host = (address.hostname or "").rstrip(".")
    site = find_site(host) if address.scheme in ("http", "https") else None
    if site:
        first = f"This is an address of {site.name}."
        return f"{first} Lists aren’t fetched from other sites. Open the deck, {site.bring}, and paste that here."
    where = f" on {host[:_MAX_HOST]}" if host else ""
    first = f"This is an address{where}, not a list."
    return f"{first} Lists aren’t fetched from other sites. Open the deck, {_AS_TEXT}, and paste that here."


def refuse_address(text: str, place: str = "") -> None:
    """Raise InputError (`address-given`) for an address that was sent as a list, with what to do instead."""
    if address := read_address(text):
        raise InputError(advise(address).removesuffix("."), place=place, code="address-given")
