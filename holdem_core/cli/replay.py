"""``holdem-core replay``: hand histories settled and explained, or compared with the outcome that they tell."""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from decimal import Context
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from holdem_core import table
from holdem_core._texts import printable
from holdem_core.cli.output import complain, counted, print_json, print_text
from holdem_core.cli.parameters import read_rake, reader
from holdem_core.cli.processes import processes
from holdem_core.cli.progress import late_bar
from holdem_core.errors import HistoryError, OtherGameError, RuleError
from holdem_core.histories import checks, replays
from holdem_core.histories.files import SUFFIXES, read_many
from holdem_core.histories.history import History
from holdem_core.histories.records import dealt_cards
from holdem_core.table.games import check_house
from holdem_core.table.rulebooks import ROBERTS, RULEBOOKS, Rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from holdem_core.histories.checks import Comparison
    from holdem_core.histories.departures import Departure
    from holdem_core.pots.amounts import Chips
    from holdem_core.showdowns.story import Showdown
    from holdem_core.table.hand import TableHand

_HANDS_A_TICK = 32
_EXACT = Context(prec=300)

_EPILOG = """\b
Examples:
  holdem-core replay hand.phh
  holdem-core replay session.phhs --check
  holdem-core replay histories/ --check -j 4
  holdem-core replay table.ohh
  holdem-core replay session.phhs --check --rake 5%:3
  holdem-core replay - --lenient --json < session.phhs"""


def read_rulebook(value: object) -> Rulebook:
    """A rulebook by what it is called in Python, its name or its code."""
    known = {name: book for name, book in vars(table).items() if isinstance(book, Rulebook)}
    called = {**known, **{word: book for book in RULEBOOKS for word in (book.name, book.code)}}
    plain = {_plain(word): book for word, book in called.items()}
    if (book := plain.get(_plain(str(value)))) is None:
        raise RuleError(f"{value!r} is no rulebook; they are {', '.join(sorted(known))}")
    return book


def _plain(word: str) -> str:
    return re.sub(r"\W|_", "", word).lower()


def _read_house_rake(value: object) -> Any:
    rake = read_rake(value)
    check_house(ROBERTS, rake)
    return rake


class Settings(NamedTuple):
    """How hands are played, and what is wanted of them."""

    rulebook: Rulebook
    rake: Any
    lenient: bool
    check: bool
    as_json: bool


class Report(NamedTuple):
    """What came of one hand: plain data, so that it can come from another process.

    ``kind`` is "settled", "refused", "malformed" or "other game". ``complaint`` goes to standard error, ``texts`` with
    their styles and ``values`` to standard output.
    """

    kind: str
    complaint: str = ""
    texts: tuple[tuple[str, str], ...] = ()
    values: dict[str, Any] | None = None
    comparison: Comparison | None = None
    departures: int = 0


class Totals:
    """How many hands there were, and what came of them."""

    def __init__(self) -> None:
        self.settled = self.refused = self.malformed = self.other_games = 0
        self.compared = self.different = self.raked = self.lenient = self.departures = 0
        self.rake: Chips = 0
        self.pot: Chips = 0

    def add(self, report: Report) -> None:
        """Counts a hand."""
        self.settled += report.kind == "settled"
        self.refused += report.kind == "refused"
        self.malformed += report.kind == "malformed"
        self.other_games += report.kind == "other game"
        self.lenient += report.departures > 0
        self.departures += report.departures
        if report.comparison is not None:
            self.compared += 1
            self.different += bool(report.comparison.differences)
            self.raked += report.comparison.rake > 0
            self.rake = _EXACT.add(self.rake, report.comparison.rake)
            self.pot = _EXACT.add(self.pot, report.comparison.pot)


