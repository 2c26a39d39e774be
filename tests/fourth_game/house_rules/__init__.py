"""House Rules, an invented card game: guests, servants and errands for a house of rooms.

A folder of one game, as an installation may bring it: `game` builds the value, `installed` registers it and is what
`VSDB_GAMES` names, and `fixtures/` holds the facts.
"""
