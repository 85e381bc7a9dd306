import io
from decimal import Decimal
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_core.errors import HistoryError, OtherGameError, RuleError
from holdem_core.histories import sections
from holdem_core.histories.phh import History, dumps, read, read_many, write
from holdem_core.table import ROBERTS, ROOM, RULEBOOKS, TDA_2024, Game, Post, TableHand

DEALT = ("d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd")
BOARD = ("d db 2c7d9h", "d db Tc", "d db 3s")


def history(*actions: str, **fields: Any) -> History:
    """A hand of three players with blinds of 1 and 2 and stacks of 100."""
    given = {
        "variant": "NT",
        "antes": (0, 0, 0),
        "blinds_or_straddles": (1, 2, 0),
        "bets": (2, 2),
        "starting_stacks": (100, 100, 100),
        **fields,
    }
    return History(actions=actions, **given)


def checked_down(*shows: str, **fields: Any) -> History:
    """Everybody calls before the flop and checks to the river."""
    checks = ("p1 cc", "p2 cc", "p3 cc")
    dealt = fields.pop("dealt", DEALT)
    flop, turn, river = BOARD
    return history(*dealt, "p3 cc", "p1 cc", "p2 cc", flop, *checks, turn, *checks, river, *checks, *shows, **fields)


def refusal(hand: History) -> str:
    with pytest.raises(HistoryError) as caught:
        hand.settle()
    return str(caught.value)


def sections_of(text: str) -> list[History | HistoryError]:
    return list(read_many(io.BytesIO(text.encode())))


# --- replaying ------------------------------------------------------------------------------------------


def test_the_last_to_stay_takes_the_pot() -> None:
    hand = history(*DEALT, "p3 cbr 6", "p1 f", "p2 f").replay()
    assert (hand.over, hand.stacks) == (True, (99, 98, 103))


def test_shown_hands_win_and_mucked_ones_do_not() -> None:
    assert checked_down("p1 sm AhAd", "p2 sm", "p3 sm").replay().stacks == (104, 98, 98)
    assert checked_down("p1 sm", "p2 sm -", "p3 sm").replay().stacks == (98, 104, 98)


def test_a_history_stops_at_any_action() -> None:
    whole = checked_down("p1 sm AhAd", "p2 sm KhKd", "p3 sm QhQd")
    streets = []
    for count in range(len(whole.actions) + 1):
        part = history(*whole.actions[:count])
        hand = part.replay()
        streets.append(hand.street)
        assert History.of(hand).actions == (part.actions if count >= 3 else ())
    assert list(dict.fromkeys(streets)) == ["preflop", "flop", "turn", "river", "showdown", "over"]


def test_what_a_history_leaves_open_at_the_showdown_is_decided_by_the_cards() -> None:
    assert checked_down().replay().street == "showdown"
    assert checked_down().settle().stacks == (104, 98, 98)


def test_two_players_post_what_stands_at_the_others_place() -> None:
    two = {"antes": (0, 1), "starting_stacks": (100, 100), "blinds_or_straddles": (1, 2)}
    hand = history("d dh p1 AhAd", "d dh p2 KhKd", **two).replay()
    assert (hand.button, hand.to_act, hand.bets, hand.dead) == (1, 1, (2, 1), 1)
    assert hand.stacks == (97, 99)


def test_the_seat_after_the_largest_straddle_speaks_first() -> None:
    button = history(*DEALT, blinds_or_straddles=(1, 2, 4)).replay()
    assert (button.to_act, button.legal.call) == (0, 3)
    coming_in = history(*DEALT, blinds_or_straddles=(1, 2, -2)).replay()
    assert (coming_in.to_act, coming_in.legal.check, coming_in.bets) == (2, True, (1, 2, 2))
    none = history(*DEALT, blinds_or_straddles=(0, 0, 0)).replay()
    assert (none.to_act, none.legal.check) == (0, True)


