"""Exact equities: published counts, every way to count against plain enumeration, and what is refused."""

import pickle
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles import equities as oracle

from holdem_core import (
    CardError,
    Equity,
    HoldemError,
    OptionError,
    Range,
    RangeError,
    deal,
    equity,
    evaluate,
    format_cards,
    next_card_equities,
    parse_cards,
)
from holdem_core.equities.exact import looked_up_by_board, ways
from holdem_core.equities.results import Request, Tally
from holdem_core.equities.spots import read_spot
from holdem_core.kernels.equity.exact import count_winners
from holdem_core.ranges.combos import COMBO_CARDS, COMBOS, combo_index

GOLDEN: list[tuple[tuple[str, ...], str, dict[int, int]]] = [
    (("AhKh", "QsQd"), "", {1: 787966, 2: 917606, 3: 6732}),
    (("AcAs", "KhKd"), "", {1: 1388072, 2: 317694, 3: 6538}),
    (("AcAs", "KcKs"), "", {1: 1410336, 2: 292660, 3: 9308}),
    (("AdAh", "AcAs"), "", {1: 37210, 2: 37210, 3: 1637884}),
    (("AhKh", "QsQd", "7c6c"), "", {1: 517365, 2: 541734, 4: 309549, 7: 2106}),
    (("AA", "KK"), "", {1: 50371344, 2: 10986372, 3: 285228}),
    (("AKs", "QQ"), "", {1: 18834720, 2: 22082460, 3: 178116}),
    (("AA", "KK", "QQ"), "", {1: 197872740, 2: 52100496, 4: 44784900, 7: 1324728}),
    (("AhAd", "random"), "", {1: 1781508418, 2: 304661670, 3: 11402312}),
    (("AhKh", "random"), "", {1: 1389004215, 2: 673957209, 3: 34610976}),
    (("QQ+,AKs", "22+,A2s+"), "", {1: 2905904352, 2: 1199599044, 3: 75942972}),
    (("QQ+,AKs", "22+,A2s+"), "2c7dTh", {1: 1473885, 2: 662799, 3: 31416}),
    (("AhKh", "random"), "2c7dTh", {1: 598866, 2: 460348, 3: 10976}),
    (("AhKh", "random"), "2c7dTh5s", {1: 21237, 2: 23907, 3: 396}),
    (("random", "random"), "2c7dTh", {1: 615826795, 2: 615826795, 3: 26889850}),
    (("random", "random"), "", {1: 1334125369292, 2: 1334125369292, 3: 113130263816}),
    (
        ("QQ+,AKs", "22+,A2s+", "random"),
        "2c7dTh",
        {1: 1112221981, 2: 512261913, 3: 19662996, 4: 308490659, 5: 1844076, 6: 3077547, 7: 235128},
    ),
    (
        ("QQ+,AKs", "22+,A2s+", "random"),
        "",
        {
            1: 2193512636064,
            2: 922512773304,
            3: 37612170660,
            4: 591050869632,
            5: 6877855716,
            6: 10498315656,
            7: 13781449272,
        },
    ),
    (("AcKd", "random"), "AhKsQdJc2s", {1: 805, 2: 181, 3: 4}),
]


@pytest.mark.parametrize(("players", "board", "counts"), GOLDEN)
def test_published_counts(players: tuple[str, ...], board: str, counts: dict[int, int]) -> None:
    found = equity(*players, board=board, method="exact", threads=2)
    assert found.counts == counts
    assert found.exact
    assert sum(found.fractions()) == 1


@pytest.mark.parametrize(
    ("mine", "theirs", "board", "expected"),
    [
        ("QhQs", "TT+", "", 0.500125),
        ("QQ+", "TT+", "", 0.650483),
        ("KcQc", "6c5c,AQo+", "", 0.313757),
        ("AA,72o", "KK,QQ:0.7", "Kc7d2h", 0.497773),
        ("AA", "AKs:0.5,KK", "", 0.827908),
        ("AcKd", "random", "AhKsQd", 0.905702),
    ],
)
def test_published_equities(mine: str, theirs: str, board: str, expected: float) -> None:
    assert equity(mine, theirs, board=board).equity[0] == pytest.approx(expected, abs=5e-7)


# --- against plain enumeration -----------------------------------------------------------------------


def weights_of(range_: Range) -> dict[oracle.Hand, Fraction]:
    """A range as the oracle takes it."""
    held = np.flatnonzero(range_.weights).tolist()
    return {tuple(COMBO_CARDS[combo].tolist()): Fraction(range_.weights[combo]) for combo in held}


