"""How much one caller may ask of the site: who the caller is, what long computations may use, and how many run."""
