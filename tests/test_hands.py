"""What hands are called: categories, the best five, kickers, words, and ``Hand`` as a value."""

import copy
import pickle
import re
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from oracles import evaluation as oracle

from holdem_core import (
    CardError,
    Category,
    Hand,
    best_five,
    category,
    deal,
    describe,
    evaluate,
    format_cards,
    parse_cards,
)

RANK_WORDS = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]

at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def parted_hands(draw: st.DrawFn) -> tuple[str, str]:
    """Hole cards and a board that make a hand together; the board may be empty."""
    cards = draw(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
    parted_at = draw(st.sampled_from([2, len(cards)]))
    return format_cards(cards[:parted_at]), format_cards(cards[parted_at:])


@cache
def one_hand_of_each_strength() -> NDArray[np.uint8]:
    """uint8[7462, 5], weakest first."""
    hands = oracle.card_sets(5)
    return hands[np.unique(oracle.strengths(hands), return_index=True)[1]]


DECKS: dict[str, list[int]] = {
    "the whole deck": [],
    "two suits": [card for card in range(52) if card % 4 > 1],
    "five ranks": [card for card in range(52) if card < 32],
    "low cards and aces": [card for card in range(52) if 20 <= card < 48],
}


def random_hands(deck: str, cards: int) -> NDArray[np.uint8]:
    """Hands of part of the deck, so that rare categories are common."""
    holes, boards = deal(20_000, 1, board=cards - 2, dead=DECKS[deck], rng=1)
    return np.concatenate([holes[:, 0], boards], axis=1)


# --- categories ---


def test_categories_are_ordered_weakest_first() -> None:
    assert [member.name for member in Category] == [
        "HIGH_CARD",
        "PAIR",
        "TWO_PAIR",
        "THREE_OF_A_KIND",
        "STRAIGHT",
        "FLUSH",
        "FULL_HOUSE",
        "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
    ]
    assert [int(member) for member in Category] == list(range(9))


def test_every_strength_has_the_oracles_category() -> None:
    expected = oracle.category(one_hand_of_each_strength())
    strengths = np.arange(1, 7463)
    categories = category(strengths)
    assert categories.dtype == np.uint8
    assert np.array_equal(categories, expected)
    assert [category(strength) for strength in strengths.tolist()] == expected.tolist()


def test_the_category_of_one_strength_is_a_member() -> None:
    for strength in (7462, np.uint16(7462), np.int64(7462)):
        assert category(strength) is Category.STRAIGHT_FLUSH
    assert category(1) is Category.HIGH_CARD


def test_no_hand_has_no_category() -> None:
    for nothing in (0, np.uint16(0)):
        with pytest.raises(CardError):
            category(nothing)
    assert category(np.array([0, 1, 7462])).tolist() == [255, 0, 8]
    assert category([0, 7462]).tolist() == [255, 8]


@pytest.mark.parametrize("dtype", np.typecodes["AllInteger"])
def test_categories_keep_the_shape_of_the_strengths(dtype: str) -> None:
    strengths = np.array([[1, 100, 0], [127, 2, 3]], dtype=dtype)
    assert category(strengths).tolist() == [[0, 0, 255], [0, 0, 0]]
    assert category(strengths[:, :0]).shape == (2, 0)


@pytest.mark.parametrize("strength", [-1, 7463, 65536, True, 1.0, None, "1", [-1], [7463], [2**40], [1.5], ["pair"]])
def test_what_is_no_strength_has_no_category(strength: Any) -> None:
    with pytest.raises(CardError):
        category(strength)


# --- the best five ---


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("2c KdKh KsKc Ah3d", "KKKKA"),
        ("9h9sKcTs6c9cTh", "999TT"),
        ("TsTh2s3s2h3h3d", "333TT"),
        ("KsKdKc9h9s9c2d", "KKK99"),
        ("2h7h 5hAh Kh Js 3h", "AK753"),
        ("9dThJsQcKh2h3h", "KQJT9"),
        ("Ad2d3d4d5d6cKs", "5432A"),
        ("Ac2d3h4s5c5dKs", "5432A"),
        ("As2d3h4s5c6dKs", "65432"),
        ("2c7h7dAhQsKs7c", "777AK"),
        ("As8sAcKdKs8d3s", "AAKK8"),
        ("AcAdKhKsQcQdJs", "AAKKQ"),
        ("4c9h9dAhQsKs2c", "99AKQ"),
        ("4c9h7dAhQsKs2c", "AKQ97"),
        ("4c9h7dQsKs", "KQ974"),
        ("2cAh3d4s5c", "5432A"),
    ],
)
def test_the_best_five_lie_as_a_person_would_lay_them_down(cards: str, five: str) -> None:
    assert format_cards(best_five(cards))[::2] == five
    assert format_cards(Hand(cards).best_five)[::2] == five


