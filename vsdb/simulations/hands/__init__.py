"""Sample hands: dealing, pages and API."""
