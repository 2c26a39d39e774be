"""Look up cards, check decks, read a whole search, verify a bulk file and save a deck."""

import gzip
import hashlib
import json
import sys
import time
from collections import Counter
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


class Client:
    """A client of the API; `site` is an address such as https://vsdb.example."""

    def __init__(self, site, token=""):
        self.site = site.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def fetch(self, address, body=None, method=None):
        """The bytes of an answer. Waits where a limit is reached; raises HTTPError for other errors."""
        if not address.startswith("http"):
            address = self.site + address
        headers = dict(self.headers)
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        while True:
            try:
                with urlopen(Request(address, data, headers, method=method)) as answer:
                    return answer.read()
            except HTTPError as error:
                if error.code != 429:
                    raise
                time.sleep(int(error.headers["Retry-After"]))

    def ask(self, address, body=None, method=None):
        """The answer as data."""
        return json.loads(self.fetch(address, body, method))

    def find_card(self, name, **more):
        """The card of a name that may be misspelled, or None, and the cards that the name may mean."""
        try:
            return self.ask("/api/v1/cards/named?" + urlencode({"fuzzy": name, **more})), []
        except HTTPError as error:
            if error.code != 404:
                raise
            return None, json.loads(error.read())["candidates"]

    def list_cards(self, query):
        """Every card that a search finds, page by page."""
        address = "/api/v1/cards?" + urlencode({"q": query, "page_size": 500})
        while address:
            page = self.ask(address)
            yield from page["results"]
            address = page["next"]

    def check_decks(self, decks):
        """The answer to each deck, in order; 75 decks in one request."""
        for start in range(0, len(decks), 75):
            yield from self.ask("/api/v1/check/batch", {"decks": decks[start : start + 75]})["results"]

    def load_bulk_file(self, game, kind):
        """The objects of a bulk file, after a check of its digest."""
        files = self.ask("/api/v1/bulk")["results"]
        file = next(each for each in files if (each["game"], each["kind"]) == (game, kind))
        content = self.fetch(file["download_url"])
        if hashlib.sha256(content).hexdigest() != file["sha256"]:
            raise ValueError("the file is damaged; download it again")
        return [json.loads(line) for line in gzip.decompress(content).splitlines()]

    def save_deck(self, title, text, **more):
        """A new private deck; needs a token that may write."""
        return self.ask("/api/v1/decks", {"title": title, "deck": text, **more})

    def change_deck(self, deck, **changes):
        """The deck with changes; HTTPError 409 if it was saved since `deck` was read."""
        return self.ask(deck["api"], {"edition": deck["edition"], **changes}, "PATCH")


if __name__ == "__main__":
    client = Client(*sys.argv[1:])
    card, candidates = client.find_card("savaje beetdown")
    print(card["title"] if card else [each["page"] for each in candidates])
    print(len(list(client.list_cards("t:location"))), "locations")
    deck = {"deck": "60 Sentinel Mark V, Army", "format": "golden-age", "as_of": "2010-06-01"}
    answers = client.check_decks([deck] * 500)
    # An entry with an error has no verdict.
    outcomes = Counter(each["verdicts"][0]["outcome"] if each["verdicts"] else "error" for each in answers)
    print(outcomes["legal"], "of 500 decks are legal")
    print(len(client.load_bulk_file("riftbound", "cards")), "cards in the bulk file")
    if len(sys.argv) > 2:
        saved = client.save_deck("Army", deck["deck"], format="golden-age")
        print("saved at", client.site + saved["page"])
        print("now called", client.change_deck(saved, title="Large army")["title"])
