"""``holdem-core showdown``: one hand from the command line, or many from a file, settled and explained."""

import difflib
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from holdem_core.cli.lines import settle_file
from holdem_core.cli.output import print_json, print_text
from holdem_core.cli.parameters import (
    located,
    read_chips,
    read_hole_cards,
    read_rake,
    reader,
    refuse_split_board,
    refuse_split_hands,
)
from holdem_core.errors import ChipError
from holdem_core.pots.amounts import Chips
from holdem_core.showdowns.one import showdown
from holdem_core.showdowns.story import Showdown

STATUSES = {"folded": "fold", "mucked": "muck", "declared": "declare"}  # also read as the verb, in any case
STAKE = 100  # what each seat is in for if no seat says

_EPILOG = """\b
Examples:
  holdem-core showdown AhKh QsQd --board Kd7h2s9c3d
  holdem-core showdown AhKh:500 QsQd:820 ??:20:folded --board Kd7h2s9c3d --rake 5%:30
  holdem-core showdown hands.jsonl --check
  holdem-core showdown - --json < hands.jsonl

\b
A line of FILE:
  {"holes": ["AhKh", "QsQd", ""], "board": "Kd7h2s9c3d", "contributions": [500, 820, 20],
   "folded": [false, false, true], "button": 0, "rake": 30, "payouts": [990, 320, 0]}
holes, board and contributions are needed; mucked, declared, dead, unit and id may be there. dead is one amount, or
a list of what each seat put in of it."""


class Seat(NamedTuple):
    """One HAND of the command line."""

    cards: str
    chips: Chips | None
    status: str


def _refuse_options(context: click.Context, _: click.Parameter, hands: tuple[str, ...]) -> tuple[str, ...]:
    """Refuses options that do not exist, which click takes for hands since a hand may start with a dash."""
    for hand in hands:
        if hand.startswith("-") and hand != "-" and not hand.startswith("-:"):
            name = hand.partition("=")[0]
            known = [option for parameter in context.command.params for option in parameter.opts]
            raise click.NoSuchOption(name, possibilities=difflib.get_close_matches(name, known))
    return hands


@click.command("showdown", epilog=_EPILOG, context_settings={"ignore_unknown_options": True})
@click.argument("hands", metavar="HAND... | FILE", nargs=-1, required=True, callback=_refuse_options)
@click.option("--board", metavar="CARDS", help="The community cards.")
@click.option(
    "--button", metavar="SEAT", type=int, help="The seat with the button; by default the last, of two the first."
)
@click.option(
    "--unit",
    metavar="CHIPS",
    callback=reader(read_chips),
    help="The smallest chip: pots are split in whole ones. By default 1, or 0.01 if an amount is written in cents.",
)
@click.option(
    "--dead", metavar="CHIPS", callback=reader(read_chips), help="Chips that nobody matches, into the main pot."
)
@click.option("--rake", metavar="CHIPS|PERCENT%[:CAP]", callback=reader(read_rake), help="What the house takes.")
@click.option("--check", is_flag=True, help="Compare with the payouts in FILE; exit status 1 if one differs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a hand, each on a line.")
def showdown_command(hands: tuple[str, ...], check: bool, as_json: bool, **table: Any) -> int:
    """Settles a hand, or a file of hands, and explains who gets what.

    HAND is one seat, CARDS[:CHIPS][:folded|:mucked|:declared]. Seats are numbered from 0, clockwise, listed from the
    small blind. CARDS are empty, - or ?? where nobody has seen them. CHIPS is what the seat put in during the hand.
    Give them to every seat or to none: with none each is in for 100, and a folded seat without CHIPS for nothing.
    A declared seat said that it plays the board before it mucked. Amounts may have thousands apart, as in 1,550, but
    no currency sign; the words may be in any case, or fold, muck and declare.

    FILE holds one hand a line, as JSON; - is standard input.
    """
    given = {name: value for name, value in table.items() if value is not None}
    if not _is_file(hands):
        if check:
            raise click.UsageError("--check compares the lines of a FILE")
        shown = _settle(hands, **given)
        if as_json:
            print_json(shown.to_dict())
        else:
            print_text(str(shown))
        return 0
    if len(hands) > 1:
        raise click.UsageError(f"{hands[0]}: give one FILE, or hands")
    for name in given:
        raise click.UsageError(f"--{name} goes with hands on the command line; a FILE says it line by line")
    return settle_file(hands[0], check=check, as_json=as_json)


def _is_file(hands: Sequence[str]) -> bool:
    """Whether the arguments name a file: ``-`` alone, a path that exists alone, or anything that ends in .jsonl."""
    alone = len(hands) == 1 and (hands[0] == "-" or os.path.exists(hands[0]))
    return alone or any(hand.endswith(".jsonl") for hand in hands)


def _settle(hands: Sequence[str], *, board: str = "", **options: Any) -> Showdown:
    refuse_split_board(hands, board)
    refuse_split_hands(hands)
    seats = []
    for number, hand in enumerate(hands):
        with located(f"seat {number}"):
            seats.append(_read_seat(hand))
    statuses: dict[str, Any] = {status: [seat.status == status for seat in seats] for status in STATUSES}
    return showdown([seat.cards for seat in seats], board, _contributions(seats), **statuses, **options)


def _read_seat(hand: str) -> Seat:
    cards, *words = hand.split(":")
    said = [status for word in words if (status := _status(word))]
    if len(said) > 1:
        raise ChipError(f"{hand!r} is {' and '.join(said)}; a seat is one of {', '.join(STATUSES)}")
    status = said[0] if said and _status(words.pop()) else ""
    if said and not status:
        raise ChipError(f"{hand!r} has its chips behind {said[0]!r}; CHIPS come first, as in {cards}:500:{said[0]}")
    if len(words) > 1:
        raise ChipError(f"{words[1]!r} of {hand!r} is none of {', '.join(STATUSES)}")
    if words and words[0].isalpha():
        raise ChipError(f"{words[0]!r} is no number of chips such as 500 or 12.50, and none of {', '.join(STATUSES)}")
    chips = read_chips(words[0]) if words and words[0] else None
    return Seat(read_hole_cards(cards), chips, status)


def _status(word: str) -> str:
    """The status that a word stands for, or nothing."""
    said = word.lower()
    return next((status for status, verb in STATUSES.items() if said in (status, verb)), "")


def _contributions(seats: Sequence[Seat]) -> list[Chips]:
    """Each seat's chips: as given, or ``STAKE`` if no seat gives any; nothing for a folded seat that gives none."""
    silent = [number for number, seat in enumerate(seats) if seat.chips is None and seat.status != "folded"]
    if silent and any(seat.chips is not None for seat in seats):
        raise ChipError(f"seat {silent[0]} has no CHIPS, and other seats have: give them to every seat or to none")
    return [(0 if seat.status == "folded" else STAKE) if seat.chips is None else seat.chips for seat in seats]
