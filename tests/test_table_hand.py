"""A hand at the table as a whole: views, the showdown, copies, its log, odd chips and seats, refusals."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from table_plays import flop, play

from holdem_core import Rake
from holdem_core.errors import CardError, ChipError, OptionError, RuleError
from holdem_core.table import (
    ROBERTS,
    TDA_2024,
    Act,
    Dealer,
    Game,
    Log,
    Move,
    Positions,
    Post,
    Rulebook,
    StudGame,
    TableHand,
)

GAME = Game(blinds=(50, 100))
# Three seats, the button last: aces, kings, queens; the burns are 4c 4d 4h.
DECK = "AsKsQsAhKhQh4cTc9c5h4d3d4h2s"


def manual(stacks: list[int], acts: str = "", game: Game = GAME, deck: str = DECK) -> TableHand:
    """A hand of a dealer who is told everything, played on to the showdown where ``acts`` leave it open."""
    hand = game.start(stacks, len(stacks) - 1, deck, rng=1, automatic=False)
    hand.deal()
    play(hand, acts)
    while hand.due or hand.to_act is not None:
        hand.check() if hand.to_act is not None else hand.deal()
    return hand


# --- views ----------------------------------------------------------------------------------------------


def test_seat_sees_its_own_cards_only() -> None:
    """A002-04a."""
    hand = GAME.start([900] * 3, 2, DECK, rng=1)
    assert hand.view(0).hole_cards == ("AsAh", "????", "????")
    assert hand.view(2).hole_cards == ("????", "????", "QsQh")
    assert hand.view().hole_cards == ("????", "????", "????")


def test_nobody_sees_burns_muck_or_stub() -> None:
    """A000-03, A000-07."""
    hand = play(GAME.start([900] * 3, 2, DECK, rng=1), "f c x x x")
    for seat in (None, 0, 1, 2):
        view = hand.view(seat)
        assert (view.board, view.burns, view.muck, view.stub, view.top) == ("Tc9c5h3d", "????", "????", 40, "")
    assert hand.view(2).hole_cards[2] == ""


def test_only_the_seat_to_act_sees_what_it_may_do() -> None:
    hand = GAME.start([900] * 3, 2, DECK, rng=1)
    assert hand.view(2).legal == hand.legal
    assert hand.view(0).legal is hand.view().legal is None


def test_tabled_hands_are_everybodys() -> None:
    hand = play(GAME.start([900] * 3, 2, DECK, rng=1), "f a c")
    assert hand.view().hole_cards == ("AsAh", "KsKh", "")


def test_winner_by_folds_shows_nothing() -> None:
    """TDA 2024, rule 17-B."""
    hand = play(GAME.start([900] * 3, 2, DECK, rng=1), "f f")
    assert hand.over
    assert hand.view().hole_cards == ("", "????", "")


def test_a_view_tells_no_card_that_the_seat_may_not_see() -> None:
    """Whatever is in it, all of it as text: only the board and the seat's own cards."""
    hand = play(GAME.start([900] * 4, 3, rng=5), "c c f x x x")
    for seat in range(4):
        text = str(hand.view(seat)._replace(board=""))
        hidden = [hand.burns, hand.muck, hand.stub, *(cards for s, cards in enumerate(hand.hole_cards) if s != seat)]
        cards = [pile[at : at + 2] for pile in hidden for at in range(0, len(pile), 2)]
        assert len(cards) == 52 - len(hand.board) // 2 - len(hand.hole_cards[seat]) // 2
        assert not any(card in text for card in cards)


# --- the showdown ---------------------------------------------------------------------------------------


def test_last_aggressor_of_the_river_shows_first() -> None:
    """Case B19; TDA 2024, rule 17."""
    hand = manual([900] * 3, "c c x")
    assert hand.showing_order == (0, 1, 2)
    river = GAME.start([900] * 3, 2, DECK, rng=1, automatic=False)
    river.deal()
    play(river, "c c x")
    for acts in ("x x x", "x x x", "x 100 c c"):
        river.deal()
        play(river, acts)
    assert river.showing_order == (1, 2, 0)


def test_aggressor_of_an_earlier_street_does_not_show_first() -> None:
    assert manual([900] * 3, "300 c c").showing_order == (0, 1, 2)