def assert_counted(tally: Tally, expected: oracle.Counted) -> None:
    """Every number of a tally is what the oracle counts."""
    assert tally.categories is not None
    assert tally.held is not None
    assert tally.shares is not None
    for mask, count in enumerate(tally.counts.tolist()):
        assert Fraction(count) == expected.winners[mask]
    for (player, kind), count in np.ndenumerate(tally.categories):
        assert Fraction(count) == expected.categories[player, kind]
    for (player, combo), count in np.ndenumerate(tally.held):
        hand = tuple(COMBO_CARDS[combo].tolist())
        assert Fraction(count) == expected.held[player, hand]
        assert tally.shares[player, combo] == pytest.approx(float(expected.shares[player, hand]), rel=1e-12)


def tallied(ranges: Sequence[Range], board: str, dead: str) -> list[Tally]:
    """The tallies of every way to go through the boards."""
    request = Request(categories=True, per_combo=True)
    found = []
    for plan in ways(read_spot(ranges, board, dead), request):
        tallies = [plan.function(*arguments) for _, arguments in plan.tasks()]
        found.append(sum(tallies[1:], start=tallies[0]))
    return found


def random_ranges(rng: np.random.Generator, players: int, combos: int) -> list[Range]:
    """Ranges with dyadic weights, so that sums of their products are exact, some combos in all of them."""
    common = rng.choice(COMBOS, 2, replace=False)
    ranges = []
    for _ in range(players):
        weights = np.zeros(COMBOS)
        weights[rng.choice(COMBOS, combos, replace=False)] = rng.choice([0.25, 0.5, 1.0], combos)
        weights[common] = 0.5
        ranges.append(Range.from_weights(weights))
    return ranges


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("cards", [3, 4, 5])
@pytest.mark.parametrize(("players", "combos"), [(2, 12), (3, 6), (4, 3), (5, 2)])
def test_every_way_agrees_with_plain_enumeration(seed: int, cards: int, players: int, combos: int) -> None:
    rng = np.random.default_rng([seed, cards, players])
    used = rng.permutation(52)[:7].tolist()
    board, dead = used[:cards], used[cards:][: rng.integers(0, 3)]
    ranges = random_ranges(rng, players, combos)
    expected = oracle.count([weights_of(each) for each in ranges], board, dead)
    found = tallied(ranges, format_cards(board), format_cards(dead))
    assert len(found) == (2 if players < 4 else 1)
    for tally in found:
        assert_counted(tally, expected)


@pytest.mark.parametrize(
    ("board", "combos"), [("Tc8c2c", 1), ("Tc8c2c2d", 8), ("9c8c7c5c", 8), ("Tc8c2c2dKh", 20), ("9c8c7c5cKc", 20)]
)
def test_counts_alone_agree_with_plain_enumeration_where_a_flush_is_possible(board: str, combos: int) -> None:
    rng = np.random.default_rng(combos)
    clubs = [combo_index(*parse_cards(hand).tolist()) for hand in ("AcJc", "6c4c", "AcAd", "6d6h")]
    ranges = []
    for _ in range(2):
        weights = np.zeros(COMBOS)
        weights[[*clubs, *rng.choice(COMBOS, combos, replace=False)]] = rng.choice([0.25, 0.5, 1.0], combos + 4)
        ranges.append(Range.from_weights(weights))
    spot = read_spot(ranges, board, "")
    expected = oracle.count([weights_of(each) for each in ranges], parse_cards(board).tolist(), [])
    for plan in ways(spot, Request()):
        ((_, arguments),) = plan.tasks()
        counts = plan.function(*arguments).counts.tolist()
        assert [Fraction(count) for count in counts] == [expected.winners[mask] for mask in range(4)]


def half_of(hand: list[int]) -> Range:
    weights = np.zeros(COMBOS)
    weights[combo_index(*hand)] = 0.5
    return Range.from_weights(weights)


