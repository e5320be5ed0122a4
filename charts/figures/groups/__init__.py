"""Pictures of groups of patients, and of a class over time."""
