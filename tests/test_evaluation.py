"""Strengths: every hand of the deck, and the hands other software got wrong."""

import inspect
import pickle
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from oracles import evaluation as oracle
from samples import random_hands, suited, unsuited

from holdem_core import (
    CardError,
    Category,
    Hand,
    best_five,
    category,
    deal,
    describe,
    evaluate,
    evaluate7,
    format_cards,
    parse_cards,
)

RANKS = "23456789TJQKA"
STRAIGHTS = ["A2345", *(RANKS[bottom : bottom + 5] for bottom in range(9))]

at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
hands_of_ids = st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True)


def by_rank(ranks: Iterable[str]) -> str:
    return "".join(sorted(ranks, key=RANKS.index))


def highest_first(ranks: Iterable[str]) -> list[int]:
    return sorted(map(RANKS.index, ranks), reverse=True)


def assert_each_beats_the_one_before(hands: Sequence[str]) -> None:
    """The hands are all the classes between the first and the last, weakest first."""
    strengths = [evaluate(hand) for hand in hands]
    assert strengths == list(range(strengths[0], strengths[0] + len(hands)))


def strengths_by_hole_cards(board: str) -> list[tuple[str, int]]:
    """Every pair of hole cards that the board leaves, with its strength."""
    left = sorted({*range(52)} - {*parse_cards(board).tolist()})
    pairs = np.array(list(combinations(left, 2)), dtype=np.uint8)
    strengths = evaluate(pairs, board)
    return [(format_cards(pair), int(strength)) for pair, strength in zip(pairs, strengths, strict=True)]


# --- every hand of the deck ---

CATEGORY_COUNTS = {
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844),
    7: (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584),
}


@cache
def sweep(cards: int) -> tuple[NDArray[np.int64], int]:
    """How many hands have each strength, and how many have another than the oracle's."""
    counts, wrong = np.zeros(1 << 16, dtype=np.int64), 0
    for hands, expected in oracle.every_hand_and_strength(cards):
        strengths = evaluate(hands)
        counts += np.bincount(strengths, minlength=1 << 16)
        wrong += int(np.count_nonzero(strengths != expected))
    return counts, wrong


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_hand_has_the_oracles_strength(cards: int) -> None:  # E27, E28
    counts, wrong = sweep(cards)
    assert counts.sum() == comb(52, cards)
    assert wrong == 0


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_category_has_its_number_of_hands(cards: int) -> None:
    counts, _ = sweep(cards)
    assert counts[0] == 0
    by_category = np.bincount(category(np.arange(1, 7463)), weights=counts[1:7463], minlength=9)
    assert tuple(by_category.astype(int).tolist()) == CATEGORY_COUNTS[cards]


def test_five_cards_make_the_strengths_1_to_7462() -> None:
    counts, _ = sweep(5)
    assert np.flatnonzero(counts).tolist() == list(range(1, 7463))
    assert evaluate("7c5d4h3s2c") == 1
    assert evaluate("AhKhQhJhTh") == 7462


def test_seven_cards_make_4824_strengths() -> None:
    counts, _ = sweep(7)
    strengths = np.flatnonzero(counts)
    assert len(strengths) == 4824
    assert strengths[0] == evaluate(unsuited("2345789")) == evaluate("9c8d7h5s4c")
    assert strengths[-1] == 7462


def test_six_cards_make_6075_strengths() -> None:
    assert np.count_nonzero(sweep(6)[0]) == 6075


def test_the_oracle_counts_every_category_itself() -> None:
    assert tuple(np.bincount(oracle.category(oracle.card_sets(5))).tolist()) == CATEGORY_COUNTS[5]


def test_random_hands_have_the_strength_that_the_oracle_gives_each_alone() -> None:
    for cards in (6, 7):
        hands = random_hands(300_000, cards)
        assert np.array_equal(evaluate(hands), oracle.strengths(hands))


def test_a_hand_is_the_best_of_its_fives() -> None:  # E14, E28
    for cards in (6, 7):
        hands = random_hands(20_000, cards)
        fives = [evaluate(hands[:, list(five)]) for five in combinations(range(cards), 5)]
        assert np.array_equal(evaluate(hands), np.max(fives, axis=0))


# --- hands that other software got wrong ---


def test_the_wheel_is_a_straight_and_the_lowest() -> None:  # E1
    straights = [unsuited(straight) for straight in STRAIGHTS]
    assert_each_beats_the_one_before([unsuited("AAAKQ"), *straights, suited("75432")])
    assert {category(evaluate(straight)) for straight in straights} == {Category.STRAIGHT}


