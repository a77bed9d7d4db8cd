"""Connections to other engines, which say where they are by environment variables alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proseproof.block import fields
from proseproof.block.words import RULE
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration, Connection
from proseproof.near import listing, nearest
from proseproof.source import Span
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode

_PASSWORD = re.compile(
    r"://[^\s/@:]*:[^\s/@]+@"  # in a URI, between the user and the host
    r"|\b(?:password|passwd|pwd|secret|token)\s*=\s*[^\s;&]"  # in a list of keys and values
    r"|^[^\s/@:]+:[^\s/@]+@[\w.-]+/",  # as Snowflake writes it
    re.IGNORECASE,
)
_SECRET_KEY = re.compile(
    r"pass(?:word|wd|phrase)|pwd$|secret|token|credential|private_key|authorization|auth_value",
    re.IGNORECASE,
)
_RECORDS = (".parquet", ".json")


def read_connections(root: MapNode) -> tuple[Connection, ...]:
    """The connections of a fitted project file."""
    return tuple(
        Connection(
            key.text.value,
            fields.string(node, "engine") or fields.string(node, "driver") or "",
            fields.string(node, "dsn_env"),
            _texts(node, "options"),
            _texts(node, "secrets"),
            key.span,
        )
        for key, node in fields.pairs(root, "connections")
        if isinstance(node, MapNode)
    )


def _texts(node: MapNode, name: str) -> dict[str, str]:
    return {
        key.text.value: value.text.value
        for key, value in fields.pairs(node, name)
        if isinstance(value, ScalarNode)
    }


def secrets_of(root: MapNode) -> Iterator[Finding]:
    """A finding for each password in a project file; its message does not repeat it.

    root: the file as it was written, before it was held against the schema.
    """
    for key, value in _entries(root):
        if isinstance(value, ScalarNode) and _PASSWORD.search(value.text.value):
            yield _finding(value.span, f"the value of `{key.text.value}` holds a password", key)
    for _, connection in fields.pairs(root, "connections"):
        if not isinstance(connection, MapNode):
            continue
        for key, value in (*connection.entries, *fields.pairs(connection, "options")):
            written = isinstance(value, ScalarNode) and not _PASSWORD.search(value.text.value)
            if written and _SECRET_KEY.search(key.text.value):
                message = f"the option `{key.text.value}` is a secret, and this file is not"
                yield _finding(value.span, message, key)


def _finding(span: Span, message: str, key: ScalarNode) -> Finding:
    secret = _SECRET_KEY.search(key.text.value)
    place = "`secrets`" if secret else "`dsn_env`"
    return Finding(
        RULE, span, message, help=f"put it in an environment variable, and name that under {place}"
    )


def _entries(node: Node) -> Iterator[tuple[ScalarNode, Node]]:
    if isinstance(node, MapNode):
        for key, value in node.entries:
            yield key, value
            yield from _entries(value)
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from _entries(item)


def check_records(
    captures: tuple[CaptureDeclaration, ...], connections: tuple[Connection, ...]
) -> Iterator[Finding]:
    """What keeps a capture from being recorded: its connection is not there, its file no record."""
    names = [connection.name for connection in connections]
    for capture in captures:
        if capture.connection is None:
            continue
        name, file = capture.connection.value, capture.file
        if name not in names:
            near = nearest(name, names)
            yield Finding(
                RULE, capture.connection.span(), f"there is no connection `{name}`",
                notes=(f"the connections are {listing(names, near=name)}",) if names else (),
                help=f"write `{near[0]}`" if near else "",
            )  # fmt: skip
        if not file.value.endswith(_RECORDS) or any(mark in file.value for mark in "*?["):
            yield Finding(
                RULE, file.span(), f"`{file.value}` is no place for one record",
                notes=("a record is one file that ends with .parquet or .json",),
            )  # fmt: skip
