"""Arrays of cards to strengths: rows of seven, and six seats' hole cards with their boards, all the same hands."""

import peers
import pytest
from measures import Contender, Measure, Tables

from holdem_core import evaluate

pytestmark = pytest.mark.benchmark(group="evaluate", max_time=0.5)
validation = pytest.mark.parametrize("validate", [False, True], ids=["unchecked", "checked"])


def rows_contender(rows: peers.Rows, validate: bool) -> Contender:
    name = f"{peers.OURS}, rows {'checked' if validate else 'unchecked'}"
    return Contender(name, lambda: evaluate(rows, validate=validate), len(rows))


@validation
def test_rows(measure: Measure, rows: peers.Rows, validate: bool) -> None:
    yardsticks = peers.installed([peers.POKERFAST], rows)
    measure(rows_contender(rows, validate), [*yardsticks, rows_contender(rows, False)] if validate else yardsticks)


@validation
def test_holes_with_boards(measure: Measure, tables: Tables, rows: peers.Rows, validate: bool) -> None:
    holes, boards = tables.holes, tables.boards[:, None, :]
    ours = Contender(f"{peers.OURS}, holes with boards", lambda: evaluate(holes, boards, validate=validate), len(rows))
    measure(ours, [*peers.installed([peers.POKERFAST], rows), rows_contender(rows, validate)])


@pytest.mark.parametrize("peer", peers.parameters([peers.POKERFAST]))
def test_peer(measure: Measure, rows: peers.Rows, peer: peers.Peer) -> None:
    measure(peer.contender(rows))
