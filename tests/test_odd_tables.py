"""What is given wrongly at the table is refused with a word that says so, and leaves the hand as it was."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from holdem_core.errors import RuleError
from holdem_core.table import ROBERTS, Game, Log, Positions, StudGame, TableHand

STACKS = [500] * 4


def at_the_flop() -> TableHand:
    """A hand whose flop is due."""
    hand = Game().start(STACKS, 0, rng=1, automatic=False)
    hand.deal()
    while hand.to_act is not None:
        hand.call() if hand.legal.call else hand.check()
    return hand


def test_a_void_hand_at_the_showdown_is_over_for_everybody() -> None:
    hand = at_the_flop()
    while hand.street != "showdown":
        hand.deal() if hand.due else hand.check()
    hand.fouled_deck()
    assert (hand.street, hand.to_show, hand.showing_order) == ("over", (), ())
    for act in (hand.show, hand.muck):
        with pytest.raises(RuleError):
            act(0)
    assert Game().replay(hand.log) == hand


@pytest.mark.parametrize("exposed", [[(0, 1.0)], [(0.0, 1)], [(True, 0)], [(0,)], [(0, 0, 0)], ["abc"], [5], [None]])
def test_exposed_cards_are_pairs_of_whole_numbers(exposed: Any) -> None:
    hand = Game().start(STACKS, 0, rng=1)
    before = hand.copy()
    with pytest.raises(RuleError):
        hand.exposed_hole_cards(exposed)
    assert hand == before


@pytest.mark.parametrize("method", ["no_burn", "two_burns", "long_flop"])
@pytest.mark.parametrize("known", [np.array([1, 2]), None, "yes", 1])
def test_an_order_is_known_or_not(method: str, known: Any) -> None:
    hand = at_the_flop()
    before = hand.copy()
    with pytest.raises(RuleError):
        getattr(hand, method)(order_known=known)
    assert hand == before
    getattr(hand, method)(order_known=np.False_)
    assert Game().replay(hand.log) == hand


@pytest.mark.parametrize("reason", [None, ["a list"], iter("text")])
def test_the_reason_of_a_misdeal_is_a_text(reason: Any) -> None:
    hand = Game().start(STACKS, 0, rng=1)
    before = hand.copy()
    with pytest.raises(RuleError):
        hand.misdeal(reason)
    assert hand == before


def test_small_numpy_integers_count_cards() -> None:
    hand = at_the_flop()
    hand.deal(burns=np.uint8(0))  # type: ignore[arg-type]
    assert len(hand.board) == 6
    hand = at_the_flop()
    with pytest.raises(RuleError):
        hand.deal(cards=np.uint8(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, "4", 4.0, True, Decimal(4), Decimal("sNaN"), np.array([1, 2]), [4]])
def test_a_rulebook_counts_in_whole_numbers(value: Any) -> None:
    with pytest.raises(RuleError):
        ROBERTS.but(cap=value)
    if value is not None:
        with pytest.raises(RuleError):
            ROBERTS.but(tap_outs=value)


@pytest.mark.parametrize("name", ["name", "code", "source", "antes", "straddles", "last_check", "long_flop"])
@pytest.mark.parametrize("value", [[], {}, 1.5, Decimal("sNaN"), np.array([1, 2])])
def test_a_rulebook_is_plain_data(name: str, value: Any) -> None:
    with pytest.raises(RuleError):
        ROBERTS.but(**{name: value})


REFUSED: dict[str, Callable[[], Any]] = {
    "no rulebook": lambda: Game(rulebook=None),  # type: ignore[arg-type]
    "no rulebook in stud": lambda: StudGame(rulebook="Robert's Rules"),  # type: ignore[arg-type]
    "no limit": lambda: Game(limit=np.array(["no-limit", "no-limit"])),  # type: ignore[arg-type]
    "missed by nobody": lambda: Game().start(STACKS, 0, missed=5),  # type: ignore[arg-type]
    "missed by no seat": lambda: Game().start(STACKS, 0, missed={Decimal("NaN"): 5}),  # type: ignore[dict-item]
    "posts of two": lambda: Game().start(STACKS, 0, posts=[(0, "ante")]),  # type: ignore[list-item]
    "posts of text": lambda: Game().start(STACKS, 0, posts="abc"),  # type: ignore[arg-type]
    "a post of half a seat": lambda: Game().start(STACKS, 0, posts=[(0.5, "ante", 5)]),  # type: ignore[list-item]
    "no hand before": lambda: Game().next_button(None, STACKS),  # type: ignore[arg-type]
    "a hand at a larger table": lambda: Game().next_button(Positions(7, (8, 9)), STACKS),
    "no log": lambda: Game().replay(None),  # type: ignore[arg-type]
    "a log without a start": lambda: Game().replay(Log({}, ())),
    "no log in stud": lambda: StudGame().replay(None),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_none_of_the_table_s_is_refused(what: str) -> None:
    with pytest.raises(RuleError):
        REFUSED[what]()


def test_a_log_is_its_reader_s_own() -> None:
    hand = Game().start(STACKS, 0, rng=1)
    hand.log.start.clear()
    assert Game().replay(hand.log) == hand
