"""Logs that somebody has edited: what a hand cannot have told is refused with a word, whatever stands in it."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_core.errors import CardError, ChipError, RuleError
from holdem_core.table import (
    ROBERTS,
    STUD_HOUSE,
    TDA_2024,
    Act,
    Dealer,
    Game,
    Log,
    Move,
    Positions,
    Post,
    StudGame,
    StudHand,
    TableHand,
)

Hand = TableHand | StudHand
act: Any = Act  # with what no act holds
dealer: Any = Dealer
move: Any = Move
post: Any = Post
positions: Any = Positions
GAME = Game(blinds=(50, 100))
STUD = StudGame(ante=5, bets=(10, 20), rulebook=ROBERTS)


def play_on(hand: Hand) -> None:
    """Everybody checks and calls to the end, or folds; at the showdown the first one shows, and the others muck."""
    while not hand.over:
        if hand.due:
            hand.deal()
        elif hand.to_act is None:
            hand.muck(hand.to_show[0]) if hand.decided else hand.show(hand.to_show[0])
        elif hand.legal.call:
            hand.call()
        else:
            hand.check() if hand.legal.check else hand.fold()


def automatic() -> TableHand:
    hand = GAME.start([900, None, 700, 900], 3, rng=4, missed={3: 150})
    hand.raise_to(300)
    play_on(hand)
    return hand


def with_rulings() -> TableHand:
    """A hand dealt by hand, with posts of its own and what goes wrong with the cards."""
    game = Game(blinds=(50, 100), rulebook=TDA_2024)
    posts = [Post(0, "blind", 50), Post(1, "blind", 100), Post(2, "dead", 30)]
    hand = game.start([900] * 3, 2, rng=7, posts=posts, automatic=False, tapped_out=[1, 1])
    hand.deal()
    hand.exposed_hole_cards([(2, 1)])
    hand.call(seat=2)
    hand.premature_flop()
    hand.call()
    hand.check()
    hand.deal(cards=4)
    hand.long_flop()
    hand.bet(100)
    play_on(hand)
    return hand


def stud() -> StudHand:
    hand = STUD.start([400, 0, 300], 0, rng=3, automatic=False)
    hand.deal()
    hand.top_card_exposed()
    play_on(hand)
    return hand


def stud_with_a_wrong_high_hand() -> StudHand:
    hand = StudGame(ante=5, bets=(10, 20), rulebook=STUD_HOUSE).start([400] * 3, 0, rng=5, automatic=False)
    hand.deal()
    assert hand.high_hand is not None
    hand.call_high_hand((hand.high_hand + 1) % 3)
    hand.bet(10)
    hand.miscalled_high_hand()
    play_on(hand)
    return hand


HANDS: list[Hand] = [automatic(), with_rulings(), stud(), stud_with_a_wrong_high_hand()]


def edited(log: Log, **start: Any) -> Log:
    return log._replace(start={**log.start, **start})


def told_again(hand: Hand, log: Log) -> bool:
    """Whether the hand that is replayed tells the same log."""
    replayed = hand.game.replay(log)
    return replayed.log == log


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: type(hand).__name__)
def test_a_log_is_told_again(hand: Hand) -> None:
    assert hand.game.replay(hand.log) == hand
    assert told_again(hand, hand.log)


# --- the start ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: type(hand).__name__)
def test_a_start_without_one_of_its_parts_is_refused(hand: Hand) -> None:
    for name in hand.log.start:
        start = {key: value for key, value in hand.log.start.items() if key != name}
        why = "of another game" if name == "game" else f"the log's start has no '{name}'"
        with pytest.raises(RuleError, match=why):
            hand.game.replay(hand.log._replace(start=start))


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: type(hand).__name__)
def test_a_start_with_a_part_of_no_use_is_refused(hand: Hand) -> None:
    for name in ("rake", "rng", 5, None):
        start: dict[Any, Any] = {**hand.log.start, name: 1}
        with pytest.raises(RuleError, match=f"the log's start has {name!r}; it is game, stacks, "):
            hand.game.replay(hand.log._replace(start=start))


DECK = list(range(52))


@pytest.mark.parametrize(
    ("start", "error", "why"),
    [
        ({"stacks": None}, ChipError, "stacks are None"),
        ({"stacks": (900, -5, 700, 900)}, ChipError, "stack of seat 1 is -5, below 0"),
        ({"stacks": (900, 0.5, 700, 900)}, ChipError, r"stack of seat 1 is the float 0\.5"),
        ({"stacks": (900, 0, 0, 0)}, RuleError, "1 players"),
        ({"stacks": (900, None, 700, 900)}, RuleError, "the log's start has stacks .*None"),
        ({"stacks": [900, 0, 700, 900]}, RuleError, r"the log's start has stacks \[900, 0, 700, 900\]; of a hand"),
        ({"positions": None}, RuleError, "button is None"),
        ({"positions": 3}, RuleError, "the log's start has positions 3"),
        ({"positions": Positions(3, (1, 2))}, RuleError, "entry 0 of the log"),
        ({"positions": Positions(3, (0, 1))}, RuleError, "nobody sits in seat 1 to post the big blind"),
        ({"positions": positions(3, (0.0, 2))}, RuleError, r"a blind is seat 0\.0's"),
        ({"positions": positions(3, 2)}, RuleError, "the blinds' seats are 2"),
        ({"positions": positions(3, (0, 2), None)}, RuleError, "the blinds' seats are None"),
        ({"missed": None}, RuleError, "the log's start has missed None"),
        ({"missed": {9: 100}}, RuleError, "nobody sits in seat 9"),
        ({"missed": {3: 0.5}}, ChipError, "missed blinds of seat 3 is the float"),
        ({"posts": 5}, RuleError, "posts are 5"),
        ({"posts": (post(0, ["blind"], 5),), "missed": {}}, RuleError, "is no post"),
        ({"posts": (Post(0, "blind", 50),)}, RuleError, "missed is {3: 150}, and posts are given"),
        ({"deck": None}, RuleError, "the log's start has deck None"),
        ({"deck": 5}, CardError, "5 are no cards"),
        ({"deck": (*DECK[:51], 0)}, CardError, "2c"),
        ({"deck": (*DECK[:51], 52)}, CardError, "52"),
        ({"deck": tuple(DECK[:51])}, RuleError, "the log's start has deck"),
        ({"seed": None}, RuleError, "the log's seed is None"),
        ({"seed": -1}, RuleError, "the log's seed is -1"),
        ({"seed": "x"}, RuleError, "the log's seed is 'x'"),
        ({"tapped_out": None}, RuleError, "tapped_out is None"),
        ({"tapped_out": "01"}, RuleError, "tapped_out is '01'"),
        ({"tapped_out": (9,)}, RuleError, "tapped_out is 9, and the seats are 0 to 3"),
        ({"automatic": "yes"}, RuleError, "automatic is 'yes', neither true nor false"),
        ({"automatic": False}, RuleError, "entry 4 of the log"),
        ({"game": Game(blinds=(5, 10))}, RuleError, "the log is of a hand of another game"),
        ({"game": np.arange(3)}, RuleError, "the log is of a hand of another game"),
    ],
)
def test_a_hand_starts_from_its_log_as_it_starts_from_its_arguments(start: Any, error: Any, why: str) -> None:
    hand = HANDS[0]
    with pytest.raises(error, match=why):
        hand.game.replay(edited(hand.log, **start))


def test_tap_outs_are_counted_again() -> None:
    """A000-14: two all-ins of seat 1, where a session has two."""
    game = Game(blinds=(50, 100), rulebook=ROBERTS.but(tap_outs=2))
    for earlier, closed in (((1,), False), ((1, 1), True)):
        hand = game.start([900, 300, 900], 0, rng=1, tapped_out=earlier)
        hand.raise_to(600)
        assert ("call" in hand.legal.closed) is closed
        assert game.replay(hand.log).legal == hand.legal


# --- the entries ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (act(0, "raise_to", "fold"), "Act.*: raise_to is 'fold'; chips are int or Decimal"),
        (Act(0, "raise_to", Decimal("NaN")), "which is none"),
        (act(0, "raise_to", np.arange(2)), "which is none"),
        (act("0", "fold"), "seat is '0', and the seats are 0 to 3"),
        (act(0, 5), "does not follow"),
        (act(0, "dealing", "x"), "does not follow"),
        (dealer("deal", "x"), "it takes other arguments"),
        (dealer("deal", {1: 2}), "it takes other arguments"),
        (dealer("deal", [1]), "which is none"),
        (dealer(5, {}), "does not follow"),
        (move("As", "stub", 5), "does not follow"),
        (post(0, "blind", None), "does not follow"),
        ("fold", "'fold', which is none"),
        (None, "None, which is none"),
        (Act(0, "dealing"), "does not follow"),
        (Act(0, "dealing", 5), "does not follow"),
        (Act(0, "all_in"), "does not follow"),
        (Act(0, "deal"), "does not follow"),
        (Act(0, "throw_away", 5), "it takes other arguments"),
        (Act(3, "call", 100), "it takes other arguments"),
        (Act(3, "raise_to"), "it takes other arguments"),
        (Dealer("view", {}), "does not follow"),
        (Dealer("fold", {}), "does not follow"),
        (Dealer("deal", {"cuts": 1}), "it takes other arguments"),
        (Dealer("deal", {"burns": "x"}), "nothing is to be dealt"),
        (Dealer("exposed_hole_cards", {"exposed": 5}), "exposed is 5; name seats and cards"),
        (Dealer("misdeal", {"reason": 5}), "the reason of a misdeal is 5"),
    ],
    ids=repr,
)
def test_an_entry_that_tells_nothing_a_hand_does_is_refused(entry: Any, why: str) -> None:
    hand = GAME.start([900] * 4, 2, rng=4, automatic=False)
    hand.deal()
    log = hand.log
    with pytest.raises(RuleError, match=f"entry {len(log.entries)} .*{why}"):
        GAME.replay(log._replace(entries=(*log.entries, entry)))


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: type(hand).__name__)
def test_an_entry_of_arrays_is_refused_wherever_it_stands(hand: Hand) -> None:
    for at, entry in enumerate(hand.log.entries):
        for place in range(len(entry)):
            parts: dict[str, Any] = {entry._fields[place]: np.arange(2)}
            odd = entry._replace(**parts)
            with pytest.raises(RuleError, match=f"entry {at} of the log is .*, which is none"):
                hand.game.replay(hand.log._replace(entries=replaced(hand.log.entries, at, odd)))


def replaced(parts: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*parts[:at], value, *parts[at + 1 :])


def test_entries_that_are_no_sequence_are_no_log() -> None:
    nothing: list[Any] = [None, 5, "fold", {}]
    for entries in nothing:
        with pytest.raises(RuleError, match="is no log"):
            GAME.replay(HANDS[0].log._replace(entries=entries))


# --- anything -------------------------------------------------------------------------------------------

ODD = st.one_of(
    st.sampled_from([None, True, False, "", "x", "fold", "deal", "stub", "seat 9", b"x", 0.5, float("nan"), object()]),
    st.sampled_from([(), (0,), [], {}, {"seat": 1}, {1}, np.int64(2), np.arange(3), Decimal("NaN"), Decimal("sNaN")]),
    st.sampled_from([Decimal("0.5"), Decimal(100), Positions(0, (1, 2)), Post(0, "blind", 50), GAME, 10**30, print]),
    st.integers(-60, 1000),
    st.sampled_from([entry for hand in HANDS for entry in hand.log.entries]),
    st.sampled_from([part for hand in HANDS for entry in hand.log.entries for part in entry]),
    st.sampled_from([value for hand in HANDS for value in hand.log.start.values()]),
)


EDITS = ("part", "entry", "leave out", "put in", "break off", "start", "inside", "no part")


@st.composite
def edits(draw: st.DrawFn) -> tuple[Hand, Log]:
    """A log with something in it replaced, left out, put in, or exchanged."""
    hand: Hand = draw(st.sampled_from(HANDS))
    log = hand.log
    for _ in range(draw(st.integers(1, 2))):
        start, entries = dict(log.start), log.entries
        at = draw(st.integers(0, max(0, len(entries) - 1)))
        name = draw(st.sampled_from(sorted(hand.log.start)))
        match draw(
            st.sampled_from(["part", "entry", "leave out", "put in", "break off", "start", "inside", "no part"])
        ):
            case "part" if entries and isinstance(entries[at], tuple) and entries[at]:
                entry = entries[at]
                place = draw(st.integers(0, len(entry) - 1))
                parts = replaced(entry, place, draw(ODD))
                entries = replaced(entries, at, type(entry)(*parts) if hasattr(entry, "_fields") else parts)
            case "entry":
                entries = replaced(entries, at, draw(ODD))
            case "leave out":
                entries = (*entries[:at], *entries[at + 1 :])
            case "put in":
                entries = (*entries[:at], draw(ODD), *entries[at:])
            case "break off":
                entries = entries[:at]
            case "start":
                start[name] = draw(ODD)
            case "inside" if isinstance(start.get(name), tuple) and start[name]:
                value = start[name]
                parts = replaced(value, draw(st.integers(0, len(value) - 1)), draw(ODD))
                start[name] = type(value)(*parts) if hasattr(value, "_fields") else parts
            case "no part":
                start.pop(name, None)
        log = Log(start, entries)
    return hand, log


@settings(max_examples=1500, deadline=None)
@given(edits())
def test_an_edited_log_is_replayed_to_the_hand_that_it_tells_or_refused(edit: tuple[Hand, Log]) -> None:
    hand, log = edit
    try:
        replayed = hand.game.replay(log)
    except (RuleError, ChipError, CardError):
        return
    assert replayed.log == log


CAN_BE: list[Callable[[Log], Log]] = [
    lambda log: log._replace(entries=log.entries[:11]),
    lambda log: edited(log, stacks=(900, 0, 800, 900)),
    lambda log: edited(log, seed=9),
]


@pytest.mark.parametrize("edit", CAN_BE)
def test_a_log_that_a_hand_can_have_told_is_replayed(edit: Callable[[Log], Log]) -> None:
    """Its beginning, another stack that nobody bet, another seed that no shuffle asked."""
    hand = HANDS[0]
    assert hand.log.entries[10] == Act(3, "raise_to", 300)
    assert told_again(hand, edit(hand.log))


def test_acts_are_told_in_whole_words() -> None:
    acts = [Act(0, "raise_to", 1250), Act(1, "fold"), Act(2, "declare_board"), Act(0, "throw_away")]
    assert list(map(str, acts)) == [
        "seat 0 raises to 1,250",
        "seat 1 folds",
        "seat 2 declares board",
        "seat 0 throws away",
    ]
