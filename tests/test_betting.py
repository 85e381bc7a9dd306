"""Betting in three structures: whose turn it is, how much, who may raise again, and why not."""

from decimal import Decimal
from typing import Any

import pytest
from table_plays import bounds, flop, play, sizes

from holdem_core.errors import ChipError, RuleError
from holdem_core.table import ROBERTS, ROOM, STUD_HOUSE, TDA_2024, Act, Game, Rulebook, TableHand

NO_LIMIT = Game(blinds=(50, 100))
POT_LIMIT = Game("pot-limit", blinds=(50, 100))
FIXED_LIMIT = Game("fixed-limit", blinds=(50, 100))
FULL_BET_RULE = Game("fixed-limit", blinds=(50, 100), rulebook=ROBERTS.but(short_all_in="full bet"))
STRUCTURES = pytest.mark.parametrize("game", [NO_LIMIT, POT_LIMIT, FIXED_LIMIT], ids=lambda game: game.limit)
BIG_BETS = pytest.mark.parametrize("game", [NO_LIMIT, POT_LIMIT], ids=lambda game: game.limit)


def raise_closed(hand: TableHand) -> str:
    """Why no raise is open; the act says the same."""
    assert hand.legal.raise_to is None
    with pytest.raises(RuleError) as refused:
        hand.raise_to(10**6)
    reason = hand.legal.closed["raise"]
    assert str(refused.value) == f"seat {hand.to_act} cannot raise: {reason}"
    return reason


# --- turns ----------------------------------------------------------------------------------------------


@STRUCTURES
def test_seat_left_of_the_big_blind_speaks_first_and_the_blinds_last(game: Game) -> None:
    hand = game.start([1000] * 4, button=0, rng=1)
    turns = []
    while hand.street == "preflop":
        turns.append(hand.to_act)
        hand.call() if hand.legal.call else hand.check()
    assert turns == [3, 0, 1, 2]


@STRUCTURES
def test_seat_left_of_the_button_speaks_first_after_the_flop(game: Game) -> None:
    hand = play(game.start([1000] * 4, button=2, rng=1), "c c c x")
    assert (hand.street, hand.to_act) == ("flop", 3)
    assert play(hand, "x x x").to_act == 2


@STRUCTURES
def test_no_check_before_the_flop_but_the_big_blinds(game: Game) -> None:
    """A002-06a, and case B7: the small blind limps."""
    hand = game.start([1000] * 3, button=0, rng=1)
    assert not hand.legal.check
    assert hand.legal.closed["check"] == "there is a bet to call, for 100"
    play(hand, "f c")
    assert (hand.to_act, hand.legal.check, hand.legal.raise_to is not None) == (2, True, True)
    assert play(hand.copy(), "x").street == "flop"
    assert bounds(play(hand, "200"))[:2] == (1, 100)


@STRUCTURES
def test_all_in_big_blind_has_no_option(game: Game) -> None:
    """Case B8."""
    hand = play(game.start([1000, 1000, 100, 1000], button=0, rng=1), "c c c")
    assert (hand.street, hand.to_act) == ("flop", 1)


@STRUCTURES
def test_all_in_raise_has_to_be_answered(game: Game) -> None:
    """Case B6."""
    hand = play(game.start([1880, 200], button=1, rng=1), "a" if game is not FIXED_LIMIT else "200")
    assert bounds(hand)[:2] == (0, 100)
    assert hand.legal.closed["check"] == "there is a bet to call, for 100"


def test_board_runs_out_when_one_player_has_chips_left() -> None:
    """Case B18."""
    hand = play(NO_LIMIT.start([500, 700], button=1, rng=1), "c 500 c")
    assert (hand.street, hand.to_act, len(hand.board)) == ("over", None, 10)
    assert hand.tabled == {0, 1}
    assert sum(hand.stacks) == 1200


