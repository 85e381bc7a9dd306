"""A progress bar on standard error for work that keeps its user waiting."""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

from holdem_core.cli.output import console, encodable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from holdem_core.equities.results import Equity

BESIDE = 26  # columns for a bar worth the name, the share, the time and spaces
PATIENCE = 1.0  # seconds without a bar, so that quick answers come without a flicker


@contextmanager
def late_bar(what: str, player: str = "") -> Iterator[Callable[[float, Equity | None], None] | None]:
    """What work calls with the share of it that is done, or None if standard error is no terminal.

    A terminal that is too narrow for a bar gets the share alone.

    Args:
        what: stands before the bar.
        player: who player 0 is, to show their equity so far behind the bar where deals are sampled.
    """
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    room = screen.width - len(what) - BESIDE
    columns: tuple[ProgressColumn, ...] = (TaskProgressColumn(),)
    if room >= 0:
        shown = TextColumn("{task.fields[so_far]}", markup=False)
        columns = (TextColumn(what, markup=False), BarColumn(), *columns, TimeRemainingColumn(), shown)
    bar = Progress(*columns, console=screen, transient=True)
    task = bar.add_task("", total=1.0, so_far="")
    start = monotonic()

    def show(share: float, found: Equity | None) -> None:
        so_far = f"{player} {found.equity[0]:.2%} ±{found.stderr[0]:.2%}" if player and found is not None else ""
        bar.update(task, completed=share, so_far=encodable(so_far, screen.encoding) if len(so_far) <= room else "")
        if monotonic() - start >= PATIENCE and share < 1:
            bar.start()

    try:
        yield show
    finally:
        if bar.live.is_started:
            bar.stop()
