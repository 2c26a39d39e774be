"""What the API's description says of particular games."""

DESCRIPTION = "Cards, sets, formats, rules and deck legality on any date, for the Vs. System games and Riftbound."
GAME = "vs-classic"  #: of the questions that are shown as examples
