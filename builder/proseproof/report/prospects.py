"""What new captures would change, as text, as Markdown for a pull request, or as JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Literal as OneOf, get_args

from proseproof.report.order import place
from proseproof.report.summary import count
from proseproof.whatif import EFFECTS, Effect, Prospect, WhatIf

Format = OneOf["text", "json", "markdown"]
FORMATS: tuple[Format, ...] = get_args(Format)

_WORDS: dict[Effect, str] = {
    "false": "sentence false now",
    "unmeasured": "cannot be measured",
    "rewritten": "would be rewritten",
    "slack": "holds but slack",
    "holds": "holds",
}
_COUNTED: dict[Effect, tuple[str, str]] = {
    "false": ("is false now", "are false now"),
    "unmeasured": ("cannot be measured", "cannot be measured"),
    "rewritten": ("would be rewritten", "would be rewritten"),
    "slack": ("holds but slack", "hold but slack"),
    "holds": ("holds", "hold"),
}


def render(what: WhatIf, kind: Format) -> str:
    """The prospects in a format. Those that hold are counted, page by page; JSON lists them too."""
    return {"text": _text, "markdown": _markdown, "json": _json}[kind](what)


def summary(what: WhatIf) -> str:
    """One line: how many sentences and cells rest on the captures, and what becomes of them."""
    proved = [one for one in what.prospects if not one.beside]
    effects = Counter(one.effect for one in proved)
    told = [_counted(effect, effects[effect]) for effect in EFFECTS if effects[effect]]
    cells = sum(one.is_cell for one in proved)
    kinds = [count(len(proved) - cells, "sentence")] if len(proved) > cells or not cells else []
    kinds += [count(cells, "table cell")] if cells else []
    rest = "rests" if len(proved) == 1 else "rest"
    total = f"{' and '.join(kinds)} {rest} on {', '.join(what.captures)}"
    line = f"{total}: {', '.join(told)}" if told else total
    beside = len(what.prospects) - len(proved)
    return f"{line}; {count(beside, 'finding')} beside them" if beside else line


def _counted(effect: Effect, number: int) -> str:
    return f"{number} {_COUNTED[effect][number != 1]}"


def _pages(what: WhatIf) -> Iterator[tuple[str, list[Prospect], int]]:
    """Each page, what changes on it, the worst first, and how many sentences hold."""
    for page, group in groupby(what.prospects, lambda one: one.page):
        found = list(group)
        changed = [one for one in found if one.effect != "holds"]
        changed.sort(key=lambda one: EFFECTS.index(one.effect))
        yield page, changed, len(found) - len(changed)


def _text(what: WhatIf) -> str:
    lines = []
    for page, changed, held in _pages(what):
        lines.append(page)
        wide = max((len(one.id) for one in changed), default=0)
        for one in changed:
            lines.append(f"  {_WORDS[one.effect]:<18}  {one.id:<{wide}}  {one.says}")
            lines += [f"  {'':<18}  {detail}" for detail in details(one)]
        if held:
            lines.append(f"  {_counted('holds', held)}")
        lines.append("")
    return "".join(f"{line}\n" for line in [*lines, summary(what)])


def details(prospect: Prospect) -> tuple[str, ...]:
    """What changes, a line each: numbers as `1.8 → 1.9`, then what is wrong."""
    numbers = [
        " → ".join(" ".join(text.split()) for text in (edit.span.text, edit.text))
        for edit in _on_page(prospect)
    ]
    return (*dict.fromkeys(numbers), *prospect.why)


def _on_page(prospect: Prospect) -> Sequence[Any]:
    """The edits of the page itself; those of the claims file where the page has none."""
    here = [edit for edit in prospect.edits if edit.span.source.path == prospect.page]
    return here or prospect.edits


def _markdown(what: WhatIf) -> str:
    files = " and ".join(f"`{file}` as `{name}`" for name, file in what.captures.items())
    lines = [f"## What {files} would change", "", f"{summary(what)}.", ""]
    for page, changed, held in _pages(what):
        lines += [f"### {page}", ""]
        if changed:
            lines += ["| Effect | Sentence | What changes |", "|---|---|---|"]
            lines += [_row(one) for one in changed]
            lines.append("")
        if held:
            lines += [f"{_counted('holds', held)}.", ""]
    return "\n".join(lines)


def _row(one: Prospect) -> str:
    effect = _WORDS[one.effect]
    shown = f"**{effect}**" if one.effect in ("false", "unmeasured") else effect
    changes = "<br>".join(_escaped(detail) for detail in details(one))
    return f"| {shown} | {_escaped(one.says)} | {changes} |"


def _escaped(text: str) -> str:
    """Text as Markdown shows it, in a cell of a table."""
    return re.sub(r"([\\`*_\[\]<>|~&])", r"\\\1", " ".join(text.split()))


def _json(what: WhatIf) -> str:
    sentences = [one for one in what.prospects if not one.beside]
    effects = Counter(one.effect for one in sentences)
    whole = {
        "captures": dict(what.captures),
        "stands": what.stands,
        "effects": {effect: effects[effect] for effect in EFFECTS},
        "sentences": [_member(one) for one in sentences],
        "beside": [_beside(one) for one in what.prospects if one.beside],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _member(one: Prospect) -> dict[str, Any]:
    return {
        "id": one.id,
        "page": one.page,
        "says": one.says,
        "place": place(one.place) if one.place is not None else None,
        "effect": one.effect,
        "edits": [
            {"place": place(edit.span), "old": edit.span.text, "new": edit.text}
            for edit in one.edits
        ],
        "why": list(one.why),
        "now": list(one.now),
        "then": list(one.then),
    }


def _beside(one: Prospect) -> dict[str, Any]:
    assert one.place is not None
    return {"rule": one.id, "place": place(one.place), "effect": one.effect, "why": list(one.why)}
