"""What all pictures share: colours, names on axes, scales, thinning of long lines."""
