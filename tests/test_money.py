"""Money at the table: every chip is somewhere, whatever was anted, posted dead or raked, in any decimal context."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact, InvalidOperation, Rounded, localcontext
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cli_runs import make_plain, run
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from holdem_core import ChipError, Rake, RuleError, settle, showdown
from holdem_core.histories.phh import History, read
from holdem_core.pots.amounts import smallest_unit, total
from holdem_core.table import ROBERTS, Game, Post, StudGame

CENT = Decimal("0.01")
LONG = Decimal("12345678901234567890123456789012345.67")
LIMITS = ("no-limit", "pot-limit", "fixed-limit")


@contextmanager
def narrow() -> Iterator[None]:
    """Five digits, and whoever rounds to them is caught."""
    with localcontext(Context(prec=5, traps=[Inexact, Rounded, InvalidOperation])):
        yield


@contextmanager
def wide() -> Iterator[None]:
    with localcontext(Context(prec=200, traps=[Inexact, InvalidOperation])):
        yield


def exactly(amounts: Any) -> list[Fraction]:
    return list(map(Fraction, amounts))


# --- a hand of any game ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """A game, how a hand of it starts, and the seed of what its players do."""

    game: Any
    stacks: tuple[Any, ...]
    start: dict[str, Any]
    seed: int

    def play(self) -> Any:
        hand, random = self.game.start(self.stacks, rng=self.seed, **self.start), Random(self.seed)
        while not hand.over:
            if hand.to_act is not None:
                act(hand, random)
            elif hand.due:
                hand.deal()
            else:
                seat = hand.to_show[0]
                hand.show(seat) if random.random() < 0.6 else hand.muck(seat)
        return hand


def act(hand: Any, random: Random) -> None:
    legal = hand.legal
    verbs = ["fold", *["check"] * 4 * legal.check, *["call"] * 4 * bool(legal.call)]
    verbs += ["least", "most"] if legal.raise_to else []
    match random.choice(verbs):
        case "least":
            hand.raise_to(legal.raise_to[0])
        case "most":
            hand.raise_to(legal.raise_to[1])
        case verb:
            getattr(hand, verb)()


grains = st.sampled_from([1, 1, CENT, Decimal("0.5"), 10**32 + 9, LONG])


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Hold'em with all that can be posted, or stud."""
    grain: Any = draw(grains)

    def chips(number: int) -> Any:
        with wide():
            return number * grain

    seats = draw(st.integers(2, 6))
    stacks = tuple(map(chips, draw(st.lists(st.integers(1, 12) | st.integers(1, 300), min_size=seats, max_size=seats))))
    amount, cap = chips(draw(st.integers(0, 9))), chips(draw(st.integers(0, 9)))
    rake = draw(st.sampled_from([None, None, amount, Rake(5), Rake("7.5", cap), Rake(10, cap, no_flop_no_drop=False)]))
    table: dict[str, Any] = {"limit": draw(st.sampled_from(LIMITS)), "rake": rake}
    table["unit"] = draw(st.none() | st.just(grain))
    table["ante"] = chips(draw(st.sampled_from([0, 1, 2])))
    start: dict[str, Any] = {"automatic": draw(st.booleans())}
    seed = draw(st.integers(0, 2**32))
    if draw(st.integers(0, 3)) == 0:
        return Deal(StudGame(bets=(chips(2), chips(4)), **table), stacks, {**start, "dealer": 0}, seed)
    straddles = (chips(8),) if seats > 3 and draw(st.booleans()) else ()
    table["big_blind_ante"] = chips(draw(st.sampled_from([0, 0, 4])))
    game = Game(blinds=(chips(2), chips(4)), straddles=straddles, rulebook=ROBERTS, **table)
    start["button"] = draw(st.integers(0, seats - 1))
    late = (start["button"] + 4 if straddles else start["button"]) % seats
    if seats > 4 and draw(st.booleans()):
        start["missed"] = {late: chips(draw(st.integers(1, 6)))}
    if draw(st.integers(0, 3)) == 0:
        posts = [Post(seat, draw(st.sampled_from(["ante", "dead"])), chips(1 + seat)) for seat in range(seats)]
        start["posts"] = [*posts, Post(0, "blind", chips(2)), Post(1, "blind", chips(4)), Post(1, "dead", chips(1))]
        start.pop("missed", None)
    return Deal(game, stacks, start, seed)