def test_last_seat_with_chips_is_not_asked_once_the_others_are_all_in() -> None:
    """Case S21: seat 0 folds on the flop to nobody but all-in seats and seat 1."""
    game = Game(blinds=(25, 50))
    hand = play(game.start([1000, 1000, 50, 50], button=3, rng=1), "c c 150 c")
    assert (hand.street, hand.to_act) == ("flop", 0)
    hand.fold()
    assert hand.to_act is None
    assert [award.amount for award in hand.result.settlement.awards] == [200, 200]
    assert hand.stacks[1] >= 1050


def test_nobody_acts_once_the_hand_is_over() -> None:
    """Case B15."""
    hand = play(NO_LIMIT.start([500, 500], button=1, rng=1), "f")
    assert hand.legal == (None, False, False, 0, None, dict.fromkeys(hand.legal.closed, "nobody is to act"))
    with pytest.raises(RuleError, match="the hand is over"):
        hand.call()


def test_a_seat_that_can_win_no_more_is_not_asked_for_the_rest_of_a_blind() -> None:
    """The small blind has matched a big blind that is all-in for 30."""
    hand = NO_LIMIT.start([1000, 30], button=0, rng=1)
    assert (hand.to_act, hand.over, sum(hand.stacks)) == (None, True, 1030)


# --- no-limit sizes -------------------------------------------------------------------------------------


@STRUCTURES
def test_least_bet_is_the_big_blind_on_every_street(game: Game) -> None:
    hand = flop(game, [5000] * 2)
    assert sizes(hand)[0] == 100
    play(hand, "x x")
    assert sizes(hand)[0] == (200 if game is FIXED_LIMIT else 100)


def test_bet_may_be_the_whole_stack_at_no_limit() -> None:
    assert flop(NO_LIMIT, [5000] * 3).legal.raise_to == (100, 5000)


@BIG_BETS
def test_raise_adds_at_least_the_largest_raise_of_the_street(game: Game) -> None:
    hand = flop(game, [9000] * 3, "200 500")
    assert sizes(hand)[0] == 800
    assert sizes(play(hand, "800"))[0] == 1100


def test_raise_of_the_biggest_size_counts_not_the_last() -> None:
    """Case B16: 50 and 100, 200, 2,179: the least raise was 4,158, and 4,200 is more."""
    hand = play(NO_LIMIT.start([20_000, 20_000], button=0, rng=1), "200 2179")
    assert hand.legal.raise_to == (4158, 20_000)
    assert play(hand, "4200").legal.raise_to == (6221, 20_000)


def test_least_raise_is_not_capped_by_the_opponents_stack() -> None:
    """Case B4: heads-up 10 and 20; the excess comes back uncalled."""
    hand = play(Game(blinds=(10, 20)).start([1000, 200], button=0, rng=1), "100 180")
    assert hand.legal.raise_to == (260, 1000)
    assert play(hand, "260 c").result.settlement.returned == (60, 0)


@BIG_BETS
def test_all_in_between_a_call_and_a_raise_is_legal(game: Game) -> None:
    """Case B5."""
    hand = flop(game, [5000, 140, 5000], "100")
    assert hand.legal.raise_to == (140, 140)
    assert play(hand, "a").bets == (100, 140, 0)


@BIG_BETS
def test_only_legal_sizes_are_offered_and_taken(game: Game) -> None:
    """Case B14."""
    hand = flop(game, [5000] * 2, "200 600")
    low, high = sizes(hand)
    assert (low, high) == (1000, 5000 if game is NO_LIMIT else 2000)
    for amount in (600, 999, high + 1):
        with pytest.raises(RuleError, match=f"cannot make it {amount}; it is 1000 to {high}"):
            hand.raise_to(amount)


@BIG_BETS
def test_bet_below_the_big_blind_that_is_all_in_can_be_called_or_raised_by_one_big_blind(game: Game) -> None:
    """RRoP, no-limit rule 2: all-in for 20, so 120, not 100."""
    hand = flop(game, [20, 5000, 5000], "a")
    assert bounds(hand)[:2] == (1, 20)
    assert sizes(hand)[0] == 120


