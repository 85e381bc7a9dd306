"""Five-card stud: the rows A000-01 to A000-21 of the house rules, the deal to the showdown, and random play."""

import itertools
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import open_cards as oracle
from table_plays import all_in_is_what_legal_says

from holdem_core import CardError, Category, ChipError, Rake, RuleError, evaluate
from holdem_core.table import (
    ROBERTS,
    ROOM,
    STUD_HOUSE,
    TDA_2024,
    Game,
    Move,
    Rulebook,
    StudGame,
    StudHand,
    TableHand,
    open_strength,
)
from holdem_core.table.open_cards import beats_open

NO_LIMIT = StudGame("no-limit", ante=10, bets=(50, 50))
FIXED = StudGame("fixed-limit", ante=5, bets=(10, 20))

# Three seats, the dealer in seat 2, so that seat 0 is dealt to first: a card down, then one up each round.
DOWN = "Ah2c3d"
OPEN = ("Kh7c9d", "Kd7d9h", "Kc7h9c", "Qs7s4s")
DECK = DOWN + "".join(OPEN)


def start(game: StudGame = NO_LIMIT, stacks: tuple[int, ...] = (1000, 1000, 1000), **options: object) -> StudHand:
    deck = options.pop("deck", DECK)
    return game.start(stacks, dealer=2, deck=deck, rng=1, **options)  # type: ignore[arg-type]


def check_round(hand: StudHand) -> None:
    """Everybody checks until the next round."""
    street = hand.street
    while hand.street == street and hand.to_act is not None:
        hand.check()


def on_fifth(game: StudGame, down: str, seats: tuple[str, ...], **options: object) -> StudHand:
    """A hand in which everybody checked up to the fifth card; the cards are given a seat, in the order dealt."""
    streets = ["".join(cards[at : at + 2] for cards in seats) for at in range(0, 8, 2)]
    hand = game.start([1000] * len(seats), len(seats) - 1, down + "".join(streets), 1, **options)  # type: ignore[arg-type]
    for _ in range(3):
        check_round(hand)
    assert hand.street == "fifth"
    return hand


def refused(hand: StudHand | TableHand, verb: str, *arguments: object, why: str, seat: int | None = None) -> None:
    before = hand.copy()
    named = {} if seat is None else {"seat": seat}
    with pytest.raises(RuleError, match=why):
        getattr(hand, verb)(*arguments, **named)
    assert hand == before


def cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def whole_deck(hand: StudHand) -> bool:
    piles = [hand.stub, hand.burns, hand.muck, hand.board, hand.aside, *hand.hole_cards]
    together = [card for pile in piles for card in cards(pile)]
    return len(together) == len(set(together)) == 52


# --- an exposed top card ------------------------------------------------------------------------------------


def test_a000_01_the_exposed_card_stays_on_top_until_the_betting_is_over() -> None:
    hand = start()
    hand.check()
    stub = hand.stub
    ruling = hand.top_card_exposed()
    assert (ruling.rule, ruling.moves) == ("A000-01", ())
    assert (hand.stub, hand.burns, hand.street) == (stub, "", "second")
    assert (hand.view(1).top, hand.view(None).top) == ("Kd", "Kd")
    hand.bet(50)
    assert (hand.stub, hand.burns) == (stub, "")
    with pytest.raises(RuleError, match="already"):
        hand.top_card_exposed()


def test_a000_02_a_card_is_burned_for_each_player_left_after_the_betting() -> None:
    hand = start()
    hand.top_card_exposed()
    hand.bet(50)
    hand.call()
    hand.fold()
    assert hand.burns == "Kd7d"
    assert hand.hole_cards == ("AhKh9h", "2c7cKc", "")
    assert hand.muck == "3d9d"
    assert hand.stub.startswith("7h9cQs7s4s")
    assert whole_deck(hand)


def test_a000_02_players_who_tapped_out_count() -> None:
    hand = start(stacks=(1000, 60, 1000))
    hand.top_card_exposed()
    hand.bet(50)
    hand.call()
    assert hand.stacks[1] == 0
    hand.call()
    assert hand.burns == "Kd7d9h"
    assert hand.open_cards == ("KhKc", "7c7h", "9d9c")
    assert whole_deck(hand)


def test_a000_02_the_cards_are_buried_where_the_house_says_so() -> None:
    hand = start(StudGame("no-limit", rulebook=STUD_HOUSE.but(exposed_top="bury")))
    hand.top_card_exposed()
    check_round(hand)
    assert (hand.burns, hand.stub[-6:]) == ("", "Kd7d9h")
    assert hand.open_cards == ("KhKc", "7c7h", "9d9c")
    assert whole_deck(hand)


def test_a000_02_nine_players_leave_too_few_cards_to_burn() -> None:
    hand = NO_LIMIT.start([1000] * 9, dealer=8, rng=5)
    top = cards(hand.stub)
    hand.top_card_exposed()
    check_round(hand)
    assert (hand.burns, cards(hand.stub)[-9:]) == ("", top[:9])
    assert [pile[-2:] for pile in hand.hole_cards] == top[9:18]
    check_round(hand)
    check_round(hand)
    check_round_with_bets(hand)
    assert all(len(pile) == 10 for pile in hand.hole_cards)
    assert whole_deck(hand)


