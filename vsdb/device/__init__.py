"""The site on a phone: what browsers store of it, and what they may."""
