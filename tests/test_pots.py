"""One hand's chips: uncalled bets, layers, odd chips, dead chips and the rake, against the rules and a slow twin."""

import pickle
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles.settlement import Percentage, clockwise, settle_slowly

from holdem_core import evaluate
from holdem_core.errors import ChipError
from holdem_core.pots.many import Settlement, settle
from holdem_core.pots.one import Pot, build_pots, settle_hand
from holdem_core.pots.rake import Rake

CENT = Decimal("0.01")


def showdown_strengths(board: str, *hole_cards: str) -> list[int]:
    """Each seat's strength, 0 for a seat without cards."""
    return [evaluate(cards + board) if cards else 0 for cards in hole_cards]


def nets(settlement: Settlement[Any, Any], contributions: Sequence[Any]) -> list[Any]:
    return [won - paid for won, paid in zip(settlement.payouts, contributions, strict=True)]


# --- uncalled bets --------------------------------------------------------------------------------------


def test_uncalled_bet_of_a_live_seat_comes_back_before_any_pot_is_built() -> None:
    pots = build_pots([100, 250, 400, 30], live=[0, 1, 2])
    assert pots.returned == [(2, 150)]
    assert pots.pots == [Pot(330, (0, 1, 2)), Pot(300, (1, 2))]


def test_uncalled_bet_is_what_lies_beyond_every_other_seat_folded_ones_included() -> None:
    assert settle([100, 400, 250], [5, 3, 0]) == ((300, 450, 0), (0, 150, 0), 0)
    assert build_pots([100, 400, 250], live=[0, 1]).returned == [(1, 150)]


def test_folded_seat_gets_nothing_back() -> None:
    assert settle([100, 100, 400], [5, 3, 0]) == ((600, 0, 0), (0, 0, 0), 0)
    assert build_pots([100, 100, 400], live=[0, 1]) == ([Pot(600, (0, 1))], [])


def test_nothing_comes_back_when_the_top_bet_was_called() -> None:
    assert settle([50, 400, 400], [5, 3, 1]).returned == (0, 0, 0)


def test_uncalled_bet_is_never_raked() -> None:
    assert settle([1000, 100], [5, 3], rake=Rake(10)) == ((1080, 0), (900, 0), 20)


def test_whole_pot_can_be_raked_but_not_the_uncalled_bet() -> None:
    assert settle([1000, 100], [5, 3], rake=200) == ((900, 0), (900, 0), 200)
    with pytest.raises(ChipError, match=r"201.*200"):
        settle([1000, 100], [5, 3], rake=201)


@pytest.mark.parametrize(("strengths", "payouts"), [((5, 3), (196, 4)), ((3, 5), (0, 200)), ((4, 4), (98, 102))])
def test_four_uncalled_chips_come_back_whoever_wins(strengths: tuple[int, ...], payouts: tuple[int, ...]) -> None:
    """Case S15."""
    assert settle([98, 102], strengths) == (payouts, (0, 4), 0)


def test_short_stacks_fold_gives_back_all_but_what_it_called() -> None:
    """Case S17."""
    assert settle([100, 2], [0, 0], live=[0]) == ((102, 0), (98, 0), 0)


def test_uncalled_bet_is_no_part_of_what_is_won() -> None:
    """Case S18: 50 into a pot of 20."""
    settlement = settle([60, 10], [5, 0])
    assert settlement.returned == (50, 0)
    assert settlement.payouts[0] - settlement.returned[0] == 20


def test_loser_gets_the_uncalled_bet_back_and_wins_nothing() -> None:
    """Case S19."""
    assert settle([200, 100], [3, 5]) == ((100, 200), (100, 0), 0)


# --- layers ---------------------------------------------------------------------------------------------


def test_side_pots_layer_by_what_each_live_seat_put_in() -> None:
    pots, returned = build_pots([100, 200, 300, 400], live=[0, 1, 2, 3])
    assert pots == [Pot(400, (0, 1, 2, 3)), Pot(300, (1, 2, 3)), Pot(200, (2, 3))]
    assert returned == [(3, 100)]


def test_a_seat_wins_from_each_other_at_most_what_it_put_in() -> None:
    assert settle([10, 500, 500, 3], [9, 5, 4, 2]).payouts == (33, 980, 0, 0)


def test_royal_flush_wins_the_main_pot_only() -> None:
    """Case S10."""
    strengths = showdown_strengths("AsKsQs2s3s", "JsTs", "4s5s", "9sTc", "ThJc")
    contributions = [100, 200, 300, 400]
    settlement = settle(contributions, strengths)
    assert nets(settlement, contributions) == [300, 100, -100, -300]
    assert settlement.returned == (0, 0, 0, 100)


def test_tied_winners_of_the_main_pot_and_of_a_side_pot() -> None:
    """Case S11."""
    strengths = showdown_strengths("AhKhQsTs9s", "As4h", "Ad5h", "Kd6h", "Ks7h")
    contributions = [100, 200, 300, 400]
    assert nets(settle(contributions, strengths), contributions) == [100, 300, -200, -200]


def test_all_in_seat_stays_in_the_pot_it_reached() -> None:
    """Case S13: the button is all in, the blinds go on."""
    assert settle([400, 400, 100], [5, 3, 9]).payouts == (600, 0, 300)


def test_short_big_blind_does_not_lower_the_call() -> None:
    """Case S25: the small blind folds, the big blind is all in for 30."""
    assert settle([50, 30, 100, 100], [0, 9, 5, 3]).payouts == (0, 120, 160, 0)


@pytest.mark.parametrize("seats", list(permutations(range(3))))
def test_layers_are_built_from_what_was_put_in_at_the_end(seats: tuple[int, ...]) -> None:
    """Case S27: wherever the short all-in of 30 sits."""
    contributions = [(100, 30, 100)[seat] for seat in seats]
    short = contributions.index(30)
    others = tuple(seat for seat in range(3) if seat != short)
    assert build_pots(contributions, live=[0, 1, 2]) == ([Pot(90, (0, 1, 2)), Pot(140, others)], [])