def test_short_antes_win_their_like_where_antes_are_trimmed_and_all_of_them_where_not() -> None:
    fields = {"antes": (3, 3, 3), "blinds_or_straddles": (0, 2, 0), "starting_stacks": (2, 100, 100)}
    checks = ("p2 cc", "p3 cc")
    actions = (*DEALT, "p3 cc", "p2 cc", BOARD[0], *checks, BOARD[1], *checks, BOARD[2], *checks)
    assert history(*actions, ante_trimming_status=True, **fields).settle().stacks == (6, 101, 95)
    assert history(*actions, ante_trimming_status=False, **fields).settle().stacks == (8, 99, 95)


def test_the_ante_of_one_player_is_dead() -> None:
    for trimmed in (True, False):
        hand = history(*DEALT, antes=(0, 2, 0), ante_trimming_status=trimmed).replay()
        assert (hand.dead, hand.contributions) == (2, (1, 2, 0))


def test_all_in_hands_lie_open_before_the_board() -> None:
    actions = (*DEALT, "p3 cbr 100", "p1 cc", "p2 f", "p3 sm QhQd", "p1 sm AhAd", *BOARD)
    assert history(*actions).replay().stacks == (202, 98, 0)
    mucked = (*DEALT, "p3 cbr 100", "p1 cc", "p2 f", "p1 sm", "p3 sm QhQd", *BOARD)
    assert history(*mucked).replay().stacks == (0, 98, 202)


def test_a_board_may_be_dealt_at_once_or_card_by_card() -> None:
    all_in = (*DEALT, "p3 cbr 100", "p1 cc", "p2 f")
    for board in (("d db 2c7d9hTc3s",), ("d db 2c", "d db 7d9h", "d db Tc3s")):
        assert history(*all_in, *board).replay().board == "2c7d9hTc3s"
    assert history(*all_in, "d db 2c7d").replay().due == "flop"


def test_unknown_cards_stay_unknown_until_they_are_shown() -> None:
    dealt = ("d dh p1 ????", "d dh p2 ??Kd", "d dh p3 QhQd")
    assert history(*dealt).replay().hole_cards == ("????", "??Kd", "QhQd")
    hand = checked_down("p1 sm AhAd", "p2 sm KhKd", dealt=dealt).replay()
    assert hand.hole_cards == ("AhAd", "KdKh", "QhQd")
    assert hand.stub == "??" * (52 - 6 - 8)


def test_a_hand_that_nobody_has_seen_has_mucked_where_another_is_known() -> None:
    dealt = ("d dh p1 ????", "d dh p2 KhKd", "d dh p3 ????")
    assert checked_down(dealt=dealt).settle().stacks == (98, 104, 98)
    assert checked_down("p1 sm ????", "p2 sm KhKd", "p3 sm", dealt=dealt).settle().stacks == (98, 104, 98)
    nobody = ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????")
    assert "p1 shows no cards" in refusal(checked_down(dealt=nobody))
    assert checked_down("p1 sm", "p2 sm", dealt=nobody).settle().stacks == (98, 98, 104)


def test_a_winner_may_show_and_anybody_may_comment() -> None:
    hand = history(*DEALT, "# the dealer sneezes", "", "p3 f # quickly", "p1 f", "p2 sm KhKd").replay()
    assert hand.stacks == (99, 101, 100)


def test_stacks_that_nobody_knows_are_never_all_in() -> None:
    told = history(*DEALT, "p3 cbr 90", "p1 cc", "p2 f", starting_stacks=(Decimal("inf"), 100, 100))
    hand = told.replay()
    assert (hand.due, hand.contributions, told.finishing(hand)) == ("flop", (90, 2, 90), (None, 98, 10))


