"""Hands at the table in shorthand."""

from collections.abc import Sequence
from typing import Any

from holdem_core.table import Game, TableHand


def play(hand: TableHand, acts: str) -> TableHand:
    """Plays acts one after the other: f fold, x check, c call, a all-in, a number the bet it becomes."""
    for act in acts.split():
        match act:
            case "f":
                hand.fold()
            case "x":
                hand.check()
            case "c":
                hand.call()
            case "a":
                hand.all_in()
            case _:
                hand.raise_to(int(act))
    return hand


def flop(game: Game, stacks: Sequence[Any], acts: str = "", **start: Any) -> TableHand:
    """A flop with these stacks behind, the first seat to act and the last one on the button; everybody has called."""
    size = game.blinds[-1]
    hand = game.start([stack + size for stack in stacks], len(stacks) - 1, **{"rng": 1, **start})
    while hand.street == "preflop":
        hand.call() if hand.legal.call else hand.check()
    return play(hand, acts)


def sizes(hand: TableHand) -> tuple[Any, Any]:
    """The least and the most a raise may come to, where one is open."""
    assert hand.legal.raise_to
    return hand.legal.raise_to


def bounds(hand: TableHand) -> tuple[int | None, Any, Any]:
    """Whose turn it is, what a call costs, and what a raise may come to."""
    return hand.to_act, hand.legal.call, hand.legal.raise_to
