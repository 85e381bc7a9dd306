"""The sampling kernel: tables, hole cards and boards against exact distributions, showdowns against `evaluate`.

Seeds are fixed and bounds generous, six standard deviations of a chi-square: a right kernel never fails.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product

import numpy as np
import pytest
from numpy.typing import NDArray
from test_simd import INSTRUCTION_SETS, is_here, printed

from holdem_core import category, equity, evaluate, format_cards, parse_cards
from holdem_core.kernels.sample.showdowns import alias_table, draw, play
from holdem_core.ranges.combos import COMBO_CARDS, COMBOS, combo_index

MANY = 1 << 40
ALL_CARDS = (1 << 52) - 1
LANES = 8  # generators side by side

Tables = list[tuple[NDArray[np.uint64], NDArray[np.uint16]]]


def words(seed: int = 1) -> NDArray[np.uint64]:
    return np.random.default_rng(seed).integers(1, 2**63, (4, LANES), dtype=np.uint64)


def mask(cards: str) -> int:
    return sum(1 << card for card in parse_cards(cards).tolist())


def combo(text: str) -> int:
    return combo_index(*parse_cards(text).tolist())


def hands(*texts: str) -> NDArray[np.uint16]:
    """One row of combos."""
    return np.array([[combo(text) for text in texts]], dtype=np.uint16)


def tables_of(weights: list[list[float]]) -> Tables:
    return [alias_table(np.array(each, dtype=np.float64)) for each in weights]


def is_as_expected(observed: NDArray[np.int64], probabilities: NDArray[np.float64]) -> bool:
    """Pearson's chi-square, within six standard deviations of what it should be; rare cells join the commonest."""
    assert not observed[probabilities == 0].any()
    counts, expected = observed.astype(np.float64), probabilities * observed.sum()
    rare, commonest = expected < 6, expected.argmax()
    for cells in (counts, expected):
        cells[commonest] += cells[rare].sum()
    statistic = float(((counts - expected)[~rare] ** 2 / expected[~rare]).sum())
    freedom = np.count_nonzero(~rare) - 1
    return bool(statistic <= freedom + 6 * np.sqrt(2 * freedom))


# --- tables ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 169, 1326])
def test_a_table_gives_every_place_its_weight(size: int) -> None:
    weights = np.random.default_rng(size).random(size) ** 8
    thresholds, aliases = alias_table(weights)
    own = thresholds.astype(np.float64) / 2.0**64
    own[aliases == np.arange(size)] = 1
    masses = own + np.bincount(aliases, weights=1 - own, minlength=size)
    np.testing.assert_allclose(masses / size, weights / weights.sum(), rtol=0, atol=1e-15)


def test_even_weights_never_give_way() -> None:
    for size in (1, 6, 49, 1326):
        _, aliases = alias_table(np.full(size, 0.1))
        assert aliases.tolist() == list(range(size))


def test_no_weight_is_never_drawn() -> None:
    thresholds, aliases = alias_table(np.array([0.0, 1.0, 0.0, 3.0]))
    assert thresholds[[0, 2]].tolist() == [0, 0]
    assert not {0, 2} & set(aliases.tolist())


@pytest.mark.parametrize("weights", [[], [0.0], [-1.0, 2.0], [np.nan], [np.inf], [1e308, 1e308], [1.0] * 65537])
def test_weights_that_make_no_table(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="weight"):
        alias_table(np.array(weights, dtype=np.float64))


# --- hole cards -----------------------------------------------------------------------------------------

COLLIDING = [["AhKh", "AhAd", "KhKd", "QsQd"], ["AhAs", "AhKh", "KhQs", "7c7d"], ["7c2d", "AhQs", "AsKh"]]
WEIGHTS = [[1.0, 0.5, 0.25, 0.1], [0.3, 1.0, 0.7, 0.2], [1.0, 0.4, 0.6]]
EVEN = [[0.5] * 4, [1.0] * 4, [1.0] * 3]