def test_hand_of_a_side_pot_shows_before_the_main_pots() -> None:
    """RRoP, showdown rule 7: seat 0 is all-in."""
    assert manual([100, 900, 900], "300 c c").showing_order == (1, 2, 0)
    assert manual([100, 900, 900], "c c x").showing_order == (0, 1, 2)


def test_all_in_hands_are_tabled_before_the_board_runs_out() -> None:
    """TDA 2024, rule 16."""
    hand = GAME.start([500] * 3, 2, DECK, rng=1, automatic=False)
    hand.deal()
    play(hand, "a c c")
    assert (hand.tabled, hand.board, hand.due) == ({0, 1, 2}, "", "flop")
    for street in ("flop", "turn", "river"):
        assert hand.due == street
        hand.deal()
    assert (hand.over, hand.stacks) == (True, (1500, 0, 0))


def test_all_in_hands_are_tabled_on_the_river_too() -> None:
    """TDA 2024, rule 16: nobody mucks once a player is all-in and the betting is over."""
    hand = GAME.start([500, 500, 1000], 2, DECK, rng=1, automatic=False)
    hand.deal()
    play(hand, "f c x")
    for _ in range(2):
        hand.deal()
        play(hand, "x x")
    hand.deal()
    hand.all_in()
    hand.call()
    assert (hand.tabled, hand.to_show, hand.over) == ({0, 1}, (), True)
    with pytest.raises(RuleError, match="already tabled"):
        hand.muck(1)


@pytest.mark.parametrize("rulebook", [ROBERTS, TDA_2024])
def test_hands_are_not_tabled_while_two_can_bet(rulebook: Rulebook) -> None:
    game = Game(blinds=(50, 100), rulebook=rulebook)
    hand = game.start([100, 900, 900], 2, DECK, rng=1, automatic=False)
    hand.deal()
    assert play(hand, "c c x").tabled == set()
    for _ in range(2):
        hand.deal()
        assert play(hand, "x x").tabled == set()
    hand.deal()
    assert play(hand, "x").tabled == set()


@pytest.mark.parametrize("acts", ["c c x", "300 c c"])
def test_all_hands_are_tabled_at_an_all_in_though_two_could_bet_to_the_end(acts: str) -> None:
    """TDA 2024, rule 16; elsewhere they are shown and mucked one by one."""
    hand = manual([100, 900, 900], acts, Game(blinds=(50, 100), rulebook=TDA_2024))
    assert (hand.tabled, hand.to_show, hand.over) == ({0, 1, 2}, (), True)
    with pytest.raises(RuleError, match="seat 1 has already tabled"):
        hand.muck(1)
    assert hand.game.replay(hand.log) == hand
    assert manual([100, 900, 900], acts).to_show


def test_hands_may_be_mucked_where_nobody_live_is_all_in() -> None:
    """TDA 2024, rule 16, is for all-ins."""
    hand = manual([900, 900, 900], "300 c c", Game(blinds=(50, 100), rulebook=TDA_2024))
    hand.muck(0)
    assert hand.to_show == (1, 2)


def test_hands_are_shown_and_mucked_one_by_one() -> None:
    hand = manual([900] * 3, "c c x")
    assert (hand.street, hand.over, hand.to_show) == ("showdown", False, (0, 1, 2))
    hand.show(0)
    assert (hand.to_show, hand.view().hole_cards) == ((1, 2), ("AsAh", "????", "????"))
    hand.muck(1)
    hand.muck(2)
    assert (hand.over, hand.street, hand.muck) == (True, "over", "KsKhQsQh")
    assert hand.stacks == (1100, 800, 800)


def test_mucked_hand_wins_nothing_though_it_was_the_best() -> None:
    """D14, D17; what was asked before is no matter."""
    hand = manual([900] * 3, "c c x")
    assert hand.result.payouts == (300, 0, 0)
    hand.muck(0)
    assert hand.result.payouts == (0, 300, 0)
    hand.show(1)
    hand.muck(2)
    assert hand.stacks == (800, 1100, 800)


def test_last_hand_wins_without_showing_when_all_others_mucked() -> None:
    hand = manual([900] * 3, "c c x")
    hand.muck(0)
    hand.muck(2)
    assert (hand.over, hand.to_show, hand.stacks) == (True, (), (800, 1100, 800))
    assert hand.view().hole_cards == ("", "????", "")
    with pytest.raises(RuleError, match="seat 1 has nothing to show"):
        hand.muck(1)


