"""Cards as text and as ids, and random deals."""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from holdem_core import (
    NO_CARD,
    CardError,
    Hand,
    HoldemError,
    OptionError,
    best_five,
    cactus_kev_rank,
    category,
    deal,
    describe,
    equity,
    evaluate,
    format_cards,
    next_card_equities,
    parse_cards,
)
from holdem_core import cards as dealer
from holdem_core.table import Game

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_TEXTS = ("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")
VARIATION_SELECTOR = "\ufe0f"

at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
card_lists = st.lists(st.integers(0, 51), unique=True, max_size=52)


@st.composite
def written_cards(draw: st.DrawFn) -> tuple[list[int], str]:
    """Some cards, and one of the many ways to write them."""
    cards = draw(card_lists)
    text = draw(st.sampled_from(["", " ", ",", "\n"]))
    for card in cards:
        rank, suit = RANKS[card // 4], SUIT_TEXTS[card % 4]
        text += draw(st.sampled_from([rank, rank.lower(), *(["10"] if rank == "T" else [])]))
        text += draw(st.sampled_from(suit))
        text += draw(st.sampled_from(["", VARIATION_SELECTOR])) if not text[-1].isascii() else ""
        text += draw(st.sampled_from(["", " ", ",", ", ", "\t", "  "]))
    return cards, text


# --- text and ids ---


def test_a_card_id_is_four_times_the_rank_and_the_suit() -> None:
    deck = "".join(rank + suit for rank in RANKS for suit in SUITS)
    assert parse_cards(deck).tolist() == list(range(52))
    assert format_cards(range(52)) == deck
    assert parse_cards("2c 2d 2h 2s 3c Ac As").tolist() == [0, 1, 2, 3, 4, 48, 51]
    assert NO_CARD == 255


def test_parsed_cards_are_a_byte_array_of_the_callers_own() -> None:
    cards = parse_cards("AhKd")
    assert cards.dtype == np.uint8
    assert cards.shape == (2,)
    cards[0] = 0
    assert parse_cards("AhKd").tolist() == [50, 45]


def test_cards_stand_side_by_side_or_behind_spaces_and_commas() -> None:
    for text in ("AhKdTc", "Ah Kd Tc", "Ah,Kd,Tc", " Ah, Kd ,\tTc\n", "AhKd Tc"):
        assert format_cards(parse_cards(text)) == "AhKdTc"


def test_cards_come_from_sequences_of_texts_and_ids() -> None:
    same: list[Any] = [
        ["Ah", "Kd", "2c"],
        ("AhKd", "2c"),
        [50, "Kd", 0],
        [50, 45, 0],
        np.array([50, 45, 0], dtype=np.int64),
        np.array(["Ah", "Kd", "2c"]),
        [np.uint8(50), np.int16(45), 0],
        (card for card in ("Ah", "Kd", "2c")),
    ]
    for cards in same:
        assert parse_cards(cards).tolist() == [50, 45, 0]


def test_no_cards_are_no_cards() -> None:
    for nothing in ("", " ", ",", [], (), [""]):
        assert parse_cards(nothing).shape == (0,)
    assert format_cards([]) == ""


@at_any_speed
@given(written_cards())
@example(([50, 33], "Ah 10d"))
def test_every_way_to_write_cards_reads_as_the_same_cards(written: tuple[list[int], str]) -> None:
    cards, text = written
    assert parse_cards(text).tolist() == cards


@at_any_speed
@given(card_lists, st.booleans())
def test_cards_survive_text_and_back(cards: list[int], unicode: bool) -> None:
    text = format_cards(cards, unicode=unicode)
    assert len(text) == 2 * len(cards)
    assert parse_cards(text).tolist() == cards


@at_any_speed
@given(st.text(max_size=20) | st.text("23456789TJQKA10cdhs♣♧♠\ufe0f, x", max_size=20))
def test_text_is_read_or_refused_and_never_anything_else(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError:
        return
    assert parse_cards(format_cards(cards)).tolist() == cards.tolist()


def test_ten_may_be_written_as_a_number() -> None:  # P1
    assert parse_cards("10d").tolist() == parse_cards("Td").tolist()
    assert describe("Qh Kh Js 2d Qd 10d 9s") == "straight, king high"
    assert format_cards(parse_cards("10c10d,10h 10s")) == "TcTdThTs"
    for text in ("1d", "0d", "100d", "1 0d", "10", "101d", "11d"):
        with pytest.raises(CardError):
            parse_cards(text)


def test_ranks_and_suits_may_be_in_any_case() -> None:  # P3
    for text in ("ah", "AH", "aH", "Ah"):
        assert format_cards(parse_cards(text)) == "Ah"
    assert format_cards(parse_cards("tS")) == "Ts"
    for card in range(52):
        name = format_cards([card])
        for text in (name.lower(), name.upper(), name.swapcase()):
            assert parse_cards(text).tolist() == [card]


def test_suits_may_be_black_or_white_signs() -> None:  # P5
    assert format_cards(parse_cards("A♠ K♥ Q♦ J♣")) == "AsKhQdJc"
    assert format_cards(parse_cards("A♤ K♡ Q♢ J♧")) == "AsKhQdJc"
    assert format_cards(parse_cards("A♠\ufe0fK♥\ufe0fQ♦\ufe0fJ♣\ufe0f")) == "AsKhQdJc"
    assert format_cards(parse_cards("10♥\ufe0f, a♤\ufe0f")) == "ThAs"
    assert format_cards([51, 46, 41, 36], unicode=True) == "A♠K♥Q♦J♣"


@pytest.mark.parametrize(
    ("text", "position", "code_point"),
    [
        ("🂡", 0, "U+1F0A1"),
        ("Ah🂡", 2, "U+1F0A1"),
        ("A★", 1, "U+2605"),
        ("\u0410h", 0, "U+0410"),  # a Cyrillic A
        ("Kd A\uff48", 4, "U+FF48"),  # a full-width h
        ("A♥\ufe0f\ufe0f", 3, "U+FE0F"),
        ("\u200bAh", 0, "U+200B"),
    ],
)
def test_odd_characters_are_named_by_their_code_point(text: str, position: int, code_point: str) -> None:  # P5
    with pytest.raises(CardError) as refused:
        parse_cards(text)
    assert code_point in str(refused.value)
    assert f"position {position} " in str(refused.value)


@pytest.mark.parametrize(
    ("text", "bad", "position"),
    [
        ("AhKx", "x", 3),
        ("AhXd", "X", 2),
        ("Ah Kd;Qc", ";", 5),
        ("hA", "h", 0),
        ("AhK", "K", 2),
        ("Ah K", "K", 3),
        ("Ah10", "10", 2),
        ("A h", " ", 1),
        ("AhhKd", "h", 2),
    ],
)
def test_bad_text_is_named_with_its_position(text: str, bad: str, position: int) -> None:
    with pytest.raises(CardError) as refused:
        parse_cards(text)
    assert f"'{bad}' at position {position} " in str(refused.value)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("card", [-1, 52, 255, 256, 2**70, np.int64(-1), 1.0, None, True, b"Ah", np.float64(3)])
def test_what_is_no_card_is_refused_with_its_place(card: Any) -> None:
    with pytest.raises(CardError, match=r"^item 1 is "):
        parse_cards(["Ah", card])
    with pytest.raises(CardError, match=r"^item 0 is "):
        format_cards([card])


@pytest.mark.parametrize("card", [-1, 52, 255, 256, 2**40])
def test_an_id_out_of_range_is_refused_with_its_place(card: int) -> None:
    with pytest.raises(CardError, match=rf"^item 1 is {card}\b"):
        parse_cards([50, card])
    with pytest.raises(CardError, match=rf"^item 1 is {card}\b"):
        format_cards([50, card])


@pytest.mark.parametrize("cards", [5, None, 3.5, {50: "Ah"}, b"AhKh", bytearray(b"AhKh"), Hand("AhKhQhJhTh")])
def test_cards_are_text_or_a_flat_sequence(cards: Any) -> None:
    with pytest.raises(CardError, match=rf"^cards are text or a sequence of ids, not {re.escape(repr(cards))}"):
        parse_cards(cards)


@pytest.mark.parametrize("cards", [np.array(5), np.array([[0, 1], [2, 3]])])
def test_arrays_of_cards_are_flat(cards: Any) -> None:
    with pytest.raises(CardError, match="flat sequence, not an array of shape"):
        parse_cards(cards)


def test_ids_may_come_in_bytes_and_sets() -> None:
    assert parse_cards(bytes([50, 33])).tolist() == [50, 33]
    assert sorted(parse_cards({50, 33}).tolist()) == [33, 50]


@pytest.mark.parametrize("read", [parse_cards, format_cards, evaluate, category, cactus_kev_rank])
@pytest.mark.parametrize("number", [10**5000, -(10**5000)], ids=["above", "below"])
def test_a_number_too_long_to_be_written_is_refused_as_any_other(read: Callable[[Any], Any], number: int) -> None:
    with pytest.raises(CardError, match="a number of thousands of digits"):
        read(number if read in (category, cactus_kev_rank) else [number])


def test_lists_of_different_lengths_are_no_ids() -> None:
    with pytest.raises(CardError, match=r"^ids are lists of different lengths, .*; \[1\] is of another length"):
        format_cards([[50], [33, 7]])


def test_every_refusal_is_a_value_error_and_the_librarys_own() -> None:
    assert issubclass(CardError, HoldemError)
    assert issubclass(CardError, ValueError)


# --- a card twice (P4, E21, E30) ---


@pytest.mark.parametrize(
    "cards", ["7h7h", "7h 7H", "Ts10s", "A♠A♤", ["7h", "7h"], ["7h", 22], [22, 22], ("Ah7h", "7h"), np.array([22, 22])]
)
def test_a_card_twice_in_a_hand_is_refused(cards: Any) -> None:  # P4, E21
    with pytest.raises(CardError, match=r"(7h|Ts|As) stands twice"):
        parse_cards(cards)


TWICE: dict[str, Callable[[], object]] = {
    "in one hand": lambda: evaluate("7h7hAcKdQs"),
    "in a hand of ids": lambda: evaluate([22, 22, 48, 45, 43]),
    "in a hand of seven": lambda: evaluate("7h2cAcKdQs3d7h"),
    "in an array": lambda: evaluate(np.array([22, 22, 48, 45, 43])),
    "in a list of hands": lambda: evaluate(["AhKhQhJhTh", "7h7hAcKdQs"]),
    "in hand and board": lambda: evaluate("7hAh", "7hAcKdQs2c"),
    "in the hole": lambda: evaluate("7h7h", "5cAcKdQs2c"),
    "on the board": lambda: evaluate("3h7h", "5cAcKd5c2c"),
    "in hand and board, arrays": lambda: evaluate(np.array([22, 50]), np.array([22, 48, 45, 43, 0])),
    "in a deck that was not cleared": lambda: evaluate("2h2sJc", "Kc2h7h5c"),
    "in many hands and a board": lambda: evaluate(["AhKh", "7h2s"], "7hAcKdQs2c"),
    "in Hand": lambda: Hand("7h7hAcKdQs"),
    "in Hand and board": lambda: Hand("7hAh", "7hAcKdQs2c"),
    "in best_five": lambda: best_five("7h7hAcKdQs"),
    "in best_five and board": lambda: best_five("7hAh", "7hAcKdQs2c"),
    "in describe and board": lambda: describe("7hAh", "7hAcKdQs2c"),
    "in dead": lambda: deal(1, 2, dead="7h7h"),
}


@pytest.mark.parametrize("use", TWICE.values(), ids=TWICE.keys())
def test_a_card_twice_is_refused_wherever_it_lies(use: Callable[[], object]) -> None:  # P4, E30
    with pytest.raises(CardError, match=r"7h|5c|2h"):
        use()


# --- deals ---


def test_deals_have_the_shapes_asked_for() -> None:
    holes, boards = deal(10, 6, rng=1)
    assert (holes.shape, boards.shape) == ((10, 6, 2), (10, 5))
    assert holes.dtype == boards.dtype == np.uint8
    for n, players, board in [(0, 6, 5), (1, 1, 0), (3, 0, 5), (0, 0, 0), (2, 0, 0), (4, 26, 0), (4, 22, 5), (4, 9, 3)]:
        holes, boards = deal(n, players, board=board, rng=1)
        assert (holes.shape, boards.shape) == ((n, players, 2), (n, board))


@pytest.mark.parametrize(("players", "board"), [(1, 5), (6, 5), (23, 5), (26, 0)])
def test_no_card_is_dealt_twice_in_a_hand(players: int, board: int) -> None:
    holes, boards = deal(2000, players, board=board, rng=2)
    cards = np.sort(np.concatenate([holes.reshape(2000, -1), boards], axis=1), axis=1)
    assert (np.diff(cards.astype(int), axis=1) > 0).all()
    assert cards.max() < 52


def test_dead_cards_are_never_dealt() -> None:
    holes, boards = deal(5000, 4, dead="AhKd 2c", rng=3)
    dealt = np.unique(np.concatenate([holes.ravel(), boards.ravel()]))
    assert sorted({*range(52)} - {*dealt.tolist()}) == sorted(parse_cards("AhKd2c").tolist())
    for dead in (["Ah", "Kd", "2c"], [50, 45, 0], parse_cards("AhKd2c")):
        assert np.array_equal(deal(5000, 4, dead=dead, rng=3)[0], holes)


def test_the_last_cards_of_the_deck_are_dealt_in_every_order() -> None:
    left = parse_cards("AhKd2c").tolist()
    dead = [card for card in range(52) if card not in left]
    holes, boards = deal(300, 1, board=1, dead=dead, rng=4)
    rows, counts = np.unique(np.concatenate([holes[:, 0], boards], axis=1), axis=0, return_counts=True)
    assert rows.tolist() == sorted(map(list, permutations(left)))
    assert counts.min() > 25


@pytest.mark.parametrize(
    ("n", "players", "board", "dead"),
    [
        (1, 24, 5, ""),
        (1, 27, 0, ""),
        (1, 22, 5, "AhKdQcJs"),
        (-1, 2, 5, ""),
        (1, -1, 5, ""),
        (1, 2, -1, ""),
        (1, 2, 6, ""),
    ],
)
def test_a_deal_that_cannot_be_is_refused(n: int, players: int, board: int, dead: str) -> None:
    with pytest.raises(CardError):
        deal(n, players, board=board, dead=dead, rng=5)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((2.5, 3), {}, r"^n is 2\.5, and must be a whole number$"),
        ((3, "6"), {}, r"^players is '6', and must be a whole number$"),
        ((3, 2), {"board": None}, r"^board is None, and must be a whole number$"),
        ((10**30, 2), {}, r"^n is a number of more than 64 bits$"),
        ((2**62, 2), {}, rf"^{2**62} hands of 9 cards are more than an array holds$"),
        ((2**63 - 1, 0), {"board": 0, "rng": "x"}, r"^rng is 'x'; it is a whole number from 0 on as seed"),
        ((3, 2), {"rng": -1}, r"^rng is -1; it is a whole number from 0 on as seed"),
        ((3, 2), {"rng": 2.5}, r"^rng is 2\.5; it is a whole number from 0 on as seed"),
        ((3, 2), {"dead": None}, r"^cards are text or a sequence of ids, not None$"),
    ],
)
def test_a_deal_is_refused_in_words_of_our_own(arguments: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(HoldemError, match=message):
        deal(*arguments, **options)


@pytest.mark.parametrize("rng", ["x", -1, 2.5, [1, -1], {}])
def test_a_seed_that_is_none_is_refused_wherever_chance_is_asked_for(rng: Any) -> None:
    for chance in (
        lambda: deal(1, 1, rng=rng),
        lambda: equity("AA", "KK", "random", method="monte-carlo", samples=100, rng=rng),
        lambda: next_card_equities("AhKh", "QQ", board="2c3c4c", rng=rng),
        lambda: Game().start([1000, 1000], button=0, rng=rng),
    ):
        with pytest.raises(OptionError, match=r"^rng is .*; it is a whole number from 0 on as seed"):
            chance()


SOURCES: dict[str, Callable[[], Any]] = {
    "int": lambda: 7,
    "sequence": lambda: [7, 8, 9],
    "seed sequence": lambda: np.random.SeedSequence(7),
    "PCG64": lambda: np.random.PCG64(7),
    "MT19937": lambda: np.random.MT19937(7),
    "Philox": lambda: np.random.Philox(7),
    "SFC64": lambda: np.random.SFC64(7),
    "generator": lambda: np.random.default_rng(7),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_the_same_seed_deals_the_same_hands(source: Callable[[], Any]) -> None:
    first, again = deal(500, 6, rng=source()), deal(500, 6, rng=source())
    assert np.array_equal(first[0], again[0])
    assert np.array_equal(first[1], again[1])
    assert not np.array_equal(first[0], deal(500, 6, rng=8)[0])


def test_a_seed_means_what_it_means_to_numpy() -> None:
    assert np.array_equal(deal(50, 2, rng=7)[0], deal(50, 2, rng=np.random.default_rng(7))[0])


def test_a_deal_in_pieces_is_the_deal_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    holes, boards = deal(50, 6, rng=7)
    monkeypatch.setattr(dealer, "_ROWS_AT_ONCE", 7)
    again = deal(50, 6, rng=7)
    np.testing.assert_array_equal(again[0], holes)
    np.testing.assert_array_equal(again[1], boards)


def test_a_generator_goes_on_from_hand_to_hand() -> None:
    rng = np.random.default_rng(7)
    first, second = deal(50, 2, rng=rng)[0], deal(50, 2, rng=rng)[0]
    assert not np.array_equal(first, second)
    assert rng.bit_generator.state != np.random.default_rng(7).bit_generator.state


def test_without_a_seed_every_deal_differs() -> None:
    assert not np.array_equal(deal(50, 2)[0], deal(50, 2)[0])


def deviation(counts: NDArray[np.integer]) -> float:
    """How many standard deviations the chi-square of counts that should all be equal lies from its mean."""
    expected = counts.mean()
    degrees = counts.size - 1
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    spread = 2 / (9 * degrees)  # Wilson and Hilferty
    return float(((chi_square / degrees) ** (1 / 3) - (1 - spread)) / spread**0.5)


def dealt_rows(n: int, players: int, board: int, seed: int) -> NDArray[np.int64]:
    holes, boards = deal(n, players, board=board, rng=seed)
    return np.concatenate([holes.reshape(n, -1), boards], axis=1).astype(np.int64)


@pytest.mark.parametrize(("players", "board"), [(6, 5), (26, 0)])
def test_every_card_is_equally_likely_in_every_position(players: int, board: int) -> None:  # C1
    rows = dealt_rows(100_000, players, board, seed=11)
    deviations = [deviation(np.bincount(column, minlength=52)) for column in rows.T]
    assert max(map(abs, deviations)) < 4
    assert abs(np.mean(deviations)) < 4 / len(deviations) ** 0.5


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 2), (0, 16), (10, 11)])
def test_every_pair_of_cards_is_equally_likely_in_two_positions(one: int, other: int) -> None:  # C1
    rows = dealt_rows(200_000, 6, 5, seed=12)
    counts = np.bincount(rows[:, one] * 52 + rows[:, other], minlength=52 * 52).reshape(52, 52)
    assert not counts.diagonal().any()
    assert abs(deviation(counts[~np.eye(52, dtype=bool)])) < 4