@BIG_BETS
def test_raise_on_top_of_a_short_all_in_adds_the_last_full_raise(game: Game) -> None:
    """RRoP, no-limit rule 4: 100, all-in 140, so 240."""
    assert sizes(flop(game, [5000, 140, 5000], "100 a"))[0] == 240


@BIG_BETS
def test_increment_does_not_grow_with_short_all_ins(game: Game) -> None:
    """TDA addendum, rule 47, example 2: 300, then 500, 650 and 800 all-in."""
    assert sizes(flop(game, [9000, 500, 650, 800, 9000], "300 a a a"))[0] == 1100


@BIG_BETS
def test_last_raise_of_any_size_sets_the_next_by_the_literal_rule(game: Game) -> None:
    """D19: 100, all-in 140, so 180."""
    literal = Game(game.limit, blinds=(50, 100), rulebook=ROOM)
    hand = flop(literal, [5000, 140, 5000], "100 a")
    assert sizes(hand)[0] == 180
    assert play(hand, "180 c").to_act is None or hand.street == "turn"


@BIG_BETS
def test_all_in_that_bets_less_than_the_big_blind_is_no_last_raise(game: Game) -> None:
    """RRoP, no-limit rule 2, under the literal rule too: all-in for 20 where nobody has bet, so 120."""
    literal = Game(game.limit, blinds=(50, 100), rulebook=ROOM)
    assert sizes(flop(literal, [20, 5000, 5000], "a"))[0] == 120


def test_literal_rule_is_no_matter_at_fixed_limit() -> None:
    literal = Game("fixed-limit", blinds=(50, 100), rulebook=ROOM)
    assert flop(literal, [5000, 140, 5000], "100 a").legal.raise_to == (200, 200)


# --- who may raise again --------------------------------------------------------------------------------


@BIG_BETS
def test_short_all_ins_count_together_for_who_may_raise_again(game: Game) -> None:
    """TDA addendum, rule 47, example 1, and case B2."""
    hand = flop(game, [5000, 125, 5000, 200, 5000], "100 a c a c")
    assert bounds(hand)[:2] == (0, 100)
    assert sizes(hand)[0] == 300

    called = play(hand.copy(), "c")
    assert bounds(called) == (2, 75, None)
    assert raise_closed(called) == "the bet has gone up by 75 since, which is no full raise"

    raised = play(hand, "300")
    assert bounds(raised)[:2] == (2, 175)
    assert sizes(raised)[0] == 400


@BIG_BETS
def test_seat_that_has_not_acted_may_raise_over_a_short_all_in(game: Game) -> None:
    """TDA addendum, rule 47, example 3: 2,000 and 4,000, a call, an all-in of 7,500."""
    hand = Game(game.limit, blinds=(2000, 4000)).start([90_000, 90_000, 90_000, 90_000, 7500], button=0, rng=1)
    play(hand, "c a f f")
    assert bounds(hand)[:2] == (2, 3500)
    assert sizes(hand)[0] == 11_500

    called = play(hand.copy(), "c")
    assert bounds(called) == (3, 3500, None)
    assert "gone up by 3500" in raise_closed(called)

    raised = play(hand, "11500")
    assert bounds(raised)[:2] == (3, 7500)
    assert sizes(raised)[0] == 15_500


def test_full_all_in_raise_is_no_short_one() -> None:
    """Case B1: 16 is a full raise, 19 a short one on top of it."""
    hand = Game(blinds=(1, 2)).start([200, 19, 200, 16], button=0, rng=1)
    play(hand, "16 c a c")
    assert bounds(hand) == (0, 3, None)
    deeper = Game(blinds=(1, 2)).start([200, 19, 200, 200], button=0, rng=1)
    assert bounds(play(deeper, "16 c a c")) == (3, 3, None)


