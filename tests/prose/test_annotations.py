"""Annotations as Material reads them: signs in the text, and the list behind with their words."""

from __future__ import annotations

import pytest
from tests.prose.read import prose, said, written

NOTES = "\n\n1.  Measured 7 times\n2.  Twice\n"


def test_a_sign_is_no_number_and_its_note_is_prose() -> None:
    page = "It takes (1) 5 s (2).\n{ .annotate }" + NOTES
    assert said(page) == ["It takes 5 s .", "Measured 7 times", "Twice"]
    assert written(prose(page).passages[0], "takes 5") == "takes (1) 5"


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("It takes 5 s (1)!\n{: .annotate }", ["It takes 5 s"]),
        ("A **b (2)** c\n{ #x .annotate .wide }", ["A b c"]),
        ('!!! note annotate "Box (1)"\n\n    Body (2)', ["Box", "Body"]),
        ('??? note annotate "Box (1)"\n\n    - Body (2)\n    - More', ["Box", "Body", "More"]),
        ('<div class="wide annotate" markdown>\n\n- one (1)\n- two\n\n</div>', ["one", "two"]),
        ("Alpha\n\n> Quote (1)\n> { .annotate }", ["Alpha", "Quote (1)"]),  # not of the quote
    ],
)
def test_what_is_annotated(page: str, read: list[str]) -> None:
    assert said(page + NOTES) == [*read, "Measured 7 times", "Twice"]


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("It takes 5 s (1).", "It takes 5 s (1)."),
        ("It takes 5 s (3).\n{ .annotate }", "It takes 5 s (3)."),  # there is no third note
        ("It takes 5 s (0), (1.5).\n{ .annotate }", "It takes 5 s (0), (1.5)."),
        ("It takes 5 s (1).\n{ .annotated }", "It takes 5 s (1)."),
        ('!!! note "annotate"\n\n    It takes (1)', "It takes (1)"),
    ],
)
def test_what_is_not(page: str, read: str) -> None:
    assert read in said(page + NOTES)


def test_without_a_list_behind_it_is_a_number() -> None:
    assert said("It takes (1).\n{ .annotate }\n\n- one\n\nEnd") == ["It takes (1).", "one", "End"]


def test_a_note_may_have_notes() -> None:
    page = "Some (1)\n{ .annotate }\n\n1.  Note (1)\n    { .annotate }\n\n    1.  Inner 9\n"
    assert said(page) == ["Some", "Note", "Inner 9"]
