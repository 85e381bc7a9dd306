"""``holdem-core replay``: hand histories settled and explained, or compared with the stacks that they end with."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from holdem_core.cli.output import complain, counted, print_json, print_text, printable
from holdem_core.cli.progress import late_bar
from holdem_core.errors import HistoryError
from holdem_core.histories.files import SUFFIXES, read_many
from holdem_core.histories.phh import History

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from holdem_core.chips import Chips
    from holdem_core.table.hand import TableHand

_HANDS_A_TICK = 32

_EPILOG = """\b
Examples:
  holdem-core replay hand.phh
  holdem-core replay session.phhs --check
  holdem-core replay histories/ --check
  holdem-core replay table.ohh
  holdem-core replay session.phhs --json"""


class Difference(NamedTuple):
    """A finishing stack that is not what the file says."""

    player: int
    expected: Chips
    got: Chips


class Tally:
    """How many hands there were, and what came of them."""

    def __init__(self) -> None:
        self.settled = self.compared = self.different = self.refused = self.malformed = 0


@click.command("replay", epilog=_EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILES...", type=click.Path(exists=True))
@click.option("--check", is_flag=True, help="Compare with finishing_stacks and print only what differs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a hand, each on a line.")
def replay_command(files: tuple[str, ...], check: bool, as_json: bool) -> int:
    """Replays hand histories and explains who gets what.

    FILES are in the Poker Hand History format, .phh of one hand, .phhs of many, or in the Open Hand History format,
    .ohh or .json; of a directory, all such files in it. No-limit, pot-limit and fixed-limit hold'em are played. Players
    are numbered from 1, the first left of the button.

    What cannot be read, or not be played so, is said in a line, and the other hands are done. The exit status then is
    1, as it is if --check finds a difference.
    """
    tally = Tally()
    paths = [path for file in files for path in _paths(file)]
    if not paths:
        raise click.UsageError(f"{files[0]} holds no {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} file")
    with _progress(paths) as advance:
        for path in paths:
            for history in _histories(path, advance):
                _replay(path, history, tally, check=check, as_json=as_json)
    if check and not tally.compared and not tally.refused and not tally.malformed:
        raise click.ClickException(f"{files[0]}: there is no hand to check")
    click.echo(_summary(tally, len(paths), check), err=as_json)
    return int(tally.different + tally.refused + tally.malformed > 0)


def _paths(file: str) -> list[str]:
    """A file, or those of a directory in the order of their names."""
    if not os.path.isdir(file):
        return [file]
    return sorted(str(path) for path in Path(file).rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())


@contextmanager
def _progress(paths: Sequence[str]) -> Iterator[Callable[[str, int], None] | None]:
    """What moves a progress bar to a place in one of the files, if there is a terminal to show it."""
    with late_bar("Replaying") as show:
        if show is None:
            yield None
            return
        before, total, calls = dict[str, int](), 0, 0
        for path in paths:
            before[path] = total
            total += os.path.getsize(path)

        def advance(path: str, place: int) -> None:
            nonlocal calls
            calls += 1
            if calls % _HANDS_A_TICK == 0:
                show((before[path] + place) / max(total, 1), None)

        yield advance


def _histories(path: str, advance: Callable[[str, int], None] | None) -> Iterator[History | HistoryError]:
    """The hands of a file; an error of the system ends it like one of the file."""
    try:
        yield from read_many(path, None if advance is None else lambda place: advance(path, place))
    except OSError as error:
        yield HistoryError(error.strerror or str(error))


def _replay(path: str, history: History | HistoryError, tally: Tally, *, check: bool, as_json: bool) -> None:
    """Settles one hand and prints what came of it."""
    if isinstance(history, HistoryError):
        tally.malformed += 1
        complain(f"{path}, {history}")
        return
    try:
        hand = history.settle()
    except HistoryError as error:
        tally.refused += 1
        if check and not as_json:
            print_text(printable(f"{path}, {error}"), "red")
        else:
            complain(f"{path}, {error}")
        return
    tally.settled += 1
    differences = _differences(history, hand) if check else []
    tally.compared += check and history.finishing_stacks is not None
    tally.different += bool(differences)
    if as_json:
        print_json(_values(path, history, hand, differences if check else None))
    elif check:
        _print_differences(path, history, differences)
    else:
        _print_story(path, history, hand)


def _differences(history: History, hand: TableHand) -> list[Difference]:
    """Where the stacks are not what the history says; stacks that nobody knows are left out."""
    pairs = zip(history.finishing_stacks or (), history.finishing(hand), strict=False)
    return [
        Difference(player, expected, got)
        for player, (expected, got) in enumerate(pairs, 1)
        if got is not None and got != expected
    ]


def _print_differences(path: str, history: History, differences: Sequence[Difference]) -> None:
    if differences:
        last = f", after action {len(history.actions)}, {history.actions[-1]!r}" if history.actions else ""
        told = "; ".join(f"p{player} expected {expected}, got {got}" for player, expected, got in differences)
        print_text(printable(f"{path}, {history.title}{last}: {told}"), "red")


def _print_story(path: str, history: History, hand: TableHand) -> None:
    print_text(printable(f"{path}, {history.title}"), "bold")
    if hand.over:
        print_text(f"{hand.result._replace(names=_names(history))}\n")
        return
    left = zip(_names(history), history.finishing(hand), strict=True)
    stacks = ", ".join(f"{name} {'unknown' if stack is None else f'{stack:,}'}" for name, stack in left)
    place = "before the flop" if hand.street == "preflop" else f"on the {hand.street}"
    print_text(f"Stops {place}. Stacks: {stacks}.\n")


def _names(history: History) -> tuple[str, ...]:
    """What to call the players."""
    given = history.players or ("",) * len(history.starting_stacks)
    return tuple(printable(name) or f"p{player}" for player, name in enumerate(given, 1))


def _values(path: str, history: History, hand: TableHand, differences: Sequence[Difference] | None) -> dict[str, Any]:
    values: dict[str, Any] = {
        "file": path,
        "section": history.section,
        "hand": history.other.get("hand"),
        "street": hand.street,
        "stacks": history.finishing(hand),
    }
    if hand.over:
        values |= hand.result._replace(names=_names(history)).to_dict()
    if differences is not None:
        values["differences"] = [difference._asdict() for difference in differences]
    return values


def _summary(tally: Tally, files: int, check: bool) -> str:
    words = f"{counted(tally.settled, 'hand')} of {counted(files, 'file')} replayed"
    if check:
        words += f", {tally.compared:,} compared"
        agree = not tally.different and not tally.refused
        words += ", all agree" if agree else f", {tally.different:,} differ{'s' if tally.different == 1 else ''}"
    if tally.refused:
        words += f"; {counted(tally.refused, 'hand')} cannot have been played so"
    if tally.malformed:
        words += f"; {counted(tally.malformed, 'hand')} could not be read"
    return f"{words}."