def test_the_smallest_chip_is_the_one_in_which_every_amount_is_written() -> None:
    checks = ("p1 cc", "p2 cc")
    dealt = ("d dh p1 AhKd", "d dh p2 KhAd", "d dh p3 QhQd", "p3 cbr 5", *checks)
    split = (*dealt, "d db 2c7d9h", *checks, "p3 f", "d db Ac", *checks, "d db Kc", *checks)
    assert history(*split).settle().stacks == (103, 102, 95)
    halves = history(*split, finishing_stacks=(Decimal("102.5"), Decimal("102.5"), Decimal("95.0")))
    hand = halves.settle()
    assert (hand.game.unit, hand.stacks) == (Decimal("0.1"), halves.finishing_stacks)
    cents = history(*DEALT, "p3 cbr 4.05", starting_stacks=(Decimal("100.25"), 100, 100), bets=(Decimal("0.05"), 2))
    assert cents.replay().game.unit == Decimal("0.01")


def test_a_hand_for_money_is_split_to_the_cent() -> None:
    quarter, stack = Decimal("0.25"), Decimal("100.25")
    dealt = ("d dh p1 AhKd", "d dh p2 KhAd", "d dh p3 QhQd")
    checks = ("p1 cc", "p2 cc")
    split = (*dealt, "p3 f", *checks, "d db 2c7d9h", *checks, "d db Ac", *checks, "d db Kc", *checks)
    fields = {"antes": (0, 0, quarter), "blinds_or_straddles": (quarter, quarter * 2, 0), "bets": (quarter, quarter)}
    tied = history(*split, **fields, starting_stacks=(stack, stack, stack), other={"currency": "USD"})
    assert tied.settle().stacks == (Decimal("100.38"), Decimal("100.37"), 100)
    whole = {"antes": (0, 0, 1), "blinds_or_straddles": (1, 2, 0), "bets": (2, 2), "starting_stacks": (100, 100, 100)}
    assert history(*split, **whole).settle().stacks == (101, 100, 99)
    dollars = history(*split, **whole, other={"currency": "USD"})
    assert dollars.settle().stacks == (Decimal("100.50"), Decimal("100.50"), 99)


def test_fixed_limit_has_a_small_and_a_big_bet() -> None:
    hand = history(*DEALT, "p3 cbr 4", "p1 f", "p2 cc", BOARD[0], "p2 cc", "p3 cc", BOARD[1], variant="FT", bets=(2, 4))
    assert hand.replay().legal.raise_to == (4, 4)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (("p3 f",), "the hand, action 1, 'p3 f': p1 was dealt no cards, and a hand is two"),
        ((*DEALT[:2], "p3 f"), "action 3, 'p3 f': p3 was dealt no cards"),
        ((*DEALT[:2], "d dh p3 Qh", "p3 f"), "action 4, 'p3 f': p3 was dealt one card, and a hand is two"),
        ((*DEALT[:2], "p3 f", DEALT[2]), "action 3, 'p3 f': the hole cards are dealt after that"),
        ((*DEALT[:2], "d db 2c3c4c"), "action 3, 'd db 2c3c4c': p3 was dealt no cards"),
        ((*DEALT, "p1 f"), "action 4, 'p1 f': p1 acts out of turn; p3 is to act"),
        ((*DEALT, "p3 cbr 3"), "action 4, 'p3 cbr 3': p3 cannot make it 3; it is 4 to 100"),
        ((*DEALT, "p3 cbr 3e1"), "'3e1' is no number of chips"),
        ((*DEALT, "p4 f"), "'p4' is no player; they are p1 to p3"),
        ((*DEALT, "p3 pb"), "pb is no action of hold'em"),
        ((*DEALT, "p3 sd AhKh"), "sd is no action of hold'em"),
        ((*DEALT, "p3 dances"), "action 4, 'p3 dances': this is no action"),
        ((*DEALT, "d db 2c3c4c"), "nothing is to be dealt before the betting is over"),
        ((*DEALT, "p3 sm QhQd"), "hands are shown and mucked at the showdown"),
        (("d dh p1 AhAh",), "Ah belongs to p1, and to p1"),
        (("d dh p1 AhKh", "d dh p2 AhQh"), "action 2, 'd dh p2 AhQh': Ah belongs to p1, and to p2"),
        (("d dh p1 AhKhQh",), "p1 would hold 3 cards"),
        (("d dh p1 AxKh",), "'x' at position 1"),
        (("d db 2c3c4c5c6c7c",), "the board would have 6 cards"),
        ((*DEALT, "d db Ah2c3c"), "Ah belongs to p1, and to the board"),
    ],
)
def test_an_action_that_cannot_be_is_named(actions: tuple[str, ...], message: str) -> None:
    assert message in refusal(history(*actions))