def test_the_steel_wheel_is_a_straight_flush_and_the_lowest() -> None:  # E1
    for suit in "cdhs":
        straight_flushes = [suited(straight, suit) for straight in STRAIGHTS]
        assert_each_beats_the_one_before([unsuited("AAAAK"), *straight_flushes])
        assert evaluate(straight_flushes[-1]) == 7462


def test_the_steel_wheel_beats_a_six_high_straight() -> None:  # E1
    board = "2d3d4d5dTh"
    assert evaluate("AdKs", board) > evaluate("6c9h", board)
    assert describe("AdKs", board) == "straight flush, five high"
    assert describe("6c9h", board) == "straight, six high"
    assert describe("Ad2d3d4d5d6cKs") == "straight flush, five high"


def test_straights_do_not_go_round_the_ace() -> None:  # E1
    for ranks in ("KA234", "QKA23", "JQKA2"):
        assert category(evaluate(unsuited(ranks))) == Category.HIGH_CARD
        assert category(evaluate(suited(ranks))) == Category.FLUSH


def test_a_straight_and_a_flush_are_no_straight_flush() -> None:  # E2
    assert describe("9c Th Jh Qh Kh 2h 3h") == "flush, king, queen, jack, ten, three"
    for straight in STRAIGHTS:
        for offsuit in straight:
            hearts = set(straight) - {offsuit}
            for other in set(RANKS) - set(straight):
                if any(set(run) <= hearts | {other} for run in STRAIGHTS):
                    continue
                hand = suited(hearts | {other}) + offsuit + "c"
                assert evaluate(hand) == evaluate(suited(hearts | {other})), hand


def test_flushes_compare_card_by_card() -> None:  # E4, E5
    board = "QdJd9dKc6d"
    assert evaluate("Qc7d", board) > evaluate("5dAh", board)
    assert evaluate(suited("KT543")) > evaluate(suited("QT754"))
    flushes = [ranks for ranks in combinations(RANKS, 5) if "".join(ranks) not in STRAIGHTS and ranks != tuple("2345A")]
    weakest_first = [suited(ranks) for ranks in sorted(flushes, key=highest_first)]
    assert len(weakest_first) == 1277
    assert_each_beats_the_one_before(weakest_first)


def test_a_straight_flush_on_the_board_can_be_beaten() -> None:  # E6
    board = "3h4h5h6h7h"
    assert evaluate("8h8d", board) > evaluate("AdKc", board) == evaluate(board)
    for lower, higher in pairwise(STRAIGHTS):
        top = higher[-1]
        for holes, strength in strengths_by_hole_cards(suited(lower)):
            assert (strength > evaluate(suited(lower))) == (f"{top}h" in holes)


def test_three_of_a_kind_and_two_pairs_are_full_of_the_higher_pair() -> None:  # E7
    assert evaluate("TsTh2s3s2h3h3d") > evaluate("9s9h2s3s2h3h3d")
    assert evaluate("Jh6dJd6cJcTsTh") > evaluate("Jh6dJd6cJc9s9h")
    assert describe("TsTh2s3s2h3h3d") == "full house, threes full of tens"
    for three, low, high in permutations(RANKS, 3):
        if RANKS.index(low) < RANKS.index(high):
            assert evaluate(unsuited(3 * three + 2 * low + 2 * high)) == evaluate(unsuited(3 * three + 2 * high))


def test_two_threes_of_a_kind_are_the_higher_full_of_the_lower() -> None:  # E8
    for low, high in combinations(RANKS, 2):
        full_house = evaluate(unsuited(3 * high + 2 * low))
        for other in set(RANKS) - {low, high}:
            assert evaluate(unsuited(3 * low + 3 * high + other)) == full_house
        assert evaluate(unsuited(3 * low + 3 * high)) == full_house
    assert describe(unsuited("KKK9992")) == "full house, kings full of nines"


def test_full_houses_compare_threes_first() -> None:  # E8
    orders = sorted(permutations(RANKS, 2), key=lambda ranks: [RANKS.index(rank) for rank in ranks])
    assert_each_beats_the_one_before([unsuited(3 * three + 2 * pair) for three, pair in orders])


def test_the_third_pair_can_be_the_kicker() -> None:  # E10
    assert evaluate(unsuited("AAKKQQJ")) == evaluate(unsuited("AAKKQ"))
    for pairs in combinations(RANKS, 3):
        third, second, first = pairs
        for single in set(RANKS) - set(pairs):
            kicker = max(third, single, key=RANKS.index)
            seven = unsuited(2 * first + 2 * second + 2 * third + single)
            assert evaluate(seven) == evaluate(unsuited(2 * first + 2 * second + kicker))


