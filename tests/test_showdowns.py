"""Showdowns: who gets what from cards and chips, one hand explained and arrays of hands."""

import json
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from holdem_core import (
    NO_CARD,
    CardError,
    ChipError,
    Hand,
    Rake,
    deal,
    evaluate,
    parse_cards,
    settle,
    showdown,
    showdown_batch,
)


def test_a_side_pot_goes_to_the_best_hand_that_paid_for_it() -> None:
    shown = showdown(["AsKs", "QsQd", "7c8d"], "AdTh2s9c4d", [100, 300, 300])
    assert [(pot.amount, pot.winners) for pot in shown.pots] == [(300, (0,)), (400, (1,))]
    assert shown.payouts == (300, 400, 0)
    assert shown.net == (200, 100, -300)


@pytest.mark.parametrize(
    ("holes", "board", "nets"),
    [
        (["JsTs", "4s5s", "9sTc", "ThJc"], "AsKsQs2s3s", (300, 100, -100, -300)),
        (["As4h", "Ad5h", "Kd6h", "Ks7h"], "AhKhQsTs9s", (100, 300, -200, -200)),
    ],
)
def test_four_all_in_for_different_stacks(holes: list[str], board: str, nets: tuple[int, ...]) -> None:
    assert showdown(holes, board, [100, 200, 300, 400]).net == nets


def test_seven_seats_with_two_odd_chips_and_a_dead_hand() -> None:
    shown = showdown(
        ["QhTs", "8h2s", "AsKh", "4s6d", "Ah6c", "TcQd", "4dQc"],
        "7c2hTdKcQs",
        [76, 117, 115, 117, 1, 66, 27],
        folded=[2, 4],
        button=6,
    )
    assert [pot.amount for pot in shown.pots] == [163, 195, 40, 121]
    assert (shown.payouts[0], shown.payouts[5], shown.payouts[1]) == (220, 178, 121)
    assert [dict(zip(pot.winners, pot.odd_chips, strict=True)).get(0) for pot in shown.pots[:2]] == [1, 1]


def test_side_pots_are_numbered_where_there_are_several() -> None:
    holes, board = ["JsTs", "4s5s", "9sTc", "ThJc"], "AsKsQs2s3s"
    names = {
        (100, 100, 100, 100): ["Pot"],
        (100, 200, 200, 200): ["Main pot", "Side pot"],
        (100, 200, 300, 300): ["Main pot", "Side pot 1", "Side pot 2"],
    }
    for contributions, expected in names.items():
        told = showdown(holes, board, contributions)
        assert [pot["name"] for pot in told.to_dict()["pots"]] == expected
        assert all(f"\n{name} of " in str(told) for name in expected)


def test_uncalled_chips_go_back_and_are_told() -> None:
    shown = showdown(["AsKs", "QsQd"], "AdTh2s9c4d", [102, 98], names=["Ann", "Bob"])
    assert shown.returned == (4, 0)
    assert shown.payouts == (200, 0)
    assert "4 uncalled goes back to Ann." in str(shown)


def test_the_kicker_that_decided_is_named() -> None:
    text = str(showdown(["AhKc", "AsQd"], "AdTh2s9c4d", [50, 50]))
    assert "the king kicker beats the queen of seat 1" in text


@pytest.mark.parametrize(
    ("holes", "board", "why"),
    [
        (["KhJh", "QhTh"], "Ah9h4h2s3c", "flush, ace, king, jack, nine, four; the king beats the queen of seat 1."),
        (["KhTh", "KdQh"], "AhJh9h4h2c", "flush, ace, king, jack, ten, nine; the king beats the queen of seat 1."),
        (["5h3h", "3c2h"], "AhKhJh8h2c", "flush, ace, king, jack, eight, five; the five beats the deuce of seat 1."),
        (["AhTh", "KhQh"], "Jh9h4h2s3c", "flush, ace, jack, ten, nine, four."),
    ],
)
def test_the_card_of_a_flush_that_decided_is_named_unless_it_is_the_top_one(
    holes: list[str], board: str, why: str
) -> None:
    """The top card is the first that the hand itself tells."""
    assert f"seat 0 wins with {why}" in str(showdown(holes, board, [50, 50])).splitlines()[-2]