def test_a_hand_that_is_shown_was_dealt() -> None:
    assert "p1 shows AcAs, and was dealt AhAd" in refusal(checked_down("p1 sm AcAs"))


def test_another_rulebook_may_be_asked() -> None:
    capped = history(*DEALT, "p3 cbr 4", "p1 cbr 6", "p2 cbr 8", variant="FT", bets=(2, 2))
    assert capped.replay(ROBERTS.but(cap=4)).bets == (6, 8, 4)
    with pytest.raises(HistoryError, match="action 6, 'p2 cbr 8': p2 cannot raise: the betting is capped at 3 bets"):
        capped.replay(ROBERTS.but(cap=3))


# --- files ------------------------------------------------------------------------------------------------

FIELDS = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100.0]
actions = []
"""


def test_every_field_comes_back() -> None:
    told = FIELDS + (
        """seats = [3, 1]
players = ['Ann "the shark"', 'Bob\\']
finishing_stacks = [1e2, 99.50]
hand = 7
time = 12:34:56
'odd key' = "tab\\there, \\u007f and ♥"
_notes = {deep = [1, [2.5, true]], day = 2024-05-17}
time_limit = inf
"""
    )
    first = read(told)
    assert first.players == ('Ann "the shark"', "Bob\\")
    assert (first.finishing_stacks, first.other["time_limit"]) == ((100, Decimal("99.5")), Decimal("inf"))
    assert first.other["odd key"] == "tab\there, \x7f and ♥"
    assert read(dumps(first)) == first
    assert dumps(read(dumps(first))) == dumps(first)


def test_hands_are_written_under_headers_and_read_again(tmp_path: Path) -> None:
    hands = [history(*DEALT), checked_down(section="the last one")]
    write(tmp_path / "hands.phhs", hands)
    write(tmp_path / "hand.phh", hands[0])
    assert list(read_many(tmp_path / "hands.phhs")) == hands
    assert [hand.title for hand in read_many(tmp_path / "hands.phhs") if isinstance(hand, History)] == [
        "section 1",
        "section the last one",
    ]
    assert read(tmp_path / "hand.phh") == read(str(tmp_path / "hand.phh")) == hands[0]


def test_a_bad_section_leaves_the_others_alone() -> None:
    text = (
        f"# two good hands\n[1]\n{FIELDS}[2]\nvariant = \n[3]\n{FIELDS}[4]\nactions = ['p1 f',\n[5]\nvariant = 'F7S'\n"
    )
    first, second, third, fourth, fifth = sections_of(text)
    assert first == third == read(FIELDS)
    assert str(second) == "section 2: Invalid value (at line 10, column 11)"
    assert str(fourth).startswith("section 4: ")
    assert str(fifth) == "section 5: variant is 'F7S'; the table plays NT and FT"


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    for name, text in (("hand.phh", FIELDS), ("hands.phhs", f"[1]\n{FIELDS}[2]\n{FIELDS}")):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8-sig")
        hands = list(read_many(path))
        assert hands == [read(FIELDS)] * (1 + (name == "hands.phhs"))
        assert name == "hands.phhs" or read(path) == hands[0]
    (error,) = read_many(io.BytesIO(b"\xef\xbb\xbf[1]\n\xff = 1\n"))
    assert str(error) == "section 1: byte 0xff is not UTF-8"


def test_lines_within_a_value_are_no_headers() -> None:
    notes = "_notes = [\n[1],\n[2]\n]\n_more = '''\n[3]\n'''\n"
    (first, second) = sections_of(f"[1]\n{FIELDS}{notes}[2]\n{FIELDS}")
    assert isinstance(first, History)
    assert first.other == {"_notes": [[1], [2]], "_more": "[3]\n"}
    assert second == read(FIELDS)


def test_a_file_of_one_hand_may_have_tables(tmp_path: Path) -> None:
    (tmp_path / "hand.phh").write_text(f"{FIELDS}[_notes]\na = 1\n")
    (hand,) = read_many(tmp_path / "hand.phh")
    assert isinstance(hand, History)
    assert hand.other == {"_notes": {"a": 1}}


def test_a_section_that_is_too_long_is_no_hand() -> None:
    long = f"actions = [{'0,' * sections.LONGEST_SECTION}]\n"
    bad, good = sections_of(f"[1]\n{long}{long}[2]\n{FIELDS}")
    assert str(bad) == "section 1: no hand has more than 262,144 bytes"
    assert good == read(FIELDS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("antes = [0, 0]\n", ""), "antes is missing"),
        (("min_bet = 2\n", ""), "min_bet is missing"),
        (('"NT"', '"FT"'), "small_bet is missing"),
        (("antes = [0, 0]", "antes = [0]"), "antes has 1 entries, and starting_stacks 2"),
        (("antes = [0, 0]", "antes = 0"), "antes is 0, not a list of amounts"),
        (("antes = [0, 0]", "antes = [0, -1]"), "antes are 0, -1; none is below 0"),
        (("[100, 100.0]", "[100, nan]"), "an amount is NaN, which is no number of chips"),
        (("[100, 100.0]", "[100, 0]"), "the starting stack of p2 is 0; it is above 0"),
        (("[100, 100.0]", "[100, true]"), "not a list of amounts"),
        (("[100, 100.0]", "[100, 1e999]"), "chips have at most 100 places"),
        (("actions = []", "actions = [1]"), "actions is [1], not a list of texts"),
        (("min_bet = 2", "min_bet = '2'"), "min_bet is '2', not an amount"),
        (("min_bet = 2", "min_bet = 2\nbring_in = 1"), "bring_in is no field of hold'em"),
        (("min_bet = 2", "min_bet = 2\nante_trimming_status = 1"), "ante_trimming_status is 1, neither true nor false"),
        (('variant = "NT"\n', ""), "variant is missing"),
        (("min_bet = 2", "min_bet = 2\nx = " + "[" * 5000), "lists or tables lie more than 16 deep"),
        (("min_bet = 2", "min_bet = " + "9" * 5000), "a number is too long"),
        (("min_bet = 2", "min_bet = 0x" + "f" * 5000), "a number is too long"),
        (("min_bet = 2", "min_bet = " + "9" * 101), "an amount has more than 100 digits"),
    ],
)
def test_a_field_that_cannot_be_is_named(change: tuple[str, str], message: str) -> None:
    (error,) = sections_of(f"[1]\n{FIELDS.replace(*change)}")
    assert isinstance(error, HistoryError)
    assert str(error).startswith("section 1: ")
    assert message in str(error)


def test_bytes_that_are_no_text_are_named() -> None:
    (error,) = read_many(io.BytesIO(b"[1]\n\xff = 1\n"))
    assert str(error) == "section 1: byte 0xff is not UTF-8"


def test_read_wants_one_hand() -> None:
    with pytest.raises(HistoryError, match="read_many reads several hands"):
        read(f"[1]\n{FIELDS}[2]\n{FIELDS}")
    assert read(f"[9]\n{FIELDS}").section == "9"


# --- from the table -----------------------------------------------------------------------------------------


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of any rulebook, with what it knows of blinds, antes and straddles."""
    rulebook = draw(st.sampled_from(RULEBOOKS))
    blinds = draw(st.sampled_from([(50, 100), (50, 100), (100,), (25, 50, 100)]))
    ante, big_blind_ante = draw(st.sampled_from([(0, 0), (10, 0), (0, 100)] if rulebook.antes else [(0, 0)]))
    straddles = draw(st.sampled_from([(), (), (200,), (200, 400)] if rulebook.straddles else [()]))
    limit = draw(st.sampled_from(["no-limit", "fixed-limit"]))
    return Game(limit, blinds, ante, big_blind_ante, straddles, rulebook=rulebook)  # type: ignore[arg-type]


