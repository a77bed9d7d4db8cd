"""A chart that cannot be drawn.

`chart:` is Vega-Lite as Altair writes it. A mark, a channel or a field that does not exist, a
value of the wrong type, and every `data`, `url` and `href` are refused at their place in the YAML.
"""

NAME = "invalid-chart"
