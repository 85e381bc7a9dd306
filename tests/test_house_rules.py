"""How hold'em is dealt, bet and shown by the sources, named after the rules."""

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest
from tables import Sit, clean, ids, seating

from holdem_core import Category
from holdem_core.errors import RuleError
from holdem_core.table import POKERMANIA, ROBERTS, ROBERTS_OLD, ROOM, TDA_2024, Game, Positions, Rulebook
from holdem_core.table.hand import TableHand

texts = pytest.mark.parametrize("book", [ROOM, ROBERTS_OLD], ids=ids)


@pytest.fixture
def sit() -> Iterator[Sit]:
    yield from seating()


def pass_round(hand: TableHand) -> None:
    street = hand.street
    while hand.street == street and hand.to_act is not None:
        hand.check() if hand.legal.check else hand.call()


# --- the deck and the deal ----------------------------------------------------------------------------


def test_a002_01_the_deck_has_52_cards_and_is_shuffled_before_the_hand() -> None:
    game = Game(rulebook=ROOM)
    hands = [game.start([1_000, 1_000], 0, rng=seed, automatic=False) for seed in (1, 2)]
    assert all(len({hand.stub[at : at + 2] for at in range(0, 104, 2)}) == 52 for hand in hands)
    assert hands[0].stub != hands[1].stub


def test_a002_02_the_button_moves_one_place_clockwise() -> None:
    game, stacks = Game(rulebook=ROOM), [1_000] * 4
    positions = Positions(0, (1, 2))
    for button in (1, 2, 3, 0):
        positions = game.next_button(positions, stacks)
        assert positions == Positions(button, ((button + 1) % 4, (button + 2) % 4))
    assert game.next_button(game.start([1_000, 1_000], 1, rng=1), [900, 1_100]).button == 0


def test_a002_03_two_blinds_and_no_ante_are_posted_before_the_cards(sit: Sit) -> None:
    table = sit(ROOM, 4)
    assert list(map(str, table.hand.log.entries[:3])) == [
        "seat 0 posts blind 50",
        "seat 1 posts blind 100",
        "dealer: deal",
    ]
    for antes in ({"ante": 10}, {"big_blind_ante": 100}):
        with pytest.raises(RuleError, match="no antes"):
            Game(rulebook=ROOM, **antes)  # type: ignore[arg-type]


def test_a002_03_the_blinds_rise_from_hand_to_hand() -> None:
    hand = replace(Game(rulebook=ROOM), blinds=(100, 200), bets=None).start([5_000] * 3, 0, rng=1)
    assert (hand.bets, hand.legal.raise_to) == ((0, 100, 200), (400, 5_000))