@st.composite
def played(draw: st.DrawFn) -> TableHand:
    """A hand of any legal acts, perhaps not to its end."""
    game = draw(games())
    seats = len(game.blinds) + len(game.straddles)
    stack = st.integers(1, 60) | st.integers(1, 2000)
    stacks = draw(st.lists(stack, min_size=max(2, seats), max_size=seats + 4))
    late = st.integers(0, len(stacks) - 1)
    missed = {} if game.ante else draw(st.dictionaries(late, st.sampled_from([50, 100, 150]), max_size=1))
    start: dict[str, Any] = {"button": draw(late), "rng": draw(st.integers(0, 2**32)), "automatic": draw(st.booleans())}
    try:
        hand = game.start(stacks, missed=missed, tapped_out=draw(st.sets(late, max_size=1)), **start)
    except RuleError:  # who missed blinds is in the blinds now
        hand = game.start(stacks, **start)
    for _ in range(draw(st.integers(0, 60))):
        if hand.due and not start["automatic"]:
            hand.deal()
        elif hand.to_show and not start["automatic"]:
            getattr(hand, draw(st.sampled_from(["show", "muck"])))(draw(st.sampled_from(hand.to_show)))
        elif hand.to_act is None:
            break
        else:
            act(hand, draw)
    return hand