@pytest.mark.parametrize("seed", range(40))
def test_given_hands_win_the_boards_that_plain_enumeration_says(seed: int) -> None:
    """Two to ten of them, with anything from a flop to a complete board, often of one or two suits."""
    rng = np.random.default_rng(seed)
    players, known, dead = 2 + seed % 9, int(rng.integers(3, 6)), int(rng.integers(0, 3))
    suited = rng.permutation([card for card in range(52) if card % 4 < 1 + seed % 4])
    rest = np.setdiff1d(np.arange(52), board := suited[:known])
    held, gone = np.split(rng.permutation(rest)[: 2 * players + dead], [2 * players])
    ranges = [half_of(hand) for hand in held.reshape(-1, 2).tolist()]
    spot = read_spot(ranges, format_cards(board), format_cards(gone) if dead else "")
    expected = oracle.count([weights_of(each) for each in ranges], board.tolist(), gone.tolist())
    plan = ways(spot, Request())[0]
    (tally,) = [plan.function(*arguments) for _, arguments in plan.tasks()]
    assert plan.function is looked_up_by_board
    assert [Fraction(count) for count in tally.counts.tolist()] == [expected.winners[m] for m in range(1 << players)]


@pytest.mark.parametrize(
    "hands",
    [
        ("AhKh", "QsQd", "7c6c"),
        ("AhAd", "AcAs"),
        ("2h2d", "2c2s", "3h3d", "3c3s"),
        ("AhKh", "QhJh", "Th9h", "8h7h"),
        ("AhKs", "QhJs", "Th9s", "8h7s", "6h5s", "4h3s", "2hAs", "KhQs", "JhTs", "9h8s"),
    ],
)
def test_given_hands_before_the_flop_by_the_boards_ranks_and_one_by_one(hands: tuple[str, ...]) -> None:
    spot = read_spot(hands, "", "5d")
    quick, slow = ways(spot, Request())[0], ways(spot, Request(categories=True))[0]
    assert quick.function is looked_up_by_board
    assert quick.steps < slow.steps
    counted = [
        sum((plan.function(*arguments).counts for _, arguments in plan.tasks()), np.zeros(1 << len(hands)))
        for plan in (quick, slow)
    ]
    assert np.array_equal(counted[0], counted[1])


def test_winners_are_counted_for_fitting_cards_alone() -> None:
    holes, flop = np.array([[51, 50], [3, 2]], dtype=np.uint8), np.array([4, 8, 12], dtype=np.uint8)
    deck, none = np.arange(16, 40, dtype=np.uint8), np.array([], dtype=np.uint8)
    assert count_winners(holes, flop, deck).sum() == 24 * 23 / 2
    assert count_winners(holes, np.append(flop, deck[:2]), none).sum() == 1
    wrong = [
        (holes[:1], flop, deck),
        (np.arange(22, 44, dtype=np.uint8).reshape(11, 2), flop, deck[:2]),
        (holes[:, :1].copy(), flop, deck),
        (holes, deck[:6], deck[6:]),
        (holes, flop, deck[::-1].copy()),
        (holes, flop, deck[:1]),
        (holes, flop, np.append(deck, np.uint8(52))),
        (holes, flop, np.append(deck, np.uint8(50))),
        (holes, np.array([51, 4, 8], dtype=np.uint8), deck),
    ]
    for arguments in wrong:
        with pytest.raises(ValueError):  # noqa: PT011
            count_winners(*arguments)


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (("A9s,77", "K8o:0.5"), "4h6hJh", ""),  # three suits are alike
        (("A9s,77", "K8o:0.5"), "4h6hJd", "As"),  # none but c and s, and s is dead
        (("A9s,77", "K8o:0.5"), "4h6dJd", "AsAc"),  # c and s are alike
        (("T9s", "T9o:0.25", "AA"), "4c4d4h", ""),
        (("AhKh", "QsQd,QcQs", "7c6c"), "4c4d4h", ""),
    ],
)
def test_boards_that_stand_for_others(players: tuple[str, ...], board: str, dead: str) -> None:
    ranges = [Range(text) for text in players]
    ids = [list(parse_cards(cards).tolist()) for cards in (board, dead)]
    expected = oracle.count([weights_of(each) for each in ranges], *ids)
    for tally in tallied(ranges, board, dead):
        assert_counted(tally, expected)


def test_before_the_flop_the_table_and_the_boards_agree() -> None:
    mine, theirs = Range("AKs,77:0.5,8h7h"), Range("QQ:0.25,A5s,AhKd")
    looked_up = equity(mine, theirs, per_combo=True)
    swept = equity(mine, theirs, per_combo=True, categories=True, threads=2)
    assert (looked_up.method, swept.method) == ("table", "sweep")
    assert looked_up.counts == swept.counts
    np.testing.assert_array_equal(looked_up.held, swept.held)
    np.testing.assert_allclose(looked_up.per_combo, swept.per_combo, rtol=1e-12)
    assert swept.categories.sum(axis=1) == pytest.approx([1, 1], abs=1e-12)


