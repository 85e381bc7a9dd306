"""Random play in every structure, with the dealer's errors between the acts: chips, cards, offers and logs hold."""

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_plays import all_in_is_what_legal_says

from holdem_core.errors import RuleError
from holdem_core.table import RULEBOOKS, Game, Rulebook, TableHand

LIMITS = ("no-limit", "pot-limit", "fixed-limit")
ERRORS = 0.05  # of all steps
MOST_STEPS = 400
BURNS_AND_LONG_STREETS = ["no_burn", "two_burns", "long_flop", "several_turned"]
EARLY_STREETS = ["premature_flop", "premature_turn", "premature_river"]
DEALING = ["exposed_hole_cards", "extra_hole_cards", "top_card_exposed", "misdeal"]
IRREGULARITIES = [*BURNS_AND_LONG_STREETS, *EARLY_STREETS, *DEALING]


@dataclass
class Table:
    """A hand being played, and what must never change in it."""

    hand: TableHand
    random: Random
    chips: int

    def check(self) -> None:
        """Chips and cards are all there."""
        hand = self.hand
        if not hand.over:
            assert sum(hand.stacks) + sum(hand.contributions) + int(hand.dead) == self.chips
        assert min(hand.betting.stacks) >= 0
        piles = [hand.stub, hand.burns, hand.muck, hand.board, hand.aside, *hand.hole_cards]
        assert len("".join(piles)) == 104
        assert len({pile[at : at + 2] for pile in piles for at in range(0, len(pile), 2)}) == 52

    def step(self) -> None:
        """An error of the dealer now and then, else what is due."""
        if self.random.random() < ERRORS and self.err():
            return
        if self.hand.to_act is not None:
            self.act()
        elif self.hand.due:
            self.hand.deal()
        else:
            self.show()

    def act(self) -> None:
        """One of the legal acts; those that are not offered are refused."""
        hand, legal = self.hand, self.hand.legal
        self.refuse()
        choices = ["fold", *["check"] * 6 * legal.check, *["call"] * 6 * bool(legal.call)]
        if legal.raise_to:
            choices += ["low", "high", "between"]
        choice = self.random.choice(choices)
        if choice in ("fold", "check", "call"):
            getattr(hand, choice)()
            return
        assert legal.raise_to
        low, high = map(int, legal.raise_to)
        hand.raise_to({"low": low, "high": high, "between": self.random.randint(low, high)}[choice])

    def refuse(self) -> None:
        """What is closed is refused for its reason, beside the bounds of a raise too, and nothing changes."""
        hand, legal = self.hand, self.hand.legal
        before = hand.copy()
        assert ("check" in legal.closed, "call" in legal.closed) == (not legal.check, not legal.call)
        assert ("raise" in legal.closed) == (legal.raise_to is None)
        assert hand.to_call == legal.call
        for verb in legal.closed.keys() - {"raise"}:
            with pytest.raises(RuleError) as refused:
                getattr(hand, verb)()
            assert legal.closed[verb] in str(refused.value)
        beyond = (legal.raise_to[0] - 1, legal.raise_to[1] + 1) if legal.raise_to else (self.chips,)
        for amount in beyond:
            with pytest.raises(RuleError):
                hand.raise_to(amount)
        all_in_is_what_legal_says(hand)
        assert hand == before

    def show(self) -> None:
        """Somebody shows or mucks."""
        seat = self.hand.to_show[0]
        if self.random.random() < 0.7:
            self.hand.show(seat)
        else:
            self.hand.muck(seat, declare_board=self.random.random() < 0.5)

    def err(self) -> bool:
        """An irregularity, if it can be one now; those that cannot are refused and change nothing."""
        hand, random = self.hand, self.random
        name = random.choice(IRREGULARITIES)
        before = hand.copy()
        try:
            if name == "exposed_hole_cards":
                hand.exposed_hole_cards([(random.choice(hand.live), random.randrange(2))])
            elif name in BURNS_AND_LONG_STREETS:
                getattr(hand, name)(order_known=random.random() < 0.5)
            else:
                getattr(hand, name)()
        except RuleError:
            assert hand == before
            return False
        return True


@settings(max_examples=250, deadline=None)
@given(
    limit=st.sampled_from(LIMITS),
    rulebook=st.sampled_from(RULEBOOKS),
    stacks=st.lists(st.one_of(st.integers(1, 60), st.integers(1, 2000)), min_size=2, max_size=10),
    ante=st.sampled_from([0, 0, 3]),
    automatic=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_random_play_keeps_chips_cards_offers_and_log(
    limit: str, rulebook: Rulebook, stacks: list[int], ante: int, automatic: bool, seed: int
) -> None:
    random = Random(seed)
    game = Game(limit, blinds=(5, 10), ante=ante * rulebook.antes, rulebook=rulebook)  # type: ignore[arg-type]
    hand = game.start(stacks, random.randrange(len(stacks)), rng=seed, automatic=automatic)
    table = Table(hand, random, sum(stacks))
    table.check()
    for _ in range(MOST_STEPS):
        if hand.over:
            break
        table.step()
        table.check()
    assert hand.over
    stacks_after = hand.stacks
    assert sum(stacks_after) == table.chips
    assert stacks_after == tuple(map(sum, zip(hand.betting.stacks, hand.result.payouts, strict=True)))
    assert game.replay(hand.log) == hand
