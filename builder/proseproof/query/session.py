"""The session: a catalog that grows by views and `data`, and one query answered at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import duckdb

from proseproof.query.answer import Answer, Column, Question, Refusal, SessionLimits
from proseproof.query.columns import relation_of
from proseproof.query.lineage import lineage_of
from proseproof.query.load import Table, reader
from proseproof.query.lockdown import open_locked, unstable_functions
from proseproof.query.parse import parse
from proseproof.query.place import DEEP, lost, refuse_whole
from proseproof.query.relation import recorded_table
from proseproof.query.scope import Catalog, Known
from proseproof.query.screen import screen
from proseproof.query.tree import Tree, is_unordered_pairing, tables_read
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


class Session:
    """A session that holds `tables` and nothing else.

    names: what a refusal says there is, tables and views.
    spent: after a query that took too much, "time" or "memory", or "crash"; what it took may not
    come back, so the process should be left.
    """

    def __init__(
        self,
        tables: Sequence[Table],
        limits: SessionLimits,
        watch: Watch,
        names: Sequence[str],
    ) -> None:
        self.spent = ""
        self._watch = watch
        self._limits = limits
        self._connection = open_locked(tables, limits)
        known = {}
        for table in tables:
            described = self._connection.execute(f"DESCRIBE {quoted(table.name)}").fetchall()
            columns = tuple(row[0] for row in described)
            known[table.name.lower()] = Known(
                table.name, columns, frozenset({table.name}),
                relation=recorded_table(table.name, columns),
            )  # fmt: skip
        self._catalog = Catalog(known, {}, unstable_functions(), tuple(names))
        self._in_files = {
            table.name.lower() for table in tables if table.parquet or table.stored is not None
        }
        self._parsed: dict[str, Tree | Refusal] = {}
        self._data_sql: str | None = None
        self._data: Known | Refusal | None = None
        self._is_reading = False

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

    def add_views(
        self, views: Sequence[tuple[str, str]], *, keep_rows: bool = False
    ) -> tuple[Refusal | None, ...]:
        """Makes the views, given as name and SQL, in whatever order they need one another.

        keep_rows: a view's rows are worked out once, where they are few; a view that takes too
        long as a whole is refused.
        Why not, for each that is refused, in the order given; None for the others. Raises one of
        BROKEN, with `keep_rows` only.
        """
        trees = [self._parse(sql) for _, sql in views]
        waiting = {at: name.lower() for at, (name, _) in enumerate(views)}
        refusals: dict[int, Refusal | None] = {}
        while waiting:
            ready = [at for at in waiting if not self._needs(trees[at]) & {*waiting.values()}]
            for at in ready or list(waiting):
                name, sql = views[at]
                made = (
                    self._make(f"CREATE TEMP VIEW {quoted(name)} AS ", name, sql, trees[at])
                    if ready
                    else refuse_whole(sql, f"the view `{name}` reads itself")
                )
                if keep_rows and isinstance(made, Known):
                    made = self._keep_rows(made, sql)
                refusals[at] = made if isinstance(made, Refusal) else None
                self._catalog = self._catalog.plus(waiting.pop(at), made)
        self._catalog = self._catalog.unlisted(self._catalog.broken)
        return tuple(refusals[at] for at in range(len(views)))

    def _keep_rows(self, view: Known, sql: str) -> Known | Refusal:
        """Puts a table in the place of a view, for DuckDB plans a view anew in each query.

        Not where its rows come from files, of which a query reads but the part that it needs. What
        takes too long is refused: the order of rows that nothing orders may be another in a table,
        and a machine's speed decides no answer.
        """
        if {name.lower() for name in view.reads} & self._in_files:
            return view
        made, name = quoted(f"rows of {view.name}"), quoted(view.name)
        rows = f"CREATE TEMP TABLE {made} AS SELECT * FROM {name} LIMIT {MOST_KEPT + 1}"
        stop = self._connection.interrupt
        try:
            with self._watch.limit(self._limits.seconds, stop), self._reading():
                ((count,),) = self._connection.execute(rows).fetchall()
        except BROKEN:
            raise
        except duckdb.InterruptException:
            return refuse_whole(sql, lost("time", self._limits, "view"))
        except duckdb.Error:
            return view  # a value that cannot be worked out is told of the query that wants it
        if count > MOST_KEPT:
            self._connection.execute(f"DROP TABLE temp.{made}")
        else:
            self._connection.execute(f"DROP VIEW temp.{name}")
            self._connection.execute(f"ALTER TABLE temp.{made} RENAME TO {name}")
        self._commit()
        return view

    @staticmethod
    def _needs(tree: Tree | Refusal) -> frozenset[str]:
        return frozenset() if isinstance(tree, Refusal) else tables_read(tree)

    def ask(self, question: Question) -> Answer | Refusal:
        """The answer to one question, or why there is none."""
        catalog = self._catalog
        if question.data is not None:
            data = self._use_data(question.data)
            if isinstance(data, Refusal):
                return replace(data, in_data=True)
            catalog = catalog.plus("data", data)
        else:
            self._drop_data()
        tree = self._parse(question.sql)
        if isinstance(tree, Refusal):
            return tree
        return screen(tree, question.sql, catalog) or self._answer(question.sql, tree, catalog)

    def _use_data(self, sql: str) -> Known | Refusal:
        """Lets the rows of `sql` be the table `data`; they stay while the questions share them."""
        if self._data is None or self._data_sql != sql:
            self._drop_data()
            tree = self._parse(sql)
            self._data = self._make("CREATE TEMP TABLE data AS ", "data", sql, tree)
            self._data_sql = sql
        return self._data

    def _drop_data(self) -> None:
        if isinstance(self._data, Known):
            self._connection.execute("DROP TABLE temp.data")
            self._commit()
        self._data = None

    def _make(self, create: str, name: str, sql: str, tree: Tree | Refusal) -> Known | Refusal:
        """Runs `create` with the query behind it, and says what can be named afterwards."""
        if isinstance(tree, Refusal):
            return tree
        fault = screen(tree, sql, self._catalog.unlisted({name.lower()}))
        if fault:
            return fault
        described = self._run("DESCRIBE ", sql, tree, self._catalog)
        if isinstance(described, Refusal):
            return described
        columns = tuple(str(row[0]) for row in described[1])
        lower = [column.lower() for column in columns]
        for column in columns:
            if lower.count(column.lower()) > 1:
                # DuckDB would rename the second one in silence.
                return refuse_whole(sql, f"two columns are named `{column}`")
        made = self._run(create, sql, tree, self._catalog)
        if isinstance(made, Refusal):
            return made
        self._commit()
        relation = relation_of(tree, self._catalog.relations)
        return Known(name, columns, self._catalog.behind(tables_read(tree)), tree, relation)

    def _parse(self, sql: str) -> Tree | Refusal:
        known = self._parsed.get(sql)
        if known is not None:
            return known
        return self._attempt(sql, lambda: self._parse_all([sql])[sql])

    def _parse_all(self, queries: Sequence[str]) -> dict[str, Tree | Refusal]:
        with self._reading():
            return parse(self._connection, queries)

    def _answer(self, sql: str, tree: Tree, catalog: Catalog) -> Answer | Refusal:
        """Runs the SQL, and says what its rows are made of."""
        found = self._run("", sql, tree, catalog)
        if isinstance(found, Refusal):
            return found
        columns, rows = found
        unordered = len(rows) > 1 and is_unordered_pairing(tree, catalog.trees)
        names = tables_read(tree)
        behind = tuple(sorted(catalog.behind(names)))
        lineage = lineage_of(tree, [column.name for column in columns], catalog.relations)
        return Answer(columns, rows, tree, behind, unordered, names, lineage)

    def _run(self, prefix: str, sql: str, tree: Tree, catalog: Catalog) -> Found | Refusal:
        """Runs the SQL behind a prefix of our own, within the limits."""
        most = self._limits.rows

        def run() -> Found:
            with self._reading():
                self._connection.execute(prefix + sql)
                described = self._connection.description or []
                columns = tuple(Column(field[0], str(field[1])) for field in described)
                return columns, _plain(columns, self._connection.fetchmany(most + 1))

        try:
            found = self._attempt(sql, run)
        except duckdb.Error as error:
            return read_error(str(error), sql, tree, catalog, len(prefix.encode()))
        if not isinstance(found, Refusal) and len(found[1]) > most:
            return refuse_whole(sql, f"the query gives more than {most:,} rows")
        return found

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

    def _commit(self) -> None:
        if self._is_reading:
            self._connection.execute("COMMIT")
            self._is_reading = False


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