@BIG_BETS
def test_one_short_all_in_opens_nothing_for_those_who_called(game: Game) -> None:
    hand = flop(game, [5000, 5000, 180], "100 c a")
    assert bounds(hand) == (0, 80, None)
    assert bounds(play(hand, "c")) == (1, 80, None)


@BIG_BETS
def test_call_of_a_short_all_in_opens_nothing_either(game: Game) -> None:
    hand = flop(game, [5000, 150, 5000, 5000], "100 a c c")
    assert bounds(hand) == (0, 50, None)


@BIG_BETS
def test_check_before_a_short_bet_may_not_become_a_raise(game: Game) -> None:
    """All-in for less than the least bet, which is less than a full bet to who has checked."""
    hand = flop(game, [5000, 60, 5000], "x a c")
    assert bounds(hand) == (0, 60, None)
    assert bounds(flop(game, [5000, 100, 5000], "x a c"))[2][0] == 200


@STRUCTURES
def test_check_may_become_a_raise(game: Game) -> None:
    """RRoP, betting rule 1."""
    hand = flop(game, [5000] * 2, "x 100")
    assert sizes(hand)[0] == 200


# --- pot limit ------------------------------------------------------------------------------------------


def test_pot_limit_raise_is_the_pot_after_a_call() -> None:
    """RRoP, pot-limit: a pot of 100, a bet of 50: 250."""
    game = Game("pot-limit", blinds=(25, 50))
    assert flop(game, [5000] * 2, "50").legal.raise_to == (100, 250)


def test_pot_limit_opening_raise_counts_the_blinds() -> None:
    """TDA 2024, rule 54: 100 and 200, so 700."""
    hand = Game("pot-limit", blinds=(100, 200)).start([9000] * 3, button=0, rng=1)
    assert hand.legal.raise_to == (400, 700)


@pytest.mark.parametrize(("policy", "most"), [("actual", 35), ("big blind", 40)])
def test_small_blind_counts_as_it_is_or_as_a_big_one(policy: str, most: int) -> None:
    """Case B12: 5 and 10."""
    game = Game("pot-limit", blinds=(5, 10), rulebook=ROBERTS.but(pot_limit_blind=policy))
    assert game.start([900] * 3, button=0, rng=1).legal.raise_to == (20, most)


def test_small_blind_that_counts_as_a_big_one_counts_once_when_it_is_completed() -> None:
    """RRoP, pot-limit: all three have 10 in after a call, and a small blind that is folded counts as 10 still."""
    game = Game("pot-limit", blinds=(5, 10), rulebook=ROBERTS.but(pot_limit_blind="big blind"))
    hand = play(game.start([500] * 3, button=2, rng=1), "c")
    assert sizes(hand) == (20, 40)
    assert sizes(play(hand.copy(), "c")) == (20, 40)
    assert sizes(play(hand.copy(), "f")) == (20, 40)
    assert sizes(play(hand, "30")) == (50, 100)


def test_small_blinds_seat_that_posts_a_big_one_counts_once() -> None:
    """RRoP, moving button: seats 3 and 4 post 10 each."""
    game = Game("pot-limit", blinds=(5, 10), rulebook=ROBERTS.but(pot_limit_blind="big blind", button="moving"))
    stacks = [500, 0, 500, 500, 500]
    positions = game.next_button(game.start([500] * 5, button=0, rng=1), stacks)
    assert game.start(stacks, positions, rng=1).legal.raise_to == (20, 40)


@pytest.mark.parametrize("stacks", [(9000, 40, 9000, 9000), (9000, 9000, 70, 9000), (9000, 40, 70, 9000)])
def test_short_blinds_count_in_full_at_pot_limit(stacks: tuple[int, ...]) -> None:
    """TDA 2024, rule 54-B."""
    hand = Game("pot-limit", blinds=(100, 200)).start(stacks, button=0, rng=1)
    assert hand.legal.raise_to == (400, 700)


