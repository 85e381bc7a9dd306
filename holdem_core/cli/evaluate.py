"""``holdem-core evaluate``: the strength of hands, and what they are called."""

from typing import Any

import click

from holdem_core.cards import format_cards, parse_cards, spaced
from holdem_core.cli.output import print_json, print_table
from holdem_core.cli.parameters import located, refuse_split_board
from holdem_core.errors import CardError
from holdem_core.hands import Hand

_EPILOG = """\b
Examples:
  holdem-core evaluate AhKhQhJhTh 'As Ad 7c 7d 2h 9s 3c'
  holdem-core evaluate --board Kd7h2s9c3d AhKh QsQd"""


@click.command("evaluate", epilog=_EPILOG)
@click.argument("hands", metavar="CARDS...", nargs=-1, required=True)
@click.option("--board", metavar="CARDS", default="", help="Community cards that every hand shares.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a hand, each on a line.")
def evaluate_command(hands: tuple[str, ...], board: str, as_json: bool) -> None:
    """Names the best five cards of hands.

    CARDS are the 5 to 7 cards of one hand, or with --board its hole cards, written together. The strength runs from
    1 (7-5-4-3-2) to 7462 (royal flush); higher is stronger and equal is a tie.
    """
    refuse_split_board(hands, board)
    with located("board"):
        community = format_cards(parse_cards(board))
    named = []
    for number, cards in enumerate(hands):
        with located(f"hand {number}"):
            named.append(_name(cards, community))
    if as_json:
        for values in named:
            print_json(values)
        return
    rows = [
        [
            spaced(values["cards"]),
            str(values["strength"]),
            values["category"].replace("_", " "),
            values["description"],
            spaced(values["best_five"]),
        ]
        for values in named
    ]
    print_table(["Cards", "Strength", "Category", "Description", "Best five"], rows, numbers=["Strength"])


def _name(cards: str, board: str) -> dict[str, Any]:
    hole = parse_cards(cards)
    if len(hole) == 1:
        raise CardError(f"{cards!r} is one card; write the cards of a hand together, as in AhKhQhJhTh")
    hand = Hand(format_cards(hole), board)
    return {
        "cards": format_cards(hole),
        "board": board,
        "strength": hand.strength,
        "category": hand.category.name.lower(),
        "description": str(hand),
        "best_five": format_cards(hand.best_five),
    }