def assert_laid_down_well(fives: NDArray[np.uint8]) -> None:
    """Ranks that are held most often come first, then high ones; in a wheel the ace comes last."""
    ranks = (fives >> 2).astype(int)
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    in_order = (np.diff(alike * 13 + ranks, axis=1) <= 0).all(axis=1)
    is_wheel = (np.sort(ranks, axis=1) == [0, 1, 2, 3, 12]).all(axis=1)
    in_order[is_wheel] = (ranks[is_wheel] == [3, 2, 1, 0, 12]).all(axis=1)
    straight_wheel = is_wheel & np.isin(oracle.category(fives), [oracle.STRAIGHT, oracle.STRAIGHT_FLUSH])
    assert np.array_equal(straight_wheel, is_wheel)
    assert in_order.all()


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("deck", DECKS)
def test_the_best_five_are_cards_of_the_hand_and_as_strong(deck: str, cards: int) -> None:
    hands = random_hands(deck, cards)
    fives = best_five(hands)
    assert fives.dtype == np.uint8
    assert fives.shape == (len(hands), 5)
    assert (fives[:, :, None] == hands[:, None, :]).any(axis=2).all()
    assert (np.diff(np.sort(fives, axis=1).astype(int)) > 0).all()
    assert np.array_equal(oracle.score(fives), oracle.score(hands))
    assert_laid_down_well(fives)


def test_the_best_five_of_each_strength_lie_well() -> None:
    hands = one_hand_of_each_strength()
    assert np.array_equal(np.sort(best_five(hands)), np.sort(hands))
    assert_laid_down_well(best_five(hands))


def test_cards_on_the_board_are_taken_first() -> None:
    assert format_cards(best_five("9cAd", "9sThJdQcKh")) == "AdKhQcJdTh"
    assert format_cards(best_five("Ts2d", "9sThJdQcKh")) == "KhQcJdTh9s"
    assert format_cards(best_five("Kc2d", "KsKhQcQd2h")) == "KhKsKcQdQc"
    assert format_cards(best_five("QhQs", "KsKhKdQc2h"))[6:] in ("QcQs", "QcQh", "QsQc", "QhQc")
    holes, boards = deal(20_000, 1, dead=DECKS["five ranks"], rng=2)
    play_board = evaluate(boards) == evaluate(holes[:, 0], boards)
    fives = best_five(holes[play_board, 0], boards[play_board])
    assert play_board.any()
    assert np.array_equal(np.sort(fives), np.sort(boards[play_board]))


def test_best_fives_have_the_leading_shape() -> None:
    hands = random_hands("the whole deck", 7)[:60].reshape(3, 4, 5, 7)
    assert best_five(hands).shape == (3, 4, 5, 5)
    assert best_five(hands[:0]).shape == (0, 4, 5, 5)
    assert best_five(hands[0, 0, 0]).shape == (5,)
    assert np.array_equal(best_five(hands)[2, 3, 4], best_five(hands[2, 3, 4]))


@pytest.mark.parametrize("dtype", ["u1", "i1", ">i2", "<u4", ">i8", "u8"])
def test_best_fives_of_any_integer_type_and_layout(dtype: str) -> None:
    hands = random_hands("the whole deck", 7)[:500]
    expected = best_five(hands)
    assert np.array_equal(best_five(hands.astype(dtype)), expected)
    assert np.array_equal(best_five(np.asfortranarray(hands.astype(dtype))), expected)
    assert np.array_equal(best_five(hands.astype(dtype)[::-1])[::-1], expected)
    assert np.array_equal(best_five(hands[:, :2].astype(dtype), hands[:, 2:]), expected)


def test_best_fives_of_texts() -> None:
    assert best_five(["AhKhQhJhTh2c3d", "2c2d2h2s5c4d3h"]).tolist() == [
        parse_cards("AhKhQhJhTh").tolist(),
        best_five("2c2d2h2s5c4d3h").tolist(),
    ]
    assert best_five(["AhKh", "2c2d"], "QhJhTh").shape == (2, 5)


def test_best_fives_broadcast_hole_cards_and_boards() -> None:
    holes, boards = deal(50, 6, rng=3)
    fives = best_five(holes, boards[:, None, :])
    assert fives.shape == (50, 6, 5)
    assert np.array_equal(evaluate(fives), evaluate(holes, boards[:, None, :]))