def test_dead_small_blind_counts_in_full_at_pot_limit() -> None:
    """TDA 2024, rule 54-B; a missed blind is a chip more in the pot, not a small blind."""
    game = Game("pot-limit", blinds=(100, 200))
    positions = game.next_button(game.start([9000] * 5, button=4, rng=1), [9000, 0, 9000, 9000, 9000])
    stacks = [9000, 0, 9000, 9000, 9000]
    assert game.start(stacks, positions, rng=1).legal.raise_to == (400, 700)
    assert game.start(stacks, positions, rng=1, missed={4: 300}).legal.raise_to == (400, 1000)


def test_after_the_flop_the_pot_is_what_lies_in_it() -> None:
    """TDA 2024, rule 54-C: the big blind was all-in for 70."""
    game = Game("pot-limit", blinds=(100, 200))
    hand = play(game.start([9000, 9000, 70, 9000], button=0, rng=1), "c c f")
    assert (hand.street, sum(hand.contributions)) == ("flop", 570)
    assert hand.legal.raise_to == (200, 570)


@pytest.mark.parametrize(("policy", "most"), [("none", 75), ("up", 100)])
def test_pot_is_rounded_up_to_the_unit_where_the_house_says_so(policy: str, most: int) -> None:
    """RRoP, pot-limit: a pot of 80 with chips of 25."""
    game = Game("pot-limit", blinds=(20, 40), unit=25, rulebook=ROBERTS.but(pot_limit_rounding=policy))
    assert sizes(flop(game, [5000] * 2))[1] == most


def test_least_bet_may_be_more_than_the_pot() -> None:
    """The pot is 3, and the smallest bet 100."""
    game = Game("pot-limit", blinds=(), ante=1, bets=(100, 100))
    hand = game.start([900] * 3, button=0, rng=1)
    assert hand.legal.raise_to == (100, 100)
    hand.bet(100)
    assert hand.legal.raise_to == (200, 303)


def test_antes_count_in_the_pot() -> None:
    hand = Game("pot-limit", blinds=(50, 100), ante=10).start([9000] * 3, button=0, rng=1)
    assert hand.legal.raise_to == (200, 380)


# --- fixed limit ----------------------------------------------------------------------------------------


def test_bets_double_on_the_turn_and_the_river() -> None:
    """A002-16, A002-17."""
    hand = FIXED_LIMIT.start([9000] * 2, button=0, rng=1)
    assert hand.legal.raise_to == (200, 200)
    play(hand, "c x")
    for street, size in (("flop", 100), ("turn", 200), ("river", 200)):
        assert (hand.street, hand.legal.raise_to) == (street, (size, size))
        play(hand, f"{size} {2 * size} c")


def test_betting_is_capped_at_a_bet_and_three_raises() -> None:
    hand = flop(FIXED_LIMIT, [9000] * 3, "100 200 300 400")
    assert raise_closed(hand) == "the betting is capped at 4 bets"
    assert bounds(play(hand, "c")) == (2, 100, None)


def test_big_blind_is_the_first_bet_before_the_flop() -> None:
    hand = play(FIXED_LIMIT.start([9000] * 3, button=0, rng=1), "200 300 400")
    assert raise_closed(hand) == "the betting is capped at 4 bets"


@pytest.mark.parametrize("cap", [3, 5])
def test_cap_is_the_houses(cap: int) -> None:
    game = Game("fixed-limit", blinds=(50, 100), rulebook=ROBERTS.but(cap=cap))
    hand = flop(game, [9000] * 3, " ".join(str(100 * bet) for bet in range(1, cap + 1)))
    assert raise_closed(hand) == f"the betting is capped at {cap} bets"


def test_cap_is_lifted_for_two_players() -> None:
    """RRoP, betting rule 4."""
    hand = flop(FIXED_LIMIT, [9000] * 2, "100 200 300 400 500")
    assert hand.legal.raise_to == (600, 600)


def test_cap_is_lifted_for_two_players_left_before_it_is_reached() -> None:
    assert flop(FIXED_LIMIT, [9000] * 3, "100 200 f 300 400").legal.raise_to == (500, 500)