def test_side_pot_goes_to_the_last_seat_that_can_win_it() -> None:
    """Case S21: seat 0 folds on the flop, seats 2 and 3 are all in."""
    assert build_pots([150, 150, 50, 50], live=[1, 2, 3]) == ([Pot(200, (1, 2, 3)), Pot(200, (1,))], [])
    assert settle([150, 150, 50, 50], [0, 1, 2, 3]).payouts == (0, 200, 0, 200)


def test_antes_are_in_the_pot() -> None:
    """Case S22: ante 5, blinds 5 and 10, a raise to 15."""
    antes_put_in = build_pots([10, 15, 20], live=[0, 1, 2])
    antes_dead = build_pots([5, 10, 15], live=[0, 1, 2], dead=15)
    assert antes_put_in == antes_dead == ([Pot(30, (0, 1, 2)), Pot(10, (1, 2))], [(2, 5)])


def test_seat_all_in_for_less_than_the_ante_plays_for_its_like_from_each() -> None:
    """Case S23: ante 20, a stack of 19."""
    assert build_pots([20, 20, 19], live=[0, 1, 2]).pots == [Pot(57, (0, 1, 2)), Pot(2, (0, 1))]
    assert settle([120, 120, 19], [5, 3, 9]).payouts == (202, 0, 57)


# --- merged layers --------------------------------------------------------------------------------------


def test_layers_with_the_same_eligible_seats_are_one_pot() -> None:
    """Case S28: seats 1 and 3, who made the side pots, fold."""
    assert build_pots([10, 30, 60, 60], live=[0, 1, 2, 3]).pots == [
        Pot(40, (0, 1, 2, 3)),
        Pot(60, (1, 2, 3)),
        Pot(60, (2, 3)),
    ]
    assert build_pots([10, 30, 60, 60], live=[0, 2]) == ([Pot(40, (0, 2)), Pot(120, (2,))], [])


def test_layers_with_the_same_eligible_seats_are_merged_before_dividing() -> None:
    # Layers of 5, 3 and 16 chips would give 13 and 11.
    assert settle([10, 10, 1, 1, 2], [7, 7, 0, 0, 0], button=4).payouts == (12, 12, 0, 0, 0)


def test_pots_with_different_eligible_seats_are_never_merged() -> None:
    """Case S2: the odd chips of 163 and of 195 both go to seat 0."""
    contributions = [76, 117, 115, 117, 1, 66, 27]
    strengths = showdown_strengths("7c2hTdKcQs", "QhTs", "8h2s", "", "4s6d", "", "TcQd", "4dQc")
    assert [pot.amount for pot in build_pots(contributions, live=[0, 1, 3, 5, 6]).pots] == [163, 195, 40, 121]
    assert settle(contributions, strengths, button=6).payouts == (220, 121, 0, 0, 0, 178, 0)


# --- folded chips ---------------------------------------------------------------------------------------


def test_folded_chips_stay_in_the_layers_they_reached() -> None:
    assert build_pots([100, 300, 300, 150], live=[0, 1, 2]).pots == [Pot(400, (0, 1, 2)), Pot(450, (1, 2))]
    assert settle([100, 300, 300, 150], [9, 5, 3, 0]).payouts == (400, 450, 0, 0)


def test_layer_that_only_folded_seats_reached_falls_into_the_last_pot_somebody_can_win() -> None:
    """Case S1."""
    assert settle([100, 100, 300, 300], [9, 5, 0, 0]).payouts == (800, 0, 0, 0)
    assert settle([100, 60, 300], [5, 9, 0]).payouts == (280, 180, 0)
    assert build_pots([100, 60, 300], live=[0, 1]) == ([Pot(180, (0, 1)), Pot(280, (0,))], [])


def test_folded_best_hand_wins_nothing() -> None:
    """Case S20: aces fold to seven-deuce."""
    strengths = showdown_strengths("AcKd9h5s3c", "AsAh", "7d2c")
    assert settle([40, 40], strengths, live=[1]) == ((0, 80), (0, 0), 0)


# --- splitting ------------------------------------------------------------------------------------------


def test_each_pot_is_split_alone() -> None:
    # Pots of 21 and 11: two odd chips for seat 1, where one pot of 32 has none.
    assert settle([5, 10, 10, 5, 2, 5], [1, 9, 9, 0, 0, 0], button=5).payouts == (0, 19, 18, 0, 0, 0)


def test_side_pot_is_split_among_other_winners_than_the_main_pot() -> None:
    assert settle([7, 7, 20, 20, 20], [9, 9, 5, 5, 3], button=4).payouts == (18, 17, 20, 19, 0)


@pytest.mark.parametrize(("button", "payouts"), [(0, (0, 51, 50)), (1, (0, 50, 51)), (2, (0, 51, 50))])
def test_odd_chip_goes_left_of_the_button(button: int, payouts: tuple[int, ...]) -> None:
    """Case S8."""
    assert settle([1, 50, 50], [0, 9, 9], button=button).payouts == payouts


@pytest.mark.parametrize(("button", "lucky"), [(0, 1), (1, 3), (2, 3), (3, 1), (4, 1)])
def test_odd_chip_is_counted_from_the_buttons_seat_even_if_that_is_empty(button: int, lucky: int) -> None:
    """Case S6: nobody sits in seats 2 and 4."""
    payouts = settle([1, 50, 0, 50, 0], [0, 9, 0, 9, 0], button=button).payouts
    assert payouts == tuple(51 if seat == lucky else 50 if seat in (1, 3) else 0 for seat in range(5))


def test_button_is_the_last_seat_by_default() -> None:
    assert settle([1, 50, 50], [0, 9, 9]) == settle([1, 50, 50], [0, 9, 9], button=2)
    assert settle([50, 1, 50], [9, 0, 9]).payouts == (51, 0, 50)


