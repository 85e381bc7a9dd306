"""Irregularities in whole hands: several errors in one, misdeals, errors that are refused, few cards."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tables import CLEAN, STREETS, Sit, Table, clean, every_rulebook, named_deck, refused, rest, seating

from holdem_core.errors import RuleError
from holdem_core.table import POKERMANIA, ROBERTS, ROOM, TDA_2024, Rulebook
from holdem_core.table.dealing import Dealing
from holdem_core.table.logs import text


@pytest.fixture
def sit() -> Iterator[Sit]:
    yield from seating()


# --- hands that deal themselves -----------------------------------------------------------------------


def test_an_automatic_hand_goes_on_by_itself_after_each_ruling(sit: Sit) -> None:
    table = sit(ROOM, automatic=True)
    table.rule("exposed_hole_cards", [(2, 1)])
    table.rule("premature_flop")
    table.close_round()
    s = table.orders()[-1]
    assert (table.board.split(), table.burns.split()) == ([*s[:3], s[4], s[6]], ["h2[3]", s[3], s[5]])
    assert table.hand.over


def test_an_automatic_hand_that_is_dealt_again_waits_for_its_first_player(sit: Sit) -> None:
    table = sit(ROOM, automatic=True)
    table.hand.call()
    table.rule("misdeal", "a card went to the wrong seat")
    assert (table.hand.to_act, table.hand.bets) == (2, (50, 100, 0))
    table.close_round()
    assert table.hand.over


def test_an_automatic_hand_deals_no_wrong_streets(sit: Sit) -> None:
    table = sit(automatic=True)
    for method in ("no_burn", "two_burns", "long_flop", "several_turned"):
        refused(table, method)


def test_several_river_cards_are_no_showdown_until_they_are_ruled_on(sit: Sit) -> None:
    all_in = sit(players=2, stacks=[1_000, 1_000])
    all_in.hand.all_in()
    for table in (all_in.until("river"), sit().until("river")):
        table.deal(cards=2)
        assert not table.hand.over
        assert table.hand.street == "river"
        assert table.hand.to_show == ()
        with pytest.raises(RuleError, match="showdown"):
            table.hand.muck(0)
        table.rule("several_turned")
        assert table.finish().board == "f1 f2 f3 t r"


# --- several irregularities in one hand ---------------------------------------------------------------


@every_rulebook
def test_an_exposed_hole_card_and_then_a_premature_flop(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    table.rule("exposed_hole_cards", [(2, 0)])
    table.rule("premature_flop")
    table.until("flop").deal()
    s, board = table.orders()[-1], table.board.split()
    if book is POKERMANIA:
        assert set(s) == {"h1[3]", "f1", "f2", "f3", "b2", "t", "b3", "r"} | rest()
        assert (table.burns.split(), board) == (s[:1], s[1:4])
    else:
        assert set(s) == {"f1", "f2", "f3", "b2", "t", "b3", "r"} | rest()
        assert (table.burns, board) == ("h1[3]", s[:3])
    assert table.player(3) == "b1 h2[3]"
    assert len(table.finish().burns.split()) == 3


@every_rulebook
def test_a_premature_turn_and_then_a_premature_river(sit: Sit, book: Rulebook) -> None:
    table = sit(book).until("flop").deal()
    table.rule("premature_turn")
    turn = "r" if book is not TDA_2024 else table.stub[0]
    table.until("turn").deal()
    river = table.stub[0 if book is not TDA_2024 else 1]
    table.rule("premature_river")
    table.finish()
    s = table.orders()[-1]
    if book is not TDA_2024:
        assert set(s) == {"t"} | rest()
        assert table.burns == "b1 b2 b3"
    assert len(s) == 39
    assert river in s
    assert table.board == f"f1 f2 f3 {turn} {s[0]}"


@every_rulebook
def test_an_early_flop_may_come_twice(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    table.rule("premature_flop")
    table.hand.call()
    table.rule("premature_flop")
    table.finish()
    assert len(table.burns.split()) == 3
    assert len(table.orders()[-1]) == (46 if book is POKERMANIA else 45)


def test_an_extra_card_and_then_an_exposed_one_lie_both_among_the_burns(sit: Sit) -> None:
    table = sit(ROOM)
    table.rule("extra_hole_cards")
    table.rule("exposed_hole_cards", [(2, 1)])
    assert (table.burns, table.player(3)) == ("b1 h2[3]", "h1[3] f1")
    assert table.until("flop").deal().board == "f2 f3 b2"


def test_an_exposed_top_card_is_gone_with_a_premature_flop(sit: Sit) -> None:
    table = sit(ROOM)
    table.rule("top_card_exposed")
    table.rule("premature_flop")
    table.until("flop").deal()
    assert table.burns == "b1"
    assert table.board.split() == table.orders()[-1][:3]


def test_no_burn_follows_a_shuffle_that_comes_before_the_next_street(sit: Sit) -> None:
    table = sit(ROOM).until("flop").deal()
    table.rule("premature_turn")
    table.until("turn").deal(burns=0)
    table.hand.check()
    table.rule("no_burn")
    table.finish()
    s = table.orders()[-1]
    assert (table.board, table.burns) == (f"f1 f2 f3 b3 {s[0]}", "b1 b2")
    assert set(s) == {"t", "r"} | rest()


# --- misdeals and fouled decks ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "acts", "late"),
    [
        (ROBERTS, [], False),
        (ROBERTS, ["fold"], False),
        (ROBERTS, ["fold", "fold"], True),
        (ROBERTS, ["call", "fold"], True),
        (TDA_2024, ["call"], False),
        (TDA_2024, ["fold", "fold"], False),
        (TDA_2024, ["fold", "call"], True),
        (TDA_2024, ["fold", "fold", "fold"], True),
        (POKERMANIA, ["fold", "fold"], False),
        (POKERMANIA, ["fold", "fold", "fold"], True),
    ],
)
def test_a_misdeal_is_too_late_after_substantial_action(sit: Sit, book: Rulebook, acts: list[str], late: bool) -> None:
    table = sit(book, 6, ante=10)
    for verb in acts:
        getattr(table.hand, verb)()
    bets, holes = table.hand.bets, table.holes
    ruling = table.rule("misdeal", "the button was dealt out of turn")
    if late:
        assert ruling.rule == ("RRoP-misdeals-2" if book is not TDA_2024 else "TDA24-r35-D")
        assert (table.hand.bets, table.holes, ruling.moves) == (bets, holes, ())
    else:
        assert ruling.rule == ("RRoP-misdeals" if book is not TDA_2024 else "TDA24-r35")
        assert "the button was dealt out of turn" in str(ruling)
        s = table.orders(ruling.moves)[-1]
        assert sorted(s) == sorted(named_deck(6))
        assert table.holes == [f"{s[at]} {s[6 + at]}" for at in range(6)]
        assert table.hand.bets == (50, 100, 0, 0, 0, 0)
        assert table.hand.contributions == (60, 110, 10, 10, 10, 10)
        assert (table.hand.to_act, table.hand.live, table.muck) == (2, tuple(range(6)), "")


def test_a_fold_out_of_turn_is_no_substantial_action_but_an_act(sit: Sit) -> None:
    """TDA 2024, rule 36: two actions in turn."""
    table = sit(TDA_2024, 5)
    table.hand.fold(seat=4)
    refused(table, "exposed_hole_cards", [(0, 1)])
    table.hand.call()
    assert table.hand.copy().misdeal().rule == "TDA24-r35"
    table.hand.call()
    assert table.rule("misdeal").rule == "TDA24-r35-D"


def test_a_fold_out_of_turn_is_no_substantial_action_where_two_players_are(sit: Sit) -> None:
    table = sit(ROBERTS.but(out_of_turn="binds unless changed"), 5)
    table.hand.fold(seat=4)
    table.hand.fold()
    assert table.rule("misdeal").rule == "RRoP-misdeals"


def test_after_the_flop_it_is_too_late_for_a_misdeal(sit: Sit) -> None:
    table = sit().until("flop").deal()
    ruling = table.rule("misdeal")
    assert (ruling.rule, ruling.sentence) == ("RRoP-misdeals-2", "The flop is out: play on.")
    assert table.board == "f1 f2 f3"


def test_a_misdeal_that_comes_too_late_says_why(sit: Sit) -> None:
    """Nobody could act before the flop: both players are all-in."""
    all_in = sit(players=2, stacks=[100, 50], blinds=(50, 100)).deal()
    assert all_in.rule("misdeal").sentence == "The flop is out: play on."
    acted = sit()
    acted.hand.call()
    acted.hand.call()
    assert acted.rule("misdeal").sentence == "There was substantial action: play on."


def test_a_misdeal_covers_the_hands_of_an_all_in_again(sit: Sit) -> None:
    table = sit(stacks=[50, 100, 10_000])
    table.hand.fold()
    assert "??" not in table.hand.view().hole_cards[0]
    table.rule("misdeal")
    assert table.hand.to_act == 2
    assert table.hand.view().hole_cards == ("????",) * 3


@every_rulebook
def test_a_fouled_deck_gives_every_chip_back(sit: Sit, book: Rulebook) -> None:
    forced = {"ante": 10, "big_blind_ante": 100} if book.antes else {}
    table = sit(book, 4, stacks=[5_000, 1_000, 700, 10_000], **forced)
    table.until("flop").deal()
    table.hand.bet(200)
    table.hand.fold()
    assert table.hand.dead == (100 if book.antes else 0)
    ruling = table.rule("fouled_deck")
    assert ruling.rule == ("TDA24-r35-E" if book is TDA_2024 else "RRoP-irregularities-4")
    assert table.hand.stacks == (5_000, 1_000, 700, 10_000)
    assert (table.hand.contributions, table.hand.dead) == ((0, 0, 0, 0), 0)
    assert (table.hand.over, table.hand.due, table.hand.to_act) == (True, None, None)
    with pytest.raises(RuleError, match="void"):
        _ = table.hand.result
    refused(table, "fouled_deck")


# --- errors leave the hand as it was ------------------------------------------------------------------


def test_rulings_at_the_wrong_time_leave_the_hand_as_it_was(sit: Sit) -> None:
    for_streets = [("no_burn",), ("two_burns",), ("long_flop",), ("several_turned",)]
    early = [("premature_flop",), ("premature_turn",), ("premature_river",)]
    deal: list[tuple[Any, ...]] = [("exposed_hole_cards", [(0, 0)]), ("extra_hole_cards",)]
    undealt = sit(dealt=False)
    for what in [*for_streets, *early, *deal, ("top_card_exposed",), ("misdeal",)]:
        refused(undealt, *what)
    dealt = sit()
    for what in [*for_streets, *early[1:]]:
        refused(dealt, *what)
    dealt.hand.call()
    for what in deal:
        refused(dealt, *what)
    flop_due = dealt.until("flop")
    for what in [("several_turned",), *early, *deal, ("top_card_exposed",)]:
        refused(flop_due, *what)
    flop = dealt.deal()
    for what in [*for_streets, early[0], early[2], *deal]:
        refused(flop, *what)
    for what in [("long_flop",), *early]:
        refused(flop.until("turn"), *what)
    over = flop.finish()
    while over.hand.to_show:
        over.hand.show(over.hand.to_show[0])
    for what in [*for_streets, *early, *deal, ("top_card_exposed",), ("misdeal",), ("fouled_deck",)]:
        refused(over, *what)


@pytest.mark.parametrize(
    "exposed", [[], [(0, 0), (0, 0)], [(3, 0)], [(-1, 0)], [(0, 2)], [(0, 0), (1, 5)], (0, 1)], ids=repr
)
def test_hole_cards_that_are_not_there_are_refused(sit: Sit, exposed: Any) -> None:
    refused(sit(), "exposed_hole_cards", exposed)


@pytest.mark.parametrize(
    ("method", "arguments", "message"),
    [
        (
            "exposed_hole_cards",
            ((0, 1),),
            r"0 is no hole card: name a seat in the hand, and 0 or 1, as in \[\(2, 0\)\]",
        ),
        ("no_burn", (), "no street is due, and none came yet"),
        ("premature_river", (), "a premature river comes while the betting on the street before it goes on"),
    ],
)
def test_a_refused_ruling_says_what_it_is_for(sit: Sit, method: str, arguments: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        getattr(sit().hand, method)(*arguments)


def test_counts_that_make_no_sense_are_refused(sit: Sit) -> None:
    table = sit()
    for arguments in ((0,), (-1,), (True,), (47,), (1.0,), (1, 3)):
        refused(table, "extra_hole_cards", *arguments)
    table.until("flop")
    for cards in (3, 0, True, "4", 46):
        refused(table, "long_flop", cards)
    wrong: list[tuple[Any, Any]] = [
        (3, None),
        (-1, None),
        (True, None),
        (None, 2),
        (None, 46),
        (0, 4),
        (2, 4),
        ("1", None),
    ]
    for burns, cards in wrong:
        refused(table, "deal", burns=burns, cards=cards)
    refused(table.deal(cards=4), "long_flop", 5)
    for method in ("several_turned", "no_burn", "two_burns", "deal", "check", "premature_turn"):
        refused(table, method)
    table.rule("long_flop", 4)
    table.until("turn")
    for cards in (1, 0, 42):
        refused(table, "several_turned", cards)


def test_a_burn_ruling_is_made_once(sit: Sit) -> None:
    table = sit().until("turn").deal(burns=0)
    refused(table, "two_burns")
    table.rule("no_burn")
    refused(table, "no_burn")


def test_a_street_whose_burn_lies_there_already_cannot_miss_it(sit: Sit) -> None:
    table = sit(ROOM)
    table.rule("exposed_hole_cards", [(2, 1)])
    refused(table.until("flop"), "no_burn")
    table.deal(burns=1)
    table.rule("two_burns")
    assert (table.board, table.burns, table.stub[0]) == ("f1 f2 f3", "h2[3]", "b2")


# --- two players to twenty-two ------------------------------------------------------------------------


def deal_with_error(table: Table, error: str) -> None:
    if error == "exposed":
        table.rule("exposed_hole_cards", [(table.players - 1, 1)])
    elif error == "extra":
        table.rule("extra_hole_cards")
    elif error.startswith("premature"):
        before = {"premature_flop": "", "premature_turn": "flop", "premature_river": "turn"}[error]
        if before:
            table.until(before).deal()
        table.rule(error)
    else:
        method, street = error.split()
        table.until(street)
        table.rule(method)


ERRORS = ["exposed", "extra", "premature_flop", "premature_turn", "premature_river", "long_flop flop"]
ERRORS += [f"no_burn {street}" for street in STREETS] + ["two_burns flop", "two_burns turn", "several_turned turn"]


@every_rulebook
@pytest.mark.parametrize("players", [2, 10, 22])
@pytest.mark.parametrize("error", ERRORS)
def test_every_hand_is_dealt_to_its_end(sit: Sit, book: Rulebook, players: int, error: str) -> None:
    table = sit(book, players)
    deal_with_error(table, error)
    table.finish()
    assert len(table.board.split()) == 5
    assert len(table.burns.split()) == 3
    while table.hand.to_show:
        table.hand.show(table.hand.to_show[0])
    assert table.hand.over
    assert sum(table.hand.stacks) == 10_000 * players


def test_errors_for_which_there_are_no_cards_are_refused(sit: Sit) -> None:
    table = sit(players=22).until("river")
    assert len(table.stub) == 2
    for method in ("two_burns", "several_turned"):
        refused(table, method)
    refused(table, "deal", burns=2)
    refused(table, "deal", cards=2)
    assert (table.finish().board, table.stub) == ("f1 f2 f3 t r", [])


def test_a_burn_too_many_leaves_enough_cards_for_the_rest_of_the_hand(sit: Sit) -> None:
    table = sit(players=22).until("flop")
    refused(table, "deal", burns=2)
    table.rule("two_burns")
    assert (table.finish().board, table.burns) == CLEAN


def test_errors_are_refused_where_the_cards_burned_for_an_exposed_one_leave_too_few(sit: Sit) -> None:
    table = sit(players=20).until("turn").deal()
    table.hand.bet(100)
    for _ in range(17):
        table.hand.fold()
    table.rule("top_card_exposed")
    table.until("river")
    assert (len(table.stub), len(table.hand.live)) == (6, 3)
    refused(table, "several_turned", 3)
    table.rule("several_turned", 2)
    assert table.burns == "b1 b2 b3 r x1 x2"
    assert table.board == "f1 f2 f3 t x3"


def test_a_second_premature_turn_is_refused_where_no_card_would_be_left(sit: Sit) -> None:
    table = sit(players=22).until("flop").deal()
    table.rule("premature_turn")
    refused(table, "premature_turn")
    assert table.finish().board == "f1 f2 f3 r t"


def test_an_exposed_top_card_with_twenty_two_players_stays_the_first_burn(sit: Sit) -> None:
    table = sit(players=22)
    table.rule("top_card_exposed")
    assert (table.finish().board, table.burns) == CLEAN


def test_heads_up_the_player_without_the_button_has_the_first_card(sit: Sit) -> None:
    table = sit(ROBERTS, 2)
    assert table.hand.to_act == 1
    ruling = table.rule("exposed_hole_cards", [(1, 0)])
    assert len(table.orders(ruling.moves)) == 2
    table = sit(ROBERTS, 2)
    table.rule("exposed_hole_cards", [(0, 1)])
    assert table.holes == ["h1[1] b1", clean(2)[1]]
    table.finish()
    assert table.burns == "h2[1] b2 b3"


@every_rulebook
def test_a_copy_goes_its_own_way_after_a_ruling(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    table.rule("premature_flop")
    twin = Table(table.hand.copy(), 3)
    table.finish()
    assert twin.hand != table.hand
    assert twin.finish().hand == table.hand


# --- anything in any order ----------------------------------------------------------------------------

ANYTHING: list[tuple[str, Callable[[random.Random], dict[str, Any]]]] = [
    ("exposed_hole_cards", lambda chance: {"exposed": [(chance.randrange(4), chance.randrange(2))]}),
    ("extra_hole_cards", lambda chance: {"count": chance.randint(1, 2)}),
    ("no_burn", lambda chance: {"order_known": chance.random() < 0.5}),
    ("two_burns", lambda chance: {"order_known": chance.random() < 0.5}),
    ("long_flop", lambda chance: {"cards": chance.randint(4, 5), "order_known": chance.random() < 0.5}),
    ("several_turned", lambda chance: {"cards": chance.randint(2, 4), "order_known": chance.random() < 0.5}),
    ("premature_flop", lambda chance: {}),
    ("premature_turn", lambda chance: {}),
    ("premature_river", lambda chance: {}),
    ("top_card_exposed", lambda chance: {}),
    ("misdeal", lambda chance: {}),
    ("deal", lambda chance: {"burns": chance.randint(0, 2)}),
    ("deal", lambda chance: {"cards": chance.randint(1, 5)}),
]
ACTS = ["check", "call", "call", "fold", "all_in"]


@every_rulebook
@pytest.mark.parametrize("players", [2, 4, 22])
@pytest.mark.parametrize("seed", range(4))
def test_any_errors_in_any_order_leave_a_whole_hand(sit: Sit, book: Rulebook, players: int, seed: int) -> None:
    chance = random.Random(seed)
    table = sit(book, players, stacks=[chance.choice([60, 500, 10_000]) for _ in range(players)])
    hand, stacks = table.hand, table.hand.stacks
    chips = sum(stacks) + sum(hand.contributions)
    for _ in range(60):
        if chance.random() < 0.3:
            method, draw = chance.choice(ANYTHING)
            tried(table, method, draw(chance))
        elif hand.to_act is not None:
            tried(table, chance.choice(ACTS), {})
        elif hand.due:
            hand.deal()
        table.check_piles()
        assert sum(hand.stacks) + (0 if hand.over else sum(hand.contributions)) == chips
    while not hand.over:
        if hand.extra_cards:
            method = "long_flop" if hand.street == "flop" else "several_turned"
            usual = 3 if hand.street == "flop" else 1
            getattr(hand, method)(usual + hand.extra_cards)
        table.finish()
        for seat in hand.to_show[:1]:
            hand.show(seat)
    assert sum(hand.result.payouts) == sum(hand.contributions)
    assert len(hand.live) == 1 or len(table.board.split()) == 5


def tried(table: Table, method: str, arguments: dict[str, Any]) -> None:
    """Does it, or leaves the hand exactly as it was."""
    before = table.hand.copy()
    try:
        getattr(table.hand, method)(**arguments)
    except RuleError:
        assert table.hand == before


# --- shuffles -----------------------------------------------------------------------------------------


def test_a_cut_puts_the_uppermost_cards_under_the_others() -> None:
    deck = list(range(52))
    firsts = []
    for seed in range(20):
        dealing = Dealing(deck, 2, seed)
        dealing.cut()
        first = dealing.stub[-1]
        assert dealing.stub[::-1] == [*deck[first:], *deck[:first]]
        assert dealing.log[-1] == (text(dealing.stub[::-1]), "stub", "stub")
        firsts.append(first)
    assert len(set(firsts)) > 10