def test_three_players_before_the_flop_by_both_ways() -> None:
    spot = read_spot(["AhKh,8c8d", "QsQd,Jc9c:0.5", "AcTd,AhKh"], "", "")
    found = []
    for plan in ways(spot, Request()):
        tallies = [plan.function(*arguments) for _, arguments in plan.tasks()]
        found.append(sum(tallies[1:], start=tallies[0]))
    np.testing.assert_array_equal(found[0].counts, found[1].counts)


def test_ten_hands() -> None:
    holes, boards = deal(1, 10, rng=3)
    hands = [format_cards(hole) for hole in holes[0]]
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), holes)
    found = equity(*hands)
    assert found.exact
    assert found.samples == 201376  # C(32, 5)
    chosen = np.array(list(combinations(left.tolist(), 5)), dtype=np.uint8)
    strengths = evaluate(holes[0][:, None], chosen[None])
    winning = strengths == strengths.max(axis=0)
    masks, counts = np.unique((winning << np.arange(10)[:, None]).sum(axis=0), return_counts=True)
    assert found.counts == dict(zip(masks.tolist(), counts.tolist(), strict=True))
    assert len(boards) == 1


# --- invariants --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players", [("QQ+,AKs", "22+:0.5,A2s+"), ("QQ+", "TT+:0.5", "A5s+"), ("AA", "AK", "KK", "K9s")]
)
def test_permuting_the_players_permutes_the_counts(players: tuple[str, ...]) -> None:
    first = equity(*players, board="2c7dTh")
    for order in permutations(range(len(players))):
        other = equity(*(players[player] for player in order), board="2c7dTh")
        moved = {
            sum(1 << place for place, player in enumerate(order) if mask >> player & 1): count
            for mask, count in first.counts.items()
        }
        assert other.counts == moved


@pytest.mark.parametrize("dead", ["", "3s4s"])
def test_relabelling_suits_changes_nothing(dead: str) -> None:
    players, board = ("AhKh,QsQd", "JJ+,9s8s", "Tc9c:0.5,88"), "2h7sTh"
    moved = str.maketrans("hscd", "csdh")  # cards only: no suited class is among the players' hands
    relabelled = [text.translate(moved) for text in players]
    found = equity(*relabelled, board=board.translate(moved), dead=dead.translate(moved))
    assert equity(*players, board=board, dead=dead).counts == found.counts


def test_dead_cards_leave_the_boards_that_are_left() -> None:
    # 45 cards are left after four hole cards and three dead ones: C(45, 5) boards.
    found = equity("AhKh", "QsQd", dead="2c2d2h")
    assert found.samples == 1221759
    assert found.counts != equity("AhKh", "QsQd").counts


@pytest.mark.parametrize("players", [("QQ+:0.3,AKs", "22+:0.7"), ("QQ+:0.3,AKs", "22+:0.7", "A2s+:0.1")])
def test_shares_of_each_player_are_one(players: tuple[str, ...]) -> None:
    found = equity(*players, board="2c7dTh")
    assert found.win + found.tie + found.lose == pytest.approx(np.ones(len(players)), abs=1e-12)
    assert found.equity.sum() == pytest.approx(1, abs=1e-12)
    assert found.exact
    assert not found.stderr.any()
    assert [player["hands"] for player in found.to_dict()["players"]] == list(found.players)


def test_known_hands_are_dead_for_the_others() -> None:
    found = equity("7h3d", "Kc6c", "Qd6d")
    assert found.samples == 1370754  # C(46, 5)
    assert sum(found.fractions()) == 1


def test_weights_are_not_renormalised_after_cards_are_removed() -> None:
    # Three aces gone: one combo in seven is AA for him who holds AA or KK at even weights.
    found = equity("As2d", "AA,KK", board="AhQc3s", per_combo=True)
    aces = combo_index(*parse_cards("AdAc").tolist())
    assert found.held[1, aces] == pytest.approx(1 / 7)