@texts
def test_a002_04_a003_01_everybody_has_two_cards_face_down(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    assert table.holes == clean()
    assert table.hand.view().hole_cards == ("????",) * 3


def test_a002_04a_a_player_may_look_at_his_own_cards_at_any_time(sit: Sit) -> None:
    table = sit(ROOM)
    while True:
        for seat in range(3):
            seen = table.hand.view(seat).hole_cards
            assert [cards == "????" for cards in seen] == [other != seat for other in range(3)]
            assert table.read(seen[seat]) == clean()[seat]
        if table.close_round().hand.due is None:
            break
        table.deal()


@texts
@pytest.mark.parametrize(
    ("board", "winner", "category"),
    [
        ("AhKhQh2c3d", "JhTh", Category.STRAIGHT_FLUSH),
        ("AcAdAh7s2c", "As3d", Category.FOUR_OF_A_KIND),
        ("AhKhQhJhTh", "2c2d", Category.STRAIGHT_FLUSH),
    ],
    ids=["both", "one", "none"],
)
def test_a002_05_a003_02_the_best_five_of_seven_take_two_one_or_no_hole_card(
    book: Rulebook, board: str, winner: str, category: Category
) -> None:
    deck = f"9s{winner[:2]}8d{winner[2:]}"
    dealt = f"4c{board[:6]}4d{board[6:8]}4h{board[8:]}"
    hand = Game(rulebook=book).start([1_000, 1_000], 1, deck + dealt, rng=1)
    while hand.to_act is not None:
        pass_round(hand)
    assert hand.board == board
    best = hand.result.hands[1]
    assert best is not None
    assert best.category == category
    assert 1 in hand.result.winners


@texts
def test_a003_01_three_board_cards_come_together_then_one_and_one_with_a_bet_after_each(
    sit: Sit, book: Rulebook
) -> None:
    table = sit(book)
    seen = []
    while table.hand.to_act is not None:
        seen.append(len(table.board.split()))
        if table.close_round().hand.due:
            table.deal()
    assert seen == [0, 3, 4, 5]


# --- the first round ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 2), (4, 2), (9, 2)])
def test_a002_06_the_player_left_of_the_big_blind_speaks_first(sit: Sit, players: int, first: int) -> None:
    assert sit(ROOM, players).hand.to_act == first


def test_a002_06a_the_first_round_has_no_check_but_for_the_big_blind(sit: Sit) -> None:
    table = sit(ROOM)
    for seat in (2, 0):
        assert table.hand.to_act == seat
        assert not table.hand.legal.check
        with pytest.raises(RuleError, match="there is a bet to call"):
            table.hand.check()
        table.hand.call()
    assert (table.hand.to_act, table.hand.legal.check) == (1, True)
    assert table.until("flop").deal().hand.legal.check


def test_a002_07_a_straddle_is_a_third_blind_whose_player_speaks_last(sit: Sit) -> None:
    table = sit(ROOM, 4, straddles=(200,))
    assert table.hand.bets == (50, 100, 200, 0)
    order = []
    while table.hand.to_act is not None:
        order.append(table.hand.to_act)
        table.hand.check() if table.hand.legal.check else table.hand.call()
    assert order == [3, 0, 1, 2]
    with pytest.raises(RuleError, match="twice the bet"):
        Game(rulebook=ROOM, straddles=(300,)).start([1_000] * 4, 0, rng=1)
    with pytest.raises(RuleError, match="no straddles"):
        Game(rulebook=TDA_2024, straddles=(200,))


def test_a002_08_a_call_matches_the_big_blind_or_the_straddle(sit: Sit) -> None:
    assert sit(ROOM, 4).hand.legal.call == 100
    assert sit(ROOM, 4, straddles=(200,)).hand.legal.call == 200


@pytest.mark.parametrize(
    ("limit", "bounds"), [("fixed-limit", (200, 200)), ("pot-limit", (200, 350)), ("no-limit", (200, 10_000))]
)
def test_a002_09_a_raise_is_fixed_or_up_to_the_pot_or_up_to_the_stack(
    sit: Sit, limit: str, bounds: tuple[int, int]
) -> None:
    assert sit(ROOM, limit=limit).hand.legal.raise_to == bounds


def test_a002_09_fixed_limit_is_capped_at_four_bets(sit: Sit) -> None:
    hand = sit(ROOM, limit="fixed-limit").hand
    for amount in (200, 300, 400):
        hand.raise_to(amount)
    assert "capped at 4" in hand.legal.closed["raise"]
    assert hand.legal.raise_to is None


def test_a002_10_folded_cards_are_in_the_muck_for_good_and_the_bet_stays(sit: Sit) -> None:
    table = sit(ROOM, 4)
    table.hand.call()
    table.hand.raise_to(300)
    table.hand.call()
    table.hand.call()
    table.hand.fold()
    assert table.muck == "h1[3] h2[3]"
    assert table.hand.view(2).muck == "????"
    assert (2 in table.hand.live, table.hand.contributions[2]) == (False, 100)
    table.finish()
    for seat in table.hand.to_show:
        table.hand.show(seat)
    assert table.hand.result.payouts[2] == 0
    assert sum(table.hand.result.payouts) == 1_000


@pytest.mark.parametrize(("book", "least"), [(ROOM, 180), (ROBERTS_OLD, 240), (ROBERTS, 240), (TDA_2024, 240)])
def test_a002_11_a_reraise_is_at_least_the_last_raise(sit: Sit, book: Rulebook, least: int) -> None:
    hand = sit(book, stacks=[10_000, 240, 10_000]).until("flop").deal().hand
    hand.bet(100)
    hand.all_in()
    assert hand.bets == (100, 140, 0)
    assert hand.legal.raise_to == (least, 9_900)
    hand = sit(book).hand
    hand.raise_to(300)
    assert hand.legal.raise_to == (500, 10_000)


# --- the streets --------------------------------------------------------------------------------------


@texts
def test_a002_12_a002_16_a002_17_a_card_is_burned_before_the_flop_the_turn_and_the_river(
    sit: Sit, book: Rulebook
) -> None:
    table = sit(book)
    for street, board, burns in (
        ("flop", "f1 f2 f3", "b1"),
        ("turn", "f1 f2 f3 t", "b1 b2"),
        ("river", "f1 f2 f3 t r", "b1 b2 b3"),
    ):
        assert table.until(street).deal().board == board
        assert (table.burns, table.muck) == (burns, "")
        assert set(table.hand.view(0).burns) == {"?"}
        moves = [(move.source, move.target) for move in table.moves[-2:]]
        assert moves == [("stub", "burns"), ("stub", "board")]


def test_a002_13_later_rounds_start_left_of_the_button_with_whoever_is_left(sit: Sit) -> None:
    hand = sit(ROOM, 4).until("flop").deal().hand
    assert (hand.to_act, hand.legal.check) == (0, True)
    hand.bet(100)
    assert not hand.legal.check
    for verb in ("call", "call", "fold"):
        getattr(hand, verb)()
    hand.deal()
    assert hand.to_act == 0
    hand.fold()
    for _ in range(2):
        hand.check()
    hand.deal()
    assert hand.to_act == 1


def test_a002_14_a_round_ends_when_the_bets_are_equal_but_for_all_ins(sit: Sit) -> None:
    hand = sit(ROOM, 4, stacks=[10_000, 10_000, 250, 10_000]).until("flop").deal().hand
    hand.bet(100)
    hand.call()
    hand.all_in()
    assert hand.bets == (100, 100, 150, 0)
    hand.raise_to(400)
    hand.call()
    assert hand.to_act == 1
    hand.fold()
    assert hand.bets == (400, 100, 150, 400)
    with pytest.raises(RuleError, match="nobody is to act"):
        hand.check()


def test_a002_15_an_all_in_player_wins_an_equal_amount_from_each_other(sit: Sit) -> None:
    hand = sit(ROOM, 4, stacks=[10_000, 600, 300, 10_000]).hand
    hand.all_in()
    hand.raise_to(1_000)
    hand.call()
    hand.all_in()
    assert [(pot.amount, pot.eligible) for pot in hand.pots.pots] == [
        (1_200, (0, 1, 2, 3)),
        (900, (0, 1, 3)),
        (800, (0, 3)),
    ]


def test_a002_16_at_fixed_limit_the_bet_doubles_on_the_turn_and_stays(sit: Sit) -> None:
    table = sit(ROOM, limit="fixed-limit")
    for street, size in (("flop", 100), ("turn", 200), ("river", 200)):
        assert table.until(street).deal().hand.legal.raise_to == (size, size)


def test_a002_17_the_round_after_the_river_is_the_last(sit: Sit) -> None:
    table = sit(ROOM).until("river").deal()
    assert table.hand.to_act == 0
    assert table.close_round().hand.street == "showdown"
    assert table.hand.due is None


# --- the showdown -------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", [ROOM, POKERMANIA, ROBERTS, TDA_2024], ids=ids)
def test_a002_18_the_player_who_was_called_shows_first(sit: Sit, book: Rulebook) -> None:
    hand = sit(book, 4).until("river").deal().hand
    hand.check()
    hand.bet(100)
    for _ in range(3):
        hand.call()
    assert hand.to_show == (1, 2, 3, 0)
    assert sit(book, 4).finish().hand.to_show == (0, 1, 2, 3)


def test_a002_18_a_bet_of_an_earlier_street_does_not_count(sit: Sit) -> None:
    table = sit(ROOM, 4).until("turn").deal()
    table.hand.check()
    table.hand.bet(100)
    assert table.finish().hand.to_show == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("first", "second", "board", "winners"),
    [
        ("AhKc", "AsQd", "AdTh2s9c4d", (0,)),
        ("Ah3c", "As2d", "AdThJs9c8d", (0, 1)),
        ("2h3c", "4s5d", "AdKhJsJc8d", (0, 1)),
        ("7h2c", "7s3d", "7d7cKs9c4d", (0, 1)),
    ],
)
def test_a002_19_the_kicker_breaks_a_tie_and_without_one_the_pot_is_split(
    first: str, second: str, board: str, winners: tuple[int, ...]
) -> None:
    deck = f"{first[:2]}{second[:2]}{first[2:]}{second[2:]}5c{board[:6]}5h{board[6:8]}6h{board[8:]}"
    hand = Game(rulebook=ROOM).start([1_000, 1_000], 1, deck, rng=1)
    while hand.to_act is not None:
        pass_round(hand)
    assert hand.result.winners == winners


