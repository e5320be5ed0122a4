"""What a browser tab has open outlives its session: a reload, a lost connection."""