def side_pots(rake: Rake | None = None) -> TableHand:
    """Aces are all-in for 100 and kings for 300; queens and tens called 1000, and jacks folded after 450."""
    deck = "AsKsQsJsTsAhKhQhJhTh4cTc9c5h4d3d4h2s"
    game = Game(blinds=(50, 100), rake=rake)
    return manual([100, 300, 5000, 5000, 5000], "200 450 1000 a a c f", game, deck)


@pytest.mark.parametrize(
    ("mucks", "payouts"),
    [
        ((2, 4), (500, 800, 0, 0, 1550)),
        ((2, 4, 1), (500, 800, 0, 0, 1550)),
        ((4, 2, 1), (500, 800, 1550, 0, 0)),
        ((1, 2, 4), (500, 0, 0, 0, 2350)),
        ((4, 1), (500, 0, 2350, 0, 0)),
        ((0, 4, 2), (0, 1300, 1550, 0, 0)),
        ((0, 1, 2), (0, 0, 0, 0, 2850)),
    ],
)
def test_last_claimant_of_a_side_pot_has_won_it_though_he_mucks(
    mucks: tuple[int, ...], payouts: tuple[int, ...]
) -> None:
    """A000-13, A002-15: who is all-in wins no pot that he has no part in; TDA 2024, rule 17-B."""
    hand = side_pots()
    assert [pot.amount for pot in hand.pots.pots] == [500, 800, 1550]
    for seat in mucks:
        hand.muck(seat)
    assert hand.result.payouts == payouts
    assert GAME.replay(hand.log) == hand
    assert GAME.replay(hand.log).result == hand.result


def test_story_of_a_side_pot_that_was_won_without_showing() -> None:
    hand = side_pots()
    for seat in (4, 2):
        hand.muck(seat)
    assert str(hand.result).splitlines()[-4:] == [
        "Main pot of 500: seat 0 wins with pair of aces, kickers ten, nine, five.",
        "Side pot 1 of 800: seat 1 takes it: nobody else can win it.",
        "Side pot 2 of 1,550: seat 2 takes it: nobody else can win it.",
        "Result: seat 0 +400, seat 1 +500, seat 2 +550, seat 3 -450, seat 4 -1,000.",
    ]


def test_side_pot_that_was_won_without_showing_is_raked_as_the_others() -> None:
    hand = side_pots(Rake(10))
    for seat in (2, 4, 1):
        hand.muck(seat)
    assert (hand.result.rake, hand.result.payouts) == (285, (450, 720, 0, 0, 1395))


def test_side_pot_is_still_claimed_by_who_declared_the_board() -> None:
    hand = side_pots()
    hand.declare_board(2)
    hand.muck(4)
    hand.muck(1)
    assert hand.result.payouts == (500, 0, 2350, 0, 0)


BROADWAY = "2s2h3s3h6s6h4cAcKd Qh4d Jc4hTs".replace(" ", "")


@pytest.mark.parametrize(
    ("game", "payouts"), [(GAME, (100, 100, 100)), (Game(rulebook=TDA_2024), (0, 150, 150))], ids=["declare", "table"]
)
def test_board_is_declared_before_the_cards_are_thrown_away(game: Game, payouts: tuple[int, ...]) -> None:
    """A002-20, A003-13; under TDA 2024, rule 19, both cards are tabled."""
    hand = manual([900] * 3, "c c x", game, BROADWAY)
    hand.muck(0, declare_board=True)
    hand.show(1)
    hand.show(2)
    assert hand.result.payouts == payouts


def test_board_that_is_not_declared_is_lost() -> None:
    hand = manual([900] * 3, "c c x", GAME, BROADWAY)
    hand.muck(0)
    hand.show(1)
    hand.declare_board(2)
    assert hand.result.payouts == (0, 150, 150)


def test_showdown_comes_when_the_betting_is_over() -> None:
    hand = GAME.start([900] * 3, 2, DECK, rng=1)
    for early in (hand.show, hand.muck):
        with pytest.raises(RuleError, match="hands are shown and mucked at the showdown"):
            early(0)
    with pytest.raises(RuleError, match="the hand is not over"):
        _ = hand.result


def test_nobody_shows_twice() -> None:
    hand = manual([900] * 3, "c c x")
    hand.show(1)
    with pytest.raises(RuleError, match="seat 1 has already shown"):
        hand.muck(1)
    hand.muck(0)
    with pytest.raises(RuleError, match="seat 0 has already mucked"):
        hand.show(0)


