"""Hands at the table in shorthand."""

from collections.abc import Sequence
from typing import Any

import pytest

from holdem_core.errors import RuleError
from holdem_core.table import Act, Game, StudHand, TableHand


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


def all_in_is_what_legal_says(hand: TableHand | StudHand) -> None:
    """The whole stack is a bet or a raise within the bounds, or a call where no raise is open; else ``legal`` says why
    not. Whoever announces it does the same.
    """
    legal, twin, said = hand.legal, hand.copy(), hand.copy()
    seat = legal.seat
    assert seat is not None
    stack, bet = hand.stacks[seat], hand.bets[seat]
    if legal.raise_to and legal.raise_to[0] <= bet + stack <= legal.raise_to[1]:
        act, paid = Act(seat, "raise_to", bet + stack), stack
    elif legal.call and legal.raise_to is None:
        act, paid = Act(seat, "call"), legal.call
    else:
        facing = max(hand.bets) > bet
        why = f"{legal.raise_to[1]}$" if legal.raise_to else legal.closed["call" if facing else "raise"]
        for verb in (twin.all_in, lambda: said.announce("all_in")):
            with pytest.raises(RuleError, match=why):
                verb()
        assert twin == said == hand
        return
    twin.all_in()
    assert twin.log.entries[len(hand.log.entries)] == act
    with pytest.raises(RuleError, match=f"all_in is for {paid}, not {paid + 1}"):
        said.announce("all_in", paid + 1)
    assert said.announce("all_in", paid)
    assert said == twin
