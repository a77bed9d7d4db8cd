"""Texts that say one odd thing very often: read in their stride by every parser.

None of these ends in a sensible time where a reader weighs each place of a text against all others.
"""

from __future__ import annotations

import pytest

from proseproof.capture.csv_text import Sheet, read_csv
from proseproof.capture.documents import Form, read_documents
from proseproof.judge.cell import header_key
from proseproof.language.token import tokenize
from proseproof.prose import read_prose
from proseproof.source import Source, Text
from proseproof.yaml_text import read_yaml

LENGTH = 150_000


def often(piece: str) -> str:
    return piece * (LENGTH // len(piece))


PAGES = {
    "a formula of white space": "$1" + often(" ") + "q$",
    "a formula of signs": "$x=" + often("<") + "q$",
    "escapes before a section's mark": often(";") + "8<-",
    "a snippet of lines": '--8<-- "' + often(":,") + 'x"',
    "a block of snippets of lines": "--8<--\n" + often(":,") + "x\n--8<--",
    "cells without a table": often("<td>") + often("</table>"),
    "cells of many columns": "<table>" + often("<tr><td colspan=99999>") + "</table>",
    "cells of many rows": "<table><tr>" + often("<td rowspan=9>") + often("<tr>") + "</table>",
    "links without an end": often("[a]("),
    "emphasis without an end": often("*a _b "),
    "tags without an end": often("<a b='"),
}
YAML = {
    "blank lines": often("\n") + "a: 1",
    "blank lines and remarks": often(" #\n\n") + "a: 1",
    "lists without an end": "a: " + often("["),
    "lists and mappings without an end": "a: " + often("[{"),
    "a question in lists without an end": "a: '" + often("[") + "?",
}
HEADERS = [", a" + often(" ") + "b,", often(" / a") + ",", " in" + often(" ") + "b,", often("(")]
WORDS = [often(" ") + "5", often("\u00a0") + "5", often(".0"), often("1,000,"), often("twenty-")]


@pytest.mark.parametrize("name", PAGES)
def test_a_page(name: str) -> None:
    prose = read_prose(Text.of(Source("page.md", PAGES[name])), lambda _path: None)
    assert all(passage.text.value for passage in prose.passages)


@pytest.mark.parametrize("name", YAML)
def test_a_claims_file(name: str) -> None:
    node, findings = read_yaml(Source("claims/x.yml", YAML[name]))
    assert node is not None or findings


@pytest.mark.parametrize("number", range(len(HEADERS)))
def test_the_header_of_a_table(number: int) -> None:
    words, _ = header_key(HEADERS[number])
    assert words


@pytest.mark.parametrize("number", range(len(WORDS)))
def test_words(number: int) -> None:
    assert tokenize(WORDS[number])


def test_csv_of_many_columns() -> None:
    names = [f"a{number}" for number in range(LENGTH // 3)]
    sheet = read_csv(",".join(names) + "\n")
    assert isinstance(sheet, Sheet)
    assert sheet.header == tuple(names)


@pytest.mark.parametrize("piece", ['{"a":', "[", '"\\', "-", "1e", "\\u12"])
def test_json(piece: str) -> None:
    for form in (Form(), Form(lines=True, marker="a", nonfinite=True)):
        assert read_documents(Source("a.json", often(piece)), form) is not None
