"""The written language of numbers: literals, number words, units, hedges, phrases. Pure."""
