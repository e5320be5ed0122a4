"""Does the model work alike for everybody, and at all times: groups of patients, and periods."""
