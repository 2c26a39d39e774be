"""Formats by organizers: built in the site, published in versions, used by name."""
