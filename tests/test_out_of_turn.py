"""Acts out of turn and verbal ones, in hold'em: refused by default, and as two rulebooks have it."""

import pytest

from holdem_core import RuleError
from holdem_core.table import ROBERTS, STUD_HOUSE, TDA_2024, Game, Rulebook, TableHand

CHIPS_BIND = ROBERTS.but(name="Chips bind", out_of_turn="chips bind")


def flop(rulebook: Rulebook, stacks: tuple[int, ...] = (1000, 1000, 1000, 1000)) -> TableHand:
    """Four players on the flop with 100 each in the pot; seat 1 is to act, then 2, 3 and 0."""
    hand = Game(blinds=(50, 100), rulebook=rulebook).start(stacks, button=0, rng=1)
    for _ in range(3):
        hand.call()
    hand.check()
    assert (hand.street, hand.to_act) == ("flop", 1)
    return hand


def refused(hand: TableHand, verb: str, *arguments: int, seat: int, why: str) -> None:
    before = hand.copy()
    with pytest.raises(RuleError, match=why):
        getattr(hand, verb)(*arguments, seat=seat)
    assert hand == before


# --- refused, unless the rulebook says otherwise ------------------------------------------------------------


@pytest.mark.parametrize("verb", ["fold", "check", "all_in"])
def test_every_act_out_of_turn_is_refused_by_default(verb: str) -> None:
    refused(flop(ROBERTS), verb, seat=3, why="seat 3 acts out of turn; seat 1 is to act")


def test_a_bet_and_a_call_out_of_turn_are_refused_by_default() -> None:
    hand = flop(ROBERTS)
    refused(hand, "bet", 200, seat=3, why="out of turn")
    refused(hand, "raise_to", 5, seat=3, why="out of turn")
    hand.bet(200)
    refused(hand, "call", seat=3, why="seat 3 acts out of turn; seat 2 is to act")


def test_a_second_act_is_refused_by_whose_turn_it_is() -> None:
    hand = Game(blinds=(5, 10)).start([500, 20, 500], button=2, rng=1)
    hand.raise_to(20)
    refused(hand, "raise_to", 40, seat=2, why="seat 2 has acted; seat 0 is to act")
    hand.call()
    hand.all_in()
    hand.bet(10)
    refused(hand, "call", seat=1, why="seat 1 has nothing to do")
    hand.fold()
    refused(hand, "call", seat=2, why="seat 2 has nothing to do")


def test_a_word_out_of_turn_is_refused_by_default() -> None:
    hand = flop(ROBERTS)
    with pytest.raises(RuleError, match="out of turn"):
        hand.announce("bet", 200, seat=3)


@pytest.mark.parametrize("rulebook", [TDA_2024, CHIPS_BIND])
def test_what_is_no_act_in_turn_is_none_out_of_turn(rulebook: Rulebook) -> None:
    hand = flop(rulebook)
    refused(hand, "call", seat=3, why="seat 3 cannot call: there is no bet to call")
    refused(hand, "bet", 50, seat=3, why="seat 3 cannot make it 50; it is 100 to 900")
    hand.bet(200)
    refused(hand, "check", seat=3, why="seat 3 cannot check: there is a bet to call, for 200")
    refused(hand, "raise_to", 300, seat=3, why="it is 400 to 900")
    hand.call(seat=3)
    refused(hand, "call", seat=3, why="ahead of turn already")


@pytest.mark.parametrize("rulebook", [TDA_2024, CHIPS_BIND])
def test_a_seat_that_has_acted_has_no_turn_to_be_ahead_of(rulebook: Rulebook) -> None:
    hand = flop(rulebook)
    hand.check()
    refused(hand, "bet", 200, seat=1, why="seat 1 has acted; seat 2 is to act")
    refused(hand, "check", seat=1, why="seat 1 has acted; seat 2 is to act")
    hand.bet(200)
    hand.raise_to(400, seat=1)
    hand.fold()
    hand.fold()
    assert (hand.bets, hand.to_act) == ((0, 400, 200, 0), 2)


# --- chips bind (A000-09) -----------------------------------------------------------------------------------


def test_chips_out_of_turn_stay_in_the_pot_and_the_turn_goes_back() -> None:
    hand = flop(CHIPS_BIND)
    hand.bet(300, seat=3)
    assert hand.stacks == (900, 900, 900, 600)
    assert (sum(hand.contributions), hand.to_act, hand.legal.check) == (700, 1, True)


def test_chips_out_of_turn_stand_as_a_bet_if_nobody_bet() -> None:
    hand = flop(CHIPS_BIND)
    hand.bet(300, seat=3)
    hand.check()
    hand.check()
    assert (hand.to_act, hand.legal.call, hand.legal.raise_to) == (0, 300, (600, 900))
    hand.fold()
    assert hand.to_act == 1


def test_chips_out_of_turn_stand_as_a_raise_of_any_size() -> None:
    hand = flop(CHIPS_BIND)
    hand.bet(300, seat=3)
    hand.bet(250)
    hand.fold()
    assert (hand.to_act, hand.legal.call, hand.legal.raise_to) == (0, 300, (550, 900))


def test_chips_out_of_turn_stand_as_a_call() -> None:
    hand = flop(CHIPS_BIND)
    hand.bet(300, seat=3)
    hand.bet(300)
    hand.fold()
    hand.fold()
    assert (hand.street, hand.contributions) == ("turn", (100, 400, 100, 400))


def test_chips_out_of_turn_below_the_bet_leave_all_options() -> None:
    hand = flop(CHIPS_BIND)
    hand.bet(200, seat=3)
    hand.bet(300)
    hand.fold()
    assert (hand.to_act, hand.legal.call, hand.legal.raise_to) == (3, 100, (600, 900))
    folding, raising = hand.copy(), hand.copy()
    folding.fold()
    assert folding.contributions == (100, 400, 100, 300)
    raising.raise_to(600)
    assert raising.bets == (0, 300, 0, 600)
    hand.call()
    assert hand.bets == (0, 300, 0, 300)


