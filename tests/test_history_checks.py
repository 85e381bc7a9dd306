"""What a history tells of its outcome, beside the replayed hand: finishing stacks, winnings, the rake in both."""

from decimal import Decimal, localcontext
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_core import Rake
from holdem_core.histories.checks import Comparison, Difference, compare
from holdem_core.histories.phh import History, dumps, read
from holdem_core.table import Game, TableHand

DEALT = ("d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd")
RUN_OUT = ("d db 2c7d9hTc3s",)


def history(*actions: str, **fields: Any) -> History:
    given = {
        "variant": "NT",
        "antes": (0, 0, 0),
        "blinds_or_straddles": (1, 2, 0),
        "bets": (2, 2),
        "starting_stacks": (100, 100, 100),
        **fields,
    }
    return History(actions=actions, **given)


def compared(told: History, rake: Any = None) -> Comparison:
    comparison = compare(told, told.settle(rake=rake))
    assert comparison is not None
    return comparison


def all_in(*finishing: int, dealt: tuple[str, ...] = DEALT, **fields: Any) -> History:
    """Everybody is all-in: p1 for 40, p2 for 70, p3 for 100; the main pot is 120, the side pot 60."""
    acts = ("p3 cbr 100", "p1 cc", "p2 cc", *RUN_OUT)
    return history(*dealt, *acts, starting_stacks=(40, 70, 100), finishing_stacks=finishing or None, **fields)


# --- the rake -------------------------------------------------------------------------------------------


def test_a_winner_who_is_short_of_what_he_won_paid_a_rake() -> None:
    called = history(*DEALT, "p3 cbr 20", "p1 cc", "p2 f", *RUN_OUT, starting_stacks=(20, 100, 100))
    assert called.settle().stacks == (42, 98, 80)
    for rake in range(43):
        raked = History(**{**fields_of(called), "finishing_stacks": (42 - rake, 98, 80)})
        assert compared(raked) == Comparison((), rake, 42 if rake else 0)


def fields_of(told: History) -> dict[str, Any]:
    names = ("variant", "antes", "blinds_or_straddles", "bets", "starting_stacks", "actions")
    return {name: getattr(told, name) for name in names}


@pytest.mark.parametrize(
    ("finishing", "rake"),
    [
        ((120, 60, 30), 0),
        ((114, 57, 30), 9),  # each pot pays 5 %
        ((111, 60, 30), 9),  # the main pot pays all
        ((120, 51, 30), 9),  # or the side pot
        ((0, 0, 30), 180),
    ],
)
def test_any_division_of_the_rake_between_the_pots_is_one(finishing: tuple[int, ...], rake: int) -> None:
    comparison = compared(all_in(*finishing))
    assert (comparison.differences, comparison.rake) == ((), rake)


@pytest.mark.parametrize(
    "finishing",
    [
        (120, 60, 29),  # who won nothing pays nothing, not even of the chips that came back
        (121, 60, 30),
        (121, 50, 30),  # nobody gains by a rake
        (-1, 60, 30),  # nobody pays more than was won
    ],
)
def test_what_only_a_mistake_explains_is_a_difference(finishing: tuple[int, ...]) -> None:
    stacks = (120, 60, 30)
    differences = compared(all_in(*finishing)).differences
    wrong = [seat for seat in range(3) if finishing[seat] != stacks[seat]]
    assert differences == tuple(
        Difference("finishing_stacks", seat + 1, finishing[seat], stacks[seat]) for seat in wrong
    )


def test_who_ties_pays_the_same_to_a_chip() -> None:
    dealt = ("d dh p1 AhKd", "d dh p2 KhAd", "d dh p3 QhQd")
    acts = (*dealt, "p3 cbr 20", "p1 cc", "p2 cc", "d db 2c7d9h", "p1 cc", "p2 cc", "p3 cc", "d db Ac")
    checks = ("p1 cc", "p2 cc", "p3 cc")
    split = (*acts, *checks, "d db Kc", *checks)
    assert history(*split).settle().stacks == (110, 110, 80)
    for finishing, rake in (((108, 108, 80), 4), ((109, 108, 80), 3), ((108, 109, 80), 3)):
        assert compared(history(*split, finishing_stacks=finishing)) == Comparison((), rake, 60)
    for uneven in ((110, 106, 80), (109, 107, 80), (110, 108, 80)):
        assert compared(history(*split, finishing_stacks=uneven)).differences


def test_who_wins_a_side_pot_too_pays_no_less_for_the_main_pot() -> None:
    """p1 and p2 tie in the main pot of 120, and p2 wins the side pot of 60 from p3."""
    dealt = ("d dh p1 AhKd", "d dh p2 KhAd", "d dh p3 QsJd")
    assert all_in(dealt=dealt).settle().stacks == (60, 120, 30)
    assert compared(all_in(57, 114, 30, dealt=dealt)).rake == 9
    assert compared(all_in(55, 115, 30, dealt=dealt)).rake == 10
    assert compared(all_in(50, 120, 30, dealt=dealt)).differences
    assert compared(all_in(59, 50, 30, dealt=dealt)).differences  # 1 for the main pot, and 69 of a side pot of 60


def test_a_rake_that_is_given_is_the_only_one() -> None:
    rake = Rake(5, cap=8)
    assert compared(all_in(115, 57, 30), rake) == Comparison()
    (one, two) = compared(all_in(120, 60, 30), rake).differences
    assert (one.expected - one.got) + (two.expected - two.got) == 8
    assert compared(all_in(115, 57, 30), 8) == Comparison()


