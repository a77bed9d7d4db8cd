"""Documents against the JSON Schema that the project declares for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from proseproof.capture.documents import Document, read_documents
from proseproof.capture.fault import RULE, declared, mistaken
from proseproof.capture.files import recorded
from proseproof.capture.path import kind_of
from proseproof.capture.schema_fit import surely_satisfied
from proseproof.capture.schema_patterns import Patterns, UnfitPattern
from proseproof.capture.schema_words import Violation, violations_of
from proseproof.disk import Disk, Unreadable
from proseproof.finding import Finding
from proseproof.kept import Kept, program, version_of
from proseproof.near import first_few
from proseproof.nouns import dataclass
from proseproof.source import Source, Text
from proseproof.strict_json import Mistake

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

SHOWN = 5
"""How many violations are shown of one file; the others are counted."""


@dataclass(frozen=True, eq=False)
class Schema:
    """A JSON Schema that a project declares at `path`, as it was read."""

    path: Text
    document: Document

    def made_of(
        self, digests: Sequence[str], documents: Sequence[Document] = ()
    ) -> tuple[Any, ...] | None:
        """What decides whether the documents of files with these digests satisfy it.

        None where that cannot be told. documents: they stand elsewhere in a log read behind
        another mark.
        """
        validators = version_of("jsonschema"), version_of("jsonschema_rs")
        if None in validators:
            return None
        files = [recorded(self.document.span.source).sha256, *digests]
        places = repr([(one.span.start, one.span.end) for one in documents])
        standing = sha256(places.encode()).hexdigest()
        return ("satisfied", program(), validators, files, standing)

    def violations(self, documents: Iterable[Document]) -> Iterator[Finding]:
        """What it does not allow in documents of one file, at its place there.

        The draft is the one that `$schema` names, else 2020-12. A `$ref` reaches into the schema
        itself and nowhere else: nothing is fetched. A schema that is none is the only finding.
        """
        documents = list(documents)
        schema = self.document.value
        if isinstance(schema, dict) and surely_satisfied(schema, (one.value for one in documents)):
            return
        # Imported here because most captures satisfy their schema, and they take a while.
        from jsonschema.exceptions import best_match
        from referencing.exceptions import Unresolvable

        patterns = Patterns()
        validator = _validator(self.document, patterns)
        if isinstance(validator, Finding):
            yield validator
            return
        found: list[tuple[Document, Violation]] = []
        try:
            for document in documents:
                for error in validator.iter_errors(document.value):
                    # Of a value that fits none of several schemas, the one it fits best is shown.
                    best = best_match([error]) or error
                    found += [(document, one) for one in violations_of(best, patterns)]
        except Unresolvable as error:
            ref = f"#{error.ref}" if error.ref.startswith("/") else error.ref
            yield declared(self.path, f"`{ref}` in `{self.path.value}` leads nowhere")
            return
        except UnfitPattern as unfit:
            yield declared(self.path, f"{unfit}, in `{self.path.value}`")
            return
        except RecursionError:
            yield declared(self.path, f"`{self.path.value}` refers to itself without an end")
            return
        yield from _shown(found)


def violations(
    path: Text, documents: Sequence[Document], disk: Disk, kept: Kept
) -> tuple[Finding, ...]:
    """What the schema at the declared path does not allow, at its place in the recorded files.

    kept: remembers that the same bytes satisfied the same schema, and nothing else.
    """
    schema = read_schema(path, disk)
    if isinstance(schema, Finding):
        return (schema,)
    by_file: dict[Source, list[Document]] = {}
    for document in documents:
        by_file.setdefault(document.span.source, []).append(document)
    made_of = schema.made_of([recorded(source).sha256 for source in by_file], documents)
    if made_of and kept.get(*made_of):
        return ()
    # A fault of the schema itself is the same in each file.
    found = dict.fromkeys(f for inside in by_file.values() for f in schema.violations(inside))
    if made_of and not found:
        kept.put(True, *made_of)
    return tuple(found)


def _shown(found: Sequence[tuple[Document, Violation]]) -> Iterator[Finding]:
    unique = list(dict.fromkeys(found))
    shown = first_few(unique, SHOWN)
    for number, (document, violation) in enumerate(shown, 1):
        notes = violation.notes
        if number == len(shown) < len(unique):
            notes += (f"the file has {len(unique) - len(shown)} more like this",)
        yield Finding(RULE, document.span_of(violation.path), violation.message, notes=notes)


def read_schema(path: Text, disk: Disk) -> Schema | Finding:
    """The schema at the declared path, or why there is none."""
    if not disk.exists(path.value):
        return declared(path, f"there is no file `{path.value}`")
    source = disk.source(path.value)
    if isinstance(source, Unreadable):
        return Finding(RULE, source.source.span(source.offset, source.offset + 1), source.reason)
    read = read_documents(source)
    return mistaken(source, read) if isinstance(read, Mistake) else Schema(path, read[0])


def _validator(schema: Document, patterns: Patterns) -> Validator | Finding:
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
    extend: Any = validators.extend  # has no types
    whole = extend(patterns.bound(kind), {"multipleOf": _multiple})
    validator: Validator = whole(schema.value, registry=Registry())
    return validator


def _multiple(validator: Any, of: Any, value: Any, _schema: Any) -> Iterator[Any]:
    """As the numbers are written: 0.3 is three times 0.1, which floats deny."""
    from jsonschema import ValidationError

    if validator.is_type(value, "number") and Fraction(str(value)) % Fraction(str(of)):
        yield ValidationError(f"{value!r} is not a multiple of {of}")
