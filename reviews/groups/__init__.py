"""Does the model work alike for everybody, and at all times: the numbers of groups, for pages and reports alike."""
