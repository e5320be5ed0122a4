"""Where rows come from: arrays in memory, or an engine that counts them where they lie."""