def test_a000_02_cards_are_burned_where_just_enough_are_left() -> None:
    """Ten were dealt two cards and eight are left: of 32 cards eight are burned, and 24 are three more for each."""
    hand = NO_LIMIT.start([1000] * 10, dealer=9, rng=5)
    top = cards(hand.stub)
    hand.top_card_exposed()
    hand.fold()
    hand.fold()
    check_round(hand)
    assert (len(top), cards(hand.burns)) == (32, top[:8])
    while not hand.over:
        check_round_with_bets(hand)
    assert hand.stub == ""
    assert whole_deck(hand)


def check_round_with_bets(hand: StudHand) -> None:
    while hand.to_act is not None:
        (hand.check if hand.legal.check else hand.call if hand.legal.call else hand.all_in)()


def test_a000_03_burned_cards_are_seen_by_nobody() -> None:
    hand = start()
    hand.top_card_exposed()
    check_round(hand)
    assert hand.burns == "Kd7d9h"
    assert {hand.view(seat).burns for seat in (None, 0, 1, 2)} == {"Kd????"}


# --- the deal and the hole card -----------------------------------------------------------------------------


def test_a000_04_the_first_card_is_dealt_down_and_the_second_up() -> None:
    hand = start(automatic=False)
    assert (hand.due, hand.hole_cards) == ("second", ("", "", ""))
    refused_deal = hand.copy()
    with pytest.raises(RuleError, match="A000-04"):
        hand.deal(up_first=True)
    assert hand == refused_deal
    hand.deal()
    assert hand.hole_cards == ("AhKh", "2c7c", "3d9d")
    assert hand.open_cards == ("Kh", "7c", "9d")
    moves = [f"{move.cards} {move.target}" for move in hand.dealing.log if isinstance(move, Move)]
    assert moves == ["Ah seat 0", "2c seat 1", "3d seat 2", "Kh seat 0", "7c seat 1", "9d seat 2"]
    assert whole_deck(hand)


def test_a000_05_nobody_sees_the_hole_card_of_another() -> None:
    hand = start()
    hand.bet(50)
    hand.call()
    hand.fold()
    assert hand.view(0).hole_cards == ("AhKhKd", "??7c7d", "")
    assert hand.view(1).hole_cards == ("??KhKd", "2c7c7d", "")
    assert hand.view(2).hole_cards == hand.view(None).hole_cards == ("??KhKd", "??7c7d", "")


def test_a000_05_nobody_shows_before_the_showdown() -> None:
    refused(start(), "show", 0, why="at the showdown")


def test_a000_06_the_hole_card_is_not_turned_up_for_a_card_down() -> None:
    refused(start(), "turn_hole_card_up", 1, why="A000-06")


def test_a000_07_a_fold_shows_no_hole_card() -> None:
    hand = start()
    hand.fold()
    assert hand.muck == "AhKh"
    assert {hand.view(seat).muck for seat in (None, 0, 1, 2)} == {"??Kh"}


# --- the last round's check ---------------------------------------------------------------------------------

ACES, KINGS, TWO_PAIR = "AsAd7h6h", "KdQh9s8c", "QdJsJd4c"


def test_a000_08_a_check_must_beat_the_open_cards_of_the_checker() -> None:
    hand = on_fifth(FIXED, "2cKcQc", (ACES, KINGS, TWO_PAIR))
    assert hand.to_act == 0
    hand.check()
    assert (hand.legal.check, hand.legal.raise_to, hand.legal.fold) == (False, (20, 20), True)
    refused(hand, "check", why="seat 0 has checked, and its open cards are not beaten")
    hand.fold()
    assert (hand.to_act, hand.legal.check) == (2, True)
    hand.check()
    assert hand.result.winners == (2,)


def test_a000_08_who_cannot_check_may_bet() -> None:
    hand = on_fifth(FIXED, "2cKcQc", (ACES, KINGS, TWO_PAIR))
    hand.check()
    hand.bet(20)
    hand.call()
    hand.call()
    assert hand.result.winners == (2,)


def test_a000_08_each_of_several_checkers_must_be_beaten() -> None:
    hand = FIXED.start([1000] * 3, 2, "4c2d2c" + "4dKsAs" + "9hQhAd" + "8s7s7h" + "6c5c6h", 1, automatic=False)
    hand.deal()
    for _ in range(3):
        check_round(hand)
        hand.deal()
    assert hand.high_hand == 2
    hand.call_high_hand(1)
    hand.check()
    hand.check()
    assert (hand.to_act, beats_open(hand.hole_cards[0], hand.open_cards[1])) == (0, True)
    assert "seat 2 has checked" in hand.legal.closed["check"]


def test_a000_08_holds_on_the_last_round_only_and_where_the_house_says_so() -> None:
    house = StudGame("fixed-limit", rulebook=STUD_HOUSE.but(last_check=False))
    for game in (house, StudGame("fixed-limit", rulebook=ROBERTS)):
        hand = on_fifth(game, "2cKcQc", (ACES, KINGS, TWO_PAIR))
        hand.check()
        assert (hand.to_act, hand.legal.check) == (1, True)


