"""``holdem-core bench``: how fast the library is on this machine, beside the other libraries that are installed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from holdem_core._config import config_text
from holdem_core.cli.output import print_json, print_table, print_text
from holdem_core.cli.parameters import read_seconds, reader
from holdem_core.cli.progress import late_bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdem_core.benches.measures import Patience
    from holdem_core.benches.results import Result
    from holdem_core.benches.workloads import Workload

INSTALL = "pip install 'holdem-core[bench]'"
TITLES = ("Workload", "Ours", "Ratio", "Quartiles", "Beside")
FEWEST, FEWEST_SLOW = 3, 1  # pairs of calls: where one takes over a second, a ratio is of a single pair

_EPILOG = """\b
Examples:
  holdem-core bench
  holdem-core bench evaluate settle --seconds 2
  holdem-core bench --json > bench.json"""


@click.command("bench", epilog=_EPILOG)
@click.argument("subjects", metavar="[SUBJECT]...", nargs=-1)
@click.option(
    "--seconds",
    metavar="S",
    default="0.3",
    show_default=True,
    callback=reader(read_seconds),
    help="How long each figure is taken; slow calls are made at least once.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def bench_command(subjects: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measures how fast this machine is, beside the other libraries that are installed, in less than a minute.

    SUBJECT is one or more of evaluate, one-hand, settle, showdown, whole-hands, exact-equity, random-deals and import;
    by default all. Ours is a median on one thread, with arrays of a million hands.

    The ratio is our rate over the other's, the median of pairs of calls made in turn, which holds on a machine that
    drifts; half of the pairs lie between the quartiles. None of the others settles arrays: beside settle and showdown
    stands what pokerfast takes for the strengths of the six hands alone. What draws deals for a time says for how
    long; its rate is of as many deals as it then says it drew.
    """
    from holdem_core.benches.measures import Patience  # here, for the other commands do without

    start = time.perf_counter()
    chosen = _chosen(subjects)
    if not as_json:
        print_text(config_text())
    results = []
    for number, subject in enumerate(chosen, 1):
        found = _run(f"{subject}, {number} of {len(chosen)}", chosen[subject], Patience(seconds, FEWEST, FEWEST_SLOW))
        results += found
        if not as_json:
            print_text(f"\n{subject}", "bold")
            print_table(TITLES, [row for result in found for row in _rows(result)], numbers=("Ours", "Ratio"))
    missing, broken = _problems(results)
    took = time.perf_counter() - start
    if as_json:
        _print_json(results, missing, broken, took)
        return
    print_text(f"\n{took:.0f} s.")
    for name, why in broken.items():
        print_text(f"{name} is installed and fails: {why}")
    if missing:
        print_text(f"Not installed: {', '.join(missing)}. {INSTALL}")


def _chosen(subjects: Sequence[str]) -> dict[str, list[Workload]]:
    """The workloads of each subject that is asked for, in our order."""
    from holdem_core.benches.workloads import SUBJECTS, WORKLOADS

    for subject in subjects:
        if subject not in SUBJECTS:
            raise click.UsageError(f"{subject!r} is none of {', '.join(SUBJECTS)}")
    return {
        subject: [each for each in WORKLOADS if each.subject == subject and not each.slow]
        for subject in SUBJECTS
        if subject in subjects or not subjects
    }


def _run(what: str, workloads: Sequence[Workload], patience: Patience) -> list[Result]:
    from holdem_core.benches.results import run, steps
    from holdem_core.benches.workloads import Deals

    deals, total, done = Deals(), sum(map(steps, workloads)), 0
    with late_bar(what) as progress:

        def advance() -> None:
            nonlocal done
            done += 1
            if progress is not None:
                progress(done / total, None)

        return [run(workload, deals, patience, advance) for workload in workloads]


def _rows(result: Result) -> list[list[str]]:
    """A row for each yardstick, under the workload and our rate; also for those that take no part here."""
    from holdem_core.benches.measures import shown, times

    beside = [[f"{times(ratio.median)} x", ratio.spread, name] for name, ratio in result.ratios.items()]
    beside += [["", "", f"{each.name}: {each.left_out}"] for each in result.workload.yardsticks if each.left_out]
    first, *others = beside or [["", "", ""]]
    return [[result.workload.name, shown(result.ours.rate, result.unit), *first], *(["", "", *each] for each in others)]


def _problems(results: Sequence[Result]) -> tuple[list[str], dict[str, str]]:
    """The peers that are not installed, and those that are and fail, with what they say."""
    from holdem_core.benches.peers import MISSING
    from holdem_core.benches.results import distribution

    problems = {distribution(name): why for result in results for name, why in result.problems.items()}
    missing = sorted(name for name, why in problems.items() if why == MISSING)
    return missing, {name: why for name, why in sorted(problems.items()) if why != MISSING}


def _print_json(results: Sequence[Result], missing: list[str], broken: dict[str, str], seconds: float) -> None:
    from holdem_core.benches.results import versions

    print_json(
        {
            "config": config_text().splitlines(),
            "peers": versions(name for result in results for name in result.ratios),
            "missing": missing,
            "broken": broken,
            "seconds": seconds,
            "workloads": [result.to_dict() for result in results],
        }
    )
