"""Runs SQL within limits of time and memory, in transactions that only read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import duckdb

from proseproof.query.answer import Column, Refusal, SessionLimits
from proseproof.query.load import reader
from proseproof.query.parse import parse
from proseproof.query.place import DEEP, lost, refuse_whole
from proseproof.query.scope import Catalog
from proseproof.query.tree import Tree
from proseproof.query.watch import Watch
from proseproof.query.wording import read_error
from proseproof.sql_type import parse_type, quoted

Given = TypeVar("Given")

Found = tuple[tuple[Column, ...], tuple[tuple[Any, ...], ...]]
"""The columns and the rows that SQL gives."""

MOST_KEPT = 100_000
"""Rows of a view that are kept; of more, each query works out what it needs."""

BROKEN = (duckdb.FatalException, duckdb.InternalException)
"""Errors that leave a database behind that answers nothing more."""


class Runner:
    """Runs SQL on one connection.

    spent: after a query that took too much, "time" or "memory", or "crash"; what it took may not
    come back, so the process should be left.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, limits: SessionLimits, watch: Watch
    ) -> None:
        self.spent = ""
        self._connection = connection
        self._limits = limits
        self._watch = watch
        self._parsed: dict[str, Tree | Refusal] = {}
        self._is_reading = False

    def columns(self, table: str) -> tuple[str, ...]:
        """The columns of a table of the session."""
        described = self._connection.execute(f"DESCRIBE {quoted(table)}").fetchall()
        return tuple(str(row[0]) for row in described)

    def parse_ahead(self, queries: Sequence[str]) -> None:
        """Parses queries that will be asked soon, all at once; of earlier ones nothing is kept.

        Raises one of BROKEN.
        """
        self._parsed = {}
        try:
            with self._watch.limit(self._limits.seconds, self._connection.interrupt):
                self._parsed = self._parse_all(queries)
        except BROKEN:
            raise
        except (duckdb.Error, RecursionError):
            return  # whose doing it is shows when each is parsed for itself

    def parse(self, sql: str) -> Tree | Refusal:
        """The tree of a query, or why it has none."""
        known = self._parsed.get(sql)
        if known is not None:
            return known
        return self._attempt(sql, lambda: self._parse_all([sql])[sql])

    def run(self, prefix: str, sql: str, tree: Tree, catalog: Catalog) -> Found | Refusal:
        """Runs the SQL behind a prefix of our own, within the limits."""
        most = self._limits.rows

        def action() -> Found:
            with self._reading():
                self._connection.execute(prefix + sql)
                described = self._connection.description or []
                columns = tuple(Column(field[0], str(field[1])) for field in described)
                return columns, _plain(columns, self._connection.fetchmany(most + 1))

        try:
            found = self._attempt(sql, action)
        except duckdb.Error as error:
            return read_error(str(error), sql, tree, catalog, len(prefix.encode()))
        if not isinstance(found, Refusal) and len(found[1]) > most:
            return refuse_whole(sql, f"the query gives more than {most:,} rows")
        return found

    def keep_rows(self, name: str, sql: str) -> bool | Refusal:
        """Makes a temporary table of the query's rows; whether there is one.

        Not where there are more than MOST_KEPT, nor where a value cannot be worked out, which is
        told of the query that wants it. What takes too long is refused: the order of rows that
        nothing orders may be another in a table, and a machine's speed decides no answer. Raises
        one of BROKEN.
        """
        query = sql.strip().rstrip(";")
        rows = f"CREATE TEMP TABLE {quoted(name)} AS FROM (\n{query}\n) LIMIT {MOST_KEPT + 1}"
        stop = self._connection.interrupt
        try:
            with self._watch.limit(self._limits.seconds, stop), self._reading():
                ((count,),) = self._connection.execute(rows).fetchall()
        except BROKEN:
            raise
        except duckdb.InterruptException:
            return refuse_whole(sql, lost("time", self._limits, "view"))
        except duckdb.Error:
            return False
        if count > MOST_KEPT:
            self.drop(name)
            return False
        self.commit()
        return True

    def drop(self, name: str) -> None:
        """Drops a temporary table."""
        self._connection.execute(f"DROP TABLE temp.{quoted(name)}")
        self.commit()

    def commit(self) -> None:
        """Lets what was made stay, whatever fails afterwards."""
        if self._is_reading:
            self._connection.execute("COMMIT")
            self._is_reading = False

    def _parse_all(self, queries: Sequence[str]) -> dict[str, Tree | Refusal]:
        with self._reading():
            return parse(self._connection, queries)

    def _attempt(self, sql: str, action: Callable[[], Given]) -> Given | Refusal:
        """What the action gives; a refusal of the SQL where it takes too much time or memory."""
        limits = self._limits
        try:
            with self._watch.limit(limits.seconds, self._connection.interrupt):
                return action()
        except RecursionError:
            return refuse_whole(sql, DEEP)
        except duckdb.InterruptException:
            self.spent = "time"
            return refuse_whole(sql, lost("time", limits))
        except (duckdb.OutOfMemoryException, MemoryError):
            self.spent = "memory"
            return refuse_whole(sql, lost("memory", limits))
        except BROKEN:
            self.spent = "crash"
            return refuse_whole(sql, lost("crash", limits))

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Within a transaction in which DuckDB itself lets nothing but temporary tables be written.

        It stays open for the queries that follow; what it made is lost with the first that fails,
        unless that was committed.
        """
        if not self._is_reading:
            self._connection.execute("BEGIN TRANSACTION READ ONLY")
            self._is_reading = True
        try:
            yield
        except BaseException:
            self._is_reading = False
            self._connection.execute("ROLLBACK")
            raise


def _plain(
    columns: Sequence[Column], rows: Sequence[tuple[Any, ...]]
) -> tuple[tuple[Any, ...], ...]:
    """Fetched rows as plain values."""
    reads = [reader(parse_type(column.type)) for column in columns]
    if not any(reads):
        return tuple(rows)
    return tuple(
        tuple(read(value) if read else value for read, value in zip(reads, row, strict=True))
        for row in rows
    )
