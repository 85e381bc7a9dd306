import io
import json
import re
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from decimal import Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_core.errors import HistoryError, OtherGameError
from holdem_core.histories import files, phh
from holdem_core.histories.ohh import read, read_many
from holdem_core.histories.phh import History
from holdem_core.table import Game, TableHand
from holdem_core.table.logs import Act, Move, Post

LINE = re.compile(r"(\d+) ([A-Za-z ]+?)(?: ([0-9.]+))?(?: ((?:[2-9TJQKA][cdhs])+))?")
BOARD = re.compile(r"(Flop|Turn|River|Showdown) ?((?:[2-9TJQKA][cdhs])*)")
BLINDS = ("1 Post SB 1", "2 Post BB 2")
DEALT = ("1 Dealt Cards AhAd", "2 Dealt Cards KhKd", "3 Dealt Cards QhQd")
CHECKED = ("1 Check", "2 Check", "3 Check")


def number(text: str) -> float | int:
    return float(text) if "." in text else int(text)


def cards(text: str | None) -> list[str]:
    return re.findall("..", text or "")


def table(*lines: str, stacks: tuple[float, ...] = (100, 100, 100), **fields: Any) -> dict[str, Any]:
    """A hand of no-limit 1/2 from lines such as "3 Raise 6" by seat and "Flop 2c7d9h"; the last seat has the button."""
    actions: list[dict[str, Any]] = []
    rounds: list[dict[str, Any]] = [{"id": 0, "street": "Preflop", "cards": "", "actions": actions}]
    for line in lines:
        if board := BOARD.fullmatch(line):
            actions = []
            rounds.append({"id": len(rounds), "street": board[1], "cards": cards(board[2]), "actions": actions})
            continue
        told = LINE.fullmatch(line)
        assert told is not None, line
        action = {"action_number": len(actions), "player_id": 10 * int(told[1]), "action": told[2]}
        actions.append(action | {"amount": number(told[3] or "0.00"), "is_allin": False, "cards": cards(told[4])})
    seats = range(1, len(stacks) + 1)
    return {
        "spec_version": "1.4.7",
        "site_name": "A room",
        "game_number": "7",
        "table_name": "Rio",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0.00},
        "table_size": 6,
        "dealer_seat": len(stacks),
        "small_blind_amount": 1,
        "big_blind_amount": 2.00,
        "ante_amount": 0.00,
        "hero_player_id": None,
        "flags": [],
        "players": [
            {"id": 10 * seat, "seat": seat, "name": f"P{seat}", "starting_stack": stack}
            for seat, stack in zip(seats, stacks, strict=True)
        ],
        "rounds": rounds,
        **fields,
    }


def pot(amount: float, *wins: tuple[int, float], **fields: float) -> dict[str, Any]:
    """A pot, and what seats won of it."""
    won = [{"player_id": 10 * seat, "win_amount": win} for seat, win in wins]
    return {"number": 0, "amount": amount, "player_wins": won, **fields}


def text(hand: Any) -> str:
    return json.dumps({"ohh": hand})


def history(*lines: str, **fields: Any) -> History:
    return read(text(table(*lines, **fields)))


def refusal(hand: dict[str, Any]) -> str:
    with pytest.raises(HistoryError) as caught:
        read(text(hand)).settle()
    return str(caught.value)


# --- the same hand in both formats --------------------------------------------------------------------------

