"""Charts: a figure's Vega-Lite and its rows, to an SVG in the page's colours, or to findings.

`drawing` does the whole, with a `Pen`; `looking` only looks, which needs no engine.
"""
