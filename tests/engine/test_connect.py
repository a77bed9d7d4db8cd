"""Connections that do not come about: what is missing is named, and no secret is told."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from tests.engine.recorded import Lab

from proseproof.engine import CannotRecord
from proseproof.engine.connect import one_line


def failure(lab: Lab, environ: Mapping[str, str] | None = None, **connection: Any) -> str:
    with pytest.raises(CannotRecord) as raised:
        lab.record(environ=environ, **connection)
    assert not (lab.root / "capture").exists()
    return str(raised.value)


def test_a_variable_that_is_not_set(tmp_path: Path) -> None:
    lab = Lab(tmp_path, "")
    said = "the environment variable LAB_DSN is not set, which the connection `lab` names"
    assert failure(lab, {}) == said
    assert failure(lab, {"LAB_DSN": ""}) == said
    assert failure(lab, {"LAB_DSN": "x"}, secrets={"password": "LAB_PASSWORD"}) == (
        "the environment variable LAB_PASSWORD is not set, which the connection `lab` names"
    )


def test_a_driver_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adbc_driver_snowflake", None)
    assert failure(Lab(tmp_path, "x"), engine="snowflake") == (
        "snowflake needs adbc_driver_snowflake: pip install 'proseproof[snowflake]'"
    )
    monkeypatch.setitem(sys.modules, "nanoarrow", None)
    assert failure(Lab(tmp_path, "x")) == (
        "postgresql needs nanoarrow: pip install 'proseproof[postgresql]'"
    )


def test_a_driver_that_the_machine_does_not_know(tmp_path: Path) -> None:
    said = failure(Lab(tmp_path, "grpc://me:hunter2@db"), engine=None, driver="no_such")
    assert said.startswith("the connection `lab` fails: ")
    assert "no_such" in said
    assert "hunter2" not in said


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    said = failure(Lab(tmp_path, f"postgresql://me:hunter2@/lab?host={tmp_path}"))
    assert said.startswith("the connection `lab` fails: ")
    assert "hunter2" not in said
    assert "\n" not in said


def test_a_wrong_password_is_not_told(tmp_path: Path, postgres: str) -> None:
    said = failure(Lab(tmp_path, postgres.replace("pass%20word", "hunter2")))
    assert 'password authentication failed for user "lab"' in said
    assert "hunter2" not in said


def test_an_address_without_sense_is_not_told(tmp_path: Path) -> None:
    said = failure(Lab(tmp_path, "nonsense hunter2"))
    assert "hunter2" not in said


@pytest.mark.parametrize(
    ("message", "secrets", "line"),
    [
        ("IO: [libpq] Failed\n\tto  connect.", [], "Failed to connect"),
        (
            "no route to db:hunter2@host",
            ["postgresql://me:db:hunter2@host/x"],
            "no route to …@host",
        ),
        ("bad password p w", ["postgresql://me:p%20w@host/x"], "bad password …"),
        ("no postgresql://me:a@b/x here", ["postgresql://me:a@b/x"], "no … here"),
        ("token abc refused", ["abc"], "token … refused"),
        ("user=me refused", ["user=me;password=hunter2"], "user=me refused"),
        ("hunter2 refused", ["user=me;password=hunter2"], "… refused"),
    ],
)
def test_what_a_driver_says_in_one_line(message: str, secrets: list[str], line: str) -> None:
    assert one_line(message, secrets) == line


@given(st.text(max_size=60), st.text("abc:/@ %", min_size=1, max_size=12))
def test_a_secret_is_never_in_the_line(message: str, secret: str) -> None:
    line = one_line(f"{message} {secret} {message}", [secret])
    assert "\n" not in line
    assert secret not in line or secret in "… " or not secret.strip()
