"""`proseproof suggest`: what the captures hold that the numbers of a draft could mean."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proseproof.cli.project import named_page, open_project, root_option, uncollected
from proseproof.cli.terminal import put
from proseproof.cli.waiting import waiting
from proseproof.disk import Disk

if TYPE_CHECKING:
    from proseproof.kept import Kept
    from proseproof.load import Loaded
    from proseproof.outcome import Outcome
    from proseproof.query import Worker
    from proseproof.suggest import Choice, Proposals


@click.command(
    "suggest",
    epilog="\b\nExamples:\n"
    "  proseproof suggest docs/speed.md              look\n"
    "  proseproof suggest docs/speed.md --write      take what stands out\n"
    "  proseproof suggest docs/speed.md 2 5b --write take the first of 2, the second of 5\n"
    "\n\nExit status: 0 done, 2 could not run.",
)
@click.argument("page", metavar="PAGE")
@click.argument("choices", nargs=-1, metavar="[CHOICE]...")
@click.option(
    "--write", is_flag=True,
    help="Add CHOICEs to the page's claims file; without one, those that stand out.",
)  # fmt: skip
@click.option("--format", "kind", type=click.Choice(["text", "json"]), default="text")
@root_option
def suggest_command(
    page: str, choices: tuple[str, ...], write: bool, kind: str, root: Path | None
) -> int:
    """Suggest claims for the numbers of PAGE that nothing binds.

    The captures are searched for values that the numbers may stand for: values, statistics,
    counts, differences, ratios and changes, by group and filter. Those that agree best with the
    words come first; one that stands out has a star. Each of them holds.
    """
    disk = open_project(root)
    from proseproof.kept import Kept, default_folder
    from proseproof.load import CannotRun, Loaded, load
    from proseproof.query import start_worker
    from proseproof.suggest.telling import as_data, as_text

    if choices and not write:
        raise click.UsageError(f"{choices[0]} is chosen, and --write is not given")
    try:
        with waiting("searching"), uncollected(), start_worker() as worker:
            kept = Kept(default_folder())
            loaded = load(disk, kept=kept)
            if not isinstance(loaded, Loaded):
                raise click.ClickException(f"{loaded[0].message}; run `proseproof check`")
            unread = {finding.span.source.path for finding in loaded.findings}
            path = named_page(disk, loaded.pages, page, unread)
            proposals = _proposals(loaded, path, worker, kept)
            if write:
                put(_write(disk, loaded, proposals, _chosen(proposals, choices), worker, kept))
                return 0
    except CannotRun as error:
        raise click.ClickException(str(error)) from error
    if kind == "json":
        put(f"{json.dumps(as_data(proposals), ensure_ascii=False, indent=2)}\n", utf8=True)
    else:
        put(as_text(proposals))
    return 0


def _proposals(loaded: Loaded, page: str, worker: Worker, kept: Kept) -> Proposals:
    from proseproof.answers import ask_all
    from proseproof.run import examine_all
    from proseproof.suggest import propose

    return propose(loaded, examine_all(loaded, ask_all(worker, loaded, kept)), page, worker)


def _chosen(proposals: Proposals, names: tuple[str, ...]) -> list[Choice]:
    from proseproof.suggest.telling import pick

    chosen = pick(proposals, list(names))
    if isinstance(chosen, str):
        raise click.ClickException(f"{chosen} is no choice; `proseproof suggest` lists them")
    for one in chosen:
        if one.places > 1:
            raise click.ClickException(
                f"`{one.says}` stands at {one.places} places, and a claim of it would speak for "
                "all of them; quote words beside it, or check its table with a block `kind: table`"
            )
    return chosen


def _write(
    disk: Disk, loaded: Loaded, proposals: Proposals, chosen: list[Choice], worker: Worker,
    kept: Kept,
) -> str:  # fmt: skip
    """Adds the chosen claims, if the check then finds nothing that it does not find now."""
    from proseproof.run import check
    from proseproof.suggest.telling import left_lines
    from proseproof.suggest.writing import with_claims

    tables = "".join(f"{line}\n" for table in proposals.left for line in left_lines(table))
    if not chosen:
        choose = "choose by number, as in `proseproof suggest PAGE 1a --write`"
        return f"{tables}nothing stands out; {choose}\n"
    texts: dict[str, str] = {}
    for path, text in with_claims(loaded, proposals.page, chosen).items():
        if text is None:
            raise click.ClickException(
                f"{path} has something else where its figures and claims should be lists; "
                "nothing was added, and `proseproof check` says where"
            )
        texts[path] = text
    before = check(disk, worker, kept=kept)
    overlay = {path: text.encode() for path, text in texts.items()}
    after = check(Disk(disk.root, overlay), worker, kept=kept)
    new = _new_findings(before, after)
    if new:
        raise click.ClickException(f"together they do not hold: {new[0]}; nothing was added")
    disk.write_all(texts)
    claims = f"{len(chosen)} claim{'' if len(chosen) == 1 else 's'}"
    left = after.numbers.unbound
    are = "is" if left == 1 else "are"
    added = f"{', '.join(texts)}: {claims} added"
    return f"{tables}{added}; {left} of the project's numbers {are} unbound\n"


def _new_findings(before: Outcome, after: Outcome) -> list[str]:
    known = Counter(finding.message for finding in before.findings)
    found = Counter(finding.message for finding in after.findings)
    return sorted(found - known)
