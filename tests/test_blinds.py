"""What is posted before the cards, and where the button and the blinds are from hand to hand."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_plays import bounds, flop, play

from holdem_core.errors import ChipError, RuleError
from holdem_core.table import ROBERTS, ROOM, TDA_2024, Game, Positions, Post, Rulebook, TableHand

MOVING = ROBERTS.but(button="moving")
ANTE_FIRST = ROBERTS.but(short_ante="ante first")
BEST_FIRST = "AsAh"  # a seat's cards that win, and a board that helps nobody
BOARD = "Tc9c5h3d2s"


def posts(hand: TableHand) -> list[tuple[Any, ...]]:
    return [tuple(entry) for entry in hand.log.entries if isinstance(entry, Post)]


def dealt(hole_cards: Sequence[str], board: str = BOARD) -> str:
    """A deck for these hands, the first one left of the button: no burn matters."""
    rounds = "".join(cards[:2] for cards in hole_cards) + "".join(cards[2:] for cards in hole_cards)
    return f"{rounds}4c{board[:6]}4d{board[6:8]}4h{board[8:]}"


# --- forced bets ----------------------------------------------------------------------------------------


def test_two_blinds_left_of_the_button() -> None:
    """A002-03."""
    hand = Game(blinds=(50, 100)).start([900] * 4, button=1, rng=1)
    assert posts(hand) == [(2, "blind", 50), (3, "blind", 100)]
    assert (hand.to_act, hand.bets) == (0, (0, 0, 50, 100))


def test_one_blind() -> None:
    """A003-03."""
    hand = Game(blinds=(100,)).start([900] * 3, button=0, rng=1)
    assert posts(hand) == [(1, "blind", 100)]
    assert bounds(hand) == (2, 100, (200, 900))
    play(hand, "c c")
    assert (hand.to_act, hand.legal.check) == (1, True)


def test_several_blinds() -> None:
    hand = Game(blinds=(25, 50, 100)).start([900] * 5, button=0, rng=1)
    assert posts(hand) == [(1, "blind", 25), (2, "blind", 50), (3, "blind", 100)]
    assert bounds(hand) == (4, 100, (200, 900))


def test_ante_alone() -> None:
    """A003-03: nobody has bet, so that the first seat may check; the least bet is the ante."""
    hand = Game(blinds=(), ante=20).start([900] * 3, button=2, rng=1)
    assert posts(hand) == [(0, "ante", 20), (1, "ante", 20), (2, "ante", 20)]
    assert (hand.to_act, hand.legal.check, hand.legal.raise_to) == (0, True, (20, 880))
    assert play(hand, "x x x").street == "flop"


def test_blinds_and_ante() -> None:
    """Case S22: the ante is in the pot, and no part of the call."""
    hand = Game(blinds=(5, 10), ante=5).start([900] * 3, button=2, rng=1)
    assert bounds(hand) == (2, 10, (20, 895))
    opened = play(Game(blinds=(5, 10), ante=5).start([900, 900, 20], button=2, rng=1), "15")
    assert (opened.contributions, opened.bets) == ((10, 15, 20), (5, 10, 15))
    assert sum(opened.contributions) == 45


def test_no_blinds_and_no_ante_is_a_game_too_if_there_is_something_to_bet() -> None:
    hand = Game(blinds=(), bets=(10, 10)).start([900] * 3, button=2, rng=1)
    play(hand, "x x x x x x x x x x x x")
    assert (hand.over, hand.stacks) == (True, (900, 900, 900))


def test_seat_short_of_the_ante_plays_for_its_like_from_each() -> None:
    """Case S23: ante 20, a stack of 19."""
    deck = dealt(["AsAh", "KsKh", "QsQh"])
    hand = Game(blinds=(50, 100), ante=20).start([19, 500, 500], button=2, deck=deck, rng=1)
    assert posts(hand)[:3] == [(0, "ante", 19), (1, "ante", 20), (2, "ante", 20)]
    play(hand, "c x x x x x x x")
    assert hand.stacks == (57, 582, 380)


def test_big_blind_posts_the_ante_for_all() -> None:
    hand = Game(blinds=(50, 100), big_blind_ante=100).start([900] * 3, button=0, rng=1)
    assert posts(hand) == [(1, "blind", 50), (2, "blind", 100), (2, "dead", 100)]
    assert (hand.dead, hand.contributions, hand.stacks) == (100, (0, 50, 100), (900, 850, 700))
    assert hand.legal.call == 100


def test_stack_of_one_chip_wins_its_like_and_the_whole_big_blind_ante() -> None:
    deck = dealt(["AsAh", "KsKh", "QsQh"])
    hand = Game(blinds=(50, 100), big_blind_ante=100).start([1, 500, 500], button=2, deck=deck, rng=1)
    play(hand, "c x x x x x x x")
    assert [award.amount for award in hand.result.settlement.awards] == [103, 198]
    assert hand.stacks == (103, 498, 400)


@pytest.mark.parametrize(
    ("rulebook", "stack", "blind", "ante"),
    [
        (TDA_2024, 800, 800, 0),
        (TDA_2024, 1500, 1000, 500),
        (ANTE_FIRST, 800, 0, 800),
        (ANTE_FIRST, 1500, 500, 1000),
    ],
)
def test_big_blind_short_of_its_ante(rulebook: Rulebook, stack: int, blind: int, ante: int) -> None:
    """TDA 2024, RP-11: the blind first; as it was before, the ante first."""
    game = Game(blinds=(500, 1000), big_blind_ante=1000, rulebook=rulebook)
    hand = game.start([9000, 9000, stack], button=0, rng=1)
    assert (hand.contributions[2], hand.dead, hand.betting.stacks[2]) == (blind, ante, 0)
    assert hand.legal.call == 1000


def test_big_blind_that_paid_only_the_ante_plays_for_the_antes() -> None:
    deck = dealt(["KsKh", "AsAh", "QsQh"])
    game = Game(blinds=(500, 1000), big_blind_ante=1000, rulebook=ANTE_FIRST)
    hand = play(game.start([9000, 9000, 800], button=0, deck=deck, rng=1), "c c x x x x x x")
    assert hand.stacks == (8000, 10_000, 800)


def test_short_big_blind_does_not_lower_the_call() -> None:
    """Case S25: the small blind folds, the big blind is all-in for 30."""
    deck = dealt(["2c3h", "AsAh", "KsKh", "QsQh"], "Tc9c5h6d2s")
    hand = Game(blinds=(50, 100)).start([900, 30, 900, 900], button=3, deck=deck, rng=1)
    assert bounds(hand) == (2, 100, (200, 900))
    play(hand, "c c f x x x x x x")
    assert hand.stacks == (850, 120, 960, 800)


def test_small_blind_all_in_for_less() -> None:
    hand = Game(blinds=(50, 100)).start([900, 30, 900, 900], button=0, rng=1)
    assert posts(hand)[0] == (1, "blind", 30)
    assert bounds(hand) == (3, 100, (200, 900))
    assert play(hand, "c c x").to_act == 2


def test_stack_as_large_as_the_blind_is_all_in() -> None:
    hand = Game(blinds=(50, 100)).start([100, 900], button=1, rng=1)
    assert (hand.to_act, hand.betting.stacks) == (1, [0, 850])
    assert play(hand, "c").over


def test_all_in_for_the_ante_before_the_blind() -> None:
    hand = Game(blinds=(50, 100), ante=25).start([900, 20, 25], button=0, rng=1)
    assert (hand.contributions, hand.to_act) == ((25, 20, 25), None)
    assert hand.over


def test_rulebooks_without_antes_or_straddles() -> None:
    with pytest.raises(RuleError, match="Online room knows no antes"):
        Game(ante=5, rulebook=ROOM)
    with pytest.raises(RuleError, match="TDA 2024 knows no straddles"):
        Game(straddles=(200,), rulebook=TDA_2024)


# --- straddles ------------------------------------------------------------------------------------------


def test_straddle_is_twice_the_big_blind() -> None:
    """A002-07."""
    hand = Game(blinds=(50, 100), straddles=(200,)).start([900] * 4, button=0, rng=1)
    assert posts(hand)[2:] == [(3, "straddle", 200)]
    assert bounds(hand) == (0, 200, (400, 900))
    with pytest.raises(RuleError, match="straddle 0 is 300; it is twice the bet before it, 200"):
        Game(blinds=(50, 100), straddles=(300,)).start([900] * 4, button=0, rng=1)


def test_straddles_over_straddles() -> None:
    hand = Game(blinds=(50, 100), straddles=(200, 400)).start([9000] * 5, button=0, rng=1)
    assert posts(hand)[2:] == [(3, "straddle", 200), (4, "straddle", 400)]
    assert bounds(hand) == (0, 400, (800, 9000))
    with pytest.raises(RuleError, match="straddle 2 is 900; it is twice the bet before it, 800"):
        Game(blinds=(50, 100), straddles=(200, 400, 900)).start([9000] * 6, button=0, rng=1)


def test_straddles_end_at_the_blinds() -> None:
    with pytest.raises(RuleError, match="nobody is left to post straddle 1, 400"):
        Game(blinds=(50, 100), straddles=(200, 400)).start([9000] * 3, button=0, rng=1)


def test_straddle_without_blinds_is_refused() -> None:
    with pytest.raises(RuleError, match="nobody to straddle"):
        Game(blinds=(), ante=10, straddles=(20,))


# --- missed blinds and other posts ----------------------------------------------------------------------


def test_missed_blinds_are_live_up_to_the_big_blind_and_dead_beyond() -> None:
    hand = Game(blinds=(50, 100)).start([900] * 5, button=0, rng=1, missed={4: 150})
    assert posts(hand)[2:] == [(4, "blind", 100), (4, "dead", 50)]
    assert (hand.dead, hand.bets) == (50, (0, 50, 100, 0, 100))
    play(hand, "c")
    assert (hand.to_act, hand.legal.check, hand.legal.raise_to) == (4, True, (200, 850))


@pytest.mark.parametrize(
    ("missed", "error", "message"),
    [
        ({1: 100}, RuleError, "seat 1 is in the blinds, and posts no missed ones"),
        ({3: 100}, RuleError, "nobody sits in seat 3 to post missed blinds"),
        ({9: 100}, RuleError, "nobody sits in seat 9"),
        ({4: 0}, ChipError, "missed blinds of seat 4 are 0; they are above 0"),
        ({4: -5}, ChipError, "missed blinds of seat 4 are -5"),
        ({4: 1.5}, ChipError, r"missed blinds of seat 4 is the float 1\.5"),
    ],
)
def test_missed_blinds_that_nobody_can_post(missed: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Game(blinds=(50, 100)).start([900, 900, 900, 0, 900], button=0, rng=1, missed=missed)


def test_posts_as_a_history_tells_them() -> None:
    told = [Post(2, "ante", 10), Post(0, "blind", 50), Post(1, "blind", 100), Post(3, "straddle", 200)]
    hand = Game(blinds=(50, 100)).start([900] * 5, button=4, rng=1, posts=told)
    assert posts(hand) == [tuple(post) for post in told]
    assert bounds(hand) == (4, 200, (400, 900))


@pytest.mark.parametrize(
    ("post", "error", "message"),
    [
        (Post(7, "blind", 100), RuleError, "nobody sits in seat 7 to post blind 100"),
        (Post(0, "tip", 100), RuleError, "seat 0 posts 'tip'; a post is one of ante, blind, straddle, dead"),
        (Post(0, "blind", -1), ChipError, "blind of seat 0 is -1, below 0"),
        (Post(0, "blind", Decimal("NaN")), ChipError, "blind of seat 0 is NaN"),
    ],
)
def test_posts_that_cannot_be(post: Post, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Game().start([900] * 3, button=0, rng=1, posts=[post])


def test_the_first_seat_posts_missed_blinds_as_any_other() -> None:
    hand = Game(blinds=(50, 100)).start([900] * 5, button=1, rng=1, missed={0: 100})
    assert posts(hand)[-1] == (0, "blind", 100)


def test_a_straddler_posts_no_missed_blinds() -> None:
    game = Game(blinds=(50, 100), straddles=(200,))
    with pytest.raises(RuleError, match=r"seat 3 .* posts no missed ones"):
        game.start([900] * 5, button=0, rng=1, missed={3: 100})
    assert posts(game.start([900] * 5, button=0, rng=1, missed={4: 100}))[-1] == (4, "blind", 100)


def test_given_posts_are_matched_at_the_largest_and_the_last_one_speaks_last() -> None:
    hand = Game(blinds=(50, 100)).start([900] * 4, 0, rng=1, posts=[Post(1, "blind", 100), Post(2, "blind", 50)])
    assert bounds(hand) == (3, 100, (200, 900))
    assert bounds(play(hand, "c c x"))[:2] == (2, 50)


# --- heads-up -------------------------------------------------------------------------------------------


def test_button_posts_the_small_blind_heads_up() -> None:
    """Case B9: it is dealt last, speaks first before the flop and last after it."""
    hand = Game(blinds=(50, 100)).start([900, 900], button=1, deck="AsKsAhKh", rng=1)
    assert posts(hand) == [(1, "blind", 50), (0, "blind", 100)]
    assert hand.hole_cards == ("AsAh", "KsKh")
    assert hand.to_act == 1
    play(hand, "c x")
    assert (hand.street, hand.to_act) == ("flop", 0)


def test_heads_up_with_the_button_on_an_empty_seat() -> None:
    hand = Game(blinds=(50, 100)).start([900, 0, 900, 0], button=1, rng=1)
    assert (hand.button, posts(hand)) == (2, [(2, "blind", 50), (0, "blind", 100)])


def walk(game: Game, stacks: Sequence[int], *later: Sequence[int], button: int = 0) -> list[Positions]:
    """The positions of a first hand with these stacks, and of the next ones."""
    positions = [game.start(stacks, button, rng=1).positions]
    for chips in later:
        positions.append(game.next_button(positions[-1], chips))
        game.start(chips, positions[-1], rng=1)
    return positions


@pytest.mark.parametrize("rulebook", [ROBERTS, MOVING])
def test_big_blinds_alternate_heads_up(rulebook: Rulebook) -> None:
    assert walk(Game(rulebook=rulebook), [9, 9], [9, 9], [9, 9]) == [(0, (0, 1), ()), (1, (1, 0), ()), (0, (0, 1), ())]


@pytest.mark.parametrize("rulebook", [ROBERTS, MOVING])
@pytest.mark.parametrize(("bust", "after"), [(0, (2, (2, 1), ())), (1, (2, (2, 0), ())), (2, (1, (1, 0), ()))])
def test_nobody_is_big_blind_twice_running_when_two_are_left(rulebook: Rulebook, bust: int, after: Any) -> None:
    """TDA 2024, rule 34-B: the button was seat 0, the big blind seat 2, and seat ``bust`` has left."""
    stacks = [900 * (seat != bust) for seat in range(3)]
    game = Game(rulebook=rulebook)
    before = game.start([900] * 3, button=0, rng=1)
    assert before.positions == (0, (1, 2), ())
    assert game.next_button(before, stacks) == after


def test_third_player_comes_in_after_the_big_blind() -> None:
    first, second = walk(Game(), [900, 900, 0], [900, 900, 900])
    assert (first, second) == ((0, (0, 1), ()), (0, (1, 2), ()))


def test_third_player_comes_in_behind_the_big_blind() -> None:
    """Seats 0 and 2 were two; the big blind goes on to seat 0, and the button behind the small blind."""
    first, second = walk(Game(), [900, 0, 900], [900, 900, 900])
    assert (first, second) == ((0, (0, 2), ()), (1, (2, 0), ()))


@pytest.mark.parametrize(
    ("stacks", "positions", "why"),
    [
        ([500] * 4, Positions(0, (1, 1)), "the button is seat 0, the blinds are seats 1, 1; the blinds lie clockwise"),
        ([500] * 4, Positions(0, (2, 1)), "the button is seat 0, the blinds are seats 2, 1; the blinds lie clockwise"),
        ([500] * 4, Positions(3, (2, 0)), "the button is seat 3, the blinds are seats 2, 0; the blinds lie clockwise"),
        ([500] * 4, Positions(0, (1, 0)), "the button is seat 0, the blinds are seats 1, 0; the blinds lie clockwise"),
        ([500] * 2, Positions(0, (1, 0)), "seats 1, 0; with two players the button posts the small blind"),
        ([500] * 2, Positions(0, (0, 0)), "seats 0, 0; with two players the button posts the small blind"),
        ([500, 0, 500], Positions(1, (2, 0)), "seats 2, 0; with two players the button posts the small blind"),
    ],
)
def test_blinds_that_coincide_or_run_backwards_are_refused(stacks: list[int], positions: Positions, why: str) -> None:
    """A002-03; TDA 2024, rule 34-B."""
    with pytest.raises(RuleError, match=why):
        Game(blinds=(5, 10)).start(stacks, positions, rng=1)


def test_last_of_three_blinds_is_the_buttons_with_three_players() -> None:
    stacks = [900, 900, 900]
    assert walk(Game(blinds=(25, 50, 100)), stacks, stacks) == [(0, (1, 2, 0), ()), (1, (2, 0, 1), ())]


@pytest.mark.parametrize("rulebook", [ROBERTS, MOVING])
@pytest.mark.parametrize("left", [0, 1])
def test_there_is_no_next_hand_of_fewer_than_two(rulebook: Rulebook, left: int) -> None:
    with pytest.raises(RuleError, match=f"{left} players are left"):
        Game(rulebook=rulebook).next_button(Positions(0, (1, 2)), [900 * left, 0, 0])


# --- dead button ----------------------------------------------------------------------------------------


def test_everything_moves_by_one_while_nobody_leaves() -> None:
    assert walk(Game(), [9] * 4, [9] * 4, [9] * 4) == [(0, (1, 2), ()), (1, (2, 3), ()), (2, (3, 0), ())]


def test_small_blind_left_and_the_button_lies_on_an_empty_seat() -> None:
    """TDA 2024, rule 32: seat 1 left; both blinds are posted, and seat 0 acts last again."""
    stacks = [900, 0, 900, 900, 900]
    before, after = walk(Game(), [900] * 5, stacks)
    assert (before, after) == ((0, (1, 2), ()), (1, (2, 3), ()))
    hand = Game().start(stacks, after, rng=1)
    assert posts(hand) == [(2, "blind", 50), (3, "blind", 100)]
    assert play(hand, "c c c x x x x").to_act == 0


def test_big_blind_left_and_there_is_no_small_blind() -> None:
    """Case B10: seat 2 left; then the button lies on its seat."""
    stacks = [900, 900, 0, 900, 900]
    before, after, later = walk(Game(), [900] * 5, stacks, stacks)
    assert (before, after, later) == ((0, (1, 2), ()), (1, (2, 3), ()), (2, (3, 4), ()))
    hand = Game().start(stacks, after, rng=1)
    assert posts(hand) == [(3, "blind", 100)]
    assert bounds(hand) == (4, 100, (200, 900))


def test_both_blinds_left_and_the_button_lies_on_empty_seats_for_two_hands() -> None:
    stacks = [900, 0, 0, 900, 900]
    _, after, later = walk(Game(), [900] * 5, stacks, stacks)
    assert (after, later) == ((1, (2, 3), ()), (2, (3, 4), ()))
    assert posts(Game().start(stacks, after, rng=1)) == [(3, "blind", 100)]


def test_dead_buttons_seat_orders_the_deal_and_the_odd_chip() -> None:
    """Case S6: the walk begins at the seat of the button, though nobody sits there."""
    deck = dealt(["AsKs", "AhKh", "2c3h"], "AcKcQd7h5s")
    game = Game(blinds=(1, 2), ante=1)
    hand = game.start([100, 0, 100, 100], Positions(1, (2, 3)), deck=deck, rng=1)
    assert hand.hole_cards == ("2c3h", "", "AsKs", "AhKh")
    play(hand, "f")
    while not hand.over:
        hand.check() if hand.legal.check else hand.call()
    assert hand.stacks == (99, 0, 101, 100)


@given(
    seats=st.integers(3, 9),
    busts=st.lists(st.sets(st.integers(0, 8), max_size=2), min_size=1, max_size=12),
    button=st.integers(0, 8),
)
def test_big_blind_passes_nobody_and_nobody_twice(seats: int, busts: list[set[int]], button: int) -> None:
    """Under a dead button the big blind is always the next player's."""
    game, stacks = Game(), [900] * seats
    positions = game.start(stacks, button % seats, rng=1).positions
    for gone in busts:
        big = positions.blinds[-1]
        stacks = [0 if seat in gone else stack for seat, stack in enumerate(stacks)]
        if sum(stack > 0 for stack in stacks) < 2:
            return
        positions = game.next_button(positions, stacks)
        after = next(seat % seats for seat in range(big + 1, big + seats + 1) if stacks[seat % seats])
        assert positions.blinds[-1] == after
        hand = game.start(stacks, positions, rng=1)
        assert [post for post in posts(hand) if post[2] == 100] == [(after, "blind", 100)]
        assert len({positions.button, *positions.blinds}) == (3 if sum(map(bool, stacks)) > 2 else 2)


