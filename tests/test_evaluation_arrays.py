"""Every form that hands come in: texts, lists, arrays of any layout and type, with boards and without."""

import gc
import pickle
import re
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from samples import INTEGERS, random_hands, spoilt, suited, unsuited

from holdem_core import (
    CardError,
    ChipError,
    Hand,
    Rake,
    best_five,
    cactus_kev_rank,
    category,
    deal,
    evaluate,
    evaluate7,
    format_cards,
    parse_cards,
    settle,
    showdown_batch,
)
from holdem_core.kernels.evaluate import arrays

RANKS = "23456789TJQKA"
STRAIGHTS = ["A2345", *(RANKS[bottom : bottom + 5] for bottom in range(9))]

at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
hands_of_ids = st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True)


# --- the forms that hands come in ---


def test_one_hand_gives_an_int() -> None:
    ids = parse_cards("AhKhQhJhTh2c3d")
    board = ids[2:]
    one_hand: list[Any] = [
        evaluate("AhKhQhJhTh2c3d"),
        evaluate("ah kh, qh jh 10h 2c 3d"),
        evaluate(ids.tolist()),
        evaluate(tuple(ids.tolist())),
        evaluate(list(ids)),
        evaluate(ids),
        evaluate(ids.astype(">i8")),
        evaluate("AhKh", "QhJhTh2c3d"),
        evaluate("AhKh", board),
        evaluate(ids[:2], "QhJhTh2c3d"),
        evaluate(ids[:2].tolist(), board.tolist()),
        evaluate(ids[:2], board.astype(int)),
        evaluate("AhKh", "QhJhTh"),
        evaluate("AhKh", "QhJhTh2c"),
        evaluate(ids, validate=False),
        evaluate7(*ids),
        evaluate7(*ids.tolist()),
    ]
    for strength in one_hand:
        assert strength == 7462
        assert type(strength) is int


def test_many_hands_give_an_array() -> None:
    texts = ["AhKhQhJhTh2c3d", "2c3d4h5s7c9dJc"]
    ids = [parse_cards(text).tolist() for text in texts]
    many: list[Any] = [
        texts,
        tuple(texts),
        np.array(texts),
        np.array(texts, dtype=object),
        np.array(texts, dtype=np.dtypes.StringDType()),
        ids,
        tuple(map(tuple, ids)),
        [np.array(hand) for hand in ids],
        np.array(ids),
    ]
    for hands in many:
        strengths = evaluate(hands)
        assert strengths.dtype == np.uint16
        assert strengths.tolist() == [evaluate(text) for text in texts]


def test_one_hand_in_a_list_gives_an_array_of_one() -> None:
    for hands in (["AhKhQhJhTh"], [parse_cards("AhKhQhJhTh")], parse_cards("AhKhQhJhTh")[None]):
        strengths = evaluate(hands)
        assert strengths.shape == (1,)
        assert strengths[0] == 7462


def test_lists_of_texts_may_be_nested() -> None:
    strengths = evaluate([["AhKhQhJhTh", "7c5d4h3s2c"]] * 3)
    assert strengths.tolist() == [[7462, 1]] * 3


def test_objects_that_become_arrays_are_taken() -> None:
    class Column:
        def __init__(self, values: NDArray[Any]) -> None:
            self.values = values

        def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
            return self.values

    hands = random_hands(10, 7)
    assert np.array_equal(evaluate(Column(hands)), evaluate(hands))  # type: ignore[call-overload]
    assert np.array_equal(evaluate(Column(hands[:, :2]), Column(hands[:, 2:])), evaluate(hands))  # type: ignore[call-overload]
    texts = np.array([format_cards(hand) for hand in hands], dtype=object)
    assert np.array_equal(evaluate(Column(texts)), evaluate(hands))  # type: ignore[call-overload]


SINGLES: list[Any] = [
    ["Ah", "Kh", "Qh", "Jh", "Th"],
    ("Ah", "Kh", "Qh", "Jh", "10h", "2c", "3d"),
    [["Ah", "Kh", "Qh", "Jh", "Th"], ["2c", "3d", "4h", "5s", "6c"]],
    np.array(["Ah", "Kh", "Qh", "Jh", "Th"]),
]


