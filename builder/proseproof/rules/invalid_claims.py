"""A claims file that cannot be read as it stands.

YAML that is broken, a key that the format does not know, a missing key, a value of the wrong kind,
an id that is used twice, an unknown rule. The finding names the near key. Nothing is taken from a
file with such a mistake, so the rest of its claims is checked once it is mended.
"""

NAME = "invalid-claims"
