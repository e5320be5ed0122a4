"""Where rows come from: arrays in memory, or a file that DuckDB counts where it lies."""