# --- automatic and by hand ------------------------------------------------------------------------------


def test_automatic_hand_and_one_dealt_by_hand_come_to_the_same() -> None:
    automatic = play(GAME.start([900] * 3, 2, DECK, rng=1), "c c x x x x x x x 100 c c")
    told = manual([900] * 3, "c c x")
    assert (told.board, told.burns, told.stub) == (automatic.board, automatic.burns, automatic.stub)
    assert automatic.over
    assert told.result.payouts == (300, 0, 0)


def test_dealer_deals_what_is_due_and_nothing_else() -> None:
    hand = GAME.start([900] * 3, 2, DECK, rng=1, automatic=False)
    assert (hand.due, hand.to_act, hand.hole_cards) == ("hole cards", None, ("", "", ""))
    hand.deal()
    assert (hand.due, hand.to_act) == (None, 2)
    with pytest.raises(RuleError, match="nothing is to be dealt before the betting is over"):
        hand.deal()
    play(hand, "c c x")
    assert hand.due == "flop"


def test_cards_come_one_at_a_time_from_the_left_of_the_button() -> None:
    hand = GAME.start([900] * 3, 0, "AsKsQsAhKhQh", rng=1)
    assert hand.hole_cards == ("QsQh", "AsAh", "KsKh")


def test_verbs_may_name_the_seat() -> None:
    hand = GAME.start([900] * 3, 2, DECK, rng=1)
    hand.fold(seat=2)
    hand.raise_to(300, seat=0)
    assert hand.log.entries[-1] == Act(0, "raise_to", 300)


# --- copies, equality, pickles --------------------------------------------------------------------------

STAGES: list[Callable[[], TableHand]] = [
    lambda: GAME.start([900] * 3, 2, DECK, rng=1),
    lambda: flop(GAME, [900, 900, 900], "100 300"),
    lambda: manual([900] * 3, "c c x"),
    lambda: play(GAME.start([900] * 3, 2, DECK, rng=1), "f a c"),
    lambda: GAME.start([900] * 3, 2, DECK, rng=1, automatic=False),
]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("twin_of", [TableHand.copy, copy.copy, copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))])
def test_twins_are_equal(stage: Callable[[], TableHand], twin_of: Callable[[TableHand], TableHand]) -> None:
    hand = stage()
    twin = twin_of(hand)
    assert twin == hand
    assert twin is not hand
    assert twin.log == hand.log


def test_what_happens_to_a_copy_leaves_the_hand_as_it_was() -> None:
    hand = flop(GAME, [900] * 3, "100")
    before, twin = pickle.loads(pickle.dumps(hand)), hand.copy()
    play(twin, "300 f a c")
    assert twin.over
    assert twin != hand == before
    assert play(hand, "300 f a c") == twin


def test_hands_are_equal_if_everything_in_them_is() -> None:
    hand = GAME.start([900] * 3, 2, DECK, rng=1)
    assert hand == GAME.start([900] * 3, 2, DECK, rng=1)
    assert hand != GAME.start([900] * 3, 1, DECK, rng=1)
    assert hand != GAME.start([900] * 3, 2, rng=2)
    assert hand != Game(blinds=(50, 100), rulebook=TDA_2024).start([900] * 3, 2, DECK, rng=1)
    assert hand != "AsAh"
    with pytest.raises(TypeError, match="unhashable"):
        hash(hand)


@pytest.mark.parametrize("part", ["betting", "dealing", ""])
def test_hands_that_differ_in_one_thing_are_not_equal(part: str) -> None:
    hand = flop(GAME, [900] * 3, "100")
    whole = getattr(hand, part) if part else hand
    for name in whole.state():
        twin = hand.copy()
        assert twin == hand
        setattr(getattr(twin, part) if part else twin, name, object())
        assert twin != hand, name


# --- the log --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", STAGES)
def test_log_replays_to_the_same_state(stage: Callable[[], TableHand]) -> None:
    hand = stage()
    assert GAME.replay(hand.log) == hand
    assert GAME.replay(pickle.loads(pickle.dumps(hand.log))) == hand


