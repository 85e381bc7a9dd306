"""``holdem-core simulate``: random all-in hands dealt, evaluated and settled, and what each category won."""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
import numpy as np
from numpy.typing import NDArray
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from holdem_core.cards import deal
from holdem_core.cli.output import console, print_json, print_table, print_text
from holdem_core.cli.parameters import read_count, reader
from holdem_core.cli.progress import BESIDE
from holdem_core.hands import Category, category
from holdem_core.showdowns.many import showdown_batch

BLOCK = 1 << 16  # hands that share a random stream
DEEPEST_STACK = 10_000

_EPILOG = """\b
Examples:
  holdem-core simulate --hands 10M --players 6 --seed 1
  holdem-core simulate --hands 10_000_000 --json"""


@click.command("simulate", epilog=_EPILOG)
@click.option(
    "--hands",
    metavar="N",
    default="1M",
    show_default=True,
    callback=reader(read_count),
    help="How many, as in 500000, 500_000 or 500k.",
)
@click.option("--players", type=click.IntRange(min=2), default=6, show_default=True, help="Seats at the table.")
@click.option("--seed", type=click.IntRange(min=0), help="The same seed deals the same hands; by default any.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate_command(hands: int, players: int, seed: int | None, as_json: bool) -> None:
    """Deals random hands, all seats all in, and settles them.

    Each seat is all in before the flop with a stack of 1 to 10,000 chips. Wins are the hands that took chips out of a
    pot, all or a share, by category; chips are what they took, without what came back uncalled.
    """
    seed = secrets.randbits(32) if seed is None else seed
    start = time.perf_counter()
    wins, chips = _play_all(hands, players, seed)
    seconds = time.perf_counter() - start
    shares = wins / wins.sum()
    if as_json:
        won = zip(Category, wins.tolist(), shares.tolist(), chips.tolist(), strict=True)
        print_json(
            {
                "hands": hands,
                "players": players,
                "seed": seed,
                "seconds": seconds,
                "hands_per_second": hands / seconds,
                "categories": [
                    {"category": name.name.lower(), "wins": count, "share": share, "chips": taken}
                    for name, count, share, taken in won
                ],
            }
        )
        return
    rows = [
        [name.name.replace("_", " ").lower(), f"{wins[name]:,}", f"{shares[name]:.3%}", f"{chips[name]:,}"]
        for name in reversed(Category)
    ]
    print_table(["Category", "Wins", "Share", "Chips"], rows, numbers=["Wins", "Share", "Chips"])
    speed = f"{hands / seconds:,.0f} hands a second"
    print_text(f"{hands:,} hands of {players} players, seed {seed}: {seconds:.2f} s, {speed}.")


def _play_all(hands: int, players: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The wins and the chips of each category, int64[9] each."""
    wins, chips = np.zeros((2, len(Category)), dtype=np.int64)
    with _progress_bar(hands) as advance:
        for block, start in enumerate(range(0, hands, BLOCK)):
            count = min(BLOCK, hands - start)
            block_wins, block_chips = _play(count, players, seed, block)
            wins += block_wins
            chips += block_chips
            advance(count)
    return wins, chips


@contextmanager
def _progress_bar(hands: int) -> Iterator[Callable[[int], None]]:
    """What moves a progress bar forward, on standard error if that is a terminal."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda count: None
        return
    counts = 2 * len(str(hands)) + 1
    columns: tuple[ProgressColumn, ...] = (TaskProgressColumn(),)
    if screen.width >= len("Hands") + counts + BESIDE:
        columns = (TextColumn("Hands"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("", total=hands)
        yield lambda count: progress.advance(task, count)


def _play(hands: int, players: int, seed: int, block: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The wins and the chips of each category in one block; its random streams depend on nothing but seed and block."""
    deals, stacks = np.random.default_rng([seed, block]).spawn(2)
    holes, boards = deal(hands, players, rng=deals)
    contributions = stacks.integers(1, DEEPEST_STACK, size=(hands, players), endpoint=True)
    settled = showdown_batch(holes, boards, contributions, np.ones((hands, players), dtype=bool))
    won = settled.winners
    categories = category(settled.strengths)[won]
    taken = (settled.payouts - settled.returned)[won]
    wins = np.bincount(categories, minlength=len(Category))
    return wins, np.bincount(categories, weights=taken, minlength=len(Category)).astype(np.int64)