def test_a_whole_stack_out_of_turn_may_be_called_and_covered() -> None:
    hand = flop(CHIPS_BIND, stacks=(1000, 1000, 1000, 300))
    hand.all_in(seat=3)
    hand.fold(seat=2)
    hand.fold(seat=0)
    assert (hand.to_act, hand.legal.raise_to) == (1, (100, 900))
    hand.check()
    assert (hand.to_act, hand.legal.call, hand.legal.raise_to) == (1, 200, None)
    hand.fold()
    assert hand.over
    assert hand.result.net == (-100, -100, -100, 300)


def test_a_check_out_of_turn_is_nothing() -> None:
    hand = flop(CHIPS_BIND)
    hand.check(seat=3)
    hand.check()
    hand.check()
    assert (hand.to_act, hand.legal.raise_to) == (3, (100, 900))


def test_a_word_out_of_turn_is_nothing() -> None:
    hand = flop(CHIPS_BIND)
    before = hand.copy()
    assert hand.announce("bet", 300, seat=3) is False
    assert hand == before
    assert hand.announce("fold", seat=3) is True
    assert hand.live == (0, 1, 2)


def test_a_word_in_turn_binds() -> None:
    hand = flop(CHIPS_BIND)
    assert hand.announce("bet", 300) is True
    assert hand.announce("raise_to", 400, seat=1) is False
    assert (hand.bets, hand.to_act) == ((0, 300, 0, 0), 2)


def test_a_fold_out_of_turn_is_dead_and_leaves_its_chips() -> None:
    hand = flop(CHIPS_BIND)
    hand.bet(300, seat=3)
    cards = hand.hole_cards[3]
    hand.fold(seat=3)
    assert (hand.live, hand.muck, hand.to_act) == ((0, 1, 2), cards, 1)
    assert hand.contributions == (100, 100, 100, 400)


def test_nobody_is_left_once_all_others_folded() -> None:
    hand = flop(CHIPS_BIND)
    hand.bet(300, seat=3)
    for seat in (0, 2, 1):
        hand.fold(seat)
    assert (hand.over, hand.result.net) == (True, (-100, -100, -100, 300))


# --- binding unless the action changed (TDA 2024, rule 53) --------------------------------------------------


def test_a_bet_out_of_turn_binds_if_nobody_bets() -> None:
    hand = flop(TDA_2024)
    hand.bet(300, seat=3)
    assert hand.stacks == (900, 900, 900, 900)
    hand.check()
    hand.fold()
    assert (hand.bets, hand.to_act, hand.legal.call) == ((0, 0, 0, 300), 0, 300)


def test_a_check_out_of_turn_binds_if_nobody_bets() -> None:
    hand = flop(TDA_2024)
    hand.check(seat=3)
    hand.check()
    hand.check()
    assert hand.to_act == 0


@pytest.mark.parametrize("verb", ["call", "raise_to"])
def test_an_act_out_of_turn_binds_if_the_player_in_turn_calls(verb: str) -> None:
    hand = flop(TDA_2024)
    hand.bet(200)
    getattr(hand, verb)(*([500] if verb == "raise_to" else []), seat=3)
    hand.call()
    assert (hand.to_act, hand.bets[3]) == (0, 500 if verb == "raise_to" else 200)


@pytest.mark.parametrize("verb", ["call", "raise_to"])
def test_an_act_out_of_turn_is_taken_back_if_the_bet_goes_up(verb: str) -> None:
    hand = flop(TDA_2024)
    hand.bet(200)
    getattr(hand, verb)(*([500] if verb == "raise_to" else []), seat=3)
    hand.raise_to(400)
    assert (hand.to_act, hand.stacks[3]) == (3, 900)
    assert (hand.legal.call, hand.legal.raise_to) == (400, (600, 900))


def test_a_fold_out_of_turn_binds_though_the_bet_goes_up() -> None:
    hand = flop(TDA_2024)
    hand.fold(seat=3)
    hand.bet(300)
    assert (hand.live, hand.to_act) == ((0, 1, 2), 2)
    hand.fold()
    assert hand.to_act == 0


@pytest.mark.parametrize("verb", ["call", "raise_to"])
def test_who_folds_after_acting_out_of_turn_pays_nothing_in_turn(verb: str) -> None:
    hand = flop(TDA_2024)
    hand.bet(200)
    getattr(hand, verb)(*([500] if verb == "raise_to" else []), seat=3)
    hand.fold(seat=3)
    hand.call()
    assert (hand.live, hand.to_act, hand.legal.call) == ((0, 1, 2), 0, 200)
    assert hand.contributions == (100, 300, 300, 100)
    assert hand.stacks[3] == 900


def test_a_word_out_of_turn_binds_like_the_act() -> None:
    hand = flop(TDA_2024)
    assert hand.announce("bet", 300, seat=3) is True
    hand.check()
    hand.check()
    assert (hand.bets[3], hand.to_act) == (300, 0)


@pytest.mark.parametrize("rulebook", [TDA_2024, CHIPS_BIND, STUD_HOUSE])
def test_acts_out_of_turn_are_replayed(rulebook: Rulebook) -> None:
    game = Game(blinds=(50, 100), rulebook=rulebook)
    hand = game.start([1000] * 4, button=0, rng=1)
    hand.raise_to(300, seat=1)
    hand.fold(seat=0)
    for _ in range(3):
        hand.call()
    hand.bet(200, seat=3)
    assert game.replay(hand.log) == hand