def test_a000_08_what_a_seat_may_not_check_is_in_no_other_view() -> None:
    hand = on_fifth(FIXED, "2cKcQc", (ACES, KINGS, TWO_PAIR))
    hand.check()
    seen = hand.view(1).legal
    assert seen is not None
    assert not seen.check
    assert [hand.view(seat).legal for seat in (None, 0, 2)] == [None, None, None]


@pytest.mark.parametrize(
    ("five", "four", "beaten"),
    [
        ("AhAcKd7s2d", "AsAdKh7h", True),  # the fifth card against none
        ("AhAcKd6s2d", "AsAdKh7h", False),
        ("AhAcQd7s6d", "AsAdKh7h", False),
        ("KhKcQdQs2d", "AsAdKs7h", True),
        ("2h3h4h5h7h", "AsAdAcKs", True),
        ("2h3h4h5h7c", "KsQsJsTs", False),
        ("5h4h3h2hAc", "AdAs2s2c", True),
        ("9h9c9d9s2h", "AsAdAcAh", False),
        ("KhQdJc9s8h", "KsQhJd9c", True),
    ],
)
def test_a000_08_five_cards_against_four_open_ones(five: str, four: str, beaten: bool) -> None:
    assert beats_open(five, four) is beaten


@pytest.mark.parametrize("book", [STUD_HOUSE, TDA_2024.but(last_check=True)])
def test_a000_08_a_checker_who_has_folded_out_of_turn_counts_no_more(book: Rulebook) -> None:
    hand = on_fifth(StudGame("fixed-limit", rulebook=book), "2cKcQc", (ACES, KINGS, TWO_PAIR))
    hand.check()
    assert (hand.to_act, hand.legal.check) == (1, False)
    hand.fold(seat=0)
    assert (hand.to_act, hand.legal.check) == (1, True)
    hand.check()


def test_a000_08_an_early_check_that_may_not_stand_does_not() -> None:
    game = StudGame("fixed-limit", rulebook=TDA_2024.but(last_check=True))
    hand = on_fifth(game, "2cKcQc", (ACES, KINGS, TWO_PAIR))
    hand.check(seat=1)
    hand.check()
    assert (hand.to_act, hand.legal.check) == (1, False)


# --- out of turn and by word of mouth -----------------------------------------------------------------------


def test_a000_09_a_bet_out_of_turn_stays_and_the_turn_goes_back() -> None:
    hand = start()
    hand.bet(100, seat=1)
    assert (hand.stacks, sum(hand.contributions)) == ((990, 890, 990), 130)
    assert (hand.to_act, hand.legal.check) == (0, True)


def test_a000_09a_it_stands_as_a_bet_if_nobody_bet() -> None:
    hand = start()
    hand.bet(100, seat=1)
    hand.check()
    assert (hand.to_act, hand.bets, hand.legal.call) == (2, (0, 100, 0), 100)


def test_a000_09b_it_stands_as_a_raise_of_a_smaller_bet() -> None:
    hand = start()
    hand.bet(100, seat=1)
    hand.bet(90)
    assert (hand.to_act, hand.bets) == (2, (90, 100, 0))
    assert (hand.legal.call, hand.legal.raise_to) == (100, (190, 940))


def test_a000_09c_it_stands_as_a_call_of_an_equal_bet() -> None:
    hand = start()
    hand.bet(100, seat=1)
    hand.bet(100)
    assert (hand.to_act, hand.bets) == (2, (100, 100, 0))
    hand.call()
    assert hand.street == "third"


@pytest.mark.parametrize("verb", ["fold", "call", "raise_to"])
def test_a000_09d_less_than_the_bet_leaves_fold_call_and_raise(verb: str) -> None:
    hand = start()
    hand.bet(100, seat=1)
    hand.bet(150)
    assert (hand.to_act, hand.legal.call, hand.legal.raise_to) == (1, 50, (300, 940))
    getattr(hand, verb)(*([300] if verb == "raise_to" else []))
    assert hand.bets[1] == {"fold": 100, "call": 150, "raise_to": 300}[verb]
    assert hand.contributions[1] == hand.bets[1] + 10


def test_a000_10_a_word_in_turn_binds() -> None:
    hand = start()
    assert hand.announce("bet", 100) is True
    assert (hand.bets, hand.to_act) == ((100, 0, 0), 1)
    for verb, amount in (("raise_to", 150), ("raise_to", 50)):
        assert hand.announce(verb, amount, seat=0) is False
    assert hand.bets == (100, 0, 0)


def test_a000_10_an_amount_that_is_not_what_is_put_in_is_refused() -> None:
    hand = start()
    hand.bet(100)
    refused(hand, "announce", "call", 50, why="call is for 100, not 50")
    refused(hand, "announce", "all_in", 100, why="all_in is for 990, not 100")
    refused(hand, "announce", "fold", 0, why="fold takes no amount")
    refused(hand, "announce", "check", 100, why="check takes no amount")
    assert hand.announce("call", 100)
    assert hand.announce("call", 50, seat=0) is False
    free = start(StudGame("no-limit", ante=10, bets=(50, 50), rulebook=ROBERTS))
    assert free.announce("all_in", 990)
    assert (hand.bets, free.bets) == ((100, 100, 0), (990, 0, 0))


def test_a000_11_a_word_out_of_turn_without_chips_is_void() -> None:
    hand = start()
    before = hand.copy()
    for verb, amount in (("bet", 100), ("check", None), ("call", None), ("all_in", None)):
        assert hand.announce(verb, amount, seat=2) is False
    assert hand == before


