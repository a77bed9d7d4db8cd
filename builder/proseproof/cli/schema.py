"""`proseproof schema`: the JSON Schema of a YAML file, for editors and for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from proseproof.cli.terminal import put

if TYPE_CHECKING:
    from proseproof.block import SchemaName

KINDS = ("claims", "project")


@click.command(
    "schema",
    epilog="\b\nExamples:\n"
    "  proseproof schema > claims.schema.json\n"
    "  proseproof schema project > project.schema.json",
)
@click.argument("kind", type=click.Choice(KINDS), default="claims")
def schema_command(kind: SchemaName) -> int:
    """Print the JSON Schema of a claims file, or of claims/project.yml.

    With it an editor completes and explains the keys as they are typed.
    """
    from proseproof.block import schema_text

    put(schema_text(kind), utf8=True)
    return 0