SIDE_POT = table(
    *BLINDS,
    *DEALT,
    *("3 Raise 20", "1 Call 9", "2 Raise 38", "3 Raise 60", "2 Call 40"),
    *("Flop 2c7d9h", "Turn Tc", "River 3s"),
    *("Showdown", "2 Shows Cards KhKd", "3 Shows Cards QhQd", "1 Shows Cards AhAd"),
    stacks=(10, 100, 80),
    pots=[pot(30, (1, 30)), pot(140, (2, 139), rake=1)],
)
SAME = {
    "a side pot": (
        SIDE_POT,
        """variant = "NT"
        antes = [0, 0, 0]
        blinds_or_straddles = [1, 2, 0]
        min_bet = 2
        starting_stacks = [10, 100, 80]
        actions = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd", "p3 cbr 20", "p1 cc", "p2 cbr 40", "p3 cbr 80",
            "p2 cc", "d db 2c7d9h", "d db Tc", "d db 3s", "p2 sm KhKd", "p3 sm QhQd", "p1 sm AhAd"]
        seats = [1, 2, 3]
        finishing_stacks = [30, 159, 0]""",
        (30, 160, 0),
    ),
    "fixed limit": (
        table(
            *("1 Post SB 1", "2 Post BB 2", "3 Raise 4", "1 Fold", "2 Call 2"),
            *("Flop 2c7d9h", "2 Bet 2", "3 Raise 4", "2 Call 2", "Turn Tc", "2 Check", "3 Bet 4", "2 Fold"),
            bet_limit={"bet_type": "FL"},
            pots=[pot(17, (3, 17))],
        ),
        """variant = "FT"
        antes = [0, 0, 0]
        blinds_or_straddles = [1, 2, 0]
        small_bet = 2
        big_bet = 4
        starting_stacks = [100, 100, 100]
        actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 4", "p1 f", "p2 cc", "d db 2c7d9h",
            "p2 cbr 2", "p3 cbr 4", "p2 cc", "d db Tc", "p2 cc", "p3 cbr 4", "p2 f"]
        seats = [1, 2, 3]
        finishing_stacks = [99, 92, 109]""",
        (99, 92, 109),
    ),
    "two players": (
        table(
            *("2 Post SB 0.50", "1 Post BB 1.00", "2 Raise 2.50", "1 Raise 8.00", "2 Fold"),
            stacks=(100.25, 50),
            small_blind_amount=0.5,
            big_blind_amount=1.0,
            pots=[pot(6.00, (1, 6.00))],
        ),
        """variant = "NT"
        antes = [0, 0]
        blinds_or_straddles = [0.5, 1]
        min_bet = 1
        starting_stacks = [100.25, 50]
        actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 3.0", "p1 cbr 9", "p2 f"]
        seats = [1, 2]
        finishing_stacks = [103.25, 47]""",
        (Decimal("103.25"), Decimal("47.00")),
    ),
    "antes of a tournament, one short": (
        table(
            *("1 Post Ante 10", "2 Post Ante 10", "3 Post Ante 4", "4 Post Ante 10", "1 Post SB 25", "2 Post BB 50"),
            *("4 Fold", "1 Call 25", "2 Check", "Flop 2c7d9h", "1 Check", "2 Check", "Turn Tc", "1 Check", "2 Check"),
            *("River 3s", "1 Check", "2 Check", "Showdown", "1 Mucks Cards QhQd", "2 Shows Cards KhKd"),
            "3 Shows Cards AhAd",
            stacks=(500, 500, 4, 500),
            ante_amount=10,
            small_blind_amount=25,
            big_blind_amount=50,
            pots=[pot(16, (3, 16)), pot(118, (2, 118))],
        ),
        """variant = "NT"
        ante_trimming_status = true
        antes = [10, 10, 4, 10]
        blinds_or_straddles = [25, 50, 0, 0]
        min_bet = 50
        starting_stacks = [500, 500, 4, 500]
        actions = ["d dh p1 QhQd", "d dh p2 KhKd", "d dh p3 AhAd", "d dh p4 ????", "p4 f", "p1 cc", "p2 cc",
            "d db 2c7d9h", "p1 cc", "p2 cc", "d db Tc", "p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cc",
            "p1 sm", "p2 sm KhKd", "p3 sm AhAd"]
        seats = [1, 2, 3, 4]
        finishing_stacks = [440, 558, 16, 490]""",
        (440, 558, 16, 490),
    ),
    "missed blinds, the small one dead": (
        table(
            *("1 Post SB 1", "2 Post BB 2", "3 Post Dead 1", "3 Post Extra Blind 2", "3 Check", "4 Fold", "1 Fold"),
            *("2 Check", "Flop 2c7d9h", "2 Bet 4", "3 Fold"),
            stacks=(100, 100, 100, 100),
            pots=[pot(6, (2, 6))],
        ),
        """variant = "NT"
        antes = [0, 0, 1, 0]
        blinds_or_straddles = [1, 2, -2, 0]
        min_bet = 2
        starting_stacks = [100, 100, 100, 100]
        actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 cc", "p4 f", "p1 f", "p2 cc",
            "d db 2c7d9h", "p2 cbr 4", "p3 f"]
        seats = [1, 2, 3, 4]
        finishing_stacks = [99, 104, 97, 100]""",
        (99, 104, 97, 100),
    ),
}