def test_a_hand_that_is_not_over_pays_no_rake() -> None:
    told = history(*DEALT, "p3 cbr 6", finishing_stacks=(99, 98, 93))
    assert compared(told).differences == (Difference("finishing_stacks", 3, 93, 94),)


def test_stacks_that_nobody_knows_are_left_out() -> None:
    unknown = (Decimal("inf"), 100, 100)
    told = history(*DEALT, "p3 cbr 6", "p1 f", "p2 f", starting_stacks=unknown, finishing_stacks=(7, 98, 102))
    assert compared(told) == Comparison((), 1, 5)


# --- winnings -------------------------------------------------------------------------------------------


def test_winnings_are_what_came_out_of_the_pots() -> None:
    assert compared(all_in(winnings=(120, 60, 0))) == Comparison()
    assert compared(all_in(winnings=(114, 57, 0))) == Comparison((), 9, 180)
    assert compared(all_in(120, 60, 30, winnings=(120, 60, 0))) == Comparison()


def test_wrong_winnings_are_a_difference_though_the_stacks_are_right() -> None:
    wrong = compared(all_in(winnings=(60, 120, 0)))
    assert wrong.differences == (Difference("winnings", 1, 60, 120), Difference("winnings", 2, 120, 60))
    both = compared(all_in(120, 60, 30, winnings=(119, 60, 0)))
    assert both.differences == (Difference("winnings", 1, 119, 120),)


def test_both_outcomes_tell_one_rake() -> None:
    assert compared(all_in(114, 57, 30, winnings=(114, 57, 0))) == Comparison((), 9, 180)
    apart = compared(all_in(114, 57, 30, winnings=(115, 57, 0)))
    assert apart == Comparison((Difference("winnings", 1, 115, 114),))


def test_uncalled_chips_may_count_as_winnings() -> None:
    """The big blind is left alone: the pot is twice the small blind, and the rest of the big blind comes back."""
    acts = (*DEALT, "p3 f", "p1 f")
    assert compared(history(*acts, winnings=(0, 2, 0))) == compared(history(*acts, winnings=(0, 3, 0))) == Comparison()
    assert compared(all_in(winnings=(114, 57, 30))) == Comparison((), 9, 180)
    assert compared(history(*acts, winnings=(0, 4, 0))).differences == (Difference("winnings", 2, 4, 2),)


def test_before_the_end_nobody_has_won() -> None:
    assert compared(history(*DEALT, "p3 cbr 6", winnings=(0, 0, 0))) == Comparison()
    assert compared(history(*DEALT, "p3 cbr 6", winnings=(0, 0, 6))).differences == (Difference("winnings", 3, 6, 0),)


def test_winnings_are_read_and_written() -> None:
    told = all_in(winnings=(Decimal("113.5"), 57, 0))
    assert "winnings = [113.5, 57, 0]\n" in dumps(told)
    assert read(dumps(told)) == told
    assert compared(told).rake == Decimal("9.5")


def test_chips_are_compared_exactly_whatever_the_context() -> None:
    with localcontext(prec=5):
        stacks = (Decimal("123456.75"), 100, 100)
        right = history(*DEALT, "p3 cbr 6", "p1 f", "p2 f", starting_stacks=stacks, winnings=(0, 0, 5))
        assert compared(right) == Comparison()
        wrong = history(*DEALT, "p3 cbr 6", "p1 f", "p2 f", starting_stacks=stacks, winnings=(0, 0, Decimal("5.0001")))
        assert compared(wrong).differences == (Difference("winnings", 3, Decimal("5.0001"), 5),)


def test_nothing_told_is_nothing_compared() -> None:
    told = all_in()
    assert compare(told, told.settle()) is None


@st.composite
def raked(draw: st.DrawFn) -> TableHand:
    """A whole hand from which the house takes some."""
    rake = Rake(
        draw(st.integers(0, 20)), cap=draw(st.none() | st.integers(0, 300)), no_flop_no_drop=draw(st.booleans())
    )
    game = Game(draw(st.sampled_from(["no-limit", "fixed-limit"])), ante=draw(st.sampled_from([0, 7])), rake=rake)
    stacks = draw(st.lists(st.integers(1, 2000), min_size=2, max_size=6))
    hand = game.start(stacks, button=draw(st.integers(0, len(stacks) - 1)), rng=draw(st.integers(0, 2**32)))
    while hand.to_act is not None:
        legal = hand.legal
        match draw(st.sampled_from(["call", "call", "fold", "raise"])):
            case "raise" if legal.raise_to is not None:
                hand.raise_to(draw(st.sampled_from(legal.raise_to)))
            case "fold" if not legal.check:
                hand.fold()
            case _:
                hand.check() if legal.check else hand.call()
    return hand


@settings(max_examples=150, deadline=None)
@given(raked())
def test_the_rake_of_a_hand_at_the_table_is_found_in_its_history(hand: TableHand) -> None:
    settlement = hand.result.settlement
    order = [(hand.button + 1 + step) % len(hand.stacks) for step in range(len(hand.stacks))]
    winnings = [settlement.payouts[seat] - settlement.returned[seat] for seat in order]
    told = History.of(hand, winnings=winnings)
    comparison = compared(told)
    assert (comparison.differences, comparison.rake) == ((), settlement.rake)
    assert sum(told.finishing_stacks or ()) + comparison.rake == sum(told.starting_stacks)
    assert compared(told, hand.game.rake) == Comparison()
