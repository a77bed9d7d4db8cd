"""What the tests of `proseproof new` share: types of their fixtures, and a check of the folder."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proseproof.cli import main

Capture = pytest.CaptureFixture[str]
New = Callable[..., tuple[int, str]]


def checked(capsys: Capture) -> str:
    """What the check says of the folder, findings included; one line where all holds."""
    main(["check", "--format", "text"])
    return capsys.readouterr().out
