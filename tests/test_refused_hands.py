"""Arrays of hands that are refused, wherever the bad card lies, and what unchecked ones do."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from samples import INTEGERS, random_hands, spoilt

from holdem_core import CardError, deal, evaluate, format_cards, parse_cards


def assert_refused(hands: NDArray[np.uint8], row: int, complaint: str) -> None:
    """Whole, as hole cards with boards, and as seats with boards."""
    count = rf".*; 1 of {len(hands)} hands is bad"
    with pytest.raises(CardError, match=rf"^hand {row}: {complaint}{count}"):
        evaluate(hands)
    with pytest.raises(CardError, match=rf"^hand {row}: {complaint}{count}"):
        evaluate(hands[:, :2], hands[:, 2:])
    with pytest.raises(CardError, match=rf"^hand \({row}, 0\): {complaint}{count}"):
        evaluate(hands[:, None, :2], hands[:, None, 2:])


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("card", [52, 63, 64, 127, 128, 255])
def test_an_id_over_51_is_found_wherever_it_lies(cards: int, card: int) -> None:
    hands = random_hands(70, cards)
    for column in range(cards):
        for row in (0, 1, 31, 32, 40, 69):
            assert_refused(spoilt(hands, [row], column, card), row, rf"card {column} is {card}\b")


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_a_card_twice_is_found_wherever_it_lies(cards: int) -> None:  # P4, E30
    hands = random_hands(70, cards)
    for first, second in combinations(range(cards), 2):
        for row in (0, 1, 31, 32, 40, 69):
            twice = format_cards([hands[row, first]])
            assert_refused(spoilt(hands, [row], second, hands[row, first]), row, f"card {second} is {twice} again")


def test_hole_cards_are_checked_against_each_other_and_the_board() -> None:  # P4
    board = parse_cards("2d7hTsAc")
    for first, second in product(range(66), repeat=2):
        holes = np.array([parse_cards("KcKd"), [first, second]], dtype=np.uint8)
        used = [first, second, *board.tolist()]
        if max(used) > 51 or len(set(used)) < len(used):
            with pytest.raises(CardError, match=r"^hand 1: "):
                evaluate(holes, board)
        else:
            assert evaluate(holes, board)[1] == evaluate(used)


def test_a_card_twice_is_found_whichever_card_it_is() -> None:  # P4, E30
    for card in range(52):
        others = [other for other in range(0, 52, 9) if other != card][:5]
        hands = np.tile(np.array([card, *others, card], dtype=np.uint8), (40, 1))
        with pytest.raises(
            CardError, match=rf"^hand 0: card 6 is {format_cards([card])} again; 40 of 40 hands are bad"
        ):
            evaluate(hands)


def test_the_first_bad_hand_is_named_and_all_are_counted() -> None:
    hands = random_hands(200_000, 7)
    bad = spoilt(spoilt(hands, [150_000, 199_999], 3, 99), [70_000], 6, hands[70_000, 2])
    card = format_cards([hands[70_000, 2]])
    with pytest.raises(CardError, match=rf"^hand 70000: card 6 is {card} again; 3 of 200000 hands are bad"):
        evaluate(bad)
    with pytest.raises(CardError, match=rf"^hand 70000: card 6 is {card} again; 3 of 200000 hands are bad"):
        evaluate(bad[:, :2], bad[:, 2:])


def test_a_bad_hand_is_named_by_its_index_in_all_dimensions() -> None:
    hands = random_hands(60, 7).reshape(3, 4, 5, 7)
    hands[1, 2, 3, 4] = 60
    hands[2, 0, 0, 0] = 255
    message = r"^hand \(1, 2, 3\): card 4 is 60\b.*; 2 of 60 hands are bad"
    with pytest.raises(CardError, match=message):
        evaluate(hands)
    with pytest.raises(CardError, match=message):
        evaluate(np.moveaxis(hands, -1, 0), axis=0)
    with pytest.raises(CardError, match=message):
        evaluate(hands[..., :2], hands[..., 2:])
    with pytest.raises(CardError, match=message):
        evaluate(hands.astype(">i4"))


def test_a_bad_board_is_bad_for_every_seat() -> None:
    holes, boards = deal(10, 6, rng=8)
    boards[4, 1] = 77
    with pytest.raises(CardError, match=r"^hand \(4, 0\): card 3 is 77\b.*; 6 of 60 hands are bad"):
        evaluate(holes, boards[:, None, :])
    boards[4, 1] = holes[4, 5, 0]
    card = format_cards([holes[4, 5, 0]])
    with pytest.raises(CardError, match=rf"^hand \(4, 5\): card 3 is {card} again; 1 of 60 hands is bad"):
        evaluate(holes, boards[:, None, :])


def test_a_board_that_all_hands_share_is_checked() -> None:
    holes = parse_cards("2c2d3c3d4c4d5c5d").reshape(4, 2)
    with pytest.raises(CardError, match=r"^hand 0: card 4 is 52\b.*; 4 of 4 hands are bad"):
        evaluate(holes, [51, 47, 52, 39, 35])
    with pytest.raises(CardError, match=r"^hand 2: card 6 is 4d again; 1 of 4 hands is bad"):
        evaluate(holes, "AsKsQsJs4d")


BAD_IDS = (-(2**63), -(2**31) + 5, -52, -1, 52, 100, 255, 256, 256 + 5, 65536 + 5, 2**31 - 1, 2**32 + 5, 2**64 - 1)


@pytest.mark.parametrize("dtype", [code for code in INTEGERS if np.dtype(code) != np.uint8])
@pytest.mark.parametrize("validate", [True, False])
@pytest.mark.parametrize(("count", "row"), [(70, 35), (3000, 2800)])
def test_ids_of_wider_types_are_always_checked(dtype: str, validate: bool, count: int, row: int) -> None:
    for card in BAD_IDS:
        if np.iinfo(dtype).min <= card <= np.iinfo(dtype).max:
            bad = spoilt(random_hands(count, 7).astype(dtype), [row], 3, card)
            with pytest.raises(CardError, match=rf"hand {row}: card 3 is {card}\b.*; 1 of {count} hands is bad"):
                evaluate(bad, validate=validate)
            with pytest.raises(CardError, match=rf"hand {row}: card 3 is {card}\b.*; 1 of {count} hands is bad"):
                evaluate(bad[:, :2], bad[:, 2:], validate=validate)
            with pytest.raises(CardError, match=rf"hand \({row}, 0\): card 3 is {card}\b.*; 1 of {count} hands is bad"):
                evaluate(bad[:, None, :2], bad[:, None, 2:], validate=validate)


@pytest.mark.parametrize("card", BAD_IDS[:-1])
@pytest.mark.parametrize("validate", [True, False])
@pytest.mark.parametrize("beside", ["u1", "i4"])
def test_ids_of_wider_types_are_always_checked_beside_other_types(card: int, validate: bool, beside: str) -> None:
    hands = random_hands(70, 7)
    bad = spoilt(hands.astype(np.int64), [35], 3, card)
    with pytest.raises(CardError, match=rf"is {card}\b"):
        evaluate(hands[:, :2].astype(beside), bad[:, 2:], validate=validate)
    with pytest.raises(CardError, match=rf"is {card}\b"):
        evaluate(bad[:, :5], hands[:, 5:].astype(beside), validate=validate)


def test_a_bad_hand_alone_is_named_by_its_card() -> None:
    with pytest.raises(CardError, match=r"card 2 is 52\b"):
        evaluate(np.array([0, 1, 52, 3, 4], dtype=np.uint8))
    with pytest.raises(CardError, match=r"card 4 is 2d again"):
        evaluate(np.array([0, 1, 50, 3, 1]))


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("parted", ["whole", "strided", "with boards", "seats"])
def test_unchecked_bytes_do_no_harm(cards: int, parted: str) -> None:
    rng = np.random.default_rng(9)
    hands = rng.integers(0, 256, (200_000, cards), dtype=np.uint8)
    hands[:256] = np.arange(256, dtype=np.uint8)[:, None]
    hands[::1000] = random_hands(200, cards)
    uses: dict[str, Callable[[], Any]] = {
        "whole": lambda: evaluate(hands, validate=False),
        "strided": lambda: evaluate(hands[::-1], validate=False)[::-1],
        "with boards": lambda: evaluate(hands[:, :2], hands[:, 2:], validate=False),
        "seats": lambda: evaluate(hands[:, None, :2], hands[:, None, 2:], validate=False)[:, 0],
    }
    strengths = uses[parted]()
    assert strengths.shape == (200_000,)
    assert strengths.max() <= 7462
    assert np.array_equal(strengths[::1000], evaluate(hands[::1000]))


def test_unchecked_hands_are_real_hands_still() -> None:
    for cards in (5, 6, 7):
        hands = random_hands(5000, cards)
        assert np.array_equal(evaluate(hands, validate=False), evaluate(hands))


def test_an_unchecked_pair_does_not_hide_an_id_that_fits_no_byte() -> None:
    hand = np.array([[1, 1, 300, 4, 5, 6, 7]])
    for cards in ((hand,), (hand[:, :2], hand[:, 2:])):
        with pytest.raises(CardError, match=r"^hand 0: card 2 is 300, .*; 1 of 1 hands is bad"):
            evaluate(*cards, validate=False)


def test_a_number_that_no_double_holds_is_named_to_the_digit() -> None:
    board = np.array([[9, 10, 11, 12, 13]])
    for card in (2**63 + 5, 2**64 - 1):
        with pytest.raises(CardError, match=f"card 0 is {card}, "):
            evaluate(np.array([[card, 1]], dtype=np.uint64), board)


def test_unchecked_hands_with_a_card_twice_are_no_bad_ones() -> None:
    hands = random_hands(3, 7).astype(np.int16)
    hands[1, 1] = hands[1, 0]
    hands[2, 4] = 300
    for cards in ((hands,), (hands[:, :2], hands[:, 2:])):
        with pytest.raises(CardError, match=r"^hand 2: card 4 is 300, .*; 1 of 3 hands is bad"):
            evaluate(*cards, validate=False)