def test_best_five_names_the_first_bad_hand_and_counts_them() -> None:
    hands = random_hands("the whole deck", 7)[:50].astype(np.int64)
    hands[20, 3] = 300
    hands[30, 6] = hands[30, 1]
    with pytest.raises(CardError, match=r"^hand 20: card 3 is 300\b.*; 2 of 50 hands are bad"):
        best_five(hands)
    with pytest.raises(CardError, match=r"300\b"):
        best_five(hands[:, :2], hands[:, 2:])


# --- the words ---


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AhKdJs9c4h", "ace high, kickers king, jack, nine, four"),
        ("AhAdKsQcJh", "pair of aces, kickers king, queen, jack"),
        ("AhAdKsKcQh", "two pair, aces and kings, kicker queen"),
        ("AhAdAsKcQh", "three of a kind, aces, kickers king, queen"),
        ("Ah2d3s4c5h", "straight, five high"),
        ("KhQhJhTh3h", "flush, king, queen, jack, ten, three"),
        ("3h3d3sTcTh", "full house, threes full of tens"),
        ("AhAdAsAcKh", "four of a kind, aces, kicker king"),
        ("9h8h7h6h5h", "straight flush, nine high"),
        ("AhKhQhJhTh", "royal flush"),
        ("Ah2h3h4h5h", "straight flush, five high"),
        ("AhKdQsJcTh", "straight, ace high"),
        ("7h5d4s3c2h", "seven high, kickers five, four, three, deuce"),
        ("6h6d2s2c3h", "two pair, sixes and deuces, kicker three"),
        ("6h6d6s2c2h", "full house, sixes full of deuces"),
        ("2h2d2s2c6h", "four of a kind, deuces, kicker six"),
        ("6h6d6s8c7h", "three of a kind, sixes, kickers eight, seven"),
        ("6h6d5s4c2h", "pair of sixes, kickers five, four, deuce"),
    ],
)
def test_each_category_has_its_words(cards: str, words: str) -> None:
    assert describe(cards) == words
    assert describe(cards[:4], cards[4:]) == words
    assert str(Hand(cards)) == words


def test_every_rank_has_its_word_and_its_plural() -> None:
    plurals = [f"{word}es" if word == "six" else f"{word}s" for word in RANK_WORDS]
    for rank, plural in zip("23456789TJQKA", plurals, strict=True):
        kickers = [other for other in "AKQJ" if other != rank][:3]
        hand = f"{rank}h{rank}d" + "".join(kicker + "c" for kicker in kickers)
        assert describe(hand).startswith(f"pair of {plural}, kickers ")


