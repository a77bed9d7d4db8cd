"""What the documentation tells a reader to type is there: make's tasks, commands, options."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from textwrap import dedent

import click
import pytest

from proseproof.cli import program

ROOT = Path(__file__).parents[1]
PAGES = [
    path
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md")))
    if path.is_file()
]
_FENCE = re.compile(r"^( *)(`{3,}) *(\w*).*\n((?:.*\n)*?)\1\2`* *$", re.MULTILINE)


def _typed(page: Path) -> list[str]:
    """The command lines that a page shows: in code ticks, and in fences of a shell or of CI."""
    text = page.read_text(encoding="utf-8")
    lines = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", _FENCE.sub("", text))
    for fence in _FENCE.finditer(text):
        language, body = fence[3], fence[4]
        if language in {"sh", "bash", "console", "yaml"}:
            lines += [re.sub(r"^\W*(run: )?|\s+#.*$", "", line) for line in body.splitlines()]
    return lines


COMMANDS = sorted({line for page in PAGES for line in _typed(page) if line[:11] == "proseproof "})
TASKS = sorted({line for page in PAGES for line in _typed(page) if line[:5] == "make "})


def parse(line: str) -> None:
    """Reads a command line as the program would, without running it. Raises what click raises."""
    words = shlex.split(re.split(r" (?:>|\||&&) ", line)[0])[1:]
    # `[PAGE…]` and `…` stand for what a reader puts there.
    words = [word for word in words if not re.search(r"[…\[\]]", word)]
    with program.make_context("proseproof", words, resilient_parsing=True) as context:
        if not words or words[0].startswith("-"):
            return
        command = program.get_command(context, words[0])
        if command is None:
            raise click.UsageError(f"no command {words[0]}")
        # A command that is only named needs no arguments.
        command.make_context(words[0], words[1:], parent=context, resilient_parsing=not words[1:])


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_shown_to_readers_can_be_typed(line: str) -> None:
    parse(line)


@pytest.mark.parametrize("line", TASKS)
def test_a_task_shown_to_readers_is_there(line: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for task in shlex.split(line)[1:]:
        assert "=" in task or re.search(rf"^{task}:.* ## ", makefile, re.MULTILINE)


def test_the_readme_begins_with_the_two_tasks_that_set_up_everything() -> None:
    first = _FENCE.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert first is not None
    assert [line.split()[:2] for line in first[4].splitlines()] == [
        ["make", "guide"],
        ["make", "test"],
    ]


@pytest.mark.parametrize("name", sorted(program.commands))
def test_every_command_has_its_place_in_the_documentation(name: str) -> None:
    text = (ROOT / "docs" / "builder" / "commands.md").read_text(encoding="utf-8")
    assert f"\n## {name}\n" in text


def _libraries() -> set[str]:
    """The names of all that pyproject.toml asks for, of the package and of its developers."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = asked["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    lists += asked["dependency-groups"].values()
    lines = [line for lines in lists for line in lines if isinstance(line, str)]
    return {re.split(r"[^\w.-]", line)[0] for line in lines}


@pytest.mark.parametrize("library", sorted(_libraries()))
def test_every_dependency_says_why_it_is_there(library: str) -> None:
    """In a row of a table of CONTRIBUTING.md, by its own name or by what its kind has in common."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    named = {name.strip() for row in rows for name in row.split(",")}
    stem = "adbc-driver-"
    assert library in named or library.replace(stem, "-") in named


@pytest.mark.parametrize(
    "module",
    sorted(
        path.stem
        for path in (ROOT / "builder" / "proseproof").iterdir()
        if path.stem[0] != "_" and (path.suffix == ".py" or (path / "__init__.py").is_file())
    ),
)
def test_every_module_has_its_line_in_the_architecture(module: str) -> None:
    text = (ROOT / "docs" / "builder" / "how-it-works.md").read_text(encoding="utf-8")
    table = text[text.index("\n## Which module does what\n") :].split("\n## ")[1]
    assert f"`{module}`" in table


@pytest.mark.parametrize("name", ["charts", "queries"])
def test_a_claim_that_a_page_shows_is_a_claim_of_the_guide(name: str) -> None:
    """What these pages show as YAML is what their own sentences and figures are held to."""
    text = (ROOT / "docs" / "builder" / f"{name}.md").read_text(encoding="utf-8")
    file = (ROOT / "claims" / f"{name}.yml").read_text(encoding="utf-8")
    known = re.sub(r"^ +", "", file, flags=re.MULTILINE)
    shown = [fence[4] for fence in _FENCE.finditer(text) if fence[4].startswith("- ")]
    assert len(shown) > 1
    for body in shown:
        assert re.sub(r"^ +", "", dedent(body), flags=re.MULTILINE) in known


@pytest.mark.parametrize("line", ["proseproof chek", "proseproof check --formt text"])
def test_a_command_that_does_not_exist_is_noticed(line: str) -> None:
    with pytest.raises(click.UsageError):
        parse(line)
