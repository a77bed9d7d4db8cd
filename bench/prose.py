"""Reading a page of 2,000 lines against rendering it, and pages made to be slow to read."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import markdown
from timing import keep

from proseproof.prose import read_prose
from proseproof.source import Source, Text

LINES = 2_000
HOSTILE = 30_000  # characters of a page of one mark over and over
EXTENSIONS = (
    "admonition footnotes tables def_list attr_list md_in_html abbr toc pymdownx.superfences "
    "pymdownx.details pymdownx.tabbed pymdownx.mark pymdownx.caret pymdownx.tilde pymdownx.keys "
    "pymdownx.critic pymdownx.tasklist pymdownx.arithmatex pymdownx.emoji"
).split()
SECTION = """\
## Latency

The median request takes **41.2 ms** on `h200`, and [one in fifty](log.md "all runs") takes
longer than 180 ms. It fell by 3% from 12 ms, about 1.5x[^1].

- a list with 5 ms
- and *one more*

!!! note "Read 3 times"
    Within a box, 5 ms.

| Run | ms |
|---|---|
| a | 41.2 |
| b | 44.1 |

```python
x = 5
```

"""
MARKS = r"""* *a *a* ** _a ` `` ``` [ [a]( [a]((b [a][ [a][b] ![ ![a](b) [^ [^1] < <a <a>b="<
<!-- <? <!a <![CDATA[ <div> </div> <b> $a $$a \( \\ \` & &#1; ++a :a ~a~ ~~a ^a^ ^^a ==a {++ {~~~>
`a`{x | |a|b > - # {x} ' " -8<- 1. === ??? !!! ---"""
LINES_OF = ("", "\n", "\n\n", "\n    x\n")


def read(text: str) -> None:
    """The reading that is timed."""
    read_prose(Text.of(Source("page.md", text)))


def render(text: str) -> None:
    """The rendering that it is compared with."""
    markdown.markdown(text, extensions=EXTENSIONS)


def seconds(work: Callable[[str], None], text: str) -> float:
    """The processor time that `work` takes on `text`."""
    start = time.process_time()
    work(text)
    return round(time.process_time() - start, 4)


def hostile() -> dict[str, Any]:
    """The mark whose page takes longest, and the one that grows most when the page doubles."""
    times = {}
    for mark in MARKS.split():
        for behind in LINES_OF:
            one = f"{mark}{behind or ' '}"
            page = one * (HOSTILE // len(one))
            times[one] = seconds(read, page), seconds(read, page * 2)
    slowest = max(times, key=lambda one: times[one][1])
    steepest = max(times, key=lambda one: times[one][1] / max(times[one][0], 0.02))
    growth = times[steepest][1] / max(times[steepest][0], 0.02)
    return {
        "slowest": [slowest, times[slowest][1]],
        "steepest": [steepest, round(growth, 2)],
        "hostile_characters": 2 * HOSTILE,
    }


def main() -> None:
    """Times each, and keeps the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    page = SECTION * (LINES // SECTION.count("\n")) + "[^1]: A note.\n"
    times = {
        name: [seconds(work, text) for _ in range(runs)]
        for name, work, text in (
            ("read", read, page),
            ("read, twice the lines", read, page * 2),
            ("render", render, page),
        )
    }
    share = round(median(times["read"]) / median(times["render"]), 3)
    keep(Path(__file__).stem, times, share_of_rendering=share, lines=LINES, **hostile())


if __name__ == "__main__":
    main()
