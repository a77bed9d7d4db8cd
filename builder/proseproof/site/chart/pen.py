"""The caller's end of a drawing: a process that draws, replaced when a chart takes too much."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from proseproof.model import DecimalMark
from proseproof.owner import Owner
from proseproof.site.chart.engine import line

if TYPE_CHECKING:
    from proseproof.site.chart.process import Process


class ChartError(Exception):
    """The engine takes no such chart. Its text says why, in the engine's words."""


class CostError(Exception):
    """A drawing takes more than it may. Its text says of what: `longer than 10 s`."""


class Pen(Owner["Process"]):
    """Draws charts in a process of its own; a chart that breaks it costs no other its drawing.

    The process starts with the first drawing. Close the pen, or use it in a `with` block.
    """

    def __init__(self, seconds: float = 10.0, memory_gb: float = 2.0) -> None:
        """seconds: how long a drawing may take. memory_gb: how much memory, in 10⁹ bytes.

        A tenth of that memory is enough for most charts, and a fifth for a hundred thousand marks.
        """
        self._seconds, self._memory_gb = seconds, memory_gb

    def draw(
        self, spec: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], mark: DecimalMark = "."
    ) -> str:
        """The drawing of a chart that is Vega-Lite, its config in it, with its rows.

        mark: how the numbers of axes and labels are written. Nothing is fetched: no address is
        allowed. Times are drawn in UTC wherever the machine stands. Raises ChartError and
        CostError, and RuntimeError where the engine does not run at all.
        """
        whole = json.dumps({**spec, "data": {"values": list(rows)}})
        request = json.dumps({"spec": whole, "line": line(), "mark": mark})
        while True:
            process = self._process = self._process or self._start()
            alone = not process.used
            answer = process.ask(request, self._seconds)
            late, spent = process.late, process.spent
            if late or answer is None:
                self.close()
            if answer is not None and "svg" in answer:
                return str(answer["svg"])
            if answer is not None:
                raise ChartError(str(answer["refused"]))
            if late:
                raise CostError(f"longer than {self._seconds:g} s")
            # What others left behind in the process is none of this chart's doing.
            if alone and spent:
                raise CostError("too much memory")
            if alone:
                raise ChartError("the engine breaks down")

    def _start(self) -> Process:
        # Loaded by who needs it: a check draws nothing, and a build may know all its drawings.
        from proseproof.site.chart.process import Process

        return Process(self._memory_gb)