@settings(max_examples=300, deadline=None)
@given(deals())
def test_nets_are_what_the_stacks_gained_and_add_up_to_the_rake(deal: Deal) -> None:
    with narrow():
        hand = deal.play()
        after, result = hand.stacks, hand.result
        told, shown = result.to_dict(), str(result)
    nets = exactly(result.net)
    assert nets == [now - before for now, before in zip(exactly(after), exactly(deal.stacks), strict=True)]
    assert sum(nets) + Fraction(result.rake) == 0
    assert sum(exactly(result.dead_by_seat)) == Fraction(result.dead) == Fraction(hand.dead)
    assert min(exactly(after)) >= 0
    for seat, facts in enumerate(told["seats"]):
        put_in = Fraction(facts["contribution"]) + Fraction(facts["dead"])
        assert Fraction(facts["payout"]) - put_in == Fraction(facts["net"]) == nets[seat]
        in_for = shown.splitlines()[1 + seat].split("in for ")[1].split()[0]
        assert Fraction(in_for.replace(",", "")) == put_in


@settings(max_examples=100, deadline=None)
@given(deals())
def test_a_hand_is_the_same_in_any_decimal_context(deal: Deal) -> None:
    with narrow():
        hand = deal.play()
        told = (hand.stacks, str(hand.result), hand.result.to_dict(), hand.pots, str(hand.log))
    with wide():
        again = deal.play()
        assert told == (again.stacks, str(again.result), again.result.to_dict(), again.pots, str(again.log))
        assert hand == again == deal.game.replay(hand.log)


@settings(max_examples=100, deadline=None)
@given(deals())
def test_a_history_of_dead_antes_gives_the_same_results(deal: Deal) -> None:
    assume(isinstance(deal.game, Game) and deal.game.limit != "pot-limit")
    seats = len(deal.stacks)
    with narrow():
        one = deal.game.blinds[0]
        dead = [Post(seat, "dead", one) for seat in range(seats)]
        small, big = (0, 1) if seats == 2 else (1, 2)
        blinds = [Post(small, "blind", deal.game.blinds[0]), Post(big, "blind", deal.game.blinds[1])]
        game = Game(deal.game.limit, blinds=deal.game.blinds)
        hand = Deal(game, deal.stacks, {"button": 0, "posts": [*dead, *blinds], "automatic": False}, deal.seed).play()
        history = History.of(hand)
        again = history.settle()
        assert history.ante_trimming_status is False
        assert again.stacks == (*hand.stacks[1:], hand.stacks[0]) == history.finishing_stacks
        if again.over:
            assert again.result.net == (*hand.result.net[1:], hand.result.net[0])


# --- hands worked out by hand ---------------------------------------------------------------------------

ANTES = """variant = "NT"
antes = [10, 10, 10]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 1000]
actions = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd", "p3 cbr 300", "p1 cbr 990", "p2 f", "p3 cc",
           "p1 sm AhAd", "p3 sm QhQd", "d db 2c7d9h", "d db Tc", "d db 3s"]
"""


def test_antes_that_are_dead_count_in_the_results() -> None:
    result = read(ANTES).settle().result
    assert result.net == (1110, -110, -1000)
    assert (result.dead, result.dead_by_seat, result.contributions) == (30, (10, 10, 10), (990, 100, 990))
    lines = str(result).splitlines()
    assert [line.split("in for ")[1].split()[0] for line in lines[1:4]] == ["1,000", "110", "1,000"]
    assert lines[-1] == "Result: seat 0 +1,110, seat 1 -110, seat 2 -1,000."


