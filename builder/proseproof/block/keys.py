"""The keys of one mapping: those it may have, those it lacks, those that do not go together."""

from __future__ import annotations

from collections.abc import Callable

from proseproof.block import words
from proseproof.block.shape import Shape
from proseproof.block.words import RULE
from proseproof.finding import Finding
from proseproof.near import listing, nearest
from proseproof.source import Span
from proseproof.yaml_text import MapNode, Node, ScalarNode


class Keys:
    """Judges the keys of `node`; `findings` fills up on the way.

    takes: whether a key of the shape takes this kind of value.
    """

    def __init__(self, shape: Shape, node: MapNode, takes: Callable[[str, Node], bool]) -> None:
        self.findings: list[Finding] = []
        self._shape = shape
        self._node = node
        self._takes = takes
        self._present = {key.text.value: key for key, _ in node.entries}
        self._strange = [name for name in self._present if not self._is_known(name)]

    def known(self, key: ScalarNode, value: Node) -> ScalarNode | None:
        """The key, or the one that was meant by it; None when it is no key here.

        Meant can be a key that is not there yet and takes this kind of value: one of a similar
        name, or the only one missing where this is the only one too many.
        """
        name, shape = key.text.value, self._shape
        if self._is_known(name):
            return key
        message = f"`{words.shortened(name)}` is not {words.a(shape.key)}"
        if name in shape.refused:
            self._report(key.span, message)
            return None
        meant = self._meant(name, value)
        if meant is None:
            kind = shape.key.partition(" of ")[0]
            note = f"the {kind}s are {listing(shape.keys, near=name)}"
            self._report(key.span, message, note=note)
            return None
        self._report(key.span, message, f"write `{meant}`")
        self._present[meant] = key
        return words.read_as(meant, key)

    def check_together(self) -> None:
        """Reports the keys that are missing, and those that do not go together."""
        here, shape, present = words.caret(self._node), self._shape, self._present
        what = words.a(shape.title)
        missing = self._missing()
        if missing:
            lacking = " and no ".join(f"`{key}`" for key in missing)
            advice = words.such_as(missing[0], shape.properties[missing[0]])
            self._report(here, f"{what} has no {lacking}", advice if len(missing) == 1 else "")
        if shape.one_of and not present.keys() & set(shape.one_of):
            # A key that is none may stand for one of them; then it has its finding.
            if not self._strange:
                names = listing(f"`{key}`" for key in shape.one_of)
                advice = words.such_as(shape.one_of[0], shape.properties[shape.one_of[0]])
                self._report(here, f"{what} has none of {names}", advice)
            return
        if shape.not_together and present.keys() >= set(shape.not_together):
            keys = [present[key] for key in shape.not_together]
            last = max(keys, key=lambda key: key.span.start)
            names = listing(f"`{key}`" for key in shape.not_together)
            self._report(last.span, f"{what} has both {names}")
        for key, beside in shape.dependent.items():
            if key in present and not present.keys() & set(beside):
                names = " or ".join(f"`{one}`" for one in beside)
                self._report(present[key].span, f"`{key}` stands without {names}")

    def _is_known(self, name: str) -> bool:
        shape = self._shape
        return name in shape.keys or (shape.others is not None and name not in shape.refused)

    def _missing(self) -> list[str]:
        return [key for key in self._shape.required if key not in self._present]

    def _meant(self, name: str, value: Node) -> str | None:
        open_keys = [
            key for key in self._shape.keys if key not in self._present and self._takes(key, value)
        ]
        missing = [key for key in self._missing() if key in open_keys]
        near = nearest(name, open_keys)
        if near:
            return near[0]
        return missing[0] if len(missing) == len(self._strange) == 1 else None

    def _report(self, span: Span, message: str, advice: str = "", note: str = "") -> None:
        notes = (note,) if note else ()
        self.findings.append(Finding(RULE, span, message, notes=notes, help=advice))