def test_a_kicker_on_the_board_counts_for_both() -> None:
    shown = showdown(["As8h", "Ac3d"], "AdKhQsTc2d", [50, 50])
    assert shown.winners == (0, 1)
    assert shown.payouts == (50, 50)


def test_no_kicker_is_named_where_the_made_hand_decides() -> None:
    text = str(showdown(["AhAc", "KsKd"], "3dTh2s9c4d", [50, 50]))
    assert "kicker beats" not in text


def test_everyone_splits_when_the_board_is_the_best_hand() -> None:
    shown = showdown(["2c3c", "4d4c", "9h8h"], "AsKsQsJsTs", [7, 7, 7], button=0)
    assert shown.winners == (0, 1, 2)
    assert all(hand is not None and hand.plays_board for hand in shown.hands)
    assert "split with royal flush (the board)" in str(shown)


def test_hole_cards_do_not_break_a_tie_that_the_board_makes() -> None:
    assert showdown(["AhKs", "2c3c"], "4d5s6s7d8h", [10, 10]).payouts == (10, 10)


def test_odd_chip_goes_left_of_the_button_and_is_told() -> None:
    for button, payouts in ((0, (25, 26, 0)), (1, (26, 25, 0)), (2, (26, 25, 0))):
        shown = showdown(["AhKs", "AdKc", ""], "4d5s8s7dQh", [25, 25, 1], folded=[2], button=button)
        assert shown.payouts == payouts
        assert "26 (1 odd)" in str(shown)


def test_a_lone_live_seat_needs_no_cards_and_no_board() -> None:
    shown = showdown(["", "", ""], "", [50, 100, 5], folded=[1, 2])
    assert shown.payouts == (155, 0, 0)
    assert "seat 0 takes it: everyone else folded" in str(shown)
    assert showdown(["", "AsAd"], "2c3c4c", [100, 2], folded=[1]).returned == (98, 0)


def test_a_folded_hand_wins_nothing_however_good() -> None:
    assert showdown(["AsAd", "7c2h"], "AcAh5d9sKs", [10, 10], folded=[0]).payouts == (0, 20)


def test_a_mucked_hand_gets_its_uncalled_bet_and_nothing_else() -> None:
    shown = showdown(["AsAd", "7c2h"], "AcAh5d9sKs", [30, 10], mucked=[0])
    assert shown.payouts == (20, 20)
    assert shown.hands[0] is None


def test_all_mucked_but_one() -> None:
    assert showdown(["", "", ""], "2c3c4c5d6h", [10, 10, 10], mucked=[0, 2]).payouts == (0, 30, 0)
    with pytest.raises(ChipError, match="every live seat mucked"):
        showdown(["", ""], "2c3c4c5d6h", [10, 10], mucked={0, 1})


def test_declared_board_keeps_its_claim_after_the_cards_are_thrown_away() -> None:
    board = "AsKsQsJsTs"
    assert showdown(["2c3c", "4d4c"], board, [10, 10], declared=[1]).payouts == (10, 10)
    assert showdown(["2c3c", ""], board, [10, 10], declared=[1]).payouts == (10, 10)
    assert showdown(["2c3c", "4d4c"], board, [10, 10], mucked=[1]).payouts == (20, 0)


def test_declared_board_loses_where_the_board_is_not_the_hand() -> None:
    shown = showdown(["2c3c", "4d4c"], "AsKsQs9h7d", [10, 10], declared=[1])
    assert shown.payouts == (20, 0)
    assert shown.hands[1] is None


def test_declared_board_ties_and_loses_as_the_board() -> None:
    assert showdown(["2c3d", ""], "AsKsJd9d7h", [10, 10], declared=[1]).payouts == (10, 10)
    assert showdown(["2c7d", ""], "AsKsJd9d7h", [10, 10], declared=[1]).payouts == (20, 0)


def test_declared_board_with_unseen_cards_plays_the_board() -> None:
    for holes, declared in ((["", "2c3d"], 0), (["2c3d", ""], 1)):
        shown = showdown(holes, "AhKdQsJcTh", [100, 100], declared=[declared])
        hand = shown.hands[declared]
        assert hand is not None
        assert hand.plays_board
        assert "split with straight, ace high (the board)" in str(shown)
        assert shown.to_dict()["seats"][declared]["plays_board"]