def test_a000_17_a_fold_out_of_turn_is_dead() -> None:
    hand = start()
    hand.fold(seat=2)
    assert (hand.live, hand.muck, hand.to_act) == ((0, 1), "3d9d", 0)
    assert hand.announce("fold", seat=1) is True
    assert (hand.over, hand.result.net) == (True, (20, -10, -10))


def test_a000_21_a_check_out_of_turn_binds_nothing() -> None:
    hand = start()
    hand.check(seat=1)
    assert (hand.contributions, hand.to_act) == ((10, 10, 10), 0)
    hand.check()
    assert (hand.to_act, hand.legal.check, hand.legal.raise_to) == (1, True, (50, 990))


def test_a000_21_a_call_and_a_raise_out_of_turn_bind() -> None:
    hand = NO_LIMIT.start([1000] * 4, dealer=3, deck="2c2d2h2sAh9c8c7c", rng=1)
    hand.bet(100)
    hand.call(seat=2)
    hand.raise_to(250, seat=3)
    assert (hand.bets, hand.to_act) == ((100, 0, 100, 250), 1)
    hand.fold()
    assert (hand.bets, hand.to_act, hand.legal.call) == ((100, 0, 100, 250), 0, 150)


# --- tap-outs -----------------------------------------------------------------------------------------------


def test_a000_12_a_tap_out_plays_for_what_it_could_match() -> None:
    hand = start(stacks=(1000, 160, 1000))
    hand.bet(300)
    hand.call()
    hand.call()
    pots = [(pot.amount, pot.eligible) for pot in hand.pots.pots]
    assert pots == [(480, (0, 1, 2)), (300, (0, 2))]


def test_a000_13_a_tap_out_is_dealt_to_and_wins_the_main_pot_only() -> None:
    hand = start(stacks=(1000, 160, 1000), deck="Ah2c3d" + "Kh7c9d" + "Kd7d9h" + "Jc7h4c" + "8s7s4s")
    hand.bet(300)
    hand.call()
    hand.call()
    hand.bet(200)
    hand.call()
    check_round(hand)
    assert (hand.street, hand.high_hand, hand.to_act) == ("fifth", 1, 2)
    hand.bet(100)
    hand.call()
    assert hand.hole_cards == ("AhKhKdJc8s", "2c7c7d7h7s", "3d9d9h4c4s")
    result = hand.result
    assert [(pot.amount, pot.winners) for pot in result.pots] == [(480, (1,)), (900, (2,))]
    assert (result.net, result.winners) == ((-610, 320, 290), (1, 2))
    assert hand.stacks == (390, 480, 1290)


def test_a000_13_a_tap_out_wins_no_side_pot_though_all_others_muck() -> None:
    hand = start(stacks=(1000, 160, 1000), automatic=False)
    hand.deal()
    hand.bet(300)
    hand.call()
    hand.call()
    while hand.to_act is not None or hand.due:
        hand.check() if hand.due is None else hand.deal()
    hand.muck(0)
    assert hand.to_show == (2, 1)
    hand.muck(2)
    assert [(pot.amount, pot.winners) for pot in hand.result.pots] == [(480, (1,)), (300, (2,))]
    assert (hand.over, hand.stacks) == (True, (690, 480, 990))


def test_a000_14_one_tap_out_a_session() -> None:
    hand = start(stacks=(1000, 160, 1000), tapped_out=[1])
    hand.bet(300)
    assert (hand.to_act, hand.legal.call, hand.legal.raise_to) == (1, 0, None)
    assert hand.legal.closed["call"] == "seat 1 has been all-in this session"
    refused(hand, "call", why="all-in this session")
    refused(hand, "all_in", why="all-in this session")
    hand.fold()
    betting = start(stacks=(160, 1000, 1000), tapped_out=[0])
    assert betting.legal.raise_to == (50, 149)
    refused(betting, "all_in", why="cannot make it 150; it is 50 to 149")


def test_a000_14_tap_outs_are_counted() -> None:
    stacks = (1000, 160, 1000)
    twice = StudGame("no-limit", ante=10, bets=(50, 50), rulebook=STUD_HOUSE.but(tap_outs=2))
    free = StudGame("no-limit", ante=10, bets=(50, 50), rulebook=STUD_HOUSE.but(tap_outs=None))
    for game, tapped_out, price in ((NO_LIMIT, [], 150), (twice, [1], 150), (twice, [1, 1], 0), (free, [1] * 9, 150)):
        hand = start(game, stacks, tapped_out=tapped_out)
        hand.bet(300)
        assert hand.legal.call == price
    with pytest.raises(RuleError, match="tapped_out is 3"):
        start(tapped_out=[3])


def test_a000_14_holds_in_holdem_too() -> None:
    game = Game(blinds=(50, 100), rulebook=STUD_HOUSE)
    hand = game.start([300, 1000, 1000], button=0, rng=1, tapped_out=[0])
    refused(hand, "all_in", why="it is 200")
    hand.call()
    hand.raise_to(800)
    hand.fold()
    assert hand.legal.closed["call"] == "seat 0 has been all-in this session"
    assert game.replay(hand.log) == hand


