"""The lists of players: drafts, versions, late ones, replacements and receipts."""