def test_fold_after_the_cap_lifts_nothing() -> None:
    assert raise_closed(flop(FIXED_LIMIT, [9000] * 3, "100 200 300 400 f")) == "the betting is capped at 4 bets"


def test_seat_that_is_all_in_does_not_count_for_the_cap() -> None:
    assert flop(FIXED_LIMIT, [9000, 9000, 300], "100 200 300 400").legal.raise_to == (500, 500)


def test_cap_holds_for_two_players_under_tda() -> None:
    """TDA 2024, rule 48."""
    game = Game("fixed-limit", blinds=(50, 100), rulebook=TDA_2024)
    assert raise_closed(flop(game, [9000] * 2, "100 200 300 400")) == "the betting is capped at 4 bets"


@BIG_BETS
def test_no_cap_but_at_fixed_limit(game: Game) -> None:
    hand = flop(game, [10**6] * 3)
    for _ in range(9):
        hand.raise_to(sizes(hand)[0])
    assert hand.legal.raise_to


def test_all_in_of_half_a_bet_counts_as_a_full_one() -> None:
    """RRoP, betting rule 6: 20, all-in for 15, so 35."""
    game = Game("fixed-limit", blinds=(10, 20))
    hand = flop(game, [15, 900, 900], "a")
    assert bounds(hand) == (1, 15, (35, 35))


def test_all_in_of_less_than_half_a_bet_can_be_called_or_completed() -> None:
    game = Game("fixed-limit", blinds=(10, 20))
    assert bounds(flop(game, [9, 900, 900], "a")) == (1, 9, (20, 20))
    assert bounds(flop(game, [900, 28, 900], "20 a")) == (2, 28, (40, 40))


@pytest.mark.parametrize(
    ("game", "all_in", "again"),
    [(FIXED_LIMIT, 149, None), (FIXED_LIMIT, 150, 250), (FULL_BET_RULE, 199, None), (FULL_BET_RULE, 200, 300)],
)
def test_half_a_bet_or_a_full_one_opens_the_betting_again(game: Game, all_in: int, again: int | None) -> None:
    hand = flop(game, [9000, all_in, 9000], "100 a c")
    assert bounds(hand) == (0, all_in - 100, again and (again, again))


@pytest.mark.parametrize(("all_in", "again"), [(7, None), (8, (13, 13))])
def test_half_of_an_odd_bet_is_rounded_up(all_in: int, again: Any) -> None:
    """RRoP, betting rule 6: of 5, 2 more are less than half."""
    hand = flop(Game("fixed-limit", blinds=(2, 5)), [900, all_in, 900], "5 a c")
    assert bounds(hand) == (0, all_in - 5, again)


def test_raise_of_an_odd_all_in_is_rounded_up_to_the_unit() -> None:
    """33 is a full raise of 20, and 53 is 55 in chips of 5."""
    game = Game("fixed-limit", blinds=(10, 20), unit=5)
    assert bounds(flop(game, [900, 33, 900], "20 a")) == (2, 33, (55, 55))
    no_limit = Game(blinds=(10, 20), unit=5)
    assert bounds(flop(no_limit, [900, 33, 900], "20 a")) == (2, 33, (55, 900))


def test_short_all_ins_count_together_at_fixed_limit() -> None:
    """TDA 2024, rule 47: 30 and 20 more are half of 100."""
    hand = flop(FIXED_LIMIT, [9000, 130, 9000, 150, 9000], "100 a c a c")
    assert bounds(hand) == (0, 50, (250, 250))
    assert bounds(play(hand, "c")) == (2, 20, None)


def test_full_bet_rule_completes_what_the_half_bet_rule_raises() -> None:
    assert flop(FIXED_LIMIT, [9000, 150, 9000], "100 a").legal.raise_to == (250, 250)
    assert flop(FULL_BET_RULE, [9000, 150, 9000], "100 a").legal.raise_to == (200, 200)


