"""The style sheet that comes with the builder."""

from __future__ import annotations

import re
from importlib.resources import files


def style_sheet() -> str:
    """The style sheet, as a file beside the pages."""
    return files("proseproof.site").joinpath("assets/proseproof.css").read_text(encoding="utf-8")


def style_element() -> str:
    """The style sheet in a page, for an engine that takes no file from an extension."""
    short = re.sub(r"/\*.*?\*/|\n\s*", "", style_sheet(), flags=re.DOTALL)
    return f"<style data-search-exclude>{short}</style>"