def test_hole_cards_that_do_not_play_break_no_tie() -> None:  # E11
    board = "4d5s6s7d8h"
    assert evaluate("AhKs", board) == evaluate("2c3c", board) == evaluate(board)
    for holes, strength in strengths_by_hole_cards(board):
        assert (strength > evaluate(board)) == ("9" in holes), holes


def test_suited_hole_cards_below_a_flush_on_the_board_do_not_play() -> None:  # E12
    board = "3d6dTdJdAd"
    assert evaluate("2d4c", board) == evaluate("5sTc", board) == evaluate(board)
    for holes, strength in strengths_by_hole_cards(board):
        plays = any(f"{rank}d" in holes for rank in "456789TJQKA")
        assert (strength > evaluate(board)) == plays, holes


def test_a_sixth_card_breaks_no_tie() -> None:  # E14
    assert evaluate("Ah8h", "Jd7hJcKhKs") == evaluate("AsQc", "Jd7hJcKhKs") == evaluate(unsuited("KKJJA"))
    assert evaluate("Qc5h", "9cKhKd9sAh") == evaluate("5dJd", "9cKhKd9sAh") == evaluate(unsuited("KK99A"))
    for two_pairs in combinations(RANKS, 2):
        others = [rank for rank in RANKS if rank not in two_pairs]
        for low, kicker in combinations(others, 2):
            board = unsuited(two_pairs[0] * 2 + two_pairs[1] * 2 + kicker)
            assert evaluate(board + low + "s") == evaluate(board)


def test_seats_that_both_play_the_board_tie() -> None:  # E15
    board = "2d7h7s2s7c"
    assert evaluate("Ks3d", board) == evaluate("3hQs", board) == evaluate(board)
    for holes, strength in strengths_by_hole_cards(board):
        first, second = holes[0], holes[2]
        improves = "7" in holes or first == second  # quads, or a higher pair; two deuces make quads as well
        assert (strength > evaluate(board)) == improves, holes


def test_exactly_the_best_hands_win() -> None:  # E16
    strengths = evaluate(["8dQc", "8cQs", "KcQd", "AcKd"], "9s2h6d7s4c")
    assert strengths[0] == strengths[1]
    assert (strengths == strengths.max()).tolist() == [False, False, False, True]
    strengths = evaluate(["8dQc", "8cQs", "3cQd", "JcTd"], "9s2h6d7s4c")
    assert (strengths == strengths.max()).tolist() == [True, True, False, False]


def test_a_tie_of_losers_is_no_tie_for_the_pot() -> None:  # E16
    strengths = evaluate(["8dQc", "8cQs", "9d3s"], "9s2h6d7s4c")
    assert (strengths == strengths.max()).tolist() == [False, False, True]


def test_the_winners_of_random_tables_are_the_oracles() -> None:  # E16
    holes, boards = deal(20_000, 6, rng=2)
    strengths = evaluate(holes, boards[:, None, :])
    hands = np.concatenate([holes, np.repeat(boards[:, None, :], 6, axis=1)], axis=-1)
    scores = oracle.score(hands.reshape(-1, 7)).reshape(-1, 6)
    winners = strengths == strengths.max(axis=1, keepdims=True)
    assert np.array_equal(winners, scores == scores.max(axis=1, keepdims=True))
    assert (winners.sum(axis=1) > 1).any()


def test_a_straight_on_the_board_is_everybodys() -> None:  # E18
    board = "JdTcQsKs9s"
    strengths = evaluate(["9c2s", "KhJh", "Qc4h", "Qh8d"], board)
    assert set(strengths.tolist()) == {evaluate(board)}
    assert describe("9c2s", board) == "straight, king high"
    for holes, strength in strengths_by_hole_cards(board):
        assert (strength > evaluate(board)) == ("A" in holes or holes[1] == holes[3] == "s"), holes


def test_the_higher_pair_wins() -> None:  # E19
    strengths = evaluate(["9c5h", "Qh4h", "AdKs"], "9sJc3cQc8h")
    assert np.argsort(strengths).tolist() == [2, 0, 1]
    for low, high in combinations(RANKS, 2):
        best_kickers = [rank for rank in reversed(RANKS) if rank != low][:3]
        worst_kickers = [rank for rank in RANKS if rank != high][:3]
        assert evaluate(unsuited([high, high, *worst_kickers])) > evaluate(unsuited([low, low, *best_kickers]))