@pytest.mark.parametrize("cards", ["AhAd", ""])
@pytest.mark.parametrize("board", ["", "2c3c4c", "2c3c4c5d6h"])
def test_a_lone_seat_that_declared_takes_the_pot_and_nothing_is_said_of_its_hand(cards: str, board: str) -> None:
    shown = showdown([cards, ""], board, [100, 40], declared=[0], folded=[1])
    assert shown.payouts == (140, 0)
    assert "holds better" not in str(shown)
    assert shown.hands == (None, None)


def test_a_declared_seat_wins_where_all_others_mucked() -> None:
    assert showdown(["AhAd", "KcKd"], "Qc7d8s2s3h", [100, 100], declared=[0], mucked=[1]).payouts == (200, 0)


UNKNOWN_DEAD = "50 dead chips are in the pot; nobody has said whose, and the results leave them out."


def test_dead_chips_are_told() -> None:
    shown = showdown(["AhAd", "KcKd"], "Qc7d8s2s3h", [100, 100], dead=50)
    assert UNKNOWN_DEAD in str(shown)
    assert (shown.net, shown.dead_by_seat) == ((150, -100), None)
    told = shown.to_dict()
    assert (told["dead"], told["unit"], told["odd_chip_order"]) == (50, 1, [1, 0])
    assert [seat["dead"] for seat in told["seats"]] == [None, None]
    assert "1 dead chip is in the pot; nobody has said whose, and the results leave it out." in str(
        showdown(["AhAd", "KcKd"], "Qc7d8s2s3h", [100, 100], dead=1)
    )
    cents = showdown(["AhAd", "KcKd"], "Qc7d8s2s3h", [Decimal("2.50")] * 2, dead=[1, 0])
    assert "1.00 dead chips are in the pot." in str(cents)


def test_two_players_are_listed_from_the_button_which_is_the_small_blind() -> None:
    holes, board = ["AhKh", "KsAd"], "Qd7h2s9c3d"
    shown = showdown(holes, board, [5, 5], dead=1)
    assert (shown.payouts, shown.pots[0].winners) == ((5, 6), (1, 0))
    cards = np.stack([parse_cards(hole) for hole in holes])
    batch = showdown_batch(cards, parse_cards(board), [5, 5], [True, True], dead=1)
    assert batch.payouts.tolist() == [5, 6]


def test_dead_chips_told_seat_by_seat_count_in_the_results() -> None:
    shown = showdown(["AhAd", "KcKd"], "Qc7d8s2s3h", [100, 100], dead=[0, 50])
    assert (shown.dead, shown.dead_by_seat, shown.payouts, shown.net) == (50, (0, 50), (250, 0), (150, -150))
    assert str(shown).splitlines()[2:] == [
        "  seat 1  Kc Kd  in for 150  pair of kings, kickers queen, eight, seven",
        "50 dead chips are in the pot.",
        "Pot of 250: seat 0 wins with pair of aces, kickers queen, eight, seven.",
        "Result: seat 0 +150, seat 1 -150.",
    ]
    assert "<td>150</td>" in shown._repr_html_()
    seat = shown.to_dict()["seats"][1]
    assert (seat["contribution"], seat["dead"], seat["payout"], seat["net"]) == (100, 50, 0, -150)
    for dead, message in (([50], "dead has 1 entries for 2 seats"), ([0, -1], "dead of seat 1 is -1, below 0")):
        with pytest.raises(ChipError, match=message):
            showdown(["AhAd", "KcKd"], "Qc7d8s2s3h", [100, 100], dead=dead)
    with pytest.raises(ChipError, match="dead is"):
        settle([100, 100], [9, 5], dead=[0, 50])  # type: ignore[call-overload]


def test_winners_are_seats_that_won_chips() -> None:
    holes, board = ["2h3h", "2c3c", "4d5d"], "AhKdQsJcTh"
    shown = showdown(holes, board, [2, 2, 2], unit=5)
    assert (shown.payouts, shown.winners) == ((6, 0, 0), (0,))
    batch = showdown_batch(np.stack([parse_cards(h) for h in holes]), parse_cards(board), [2, 2, 2], [True] * 3, unit=5)
    assert batch.winners.tolist() == [True, False, False]


