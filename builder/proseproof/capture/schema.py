"""Documents against the JSON Schema that the project declares for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from proseproof.capture.documents import Document, read_documents
from proseproof.capture.fault import RULE, declared, mistaken
from proseproof.capture.files import recorded
from proseproof.capture.path import kind_of
from proseproof.capture.schema_words import violations_of
from proseproof.capture.strict_json import Mistake
from proseproof.disk import Disk, Unreadable
from proseproof.finding import Finding
from proseproof.kept import Kept, program, version_of
from proseproof.source import Source, Text

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

SHOWN = 5
"""How many violations are shown of one file; the others are counted."""


def violations(
    schema: Text, documents: Sequence[Document], disk: Disk, kept: Kept
) -> tuple[Finding, ...]:
    """What the schema at the declared path does not allow, at its place in the recorded files.

    The draft is the one that `$schema` names, else 2020-12. A `$ref` reaches into the schema
    itself and nowhere else: nothing is fetched. A schema that is none is the only finding.
    kept: remembers that the same bytes satisfied the same schema, and nothing else.
    """
    read = _read_schema(schema, disk)
    if isinstance(read, Finding):
        return (read,)
    made_of = _made_of(read, documents)
    if made_of and kept.get(*made_of):
        return ()
    found = tuple(_violations(schema, read, documents))
    if made_of and not found:
        kept.put(True, *made_of)
    return found


def _made_of(schema: Document, documents: Sequence[Document]) -> tuple[Any, ...] | None:
    """What decides whether documents satisfy a schema; None where that cannot be told."""
    validator = version_of("jsonschema")
    if validator is None:
        return None
    sources = dict.fromkeys(document.span.source for document in documents)
    files = [recorded(source).sha256 for source in (schema.span.source, *sources)]
    return ("satisfied", program("capture"), validator, files, len(documents))


def _violations(schema: Text, read: Document, documents: Sequence[Document]) -> Iterator[Finding]:
    # Imported here because most captures declare no schema, and they take a while.
    from jsonschema.exceptions import best_match
    from referencing.exceptions import Unresolvable

    validator = _validator(read)
    if isinstance(validator, Finding):
        yield validator
        return
    by_file: dict[Source, list[tuple[Document, Any]]] = {}
    try:
        for document in documents:
            found = by_file.setdefault(document.span.source, [])
            for error in validator.iter_errors(document.value):
                # Of a value that fits none of several schemas, the one it fits best is shown.
                found += [(document, v) for v in violations_of(best_match([error]) or error)]
    except Unresolvable as error:
        ref = f"#{error.ref}" if error.ref.startswith("/") else error.ref
        yield declared(schema, f"`{ref}` in `{schema.value}` leads nowhere")
        return
    for found in by_file.values():
        yield from _shown(found)


def _shown(found: Sequence[tuple[Document, Any]]) -> Iterator[Finding]:
    unique = list(dict.fromkeys(found))
    for number, (document, violation) in enumerate(unique[:SHOWN], 1):
        notes = violation.notes
        if number == SHOWN and len(unique) > SHOWN:
            notes += (f"the file has {len(unique) - SHOWN} more like this",)
        yield Finding(RULE, document.span_of(violation.path), violation.message, notes=notes)


def _read_schema(schema: Text, disk: Disk) -> Document | Finding:
    if not disk.exists(schema.value):
        return declared(schema, f"there is no file `{schema.value}`")
    source = disk.source(schema.value)
    if isinstance(source, Unreadable):
        return Finding(RULE, source.source.span(source.offset, source.offset + 1), source.reason)
    read = read_documents(source, lines=False)
    return mistaken(source, read) if isinstance(read, Mistake) else read[0]


def _validator(schema: Document) -> Validator | Finding:
    from jsonschema import Draft202012Validator, SchemaError, validators
    from referencing import Registry

    if not isinstance(schema.value, dict):
        message = f"a JSON Schema is an object, this is {kind_of(schema.value)}"
        return Finding(RULE, schema.span, message)
    kind = validators.validator_for(schema.value, default=Draft202012Validator)
    try:
        kind.check_schema(schema.value)
    except SchemaError as error:
        path = tuple(error.absolute_path)
        message = f"`{path[-1] if path else 'schema'}` has a value that JSON Schema does not know"
        return Finding(RULE, schema.span_of(path), message)
    validator: Validator = kind(schema.value, registry=Registry())
    return validator