def test_replay_tells_whose_the_dead_antes_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_plain(monkeypatch)
    path = tmp_path / "hand.phh"
    path.write_text(ANTES)
    told = json.loads(run("replay", str(path), "--json").stdout.splitlines()[0])
    facts = [(seat["contribution"], seat["dead"], seat["payout"], seat["net"]) for seat in told["seats"]]
    assert facts == [(990, 10, 2110, 1110), (100, 10, 0, -110), (990, 10, 0, -1000)]
    assert (told["stacks"], told["dead"]) == ([2110, 890, 0], 30)
    assert "Result: p1 +1,110, p2 -110, p3 -1,000." in run("replay", str(path)).stdout


def test_a_big_blind_ante_and_missed_blinds_are_their_posters() -> None:
    game = Game(blinds=(50, 100), big_blind_ante=100)
    hand = game.start([1000] * 5, button=0, rng=1, missed={4: 150})
    for _ in range(4):
        hand.fold()
    assert hand.result.dead_by_seat == (0, 0, 100, 0, 50)
    assert hand.result.net == (0, -50, 200, 0, -150)
    assert hand.stacks == (1000, 950, 1200, 1000, 850)


def test_stacks_are_not_rounded_to_the_context() -> None:
    with localcontext(prec=5):
        hand = Game(blinds=(Decimal("0.5"), 1)).start([Decimal("12345.67"), Decimal("100.5"), 100], button=0)
        hand.fold()
        hand.fold()
        assert [str(stack) for stack in hand.stacks] == ["12345.67", "100.00", "100.50"]
        assert [str(net) for net in hand.result.net] == ["0.00", "-0.50", "0.50"]


LONG_STACKS = f"""variant = "NT"
antes = [10, 10, 10]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [{LONG}, 1000, {LONG}]
actions = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd", "p3 cbr 300", "p1 cbr 1234567.89", "p2 f", "p3 cc",
           "d db 2c7d9h", "p1 cc", "p3 cc", "d db Tc", "p1 cc", "p3 cc", "d db 3s", "p1 cc", "p3 cc"]
finishing_stacks = [12345678901234567890123456790247033.56, 890, 12345678901234567890123456787777767.78]
"""