@click.command("replay", epilog=_EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILES...", type=click.Path(exists=True, allow_dash=True))
@click.option("--check", is_flag=True, help="Compare with finishing_stacks and winnings, print only what differs.")
@click.option("--rake", metavar="CHIPS|PERCENT%[:CAP]", callback=reader(_read_house_rake), help="What the house takes.")
@click.option("--rulebook", metavar="NAME", callback=reader(read_rulebook), help="Such as TDA_2024; else ROBERTS.")
@click.option("--lenient", is_flag=True, help="Let pass what rooms let pass against the rules, and list it.")
@click.option("-j", "--jobs", metavar="N", type=click.IntRange(1), default=1, help="Work in N processes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a hand, each on a line.")
def replay_command(
    files: tuple[str, ...],
    check: bool,
    rake: Any,
    rulebook: Rulebook | None,
    lenient: bool,
    jobs: int,
    as_json: bool,
) -> int:
    """Replays hand histories and explains who gets what.

    FILES are in the Poker Hand History format, .phh of one hand, .phhs of many, or in the Open Hand History format,
    .ohh or .json; of a directory, all such files in it; - is standard input. No-limit, pot-limit and fixed-limit
    hold'em are played, hands of other games are counted. Players are those of the file, p1 the first left of the
    button; in JSON each also has the number of its seat, which counts from 0 as in the other commands: p1 is in seat 0.

    With --check, hands whose winners all paid a share of what they won are raked: their number and the rake are told.
    With --rake hands are settled with it, and finishing stacks must be what it leaves.

    A hand that cannot be read, or not be played so, gets a line that says why, and the others go on. The exit status
    then is 1, as it is if --check finds a difference; it is 2 if there is nothing to compare with.
    """
    totals, settings = Totals(), Settings(rulebook or ROBERTS, rake, lenient, check, as_json)
    paths = [path for file in files for path in _paths(file)]
    if not paths:
        raise click.UsageError(f"{files[0]} holds no {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} file")
    with _progress(paths) as advance, processes(jobs) as mapped:
        hands = ((_name(path), history, settings) for path in paths for history in _histories(path, advance))
        for report in mapped(_report, hands):
            _print(report)
            totals.add(report)
    if check and not totals.compared and not totals.refused:
        found = "no hand tells its finishing_stacks or winnings" if totals.settled else "there is no hand to check"
        raise click.ClickException(f"{_name(files[0])}: {found}{_left_out(totals)}")
    click.echo(_summary(totals, len(paths), check), err=as_json)
    return int(totals.different + totals.refused + totals.malformed > 0)


# --- reading ------------------------------------------------------------------------------------------


def _name(path: str) -> str:
    return "standard input" if path == "-" else path


def _paths(file: str) -> list[str]:
    """A file, or those of a directory in the order of their names, with what will be told that it cannot be read."""
    if not os.path.isdir(file):
        return [file]
    unreadable: list[OSError] = []
    folders = list(os.walk(file, onerror=unreadable.append))
    paths = [os.path.join(folder, name) for folder, _, names in folders for name in names if _has_suffix(name)]
    files = [path for path in paths if os.path.isfile(path) or not os.path.exists(path)]
    return sorted([*files, *(error.filename for error in unreadable)])


def _has_suffix(name: str) -> bool:
    return Path(name).suffix.lower() in SUFFIXES


@contextmanager
def _progress(paths: Sequence[str]) -> Iterator[Callable[[str, int], None] | None]:
    """What moves a progress bar to a place in one of the files, if there is a terminal to show it."""
    with late_bar("Replaying") as show:
        if show is None or "-" in paths:
            yield None
            return
        before, total, calls = dict[str, int](), 0, 0
        for path in paths:
            before[path] = total
            total += os.path.getsize(path)

        def advance(path: str, place: int) -> None:
            nonlocal calls
            calls += 1
            if calls % _HANDS_A_TICK == 0:
                show((before[path] + place) / max(total, 1), None)

        yield advance


def _histories(path: str, advance: Callable[[str, int], None] | None) -> Iterator[History | HistoryError]:
    """The hands of a file; an error of the system ends it like one of the file."""
    if path == "-" and sys.stdin is None:
        yield HistoryError("it is closed")
        return
    source: IO[bytes] | str = sys.stdin.buffer if path == "-" else path
    try:
        yield from read_many(source, None if advance is None else lambda place: advance(path, place))
    except OSError as error:
        yield HistoryError(error.strerror or str(error))


# --- a hand -------------------------------------------------------------------------------------------


def _report(path: str, history: History | HistoryError, settings: Settings) -> Report:
    """Settles one hand, perhaps in a process of its own, and says what came of it."""
    if isinstance(history, OtherGameError):
        return Report("other game")
    if isinstance(history, HistoryError):
        return Report("malformed", complaint=f"{path}, {history}")
    try:
        hand, departures = replays.settle(history, settings.rulebook, lenient=settings.lenient, rake=settings.rake)
    except HistoryError as error:
        if settings.check and not settings.as_json:
            return Report("refused", texts=((printable(f"{path}, {error}"), "red"),))
        return Report("refused", complaint=f"{path}, {error}")
    comparison = checks.compare(history, hand) if settings.check else None
    texts, values = list[tuple[str, str]](), None
    if settings.as_json:
        values = _values(path, history, hand, departures, comparison, settings)
    elif settings.check:
        texts += [(printable(f"{path}, {history.title}, let pass: {each}"), "") for each in departures]
        texts += _tell_differences(path, history, comparison)
    else:
        texts = _tell_story(path, history, hand, departures)
    return Report("settled", "", tuple(texts), values, comparison, len(departures))


def _tell_differences(path: str, history: History, comparison: Comparison | None) -> Iterator[tuple[str, str]]:
    if comparison is None or not comparison.differences:
        return
    last = f", after action {len(history.actions)}, {history.actions[-1]!r}" if history.actions else ""
    told = "; ".join(
        f"p{player} expected {'winnings of ' * (field == 'winnings')}{expected}, got {got}"
        for field, player, expected, got in comparison.differences
    )
    yield printable(f"{path}, {history.title}{last}: {told}"), "red"


def _tell_story(path: str, history: History, hand: TableHand, departures: Sequence[Departure]) -> list[tuple[str, str]]:
    texts = [(printable(f"{path}, {history.title}"), "bold")]
    texts += [(printable(f"Let pass: {departure}."), "") for departure in departures]
    if hand.over:
        return [*texts, (f"{_result(history, hand)}\n", "")]
    left = zip(_names(history), history.finishing(hand), strict=True)
    stacks = ", ".join(f"{name} {'unknown' if stack is None else f'{stack:,}'}" for name, stack in left)
    place = "before the flop" if hand.street == "preflop" else f"on the {hand.street}"
    return [*texts, (printable(f"Stops {place}. Stacks: {stacks}.") + "\n", "")]


def _result(history: History, hand: TableHand) -> Showdown:
    """The result with the players' names, and with all hands that the file knows, those that were folded too."""
    known = tuple("" if "?" in cards else cards for cards in dealt_cards(hand))
    return hand.result._replace(names=_names(history), hole_cards=known)


def _names(history: History) -> tuple[str, ...]:
    """What to call the players."""
    given = history.players or ("",) * len(history.starting_stacks)
    return tuple(name or f"p{player}" for player, name in enumerate(given, 1))


def _values(
    path: str,
    history: History,
    hand: TableHand,
    departures: Sequence[Departure],
    comparison: Comparison | None,
    settings: Settings,
) -> dict[str, Any]:
    values: dict[str, Any] = {
        "file": path,
        "section": history.section,
        "hand": history.other.get("hand"),
        "street": hand.street,
        "stacks": history.finishing(hand),
    }
    if hand.over:
        told = _result(history, hand).to_dict()
        seats = [{"player": player, **seat} for player, seat in enumerate(told["seats"], 1)]
        values |= {**told, "seats": seats}
    if settings.lenient:
        values["departures"] = [departure._asdict() for departure in departures]
    if settings.check:
        compared = comparison or checks.Comparison()
        values["differences"] = [difference._asdict() for difference in compared.differences]
        values["raked"] = compared.rake
    return values


# --- printing -----------------------------------------------------------------------------------------


def _print(report: Report) -> None:
    if report.complaint:
        complain(report.complaint)
    for text, style in report.texts:
        print_text(text, style)
    if report.values is not None:
        print_json(report.values)


def _summary(totals: Totals, files: int, check: bool) -> str:
    words = f"{counted(totals.settled, 'hand')} of {counted(files, 'file')} replayed"
    if check:
        words += f", {totals.compared:,} compared"
        if totals.raked:
            rate = float(totals.rake) / float(totals.pot)
            words += f", {totals.raked:,} raked ({totals.rake:,} of {totals.pot:,}, {rate:.2%})"
        agree = not totals.different and not totals.refused
        words += ", all agree" if agree else f", {totals.different:,} differ{'s' if totals.different == 1 else ''}"
    if totals.departures:
        words += f"; {counted(totals.departures, 'departure')} from the rules in {counted(totals.lenient, 'hand')}"
    if totals.refused:
        words += f"; {counted(totals.refused, 'hand')} cannot have been played so"
    return f"{words}{_left_out(totals)}."


def _left_out(totals: Totals) -> str:
    words = ""
    if totals.malformed:
        words += f"; {counted(totals.malformed, 'hand')} could not be read"
    if totals.other_games:
        words += f"; {counted(totals.other_games, 'hand')} {'is' if totals.other_games == 1 else 'are'} not hold'em"
    return words