def act(hand: TableHand, draw: st.DrawFn) -> None:
    legal = hand.legal
    choices = ["check"] if legal.check else ["fold"] + ["call"] * (2 * (legal.call > 0))
    match draw(st.sampled_from(choices + ["raise_to"] * (legal.raise_to is not None))):
        case "raise_to":
            assert legal.raise_to is not None
            hand.raise_to(draw(st.integers(*map(int, legal.raise_to))))
        case verb:
            getattr(hand, verb)()


@settings(max_examples=200, deadline=None)
@given(played())
def test_a_hand_comes_back_from_its_history(hand: TableHand) -> None:
    told = History.of(hand, event="a test")
    back = read(dumps(told))
    assert back == told
    order = [(hand.button + 1 + step) % len(hand.stacks) for step in range(len(hand.stacks))]
    again = back.settle(hand.rulebook) if hand.over else back.replay(hand.rulebook)
    assert (again.board, again.street) == (hand.board, hand.street)
    assert again.stacks == tuple(hand.stacks[seat] for seat in order)
    assert [order[seat] for seat in again.to_show] == list(hand.to_show)
    assert History.of(again, event="a test") == told


def test_a_hand_with_empty_seats_comes_back() -> None:
    hand = Game().start([0, 500, 0, 400, 300], button=2, rng=1)
    hand.raise_to(200)
    told = History.of(hand)
    assert told.starting_stacks == (400, 300, 500)
    assert told.replay().stacks == (350, 200, 300)


def test_hands_that_lie_open_before_the_end_are_told_in_the_order_of_the_players() -> None:
    hand = Game(blinds=(1, 2)).start([2, 50, 2], button=0, deck="AhKhQhAdKdQd", rng=1, automatic=False)
    hand.deal()
    hand.call()
    hand.call()
    assert History.of(hand).actions[-3:] == ("p1 sm AhAd", "p2 sm KhKd", "p3 sm QhQd")


def test_dead_chips_that_nobody_could_post_are_not_told() -> None:
    hand = Game(blinds=(1, 2), big_blind_ante=2).start([2, 50, 50], button=1, rng=1)
    told = History.of(hand)
    assert (told.antes, told.ante_trimming_status) == ((0, 0, 0), True)
    assert History.of(told.replay()) == told


