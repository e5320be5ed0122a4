"""The command line: arguments, files, messages, exit status."""
