"""Hands as rooms let them be played: what the table refuses is done all the same, and told."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from holdem_core.errors import HistoryError, RuleError
from holdem_core.histories import departures
from holdem_core.histories.departures import Rule
from holdem_core.histories.phh import History
from holdem_core.table import Game, TableHand

HOLES = ("AhAd", "KhKd", "QhQd", "JhJd")
FLOP, TURN, RIVER = "d db 2c7d9h", "d db Tc", "d db 3s"


def history(*actions: str, stacks: Sequence[int] = (100, 100, 100), **fields: Any) -> History:
    """A hand with blinds of 1 and 2; everybody has been dealt a pair, the first player aces."""
    players = len(stacks)
    dealt = [f"d dh p{player} {cards}" for player, cards in enumerate(HOLES[:players], 1)]
    given = {
        "variant": "NT",
        "antes": (0,) * players,
        "blinds_or_straddles": (1, 2, *(0,) * (players - 2)),
        "bets": (2, 2),
        **fields,
    }
    return History(starting_stacks=tuple(stacks), actions=(*dealt, *actions), **given)


def let_pass(told: History, *expected: tuple[str, int | None, str, Rule]) -> tuple[Any, ...]:
    """The finishing stacks of a hand that is refused, and with these departures played."""
    with pytest.raises(HistoryError):
        told.settle()
    assert [(each.street, each.player, each.action, Rule(*each[3:])) for each in told.departures()] == list(expected)
    hand = told.settle(lenient=True)
    assert sum(hand.stacks) == sum(told.starting_stacks)
    return hand.stacks


# --- bets -----------------------------------------------------------------------------------------------


def test_a_raise_that_nobody_can_call_comes_back() -> None:
    told = history("p3 cbr 40", "p1 f", "p2 cbr 100", FLOP, TURN, RIVER, stacks=(100, 100, 40))
    assert let_pass(told, ("preflop", 2, "p2 cbr 100", departures.CALLABLE)) == (99, 141, 0)


def test_a_raise_to_what_there_is_to_call_is_a_call() -> None:
    told = history("p3 cbr 40", "p1 cbr 40", "p2 f", FLOP, TURN, RIVER, stacks=(100, 100, 40))
    assert let_pass(told, ("preflop", 1, "p1 cbr 40", departures.RAISES)) == (142, 98, 0)


def test_a_raise_of_all_that_the_other_has_left_may_be_small() -> None:
    told = history("p3 f", "p1 cbr 40", "p2 cbr 50", "p1 cc", FLOP, TURN, RIVER, stacks=(50, 100, 100))
    assert let_pass(told, ("preflop", 2, "p2 cbr 50", departures.LEAST_RAISE)) == (100, 50, 100)


def test_a_raise_beyond_the_stack_is_all_in() -> None:
    told = history("p3 cbr 130", "p1 cc", "p2 f", FLOP, TURN, RIVER)
    assert let_pass(told, ("preflop", 3, "p3 cbr 130", departures.TABLE_STAKES)) == (202, 98, 0)


def test_the_big_blind_raises_over_a_straddle_by_less() -> None:
    told = history("p1 cc", "p2 cbr 6", "p3 f", "p1 f", blinds_or_straddles=(1, 2, 4))
    assert let_pass(told, ("preflop", 2, "p2 cbr 6", departures.LEAST_RAISE)) == (96, 108, 96)


def test_at_fixed_limit_a_raise_goes_to_two_whole_bets_over_an_all_in_of_one_and_a_half() -> None:
    limit: dict[str, Any] = {
        "variant": "FT",
        "bets": (4, 8),
        "blinds_or_straddles": (2, 4, 0),
        "stacks": (100, 100, 10),
    }
    told = history(
        "p3 cbr 8", "p1 cc", "p2 cc", FLOP, "p1 cc", "p2 cc", "p3 cbr 2", "p1 cbr 8", "p2 f", TURN, RIVER, **limit
    )
    assert let_pass(told, ("flop", 1, "p1 cbr 8", departures.FIXED_SIZE)) == (118, 92, 0)
    with pytest.raises(HistoryError, match="p1 cannot make it 8; it is 6"):
        told.replay()


def test_a_bet_above_the_cap_and_one_that_is_not_open_again() -> None:
    limit: dict[str, Any] = {"variant": "FT", "bets": (2, 4)}
    capped = history("p3 cbr 4", "p1 cbr 6", "p2 cbr 8", "p3 cbr 10", "p1 f", "p2 f", **limit)
    assert let_pass(capped, ("preflop", 3, "p3 cbr 10", departures.CAPPED)) == (94, 92, 114)
    short = history("p3 cbr 10", "p1 cbr 14", "p2 f", "p3 cbr 50", FLOP, TURN, RIVER, stacks=(14, 100, 100))
    assert let_pass(short, ("preflop", 3, "p3 cbr 50", departures.CALLABLE))[0] == 30
    again = history("p3 cbr 10", "p1 cbr 14", "p2 cc", "p3 cbr 50", "p2 f", FLOP, TURN, RIVER, stacks=(14, 100, 100))
    assert let_pass(again, ("preflop", 3, "p3 cbr 50", departures.REOPENED)) == (42, 86, 86)


# --- turns ----------------------------------------------------------------------------------------------


def test_a_fold_in_advance_leaves_the_turn_where_it_is() -> None:
    told = history("p1 f", "p3 cc", "p2 cc", FLOP, "p2 cbr 2", "p3 f")
    assert let_pass(told, ("preflop", 1, "p1 f", departures.IN_TURN)) == (99, 103, 98)


def test_a_bet_before_its_turn_goes_in_at_once() -> None:
    told = history("p3 f", "p2 cbr 10", "p1 f")
    assert let_pass(told, ("preflop", 2, "p2 cbr 10", departures.IN_TURN)) == (99, 101, 100)
    called = history("p1 cc", "p3 cc", "p2 cc", FLOP, "p3 cc", "p1 cc", "p2 cbr 2", "p3 f", "p1 f")
    expected = [("preflop", 1, "p1 cc", departures.IN_TURN), ("flop", 3, "p3 cc", departures.IN_TURN)]
    assert let_pass(called, *expected) == (98, 104, 98)


def test_who_has_nothing_to_do_does_nothing() -> None:
    told = history("p3 cbr 40", "p1 cc", "p2 f", FLOP, "p1 cc", "p1 cc", TURN, RIVER, stacks=(40, 100, 40))
    idle = [("flop", 1, "p1 cc", departures.ONE_ACT)] * 2
    assert let_pass(told, *idle) == (82, 98, 0)
    again = history("p3 cbr 6", "p3 cbr 6", "p3 cc", "p1 f", "p2 f", "p2 f", "p3 cc")
    acts = ((3, "p3 cbr 6"), (3, "p3 cc"), (2, "p2 f"), (3, "p3 cc"))
    streets = ("preflop", "preflop", "over", "over")
    expected = [(street, *act, departures.ONE_ACT) for street, act in zip(streets, acts, strict=True)]
    assert let_pass(again, *expected) == (99, 98, 103)


def test_an_all_in_seat_that_folds_gives_the_pot_up() -> None:
    told = history("p3 cbr 40", "p1 cc", "p2 f", FLOP, "p1 f", stacks=(40, 100, 100))
    assert let_pass(told, ("flop", 1, "p1 f", departures.ONE_ACT)) == (0, 98, 142)


# --- cards ----------------------------------------------------------------------------------------------


def test_an_all_in_seat_that_folds_while_others_act_folds_without_having_anything_to_do() -> None:
    told = history("p3 cbr 40", "p3 f", "p1 cc", "p2 f", stacks=(100, 100, 40))
    assert let_pass(told, ("preflop", 3, "p3 f", departures.ONE_ACT)) == (142, 98, 0)


def test_who_has_yet_to_check_has_checked_when_the_next_card_comes() -> None:
    told = history("p3 cc", "p1 cc", "p2 cc", FLOP, "p1 cc", TURN, "p1 cbr 2", "p2 f", "p3 f")
    assert let_pass(told, ("flop", None, TURN, departures.STREETS)) == (104, 98, 98)
    owing = history("p3 cc", "p1 cc", "p2 cc", FLOP, "p1 cbr 2", "p2 cc", TURN)
    with pytest.raises(HistoryError, match="nothing is to be dealt before the betting is over"):
        owing.settle(lenient=True)


def test_cards_after_the_last_fold_change_nothing() -> None:
    told = history("p3 cbr 6", "p1 f", "p2 f", FLOP)
    assert let_pass(told, ("over", None, FLOP, departures.OVER)) == (99, 98, 103)


def test_a_hand_that_is_shown_before_the_showdown_is_known_at_it() -> None:
    passed = ("p1 cc", "p2 f", "p3 cc")
    told = history(
        "p3 cc", "p1 cc", "p2 cc", "p1 sm AhAd", FLOP, *passed, TURN, "p1 cc", "p3 cc", RIVER, "p1 cc", "p3 cc"
    )
    assert let_pass(told, ("preflop", 1, "p1 sm AhAd", departures.SHOWDOWN)) == (104, 98, 98)
    mucked = History(
        **{
            **{name: getattr(told, name) for name in told.__slots__},
            "actions": tuple(action.replace("p1 sm AhAd", "p1 sm") for action in told.actions),
        }
    )
    assert let_pass(mucked, ("preflop", 1, "p1 sm", departures.SHOWDOWN)) == (98, 98, 104)


def test_a_card_that_is_missing_is_an_unknown_one() -> None:
    told = history("p3 cbr 6", "p1 f", "p2 f")
    one_card = tuple(action.replace("QhQd", "Qh") for action in told.actions)
    told = history(stacks=(100, 100, 100))
    told = History("NT", (0, 0, 0), (1, 2, 0), (2, 2), (100, 100, 100), one_card)
    assert let_pass(told, ("preflop", None, "p3 cbr 6", departures.TWO_CARDS)) == (99, 98, 103)
    with pytest.raises(HistoryError, match="action 4, 'p3 cbr 6': p3 was dealt one card, and a hand is two"):
        told.settle()


# --- what stays refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (("p3 f", "p3 cbr 8"), "p3 has nothing to do"),
        (("p3 dances",), "this is no action"),
        (("d db 2c7d9hTc3s4d",), "the board would have 6 cards"),
        (("p3 cbr 40", FLOP), "nothing is to be dealt before the betting is over"),
    ],
)
def test_what_no_room_can_have_played_is_refused(actions: tuple[str, ...], message: str) -> None:
    for lenient in (False, True):
        with pytest.raises(HistoryError, match=message):
            history(*actions).replay(lenient=lenient)


def test_a_forced_bet_is_in_the_log_and_within_the_stack() -> None:
    hand = Game(blinds=(1, 2)).start([100, 100, 100], button=2, rng=1)
    hand.force(7, seat=1)
    hand.force(seat=0)
    assert (hand.to_act, hand.bets, hand.live) == (2, (1, 7, 0), (1, 2))
    hand.call()
    assert (hand.street, hand.bets) == ("flop", (0, 0, 0))
    assert hand.game.replay(hand.log) == hand
    for amount, seat, message in (
        (94, 2, "it is 0 to 93"),
        (-1, 1, "it is 0 to 93"),
        (None, 0, "is not in the hand"),
    ):
        before = hand.copy()
        with pytest.raises(RuleError, match=message):
            hand.force(amount, seat)
        assert hand == before


@st.composite
def acts(draw: st.DrawFn) -> History:
    """Any actions of three players, sensible or not, with the board somewhere between them."""
    player = st.integers(1, 3)
    words = st.sampled_from(["f", "cc", "cc", "sm", *(f"cbr {amount}" for amount in (1, 2, 3, 6, 20, 60, 100))])
    act = st.builds("p{} {}".format, player, words)
    street = st.lists(act, max_size=7)
    actions: list[str] = []
    for cards in ("", FLOP, TURN, RIVER)[: draw(st.integers(1, 4))]:
        actions += [*([cards] if cards else []), *draw(street)]
    limit = draw(st.sampled_from([{}, {"variant": "FT", "bets": (2, 4)}]))
    return history(*actions, stacks=draw(st.lists(st.integers(1, 60), min_size=3, max_size=3)), **limit)


@settings(max_examples=300, deadline=None)
@given(acts())
@example(history("p3 f", "p1 f", FLOP))
def test_a_lenient_replay_keeps_every_chip_and_changes_no_hand_that_is_played_by_the_rules(told: History) -> None:
    strict = outcome(told, lenient=False)
    lenient = outcome(told, lenient=True)
    if isinstance(strict, TableHand):
        assert lenient == strict
        assert told.departures() == ()
    if isinstance(lenient, TableHand):
        assert sum(lenient.stacks) + (0 if lenient.over else lenient.betting.pot) == sum(told.starting_stacks)
        assert min(lenient.stacks) >= 0
        if not any("sm" in action for action in told.actions):
            assert lenient.game.replay(lenient.log) == lenient


def outcome(told: History, *, lenient: bool) -> TableHand | HistoryError:
    try:
        return told.settle(lenient=lenient)
    except HistoryError as error:
        return error
