"""Showdowns in JSON lines: reading them, settling them, and checking what they say was paid."""

import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from holdem_core._texts import printable
from holdem_core.cli.output import BAD_INPUT, complain, counted, print_json, print_text
from holdem_core.cli.parameters import located, read_chips, read_hole_cards, read_rake
from holdem_core.errors import ChipError, HoldemError
from holdem_core.pots.amounts import Chips
from holdem_core.showdowns.one import showdown
from holdem_core.showdowns.story import Showdown

_SHAPES: dict[str, tuple[type, ...]] = {
    "id": (str, int),
    "holes": (list,),
    "board": (str,),
    "contributions": (list,),
    "folded": (list,),
    "mucked": (list,),
    "declared": (list,),
    "button": (int,),
    "unit": (int, str),
    "dead": (int, str, list),
    "rake": (int, str),
    "payouts": (list,),
}
_NEEDED = ("holes", "board", "contributions")
_TYPE_WORDS = {str: "a text", int: "an integer", list: "a list"}
_LONGEST_LINE = 1 << 20


class WrongPayout(NamedTuple):
    """A payout that is not what its line says."""

    seat: int
    expected: Chips
    got: Chips


class SettledLine(NamedTuple):
    """One line settled."""

    line: int
    record: dict[str, Any]
    showdown: Showdown
    differences: list[WrongPayout]

    @property
    def title(self) -> str:
        """The line's number, and its id if it has one."""
        return f"line {self.line}" + (f" ({printable(str(self.record['id']))})" if "id" in self.record else "")


def settle_file(path: str, *, check: bool, as_json: bool) -> int:
    """Settles each line of a file and prints it, or with ``check`` only what differs from its payouts.

    Args:
        path: the file, or ``-`` for standard input.
        check: compare with the payouts.
        as_json: print each result as JSON, with its differences if it was checked.

    Returns:
        The exit status: 2 if a line is bad or there is none to check, else 1 if a payout differs, else 0.
    """
    name = "standard input" if path == "-" else path
    settled = different = bad = 0
    for number, line in _lines(path, name):
        try:
            with located(f"{name}, line {number}"):
                result = _settle(number, line, check)
        except HoldemError as error:
            complain(str(error))
            bad += 1
            continue
        if as_json:
            _print_json(result, check)
        elif check:
            _print_differences(result, name)
        else:
            _print_story(result)
        settled += 1
        different += bool(result.differences)
    if check and not settled and not bad:
        raise click.ClickException(f"{name}: there is no hand to check")
    click.echo(_summary(settled, different if check else None, bad), err=as_json)
    return BAD_INPUT if bad else int(different > 0)