def test_log_tells_all_that_happened() -> None:
    hand = manual([900] * 3, "c f x")
    hand.show(1)
    kinds = [entry for entry in hand.log.entries if not isinstance(entry, Move)]
    assert kinds[:6] == [
        Post(0, "blind", 50),
        Post(1, "blind", 100),
        Dealer("deal", {}),
        Act(2, "call"),
        Act(0, "fold"),
        Act(1, "check"),
    ]
    assert kinds[-1] == Act(1, "show")
    assert str(hand.log).splitlines()[:4] == [
        "seat 0 posts blind 50",
        "seat 1 posts blind 100",
        "dealer: deal",
        "As from stub to seat 0",
    ]


def tampered(log: Log, at: int, *entries: Any) -> Log:
    """The log with some entries instead of the one at that place."""
    return log._replace(entries=(*log.entries[:at], *entries, *log.entries[at + (1 if at >= 0 else 0) :]))


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([Act(2, "raise_to", 150)], r"entry 8 .*cannot make it 150"),
        ([Act(1, "call")], r"entry 8 .*out of turn"),
        ([Act(2, "check")], r"entry 8 .*cannot check"),
        ([Act(2, "_settle")], r"entry 8 .*does not follow"),
        ([Act(2, "call", 100)], r"entry 8 "),
        ([Dealer("copy", {})], r"entry 8 .*does not follow"),
        ([Dealer("_misdealt", {})], r"entry 8 .*does not follow"),
        ([Dealer("no_such_error", {})], r"entry 8 "),
        ([Move("As", "stub", "muck")], r"entry 8 .*does not follow"),
        ([], r"entry 8 .*"),
    ],
)
def test_log_that_was_tampered_with_is_refused(entries: list[Any], message: str) -> None:
    hand = play(GAME.start([900] * 3, 2, DECK, rng=1), "c c x x")
    assert hand.log.entries[8] == Act(2, "call")
    with pytest.raises(RuleError, match=message):
        GAME.replay(tampered(hand.log, 8, *entries))


def test_log_with_other_cards_or_posts_is_refused() -> None:
    log = GAME.start([900] * 3, 2, DECK, rng=1).log
    with pytest.raises(RuleError, match="entry 2 of the log, Ad from stub to seat 0, does not follow"):
        GAME.replay(tampered(log, 2, Move("Ad", "stub", "seat 0")))
    with pytest.raises(RuleError, match="entry 0 of the log, seat 0 posts blind 40, does not follow"):
        GAME.replay(tampered(log, 0, Post(0, "blind", 40)))


def test_log_that_breaks_off_within_a_deal_is_refused() -> None:
    log = GAME.start([900] * 3, 2, DECK, rng=1).log
    with pytest.raises(RuleError, match="the log ends at entry 7, before Qh from stub to seat 2"):
        GAME.replay(log._replace(entries=log.entries[:7]))


def test_log_of_another_game_is_refused() -> None:
    log = GAME.start([900] * 3, 2, DECK, rng=1).log
    with pytest.raises(RuleError, match="the log is of a hand of another game"):
        Game(blinds=(50, 100), rulebook=TDA_2024).replay(log)


def test_a_hand_says_where_it_is() -> None:
    hand = GAME.start([900] * 3, 2, DECK, rng=1)
    assert repr(hand) == "<TableHand: preflop, 150 in the pot, seat 2 to act>"
    play(hand, "f f")
    assert repr(hand) == "<TableHand: over, 150 in the pot>"
    stud = StudGame(ante=5, bets=(10, 20)).start([900] * 2, 0, rng=1)
    assert repr(stud) == f"<StudHand: second, 10 in the pot, seat {stud.to_act} to act>"
    stud.fouled_deck()
    assert repr(stud) == "<StudHand: void, 0 in the pot>"


def test_log_of_holdem_and_of_stud_are_told_apart() -> None:
    stud = StudGame(ante=5, bets=(10, 20))
    log = stud.start([900] * 3, 2, rng=1).log
    others: list[Game | StudGame] = [GAME, StudGame(ante=5, bets=(10, 30)), StudGame(rulebook=TDA_2024)]
    for other in others:
        with pytest.raises(RuleError, match="the log is of a hand of another game"):
            other.replay(log)
    with pytest.raises(RuleError, match="the log is of a hand of another game"):
        stud.replay(GAME.start([900] * 3, 2, DECK, rng=1).log)


# --- chips and seats ------------------------------------------------------------------------------------