def test_hands_that_the_format_does_not_tell_are_refused() -> None:
    pot_limit = Game(limit="pot-limit").start([500, 500], button=0, rng=1)
    with pytest.raises(HistoryError, match="pot-limit hold'em is no variant"):
        History.of(pot_limit)
    mixed = [Post(0, "ante", 1), Post(1, "ante", 1), Post(1, "dead", 1), Post(0, "blind", 1), Post(1, "blind", 2)]
    with pytest.raises(HistoryError, match="apart"):
        History.of(Game().start([500, 500], button=0, rng=1, posts=mixed))
    declared = Game(blinds=(1, 2)).start([2, 2], button=0, rng=1, automatic=False)
    declared.deal()
    declared.call()
    for _ in range(3):
        declared.deal()
    assert History.of(declared).actions[2:5] == ("p2 cc", *(f"p{p} sm {declared.hole_cards[2 - p]}" for p in (1, 2)))


def test_a_blind_that_a_player_missed_is_told_apart() -> None:
    hand = Game(blinds=(1, 2)).start([100] * 4, button=3, rng=1, missed={3: 2})
    told = History.of(hand)
    assert told.blinds_or_straddles == (1, 2, 0, -2)
    assert told.replay().to_act == 2


def test_a_hand_under_one_rulebook_is_read_under_it() -> None:
    """A room lets the next raise be as small as the last one, a short all-in; others want a full one."""
    hand = Game(rulebook=ROOM).start([5000, 350, 5000], button=0, rng=1)
    hand.raise_to(300)
    hand.all_in()
    hand.raise_to(400)
    told = read(dumps(History.of(hand)))
    assert told.replay(ROOM).bets == (350, 400, 300)
    with pytest.raises(HistoryError, match="p2 cannot make it 400; it is 550 to 5000"):
        told.replay()


def test_what_toml_does_not_know_is_refused_by_name() -> None:
    for value, shown in ((None, "None"), ([1, None], "None"), ({"deep": {1, 2}}, "{1, 2}")):
        with pytest.raises(HistoryError, match=f"^level: {shown} is no value of TOML$"):
            dumps(history(other={"event": "a test", "level": value}))


def test_a_hand_of_another_game_is_told_from_a_bad_one() -> None:
    for variant, kind in (("PO", OtherGameError), ("F2L3D", OtherGameError), (7, HistoryError)):
        (error,) = sections_of(f"[1]\n{FIELDS.replace(repr('NT').replace(chr(39), chr(34)), repr(variant))}")
        assert type(error) is kind
        assert str(error) == f"section 1: variant is {variant!r}; the table plays NT and FT"


def test_blinds_are_blinds_wherever_they_stand() -> None:
    kinds = {
        (0, 0, 1, 2): ["blind", "blind"],
        (0, 1, 2, 0): ["blind", "blind"],
        (0, 0, 0, 2): ["blind"],
        (1, 2, 4, 0): ["blind", "blind", "straddle"],
        (1, 2, 0, 4): ["blind", "blind", "straddle"],
        (0, 0, 2, 4): ["blind", "straddle"],
        (1, 2, 1, 0): ["blind", "blind", "blind"],
    }
    dealt = (*DEALT, "d dh p4 JhJd")
    for blinds, expected in kinds.items():
        told = history(*dealt, antes=(0,) * 4, blinds_or_straddles=blinds, starting_stacks=(100,) * 4)
        hand = told.replay()
        assert sorted(post.kind for post in hand.forced.posts) == expected
        last = max(range(4), key=lambda place: (blinds[place], place))
        assert hand.to_act == (last + 1) % 4
    assert history(*dealt, antes=(0,) * 4, blinds_or_straddles=(0, 1, 2, 0), starting_stacks=(100,) * 4).replay(
        TDA_2024
    )


def test_keys_of_many_parts_are_refused_at_once() -> None:
    began = perf_counter()
    for text in (".".join("a" * 100_000) + " = 1\n", "[1]\n" + ".".join("a" * 100_000) + " = 1\n"):
        with pytest.raises(HistoryError, match="dots"):
            read(text)
    assert perf_counter() - began < 5
