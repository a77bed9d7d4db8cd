"""The session: a catalog that grows by views and `data`, and one query answered at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proseproof.query.answer import Answer, Question, Refusal
from proseproof.query.columns import relation_of
from proseproof.query.lineage import lineage_of
from proseproof.query.load import Table
from proseproof.query.place import refuse_whole
from proseproof.query.relation import recorded_table
from proseproof.query.runner import Runner
from proseproof.query.scope import Catalog, Known
from proseproof.query.screen import screen
from proseproof.query.tree import Tree, is_unordered_pairing, tables_read
from proseproof.sql_type import quoted


class Session:
    """What can be asked of the tables that the runner's connection holds.

    names: what a refusal says there is, tables and views. unstable: see `Catalog`.
    """

    def __init__(
        self,
        runner: Runner,
        tables: Sequence[Table],
        names: Sequence[str],
        unstable: frozenset[str],
    ) -> None:
        self._runner = runner
        known = {}
        for table in tables:
            columns = runner.columns(table.name)
            known[table.name.lower()] = Known(
                table.name, columns, frozenset({table.name}),
                relation=recorded_table(table.name, columns),
            )  # fmt: skip
        self._catalog = Catalog(known, {}, unstable, tuple(names))
        self._in_files = {
            table.name.lower() for table in tables if table.parquet or table.stored is not None
        }
        self._data_sql: str | None = None
        self._data: Known | Refusal | None = None

    def add_views(
        self, views: Sequence[tuple[str, str]], *, keep_rows: bool = False
    ) -> tuple[Refusal | None, ...]:
        """Makes the views, given as name and SQL, in whatever order they need one another.

        keep_rows: a view's rows are worked out once, where they are few; a view that takes too
        long as a whole is refused.
        Why not, for each that is refused, in the order given; None for the others. Raises one of
        BROKEN, with `keep_rows` only.
        """
        trees = [self._runner.parse(sql) for _, sql in views]
        waiting = {at: name.lower() for at, (name, _) in enumerate(views)}
        refusals: dict[int, Refusal | None] = {}
        while waiting:
            ready = [at for at in waiting if not self._needs(trees[at]) & {*waiting.values()}]
            for at in ready or list(waiting):
                name, sql = views[at]
                made = (
                    self._make_view(name, sql, trees[at], keep_rows=keep_rows)
                    if ready
                    else refuse_whole(sql, f"the view `{name}` reads itself")
                )
                refusals[at] = made if isinstance(made, Refusal) else None
                self._catalog = self._catalog.plus(waiting.pop(at), made)
        self._catalog = self._catalog.unlisted(self._catalog.broken)
        return tuple(refusals[at] for at in range(len(views)))

    def _make_view(
        self, name: str, sql: str, tree: Tree | Refusal, *, keep_rows: bool
    ) -> Known | Refusal:
        view = self._describe(name, sql, tree)
        if isinstance(view, Refusal):
            return view
        # Of rows in files a query reads but the part that it needs.
        if keep_rows and not {table.lower() for table in view.reads} & self._in_files:
            kept = self._runner.keep_rows(name, sql)
            if kept is not False:
                return view if kept is True else kept
        return self._create(f"CREATE TEMP VIEW {quoted(name)} AS ", sql, view)

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
        tree = self._runner.parse(question.sql)
        if isinstance(tree, Refusal):
            return tree
        return screen(tree, question.sql, catalog) or self._answer(question.sql, tree, catalog)

    def _use_data(self, sql: str) -> Known | Refusal:
        """Lets the rows of `sql` be the table `data`; they stay while the questions share them."""
        if self._data is None or self._data_sql != sql:
            self._drop_data()
            data = self._describe("data", sql, self._runner.parse(sql))
            if isinstance(data, Known):
                data = self._create("CREATE TEMP TABLE data AS ", sql, data)
            self._data, self._data_sql = data, sql
        return self._data

    def _drop_data(self) -> None:
        if isinstance(self._data, Known):
            self._runner.drop("data")
        self._data = None

    def _describe(self, name: str, sql: str, tree: Tree | Refusal) -> Known | Refusal:
        """What can be named of the query's rows, once they have this name."""
        if isinstance(tree, Refusal):
            return tree
        fault = screen(tree, sql, self._catalog.unlisted({name.lower()}))
        if fault:
            return fault
        described = self._runner.run("DESCRIBE ", sql, tree, self._catalog)
        if isinstance(described, Refusal):
            return described
        columns = tuple(str(row[0]) for row in described[1])
        lower = [column.lower() for column in columns]
        for column in columns:
            if lower.count(column.lower()) > 1:
                # DuckDB would rename the second one in silence.
                return refuse_whole(sql, f"two columns are named `{column}`")
        relation = relation_of(tree, self._catalog.relations)
        return Known(name, columns, self._catalog.behind(tables_read(tree)), tree, relation)

    def _create(self, create: str, sql: str, made: Known) -> Known | Refusal:
        """Runs `create` with the query behind it."""
        found = self._runner.run(create, sql, made.tree or {}, self._catalog)
        if isinstance(found, Refusal):
            return found
        self._runner.commit()
        return made

    def _answer(self, sql: str, tree: Tree, catalog: Catalog) -> Answer | Refusal:
        """Runs the SQL, and says what its rows are made of."""
        found = self._runner.run("", sql, tree, catalog)
        if isinstance(found, Refusal):
            return found
        columns, rows = found
        unordered = len(rows) > 1 and is_unordered_pairing(tree, catalog.trees)
        names = tables_read(tree)
        behind = tuple(sorted(catalog.behind(names)))
        lineage = lineage_of(tree, [column.name for column in columns], catalog.relations)
        return Answer(columns, rows, tree, behind, unordered, names, lineage)
