"""A bound that is true, and so far from the value that it no longer says anything.

"More than 10" over 40 is true and stale. A bound may be off by the factor `limits: {slack: 1.5}`
of project.yml; of a factor above 1 the excess over 1 may be off by no more either. At a value of 0
there is no slack.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.examination import Examination
from proseproof.rules.wording import computed, evidence, origin_label, said, speaker

NAME = "slack"


def check(examination: Examination) -> Iterator[Finding]:
    """Each bound beyond the limit."""
    limit = examination.project.limits.slack
    for report in examination.verdicts.reports:
        if report.check.fault == "slack":
            yield Finding(
                NAME, report.span,
                f"{speaker(report)} says {said(report)}, capture says {computed(report)}",
                origin_label(report), evidence(report),
                (f"a bound may be off by a factor of {limit}",),
                "write a nearer bound, or raise `limits: slack` in project.yml",
            )  # fmt: skip
