"""A hand at the table: blinds, betting, dealing and what goes wrong with it, by the rulebook of one's choice."""

from holdem_core.table.betting import Legal
from holdem_core.table.blinds import Positions
from holdem_core.table.games import Game
from holdem_core.table.hand import TableHand
from holdem_core.table.logs import Act, Dealer, Log, Move, Post
from holdem_core.table.open_cards import open_strength
from holdem_core.table.play import View
from holdem_core.table.rulebooks import (
    POKERMANIA,
    ROBERTS,
    ROBERTS_OLD,
    ROOM,
    RULEBOOKS,
    STUD_HOUSE,
    TDA_2024,
    Rulebook,
)
from holdem_core.table.rulings import Ruling
from holdem_core.table.stud import StudGame, StudHand

__all__ = [
    "POKERMANIA",
    "ROBERTS",
    "ROBERTS_OLD",
    "ROOM",
    "RULEBOOKS",
    "STUD_HOUSE",
    "TDA_2024",
    "Act",
    "Dealer",
    "Game",
    "Legal",
    "Log",
    "Move",
    "Positions",
    "Post",
    "Rulebook",
    "Ruling",
    "StudGame",
    "StudHand",
    "TableHand",
    "View",
    "open_strength",
]