ROYAL_BOARD = "2c3c2d3d" + "5cAhKhQh" + "5dJh" + "5hTh"


@texts
@pytest.mark.parametrize("declares", [True, False])
def test_a002_20_a003_13_playing_the_board_is_said_before_the_cards_are_thrown_away(
    book: Rulebook, declares: bool
) -> None:
    hand = Game(rulebook=book).start([1_000, 1_000], 1, ROYAL_BOARD, rng=1, automatic=False)
    hand.deal()
    while hand.to_act is not None:
        pass_round(hand)
        if hand.due:
            hand.deal()
    hand.muck(0, declare_board=declares)
    if declares:
        hand.show(1)
    assert hand.over
    assert hand.result.payouts == ((100, 100) if declares else (0, 200))


# --- what an early text of Robert's Rules adds --------------------------------------------------------


@pytest.mark.parametrize(
    ("forced", "contributions", "first"),
    [
        ({"blinds": (100,)}, (100, 0, 0, 0), 1),
        ({"blinds": (50, 100)}, (50, 100, 0, 0), 2),
        ({"blinds": (25, 50, 100)}, (25, 50, 100, 0), 3),
        ({"blinds": (), "ante": 25}, (25, 25, 25, 25), 0),
        ({"blinds": (50, 100), "ante": 10}, (60, 110, 10, 10), 2),
    ],
)
def test_a003_03_one_blind_or_several_an_ante_or_both(
    sit: Sit, forced: dict[str, object], contributions: tuple[int, ...], first: int
) -> None:
    hand = sit(ROBERTS_OLD, 4, **forced).hand
    assert hand.contributions == contributions
    assert (hand.button, hand.to_act) == (3, first)


def test_a003_04_what_the_section_leaves_to_others_is_as_in_version_11() -> None:
    left = {"button", "straddles", "out_of_turn", "reraise", "cap", "short_all_in", "showing", "substantial_action"}
    assert left <= ROBERTS_OLD.inherited
    assert all(
        getattr(ROBERTS_OLD, field.name) == getattr(ROBERTS, field.name)
        for field in fields(Rulebook)
        if field.name in ROBERTS_OLD.inherited
    )
