"""An outcome as text: one format a file, each a pure function of the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal as OneOf, get_args

if TYPE_CHECKING:  # the command line asks for the formats' names before anything is checked
    from proseproof.outcome import Outcome

Format = OneOf["text", "github", "json", "sarif", "junit"]
FORMATS: tuple[Format, ...] = get_args(Format)


def render(
    outcome: Outcome,
    format: Format,  # noqa: A002 - the word of the command line
    *,
    colour: bool = False,
    width: int = 100,
    base: str = "",
) -> str:
    """The whole report in a format; ends with a line end.

    colour, width: of a terminal, for `text` alone. base: the folder of the project inside its
    repository, such as `site/`, for the formats that a forge reads (`github`, `sarif`). A lone
    surrogate, which no encoding can write, is shown as its escape.
    """
    # Each format is imported when it is asked for, so that a check starts no slower for the rest.
    if format == "text":
        from proseproof.report import text

        report = text.render(outcome, colour=colour, width=width)
    elif format == "github":
        from proseproof.report import github

        report = github.render(outcome, base=base)
    elif format == "json":
        from proseproof.report import json

        report = json.render(outcome)
    elif format == "sarif":
        from proseproof.report import sarif

        report = sarif.render(outcome, base=base)
    else:
        from proseproof.report import junit

        report = junit.render(outcome)
    return report.encode("utf-8", "backslashreplace").decode("utf-8")