@pytest.mark.parametrize(("hand", "other", "stacks"), SAME.values(), ids=SAME.keys())
def test_a_hand_is_the_same_history_as_in_the_poker_hand_history_format(
    hand: dict[str, Any], other: str, stacks: tuple[int, ...]
) -> None:
    told, expected = read(text(hand)), phh.read(other)
    assert told.players == tuple(f"P{seat}" for seat in told.seats or ())
    for name in ("variant", "ante_trimming_status", "antes", "blinds_or_straddles", "bets", "starting_stacks"):
        assert getattr(told, name) == getattr(expected, name)
    assert (told.actions, told.seats, told.finishing_stacks) == (
        expected.actions,
        expected.seats,
        expected.finishing_stacks,
    )
    played, again = told.settle(), expected.settle()
    assert played.stacks == again.stacks == stacks
    assert (played.board, played.hole_cards, played.contributions) == (
        again.board,
        again.hole_cards,
        again.contributions,
    )
    back = phh.read(phh.dumps(told))
    assert back.settle().stacks == stacks


# --- games --------------------------------------------------------------------------------------------------


def test_pot_limit_is_played_and_cannot_be_written_in_the_other_format() -> None:
    limit = {"bet_type": "PL", "bet_cap": 0}
    told = history(*BLINDS, "3 Raise 7", "1 Fold", "2 Call 5", bet_limit=limit)
    hand = told.replay()
    assert (told.variant, hand.game.limit, hand.street, hand.stacks) == ("PT", "pot-limit", "preflop", (99, 93, 93))
    assert "p3 cannot make it 8; it is 4 to 7" in refusal(table(*BLINDS, "3 Raise 8", bet_limit=limit))
    with pytest.raises(HistoryError, match="hand 7: the format has no variant for pot-limit hold'em"):
        phh.dumps(told)
    with pytest.raises(HistoryError, match="variant is 'PT', which the format does not have"):
        phh.read("variant = 'PT'\nantes = [0, 0]\n")


@pytest.mark.parametrize("game", ["Omaha", "OmahaHiLo", "Stud", "ShortDeck"])
def test_other_games_say_which_they_are(game: str) -> None:
    with pytest.raises(OtherGameError, match=f"hand 7: game_type is '{game}'; the table plays Holdem"):
        read(text(table(game_type=game)))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"flags": ["Fast", "Run_It_Twice"]}, "the hand is run twice"),
        ({"flags": ["Bomb_Pot"]}, "the hand is a bomb pot"),
        ({"flags": ["Cap"]}, "the hand is of a game with a cap"),
        ({"bet_limit": {"bet_type": "NL", "bet_cap": 40}}, "the hand is of a game with a cap"),
        ({"bet_limit": {"bet_type": "SL"}}, "bet_type is 'SL'; it is one of NL, PL, FL"),
        ({"bet_limit": None}, "bet_limit is None, not an object"),
        ({"game_type": None}, "game_type is None; the table plays Holdem"),
    ],
)
def test_what_the_table_does_not_play_is_refused(fields: dict[str, Any], message: str) -> None:
    assert refusal(table(*BLINDS, **fields)).startswith(f"hand 7: {message}")


# --- positions and posts ------------------------------------------------------------------------------------


def test_players_are_listed_in_any_order_and_sit_left_of_the_button() -> None:
    hand = table(
        "4 Post SB 1", "1 Post BB 2", "2 Raise 6", "4 Fold", "1 Fold", stacks=(100, 200, 300, 400), dealer_seat=2
    )
    hand["players"] = [hand["players"][at] | {"is_sitting_out": at == 2} for at in (2, 0, 3, 1)]
    told = read(text(hand))
    assert (told.seats, told.players) == ((4, 1, 2), ("P4", "P1", "P2"))
    assert told.replay().stacks == (399, 98, 203)


def test_nobody_need_sit_on_the_button() -> None:
    told = history("1 Post SB 1", "2 Post BB 2", "3 Raise 6", "1 Fold", "2 Fold", dealer_seat=9)
    assert (told.seats, told.replay().stacks) == ((1, 2, 3), (99, 98, 103))
    dead_small_blind = history("1 Post BB 2", "2 Fold", "3 Call 2", "1 Check", stacks=(50, 50, 50), dealer_seat=8)
    assert (dead_small_blind.blinds_or_straddles, dead_small_blind.replay().due) == ((2, 0, 0), "flop")


