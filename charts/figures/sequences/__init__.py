"""Pictures of sequences: recordings in time, as ribbons or as staircases, one and all."""
