"""What each rulebook makes of a dealer's error, card by card, named after the rules."""

from collections.abc import Callable, Iterator

import pytest
from tables import Sit, Table, clean, every_rulebook, ids, named_deck, rest, seating

from holdem_core.errors import RuleError
from holdem_core.table import (
    POKERMANIA,
    ROBERTS,
    ROBERTS_OLD,
    ROOM,
    RULEBOOKS,
    STUD_HOUSE,
    TDA_2024,
    Rulebook,
    Ruling,
)

BURN_STAYS = [book for book in RULEBOOKS if book is not POKERMANIA]


@pytest.fixture
def sit() -> Iterator[Sit]:
    yield from seating()


def among(*books: Rulebook) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("book", books, ids=ids)


def each_place(places: Callable[[Rulebook], range]) -> pytest.MarkDecorator:
    """Every rulebook with some of the places in which a hole card may come off the deck."""
    cases = [pytest.param(book, place, id=f"{ids(book)}-{place}") for book in RULEBOOKS for place in places(book)]
    return pytest.mark.parametrize(("book", "place"), cases)


def rule_of(book: Rulebook, point: str, **own: str) -> str:
    """A rule's id: the book's own, else its point in the table of differences with the book it is from."""
    inherits = book.code not in ("RRoP", "TDA24")
    return own.get(book.code, f"{point}/{'RRoP' if inherits else book.code}")


# --- hole cards ---------------------------------------------------------------------------------------


@each_place(lambda book: range(book.exposed_misdeal, 6))
def test_a001_01_a002_22_a003_06_an_exposed_hole_card_is_replaced_by_the_first_burn(
    sit: Sit, book: Rulebook, place: int
) -> None:
    turn, victim = divmod(place, 3)
    table = sit(book)
    ruling = table.rule("exposed_hole_cards", [(victim, turn)])
    own = {"A001": "A001-01", "A002": "A002-22", "A003": "A003-06"}
    assert ruling.rule == rule_of(book, "D1", **own)
    exposed = f"h{turn + 1}[{victim + 1}]"
    hands = clean()
    hands[victim] = hands[victim].replace(exposed, "b1")
    assert table.holes == hands
    assert table.burns == exposed
    assert table.hand.view().burns == table.hand.burns
    assert (table.finish().board, table.burns) == ("f1 f2 f3 t r", f"{exposed} b2 b3")
    assert table.stub == [f"x{number}" for number in range(1, 39)]


@each_place(lambda book: range(book.exposed_misdeal))
def test_a002_21_a003_05_one_of_the_first_cards_exposed_is_a_misdeal(sit: Sit, book: Rulebook, place: int) -> None:
    table, before = sit(book), sit(book)
    ruling = table.rule("exposed_hole_cards", [(place, 0)])
    assert ruling.rule == rule_of(book, "D1", A002="A002-21", A003="A003-05")
    check_new_deal(table, ruling)
    assert table.hand.betting == before.hand.betting
    assert table.hand.button == before.hand.button


def check_new_deal(table: Table, ruling: Ruling) -> None:
    """The whole deck is shuffled and cut, and everybody has two cards of it; no others lie anywhere."""
    shuffled, cut = table.orders(ruling.moves)
    players = table.players
    assert len(shuffled) == 52
    assert sorted(shuffled) == sorted(cut) == sorted(named_deck(players))
    assert table.holes == [f"{cut[at]} {cut[players + at]}" for at in range(players)]
    assert table.burns == table.board == table.muck == table.aside == ""
    assert table.stub == cut[2 * players :]
    assert not table.hand.dealing.exposed