def test_a_blind_of_the_whole_stack_is_short_and_the_call_is_not() -> None:
    hand = history(*BLINDS[:1], "2 Post BB 1.5", stacks=(100, 1.5, 100)).replay()
    assert (hand.legal.call, hand.legal.raise_to) == (2, (4, 100))
    hand = history("1 Post SB 0.5", "2 Post BB 2", "3 Call 2", stacks=(0.5, 100, 100)).replay()
    assert (hand.contributions, hand.to_act) == ((Decimal("0.5"), 2, 2), 1)


def test_the_straddler_speaks_last() -> None:
    straddled = (*BLINDS, "3 Straddle 4", "4 Fold", "1 Fold", "2 Call 2")
    hand = history(*straddled, stacks=(100,) * 4).replay()
    assert (hand.to_act, hand.legal.check, hand.contributions) == (2, True, (1, 4, 4, 0))


def test_blinds_out_of_turn_are_live_up_to_the_call_and_dead_beyond() -> None:
    more = ("1 Post SB 1", "2 Post BB 2", "3 Post Extra Blind 3", "4 Post BB 2", "4 Post SB 1")
    hand = history(*more, stacks=(100,) * 4).replay()
    assert (hand.contributions, hand.dead, hand.to_act) == ((1, 2, 2, 2), 2, 2)
    assert hand.stacks == (99, 98, 97, 97)
    both = history("1 Post SB 1", "2 Post BB 2", "3 Straddle 4", "4 Post Extra Blind 4", stacks=(100,) * 4).replay()
    assert (both.contributions, both.dead) == ((1, 2, 4, 4), 0)


def test_an_ante_for_all_is_dead_and_so_are_antes_beside_dead_chips() -> None:
    one = history("2 Post Ante 2", *BLINDS).replay()
    assert (one.dead, one.contributions) == (2, (1, 2, 0))
    antes = ("1 Post Ante 1", "2 Post Ante 1", "3 Post Ante 1")
    assert history(*antes, *BLINDS).replay().contributions == (2, 3, 1)
    beside = history(*antes, "3 Post Dead 1", *BLINDS).replay()
    assert (beside.dead, beside.contributions) == (4, (1, 2, 0))
    short = table("1 Post Ante 1", "2 Post Ante 0.5", "3 Post Ante 1", "3 Post Dead 1", "1 Post SB 1")
    assert refusal(short).startswith("hand 7: an ante is short, and a history does not tell")


# --- cards --------------------------------------------------------------------------------------------------


def test_cards_are_known_from_the_deal_however_they_are_told() -> None:
    told = history(
        *BLINDS, "1 Dealt Cards Ah", "3 Fold", "1 Fold", "Showdown", "3 Shows Cards QhQd", "2 Mucks Cards KhKd"
    )
    assert told.actions[:3] == ("d dh p1 Ah??", "d dh p2 KhKd", "d dh p3 QhQd")
    assert told.actions[3:] == ("p3 f", "p1 f", "p2 sm")
    with pytest.raises(HistoryError, match="p3 has 4 cards, Qh, Qd, As, Ac"):
        history(*BLINDS, *DEALT, "3 Fold", "Showdown", "3 Shows Cards AsAc")


def test_a_hand_that_nobody_saw_has_mucked() -> None:
    calls = (
        *BLINDS,
        "3 Call 2",
        "1 Call 1",
        "2 Check",
        "Flop 2c7d9h",
        *CHECKED,
        "Turn Tc",
        *CHECKED,
        "River 3s",
        *CHECKED,
    )
    shown = history(*calls, "Showdown", "1 Mucks Cards", "2 Shows Cards KhKd", "3 Mucks Cards")
    assert shown.settle().stacks == (98, 104, 98)
    assert history(*calls).replay().street == "showdown"


# --- the outcome --------------------------------------------------------------------------------------------

STEAL = (*BLINDS, "3 Raise 6.00", "1 Fold", "2 Call 4", "Flop 2c7d9h", "2 Check", "3 Bet 10", "2 Fold")


def test_a_rake_is_what_the_winners_are_short_of() -> None:
    told = history(*STEAL, pots=[pot(13, (3, 12.35), rake=0.5, jackpot=0.15)], currency="USD")
    assert told.finishing_stacks == (99, 94, Decimal("106.35"))
    assert told.values()["winnings"] in ((0, 0, Decimal("12.35")), [0, 0, Decimal("12.35")])
    assert told.settle().stacks == (99, 94, 107)
    assert {name: told.other[name] for name in ("hand", "venue", "table", "currency")} == {
        "hand": "7",
        "venue": "A room",
        "table": "Rio",
        "currency": "USD",
    }
    tournament = history(*STEAL, currency="USD", tournament_info={"name": "Sunday"})
    assert "currency" not in tournament.other