@pytest.mark.parametrize("cards", SINGLES)
def test_a_list_of_single_cards_is_refused_with_a_hint(cards: Any) -> None:
    with pytest.raises(CardError, match=r"single cards.*join.*parse_cards"):
        evaluate(cards)


@pytest.mark.parametrize("part", [["Ah", "Kh"], np.array(["Ah", "Kh"])])
def test_hole_cards_and_boards_of_single_cards_are_refused_with_a_hint(part: Any) -> None:
    with pytest.raises(CardError, match=r"single cards.*join.*parse_cards"):
        evaluate(part, "QhJhTh2c3d")
    with pytest.raises(CardError, match=r"single cards.*join.*parse_cards"):
        evaluate("QhJhTh2c3d", part)


def test_texts_of_different_lengths_are_refused() -> None:
    with pytest.raises(CardError, match=r"hand 1 has 5 cards and hand 0 has 7"):
        evaluate(["AhKhQhJhTh2c3d", "AhKhQhJhTh"])


def test_a_bad_text_among_many_is_named() -> None:
    with pytest.raises(CardError, match=r"hand 2: 'x' at position 9 "):
        evaluate(["AhKhQhJhTh", "7c5d4h3s2c", "7c5d4h3s2x"])


@pytest.mark.parametrize(
    "cards",
    [np.zeros(7), np.zeros((2, 7), dtype=bool), [1.0, 2.0, 3.0, 4.0, 5.0], [None] * 5, [b"AhKhQhJhTh"]],
)
def test_what_is_no_card_array_is_refused(cards: Any) -> None:
    with pytest.raises(CardError):
        evaluate(cards)


NO_CARDS: list[Any] = [None, 5, 5.0, b"AhKhQhJhTh", {"Ah": 1}, {0, 5, 10, 15, 20}, Hand("AhKhQhJhTh"), iter("Ah"), ...]


@pytest.mark.parametrize("cards", NO_CARDS, ids=[type(cards).__name__ for cards in NO_CARDS])
def test_what_is_no_text_and_no_sequence_is_told_what_cards_are(cards: Any) -> None:
    live = np.ones((1, 1), dtype=bool)
    for what, call in (
        ("cards", lambda: evaluate(cards)),
        ("cards", lambda: best_five(cards)),
        ("hole cards", lambda: evaluate(cards, [10, 11, 12, 13, 14])),
        ("holes", lambda: showdown_batch(cards, [[10, 11, 12, 13, 14]], [[5]], live)),
        ("boards", lambda: showdown_batch([[[0, 1]]], cards, [[5]], live)),
    ):
        with pytest.raises(CardError, match=rf"^{what} are text or a sequence of ids, not {re.escape(repr(cards))}"):
            call()


@pytest.mark.parametrize("number", [2**64, -(2**70), None, 1.5, "Ax"])
def test_an_entry_that_is_no_card_is_named_in_lists_too(number: Any) -> None:
    hands: list[Any] = [[0, 1, 2, 3, 4], [0, 1, 2, number, 2**70]]
    what = "'x' at position 1" if number == "Ax" else re.escape(f"item (1, 3) is {number}")
    with pytest.raises(CardError, match=rf"^{what}"):
        evaluate(np.array(hands, dtype=object))


@pytest.mark.parametrize(
    ("lists", "place"),
    [
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3]], "[1]"),
        ([[[0, 1], [2, 3]], [[0, 1], [2]]], "[1, 1]"),
        ([[0, 1, 2, 3, 4], 5], "[1]"),
        ([["AhKhQhJhTh"], ["AhKhQhJhTh", "AhKhQhJhTh"]], "[1]"),
        ([np.zeros((2, 5), dtype=np.uint8), np.zeros((3, 5), dtype=np.uint8)], "[1]"),
    ],
)
def test_lists_of_different_lengths_are_refused_by_the_first(lists: Any, place: str) -> None:
    message = rf"are lists of different lengths, and an array holds one; {re.escape(place)} is of another length"
    for call in (
        lambda: evaluate(lists),
        lambda: evaluate(lists, [10, 11, 12, 13, 14]),
        lambda: best_five(lists),
        lambda: category(lists),
        lambda: cactus_kev_rank(lists),
        lambda: showdown_batch(lists, [[10, 11, 12, 13, 14]], [[5]], np.ones((1, 1), dtype=bool)),
    ):
        with pytest.raises(CardError, match=message):
            call()
    chips = np.ones((2, 2), dtype=int)
    with pytest.raises(ChipError, match=message):
        settle(chips, chips, live=lists)
    with pytest.raises(ChipError, match=message):
        settle(chips, chips, rake=Rake(5), flop=lists)


