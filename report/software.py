"""Which program made an export: stands in JSON, counts files and the report's footer."""

NAME = "rounds"
VERSION = "0.2.0"