def test_decimal_chips_are_exact() -> None:
    game = Game(blinds=(Decimal("0.05"), Decimal("0.10")), unit=Decimal("0.01"))
    hand = game.start([Decimal("10.00")] * 3, 2, DECK, rng=1)
    assert hand.legal.raise_to == (Decimal("0.20"), Decimal("10.00"))
    hand.raise_to(Decimal("0.25"))
    play(hand, "f c x x x x x x")
    assert hand.stacks == (Decimal("9.95"), Decimal("10.30"), Decimal("9.75"))
    assert str(hand.stacks[1]) == "10.30"


def test_chips_of_any_size() -> None:
    """Case S30."""
    chips = 9 * 10**18
    hand = Game(blinds=(chips // 20, chips // 10)).start([chips] * 9, 8, rng=1)
    hand.all_in()
    while hand.to_act is not None:
        hand.call()
    assert sum(hand.stacks) == 9 * chips


def test_twenty_two_players_can_be_dealt_to() -> None:
    hand = GAME.start([900] * 22, 21, rng=1)
    while hand.to_act is not None:
        hand.check() if hand.legal.check else hand.call()
    assert (hand.over, sum(hand.stacks), len(hand.stub)) == (True, 22 * 900, 0)
    with pytest.raises(RuleError, match="23 players; a hand has 2 to 22"):
        GAME.start([900] * 23, 0)


@pytest.mark.parametrize("empty", [0, None])
def test_empty_seats_are_dealt_nothing_and_asked_nothing(empty: int | None) -> None:
    hand = GAME.start([900, empty, 900, empty, 900], 4, DECK, rng=1)
    assert (hand.live, hand.hole_cards) == ((0, 2, 4), ("AsAh", "", "KsKh", "", "QsQh"))
    play(hand, "c c x x x x x x x x x x")
    assert hand.stacks == (1100, 0, 800, 0, 800)


@pytest.mark.parametrize(
    ("start", "error", "message"),
    [
        ({"stacks": [900]}, RuleError, "1 players; a hand has 2 to 22"),
        ({"stacks": [900, 0, None]}, RuleError, "1 players"),
        ({"stacks": 900}, ChipError, "stacks are 900"),
        ({"posts": [("a", "blind", 50)]}, RuleError, "is no post: it is a seat, a kind and an amount"),
        ({"stacks": [900, -5]}, ChipError, "stack of seat 1 is -5, below 0"),
        ({"stacks": [900, 0.5]}, ChipError, r"stack of seat 1 is the float 0\.5"),
        ({"button": 3}, RuleError, "button is 3, and the seats are 0 to 2"),
        ({"button": True}, RuleError, "button is True"),
        ({"button": "0"}, RuleError, "button is '0'"),
        ({"button": Positions(0, (1,))}, RuleError, "positions of 1 blinds in a game of 2"),
        ({"button": Positions(9, (1, 2))}, RuleError, "button is 9, and the seats are 0 to 2"),
        ({"button": Positions(0, (1, 9))}, RuleError, "a blind is seat 9's, and the seats are 0 to 2"),
        ({"stacks": [900, 900, 0], "button": Positions(0, (1, 2))}, RuleError, "nobody sits in seat 2"),
        ({"deck": "AsAs"}, CardError, "As"),
        ({"deck": "Xx"}, CardError, "Xx"),
    ],
)
def test_hand_that_cannot_start_names_the_culprit(start: Any, error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {"stacks": [900] * 3, "button": 2, "rng": 1}
    with pytest.raises(error, match=message):
        GAME.start(**{**arguments, **start})


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"limit": "spread"}, RuleError, "limit is 'spread'; it is one of no-limit, pot-limit, fixed-limit"),
        ({"blinds": (100, 50)}, RuleError, r"blinds are \(100, 50\); the smallest comes first"),
        ({"blinds": (0, 50)}, ChipError, "each is above 0"),
        ({"blinds": (0.5, 1)}, ChipError, r"blinds\[0\] is the float 0\.5"),
        ({"ante": -1}, ChipError, "ante is -1, below 0"),
        ({"unit": 0}, ChipError, "unit is 0"),
        ({"bets": (10,)}, RuleError, "they are two"),
        ({"bets": (20, 10)}, RuleError, "the small one comes first"),
        ({"bets": 10}, RuleError, "bets are 10; they are two"),
        ({"rulebook": "TDA"}, RuleError, "rulebook is 'TDA'; it is a Rulebook"),
        ({"rake": "5%"}, ChipError, "rake is '5%'"),
        ({"blinds": ()}, RuleError, "blinds, an ante or bets are missing"),
        ({"blinds": (), "bets": (0, 0)}, RuleError, "there is something to bet"),
        ({"blinds": (), "big_blind_ante": 5}, RuleError, "there is no big blind"),
    ],
)
def test_game_that_cannot_be_names_the_culprit(arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Game(**arguments)


def test_refused_act_leaves_the_hand_as_it_was() -> None:
    hand = flop(GAME, [900] * 3, "200")
    before = hand.copy()
    refused: list[Callable[[], Any]] = [
        hand.check,
        hand.deal,
        lambda: hand.bet(300),
        lambda: hand.raise_to(399),
        lambda: hand.raise_to(901),
        lambda: hand.fold(seat=0),
        lambda: hand.call(seat=7),
        lambda: hand.show(0),
        lambda: hand.muck(1),
        lambda: hand.announce("raise_to"),
        lambda: hand.deal(burns=3),
    ]
    for act in refused:
        with pytest.raises(RuleError):
            act()
        assert hand == before


def test_an_amount_of_rake_is_taken_once_there_is_a_flop_and_never_more_than_there_is() -> None:  # 2.7
    game = Game(blinds=(5, 10), rake=20)
    early = game.start([500] * 3, 2, rng=1)
    early.fold()
    early.fold()
    assert (early.result.rake, early.stacks) == (0, (495, 505, 500))
    for rake, taken in ((20, 20), (30, 30), (31, 30), (1000, 30)):
        late = play(Game(blinds=(5, 10), rake=rake).start([500] * 3, 2, rng=1), "c c x x x x x x x x x x")
        assert late.result.rake == taken
        assert sum(late.stacks) == 1500 - taken


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"blinds": (Decimal("0.05"), Decimal("0.10")), "unit": 1}, r"unit is 1, above a bet of 0.10"),
        ({"blinds": (5, 10), "unit": 25}, "unit is 25, above a bet of 10"),
        ({"blinds": (50, 100), "bets": (20, 100), "unit": 25}, "unit is 25, above a bet of 20"),
    ],
)
def test_the_smallest_chip_is_no_more_than_a_bet(options: dict[str, Any], message: str) -> None:  # 2.1
    with pytest.raises(ChipError, match=message):
        Game(**options)
    cents = Game(blinds=(Decimal("0.05"), Decimal("0.10")), unit=Decimal("0.05")).start([Decimal(5)] * 3, 2, rng=1)
    assert cents.legal.raise_to == (Decimal("0.20"), Decimal("5.00"))