def _lines(path: str, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers from 1."""
    if path == "-" and sys.stdin is None:
        raise click.ClickException(f"{name} is closed")
    try:
        with click.open_file(path, "rb") as stream:
            for number, line in enumerate(iter(lambda: stream.readline(_LONGEST_LINE), b""), 1):
                if b"\0" in line or len(line) == _LONGEST_LINE or (number == 1 and not _is_text(line)):
                    raise click.ClickException(f"{name}, line {number}: this is no file of JSON lines in UTF-8")
                if line.strip():
                    yield number, line
    except OSError as error:
        raise click.ClickException(f"{name}: {error.strerror or error}") from None


def _is_text(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _settle(number: int, line: bytes, check: bool) -> SettledLine:
    record = _read_record(line)
    shown = _settle_record(record)
    return SettledLine(number, record, shown, _differences(record, shown) if check else [])


def _read_record(line: bytes) -> dict[str, Any]:
    """A line's values, with those that are null left out."""
    record = _read_json(line)
    if not isinstance(record, dict):
        raise HoldemError("not a JSON object, such as {...}")
    present = {key: value for key, value in record.items() if value is not None}
    for key, value in present.items():
        if key not in _SHAPES:
            raise HoldemError(f"there is no {key!r} in a hand; its keys are {', '.join(_SHAPES)}")
        if not isinstance(value, _SHAPES[key]) or isinstance(value, bool):
            wanted = " or ".join(_TYPE_WORDS[kind] for kind in _SHAPES[key])
            raise HoldemError(f"{key} is {value!r}, not {wanted}")
    for key in _NEEDED:
        if key not in present:
            raise HoldemError(f"{key} is missing")
    return present


def _read_json(line: bytes) -> Any:
    """Any JSON; numbers that are no integers stay text, so that they stay exact."""
    try:
        return json.loads(line.decode("utf-8-sig"), parse_float=str, parse_constant=str, object_pairs_hook=_object)
    except HoldemError:
        raise
    except UnicodeDecodeError as error:
        raise HoldemError(f"byte 0x{line[error.start]:02x} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise HoldemError(f"not JSON: {error.msg} at position {error.pos}") from None
    except (ValueError, RecursionError):
        raise HoldemError("JSON with a number too long, or lists too deep") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refused if a key comes twice: the standard would let the last one win."""
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise HoldemError(f"{key!r} is there twice")
        values[key] = value
    return values


def _settle_record(record: dict[str, Any]) -> Showdown:
    options: dict[str, Any] = {key: record[key] for key in ("folded", "mucked", "declared", "button") if key in record}
    for key, read in (("unit", read_chips), ("rake", read_rake)):
        if key in record:
            with located(key):
                options[key] = read(record[key])
    if "dead" in record:
        options["dead"] = _read_dead(record["dead"])
    holes = []
    for seat, hole in enumerate(record["holes"]):
        with located(f"seat {seat}"):
            holes.append(read_hole_cards(hole))
    return showdown(holes, record["board"], _read_amounts("contribution", record["contributions"]), **options)


def _read_dead(value: Any) -> Chips | list[Chips]:
    """Dead chips, one amount or what each seat put in of them."""
    if isinstance(value, list):
        return _read_amounts("dead", value)
    with located("dead"):
        return read_chips(value)


def _read_amounts(what: str, values: list[Any]) -> list[Chips]:
    amounts = []
    for seat, value in enumerate(values):
        with located(f"{what} of seat {seat}"):
            amounts.append(read_chips(value))
    return amounts


def _differences(record: dict[str, Any], shown: Showdown) -> list[WrongPayout]:
    """Where the payouts are not what the line says."""
    if "payouts" not in record:
        raise ChipError("payouts are missing, and there is nothing to compare with")
    expected = _read_amounts("payout", record["payouts"])
    if len(expected) != len(shown.payouts):
        raise ChipError(f"payouts for {len(expected)} seats, and contributions for {len(shown.payouts)}")
    seats = enumerate(zip(expected, shown.payouts, strict=True))
    return [WrongPayout(seat, wanted, got) for seat, (wanted, got) in seats if wanted != got]


def _print_json(result: SettledLine, check: bool) -> None:
    values = {"line": result.line, "id": result.record.get("id"), **result.showdown.to_dict()}
    if check:
        values["differences"] = [difference._asdict() for difference in result.differences]
    print_json(values)


def _print_differences(result: SettledLine, name: str) -> None:
    for seat, expected, got in result.differences:
        print_text(f"{printable(name)}, {result.title}: seat {seat} expected {expected}, got {got}", "red")


def _print_story(result: SettledLine) -> None:
    print_text(f"{result.title[0].upper()}{result.title[1:]}", "bold")
    print_text(f"{result.showdown}\n")


def _summary(settled: int, different: int | None, bad: int) -> str:
    words = f"{counted(settled, 'hand')} {'settled' if different is None else 'checked'}"
    if different:
        words += f", {different:,} differ{'s' if different == 1 else ''}"
    elif different == 0 and settled:
        words += ", all agree"
    if bad:
        words += f"; {counted(bad, 'line')} could not be settled"
    return f"{words}."
