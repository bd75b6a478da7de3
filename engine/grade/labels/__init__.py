"""Labels and lettered choices: read from the clauses that state, deny or retract one of them."""