def test_stacks_are_split_by_the_smallest_chip_of_the_game() -> None:
    """The board is a straight to the ace, and a pot of 125 makes 75 and 50 in chips of 25."""
    hand = play(Game(blinds=(25, 50), unit=25).start([900] * 3, 2, BROADWAY, rng=1), "c f x x x x x x x")
    assert hand.stacks == (875, 925, 900)
    assert hand.result.payouts == (0, 75, 50)


def test_rake_is_the_games() -> None:
    hand = play(Game(blinds=(50, 100), rake=Rake(10)).start([900] * 3, 2, DECK, rng=1), "c c x x x x x x x x x x")
    assert hand.stacks == (1070, 800, 800)


def test_shuffles_of_hands_without_a_seed_are_their_own() -> None:
    """A generator draws each hand its seed; a number below 0 is none, though the deck is given whole."""
    deck = GAME.start([900] * 3, 2, DECK, rng=1).log.start["deck"]
    generator = np.random.default_rng(1)
    seeds = {GAME.start([900] * 3, 2, deck, rng=generator).log.start["seed"] for _ in range(20)}
    assert len(seeds) == 20
    with pytest.raises(OptionError, match=r"^rng is -1"):
        GAME.start([900] * 3, 2, deck, rng=-1)


@pytest.mark.parametrize("game", [GAME, StudGame()])
def test_a_game_never_changes(game: Any) -> None:
    with pytest.raises(FrozenInstanceError):
        game.ante = 5
    with pytest.raises((AttributeError, TypeError)):
        game.colour = "green"
    assert len({game, pickle.loads(pickle.dumps(game))}) == 1


def test_rulebook_is_part_of_the_hand() -> None:
    assert GAME.start([900] * 3, 2, rng=1).rulebook is ROBERTS
