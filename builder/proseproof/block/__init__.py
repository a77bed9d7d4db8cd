"""The YAML that authors write, read to a `Project` and its `Section`s, with every mistake found."""

from proseproof.block.ids import check_ids
from proseproof.block.project import read_project
from proseproof.block.schema import SchemaName, load_schema, schema_text
from proseproof.block.section import read_section

__all__ = [
    "SchemaName",
    "check_ids",
    "load_schema",
    "read_project",
    "read_section",
    "schema_text",
]