def test_uncalled_chips_may_be_counted_among_the_winnings() -> None:
    for told in (pot(13, (3, 13)), pot(23, (3, 23))):
        assert history(*STEAL, pots=[told]).finishing_stacks == (99, 94, 107)
    assert history(*STEAL).finishing_stacks is None
    assert history(*STEAL, pots=None).finishing_stacks is None


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ([pot(14, (3, 14))], "the pots hold 14, and 13 went in"),
        ([pot(13, (3, 12))], "the pots hold 13, and 12 was won and 0 taken from them"),
        ([pot(13, (3, 12), rake=2)], "the pots hold 13, and 12 was won and 2 taken from them"),
        ([pot(13, (4, 13))], "the player of id 40 wins, and took no part"),
        ([pot(13, (3, -1))], "pots[0]: player_wins[0]: win_amount is -1, below 0"),
        ([pot(13, (3, 13)), {"player_wins": [{"player_id": "x"}]}], "pots[1]: player_wins[0]: player_id is 'x', not a"),
    ],
)
def test_an_outcome_that_contradicts_itself_is_refused(told: list[Any], message: str) -> None:
    assert refusal(table(*STEAL, pots=told)).startswith(f"hand 7: {message}")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("3 Call 3",), "p3's Call of 3 makes their bet 3, and the bet is 2"),
        (("3 Call 1",), "p3's Call of 1 makes their bet 1, and the bet is 2"),
        (("3 Call",), "p3's Call of 0 makes their bet 0, and the bet is 2"),
        (("3 Raise 6", "1 Call 6"), "p1's Call of 6 makes their bet 7, and the bet is 6"),
        (("3 Raise 6", "1 Call 19"), "p1's Call of 19 makes their bet 20, and the bet is 6"),
        (("3 Fold", "1 Call 1", "2 Check", "Flop 2c7d9h", "1 Bet 4", "2 Call 3"), "p2's Call of 3"),
    ],
)
def test_a_call_of_more_or_less_than_the_bet_is_refused(lines: tuple[str, ...], message: str) -> None:
    told = table(*BLINDS, *lines, stacks=(20, 100, 100))
    assert refusal(told).startswith(f"hand 7: {message}")


def test_a_call_all_in_may_be_short() -> None:
    told = history(*BLINDS, "3 Raise 30", "1 Call 19", stacks=(20, 100, 100))
    assert told.actions[-2:] == ("p3 cbr 30", "p1 cc")


def test_sums_are_exact_in_any_context() -> None:
    blinds = {"small_blind_amount": 0.01, "big_blind_amount": 0.02}
    hand = table(
        *("1 Post SB 0.01", "2 Post BB 0.02", "3 Raise 12345.67", "1 Fold", "2 Call 12345.65"),
        stacks=(1, 12345.67, 99999.99),
        pots=[pot(24691.35, (3, 24691.35))],
        **blinds,
    )
    with localcontext() as context:
        context.prec = 5
        told = read(text(hand))
    assert told.finishing_stacks == (Decimal("0.99"), 0, Decimal("112345.67"))
    assert told.actions[3] == "p3 cbr 12345.67"
    huge = f"{10**90}.25"
    exact = (
        text(hand).replace("12345.67", huge).replace("12345.65", f"{10**90}.23").replace("24691.35", f"{2 * 10**90}.51")
    )
    assert read(exact).actions[3] == f"p3 cbr {huge}"


