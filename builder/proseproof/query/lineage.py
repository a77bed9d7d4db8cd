"""What an answer is made of: recorded values, or what its queries themselves write."""

from __future__ import annotations

from collections.abc import Sequence

from proseproof.query.answer import Lineage
from proseproof.query.columns import relation_of
from proseproof.query.ordering import ordered_columns
from proseproof.query.relation import Relations
from proseproof.query.tree import Tree


def lineage_of(tree: Tree, columns: Sequence[str], known: Relations) -> Lineage:
    """The lineage of the answer to a query that gives these columns.

    known: the tables, views and `data` that the query can name, in lower case.
    """
    relation = relation_of(tree, known)
    aligned = relation.whole and len(relation.columns) == len(columns)
    made = [
        relation.columns[at][1] if aligned else relation.get(name.lower())
        for at, name in enumerate(columns)
    ]
    written = (at for at, one in enumerate(made) if one is not None and not one.measured)
    return Lineage(tuple(written), relation.filtered, tuple(ordered_columns(tree, known)))