def joint(players: int, weights: list[list[float]], used: int = 0) -> tuple[list[tuple[int, ...]], NDArray[np.float64]]:
    """Every choice of hands, as places in the ranges, and its exact probability."""
    choices = list(product(*(range(len(COLLIDING[player])) for player in range(players))))
    masses = []
    for choice in choices:
        held = [card for player, place in enumerate(choice) for card in parse_cards(COLLIDING[player][place]).tolist()]
        fits = len(set(held)) == 2 * players and not any(used >> card & 1 for card in held)
        masses.append(fits * np.prod([weights[player][place] for player, place in enumerate(choice)]))
    return choices, np.array(masses) / np.sum(masses)


def ranges(players: int) -> list[NDArray[np.uint16]]:
    return [np.array([combo(text) for text in COLLIDING[player]], dtype=np.uint16) for player in range(players)]


def tally(
    tuples: NDArray[np.uint16], choices: list[tuple[int, ...]], combos: list[NDArray[np.uint16]]
) -> NDArray[np.int64]:
    rows = [tuple(int(combos[player][place]) for player, place in enumerate(choice)) for choice in choices]
    counts = dict.fromkeys(rows, 0)
    for row in map(tuple, tuples.tolist()):
        counts[row] += 1
    return np.array([counts[row] for row in rows])


@pytest.mark.parametrize("weights", [WEIGHTS, EVEN])
@pytest.mark.parametrize("used", ["", "7d", "AsKd"])
@pytest.mark.parametrize("players", [2, 3])
def test_hands_come_as_often_as_their_joint_weight_says(players: int, used: str, weights: list[list[float]]) -> None:
    tuples = np.empty((60_000, players), dtype=np.uint16)
    combos = ranges(players)
    filled, tries = draw(tuples, combos, tables_of(weights[:players]), mask(used), words(), MANY)
    choices, probabilities = joint(players, weights, mask(used))
    assert filled == 60_000 < tries
    assert is_as_expected(tally(tuples, choices, combos), probabilities)


def test_redrawing_only_the_second_hand_would_be_found_out() -> None:
    rng, combos = np.random.default_rng(1), ranges(2)
    choices, probabilities = joint(2, WEIGHTS)
    first, second = (np.array(weights) / sum(weights) for weights in WEIGHTS[:2])
    fits = probabilities.reshape(len(first), len(second)) > 0
    mine = rng.choice(len(first), 60_000, p=first)
    theirs = rng.choice(len(second), 60_000, p=second)
    while (again := ~fits[mine, theirs]).any():
        theirs[again] = rng.choice(len(second), np.count_nonzero(again), p=second)
    tuples = np.stack([combos[0][mine], combos[1][theirs]], axis=1)
    assert not is_as_expected(tally(tuples, choices, combos), probabilities)


def deal_open(tuples: NDArray[np.uint16], used: int, players: int) -> None:
    """Lets ``play`` deal to players who may hold any two cards, and write what they hold."""
    count = tuples.shape[1]
    held, shares = np.zeros((count, COMBOS), dtype=np.int64), np.zeros((count, COMBOS))
    counts = np.zeros(1 << count, dtype=np.int64)
    play(tuples, parse_cards(""), used, words(2), counts, None, held, shares, players)
    for player in range(count):
        assert (held[player] == np.bincount(tuples[:, player], minlength=COMBOS)).all()
    assert shares.sum() == pytest.approx(counts.sum()) == len(tuples)