def predecessors(seats: int) -> list[Positions]:
    """Wherever a button and two blinds can be: clockwise, or with two players the button on the small blind."""
    apart = [Positions(button, (small, big)) for button, small, big in permutations(range(seats), 3)]
    heads_up = [Positions(small, (small, big)) for small, big in permutations(range(seats), 2)]
    return [each for each in apart if clockwise(each, seats)] + heads_up


def clockwise(positions: Positions, seats: int) -> bool:
    button, (small, big) = positions.button, positions.blinds
    return 0 < (small - button) % seats < (big - button) % seats


@pytest.mark.parametrize("rulebook", [ROBERTS, MOVING], ids=["dead", "moving"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_button_small_and_big_blind_stay_clockwise_whoever_leaves_or_comes_in(rulebook: Rulebook, seats: int) -> None:
    """The big blind moves on, and nobody has it twice running; with two players the button posts the small blind."""
    game = Game(rulebook=rulebook)
    for before in predecessors(seats):
        for taken in product([0, 900], repeat=seats):
            if sum(map(bool, taken)) < 2:
                continue
            after = game.next_button(before, taken)
            (small, big), players = after.blinds, sum(map(bool, taken))
            assert taken[big]
            assert big != before.blinds[-1]
            assert clockwise(after, seats) if players > 2 else after.button == small != big
            game.start(taken, after, rng=1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_dead_button_follows_the_blinds_unless_the_big_blind_passed_it_over(seats: int) -> None:
    """TDA 2024, rule 32: the big blind is the next player's, and the others come to where the one before them was."""
    for before in predecessors(seats):
        for taken in product([0, 900], repeat=seats):
            if sum(map(bool, taken)) < 3:
                continue
            small_before, big_before = before.blinds
            after = Game().next_button(before, taken)
            steps = (after.blinds[1] - big_before) % seats
            assert not any(taken[(big_before + step) % seats] for step in range(1, steps))
            assert after.blinds[0] == big_before
            passed_over = (small_before - big_before) % seats <= steps
            assert after.button == small_before or (passed_over and taken[after.button])


def test_third_player_comes_in_where_the_button_was() -> None:
    """Seats 0 and 3 were two; seat 0 left, 1 and 2 came in, and the button goes behind the small blind."""
    assert walk(Game(), [500, 0, 0, 500], [0, 500, 500, 500])[1] == (2, (3, 1), ())
    assert Game().next_button(Positions(0, (1, 4)), [0, 0, 500, 500, 500]) == (3, (4, 2), ())


def test_button_moves_on_without_blinds() -> None:
    game = Game(blinds=(), ante=5)
    assert walk(game, [9, 0, 9, 9], [9, 0, 9, 9]) == [(0, (), ()), (2, (), ())]


# --- moving button --------------------------------------------------------------------------------------


def test_button_moves_to_the_next_player_and_two_post_the_big_blind() -> None:
    """RRoP: seat 1, the small blind, left."""
    stacks = [900, 0, 900, 900, 900]
    before, after = walk(Game(rulebook=MOVING), [900] * 5, stacks)
    assert (before, after) == ((0, (1, 2), ()), (2, (3, 4), (3,)))
    hand = Game(rulebook=MOVING).start(stacks, after, rng=1)
    assert posts(hand) == [(3, "blind", 100), (4, "blind", 100)]
    assert bounds(hand) == (0, 100, (200, 900))


def test_moving_button_after_the_big_blind_left() -> None:
    stacks = [900, 900, 0, 900, 900]
    _, after = walk(Game(rulebook=MOVING), [900] * 5, stacks)
    assert after == (1, (3, 4), (3,))


def test_moving_button_spares_the_seat_that_gets_it_no_big_blind() -> None:
    """RRoP: both blinds left, and the big blind would pass over the button's seat 3 and the small blind's seat 4."""
    game = Game(blinds=(50, 100), rulebook=MOVING)
    stacks = [900, 0, 0, 900, 900]
    before, after = walk(game, [900] * 5, stacks)
    assert (before, after) == ((0, (1, 2), ()), (3, (4, 0), (3, 4)))
    hand = game.start(stacks, after, rng=1)
    assert posts(hand) == [(3, "blind", 100), (4, "blind", 100), (0, "blind", 100)]
    assert (hand.to_act, hand.legal.check, hand.legal.raise_to) == (3, True, (200, 900))
    assert play(hand, "x x x").street == "flop"
    assert game.next_button(after, stacks) == (4, (0, 3), ())


def test_moving_button_with_three_blinds_passes_on_when_a_fourth_player_comes_in() -> None:
    """Seat 0 had the button and the big blind; seat 3 comes in, and seat 1 is next to post it, not seat 0 again."""
    three = Game(blinds=(25, 50, 100), rulebook=MOVING)
    assert walk(three, [900, 900, 900, 0], [900] * 4) == [(0, (1, 2, 0), ()), (2, (3, 0, 1), ())]


def test_nobody_straddles_who_has_posted_the_big_blind_on_the_button() -> None:
    game = Game(blinds=(50, 100), straddles=(200,), rulebook=MOVING)
    with pytest.raises(RuleError, match="nobody is left to post straddle 0, 200"):
        game.start([900, 0, 0, 900, 900], Positions(3, (4, 0), (3, 4)), rng=1)


@pytest.mark.parametrize("blinds", [(100,), (50, 100), (25, 50, 100)])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_moving_button_spares_nobody_the_big_blind(blinds: tuple[int, ...], seats: int) -> None:
    """RRoP: all meet their blinds in turn; who sits from the last big blind to the next one posts it, whoever left."""
    game = Game(blinds=blinds, rulebook=MOVING)
    for button, where in product(range(seats), permutations(range(seats), len(blinds))):
        before = Positions(button, where)
        steps = [(seat - before.button - 1) % seats for seat in before.blinds]
        if steps != sorted(steps) or (len(blinds) == 2 and before.blinds[1] == before.button):
            continue
        for taken in product([0, 900], repeat=seats):
            if sum(map(bool, taken)) < max(2, len(blinds)):
                continue
            after = game.next_button(before, taken)
            last, big = before.blinds[-1], after.blinds[-1]
            way = [(last + step) % seats for step in range(1, (big - last - 1) % seats + 2)]
            due = {seat for seat in way if taken[seat]}
            assert {seat for seat, _, amount in posts(game.start(taken, after, rng=1)) if amount == 100} == due


@pytest.mark.parametrize(("newcomers", "button"), [({1}, 2), ({3}, 3), ({1, 3}, 3)], ids=repr)
def test_moving_button_passes_on_when_somebody_comes_in_behind_the_big_blind(newcomers: set[int], button: int) -> None:
    """Seats 0, 2, 4 and 5 played; the big blind goes on from seat 4, and nobody posts a second one."""
    before = [900, 0, 900, 0, 900, 900]
    after = [900 if seat in newcomers else stack for seat, stack in enumerate(before)]
    first, second = walk(Game(rulebook=MOVING), before, after)
    assert first == (0, (2, 4), ())
    assert second == (button, (4, 5), ())


def test_moving_button_while_nobody_leaves() -> None:
    game = Game(rulebook=MOVING)
    assert walk(game, [9] * 4, [9] * 4, [9] * 4) == [(0, (1, 2), ()), (1, (2, 3), ()), (2, (3, 0), ())]


@given(seats=st.integers(3, 9), busts=st.lists(st.sets(st.integers(0, 8), max_size=1), min_size=1, max_size=10))
def test_moving_button_is_always_the_next_players(seats: int, busts: list[set[int]]) -> None:
    game, stacks = Game(rulebook=MOVING), [900] * seats
    positions = game.start(stacks, 0, rng=1).positions
    for gone in busts:
        stacks = [0 if seat in gone else stack for seat, stack in enumerate(stacks)]
        if sum(stack > 0 for stack in stacks) < 3:
            return
        button = positions.button
        positions = game.next_button(positions, stacks)
        assert positions.button == next(s % seats for s in range(button + 1, button + seats + 1) if stacks[s % seats])
        assert all(stacks[seat] for seat in positions.blinds)
        game.start(stacks, positions, rng=1)


# --- chips at the end -----------------------------------------------------------------------------------


def test_everybody_folds_to_an_all_in() -> None:
    """Case S17: 98 come back, the pot is 4, and nobody shows."""
    hand = play(Game(blinds=(1, 2)).start([100, 100], button=0, rng=1), "a f")
    settlement = hand.result.settlement
    assert (settlement.returned, settlement.awards[0].amount, hand.stacks) == ((98, 0), 4, (102, 98))
    assert hand.tabled == set()


def test_uncalled_bet_is_no_part_of_what_is_won() -> None:
    """Case S18: 50 into 20."""
    hand = flop(Game(blinds=(5, 10)), [100, 100], "50 f")
    settlement = hand.result.settlement
    assert (settlement.returned, settlement.awards[0].amount) == ((50, 0), 20)


def test_folded_aces_win_nothing() -> None:
    """Case S20."""
    hand = Game().start([900, 900], button=1, deck=dealt(["7d2c", "AsAh"]), rng=1)
    play(hand, "f")
    assert hand.stacks == (950, 850)


def test_short_all_in_before_a_seat_that_has_not_called() -> None:
    """Case S27: the layers come of what all have put in at the end."""
    hand = flop(Game(blinds=(5, 10)), [100, 20, 100], "40 a c")
    assert [(pot.amount, pot.eligible) for pot in hand.pots.pots] == [(90, (0, 1, 2)), (40, (0, 2))]


def test_layers_of_the_same_seats_are_one_pot() -> None:
    """Case S28: seat 0 is all-in, seat 1 calls 50 more and then folds."""
    hand = flop(Game(blinds=(5, 10)), [20, 500, 500], "a 50 100")
    assert [(pot.amount, pot.eligible) for pot in hand.pots.pots] == [(90, (0, 1, 2)), (60, (1, 2))]
    play(hand, "f")
    assert [(award.amount, award.eligible) for award in hand.result.settlement.awards] == [(90, (0, 2)), (60, (2,))]


@given(
    stacks=st.lists(st.integers(1, 500), min_size=2, max_size=9),
    ante=st.sampled_from([0, 5]),
    big_blind_ante=st.sampled_from([0, 20]),
    rulebook=st.sampled_from([ROBERTS, ANTE_FIRST]),
)
def test_everybody_posts_what_he_has(stacks: list[int], ante: int, big_blind_ante: int, rulebook: Rulebook) -> None:
    """Case S34: chips are conserved, and nobody pays more than his stack."""
    game = Game(blinds=(10, 20), ante=ante, big_blind_ante=big_blind_ante, rulebook=rulebook)
    hand = game.start(stacks, button=0, rng=1)
    while hand.to_act is not None:
        hand.check() if hand.legal.check else hand.call()
    assert sum(hand.stacks) == sum(stacks)
    assert min(hand.betting.stacks) >= 0
