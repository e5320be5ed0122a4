"""Where rows lie that are not held: a module for each engine, which opens it, limits it and runs what it is asked."""
