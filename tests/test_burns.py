"""Streets that come without a burn or with two, by every rulebook: until when they are put right, and what follows."""

from collections.abc import Callable, Iterator

import pytest
from tables import CLEAN, STREETS, Sit, Table, every_rulebook, ids, seating

from holdem_core.table import POKERMANIA, ROBERTS, TDA_2024, Rulebook


@pytest.fixture
def sit() -> Iterator[Sit]:
    yield from seating()


def bet_and_call(table: Table) -> None:
    table.hand.bet(100)
    table.hand.call()


ACTIONS: dict[str, Callable[[Table], object]] = {
    "none": lambda table: None,
    "one check": lambda table: table.hand.check(),
    "a bet and a call": bet_and_call,
    "three checks": Table.close_round,
}
every_action = pytest.mark.parametrize("action", ACTIONS)


# --- D10: burns ---------------------------------------------------------------------------------------


def no_burn_outcome(book: Rulebook, street: str, known: bool, action: str) -> str:
    """The table of D10."""
    if book is POKERMANIA:
        if action in ("a bet and a call", "three checks"):
            return "stands"
        return "right" if known else "redealt" if street == "flop" else "stands"
    if action != "none":
        return "stands"
    if street == "flop":
        return "lot" if book is TDA_2024 else "redealt"
    return "right" if known else "stands"


ONE_BURN_A_STREET = (POKERMANIA, TDA_2024)  # a burn that was left out is not made up for
STANDS_NEXT = {
    "flop": ("b1 f1 f2 b2 b3", "f3 t"),
    "turn": ("f1 f2 f3 b2 b3", "b1 t"),
    "river": ("f1 f2 f3 t b3", "b1 b2"),
}
STANDS_AS_IF = {
    "flop": ("b1 f1 f2 t r", "f3 b2 b3"),
    "turn": ("f1 f2 f3 b2 r", "b1 t b3"),
    "river": ("f1 f2 f3 t b3", "b1 b2"),
}


@every_rulebook
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("known", [True, False])
@every_action
def test_d10_a_street_without_its_burn(sit: Sit, book: Rulebook, street: str, known: bool, action: str) -> None:
    table = sit(book).until(street).deal(burns=0)
    ACTIONS[action](table)
    ruling = table.rule("no_burn", order_known=known)
    outcome = no_burn_outcome(book, street, known, action)
    flop, burn = table.board.split()[:3], table.burns.split()[:1]
    table.finish()
    if outcome == "right":
        assert (table.board, table.burns) == CLEAN
    elif outcome == "stands":
        assert ruling.moves == ()
        assert (table.board, table.burns) == (STANDS_NEXT if book in ONE_BURN_A_STREET else STANDS_AS_IF)[street]
    elif outcome == "lot":
        assert sorted(flop + burn) == ["b1", "f1", "f2", "f3"]
        assert burn != ["f3"]
        assert (table.board, table.burns) == (" ".join([*flop, "t", "r"]), " ".join([*burn, "b2", "b3"]))
    else:
        shuffled, s = table.orders(ruling.moves)
        assert len(shuffled) == 46
        assert (table.board.split(), table.burns.split()) == ([*s[1:4], s[5], s[7]], [s[0], s[4], s[6]])
    by_own_text = {POKERMANIA: "A001", TDA_2024: "D10/TDA24"}
    assert ruling.rule.startswith(by_own_text.get(book, "D10/RRoP"))


@every_rulebook
@pytest.mark.parametrize("street", STREETS)
def test_d10_an_error_that_is_found_at_once_is_the_same_as_one_that_was_dealt(
    sit: Sit, book: Rulebook, street: str
) -> None:
    for method, burns in (("no_burn", 0), ("two_burns", 2)):
        at_once, dealt = sit(book).until(street), sit(book).until(street).deal(burns=burns)
        assert getattr(at_once.hand, method)().rule == getattr(dealt.hand, method)().rule
        at_once.finish(), dealt.finish()
        assert (at_once.board, at_once.burns, at_once.stub) == (dealt.board, dealt.burns, dealt.stub)


TWO_BURNS_STAND = {
    "flop": ("f2 f3 b2 t r", "b1 f1 b3"),
    "turn": ("f1 f2 f3 b3 r", "b1 b2 t"),
    "river": ("f1 f2 f3 t x1", "b1 b2 b3"),
}