def test_the_higher_kicker_wins() -> None:  # E20
    board = "9c7s5h5s3c"
    assert evaluate("8hKs", board) > evaluate("4dQs", board)
    assert describe("8hKs", board) == "pair of fives, kickers king, nine, eight"


def test_kickers_that_all_lie_on_the_board_tie() -> None:  # E22
    board = "Ac Jd 3h Qs 3c"
    assert evaluate("8d5c", board) == evaluate("8c2d", board) == evaluate(unsuited("33AQJ"))


def test_straights_compare_by_their_top_card_only() -> None:  # E23
    for straight, longer in zip(STRAIGHTS, [*STRAIGHTS[1:], "none"], strict=True):
        others = [rank for rank in RANKS if rank != longer[-1]]
        for side in combinations_with_replacement(others, 2):
            assert evaluate(unsuited(by_rank([*straight, *side]))) == evaluate(unsuited(straight)), side


def test_straight_flushes_compare_by_their_top_card_only() -> None:  # E23
    for straight, longer in zip(STRAIGHTS, [*STRAIGHTS[1:], "none"], strict=True):
        for holes, strength in strengths_by_hole_cards(suited(straight)):
            assert f"{longer[-1]}h" in holes or strength == evaluate(suited(straight)), holes


def test_four_of_a_kind_compares_its_kicker() -> None:  # E25
    orders = sorted(permutations(RANKS, 2), key=lambda ranks: [RANKS.index(rank) for rank in ranks])
    assert_each_beats_the_one_before([unsuited(4 * four + kicker) for four, kicker in orders])


@pytest.mark.parametrize(("alike", "kickers"), [(3, 2), (2, 3), (1, 4)])
def test_kickers_are_compared_in_order(alike: int, kickers: int) -> None:  # E25
    hands = []
    for made in RANKS:
        others = combinations([rank for rank in RANKS if rank != made], kickers)
        for side in sorted(others, key=highest_first):
            is_straight = alike == 1 and {made, *side} in [set(straight) for straight in STRAIGHTS]
            if not is_straight and (alike > 1 or highest_first(side)[0] < RANKS.index(made)):
                hands.append(unsuited(alike * made + by_rank(side)))
    assert len(hands) == {3: 858, 2: 2860, 1: 1277}[alike]
    assert_each_beats_the_one_before(hands)


def test_two_pairs_compare_high_pair_low_pair_kicker() -> None:  # E25
    pairs = sorted(combinations(RANKS, 2), key=highest_first)
    hands = [
        unsuited(2 * high + 2 * low + kicker) for low, high in pairs for kicker in RANKS if kicker not in (low, high)
    ]
    assert len(hands) == 858
    assert_each_beats_the_one_before(hands)


def test_a_greater_strength_is_the_stronger_hand() -> None:  # E26
    assert evaluate("9hJh7d2sKc7c7h") > evaluate("9hJh7d2sKcJc5h")
    weakest_first = ["75432", "22345", "22334", "22234", "A2345", "22233", "22223"]
    strengths = [evaluate(unsuited(by_rank(ranks))) for ranks in weakest_first]
    strengths.insert(5, evaluate(suited("75432")))
    strengths.append(evaluate(suited("A2345")))
    assert strengths == sorted(strengths)
    assert [category(strength) for strength in strengths] == list(Category)


def test_six_and_seven_cards_of_every_kind_have_a_strength() -> None:  # E27
    assert describe("9h9s Kc Ts 6c 9c Th") == "full house, nines full of tens"
    assert evaluate("9h9sKcTs6c9cTh") == evaluate(unsuited("999TT"))
    assert evaluate("9h9sTs6c9cTh") == evaluate(unsuited("999TT"))


def test_two_of_four_hole_cards_and_three_of_the_board_have_a_strength() -> None:  # E28
    fives = [
        parse_cards(holes).tolist() + parse_cards(board).tolist()
        for holes in combinations(["As", "Ks", "5d", "7c"], 2)
        for board in combinations(["Ts", "7d", "8h", "4s", "2c"], 3)
    ]
    strengths = evaluate(np.array(fives))
    assert np.array_equal(strengths, oracle.strengths(np.array(fives, dtype=np.uint8)))
    assert strengths.max() == evaluate(unsuited("77AT8"))


def test_aces_and_kings_with_an_eight() -> None:  # E30
    assert describe("As8sAcKdKs8d3s") == "two pair, aces and kings, kicker eight"
    assert evaluate("As8sAcKdKs8d3s") == evaluate(unsuited("AAKK8"))


