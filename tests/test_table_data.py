"""What a hand tells is plain data: it can be copied and pickled, and all but whole games can be written as JSON."""

import copy
import json
import pickle
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from random import Random
from typing import Any

import numpy as np
import pytest

from holdem_core.errors import RuleError
from holdem_core.table import ROBERTS, RULEBOOKS, TDA_2024, Game, Ruling, StudGame, StudHand, TableHand

Hand = TableHand | StudHand
TWINS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}
PILES = ("stub", "burns", "muck", "board", "aside")
WHOLE = {
    "betting",
    "dealing",
    "game",
    "log",
    "result",
    "rulebook",
    "forced",
}  # they hold games, or chips and cards of all


def holdem(seed: int) -> TableHand:
    """A hand whose numbers come as NumPy's."""
    random = Random(seed)
    game = Game(random.choice(["no-limit", "pot-limit"]), blinds=(5, 10), rulebook=RULEBOOKS[seed % len(RULEBOOKS)])
    stacks = [np.int64(random.randint(20, 900)) for _ in range(random.randint(2, 6))]
    return game.start(stacks, np.int64(0), rng=seed, automatic=seed % 3 == 0, tapped_out=[np.int64(1)])  # type: ignore[arg-type, list-item]


def stud(seed: int) -> StudHand:
    random = Random(seed)
    game = StudGame("no-limit", ante=5, bets=(10, 20), rulebook=ROBERTS)
    stacks = [np.int64(random.randint(20, 900)) for _ in range(random.randint(2, 6))]
    return game.start(stacks, np.int64(0), rng=seed, automatic=seed % 3 == 0)  # type: ignore[arg-type]


def states(hand: Hand, random: Random) -> Iterator[Ruling | None]:
    """Plays a hand to its end, errors of the dealer included; each state comes with a ruling, if there was one."""
    while True:
        yield None
        if hand.over:
            return
        if isinstance(hand, TableHand) and hand.due in ("turn", "river") and random.random() < 0.3:
            hand.deal(burns=np.int64(0))  # type: ignore[arg-type]
            yield hand.no_burn(order_known=np.bool_(True))  # type: ignore[arg-type]
        elif hand.due:
            hand.deal()
        elif hand.to_act is None:
            seat = np.int64(hand.to_show[0])
            hand.muck(seat) if random.random() < 0.5 else hand.show(seat)  # type: ignore[arg-type]
        elif random.random() < 0.1 and not hand.exposed_top:
            yield hand.top_card_exposed()
        elif hand.legal.raise_to and random.random() < 0.3:
            hand.raise_to(np.int64(hand.legal.raise_to[0]), np.int64(hand.to_act))  # type: ignore[arg-type]
        elif random.random() < 0.2:
            hand.fold()
        else:
            hand.call() if hand.legal.call else hand.check()


def public(hand: Hand) -> Iterator[tuple[str, Any]]:
    """Every public attribute, but for the methods."""
    for name in dir(hand):
        if name.startswith("_") or (name == "result" and (not hand.over or hand.void)):
            continue
        value = getattr(hand, name)
        if isinstance(value, str) or not callable(value):
            yield name, value


def plain(value: Any) -> bool:
    """Whether a value is numbers and texts of Python's own, in tuples, lists and dicts."""
    if isinstance(value, dict):
        return all(type(key) in (str, int) and plain(each) for key, each in value.items())
    if isinstance(value, (tuple, list)):
        return all(map(plain, value))
    return value is None or type(value) in (str, int, bool)


@pytest.mark.parametrize("start", [holdem, stud])
@pytest.mark.parametrize("twin_of", TWINS)
def test_every_attribute_of_a_hand_can_be_copied_and_pickled(start: Callable[[int], Hand], twin_of: str) -> None:
    for seed in range(12):
        hand = start(seed)
        for ruling in states(hand, Random(seed)):
            views = [("view", hand.view(seat)) for seat in (None, *range(len(hand.stacks)))]
            for name, value in [*public(hand), *views, ("ruling", ruling)]:
                twin = TWINS[twin_of](value)
                assert twin == value, name
                assert plain(twin) or name in WHOLE or isinstance(value, (set, frozenset)), name


@pytest.mark.parametrize("start", [holdem, stud])
def test_piles_views_offers_rulings_and_entries_can_be_written_as_json(start: Callable[[int], Hand]) -> None:
    for seed in range(12):
        hand = start(seed)
        for ruling in states(hand, Random(seed)):
            seats = range(len(hand.stacks))
            views = [hand.view(seat) for seat in (None, *seats)]
            assert plain([views, hand.legal, hand.log.entries, ruling])
            told = {pile: getattr(hand, pile) for pile in PILES}
            told |= {"views": views, "legal": hand.legal, "ruling": ruling, "entries": hand.log.entries}
            read = json.loads(json.dumps(told))
            assert [read[pile] for pile in PILES] == [getattr(hand, pile) for pile in PILES]
            assert len(read["entries"]) == len(hand.log.entries)


def test_the_muck_is_a_text_and_its_copies_are_nothing_else() -> None:
    hand = Game().start([500] * 3, 0, "AsKsQsAhKhQh", rng=1)
    hand.fold()
    assert hand.muck == "QsQh"
    for twin_of in TWINS.values():
        twin = twin_of(hand.muck)
        assert (twin, type(twin)) == ("QsQh", str)
    sent = pickle.loads(pickle.dumps({pile: getattr(hand, pile) for pile in PILES}))
    assert {type(pile) for pile in (*sent.values(), hand.view(0).muck)} == {str}


def test_the_muck_throws_the_hand_away_that_it_is_of() -> None:
    hand = Game(blinds=(50, 100), rulebook=TDA_2024).start([500] * 2, 0, rng=1, automatic=False)
    while hand.street != "showdown":
        hand.deal() if hand.due else hand.call() if hand.legal.call else hand.check()
    twin = hand.copy()
    twin.muck(0)
    assert (hand.to_show, twin.to_show) == ((1, 0), ())


@pytest.mark.parametrize("given", [np.int32(300), np.uint64(300), Decimal(300)])
def test_amounts_are_told_as_exact_chips(given: Any) -> None:
    hand = Game().start([500] * 3, 0, rng=1)
    hand.raise_to(given)
    assert hand.log.entries[-1] == (0, "raise_to", 300)
    assert type(hand.log.entries[-1][2]) in (int, Decimal)


@pytest.mark.parametrize("given", [1, 0, "yes", None, np.int64(1)])
def test_a_yes_or_no_that_is_neither_is_refused(given: Any) -> None:
    holdem_hand, stud_hand = holdem(1), stud(1)
    holdem_hand.deal()
    refused: list[tuple[str, Callable[[], Any]]] = [
        ("up_first", lambda: stud_hand.deal(up_first=given)),
        ("declare_board", lambda: stud_hand.muck(0, given)),
        ("declare_board", lambda: holdem_hand.muck(0, declare_board=given)),
        ("automatic", lambda: Game().start([500] * 2, 0, rng=1, automatic=given)),
        ("automatic", lambda: StudGame().start([500] * 2, 0, rng=1, automatic=given)),
    ]
    for name, act in refused:
        with pytest.raises(RuleError, match=re.escape(f"{name} is {given!r}, neither true nor false")):
            act()