def test_short_all_in_does_not_count_for_the_cap() -> None:
    hand = flop(FIXED_LIMIT, [9000, 9000, 9000, 330], "100 200 300 a")
    assert bounds(hand) == (0, 230, (400, 400))


def test_all_in_for_less_than_the_limit_raise() -> None:
    assert bounds(flop(FIXED_LIMIT, [9000, 170], "100")) == (1, 100, (170, 170))


# --- straddles ------------------------------------------------------------------------------------------


@STRUCTURES
def test_straddler_has_the_last_option(game: Game) -> None:
    """A002-07."""
    straddled = Game(game.limit, blinds=(50, 100), straddles=(200,))
    hand = straddled.start([9000] * 4, button=0, rng=1)
    assert bounds(hand)[:2] == (0, 200)
    assert sizes(hand)[0] == (300 if game is FIXED_LIMIT else 400)
    play(hand, "c c c")
    assert (hand.to_act, hand.legal.check, hand.legal.raise_to is not None) == (3, True, True)
    assert play(hand, "x").street == "flop"


def test_straddle_is_the_least_bring_in_and_its_street_is_over_with_it() -> None:
    hand = Game(blinds=(50, 100), straddles=(200, 400)).start([9000] * 5, button=0, rng=1)
    assert bounds(hand) == (0, 400, (800, 9000))
    play(hand, "c c c c x")
    assert (hand.street, sizes(hand)[0]) == ("flop", 100)


# --- all-in ---------------------------------------------------------------------------------------------


@STRUCTURES
def test_call_for_less_puts_in_the_whole_stack(game: Game) -> None:
    hand = flop(game, [5000, 60, 5000], "100")
    assert bounds(hand) == (1, 60, None)
    assert raise_closed(hand) == "the stack is no more than the call"
    assert play(hand, "a").stacks == (4900, 0, 5000)


def test_nothing_is_raised_when_nobody_could_call() -> None:
    hand = flop(NO_LIMIT, [500, 900, 900], "a c")
    assert hand.legal.raise_to == (900, 900)
    hand = flop(NO_LIMIT, [500, 900], "a")
    assert raise_closed(hand) == "nobody is left who could call more"


def test_all_in_uses_the_whole_stack_whatever_the_unit() -> None:
    """Case S32: 1010 with chips of 25."""
    hand = Game(blinds=(25, 50), unit=25).start([1010, 2000], button=0, rng=1)
    assert hand.legal.raise_to == (100, 1010)
    with pytest.raises(RuleError, match="999 is no whole number of the unit 25"):
        hand.raise_to(999)
    hand.all_in()
    assert hand.betting.stacks[0] == 0
    assert hand.legal.call == 960


def test_all_in_against_all_ins_is_a_call() -> None:
    """The opponent has 100 in all, 5 of it are matched; what is more would come back."""
    hand = Game(blinds=(2, 5)).start([100, 900], button=0, rng=1)
    hand.raise_to(100)
    assert (hand.legal.call, hand.legal.raise_to) == (95, None)
    said = hand.copy()
    with pytest.raises(RuleError, match="all_in is for 95, not 895"):
        said.announce("all_in", 895)
    hand.all_in()
    assert said.announce("all_in", 95)
    assert said == hand
    assert (hand.over, hand.contributions, hand.betting.stacks) == (True, (100, 100), [0, 800])
    assert Act(1, "call") in hand.log.entries


@BIG_BETS
def test_all_in_after_a_short_all_in_is_a_call(game: Game) -> None:
    """RRoP, no-limit rule 3; TDA 2024, rule 47: seat 0 has bet 100 and may not raise the 140."""
    hand = play(flop(game, [5000, 140, 5000], "100 a c"), "a")
    assert (hand.street, hand.contributions, hand.stacks) == ("turn", (240, 240, 240), (4860, 0, 4860))