def test_a000_15_a_raise_leaves_a_full_bet_behind() -> None:
    hand = start(StudGame("no-limit", ante=10, bets=(50, 100)), stacks=(1000, 310, 1000))
    hand.bet(100)
    assert hand.legal.raise_to == (200, 200)
    refused(hand, "all_in", why="cannot make it 300; it is 200")
    hand.raise_to(200)
    assert hand.stacks[1] == 100
    short = start(FIXED, stacks=(1000, 44, 1000))
    short.bet(10)
    assert (short.legal.call, short.legal.raise_to) == (10, None)
    assert short.legal.closed["raise"] == "a raise must leave a full bet behind, 20"


def test_a000_15_a_raise_that_is_not_all_in_must_leave_a_full_bet_too() -> None:
    for used_up in ([], [1]):
        hand = start(FIXED, stacks=(500, 30, 500), tapped_out=used_up)
        hand.bet(10)
        assert (hand.stacks[1], hand.legal.raise_to) == (25, None)
        refused(hand, "raise_to", 20, why="seat 1 cannot raise: a raise must leave a full bet behind, 20")


def test_a000_15_a_bet_and_a_call_may_take_the_whole_stack() -> None:
    hand = start(stacks=(60, 40, 1000))
    hand.all_in()
    assert (hand.bets[0], hand.to_act, hand.legal.call) == (50, 1, 30)
    hand.call()
    assert hand.stacks == (0, 0, 990)


def test_a000_15_is_off_elsewhere() -> None:
    hand = start(StudGame("no-limit", ante=10, bets=(50, 100), rulebook=ROBERTS), stacks=(1000, 310, 1000))
    hand.bet(100)
    assert hand.legal.raise_to == (200, 300)


def test_a000_16_a_tap_out_is_the_whole_stack() -> None:
    hand = start(stacks=(1000, 160, 1000))
    hand.bet(300)
    refused(hand, "raise_to", 140, why="the stack is no more than the call")
    hand.call()
    assert (hand.stacks[1], hand.bets[1]) == (0, 150)
    refused(hand, "raise_to", 2000, why="it is 600 to 940")


# --- who speaks first ---------------------------------------------------------------------------------------


def miscalled() -> StudHand:
    """Seat 0 has the king; the dealer calls seat 2."""
    hand = start(automatic=False)
    hand.deal()
    assert hand.to_act == 0
    hand.call_high_hand(2)
    assert (hand.high_hand, hand.called_high, hand.to_act) == (0, 2, 2)
    return hand


def test_a000_18_a_bet_after_a_miscalled_high_hand_is_returned() -> None:
    hand = miscalled()
    hand.bet(100)
    hand.raise_to(300)
    hand.fold()
    piles = hand.hole_cards
    ruling = hand.miscalled_high_hand()
    assert (ruling.rule, ruling.source, ruling.moves) == ("A000-18", "five-card stud house rules", ())
    assert (hand.contributions, hand.bets, hand.stacks) == ((10, 10, 10), (0, 0, 0), (990, 990, 990))
    assert (hand.to_act, hand.called_high, hand.hole_cards) == (0, 0, piles)
    assert hand.legal.check


def test_a000_18_the_round_is_begun_anew_at_its_own_bets() -> None:
    """On the fourth card the bets are the big ones, before and after."""
    hand = start(FIXED, automatic=False)
    for _ in range(2):
        hand.deal()
        check_round(hand)
    hand.deal()
    assert hand.high_hand is not None
    wrong = (hand.high_hand + 1) % 3
    hand.call_high_hand(wrong)
    hand.bet(20)
    hand.miscalled_high_hand()
    assert (hand.street, hand.bets, hand.legal.raise_to) == ("fourth", (0, 0, 0), (20, 20))


def test_a000_18_hands_folded_meanwhile_stay_folded() -> None:
    hand = miscalled()
    hand.bet(100)
    hand.fold()
    hand.miscalled_high_hand()
    assert (hand.live, hand.high_hand, hand.to_act, hand.muck) == ((1, 2), 2, 2, "AhKh")


def test_a000_18_it_stands_once_the_betting_is_over() -> None:
    hand = miscalled()
    hand.bet(100)
    hand.call()
    hand.call()
    assert (hand.to_act, hand.due) == (None, "third")
    ruling = hand.miscalled_high_hand()
    assert (ruling.rule, ruling.sentence) == ("A000-18", "The betting on the round is over: it stands.")
    assert hand.contributions == (110, 110, 110)
    hand.deal()
    refused(hand, "miscalled_high_hand", why="the highest open hand was called")


def test_a000_18_the_high_hand_is_called_before_anybody_acts() -> None:
    refused(start(), "call_high_hand", 2, why="automatic")
    hand = start(automatic=False)
    refused(hand, "call_high_hand", 2, why="before anybody acts")
    hand.deal()
    hand.fold()
    refused(hand, "call_high_hand", 2, why="before anybody acts")
    hand = start(automatic=False)
    hand.deal()
    hand.bet(100, seat=1)
    refused(hand, "call_high_hand", 2, why="before anybody acts")
    hand = start(automatic=False)
    hand.deal()
    hand.fold()
    hand.check()
    hand.check()
    hand.deal()
    refused(hand, "call_high_hand", 0, why="seat 0 has no open hand")
    hand.call_high_hand(2)
    assert (hand.high_hand, hand.to_act) == (1, 2)