def test_button_of_two_seats_is_the_first_by_default() -> None:
    # Seats are listed from the small blind, which with two players is the button's.
    assert settle([5, 5], [9, 9], dead=1).payouts == (5, 6)
    assert settle([5, 5], [9, 9], dead=1, button=1).payouts == (6, 5)
    assert settle([5], [9], dead=1).payouts == (6,)
    arrays = settle(np.array([[5, 5], [5, 5]]), np.array([[9, 9], [9, 5]]), dead=1)
    assert arrays.payouts.tolist() == [[5, 6], [11, 0]]


def test_odd_chips_go_one_each_to_the_first_winners() -> None:
    assert settle([30, 30, 30, 8], [9, 9, 9, 0], button=0).payouts == (32, 33, 33, 0)
    assert settle([30, 30, 30, 7], [9, 9, 9, 0], button=0).payouts == (32, 33, 32, 0)


def test_odd_chips_go_by_order_when_it_is_given() -> None:
    hand: dict[str, Any] = {"contributions": [30, 30, 30, 8], "strengths": [9, 9, 9, 0]}
    assert settle(**hand, order=[3, 2, 0, 1]).payouts == (33, 32, 33, 0)
    assert settle(**hand, order=(1, 0, 2, 3), button=1).payouts == (33, 33, 32, 0)
    assert settle(**hand, order=iter([2, 1, 3, 0])).payouts == (32, 33, 33, 0)


def test_three_way_tie_without_odd_chips() -> None:
    """Case S4."""
    assert settle([10000, 10000, 10000], [9, 9, 9], dead=100 + 200).payouts == (10100, 10100, 10100)


def test_all_split_when_the_board_is_everyones_hand() -> None:
    strengths = showdown_strengths("AhKhQhJhTh", "AsAd", "2c7d", "9h8h")
    assert settle([30, 30, 30], strengths).payouts == (30, 30, 30)


# --- units ----------------------------------------------------------------------------------------------


def test_pots_are_divided_in_whole_units() -> None:
    assert settle([25, 250, 250], [0, 9, 9], unit=25).payouts == (0, 275, 250)
    assert settle([100, 100, 100, 50], [9, 9, 9, 0], unit=25, button=1).payouts == (125, 100, 125, 0)


def test_remainder_below_a_unit_goes_to_the_first_winner() -> None:
    assert settle([7, 50, 50], [0, 9, 9], unit=5).payouts == (0, 57, 50)
    assert settle([8, 50, 50], [0, 9, 9], unit=5, button=1).payouts == (0, 50, 58)
    assert settle([3, 3, 3], [9, 9, 9], unit=100).payouts == (9, 0, 0)


def test_unit_governs_division_only() -> None:
    """Case S32: a stack of 1010 goes in whole and comes out whole."""
    assert settle([1010, 1010], [9, 5], unit=25).payouts == (2020, 0)
    assert settle([1010, 1010], [9, 9], unit=25).payouts == (1000, 1020)
    assert settle([1010, 1000], [9, 9], unit=1000).returned == (10, 0)
    assert build_pots([7, 3, 3], live=[0, 1, 2]) == ([Pot(9, (0, 1, 2))], [(0, 4)])


@pytest.mark.parametrize(
    ("amounts", "payouts"),
    [
        ((5, 5, 1), (5, 6, 0)),
        (("10.50", "10.50", 0), ("10.50", "10.50", 0)),
        (("0.6", "0.6", "0.1"), ("0.6", "0.7", 0)),
        (("0.60", "0.60", "0.10"), ("0.65", "0.65", 0)),
        ((1, 1, "0.25"), ("1.12", "1.13", 0)),
        ((1, 1, "0.001"), (1, "1.001", 0)),
        (("5E+1", "5E+1", 1), (50, 51, 0)),
        ((Decimal(5), 5, 1), (5, 6, 0)),
    ],
)
def test_unit_that_is_not_given_is_the_place_in_which_the_amounts_are_written(amounts: Any, payouts: Any) -> None:
    chips = [Decimal(amount) if isinstance(amount, str) else amount for amount in amounts]
    assert settle(chips, [9, 9, 0], button=0).payouts == tuple(map(Decimal, payouts))


def test_an_odd_cent_of_a_pot_of_quarters_goes_left_of_the_button() -> None:
    quarter = Decimal("1.25")
    assert settle([quarter, quarter, quarter], [9, 9, 0], button=2).payouts == (Decimal("1.88"), Decimal("1.87"), 0)
    assert settle([0, 0], [9, 9], dead=quarter, button=1).payouts == (Decimal("0.63"), Decimal("0.62"))


def test_share_of_cents_is_raked_in_cents() -> None:
    dollars = Decimal("1.50")
    assert settle([dollars, dollars], [9, 5], rake=Rake(5)) == ((Decimal("2.85"), 0), (0, 0), Decimal("0.15"))
    assert settle([3, 3], [9, 5], rake=Rake(10, cap=Decimal("0.55"))).rake == Decimal("0.55")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"contributions": [5, Decimal("10.50")]}, "contribution of seat 1 is 10.50, no whole number of the unit 1"),
        ({"dead": Decimal("0.5")}, "dead is 0.5, no whole number of the unit 1"),
        ({"rake": Decimal("0.25")}, "rake is 0.25, no whole number of the unit 1"),
        ({"rake": Rake(5, cap=Decimal("1.5"))}, "cap is 1.5, no whole number of the unit 1"),
        ({"unit": Decimal("0.3")}, "contribution of seat 0 is 5, no whole number of the unit 0.3"),
        ({"unit": Decimal("0.05"), "dead": Decimal("0.07")}, "dead is 0.07, no whole number of the unit 0.05"),
    ],
)
def test_unit_of_which_an_amount_is_no_whole_number_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ChipError, match=re.escape(message)):
        settle(**{"contributions": [5, 5], "strengths": [9, 5], "unit": 1, **options})


