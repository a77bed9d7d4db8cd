"""A chart that cannot be drawn.

`chart:` is Vega-Lite as Altair writes it. A mark, a channel or a field that does not exist, a
value of the wrong type, and every `data`, `url` and `href` are refused at their place in the YAML.
So is what shows something else than the rows, or something else each time: `random()`, `now()`, a
`calculate` that reads no column. A drawing that takes too much time or memory is a finding too.
"""

NAME = "invalid-chart"
