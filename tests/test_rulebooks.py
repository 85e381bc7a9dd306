"""Rulebooks are plain data with a value for every policy; every policy changes what happens, and the page tells it."""

import doctest
import re
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, fields
from inspect import cleandoc
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from tables import Sit, Table, ids, seating

from holdem_core.errors import RuleError
from holdem_core.table import ROBERTS, ROOM, RULEBOOKS, Game, Positions, Rulebook, rulebooks

NAMES = ("name", "code", "source", "inherited")
POLICIES = [field.name for field in fields(Rulebook) if field.name not in NAMES]
HINTS = get_type_hints(Rulebook)
AGREED = {name for name in POLICIES if len(get_args(HINTS[name])) == 1}
DESCRIBED = {"burns_lie", "muck_contact"}
STUD_ONLY = {"tap_outs", "last_check"}
PAGE = Path(__file__).parent.parent / "docs" / "rules.md"


@pytest.fixture
def sit() -> Iterator[Sit]:
    yield from seating()


# --- the data -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", RULEBOOKS, ids=ids)
def test_every_policy_has_a_known_value_and_what_is_inherited_is_as_in_roberts(book: Rulebook) -> None:
    for name in POLICIES:
        value = getattr(book, name)
        known = get_args(HINTS[name])
        assert value in known if get_origin(HINTS[name]) is Literal else isinstance(value, (int, type(None)))
        assert name not in book.inherited or value == getattr(ROBERTS, name)
    assert book.inherited <= set(POLICIES)
    assert Rulebook(**{field.name: getattr(book, field.name) for field in fields(book)}) == book


def test_there_are_six_books_and_the_default_says_everything_itself() -> None:
    assert len({book.code for book in RULEBOOKS}) == len({book.name for book in RULEBOOKS}) == len(RULEBOOKS) == 6
    assert Game().rulebook is ROBERTS
    assert ROBERTS.inherited == frozenset()
    assert all(book.inherited for book in RULEBOOKS if book is not ROBERTS)


def test_every_policy_is_told_in_the_docstring() -> None:
    doc = cleandoc(Rulebook.__doc__ or "")
    assert re.findall(r"^ {4}(\w+): ", doc, re.MULTILINE) == [*NAMES, *POLICIES]


def test_a_changed_copy_is_another_rulebook_whose_changes_are_no_longer_inherited() -> None:
    changed = ROOM.but(name="Mine", wrong_burns="lot", cap=3)
    assert (changed.name, changed.wrong_burns, changed.cap) == ("Mine", "lot", 3)
    assert (ROOM.wrong_burns, ROOM.cap) == ("any action", 4)
    assert changed.inherited == ROOM.inherited - {"wrong_burns"}
    assert ROOM.but() == ROOM
    assert ROOM.but(inherited=frozenset()).inherited == frozenset()
    assert len({ROOM, changed, ROOM.but(name="Mine", wrong_burns="lot", cap=3)}) == 2
    with pytest.raises(FrozenInstanceError):
        ROOM.cap = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"burn": 1}, "no 'burn'"),
        ({"cut": "sometimes"}, "cut is 'sometimes'; it is one of 'always'"),
        ({"exposed_misdeal": 3}, "exposed_misdeal is 3; it is one of 0, 1, 2"),
        ({"cap": 0}, "cap is 0"),
        ({"cap": "4"}, "cap is '4'; a street has at least one bet"),
        ({"cap": 2.5}, "cap is 2.5"),
        ({"tap_outs": -1}, "tap_outs is -1"),
        ({"tap_outs": "one"}, "tap_outs is 'one'; it is None, or a whole number from 0 on"),
        ({"antes": "no"}, "antes is 'no'; it is one of True, False"),
    ],
)
def test_values_that_nobody_knows_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        ROBERTS.but(**changes)


def test_rulings_of_a_book_of_ones_own_bear_its_code(sit: Sit) -> None:
    mine = Rulebook("Mine", "HOME", "the paper on the door")
    table = sit(mine)
    ruling = table.hand.exposed_hole_cards([(2, 1)])
    assert (ruling.rule, ruling.source) == ("D1/HOME", "the paper on the door")
    assert table.hand.fouled_deck().rule == "RRoP-irregularities-4"


# --- every policy changes something -------------------------------------------------------------------


def exposed_misdeal(sit: Sit, book: Rulebook) -> object:
    tables = [sit(book), sit(book)]
    for place, table in enumerate(tables):
        table.hand.exposed_hole_cards([(place, 0)])
    return [table.burns for table in tables]