@pytest.mark.parametrize(
    ("book", "misdeals"),
    [(STUD_HOUSE, 2), (POKERMANIA, 0), (ROOM, 1), (ROBERTS_OLD, 1), (ROBERTS, 2), (TDA_2024, 2)],
    ids=lambda value: ids(value) if isinstance(value, Rulebook) else str(value),
)
@pytest.mark.parametrize("players", [2, 9])
def test_d1_how_many_of_the_first_cards_make_a_misdeal(sit: Sit, book: Rulebook, misdeals: int, players: int) -> None:
    for place in range(2 * players):
        table = sit(book, players)
        ruling = table.rule("exposed_hole_cards", [(place % players, place // players)])
        assert (len(table.orders(ruling.moves)) > 0) == (place < misdeals)


@every_rulebook
def test_a002_23_a003_07_two_exposed_hole_cards_are_a_misdeal(sit: Sit, book: Rulebook) -> None:
    for exposed in ([(1, 1), (2, 1)], [(2, 0), (2, 1)], [(0, 0), (1, 0), (2, 0)]):
        table = sit(book)
        ruling = table.rule("exposed_hole_cards", exposed)
        assert ruling.rule == rule_of(book, "D2", A002="A002-23", A003="A003-07")
        check_new_deal(table, ruling)


@every_rulebook
def test_a002_23_a_second_exposed_hole_card_that_is_told_later_is_a_misdeal_too(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    table.rule("exposed_hole_cards", [(2, 0)])
    ruling = table.rule("exposed_hole_cards", [(1, 1)])
    assert ruling.rule == rule_of(book, "D2", A002="A002-23", A003="A003-07")
    check_new_deal(table, ruling)


@among(*(book for book in RULEBOOKS if book is not TDA_2024))
def test_a002_28_a003_12_an_extra_card_of_the_first_player_is_the_first_burn(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    ruling = table.rule("extra_hole_cards")
    assert ruling.rule == rule_of(book, "misdeals", A002="A002-28", A003="A003-12")
    assert (table.holes, table.burns) == (clean(), "b1")
    assert (table.finish().board, table.burns) == ("f1 f2 f3 t r", "b1 b2 b3")


@every_rulebook
def test_a002_29_a003_12_more_than_one_extra_card_is_a_misdeal(sit: Sit, book: Rulebook) -> None:
    for count, seat in ((2, None), (3, 2)):
        table = sit(book)
        ruling = table.rule("extra_hole_cards", count, seat)
        assert ruling.rule == rule_of(book, "misdeals", A002="A002-29", A003="A003-12")
        assert table.read(ruling.moves[0].cards) == " ".join(["b1", "f1", "f2"][:count])
        check_new_deal(table, ruling)


@among(*(book for book in RULEBOOKS if book is not TDA_2024))
def test_a002_29_a_second_extra_card_that_is_told_later_is_a_misdeal_too(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    table.rule("extra_hole_cards")
    check_new_deal(table, table.rule("extra_hole_cards", seat=1))


def test_tda_one_extra_card_is_a_misdeal(sit: Sit) -> None:
    table = sit(TDA_2024)
    ruling = table.rule("extra_hole_cards")
    assert ruling.rule == "misdeals/TDA24"
    check_new_deal(table, ruling)


# --- a flop without its burn --------------------------------------------------------------------------


def street_without_burn(sit: Sit, book: Rulebook, street: str, action: str) -> Table:
    """A street that came without its burn, and what was done on it since."""
    return act(sit(book).until(street).deal(burns=0), action)


def act(table: Table, action: str) -> Table:
    if action == "check":
        table.hand.check()
    elif action == "bet and call":
        table.hand.bet(100)
        table.hand.call()
    elif action == "three checks":
        table.close_round()
    return table


@among(POKERMANIA)
@pytest.mark.parametrize("action", ["", "check"])
def test_a001_02_a_flop_without_burn_whose_order_is_lost_is_shuffled_back(
    sit: Sit, book: Rulebook, action: str
) -> None:
    table = street_without_burn(sit, book, "flop", action)
    assert table.board == "b1 f1 f2"
    ruling = table.rule("no_burn", order_known=False)
    assert ruling.rule == "A001-02"
    check_redealt_with_a_burn(table, ruling)


def check_redealt_with_a_burn(table: Table, ruling: Ruling) -> None:
    shuffled, s = table.orders(ruling.moves)
    assert sorted(shuffled) == sorted({"b1", "f1", "f2", "f3", "b2", "t", "b3", "r"} | rest())
    assert (table.burns.split(), table.board.split()) == (s[:1], s[1:4])
    table.finish()
    assert table.burns.split() == [s[0], s[4], s[6]]
    assert table.board.split() == [*s[1:4], s[5], s[7]]


@among(POKERMANIA)
@pytest.mark.parametrize("action", ["bet and call", "three checks"])
@pytest.mark.parametrize(("known", "rule"), [(False, "A001-03"), (True, "A001-03b")])
def test_a001_03_a001_03b_after_substantial_action_a_flop_without_burn_stands(
    sit: Sit, book: Rulebook, action: str, known: bool, rule: str
) -> None:
    table = street_without_burn(sit, book, "flop", action)
    ruling = table.rule("no_burn", order_known=known)
    assert (ruling.rule, ruling.moves) == (rule, ())
    assert (table.board, table.burns) == ("b1 f1 f2", "")
    assert (table.finish().board, table.burns) == ("b1 f1 f2 b2 b3", "f3 t")


@among(POKERMANIA)
@pytest.mark.parametrize("action", ["", "check"])
def test_a001_04_a_flop_without_burn_whose_order_is_known_is_put_right(sit: Sit, book: Rulebook, action: str) -> None:
    table = street_without_burn(sit, book, "flop", action)
    assert table.rule("no_burn").rule == "A001-04"
    assert (table.board, table.burns) == ("f1 f2 f3", "b1")
    assert (table.finish().board, table.burns) == ("f1 f2 f3 t r", "b1 b2 b3")


# --- a later street without its burn ------------------------------------------------------------------


@among(POKERMANIA)
@pytest.mark.parametrize(
    ("action", "known"), [("", False), ("check", False), ("bet and call", False), ("bet and call", True)]
)
def test_a001_05_a_turn_or_river_without_burn_stands(sit: Sit, book: Rulebook, action: str, known: bool) -> None:
    turn = street_without_burn(sit, book, "turn", action)
    assert turn.rule("no_burn", order_known=known).rule == "A001-05"
    assert (turn.board, turn.burns) == ("f1 f2 f3 b2", "b1")
    assert (turn.finish().board, turn.burns) == ("f1 f2 f3 b2 b3", "b1 t")
    river = street_without_burn(sit, book, "river", action)
    assert river.rule("no_burn", order_known=known).rule == "A001-05"
    assert (river.board, river.burns) == ("f1 f2 f3 t b3", "b1 b2")


@among(POKERMANIA)
@pytest.mark.parametrize("action", ["", "check"])
def test_a001_06_a_turn_or_river_without_burn_whose_order_is_known_is_put_right(
    sit: Sit, book: Rulebook, action: str
) -> None:
    turn = street_without_burn(sit, book, "turn", action)
    assert turn.rule("no_burn").rule == "A001-06"
    assert (turn.board, turn.burns) == ("f1 f2 f3 t", "b1 b2")
    assert (turn.finish().board, turn.burns) == ("f1 f2 f3 t r", "b1 b2 b3")
    river = street_without_burn(sit, book, "river", action)
    assert river.rule("no_burn").rule == "A001-06"
    assert (river.board, river.burns) == ("f1 f2 f3 t r", "b1 b2 b3")


# --- too many flop cards ------------------------------------------------------------------------------


@among(POKERMANIA)
@pytest.mark.parametrize("cards", [4, 5])
def test_a001_07_a_long_flop_whose_order_is_lost_goes_back_with_its_burn(sit: Sit, book: Rulebook, cards: int) -> None:
    table = sit(book).until("flop")
    ruling = table.rule("long_flop", cards, order_known=False)
    assert ruling.rule == "A001-07"
    check_redealt_with_a_burn(table, ruling)


@among(POKERMANIA)
def test_a001_08_a_long_flop_whose_order_is_known_gives_the_next_burn(sit: Sit, book: Rulebook) -> None:
    for cards in (4, 5):
        table = sit(book).until("flop")
        assert table.rule("long_flop", cards).rule == "A001-08"
        assert (table.board, table.burns, table.stub[:2]) == ("f1 f2 f3", "b1", ["b2", "t"])
        assert table.read(table.hand.view().top) == "b2"
        assert (table.finish().board, table.burns) == ("f1 f2 f3 t r", "b1 b2 b3")


@among(ROOM, ROBERTS_OLD, ROBERTS, STUD_HOUSE)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("cards", [4, 5])
def test_a002_24_a003_08_a_long_flop_is_dealt_again_though_the_extra_card_is_known(
    sit: Sit, book: Rulebook, known: bool, cards: int
) -> None:
    table = sit(book).until("flop").deal(cards=cards)
    assert table.board == " ".join(["f1", "f2", "f3", "b2", "t"][:cards])
    assert table.hand.to_act is None
    ruling = table.rule("long_flop", cards, order_known=known)
    assert ruling.rule == rule_of(book, "D4", A002="A002-24", A003="A003-08")
    check_redealt_without_a_burn(table, *table.orders(ruling.moves))


def check_redealt_without_a_burn(table: Table, shuffled: list[str], s: list[str]) -> None:
    assert len(shuffled) == 45
    assert set(shuffled) == set(s) == {"f1", "f2", "f3", "b2", "t", "b3", "r"} | rest()
    assert (table.burns.split(), table.board.split()) == (["b1"], s[:3])
    table.finish()
    assert table.burns.split() == ["b1", s[3], s[5]]
    assert table.board.split() == [*s[:3], s[4], s[6]]


def test_d4_tda_one_of_four_flop_cards_is_the_next_burn_by_lot(sit: Sit) -> None:
    table = sit(TDA_2024).until("flop")
    ruling = table.rule("long_flop", 4)
    assert ruling.rule == "D4/TDA24"
    next_burn = table.stub[0]
    assert table.read(table.hand.view().top) == next_burn
    assert sorted([*table.board.split(), next_burn]) == ["b2", "f1", "f2", "f3"]
    assert table.burns == "b1"
    flop = table.board
    assert (table.finish().board, table.burns) == (f"{flop} t r", f"b1 {next_burn} b3")


def test_d4_tda_a_flop_of_five_is_dealt_again(sit: Sit) -> None:
    table = sit(TDA_2024).until("flop")
    check_redealt_without_a_burn(table, *table.orders(table.rule("long_flop", 5).moves))


# --- streets that come too early ----------------------------------------------------------------------


@among(POKERMANIA)
def test_a001_09_a_premature_flop_goes_back_with_its_burn(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    table.hand.call()
    ruling = table.rule("premature_flop")
    assert ruling.rule == "A001-09"
    assert table.read(ruling.moves[0].cards + ruling.moves[1].cards) == "b1 f1 f2 f3"
    (shuffled,) = table.orders(ruling.moves)
    assert len(shuffled) == 46
    assert set(shuffled) == {"b1", "f1", "f2", "f3", "b2", "t", "b3", "r"} | rest()
    assert (table.board, table.burns, table.hand.street) == ("", "", "preflop")
    table.until("flop").deal()
    _, s = table.orders()
    assert (table.burns.split(), table.board.split()) == (s[:1], s[1:4])
    table.finish()
    assert table.burns.split() == [s[0], s[4], s[6]]
    assert table.board.split() == [*s[1:4], s[5], s[7]]


@among(*BURN_STAYS)
def test_a002_25_a003_09_after_a_premature_flop_the_burn_stays_and_is_the_only_one(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    table.hand.call()
    ruling = table.rule("premature_flop")
    assert ruling.rule == rule_of(book, "D5", A002="A002-25", A003="A003-09")
    assert (table.board, table.burns, table.aside) == ("", "b1", "f1 f2 f3")
    assert table.hand.street == "preflop"
    table.until("flop").deal()
    check_redealt_without_a_burn(table, *table.orders())


@every_rulebook
def test_a002_25_folded_cards_are_not_shuffled_with_a_premature_flop(sit: Sit, book: Rulebook) -> None:
    table = sit(book, 4)
    table.hand.fold()
    table.rule("premature_flop")
    table.hand.fold()
    table.until("flop").deal()
    assert table.muck == "h1[3] h2[3] h1[4] h2[4]"
    assert not {"h1[3]", "h2[3]", "h1[4]", "h2[4]"}.intersection(table.orders()[-1])


@among(*(book for book in RULEBOOKS if book is not TDA_2024))
def test_a001_10_a002_26_a003_10_a_premature_turn_gives_way_to_the_river_card(sit: Sit, book: Rulebook) -> None:
    table = sit(book).until("flop").deal()
    table.hand.check()
    ruling = table.rule("premature_turn")
    assert ruling.rule == rule_of(book, "D7", A001="A001-10", A002="A002-26", A003="A003-10")
    assert (table.board, table.burns, table.aside) == ("f1 f2 f3", "b1 b2", "t")
    table.until("turn").deal()
    assert (table.board, table.burns, table.aside) == ("f1 f2 f3 r", "b1 b2 b3", "t")
    table.until("river").deal()
    shuffled, *cut = table.orders()
    assert len(shuffled) == 39
    assert set(shuffled) == {"t"} | rest()
    assert len(cut) == (book is not POKERMANIA)
    s = table.orders()[-1]
    assert table.board == f"f1 f2 f3 r {s[0]}"
    assert (table.burns, table.stub) == ("b1 b2 b3", s[1:])


@among(POKERMANIA, ROOM, ROBERTS_OLD, ROBERTS)
def test_a002_26_a_premature_turn_is_out_for_the_round_though_the_rest_folds(sit: Sit, book: Rulebook) -> None:
    table = sit(book).until("flop").deal()
    table.hand.bet(100)
    table.rule("premature_turn")
    table.hand.fold()
    table.until("turn").deal()
    assert (table.board, table.muck) == ("f1 f2 f3 r", "h1[2] h2[2]")
    table.finish()
    assert not {"h1[2]", "h2[2]", "b1", "b2", "b3"}.intersection(table.orders()[0])


def test_d7_tda_a_premature_turn_is_shuffled_back_and_the_turn_comes_without_another_burn(sit: Sit) -> None:
    table = sit(TDA_2024).until("flop").deal()
    ruling = table.rule("premature_turn")
    assert ruling.rule == "D7/TDA24"
    shuffled, s = table.orders(ruling.moves)
    assert len(shuffled) == 41
    assert set(shuffled) == {"t", "b3", "r"} | rest()
    assert (table.board, table.burns) == ("f1 f2 f3", "b1 b2")
    table.finish()
    assert (table.board, table.burns) == (f"f1 f2 f3 {s[0]} {s[2]}", f"b1 b2 {s[1]}")


@every_rulebook
def test_a001_11_a002_27_a003_11_a_premature_river_is_shuffled_back(sit: Sit, book: Rulebook) -> None:
    table = sit(book).until("turn").deal()
    table.hand.check()
    ruling = table.rule("premature_river")
    assert ruling.rule == rule_of(book, "D7", A001="A001-11", A002="A002-27", A003="A003-11")
    shuffled, *cut = table.orders(ruling.moves)
    assert len(shuffled) == 39
    assert set(shuffled) == {"r"} | rest()
    assert len(cut) == (book is not POKERMANIA)
    s = table.orders(ruling.moves)[-1]
    assert (table.board, table.burns) == ("f1 f2 f3 t", "b1 b2 b3")
    assert (table.finish().board, table.burns) == (f"f1 f2 f3 t {s[0]}", "b1 b2 b3")


# --- several cards turned where one is due ------------------------------------------------------------


@every_rulebook
def test_a001_12_of_two_river_cards_the_other_is_dead(sit: Sit, book: Rulebook) -> None:
    table = sit(book).until("river")
    assert table.rule("several_turned").rule == "A001-12"
    assert (table.board, table.burns, table.muck) == ("f1 f2 f3 t r", "b1 b2 b3", "x1")
    assert table.hand.view().muck == table.hand.muck
    assert (table.finish().board, table.burns) == ("f1 f2 f3 t r", "b1 b2 b3")


@every_rulebook
def test_a001_13_of_two_turn_cards_the_other_is_the_next_burn(sit: Sit, book: Rulebook) -> None:
    table = sit(book).until("turn").deal(cards=2)
    assert table.rule("several_turned").rule == "A001-13"
    assert (table.board, table.burns, table.stub[0]) == ("f1 f2 f3 t", "b1 b2", "b3")
    assert table.read(table.hand.view().top) == "b3"
    assert (table.finish().board, table.burns) == ("f1 f2 f3 t r", "b1 b2 b3")
    assert table.read(table.hand.view().burns.replace("??", "")) == "b3"


@every_rulebook
@pytest.mark.parametrize(("cards", "rule"), [(2, "A001-14"), (3, "A001-16")])
def test_a001_14_a001_16_turned_cards_whose_order_is_lost_are_shuffled_back(
    sit: Sit, book: Rulebook, cards: int, rule: str
) -> None:
    turn = sit(book).until("turn")
    ruling = turn.rule("several_turned", cards, order_known=False)
    assert ruling.rule == rule
    shuffled, s = turn.orders(ruling.moves)
    assert len(shuffled) == 41
    assert set(shuffled) == set(s) == {"t", "b3", "r"} | rest()
    assert (turn.board, turn.burns) == (f"f1 f2 f3 {s[0]}", "b1 b2")
    assert (turn.finish().board, turn.burns) == (f"f1 f2 f3 {s[0]} {s[2]}", f"b1 b2 {s[1]}")

    river = sit(book).until("river")
    ruling = river.rule("several_turned", cards, order_known=False)
    assert ruling.rule == rule
    shuffled, s = river.orders(ruling.moves)
    assert len(shuffled) == 39
    assert set(shuffled) == {"r"} | rest()
    assert (river.board, river.burns, river.muck) == (f"f1 f2 f3 t {s[0]}", "b1 b2 b3", "")


@every_rulebook
@pytest.mark.parametrize("cards", [3, 4])
def test_a001_15_of_more_than_two_turned_the_first_stays_and_the_rest_is_shuffled_back_or_dead(
    sit: Sit, book: Rulebook, cards: int
) -> None:
    turn = sit(book).until("turn")
    ruling = turn.rule("several_turned", cards)
    assert ruling.rule == "A001-15"
    shuffled, s = turn.orders(ruling.moves)
    assert len(shuffled) == 40
    assert set(shuffled) == {"b3", "r"} | rest()
    assert (turn.board, turn.burns) == ("f1 f2 f3 t", "b1 b2")
    assert turn.hand.view().top == ""
    assert (turn.finish().board, turn.burns) == (f"f1 f2 f3 t {s[1]}", f"b1 b2 {s[0]}")

    river = sit(book).until("river")
    assert river.rule("several_turned", cards).rule == "A001-15"
    assert (river.board, river.burns) == ("f1 f2 f3 t r", "b1 b2 b3")
    assert river.muck.split() == ["x1", "x2", "x3"][: cards - 1]


# --- the top card of the stub -------------------------------------------------------------------------


@every_rulebook
def test_a000_01_an_exposed_top_card_stays_on_the_stub_until_the_betting_is_over(sit: Sit, book: Rulebook) -> None:
    table = sit(book)
    before = table.stub
    ruling = table.rule("top_card_exposed")
    assert (ruling.rule, ruling.moves) == ("A000-01", ())
    assert (table.stub, table.burns) == (before, "")
    assert table.read(table.hand.view(1).top) == "b1"
    table.close_round()
    assert table.stub == before
    with pytest.raises(RuleError, match="no betting goes on"):
        table.hand.top_card_exposed()


@pytest.mark.parametrize(("folds", "burned"), [(0, "b1 f1 f2"), (1, "b1 f1")])
def test_a000_02_as_many_cards_are_burned_as_players_are_left_then_the_street_comes(
    sit: Sit, folds: int, burned: str
) -> None:
    table = sit(STUD_HOUSE)
    table.rule("top_card_exposed")
    for _ in range(folds):
        table.hand.fold()
    table.until("flop").deal()
    after = named_deck(3)[6 + 3 - folds :]
    assert table.burns == f"{burned} {after[0]}"
    assert table.board.split() == after[1:4]
    table.finish()
    assert table.board.split() == [*after[1:4], after[5], after[7]]


def test_a000_02_a_player_who_is_all_in_counts_among_those_that_are_left(sit: Sit) -> None:
    table = sit(STUD_HOUSE.but(all_in_raise="any"), stacks=[300, 10_000, 10_000])
    table.rule("top_card_exposed")
    table.hand.call()
    table.hand.all_in()
    table.until("flop").deal()
    assert table.burns == "b1 f1 f2 f3"


def test_a000_02_the_cards_are_buried_under_the_stub_where_the_house_buries(sit: Sit) -> None:
    table = sit(STUD_HOUSE.but(exposed_top="bury"))
    table.rule("top_card_exposed")
    table.until("flop").deal()
    assert (table.burns, table.board) == ("f3", "b2 t b3")
    assert table.stub[-3:] == ["b1", "f1", "f2"]
    assert table.stub[0] == "r"
    assert "stub shuffled, cut or buried" in str(table.hand.log).splitlines()


def test_a000_02_the_cards_are_buried_where_burning_them_leaves_too_few(sit: Sit) -> None:
    table = sit(STUD_HOUSE, 15)
    deck = table.stub
    table.rule("top_card_exposed")
    table.until("flop").deal()
    assert (table.burns, table.board) == ("x8", "x9 x10 x11")
    assert table.stub == ["x12", "x13", "x14", *deck[:15]]


def test_a000_03_nobody_sees_a_burned_card_but_the_exposed_one(sit: Sit) -> None:
    table = sit(STUD_HOUSE)
    table.rule("top_card_exposed")
    table.finish()
    for seat in (None, 0, 1, 2):
        seen = table.hand.view(seat).burns
        assert len(seen) == len(table.hand.burns)
        assert table.read(seen.replace("??", "")) == "b1"
