"""What the library raises.

``HoldemError`` is the base of all; each kind is also a ``ValueError``, so that code which knows nothing
of this library catches it too. Messages may hold text from outside: all are printable, and none is long.
"""

from holdem_core._texts import printable

LONGEST_MESSAGE = 2000  # characters


class HoldemError(Exception):
    """Anything this library refuses.

    Its message is on one line, with control characters escaped, and what is longer than 2,000 characters loses its
    middle.
    """

    def __init__(self, *args: object) -> None:
        super().__init__(*(printable(arg, LONGEST_MESSAGE) if isinstance(arg, str) else arg for arg in args))


class KernelError(HoldemError, ImportError):
    """The compiled part cannot be loaded: it was not built, or not for the instruction set that is asked for."""


class CardError(HoldemError, ValueError):
    """A card, a hand or a board that cannot be."""


class RangeError(HoldemError, ValueError):
    """A range of starting hands that cannot be read, or that no cards can fill."""


class ChipError(HoldemError, ValueError):
    """Chips, seats or a rake that cannot be settled."""


class RuleError(HoldemError, ValueError):
    """A move that the rules of the game do not allow."""


class OptionError(HoldemError, ValueError):
    """An option that is none of its values: a method, a number of threads or samples, an executor."""


class HistoryError(HoldemError, ValueError):
    """A hand history that cannot be read, or that its game does not allow."""


class OtherGameError(HistoryError):
    """The history of a hand that the table does not play, such as Omaha."""