def long_flop(sit: Sit, book: Rulebook) -> object:
    table = sit(book).until("flop")
    shuffles = len(table.orders(table.hand.long_flop(4).moves))
    return shuffles, set(table.board.split()) == {"f1", "f2", "f3"}


def redealt_flop_burn(sit: Sit, book: Rulebook) -> object:
    table = sit(book).until("flop")
    table.hand.long_flop(4)
    return table.burns == "b1"


def premature_flop(sit: Sit, book: Rulebook) -> object:
    table = sit(book)
    table.hand.premature_flop()
    return table.aside


def premature_turn(sit: Sit, book: Rulebook) -> object:
    table = sit(book).until("flop").deal()
    table.hand.premature_turn()
    return table.aside


def cut(sit: Sit, book: Rulebook) -> object:
    flop, turn = sit(book).until("flop"), sit(book).until("turn").deal()
    return [len(flop.orders(flop.hand.long_flop(4).moves)), len(turn.orders(turn.hand.premature_river().moves))]


def wrong_burns(sit: Sit, book: Rulebook) -> object:
    found = []
    for acts in (0, 1):
        table = sit(book).until("flop").deal(burns=0)
        for _ in range(acts):
            table.hand.check()
        found.append(len(table.orders(table.hand.no_burn(order_known=False).moves)))
    return found


def later_cards(sit: Sit, book: Rulebook) -> object:
    table = sit(book).until("turn").deal(burns=0).close_round()
    table.hand.no_burn()
    return table.finish().board


def out_of_turn(sit: Sit, book: Rulebook) -> object:
    hand = sit(book).hand
    try:
        hand.call(0)
    except RuleError:
        return "refused"
    return hand.bets[0]


def all_in_raise(sit: Sit, book: Rulebook) -> object:
    return sit(book).hand.legal.raise_to


def play_board(sit: Sit, book: Rulebook) -> object:
    table = sit(book, 2).finish()
    table.hand.muck(0, declare_board=True)
    return table.hand.decided[0]


def showing(sit: Sit, book: Rulebook) -> object:
    return sit(book, stacks=[100, 10_000, 10_000]).finish().hand.to_show


def antes(sit: Sit, book: Rulebook) -> object:
    return allows(book, ante=10)


def straddles(sit: Sit, book: Rulebook) -> object:
    return allows(book, straddles=(200,))


def allows(book: Rulebook, **forced: Any) -> bool:
    try:
        Game(rulebook=book, **forced)
    except RuleError:
        return False
    return True


def button(sit: Sit, book: Rulebook) -> object:
    return Game(rulebook=book).next_button(Positions(0, (1, 2)), [1_000, 0, 1_000, 1_000])


def reraise(sit: Sit, book: Rulebook) -> object:
    hand = sit(book, stacks=[10_000, 240, 10_000]).until("flop").deal().hand
    hand.bet(100)
    hand.all_in()
    return hand.legal.raise_to


def capped(sit: Sit, book: Rulebook, players: int) -> object:
    hand = sit(book, players, limit="fixed-limit").hand
    raises = 0
    while hand.legal.raise_to and raises < 9:
        hand.raise_to(hand.legal.raise_to[0])
        raises += 1
    return raises


def cap(sit: Sit, book: Rulebook) -> object:
    return capped(sit, book, 3)


def cap_heads_up(sit: Sit, book: Rulebook) -> object:
    return capped(sit, book, 2)


def short_all_in(sit: Sit, book: Rulebook) -> object:
    hand = sit(book, stacks=[10_000, 260, 10_000], limit="fixed-limit").until("flop").deal().hand
    hand.bet(100)
    hand.all_in()
    return hand.legal.raise_to


def pot_limit_blind(sit: Sit, book: Rulebook) -> object:
    return sit(book, limit="pot-limit").hand.legal.raise_to


def pot_limit_rounding(sit: Sit, book: Rulebook) -> object:
    return sit(book, limit="pot-limit", blinds=(5, 10), unit=10, bets=(10, 10), ante=1).hand.legal.raise_to


def short_ante(sit: Sit, book: Rulebook) -> object:
    hand = sit(book, stacks=[10_000, 120, 10_000], big_blind_ante=100).hand
    return hand.bets[1], hand.dead


def substantial_action(sit: Sit, book: Rulebook) -> object:
    table = sit(book, 6)
    for _ in range(2):
        table.hand.fold()
    return table.hand.misdeal().rule


def extra_card(sit: Sit, book: Rulebook) -> object:
    table = sit(book)
    table.hand.extra_hole_cards()
    return table.burns


def exposed_top(sit: Sit, book: Rulebook) -> object:
    table = sit(book)
    table.hand.top_card_exposed()
    return table.until("flop").deal().burns