def test_a000_19_nothing_else_takes_chips_out_of_the_pot() -> None:
    hand = start(automatic=False)
    hand.deal()
    hand.bet(200, seat=2)
    hand.bet(50)
    hand.top_card_exposed()
    hand.raise_to(400)
    hand.fold(seat=0)
    assert (hand.contributions, hand.to_act) == ((60, 410, 210), 2)
    hand.fold()
    result = hand.result
    assert (result.returned, [pot.amount for pot in result.pots]) == ((0, 200, 0), [480])


def test_a000_20_the_highest_open_hand_speaks_first_on_every_round() -> None:
    hand = start(deck="2c2d2h" + "9hKcKd" + "9dQs8h" + "3cQdKs" + "3dJc4c")
    assert (hand.street, hand.high_hand, hand.to_act) == ("second", 1, 1)
    check_round(hand)
    assert (hand.street, hand.high_hand, hand.to_act) == ("third", 0, 0)
    check_round(hand)
    assert (hand.street, hand.high_hand, hand.to_act) == ("fourth", 2, 2)
    check_round(hand)
    assert (hand.street, hand.high_hand, hand.to_act) == ("fifth", 0, 0)


def test_a000_20_of_equal_open_hands_the_first_from_the_dealers_left_speaks() -> None:
    deck = "2c2d2h" + "KhKcKd"
    assert NO_LIMIT.start([1000] * 3, 2, deck, 1).to_act == 0
    assert NO_LIMIT.start([1000] * 3, 0, deck, 1).to_act == 1
    assert NO_LIMIT.start([1000, None, 1000, 1000], 1, deck, 1).to_act == 2


def test_a000_20_a_high_hand_without_chips_leaves_the_word_to_the_next() -> None:
    hand = start(stacks=(60, 1000, 1000))
    hand.all_in()
    hand.call()
    hand.call()
    assert (hand.street, hand.high_hand, hand.to_act) == ("third", 0, 1)