def test_whole_numbers_need_not_be_whole_units() -> None:
    assert settle([Decimal("7.00"), 50, 50], [0, 9, 9], unit=5).payouts == (0, 57, 50)


def test_half_chips_are_divided_exactly() -> None:
    half = Decimal("0.5")
    assert settle([half, 3, 3], [0, 9, 9], unit=half).payouts == (0, Decimal("3.5"), 3)
    assert settle([1, 3, 3], [0, 9, 9], unit=half).payouts == (0, Decimal("3.5"), Decimal("3.5"))


def test_hundred_chips_are_divided_by_three() -> None:
    """Case S31."""
    assert settle([33, 33, 33, 1], [9, 9, 9, 0], unit=1).payouts == (34, 33, 33, 0)
    cents = settle([33, 33, 33, 1], [9, 9, 9, 0], unit=CENT).payouts
    assert cents == (Decimal("33.34"), Decimal("33.33"), Decimal("33.33"), 0)
    with pytest.raises(ChipError, match=r"Decimal\('33.0'\)"):
        settle([33.0, 33, 33, 1], [9, 9, 9, 0])  # type: ignore[list-item]


def test_nets_of_decimal_chips_add_up_to_nothing() -> None:
    """Case S9."""
    contributions = [Decimal("1203.60"), 2, Decimal("898.20"), Decimal("898.20")]
    settlement = settle(contributions, [9, 0, 5, 3], unit=CENT)  # type: ignore[arg-type]
    assert settlement.returned == (Decimal("305.40"), 0, 0, 0)
    assert build_pots(contributions, live=[0, 2, 3]).pots == [Pot(Decimal("2696.60"), (0, 2, 3))]  # type: ignore[arg-type]
    assert nets(settlement, contributions) == [Decimal("1798.40"), -2, Decimal("-898.20"), Decimal("-898.20")]
    assert sum(nets(settlement, contributions)) == 0


def test_whole_numbers_stay_ints_and_decimals_stay_decimals() -> None:
    assert {type(chips) for chips in settle([np.int64(5), np.uint16(5)], [1, 2], rake=1).payouts} == {int}
    assert {type(chips) for chips in settle([5, Decimal(5)], [1, 2]).payouts} == {Decimal}


@pytest.mark.parametrize(
    "contributions", [[60000] * 10, [np.uint16(60000)] * 10, [9 * 10**18] * 10, [10**400] * 10, [10**18 + 1] * 19]
)
def test_one_hand_is_exact_at_any_size(contributions: list[int]) -> None:
    """Case S30."""
    seats = len(contributions)
    whole = sum(map(int, contributions))
    assert settle(contributions, list(range(seats))).payouts == (0,) * (seats - 1) + (whole,)
    tied = settle(contributions, [5, 5] + [0] * (seats - 2), live=range(seats), rake=Rake("12.5")).payouts
    assert sum(tied) == whole - round(Fraction(whole, 8))
    assert 0 <= tied[0] - tied[1] <= 1


# --- dead chips -----------------------------------------------------------------------------------------


def test_dead_chips_go_to_the_main_pot() -> None:
    assert settle([10, 50, 50], [9, 5, 3], dead=7).payouts == (37, 80, 0)
    assert build_pots([10, 50, 50], live=[1, 2], dead=7).pots == [Pot(117, (1, 2))]


def test_one_chip_wins_its_like_and_the_whole_big_blind_ante() -> None:
    assert settle([1, 100, 100], [9, 5, 3], dead=100).payouts == (103, 198, 0)


def test_dead_chips_are_never_uncalled() -> None:
    assert settle([0, 0], [9, 5], dead=30) == ((30, 0), (0, 0), 0)
    assert settle([20, 0], [5, 9], dead=30) == ((20, 30), (20, 0), 0)


def test_dead_chips_are_raked_and_split_like_others() -> None:
    assert settle([50, 50], [9, 9], dead=1, button=0).payouts == (50, 51)
    assert settle([50, 50], [9, 5], dead=100, rake=Rake(5)).rake == 10


# --- alone, mucked, nobody ------------------------------------------------------------------------------


@pytest.mark.parametrize("contributions", [[20, 50, 100], [100, 50, 20], [0, 50, 50], [0, 0, 0], [5, 5, 5]])
def test_lone_live_seat_takes_everything_without_a_hand(contributions: list[int]) -> None:
    settlement = settle(contributions, [0, 900, 800], live=[0], dead=3)
    assert settlement.payouts == (sum(contributions) + 3, 0, 0)
    assert settlement.returned[0] == max(0, contributions[0] - max(contributions[1:]))


def test_one_seat_gets_its_own_chips_back() -> None:
    assert settle([70], [5], dead=2, rake=1) == ((71,), (70,), 1)
    assert build_pots([70], live=[0]) == ([], [(0, 70)])


def test_mucked_seat_gets_its_uncalled_bet_and_nothing_else() -> None:
    assert settle([300, 100, 50], [0, 5, 3], live=[0, 1, 2]) == ((200, 250, 0), (200, 0, 0), 0)
    assert settle([100, 100, 100], [0, 5, 3], live=[0, 1, 2]) == ((0, 300, 0), (0, 0, 0), 0)


def test_mucked_chips_make_no_pot_of_their_own() -> None:
    assert settle([10, 10, 1, 1, 2], [7, 7, 0, 0, 0], live=range(5)).payouts == (12, 12, 0, 0, 0)
    assert settle([100, 60, 100], [0, 9, 0], live=[0, 1]).payouts == (0, 260, 0)


def test_all_live_seats_mucked_but_one_leave_it_everything() -> None:
    assert settle([100, 100, 20], [0, 0, 5], live=[0, 1, 2]).payouts == (0, 0, 220)
    assert settle([100, 60, 20], [0, 0, 5], live=[0, 1, 2]) == ((40, 0, 140), (40, 0, 0), 0)


