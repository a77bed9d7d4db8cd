"""The bytes of a JSON file that a summary is made of: the value, or a refusal with its line."""

from __future__ import annotations

from typing import Any

from proseproof import strict_json
from proseproof.miles.refusal import Refusal


def read_json(path: str, raw: bytes, whole: str = "file") -> Any | Refusal:
    """The document in `raw`; a byte order mark of UTF-8 before it is passed over.

    whole: what a refusal calls the text. Refused: what is not UTF-8, and what `strict_json` calls
    a mistake.
    """
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Refusal(path, 1, "the text is UTF-16, not UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Refusal(path, raw.count(b"\n", 0, error.start) + 1, "the text is not UTF-8")
    read = strict_json.read_json(text, whole)
    if isinstance(read, strict_json.Mistake):
        return Refusal(path, text.count("\n", 0, read.start) + 1, read.message)
    return read