# --- open strength ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_open_strength_orders_all_ranks(count: int) -> None:
    hands = []
    for ranks in itertools.combinations_with_replacement(range(2, 15), count):
        suits = ["cdhs"[ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
        names = ["23456789TJQKA"[rank - 2] + suit for rank, suit in zip(ranks, suits, strict=True)]
        hands.append((open_strength("".join(names)), ranks))
    hands.sort()
    assert len({strength for strength, _ in hands}) == len(hands)
    for (weaker_strength, weaker), (_, stronger) in itertools.pairwise(hands):
        assert oracle.better(stronger, weaker)
        assert not oracle.better(weaker, stronger)
        assert Category(weaker_strength[0]).name.lower().replace("_", " ") == oracle.kind(weaker)


def test_open_strength_knows_no_suits_straights_or_flushes() -> None:
    assert open_strength("AhKhQhJh") == open_strength("JcQdKsAs")
    assert open_strength("AhKhQhJh") < open_strength("2c2d3h4s")


@pytest.mark.parametrize("cards", ["", "AhKhQhJhTh", "AhAh", "Ax"])
def test_open_strength_refuses_what_are_no_open_cards(cards: str) -> None:
    with pytest.raises(CardError):
        open_strength(cards)


# --- from the deal to the showdown --------------------------------------------------------------------------


def test_a_hand_from_the_deal_to_the_showdown_with_side_pots() -> None:
    deck = "AhTc3d2c" + "Kh7c9d4h" + "QdTd9h4d" + "6cTh9cJc" + "2s5h8dJd"
    hand = NO_LIMIT.start([1000, 200, 500, 1000], dealer=3, deck=deck, automatic=False, rng=1)
    hand.deal()
    assert (hand.hole_cards, hand.to_act) == (("AhKh", "Tc7c", "3d9d", "2c4h"), 0)
    hand.bet(50)
    hand.call()
    hand.call()
    hand.call()
    hand.deal()
    assert (hand.open_cards, hand.to_act) == (("KhQd", "7cTd", "9d9h", "4h4d"), 2)
    hand.bet(100)
    hand.raise_to(200)
    hand.call()
    hand.all_in()
    hand.call()
    hand.deal()
    assert (hand.open_cards, hand.to_act) == (("KhQd6c", "7cTdTh", "9d9h9c", "4h4dJc"), 2)
    hand.all_in()
    hand.call()
    hand.call()
    hand.deal()
    assert (hand.open_cards, hand.to_act) == (("KhQd6c2s", "7cTdTh5h", "9d9h9c8d", "4h4dJcJd"), 3)
    hand.bet(100)
    hand.call()
    assert (hand.street, hand.showing_order, hand.to_show) == ("showdown", (3, 0, 2, 1), (3, 0, 2, 1))
    hand.show(3)
    hand.muck(0)
    hand.show(2)
    hand.show(1)
    assert (hand.over, hand.street, hand.muck) == (True, "over", "AhKhQd6c2s")
    assert hand.stacks == (400, 800, 900, 600)
    assert whole_deck(hand)
    assert str(hand.result).splitlines() == [
        "Board: none",
        "  seat 0  -- --           in for 600  mucked",
        "  seat 1  Tc 7c Td Th 5h  in for 200  three of a kind, tens, kickers seven, five",
        "  seat 2  3d 9d 9h 9c 8d  in for 500  three of a kind, nines, kickers eight, three",
        "  seat 3  2c 4h 4d Jc Jd  in for 600  two pair, jacks and fours, kicker deuce",
        "Main pot of 800: seat 1 wins with three of a kind, tens, kickers seven, five.",
        "Side pot 1 of 900: seat 2 wins with three of a kind, nines, kickers eight, three.",
        "Side pot 2 of 200: seat 3 takes it: nobody else can win it.",
        "Result: seat 0 -600, seat 1 +600, seat 2 +400, seat 3 -400.",
    ]


def test_odd_chips_go_by_the_highest_card_by_suit() -> None:
    game = StudGame("no-limit", ante=5, bets=(5, 5), rulebook=ROBERTS)
    deck = "KhKs2h" + "QhQc3h" + "JdJs" + "9c9h" + "7d7s"
    hand = game.start([100, 100, 100], 2, deck, rng=1)
    while hand.to_act is not None:
        if hand.to_act == 2:
            hand.fold()
        else:
            hand.check()
    assert [pot.winners for pot in hand.result.pots] == [(1, 0)]
    assert hand.result.payouts == (7, 8, 0)
    assert hand.result.settlement.order == (1, 0, 2)


def test_the_bets_are_the_big_ones_from_the_fourth_card_on() -> None:
    """With the ends of a bet and a raise on each street."""
    hand = start(StudGame("fixed-limit", ante=5, bets=(10, 25), rulebook=ROBERTS))
    for street, size in (("second", 10), ("third", 10), ("fourth", 25), ("fifth", 25)):
        assert (hand.street, hand.legal.raise_to) == (street, (size, size))
        hand.bet(size)
        assert hand.legal.raise_to == (2 * size, 2 * size)
        hand.call()
        hand.call()
    assert hand.over


def test_a_showdown_without_chips_is_one() -> None:
    hand = start(StudGame(ante=0, rulebook=ROBERTS))
    while hand.to_act is not None:
        hand.check()
    assert (hand.over, hand.result.net, hand.result.pots) == (True, (0, 0, 0), ())
    assert hand.showing_order == (1, 2, 0)


def test_a_rake_is_taken_once_the_third_card_is_dealt() -> None:
    game = StudGame("no-limit", ante=10, bets=(50, 50), rake=Rake(10))
    early = start(game)
    early.fold()
    early.fold()
    assert early.result.rake == 0
    late = start(game)
    check_round(late)
    late.fold()
    late.fold()
    assert late.result.rake == 3


def test_mucked_hands_win_nothing_and_the_last_one_need_not_show() -> None:
    hand = start(StudGame(rulebook=ROBERTS), automatic=False)
    while hand.to_act is not None or hand.due:
        hand.check() if hand.due is None else hand.deal()
    assert (hand.street, hand.showing_order) == ("showdown", (1, 2, 0))
    assert hand.result.winners == (1,)
    refused(hand, "muck", 1, True, why="no board")
    hand.muck(1)
    assert hand.result.winners == (0,)
    hand.muck(2)
    assert (hand.over, hand.result.winners, hand.result.net) == (True, (0,), (10, -5, -5))
    assert hand.result.hole_cards == ("", "", "")
    assert whole_deck(hand)


@pytest.mark.parametrize(("book", "tabled"), [(STUD_HOUSE, set()), (TDA_2024, {0, 1, 2})])
def test_all_hands_are_tabled_at_an_all_in_where_the_rulebook_says_so(book: Rulebook, tabled: set[int]) -> None:
    """TDA 2024, rule 16."""
    game = StudGame("no-limit", ante=10, bets=(50, 50), rulebook=book)
    hand = start(game, stacks=(1000, 160, 1000), automatic=False)
    hand.deal()
    hand.bet(150)
    hand.call()
    hand.call()
    while hand.to_act is not None or hand.due:
        assert hand.tabled == set()
        hand.check() if hand.due is None else hand.deal()
    assert hand.tabled == tabled
    assert hand.over is bool(tabled)
    assert game.replay(hand.log) == hand


def test_a_misdeal_begins_anew_and_a_fouled_deck_is_void() -> None:
    hand = start()
    hand.bet(50)
    ruling = hand.misdeal("a card too many")
    assert (ruling.rule, hand.contributions, hand.street) == ("RRoP-misdeals", (10, 10, 10), "second")
    assert [len(held) for held in hand.hole_cards] == [4, 4, 4]
    assert whole_deck(hand)
    check_round(hand)
    assert hand.misdeal().rule == "RRoP-misdeals-2"
    hand.fouled_deck()
    assert (hand.over, hand.stacks) == (True, (1000, 1000, 1000))


def test_copies_and_pickles_are_the_same_hand() -> None:
    hand = start()
    hand.bet(50)
    twin, thawed = hand.copy(), pickle.loads(pickle.dumps(hand))
    assert hand == twin == thawed
    twin.call()
    assert hand != twin
    thawed.call()
    assert twin == thawed


def test_games_that_are_none_are_refused() -> None:
    with pytest.raises(RuleError, match="limit is 'spread'"):
        StudGame("spread")  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="knows no antes"):
        StudGame(rulebook=ROOM)
    with pytest.raises(RuleError, match="bets are 20 and 10"):
        StudGame(bets=(20, 10))
    with pytest.raises(ChipError, match="unit is 0"):
        StudGame(unit=0)
    with pytest.raises(RuleError, match="11 players; a hand has 2 to 10"):
        StudGame().start([100] * 11, 0)
    with pytest.raises(RuleError, match="dealer is 3"):
        StudGame().start([100] * 3, 3)
    with pytest.raises(CardError, match="unknown cards"):
        StudGame().start([100] * 3, 0, "??" * 52)


# --- random play --------------------------------------------------------------------------------------------

HOUSES = [STUD_HOUSE, ROBERTS, TDA_2024, STUD_HOUSE.but(exposed_top="bury"), TDA_2024.but(last_check=True)]


@st.composite
def games(draw: st.DrawFn) -> StudHand:
    book: Rulebook = draw(st.sampled_from(HOUSES))
    small = draw(st.integers(1, 20))
    game = StudGame(
        draw(st.sampled_from(["no-limit", "pot-limit", "fixed-limit"])),
        ante=draw(st.integers(0, 12)),
        bets=(small, small * draw(st.integers(1, 3))),
        unit=draw(st.sampled_from([1, small])),
        rulebook=book,
    )
    stacks = draw(st.lists(st.integers(0, 300), min_size=2, max_size=10).filter(lambda s: sum(map(bool, s)) > 1))
    return game.start(
        stacks,
        draw(st.integers(0, len(stacks) - 1)),
        rng=draw(st.integers(0, 2**32)),
        tapped_out=draw(st.lists(st.integers(0, len(stacks) - 1), max_size=2)),
        automatic=draw(st.booleans()),
    )


def open_acts(hand: StudHand) -> list[tuple[str, int | None]]:
    """Every act that ``legal`` offers, with the ends of what may be raised to."""
    legal = hand.legal
    offered: list[tuple[str, int | None]] = [("fold", None)]
    offered += [("check", None)] * legal.check + [("call", None)] * (legal.call > 0)
    return offered + [("raise_to", int(amount)) for amount in legal.raise_to or ()]


def act(hand: StudHand, verb: str, amount: int | None, seat: int | None = None) -> None:
    getattr(hand, verb)(*([] if amount is None else [amount]), seat=seat)


def keeps_to_what_is_legal(hand: StudHand) -> None:
    legal, bet = hand.legal, max(hand.bets)
    for verb, amount in open_acts(hand):
        act(hand.copy(), verb, amount)
    shut: list[tuple[str, int | None]] = [] if legal.check else [("check", None)]
    shut += [] if legal.call else [("call", None)]
    low, high = legal.raise_to or (bet + 1, bet)
    shut += [("raise_to", int(low) - 1), ("raise_to", int(high) + 1)]
    for verb, amount in shut:
        before = hand.copy()
        with pytest.raises(RuleError):
            act(hand, verb, amount)
        assert hand == before
    all_in_is_what_legal_says(hand)


def conserved(hand: StudHand, chips: int) -> None:
    assert whole_deck(hand)
    assert min(hand.stacks) >= 0
    if hand.over:
        assert sum(hand.stacks) == chips
    else:
        assert sum(hand.stacks) + sum(hand.contributions) == chips
        pots, returned = hand.pots
        assert sum(pot.amount for pot in pots) + sum(back for _, back in returned) == chips - sum(hand.stacks)


ODD = ["fold", "check", "call", "raise_to", "top_card_exposed", "call_high_hand", "miscalled_high_hand"]


def try_something_odd(hand: StudHand, data: st.DataObject) -> None:
    """Out of turn, a card exposed, a high hand called wrong: refused, or done, but never half done."""
    before, seat, odd = hand.copy(), data.draw(st.integers(0, len(hand.stacks) - 1)), data.draw(st.sampled_from(ODD))
    try:
        if odd in ("top_card_exposed", "miscalled_high_hand"):
            getattr(hand, odd)()
        else:
            act(hand, odd, data.draw(st.integers(1, 300)) if odd == "raise_to" else None, seat)
    except RuleError:
        assert hand == before


@settings(max_examples=100, deadline=None)
@given(hand=games(), data=st.data())
def test_random_hands_keep_their_chips_and_cards_and_end(hand: StudHand, data: st.DataObject) -> None:
    chips = sum(hand.betting.started)
    for _ in range(400):
        conserved(hand, chips)
        if hand.over:
            break
        if hand.due:
            hand.deal()
        elif hand.to_act is None:
            getattr(hand, data.draw(st.sampled_from(["show", "muck"])))(hand.to_show[0])
        elif data.draw(st.integers(0, 3)) == 0:
            try_something_odd(hand, data)
        else:
            keeps_to_what_is_legal(hand)
            act(hand, *data.draw(st.sampled_from(open_acts(hand)[-3:])))
    assert hand.over
    assert hand.game.replay(hand.log) == hand
    if len(hand.result.winners) == 1 and len(hand.result.pots) == 1 and sum(map(bool, hand.result.hands)) > 1:
        best = max(evaluate(held) for held in hand.result.hole_cards if held)
        assert evaluate(hand.result.hole_cards[hand.result.winners[0]]) == best