@pytest.mark.parametrize("used", ["", "QsAs2c"])
@pytest.mark.parametrize("others", [1, 2, 3])
def test_any_two_cards_are_dealt_evenly_around_the_ranges(others: int, used: str) -> None:
    """Two ranges that collide, and `others` with all 1326 combos: the ranges keep their joint distribution."""
    order = [2, 0, 3, 1, 4][: 2 + others] if others > 1 else [2, 0, 1]
    one, other = order.index(0), order.index(1)
    tuples = np.full((200_000, len(order)), 60_000, dtype=np.uint16)
    columns: list[tuple[int, ...]] = [(one,), (other,)]
    assert draw(tuples, ranges(2), tables_of(WEIGHTS[:2]), mask(used), words(), MANY, columns)[0] == 200_000
    deal_open(tuples, mask(used), sum(1 << column for column, source in enumerate(order) if source > 1))
    cards = COMBO_CARDS[tuples].reshape(len(tuples), -1)
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    assert not np.isin(cards, parse_cards(used)).any()
    choices, probabilities = joint(2, WEIGHTS, mask(used))
    assert is_as_expected(tally(tuples[:, [one, other]], choices, ranges(2)), probabilities)
    same = (tuples[:, one] == combo("AhKh")) & (tuples[:, other] == combo("7c7d"))
    left = [card for card in range(52) if not (mask(used) | mask("AhKh7c7d")) >> card & 1]
    even = np.zeros(COMBOS)
    even[[combo_index(*pair) for pair in combinations(left, 2)]] = 1 / (len(left) * (len(left) - 1) / 2)
    for column, source in enumerate(order):
        if source > 1:
            assert is_as_expected(np.bincount(tuples[same, column], minlength=COMBOS), even)


@pytest.mark.parametrize("together", [False, True])
def test_a_list_of_tuples_is_drawn_as_its_players_would_be(together: bool) -> None:
    """A third player who holds one combo stands between the two whose tuples are listed."""
    choices, probabilities = joint(2, WEIGHTS, mask("2c2d"))
    fits = probabilities > 0
    rows = np.array([[ranges(2)[player][place] for player, place in enumerate(choice)] for choice in choices])
    listed = rows[fits].astype(np.uint16)
    sources = [listed, hands("2c2d")[0]] if together else [*ranges(2), hands("2c2d")[0]]
    tables = [alias_table(probabilities[fits])] if together else tables_of(WEIGHTS[:2])
    columns: list[tuple[int, ...]] = [(0, 2), (1,)] if together else [(0,), (2,), (1,)]
    tuples = np.empty((60_000, 3), dtype=np.uint16)
    filled, tries = draw(tuples, sources, [*tables, alias_table(np.ones(1))], 0, words(), MANY, columns)
    assert filled == 60_000
    assert (tries == filled) == together
    assert (tuples[:, 1] == combo("2c2d")).all()
    assert is_as_expected(tally(tuples[:, [0, 2]], choices, ranges(2)), probabilities)


def test_what_is_listed_holds_all_that_is_drawn() -> None:
    tuples = np.empty((10, 3), dtype=np.uint16)
    sources = [hands("AhKh", "QsQd").repeat(2, axis=0), np.array([5, 9], dtype=np.uint16)]
    with pytest.raises(ValueError, match="must hold all that is drawn"):
        draw(tuples, sources, [alias_table(np.ones(2))] * 2, 0, words(), 10, [(0, 1), (2,)])


def test_ten_random_hands_are_each_any_two_cards() -> None:
    tuples = np.full((26_000, 10), 60_000, dtype=np.uint16)
    deal_open(tuples, 0, 1023)
    cards = COMBO_CARDS[tuples]
    for player in range(10):
        assert is_as_expected(np.bincount(tuples[:, player], minlength=COMBOS), np.full(COMBOS, 1 / COMBOS))
    assert (np.diff(np.sort(cards.reshape(-1, 20), axis=1), axis=1) > 0).all()


def test_one_combo_each_is_simply_repeated() -> None:
    tuples = np.zeros((1000, 3), dtype=np.uint16)
    row = hands("AhKh", "QsQd", "7c2d")
    before = words()
    state = before.copy()
    assert draw(tuples, list(row.reshape(3, 1)), [alias_table(np.ones(1))] * 3, mask("2c"), state, 700) == (700, 700)
    assert (tuples[:700] == row).all()
    assert not tuples[700:].any()
    assert (state == before).all()