def test_per_combo_averages_to_the_equity() -> None:
    found = equity("QQ+,AKs:0.5", "TT+", "A2s+", board="2c7dTh", per_combo=True, categories=True)
    assert found.held.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-12)
    assert np.nansum(found.held * found.per_combo, axis=1) == pytest.approx(found.equity, abs=1e-12)
    assert np.isnan(found.per_combo[:, combo_index(0, 1)]).all()
    alone = equity("QhQs", "TT+", "A2s+", board="2c7dTh")
    queens = combo_index(*parse_cards("QhQs").tolist())
    assert found.per_combo[0, queens] == pytest.approx(alone.equity[0], abs=1e-12)


def test_results_are_values_to_keep() -> None:
    found = equity("QQ+", "AK", board="2c7dTh", per_combo=True, categories=True)
    again: Equity = pickle.loads(pickle.dumps(found))
    assert again.counts == found.counts
    assert again.to_dict() == found.to_dict()
    assert str(again) == str(found)
    assert found._repr_html_().count("<tr>") == 3
    assert repr(found).startswith("Equity(QQ+ ")
    with pytest.raises(AttributeError):
        found.exact = False  # type: ignore[misc]


@pytest.mark.parametrize("name", ["categories", "held", "per_combo"])
def test_what_was_not_asked_for_is_not_there(name: str) -> None:
    found = equity("QQ+", "AK", board="2c7dTh")
    with pytest.raises(HoldemError, match=r"equity\(..., (categories|per_combo)=True\)"):
        getattr(found, name)


# --- what can be dealt -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options", "error", "message"),
    [
        (("AA",), {}, RangeError, "2 to 10 players, not of 1"),
        (("random",) * 11, {}, RangeError, "2 to 10 players, not of 11"),
        (("AhKh", "AhQd"), {}, RangeError, "collide.*; Ah belongs to player 0 and to player 1"),
        (("22+", "AhKh", "2c2d", "QsKh"), {}, RangeError, "collide.*; Kh belongs to player 1 and to player 3"),
        (("AA,KK",) * 5, {}, RangeError, "collide"),
        (("TT+",) * 10, {"dead": "Tc"}, RangeError, "collide"),
        (("random", "AhKh", "AhKs,KhQh", "random"), {}, RangeError, "collide"),
        (("AA", "AhAd,AcAs"), {"board": "AhAs2c"}, RangeError, "player 1 has no hand left"),
        (("AA", "AhKd"), {"board": "AsAc2c"}, RangeError, "collide"),
        (("AA", "KK"), {"board": "2c3d"}, CardError, "0, 3, 4 or 5 cards, not 2"),
        (("AA", "KK"), {"board": "2c3d4h", "dead": "2c"}, CardError, "2c is on the board and dead"),
        (("AA", "KK"), {"board": "2c3d2c"}, CardError, "2c"),
        (("AA", "KKx"), {}, RangeError, "player 1: .*KKx"),
        (("AA", "AA:0"), {}, RangeError, "player 1 has an empty range"),
        (("AA", "KK"), {"method": "guess"}, HoldemError, "method is 'guess'"),
        (("AA", "KK"), {"samples": 0}, HoldemError, "samples is 0"),
        (("AA", "KK"), {"precision": 0.0}, HoldemError, "precision is 0"),
        (("AA", "KK"), {"seconds": -1}, HoldemError, "seconds is -1"),
        (("AA", "KK"), {"threads": 0}, HoldemError, "threads is 0"),
        (("random",) * 6, {"method": "exact"}, RangeError, r"about [\d,]+ days"),
    ],
)
def test_impossible_spots_are_refused(
    players: tuple[str, ...], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        equity(*players, **options)


# --- the next card -----------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["Qh7h2c", "Qh7h2c9s"])
def test_the_next_card_is_a_card_on_the_board(board: str) -> None:
    coming = next_card_equities("AhKh", "QsQd,JJ", board=board, dead="3c")
    gone = {*parse_cards(board + "AhKh3c").tolist()}
    assert list(coming) == [format_cards([card]) for card in range(52) if card not in gone]
    for card, found in coming.items():
        assert found.counts == equity("AhKh", "QsQd,JJ", board=board + card, dead="3c").counts


def test_a_card_that_leaves_somebody_no_hand_cannot_come() -> None:
    coming = next_card_equities("AhKh,AhQh", "QsQd", board="7h2c9s4d")
    assert not {"Ah", "Qs", "Qd"} & set(coming)
    assert {"Kh", "Qh"} <= set(coming)


@pytest.mark.parametrize("board", ["", "2c3d4h5s6c"])
def test_a_next_card_needs_a_flop_or_a_turn(board: str) -> None:
    with pytest.raises(CardError, match="3 or 4 cards"):
        next_card_equities("AhKh", "QsQd", board=board)


# --- progress ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "option",
    [
        *({"precision": 10**400}, {"seconds": 10**5000}),
        *({"samples": True}, {"threads": True}, {"seconds": True}),
        *({"progress": 5}, {"progress": "told"}),
    ],
)
def test_options_that_are_none_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=f"^{next(iter(option))} is "):
        equity("AA", "KK", **option)
    with pytest.raises(OptionError, match=f"^{next(iter(option))} is "):
        next_card_equities("AA", "KK", board="2c7d9h", **option)


