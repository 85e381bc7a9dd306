"""What is ruled on an irregularity, and the id and the source of the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from holdem_core.table.rulebooks import RULEBOOKS

if TYPE_CHECKING:
    from holdem_core.table.logs import Move
    from holdem_core.table.rulebooks import Rulebook

_SOURCES = {book.code: book.source for book in RULEBOOKS}
_HOUSE, _FLOP_GAMES, _ROBERTS, _TDA = "A000", "A001", "RRoP", "TDA24"

# What each rule is called in the texts: the policy on which they differ there, if they do, with its point in the table
# of differences, and the ids; the first id is for rulebooks of which nothing is said.
_RULES: dict[str, tuple[str | None, str, dict[str, str]]] = {
    "first card exposed": ("exposed_misdeal", "D1", {"A002": "A002-21", "A003": "A003-05"}),
    "card replaced": ("exposed_misdeal", "D1", {"A001": "A001-01", "A002": "A002-22", "A003": "A003-06"}),
    "several exposed": ("several_exposed", "D2", {"A002": "A002-23", "A003": "A003-07"}),
    "extra card burned": ("extra_card", "misdeals", {"A002": "A002-28", "A003": "A003-12"}),
    "extra cards": ("extra_card", "misdeals", {"A002": "A002-29", "A003": "A003-12"}),
    "flop without burn redealt": ("wrong_burns", "D10", {"A001": "A001-02"}),
    "flop without burn stands": ("wrong_burns", "D10", {"A001": "A001-03"}),
    "known flop without burn stands": ("wrong_burns", "D10", {"A001": "A001-03b"}),
    "flop without burn put right": ("wrong_burns", "D10", {"A001": "A001-04"}),
    "card without burn stands": ("wrong_burns", "D10", {"A001": "A001-05"}),
    "card without burn put right": ("wrong_burns", "D10", {"A001": "A001-06"}),
    "two burns put right": (None, "", {_ROBERTS: "D10/RRoP"}),
    "two burns stand": (None, "", {_ROBERTS: "D10/RRoP"}),
    "long flop redealt": ("long_flop", "D4", {"A001": "A001-07", "A002": "A002-24", "A003": "A003-08"}),
    "long flop put right": ("long_flop", "D4", {"A001": "A001-08"}),
    "early flop": ("redealt_flop_burn", "D5", {"A001": "A001-09", "A002": "A002-25", "A003": "A003-09"}),
    "early turn": ("premature_turn", "D7", {"A001": "A001-10", "A002": "A002-26", "A003": "A003-10"}),
    "early river": ("premature_turn", "D7", {"A001": "A001-11", "A002": "A002-27", "A003": "A003-11"}),
    "two turned on the river": (None, "", {_FLOP_GAMES: "A001-12"}),
    "two turned": (None, "", {_FLOP_GAMES: "A001-13"}),
    "two turned, order unknown": (None, "", {_FLOP_GAMES: "A001-14"}),
    "several turned": (None, "", {_FLOP_GAMES: "A001-15"}),
    "several turned, order unknown": (None, "", {_FLOP_GAMES: "A001-16"}),
    "top card exposed": (None, "", {_HOUSE: "A000-01"}),
    "fouled deck": (None, "", {_ROBERTS: "RRoP-irregularities-4", _TDA: "TDA24-r35-E"}),
    "misdeal": (None, "", {_ROBERTS: "RRoP-misdeals", _TDA: "TDA24-r35"}),
    "too late for a misdeal": (None, "", {_ROBERTS: "RRoP-misdeals-2", _TDA: "TDA24-r35-D"}),
    "miscalled high hand": (None, "", {_HOUSE: "A000-18"}),
    "miscalled high hand stands": (None, "", {_HOUSE: "A000-18"}),
}


class Ruling(NamedTuple):
    """What a rulebook says to an irregularity.

    Attributes:
        rule: the rule's id.
        source: the text it is in.
        sentence: what was ruled.
        moves: the cards that moved for it, the dealer's error included.
    """

    rule: str
    source: str
    sentence: str
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule}, {self.source})"


def rule_and_source(rulebook: Rulebook, kind: str) -> tuple[str, str]:
    """The id of a rule, and the text it is in: the rulebook's own, or the one from which it has the rule."""
    policy, point, ids = _RULES[kind]
    code = next(iter(ids)) if policy is None else _ROBERTS
    if rulebook.code in ids or (policy is not None and policy not in rulebook.inherited):
        code = rulebook.code
    return ids.get(code, f"{point}/{code}"), _SOURCES.get(code, rulebook.source)