def test_hands_that_cannot_be_held_together_stop_at_most_tries() -> None:
    tuples = np.empty((10, 2), dtype=np.uint16)
    pairs = [np.array([combo("AhAd"), combo("AhAs")], dtype=np.uint16), np.array([combo("AhKh")], dtype=np.uint16)]
    tables = [alias_table(np.ones(2)), alias_table(np.ones(1))]
    assert draw(tuples, pairs, tables, 0, words(), 1000) == (0, 1000)
    assert draw(tuples, pairs[1:] * 2, tables[1:] * 2, 0, words(), 1000) == (0, 1000)
    assert draw(tuples, pairs[:1] * 2, tables[:1] * 2, 0, words(), 1000) == (0, 1000)
    assert draw(tuples, pairs[:1] * 2, tables[:1] * 2, mask("Ah"), words(), 1000) == (0, 1000)
    assert draw(tuples, pairs[:1] * 2, tables[:1] * 2, 0, words(), 0) == (0, 0)
    everything = np.arange(COMBOS, dtype=np.uint16)
    random = [alias_table(np.ones(COMBOS))]
    assert draw(tuples, [everything] * 2, random * 2, ALL_CARDS ^ mask("2c2d2h"), words(), 50) == (0, 50)


def test_tries_are_counted_whether_they_succeed_or_not() -> None:
    tuples = np.empty((10_000, 2), dtype=np.uint16)
    filled, tries = draw(tuples, ranges(2), tables_of(WEIGHTS[:2]), 0, words(), 5000)
    assert filled < tries == 5000
    assert draw(tuples[:filled], ranges(2), tables_of(WEIGHTS[:2]), 0, words(), MANY)[1] <= 5000


# --- boards ---------------------------------------------------------------------------------------------

PAIRS = [rank + "c" + rank + "d" for rank in "6789TJQK"]
OPEN = "".join(rank + suit for rank in "6789TJQK" for suit in "hs")


@pytest.mark.parametrize("missing", [1, 2, 3, 4, 5])
def test_boards_are_dealt_evenly(missing: int) -> None:
    """Eight pairs, and only the cards that make them sets left: who wins tells which ranks were dealt."""
    row, board = hands(*PAIRS), parse_cards("2c2d3h4s5c")[missing:]
    runouts = np.array(list(combinations(parse_cards(OPEN).tolist(), missing)), dtype=np.uint8)
    boards = np.concatenate([np.broadcast_to(board, (len(runouts), len(board))), runouts], axis=1)
    strengths = evaluate(COMBO_CARDS[row], boards[:, None, :])
    winners = ((strengths == strengths.max(axis=1, keepdims=True)) << np.arange(8)).sum(axis=1)
    exact = np.bincount(winners, minlength=256) / len(runouts)

    counts, categories = np.zeros(256, dtype=np.int64), np.zeros((8, 9), dtype=np.int64)
    dead = ALL_CARDS ^ mask(OPEN + "".join(PAIRS))
    state = words(missing)
    rows = np.repeat(row, 50_000, axis=0)
    for _ in range(4):
        play(rows, board, dead, state, counts, categories)
    assert is_as_expected(counts, exact)
    for player in range(8):
        shares = np.bincount(category(strengths[:, player]), minlength=9) / len(runouts)
        assert is_as_expected(categories[player], shares)


def test_hand_against_hand_wins_as_often_as_the_exact_equity_says() -> None:
    for board in ("", "2h7hJc", "2h7hJcQc"):
        exact = equity("AhKh", "QsQd", board=board)
        counts = np.zeros(4, dtype=np.int64)
        play(np.repeat(hands("AhKh", "QsQd"), 400_000, axis=0), parse_cards(board), 0, words(), counts)
        assert counts.sum() == 400_000
        assert is_as_expected(counts, np.array([exact.counts.get(mask, 0) for mask in range(4)]) / exact.samples)