def test_masked_cards_are_refused() -> None:
    hands = random_hands(3, 7)
    assert np.array_equal(evaluate(np.ma.masked_array(hands)), evaluate(hands))
    with pytest.raises(CardError, match="masked"):
        evaluate(np.ma.masked_array(hands, mask=hands == hands[1, 1]))


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("shape", [(0,), (1,), (33,), (2, 3), (2, 0, 3), (1, 2, 3, 4), (5, 1, 1)])
def test_strengths_have_the_leading_shape(shape: tuple[int, ...], cards: int) -> None:
    flat = random_hands(int(np.prod(shape)), cards)
    strengths = evaluate(flat.reshape(*shape, cards))
    assert strengths.shape == shape
    assert strengths.dtype == np.uint16
    assert strengths.ravel().tolist() == [evaluate(hand.tolist()) for hand in flat]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_number_of_hands_is_evaluated_to_the_last(cards: int) -> None:
    hands = random_hands(150, cards)
    strengths = [evaluate(hand.tolist()) for hand in hands]
    for count in range(151):
        assert evaluate(hands[:count]).tolist() == strengths[:count]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_ids_may_be_of_any_integer_type(dtype: str) -> None:
    hands = random_hands(2500, 7)
    for validate in (True, False):
        assert np.array_equal(evaluate(hands.astype(dtype), validate=validate), evaluate(hands))
        holes, boards = hands[:, :2].astype(dtype), hands[:, 2:].astype(dtype)
        assert np.array_equal(evaluate(holes, boards, validate=validate), evaluate(hands))
        assert np.array_equal(evaluate(holes, hands[:, 2:], validate=validate), evaluate(hands))
        seats = evaluate(holes[:, None], boards[:, None], validate=validate)
        assert np.array_equal(seats[:, 0], evaluate(hands))