def test_nobody_left_is_refused() -> None:
    with pytest.raises(ChipError, match="no seat is left"):
        settle([10, 10], [0, 0])
    with pytest.raises(ChipError, match="no seat is left"):
        settle([10, 10], [5, 4], live=[])
    with pytest.raises(ChipError, match="mucked"):
        settle([10, 10, 10], [0, 0, 4], live=[0, 1])
    with pytest.raises(ChipError, match="no seat is left"):
        build_pots([10, 10], live=[False, False])


def test_seats_with_a_strength_are_live_by_default() -> None:
    assert settle([10, 20, 30], [5, 0, 3]) == settle([10, 20, 30], [5, 0, 3], live=[0, 2])
    with pytest.raises(ChipError, match="no seat is left"):
        settle([10, 20], [-5, -3])


def test_strengths_are_any_integers_when_live_is_given() -> None:
    assert settle([10, 10, 10], [-5, -(10**30), -7], live=[0, 1, 2]).payouts == (30, 0, 0)
    assert settle([10, 10, 10], [10**30, 10**30 + 1, 3]).payouts == (0, 30, 0)


@pytest.mark.parametrize(
    ("numbers", "spellings"),
    [([0, 1], "[False, True], for seats {0, 1}"), ([1, 0], "[True, False], for seats {0, 1}")],
)
@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_zeros_and_ones_for_two_seats_may_be_a_mask_or_indices(numbers: list[int], spellings: str, kind: Any) -> None:
    with pytest.raises(ChipError, match=re.escape(f"live is {numbers}; for a mask give {spellings}")):
        settle([10, 10], [5, 9], live=kind(numbers))
    with pytest.raises(ChipError, match=re.escape(spellings)):
        build_pots([10, 10], kind(numbers))


def test_seats_that_can_be_no_mask_are_read() -> None:
    for both in ({0, 1}, frozenset({0, 1}), range(2), [True, True], np.array([True, True])):
        assert settle([10, 10], [5, 9], live=both).payouts == (0, 20)
    assert settle([10, 10], [5, 9], live=[0]).payouts == (20, 0)
    assert settle([10, 10, 10], [5, 9, 0], live=[0, 1]).payouts == (0, 30, 0)
    assert build_pots([70], live=[0]).returned == [(0, 70)]


def test_a_mask_of_zeros_and_ones_is_told_how_to_be_one() -> None:
    with pytest.raises(ChipError, match=re.escape("for a mask give [False, True, False]")):
        settle([10, 10, 10], [5, 9, 3], live=[0, 1, 0])
    with pytest.raises(ChipError, match=r"holds (True|False)"):
        settle([10, 10], [5, 9], live={False, True})


def test_live_is_a_mask_or_indices() -> None:
    as_indices = settle([10, 20, 30], [5, 4, 3], live=[1, 2])
    assert as_indices == settle([10, 20, 30], [5, 4, 3], live=[False, True, True])
    assert as_indices == settle([10, 20, 30], [5, 4, 3], live={2, 1})
    assert build_pots([10, 20, 30], np.array([False, True, True])) == build_pots([10, 20, 30], (1, 2))


# --- the rake -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("percent", [5, "5", "5.0", Decimal(5), Fraction(5)])
def test_rake_is_a_percentage_of_the_pots(percent: Any) -> None:
    assert settle([500, 500, 20], [9, 5, 0], rake=Rake(percent)) == ((969, 0, 0), (0, 0, 0), 51)


def test_percentage_is_exact() -> None:
    assert settle([10**30, 10**30], [9, 5], rake=Rake("0.1")).rake == 2 * 10**27
    assert settle([450, 450], [9, 5], rake=Rake(Fraction(1, 3))).rake == 3
    assert settle([500, 500], [9, 5], rake=Rake(0)).rake == 0
    assert settle([500, 500], [9, 5], rake=Rake(100)) == ((0, 0), (0, 0), 1000)


@pytest.mark.parametrize(
    ("cap", "rake"), [(None, 50), (51, 50), (50, 50), (20, 20), (0, 0), (Decimal("19.5"), Decimal("19.5"))]
)
def test_rake_is_capped(cap: Any, rake: Any) -> None:
    settlement = settle([500, 500], [9, 5], rake=Rake(5, cap=cap))
    assert settlement == ((1000 - rake, 0), (0, 0), rake)


def test_no_flop_no_drop() -> None:
    assert settle([500, 500], [9, 5], rake=Rake(5), flop=False) == ((1000, 0), (0, 0), 0)
    assert settle([500, 500], [9, 5], rake=Rake(5), flop=True).rake == 50
    assert settle([500, 500], [9, 5], rake=Rake(5, no_flop_no_drop=False), flop=False).rake == 50


def test_rake_never_changes_and_is_compared_by_its_terms() -> None:
    rake = Rake("2.5", cap=20)
    assert rake == Rake("2.5", 20, True) == pickle.loads(pickle.dumps(rake)) == eval(repr(rake))
    assert len({rake, Rake("2.5", cap=20), Rake("2.5", cap=21), Rake("2.5", 20, False)}) == 3
    with pytest.raises(AttributeError):
        rake.cap = 30
    with pytest.raises(AttributeError, match="never changes; make another"):
        rake.__init__(10)  # type: ignore[misc]


def test_given_amount_is_taken_flop_or_not() -> None:
    assert settle([500, 500], [9, 5], rake=13, flop=False) == ((987, 0), (0, 0), 13)


@pytest.mark.parametrize(
    ("pot", "percent", "unit", "rake"),
    [
        (10, 5, 1, 0),
        (11, 5, 1, 1),
        (29, 5, 1, 1),
        (30, 5, 1, 2),
        (50, 5, 1, 2),
        (70, 5, 1, 4),
        (90, 5, 1, 4),
        (250, 1, 5, 0),
        (251, 1, 5, 5),
        (750, 1, 5, 10),
        (1250, 1, 5, 10),
        (25, 1, Decimal("0.5"), 0),
        (75, 1, Decimal("0.5"), 1),
        (Decimal("1.50"), 1, CENT, Decimal("0.02")),
        (Decimal("2.50"), 1, CENT, Decimal("0.02")),
    ],
)
def test_rake_is_rounded_half_to_even_to_the_unit(pot: Any, percent: int, unit: Any, rake: Any) -> None:
    assert settle([0, 0], [9, 5], dead=pot, unit=unit, rake=Rake(percent)) == ((pot - rake, 0), (0, 0), rake)


