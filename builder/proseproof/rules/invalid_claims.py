"""A claims file that cannot be read as it stands.

YAML that is broken, a key that the format does not know, a missing key, a value of the wrong kind,
an id that is used twice, an unknown rule. The finding names the near key. Nothing is taken from a
file with such a mistake, so the rest of its claims is checked once it is mended. A regular
expression of `allow` that takes longer than a query may is one, too.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.examination import Examination

NAME = "invalid-claims"


def check(examination: Examination) -> Iterator[Finding]:
    """Each `allow` whose expression could not be held against every text in time."""
    for allow, taken in examination.coverage.slow_allow:
        yield Finding(
            NAME, allow.match.span(), f"`{allow.match.value}` {taken}",
            help="let nothing be repeated that could be cut into repeated parts in several ways",
        )  # fmt: skip