@st.composite
def played(draw: st.DrawFn) -> tuple[TableHand, dict[str, Any]]:
    """A hand of any legal acts to its end, and what a room would tell of it."""
    limit, bet_type = draw(st.sampled_from([("no-limit", "NL"), ("pot-limit", "PL"), ("fixed-limit", "FL")]))
    stacks = tuple(draw(st.lists(st.integers(20, 2000), min_size=2, max_size=7)))
    ante = draw(st.sampled_from([0, 0, 10]))
    game = Game(
        limit,  # type: ignore[arg-type]
        blinds=(50, 100),
        ante=ante,
        big_blind_ante=0 if ante else draw(st.sampled_from([0, 100])),
        straddles=(200,) if len(stacks) > 2 and stacks[2] > 300 and draw(st.booleans()) else (),
    )
    hand = game.start(stacks, button=len(stacks) - 1, rng=draw(st.integers(0, 2**32)))
    while hand.to_act is not None:
        legal = hand.legal
        choices = ["fold", "check" if legal.check else "call"] * 2 + ["raise_to"] * (legal.raise_to is not None)
        match draw(st.sampled_from(choices)):
            case "raise_to":
                assert legal.raise_to is not None
                hand.raise_to(draw(st.integers(*map(int, legal.raise_to))))
            case verb:
                getattr(hand, verb)()
    awards = hand.result.settlement.awards
    pots = [
        pot(
            int(award.amount),
            *((seat + 1, int(share)) for seat, share in zip(award.winners, award.shares, strict=True)),
        )
        for award in awards
    ]
    limits = {"bet_type": bet_type, "bet_cap": 0}
    blinds = {"small_blind_amount": 50, "big_blind_amount": 100}
    return hand, table(*lines_of(hand, stacks), stacks=stacks, bet_limit=limits, ante_amount=ante, pots=pots, **blinds)


def lines_of(hand: TableHand, stacks: Sequence[int]) -> Iterator[str]:
    """A hand's log, with chips counted as a room counts them."""
    left, bets, to_call = list(stacks), [0] * len(stacks), 0
    small = hand.positions.blinds[0]
    streets = iter(["Flop", "Turn", "River"])

    def put_in(seat: int, amount: Any) -> int:
        paid = min(int(amount), left[seat])
        left[seat] -= paid
        return paid

    for entry in hand.dealing.log:
        match entry:
            case Post(seat, "ante" | "dead", amount):
                yield f"{seat + 1} Post Ante {put_in(seat, amount)}"
            case Post(seat, kind, amount):
                bets[seat] = put_in(seat, amount)
                name = "Straddle" if kind == "straddle" else "Post SB" if seat == small else "Post BB"
                yield f"{seat + 1} {name} {bets[seat]}"
                to_call = 200 if kind == "straddle" else 100
            case Act(seat, "fold" | "check" as verb):
                yield f"{seat + 1} {verb.title()}"
            case Act(seat, "call"):
                paid = put_in(seat, to_call - bets[seat])
                bets[seat] += paid
                yield f"{seat + 1} Call {paid}"
            case Act(seat, "bet" | "raise_to", amount):
                paid = put_in(seat, int(amount or 0) - bets[seat])
                bets[seat] = to_call = bets[seat] + paid
                yield f"{seat + 1} Raise {paid}"
            case Move(shown, _, "board"):
                bets, to_call = [0] * len(bets), 0
                yield f"{next(streets)} {shown}"
    if len(hand.live) > 1:
        yield "Showdown"
        for seat in hand.live:
            yield f"{seat + 1} Shows Cards {hand.hole_cards[seat]}"


@settings(max_examples=200, deadline=None)
@given(played())
def test_a_hand_of_the_table_comes_back_from_what_a_room_tells_of_it(told: tuple[TableHand, dict[str, Any]]) -> None:
    hand, fields = told
    back = read(text(fields))
    again = back.settle()
    assert again.stacks == back.finishing_stacks == hand.stacks
    assert (again.board, again.contributions, again.dead) == (hand.board, hand.contributions, hand.dead)


# --- files --------------------------------------------------------------------------------------------------


def test_objects_are_read_one_by_one_however_they_are_laid_out(tmp_path: Path) -> None:
    hands = [table(*STEAL, game_number=str(number)) for number in range(4)]
    hands[1]["players"][0]["name"] = '}]{"ohh" \\"'
    layouts = [
        "\n\n".join(text(hand) for hand in hands) + "\n",
        "\n".join(text(hand) for hand in hands),
        "\r\n\r\n".join(json.dumps({"ohh": hand}, indent=4).replace("\n", "\r\n") for hand in hands),
        "\n\n\n\n".join(json.dumps({"ohh": hand}, indent=0).replace("\n", "\n\n ") for hand in hands),
        "\ufeff\n " + "\n".join(json.dumps({"ohh": hand}, indent="\t") for hand in hands),
    ]
    expected = [read(text(hand)) for hand in hands]
    assert [told.other["hand"] for told in expected] == ["0", "1", "2", "3"]
    for layout in layouts:
        path = tmp_path / "table.ohh"
        path.write_bytes(layout.encode())
        assert list(read_many(path)) == list(read_many(io.BytesIO(layout.encode()))) == expected
    for source in (text(hands[0]), " \n" + text(hands[0])):
        (tmp_path / "hand.ohh").write_text(source)
        assert read(source) == read(tmp_path / "hand.ohh") == read(str(tmp_path / "hand.ohh")) == expected[0]
    with pytest.raises(HistoryError, match="there are several hands; read_many reads them"):
        read(layouts[0])
    (tmp_path / "hand.ohh").write_text("\n")
    with pytest.raises(HistoryError, match="there is no hand"):
        read(tmp_path / "hand.ohh")