def test_rounding_never_takes_more_than_the_pots() -> None:
    assert settle([4, 4], [9, 5], unit=5, rake=Rake(100)).payouts == (0, 0)


@pytest.mark.parametrize(("rake", "payouts"), [(7, (297, 396, 0)), (10, (296, 394, 0)), (5, (298, 397, 0))])
def test_rake_is_taken_from_the_pots_in_proportion(rake: int, payouts: tuple[int, ...]) -> None:
    assert settle([100, 300, 300], [9, 5, 3], rake=rake).payouts == payouts


@pytest.mark.parametrize(
    ("rake", "payouts"), [(1, (11, 12, 12)), (2, (11, 11, 12)), (3, (11, 11, 11)), (4, (10, 11, 11))]
)
def test_equal_remainders_take_from_the_earlier_pot_first(rake: int, payouts: tuple[int, ...]) -> None:
    # Three pots of 12.
    assert settle([3, 7, 13, 13], [9, 5, 3, 1], rake=rake).payouts == (*payouts, 0)


def test_rake_is_taken_in_whole_units() -> None:
    # Two pots of 300.
    assert settle([100, 250, 250], [9, 5, 3], rake=15, unit=5).payouts == (290, 295, 0)
    assert settle([100, 250, 250], [9, 5, 3], rake=Rake("2.5"), unit=5).payouts == (290, 295, 0)


def test_rake_takes_no_more_than_a_pot_holds() -> None:
    # Pots of 4 and 37: the fourth unit of 10 is the side pot's, which has 7 left.
    assert settle([1, 19, 19, 2], [9, 5, 3, 0], unit=10, rake=40).payouts == (1, 0, 0, 0)
    assert settle([1, 19, 19, 2], [9, 5, 3, 0], unit=10, rake=41).payouts == (0, 0, 0, 0)


def test_odd_chips_are_counted_after_the_rake() -> None:
    assert settle([1, 50, 50], [0, 9, 9], rake=1).payouts == (0, 50, 50)
    assert settle([50, 50], [9, 9], rake=1, button=0).payouts == (49, 50)


def test_rake_of_a_hand_with_an_uncalled_bet() -> None:
    pots = settle([280, 198], [9, 5], unit=CENT, rake=Rake(1))
    assert pots == ((Decimal("474.04"), 0), (82, 0), Decimal("3.96"))


def test_uncalled_bet_is_neither_bet_nor_won() -> None:
    """Case S33."""
    contributions = [Decimal("0.15") + Decimal("0.48") + Decimal("2.54"), Decimal("2.83")]
    settlement = settle(contributions, [9, 5], unit=CENT, rake=Decimal("0.16"))
    assert settlement.returned == (Decimal("0.34"), 0)
    assert contributions[0] - settlement.returned[0] == Decimal("2.83")
    assert settlement.payouts[0] - settlement.returned[0] == Decimal("5.50")
    assert nets(settlement, contributions)[0] == Decimal("2.67")


# --- each pot's award -----------------------------------------------------------------------------------


def test_awards_name_each_pots_winners_shares_and_odd_chips() -> None:
    main, side = settle_hand([7, 7, 20, 20, 20], [9, 9, 5, 5, 3], button=2, rake=3).awards
    assert (main.amount, main.rake, main.eligible) == (34, 1, (0, 1, 2, 3, 4))
    assert (main.winners, main.shares, main.odd_chips) == ((0, 1), (17, 17), (0, 0))
    assert (side.amount, side.rake, side.eligible) == (37, 2, (2, 3, 4))
    assert (side.winners, side.shares, side.odd_chips) == ((3, 2), (19, 18), (1, 0))


def test_awards_and_returned_chips_add_up_to_the_payouts() -> None:
    hand = settle_hand([100, 250, 400, 30], [7, 5, 5, 0], rake=Rake(5))
    paid = list(hand.returned)
    for award in hand.awards:
        assert sum(award.shares) == award.amount
        for seat, share in zip(award.winners, award.shares, strict=True):
            paid[seat] += share
    assert tuple(paid) == hand.payouts


# --- what is refused ------------------------------------------------------------------------------------

NO_CHIPS = [
    1.0,
    float("nan"),
    np.float64(1),
    np.float32(1),
    True,
    np.True_,
    "1",
    None,
    Fraction(1, 2),
    Decimal("NaN"),
    Decimal("sNaN"),
    Decimal("Infinity"),
    -1,
    Decimal("-0.01"),
]


@pytest.mark.parametrize("chips", NO_CHIPS)
def test_contribution_that_is_no_number_of_chips_is_refused(chips: Any) -> None:
    with pytest.raises(ChipError, match="seat 1"):
        settle([5, chips, 5], [1, 2, 3])
    with pytest.raises(ChipError, match="seat 1"):
        build_pots([5, chips, 5], live=[0, 2])


@pytest.mark.parametrize("what", ["dead", "unit"])
@pytest.mark.parametrize("chips", NO_CHIPS)
def test_dead_chips_and_units_that_are_none_are_refused(what: str, chips: Any) -> None:
    if what == "unit" and chips is None:
        pytest.skip("no unit is the one that the amounts are written in")
    with pytest.raises(ChipError, match=what):
        settle([5, 5], [1, 2], **{what: chips})


@pytest.mark.parametrize("rake", [chips for chips in NO_CHIPS if chips is not None])
def test_rake_that_is_no_number_of_chips_is_refused(rake: Any) -> None:
    with pytest.raises(ChipError, match="rake"):
        settle([5, 5], [1, 2], rake=rake)


