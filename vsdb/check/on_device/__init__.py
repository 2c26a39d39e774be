"""The engine for browsers: Pyodide, the engine's code and the facts of each game, as files that a device keeps."""
