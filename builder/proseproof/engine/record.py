"""Records what another engine answers: one file that is written once, with where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from proseproof import __version__
from proseproof.capture import read_capture
from proseproof.disk import Disk, told_of
from proseproof.engine.connect import CannotRecord, connected
from proseproof.engine.fetch import exactly, fetch
from proseproof.engine.write import digest_of, write_json, write_parquet
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration, Connection
from proseproof.nouns import dataclass
from proseproof.query.answer import Refusal
from proseproof.query.load import text_literal
from proseproof.source import Text

if TYPE_CHECKING:
    from adbc_driver_manager.dbapi import Connection as Opened

RULE = "invalid-query"


@dataclass(frozen=True)
class Recorded:
    """What was recorded. path: of the record, from the root. rows: how many.

    written: False where a record with the same rows, of the same query, was there already.
    """

    path: str
    rows: int
    written: bool = True


@dataclass(frozen=True)
class _Rows:
    """SQL that reads the rows as they are to be kept, how many they are, and their digest."""

    sql: str
    count: int
    digest: str


def record(
    declaration: CaptureDeclaration,
    connection: Connection,
    disk: Disk,
    environ: Mapping[str, str],
    now: datetime,
) -> Recorded | Finding:
    """Asks the declared query and writes the rows to the declared file.

    Where a file stands there already, it stays, and the rows go into a new file beside it, named by
    day and digest. A finding where the engine refuses the query, or the rows would not be kept as
    they are. now: the time that the record tells. Raises CannotRecord, and OSError.
    """
    assert declaration.sql is not None
    import duckdb

    with TemporaryDirectory(prefix="proseproof-") as folder, duckdb.connect() as duck:
        # One thread keeps the rows in their order; a time is that of UTC on every machine.
        duck.execute("SET threads = 1")
        duck.execute("SET timezone = 'UTC'")
        duck.execute(f"SET temp_directory = {text_literal(folder)}")
        place = Path(folder) / "rows.parquet"
        with connected(connection, environ) as opened:
            columns = fetch(opened, connection.engine, declaration.sql.value, duck, place)
            product = _product(opened)
        if isinstance(columns, Refusal):
            return _finding(declaration.sql, columns)
        source = f"read_parquet({text_literal(str(place))})"
        described = duck.execute(f"DESCRIBE FROM {source}").fetchall()
        kept = exactly(columns, [(row[0], row[1]) for row in described], duck, source)
        if isinstance(kept, str):
            return _whole(declaration.sql, kept)
        sql = f"SELECT {', '.join(kept)} FROM {source}"
        count, digest = digest_of(duck, sql)
        if not count:
            return _whole(declaration.sql, "the query gives no row")
        rows = _Rows(sql, count, digest)
        same = _same(declaration, disk, digest)
        if same is not None:
            return Recorded(same, count, written=False)
        provenance = _provenance(declaration, connection, product, rows, now)
        return _write(declaration, disk, duck, rows, provenance, Path(folder))


def _write(
    declaration: CaptureDeclaration,
    disk: Disk,
    duck: Any,
    rows: _Rows,
    provenance: Mapping[str, Any],
    folder: Path,
) -> Recorded | Finding:
    assert declaration.sql is not None
    path = PurePosixPath(declaration.file.value)
    if disk.exists(str(path)):
        day = provenance["recorded_utc"][:10]
        path = path.with_stem(f"{path.stem}-{day}-{rows.digest[:8]}")
    draft = folder / f"record{path.suffix}"
    write = write_json if path.suffix == ".json" else write_parquet
    with told_of(str(path)):
        write(duck, rows.sql, provenance, draft)
    fault = _fault(declaration, disk, draft)
    if fault is not None:
        return _whole(declaration.sql, fault)
    try:
        disk.add(str(path), draft)
    except FileExistsError:
        raise CannotRecord(f"{path} is there already") from None
    return Recorded(str(path), rows.count)


def _fault(declaration: CaptureDeclaration, disk: Disk, draft: Path) -> str | None:
    """Why a check could not read the draft, which is no record then."""
    here = declaration.file.span()
    name = str(draft)
    file = Text(name, here.source, [here.start] * len(name), [here.end] * len(name))
    guest = Disk(disk.root, guests=frozenset({name}))
    capture, findings = read_capture(replace(declaration, file=file), guest)
    return (
        None if capture is not None else findings[0].message.replace(name, declaration.file.value)
    )


def _same(declaration: CaptureDeclaration, disk: Disk, digest: str) -> str | None:
    """The path of the declared record, where it holds these rows of this query."""
    if not disk.exists(declaration.file.value):
        return None
    capture, _ = read_capture(declaration, disk)
    if capture is None or capture.provenance.get("query") != _asked(declaration):
        return None
    rows = capture.provenance.get("rows")
    told = rows.get("sha256") if isinstance(rows, Mapping) else None
    return declaration.file.value if told == digest else None


def _asked(declaration: CaptureDeclaration) -> str:
    assert declaration.sql is not None
    return declaration.sql.value.strip()


def _provenance(
    declaration: CaptureDeclaration,
    connection: Connection,
    product: Mapping[str, str],
    rows: _Rows,
    now: datetime,
) -> Mapping[str, Any]:
    """Sorted by key when it is written; nothing in it tells the address or a secret."""
    return {
        "kind": "measured",
        "recorded_utc": now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "generator": {"path": "proseproof capture", "version": __version__},
        "connection": connection.name,
        "engine": {"name": connection.engine, **product},
        "query": _asked(declaration),
        "rows": {"n": rows.count, "sha256": rows.digest},
    }


def _product(opened: Opened) -> Mapping[str, str]:
    """What the engine says it is; nothing where its driver does not tell."""
    import nanoarrow
    from adbc_driver_manager import AdbcInfoCode, Error

    keys = {
        AdbcInfoCode.VENDOR_NAME.value: "product",
        AdbcInfoCode.VENDOR_VERSION.value: "version",
    }
    try:
        stream = opened.adbc_connection.get_info(list(keys))
        told = nanoarrow.ArrayStream(stream).read_all().to_pylist()
    except Error:
        return {}
    return {
        keys[one["info_name"]]: str(one["info_value"]) for one in told if one["info_name"] in keys
    }


def _whole(sql: Text, message: str) -> Finding:
    return _finding(sql, Refusal(message, 0, len(sql.value.rstrip())))


def _finding(sql: Text, refusal: Refusal) -> Finding:
    """At the refused part of the query, or at the first line of it."""
    line = sql.value.find("\n", refusal.start)
    end = refusal.end if line < 0 else min(refusal.end, line)
    return Finding(RULE, sql.span(refusal.start, end), refusal.message, notes=refusal.notes)
