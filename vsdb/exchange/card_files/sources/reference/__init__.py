"""The text layout of official card references and of the questions and answers about a set.

A title with the day it was updated; then sections: general entries, numbered or under headings of their own; errata;
single cards. A card is a line with its name, a line with its type and figures, its text, and often a commentary. There
is no markup, so each paragraph is told by its form and its speech.
"""
