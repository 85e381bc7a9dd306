"""What the library raises.

``HoldemError`` is the base of all; each kind is also a ``ValueError``, so that code which knows nothing
of this library catches it too.
"""


class HoldemError(Exception):
    """Anything this library refuses."""


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