def test_progress_is_told() -> None:
    told: list[tuple[float, Equity | None]] = []
    equity("KK+", "QQ,JJ", "AKs", progress=lambda share, found: told.append((share, found)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert all(found is None for _, found in told)


# --- weights of very different sizes -----------------------------------------------------------------


def holding(card: str, weight: float) -> NDArray[np.float64]:
    """That weight for each combo with the card."""
    return np.where((parse_cards(card)[0] == COMBO_CARDS).any(axis=1), weight, 0.0)


@pytest.mark.parametrize("weight", [1e-3, 1e-6, 1e-9, 1e-13, 1e-18, 1e-29])
@pytest.mark.parametrize("board", ["2c3d4h", "2c3d4h5s"])
def test_heavy_hands_that_are_blocked_do_not_drown_the_rest(weight: float, board: str) -> None:
    mine, light = Range("AhKh,AhQd,AhAs"), np.where(holding("Ah", 1) > 0, 0.0, Range("QQ,JTs,AK").weights * weight)
    heavy = Range.from_weights(light + holding("Ah", 1))
    for others in ((heavy,), (heavy, Range("99,88"))):
        expected = equity(mine, Range.from_weights(light), *others[1:], board=board, per_combo=True)
        found = equity(mine, *others, board=board, per_combo=True, categories=True)
        np.testing.assert_allclose(found.equity, expected.equity, rtol=1e-11)
        np.testing.assert_allclose(found.held.sum(axis=1), 1, rtol=1e-11)
        np.testing.assert_allclose(found.categories.sum(axis=1), 1, rtol=1e-11)
        np.testing.assert_allclose(found.per_combo[0], expected.per_combo[0], rtol=1e-9)


def test_a_hand_of_next_to_no_weight_is_all_that_is_left() -> None:
    assert equity("AhAs", "AhKh,QQ:1e-17").equity[0] == pytest.approx(equity("AhAs", "QQ").equity[0], abs=1e-10)


@pytest.mark.parametrize("board", ["", "2c3d4h"])
def test_weights_that_cannot_be_multiplied_are_refused(board: str) -> None:
    with pytest.raises(RangeError, match="player 1 holds a hand with weight 1e-200"):
        equity("AA", "KK:1e-200", board=board)


def test_a_combo_that_is_always_blocked_is_never_held() -> None:
    """Weights of tenths and hundredths, whose sums leave residues where they are taken as they are."""
    mine = "9s3s,9s3c,9c3s,9c3c"
    rng = np.random.default_rng(3)
    held = np.flatnonzero(holding("3s", 1))
    theirs = np.zeros(COMBOS)
    theirs[held] = rng.choice([0.1, 0.2, 0.3, 0.37, 0.7, 0.9], len(held))
    found = equity(mine, Range.from_weights(theirs), board="2d8hKc6d", per_combo=True)
    blocked = [combo_index(*parse_cards(hand).tolist()) for hand in ("9s3s", "9c3s")]
    assert found.method == "sweep"
    assert not found.held[0, blocked].any()
    assert np.isnan(found.per_combo[0, blocked]).all()
    assert np.nanmin(found.per_combo) >= 0


@pytest.mark.parametrize("players", [("AA:0.1,KK:0.3", "QQ:0.7,AKs:0.9"), ("QQ+:0.37", "A2s+:0.29", "22+:0.123456789")])
def test_fractions_are_one_whatever_the_weights(players: tuple[str, ...]) -> None:
    assert sum(equity(*players, board="2c7d9h").fractions()) == 1


def test_no_winner_comes_out_of_rounding() -> None:
    # On this river the kings beat the queens, whatever their weights.
    assert set(equity("KK:0.3,KQs:0.123456789", "QQ:0.7", board="Kh7d2c9s3h").counts) == {1}
