"""``holdem-core equity``: how often hands and ranges win."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from holdem_core.cards import format_cards, parse_cards, spaced
from holdem_core.cli.answers import print_categories, print_figures, print_next_cards
from holdem_core.cli.output import print_json, print_text
from holdem_core.cli.parameters import (
    located,
    read_count,
    read_seconds,
    read_share,
    reader,
    refuse_split_board,
    refuse_split_hands,
)
from holdem_core.cli.progress import late_bar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from matplotlib.figure import Figure

    from holdem_core.equities.results import Equity
    from holdem_core.ranges.range import Range

SUFFIXES = (".png", ".svg", ".pdf")

_STOPS = ("samples", "precision", "seconds")
_WIDEST = 32  # of a range in a line

_EPILOG = """\b
Examples:
  holdem-core equity AhKh QQ+,AKs --board 2c7dTh --dead As
  holdem-core equity AhKh QsQd --board Qh7h2c9s --next-card
  holdem-core equity 'top 20%' random --plot equity.png
  holdem-core equity AhKh 'QQ+, AKs' 'top 15%' random --precision 0.1% --json

\b
'holdem-core range --help' shows how ranges are written."""


class Player(NamedTuple):
    """One HAND of the command line, and how it is shown."""

    name: str
    held: Range


def _check_plot(context: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    """Refuses a file that could not be written before any work is done."""
    if path is not None and Path(path).suffix.lower() not in SUFFIXES:
        raise click.BadParameter(f"{path!r} does not end in {', '.join(SUFFIXES)}", context, parameter)
    if path is not None and not Path(path).parent.is_dir():
        raise click.BadParameter(f"there is no folder {str(Path(path).parent)!r}", context, parameter)
    return path


@click.command("equity", epilog=_EPILOG)
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option("--board", metavar="CARDS", default="", help="The community cards: 3, 4 or 5.")
@click.option("--dead", metavar="CARDS", default="", help="Cards that nobody can be dealt.")
@click.option(
    "--method",
    type=click.Choice(["auto", "exact", "monte-carlo"]),
    default="auto",
    show_default=True,
    help="Count every deal, or draw deals at random; auto draws where counting takes over about five seconds, or over "
    "--seconds.",
)
@click.option(
    "--samples",
    metavar="N",
    callback=reader(read_count),
    help="How many random deals, as in 500000, 500_000, 500k or 10M; by default 1M if no stop is given.",
)
@click.option(
    "--precision",
    metavar="SHARE",
    callback=reader(read_share),
    help="Draw until the standard error is this small for all players, as in 0.001 or 0.1%.",
)
@click.option("--seconds", metavar="S", callback=reader(read_seconds), help="Draw for so long.")
@click.option("--seed", type=click.IntRange(min=0), help="The same seed draws the same deals; by default any.")
@click.option("--threads", type=click.IntRange(min=1), help="By default one for each core at hand.")
@click.option("--categories", is_flag=True, help="Also how often each player makes each category of hand.")
@click.option(
    "--next-card",
    is_flag=True,
    help="Also the first player's equity after each card that can come on a board of 3 or 4 cards, and their outs: "
    "the cards that make it the greatest, or if it is, those that would change that.",
)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True),
    callback=_check_plot,
    help="Draw into a new .png, .svg or .pdf.",
)
@click.option("--overwrite", is_flag=True, help="Let --plot write over a file that is there.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON object: the equity, or with --next-card that of each card. --plot of a range adds its combos.",
)
def equity_command(
    hands: tuple[str, ...],
    next_card: bool,
    plot: str | None,
    overwrite: bool,
    as_json: bool,
    seed: int | None,
    **how: Any,
) -> None:
    """Says how often each of 2 to 10 players wins, and what share of the pot that is worth.

    HAND is one player's cards or range: AhKh, 'QQ+, AKs', 'top 15%'. Each word is a player: QQ+ AKs are two (for the
    command range they are one range). Players are numbered from 0. Equity counts a tie of two players as a half for
    each.

    Random deals end as soon as one of --samples, --precision and --seconds is reached. They depend on the seed
    alone, but with --seconds also on the machine.

    --plot draws the 13 x 13 grid of the first player's equities if there are two players and the first may hold
    several kinds of hands; else how often each player wins and ties. It needs the extra plot.
    """
    _check_stops(how)
    if overwrite and plot is None:
        raise click.UsageError("--overwrite goes with --plot")
    if plot is not None and not overwrite and os.path.lexists(plot):
        raise click.UsageError(f"--plot: {plot!r} is there already; --overwrite writes over it")
    plots = _import_plots() if plot else None
    refuse_split_board(hands, how["board"])
    refuse_split_hands(hands)
    players = _read_players(hands)
    ranges, names = [player.held for player in players], [player.name for player in players]
    by_class = plot is not None and len(players) == 2 and bool((ranges[0].grid > 0).sum() > 1)
    seed = secrets.randbits(32) if seed is None else seed
    how |= {
        "board": _read_cards("board", how["board"]),
        "dead": _read_cards("dead", how["dead"]),
        "threads": how["threads"] or _cores(),
    }
    start = time.perf_counter()
    coming = _next_cards(ranges, seed, how) if next_card else {}
    found = _solve(players, seed, how, by_class)
    seconds = time.perf_counter() - start
    if plots and plot:
        draw = plots.heat_map if by_class else plots.bars
        _save(draw(found, names, _caption(found, how["board"])), plot)
    if as_json:
        drawn = {} if found.exact else {"seed": seed}
        print_json({card: each.to_dict() for card, each in coming.items()} if next_card else found.to_dict() | drawn)
        return
    print_figures(names, found)
    basis = found.basis if found.exact else f"{found.basis}, seed {seed}"
    print_text(f"{basis[0].upper()}{basis[1:]}: {seconds:.2f} s.")
    if how["categories"]:
        print_categories(names, found)
    if next_card:
        print_next_cards(names[0], found, coming)


def _check_stops(how: dict[str, Any]) -> None:
    for name in _STOPS:
        if how["method"] == "exact" and how[name] is not None:
            raise click.UsageError(f"--{name} ends random deals, and --method exact draws none")


def _import_plots() -> ModuleType:
    try:
        from holdem_core.cli import plots
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise click.ClickException("matplotlib is not installed: pip install 'holdem-core[plot]'") from None
    except ValueError as error:  # a setting such as MPLBACKEND that matplotlib cannot read
        raise click.ClickException(f"matplotlib does not start: {error}") from None
    return plots


def _read_players(hands: Sequence[str]) -> list[Player]:
    from holdem_core.ranges.range import Range  # here, for the other commands do without

    players = []
    for number, hand in enumerate(hands):
        with located(f"player {number}"):
            held = Range(hand)
        canonical = str(held)
        is_combo = held.combos == 1 and ":" not in canonical
        name = spaced(canonical) if is_combo else " ".join(hand.split()) if hand.isascii() else canonical
        players.append(Player(name if len(name) <= _WIDEST else f"{name[: _WIDEST - 3]}...", held))
    return players


def _read_cards(where: str, cards: str) -> str:
    with located(where):
        return format_cards(parse_cards(cards))


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _next_cards(ranges: Sequence[Range], seed: int, how: dict[str, Any]) -> dict[str, Equity]:
    from holdem_core.equities.methods import next_card_equities

    with late_bar("Next card") as progress:
        return next_card_equities(*ranges, **how, rng=seed, progress=progress)


def _solve(players: Sequence[Player], seed: int, how: dict[str, Any], per_combo: bool) -> Equity:
    from holdem_core.equities.methods import equity

    ranges = [player.held for player in players]
    with late_bar("Equity", players[0].name) as progress:
        return equity(*ranges, **how, rng=seed, per_combo=per_combo, progress=progress)


def _caption(found: Equity, board: str) -> str:
    return f"board {spaced(board)}; {found.basis}" if board else found.basis


def _save(figure: Figure, path: str) -> None:
    try:
        figure.savefig(path)
    except OSError as error:
        raise click.FileError(path, error.strerror) from None
