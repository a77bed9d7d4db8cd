"""A capture that cannot be read, or does not fit its schema or its table paths.

JSON is strict: a key twice, NaN, infinity, broken UTF-8 and a file cut short are refused at their
line and column, and so is a table path that leads nowhere. Nothing is computed from half a file.
"""

NAME = "invalid-capture"