def test_an_uncontested_hand_is_not_shown() -> None:
    for board in ("Kc7d8s", "Kc7d8s2s3h"):
        assert showdown(["AhAd", "2c3d"], board, [100, 40], folded=[1]).hands[0] is None


def test_rake_is_taken_where_a_flop_was_seen() -> None:
    rake = Rake(10)
    assert showdown(["", ""], "2c3c4c", [100, 50], folded=[1], rake=rake).rake == 10
    assert showdown(["", ""], "", [100, 50], folded=[1], rake=rake).rake == 0
    assert "The house takes 10." in str(showdown(["", ""], "2c3c4c", [100, 50], folded=[1], rake=rake))


def test_decimal_chips_stay_exact() -> None:
    chips = [Decimal("1203.60"), 2, Decimal("898.20"), Decimal("898.20")]
    shown = showdown(["AsAd", "", "KsKd", "QsQd"], "2c3c4d5h9h", chips, folded=[1])  # type: ignore[arg-type]
    assert shown.net == (Decimal("1798.40"), -2, Decimal("-898.20"), Decimal("-898.20"))
    assert shown.returned[0] == Decimal("305.40")
    assert json.loads(json.dumps(shown.to_dict()))["seats"][0]["net"] == "1798.40"


def test_chips_beyond_int64_stay_exact() -> None:
    assert showdown(["AsAd", "KsKd"], "2c3c4d5h9h", [10**30, 10**30]).payouts == (2 * 10**30, 0)


def test_to_dict_is_plain_json() -> None:
    shown = showdown(["AhKc", "AsQd", ""], "AdTh2s9c4d", np.array([50, 60, 5]), folded=[2], rake=3)
    told = json.loads(json.dumps(shown.to_dict()))
    assert told["rake"] == 3
    assert told["board"] == "AdTh2s9c4d"
    assert [seat["payout"] for seat in told["seats"]] == list(shown.payouts)
    assert [seat["status"] for seat in told["seats"]] == ["shown", "shown", "folded"]
    assert told["pots"][0]["winners"] == [0]
    chips = [(seat["contribution"], seat["returned"], seat["payout"], seat["net"]) for seat in told["seats"]]
    assert chips == [(50, 0, 102, 52), (60, 10, 10, -50), (5, 0, 0, -5)]
    assert told["seats"][0]["best_five"] == "AdAhKcTh9c"


def test_html_escapes_names() -> None:
    markup = showdown(["AhKc", "AsQd"], "AdTh2s9c4d", [50, 60], names=["<b>", "Bob"])._repr_html_()
    assert "&lt;b&gt;" in markup
    assert "<b>" not in markup
    assert "A♥K♣" in markup
    raked = showdown(["AhKc", "AsQd"], "AdTh2s9c4d", [50, 60], dead=5, rake=3)
    for line in str(raked).splitlines()[3:-1]:
        assert f"<li>{line}</li>" in raked._repr_html_()
    assert raked._repr_html_().count("<li>") == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({0: "AhAh"}), "Ah stands twice"),
        (({0: "QsKd"}), "Qs belongs to seat 0 and to seat 1"),
        (({0: "2c3h"}), "2c belongs to the board and to seat 0"),
        (({0: "AhKdQc"}), "seat 0 has 3 cards"),
        (({0: "Ah"}), "seat 0 has 1 cards"),
        (({0: "AhXd"}), "seat 0: 'X' at position 2"),
        (({0: ""}), "seat 0 shows no cards"),
    ],
)
def test_bad_hole_cards_name_the_seat(arguments: dict[int, str], message: str) -> None:
    holes = [arguments.get(0, ""), "QsQd"]
    with pytest.raises(CardError, match=message):
        showdown(holes, "2c5d7h9sJd", [10, 10])