@pytest.mark.parametrize("cap", [chips for chips in NO_CHIPS if chips is not None])
def test_cap_that_is_no_number_of_chips_is_refused(cap: Any) -> None:
    with pytest.raises(ChipError, match="cap"):
        Rake(5, cap=cap)


@pytest.mark.parametrize("unit", [0, Decimal(0), Decimal("0.00")])
def test_unit_of_nothing_is_refused(unit: Any) -> None:
    with pytest.raises(ChipError, match="unit"):
        settle([5, 5], [1, 2], unit=unit)


def test_refused_float_says_what_to_give_instead() -> None:
    with pytest.raises(ChipError, match=r"Decimal\('0.1'\)"):
        settle([5, 0.1], [1, 2])  # type: ignore[list-item]


def test_only_rows_of_amounts_are_told_that_many_hands_go_in_arrays() -> None:
    with pytest.raises(
        ChipError, match=re.escape("is [50, 50]; chips are int or Decimal; many hands are settled from")
    ):
        settle([[50, 50], [50, 50]], [1, 2])  # type: ignore[list-item]
    with pytest.raises(ChipError, match=r"is None; chips are int or Decimal$"):
        settle([None, 50], [1, 2])  # type: ignore[list-item]


@pytest.mark.parametrize("rake", [11, Decimal("10.01"), 10**30])
def test_rake_above_the_pots_is_refused(rake: Any) -> None:
    with pytest.raises(ChipError, match="rake"):
        settle([5, 5], [1, 2], rake=rake)


@pytest.mark.parametrize(
    "percent",
    [
        *(5.0, float("nan"), np.float64(5), True, None, [5]),
        *(-1, 101, "-0.1", "100.01", Fraction(10001, 100)),
        *(Decimal("NaN"), Decimal("Infinity"), "nan", "inf", "", "five", "5%", "1/0"),
    ],
)
def test_percentage_that_is_none_is_refused(percent: Any) -> None:
    with pytest.raises(ChipError):
        Rake(percent)


@pytest.mark.parametrize("button", [-1, 3, 10**30, 1.0, True, "1", [1], float("nan")])
def test_button_that_is_no_seat_is_refused(button: Any) -> None:
    with pytest.raises(ChipError, match="button"):
        settle([5, 5, 5], [1, 2, 3], button=button)


@pytest.mark.parametrize(
    "order",
    [
        *([], [0, 1], [0, 1, 1], [0, 1, 3], [-1, 0, 1], [0, 1, 2, 3]),
        *([0, 1, 2.0], [0.9, 1, 2], [0, 1, float("nan")], [False, True, 2], "012", ["0", "1", "2"], [None, 1, 2]),
    ],
)
def test_order_that_does_not_name_each_seat_once_is_refused(order: Any) -> None:
    with pytest.raises(ChipError, match="order"):
        settle([5, 5, 5], [1, 2, 3], order=order)


@pytest.mark.parametrize(
    "live",
    [
        *([True, True], [True] * 4, [0, 3], [-1, 0], [0, 0], [0, 1, 0]),
        *([True, 1, 2], [0.0, 1.0], ["0"], [None], [float("nan")]),
    ],
)
def test_live_set_that_is_none_is_refused(live: Any) -> None:
    with pytest.raises(ChipError, match="live"):
        settle([5, 5, 5], [1, 2, 3], live=live)
    with pytest.raises(ChipError, match="live"):
        build_pots([5, 5, 5], live)


@pytest.mark.parametrize("strength", [1.0, float("nan"), True, "1", None, Decimal(1), np.float64(1)])
def test_strength_that_is_no_integer_is_refused(strength: Any) -> None:
    with pytest.raises(ChipError, match="strength of seat 1"):
        settle([5, 5], [1, strength])


def test_hands_of_no_seats_or_of_two_lengths_are_refused() -> None:
    with pytest.raises(ChipError):
        settle([], [])
    with pytest.raises(ChipError):
        build_pots([], live=[])
    with pytest.raises(ChipError, match="3 strengths for 2"):
        settle([5, 5], [1, 2, 3])
    with pytest.raises(ChipError):
        settle([[5, 5], [5, 5]], [[1, 2], [1, 2]])  # type: ignore[list-item]


