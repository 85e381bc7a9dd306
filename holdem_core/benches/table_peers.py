"""Adapters of other tables: whole six-handed no-limit hands, played by methods, each by the same draws of luck.

A peer is asked for no more than the policy needs: what a call costs, and the least and the most of a raise.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

import numpy as np

from holdem_core.benches.measures import Contender
from holdem_core.benches.peers import load
from holdem_core.table import Game, TableHand

SEATS = 6
SMALL_BLIND, BIG_BLIND, STACK = 50, 100, 10_000
RAISES, FOLDS = 0.15, 0.5  # of all draws, where there is something to call
RANDOM = Random(8)
DRAWS = [RANDOM.random() for _ in range(99_991)]
Draw = Callable[[], float]
Hands = tuple[list[list[Any]], int]


@dataclass(frozen=True)
class TablePeer:
    """A table: ``play`` plays that many hands and gives what each seat won in each, and how many acts."""

    name: str
    play: Callable[[int], Hands]

    def contender(self, hands: int) -> Contender:
        """The peer with that many hands to play; raises where it is missing or broken."""
        load(self.name)
        return Contender(partial(self.play, hands), hands)


def raise_size(draw: float, low: Any, high: Any) -> int:
    """A raise that is small more often than not."""
    return int(low) + int((high - low) * (draw / RAISES) ** 4)


def luck() -> Draw:
    """The same draws for everybody."""
    return cycle(DRAWS).__next__


def our_hands(hands: int) -> Iterator[tuple[TableHand, int]]:
    """Hands at this library's table, played to the end, and the acts of each."""
    draw = luck()
    game, rng = Game(blinds=(SMALL_BLIND, BIG_BLIND)), np.random.default_rng(1)
    for number in range(hands):
        hand, acts = game.start([STACK] * SEATS, button=number % SEATS, rng=rng), 0
        while hand.to_act is not None:
            chance = draw()
            acts += 1
            if chance < RAISES and (bounds := hand.legal.raise_to):
                hand.raise_to(raise_size(chance, *bounds))
            elif not hand.to_call:
                hand.check()
            elif chance < FOLDS:
                hand.fold()
            else:
                hand.call()
        yield hand, acts


def play_ours(hands: int) -> Hands:
    """Hands at this library's table."""
    nets, acts = [], 0
    for hand, its_acts in our_hands(hands):
        acts += its_acts
        nets.append([stack - STACK for stack in hand.stacks])
    return nets, acts


def _pokerkit(hands: int) -> Hands:
    """Everything but the players' acts is automatic."""
    pokerkit = load("pokerkit")
    draw, acts, nets = luck(), 0, []
    automations = tuple(pokerkit.Automation)
    for _ in range(hands):
        state = pokerkit.NoLimitTexasHoldem.create_state(
            automations, True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND, [STACK] * SEATS, SEATS
        )
        while state.status:
            chance = draw()
            acts += 1
            if chance < RAISES and state.can_complete_bet_or_raise_to():
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(raise_size(chance, low, high))
            elif chance < FOLDS and state.checking_or_calling_amount:
                state.fold()
            else:
                state.check_or_call()
        nets.append([stack - STACK for stack in state.stacks])
    return nets, acts


def _texasholdem(hands: int) -> Hands:
    """One game goes on, everybody with a full stack again before each hand."""
    texasholdem = load("texasholdem")
    kinds = texasholdem.ActionType
    draw, acts, nets = luck(), 0, []
    game = texasholdem.TexasHoldEm(STACK, BIG_BLIND, SMALL_BLIND, SEATS)
    for _ in range(hands):
        for player in game.players:
            player.chips, player.state = STACK, texasholdem.PlayerState.IN
        game.start_hand()
        while game.is_hand_running():
            player, chance = game.current_player, draw()
            acts += 1
            to_call, behind = game.chips_to_call(player), game.players[player].chips
            if chance < RAISES and behind > to_call:
                bet = game.player_bet_amount(player)
                high = bet + behind
                low = min(high, bet + to_call + game.min_raise())
                game.take_action(kinds.RAISE, total=raise_size(chance, low, high))
            elif chance < FOLDS and to_call:
                game.take_action(kinds.FOLD)
            else:
                game.take_action(kinds.CALL if to_call else kinds.CHECK)
        nets.append([player.chips - STACK for player in game.players])
    return nets, acts


PEERS = [TablePeer("pokerkit", _pokerkit), TablePeer("texasholdem", _texasholdem)]
