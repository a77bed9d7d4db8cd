"""The command line: what is printed where, the exit status, and one line for what goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from proseproof.cli import main
from proseproof.finding import Finding
from proseproof.model import Claim, Figure, Project, Section
from proseproof.outcome import Numbers, Outcome, Page, Plate
from proseproof.prose import Prose
from proseproof.source import Source, Span, Text

SUMMARY = "1 error in 1 file · 4 numbers: 2 bound, 0 given, 0 allowed, 2 unbound"


def _page(name: str, text: str) -> Page:
    return Page(Source(f"docs/{name}.md", text), Prose(), numbers=Numbers(bound=1, unbound=1))


def _plate(name: str) -> Plate:
    source = Source(f"claims/{name}.yml", f"docs/{name}.md says 1")
    page, says = Text.of(source, 0, len(f"docs/{name}.md")), Text.of(source, len(source.text) - 1)
    claim = Claim(says, says.span())
    figure = Figure(name, "text", says.span(), claims=(claim,))
    return Plate(figure, Section(source, (page,), (figure,)), None)


def _stale(span: Span) -> Finding:
    return Finding("stale-number", span, "page says 1, capture says 2")


@pytest.fixture(autouse=True)
def outcome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    """A project of two pages, a stale number on the first; the check's outcome is made by hand."""
    fast, slow = _page("fast", "It takes 1 s.\n"), _page("slow", "It takes 1 s.\n")
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "project.yml").write_text("pages: [docs/*.md]\n", encoding="utf-8")
    made = Outcome(
        project=Project(Source("claims/project.yml", ""), (), ()),
        findings=(_stale(fast.source.span(9, 10)),),
        pages={page.source.path: page for page in (fast, slow)},
        plates={name: _plate(name) for name in ("fast", "slow")},
        numbers=Numbers(bound=2, unbound=2),
        claims=2,
    )
    monkeypatch.setattr("proseproof.cli.check.check_project", lambda disk, *, asks: made)
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return made


Capture = pytest.CaptureFixture[str]