def unaligned(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    room = np.empty(8 * hands.size + 1, dtype=np.uint8)
    copy = room[1:].view(np.int64).reshape(hands.shape)
    copy[...] = hands
    return copy


def read_only(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    copy = hands.copy()
    copy.flags.writeable = False
    return copy


def within_wider_rows(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    wide = np.full((len(hands), 11), 255, dtype=np.uint8)
    wide[:, 3 : 3 + hands.shape[1]] = hands
    return wide[:, 3 : 3 + hands.shape[1]]


LAYOUTS: dict[str, Callable[[NDArray[np.uint8]], NDArray[Any]]] = {
    "Fortran order": np.asfortranarray,
    "read-only": read_only,
    "of immutable bytes": lambda hands: np.frombuffer(hands.tobytes(), dtype=np.uint8).reshape(hands.shape),
    "every second hand": lambda hands: np.repeat(hands, 2, axis=0)[::2],
    "every second card": lambda hands: np.repeat(hands, 2, axis=1)[:, ::2],
    "hands backwards": lambda hands: hands[::-1].copy()[::-1],
    "cards backwards": lambda hands: hands[:, ::-1],
    "both backwards": lambda hands: hands[::-1].copy()[::-1, ::-1],
    "part of wider rows": within_wider_rows,
    "of wider integers": lambda hands: hands.astype(np.int64).view(np.uint8)[:, ::8],
    "not aligned": unaligned,
    "not aligned, strided": lambda hands: unaligned(np.repeat(hands, 2, axis=0))[::2],
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_arrays_may_lie_in_memory_as_they_like(layout: Callable[[NDArray[np.uint8]], NDArray[Any]]) -> None:
    for cards in (5, 6, 7):
        hands = random_hands(2777, cards)
        laid = layout(hands)
        assert np.array_equal(np.sort(laid, axis=1), np.sort(hands, axis=1))
        assert np.array_equal(evaluate(laid), evaluate(hands))
        assert np.array_equal(evaluate(laid, validate=False), evaluate(hands))
        assert np.array_equal(evaluate(laid[:, :2], laid[:, 2:]), evaluate(hands))
        assert np.array_equal(evaluate(laid[:, None, :2], laid[:, None, 2:])[:, 0], evaluate(hands))
        assert np.array_equal(evaluate(np.ascontiguousarray(laid)), evaluate(hands))


def test_broadcast_arrays_are_taken() -> None:
    hand = parse_cards("AhKhQhJhTh2c3d")
    assert np.array_equal(evaluate(np.broadcast_to(hand, (300, 7))), np.full(300, 7462))
    hands = random_hands(40, 7)
    strengths = evaluate(np.broadcast_to(hands[:, None], (40, 30, 7)))
    assert np.array_equal(strengths, np.repeat(evaluate(hands)[:, None], 30, axis=1))


def test_evaluating_changes_no_card() -> None:
    hands = random_hands(100, 7)
    before = hands.copy()
    evaluate(hands)
    evaluate(hands[:, :2], hands[:, 2:])
    assert np.array_equal(hands, before)


def test_strengths_go_where_out_says() -> None:
    hands = random_hands(500, 7)
    expected = evaluate(hands)
    out = np.zeros(500, dtype=np.uint16)
    assert evaluate(hands, out=out) is out
    assert np.array_equal(out, expected)
    wide = np.zeros((500, 3), dtype=np.uint16)
    evaluate(hands, out=wide[:, 1])
    assert np.array_equal(wide[:, 1], expected)
    assert not wide[:, ::2].any()
    for board in (hands[:, 2:], hands[:, 2:].astype(int)):
        out[:] = 0
        assert evaluate(hands[:, :2], board, out=out) is out
        assert np.array_equal(out, expected)
    seats = np.zeros((500, 1), dtype=np.uint16)
    assert evaluate(hands[:, None, :2], hands[:, None, 2:], out=seats) is seats
    assert np.array_equal(seats[:, 0], expected)


def test_out_of_no_dimensions_takes_one_hand() -> None:
    out = np.zeros((), dtype=np.uint16)
    evaluate("AhKhQhJhTh", out=out)  # type: ignore[arg-type]
    assert out == 7462


def test_out_may_lie_over_the_cards() -> None:
    room = np.zeros(7 * 400, dtype=np.uint8)
    hands = room.reshape(400, 7)
    hands[:] = random_hands(400, 7)
    expected = evaluate(hands)
    assert np.array_equal(evaluate(hands, out=room[:800].view(np.uint16)), expected)


def test_out_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(CardError, match=r"out is uint16\(4,\); it must be .* of the shape \(5,\)"):
        evaluate(random_hands(5, 7), out=np.zeros(4, dtype=np.uint16))
    with pytest.raises(CardError, match=r"out is list; it must be"):
        evaluate(random_hands(5, 7), out=[0] * 5)  # type: ignore[call-overload]


@pytest.mark.parametrize("stride", [0, 1])
def test_out_that_overlaps_itself_is_refused(stride: int) -> None:
    out = np.lib.stride_tricks.as_strided(np.zeros(20, dtype=np.uint16), (10,), (stride,))
    with pytest.raises(CardError, match="out overlaps itself"):
        evaluate(random_hands(10, 7), out=out)


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8])
def test_out_that_cannot_hold_strengths_is_refused(dtype: Any) -> None:
    out: Any = np.zeros(5, dtype=dtype)
    with pytest.raises(CardError, match=r"out is \w+\(5,\); it must be a writeable array of uint16"):
        evaluate(random_hands(5, 7), out=out)


def test_the_axis_of_the_cards_can_be_chosen() -> None:
    hands = random_hands(24, 7).reshape(2, 3, 4, 7)
    expected = evaluate(hands)
    for axis in (0, 1, 2, 3, -1, -2, -3, -4):
        turned = np.moveaxis(hands, -1, axis)
        assert np.array_equal(evaluate(turned, axis=axis), expected)
        assert np.array_equal(evaluate(turned.copy(), axis=axis), expected)
        holes, boards = np.split(turned, [2], axis=axis)
        assert np.array_equal(evaluate(holes, boards, axis=axis), expected)
        out = np.zeros((2, 3, 4), dtype=np.uint16)
        assert evaluate(turned, axis=axis, out=out) is out
        assert np.array_equal(out, expected)


# --- hole cards and boards ---


@pytest.mark.parametrize("board_cards", [3, 4, 5])
def test_hole_cards_meet_a_board_each(board_cards: int) -> None:
    hands = random_hands(1000, 2 + board_cards)
    assert np.array_equal(evaluate(hands[:, :2], hands[:, 2:]), evaluate(hands))


@pytest.mark.parametrize("hole_cards", range(8))
def test_cards_can_be_parted_anywhere(hole_cards: int) -> None:
    hands = random_hands(300, 7)
    assert np.array_equal(evaluate(hands[:, :hole_cards], hands[:, hole_cards:]), evaluate(hands))


@pytest.mark.parametrize(
    ("holes_shape", "boards_shape"),
    [
        ((), (9,)),
        ((9,), ()),
        ((4, 6), (4, 1)),
        ((4, 6), (1, 6)),
        ((4, 6), (1, 1)),
        ((6,), (4, 1)),
        ((1,), (4, 1)),
        ((1,), (9,)),
        ((9,), (1,)),
        ((4, 1), (6,)),
        ((3, 1, 6), (4, 1)),
        ((3, 4, 6), (4, 1)),
        ((3, 4, 6), (3, 1, 1)),
        ((0, 6), (0, 1)),
        ((4, 0), (4, 1)),
        ((300,), (1,)),
        ((2, 300), (2, 1)),
    ],
)
def test_leading_dimensions_broadcast(holes_shape: tuple[int, ...], boards_shape: tuple[int, ...]) -> None:
    shape = np.broadcast_shapes(holes_shape, boards_shape)
    rng = np.random.default_rng(6)
    low, high = np.arange(26, dtype=np.uint8) * 2, np.arange(26, dtype=np.uint8) * 2 + 1  # no card in both
    holes = rng.permuted(np.broadcast_to(low, (*holes_shape, 26)), axis=-1)[..., :2]
    boards = rng.permuted(np.broadcast_to(high, (*boards_shape, 26)), axis=-1)[..., :5]
    joined = np.concatenate([np.broadcast_to(holes, (*shape, 2)), np.broadcast_to(boards, (*shape, 5))], axis=-1)
    for dtype in (np.uint8, np.int64):
        for validate in (True, False):
            strengths = evaluate(holes.astype(dtype), boards.astype(dtype), validate=validate)  # type: ignore[arg-type]
            assert strengths.shape == shape
            assert np.array_equal(strengths, evaluate(joined))


@pytest.mark.parametrize(
    ("holes_shape", "boards_shape", "by_table", "by_seat"),
    [
        ((4, 4), (4,), "boards[:, None, :]", "boards[None, :, :]"),
        ((3, 6), (6,), "boards[:, None, :]", "boards[None, :, :]"),
        ((5, 3, 6), (3, 6), "boards[:, :, None, :]", "boards[None, :, :, :]"),
        ((5, 6, 6), (6,), "boards[:, None, :]", "boards[None, None, :, :]"),
        ((7, 1), (7,), "boards[:, None, :]", "boards[None, :, :]"),
    ],
)
def test_boards_meet_seats_only_where_the_caller_says_so(
    holes_shape: tuple[int, ...], boards_shape: tuple[int, ...], by_table: str, by_seat: str
) -> None:
    rng = np.random.default_rng(3)
    holes = rng.permuted(np.broadcast_to(np.arange(26, dtype=np.uint8), (*holes_shape, 26)), axis=-1)[..., :2]
    boards = rng.permuted(np.broadcast_to(np.arange(26, 52, dtype=np.uint8), (*boards_shape, 26)), axis=-1)[..., :5]
    for axis in (-1, 0):
        turned = [np.moveaxis(cards, -1, axis) for cards in (holes, boards)]
        with pytest.raises(CardError, match="do not say whose a board is") as refused:
            evaluate(*turned, axis=axis)
    with pytest.raises(CardError, match="do not say whose a board is"):
        best_five(holes, boards)
    assert f"give {by_table} where each is a table's, {by_seat} where each is a seat's" in str(refused.value)
    for spelling, last in ((by_table, -1), (by_seat, None)):
        if spelling == by_table and holes_shape[-len(boards_shape) - 1 : -1] != boards_shape:
            continue  # there are not as many tables as boards, and NumPy says so
        strengths = evaluate(holes, eval(spelling, {"boards": boards}))
        for place in np.ndindex(strengths.shape):
            seat = tuple(min(at, most - 1) for at, most in zip(place, holes_shape, strict=True))
            board = place[:last][-len(boards_shape) :]
            assert strengths[place] == evaluate([*holes[seat].tolist(), *boards[board].tolist()])


@pytest.mark.parametrize("boards_shape", [(), (1,), (1, 1), (1, 4), (4, 4)])
def test_a_board_for_all_and_boards_with_all_dimensions_are_taken(boards_shape: tuple[int, ...]) -> None:
    holes = np.tile(np.array([0, 5], dtype=np.uint8), (4, 4, 1))
    boards = np.tile(np.array([10, 15, 20, 25, 30], dtype=np.uint8), (*boards_shape, 1))
    assert (evaluate(holes, boards) == evaluate([0, 5, 10, 15, 20, 25, 30])).all()


def test_leading_dimensions_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"broadcast|mismatch"):
        evaluate(np.zeros((3, 2), dtype=np.uint8), np.zeros((4, 5), dtype=np.uint8))


@pytest.mark.parametrize(("holes_type", "boards_type"), [("u1", "u1"), ("i8", "i8"), ("i8", "u1"), ("u1", "i8")])
def test_hole_cards_and_boards_are_never_joined_in_memory(holes_type: str, boards_type: str) -> None:
    holes, boards = deal(50_000, 6, rng=7)
    holes, boards = holes.astype(holes_type), boards.astype(boards_type)
    out = np.empty((50_000, 6), dtype=np.uint16)
    tracemalloc.start()
    try:
        evaluate(holes, boards[:, None, :], out=out)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 500_000  # the hole cards alone are 600,000 bytes


# --- evaluate7 ---


def test_evaluate7_gives_the_strengths_of_evaluate() -> None:
    hands = random_hands(20_000, 7)
    assert [evaluate7(*hand) for hand in hands.tolist()] == evaluate(hands).tolist()


def test_evaluate7_takes_any_integers() -> None:
    class Card(int):
        """An int of another type, with an address of its own."""

    cards: list[Any] = [1, 0, 10, 15, 20, 25, 51]
    strength = evaluate7(*cards)
    for others in ([True, False, *cards[2:]], [*cards[:6], np.uint8(51)], map(Card, cards), map(np.int64, cards)):
        assert evaluate7(*others) == strength


def test_evaluate7_gives_ordinary_ints() -> None:
    strengths = [evaluate7(*hand) for hand in random_hands(2000, 7).tolist()]
    for strength in strengths:
        same = int(str(strength))
        assert type(strength) is int
        assert (strength, hash(strength), strength + 1) == (same, hash(same), same + 1)
    del strengths
    gc.collect()
    assert evaluate7(51, 47, 43, 39, 35, 0, 5) == 7462


@pytest.mark.parametrize("card", [-1, -(2**31), 52, 63, 64, 255, 256, 2**31 - 1, 2**31, 2**64, -(2**64)])
def test_evaluate7_always_checks_ids(card: int) -> None:  # E29
    for place in range(7):
        cards = [0, 5, 10, 15, 20, 25, 30]
        cards[place] = card
        with pytest.raises(CardError, match=rf"card {place} is "):
            evaluate7(*cards)


def test_evaluate7_always_checks_for_cards_twice() -> None:  # P4
    for first, second in combinations(range(7), 2):
        cards = [0, 5, 10, 15, 20, 25, 30]
        cards[second] = cards[first]
        with pytest.raises(CardError, match=rf"card {second} is {format_cards([cards[first]])} again"):
            evaluate7(*cards)


@pytest.mark.parametrize("card", [1.0, 1.9, "Ah", None])
def test_evaluate7_takes_ids_only(card: Any) -> None:
    with pytest.raises(TypeError):
        evaluate7(card, 5, 10, 15, 20, 25, 30)


# --- the rank of other libraries ---


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("AhKhQhJhTh", 1),
        (suited("A2345"), 10),
        (unsuited("AAAAK"), 11),
        (unsuited("22223"), 166),
        (unsuited("AAAKK"), 167),
        (unsuited("22233"), 322),
        (suited("AKQJ9"), 323),
        (suited("75432"), 1599),
        (unsuited("AKQJT"), 1600),
        (unsuited("A2345"), 1609),
        (unsuited("AAAKQ"), 1610),
        (unsuited("22243"), 2467),
        (unsuited("AAKKQ"), 2468),
        (unsuited("33224"), 3325),
        (unsuited("AAKQJ"), 3326),
        (unsuited("22543"), 6185),
        (unsuited("AKQJ9"), 6186),
        (unsuited("75432"), 7462),
    ],
)
def test_cactus_kev_ranks_are_those_of_the_literature(cards: str, rank: int) -> None:  # E26
    assert cactus_kev_rank(evaluate(cards)) == rank
    assert type(cactus_kev_rank(evaluate(cards))) is int


