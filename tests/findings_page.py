"""The projects behind the excerpts of the page of findings: each holds one excerpt as it stands."""

from __future__ import annotations

from textwrap import dedent, indent

PROJECT = """\
pages: [docs/*.md]
captures: {packing: {file: capture/packing.csv}}
"""
PAGE = "Packing takes 12.4 s.\n"
HEAD = "page: docs/page.md\nfigures:\n"


def _claims(block: str) -> str:
    """A claims file with one block."""
    return HEAD + indent(dedent(block), "  ")


def projects() -> dict[str, dict[str, str]]:
    """The files of each project, by the rule of its finding, beside the quick start's capture."""
    return {
        "incomparable": {
            "claims/project.yml": "pages: [docs/*.md]\n"
            "captures: {lab: {file: capture/lab.json, tables: {runs: 'runs.{run}'}}}\n",
            "capture/lab.json": '{"runs": {"a": {"config": {"tool": "gzip", "level": 3}},'
            ' "b": {"config": {"tool": "zstd", "level": 5}}}}',
            "docs/page.md": "Words.\n",
            "claims/page.yml": _claims("""\
                - id: tools
                  kind: text
                  compare:
                    runs: [a, b]
                    differ: [tool]
                """),
        },
        "stale-table": {
            "docs/page.md": "| Tool | Time |\n|---|---|\n| gzip | 12.4 s |\n",
            "claims/page.yml": _claims("""\
                - id: times
                  kind: table
                  title: Times
                  data: SELECT tool, time_s FROM packing WHERE folder = 'holiday'
                  columns: {Tool: "{tool}", Time: "{time_s:.1f} s"}
                """),
        },
        "unbound-number": {"docs/page.md": "Clients gave up after 9 retries.\n"},
        "coverage": {
            "claims/project.yml": PROJECT + "coverage: 80%\n",
            "docs/page.md": "Packing takes 12.4 s, at level 3 and 4 threads.\n",
            "claims/page.yml": _claims("""\
                - id: times
                  kind: text
                  claims:
                    - says: Packing takes 12.4 s
                      query: SELECT max(time_s) FROM packing WHERE folder = 'holiday'
                """),
        },
        "idle-allow": {
            "docs/page.md": "Words.\n",
            "claims/page.yml": "page: docs/page.md\n"
            "given:\n  - says: level 3\n    why: the setting we chose\n",
        },
        "invalid-claims": {
            "docs/page.md": "Words.\n",
            "claims/page.yml": _claims("""\
                - id: times
                  kind: text
                  titel: Times
                """),
        },
        "invalid-query": {
            "docs/page.md": PAGE,
            "claims/page.yml": _claims("""\
                - id: times
                  kind: text
                  claims:
                    - says: Packing takes 12.4 s
                      query: SELECT max(time) FROM packing WHERE folder = 'holiday'
                """),
        },
        "invalid-chart": {
            "docs/page.md": "```figure\ntimes\n```\n",
            "claims/page.yml": _claims("""\
                - id: times
                  kind: chart
                  title: Times
                  claim: Times of two tools.
                  data: SELECT tool, time_s FROM packing
                  chart:
                    mark: bar
                    encoding:
                      x: tool:N
                      y: {field: tine_s, type: quantitative}
                """),
        },
        "stale-capture": {
            "claims/project.yml": "pages: [docs/*.md]\n"
            "captures: {lab: {file: capture/lab.json, tables: {lab: 'rows[]'}}}\n",
            "docs/page.md": "Packing is quick.\n",
            "capture/run.log": "took 12.41 s\n",
            "capture/lab.json": '{"provenance": {"inputs": [{"path": "capture/run.log", "sha256":'
            ' "5b8d831542653e93c3dcb668c8180370c53ed09e026eeda18bb6cb63a270f57c"}]},\n'
            ' "rows": [{"tool": "gzip", "time_s": 12.41}]}\n',
            "claims/page.yml": _claims("""\
                - id: times
                  kind: text
                  claims:
                    - says: Packing is quick
                      holds: SELECT time_s < 20 FROM lab
                """),
        },
        "invalid-capture": {
            "docs/page.md": "Words.\n",
            "capture/packing.csv": "folder,tool,time_s,size_mb\nholiday,gzip,12.41\n",
        },
    }