DECK = "2c3d4h5s6c7d8h9sTcJdQhKs"


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 8, 9, 12])
def test_only_five_to_seven_cards_are_a_hand(count: int) -> None:  # E29, E31
    text = DECK[: 2 * count]
    ids = parse_cards(text)
    uses: list[Callable[[], object]] = [
        lambda: evaluate(text),
        lambda: evaluate(ids.tolist()),
        lambda: evaluate(tuple(ids.tolist())),
        lambda: evaluate(ids),
        lambda: evaluate(ids.astype(np.int64)),
        lambda: evaluate(np.tile(ids, (3, 1))),
        lambda: evaluate(np.tile(ids, (3, 1)), validate=False),
        lambda: evaluate(np.tile(ids, (3, 1)).T, axis=0),
        lambda: evaluate(text[:4], text[4:]),
        lambda: evaluate(ids[:2], ids[2:]),
        lambda: evaluate(np.tile(ids[:2], (3, 1)), ids[2:]),
        lambda: evaluate(np.tile(ids[:2], (3, 1)), np.tile(ids[2:], (1, 1)), validate=False),
        lambda: best_five(text),
        lambda: best_five(ids[:2], ids[2:]),
        lambda: Hand(text),
        lambda: Hand(text[:4], text[4:]),
        lambda: describe(text),
    ]
    for use in uses:
        with pytest.raises(CardError, match=rf"5 to 7 cards, not {count}\b"):
            use()


@pytest.mark.parametrize("count", [6, 8])
def test_evaluate7_takes_seven_cards(count: int) -> None:  # E29, E31
    with pytest.raises(TypeError):
        evaluate7(*range(count))


# --- suits and order ---


@at_any_speed
@given(hands_of_ids, st.permutations(range(4)))
def test_suits_can_change_places(cards: list[int], suits: list[int]) -> None:
    assert evaluate([card // 4 * 4 + suits[card % 4] for card in cards]) == evaluate(cards)


@at_any_speed
@given(st.data())
def test_cards_can_lie_in_any_order(data: st.DataObject) -> None:
    cards = data.draw(hands_of_ids)
    again = data.draw(st.permutations(cards))
    split = data.draw(st.integers(0, len(cards)))
    assert evaluate(again) == evaluate(cards)
    assert evaluate(np.array(again[:split], dtype=np.uint8), np.array(again[split:], dtype=np.uint8)) == evaluate(cards)


def test_suits_can_change_places_in_arrays() -> None:
    for cards in (5, 6, 7):
        suited_hands = random_hands(20_000, cards, seed=3) % 20 + 32  # five ranks only: flushes and pairs abound
        hands = suited_hands[[len(set(hand)) == cards for hand in suited_hands.tolist()]]
        for suits in permutations(range(4)):
            relabelled = hands // 4 * 4 + np.array(suits, dtype=np.uint8)[hands % 4]
            assert np.array_equal(evaluate(relabelled), evaluate(hands))


# --- one hand from text ---------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 51), unique=True, min_size=5, max_size=7), st.integers(0, 7), st.randoms())
def test_a_text_has_the_strength_of_its_ids(cards: list[int], held: int, chance: random.Random) -> None:
    letters = "".join(chance.choice((letter.lower(), letter.upper())) for letter in format_cards(cards))
    strength = evaluate(cards)
    assert evaluate(letters) == strength
    assert evaluate(letters[: 2 * held], letters[2 * held :]) == strength
    assert evaluate(f"{letters[:2]}, {letters[2:]}") == strength
    assert evaluate(format_cards(cards, unicode=True)) == strength
    assert type(evaluate(letters)) is int


@given(
    st.text(alphabet="AKT9chsx \u2665\u00e9\U0001f0a1", max_size=16), st.none() | st.text(alphabet="23dc", max_size=6)
)
def test_a_text_is_read_or_refused_as_the_cards_module_does(text: str, board: str | None) -> None:
    try:
        cards = [*parse_cards(text).tolist(), *(parse_cards(board).tolist() if board is not None else [])]
        expected: int | None = evaluate(cards)
    except CardError:
        expected = None
    if expected is None:
        with pytest.raises(CardError):
            evaluate(text, board)
    else:
        assert evaluate(text, board) == expected


def test_the_function_of_texts_is_pickled_by_name_and_shows_its_signature() -> None:
    assert pickle.loads(pickle.dumps(evaluate)) is evaluate
    assert list(inspect.signature(evaluate).parameters) == ["cards", "board", "validate", "out", "axis", "threads"]
    with pytest.raises(TypeError):
        evaluate()
    with pytest.raises(TypeError):
        evaluate("AhKhQhJhTh", None, True)