@pytest.mark.parametrize(("one", "other"), [(0, 0), (16, 0), (3, 7)])
def test_a_hand_tells_nothing_of_the_next(one: int, other: int) -> None:  # C1
    rows = dealt_rows(200_001, 6, 5, seed=13)
    assert abs(deviation(np.bincount(rows[:-1, one] * 52 + rows[1:, other], minlength=52 * 52))) < 4


@pytest.mark.parametrize("bit_generator", [np.random.PCG64, np.random.MT19937, np.random.Philox, np.random.SFC64])
def test_a_small_deck_is_dealt_in_every_order_equally_often(bit_generator: Callable[[int], Any]) -> None:  # C1
    holes, _ = deal(120_000, 2, board=0, dead=range(5, 52), rng=bit_generator(14))
    counts = np.unique(holes.reshape(-1, 4), axis=0, return_counts=True)[1]
    assert len(counts) == 5 * 4 * 3 * 2
    assert abs(deviation(counts)) < 4


def test_threads_with_generators_of_their_own_deal_what_one_thread_deals() -> None:  # C2
    def hands(seed: int) -> list[int]:
        return [int(card) for card in deal(2000, 6, rng=seed)[0].ravel()]

    seeds: Sequence[int] = range(16)
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(hands, seeds)) == list(map(hands, seeds))


def test_threads_may_share_a_generator() -> None:  # C2
    rng = np.random.default_rng(15)
    with ThreadPoolExecutor(8) as threads:
        dealt = list(threads.map(lambda _: deal(2000, 26, board=0, rng=rng)[0].reshape(-1, 52), range(16)))
    rows = np.concatenate(dealt)
    assert (np.sort(rows, axis=1) == np.arange(52)).all()
    assert len(np.unique(rows, axis=0)) == len(rows)