@pytest.mark.parametrize("dtype", INTEGERS)
def test_cactus_kev_ranks_of_arrays(dtype: str) -> None:
    most = min(int(np.iinfo(dtype).max), 7462)
    strengths = np.arange(1, most + 1).astype(dtype)
    ranks = cactus_kev_rank(strengths.reshape(1, -1))
    assert ranks.dtype == np.uint16
    assert np.array_equal(ranks, 7463 - np.arange(1, most + 1)[None])


@pytest.mark.parametrize("strength", [0, -1, 7463, 65536, True, [1, 7463], [1.5], [True], np.array(["1"]), 1.0, None])
def test_what_is_no_strength_has_no_rank_and_no_category(strength: Any) -> None:
    for question in (cactus_kev_rank, category):
        with pytest.raises(CardError):
            question(strength)


def test_no_hand_among_many_has_a_category_but_no_rank() -> None:
    assert list(category([0, 7462])) == [255, 8]
    with pytest.raises(CardError, match="strengths run from 1 to 7462"):
        cactus_kev_rank([0, 7462])
    assert cactus_kev_rank([]).shape == category([]).shape == (0,)


# --- threads ---


def test_a_gufunc_is_made_once_whoever_asks_first_and_travels_by_its_name() -> None:
    def ask(_: int) -> object:
        together.wait()
        return arrays.best_fives

    together = Barrier(8)
    vars(arrays).pop("best_fives", None)
    with ThreadPoolExecutor(8) as pool:
        asked = set(map(id, pool.map(ask, range(8))))
    assert asked == {id(arrays.best_fives)}
    assert pickle.loads(pickle.dumps(arrays.best_fives)) is arrays.best_fives
    with pytest.raises(AttributeError, match="no attribute 'best_sixes'"):
        arrays.best_sixes  # type: ignore[attr-defined]  # noqa: B018


def test_many_threads_evaluate_as_one_does() -> None:  # C2
    def together(hands: NDArray[np.uint8]) -> list[int]:
        return list(evaluate(hands))

    def one_by_one(hands: NDArray[np.uint8]) -> list[int]:
        return [evaluate(hand.tolist()) for hand in hands]

    chunks = [random_hands(5000, 5 + seed % 3, seed=seed) for seed in range(48)]
    few = [chunk[:200] for chunk in chunks]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(together, chunks)) == list(map(together, chunks))
        assert list(threads.map(one_by_one, few)) == list(map(one_by_one, few))


def test_a_bad_hand_in_one_thread_is_no_other_threads_business() -> None:  # C2
    good = random_hands(20_000, 7)
    bad = spoilt(good, [12_345], 2, 99)
    expected = evaluate(good)

    def outcome(spoil: bool) -> str:
        try:
            return str(np.array_equal(evaluate(bad if spoil else good), expected))
        except CardError as error:
            return str(error).split(":")[0]

    turns = [turn % 3 == 0 for turn in range(60)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(outcome, turns)) == ["hand 12345" if spoil else "True" for spoil in turns]
