"""Proposals told: as text for a person, as data for a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase
from typing import Any

from proseproof.suggest.left import LeftTable
from proseproof.suggest.proposal import Choice, Proposal, Proposals


def as_text(proposals: Proposals) -> str:
    """The proposals of a page, each with its number and its choices by letter; a summary last.

    A star marks a choice that stands out. The result ends with a line end.
    """
    lines = [line for at, one in enumerate(proposals.proposals, 1) for line in _proposal(at, one)]
    for table in proposals.left:
        lines += [*left_lines(table), ""]
    lines += [f"not searched: {reason}" for reason in proposals.unsearched]
    return "\n".join([*lines, summary(proposals)]) + "\n"


def _proposal(number: int, proposal: Proposal) -> Iterator[str]:
    place = proposal.span.first
    where = f"{proposal.span.source.path}:{place.line}:{place.column}"
    first = proposal.choices[0] if proposal.choices else None
    says = first.says if first is not None and first.says else _shown(proposal)
    yield f"{number}  {where}: {says}"
    if first is None:
        yield "   nothing in the captures gives it; what was chosen goes under `given`"
    for letter, choice in zip(ascii_lowercase, proposal.choices, strict=False):
        star = "*" if proposal.clear and choice is first else " "
        lines = list(_choice(choice, says))
        yield f"   {letter}{star} {lines[0]}"
        yield from (f"      {line}" for line in lines[1:])
    if first is not None and first.places > 1:
        yield f"   no claim can be made of it: `{first.says}` stands at {first.places} places"
    yield ""


def left_lines(table: LeftTable) -> Iterator[str]:
    """A table whose cells are listed one by one, why, and what is to be done."""
    place = table.span.first
    yield f"{table.span.source.path}:{place.line}:{place.column}: no block for this table"
    yield f"   {table.why}"
    yield "   a cell has no words that tell it from other numbers: write a block of `kind: table`"


def _shown(proposal: Proposal) -> str:
    """What stands at a proposal without a phrase, in one line: a table by its first row."""
    lines = proposal.span.text.split("\n")
    return " ".join(lines[0].split())


def _choice(choice: Choice, says: str) -> Iterator[str]:
    sql = choice.sql.split("\n")
    if choice.block is None:
        head = f"{', '.join(choice.values)} = " if choice.kind == "query" else ""
        head = head or f"{', '.join(choice.values)} = change of "
        sql[0] = head + sql[0]
    yield from sql
    if choice.block is not None:
        yield from (f"{head}: {cell}" for head, cell in choice.block.columns)
    elif choice.says != says:
        yield f"says: {choice.says}"


def summary(proposals: Proposals) -> str:
    """How many phrases have a claim that stands out, several, or none."""
    every = proposals.proposals
    if not every:
        return f"nothing on {proposals.page} is unbound"
    clear = sum(one.clear for one in every)
    none = sum(not one.choices for one in every)
    several = len(every) - clear - none
    counts = f"{clear} with one that stands out, {several} with others, {none} with none"
    return f"{_count(len(every), 'phrase')}: {counts}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def as_data(proposals: Proposals) -> dict[str, Any]:
    """The proposals as plain data, for JSON."""
    return {
        "page": proposals.page,
        "proposals": [_data(at, one) for at, one in enumerate(proposals.proposals, 1)],
        "unsearched": list(proposals.unsearched),
        "tables_left": [
            {
                "file": table.span.source.path,
                "line": table.span.first.line,
                "column": table.span.first.column,
                "why": table.why,
            }
            for table in proposals.left
        ],
    }


def _data(number: int, proposal: Proposal) -> dict[str, Any]:
    first, last = proposal.span.first, proposal.span.last
    return {
        "number": number,
        "file": proposal.span.source.path,
        "line": first.line,
        "column": first.column,
        "end_line": last.line,
        "end_column": last.column,
        "text": proposal.span.text,
        "clear": proposal.clear,
        "choices": [
            {"choice": f"{number}{letter}", **_choice_data(choice)}
            for letter, choice in zip(ascii_lowercase, proposal.choices, strict=False)
        ],
    }


def _choice_data(choice: Choice) -> dict[str, Any]:
    score = round(choice.score, 3)
    if choice.block is not None:
        block = choice.block
        return {
            "table": {"title": block.title, "data": block.data, "columns": dict(block.columns)},
            "score": score,
        }
    return {
        "says": choice.says, choice.kind: choice.sql, "values": list(choice.values), "score": score,
        "writable": choice.places < 2,
    }  # fmt: skip


def pick(proposals: Proposals, named: list[str]) -> list[Choice] | str:
    """The choices that `named` asks for, such as `3b` or `3`; those that stand out for no name.

    A name that is none is given back.
    """
    every = proposals.proposals
    if not named:
        return _once(_of_one_meaning([one.choices[0] for one in every if one.clear]))
    chosen = []
    for name in named:
        digits = name.rstrip(ascii_lowercase)
        letter = name[len(digits) :] or "a"
        number = int(digits) if digits.isascii() and digits.isdecimal() else 0
        at = ascii_lowercase.index(letter) if len(letter) == 1 else len(ascii_lowercase)
        if not 1 <= number <= len(every) or at >= len(every[number - 1].choices):
            return name
        chosen.append(every[number - 1].choices[at])
    return _once(chosen)


def _of_one_meaning(choices: Sequence[Choice]) -> list[Choice]:
    """The choices whose phrase no other of them quotes for another query."""
    meanings: dict[tuple[str, str], set[str]] = {}
    for choice in choices:
        meanings.setdefault((choice.figure, choice.says), set()).add(choice.sql)
    return [
        one for one in choices if one.block is not None or len(meanings[one.figure, one.says]) == 1
    ]


def _once(choices: Iterable[Choice]) -> list[Choice]:
    """The choices without those whose phrase one before them quotes: it speaks for both places."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for choice in choices:
        phrase = (choice.figure, choice.says)
        if choice.block is not None or phrase not in seen:
            seen.add(phrase)
            kept.append(choice)
    return kept