SEEN: list[Callable[[Sit, Rulebook], object]] = [
    exposed_misdeal,
    long_flop,
    redealt_flop_burn,
    premature_flop,
    premature_turn,
    cut,
    wrong_burns,
    later_cards,
    out_of_turn,
    all_in_raise,
    play_board,
    showing,
    antes,
    straddles,
    button,
    reraise,
    cap,
    cap_heads_up,
    short_all_in,
    pot_limit_blind,
    pot_limit_rounding,
    short_ante,
    substantial_action,
    extra_card,
    exposed_top,
]
VALUES = {"antes": (True, False), "straddles": (True, False), "cap": (3, 4, 5)}


@pytest.mark.parametrize("observe", SEEN, ids=lambda observe: str(observe.__name__))
def test_every_value_of_a_policy_makes_a_difference(sit: Sit, observe: Callable[[Sit, Rulebook], object]) -> None:
    name = observe.__name__
    seen = [repr(observe(sit, ROBERTS.but(**{name: value}))) for value in VALUES.get(name) or get_args(HINTS[name])]
    assert len(set(seen)) == len(seen) > 1


def test_the_policies_that_make_no_difference_are_agreed_on_or_only_described() -> None:
    assert set(POLICIES) == {observe.__name__ for observe in SEEN} | AGREED | DESCRIBED | STUD_ONLY
    assert {"several_exposed", "exposed_replacement", "fifth_card", "uncalled"} == AGREED


@pytest.mark.parametrize("name", sorted(DESCRIBED))
def test_described_policies_are_played_alike(sit: Sit, name: str) -> None:
    def played(value: str) -> Table:
        table = sit(ROBERTS.but(**{name: value}))
        table.hand.fold()
        return table.finish()

    first, *others = (played(value) for value in get_args(HINTS[name]))
    assert all((each.board, each.burns, each.muck) == (first.board, first.burns, first.muck) for each in others)


# --- the page -----------------------------------------------------------------------------------------

RULES = [
    *(f"A000-{number:02}" for number in range(1, 22)),
    *(f"A000-09{letter}" for letter in "abcd"),
    *(f"A001-{number:02}" for number in range(1, 17)),
    "A001-03b",
    *(f"A002-{number:02}" for number in range(1, 30)),
    "A002-04a",
    "A002-06a",
    *(f"A003-{number:02}" for number in range(1, 14)),
]


def policy_lines() -> list[str]:
    """The page's table of policies as it follows from the data."""
    points = dict(re.findall(r"^ {4}(\w+): (D\d+):", cleandoc(Rulebook.__doc__ or ""), re.MULTILINE))
    constants = {book.name: name for name, book in vars(rulebooks).items() if isinstance(book, Rulebook)}
    heads = [f"`{constants[book.name]}`" for book in RULEBOOKS]
    lines = [f"| point | policy | {' | '.join(heads)} |", "|---|---|" + "---|" * len(heads)]
    for name in POLICIES:
        cells = [told(getattr(book, name)) + "\\*" * (name in book.inherited) for book in RULEBOOKS]
        lines.append(f"| {points.get(name, '')} | `{name}` | " + " | ".join(cells) + " |")
    return lines


def told(value: object) -> str:
    words = {True: "yes", False: "no"}
    return "no limit" if value is None else words[value] if isinstance(value, bool) else str(value)


def rule_rows() -> list[tuple[str, str, list[str]]]:
    rows = re.findall(r"^\| (A00\d-\d+[a-z]?) \| (.+?) \| (.+?) \|$", PAGE.read_text(), re.MULTILINE)
    return [(rule, sentence, re.findall(r"`(\w+)`", tests)) for rule, sentence, tests in rows]


def test_the_page_shows_every_policy_of_every_rulebook() -> None:
    lines = PAGE.read_text().splitlines()
    start = lines.index(policy_lines()[0])
    assert lines[start : lines.index("", start)] == policy_lines()


def test_the_page_lists_every_rule_once() -> None:
    assert sorted(rule for rule, _, _ in rule_rows()) == sorted(RULES)


def test_every_rule_on_the_page_has_tests_that_exist_and_bear_its_id() -> None:
    modules = Path(__file__).parent.glob("test_*.py")
    existing = {name for module in modules for name in re.findall(r"^def (test_\w+)", module.read_text(), re.MULTILINE)}
    for rule, _, tests in rule_rows():
        assert tests, rule
        for test in tests:
            assert test in existing, (rule, test)
            assert f"_{rule.lower().replace('-', '_')}_" in test


def test_the_examples_of_the_page_run() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0