def words_for(hand: list[int], kind: int) -> str:
    """The words for five cards of a category, from the ranks by how often they are held."""
    ranks = [card // 4 for card in hand]
    held = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    top = RANK_WORDS[3 if held[:2] == [12, 3] else held[0]]
    first, *others = (RANK_WORDS[rank] for rank in held)
    many = [f"{word}es" if word == "six" else f"{word}s" for word in (first, *others)]
    return {
        oracle.HIGH_CARD: f"{first} high, kickers {', '.join(others)}",
        oracle.PAIR: f"pair of {many[0]}, kickers {', '.join(others)}",
        oracle.TWO_PAIR: f"two pair, {many[0]} and {many[1]}, kicker {others[-1]}",
        oracle.TRIPS: f"three of a kind, {many[0]}, kickers {', '.join(others)}",
        oracle.STRAIGHT: f"straight, {top} high",
        oracle.FLUSH: f"flush, {', '.join((first, *others))}",
        oracle.FULL_HOUSE: f"full house, {many[0]} full of {many[1]}",
        oracle.QUADS: f"four of a kind, {many[0]}, kicker {others[0]}",
        oracle.STRAIGHT_FLUSH: "royal flush" if top == "ace" else f"straight flush, {top} high",
    }[kind]


@cache
def words_of_each_strength() -> list[str]:
    return [describe(hand) for hand in one_hand_of_each_strength()]


def test_every_strength_has_words_of_its_own() -> None:
    hands = one_hand_of_each_strength()
    assert words_of_each_strength() == list(map(words_for, hands.tolist(), oracle.category(hands).tolist()))
    assert len(set(words_of_each_strength())) == 7462


def test_equal_strengths_have_equal_words() -> None:
    hands = oracle.card_sets(5)[::-1]
    last_of_each = hands[np.unique(oracle.strengths(hands), return_index=True)[1]]
    assert [describe(hand) for hand in last_of_each] == words_of_each_strength()
    for deck in DECKS:
        for cards in (6, 7):
            for hand in random_hands(deck, cards)[:1000]:
                assert describe(hand) == words_of_each_strength()[evaluate(hand) - 1]


def test_words_are_plain() -> None:
    for words in words_of_each_strength():
        assert re.fullmatch(r"[a-z]+( [a-z]+)*(, [a-z]+( [a-z]+)*)*", words)


# --- kickers, and playing the board ---


@pytest.mark.parametrize(
    ("cards", "kickers"),
    [
        ("4c9h7dAhQsKs2c", "KQ97"),
        ("4c9h9dAhQsKs2c", "AKQ"),
        ("As8sAcKdKs8d3s", "8"),
        ("2c7h7dAhQsKs7c", "AK"),
        ("9dThJsQcKh2h3h", ""),
        ("2h7h5hAhKhJs3h", ""),
        ("9h9sKcTs6c9cTh", ""),
        ("2cKdKhKsKcAh3d", "A"),
        ("Ad2d3d4d5d6cKs", ""),
        ("AhKhQhJhTh", ""),
    ],
)
def test_kickers_are_the_cards_that_only_break_ties(cards: str, kickers: str) -> None:
    hand = Hand(cards)
    assert format_cards(hand.kickers)[::2] == kickers
    assert hand.kickers.dtype == np.uint8
    assert hand.kickers.tolist() == hand.best_five.tolist()[5 - len(kickers) :]


def test_kickers_count_wherever_they_lie() -> None:
    assert format_cards(Hand("8hKs", "9c7s5h5s3c").kickers) == "Ks9c8h"
    assert format_cards(Hand("5c2d", "AhKsQd5h9c").kickers) == "AhKsQd"


@pytest.mark.parametrize(
    ("holes", "board", "plays"),
    [
        ("AhKs", "4d5s6s7d8h", True),
        ("9hKs", "4d5s6s7d8h", False),
        ("2d4c", "3d6dTdJdAd", True),
        ("4d2c", "3d6dTdJdAd", False),
        ("Ks3d", "2d7h7s2s7c", True),
        ("3s3d", "2d7h7s2s7c", False),
        ("2c3d", "AhKhQhJhTh", True),
        ("AsKs", "AhKdQcJhTh", True),
        ("8d5c", "AcJd3hQs3c", True),
        ("KdKs", "AcJd3hQs3c", False),
        ("2d3d", "AcKcJd9h7s", True),
        ("8d3d", "AcKcJd9h7s", False),
        ("QhJs", "AcAdKhKsQd", True),
        ("QhQs", "AcAdKhKsQd", False),
        ("AhKs", "4d5s6s", False),
        ("AhKs", "4d5s6s7d", False),
        ("AhKs4d5s6s7d8h", "", False),
    ],
)
def test_a_hand_plays_the_board_when_the_board_is_as_strong(holes: str, board: str, plays: bool) -> None:  # E11, E15
    assert Hand(holes, board).plays_board is plays


def test_playing_the_board_agrees_with_the_oracle() -> None:
    for deck in ("the whole deck", "five ranks"):
        hands = random_hands(deck, 7)[:2000]
        expected = oracle.score(hands[:, 2:]) == oracle.score(hands)
        assert [Hand(hand[:2], hand[2:]).plays_board for hand in hands] == expected.tolist()


# --- a hand as a value ---


def test_a_hand_knows_its_cards() -> None:
    hand = Hand("AhKd", "AsKc7d5h2c")
    assert (format_cards(hand.cards), format_cards(hand.board)) == ("AhKd", "AsKc7d5h2c")
    assert hand.strength == evaluate("AhKdAsKc7d5h2c")
    assert type(hand.strength) is int
    assert hand.category is Category.TWO_PAIR
    assert format_cards(hand.best_five) == "AsAhKcKd7d"
    assert str(hand) == describe("AhKd", "AsKc7d5h2c") == "two pair, aces and kings, kicker seven"


def test_a_hand_takes_cards_in_every_form() -> None:
    forms: list[Any] = ["AhKd", "ah, kd", ["Ah", "Kd"], [50, 45], (50, "Kd"), np.array([50, 45]), parse_cards("AhKd")]
    for cards in forms:
        assert repr(Hand(cards, "AsKc7d5h2c")) == "Hand('AhKd', 'AsKc7d5h2c')"


def test_hands_compare_by_strength() -> None:
    weaker, stronger = Hand("QhQd", "AsKc7d5h2c"), Hand("AhKd", "AsKc7d5h2c")
    tied = Hand("AdKh7c", "AsKc")
    assert weaker < stronger
    assert weaker <= stronger
    assert stronger > weaker
    assert stronger >= weaker
    assert weaker != stronger
    assert stronger == tied
    assert stronger <= tied
    assert stronger >= tied
    assert not stronger < tied
    assert not stronger > tied
    assert max([weaker, stronger]) is stronger
    assert sorted([stronger, weaker]) == [weaker, stronger]


@at_any_speed
@given(parted_hands(), parted_hands())
def test_comparing_hands_is_comparing_strengths(one: tuple[str, str], other: tuple[str, str]) -> None:
    first, second = Hand(*one), Hand(*other)
    assert (first < second) == (first.strength < second.strength)
    assert (first <= second) == (first.strength <= second.strength)
    assert (first > second) == (first.strength > second.strength)
    assert (first >= second) == (first.strength >= second.strength)
    assert (first == second) == (first.strength == second.strength)
    assert (first != second) == (first.strength != second.strength)


def test_hands_that_tie_are_equal_and_hash_alike() -> None:
    ties = [Hand("AhKs", "4d5s6s7d8h"), Hand("2c3c", "4d5s6s7d8h"), Hand("4c5c6d7h8s")]
    assert len(set(ties)) == 1
    assert len({hash(hand) for hand in ties}) == 1
    assert len({*ties, Hand("9c3c", "4d5s6s7d8h")}) == 2


@pytest.mark.parametrize("other", [7462, "royal flush", None, (1, 2)])
def test_a_hand_is_compared_with_hands_only(other: Any) -> None:
    hand = Hand("AhKhQhJhTh")
    assert hand != other
    compare: list[Callable[[], bool]] = [
        lambda: hand < other,
        lambda: hand <= other,
        lambda: hand > other,
        lambda: hand >= other,
    ]
    for use in compare:
        with pytest.raises(TypeError):
            use()


def assert_same(one: Hand, other: Hand) -> None:
    assert type(other) is Hand
    assert other == one
    assert other.cards.tolist() == one.cards.tolist()
    assert other.board.tolist() == one.board.tolist()
    assert other.best_five.tolist() == one.best_five.tolist()
    assert (repr(other), str(other)) == (repr(one), str(one))


@at_any_speed
@given(parted_hands())
def test_hands_survive_pickle_copy_and_repr(cards: tuple[str, str]) -> None:
    hand = Hand(*cards)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert_same(hand, pickle.loads(pickle.dumps(hand, protocol)))
    assert_same(hand, copy.copy(hand))
    assert_same(hand, copy.deepcopy(hand))
    assert_same(hand, eval(repr(hand), {"Hand": Hand}))


def test_the_repr_is_the_call_that_makes_the_hand() -> None:
    assert repr(Hand("ah kd", "as,kc,7d,5h,2c")) == "Hand('AhKd', 'AsKc7d5h2c')"
    assert repr(Hand("AhKdAsKc7d")) == "Hand('AhKdAsKc7d')"


def test_a_hand_never_changes() -> None:
    hand = Hand("AhKd", "AsKc7d5h2c")
    for name in ("strength", "cards", "board", "category", "best_five", "kickers", "plays_board", "anything"):
        with pytest.raises(AttributeError):
            setattr(hand, name, 1)
        with pytest.raises(AttributeError):
            delattr(hand, name)
    with pytest.raises(AttributeError, match="never changes; make another"):
        hand.__init__("2c3d4h5s7c")  # type: ignore[misc]
    for cards in (hand.cards, hand.board, hand.best_five, hand.kickers):
        with pytest.raises(ValueError, match="read-only"):
            cards[0] = 0
    assert hand.strength == evaluate("AhKdAsKc7d5h2c")


def test_a_hand_does_not_change_with_the_array_it_was_made_of() -> None:
    cards = parse_cards("AhKdAsKc7d")
    hand = Hand(cards)
    cards[:] = parse_cards("2c3c4c5c7h")
    assert format_cards(hand.cards) == "AhKdAsKc7d"


def test_the_same_card_in_the_hand_and_on_the_board_is_named() -> None:  # P4
    for shared in combinations(["As", "Kc", "7d"], 2):
        with pytest.raises(CardError, match=rf"({shared[0]}{shared[1]}|{shared[1]}{shared[0]}) "):
            Hand("".join(shared), "AsKc7d5h2c")
    for use in (Hand, describe, evaluate):
        with pytest.raises(CardError, match=r"^7h is in the hand and on the board"):
            use("7hAh", "7hAcKdQs2c")
