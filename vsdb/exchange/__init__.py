"""Files in and out: cards, rules documents, deck lists, the whole reference."""