def test_findings_are_printed_and_the_status_is_1(capsys: Capture) -> None:
    assert main(["check"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "error[stale-number]: page says 1, capture says 2"
    assert out[-1] == SUMMARY


def test_a_page_without_findings_passes(capsys: Capture) -> None:
    assert main(["check", "docs/slow.md"]) == 0
    assert capsys.readouterr().out == (
        "no errors in 1 claim · 2 numbers: 1 bound, 0 given, 0 allowed, 1 unbound\n"
    )


def test_a_page_is_named_from_here_or_from_the_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    assert main(["check", "slow.md"]) == 0
    assert main(["check", "docs/slow.md"]) == 0
    assert main(["check", str(tmp_path / "docs" / "fast.md")]) == 1


def test_a_folder_means_all_pages_below_it(capsys: Capture) -> None:
    assert main(["check", "docs"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == SUMMARY


def test_help_has_a_short_name(capsys: Capture) -> None:
    assert main(["check", "-h"]) == 0
    assert capsys.readouterr().out.startswith("Usage: proseproof check")


def test_nothing_is_mutated_before_the_check_passes(capsys: Capture) -> None:
    assert main(["mutate"]) == 2
    assert capsys.readouterr() == (
        "",
        "proseproof: the check must pass first; run `proseproof check`\n",
    )


def test_an_unknown_page_names_the_near_one(capsys: Capture) -> None:
    assert main(["check", "docs/slwo.md"]) == 2
    assert capsys.readouterr() == (
        "",
        "proseproof: docs/slwo.md is no page of this project; the nearest is docs/slow.md\n",
    )


def test_under_github_actions_the_findings_are_annotations(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert main(["check"]) == 1
    assert capsys.readouterr().out.startswith("::error file=docs/fast.md,line=1,endLine=1,col=10")
    assert main(["check", "--format", "text"]) == 1
    assert capsys.readouterr().out.startswith("error[stale-number]: ")


def test_annotations_of_a_project_inside_a_repository_name_files_from_its_root(
    capsys: Capture, tmp_path: Path
) -> None:
    project = tmp_path / "lab" / "claims" / "project.yml"
    project.parent.mkdir(parents=True)
    project.touch()
    (tmp_path / ".git").mkdir()
    main(["check", "--root", "lab", "--format", "github"])
    assert capsys.readouterr().out.startswith("::error file=lab/docs/fast.md,")


def test_a_report_goes_to_a_file_and_the_summary_to_the_terminal(
    capsys: Capture, tmp_path: Path
) -> None:
    assert main(["check", "--format", "json", "--output", "out/findings.json"]) == 1
    assert capsys.readouterr().out == f"{SUMMARY}\n"
    report = json.loads((tmp_path / "out" / "findings.json").read_text("utf-8"))
    assert report["findings"][0]["line"] == 1
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["findings.json"]


def test_a_file_that_cannot_be_written_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    assert main(["check", "--output", "taken/findings.txt"]) == 2
    assert capsys.readouterr().err.startswith("proseproof: taken/findings.txt cannot be written: ")


def test_colour_is_for_terminals_and_for_who_asks(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["check"])
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    main(["check"])
    assert "\x1b[1;31merror[stale-number]\x1b[0m" in capsys.readouterr().out
    main(["check", "--format", "json"])
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check"])
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no command is given; proseproof --help lists them"),
        (["chek"], "No such command 'chek'"),
        (["check", "--formt", "text"], "No such option '--formt'"),
        (["check", "--format", "xml"], "Invalid value for '--format': 'xml' is not one of "),
        (["check", "--root", "nowhere"], "no claims/project.yml in nowhere"),
        (["schema", "figure"], "Invalid value for '[claims|project]': 'figure' is not one of "),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: Capture
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert err.startswith(f"proseproof: {words}")
    assert (out, err.count("\n")) == ("", 1)


def test_a_folder_without_a_project_is_one_line(
    capsys: Capture, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path_factory.mktemp("empty")
    monkeypatch.chdir(empty)
    assert main(["check"]) == 2
    assert capsys.readouterr().err == (
        f"proseproof: no claims/project.yml in {empty} or above; --root names another folder, "
        '`proseproof new` starts a project, and the page "Add it to a site that you have" of the '
        "guide shows one for pages that are there\n"
    )


@pytest.mark.parametrize(
    ("trouble", "status", "words"),
    [
        (click.ClickException("docs\nis gone"), 2, "docs is gone"),
        (PermissionError(13, "Permission denied", "docs/a.md"), 2, "docs/a.md: Permission denied"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ZeroDivisionError("by 0"), 2, "a fault of proseproof itself: ZeroDivisionError: by 0"),
    ],
)
def test_whatever_happens_there_is_no_traceback(
    trouble: BaseException,
    status: int,
    words: str,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: object, *, asks: bool) -> Outcome:
        raise trouble

    monkeypatch.setattr("proseproof.cli.check.check_project", fail)
    assert main(["check"]) == status
    assert capsys.readouterr().err.strip() == f"proseproof: {words}"


def test_a_fault_of_our_own_can_be_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object, *, asks: bool) -> Outcome:
        raise ZeroDivisionError

    monkeypatch.setattr("proseproof.cli.check.check_project", fail)
    monkeypatch.setenv("PROSEPROOF_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["check"])


def _python(code: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, timeout=60
    )


def test_a_reader_that_goes_away_changes_no_verdict() -> None:
    done = _python(
        "import os, sys\n"
        "from proseproof.cli.terminal import put\n"
        "reader, writer = os.pipe()\n"
        "os.dup2(writer, 1)\n"
        "os.close(reader)\n"
        "put('x' * 100_000)\n"
        "put('more')\n"
        "sys.exit(1)\n"
    )
    assert (done.returncode, done.stderr) == (1, b"")


def test_streams_that_were_closed_change_no_verdict() -> None:
    """As `proseproof check >&- 2>&-` in a script does it."""
    done = _python(
        "import sys\n"
        "sys.stdout = sys.stderr = None\n"
        "from proseproof.cli.terminal import coloured, complain, prepare, put, width\n"
        "from proseproof.cli.waiting import waiting\n"
        "prepare()\n"
        "with waiting('checking'):\n"
        "    put('x', colour=coloured(), utf8=width() > 9)\n"
        "complain('y')\n"
        "sys.exit(1)\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


def test_any_character_can_be_printed_anywhere() -> None:
    done = _python(
        "import sys\n"
        "sys.stdout.reconfigure(encoding='ascii')\n"
        "from proseproof.cli.terminal import prepare, put\n"
        "prepare()\n"
        "put('4 ± 1\\n')\n"
        "put('4 ± 1\\n', utf8=True)\n"
    )
    assert done.stdout.splitlines() == [rb"4 \xb1 1", "4 ± 1".encode()]


def test_help_and_version_load_nothing_heavy() -> None:
    done = _python(
        "import sys\n"
        "from proseproof.cli import main\n"
        "assert main(['--help']) == main(['check', '--help']) == main(['--version']) == 0\n"
        "heavy = {'altair', 'duckdb', 'jinja2', 'jsonschema', 'markdown', 'mkdocs', 'rich',"
        " 'ruamel.yaml'}\n"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)\n"
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"proseproof check docs/latency.md\n" in done.stdout