@pytest.mark.parametrize(
    ("hole_cards", "message"),
    [
        ("AhKh QsQd", r"hole_cards are 'AhKh QsQd'; they are a list, one entry a seat, as in \['AhKh', 'QsQd'\]"),
        ("Ah Kh, Qs Qd", r"as in \['AhKh', 'QsQd'\]"),
        ("who knows", "hole_cards are 'who knows'; they are a list, one entry a seat$"),
        (None, "hole_cards are None; they are a list, one entry a seat$"),
        (Hand("AhKh", "2c5d7h9sJd"), "they are a list, one entry a seat$"),
    ],
)
def test_hole_cards_that_are_no_list_are_refused(hole_cards: Any, message: str) -> None:
    with pytest.raises(CardError, match=message):
        showdown(hole_cards, "2c5d7h9sJd", [10, 10])


def test_names_that_are_one_text_are_refused() -> None:
    with pytest.raises(ChipError, match="names are 'ab'; they are a sequence, one entry a seat"):
        showdown(["AhKh", "QsQd"], "2c5d7h9sJd", [10, 10], names="ab")


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("2c5d7h", "board has 3 cards"),
        ("", "board has 0 cards"),
        ("2c5d", "0, 3, 4 or 5 cards, not 2"),
        ("2c5d7h9sJdTd", "0, 3, 4 or 5 cards, not 6"),
        ("2c5d7h9s9s", "board: 9s stands twice"),
    ],
)
def test_bad_boards_are_named(board: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        showdown(["AhKh", "QsQd"], board, [10, 10])


def test_bad_seats_are_named() -> None:
    hand: Any = (["AhKh", "QsQd"], "2c5d7h9sJd", [10, 10])
    with pytest.raises(ChipError, match="seat 0 has folded, and cannot also have mucked"):
        showdown(*hand, folded=[0], mucked=[0])
    with pytest.raises(ChipError, match="folded names seat 2"):
        showdown(*hand, folded=[2])
    with pytest.raises(ChipError, match="mucked has 3 entries for 2 seats"):
        showdown(*hand, mucked=[True, False, False])
    with pytest.raises(ChipError, match="1 names for 2 seats"):
        showdown(*hand, names=["Ann"])
    with pytest.raises(CardError, match="hole cards for 2 seats and contributions for 3"):
        showdown(hand[0], hand[1], [1, 2, 3])
    with pytest.raises(ChipError, match=r"Decimal\('1.5'\)"):
        showdown(hand[0], hand[1], [1.5, 2])  # type: ignore[list-item]


# --- arrays -------------------------------------------------------------------------------------------


def random_tables(
    n: int, seats: int, seed: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Deals with folds, some of them unseen, mucked hands, and hands that ended before the river."""
    rng = np.random.default_rng(seed)
    holes, boards = deal(n, seats, rng=rng)
    contributions = rng.choice([0, 5, 40, 100, 333], (n, seats))
    live = rng.random((n, seats)) < 0.7
    live[np.arange(n), rng.integers(0, seats, n)] = True
    holes[~live & (rng.random((n, seats)) < 0.5)] = NO_CARD
    shown = rng.integers(0, seats, n)
    mucked = live & (rng.random((n, seats)) < 0.1)
    mucked[np.arange(n), live.argmax(axis=1)] = False
    holes[mucked & (shown[:, None] >= 0)] = NO_CARD
    early = np.flatnonzero(live.sum(axis=1) == 1)
    boards = boards.copy()
    for row in early:
        boards[row, rng.choice([0, 3, 4, 5]) :] = NO_CARD
    return holes, boards, contributions, live


@pytest.mark.parametrize("seats", [1, 2, 3, 6, 10, 22])
def test_arrays_agree_with_one_hand_at_a_time(seats: int) -> None:
    n = 200
    holes, boards, contributions, live = random_tables(n, seats, seed=seats)
    rng = np.random.default_rng(100 + seats)
    button, unit, dead = rng.integers(0, seats, n), rng.choice([1, 5, 25], n), rng.integers(0, 20, n)
    rake = Rake("4.5", cap=11)
    batch = showdown_batch(holes, boards, contributions, live, button=button, unit=unit, dead=dead, rake=rake)
    for row in range(n):
        unseen = (holes[row] == NO_CARD).all(axis=1)
        mucked = live[row] & unseen & (live[row].sum() > 1)
        shown = showdown(
            holes[row],
            boards[row],
            contributions[row],
            folded=~live[row],
            mucked=mucked,
            button=int(button[row]),
            unit=int(unit[row]),
            dead=int(dead[row]),
            rake=rake,
        )
        assert shown.payouts == tuple(batch.payouts[row].tolist())
        assert shown.returned == tuple(batch.returned[row].tolist())
        assert shown.rake == batch.rake[row]
        assert shown.net == tuple(batch.net[row].tolist())
    assert (batch.payouts.sum(axis=1) + batch.rake == contributions.sum(axis=1) + dead).all()


def test_array_strengths_are_those_of_evaluate() -> None:
    holes, boards = deal(1000, 6, rng=4)
    live = np.random.default_rng(4).random((1000, 6)) < 0.6
    live[:, 0] = True
    batch = showdown_batch(holes, boards, np.ones((1000, 6), dtype=np.int64), live)
    assert (batch.strengths == np.where(live, evaluate(holes, boards[:, None, :]), 0)).all()
    best = np.where(live, batch.strengths, 0).max(axis=1, keepdims=True)
    assert (batch.winners == (live & (batch.strengths == best))).all()


def test_arrays_broadcast_leading_dimensions() -> None:
    holes, boards = deal(4, 3, rng=5)
    alone = showdown_batch(holes[0], boards[0], np.array([5, 5, 5]), np.ones(3, dtype=bool))
    assert alone.payouts.shape == (3,)
    assert alone.rake.shape == ()
    _, runouts = deal(50, 0, dead=holes[0].ravel().tolist(), rng=6)
    batch = showdown_batch(holes[0], runouts, [5, 5, 5], [True] * 3)
    assert batch.payouts.shape == (50, 3)
    assert (batch.net.sum(axis=1) == 0).all()


def test_arrays_read_any_layout() -> None:
    holes, boards, contributions, live = random_tables(64, 6, seed=9)
    expected = showdown_batch(holes, boards, contributions, live).payouts
    for order in (np.asfortranarray, lambda a: a[::-1][::-1], lambda a: np.repeat(a, 2, axis=0)[::2]):
        batch = showdown_batch(*(order(array) for array in (holes, boards, contributions, live)))
        assert (batch.payouts == expected).all()
    wide = showdown_batch(holes.astype(np.int64), boards.astype(np.int32), contributions.astype(np.int16), live)
    assert (wide.payouts == expected).all()


def test_no_hands_give_no_results() -> None:
    batch = showdown_batch(*random_tables(0, 6, seed=0))
    assert batch.payouts.shape == (0, 6)


def test_bad_tables_in_arrays_are_named() -> None:
    holes, boards = deal(10, 4, rng=3)
    chips, live = np.full((10, 4), 10), np.ones((10, 4), dtype=bool)

    def message(holes: Any = holes, boards: Any = boards, chips: Any = chips, live: Any = live) -> str:
        with pytest.raises((CardError, ChipError)) as caught:
            showdown_batch(holes, boards, chips, live)
        return str(caught.value)

    twice = holes.copy()
    twice[7, 2, 1] = twice[7, 1, 0]
    assert message(holes=twice).startswith("hand 7: ")
    assert "of seat 2 is there twice; 1 of 10 hands is bad" in message(holes=twice)
    odd = holes.copy()
    odd[3:5, 1, 0] = 99
    assert message(holes=odd) == "hand 3: seat 1 has card 99, and card ids run from 0 to 51; 2 of 10 hands are bad"
    short = boards.copy()
    short[6, 4] = NO_CARD
    assert message(boards=short).startswith("hand 6: the board has 4 cards, and several seats are live")
    clash = boards.copy()
    clash[2, 0] = holes[2, 3, 1]
    assert "of seat 3 is there twice" in message(boards=clash)
    negative = chips.copy()
    negative[8, 1] = -1
    assert message(chips=negative).startswith("hand 8: contribution of seat 1 is -1")
    dead = live.copy()
    dead[9] = False
    assert message(live=dead).startswith("hand 9: no seat is left")
    assert "mask of booleans" in message(live=live.astype(int))
    assert "(..., P, 2)" in message(holes=holes[..., 0])
    assert "(..., 5)" in message(boards=boards[..., :4])
