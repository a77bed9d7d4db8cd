"""A PostgreSQL of the tests' own: installed where there is none, started, stopped, removed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PASSWORD = "pass word"
ADDRESS = "postgresql://lab:pass%20word@/postgres?host={folder}"


def _programs() -> Path:
    """The folder with initdb and pg_ctl; the test is skipped where there is none to be had."""
    if sys.platform == "win32":
        pytest.skip("the tests start PostgreSQL on systems with sockets in files only")
    found = subprocess.run(
        ["sh", ROOT / ".ci" / "postgres"], capture_output=True, text=True, check=False
    )
    if found.returncode:
        pytest.skip(found.stderr.strip().splitlines()[-1])
    return Path(found.stdout.strip())


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL that holds nothing, its password included."""
    programs = _programs()
    # PostgreSQL does not run as root, and a path of pytest's is too long for its socket.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    user = None
    if os.geteuid() == 0:
        user = "postgres"
        try:
            shutil.chown(folder, user)
        except LookupError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
    secret, data = folder / "password", folder / "data"
    secret.write_text(PASSWORD)
    secret.chmod(0o644)
    log = folder / "log"
    settings = f"-c listen_addresses='' -k {folder} -c fsync=off"

    def run(program: str, *arguments: str | Path) -> None:
        command = [programs / program, *arguments]
        done = subprocess.run(
            command, user=user, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout

    try:
        run("initdb", "-D", data, "-A", "scram-sha-256", "-U", "lab", f"--pwfile={secret}", "-N")
        # Its output is closed behind it, or the server would hold it open.
        run("pg_ctl", "-D", data, "-w", "-l", log, "-o", settings, "start")
        yield ADDRESS.format(folder=folder)
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def lab(postgres: str) -> str:
    """The same with a table `requests`, which each test finds as it was."""
    pytest.importorskip("adbc_driver_postgresql")
    from adbc_driver_postgresql import dbapi

    with dbapi.connect(postgres) as opened, opened.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS requests")
        cursor.execute(
            "CREATE TABLE requests AS SELECT * FROM (VALUES"
            " (1, 'eu', 40.5::float8, 0.1::numeric, timestamptz '2026-11-30 04:00:00+01'),"
            " (2, 'eu', 41.2, 12.25, '2026-11-30 04:00:01+01'),"
            " (3, 'us', 44.0, 3, '2026-11-30 04:00:02+01'))"
            " AS t (id, region, total_ms, cost, at)"
        )
        opened.commit()
    return postgres
