"""What an equity calculation found: the tally of its deals, and the shares of the pot that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from holdem_core._texts import printable
from holdem_core.cards import format_cards
from holdem_core.errors import HoldemError
from holdem_core.hands import Category
from holdem_core.ranges.combos import COMBO_CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from holdem_core.ranges.range import Range

FIGURES = ("equity", "win", "tie", "lose", "stderr")
_WIDEST = 32  # of a range in a line
_ROUNDING = 1e-13  # of all, or of the likeliest combo: what sums and differences may leave of what never happens


class Request(NamedTuple):
    """What is asked for besides the counts."""

    categories: bool = False
    per_combo: bool = False


class Tally(NamedTuple):
    """Deals counted: tallies of different deals add up.

    ``counts`` is by winners as a mask, (2 ** P). Where asked for: ``categories`` (P, 9), and of each player's combos
    (P, 1326) how often they were ``held`` and what ``shares`` of a pot of 1 they took.
    """

    counts: NDArray[Any]
    categories: NDArray[Any] | None = None
    held: NDArray[Any] | None = None
    shares: NDArray[Any] | None = None

    def __add__(self, other: object) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(self.counts + other.counts, *map(_sum, self[1:], other[1:]))

    def over(self, scale: float) -> Tally:
        """The tally of deals so many times lighter."""
        if scale == 1:
            return self
        return Tally(self.counts / scale, *(None if array is None else array / scale for array in self[1:]))


def _sum(one: NDArray[Any] | None, other: NDArray[Any] | None) -> NDArray[Any] | None:
    return None if one is None or other is None else one + other


@dataclass(frozen=True, eq=False, repr=False)
class Equity:
    """What a spot is worth to each of P players.

    Attributes:
        counts: for each set of winners that comes up, as a mask (bit i for player i), how many deals it wins: integers,
            or sums of weights where a range has weights and the answer is exact.
        method: how: ``"table"`` of all match-ups before the flop, ``"sweep"`` of ranges over boards, ``"enumeration"``
            of hands on boards, or ``"monte-carlo"``. All but the last are exact and agree.

    Thread safety: it never changes.
    """

    _ranges: tuple[str | Range, ...]
    counts: dict[int, Any]
    method: str
    _categories: NDArray[np.float64] | None = None
    _held: NDArray[np.float64] | None = None
    _per_combo: NDArray[np.float64] | None = None

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Each player's hands as text."""
        return tuple(map(str, self._ranges))

    @property
    def exact(self) -> bool:
        """Whether every deal was counted; else deals were drawn at random."""
        return self.method != "monte-carlo"

    @property
    def categories(self) -> NDArray[np.float64]:
        """float64[P, 9]: the probability of each ``Category`` in each player's seven cards.

        Raises:
            HoldemError: they were not asked for.
        """
        return _asked(self._categories, "categories")

    @property
    def held(self) -> NDArray[np.float64]:
        """float64[P, 1326]: the probability of each combo in each player's hand, ordered as ``Range.weights``.

        Raises:
            HoldemError: ``per_combo`` was not asked for.
        """
        return _asked(self._held, "per_combo")

    @property
    def per_combo(self) -> NDArray[np.float64]:
        """float64[P, 1326]: the equity of each combo of each player, NaN where they never hold it.

        Combo ``hi * (hi - 1) // 2 + lo`` holds the cards with ids ``hi > lo``, 4 * rank + suit; ``to_dict`` has the
        same by name.

        Raises:
            HoldemError: it was not asked for.
        """
        return _asked(self._per_combo, "per_combo")

    @property
    def samples(self) -> Any:
        """How many deals were counted, or their weight."""
        return sum(self.counts.values())

    @cached_property
    def _sharers(self) -> list[list[Fraction]]:
        """For each player, the share of the deals that they win as one of k, by k; at 0 those they lose."""
        players = len(self._ranges)
        counts = {mask: count if isinstance(count, int) else Fraction(count) for mask, count in self.counts.items()}
        deals: list[list[Any]] = [[0] * (players + 1) for _ in range(players)]
        for mask, count in counts.items():
            for player in range(players):
                deals[player][mask.bit_count() if mask >> player & 1 else 0] += count
        samples = Fraction(sum(counts.values()))
        return [[Fraction(count) / samples for count in row] for row in deals]

    def fractions(self) -> tuple[Fraction, ...]:
        """Each player's equity as a fraction of the counts, without rounding; together they are 1.

        Example:
            >>> from holdem_core import equity
            >>> equity("AcKd", "random", board="AhKsQdJc2s").fractions()
            (Fraction(269, 330), Fraction(61, 330))
        """
        return tuple(
            sum((share / k for k, share in enumerate(shares[1:], start=1)), Fraction(0)) for shares in self._sharers
        )

    @property
    def win(self) -> NDArray[np.float64]:
        """float64[P]: the probability of winning alone."""
        return np.array([float(shares[1]) for shares in self._sharers])

    @property
    def tie(self) -> NDArray[np.float64]:
        """float64[P]: the probability of sharing a win."""
        return np.array([float(sum(shares[2:])) for shares in self._sharers])

    @property
    def lose(self) -> NDArray[np.float64]:
        """float64[P]: the probability of winning nothing."""
        return np.array([float(shares[0]) for shares in self._sharers])

    @property
    def equity(self) -> NDArray[np.float64]:
        """float64[P]: the share of the pot, a tie of k players as 1 / k each."""
        return np.array([float(share) for share in self.fractions()])

    @property
    def stderr(self) -> NDArray[np.float64]:
        """float64[P]: the standard error of ``equity``; 0 where it is exact, NaN after a single sample."""
        if self.exact:
            return np.zeros(len(self._ranges))
        sizes = np.arange(1, len(self._ranges) + 1)
        squares = np.array(self._sharers, dtype=np.float64)[:, 1:] @ (1 / sizes**2)
        with np.errstate(invalid="ignore"):
            return np.sqrt(np.maximum(squares - self.equity**2, 0) / np.float64(self.samples - 1))

    def figures(self) -> list[dict[str, float]]:
        """For each player the numbers of ``FIGURES`` by name."""
        columns = [getattr(self, name).tolist() for name in FIGURES]
        return [dict(zip(FIGURES, row, strict=True)) for row in zip(*columns, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON; None for a standard error that one sample does not give.

        Example:
            >>> from holdem_core import equity
            >>> found = equity("AKs:0.5,QhQs", "JJ", board="Kh7d2c", per_combo=True).to_dict()
            >>> {hand: round(combo["equity"], 3) for hand, combo in found["players"][0]["combos"].items()}
            {'AsKs': 0.912, 'AdKd': 0.916, 'AcKc': 0.916, 'QsQh': 0.916}
        """
        players = []
        for seat, (hands, figures) in enumerate(zip(self.players, self.figures(), strict=True)):
            known = {name: None if isnan(figure) else figure for name, figure in figures.items()}
            player: dict[str, Any] = {"hands": hands, **known}
            if self._categories is not None:
                shares = self._categories[seat].tolist()
                player["categories"] = {name.name.lower(): share for name, share in zip(Category, shares, strict=True)}
            if self._held is not None and self._per_combo is not None:
                player["combos"] = {
                    format_cards(COMBO_CARDS[combo]): {
                        "held": float(self._held[seat, combo]),
                        "equity": float(self._per_combo[seat, combo]),
                    }
                    for combo in np.flatnonzero(self._held[seat])[::-1]
                }
            players.append(player)
        return {
            "exact": self.exact,
            "method": self.method,
            "samples": self.samples,
            "counts": {str(mask): count for mask, count in self.counts.items()},
            "players": players,
        }

    @property
    def basis(self) -> str:
        """What the figures rest on, in a few words."""
        number = f"{self.samples:,.1f}".removesuffix(".0")
        deals = f"{number} deal{'' if self.samples == 1 else 's'}"
        if not self.exact:
            return f"sampled, {deals}"
        return f"exact, {deals}" if isinstance(self.samples, int) else f"exact, {deals} by weight"

    def _rows(self) -> list[list[str]]:
        """The figures as text; the standard error only where there is one."""
        return [
            [
                *(f"{figures[name]:.4%}" for name in FIGURES[:4]),
                *([] if self.exact else ["±?" if isnan(figures["stderr"]) else f"±{figures['stderr']:.4%}"]),
            ]
            for figures in self.figures()
        ]

    def __str__(self) -> str:
        names = [_shortened(hands) for hands in self.players]
        width = max(map(len, names))
        lines = [self.basis]
        for hands, row in zip(names, self._rows(), strict=True):
            shown = "  ".join(f"{name} {share:>9}" for name, share in zip(FIGURES, row[:4], strict=False))
            lines.append("  ".join([hands.ljust(width), shown, *row[4:]]))
        return "\n".join(lines)

    def __repr__(self) -> str:
        shown = zip(self.players, self.equity.tolist(), strict=True)
        return f"Equity({', '.join(f'{_shortened(hands)} {share:.4%}' for hands, share in shown)}; {self.basis})"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("hands", *(FIGURES[:4] if self.exact else FIGURES)))
        body = "".join(
            f"<tr><td>{escape(_shortened(hands))}</td>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
            for hands, row in zip(self.players, self._rows(), strict=True)
        )
        return f"<table><caption>{self.basis}</caption><tr>{head}</tr>{body}</table>"


class NotAskedForError(HoldemError, AttributeError):
    """A part of a result that was not asked for, and so is not there."""


def _asked(array: NDArray[np.float64] | None, what: str) -> NDArray[np.float64]:
    if array is None:
        raise NotAskedForError(f"{what} was not asked for: equity(..., {what}=True)")
    return array


def _shortened(hands: str) -> str:
    shown = printable(hands)
    return shown if len(shown) <= _WIDEST else f"{shown[: _WIDEST - 1]}…"


def concluded(
    ranges: tuple[str | Range, ...], tally: Tally, *, method: str, whole: bool, subtracted: bool = False
) -> Equity:
    """The result of a tally.

    Args:
        ranges: the players'.
        tally: all that was counted.
        method: how.
        whole: whether the counts are integers.
        subtracted: whether the tally comes from differences, which leave something of what never happens.
    """
    total = float(tally.counts.sum())
    masks = range(1, len(tally.counts))
    least = _ROUNDING if subtracted and not whole else 0
    counts: dict[int, Any] = {mask: float(tally.counts[mask]) for mask in masks}
    if whole:
        counts = {mask: round(count) for mask, count in counts.items()}
    held = per_combo = None
    if tally.held is not None and tally.shares is not None:
        held = np.where(tally.held > least * tally.held.max(), tally.held, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            per_combo = np.where(held > 0, tally.shares / held, np.nan)
    return Equity(
        ranges,
        {mask: count for mask, count in counts.items() if count > least * total},
        method,
        None if tally.categories is None else tally.categories / total,
        None if held is None else held / total,
        per_combo,
    )
