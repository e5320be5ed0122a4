"""From somebody's file to a Study, and from a Study to evaluations and lists of cases.

Import from the sub-modules: the process that reads files starts with what reading needs, and nothing else.
"""
