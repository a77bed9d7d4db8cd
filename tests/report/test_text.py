"""What a person reads: the message alone in one line, the place to type, the evidence."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import given, strategies as st

from proseproof import report
from proseproof.finding import Finding, Label
from proseproof.outcome import Outcome
from proseproof.report.text import render_findings
from proseproof.source import Source, Span

Place = Callable[..., Span]


def show(span: Span, *labels: Label, width: int = 60, label: str = "") -> str:
    finding = Finding("stale-number", span, "page says 1, capture says 2", label, labels)
    return render_findings([finding], width=width)


def test_a_finding_shows_where_to_type_and_the_evidence(stale: Finding) -> None:
    assert (
        render_findings([stale])
        == """\
error[stale-number]: page says 41.2 ms, capture says 44.1 ms
 --> docs/latency.md:7:26
  |
7 | The median request takes 41.2 ms. One in fifty takes longer than 180 ms.
  |                          ^^^^^^^ claim `median-request`
  |
 ::: claims/latency.yml:7:16
  |
7 |         query: SELECT median(total_ms) FROM requests
  |                ------------------------------------- gives 44.0556 ms
  |
  = note: compared to one decimal place
  = help: write `44.1 ms`, or run `proseproof update`
"""
    )


def test_findings_stand_in_the_order_of_files_and_places_each_once(outcome: Outcome) -> None:
    lines = report.render(outcome, "text").splitlines()
    assert [line for line in lines if line.startswith(("error", "warning"))] == [
        'error[missing-phrase]: no sentence on this page says "one in fifty requests"',
        "error[stale-number]: page says 41.2 ms, capture says 44.1 ms",
        "warning[unbound-number]: nothing checks the number 9",
    ]


def test_the_last_line_counts_findings_and_numbers(outcome: Outcome) -> None:
    assert report.render(outcome, "text").splitlines()[-1] == (
        "2 errors and 1 warning in 2 files; 1 can be updated: proseproof update"
        " · 41 numbers: 37 bound, 2 given, 1 allowed, 1 unbound"
    )


def test_where_nothing_is_wrong_the_last_line_is_the_only_one() -> None:
    assert report.render(Outcome(None, (), claims=3), "text") == (
        "no errors in 3 claims · 0 numbers: 0 bound, 0 given, 0 allowed, 0 unbound\n"
    )


def test_labels_of_the_same_file_share_its_excerpt(place: Place) -> None:
    text = "one 1\ntwo 2\nthree 3\nfour 4\nfive 5\n"
    source = place(text, "1").source
    first, fifth = source.span(4, 5), source.span(text.index("5"), text.index("5") + 1)
    assert (
        show(fifth, Label(first, "said first here"), Label(fifth, "again"))
        == """\
error[stale-number]: page says 1, capture says 2
 --> docs/page.md:5:6
  |
1 | one 1
  |     - said first here
...
5 | five 5
  |      ^
  |      - again
"""
    )


def test_a_span_of_several_lines_is_underlined_line_by_line_without_its_indent(
    place: Place,
) -> None:
    span = place("query: |\n  SELECT a\n    FROM b\nx: 1\n", "SELECT a\n    FROM b\n")
    assert (
        show(span, label="gives no row")
        == """\
error[stale-number]: page says 1, capture says 2
 --> docs/page.md:2:3
  |
2 |   SELECT a
  |   ^^^^^^^^
3 |     FROM b
  |     ^^^^^^ gives no row
"""
    )


def test_a_span_of_many_lines_is_shown_by_its_ends(place: Place) -> None:
    text = "".join(f"row {number}\n" for number in range(1, 13))
    assert show(place(text, text.rstrip())).splitlines()[3:] == [
        "1  | row 1",
        "   | ^^^^^",
        "2  | row 2",
        "   | ^^^^^",
        "...",
        "12 | row 12",
        "   | ^^^^^^",
    ]


def test_a_long_paragraph_is_seen_through_a_window_around_the_caret(place: Place) -> None:
    text = "before " * 400 + "41.2 ms" + " behind" * 400
    assert show(place(text, "41.2 ms"), width=46).splitlines()[3:] == [
        "1 | …e before before 41.2 ms behind behind be…",
        "  |                  ^^^^^^^",
    ]


def test_what_is_longer_than_the_window_is_shown_from_its_start(place: Place) -> None:
    text = "x" * 30 + "9" * 90
    assert show(place(text, "9" * 90), width=34).splitlines()[3:] == [
        "1 | …9999999999999999999999999999…",
        "  |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ]


def test_two_places_too_far_apart_for_one_window_get_one_each(place: Place) -> None:
    text = "first 1 " + "between " * 20 + "second 2"
    far, near = place(text, "second 2"), place(text, "first 1")
    assert (
        show(far, Label(Span(far.source, near.start, near.end), "and here"), width=34)
        == """\
error[stale-number]: page says 1, capture says 2
 --> docs/page.md:1:169
  |
1 | …een between between second 2
  |                      ^^^^^^^^
1 | first 1 between between betw…
  | ------- and here
"""
    )


def test_carets_stand_under_wide_characters_and_tabs(place: Place) -> None:
    assert show(place("\t中位数 é\u0301 41.2 ms", "41.2 ms")).splitlines()[3:] == [
        "1 |     中位数 é\u0301 41.2 ms",
        "  |              ^^^^^^^",
    ]


def test_a_line_end_of_windows_is_not_shown(place: Place) -> None:
    assert show(place("one 1\r\ntwo 2\r\n", "1\r\n")).splitlines()[3:] == [
        "1 | one 1",
        "  |     ^",
    ]


def test_an_empty_place_gets_one_caret_even_behind_the_last_line(place: Place) -> None:
    source = place("page: x\n", "page").source
    assert show(source.span(8, 8)).splitlines()[1:] == [
        " --> docs/page.md:2:1",
        "  |",
        "2 |",
        "  | ^",
    ]


def test_characters_that_steer_a_terminal_are_shown_and_do_nothing(place: Place) -> None:
    text = show(place("a \x1b[31m \u202e 1", "1"))
    assert "1 | a ␛[31m � 1" in text
    assert "\x1b" not in text


def test_a_message_is_one_line_whatever_the_data_hold(place: Place) -> None:
    finding = Finding("does-not-hold", place("a 1", "1"), "holds not for\n\x07x")
    assert render_findings([finding]).splitlines()[0] == "error[does-not-hold]: holds not for ␇x"


def test_a_note_of_several_lines_keeps_them(place: Place) -> None:
    finding = Finding("no-value", place("a 1", "1"), "gives no row", notes=("first\nsecond",))
    assert render_findings([finding]).splitlines()[-2:] == [
        "  = note: first",
        "          second",
    ]


def test_colour_adds_nothing_but_colour(outcome: Outcome) -> None:
    coloured = report.render(outcome, "text", colour=True)
    assert "\x1b[1;31merror[stale-number]\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == report.render(outcome, "text")


@given(st.text(), st.integers(0, 50), st.integers(0, 50), st.integers(1, 120))
def test_no_text_and_no_width_breaks_the_report(text: str, a: int, b: int, width: int) -> None:
    span = Source("docs/a.md", text).span(*sorted((min(a, len(text)), min(b, len(text)))))
    finding = Finding("stale-number", span, text, text, (Label(span, text),), (text,), text)
    for line in render_findings([finding], width=width).splitlines():
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", line)