@every_rulebook
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("known", [True, False])
@every_action
def test_d10_a_street_with_two_burns(sit: Sit, book: Rulebook, street: str, known: bool, action: str) -> None:
    table = sit(book).until(street).deal(burns=2)
    ACTIONS[action](table)
    assert table.rule("two_burns", order_known=known).rule == "D10/RRoP"
    late = action in ("a bet and a call", "three checks") if book is POKERMANIA else action != "none"
    table.finish()
    assert (table.board, table.burns) == (TWO_BURNS_STAND[street] if late or not known else CLEAN)


def test_d10_after_a_flop_without_a_burn_one_card_is_burned_before_the_turn(sit: Sit) -> None:
    """TDA 2024, rules 38 and 39-B: play went on from the flop; Robert's Rules burns the one that is missing too."""
    for book, board, burns in (
        (TDA_2024, "b1 f1 f2 b2 b3", "f3 t"),
        (ROBERTS, "b1 f1 f2 t r", "f3 b2 b3"),
    ):
        table = sit(book).until("flop").deal(burns=0).close_round()
        assert table.rule("no_burn").sentence == "The cards stand as they were dealt, without a burn."
        assert (table.finish().board, table.burns) == (board, burns)


@pytest.mark.parametrize("later", ["as if no error", "next"])
def test_d10_later_cards_after_a_street_that_stands_are_a_policy(sit: Sit, later: str) -> None:
    table = sit(ROBERTS.but(later_cards=later)).until("turn").deal(burns=0)
    table.hand.check()
    table.rule("no_burn")
    expected = STANDS_AS_IF if later == "as if no error" else STANDS_NEXT
    assert (table.finish().board, table.burns) == expected["turn"]


def test_d10_an_error_that_nobody_finds_changes_nothing_that_follows(sit: Sit) -> None:
    table = sit().until("turn").deal(burns=0).finish()
    assert (table.board, table.burns) == ("f1 f2 f3 b2 b3", "b1 t")


@pytest.mark.parametrize("book", [POKERMANIA, TDA_2024, ROBERTS], ids=ids)
def test_d10_a_board_card_that_becomes_the_burn_was_seen_by_all(sit: Sit, book: Rulebook) -> None:
    table = sit(book).until("flop").deal().until("turn").deal(burns=0)
    table.rule("no_burn")
    burns = table.hand.view().burns
    assert (burns[:2], table.read(burns[2:])) == ("??", "b2")


def test_d10_a_flop_card_that_becomes_the_burn_by_lot_was_seen_by_all(sit: Sit) -> None:
    """TDA 2024, rule 39."""
    table = sit(TDA_2024).until("flop").deal(burns=0)
    table.rule("no_burn")
    assert table.hand.view().burns == table.hand.burns


# --- all-in: the cards run out without betting --------------------------------------------------------


def all_in(sit: Sit, book: Rulebook, street: str) -> Table:
    """Two players are all-in before the flop, and the street is due."""
    table = sit(book, 2, stacks=[1_000, 1_000])
    table.hand.all_in()
    return table.until(street)


@every_rulebook
@pytest.mark.parametrize("street", ["turn", "river"])
@pytest.mark.parametrize(("method", "burns"), [("no_burn", 0), ("two_burns", 2)])
@pytest.mark.parametrize("later", [False, True])
def test_d10_without_betting_burns_are_put_right_until_the_pot_is_awarded(
    sit: Sit, book: Rulebook, street: str, method: str, burns: int, later: bool
) -> None:
    table = all_in(sit, book.but(all_in_raise="any"), street).deal(burns=burns)
    if later:
        table.finish()
    before = table.hand.result if table.hand.over else None
    table.rule(method)
    assert (table.finish().board, table.burns) == CLEAN
    assert table.hand.over
    assert table.hand.result is not before
    assert table.hand.result.board == table.hand.board


@pytest.mark.parametrize("book", [POKERMANIA, TDA_2024, ROBERTS], ids=ids)
def test_d10_without_betting_a_flop_is_put_right_though_turn_and_river_lie_there(sit: Sit, book: Rulebook) -> None:
    table = all_in(sit, book, "flop").deal(burns=0).finish()
    assert (table.board, table.burns) == ("b1 f1 f2 b2 b3", "f3 t")
    ruling = table.rule("no_burn")
    if book is POKERMANIA:
        assert (table.board, table.burns) == CLEAN
    elif book is TDA_2024:
        assert sorted([*table.board.split()[:3], table.burns[:2]]) == ["b1", "f1", "f2", "f3"]
        assert (table.board[-4:], table.burns[-6:]) == (" t r", " b2 b3")
    else:
        *_, s = table.orders(ruling.moves)
        assert len(s) == 48
        assert (table.board.split(), table.burns.split()) == ([*s[1:4], s[5], s[7]], [s[0], s[4], s[6]])
