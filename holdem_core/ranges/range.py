"""Ranges of starting hands: a weight for each of the 1326 combos, from notation, arrays or the 13 x 13 grid."""

from __future__ import annotations

from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from holdem_core._arrays import has_masked
from holdem_core._texts import told
from holdem_core.errors import RangeError
from holdem_core.ranges.combos import CLASS_OF_COMBO, CLASS_SIZES, CLASSES, COMBOS, GRID, class_name, combo_names
from holdem_core.ranges.dialects import class_weights, write, write_range
from holdem_core.ranges.notation import read_range
from holdem_core.ranges.words import read_hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from holdem_core.ranges.dialects import Dialect

_ROUNDING = 1e-12


def _checked(what: str, array: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """A new array of weights, all from 0 to 1."""
    if has_masked(array):
        raise RangeError(f"{what} has masked entries; fill them with weights first")
    try:
        given = np.asarray(array)
    except ValueError:
        raise RangeError(f"{what} is ragged; its shape is {shape}") from None
    if given.shape != shape:
        raise RangeError(f"{what} has shape {given.shape}, not {shape}")
    if given.dtype.kind not in "biuf":
        raise RangeError(f"{what} holds {given.dtype}; weights are numbers from 0 to 1")
    weights = given.astype(np.float64) + 0.0  # so that no zero is negative
    fine = (weights >= 0) & (weights <= 1)
    if not fine.all():
        place = np.unravel_index(np.argmin(fine), shape)
        raise RangeError(f"{what}[{', '.join(map(str, place))}] is {weights[place]}; weights run from 0 to 1")
    return weights


class Range:
    """Starting hands, each combo with a weight from 0 (never held) to 1.

    ======================  ======================================================  ======
    written                 means                                                   combos
    ======================  ======================================================  ======
    ``AA``                  a pair                                                       6
    ``AKs``, ``KAo``        suited, offsuit, in either order                         4, 12
    ``AK``                  both                                                        16
    ``AhKd``, ``A♥K♦``      two cards                                                    1
    ``AxKx``, ``AhKx``      two cards of which a suit is left open                   16, 4
    ``77+``                 pairs from sevens up                                        48
    ``ATs+``, ``A8o+``      the kicker climbs to just under the first card          16, 72
    ``QJs+``, ``KQ+``       so these climb no further                                4, 16
    ``44-``, ``A5s-``       pairs and kickers down to the deuce                     18, 16
    ``22-55``, ``55 - 22``  pairs between, both ends included                           24
    ``A5s-A2s``             kickers between                                             16
    ``T9s-QJs``             both cards climb: T9s, JTs, QJs                             12
    ``8s8h+``, ``9d6d-``    the same with suits                                       7, 5
    ``AhAs-QhQs``           the same with suits                                          3
    ``KX``, ``KXs``         a king and any lower card                              176, 44
    ``KX+``, ``4X-``        a king or better, a four or worse, and any lower card  368, 48
    ``random``, ``XX``      every hand, as does ``any``                               1326
    ``top 15%``, ``15%``    the best hands, see below                             <= 198
    ``AKs:0.5``             weight one half                                              4
    ``AKs:50%``             50 per cent, the same                                        4
    ``AKs@50``              the same                                                     4
    ``0.5(AKs,QQ)``         one weight for a group                                      10
    ``50%(AKs,QQ)``         the same                                                    10
    ``[50]AKs,QQ[/50]``     the same                                                    10
    ``50: AKs,QQ``          the same up to the next such number                         10
    ``AA,!AhAs``            hands that are removed again                                 5
    ======================  ======================================================  ======

    Commas, semicolons or spaces stand between hands. Ranks, suits, ``s``, ``o``, ``x`` and words are read in any case.
    Groups do not nest, and no weight but 0 stands within one. Hands without a weight have weight 1; weight 0 and ``!``
    remove what was named before. A combo that is named twice takes the last weight: ``"QQ+:0.5,KK"`` holds kings
    always, and ``"random,AA:0"`` all but aces.

    ``top 15%`` takes whole classes of the 169, in order of their exact heads-up equity against a random hand, while
    their combos stay within that share of 1326; it ends before the first class that would exceed it.

    What other tools write is read as it stands; ``to`` writes that of GTO+, Flopzilla, Equilab and PioSOLVER:

    ===================  =============================================  =====================
    tool                 text                                           here
    ===================  =============================================  =====================
    GTO+, Flopzilla      ``AA,[25%]AKs[/25%]``, or without ``%``        ``AA,AKs:0.25``
    Equilab              ``100: AA, 75: AQs-ATs``                       ``AA,AQs-ATs:0.75``
    PokerCruncher        ``AA,AQs; Weights: AQs:75%``                   ``AA,AQs:0.75``
    PioSOLVER, others    ``AA,AQs:0.75``                                ``AA,AQs:0.75``
    PioSOLVER            1326 numbers, from 2d2c, 2h2c, 2h2d to AsAh    by combo
    ===================  =============================================  =====================

    Where tools differ, a text has one meaning here. ``98s+`` is 98s alone, as in PokerStove, Equilab and eval7; for
    solvers the pair of cards climbs, which is ``98s-AKs``. ``AxKx`` leaves both suits open; where ``x`` is one suit
    that both cards have, that is ``AKs``. ``top 15%`` depends on each tool's order of hands. A text that could mean two
    things here is refused with both: ``44- 22``, ``0.5: AA``, ``22: 33%``.

    ``str()`` gives one canonical text for equal ranges, which reads back as exactly the same weights. Ranges are
    values: they compare equal by their weights, and can be hashed and pickled.

    A range is also a collection of the combos with a weight above 0, by name, the highest cards first: ``len(a)``
    counts them, ``for combo in a`` names them, and an empty range is false. ``"AKs" in a`` says whether all combos of
    some hands are held, and ``a["AKs"]`` what they weigh on average.

    ``a | b`` takes the larger weight of each combo, ``a & b`` the smaller, ``a - b`` what a has beyond b, and ``a + b``
    the sum, which must not exceed 1. One of the two may be text. ``0.5 * a`` scales all weights.

    Args:
        text: the hands.

    Raises:
        RangeError: text that cannot be read, with the token, its position and what to write instead.

    Thread safety: a range never changes.

    Example:
        >>> opening = Range("QQ+, AKs, 0.5(A5s-A2s)")
        >>> len(opening), opening["A5s"], "AKs" in opening
        (38, 0.5, True)
        >>> str(opening)
        'QQ+,AKs,A5s-A2s:0.5'
        >>> opening - "KK, AsKs"
        Range('AA,QQ,A5s-A2s:0.5,AhKh,AdKd,AcKc')
        >>> Range("100: AA, 75: AQs") == Range("AA,[75%]AQs[/75%]") == Range("AA; AQs: 0.75")
        True
        >>> Range("AKs, 10s")
        Traceback (most recent call last):
            ...
        holdem_core.errors.RangeError: '10s' at position 5: a ten is written T
    """

    __slots__ = ("weights",)
    __array_ufunc__: ClassVar[None] = None  # so that a NumPy number times a range is a range

    weights: NDArray[np.float64]
    """float64[1326], read-only: combo ``hi * (hi - 1) // 2 + lo`` holds the cards with ids ``hi > lo``."""

    def __init__(self, text: str) -> None:
        if hasattr(self, "weights"):
            raise AttributeError("a range never changes; make another")
        if not isinstance(text, str):
            raise RangeError(
                f"a range is text such as 'QQ+,AKs', not {told(text)}; "
                "arrays go to Range.from_weights, and card ids through format_cards"
            )
        self._hold(read_range(text))

    def _hold(self, weights: NDArray[np.float64]) -> None:
        object.__setattr__(self, "weights", np.frombuffer(weights.tobytes()))

    @classmethod
    def _of(cls, weights: NDArray[np.float64]) -> Range:
        made = cls.__new__(cls)
        made._hold(weights)
        return made

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """A range from the weight of each combo.

        Args:
            weights: 1326 numbers from 0 to 1, or bools; combo ``hi * (hi - 1) // 2 + lo`` holds the cards with
                ids ``hi > lo``.

        Raises:
            RangeError: another shape, or a number that is no weight, with its index.

        Example:
            >>> Range.from_weights(Range("AA,KK").weights / 2)
            Range('KK+:0.5')
        """
        return cls._of(_checked("weights", weights, (COMBOS,)))

    @classmethod
    def from_grid(cls, grid: ArrayLike) -> Range:
        """A range from the 13 x 13 grid: ace first, pairs on the diagonal, suited hands above it, offsuit below.

        Args:
            grid: 13 x 13 numbers from 0 to 1, or bools.

        Raises:
            RangeError: another shape, or a number that is no weight, with its index.

        Example:
            >>> Range.from_grid(np.eye(13))
            Range('22+')
        """
        return cls._of(_checked("grid", grid, (GRID, GRID)).ravel()[CLASS_OF_COMBO])

    @property
    def combos(self) -> int:
        """How many combos have a weight above 0."""
        return int(np.count_nonzero(self.weights))

    @property
    def grid(self) -> NDArray[np.float64]:
        """float64[13, 13]: the mean weight of each cell's combos, laid out as for ``from_grid``."""
        least, greatest = class_weights(self.weights)
        means = np.bincount(CLASS_OF_COMBO, self.weights, CLASSES) / CLASS_SIZES
        # Six times a weight by six need not be that weight.
        return np.where(least == greatest, least, means).reshape(GRID, GRID)

    def to(self, dialect: Dialect) -> str:
        """The range as other tools read it; ``Range`` reads all of it back.

        ==============  ====================================================================================
        dialect         text
        ==============  ====================================================================================
        ``"plain"``     ``str()``: ``AA,AKs:0.25``
        ``"gto+"``      ``AA,[25.0]AKs[/25.0]``, for Flopzilla too
        ``"equilab"``   ``AA, AKs``, or with weights ``100: AA, 25: AKs``, whole per cent
        ``"pio"``       1326 numbers in PioSOLVER's order, 2d2c, 2h2c, 2h2d to AsAh, which is that of ``weights``
        ==============  ====================================================================================

        Raises:
            OptionError: another dialect.
            RangeError: ``"equilab"`` where a weight is no whole per cent.

        Example:
            >>> Range("QQ+,AKs:0.25,AhQh:0.25").to("gto+")
            'QQ+,[25.0]AKs,AhQh[/25.0]'
            >>> Range("QQ+,AKs:0.25,AhQh:0.25").to("equilab")
            '100: QQ+, 25: AKs, AhQh'
            >>> Range("22:0.5").to("pio")[:30]
            '0.5 0.5 0.5 0.5 0.5 0.5 0 0 0 '
        """
        return write(self.weights, dialect)

    def to_dict(self) -> dict[str, float]:
        """The weight of each combo held by name, the highest cards first.

        Example:
            >>> Range("KK:0.5,AhAd").to_dict()
            {'AhAd': 1.0, 'KsKh': 0.5, 'KsKd': 0.5, 'KsKc': 0.5, 'KhKd': 0.5, 'KhKc': 0.5, 'KdKc': 0.5}
        """
        names = combo_names()
        return {names[combo]: float(self.weights[combo]) for combo in np.flatnonzero(self.weights)[::-1].tolist()}

    def __len__(self) -> int:
        return self.combos

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_dict())

    def __contains__(self, hands: object) -> bool:
        return bool(self._weights_of(hands).all())

    def __getitem__(self, hands: str) -> float:
        weights = self._weights_of(hands)
        return float(weights[0]) if weights.min() == weights.max() else float(weights.mean())

    def _weights_of(self, hands: object) -> NDArray[np.float64]:
        """The weights of the combos of some hands, without a weight of their own."""
        if not isinstance(hands, str):
            raise RangeError(f"hands of a range are text such as 'AKs' or 'AhKh', not {told(hands)}")
        try:
            weights = np.atleast_1d(self.weights[read_hands(hands.strip())])
        except RangeError as slip:
            raise RangeError(f"{hands!r}: {slip}") from None
        if not len(weights):
            raise RangeError(f"{hands!r} is no hand at all")
        return weights

    def __or__(self, other: Range | str) -> Range:
        given = _given(other)
        return NotImplemented if given is None else self._of(np.maximum(self.weights, given.weights))

    def __and__(self, other: Range | str) -> Range:
        given = _given(other)
        return NotImplemented if given is None else self._of(np.minimum(self.weights, given.weights))

    def __sub__(self, other: Range | str) -> Range:
        given = _given(other)
        return NotImplemented if given is None else self._of(np.maximum(self.weights - given.weights, 0.0))

    def __add__(self, other: Range | str) -> Range:
        given = _given(other)
        if given is None:
            return NotImplemented
        return self._of(_at_most_1(self.weights + given.weights, "the sum; a | b takes the larger weight of each"))

    def __rsub__(self, other: str) -> Range:
        given = _given(other)
        return NotImplemented if given is None else given - self

    __ror__, __rand__, __radd__ = __or__, __and__, __add__

    def __mul__(self, factor: float) -> Range:
        if isinstance(factor, bool) or not isinstance(factor, Real):
            return NotImplemented
        try:
            times = float(factor) if 0 <= factor < inf else inf
        except OverflowError:
            times = inf
        if times == inf:
            raise RangeError(f"a range is scaled by a number from 0 up, not by {told(factor, str)}")
        return self._of(_at_most_1(self.weights * times, f"{factor} times the range"))

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return np.array_equal(self.weights, other.weights) if isinstance(other, Range) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a range never changes; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a range never changes; {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Range], tuple[Any, ...]]:
        return Range, (str(self),)

    def __str__(self) -> str:
        return write_range(self.weights)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"

    def _repr_html_(self) -> str:
        share = self.weights.mean()
        rows = ""
        for row, weights in enumerate(self.grid.tolist()):
            cells = enumerate(weights, start=GRID * row)
            rows += f"<tr>{''.join(_markup(class_name(cell), weight) for cell, weight in cells)}</tr>"
        return (
            f'<table style="border-collapse:collapse"><caption>{self.combos} combos, {share:.2%} of {COMBOS} by weight'
            f"</caption>{rows}</table>"
        )


def _given(other: object) -> Range | None:
    """The other side of an operator, if it is a range or the text of one."""
    return other if isinstance(other, Range) else Range(other) if isinstance(other, str) else None


def _at_most_1(weights: NDArray[np.float64], what: str) -> NDArray[np.float64]:
    """Weights that only rounding puts above 1 as 1; more is refused."""
    if weights.max() > 1 + _ROUNDING:
        combo = int(weights.argmax())
        raise RangeError(f"{combo_names()[combo]} would weigh {weights[combo]:g} in {what}")
    return np.minimum(weights, 1.0)


def _markup(name: str, weight: float) -> str:
    """A cell of the grid, the greener the heavier."""
    style = f"background:rgba(0,160,80,{weight:.3f});border:1px solid #8888;padding:2px 4px;text-align:center"
    return f'<td style="{style}" title="{name}: {weight:.4g}">{name}</td>'