def test_reading_goes_on_after_a_broken_object() -> None:
    good = text(table(*STEAL))
    indented = json.dumps({"ohh": table(*STEAL)}, indent=1)
    for broken in (
        good[:-2],
        good[:200],
        indented[:-2],
        indented[:99] + "\n",
        "no hand",
        '"',
        "]",
        "{" * 5,
        good[:-1] + "]",
    ):
        for between in ("\n\n", "\n"):
            told = list(read_many(io.BytesIO(between.join([good, broken, good, indented]).encode())))
            first, error, *others = told
            assert first == read(good)
            assert str(error).startswith("line ")
            assert others == [read(good)] * 2
    (error,) = read_many(io.BytesIO(b'\n\n{"ohh":\n  {"a": 1,\n   b}\n}\n'))
    assert str(error) == "line 3: Expecting property name enclosed in double quotes (at line 5, column 4)"


def test_files_of_either_format_are_told_apart_by_what_they_hold(tmp_path: Path) -> None:
    sections = phh.dumps(history(*STEAL))
    sources = {
        "hands.txt": f"\ufeff \n{text(table(*STEAL))}",
        "hand.phh": f"{sections}[_notes]\na = 1\n",
        "two": f"[1]\n{sections}",
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
        (hand,) = files.read_many(tmp_path / name)
        assert isinstance(hand, History)
        assert hand.actions == history(*STEAL).actions
        stream = io.BytesIO(source.encode())
        assert isinstance(next(files.read_many(stream)), History)
        assert not stream.closed
    (error,) = files.read_many(io.BytesIO(b" [\n {}]"))
    assert str(error) == 'line 1: this is no object such as {"ohh": {...}}'


def test_progress_is_the_bytes_that_were_read() -> None:
    places = list[int]()
    source = text(table(*STEAL)) + "\n\n"
    assert len(list(read_many(io.BytesIO((source * 2).encode()), places.append))) == 2
    assert places[0] < places[1] == 2 * len(source)


HOSTILE = {
    "lists": '{"ohh": ' + "[" * 100_000,
    "objects": '{"ohh": ' + '{"a":' * 50_000,
    "one more list": '{"ohh": ' + "[" * 16 + "]" * 16 + "}",
    "a long line": "x" * 3_000_000,
    "a long hand": '{"ohh": "' + "x" * 3_000_000 + '"}',
    "many lines": "}\n" * 200_000,
    "a number": '{"ohh": {"game_number": ' + "9" * 100_000 + "}}",
    "an exponent": '{"ohh": 1e' + "9" * 1000 + "}",
    "NaN": '{"ohh": {"big_blind_amount": NaN}}',
    "doubles": '{"ohh": {' + '"a": 1, ' * 20_000 + '"b": 1}}',
    "half a letter": '{"ohh": {"game_number": "\\ud800"}}',
    "a list of hands": '[{"ohh": {}}]',
    "another object": "{}",
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_would_cost_too_much_is_refused_and_the_other_hands_are_read(hostile: str) -> None:
    good = text(table(*STEAL))
    source = io.BytesIO(f"{good}\n\n{hostile}\n\n{good}\n".encode())
    tracemalloc.start()
    try:
        first, error, last = read_many(source)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert first == last == read(good)
    assert re.fullmatch("line 3: .{3,80}", str(error))
    assert peak < 20e6


# --- fields -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("dealer_seat",), None, "dealer_seat is None, not a whole number"),
        (("dealer_seat",), ..., "dealer_seat is missing"),
        (("dealer_seat",), True, "dealer_seat is True, not a whole number"),
        (("players",), {}, "players is {}, not a list"),
        (("players",), [], "player_id is 10, and no player has that id"),
        (("players", 1), 5, "players[1]: it is 5, not an object"),
        (("players", 1, "id"), 10, "two players have one id"),
        (("players", 1, "seat"), 1, "two players have one seat"),
        (("players", 1, "starting_stack"), "100", "players[1]: starting_stack is '100', not an amount"),
        (("players", 1, "starting_stack"), 10**100, "an amount has more than 100 digits"),
        (("players", 1, "starting_stack"), 0, "the starting stack of p2 is 0; it is above 0"),
        (("players", 1, "name"), ["x"], "players[1]: name is ['x'], not a text"),
        (("small_blind_amount",), -1, "small_blind_amount is -1, below 0"),
        (("big_blind_amount",), ..., "bets are 0 and 0; there is something to bet, and the small one comes first"),
        (
            ("rounds", 0, "street"),
            "Third",
            "rounds[0]: street is 'Third'; it is one of Preflop, Flop, Turn, River, Showdown",
        ),
        (("rounds", 1, "street"), "Preflop", "the streets are Preflop, Preflop; each comes once, in order"),
        (("rounds", 0, "street"), "Turn", "rounds[0]: actions[0]: Post SB belongs to Preflop"),
        (("rounds", 1, "cards"), ["2c", "7x"], "rounds[1]: '7x' is no card such as 'Ah'"),
        (("rounds", 1, "cards"), ["2c", "2c", "7h"], "2c belongs to the board, and to the board"),
        (
            ("rounds", 0, "actions", 2, "action"),
            "Jump",
            "rounds[0]: actions[2]: action is 'Jump'; it is one of Post Ante,",
        ),
        (("rounds", 0, "actions", 2, "player_id"), 7, "player_id is 7, and no player has that id"),
        (("rounds", 0, "actions", 3, "amount"), 5, "rounds[0]: actions[3]: Fold puts nothing in, and amount is 5"),
        (("rounds", 0, "actions", 2, "amount"), 3, "p2's Call of 4 makes their bet 6, and the bet is 3"),
    ],
)
def test_a_field_that_cannot_be_is_named(path: tuple[str | int, ...], value: Any, message: str) -> None:
    hand = table(*STEAL)
    *way, last = path
    inner: Any = hand
    for step in way:
        inner = inner[step]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    told = refusal(hand)
    assert told.startswith("hand 7")
    assert message in told


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value within a value."""
    if way:
        yield way
    for step in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[step], (*way, step))


WHOLE = table(
    *("1 Post Ante 1", "2 Post Ante 1", "3 Post Ante 1", "1 Post Dead 1"),
    *BLINDS,
    *("3 Straddle 4", "1 Dealt Cards AhAd", "1 Call 3", "2 Raise 8", "3 Call 6", "1 Fold", "Flop 2c7d9h", "2 Check"),
    *("3 Bet 4", "2 Call 4", "Turn Tc", "2 Check", "3 Check", "River 3s", "2 Check", "3 Check"),
    *("Showdown", "2 Shows Cards KhKd", "3 Mucks Cards QhQd"),
    pots=[pot(36, (2, 35), rake=0.5, jackpot=0.5)],
    tournament=False,
    currency="USD",
)
LIKELY: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2,
    3,
    10,
    20,
    1.5,
    1e300,
    "",
    "Ah",
    "Flop",
    "Fold",
    "Raise",
    "Post BB",
    [],
    {},
    ["Ah"],
    [{}],
]
JSON = st.recursive(
    st.sampled_from(LIKELY) | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)


def test_the_whole_hand_is_read() -> None:
    assert read(text(WHOLE)).settle().stacks == (94, 121, 85)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_any_value_in_the_place_of_any_other_is_a_hand_or_an_error(data: st.DataObject) -> None:
    hand = deepcopy(WHOLE)
    for _ in range(data.draw(st.integers(1, 2))):
        *way, last = data.draw(st.sampled_from(list(places(hand))))
        inner: Any = hand
        for step in way:
            inner = inner[step]
        match data.draw(st.sampled_from(["value", "nothing", "twice"])):
            case "value":
                inner[last] = data.draw(JSON)
            case "twice" if isinstance(inner, list):
                inner.insert(last, deepcopy(inner[last]))
            case _:
                del inner[last]
    (told,) = read_many(io.BytesIO(text(hand).encode()))
    if isinstance(told, History):
        assert phh.read(phh.dumps(told)) == told
        with suppress(HistoryError):
            told.settle()