def test_neither_dead_nor_held_cards_are_dealt() -> None:
    """Only the five cards of a royal flush are left, so that everyone plays the board."""
    counts = np.zeros(1024, dtype=np.int64)
    royal = mask("TsJsQsKsAs")
    others = [card for card in range(52) if not royal >> card & 1]
    rng = np.random.default_rng(1)
    held = np.array([rng.permutation(others)[:20] for _ in range(300)]).reshape(300, 10, 2)
    high, low = held.max(axis=2), held.min(axis=2)
    tuples = (high * (high - 1) // 2 + low).astype(np.uint16)
    for row in tuples:
        free = ALL_CARDS ^ royal ^ sum(1 << int(card) for card in COMBO_CARDS[row].ravel())
        play(row[None], parse_cards(""), free, words(), counts)
    assert counts[1023] == 300


# --- showdowns ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("open_players", [1, 2, 3])
def test_players_who_hold_any_two_cards_are_dealt_theirs_with_the_board(open_players: int) -> None:
    """A deck of so few cards that every deal of it can be gone through."""
    board = parse_cards("Ts9s2h")
    deck = parse_cards("AhKhQs8s7sTd2d3cTcKd")[: 5 + open_players]
    known, players = np.array([[combo("Js6s")]], dtype=np.uint16), 1 + open_players
    probabilities = np.zeros(1 << players)
    for order in permutations(deck.tolist(), 2 * open_players):
        left = [card for card in deck.tolist() if card not in order]
        for coming in combinations(left, 2):
            holes = np.concatenate([parse_cards("Js6s"), order]).reshape(-1, 2).astype(np.uint8)
            strengths = evaluate(holes, np.concatenate([board, coming]).astype(np.uint8))
            probabilities[(1 << np.flatnonzero(strengths == strengths.max())).sum()] += 1
    tuples = np.full((100_000, players), 60_000, dtype=np.uint16)
    tuples[:, 0] = known[0, 0]
    counts, categories = np.zeros(1 << players, dtype=np.int64), np.zeros((players, 9), dtype=np.int64)
    dead = ALL_CARDS ^ mask(format_cards([*deck, *board]) + "Js6s")
    play(tuples, board, dead, words(3), counts, categories, any_two=(1 << players) - 2)
    assert is_as_expected(counts, probabilities / probabilities.sum())
    assert (categories.sum(axis=1) == 100_000).all()


@pytest.mark.parametrize("players", range(2, 11))
def test_on_a_complete_board_everything_is_what_evaluate_says(players: int) -> None:
    board = parse_cards("Ts9s8s2h2d")
    tuples = np.empty((3001, players), dtype=np.uint16)
    everything = np.arange(COMBOS, dtype=np.uint16)
    draw(tuples, [everything] * players, [alias_table(np.ones(COMBOS))] * players, mask("Ts9s8s2h2d"), words(), MANY)
    state = words()
    before = state.copy()
    counts, categories = np.zeros(1 << players, dtype=np.int64), np.zeros((players, 9), dtype=np.int64)
    held, shares = np.zeros((players, COMBOS), dtype=np.int64), np.zeros((players, COMBOS))
    play(tuples, board, 0, state, counts, categories, held, shares)
    assert (state == before).all()

    strengths = evaluate(COMBO_CARDS[tuples], board)
    wins = strengths == strengths.max(axis=1, keepdims=True)
    assert (counts == np.bincount((wins << np.arange(players)).sum(axis=1), minlength=1 << players)).all()
    for player in range(players):
        mine = tuples[:, player]
        assert (categories[player] == np.bincount(category(strengths[:, player]), minlength=9)).all()
        assert (held[player] == np.bincount(mine, minlength=COMBOS)).all()
        weights = wins[:, player] / wins.sum(axis=1)
        np.testing.assert_allclose(shares[player], np.bincount(mine, weights=weights, minlength=COMBOS))


SAME_DEALS = [
    ("", "AhKh", "QsQd"),
    ("", "2h2d", "2s2c", "AhAd", "AsAc", "KhKd", "QhQs", "Th9h", "7c6c", "5d5s", "JsTs"),
    ("", "Ah2h", "AsAd", "Kh3h"),
    ("2c2d2h", "2s9d", "9h9s", "AcKc"),
    ("7h8h9hTh", "JhQd", "6h2c", "AsAd"),
    ("7h8h9hTc2s", "JhQd", "Ah2c", "5h3h"),
]


@pytest.mark.parametrize(("board", "texts"), [(board, texts) for board, *texts in SAME_DEALS])
def test_hands_that_never_change_win_the_deals_they_would_win_row_by_row(board: str, texts: list[str]) -> None:
    """Row by row is checked against `evaluate` elsewhere; the state deals the same cards either way."""
    number, players = 20_001, len(texts)
    everyone, dead = (1 << players) - 1, mask("3c")
    rows, community = np.repeat(hands(*texts), number, axis=0), parse_cards(board)

    def told(tuples: NDArray[np.uint16], more: bool, same: int, times: int = 1) -> list[NDArray[np.generic]]:
        state, counts = words(9), np.zeros(1 << players, dtype=np.int64)
        categories, held = np.zeros((players, 9), dtype=np.int64), np.zeros((players, COMBOS), dtype=np.int64)
        shares = np.zeros((players, COMBOS))
        if more:
            play(tuples, community, dead, state, counts, categories, held, shares, same=same, times=times)
        else:
            play(tuples, community, dead, state, counts, same=same, times=times)
        return [state, counts, categories, held, shares]

    for more in (False, True):
        by_row = told(rows, more, 0)
        assert by_row[1].sum() == number
        for same, tuples, times in (
            (1, rows, 1),
            (everyone ^ 1, rows, 1),
            (everyone, rows, 1),
            (everyone, rows[:1], number),
        ):
            for one, other in zip(by_row, told(tuples.copy(), more, same, times), strict=True):
                np.testing.assert_array_equal(one, other)


def test_every_category_is_known_by_its_strength() -> None:
    board = parse_cards("2c3c7dJhQs")
    examples = ["4h9s", "2h9s", "2h3h", "QhQd", "AcKc"]
    for text in examples:
        categories = np.zeros((2, 9), dtype=np.int64)
        row = hands(text, "5d8d")
        play(row, board, 0, words(), np.zeros(4, dtype=np.int64), categories)
        assert categories[0].argmax() == category(evaluate(text, "2c3c7dJhQs"))


# --- states ---------------------------------------------------------------------------------------------


def outcome(sizes: list[int]) -> tuple[list[list[int]], list[int], list[int]]:
    """Draws and plays in calls of these sizes with one state."""
    state, counts = words(5), np.zeros(8, dtype=np.int64)
    combos, tables = (
        [*ranges(2), np.arange(COMBOS, dtype=np.uint16)],
        [*tables_of(WEIGHTS[:2]), alias_table(np.ones(COMBOS))],
    )
    used, rows = mask("2c3c4d5d"), []
    for size in sizes:
        tuples = np.empty((size, 3), dtype=np.uint16)
        draw(tuples, combos, tables, used, state, MANY)
        play(tuples, parse_cards("2c3c4d"), mask("5d"), state, counts)
        rows += tuples.tolist()
    return rows, counts.tolist(), state.tolist()


def test_the_same_state_gives_the_same_deals() -> None:
    assert outcome([700]) == outcome([700])


def test_calls_in_a_row_go_on_where_the_last_one_stopped() -> None:
    first, then = outcome([300]), outcome([300, 300])
    assert then[0][:300] == first[0]
    assert then[0][300:] != first[0]
    assert then[2] != first[2]


PROGRAM = "import test_sample_kernel as t; rows, counts, state = t.outcome([1000]); print(rows, counts, state)"


def test_every_instruction_set_deals_the_same() -> None:
    assert len({printed(instruction_set, PROGRAM) for instruction_set in filter(is_here, INSTRUCTION_SETS)}) == 1


def xoshiro256_plus_plus(state: list[int]) -> Iterator[int]:
    """The published algorithm."""
    while True:
        total = (state[0] + state[3]) % 2**64
        yield ((total << 23 | total >> 41) + state[0]) % 2**64
        shifted = state[1] << 17 & (2**64 - 1)
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = (state[3] << 45 | state[3] >> 19) & (2**64 - 1)


def test_the_generators_are_xoshiro256_plus_plus() -> None:
    """One combo of two, one in four times the other, is a word below 2**62 or above 2**63 + 2**62."""
    tuples, state = np.empty((512, 1), dtype=np.uint16), words(3)
    thresholds, aliases = np.array([2**63, 2**63], dtype=np.uint64), np.array([1, 0], dtype=np.uint16)
    draw(tuples, [np.array([5, 9], dtype=np.uint16)], [(thresholds, aliases)], 0, state, MANY)
    lanes = [xoshiro256_plus_plus(words(3)[:, lane].tolist()) for lane in range(LANES)]
    drawn = [next(lane) for _ in range(512 // LANES) for lane in lanes]
    assert tuples[:, 0].tolist() == [5 if word >> 62 in (0, 3) else 9 for word in drawn]
    assert (state != words(3)).all()


def zeros_first() -> NDArray[np.uint64]:
    """A state whose first words are all 0."""
    state = words(4)
    state[[0, 3]] = 0
    return state


@pytest.mark.parametrize("weights", [[1.0, 1.0, 1.0], [0.5, 1.0, 1.0]])
def test_words_that_would_favour_a_combo_are_drawn_again(weights: list[float]) -> None:
    """0 is what makes 2**32 or 2**64 of them no multiple of three."""
    tuples, state = np.empty((LANES, 1), dtype=np.uint16), zeros_first()
    draw(tuples, [np.array([7, 8, 9], dtype=np.uint16)], [alias_table(np.array(weights))], 0, state, MANY)
    assert set(tuples[:, 0].tolist()) > {7}
    draw(tuples, [np.array([7, 8], dtype=np.uint16)], [alias_table(np.ones(2))], 0, zeros_first(), MANY)
    assert set(tuples[:, 0].tolist()) == {7}


@pytest.mark.parametrize(("left", "again"), [("3c4c4d", True), ("3c4c4d4s", False)])
def test_words_that_would_favour_a_card_are_drawn_again(left: str, again: bool) -> None:
    """With the lowest card, which a 0 stands for, the first player wins, with another the second."""
    rows, board = np.repeat(hands("3hTs", "JhKs"), 4 * LANES, axis=0), parse_cards("2c6d8hQc")
    counts = np.zeros(4, dtype=np.int64)
    play(rows, board, ALL_CARDS ^ mask(left + "3hTsJhKs2c6d8hQc"), zeros_first(), counts)
    assert counts.sum() == 4 * LANES
    assert (counts[2] > 0) == again


# --- what is refused ------------------------------------------------------------------------------------


def test_draw_refuses_wrong_shapes_and_ids() -> None:
    tuples = np.empty((4, 2), dtype=np.uint16)
    combos, tables = ranges(2), tables_of(WEIGHTS[:2])
    fine = (tuples, combos, tables, 0, words(), 9)
    draw(*fine)
    wrong = [
        (tuples[:, :1].copy(), *fine[1:]),
        (np.empty((4, 11), dtype=np.uint16), combos * 5 + combos[:1], tables * 5 + tables[:1], *fine[3:]),
        (tuples, combos[:1], *fine[2:]),
        (tuples, combos, tables[:1], *fine[3:]),
        (tuples, [combos[0][:-1], combos[1]], *fine[2:]),
        (tuples, [combos[0], np.array([1, 2, 3, 1326], dtype=np.uint16)], *fine[2:]),
        (tuples, combos, [tables[0], (tables[1][0], tables[1][1] + np.uint16(4))], *fine[3:]),
        (
            tuples,
            [np.empty(0, dtype=np.uint16)] * 2,
            [(np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.uint16))] * 2,
            *fine[3:],
        ),
        (*fine[:3], -1, *fine[4:]),
        (*fine[:3], 1 << 52, *fine[4:]),
        (*fine[:4], words() * (np.arange(LANES, dtype=np.uint64) != 3), 9),
        (*fine[:4], words()[:, :4].copy(), 9),
        (*fine[:4], words()[:3], 9),
        (tuples.astype(np.int32), *fine[1:]),
    ]
    for arguments in wrong:
        with pytest.raises(ValueError):  # noqa: PT011
            draw(*arguments)  # type: ignore[arg-type]


def test_play_refuses_wrong_shapes_and_ids() -> None:
    row, counts, board = hands("AhKh", "QsQd"), np.zeros(4, dtype=np.int64), parse_cards("2c3c4d")
    fine = (row, board, 0, words(), counts)
    play(*fine)
    wide = np.zeros((1, 11), dtype=np.uint16)
    wrong = [
        (row[:, :1].copy(), board, 0, words(), np.zeros(2, dtype=np.int64)),
        (wide, board, 0, words(), np.zeros(2048, dtype=np.int64)),
        (row, np.arange(6, dtype=np.uint8), *fine[2:]),
        (row, np.array([1, 1, 2], dtype=np.uint8), *fine[2:]),
        (row, np.array([1, 52, 2], dtype=np.uint8), *fine[2:]),
        (np.array([[3, 1326]], dtype=np.uint16), *fine[1:]),
        (*fine[:2], -1, *fine[3:]),
        (*fine[:2], 1 << 52, *fine[3:]),
        (*fine[:3], np.zeros((4, LANES), dtype=np.uint64), counts),
        (*fine[:4], np.zeros(8, dtype=np.int64)),
        (*fine, np.zeros((2, 10), dtype=np.int64)),
        (*fine, None, np.zeros((3, COMBOS), dtype=np.int64)),
        (*fine, None, None, np.zeros((2, 1325))),
        (row, board, ALL_CARDS ^ mask("AhKhQsQd2c3c4d5s"), *fine[3:]),
        (*fine, None, None, None, 4),
        (*fine, None, None, None, -1),
        (*fine, None, None, None, 0, 4),
        (*fine, None, None, None, 1, 3),
        (*fine, None, None, None, 0, 1, 2),
        (*fine, None, None, None, 0, 3, -1),
        (np.repeat(row, 2, axis=0), *fine[1:], None, None, None, 0, 3, 2),
        (np.array([[5, 9], [5, 8]], dtype=np.uint16), *fine[1:], None, None, None, 0, 2),
        (hands("AhKh", "KhQs"), *fine[1:], None, None, None, 0, 3),
        (hands("AhKh", "2cQs"), *fine[1:], None, None, None, 0, 2),
        (np.array([[3, 1326]], dtype=np.uint16), *fine[1:], None, None, None, 0, 3),
    ]
    for arguments in wrong:
        with pytest.raises(ValueError):  # noqa: PT011
            play(*arguments)  # type: ignore[arg-type]
    assert counts.sum() == 1


@pytest.mark.parametrize("bad", [("AhKh", "KhQs"), ("2cKh", "QsQd"), ("AhKh", "5sQd")])
def test_a_row_with_a_card_twice_is_named_and_those_before_it_counted(bad: tuple[str, str]) -> None:
    rows = np.repeat(hands("AhKh", "QsQd"), 1000, axis=0)
    rows[777] = hands(*bad)
    counts = np.zeros(4, dtype=np.int64)
    with pytest.raises(ValueError, match="row 777 has a card twice"):
        play(rows, parse_cards("2c3c4d"), mask("5s"), words(), counts)
    assert counts.sum() == 777


def test_no_rows_are_fine() -> None:
    state, none = words(), np.empty((0, 2), dtype=np.uint16)
    play(none, parse_cards(""), 0, state, np.zeros(4, dtype=np.int64))
    play(none, parse_cards(""), 0, state, np.zeros(4, dtype=np.int64), same=1, any_two=2)
    for any_two, same, times in ((0, 4, 1), (-1, 0, 1), (1, 1, 1), (0, 3, 2)):
        with pytest.raises(ValueError, match=r"masks of different players|only one row"):
            play(none, parse_cards(""), 0, state, np.zeros(4, dtype=np.int64), any_two=any_two, same=same, times=times)
    assert draw(none, ranges(2), tables_of(WEIGHTS[:2]), 0, state, MANY) == (0, 0)
    assert (state == words()).all()
