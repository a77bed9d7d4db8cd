"""The process that draws charts, one after another; the only file that knows vl-convert."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from proseproof.owner import OUT_OF_MEMORY

_LOCALES = {
    mark: {"decimal": mark, "thousands": other, "grouping": [3], "currency": ["", ""]}
    for mark, other in ((".", ","), (",", "."))
}
_FIRST = {"data": {"values": [{"a": 1}]}, "mark": "bar", "encoding": {"x": {"field": "a"}}}


def main() -> None:
    """Draws until the parent closes the pipe.

    The first line says how many bytes of memory the process may take, and {"ready": true} answers
    it. Then each request is a line of JSON: {"spec": a whole chart with its rows, as text, "line":
    the version of Vega-Lite, "mark": the decimal mark}. The answer is one too: {"svg": the drawing}
    or {"refused": why there is none, in the engine's words}.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Nothing that the engine prints may mix with the answers.
    os.dup2(2, 1)
    _limit_memory(int(sys.stdin.buffer.readline()))
    import vl_convert

    def say(**answer: Any) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    # The engine wakes up at its first drawing, and no chart should be blamed for that time.
    vl_convert.vegalite_to_svg(_FIRST, allowed_base_urls=[])
    say(ready=True)
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        try:
            drawn: str = vl_convert.vegalite_to_svg(
                asked["spec"],
                vl_version=asked["line"],
                allowed_base_urls=[],
                format_locale=_LOCALES[asked["mark"]],
            )
        except ValueError as error:
            say(refused=_first_line(error))
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        else:
            say(svg=drawn)


def _first_line(error: Exception) -> str:
    """The engine's reason without its stack."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = next((line for line in lines if "Error:" in line), lines[0] if lines else "no reason")
    return said.rpartition("Error:")[2].strip() or said


def _limit_memory(most: int) -> None:
    """Caps what the process writes to; elsewhere the engine's own limit is all there is.

    The engine sets aside address space by the hundred gigabytes, so that cannot be capped.
    """
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        cap = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (cap, hard))


if __name__ == "__main__":
    main()