# --- properties and the slow twin -----------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """A hand as ``settle`` takes it; ``grain`` is the chip that all amounts are multiples of."""

    contributions: list[Any]
    strengths: list[int]
    live: list[int]
    button: int | None
    order: list[int] | None
    unit: Any
    dead: Any
    rake: Any
    flop: bool

    def settle(self) -> Settlement[Any, Any]:
        return settle(**{**self.__dict__, "live": set(self.live)})  # type: ignore[return-value]

    def changed(self, **changes: Any) -> "Table":
        return Table(**{**self.__dict__, **changes})

    def settle_slowly(self) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...], Fraction]:
        rake = self.rake or 0
        if isinstance(rake, Rake):
            rake = Percentage(Fraction(rake.percent), rake.cap, rake.no_flop_no_drop)
        payouts, returned, taken = settle_slowly(
            self.contributions,
            self.strengths,
            self.live,
            clockwise(self.button, len(self.strengths)) if self.order is None else self.order,
            unit=self.unit,
            dead=self.dead,
            rake=rake,
            flop=self.flop,
        )
        return tuple(payouts), tuple(returned), taken


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables full of ties, folds, mucks and short all-ins."""
    seats = draw(st.integers(2, 23))

    def each(element: st.SearchStrategy[int]) -> list[int]:
        return draw(st.lists(element, min_size=seats, max_size=seats))

    stack = draw(st.sampled_from([3, 40, 1000]))
    chips = each(st.integers(0, stack) | st.sampled_from([stack // 3, stack]))
    strengths = each(st.integers(0, 3))
    live = [seat for seat, folds in enumerate(each(st.integers(0, 2))) if folds == 0]
    if not any(strengths[seat] for seat in live):
        live = [*live, draw(st.sampled_from(sorted(set(range(seats)) - set(live))))] if len(live) < seats else live
        strengths[live[-1]] += 4
    grain: Any = draw(st.sampled_from([1, 1, CENT, Decimal("0.5"), Decimal("0.25"), 10**18 + 9]))
    unit = draw(st.sampled_from([1, 1, 2, 3, 5, 10, 25])) * grain
    if isinstance(grain, Decimal):  # of which every amount is a whole number
        grain = unit
    dead = draw(st.sampled_from([0, 0, 1, 7, 100]))
    second = sorted(chips)[-2]
    called = dead + sum(min(amount, second) for amount in chips)
    percentages = st.builds(
        Rake,
        st.sampled_from([5, "2.5", "4.7", Decimal("0.3"), Fraction(100, 3), 50, 100]),
        st.none() | st.integers(0, 20).map(lambda cap: cap * grain),
        st.booleans(),
    )
    return Table(
        contributions=[amount * grain for amount in chips],
        strengths=strengths,
        live=live,
        button=draw(st.none() | st.integers(0, seats - 1)),
        order=draw(st.none() | st.permutations(range(seats))),
        unit=unit,
        dead=dead * grain,
        rake=draw(st.none() | st.integers(0, called).map(lambda amount: amount * grain) | percentages),
        flop=draw(st.booleans()),
    )


@settings(deadline=None, max_examples=300)
@given(tables())
def test_settle_agrees_with_its_slow_twin(table: Table) -> None:
    assert table.settle() == table.settle_slowly()


@settings(deadline=None, max_examples=120)
@given(tables())
def test_payouts_and_rake_are_contributions_and_dead_chips(table: Table) -> None:
    """Case S16."""
    payouts, returned, rake = table.settle()
    assert sum(payouts) + rake == sum(table.contributions) + table.dead
    assert rake >= 0
    for seat, (won, back, paid) in enumerate(zip(payouts, returned, table.contributions, strict=True)):
        assert 0 <= back <= min(won, paid)
        assert seat in table.live or won == 0


@settings(deadline=None, max_examples=80)
@given(tables(), st.sampled_from([2, 7, 10**30, Decimal("0.001")]))
def test_scaling_all_amounts_scales_the_payouts(table: Table, scale: Any) -> None:
    assume(isinstance(scale, int) or table.unit == 1)
    rake = table.rake
    if isinstance(rake, Rake):
        rake = Rake(rake.percent, None if rake.cap is None else rake.cap * scale, rake.no_flop_no_drop)
    elif rake is not None:
        rake *= scale
    scaled = table.changed(
        contributions=[amount * scale for amount in table.contributions],
        unit=table.unit * scale,
        dead=table.dead * scale,
        rake=rake,
    )
    payouts, returned, taken = table.settle()
    assert scaled.settle().payouts == tuple(amount * scale for amount in payouts)
    assert scaled.settle().returned == tuple(amount * scale for amount in returned)
    assert scaled.settle().rake == taken * scale


@settings(deadline=None, max_examples=80)
@given(tables(), st.integers(1, 22))
def test_rotating_seats_and_button_rotates_the_payouts(table: Table, places: int) -> None:
    seats = len(table.strengths)
    places %= seats

    def rotated(column: Sequence[Any]) -> tuple[Any, ...]:
        return (*column[-places:], *column[:-places]) if places else tuple(column)

    button = table.button or 0
    still = table.changed(order=None, button=button)
    turned = still.changed(
        contributions=list(rotated(table.contributions)),
        strengths=list(rotated(table.strengths)),
        live=[(seat + places) % seats for seat in table.live],
        button=(button + places) % seats,
    )
    assert turned.settle().payouts == rotated(still.settle().payouts)


@settings(deadline=None, max_examples=80)
@given(tables())
def test_pots_hold_every_chip_that_does_not_come_back(table: Table) -> None:
    pots, returned = build_pots(table.contributions, set(table.live), dead=table.dead)
    assert sum(pot.amount for pot in pots) + sum(amount for _, amount in returned) == (
        sum(table.contributions) + table.dead
    )
    assert all(pot.amount > 0 and set(pot.eligible) <= set(table.live) for pot in pots)
    assert all(set(above.eligible) < set(below.eligible) for below, above in pairwise(pots))


@pytest.mark.parametrize("seed", range(20))
def test_chips_on_the_table_stay_the_same_from_hand_to_hand(seed: int) -> None:
    """Case S34: antes and all-ins among six seats until one has everything."""
    rng = random.Random(seed)
    stacks = [rng.randint(1, 500) for _ in range(6)]
    whole = sum(stacks)
    for _ in range(100):
        antes = [min(stack, 5) for stack in stacks]
        contributions = [max(ante, rng.randint(0, stack)) for ante, stack in zip(antes, stacks, strict=True)]
        live = [seat for seat in range(6) if stacks[seat] and rng.random() < 0.7] or [stacks.index(max(stacks))]
        strengths = [rng.randint(1, 9) for _ in range(6)]
        settlement = settle(contributions, strengths, live=live, button=rng.randrange(6))
        assert sum(nets(settlement, contributions)) == 0
        stacks = [stack + net for stack, net in zip(stacks, nets(settlement, contributions), strict=True)]
        assert min(stacks) >= 0
    assert sum(stacks) == whole


def test_rake_that_is_no_multiple_of_the_unit_is_in_proportion_too() -> None:
    # Exact shares 8.1 and 0.9: one unit from the first pot, and the four chips left to the larger remainder.
    settled = settle_hand([300, 350, 350], [3, 2, 1], rake=9, unit=5)
    assert [(award.amount, award.rake) for award in settled.awards] == [(891, 9), (100, 0)]
    assert settle(np.array([300, 350, 350]), np.array([3, 2, 1]), rake=9, unit=5).payouts.tolist() == [891, 100, 0]