def test_a_history_of_long_stacks_is_exact(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_plain(monkeypatch)
    path = tmp_path / "hand.phh"
    path.write_text(LONG_STACKS)
    with narrow():
        history = read(LONG_STACKS)
        assert history.finishing(history.settle()) == history.finishing_stacks
        assert run("replay", str(path), "--check").stdout == "1 hand of 1 file replayed, 1 compared, all agree.\n"
        told = run("replay", str(path)).stdout
        assert "Result: p1 +1,234,687.89, p2 -110.00, p3 -1,234,577.89." in told


def test_posts_of_a_history_are_exact_in_any_context() -> None:
    with narrow():
        text = ANTES.replace("[50, 100, 0]", "[1234567.89, 2469135.78, -2469135.78]").replace(
            "min_bet = 100", "min_bet = 7"
        )
        text = text.replace("[1000, 1000, 1000]", f"[inf, {LONG}, {LONG}]")
        hand = read(text[: text.index("actions")] + "actions = []\n").replay()
        assert hand.bets == (Decimal("1234567.89"), Decimal("2469135.78"), Decimal("2469135.78"))


def test_straddles_and_missed_blinds_are_exact_in_any_context() -> None:
    with narrow():
        small, big = Decimal("123456.78"), Decimal("246913.56")
        game = Game("fixed-limit", blinds=(small, big), straddles=(Decimal("493827.12"),))
        hand = game.start([LONG] * 5, button=0, rng=1, missed={4: Decimal("370370.34")})
        assert game.bets == (big, Decimal("493827.12"))
        assert hand.bets == (0, small, big, Decimal("493827.12"), big)
        assert hand.dead == small


def test_hands_in_lists_are_exact_in_any_context() -> None:
    with narrow():
        settled = settle([LONG, LONG, 1], [9, 9, 0], rake=Rake("0.1", cap=Decimal("5.25")), dead=Decimal("0.01"))
        assert settled.rake == Decimal("5.25")
        assert [str(paid) for paid in settled.payouts] == [
            "12345678901234567890123456789012343.55",
            "12345678901234567890123456789012343.55",
            "0.00",
        ]
        shown = showdown(["AhKh", "KsAd"], "Qd7h2s9c3d", [LONG, LONG], dead=[0, LONG])
        assert [str(net) for net in shown.net] == [
            "6172839450617283945061728394506172.83",
            "-6172839450617283945061728394506172.83",
        ]
        with pytest.raises(ChipError, match="rake"):
            settle([LONG, 1], [9, 5], rake=LONG)
        assert total([LONG, -3, CENT]) == Decimal("12345678901234567890123456789012342.68")
        assert smallest_unit([LONG, 5]) == CENT


def test_whole_decimals_in_arrays_are_read_in_any_context() -> None:
    with localcontext(prec=5):
        most = Decimal(2**63 - 1)
        assert settle(np.array([most, 0], dtype=object), np.array([[9, 5]])).payouts.tolist() == [[2**63 - 1, 0]]


# --- the smallest chip of a table -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "stacks", "unit"),
    [
        ({}, [1000, 1000], 1),
        ({}, [1000, Decimal("999.5")], Decimal("0.1")),
        ({"blinds": (Decimal("0.50"), Decimal("1.00"))}, [100, 100], CENT),
        ({"bets": (50, Decimal("100.5"))}, [1000, 1000], Decimal("0.1")),
        ({"rake": Rake(5, cap=Decimal("2.25"))}, [1000, 1000], CENT),
        ({"rake": Decimal("0.5")}, [1000, 1000], Decimal("0.1")),
        ({"ante": Decimal("0.125")}, [1000, 1000], Decimal("0.001")),
        ({"unit": Decimal("0.25"), "blinds": (Decimal("0.50"), 1)}, [100, 100], Decimal("0.25")),
    ],
)
def test_smallest_chip_of_a_hand_is_the_one_its_amounts_are_written_in(game: Any, stacks: Any, unit: Any) -> None:
    hand = Game(**game).start(stacks, button=0, rng=1)
    hand.fold()
    assert hand.result.settlement.unit == unit
    with pytest.raises(RuleError, match=rf"150\.0001 is no whole number of the unit {unit}"):
        Game(**game).start(stacks, button=0, rng=1).raise_to(Decimal("150.0001"))


def test_posts_that_are_given_say_the_smallest_chip_too() -> None:
    hand = Game(bets=(1, 1)).start(
        [100, 100], button=0, rng=1, posts=[Post(0, "blind", Decimal("0.5")), Post(1, "blind", 1)]
    )
    hand.raise_to(Decimal("2.5"))
    assert hand.bets == (Decimal("2.5"), 1)


@pytest.mark.parametrize(
    ("game", "stacks", "message"),
    [
        ({"unit": 1, "blinds": (1, Decimal("2.5"))}, [100, 100], "blind is 2.5, no whole number of the unit 1"),
        ({"unit": 1}, [100, Decimal("100.5")], "stack of seat 1 is 100.5, no whole number of the unit 1"),
        ({"unit": 1, "rake": Rake(5, cap=CENT)}, [100, 100], "cap is 0.01, no whole number of the unit 1"),
        (
            {"unit": Decimal("0.3"), "blinds": (3, 6)},
            [100, 90],
            "stack of seat 0 is 100, no whole number of the unit 0.3",
        ),
    ],
)
def test_smallest_chip_that_does_not_make_an_amount_is_refused(game: Any, stacks: Any, message: str) -> None:
    with pytest.raises(ChipError, match=re.escape(message)):
        Game(**game).start(stacks, button=0)


def test_smallest_chip_of_stud_is_given_or_written() -> None:
    with pytest.raises(ChipError, match=r"stack of seat 1 is 100\.5, no whole number of the unit 5"):
        StudGame(unit=5).start([100, Decimal("100.5")], dealer=0)
    with pytest.raises(ChipError, match=r"ante is 0\.5, no whole number of the unit 1"):
        StudGame(unit=1, ante=Decimal("0.5"))
    hand = StudGame(ante=Decimal("0.05"), bets=(1, 2)).start([100, 100], dealer=0, rng=1)
    hand.fold()
    assert hand.result.settlement.unit == CENT
