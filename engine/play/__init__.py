"""May I do this now? Positions, actions and rules of play that the games share.

`facts` says what a position can hold and reads it from JSON, `truth` calculates with what isn't known, `rules`
holds the tables' form, `judging` gives the answer. What a game's rules say lies in `engine/games/<game>/play/`.
"""