def test_all_in_once_the_betting_is_capped_is_a_call() -> None:
    hand = flop(FIXED_LIMIT, [9000] * 3, "100 200 300 400")
    assert play(hand, "a").bets == (400, 400, 300)


def test_all_in_is_no_check() -> None:
    """One bet a street: the big blind may check, and neither bet nor call."""
    game = Game("fixed-limit", blinds=(50, 100), rulebook=TDA_2024.but(cap=1))
    hand = play(game.start([900] * 2, button=0, rng=1), "c")
    assert (hand.legal.check, hand.legal.call, hand.legal.raise_to) == (True, 0, None)
    with pytest.raises(RuleError, match="seat 1 cannot raise: the betting is capped at 1 bets"):
        hand.all_in()


@pytest.mark.parametrize("rulebook", [TDA_2024, STUD_HOUSE])
def test_all_in_out_of_turn_is_a_call_too_where_no_raise_is_open(rulebook: Rulebook) -> None:
    hand = flop(Game(blinds=(50, 100), rulebook=rulebook), [100, 100, 5000, 100], "a")
    hand.all_in(seat=2)
    play(hand, "c f")
    assert (hand.contributions, hand.betting.stacks[2]) == ((200, 200, 200, 100), 4900)


def test_all_in_beyond_the_limit_is_refused() -> None:
    with pytest.raises(RuleError, match=r"seat 0 cannot make it 5000; it is 100$"):
        flop(FIXED_LIMIT, [5000] * 2, "a")
    with pytest.raises(RuleError, match=r"seat 0 cannot make it 5000; it is 100 to 200$"):
        flop(POT_LIMIT, [5000] * 2, "a")


def test_house_may_forbid_a_raise_that_leaves_no_bet() -> None:
    """A000-15."""
    game = Game(blinds=(50, 100), rulebook=STUD_HOUSE.but(antes=True, tap_outs=None))
    hand = flop(game, [5000, 5000], "200")
    assert hand.legal.raise_to == (400, 4900)
    short = flop(game, [5000, 450], "200")
    assert raise_closed(short) == "a raise must leave a full bet behind, 100"


# --- words ----------------------------------------------------------------------------------------------


def test_check_and_call_are_never_both_open() -> None:
    hand = flop(NO_LIMIT, [500] * 2)
    assert hand.legal.closed == {"call": "there is no bet to call"}
    with pytest.raises(RuleError, match="seat 0 cannot call: there is no bet to call"):
        hand.call()
    hand.bet(100)
    assert hand.legal.closed == {"check": "there is a bet to call, for 100"}
    with pytest.raises(RuleError, match="seat 1 cannot check: there is a bet to call, for 100"):
        hand.check()
    with pytest.raises(RuleError, match="there is a bet of 100; raise it, or call"):
        hand.bet(200)


@pytest.mark.parametrize(
    ("amount", "error", "message"),
    [
        (250.0, ChipError, r"raise_to is the float 250\.0"),
        ("250", ChipError, "raise_to is '250'; chips are int or Decimal"),
        (True, ChipError, "raise_to is True"),
        (Decimal("NaN"), ChipError, "NaN"),
        (Decimal("250.5"), RuleError, r"250\.5 is no whole number of the unit 1"),
        (-250, RuleError, "cannot make it -250; it is 200 to 900"),
    ],
)
def test_amounts_are_exact_chips(amount: Any, error: type[Exception], message: str) -> None:
    hand = NO_LIMIT.start([900] * 3, button=0, rng=1)
    before = hand.copy()
    with pytest.raises(error, match=message):
        hand.raise_to(amount)
    assert hand == before


def test_act_out_of_turn_is_refused_by_default() -> None:
    hand = NO_LIMIT.start([900] * 3, button=0, rng=1)
    before = hand.copy()
    with pytest.raises(RuleError, match="seat 1 acts out of turn; seat 0 is to act"):
        hand.call(seat=1)
    with pytest.raises(RuleError, match="seat is 3, and the seats are 0 to 2"):
        hand.call(seat=3)
    assert hand == before
